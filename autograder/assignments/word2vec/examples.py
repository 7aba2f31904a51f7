"""Small calls that a student is shown where a check of `word2vec` fails."""

from autograder.assignments.word2vec.mistakes import SUITE
from autograder.checks.examples import parse

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
cbow_mean_backward(np.zeros((0, 1)), np.array([[1]]), np.array([[True]]), 3) raises ValueError
    errors: there is one example and no gradient
cbow_mean_backward(G, np.array([[1, 2]]), np.array([[True], [True]]), 3) raises ValueError
    errors: contexts have the shape (1, 2) and the mask has (2, 1)
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
nearest(np.ones((50, 1)), 0) -> [1, 2, 3, 4, 5]
    ties: all cosines are equal, and the five smallest of the other ids come first
nearest(np.array([[1.0], [-1.0], [0.0], [2.0]]), 0) -> [3, 2, 1]
    ties: the cosine with a row of zeros counts as 0, which is between 1 and -1
nearest(np.array([[0.0], [1.0], [0.0]]), 0) -> [1, 2]
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

[skipgram_pairs]
skipgram_pairs(np.array([7, 0, 8, 0])[::2], 1) -> [[7, 8], [8, 7]]
    dtypes: the ids need not lie side by side in memory
skipgram_pairs(np.array([7, 8], np.uint8), 1).dtype -> np.int64
    dtypes: the pairs are int64, whatever the ids are
skipgram_pairs(np.array([2**60 + 1, 2]), 1)[0, 0] - 2**60 -> 1
    dtypes, pairs: ids of this size are exact as int64, and neither as float64 nor as int32
skipgram_pairs(np.array([7]), 1).dtype -> np.int64
    edges: the pairs are int64, without pairs too
skipgram_pairs(np.array([7]), 0) raises ValueError
    errors: a window has at least 1, for a single id too
skipgram_pairs(np.zeros(0), 1) raises TypeError
    errors: an array of floats holds no ids, and an empty one has a dtype too
skipgram_pairs(np.array(7), 1) raises ValueError
    errors: a text has one axis, and a number by itself has none
skipgram_pairs(np.array([7, 8]), -1) raises ValueError
    errors: a window reaches one step or more
skipgram_pairs(np.zeros((0, 2), int), 1) raises ValueError
    errors: a text has one axis, without ids too
ids = np.array([-7, 8])
np.shares_memory(skipgram_pairs(ids, 1), skipgram_pairs(ids, 1)) -> False
    pairs: each call returns an array of its own
skipgram_pairs(ids, 1); ids -> [-7, 8]
    pairs: the ids belong to the caller

[cbow_mean]
E = np.array([[90.0, 9.0], [2.0, 0.0], [4.0, 8.0]])
cbow_mean(E.astype(np.float32), np.array([[1, 2]]), np.array([[True, True]])).dtype -> np.float32
    dtypes: the means have the dtype of E
cbow_mean(E.astype(np.float32), np.zeros((0, 2), int), np.zeros((0, 2), bool)).dtype -> np.float32
    shapes: the means have the dtype of E, without examples too
long = np.arange(600.0).reshape(300, 2)
cbow_mean(long, np.array([[200]], np.uint8), np.array([[True]])) -> [[400.0, 401.0]]
    dtypes: row 200 of a table with two columns, though 200 · 2 is beyond a uint8
cbow_mean(E, np.array([[1, 0, 2]])[:, ::2], np.array([[True, False, True]])[:, ::2]) -> [[3.0, 4.0]]
    shapes: contexts and mask need not lie side by side in memory
cbow_mean(E, np.array([[1, 1], [2, 2]]).T, np.ones((2, 2), bool).T) -> [[3.0, 4.0], [3.0, 4.0]]
    shapes: both examples are the mean of row 1 and row 2; contexts and mask may lie turned in memory
cbow_mean(E, np.array([[2, 1]]), np.array([[False, True]])) -> [[2.0, 0.0]]
    values: the first slot is empty, and the mean is that of the second
