"""Small calls that a student is shown where a check of `lookup` fails."""

from autograder.assignments.lookup.mistakes import SUITE
from autograder.checks.examples import parse

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
one_hot(np.array([0, 2]), 3) -> [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    errors: the first id is 0, and the last is 2
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
lookup(E, np.array([0, 2])) -> [[10.0, 11.0], [30.0, 31.0]]
    errors: the first id is 0, and the last is 2
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
lookup_torch(E, torch.tensor([0, 2])) -> [[10.0, 11.0], [30.0, 31.0]]
    errors: the first id is 0, and the last is 2
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
    onehot: a second row is a second multiplication, and one number more of the vector and of the table
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
    values, precision: it is the mean of ln(e + 1) - 1 and ln(e + 1)
cross_entropy_from_logits(np.array([[2.0, 0.0], [0.0, 0.0]]), np.array([1, 1])) -> 1.410038
    precision, errors: it is the mean of ln(e**2 + 1) and ln 2
cross_entropy_from_logits(np.zeros((1, 2, 2)), np.array([[0, 1]])) -> 0.693147
    shapes: the mean is over all positions, whatever their axes
cross_entropy_from_logits(np.array([[[1.0, 0.0], [1.0, 0.0]]]), np.array([[0, 1]])) -> 0.813262
    shapes: it is the mean of ln(e + 1) - 1 and ln(e + 1), whatever the axes
cross_entropy_from_logits(np.zeros(2), np.array(1)) -> 0.693147
    shapes: one position without an axis is a shape like any other
cross_entropy_from_logits(np.array([[1000.0, 0.0]]), np.array([1])) -> 1000.0
    stable: the loss is the distance to the largest logit
cross_entropy_from_logits(np.array([[1000.0, 0.0]]), np.array([0])) -> 0.0
    stable: the target has all of the probability
cross_entropy_from_logits(np.array([[-1000.0, -2000.0]]), np.array([0])) -> 0.0
    stable: logits count up to a shift, and the target's is the largest by far
cross_entropy_from_logits(np.array([[4000.0, 0.0]]), np.array([1])) -> 4000.0
    stable: no exponential should overflow, however far apart the logits are
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

[one_hot]
type(one_hot(np.array([0]), 2)).__name__ -> "ndarray"
    values: the result is an array of NumPy's
one_hot(np.array([0]), 2).dtype -> np.float32
    dtypes: float32 is the dtype unless asked for another
one_hot(np.array([0]), 2, dtype=np.float64).dtype -> np.float64
    dtypes: this is the dtype asked for
one_hot(np.array([0]), 2, dtype=np.int8).dtype -> np.int8
    dtypes: any dtype may be asked for
one_hot(np.array([0]), 2, dtype=bool).dtype -> np.bool_
    dtypes: any dtype may be asked for
one_hot(np.zeros(0, int), 2, dtype=np.int8).dtype -> np.int8
    dtypes: this is the dtype asked for, without ids too
one_hot(np.zeros(0), 2) raises TypeError
    errors: these are no ids at all, and their dtype is a floating point one
one_hot(np.array([2**32]), 3) raises IndexError
    errors: there is no id 4294967296, though its last 32 bits are 0
one_hot(np.array([0, 3]), 3) raises IndexError
    errors: the last of the ids counts as much as the first, and the largest is 2
one_hot(np.array([2**64 - 1], np.uint64), 3) raises IndexError naming 18446744073709551615
    errors: there is no such id, though as a signed number its bits are -1
one_hot(np.array([[0, 1], [-1, 1]]), 3) raises IndexError
    errors: every id counts, wherever it stands
one_hot(np.array([6, -5]), 8) raises IndexError naming -5
    errors: id 6 has a place, and -5 has none
one_hot(np.array([30, 30], np.uint8), 300).sum(axis=-1) -> [1.0, 1.0]
    errors: each vector has a single one, though there are more places than a uint8 counts
one_hot(np.array([2, 0]), 3, dtype=bool) -> [[False, False, True], [True, False, False]]
    dtypes: only place 2 is the place of id 2
one_hot(np.array([0]), 2, dtype="float64").dtype -> np.float64
    dtypes: NumPy takes the name of a dtype for the dtype
one_hot(np.array([0]), 2, dtype=np.dtype("int8")).dtype -> np.int8
    dtypes: np.dtype("int8") is the same dtype as np.int8
np.shares_memory(one_hot(np.array([1]), 2), one_hot(np.array([1]), 2)) -> False
    shapes: the result of each call is new
one_hot(np.array([1, 2], np.uint64), 3) -> [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    errors, dtypes: unsigned ids are ids like any other
one_hot(np.array([200], np.uint8), 300)[0, 200] -> 1.0
    errors, dtypes: id 200 is one like any other, though the table is longer than a uint8 counts
one_hot(np.array([0, 0]), 1) -> [[1.0], [1.0]]
    shapes: with one token the vectors have one number, and an axis of their own
table = np.array([[1, 0]])
one_hot(table, 2); table -> [[1, 0]]
    shapes: the ids belong to the caller, and stay as they were
ids = np.array([1, 0])
one_hot(ids, 2); ids -> [1, 0]
    shapes: the ids belong to the caller
one_hot(ids, 2); ids.flags.writeable -> True
    shapes: the ids belong to the caller, who may write into them
turn = np.array([0, 0])
one_hot(turn, 2); turn[:] = 1; one_hot(turn, 2) -> [[0.0, 1.0], [0.0, 1.0]]
    shapes: the ids are others by the second call
one_hot(np.asfortranarray([[0, 0], [1, 1]]), 2) -> [[[1.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [0.0, 1.0]]]
    shapes: the ids may lie turned in memory

[lookup]
E = np.array([[10.0, 11.0], [20.0, 21.0], [30.0, 31.0]])
type(lookup(E, np.array([1]))).__name__ -> "ndarray"
    values: the result is an array of NumPy's
lookup(E.astype(np.float16), np.array([1])).dtype -> np.float16
    dtypes: the rows have the dtype of the table
lookup(E.astype(np.float32), np.zeros(0, int)).dtype -> np.float32
    dtypes: the result has the dtype of the table, without ids too
lookup(E.astype(np.int64), np.array([1])).dtype -> np.int64
    dtypes: the rows have the dtype of the table
lookup(E, np.array([0, 1, 2])) -> [[10.0, 11.0], [20.0, 21.0], [30.0, 31.0]]
    dtypes: all ids in order give the numbers of the table
lookup(np.array([[1 / 3]]), np.array([0]))[0, 0] == 1 / 3 -> True
    dtypes: the row comes as it is, to the last digit
np.shares_memory(lookup(E, np.array([1])), E) -> False
    copy: the result is a new array, also for a single id
np.shares_memory(lookup(E, np.array(1)), E) -> False
    copy: the result is a new array, also for an id without an axis
np.shares_memory(lookup(E, np.array([0, 1, 2])), E) -> False
    copy: the result is a new array, also for ids in order
np.shares_memory(lookup(E[:1], np.array([0])), E) -> False
    copy: the result is a new array, also for a table of one row
ids = np.array([1, 0])
lookup(E, ids); ids -> [1, 0]
    copy: the ids belong to the caller
lookup(np.array([[np.nan, np.inf], [1.0, -np.inf]]), np.array([1])) -> [[1.0, -np.inf]]
    cost: the row comes as it is, whatever else is in the table
bool(np.isnan(lookup(np.array([[np.nan, 1.0]]), np.array([0]))[0, 0])) -> True
    cost: the row comes as it is, nan too
lookup(np.arange(70000.0)[:, None], np.array([69999])) -> [[69999.0]]
    cost: a table may have more rows than 16 bits count
lookup(E, np.zeros(0)) raises TypeError
    errors: these are no ids at all, and their dtype is a floating point one
lookup(E, np.array([2**32])) raises IndexError
    errors: there is no row 4294967296, though its last 32 bits are 0
lookup(E, np.array([[0, 1], [3, 1]])) raises IndexError
    errors: every id counts, wherever it stands, and the last row is row 2
lookup(E, np.array([[0.0, 1.0]])) raises TypeError
    errors: floating point numbers are no ids
lookup(np.arange(600.0).reshape(300, 2), np.array([200], np.uint8)) -> [[400.0, 401.0]]
    errors, dtypes: row 200 of a table with two columns, though 200 · 2 is beyond a uint8
lookup(E, np.asfortranarray([[0, 1], [2, 1]]))[:, :, 0] -> [[10.0, 20.0], [30.0, 20.0]]
    shapes: the ids may lie turned in memory
lookup(np.asfortranarray(E), np.array([2, 1])) -> [[30.0, 31.0], [20.0, 21.0]]
    shapes: the table may lie turned in memory
lookup(E, np.array([2**64 - 1], np.uint64)) raises IndexError naming 18446744073709551615
    errors: there is no such row, though the last 64 bits of -1 are the same
lookup(E, np.array([2, 0], np.uint64)) -> [[30.0, 31.0], [10.0, 11.0]]
    errors: unsigned ids are ids like any other
lookup(np.ones((8, 1)), np.array([6, -5])) raises IndexError naming -5
    errors: id 6 has a row, and -5 has none
lookup(E, np.array([1])) -> [[20.0, 21.0]]
    shapes: ids of shape (1,) give rows of shape (1, 2)
lookup(np.array([[10.0], [20.0]]), np.array([1, 0])) -> [[20.0], [10.0]]
    shapes: a row of one number is a row, with an axis of its own
lookup(E, ids); E.flags.writeable -> True
    copy: the table belongs to the caller, who may write into it
np.shares_memory(lookup(E, ids), lookup(E, ids)) -> False
    copy: the result of each call is new
grown = np.ones((3, 1))
lookup(grown, ids); grown[:] = 7; lookup(grown, ids) -> [[7.0], [7.0]]
    copy: the table is another by the second call

[lookup_torch]
E = torch.tensor([[10.0, 11.0], [20.0, 21.0], [30.0, 31.0]])
type(lookup_torch(E, torch.tensor([1]))).__name__ -> "Tensor"
    values: the result is a tensor
lookup_torch(E.double(), torch.tensor([1])).dtype -> torch.float64
    values: the rows have the dtype of the table
lookup_torch(E.half(), torch.tensor([1])).dtype -> torch.float16
    values: the rows have the dtype of the table
lookup_torch(E.bfloat16(), torch.tensor([1])).dtype -> torch.bfloat16
    values: the rows have the dtype of the table
lookup_torch(E, torch.tensor([[1, 0]])) -> [[[20.0, 21.0], [10.0, 11.0]]]
    shapes: ids of shape (1, 2) give rows of shape (1, 2, 2)
lookup_torch(torch.tensor([[10.0], [20.0]]), torch.tensor([1, 0])) -> [[20.0], [10.0]]
    shapes: a row of one number is a row, with an axis of its own
lookup_torch(E.double(), torch.zeros(0, dtype=int)).dtype -> torch.float64
    values: the result has the dtype of the table, without ids too
lookup_torch(torch.tensor([[1 / 3]], dtype=torch.float64), torch.tensor([0])).item() == 1 / 3 -> True
    values: the row comes as it is, to the last digit
row = lookup_torch(E, torch.tensor(0))
row.untyped_storage().data_ptr() == E.untyped_storage().data_ptr() -> False
    copy: the result is a new tensor, also for an id without an axis
some = lookup_torch(E, torch.tensor([0, 1, 2]))
some.untyped_storage().data_ptr() == E.untyped_storage().data_ptr() -> False
    copy: the result is a new tensor, also for ids in order
ids = torch.tensor([1, 0])
lookup_torch(E, ids); ids -> [1, 0]
    copy: the ids belong to the caller
lookup_torch(E, ids); E.requires_grad -> False
    copy: the table learns only if its owner says so
lookup_torch(E, ids).requires_grad -> False
    copy: the rows of a table that learns nothing ask for no gradient
one, another = lookup_torch(E, ids), lookup_torch(E, ids)
one.untyped_storage().data_ptr() == another.untyped_storage().data_ptr() -> False
    copy: the result of each call is new
kept = torch.ones((3, 1), requires_grad=True); kept.grad = torch.ones((3, 1))
lookup_torch(kept, ids); kept.grad -> [[1.0], [1.0], [1.0]]
    copy: the gradient that the table has belongs to the caller
grown = torch.ones((3, 1))
lookup_torch(grown, ids); grown[:] = 7; lookup_torch(grown, ids) -> [[7.0], [7.0]]
    copy: the table is another by the second call
T = torch.tensor([[1.0], [2.0], [3.0]], requires_grad=True)
lookup_torch(T, torch.tensor([2, 0, 2])).sum().backward(); T.grad -> [[1.0], [0.0], [2.0]]
    gradient: row 0 was looked up once, row 2 twice and row 1 never
lookup_torch(T, torch.tensor(1)).sum().backward(); T.grad -> [[0.0], [1.0], [0.0]]
    gradient: the gradient reaches the table for a single id too
lookup_torch(T, torch.zeros(0, dtype=int)).requires_grad -> True
    gradient: no ids send no gradient, and backward works all the same
lookup_torch(T, torch.zeros(0, dtype=int)).sum().backward(); T.grad -> [[0.0], [0.0], [0.0]]
    gradient: no ids send no gradient, which is zero everywhere
half = torch.tensor([[1.0], [2.0]], dtype=torch.float16, requires_grad=True)
lookup_torch(half, torch.tensor([1])).sum().backward(); half.grad -> [[0.0], [1.0]]
    gradient: the gradient reaches a table in half precision too
lookup_torch(torch.tensor([[math.inf], [1.0]]), torch.tensor([1])) -> [[1.0]]
    cost: the row comes as it is, whatever else is in the table
lookup_torch(torch.tensor([[math.inf]]), torch.tensor([0])) -> [[np.inf]]
    cost: the row comes as it is, infinite numbers too
lookup_torch(torch.arange(70000.0)[:, None], torch.tensor([69999])) -> [[69999.0]]
    cost: a table may have more rows than 16 bits count
lookup_torch(E, torch.tensor([2**32])) raises IndexError
    errors: there is no row 4294967296, though its last 32 bits are 0
lookup_torch(E, torch.tensor([[0, 1], [3, 1]])) raises IndexError
    errors: every id counts, wherever it stands, and the last row is row 2
lookup_torch(torch.ones((8, 1)), torch.tensor([6, -5])) raises IndexError naming -5
    errors: id 6 has a row, and -5 has none
lookup_torch(E, torch.tensor([1], dtype=torch.uint8)) raises TypeError
    errors: of the integer types int32 and int64 alone are allowed
lookup_torch(E, torch.tensor([1], dtype=torch.int16)) raises TypeError
    errors: of the integer types int32 and int64 alone are allowed
lookup_torch(E, torch.tensor([[0, 1], [2, 1]]).T)[:, :, 0] -> [[10.0, 30.0], [20.0, 20.0]]
    shapes: the ids may lie turned in memory
lookup_torch(E, torch.zeros((0, 2), dtype=int)).shape == (0, 2, 2) -> True
    shapes: no ids give no rows, and the axes stay

[lookup_cost]
[isinstance(part, float) for part in lookup_cost(2, 3, 4, "gather")] == [False, False] -> True
    gather, onehot: both numbers count, so they are whole
lookup_cost(2**40, 9, 2**40, "gather")[1] - 8 * 2**80 - 8 * 2**40 -> 0
    gather: the counts are exact for sizes of any size
lookup_cost(2**60 + 1, 1, 1, "gather", itemsize=1, id_itemsize=1)[1] - 3 * (2**60 + 1) -> 0
    gather: the counts are exact to the last digit
lookup_cost(2**40 + 1, 2**40 + 1, 1, "onehot")[0] - (2**40 + 1) ** 2 -> 0
    onehot: the number of multiplications is exact, however large it is
lookup_cost(2, 3, 4, "Gather") raises ValueError
    settings: the two names are written as the docstring writes them
lookup_cost(2, 0, 4, "onehot") raises ValueError
    settings: the table has a row or more
lookup_cost(2, 0, 4, "gather") raises ValueError
    settings: the table has a row or more, whatever the method
lookup_cost(0, 0, 4, "gather") raises ValueError
    settings: the table has a row or more, without ids too
lookup_cost(2, 5, 0, "onehot") raises ValueError
    settings: the table has a column or more
lookup_cost(2, 5, 3, "gather", itemsize=0) raises ValueError
    settings: a number has a byte or more
lookup_cost(2, 5, 3, "gather", id_itemsize=0) raises ValueError
    settings: an id has a byte or more

[cross_entropy_from_logits]
flat = np.zeros((2, 2))
ids = np.array([0, 1])
isinstance(cross_entropy_from_logits(flat.astype(np.float32), ids), float) -> True
    precision: the loss is a float, for float32 too
round(cross_entropy_from_logits(np.array([[8.0, 8.01]], np.float16), np.array([0])), 3) -> 0.697
    precision: the two logits are 8 and 8.0078 in float16, and the rest is computed wider
cross_entropy_from_logits(np.zeros((1, 2), np.float16), np.array([0])) -> 0.693147
    precision: logits in float16 are allowed
cross_entropy_from_logits(np.array([[60000.0, -60000.0]], np.float16), np.array([1])) -> 120000.0
    precision, stable: the difference of two numbers of float16 may be beyond float16
cross_entropy_from_logits(np.array([[1000.0, 0.0], [-1000.0, 0.0]]), np.array([0, 1])) -> 0.0
    stable: each position is shifted by its own largest logit
cross_entropy_from_logits(np.array([[-20000.0, -np.inf]]), np.array([0])) -> 0.0
    masked: minus infinity is below any number, and here -20000 is the only token left
logits = np.array([[1.0, -np.inf]])
cross_entropy_from_logits(logits, np.array([0])); logits -> [[1.0, -np.inf]]
    unchanged: the logits belong to the caller
pair = np.array([[1.0, 2.0], [3.0, 5.0]])
cross_entropy_from_logits(pair, ids); pair -> [[1.0, 2.0], [3.0, 5.0]]
    unchanged: the logits belong to the caller
cross_entropy_from_logits(pair, ids); ids -> [0, 1]
    unchanged: the targets belong to the caller
back = np.array([1, 0])
cross_entropy_from_logits(pair, back); back -> [1, 0]
    unchanged: the targets belong to the caller
cross_entropy_from_logits(np.zeros((1, 1, 2)), np.array([[0]])) -> 0.693147
    shapes: axes of length 1 are axes
cross_entropy_from_logits(np.array([[0.0]]), np.array([0])) -> 0.0
    shapes: a single token has the probability 1
turned = np.array([[[0.0, 0.0], [9.0, 0.0]], [[0.0, 9.0], [0.0, 0.0]]]).transpose(1, 0, 2)
round(cross_entropy_from_logits(turned, np.array([[0, 1], [0, 1]])), 3) -> 0.347
    shapes: the first two axes are exchanged in memory, and two of four positions cost ln 2
cross_entropy_from_logits(np.zeros((1, 2)), np.array([0, 0])) raises ValueError
    positions: there is one position and two targets
cross_entropy_from_logits(np.zeros((2, 3, 2)), np.zeros((3, 2), int)) raises ValueError
    positions, errors: logits of shape (2, 3, V) have targets of shape (2, 3)
cross_entropy_from_logits(np.zeros((2, 0, 2)), np.zeros((2, 0), int)) raises ValueError
    positions: two sequences without a position have no mean
cross_entropy_from_logits(pair, ids); pair.flags.writeable -> True
    unchanged: the logits belong to the caller, who may write into them
cross_entropy_from_logits(np.zeros((2, 2)), np.array([[0], [1]])) raises ValueError
    positions, errors: logits of shape (2, V) have targets of shape (2,)
cross_entropy_from_logits(flat, np.array([0, -100])) raises IndexError
    errors: -100 is no id either
cross_entropy_from_logits(flat, np.array([0.0, 1.0])) raises TypeError
    errors: floating point numbers are no ids
cross_entropy_from_logits(flat, np.array([0, 1], np.uint64)) -> 0.693147
    errors, precision: unsigned ids are ids like any other
cross_entropy_from_logits(flat, np.array([0, 1], np.uint8)) -> 0.693147
    errors, precision: unsigned ids are ids like any other
cross_entropy_from_logits(np.zeros((1, 300)), np.array([30], np.uint8)) -> 5.703782
    errors, precision: there are more tokens than a uint8 counts, and id 30 is one of them; the loss is ln 300
cross_entropy_from_logits(np.zeros((1, 300)), np.array([200], np.uint8)) -> 5.703782
    errors, precision: there are more tokens than a uint8 counts, and the loss is ln 300
huge = np.array([0, 2**64 - 1], np.uint64)
cross_entropy_from_logits(flat, huge) raises IndexError naming 18446744073709551615
    errors: there is no such id, though the last 64 bits of -1 are the same
apart = np.array([[[9.0, 0.0], [9.0, 0.0]], [[0.0, 9.0], [0.0, 9.0]]])
round(cross_entropy_from_logits(apart, np.asfortranarray([[0, 0], [1, 1]])), 3) -> 0.0
    shapes: the targets may lie turned in memory, and here each is by far the likeliest
""")
