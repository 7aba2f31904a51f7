"""Small calls that a student is shown where a check of `language-model` fails.

`forward` and `train_step` have none: they take a `Parameters`, which cannot stand in a call that is sent.
"""

from autograder.checks.framework.examples import parse
from autograder.checks.language_model.catalogue import SUITE

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
    parameters, start, forward: with std = 0 all Parameters are zero, and so are the logits
TinyLM(3, 2, 2, 4, std=0.0)(torch.tensor([[0, 1], [2, 2]])) -> np.zeros((2, 3))
    start, forward: two windows give logits of shape (2, 3), which are zero as all Parameters are
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
""")