cbow_mean(E, np.zeros((0, 0), int), np.zeros((0, 0), bool)) -> np.zeros((0, 2))
    shapes: no examples give an array of shape (0, 2), also where they would have no slots
cbow_mean(E, np.ones((1, 300), int), np.ones((1, 300), bool)) -> [[2.0, 0.0]]
    shapes: the mean of 300 times row 1 is row 1
cbow_mean(E, np.array([[1, 2**32]]), np.array([[True, True]])) raises IndexError
    errors: the last row is row 2; int32 would make 0 of this id
big = np.array([[1, 2**64 - 5]], np.uint64)
cbow_mean(E, big, np.array([[True, True]])) raises IndexError naming 18446744073709551611
    errors: the message should name the id as it is, and int64 has no such number
cbow_mean(E, np.zeros((0, 2)), np.zeros((0, 2), bool)) raises TypeError
    errors: an array of floats holds no ids, and an empty one has a dtype too
cbow_mean(E, np.zeros((0, 2), int), np.zeros((0, 2))) raises TypeError
    errors: a mask holds truth values, and an empty one has a dtype too
cbow_mean(E, np.zeros((0, 2), int), np.zeros((0, 1), bool)) raises ValueError
    errors: contexts and mask have one shape, without examples too
cbow_mean(E, np.zeros(0, int), np.zeros(0, bool)) raises ValueError
    errors: contexts have two axes, without examples too
T = np.ones((1, 2), bool)
np.shares_memory(cbow_mean(E, np.array([[1, 2]]), T), cbow_mean(E, np.array([[1, 2]]), T)) -> False
    values: each call returns an array of its own

[cbow_mean_backward]
G = np.array([[4.0]])
cbow_mean_backward(G.astype(np.float32), np.array([[1]]), np.array([[True]]), 2).dtype -> np.float32
    dtypes: the gradient has the dtype of the one that arrives
cbow_mean_backward(np.zeros((0, 2), np.float32), np.zeros((0, 1), int), np.zeros((0, 1), bool), 2).dtype\
 -> np.float32
    shapes: the gradient has the dtype of the one that arrives, without examples too
wide = np.array([[4.0, 8.0]])
cbow_mean_backward(wide, np.array([[200]], np.uint8), np.array([[True]]), 300)[200] -> [4.0, 8.0]
    dtypes: row 200 of a table with two columns, though 200 · 2 is beyond a uint8
two = np.array([[4.0], [2.0]])
cbow_mean_backward(two, np.array([[1, 1], [2, 2]]).T, np.ones((2, 2), bool).T, 3) -> [[0.0], [3.0], [3.0]]
    shapes: rows 1 and 2 get half of 4 and half of 2 each; contexts and mask may lie turned in memory
cbow_mean_backward(np.array([[4.0, 9.0, 8.0]])[:, ::2], np.array([[1]]), np.array([[True]]), 2)\
 -> [[0.0, 0.0], [4.0, 8.0]]
    shapes: the gradients need not lie side by side in memory
cbow_mean_backward(np.zeros((0, 2)), np.zeros((0, 1)), np.zeros((0, 1), bool), 4) raises TypeError
    errors: these are no ids at all, and their dtype is a floating point one
cbow_mean_backward(np.array([4.0]), np.array([[1]]), np.array([[True]]), 3) raises ValueError
    errors: one example has a gradient of shape (1, d)
type(cbow_mean_backward(G, np.array([[1]]), np.array([[True]]), 2)).__name__ -> "ndarray"
    values: the gradient of the table is an array
cbow_mean_backward(np.array([[6.0]]), np.array([[1, 1, 0]]), np.ones((1, 3), bool), 2) -> [[2.0], [4.0]]
    values: row 1 fills two of three slots and gets two thirds of 6
cbow_mean_backward(G, np.ones((1, 300), int), np.ones((1, 300), bool), 2) -> [[0.0], [4.0]]
    shapes: row 1 fills all of 300 slots and gets 300 times 4 / 300
cbow_mean_backward(np.zeros((0, 2)), np.zeros((0, 0), int), np.zeros((0, 0), bool), 4) -> np.zeros((4, 2))
    shapes: without examples every row is zero, also where they would have no slots
