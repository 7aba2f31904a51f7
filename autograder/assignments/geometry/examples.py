"""Small calls that a student is shown where a check of `geometry` fails."""

from autograder.assignments.geometry.mistakes import SUITE
from autograder.checks.examples import parse

SUITE.examples = parse("""
cosine_matrix(np.array([[1.0, 0.0]]), np.array([[3.0, 4.0]])) -> [[0.6]]
    values, zeros, shapes, half, errors: the dot product is 3, and the lengths are 1 and 5
cosine_matrix(np.array([[3.0, 4.0]]), np.array([[1.0, 0.0]])) -> [[0.6]]
    values, zeros, shapes, half, errors: the dot product is 3, and the lengths are 5 and 1
cosine_matrix(np.array([[1.0, 0.0]]), np.array([[-2.0, 0.0]])) -> [[-1.0]]
    values, zeros, half: opposite rows have the cosine -1
cosine_matrix(np.array([[1.0, 0.0], [3.0, 4.0]])) -> [[1.0, 0.6], [0.6, 1.0]]
    values, shapes: without B the rows of A are compared with each other
cosine_matrix(np.eye(2), np.array([[3.0, 4.0], [4.0, 3.0], [0.0, 2.0]])) -> [[0.6, 0.8, 0], [0.8, 0.6, 1]]
    values, shapes: each row of A has a row of the result, with one cosine for each row of B
A = np.array([[3.0, 4.0]])
cosine_matrix(A, np.array([[1.0, 0.0]])); A -> [[3.0, 4.0]]
    values, zeros, shapes, half: inputs stay as they were
cosine_matrix(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]])) -> [[0.0]]
    zeros: a row of zeros has the cosine 0 with every row
cosine_matrix(np.zeros((1, 2))) -> [[0.0]]
    zeros: a row of zeros has the cosine 0 with itself too
cosine_matrix(np.array([[1e-10, 0.0]]), np.array([[2.0, 0.0]])) -> [[1.0]]
    zeros: a short row has a direction, and here it is that of the other row
cosine_matrix(np.array([[1e-9, 0.0]])) -> [[1.0]]
    zeros: nothing is added to the product of two lengths either, small as it is
cosine_matrix(np.array([[1.0, -1.0]]), np.array([[2.0, 0.0], [0.0, 2.0]])) -> [[0.707107, -0.707107]]
    zeros: numbers that add up to 0 make no row of zeros, and neither does one 0
cosine_matrix(np.zeros((0, 2)), np.ones((3, 2))) -> np.zeros((0, 3))
    shapes: no rows with three give an array of shape (0, 3)
cosine_matrix(np.ones((3, 2)), np.zeros((0, 2))) -> np.zeros((3, 0))
    shapes: three rows with none give an array of shape (3, 0)
cosine_matrix(np.array([[3.0, 4.0]], np.float16), np.array([[1.0, 0.0]], np.float16)) -> [[0.6]]
    half: the dot product is 3, the lengths are 5 and 1; float32, the result's dtype, has seven digits
cosine_matrix(np.array([[300.0, 400.0]], np.float16), np.array([[1.0, 0.0]], np.float16)) -> [[0.6]]
    half: the cosine is 300 / 500; float16 holds these numbers, but not their squares
cosine_matrix(np.array([[1.0, 0.0]], np.float16), np.array([[300.0, 400.0]], np.float16)) -> [[0.6]]
    half: the cosine is 300 / 500, and the rows of B are widened too
cosine_matrix(np.ones((2, 2)), np.ones((2, 1))) raises ValueError
    errors: rows of two numbers and of one have no angle
cosine_matrix(np.ones(2), np.ones((2, 2))) raises ValueError
    errors: a table has two axes
cosine_matrix(np.ones((2, 1, 2)), np.ones((1, 2))) raises ValueError
    errors: three axes are not two

E = np.array([[1.0, 0], [0, 1], [2, 0], [3, -1], [4, 4], [0, 3], [9, 5]])
analogy(E, 0, 1, 2) -> [4]
    ranking, cost, errors: the step [-1, 1] leads from [2, 0] to [1, 1], and row 4 points there
analogy(E, 0, 1, 2, k=4) -> [4, 6, 5, 3]
    ranking, question: 0, 1 and 2 are left out; of the others 4 and 6 point most nearly along [1, 1]
Q = np.array([[1.0, -1], [2, 0], [2, 1], [0, 1], [-1, 0], [0, -1]])
analogy(Q, 0, 1, 2) -> [3]
    question: rows 1 and 2 are nearer to the query, [3, 2], but belong to the question
analogy(Q, 0, 1, 2, k=3) -> [3, 5, 4]
    question, ties, zeros: 0, 1 and 2 are left out whatever k is; the other three rows come back
analogy(Q, 0, 1, 2, exclude=False) -> [2]
    question: with exclude=False the words of the question stay in
analogy(Q, 0, 1, 2, k=6, exclude=False) -> [2, 1, 3, 0, 5, 4]
    question, ties, zeros: with exclude=False all six rows can be returned
analogy(Q, 0, 0, 2, k=4) -> [1, 3, 5, 4]
    question: the question has two different ids, so four of the six can be returned
W = np.array([[1.0, -1], [2, 0], [2, 1], [0, 1], [2, 1]])
analogy(W, 0, 1, 2) -> [4]
    question: row 4 holds the numbers of row 2, but it is another row, and stays in
T = np.array([[1.0, 0], [2, 0], [4, 0], [0, 1], [8, 0], [16, 0]])
analogy(T, 0, 1, 2, k=3) -> [4, 5, 3]
    ties: rows 4 and 5 have the same cosine, so the smaller id comes first
analogy(T, 0, 1, 2) -> [4]
    ties: rows 4 and 5 have the same cosine, and the smaller id is the one that comes back
Z = np.array([[1.0, -1], [2, 0], [2, 1], [-1, 0], [0, 0], [0, 1]])
analogy(Z, 0, 1, 2, k=3) -> [5, 4, 3]
    zeros: row 4 has the cosine 0, row 5 a positive one and row 3 a negative one
B = np.array([[1.0, 1], [1, 1], [1, -1], [1, 0], [2, -2]])
analogy(B, 0, 1, 2) -> [4]
    zeros: the query is [1, -1], which is not zero, and row 4 points the same way
H = np.array([[2.0, 0], [1, 0], [1, 0], [-1, 0], [0, 1]])
analogy(H, 0, 1, 2, k=2) -> [3, 4]
    zeros: the query is zero, so every row has the cosine 0, and the smaller id comes first
analogy(Q, 0, -1, 2) raises IndexError
    errors: -1 is no id
analogy(Q, 0, 1, -3) raises IndexError
    errors: c is an id as well, and -3 is none
analogy(Q, -2, 1, 2) raises IndexError
    errors: a is an id as well, and -2 is none
analogy(Q, 0, 777, 2) raises IndexError naming 777
    errors: the message should name the id that does not exist
analogy(Q, 6, 1, 2) raises IndexError
    errors: the last row is row 5
analogy(Q, 0, 1, 2, k=4) raises ValueError
    errors: six rows less the three of the question leave three
analogy(Q, 0, 1, 2, k=0) raises ValueError
    errors: k is 1 or more
analogy(np.ones(6), 0, 1, 2) raises ValueError
    errors: a table has two axes

X = np.array([[0.0, 3.0], [4.0, 3.0], [2.0, 4.0], [2.0, 2.0]])
Y = np.array([[0.0, 3.0], [4.0, 3.0], [2.0, 4.0], [2.0, 2.0], [2.0, 3.0]])
pca(Y, 2)[0] -> [2.0, 3.0]
    directions, variances, shapes: it is the mean of the five rows
pca(Y, 2)[2] -> [2.0, 0.5]
    variances, directions: the squares along x are 4 and 4, along y 1 and 1, and are divided by 5 - 1
pca(Y, 1)[2] -> [2.0]
    variances, shapes: k = 1 keeps the largest variance alone
pca(X, 1); X -> [[0.0, 3.0], [4.0, 3.0], [2.0, 4.0], [2.0, 2.0]]
    directions, shapes: inputs stay as they were
pca(np.eye(3), 0) raises ValueError
    errors: k is 1 or more
pca(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [5.0, 5.0]]), 3) raises ValueError
    errors: two columns have two directions
pca(np.eye(3), 3) raises ValueError
    errors: three rows less their mean spread in two directions at most
pca(np.ones((1, 2)), 1) raises ValueError
    errors: one row less the mean is zero, and has no direction
pca(np.ones(4), 1) raises ValueError
    errors: a table has two axes

effective_rank(np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])) -> 2.0
    values, dtypes: the spread is the same in two directions
effective_rank(np.array([[1.0, 1.0], [-1.0, -1.0]])) -> 1.0
    values, dtypes: both columns vary, but all rows lie on one line
effective_rank(np.array([[5.0, 1.0], [5.0, -1.0]])) -> 1.0
    values, deficient, dtypes: less the mean row, [5, 0], one direction is left
effective_rank(np.array([[1.0, 0.0], [-1.0, 0.0]])) -> 1.0
    deficient, errors: the shares are 1 and 0; a share of zero adds nothing to the entropy, which is 0
effective_rank(np.array([[3.0, 0.0], [-3.0, 0.0], [0.0, 1.0], [0.0, -1.0]])) -> 1.38414
    values, deficient, dtypes: the sums of squares are 18 and 2, the shares 0.9 and 0.1, their entropy 0.325
effective_rank(np.array([[3.0, 0.0], [-3.0, 0.0], [0.0, 1.0], [0.0, -1.0]], np.float32)) -> 1.38414
    dtypes: the shares are 0.9 and 0.1, and their entropy is 0.325, in float32 too
effective_rank(np.array([[1.0, 0.0, 0.0, 7.0], [0.0, 0.0, 1.0, 7.0]])) -> 1.0
    deficient: two rows lie on one line, whatever the number of columns
effective_rank(np.array([[1.0, 0.0], [-1.0, 0.0], [1.0, 0.0]])) -> 1.0
    deficient: the first and the last row are equal, and the one between them is not
effective_rank(np.ones((3, 2))) raises ValueError
    errors: equal rows have no spread to share out
effective_rank(np.array([[1.0, 2.0], [1.0, 2.0]])) raises ValueError
    errors: the two rows are equal
effective_rank(np.zeros((0, 2))) raises ValueError
    errors: a table without rows has no spread either
effective_rank(np.full((3, 2), 0.1)) raises ValueError
    errors: the three rows are equal, though their computed mean is not quite 0.1
effective_rank(np.array([[1.0, 2.0]])) raises ValueError
    errors: one row alone has no spread
effective_rank(np.array([1.0, 2.0, 4.0])) raises ValueError
    errors: a table has two axes

mean_pairwise_cosine(np.array([[4.0, 3.0], [5.0, 0.0]])) -> 0.8
    values, zeros, cost, errors: there is one pair; its dot product is 20 and both lengths are 5
mean_pairwise_cosine(np.array([[4.0, 3.0], [10.0, 0.0]])) -> 0.8
    values, zeros: a row of twice the length points the same way
mean_pairwise_cosine(np.array([[1.0, 0.0], [-2.0, 0.0]])) -> -1.0
    values, zeros: opposite rows have the cosine -1
mean_pairwise_cosine(np.array([[2.0, 0.0], [0.0, 1.0], [4.0, 3.0]])) -> 0.466667
    values, zeros: the three pairs have the cosines 0, 0.8 and 0.6
mean_pairwise_cosine(np.array([[4.0, 3.0], [5.0, 0.0]], np.float32)) -> 0.8
    values: the dot product is 20 and both lengths are 5, in float32 too
mean_pairwise_cosine(np.array([[4.0, 3.0], [5.0, 0.0], [0.0, 0.0]])) -> 0.266667
    zeros: of the three pairs one has the cosine 0.8, and the two with the row of zeros have 0
mean_pairwise_cosine(np.zeros((2, 3))) -> 0.0
    zeros: a row of zeros has the cosine 0 with every row
mean_pairwise_cosine(np.array([[5.0, 0.0], [0.0, 0.0]])) -> 0.0
    zeros: there is one pair, and its cosine is 0
mean_pairwise_cosine(np.array([[1.0, -1.0], [2.0, -2.0]])) -> 1.0
    zeros: numbers that add up to 0 make no row of zeros
mean_pairwise_cosine(np.array([[1.0, 0.0], [2.0, 0.0]])) -> 1.0
    zeros: a row with a 0 in it is no row of zeros
mean_pairwise_cosine(np.array([[4.0, 3.0], [4.0, 3.0], [5.0, 0.0]])) -> 0.866667
    values, zeros: of the three pairs one has the cosine 1, though its rows hold the same numbers, and two 0.8
mean_pairwise_cosine(np.array([[4.0, 3.0]])) raises ValueError
    errors: one row makes no pair
mean_pairwise_cosine(np.zeros((0, 2))) raises ValueError
    errors: no rows make no pair
mean_pairwise_cosine(np.ones((2, 2, 3))) raises ValueError
    errors: three axes are not two
mean_pairwise_cosine(np.array([4.0, 3.0])) raises ValueError
    errors: a table has two axes

E = np.array([[0.0, 3.0], [4.0, 3.0], [2.0, 4.0], [2.0, 2.0]])
remove_top_directions(E, 1) -> [[0.0, 0.0], [0.0, 0.0], [0.0, 1.0], [0.0, -1.0]]
    values, ends, cost, errors: the mean row [2, 3] goes, then all along [1, 0], where the spread is largest
D = np.array([[2.0, 2.0], [-2.0, -2.0], [1.0, -1.0], [-1.0, 1.0]])
remove_top_directions(D, 1) -> [[0.0, 0.0], [0.0, 0.0], [1.0, -1.0], [-1.0, 1.0]]
    values, ends: the rows lose their parts along [1, 1]; the direction [1, -1] stays as it is
F = np.array([[3.0, 0, 0], [-3, 0, 0], [0, 2, 0], [0, -2, 0], [0, 0, 1], [0, 0, -1]])
remove_top_directions(F, 2) -> [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 1.0], [0, 0, -1.0]]
    values, ends: the two directions of the largest spread go, and the third stays
remove_top_directions(E, 0) -> [[-2.0, 0.0], [2.0, 0.0], [0.0, 1.0], [0.0, -1.0]]
    ends: with k = 0 only the mean row, [2, 3], goes
remove_top_directions(E, 1); E -> [[0.0, 3.0], [4.0, 3.0], [2.0, 4.0], [2.0, 2.0]]
    values, ends: inputs stay as they were
remove_top_directions(E, -1) raises ValueError
    errors: k is 0 or more
remove_top_directions(E, 3) raises ValueError
    errors: two columns have two directions
remove_top_directions(np.eye(3), 3) raises ValueError
    errors: three rows less their mean spread in two directions at most
remove_top_directions(np.ones((1, 2)), 0) raises ValueError
    errors: a table has two rows or more
remove_top_directions(np.ones(4), 1) raises ValueError
    errors: a table has two axes

[cosine_matrix]
cosine_matrix(np.ones((1, 2), np.float32)).dtype -> np.float32
    zeros, values: the cosines have the dtype of the rows
cosine_matrix(np.array([[1.0, 9.0, 0.0]])[:, ::2], np.array([[3.0, 4.0]])) -> [[0.6]]
    shapes: the numbers of a row need not lie side by side in memory
cosine_matrix(np.array([[3.0, 1.0], [4.0, 0.0]]).T, np.array([[1.0, 0.0]])) -> [[0.6], [1.0]]
    shapes: the table may lie turned in memory
cosine_matrix(np.array([[4.0, 3.0]])[:, ::-1], np.array([[1.0, 0.0]])) -> [[0.6]]
    shapes: the numbers of a row may lie in reverse order in memory
cosine_matrix(np.zeros((0, 2), np.float16), np.ones((3, 2), np.float16)).dtype -> np.float32
    half: the result is float32, without rows too
cosine_matrix(np.zeros((0, 2)), np.ones((3, 4))) raises ValueError
    errors: rows of 2 and of 4 numbers do not go together, without rows too
cosine_matrix(np.zeros((0, 2)), np.ones(2)) raises ValueError
    errors: a table has two axes, and no rows change nothing about it

[analogy]
E = np.array([[1.0, 0], [0, 1], [2, 0], [3, -1], [4, 4], [0, 3], [9, 5]])
type(analogy(E, 0, 1, 2)[0]).__name__ -> "int64"
    ranking: ids are int64
analogy(E, 0, 1, 2, k=3); E[:3] -> [[1.0, 0.0], [0.0, 1.0], [2.0, 0.0]]
    ranking: the table belongs to the caller
analogy(E[:, ::-1], 0, 1, 2) -> [4]
    ranking: the numbers of a row need not lie in order in memory
opposite = np.array([[1.0, 0], [1, 0], [1, 0], [-1, 0]])
analogy(opposite, 0, 1, 2) -> [3]
    question: row 3 points the other way, and still is the only one that is not part of the question
Q = np.array([[1.0, -1], [2, 0], [2, 1], [0, 1], [-1, 0], [0, -1]])
analogy(Q, 0, 0, 2, k=3, exclude=False) -> [2, 1, 3]
    question: exclude=False lets the words of any question in, and here the step is zero
analogy(Q, 0, 1, 0, k=4) -> [2, 3, 5, 4]
    question: 0 comes twice, so four rows can be returned; of 3 and 5, of equal cosine, 3 comes first
short = 1e-9 * E
analogy(short, 0, 1, 2) -> [4]
    ties: only directions count, and rows may be as short as they like
analogy(E, 0, 777, 2) raises IndexError naming 777
    errors: the message should name the id that does not exist

[pca]
X = np.array([[0.0, 3.0], [4.0, 3.0], [2.0, 4.0], [2.0, 2.0]])
pca(X, 1)[1].shape -> (1, 2)
    directions, shapes: components stand in rows
np.abs(pca(X, 2)[1]) -> [[1.0, 0.0], [0.0, 1.0]]
    directions: the rows spread more along the first axis; the sign of a component is free
turned = np.array([[2.0, 2.0], [-2.0, -2.0], [1.0, -1.0], [-1.0, 1.0]])
np.abs(pca(turned, 2)[1]) -> [[0.707107, 0.707107], [0.707107, 0.707107]]
    directions: components have the length 1
bool(pca(np.array([[3.0, 4.0], [-3.0, -4.0]]), 1)[1].prod() > 0) -> True
    directions: the rows lie along [3, 4], and so does the component
np.abs(pca(np.array([[3.0, 4.0], [-3.0, -4.0]]), 1)[1]) -> [[0.6, 0.8]]
    directions, shapes: the rows lie along [3, 4], and the component has the length 1
np.abs(pca(np.array([[1.0, 2.0, 2.0], [-1.0, -2.0, -2.0]]), 1)[1]) -> [[0.333333, 0.666667, 0.666667]]
    directions, shapes: the rows lie along [1, 2, 2], whose length is 3
pca(X.astype(np.float32), 1)[1].dtype -> np.float32
    shapes: the components have the dtype of the rows
pca(X[:3], 2)[1].shape -> (2, 2)
    shapes: three rows have two components
pca(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [3.0, 0.0, 0.0]]), 3)[1].shape -> (3, 3)
    shapes: all three components are asked for, also those without variance
flat = np.array([[0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0]])
np.linalg.norm(pca(flat, 2)[1], axis=1) -> [1.0, 1.0]
    shapes: components have the length 1, also where there is no variance
pca(1e-9 * X, 1)[2] * 1e18 -> [2.666667]
    variances: numbers a billion times as small have variances 1e18 times as small
pca(1e8 + X / 3, 1)[2] -> [0.296296]
    variances: the squares along x are 4 / 9 and 4 / 9, wherever the mean is
pca(X[::-1, ::-1], 1)[2] -> [2.666667]
    shapes: rows and columns in reverse order change no variance, and need not be copied for that
pca(np.array([[0.0, 4.0, 2.0, 2.0], [3.0, 3.0, 4.0, 2.0]]).T, 1)[0] -> [2.0, 3.0]
    shapes: the table may lie turned in memory
pca(np.array([[1.0], [2.0], [3.0]]), 1)[2] -> [1.0]
    shapes: a table may have one column
pca(np.ones((4, 1, 2)), 1) raises ValueError
    errors: three axes are not two
pca(X, 3) raises ValueError
    errors: rows of two numbers have two components
pca(X[:2], 2) raises ValueError
    errors: two rows have one component

[effective_rank]
cross = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
type(effective_rank(cross)) -> float
    dtypes: the result is a Python float
effective_rank(cross); cross -> [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]
    values: the table belongs to the caller
off = cross + 5.0
effective_rank(off); off -> [[6.0, 5.0], [4.0, 5.0], [5.0, 6.0], [5.0, 4.0]]
    values: the table belongs to the caller
wide = np.array([[1.0, 7.0, 0.0], [-1.0, 7.0, 0.0], [0.0, 7.0, 1.0], [0.0, 7.0, -1.0]])
effective_rank(wide[:, ::2]) -> 2.0
    dtypes: the numbers of a row need not lie side by side in memory
effective_rank(np.array([[1.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [-1.0, 0.0]])) -> 1.0
    deficient: rows may come several times, and these lie on one line
effective_rank(1e-9 * cross) -> 2.0
    deficient: a factor changes no share, and rows may lie as close together as they like
effective_rank(1e8 * cross) -> 2.0
    deficient: a factor changes no share
effective_rank(1.0 + 1e-9 * cross) -> 2.0
    deficient: rows may lie as close together as they like
effective_rank(1e8 + cross / 3) -> 2.0
    deficient: an offset that all rows have in common changes nothing, however large it is
effective_rank(np.vstack([np.eye(4), -np.eye(4)])) -> 4.0
    values, deficient: the rows spread alike in four directions
round(effective_rank(np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 0.01], [0.0, -0.01]])), 4) -> 1.001
    values: the shares are 0.9999 and 0.0001, and the small one counts too
effective_rank(np.array([[1.0], [2.0], [4.0]])) -> 1.0
    deficient: a table may have one column
effective_rank(cross[::-1]) -> 2.0
    dtypes: the rows may lie in reverse order in memory
effective_rank(np.vstack([cross, cross[:2]])) -> 1.889882
    deficient: two rows come twice and count twice, so the shares are 4 / 6 and 2 / 6
effective_rank(np.stack([cross, 2 * cross])) raises ValueError
    errors: three axes are not two

[mean_pairwise_cosine]
E = np.array([[4.0, 3.0], [5.0, 0.0]])
type(mean_pairwise_cosine(E)) -> float
    values: the result is a Python float
mean_pairwise_cosine(E); E -> [[4.0, 3.0], [5.0, 0.0]]
    values: the table belongs to the caller
mean_pairwise_cosine(E[:, ::-1]) -> 0.8
    values: the numbers of a row need not lie in order in memory
mean_pairwise_cosine(1e-9 * E) -> 0.8
    values: only directions count, and rows may be as short as they like
mean_pairwise_cosine(np.array([[1.0, 0.0], [-1.0, 0.0]])) -> -1.0
    values: the two rows point away from each other
mean_pairwise_cosine(np.tile(E, (3000, 1))) -> 0.899983
    cost: half of all pairs have the cosine 1 and half 0.8, but for the pairs of a row with itself

[remove_top_directions]
E = np.array([[0.0, 3.0], [4.0, 3.0], [2.0, 4.0], [2.0, 2.0]])
remove_top_directions(E.astype(np.float32), 1).dtype -> np.float32
    ends, values: the result has the dtype of the rows
remove_top_directions(E.astype(np.float32), 0).dtype -> np.float32
    ends: the result has the dtype of the rows, with k = 0 too
np.abs(remove_top_directions(E, 2)).round(9) -> np.zeros((4, 2))
    ends: rows of two numbers have two directions, and without them nothing is left
np.abs(remove_top_directions(E[:3], 2)).round(9) -> np.zeros((3, 2))
    ends: three rows have two directions, and without them nothing is left
level = np.array([[1.0, 2.0], [-1.0, -2.0]])
np.shares_memory(remove_top_directions(level, 0), level) -> False
    ends: the result is a new array, also where nothing is removed
remove_top_directions(np.array([[0.0, 4.0, 2.0, 2.0], [3.0, 3.0, 4.0, 2.0]]).T, 1)[2:]\
 -> [[0.0, 1.0], [0.0, -1.0]]
    ends: the table may lie turned in memory
little = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1e-6], [0.0, -1e-6]])
np.abs(remove_top_directions(little, 2)).round(9) -> np.zeros((4, 2))
    ends: both directions are removed, also the one of little variance
np.abs(remove_top_directions(np.array([[1.0], [3.0]]), 1)).round(9) -> [[0.0], [0.0]]
    ends: a table may have one column, and then one direction is all there is
remove_top_directions(1e8 + E / 4, 1) -> [[0.0, 0.0], [0.0, 0.0], [0.0, 0.25], [0.0, -0.25]]
    ends: what is left does not depend on the mean, however large it is
remove_top_directions(E[::-1, ::-1], 1) -> [[-1.0, 0.0], [1.0, 0.0], [0.0, 0.0], [0.0, 0.0]]
    ends: rows and columns come in reverse order, and need not be copied for that; now [0, 1] leads
remove_top_directions(1e-9 * E, 1) * 1e9 -> [[0.0, 0.0], [0.0, 0.0], [0.0, 1.0], [0.0, -1.0]]
    ends: the scale of the table plays no part
np.abs(remove_top_directions(np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 4.0]]), 2)).round(9) -> np.zeros((3, 2))
    ends: all rows lie along one direction, and without it nothing is left
remove_top_directions(np.ones((4, 1, 2)), 1) raises ValueError
    errors: three axes are not two
""")
