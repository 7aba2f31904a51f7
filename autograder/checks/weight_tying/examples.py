"""Small calls that a student is shown where a check of `weight-tying` fails.

There are none for `tied_parameters`, which takes a module. The logits of a `TiedLM` are known where its
table is drawn with a standard deviation of 0: they are zero.
"""

from autograder.checks.framework.examples import parse
from autograder.checks.weight_tying.catalogue import SUITE

SUITE.examples = parse("""
E = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
output_logits(np.array([[1.0, 2.0]]), E) -> [[1.0, 2.0, 3.0]]
    values, shapes, errors: the logits are the dot products of [1, 2] with the rows of E
output_logits(np.array([[1.0, 2.0]]), E, np.array([10.0, 20.0, 30.0])) -> [[11.0, 22.0, 33.0]]
    values: each token has its own bias
output_logits(np.array([[1.0, 2.0]]), np.array([[1.0, 1.0], [0.0, 1.0]])) -> [[3.0, 2.0]]
    values: the rows of E are [1, 1] and [0, 1], and the logits are 1 + 2 and 0 + 2
h = np.array([[1.0, 2.0]])
output_logits(h, E); h -> [[1.0, 2.0]]
    values: the hidden states belong to the caller
output_logits(np.array([1.0, 2.0]), E) -> [1.0, 2.0, 3.0]
    shapes: they are the dot products with the rows of E, without an axis for the one position
output_logits(np.array([[[1.0, 2.0]], [[2.0, 1.0]]]), E) -> [[[1.0, 2.0, 3.0]], [[2.0, 1.0, 3.0]]]
    shapes: positions of shape (2, 1) give logits of shape (2, 1, 3)
output_logits(np.zeros((0, 2)), E) -> np.zeros((0, 3))
    shapes: no positions give logits of shape (0, 3)
output_logits(np.array([[1.0, 2.0]]), E, np.array([10.0])) raises ValueError
    errors: there are three tokens and one bias
output_logits(np.array([[1.0, 2.0]]), E, np.array([[10.0], [20.0], [30.0]])) raises ValueError
    errors: the biases of three tokens have the shape (3,), not (3, 1)
output_logits(np.array([[1.0, 2.0, 3.0]]), E) raises ValueError
    errors: the hidden state has three numbers, and each row of E has two
output_logits(np.array([[1.0, 2.0]]), np.array([1.0, 0.0])) raises ValueError
    errors: a table has two axes
output_logits(np.array([[1.0, 2.0]]), np.array([[[1.0], [0.0]]])) raises ValueError
    errors: a table has two axes, not three
output_logits(np.array(1.0), E) raises ValueError
    errors: a number without axes is no hidden state

E = np.array([[0.0, 2.0], [0.0, 4.0]])
h = np.array([[1.0, 0.0]])
output_side_gradient(h, E, np.array([1]))\
 -> (0.693147, [[0.5, 0.0], [-0.5, 0.0]], [0.5, -0.5], [[0.0, -1.0]])
    table: p - onehot is [0.5, -0.5]; each row of dE is its number times h, also if it is no target
output_side_gradient(h, E, np.array([0]))\
 -> (0.693147, [[-0.5, 0.0], [0.5, 0.0]], [-0.5, 0.5], [[0.0, 1.0]])
    hidden: p - onehot is [-0.5, 0.5]; dh is -0.5 times row 0 of E plus 0.5 times row 1
h = np.array([[1.0, 0.0], [1.0, 0.0]])
output_side_gradient(h, E, np.array([1, 1]))\
 -> (0.693147, [[0.5, 0.0], [-0.5, 0.0]], [0.5, -0.5], [[0.0, -0.5], [0.0, -0.5]])
    table, hidden: of a mean of two equal positions each brings half
output_side_gradient(np.ones((4, 1)), np.zeros((2, 1)), np.array([0, 1, 1, 1]))\
 -> (0.693147, [[0.25], [-0.25]], [0.25, -0.25], np.zeros((4, 1)))
    table, bias: one position brings [-0.125, 0.125], and three bring [0.125, -0.125] each
b = np.array([np.log(3.0), 0.0])
output_side_gradient(np.ones((1, 1)), np.zeros((2, 1)), np.array([1]), b)\
 -> (1.386294, [[0.75], [-0.75]], [0.75, -0.75], [[0.0]])
    table, bias: the biases make the probabilities 3/4 and 1/4
b = np.array([np.log(3.0), 0.0])
output_side_gradient(np.zeros((1, 1)), np.array([[4.0], [8.0]]), np.array([1]), b)\
 -> (1.386294, [[0.0], [0.0]], [0.75, -0.75], [[-3.0]])
    hidden: the biases make the probabilities 3/4 and 1/4, and dh is 0.75 · 4 - 0.75 · 8
output_side_gradient(np.array([1.0, 0.0]), E, np.array(1))\
 -> (0.693147, [[0.5, 0.0], [-0.5, 0.0]], [0.5, -0.5], [0.0, -1.0])
    shapes: p - onehot is [0.5, -0.5] for one position without an axis as well
output_side_gradient(np.array([[[1.0, 0.0], [1.0, 0.0]]]), E, np.array([[1, 1]]))\
 -> (0.693147, [[0.5, 0.0], [-0.5, 0.0]], [0.5, -0.5], [[[0.0, -0.5], [0.0, -0.5]]])
    shapes: the mean is over both positions, whatever their axes
h = np.array([[1.0, 0.0]])
output_side_gradient(h, E, np.array([1], np.uint8))\
 -> (0.693147, [[0.5, 0.0], [-0.5, 0.0]], [0.5, -0.5], [[0.0, -1.0]])
    shapes: uint8 is an integer type
output_side_gradient(np.array([[1000.0]]), np.array([[2.0], [0.0]]), np.array([1]))\
 -> (2000.0, [[1000.0], [-1000.0]], [1.0, -1.0], [[2.0]])
    stable: the logits are 2000 and 0, so p is [1, 0], and the loss is their distance
output_side_gradient(np.array([[1000.0], [-1000.0]]), np.array([[2.0], [0.0]]), np.array([1, 1]))\
 -> (1000.0, [[500.0], [-500.0]], [0.5, -0.5], [[1.0], [0.0]])
    stable: the losses are 2000 and 0, and each position has a largest logit of its own
output_side_gradient(h, E, np.array([1], np.uint64))\
 -> (0.693147, [[0.5, 0.0], [-0.5, 0.0]], [0.5, -0.5], [[0.0, -1.0]])
    shapes: uint64 is an integer type
output_side_gradient(h, E, np.array([1.0])) raises TypeError
    errors: floating point numbers are no targets
output_side_gradient(h, E, np.array([-1])) raises IndexError
    errors: -1 is no token
output_side_gradient(h, E, np.array([777])) raises IndexError naming 777
    errors: the message should name the token that does not exist
output_side_gradient(h, E, np.array([2])) raises IndexError
    errors: the tokens are 0 and 1
output_side_gradient(np.ones((2, 2)), E, np.array([1])) raises ValueError
    errors: there are two positions and one target
output_side_gradient(h, E, np.array([1]), np.array([1.0])) raises ValueError
    errors: there are two tokens and one bias
output_side_gradient(np.zeros((0, 2)), E, np.zeros(0, int)) raises ValueError
    errors: the mean over no positions does not exist

E = np.array([[1.0, 1.0], [0.0, 2.0]])
W = np.array([[np.log(2.0) - 1.0, np.log(2.0)], [1.0, 0.0]])
tied_gradient(E, W, np.array([0]), np.array([1]))\
 -> (0.693147, [[-0.32, 0.32], [0.0, 0.0]], [[0.3, 0.3], [-0.3, -0.3]], [[0.32, -0.32], [0.32, -0.32]])
    output: tanh(ln 2) is 0.6, so h is [0.6, 0.6]; the output side is 0.5 and -0.5 times h
tied_gradient(E, W, np.array([0]), np.array([1]))\
 -> (0.693147, [[-0.32, 0.32], [0.0, 0.0]], [[0.3, 0.3], [-0.3, -0.3]], [[0.32, -0.32], [0.32, -0.32]])
    input: what comes back through tanh, [0.32, -0.32], goes through W transposed to row 0, which was read
tied_gradient(E, W, np.array([0]), np.array([0]))\
 -> (0.693147, [[0.32, -0.32], [0.0, 0.0]], [[-0.3, -0.3], [0.3, 0.3]], [[-0.32, 0.32], [-0.32, 0.32]])
    weights: dh is [-0.5, 0.5] and 1 - 0.6² is 0.64, so each row of dW is [-0.32, 0.32], as x is [1, 1]
tied_gradient(E, W, np.array([0, 0]), np.array([1, 1]))\
 -> (0.693147, [[-0.32, 0.32], [0.0, 0.0]], [[0.3, 0.3], [-0.3, -0.3]], [[0.32, -0.32], [0.32, -0.32]])
    output, input, weights: of a mean of two equal positions each brings half, to the same rows
tied_gradient(E, W, np.array(0), np.array(1))\
 -> (0.693147, [[-0.32, 0.32], [0.0, 0.0]], [[0.3, 0.3], [-0.3, -0.3]], [[0.32, -0.32], [0.32, -0.32]])
    shapes: one position without an axis gives what ids of shape (1,) give
tied_gradient(E, W, np.array([[0, 0]]), np.array([[1, 1]]))\
 -> (0.693147, [[-0.32, 0.32], [0.0, 0.0]], [[0.3, 0.3], [-0.3, -0.3]], [[0.32, -0.32], [0.32, -0.32]])
    shapes: ids of shape (1, 2) give what ids of shape (2,) give
tied_gradient(E, W, np.array([0], np.uint8), np.array([1], np.uint8))\
 -> (0.693147, [[-0.32, 0.32], [0.0, 0.0]], [[0.3, 0.3], [-0.3, -0.3]], [[0.32, -0.32], [0.32, -0.32]])
    shapes: uint8 is an integer type
tied_gradient(E, W, np.array([0], np.uint64), np.array([1], np.int8))\
 -> (0.693147, [[-0.32, 0.32], [0.0, 0.0]], [[0.3, 0.3], [-0.3, -0.3]], [[0.32, -0.32], [0.32, -0.32]])
    shapes: ids and targets may be of two integer types
tied_gradient(E, W, np.array([0.0]), np.array([1])) raises TypeError
    errors: floating point numbers are no ids
tied_gradient(E, W, np.array([0]), np.array([1.0])) raises TypeError
    errors: floating point numbers are no targets
tied_gradient(E, W, np.array([-1]), np.array([1])) raises IndexError
    errors: -1 is no id
tied_gradient(E, W, np.array([777]), np.array([1])) raises IndexError naming 777
    errors: the message should name the id that does not exist
tied_gradient(E, W, np.array([0]), np.array([-1])) raises IndexError
    errors: -1 is no target
tied_gradient(E, W, np.array([0]), np.array([1, 1])) raises ValueError
    errors: there are one id and two targets
tied_gradient(E, np.ones((2, 1)), np.array([0]), np.array([1])) raises ValueError
    errors: d is 2, so W has the shape (2, 2)
tied_gradient(E, W, np.zeros(0, int), np.zeros(0, int)) raises ValueError
    errors: the mean over no positions does not exist

TiedLM(3, 2, std=0.0)(torch.tensor([1])) -> [[0.0, 0.0, 0.0]]
    start, forward: with a standard deviation of 0 the table is zero, and so are the logits
TiedLM(3, 2, std=0.0, bias=True)(torch.tensor([1])) -> [[0.0, 0.0, 0.0]]
    start: with a standard deviation of 0 the table is zero, and the bias starts at zero
TiedLM(3, 2, std=0.0)(torch.tensor(1)) -> [0.0, 0.0, 0.0]
    forward: one id without an axis gives one logit for each of three tokens
TiedLM(3, 2, std=0.0)(torch.tensor([[1], [0]])) -> [[[0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0]]]
    forward: ids of shape (2, 1) give logits of shape (2, 1, 3)
TiedLM(3, 2, std=0.0)(torch.zeros((2, 0), dtype=int)) -> np.zeros((2, 0, 3))
    forward: ids of shape (2, 0) give logits of shape (2, 0, 3)
TiedLM(3, 2, std=0.0)(torch.tensor([1], dtype=torch.int32)) -> [[0.0, 0.0, 0.0]]
    forward, device: ids of dtype int32 are allowed, and a table of zeros gives logits of zero
TiedLM(3, 2)(torch.tensor([1.0])) raises TypeError
    errors: floating point numbers are no ids
TiedLM(3, 2)(torch.tensor([True])) raises TypeError
    errors: truth values are no ids
TiedLM(3, 2)(torch.tensor([1], dtype=torch.int16)) raises TypeError
    errors: of the integer types int32 and int64 alone are allowed
TiedLM(3, 2)(torch.tensor([-1])) raises IndexError
    errors, device: -1 is no id
TiedLM(3, 2)(torch.tensor([777])) raises IndexError naming 777
    errors: the message should name the id that does not exist
TiedLM(3, 2)(torch.tensor([3])) raises IndexError
    errors, device: the last id is 2

tying_savings(5, 2, 40, True) -> (10, 20, 0.2)
    counts: a tie saves one table of 5 · 2 numbers, of 2 bytes each
tying_savings(5, 2, 40, False) -> (10, 20, 0.25)
    counts: a tie would save one of the two tables of 5 · 2 numbers, of 2 bytes each
tying_savings(5, 2, 40, True, itemsize=4) -> (10, 40, 0.2)
    counts: the 10 numbers saved have 4 bytes each
tying_savings(10**10, 10**10, 3 * 10**20, True) -> (10**20, 2 * 10**20, 0.25)
    counts: the counts are exact for numbers of any size
tying_savings(5, 2, 30, True) -> (10, 20, 0.25)
    share: untied it would have 10 parameters more than 30, and 10 of 40 are saved
tying_savings(5, 2, 50, False) -> (10, 20, 0.2)
    share: it is untied with 50 parameters, and 10 of them could be saved
tying_savings(5, 2, 10, True) -> (10, 20, 0.5)
    share, errors: a tied model may be nothing but its table of 10 numbers; untied it has two
tying_savings(5, 2, 20, False) -> (10, 20, 0.5)
    share, errors: an untied model may be nothing but its two tables of 10 numbers
tying_savings(0, 2, 40, True) raises ValueError
    errors: a table has a row or more
tying_savings(5, 0, 40, True) raises ValueError
    errors: a row has a number or more
tying_savings(5, 2, 40, True, itemsize=0) raises ValueError
    errors: a number has a byte or more
tying_savings(5, 2, 40, True, itemsize=-2) raises ValueError
    errors: no number has a negative number of bytes
tying_savings(5, 2, 9, True) raises ValueError
    errors: the one table has 10 numbers
tying_savings(5, 2, 19, False) raises ValueError
    errors: the two tables have 10 numbers each
""")
