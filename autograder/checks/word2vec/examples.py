"""Small calls that a student is shown where a check of `word2vec` fails.

`train_sgns` has none: its random generator cannot stand in a call that is sent.
"""

from autograder.checks.framework.examples import parse
from autograder.checks.word2vec.catalogue import SUITE

SUITE.examples = parse("""
skipgram_pairs(np.array([7, 8]), 1) -> [[7, 8], [8, 7]]
    pairs, edges, dtypes: first 7 is the center and 8 its context, then 8 the center and 7 its context
skipgram_pairs(np.array([7, 7]), 1) -> [[7, 7], [7, 7]]
    pairs, errors: each 7 is the other's context; only the center's own position is left out
skipgram_pairs(np.array([7, 8, 9]), 1) -> [[7, 8], [8, 7], [8, 9], [9, 8]]
    pairs: 7 and 9 have one neighbour each, 8 has two
skipgram_pairs(np.array([7, 8, 9]), 2) -> [[7, 8], [7, 9], [8, 7], [8, 9], [9, 7], [9, 8]]
    pairs, edges: all pairs of one center come before those of the next, their contexts from left to right
ids = np.array([6, 7, 8, 9])
skipgram_pairs(ids, 2) -> [[6, 7], [6, 8], [7, 6], [7, 8], [7, 9], [8, 6], [8, 7], [8, 9], [9, 7], [9, 8]]
    pairs, edges: all are within two steps of each other, but for 6 and 9
skipgram_pairs(np.array([7, 8, 9]), 3) -> [[7, 8], [7, 9], [8, 7], [8, 9], [9, 7], [9, 8]]
    edges: every position has the two others as contexts, however far the window reaches
skipgram_pairs(np.array([7]), 2) -> np.zeros((0, 2))
    edges: no pairs are an array of shape (0, 2)
skipgram_pairs(np.zeros(0, int), 1) -> np.zeros((0, 2))
    edges: no ids give no pairs, an array of shape (0, 2)
skipgram_pairs(np.array([7, 255], np.uint8), 1) -> [[7, 255], [255, 7]]
    dtypes: 7 has the context 255 and 255 the context 7, whatever integer type the ids have
skipgram_pairs(np.array([-1, -2]), 1) -> [[-1, -2], [-2, -1]]
    pairs, dtypes: negative ids are copied as all others are
skipgram_pairs(np.array([0, 8]), 1) -> [[0, 8], [8, 0]]
    pairs: 0 is an id like any other
skipgram_pairs(np.array([7, 8]), 5) -> [[7, 8], [8, 7]]
    edges: the window reaches beyond both ends of the text and is cut off there
skipgram_pairs(np.array([7.0, 8.0]), 1) raises TypeError
    errors: floating point numbers are no ids
skipgram_pairs(np.array([True, False]), 1) raises TypeError
    errors: truth values are no ids
skipgram_pairs(np.array([[7, 8]]), 1) raises ValueError
    errors: a text has one axis
skipgram_pairs(np.array([7, 8]), 0) raises ValueError
    errors: a window reaches one step or more

E = np.array([[90.0, 9.0], [2.0, 0.0], [4.0, 8.0]])
cbow_mean(E, np.array([[1, 2]]), np.array([[True, True]])) -> [[3.0, 4.0]]
    values, shapes, dtypes: it is the mean of row 1 and row 2
cbow_mean(E, np.array([[1, 0]]), np.array([[True, False]])) -> [[2.0, 0.0]]
    values: only the first slot is kept, so it is row 1
cbow_mean(E, np.array([[1, 1, 1, 2]]), np.ones((1, 4), bool)) -> [[2.5, 2.0]]
    values: row 1 counts three times and row 2 once
cbow_mean(E, np.array([[1, 2], [1, 0]]), np.array([[True, True], [True, False]])) -> [[3, 4], [2, 0]]
    values, shapes: two slots are kept of the first example, one of the second
cbow_mean(E, np.array([[0, 1]]), np.array([[True, True]])) -> [[46.0, 4.5]]
    values, shapes: the mask keeps both slots, and id 0 is row 0
C = np.array([[1, 2]])
K = np.array([[True, False]])
cbow_mean(E, C, K); C -> [[1, 2]]
    values: the arguments stay as they were
cbow_mean(E, np.zeros((0, 3), int), np.zeros((0, 3), bool)) -> np.zeros((0, 2))
    shapes: no examples give an array of shape (0, 2)
cbow_mean(E, np.array([[1, 2]], np.uint8), np.array([[True, True]])) -> [[3.0, 4.0]]
    dtypes: it is the mean of row 1 and row 2, whatever integer type the ids have
cbow_mean(E, np.array([[1.0, 2.0]]), np.array([[True, True]])) raises TypeError
    errors: floating point numbers are no ids
cbow_mean(E, np.array([[1, 2]]), np.array([[1, 1]])) raises TypeError
    errors: a mask holds truth values, not numbers
cbow_mean(E, np.array([[1, 3]]), np.array([[True, True]])) raises IndexError
    errors: the last row is row 2
cbow_mean(E, np.array([[1, -1]]), np.array([[True, True]])) raises IndexError
    errors: -1 is no id
cbow_mean(E, np.array([[1, 777]]), np.array([[True, True]])) raises IndexError naming 777
    errors: the message should name the id that does not exist
cbow_mean(E, np.array([[1, -1]]), np.array([[True, False]])) raises IndexError
    errors: -1 is no id, and an empty slot holds one too
cbow_mean(E, np.array([[1, 2]]), np.array([[True]])) raises ValueError
    errors: the example has two slots and the mask one
cbow_mean(E, np.array([1, 2]), np.array([True, True])) raises ValueError
    errors: contexts have two axes
cbow_mean(E, np.array([[1, 2]]), np.array([[False, False]])) raises ValueError
    errors: an example that keeps no slot has no mean
cbow_mean(E, np.zeros((1, 0), int), np.zeros((1, 0), bool)) raises ValueError
    errors: there is one example, and it has no slot to keep

G = np.array([[4.0]])
cbow_mean_backward(G, np.array([[1]]), np.array([[True]]), 3) -> [[0.0], [4.0], [0.0]]
    values, shapes, dtypes: the slot is kept, so row 1 gets all of the gradient; there are three rows
cbow_mean_backward(G, np.array([[1, 2]]), np.array([[True, True]]), 3) -> [[0.0], [2.0], [2.0]]
    values: the mean is half of each row, so each gets half of 4
cbow_mean_backward(G, np.array([[1, 2]]), np.array([[True, True]]), 3); G -> [[4.0]]
    values: the arguments stay as they were
cbow_mean_backward(G, np.array([[1, 0]]), np.array([[True, False]]), 2) -> [[0.0], [4.0]]
    values: the second slot is empty and gets nothing, and row 1 is all of the mean
cbow_mean_backward(G, np.array([[0, 1]]), np.array([[True, True]]), 2) -> [[2.0], [2.0]]
    values, shapes: the mask keeps both slots, and id 0 is row 0
cbow_mean_backward(G, np.array([[1, 1]]), np.array([[True, True]]), 2) -> [[0.0], [4.0]]
    values: row 1 fills both slots and gets two halves
G = np.array([[4.0], [1.0]])
M = np.array([[True, True], [True, False]])
cbow_mean_backward(G, np.array([[1, 2], [2, 0]]), M, 3) -> [[0.0], [2.0], [3.0]]
    values, shapes: row 2 gets half of 4 from the first example and all of 1 from the second
cbow_mean_backward(np.zeros((0, 2)), np.zeros((0, 3), int), np.zeros((0, 3), bool), 4) -> np.zeros((4, 2))
    shapes: without examples every row is zero
G = np.array([[4.0]])
cbow_mean_backward(G, np.array([[1, 2]], np.uint8), np.array([[True, True]]), 3) -> [[0.0], [2.0], [2.0]]
    dtypes: each of two rows gets half of 4, whatever integer type the ids have
cbow_mean_backward(G, np.array([[1.0]]), np.array([[True]]), 3) raises TypeError
    errors: floating point numbers are no ids
cbow_mean_backward(G, np.array([[1]]), np.array([[1]]), 3) raises TypeError
    errors: a mask holds truth values, not numbers
cbow_mean_backward(G, np.array([[1, 3]]), np.array([[True, True]]), 3) raises IndexError
    errors: the last row is row 2
cbow_mean_backward(G, np.array([[1, -1]]), np.array([[True, False]]), 3) raises IndexError
    errors: -1 is no id, and an empty slot holds one too
cbow_mean_backward(G, np.array([[1, 777]]), np.array([[True, False]]), 3) raises IndexError naming 777
    errors: the message should name the id that does not exist
cbow_mean_backward(G, np.array([[1], [2]]), np.array([[True], [True]]), 3) raises ValueError
    errors: there are two examples and one gradient
cbow_mean_backward(G, np.array([[1, 2]]), np.array([[False, False]]), 3) raises ValueError
    errors: an example that keeps no slot has no mean
cbow_mean_backward(G, np.zeros((1, 0), int), np.zeros((1, 0), bool), 3) raises ValueError
    errors: there is one example, and it has no slot to keep

noise_distribution(np.array([5, 5])) -> [0.5, 0.5]
    values, dtypes: words with equal counts share the probability 1
noise_distribution(np.array([16, 1, 1])) -> [0.8, 0.1, 0.1]
    values, dtypes: 16 ** 0.75 is 8, so the weights are 8, 1 and 1
noise_distribution(np.array([9, 1]), 0.5) -> [0.75, 0.25]
    values: the power 0.5 of 9 is 3, so the weights are 3 and 1
noise_distribution(np.array([0.25, 0.75]), 1) -> [0.25, 0.75]
    values: counts may have fractions, and the power 1 leaves them as they are
N = np.array([2.0, 6.0])
noise_distribution(N); N -> [2.0, 6.0]
    values: the arguments stay as they were
noise_distribution(np.array([16, 1, 1, 0])) -> [0.8, 0.1, 0.1, 0.0]
    values, zeros: the weights are 8, 1 and 1, and 0 for the word that was never seen
noise_distribution(np.array([9, 4, 0]), 0) -> [0.5, 0.5, 0.0]
    zeros: with power 0 the words that were seen are equally likely
noise_distribution(np.array([16, 1, 1], np.uint8)) -> [0.8, 0.1, 0.1]
    dtypes: the weights are 8, 1 and 1, whatever integer type the counts have
noise_distribution(np.array([16, 1, 1], np.float16)) -> [0.8, 0.1, 0.1]
    dtypes: 8, 1 and 1 are divided by 10 in float64, whatever the dtype of the counts
noise_distribution(np.array([3, -1])) raises ValueError
    errors: no word comes -1 times
noise_distribution(np.array([0, 0])) raises ValueError
    errors: no word was seen
noise_distribution(np.zeros(0, int)) raises ValueError
    errors: there is no word
noise_distribution(np.array([1.0, np.nan])) raises ValueError
    errors: nan is no count
noise_distribution(np.array([1.0, np.inf])) raises ValueError
    errors: a count is finite
noise_distribution(np.array([[1, 2]])) raises ValueError
    errors: counts have one axis
noise_distribution(np.array([1, 2]), -1) raises ValueError
    errors: the power is 0 or more

v = np.array([[10.0]])
u = np.array([[0.0]])
n = np.array([[[10.0]]])
sgns_loss_and_gradients(v, u, n) -> (100.693147, [[10.0]], [[-5.0]], [[[10.0]]])
    loss: u with a score of 0 costs ln 2, the negative with a score of 100 costs 100
v = np.array([[0.0]])
u = np.array([[4.0]])
n = np.zeros((1, 0, 1))
sgns_loss_and_gradients(v, u, n) -> (0.693147, [[-2.0]], [[0.0]], np.zeros((1, 0, 1)))
    loss, center, shapes: the score 0 costs ln 2; v gets its slope -1/2 times u, and u gets -1/2 times v
u = np.array([[0.0]])
n = np.array([[[4.0]]])
sgns_loss_and_gradients(v, u, n) -> (1.386294, [[2.0]], [[0.0]], [[[0.0]]])
    loss, center, shapes: both scores cost ln 2; v gets the slope 1/2 times n, and n gets 1/2 times v
v = np.array([[4.0]])
n = np.array([[[0.0]]])
sgns_loss_and_gradients(v, u, n) -> (1.386294, [[0.0]], [[-2.0]], [[[2.0]]])
    context, negative, shapes: both scores are 0; u gets the slope -1/2 times v, the negative 1/2 times v
n = np.array([[[0.0], [0.0]]])
sgns_loss_and_gradients(v, u, n) -> (2.079442, [[0.0]], [[-2.0]], [[[2.0], [2.0]]])
    loss, negative: u and two negatives cost ln 2 each; each negative gets the slope 1/2 times v
v = np.array([[0.0]])
n = np.array([[[4.0], [4.0]]])
sgns_loss_and_gradients(v, u, n) -> (2.079442, [[4.0]], [[0.0]], [[[0.0], [0.0]]])
    center: each of two negatives gives the center its slope 1/2 times 4
v = np.array([[4.0], [8.0]])
u = np.zeros((2, 1))
n = np.zeros((2, 1, 1))
sgns_loss_and_gradients(v, u, n) -> (1.386294, [[0.0], [0.0]], [[-1.0], [-2.0]], [[[1.0]], [[2.0]]])
    loss, context, negative: it is the mean over two examples, so a slope of 1/2 becomes 1/4
v = np.zeros((2, 1))
u = np.array([[4.0], [8.0]])
sgns_loss_and_gradients(v, u, n) -> (1.386294, [[-1.0], [-2.0]], [[0.0], [0.0]], [[[0.0]], [[0.0]]])
    center: it is the mean over two examples, so a slope of 1/2 becomes 1/4
v = np.array([[1000.0]])
u = np.array([[-1.0]])
n = np.array([[[1.0]]])
sgns_loss_and_gradients(v, u, n) -> (2000.0, [[2.0]], [[-1000.0]], [[[1000.0]]])
    stable: both scores are 1000 on the wrong side and cost 1000, with the slopes -1 and 1
v = np.zeros((2, 3))
sgns_loss_and_gradients(v, np.zeros((1, 3)), np.zeros((2, 1, 3))) raises ValueError
    errors: there are two centers and one context
sgns_loss_and_gradients(v, np.zeros((2, 3)), np.zeros((1, 1, 3))) raises ValueError
    errors: there are two centers, and negatives for one
sgns_loss_and_gradients(v, np.zeros((2, 3)), np.zeros((2, 1, 1))) raises ValueError
    errors: negatives are as long as centers
sgns_loss_and_gradients(v, np.zeros((2, 3)), np.zeros((2, 3))) raises ValueError
    errors: negatives have three axes
sgns_loss_and_gradients(v, np.zeros((2, 3)), np.zeros((1, 2, 1, 3))) raises ValueError
    errors: negatives have three axes, and not four
sgns_loss_and_gradients(np.zeros(3), np.zeros(3), np.zeros((1, 3))) raises ValueError
    errors: centers and contexts have two axes, also for one example
sgns_loss_and_gradients(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 1, 3))) raises ValueError
    errors: the mean over no examples does not exist

E = np.array([[1.0, 0.0], [9.0, 9.0], [5.0, 0.0], [-3.0, 0.0], [0.0, 1.0]])
nearest(E, 0, 1) -> [2]
    order, limits: among the other rows, row 2 has the direction of row 0, whatever its length
nearest(E, 0, 2) -> [2, 1]
    order: row 1 comes next, with an angle of 45 degrees; row 3 points the other way
nearest(E, 0) -> [2, 1, 4, 3]
    order, limits: k is 5 and there are four other rows; their cosines are 1, 0.71, 0 and -1
nearest(E, 0, 50) -> [2, 1, 4, 3]
    limits: there are four other rows, and all of them are returned
nearest(E, 4, 1) -> [1]
    order, limits: row 4 is the last row; row 1 has an angle of 45 degrees with it, and no row a smaller one
nearest(E, 0, 1); E -> [[1.0, 0.0], [9.0, 9.0], [5.0, 0.0], [-3.0, 0.0], [0.0, 1.0]]
    order: the arguments stay as they were
nearest(E, 2, 1) -> [0]
    ties, order: row 0 has the direction of row 2, which itself is left out
nearest(np.ones((3, 2)), 1) -> [0, 2]
    ties: rows 0 and 2 are the others; their cosines are equal, so the smaller id comes first
F = np.array([[1.0], [-1.0]] * 4)
nearest(F, 0, 3) -> [2, 4, 6]
    ties: rows 2, 4 and 6 have the cosine 1, so the smaller id comes first
nearest(np.array([[1.0], [-1.0], [0.0], [2.0]]), 0) -> [3, 2, 1]
    ties: the cosine with a row of zeros counts as 0, which is between 1 and -1
nearest(np.array([[0.0], [1.0], [2.0]]), 0) -> [1, 2]
    ties: all cosines with a row of zeros count as 0, and the smaller id comes first
nearest(np.ones((1, 2)), 0) -> np.zeros(0)
    limits: there is no other row, and no ids have the shape (0,)
nearest(E, 5) raises IndexError
    errors: the last row is row 4
nearest(E, -1) raises IndexError
    errors: -1 is no id
nearest(E, 777) raises IndexError naming 777
    errors: the message should name the id that does not exist
nearest(E, 0, 0) raises ValueError
    errors: at least one row is wanted
nearest(np.ones(3), 0) raises ValueError
    errors: a table has two axes
""")