cbow_mean_backward(G, np.array([[2**32]]), np.array([[True]]), 3) raises IndexError
    errors: the last row is row 2; int32 would make 0 of this id
big = np.array([[2**64 - 5]], np.uint64)
cbow_mean_backward(G, big, np.array([[True]]), 3) raises IndexError naming 18446744073709551611
    errors: the message should name the id as it is, and int64 has no such number
empty = np.zeros((0, 1))
cbow_mean_backward(empty, np.zeros((0, 2), int), np.zeros((0, 2)), 3) raises TypeError
    errors: a mask holds truth values, and an empty one has a dtype too
cbow_mean_backward(empty, np.zeros((0, 2), int), np.zeros((0, 1), bool), 3) raises ValueError
    errors: contexts and mask have one shape, without examples too
cbow_mean_backward(np.zeros(0), np.zeros((0, 2), int), np.zeros((0, 2), bool), 3) raises ValueError
    errors: the gradients have the shape (0, d), and these have one axis
one = np.array([[1]]), np.array([[True]])
np.shares_memory(cbow_mean_backward(G, *one, 3), cbow_mean_backward(G, *one, 3)) -> False
    values: each call returns an array of its own

[noise_distribution]
noise_distribution(np.array([16.0, 9.0, 1.0, 9.0, 1.0])[::2]) -> [0.8, 0.1, 0.1]
    dtypes: the counts need not lie side by side in memory
type(noise_distribution(np.array([16, 1, 1]))).__name__ -> "ndarray"
    values: the probabilities are an array
noise_distribution(np.array([16, 1, 1], np.float32)).dtype -> np.float64
    values, dtypes: the probabilities are float64
noise_distribution(np.array([100, 50], np.uint8), 2) -> [0.8, 0.2]
    dtypes: with power 2 the weights are 10,000 and 2,500, whatever integer type the counts have
N = np.array([0.5, 0.5])
noise_distribution(N, 1) is N -> False
    values: the result is a new array also where it holds the same numbers
noise_distribution(np.array([1e-12, 3e-12]), 1) -> [0.25, 0.75]
    values: counts may be as small as they like, for their ratio counts
noise_distribution(np.array([2**62, 2**62])) -> [0.5, 0.5]
    dtypes: the counts are equal; their sum is too large for int64
noise_distribution(np.array([2**63, 2**63], np.uint64)) -> [0.5, 0.5]
    dtypes: the counts are equal; int64 has no such number
noise_distribution(np.array([16, 1, 1], np.longdouble)).dtype -> np.float64
    dtypes: the probabilities are float64, also for counts of a wider dtype
noise_distribution(np.array([3.0, 5.0], np.float32))[0] - 3**0.75 / (3**0.75 + 5**0.75) + 1e-3 -> 1e-3
    dtypes: the power is taken in float64, whatever the dtype of the counts
noise_distribution(np.array(3)) raises ValueError
    errors: counts have one axis, and a number by itself has none
noise_distribution(np.array([3, -1]), 2) raises ValueError
    errors: no word comes -1 times, whatever the power makes of it
noise_distribution(np.array([3, -1]), 0) raises ValueError
    errors: no word comes -1 times, whatever the power makes of it
noise_distribution(np.array([1.0, np.nan]), 0) raises ValueError
    errors: nan is no count, though its power 0 is 1
N = np.array([16, 1])
np.shares_memory(noise_distribution(N), noise_distribution(N)) -> False
    values: each call returns an array of its own

[sgns_loss_and_gradients]
v = np.array([[0.0]])
u = np.array([[4.0]])
n = np.array([[[4.0]]])
sgns_loss_and_gradients(v, u, n); (v, u, n) -> ([[0.0]], [[4.0]], [[[4.0]]])
    loss, center, context, negative: the three vectors belong to the caller
v32 = np.array([[0.0]], np.float32)
sgns_loss_and_gradients(v32, v32, v32[None])[1].dtype -> np.float32
    shapes: the gradients have the dtype of the vectors
