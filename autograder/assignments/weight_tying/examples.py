"""Small calls that a student is shown where a check of `weight-tying` fails."""

from autograder.assignments.weight_tying.mistakes import SUITE
from autograder.checks.examples import parse

SUITE.examples = parse("""
E = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
output_logits(np.array([[1.0, 2.0]]), E) -> [[1.0, 2.0, 3.0]]
    values, shapes, errors: the logits are the dot products of [1, 2] with the rows of E
output_logits(np.array([[1.0, 2.0], [2.0, 1.0]]), E) -> [[1.0, 2.0, 3.0], [2.0, 1.0, 3.0]]
    values: the logits of a position stand in a row, one for each token
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
output_logits(np.zeros((2, 0, 2)), E).shape -> (2, 0, 3)
    shapes: no positions have a shape as well, here (2, 0)
output_logits(np.array([[1.0, 2.0]]), E, np.array([10.0])) raises ValueError
    errors: there are three tokens and one bias
output_logits(np.array([[1.0, 2.0]]), E, np.array([[10.0], [20.0], [30.0]])) raises ValueError
    errors: the biases of three tokens have the shape (3,), not (3, 1)
output_logits(np.array([[1.0, 2.0]]), E, np.array([[10.0, 20.0, 30.0]])) raises ValueError
    errors: the biases of three tokens have the shape (3,), not (1, 3)
output_logits(np.array([[1.0, 2.0, 3.0]]), E) raises ValueError
    errors: the hidden state has three numbers, and each row of E has two
output_logits(np.array([[1.0, 2.0]]), np.array([1.0, 0.0])) raises ValueError
    errors: a table has two axes
output_logits(np.array([[1.0, 2.0]]), np.array([[[1.0], [0.0]]])) raises ValueError
    errors: a table has two axes, not three
output_logits(np.array([[1.0, 2.0]]), np.array([[[1.0, 0.0]]])) raises ValueError
    errors: a table has two axes, not three, whatever the length of the last one
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
output_side_gradient(np.array([[-1000.0]]), np.array([[2.0], [2.0]]), np.array([1]))\
 -> (0.693147, [[-500.0], [500.0]], [0.5, -0.5], [[0.0]])
    stable: both logits are -2000, and their probabilities are equal
output_side_gradient(np.array([[1000.0], [-1000.0]]), np.array([[2.0], [0.0]]), np.array([1, 1]))\
 -> (1000.0, [[500.0], [-500.0]], [0.5, -0.5], [[1.0], [0.0]])
    stable: the mean of the losses 2000 and 0 is 1000, and each position has a largest logit of its own
output_side_gradient(h, E, np.array([1], np.uint64))\
 -> (0.693147, [[0.5, 0.0], [-0.5, 0.0]], [0.5, -0.5], [[0.0, -1.0]])
    shapes: uint64 is an integer type
h32 = np.array([[300.0]], np.float32)
output_side_gradient(h32, np.array([[1.0], [1.0]], np.float32), np.array([1]))\
 -> (0.693147, [[150.0], [-150.0]], [0.5, -0.5], [[0.0]])
    stable: both logits are 300, and their probabilities are equal for float32 too
output_side_gradient(h, E, np.array([1.0])) raises TypeError
    errors: floating point numbers are no targets
output_side_gradient(h, E, np.array([True])) raises TypeError
    errors: truth values are no targets
output_side_gradient(h, E, np.array([-1])) raises IndexError
    errors: -1 is no token
output_side_gradient(h, E, np.array([777])) raises IndexError naming 777
    errors: the message should name the token that does not exist
output_side_gradient(h, E, np.array([-100])) raises IndexError
    errors: -100 is no token
output_side_gradient(h, E, np.array([2**32 + 1])) raises IndexError
    errors: there is no token 4294967297, though its last 32 bits are 1
output_side_gradient(h, E, np.array([2**64 - 1], np.uint64)) raises IndexError naming 18446744073709551615
    errors: the message should name the number that was given
output_side_gradient(h, E, np.array([2])) raises IndexError
    errors: the tokens are 0 and 1
output_side_gradient(np.ones((2, 2)), E, np.array([1])) raises ValueError
    errors: there are two positions and one target
output_side_gradient(h, E, np.array([1]), np.array([1.0])) raises ValueError
    errors: there are two tokens and one bias
output_side_gradient(np.zeros((0, 2)), E, np.zeros(0, int)) raises ValueError
    errors: the mean over no positions does not exist
output_side_gradient(np.zeros((2, 0, 2)), E, np.zeros((2, 0), int)) raises ValueError
    errors: two sentences without a token have no positions either

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
tied_gradient(E, W, np.array([[[0], [0]]]), np.array([[[1], [1]]]))\
 -> (0.693147, [[-0.32, 0.32], [0.0, 0.0]], [[0.3, 0.3], [-0.3, -0.3]], [[0.32, -0.32], [0.32, -0.32]])
    shapes: ids of shape (1, 2, 1) give what ids of shape (2,) give
tied_gradient(E, W, np.array([0.0]), np.array([1])) raises TypeError
    errors: floating point numbers are no ids
tied_gradient(E, W, np.array([0]), np.array([1.0])) raises TypeError
    errors: floating point numbers are no targets
tied_gradient(E, W, np.array([True]), np.array([1])) raises TypeError
    errors: truth values are no ids
tied_gradient(E, W, np.array([0]), np.array([True])) raises TypeError
    errors: truth values are no targets
tied_gradient(E, W, np.array([-1]), np.array([1])) raises IndexError
    errors: -1 is no id
tied_gradient(E, W, np.array([777]), np.array([1])) raises IndexError naming 777
    errors: the message should name the id that does not exist
tied_gradient(E, W, np.array([0]), np.array([-1])) raises IndexError
    errors: -1 is no target
tied_gradient(E, W, np.array([0]), np.array([-100])) raises IndexError
    errors: -100 is no target
tied_gradient(E, W, np.array([2**32]), np.array([1])) raises IndexError
    errors: there is no id 4294967296, though its last 32 bits are 0
tied_gradient(E, W, np.array([0]), np.array([2**32])) raises IndexError
    errors: there is no target 4294967296, though its last 32 bits are 0
far = np.array([2**64 - 1], np.uint64)
tied_gradient(E, W, far, np.array([1])) raises IndexError naming 18446744073709551615
    errors: the message should name the number that was given
tied_gradient(E, W, np.array([0]), far) raises IndexError naming 18446744073709551615
    errors: the message should name the number that was given
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
tying_savings(-5, -2, 40, True) raises ValueError
    errors: neither rows nor numbers are counted below zero
tying_savings(1, 1, 1, True, itemsize=1) -> (1, 1, 0.5)
    counts, errors: one row, one number and one byte are sizes like any other
tying_savings(5, 2, 40, True, itemsize=0) raises ValueError
    errors: a number has a byte or more
tying_savings(5, 2, 40, True, itemsize=-2) raises ValueError
    errors: no number has a negative number of bytes
tying_savings(5, 2, 9, True) raises ValueError
    errors: the one table has 10 numbers
tying_savings(5, 2, 19, False) raises ValueError
    errors: the two tables have 10 numbers each

[output_logits]
output_logits(np.ones((1, 2), np.float32), np.ones((3, 2), np.float32)).dtype -> np.float32
    dtypes: the logits have the dtype of h
output_logits(np.zeros((0, 2), np.float32), np.ones((3, 2), np.float32)).dtype -> np.float32
    dtypes: the logits have the dtype of h, without positions too
h = np.array([[1e8, 1.0]])
output_logits(h, np.array([[1.0, 1.0]])) - 1e8 -> [[1.0]]
    dtypes: it is 1e8 + 1 - 1e8, and float64 is computed in float64
turned = np.array([[1.0, 9.0, 2.0, 9.0]])[:, ::2]
output_logits(turned, np.array([[1.0, 10.0]])) -> [[21.0]]
    shapes: the numbers of h need not lie side by side in memory
output_logits(np.array([[[1.0], [2.0]], [[4.0], [8.0]]]).transpose(1, 0, 2), np.array([[1.0], [10.0]]))\
 -> [[[1.0, 10.0], [4.0, 40.0]], [[2.0, 20.0], [8.0, 80.0]]]
    shapes: the first two axes are exchanged in memory, and each position keeps its place
b = np.array([10.0])
output_logits(np.array([1.0]), np.array([[2.0]]), b); b -> [10.0]
    shapes: the biases belong to the caller
first = output_logits(np.array([[2.0]]), np.array([[3.0]]))
later = output_logits(np.array([[5.0]]), np.array([[3.0]])); first.tolist() == [[6.0]] -> True
    shapes: the first result stays 2 · 3 when another one is computed
output_logits(np.array([[2.0]]), np.array([[3.0]])).shape -> (1, 1)
    shapes: one position and one token are two axes still
output_logits(np.array([[1.0]]), np.ones((2, 2))) raises ValueError
    errors: h has the width 1 and E the width 2
output_logits(np.ones((1, 2)), np.ones((1, 2)), np.zeros(2)) raises ValueError
    errors: one token has a bias of shape (1,), also where it is zero
output_logits(np.zeros((0, 2)), np.ones((3, 2)), np.zeros(2)) raises ValueError
    errors: the bias does not fit the table, and no positions change nothing about it
output_logits(np.zeros((0, 3)), np.ones((3, 2))) raises ValueError
    errors: h has the width 3 and E the width 2, without positions too

[output_side_gradient]
h = np.array([[1.0, 0.0]])
E = np.array([[0.0, 2.0], [0.0, 4.0]])
b = np.array([0.0, 0.0])
pair = np.array([[1.0, 0.0], [1.0, 0.0]])
output_side_gradient(pair, E, np.array([1, 1])); pair -> [[1.0, 0.0], [1.0, 0.0]]
    table: the hidden vectors belong to the caller
output_side_gradient(h, E, np.array([1]), b); h -> [[1.0, 0.0]]
    table: the hidden vectors belong to the caller
output_side_gradient(h.astype(np.float32), E.astype(np.float32), np.array([1]))[1].dtype -> np.float32
    shapes: the gradients have the dtype of h
isinstance(output_side_gradient(h, E, np.array([1]))[0], float) -> True
    shapes: the loss is a float
output_side_gradient(h.astype(np.float32), E.astype(np.float32), np.array([1]))[0].__class__ -> float
    shapes: the loss is a Python float for float32 too
output_side_gradient(np.array([[1.0, 9.0, 0.0]])[:, ::2], E, np.array([1]))[1] -> [[0.5, 0.0], [-0.5, 0.0]]
    shapes: the numbers of h need not lie side by side in memory
first = output_side_gradient(h, E, np.array([1]))[1:]
later = output_side_gradient(2 * h, E, np.array([0])); first\
 -> ([[0.5, 0.0], [-0.5, 0.0]], [0.5, -0.5], [[0.0, -1.0]])
    shapes: the first results stay when others are computed
output_side_gradient(np.ones((2, 3, 1)).transpose(1, 0, 2), np.zeros((2, 1)), np.ones((3, 2), int))\
 -> (0.693147, [[0.5], [-0.5]], [0.5, -0.5], np.zeros((3, 2, 1)))
    shapes: the first two axes of h are exchanged in memory
tenth = np.array([[0.1]])
abs(output_side_gradient(tenth, np.array([[1.0], [0.0]]), np.array([1]))[0] - np.log1p(np.exp(0.1))) < 1e-12\
 -> True
    table, shapes, stable: the loss is ln(1 + exp(0.1)), to the digits of float64
output_side_gradient(np.ones((2, 2)), E, np.array([[1, 1]])) raises ValueError
    errors: two hidden vectors have targets of shape (2,), not (1, 2)
output_side_gradient(h, E, np.array([257])) raises IndexError
    errors, shapes: there is no token 257, though the last eight bits of it are 1

[tied_gradient]
E = np.array([[1.0, 1.0], [0.0, 2.0]])
W = np.array([[np.log(2.0) - 1.0, np.log(2.0)], [1.0, 0.0]])
round(tied_gradient(E, np.zeros((2, 2)), np.array([1]), np.array([0]))[0], 6) -> 0.693147
    output: with weights of zero the hidden vector is zero, and so is each logit, whatever was read
tied_gradient(E, W, np.array([0]), np.array([1])); W -> [[-0.306853, 0.693147], [1.0, 0.0]]
    output, input, weights: the weights belong to the caller
E32 = E.astype(np.float32)
W32 = W.astype(np.float32)
tied_gradient(E32, W32, np.array([0]), np.array([1]))[1].dtype -> np.float32
    shapes: the gradients have the dtype of E
isinstance(tied_gradient(E32, W32, np.array([0]), np.array([1]))[0], float) -> True
    shapes: the loss is a float, for float32 too
wide = np.array([[1.0, 9.0, 1.0], [0.0, 9.0, 2.0]])[:, ::2]
tied_gradient(wide, W, np.array([0]), np.array([1]))[2] -> [[0.3, 0.3], [-0.3, -0.3]]
    shapes: the numbers of E need not lie side by side in memory
tied_gradient(E, W, np.zeros((2, 3), int).T, np.ones((2, 3), int).T)\
 -> (0.693147, [[-0.32, 0.32], [0.0, 0.0]], [[0.3, 0.3], [-0.3, -0.3]], [[0.32, -0.32], [0.32, -0.32]])
    shapes: the numbers of ids and targets need not lie side by side in memory
tied_gradient(E, W, np.array([[0, 1]]), np.array([[1], [0]])) raises ValueError
    errors: ids have the shape (1, 2) and targets (2, 1)
abs(tied_gradient(np.zeros((2, 1)), np.eye(1), np.array([0]), np.array([1]))[0] - np.log(2)) < 1e-12 -> True
    output, shapes: the loss has the digits of float64
abs(tied_gradient(E, W, np.array([0]), np.array([1]))[2][0, 0] - 0.3) < 1e-12 -> True
    output, shapes: h is tanh(ln 2), and that is 0.6 to the digits of float64
first = tied_gradient(E, W, np.array([0]), np.array([1]))[1:]
later = tied_gradient(E, W, np.array([0]), np.array([0])); first\
 -> ([[-0.32, 0.32], [0.0, 0.0]], [[0.3, 0.3], [-0.3, -0.3]], [[0.32, -0.32], [0.32, -0.32]])
    shapes: the first results stay when others are computed
tied_gradient(E32, W32, np.array([0]), np.array([1]))[3].dtype -> np.float32
    shapes: the gradient of W has the dtype of E as well
row = np.array([[0, 0]])
tied_gradient(E, W, row, np.array([[1, 1]])); row -> [[0, 0]]
    shapes: the ids belong to the caller, and keep their shape
tied_gradient(E, W[None], np.array([[0]]), np.array([[1]])) raises ValueError
    errors: W has the shape (1, 2, 2), and two axes are expected
tied_gradient(E, W, np.array([0]), np.array([777])) raises IndexError naming 777
    errors: the message should name the target that does not exist
tied_gradient(E, np.ones((3, 2)), np.array([0]), np.array([1])) raises ValueError
    errors: d is 2, so W has the shape (2, 2)

[TiedLM]
model = TiedLM(3, 2)
ids = torch.tensor([1])
model.lm_head.weight is model.embed.weight -> True
    tie, survives, gradient, device: they are one Parameter with two names
sum(p.numel() for p in model.parameters()) -> 6
    tie: the parameters are those of one table of 3 · 2 numbers
[type(part).__name__ for part in (model.embed, model.lm_head)] -> ["Embedding", "Linear"]
    tie: the two layers are PyTorch's
ones = torch.ones((3, 2))
model.embed.weight.data.copy_(ones); model(ids) -> [[2.0, 2.0, 2.0]]
    tie, forward: in a table of ones each logit is 1 · 1 + 1 · 1
model.lm_head.weight.data.copy_(ones); model(ids) -> [[2.0, 2.0, 2.0]]
    tie, forward: the table was filled under its other name
len(list(model.named_parameters(remove_duplicate=False))) -> 2
    tie: the one Parameter has two names and no third
model(ids).dtype -> torch.float32
    start: this is PyTorch's default dtype
TiedLM(3, 2, dtype=torch.float64)(ids).dtype -> torch.float64
    start, device, forward: the table is made in the dtype asked for
scaled = TiedLM(3, 2, scale=3.0)
scaled.embed.weight.data.copy_(ones); scaled(ids) -> [[6.0, 6.0, 6.0]]
    forward: a row of ones times 3 gives 3 · 1 + 3 · 1, and the logits are not scaled again
scaled.embed.weight.data.copy_(ones); scaled.eval()(ids) -> [[6.0, 6.0, 6.0]]
    forward: the scale holds in evaluation mode too
without = TiedLM(3, 2, scale=0.0)
without.embed.weight.data.copy_(ones); without(ids) -> [[0.0, 0.0, 0.0]]
    forward: 0 is a scale like any other
twice = TiedLM(3, 2, nn.Identity(), scale=3.0)
twice.embed.weight.data.copy_(ones); twice(ids) -> [[6.0, 6.0, 6.0]]
    forward: the body gets the scaled rows and returns them
zero = TiedLM(3, 2, nn.Linear(2, 2))
zero.body.weight.data.zero_(); zero.body.bias.data.zero_(); zero(ids) -> [[0.0, 0.0, 0.0]]
    forward: the body returns zeros, and nothing is added to them
biased = TiedLM(3, 2, bias=True)
biased.lm_head.bias -> [0.0, 0.0, 0.0]
    start, forward: there is a bias for each token, and it starts at zero
biased.lm_head.bias.data.fill_(5.0); biased.embed.weight.data.copy_(ones); biased(ids) -> [[7.0, 7.0, 7.0]]
    forward: each logit is 1 · 1 + 1 · 1 and its bias of 5
biased.lm_head.bias.requires_grad -> True
    start: the bias learns
model.lm_head.bias -> None
    start, forward: without bias=True there is none
large = TiedLM(1000, 100)
round(large.embed.weight.std().item(), 3) -> 0.02
    start: the standard deviation of the table is std
large.embed.weight.abs().max().item() > 0.07 -> True
    start: among 100,000 numbers of a normal distribution some are beyond 3.5 standard deviations
TiedLM(1000, 100, std=2.0).embed.weight.abs().max().item() > 7 -> True
    start: among 100,000 numbers of a normal distribution some are beyond 3.5 standard deviations
round(TiedLM(1000, 100, std=0.5).embed.weight.std().item(), 1) -> 0.5
    start: the standard deviation of the table is std
torch.equal(TiedLM(3, 2).embed.weight, TiedLM(3, 2).embed.weight) -> False
    start: each model draws a table of its own
body = nn.Linear(2, 2)
TiedLM(3, 2, body).body is body -> True
    start, forward: the body is the module given
hollow = nn.Sequential()
TiedLM(3, 2, hollow).body is hollow -> True
    start: a body without layers is a body
along = TiedLM(3, 2, nn.Softmax(dim=1))
along.embed.weight.data.copy_(ones); along(torch.tensor([[0], [1]])) -> [[[2.0, 2.0, 2.0]], [[2.0, 2.0, 2.0]]]
    forward: the body gets the shape (2, 1, 2), and a softmax along an axis of length 1 gives ones
type(model.body).__name__ -> "Identity"
    start, forward: without a body the model has an nn.Identity
TiedLM(3, 2, nn.Linear(2, 2).double(), dtype=torch.float32).body.weight.dtype -> torch.float64
    start: the caller has moved the body, if anybody did
body.weight.requires_grad and TiedLM(3, 2, body).body.weight.requires_grad -> True
    start: the body learns as it did
TiedLM(3, 2, body.eval()).body.training or TiedLM(3, 2, body.train()).body.training -> True
    start: the body stays in the mode in which it came
fresh = nn.Linear(2, 2)
before = fresh.weight.tolist()
made = TiedLM(3, 2, fresh); fresh.weight.tolist() == before -> True
    start: the body keeps the weights with which it came
model(ids).sum().backward(); model.embed.weight.grad is None -> False
    gradient: both ends of the model read the table
tied = TiedLM(3, 2)
tied.embed.weight.data.copy_(ones); tied(torch.tensor([0]))[0, 1].backward(); tied.embed.weight.grad\
 -> [[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]
    gradient: the logit of token 1 after token 0 is row 0 times row 1, and each has the other for its gradient
tied.embed.weight.data.copy_(ones); tied(torch.tensor([2]))[0, 2].backward(); tied.embed.weight.grad\
 -> [[0.0, 0.0], [0.0, 0.0], [2.0, 2.0]]
    gradient: row 2 stands at both ends and gets a gradient from each
tied.embed.weight.data.copy_(ones); tied(torch.tensor([0, 0]))[:, 1].sum().backward(); tied.embed.weight.grad\
 -> [[2.0, 2.0], [2.0, 2.0], [0.0, 0.0]]
    gradient: row 0 is read twice, and gets row 1 for its gradient each time
twin = copy.deepcopy(model)
twin.embed.weight.data.fill_(1.0); twin(ids) -> [[2.0, 2.0, 2.0]]
    survives: a copy computes with its own table
twin.lm_head.weight is twin.embed.weight -> True
    survives: a deep copy is tied as well
model.double()(ids).dtype -> torch.float64
    survives: the model computes in the dtype of its table
sorted(model.state_dict()) -> ["embed.weight", "lm_head.weight"]
    survives, tie: the state has the table under both names
plus = TiedLM(3, 2, nn.Linear(2, 2), scale=3.0)
plus.embed.weight.data.copy_(ones); plus.body.weight.data.zero_(); plus.body.bias.data.fill_(1.0); plus(ids)\
 -> [[2.0, 2.0, 2.0]]
    forward: the body returns ones, and its output is not scaled
rows = torch.tensor([[30.0, 40.0], [0.0, 1.0], [0.0, 0.0]])
model.embed.weight.data.copy_(rows); model(torch.tensor([0])) -> [[2500.0, 40.0, 0.0]]
    forward: row 0 comes as it is, whatever its length, and is multiplied with each row
line = torch.tensor([1, 2])
model.embed.weight.data.fill_(7.0); z = model(ids); model.embed.weight -> [[7.0, 7.0], [7.0, 7.0], [7.0, 7.0]]
    forward, tie, gradient, survives, device: looking a row up changes nothing in the table
model(line); line -> [1, 2]
    forward: the ids belong to the caller
model(torch.tensor([2**32 + 1])) raises IndexError naming 4294967297
    errors: there is no id 4294967297, though its last 32 bits are 1
model(torch.tensor([[0, 1], [2, 0]]).T).shape == (2, 2, 3) -> True
    forward: the ids need not lie in order in memory

[tied_parameters]
layer = nn.Linear(2, 2)
both = nn.Sequential(layer, nn.Tanh(), layer)
tied_parameters(both) -> [("0.weight", "2.weight"), ("0.bias", "2.bias")]
    groups, modules: one module under two names ties its weight and its bias
three = nn.Sequential(layer, layer, layer)
tied_parameters(three)[0] -> ("0.weight", "1.weight", "2.weight")
    groups, modules: three names lead to one weight
deep = nn.ModuleDict({"z": layer, "a": nn.Sequential(nn.Sequential(layer))})
tied_parameters(deep) -> [("z.weight", "a.0.0.weight"), ("z.bias", "a.0.0.bias")]
    groups, modules: a tie may lie at any depth, and the order is that of named_parameters
empty = nn.ParameterList([torch.zeros(0), torch.zeros(0)])
len(tied_parameters(empty)) -> 0
    lookalikes: these are two Parameters, though neither has a number
tied_parameters(nn.Linear(2, 2)) == [] -> True
    groups, modules: nothing is tied, so the list is empty
own = nn.Linear(2, 2, bias=False)
own.other = own.weight; tied_parameters(own) -> [("weight", "other")]
    groups, modules: a module may hold one Parameter under two names of its own
equal = nn.Sequential(nn.Linear(1, 1), nn.Linear(1, 1)).requires_grad_(False)
equal[0].weight.fill_(1.0); equal[1].weight.fill_(1.0); len(tied_parameters(equal)) -> 0
    lookalikes: equal numbers are no tie
alias = nn.Sequential(nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False))
alias[1].weight = nn.Parameter(alias[0].weight.detach()); len(tied_parameters(alias)) -> 0
    lookalikes: two Parameters over the same memory are no tie
len(tied_parameters(nn.Sequential(nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False)))) -> 0
    groups, modules, lookalikes: there are two weights and no biases, and nothing is tied
changed = nn.Sequential(nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False))
tied_parameters(changed); changed[1].weight = changed[0].weight; tied_parameters(changed)\
 -> [("0.weight", "1.weight")]
    groups: the tie was made after the first call
crossed = nn.ParameterList([layer.weight, layer.bias, layer.bias, layer.weight])
tied_parameters(crossed) -> [("0", "3"), ("1", "2")]
    groups, lookalikes, device: the group whose first name comes first is the first, and the two are tied
frozen = nn.Linear(1, 1).requires_grad_(False)
tied_parameters(nn.Sequential(frozen, frozen)) -> [("0.weight", "1.weight"), ("0.bias", "1.bias")]
    modules: frozen parameters count as well
tied_parameters(nn.Sequential(frozen, frozen)); frozen.weight.requires_grad -> False
    modules: the model does not change, and its parameters stay frozen
hollow = nn.Linear(0, 1, bias=False)
tied_parameters(nn.Sequential(hollow, hollow)) -> [("0.weight", "1.weight")]
    modules: empty parameters count as well
norm = nn.BatchNorm1d(1, affine=False)
tied_parameters(nn.Sequential(norm, norm)) == [] -> True
    modules: buffers are no parameters
graded = nn.Linear(1, 1, bias=False)
graded.weight.grad = torch.ones((1, 1)); tied_parameters(graded); graded.weight.grad is None -> False
    modules: the model does not change, and keeps its gradients
tied_parameters(both); both.training -> True
    groups: the model does not change, and stays in training mode
keys = sorted(vars(both))
tied_parameters(both); sorted(vars(both)) == keys -> True
    groups: the model does not change, and gets no new attributes
tied_parameters(both); len(vars(layer.weight)) -> 0
    groups, modules: the model does not change, and its parameters get no new attributes
first = layer.weight.tolist()
tied_parameters(both); layer.weight.tolist() == first -> True
    groups: the model does not change, and keeps its numbers

[tying_savings]
[type(part).__name__ for part in tying_savings(5, 2, 40, True)[:2]] -> ["int", "int"]
    counts: parameters and bytes are whole numbers
tying_savings(10**10, 10**10, 3 * 10**20, True) -> (10**20, 2 * 10**20, 0.25)
    counts: the counts are exact for numbers of any size
tying_savings(3, 3, 10**30, True)[0] -> 9
    counts, errors: the count is exact beside any total
abs(tying_savings(5, 2, 45, True)[2] * 55 - 10) < 1e-12 -> True
    share: it is 10 of 55 to the last digits
tying_savings(1, 1, 10**17, True)[2] * 10**17 -> 1.0
    share: a small share has its digits as well
tying_savings(10**160, 10**160, 3 * 10**320, True)[2] -> 0.25
    counts, share: no float holds these counts; they are exact all the same, and their quotient is a float
tying_savings(2**70, 1, 2**71 - 1, False) raises ValueError
    errors: the two tables have 2**70 numbers each, and the total is one short
""")
