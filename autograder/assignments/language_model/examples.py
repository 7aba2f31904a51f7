"""Small calls that a student is shown where a check of `language-model` fails."""

from autograder.assignments.language_model.mistakes import SUITE
from autograder.checks.examples import parse

SUITE.examples = parse("""
E = np.array([[1.0], [2.0], [3.0]])
P = np.array([[10.0], [20.0]])
embed(E, P, np.array([[2, 0]])) -> [[[13.0], [21.0]]]
    values, dtypes, errors: row 2 of E with row 0 of P, then row 0 of E with row 1 of P
embed(E, P, np.array([[2, 0]])); E -> [[1.0], [2.0], [3.0]]
    values, dtypes: the table stays as it was
embed(E, P, np.array([[2, 0]])); P -> [[10.0], [20.0]]
    values, dtypes: the rows of P stay as they were
embed(np.ones((2, 4)), np.zeros((1, 4)), np.array([[1]])) -> [[[1.0, 1.0, 1.0, 1.0]]]
    values, dtypes: row 1 of ones with a row of zeros is a row of ones, also if it has four of them
embed(E, P, np.array([[0, 0], [0, 0]])) -> [[[11.0], [21.0]], [[11.0], [21.0]]]
    values, dtypes: both windows have row 0 of P at their first position and row 1 at their second
embed(E, P, np.array([[2]])) -> [[[13.0]]]
    shorter: the only position is the first one, so row 0 of P is added to row 2 of E
embed(E, P, np.zeros((0, 2), int)) -> np.zeros((0, 2, 1))
    shorter: no windows give an array of shape (0, 2, 1)
embed(E, P, np.array([[2, 0]], np.uint8)) -> [[[13.0], [21.0]]]
    dtypes: row 2 with position 0 and row 0 with position 1, whatever integer type the ids have
embed(np.arange(400.0).reshape(200, 2), np.zeros((1, 2)), np.array([[199]], np.uint8)) -> [[[398.0, 399.0]]]
    dtypes: row 199 of a table of 200 rows holds 398 and 399, and uint8 holds 199
embed(E, P, np.array([[2.0, 0.0]])) raises TypeError
    errors: floating point numbers are no ids
embed(E, P, np.array([[True, False]])) raises TypeError
    errors: truth values are no ids
embed(E, P, np.array([[3, 0]])) raises IndexError
    errors: the last row is row 2
embed(E, P, np.array([[-1, 0]])) raises IndexError
    errors: -1 is no id
embed(E, P, np.array([[777, 0]])) raises IndexError naming 777
    errors: the message should name the id that does not exist
embed(E, P, np.array([[2, 0, 1]])) raises ValueError
    errors: there are three ids and rows for two positions
embed(E, np.array([[10.0]]), np.array([[2, 0]])) raises ValueError
    errors: there are two ids and a row for one position
embed(np.ones((3, 2)), P, np.array([[2, 0]])) raises ValueError
    errors: E has the width 2 and P the width 1
embed(E, P, np.array([2, 0])) raises ValueError
    errors: ids have two axes
embed(E, P, np.array([[[2, 0]]])) raises ValueError
    errors: ids have two axes, not three
embed(E, np.ones((2, 3)), np.array([[2, 0]])) raises ValueError
    errors: E has the width 1 and P the width 3
embed(E, P, np.array([[-777, 2]])) raises IndexError naming -777
    errors: the message should name the id that is outside

h = np.array([[4.0]])
E = np.zeros((2, 1))
head_backward(h, E, np.array([1])) -> (0.693147, [[2.0], [-2.0]], [[0.0]])
    table, dtypes: both tokens have probability 1/2, so row 0 gets 1/2 times h, and the target -1/2 times h
head_backward(h, E, np.array([1], np.uint8)) -> (0.693147, [[2.0], [-2.0]], [[0.0]])
    dtypes: row 0 gets 1/2 times h, and the target -1/2 times h, whatever integer type the targets have
h = np.array([[0.0]])
E = np.array([[6.0], [2.0]])
head_backward(h, E, np.array([1])) -> (0.693147, [[0.0], [0.0]], [[2.0]])
    hidden, dtypes: both tokens have probability 1/2, so h gets half of row 0 less half of row 1, the target
h = np.array([[4.0], [8.0]])
E = np.zeros((2, 1))
head_backward(h, E, np.array([0, 1])) -> (0.693147, [[1.0], [-1.0]], [[0.0], [0.0]])
    table, dtypes: each window has one target, and the mean over two windows gives row 0 (8 / 2 - 4 / 2) / 2
h = np.array([[0.0], [0.0]])
E = np.array([[6.0], [2.0]])
head_backward(h, E, np.array([1, 0])) -> (0.693147, [[0.0], [0.0]], [[1.0], [-1.0]])
    hidden, dtypes: each window has one target; alone they would get 2 and -2, and the mean takes half
h = np.array([[1000.0]])
E = np.array([[3.0], [1.0]])
head_backward(h, E, np.array([1])) -> (2000.0, [[1000.0], [-1000.0]], [[2.0]])
    stable: the target's logit is 2000 below the other, which has all of the probability
h = np.array([[-1000.0]])
head_backward(h, E, np.array([0])) -> (2000.0, [[1000.0], [-1000.0]], [[-2.0]])
    stable: the logits are -3000, of the target, and -1000, and the larger has all of the probability
h = np.array([[4.0], [8.0]])
E = np.zeros((3, 1))
head_backward(h, E, np.array([0.0, 1.0])) raises TypeError
    errors: floating point numbers are no targets
head_backward(h, E, np.array([0, 3])) raises IndexError
    errors: the last row is row 2
head_backward(h, E, np.array([0, -1])) raises IndexError
    errors: -1 is no target
head_backward(h, E, np.array([0, 777])) raises IndexError naming 777
    errors: the message should name the target that does not exist
head_backward(h, E, np.array([0])) raises ValueError
    errors: there are two windows and one target
head_backward(h, E, np.array([[0], [1]])) raises ValueError
    errors: targets have one axis
head_backward(np.zeros((2, 1, 1)), E, np.array([0, 1])) raises ValueError
    errors: h has two axes
head_backward(np.array([4.0]), E, np.array([0])) raises ValueError
    errors: h has two axes, for a single window too
head_backward(h, E, np.array([0, -100])) raises IndexError naming -100
    errors: no target is left out, and there is no token -100
head_backward(h, np.zeros((3, 1, 1)), np.array([0, 1])) raises ValueError
    errors: E has two axes
head_backward(h, np.zeros((3, 2)), np.array([0, 1])) raises ValueError
    errors: h has the width 1 and E the width 2
head_backward(np.zeros((0, 1)), E, np.zeros(0, int)) raises ValueError
    errors: the mean over no windows does not exist

H = np.array([[5.0], [7.0]])
table_gradient(np.array([[[1.0]]]), np.array([[0]]), H) -> [[6.0], [7.0]]
    values, new, dtypes: row 0 was read once, so its dx is added to what the head gives; row 1 was not read
table_gradient(np.array([[[1.0]]]), np.array([[0]]), H); H -> [[5.0], [7.0]]
    new, dtypes: dE_head stays as it was
table_gradient(np.array([[[1.0], [10.0]]]), np.array([[0, 0]]), H) -> [[16.0], [7.0]]
    values, new, dtypes: row 0 was read at two positions, so 1 and 10 are added to its 5
table_gradient(np.array([[[1.0]], [[10.0]]]), np.array([[0], [1]]), H) -> [[6.0], [17.0]]
    values, new, dtypes: 1 is added to row 0 and 10 to row 1; nothing is divided by the number of windows
table_gradient(np.zeros((0, 2, 1)), np.zeros((0, 2), int), H) -> [[5.0], [7.0]]
    new: no position adds anything to what the head gives
table_gradient(np.array([[[1.0]]]), np.array([[0]], np.uint8), H) -> [[6.0], [7.0]]
    dtypes: 1 is added to the 5 of row 0, whatever integer type the ids have
table_gradient(np.array([[[1.0]]]), np.array([[0.0]]), H) raises TypeError
    errors: floating point numbers are no ids
table_gradient(np.array([[[1.0]]]), np.array([[True]]), H) raises TypeError
    errors: truth values are no ids
table_gradient(np.array([[[1.0]]]), np.array([[2]]), H) raises IndexError
    errors: the last row is row 1
table_gradient(np.array([[[1.0]]]), np.array([[-1]]), H) raises IndexError
    errors: -1 is no id
table_gradient(np.array([[[1.0]]]), np.array([[777]]), H) raises IndexError naming 777
    errors: the message should name the id that does not exist
table_gradient(np.array([[[1.0]]]), np.array([[0, 1]]), H) raises ValueError
    errors: there are two ids, and dx for one position
table_gradient(np.array([[[1.0, 2.0]]]), np.array([[0]]), H) raises ValueError
    errors: dx has the width 2 and dE_head the width 1
table_gradient(np.array([[1.0]]), np.array([0]), H) raises ValueError
    errors: ids have two axes
table_gradient(np.array([[[1.0]]]), np.array([[0]]), np.array([5.0, 7.0])) raises ValueError
    errors: dE_head has two axes

TinyLM(3, 2, 1, 4, std=0.0)(torch.tensor([[1]])) -> [[0.0, 0.0, 0.0]]
    parameters, forward: with std = 0 all Parameters are zero, and so are the logits
TinyLM(3, 2, 2, 4, std=0.0)(torch.tensor([[0, 1], [2, 2]])) -> np.zeros((2, 3))
    forward: two windows give logits of shape (2, 3), which are zero as all Parameters are
ids = torch.tensor([[1]], dtype=torch.int32)
TinyLM(3, 2, 1, 4, std=0.0)(ids) -> [[0.0, 0.0, 0.0]]
    forward: ids may be int32, and the logits are zero as all Parameters are
TinyLM(3, 2, 2, 4)(torch.tensor([[0.0, 1.0]])) raises TypeError
    errors: floating point numbers are no ids
TinyLM(3, 2, 2, 4)(torch.tensor([[0, 3]])) raises IndexError
    errors: the last id is 2
TinyLM(3, 2, 2, 4)(torch.tensor([[0, -1]])) raises IndexError
    errors: -1 is no id
TinyLM(3, 2, 2, 4)(torch.tensor([[0, 777]])) raises IndexError naming 777
    errors: the message should name the id that does not exist
TinyLM(3, 2, 2, 4)(torch.tensor([[0]])) raises ValueError
    errors: the window holds two ids, not one
TinyLM(3, 2, 2, 4)(torch.tensor([0, 1])) raises ValueError
    errors: ids have two axes

[embed]
E = np.array([[1.0], [2.0], [3.0]])
P = np.array([[10.0], [20.0]])
E32 = E.astype(np.float32)
P32 = P.astype(np.float32)
embed(E32, P32, np.array([[2]])).dtype -> np.float32
    shorter, dtypes: the result has the dtype of the table
embed(E32, P32, np.zeros((0, 2), int)).dtype -> np.float32
    shorter, dtypes: the result has the dtype of the table, without windows too
embed(E, P, np.array([[2, 0], [0, 2]]).T[:, :1]) -> [[[13.0]], [[11.0]]]
    dtypes: the ids need not lie side by side in memory
embed(np.ones((3, 4))[:, ::2], P[:, [0, 0]], np.array([[2]])) -> [[[11.0, 11.0]]]
    dtypes: the numbers of the table need not lie side by side in memory
embed(E, P, np.array([[2**32, 0]])) raises IndexError
    errors: there is no row 4294967296, though its last 32 bits are 0
embed(E, P, np.array([[2**64 - 1, 0]], np.uint64)) raises IndexError naming 18446744073709551615
    errors: there is no row 18446744073709551615, though as a signed number its bits are -1
embed(E[::-1], P[::-1], np.array([[2]])) -> [[[21.0]]]
    dtypes: the arrays may be reversed views; row 2 of this one is the first of E
ids = np.array([[2]])
embed(E, P, ids); E[2] = 5.0; embed(E, P, ids) -> [[[15.0]]]
    values: row 2 has been changed between the calls
np.shares_memory(embed(E, P, np.array([[2]])), embed(E, P, np.array([[2]]))) -> False
    values: each call returns a new array
embed(E, P, np.zeros((0, 2))) raises TypeError
    errors: these are no ids at all, and their dtype is a floating point one
embed(E, P, np.zeros((0, 3), int)) raises ValueError
    errors: windows of 3 do not fit two positions, without windows too
embed(E, np.ones((2, 3)), np.zeros((0, 2), int)) raises ValueError
    errors: E has the width 1 and P the width 3, without windows too
embed(np.ones((3, 2)), P, np.zeros((0, 2), int)) raises ValueError
    errors: E has the width 2 and P the width 1, without windows too
embed(E, P, np.zeros((2, 41), int)) raises ValueError naming 41
    errors: the message should name both numbers

[forward]
table = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
places = np.array([[0.0, 1.0], [1.0, 0.0]])
inner = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.0], [0.0, -0.5]])
outer = np.array([[1.0, 2.0], [0.0, 1.0]])
p = Parameters(table.copy(), places.copy(), inner.copy(), outer.copy())
forward(p, np.array([[0, 2]]))[0] -> [[[1.0, 1.0], [3.0, 2.0]]]
    logits, saved: row 0 and the first row of P are [1, 1], row 2 and the second row of P are [3, 2]
np.round(forward(p, np.array([[0, 2]]))[1], 3) -> [[0.509, 1.319]]
    logits, saved: this is what block_forward makes of the rows [1, 1] and [3, 2]
np.round(forward(p, np.array([[0, 2]]))[2], 3) -> [[0.509, 1.319, 3.657]]
    logits: the hidden state [0.509, 1.319] times the rows [1, 0], [0, 1] and [2, 2] of the table
np.round(forward(p, np.array([[0, 2], [2, 1]]))[2], 3) -> [[0.509, 1.319, 3.657], [0.493, 1.325, 3.637]]
    logits: each window has its own line of logits
[part.shape for part in forward(p, np.array([[0, 2]]))[3]] == [(1, 2, 2), (1, 4), (1, 2), (1, 2)] -> True
    saved: it is what block_forward returns as its second result
type(forward(p, np.array([[0, 2]]))[3]).__name__ -> "tuple"
    saved: it is what block_forward returns as its second result, as it is
forward(p, np.array([[0, 2]])); p.E -> [[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]
    logits, saved: the table belongs to p, and nothing is learned here
small = Parameters(*(a.astype(np.float32) for a in (table, places, inner, outer)))
forward(small, np.array([[0, 2]]))[2].dtype -> np.float32
    saved, logits, dtypes: the logits have the dtype of the parameters
forward(p, np.zeros((0, 2), int))[2].shape -> (0, 3)
    dtypes: no windows have no logits, an array of shape (0, 3)
long = start(V=300, d=2, w=1, m=1, rng=np.random.default_rng(0))
np.array_equal(forward(long, np.array([[200]], np.uint8))[0][0, 0], long.E[200] + long.P[0]) -> True
    dtypes: x is row 200 of E plus row 0 of P as they are, though 200 · 2 is beyond a uint8
turned = Parameters(np.asfortranarray(table), places[::-1][::-1], np.asfortranarray(inner), outer.T.copy().T)
np.round(forward(turned, np.array([[0, 2]]))[2], 3) -> [[0.509, 1.319, 3.657]]
    dtypes: the hidden state [0.509, 1.319] times the rows of the table, which may lie turned in memory
before = turned.E
forward(turned, np.array([[0, 2]])); turned.E is before -> True
    dtypes: the arrays of p are the caller's, and stay the same objects
np.round(forward(p, np.array([[0, 9, 2]])[:, ::2])[2], 3) -> [[0.509, 1.319, 3.657]]
    dtypes: the ids need not lie side by side in memory
forward(p, np.array([[0.0, 2.0]])) raises TypeError
    errors: floating point numbers are no ids
forward(p, np.array([[True, False]])) raises TypeError
    errors: truth values are no ids
forward(p, np.array([[0, -1]])) raises IndexError
    errors: -1 is no id
forward(p, np.array([[0, 777]])) raises IndexError naming 777
    errors: the message should name the id that does not exist
forward(p, np.array([[0]])) raises ValueError
    errors: a window has two ids here
forward(p, np.array([0, 2])) raises ValueError
    errors: ids have the shape (B, w)
forward(p, np.array([[[0, 2]]])) raises ValueError
    errors: ids have the shape (B, w)
forward(p, np.zeros((0, 3), int)) raises ValueError
    errors: a window has two ids here, without windows too
forward(p, np.zeros((0, 2))) raises TypeError
    errors: these are no ids at all, and their dtype is a floating point one
forward(p, np.array([[2**32, 0]])) raises IndexError naming 4294967296
    errors: there is no row 4294967296, though its last 32 bits are 0
forward(p, np.array([[2**64 - 1, 0]], np.uint64)) raises IndexError naming 18446744073709551615
    errors: there is no row 18446744073709551615, though as a signed number its bits are -1
forward(p, np.array([[0, 2]])); p.E *= 0.0; forward(p, np.array([[0, 2]]))[2] -> [[0.0, 0.0, 0.0]]
    logits: between the calls all rows of the table have become zeros, and so do the logits
error_of(lambda: forward(p, np.array([[0, 777]]))); p.P -> [[0.0, 1.0], [1.0, 0.0]]
    errors: there is no row 777, and after an error the rows of P are as they were

[head_backward]
h = np.array([[4.0]])
E = np.zeros((2, 1))
isinstance(head_backward(h.astype(np.float32), E.astype(np.float32), np.array([1]))[0], float) -> True
    dtypes: the loss is a float, for float32 too
head_backward(h.astype(np.float32), E.astype(np.float32), np.array([1]))[1].dtype -> np.float32
    dtypes: the gradients have the dtype of h
head_backward(np.array([[1.0, 9.0, 2.0]])[:, ::2], np.zeros((2, 2)), np.array([1]))[1]\
 -> [[0.5, 1.0], [-0.5, -1.0]]
    dtypes: the numbers of h need not lie side by side in memory
head_backward(np.ones((1, 2)), np.zeros((300, 2)), np.array([200], np.uint8))[1][200]\
 -> [-299 / 300, -299 / 300]
    dtypes: row 200 of a table with two columns, though 200 · 2 is beyond a uint8
pair = np.array([[4.0], [8.0]])
head_backward(pair, E, np.array([0, 1])); pair -> [[4.0], [8.0]]
    table, hidden: the hidden states belong to the caller
head_backward(h, E, np.array([1], np.uint64)) -> (0.693147, [[2.0], [-2.0]], [[0.0]])
    dtypes: row 0 gets 1/2 times h, and the target -1/2 times h, for targets of dtype uint64 too
np.shares_memory(head_backward(h, E, np.array([1]))[1], head_backward(h, E, np.array([1]))[1]) -> False
    table: each call returns new arrays
np.shares_memory(head_backward(h, E, np.array([1]))[2], head_backward(h, E, np.array([1]))[2]) -> False
    hidden: each call returns new arrays
head_backward(h, E, np.array([1])); h *= 2.0; head_backward(h, E, np.array([1]))[1] -> [[4.0], [-4.0]]
    table: h has become 8 between the calls
head_backward(h, E, np.array([1])); E[0] = 500.0; head_backward(h, E, np.array([1]))[2] -> [[500.0]]
    hidden: the table has been changed between the calls, and token 0 now has all of the probability
head_backward(h, E, np.array([2**32])) raises IndexError naming 4294967296
    errors: there is no token 4294967296, though its last 32 bits are 0
head_backward(h, E, np.array([2**64 - 1], np.uint64)) raises IndexError naming 18446744073709551615
    errors: there is no token 18446744073709551615, though as a signed number its bits are -1
head_backward(np.array([4.0]), E, np.array(0)) raises ValueError
    errors: h has two axes and targets have one, for a single window too
head_backward(h, E[None], np.array([0])) raises ValueError
    errors: E has two axes, not three
far = np.array([[1000.0], [-1000.0]])
head_backward(far, np.array([[3.0], [1.0]]), np.array([1, 0]))[0] -> 2000.0
    stable: the logits are 3000 and 1000 for one window, -3000 and -1000 for the other, and each costs 2000
head_backward(pair, E, np.array([1, 1]))[1] -> [[3.0], [-3.0]]
    table: the target 1 comes twice, and half of (4 + 8) / 2 goes to each row

[table_gradient]
H = np.array([[5.0], [7.0]])
table_gradient(np.ones((1, 1, 1), np.float32), np.array([[0]]), H.astype(np.float32)).dtype -> np.float32
    new, dtypes: the gradient has the dtype of its parts
table_gradient(np.zeros((1, 1, 1)), np.array([[0]]), H) is H -> False
    new: the result is a new array
np.shares_memory(table_gradient(np.zeros((0, 2, 1)), np.zeros((0, 2), int), H), H) -> False
    new: the result is a new array, without windows too
wide = np.zeros((300, 2))
table_gradient(np.ones((1, 1, 2)), np.array([[200]], np.uint8), wide)[200] -> [1.0, 1.0]
    dtypes: row 200 was read once and gets 1 and 1, though 200 · 2 is beyond a uint8
turned = np.array([[[1.0], [10.0]], [[100.0], [1000.0]]]).transpose(1, 0, 2)
table_gradient(turned, np.array([[0, 0], [1, 1]]), H) -> [[106.0], [1017.0]]
    dtypes: a turned dx holds 1 and 100 for the first window
ids = np.array([[1, 0]])
table_gradient(np.ones((1, 2, 1)), ids, H); ids -> [[1, 0]]
    new, values: the ids belong to the caller
table_gradient(np.array([[[1.0], [10.0], [100.0]]]), np.array([[0, 1, 0]]), H) -> [[106.0], [17.0]]
    values: row 0 was read at two positions and gets 1 + 100
table_gradient(np.array([[[1.0]], [[10.0]]]), np.array([[0], [0]]), H) -> [[16.0], [7.0]]
    values: row 0 was read in both windows and gets 1 + 10
table_gradient(np.ones((1, 1, 1)), np.array([[0]]), np.ones((2, 2))) raises ValueError
    errors: dx is of width 1, and the table of width 2
table_gradient(np.ones((2, 1, 1)), np.array([[0, 1]]), H) raises ValueError
    errors: dx is for two windows of one id, and there is one window of two
table_gradient(np.ones((1, 1, 1)), np.array([[0]]), H[None]) raises ValueError
    errors: dE_head has two axes, not three
table_gradient(np.ones((0, 2, 7)), np.zeros((0, 2), int), H) raises ValueError
    errors: dx is of width 7 and the table of width 1, without ids too
table_gradient(np.ones((0, 2, 1)), np.zeros((0, 2)), H) raises TypeError
    errors: these are no ids at all, and their dtype is a floating point one
table_gradient(np.ones((3, 2, 1)), np.zeros((0, 2), int), H) raises ValueError
    errors: dx is for three windows, and there are no ids
table_gradient(np.ones((1, 1, 1)), np.array([[2**32]]), H) raises IndexError naming 4294967296
    errors: there is no row 4294967296, though its last 32 bits are 0
table_gradient(np.ones((1, 1, 1)), np.array([[2**64 - 1]], np.uint64), H)\
 raises IndexError naming 18446744073709551615
    errors: there is no row 18446744073709551615, though as a signed number its bits are -1
table_gradient(np.ones((1, 1, 1)), np.array([[0]], np.uint64), H) -> [[6.0], [7.0]]
    dtypes: 1 is added to the 5 of row 0, for ids of dtype uint64 too
part = np.ones((1, 1, 1))
spot = np.array([[0]])
table_gradient(part, spot, H); part *= 3.0; table_gradient(part, spot, H)\
 -> [[8.0], [7.0]]
    new: dx has become 3 between the calls
table_gradient(part, np.array([[0]]), H); H += 10.0; table_gradient(part, np.array([[0]]), H)\
 -> [[16.0], [17.0]]
    new: dE_head has grown by 10 between the calls
first = table_gradient(part, np.array([[0]]), H)
np.shares_memory(first, table_gradient(part, np.array([[0]]), H)) -> False
    new: each call returns a new array
table_gradient(np.ones((1, 1, 2)), np.array([[0]]), H) raises ValueError
    errors: dx is of width 2, and the table of width 1

[train_step]
table = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
places = np.array([[0.0, 1.0], [1.0, 0.0]])
inner = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.0], [0.0, -0.5]])
outer = np.array([[1.0, 2.0], [0.0, 1.0]])
p = Parameters(table.copy(), places.copy(), inner.copy(), outer.copy())
ids = np.array([[0, 2]])
round(train_step(p, ids, np.array([1]), 1.0), 3) -> 2.469
    loss: the logits are [0.509, 1.319, 3.657], and the target is 1
round(train_step(p, np.array([[0, 2], [1, 1]]), np.array([1, 0]), 1.0), 3) -> 2.863
    loss: it is the mean of two windows
isinstance(train_step(p, ids, np.array([1]), 1.0), float) -> True
    loss, in-place: the loss is a Python float
small = Parameters(*(a.astype(np.float32) for a in (table, places, inner, outer)))
isinstance(train_step(small, ids, np.array([1]), 1.0), float) -> True
    loss, in-place: the loss is a Python float, for float32 too
train_step(p, ids, np.array([1]), 1.0); np.round(p.E, 3) -> [[0.872, 0.059], [0.466, 2.208], [1.569, 0.818]]
    table: every row is an output and moves; rows 0 and 2 were also read, and move by both gradients
train_step(p, ids, np.array([1]), 0.0); p.E -> [[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]
    table: with a rate of 0 nothing moves
train_step(p, np.array([[0, 2], [1, 1]]), np.array([1, 0]), 1.0); np.round(p.E, 3)\
 -> [[1.12, 0.684], [0.186, 1.539], [1.62, 0.824]]
    table: it is one step, with the gradient of the mean over both windows at the parameters before it
train_step(p, ids, np.array([1]), 1.0); np.round(p.P, 3) -> [[-0.109, 1.109], [1.016, -0.024]]
    inside: each position gets the gradient of its row
train_step(p, np.array([[0, 2], [1, 1]]), np.array([1, 0]), 1.0); np.round(p.P, 3)\
 -> [[-0.077, 1.054], [1.003, -0.007]]
    inside: each position gets the sum of its gradients in both windows
train_step(p, ids, np.array([1]), 1.0); np.round(p.W1, 3)\
 -> [[0.975, 0.193], [-0.025, 1.193], [0.471, 0.227], [-0.019, -0.349]]
    inside: W1 is learned as well, with the gradient for the parameters before the step
train_step(p, ids, np.array([1]), 1.0); np.round(p.W2, 3) -> [[0.349, 2.251], [-0.384, 1.148]]
    inside: W2 is learned as well, with the gradient for the parameters before the step
other = start(V=5, d=2, w=1, m=2, rng=np.random.default_rng(0), std=1.0)
old = other.E[4].copy()
train_step(other, np.array([[0]]), np.array([1]), 1.0); bool((other.E[4] == old).any()) -> False
    table: token 4 was neither read nor wanted, but its probability is to fall
again = train_step(p, ids, np.array([1]), 0.1);\
 np.round(again - train_step(p, ids, np.array([1]), 0.1), 3) > 0\
 -> True
    learns, table: after a small step the loss is lower
same = Parameters(table.copy(), places.copy(), inner.copy(), outer.copy())
train_step(same, ids, np.array([1]), 0.0); train_step(same, ids, np.array([1]), 1.0); np.round(same.E, 3)\
 -> [[0.872, 0.059], [0.466, 2.208], [1.569, 0.818]]
    table: a step depends on the parameters and the batch alone, not on the steps before
first = p.E
train_step(p, ids, np.array([1]), 1.0); p.E is first -> True
    in-place, errors: the step changes the arrays themselves
train_step(small, ids, np.array([1]), 1.0); small.E.dtype -> np.float32
    in-place: the arrays keep their dtype
train_step(small, ids, np.array([1]), 1.0); small.W1.dtype -> np.float32
    in-place: the arrays of p keep their dtype, W1 as well
long = start(V=300, d=2, w=1, m=4, rng=np.random.default_rng(0), std=1.0)
loss = train_step(long, np.array([[200]]), np.array([1]), 0.0)
abs(train_step(long, np.array([[200]], np.uint8), np.array([1]), 0.0) - loss) < 1e-6 -> True
    in-place: row 200 of a table with two columns, though 200 · 2 is beyond a uint8
turned = Parameters(np.asfortranarray(table), places.copy(), np.asfortranarray(inner), outer.T.copy().T)
train_step(turned, ids, np.array([1]), 1.0); np.round(turned.E, 3)\
 -> [[0.872, 0.059], [0.466, 2.208], [1.569, 0.818]]
    in-place: all rows move as outputs and rows 0 and 2 as inputs too, also where arrays lie turned in memory
targets = np.array([1, 0])
train_step(p, np.array([[0, 2], [1, 1]]), targets, 1.0); targets -> [1, 0]
    loss: the targets belong to the caller
windows = np.array([[2, 0]])
train_step(p, windows, np.array([1]), 1.0); windows -> [[2, 0]]
    loss: the ids belong to the caller
train_step(p, np.array([[0.0, 2.0]]), np.array([1]), 1.0) raises TypeError
    errors: floating point numbers are no ids
train_step(p, ids, np.array([1.0]), 1.0) raises TypeError
    errors: floating point numbers are no targets
train_step(p, np.array([[0, -1]]), np.array([1]), 1.0) raises IndexError
    errors: -1 is no id
train_step(p, ids, np.array([-1]), 1.0) raises IndexError
    errors: -1 is no target
train_step(p, np.array([[0, 777]]), np.array([1]), 1.0) raises IndexError naming 777
    errors: the message should name the id that does not exist
train_step(p, ids, np.array([777]), 1.0) raises IndexError naming 777
    errors: the message should name the target that does not exist
train_step(p, np.array([[0, 2], [1, 1]]), np.array([1]), 1.0) raises ValueError
    errors: there are two windows and one target
train_step(p, ids, np.array([[1]]), 1.0) raises ValueError
    errors: targets have the shape (B,)
train_step(p, np.array([[0]]), np.array([1]), 1.0) raises ValueError
    errors: a window has two ids here
train_step(p, np.array([0, 2]), np.array(1), 1.0) raises ValueError
    errors: ids have the shape (B, w) and targets (B,), for a single window too
train_step(p, ids, np.array([-100]), 1.0) raises IndexError naming -100
    errors: no target is left out, and there is no token -100
train_step(p, ids, np.array([2**32]), 1.0) raises IndexError naming 4294967296
    errors: there is no token 4294967296, though its last 32 bits are 0
train_step(p, ids, np.array([2**64 - 1], np.uint64), 1.0) raises IndexError naming 18446744073709551615
    errors: there is no token 18446744073709551615, though as a signed number its bits are -1
train_step(p, np.zeros((0, 2), int), np.zeros(0, int), 1.0) raises ValueError
    errors: the mean over no windows does not exist
error_of(lambda: train_step(p, ids, np.array([1, 1]), 1.0)); p.E is first -> True
    errors: there are two targets for one window, and after an error p holds the same arrays as before
error_of(lambda: train_step(p, ids, np.array([3]), 1.0)); p.P -> [[0.0, 1.0], [1.0, 0.0]]
    errors: there is no token 3, and after an error the parameters are as they were
error_of(lambda: train_step(p, ids, np.array([3]), 1.0)); p.E -> [[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]
    errors: there is no token 3, and after an error the parameters are as they were
error_of(lambda: train_step(p, ids, np.array([-1]), 1.0)); p.E -> [[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]
    errors: there is no token -1, and after an error the parameters are as they were

[TinyLM]
E = torch.tensor([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
P = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
W1 = torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.5, 0.0], [0.0, -0.5]])
W2 = torch.tensor([[1.0, 2.0], [0.0, 1.0]])
fill = lambda m, *parts: [getattr(m, n).data.copy_(part) for n, part in zip(("E", "P", "W1", "W2"), parts)]
model = TinyLM(3, 2, window=2, hidden=2)
ids = torch.tensor([[0, 2]])
sorted(name for name, _ in model.named_parameters()) -> ["E", "P", "W1", "W2"]
    parameters: these four and no others
tuple(tuple(part.shape) for part in (model.E, model.P, model.W1, model.W2))\
 -> ((3, 2), (2, 2), (4, 2), (2, 2))
    parameters: they are (V, d), (window, d), (window * d, hidden) and (hidden, d)
tuple(TinyLM(3, 2, window=2, hidden=5).W1.shape) -> (4, 5)
    parameters: W1 is (window * d, hidden)
fill(model, E, P, W1, W2); np.round(model(ids).detach().numpy(), 3) -> [[0.509, 1.319, 3.657]]
    forward, gradient, parameters: the rows are [1, 1] and [3, 2], the hidden state is [0.509, 1.319]
fill(model, E, P, W1, W2); np.round(model(torch.tensor([[2, 1]])).detach().numpy(), 3)\
 -> [[0.493, 1.325, 3.637]]
    forward: the rows are [2, 3] and [1, 1], the hidden state is [0.493, 1.325]
fill(model, E, P, W1, W2); np.round(model(ids.T.repeat(1, 2).T).detach().numpy(), 3)\
 -> [[0.509, 1.319, 3.657], [0.509, 1.319, 3.657]]
    forward: each window has its own line of logits, and the ids may lie turned in memory
fill(model, E, P, W1, 1e-3 * W2); np.round(model(ids).detach().numpy(), 2)\
 -> [[0.45, 1.15, 3.2]]
    forward: hidden states of 0.001 are as small as the root of EPS, which stands inside the root
fill(model, E, P, W1, W2); np.round(model.eval()(ids).detach().numpy(), 3) -> [[0.509, 1.319, 3.657]]
    forward, gradient: the rows are [1, 1] and [3, 2], the hidden state is [0.509, 1.319], also after eval()
model(ids).shape == (1, 3) -> True
    forward: a single window gives one line of logits
model(ids); ids -> [[0, 2]]
    forward: the ids belong to the caller
model(ids).dtype -> torch.float32
    forward: the Parameters are float32, and so are the logits
TinyLM(3, 2, window=2, hidden=2, dtype=torch.float64)(ids).dtype -> torch.float64
    start, forward: the model computes in the dtype asked for
round(TinyLM(1000, 100, window=2, hidden=2).E.std().item(), 3) -> 0.02
    start: the standard deviation of the table is std
round(TinyLM(1000, 100, window=2, hidden=2, std=2.0).E.std().item(), 1) -> 2.0
    start: 2 is the standard deviation that was asked for, and nothing is cut off
round(TinyLM(3, 100, window=2, hidden=500).W1.std().item(), 3) -> 0.02
    start: the standard deviation of W1 is std as well
round(TinyLM(3, 100, window=2, hidden=500, std=1.0).W1.std().item(), 1) -> 1.0
    start: the argument std is for W1 too
round(TinyLM(3, 100, window=2, hidden=500, std=1.0).W2.std().item(), 1) -> 1.0
    start: the argument std is for W2 too
[part.abs().max().item() > 0 for part in (model.E, model.P, model.W1, model.W2)] == [True] * 4 -> True
    start: all four are drawn
TinyLM(1000, 100, window=2, hidden=2).E.abs().max().item() > 0.07 -> True
    start: among 100,000 numbers of a normal distribution some are beyond 3.5 standard deviations
torch.equal(TinyLM(3, 2, window=2, hidden=2).E, TinyLM(3, 2, window=2, hidden=2).E) -> False
    start: each model draws numbers of its own
fill(model, E, P, W1, W2); model(ids)[0, 1].backward(); model.E.grad[1] != 0 -> [True, True]
    gradient: row 1 was not read, but it is the output of token 1
fill(model, E, P, W1, W2); model(ids)[0, 1].backward(); model.E.grad[0] != 0 -> [True, True]
    gradient: row 0 was read, and its gradient comes through the block
[part.requires_grad for part in (model.E, model.P, model.W1, model.W2)] == [True] * 4 -> True
    gradient, parameters: all four learn
model.eval()(ids).requires_grad -> True
    gradient: gradients arrive in evaluation mode too
twin = copy.deepcopy(model)
fill(twin, 0 * E, P, W1, W2); twin(ids)\
 -> [[0.0, 0.0, 0.0]]
    moved: a copy computes with its own four, and a table of zeros gives logits of 0
model.double()(ids).dtype -> torch.float64
    moved: after .double() the model computes in float64
model(ids.to(torch.uint8)) raises TypeError
    errors: ids are int32 or int64
model(torch.tensor([[0, 2**32]])) raises IndexError naming 4294967296
    errors: there is no row 4294967296, though its last 32 bits are 0
model(torch.zeros((1, 2, 1), dtype=int)) raises ValueError
    errors: ids have the shape (B, window)
model(torch.tensor([[[0, 2]]])) raises ValueError
    errors: ids have the shape (B, window)
model(torch.tensor([[0, 1, 2]])) raises ValueError
    errors: a window has two ids here
""")