sgns_loss_and_gradients(v32, v32, v32[None])[2].dtype -> np.float32
    shapes: the gradients have the dtype of the vectors
sgns_loss_and_gradients(v32, v32, v32[None])[3].dtype -> np.float32
    shapes: the gradients have the dtype of the vectors
isinstance(sgns_loss_and_gradients(v, u, n)[0], (float, np.floating)) -> True
    loss: the loss is a number, Python's or NumPy's, and no array
np.shares_memory(sgns_loss_and_gradients(v, u, n)[1], sgns_loss_and_gradients(v, u, n)[1]) -> False
    center: each call returns arrays of its own
np.shares_memory(sgns_loss_and_gradients(v, u, n)[2], sgns_loss_and_gradients(v, u, n)[2]) -> False
    context: each call returns arrays of its own
np.shares_memory(sgns_loss_and_gradients(v, u, n)[3], sgns_loss_and_gradients(v, u, n)[3]) -> False
    negative: each call returns arrays of its own
isinstance(sgns_loss_and_gradients(v, u, n), tuple) -> True
    loss: loss and gradients are a tuple with names
v = np.array([[1.0, 9.0, 0.0]])[:, ::2]
n = np.zeros((1, 2, 3))[:, :, ::2]
sgns_loss_and_gradients(v, np.array([[0.0, 4.0]]), n)[1] -> [[0.0, -2.0]]
    shapes: v gets the slope -1/2 times u, and nothing from zeros, wherever the numbers lie in memory
sgns_loss_and_gradients(np.array([[1e4]]), np.array([[-1.0]]), np.zeros((1, 0, 1)))[0] -> 10000.0
    stable: -ln σ(-10000) is 10000, and nothing is capped
v = np.array([[1000.0, 0.0]])
sgns_loss_and_gradients(v, np.array([[1.0, 0.0]]), np.array([[[0.0, 4.0]]]))[1] -> [[0.0, 2.0]]
    stable: the score of 1000 has no slope left; that of the negative is 0 and has the slope 1/2
v = np.ones((2, 3))
sgns_loss_and_gradients(v, v[:, :1], v[:, None]) raises ValueError
    errors: a context is as long as its center
sgns_loss_and_gradients(v[:, :1], v, v[:, None]) raises ValueError
    errors: a center is as long as its context
sgns_loss_and_gradients(v, v, np.ones((2, 0, 1))) raises ValueError
    errors: negatives are as long as centers, also where there are none

[nearest]
E = np.array([[1.0, 0.0], [1.0, 0.1], [0.0, 1.0], [1.0, 0.2], [0.0, 0.0]])
nearest(E, 0, 2).dtype -> np.int64
    order: ids are int64
type(nearest(E, 0, 2)).__name__ -> "ndarray"
    order: the ids are an array
nearest(E[:, ::-1], 0, 2) -> [1, 3]
    limits: the numbers of the table need not lie in order in memory
nearest(np.array([[1.0, 0.0], [4.0, 3.0], [1.0, 1.0]]), 0, 1) -> [1]
    order, limits, ties: the cosines are 0.8 and 0.707; lengths do not count
tiny = 1e-9 * np.array([[1.0, 0.0], [9.0, 9.0], [1.0, 0.1]])
nearest(tiny, 0, 1) -> [2]
    order: only directions count, and rows may be as short as they like
nearest(np.array([[1.0, 0.0], [-1.0, 0.0], [-1.0, 1.0]]), 0) -> [2, 1]
    order, limits: both point away from row 0, with cosines of -0.71 for row 2 and -1 for row 1
nearest(np.array([[1.0, 0.0], [0.1, 0.1], [9.0, 1.0]]), 0, 1) -> [2]
    order: the cosines are 0.71 for row 1 and 0.99 for row 2; lengths do not count
nearest(np.array([[1.0, 0.0], [0.0, 0.0], [-1.0, 0.0]]), 0) -> [1, 2]
    ties: the cosine with a row of zeros counts as 0, which is more than -1
nearest(np.ones((1, 2)), 0).dtype -> np.int64
    limits: ids are int64, without any of them too
