"""Small calls that a student is shown where a check of `lookup` fails."""

from autograder.checks.framework.examples import parse
from autograder.checks.lookup.catalogue import SUITE

SUITE.examples = parse("""
one_hot(np.array([2, 0]), 3) -> [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    values, cost: the one of an id stands in the place of the id
one_hot(np.array([0, 0]), 2) -> [[1.0, 0.0], [1.0, 0.0]]
    values: the place of id 1 is there though nothing asks for it
one_hot(np.array(1), 2) -> [0.0, 1.0]
    shapes: an id without an axis gives one vector
one_hot(np.array([[1], [0]]), 2) -> [[[0.0, 1.0]], [[1.0, 0.0]]]
    shapes: ids of shape (2, 1) give vectors of shape (2, 1, 2)
one_hot(np.zeros((0, 2), int), 3) -> np.zeros((0, 2, 3))
    shapes, dtypes: ids of shape (0, 2) give an array of shape (0, 2, 3)
one_hot(np.array([1, 0], np.uint8), 2) -> [[0.0, 1.0], [1.0, 0.0]]
    errors: uint8 is an integer type
one_hot(np.array([1, -1]), 3) raises IndexError
    errors: -1 is no id
one_hot(np.array([1, 777]), 3) raises IndexError naming 777
    errors: the message should name the id that does not exist
one_hot(np.array([1, 3]), 3) raises IndexError
    errors: the last id is 2
one_hot(np.array([1.0]), 3) raises TypeError
    errors: floating point numbers are no ids
one_hot(np.array([True, False]), 3) raises TypeError
    errors: truth values are no ids

E = np.array([[10.0, 11.0], [20.0, 21.0], [30.0, 31.0]])
lookup(E, np.array([2, 0])) -> [[30.0, 31.0], [10.0, 11.0]]
    values, cost: each id is replaced by its row
lookup(E, np.array([1, 1])) -> [[20.0, 21.0], [20.0, 21.0]]
    values: an id may come twice
lookup(E, np.array(1)) -> [20.0, 21.0]
    shapes, copy: an id without an axis gives one row
lookup(E, np.array([[1], [0]])) -> [[[20.0, 21.0]], [[10.0, 11.0]]]
    shapes: ids of shape (2, 1) give rows of shape (2, 1, 2)
lookup(E, np.zeros(0, int)) -> np.zeros((0, 2))
    shapes, dtypes: no ids give an array of shape (0, 2)
lookup(E, np.array([2, 0], np.uint8)) -> [[30.0, 31.0], [10.0, 11.0]]
    errors: uint8 is an integer type
lookup(E, np.array([1, -1])) raises IndexError
    errors: -1 is no id
lookup(E, np.array([1, 777])) raises IndexError naming 777
    errors: the message should name the id that does not exist
lookup(E, np.array([1, 3])) raises IndexError
    errors: the last row is row 2
lookup(E, np.array([1.0])) raises TypeError
    errors: floating point numbers are no ids
lookup(E, np.array([True, False, True])) raises TypeError
    errors: truth values are no ids

E = torch.tensor([[10.0, 11.0], [20.0, 21.0], [30.0, 31.0]])
lookup_torch(E, torch.tensor([2, 0])) -> [[30.0, 31.0], [10.0, 11.0]]
    values, gradient, cost: each id is replaced by its row
lookup_torch(E, torch.tensor(1)) -> [20.0, 21.0]
    shapes, copy: an id without an axis gives one row
lookup_torch(E, torch.tensor([[1], [0]])) -> [[[20.0, 21.0]], [[10.0, 11.0]]]
    shapes: ids of shape (2, 1) give rows of shape (2, 1, 2)
lookup_torch(E, torch.tensor([2, 0], dtype=torch.int32)) -> [[30.0, 31.0], [10.0, 11.0]]
    values, shapes, errors: int32 is allowed
lookup_torch(E, torch.tensor([1, -1])) raises IndexError
    errors: -1 is no id
lookup_torch(E, torch.tensor([1, 777])) raises IndexError naming 777
    errors: the message should name the id that does not exist
lookup_torch(E, torch.tensor([1, 3])) raises IndexError
    errors: the last row is row 2
lookup_torch(E, torch.tensor([True, False, True])) raises TypeError
    errors: truth values are no ids
lookup_torch(E, torch.tensor([1.0])) raises TypeError
    errors: floating point numbers are no ids

lookup_cost(1, 1, 1, "gather") -> (0, 16)
    gather: an id of 8 bytes, a number of 4 bytes read and one written, and nothing is multiplied
lookup_cost(1, 9, 1, "gather") -> (0, 16)
    gather: rows that no id asks for cost nothing
lookup_cost(2, 1, 1, "gather") -> (0, 32)
    gather: two ids cost twice as much as one
lookup_cost(1, 1, 3, "gather") -> (0, 32)
    gather: a row of three numbers is read and written, 24 bytes, for an id of 8
lookup_cost(1, 1, 1, "gather", itemsize=2) -> (0, 12)
    gather: the numbers have 2 bytes, the id has 8
lookup_cost(1, 1, 1, "gather", id_itemsize=4) -> (0, 12)
    gather: the id has 4 bytes
lookup_cost(1, 1, 1, "onehot") -> (1, 20)
    onehot: an id of 8 bytes, and 4 each for the one-hot vector, the table and the result
lookup_cost(1, 2, 1, "onehot") -> (2, 28)
    onehot: with a second row the one-hot vector and the table are one number longer each
lookup_cost(1, 1, 2, "onehot") -> (2, 28)
    onehot: with a second column the table and the result are one number longer each
lookup_cost(2, 1, 1, "onehot") -> (2, 36)
    onehot: a second id brings 8 bytes, a one-hot vector of 4 and a result of 4, and no second table
lookup_cost(1, 1, 1, "onehot", itemsize=2) -> (1, 14)
    onehot: the numbers have 2 bytes, the id has 8
lookup_cost(0, 5, 3, "gather") -> (0, 0)
    settings: no ids are allowed, and cost nothing
lookup_cost(0, 5, 3, "onehot") -> (0, 60)
    settings: without ids the table of 15 numbers takes part alone
lookup_cost(3, 1, 1, "gather") -> (0, 48)
    gather: a row that is gathered three times counts three times
lookup_cost(-1, 5, 3, "gather") raises ValueError
    settings: there are no -1 ids
lookup_cost(2, 0, 3, "onehot") raises ValueError
    settings: a table has a row or more
lookup_cost(2, 5, 3, "magic") raises ValueError
    settings: there are two methods, "gather" and "onehot"

cross_entropy_from_logits(np.zeros((1, 2)), np.array([0])) -> 0.693147
    values, shapes, precision, positions: with two equal logits a target has probability 1/2; ln 2 is 0.693147
cross_entropy_from_logits(np.zeros((3, 2)), np.array([0, 1, 1])) -> 0.693147
    values: the loss is the mean over the positions
cross_entropy_from_logits(np.array([[1.0, 0.0]]), np.array([0])) -> 0.313262
    values, precision: it is ln(e + 1) - 1
cross_entropy_from_logits(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([0, 1])) -> 0.813262
    values: it is the mean of ln(e + 1) - 1 and ln(e + 1)
cross_entropy_from_logits(np.zeros(2), np.array(1)) -> 0.693147
    shapes: one position without an axis is a shape like any other
cross_entropy_from_logits(np.zeros((1, 2, 2)), np.array([[0, 1]])) -> 0.693147
    shapes: the mean is over all positions, whatever their axes
cross_entropy_from_logits(np.array([[1000.0, 0.0]]), np.array([0])) -> 0.0
    stable: the target has all of the probability
cross_entropy_from_logits(np.array([[1000.0, 0.0]]), np.array([1])) -> 1000.0
    stable: the loss is the distance to the largest logit
cross_entropy_from_logits(np.array([[-1000.0, -2000.0]]), np.array([0])) -> 0.0
    stable: logits count up to a shift, and the target's is the largest by far
cross_entropy_from_logits(np.array([[0.0, -np.inf], [1.0, 0.0]]), np.array([0, 0])) -> 0.156631
    masked: the first position has the loss 0, the second ln(e + 1) - 1, and this is their mean
cross_entropy_from_logits(np.array([[0.0, 0.0, -np.inf]]), np.array([0])) -> 0.693147
    masked: a logit of minus infinity is a probability of zero
cross_entropy_from_logits(np.zeros((2, 2)), np.array([0.0, 1.0])) raises TypeError
    errors: targets are integers
cross_entropy_from_logits(np.zeros((2, 2)), np.array([0])) raises ValueError
    positions: there are two positions and one target
cross_entropy_from_logits(np.zeros((0, 2)), np.zeros(0, int)) raises ValueError
    positions: the mean over no positions does not exist
cross_entropy_from_logits(np.zeros((2, 2)), np.array([0, -1])) raises IndexError
    errors: -1 is no id
cross_entropy_from_logits(np.zeros((2, 2)), np.array([0, 777])) raises IndexError naming 777
    errors: the message should name the id that does not exist
cross_entropy_from_logits(np.zeros((2, 2)), np.array([0, 2])) raises IndexError
    errors: the last id is 1
""")