nearest(np.ones((2, 1, 2)), 0) raises ValueError
    errors: a table has two axes, and not three
nearest(E, 0, -1) raises ValueError
    errors: at least one row is wanted
nearest(np.ones((1, 2)), 1) raises IndexError
    errors: the only row is row 0
nearest(np.ones((1, 2)), 0, 0) raises ValueError
    errors: at least one row is wanted, though there is no other
nearest(np.ones((1, 1, 2)), 0) raises ValueError
    errors: a table has two axes, and not three
np.shares_memory(nearest(E, 0, 2), nearest(E, 0, 2)) -> False
    order: each call returns an array of its own

[train_sgns]
one = np.array([[0, 1]])
two = np.array([0.0, 0.0, 1.0, 0.0])
usual = dict(steps=1, batch=4, negatives=2, lr=1.0, noise=two)
run = lambda **more: train_sgns(one, 4, 3, rng=np.random.default_rng(0), **{**usual, **more})
np.shares_memory(run()[0], run()[0]) -> False
    start: each call returns tables of its own
np.shares_memory(run()[1], run()[1]) -> False
    start: each call returns tables of its own
run(steps=0)[1] -> np.zeros((4, 3))
    start, steps, learns: E_out starts at zero, and both tables are (V, d)
run(steps=0)[0].shape -> (4, 3)
    start: both tables are (V, d)
run(steps=0)[0].dtype -> np.float64
    start: both tables are float64
large = train_sgns(one, 1000, 10, rng=np.random.default_rng(0), **{**usual, "steps": 0,\
 "noise": np.ones(1000) / 1000})
round(float(large[0].max()), 3) -> 0.05
    start: among 10,000 numbers that are drawn uniformly up to 0.5 / 10, the largest comes close to it
round(float(large[0].min()), 3) -> -0.05
    start: among 10,000 numbers that are drawn uniformly from -0.5 / 10, the smallest comes close to it
np.array_equal(run(steps=0)[0], run(steps=0)[0]) -> True
    start, fresh, draws: everything random comes from rng, so the same seed gives the same start
np.array_equal(run(steps=2)[0], run(steps=2)[0]) -> True
    draws, fresh: everything random comes from rng, so the same seed gives the same tables
np.array_equal(run(steps=0)[0], train_sgns(one, 4, 3, rng=np.random.default_rng(1), **{**usual,\
 "steps": 0})[0]) -> False
    start, fresh: another seed gives another start
run(steps=1)[1][1] / run(steps=0)[0][0] -> [0.5, 0.5, 0.5]
    start, steps, draws, learns: in the first step the context gets half of the vector of its center
run(steps=1)[1][2] / run(steps=0)[0][0] -> [-1.0, -1.0, -1.0]
    steps, draws, learns: id 2 is drawn twice for each pair and loses twice a half of the vector of the center
run(steps=1)[0] - run(steps=0)[0] -> np.zeros((4, 3))
    steps: E_out is zero at first, so E_in does not move in the first step
run(steps=1, lr=0.1)[1][1] / run(steps=0)[0][0] -> [0.05, 0.05, 0.05]
    steps: it is half of the vector of the center, times the rate of 0.1
run(steps=1, batch=100)[1][1] / run(steps=0)[0][0] -> [0.5, 0.5, 0.5]
    steps: the loss is the mean over the batch, so a batch of 100 equal pairs makes the step of one
np.round((run(steps=2)[1][1] - run(steps=1)[1][1]) / run(steps=0)[0][0], 1) -> [0.5, 0.5, 0.5]
    steps: in the second step, too, the context gets half of the vector that its center had before the step
(run(steps=5)[0] - run(steps=0)[0])[1:] -> np.zeros((3, 3))
    steps, start: rows 1 to 3 were no centers and stay as they started
run(steps=5)[1][[0, 3]] -> np.zeros((2, 3))
    steps, draws: rows 0 and 3 were neither contexts nor negatives
same = train_sgns(np.array([[0, 2]]), 4, 3, rng=np.random.default_rng(0), **usual)
same[1][2] / same[0][0] -> [-0.5, -0.5, -0.5]
    draws, steps: row 2 gets a half as a context and loses twice a half as a negative
five = np.array([[0, 1], [0, 1], [0, 1], [0, 0], [0, 3]])
often = train_sgns(five, 4, 3, rng=np.random.default_rng(0), **{**usual, "batch": 10_000})
np.round(often[1] / often[0][0], 1)[:, 0] -> [0.1, 0.3, -1.0, 0.1]
    draws: of five pairs three have the context 1, one the context 0 and one the context 3, the last row
three = np.array([[0, 0], [0, 1], [0, 3]])
equal = train_sgns(three, 4, 3, rng=np.random.default_rng(0), **{**usual, "batch": 10_000})
np.round(equal[1] / equal[0][0], 1)[:, 0] -> [0.2, 0.2, -1.0, 0.2]
    draws: each of three pairs is drawn a third of the time, and its context gets a third of a half
every = np.c_[np.zeros(100, int), np.arange(1, 101)]
once = train_sgns(every, 102, 3, rng=np.random.default_rng(0), **{**usual, "batch": 100,\
 "noise": np.eye(102)[101]})
bool(once[1][1:101].any(axis=1).all()) -> False
    draws: of 100 pairs 100 are drawn, some of them twice, so that others are left out
rare = run(batch=10_000, noise=np.array([0.0, 0.0, 0.9, 0.1]))
np.round(rare[1][3] / rare[0][0], 1) -> [-0.1, -0.1, -0.1]
    draws: a tenth of two negatives for each pair is id 3, and each takes a half of the vector of the center
half = np.array([0.0, 0.0, 0.5, 0.5])
[bool(row.any()) for row in run(steps=30, batch=1, negatives=1, noise=half)[1]] == [False, True, True, True]\
 -> True
    fresh: in 30 steps ids 2 and 3 are both drawn
[bool(row.any()) for row in run(batch=1, negatives=30, noise=half)[1]] == [False, True, True, True] -> True
    draws: among 30 negatives of one pair ids 2 and 3 both are drawn
[bool(row.any()) for row in run(batch=30, negatives=1, noise=half)[1]] == [False, True, True, True] -> True
    draws: among the negatives of 30 pairs ids 2 and 3 both are drawn
own = train_sgns(np.array([[2, 1]]), 4, 3, rng=np.random.default_rng(0), **{**usual, "batch": 30,\
 "noise": half})
own[1][2].any() -> True
    draws: id 2 is half of all negatives, also where it is the center
stays = train_sgns(np.array([[0, 2]]), 4, 3, rng=np.random.default_rng(0), **{**usual, "batch": 10_000,\
 "noise": half})
np.round(stays[1][3] / stays[0][0], 1) -> [-0.5, -0.5, -0.5]
    draws: half of two negatives for each pair is id 3; the other half is id 2, though it is the context
np.array_equal(run(steps=2, noise=half)[1], run(steps=2, noise=half)[1]) -> True
    draws, fresh: everything random comes from rng, so the same seed gives the same tables
single = train_sgns(five, 4, 3, rng=np.random.default_rng(0), **{**usual, "batch": 1, "steps": 60})
[bool(row.any()) for row in single[1]] == [True] * 4 -> True
    fresh: in 60 steps each of the five pairs is drawn
mixed = train_sgns(five, 4, 3, rng=np.random.default_rng(0), **{**usual, "batch": 60})
[bool(row.any()) for row in mixed[1]] == [True] * 4 -> True
    draws: among 60 pairs each of the five is drawn
many = np.r_[0.5, 0.0, np.full(2500, 1 / 5000)]
spread = train_sgns(np.array([[1, 1]]), 2502, 1, rng=np.random.default_rng(0), **{**usual, "noise": many,\
 "negatives": 100})
spread[1][2:].any() -> True
    draws: half of the noise is on 2,500 rare ids, so among 100 negatives there are some of them
heavy = train_sgns(np.array([[1, 1]]), 2502, 1, rng=np.random.default_rng(0), **{**usual, "noise": many,\
 "negatives": 100, "batch": 40})
np.round(heavy[1][0] / heavy[0][1] / 50, 1) -> [-0.5]
    draws: id 0 is about 50 of 100 negatives of each pair, and each takes half of the vector of the center
N = np.array([0.0, 0.0, 0.2, 0.7, 0.1])
train_sgns(one, 5, 3, rng=np.random.default_rng(0), **{**usual, "noise": N}); N -> [0.0, 0.0, 0.2, 0.7, 0.1]
    start: the noise belongs to the caller
before = N.copy(); train_sgns(one, 5, 3, rng=np.random.default_rng(0), **{**usual, "noise": N});\
 np.array_equal(N, before) -> True
    start: the noise belongs to the caller, and not a digit of it changes
turned = np.array([[0, 1], [1, 0]])
train_sgns(turned, 4, 3, rng=np.random.default_rng(0), **usual); turned -> [[0, 1], [1, 0]]
    draws: the pairs belong to the caller
gaps = train_sgns(np.array([[0, 9, 1], [0, 9, 1]])[:, ::2], 4, 3, rng=np.random.default_rng(0), **usual)
gaps[1][1] / gaps[0][0] -> [0.5, 0.5, 0.5]
    steps: the pairs need not lie side by side in memory
wide = train_sgns(np.array([[0, 1]], np.uint64), 4, 3, rng=np.random.default_rng(0), **usual)
wide[1][1] / wide[0][0] -> [0.5, 0.5, 0.5]
    steps: the context gets half of the vector of its center, whatever integer type the ids have
long = train_sgns(np.array([[0, 200]], np.uint8), 300, 2, rng=np.random.default_rng(0), **{**usual,\
 "noise": np.eye(300)[1]})
long[1][200] / long[0][0] -> [0.5, 0.5]
    steps: the context 200 gets half of the vector of its center, though twice 200 is beyond a uint8
train_sgns(np.array([[0.0, 1.0]]), 4, 3, rng=np.random.default_rng(0), **usual) raises TypeError
    errors: floating point numbers are no ids
train_sgns(np.array([[-1, 1]]), 4, 3, rng=np.random.default_rng(0), **usual) raises IndexError
    errors: -1 is no id
train_sgns(np.array([[0, -1]]), 4, 3, rng=np.random.default_rng(0), **usual) raises IndexError
    errors: -1 is no id, as a context either
train_sgns(np.array([[0, 777]]), 4, 3, rng=np.random.default_rng(0), **usual) raises IndexError naming 777
    errors: the message should name the id that does not exist
train_sgns(np.array([[0, 2**32]]), 4, 3, rng=np.random.default_rng(0), **usual) raises IndexError
    errors: the last row is row 3; int32 would make 0 of this id
big = np.array([[0, 2**64 - 5]], np.uint64)
train_sgns(big, 4, 3, rng=np.random.default_rng(0), **usual) raises IndexError naming 18446744073709551611
    errors: the message should name the id as it is, and int64 has no such number
train_sgns(np.array([0, 1]), 4, 3, rng=np.random.default_rng(0), **usual) raises ValueError
    errors: pairs have the shape (p, 2)
train_sgns(np.array([[0, 1, 2]]), 4, 3, rng=np.random.default_rng(0), **usual) raises ValueError
    errors: pairs have the shape (p, 2)
train_sgns(np.zeros((0, 2), int), 4, 3, rng=np.random.default_rng(0), **usual) raises ValueError
    errors: there is no pair
run(noise=np.array([0.5, 0.5])) raises ValueError
    errors: there are four words, and two probabilities
run(noise=np.full((2, 2), 0.25)) raises ValueError
    errors: noise has the shape (V,), and here it has two axes
run(noise=np.array([0.5, 0.5]), steps=0) raises ValueError
    errors: there are four words and two probabilities, and that is an error without a step too
run(batch=0) raises ValueError
    errors: a batch has a pair or more
run(negatives=0) raises ValueError
    errors: each pair has a negative or more
run(steps=-1) raises ValueError
    errors: there is no negative number of steps
run(batch=0, steps=0) raises ValueError
    errors: a batch has a pair or more, and that is an error without a step too
""")
