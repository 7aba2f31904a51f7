"""Small calls that a student is shown where a check of `scatter-add` fails."""

from autograder.assignments.scatter_add.mistakes import SUITE
from autograder.checks.examples import parse

SUITE.examples = parse("""
embedding_backward(np.array([[1.0], [2.0]]), np.array([1, 0]), 3) -> [[2.0], [1.0], [0.0]]
    values, cost: row 1 gets the first vector, row 0 the second, and row 2, which nobody looked up, 0
embedding_backward(np.array([[1.0], [2.0], [4.0]]), np.array([1, 0, 1]), 2) -> [[2.0], [5.0]]
    values, cost, batches: row 1 was looked up twice and gets 1 + 4
embedding_backward(np.array([[1.0], [2.0]]), np.array([2, 0]), 3) -> [[2.0], [0.0], [1.0]]
    values: nobody looked up row 1, which lies between two rows that were
embedding_backward(np.array([[1.0], [2.0]]), np.array([0, 0]), 2) -> [[3.0], [0.0]]
    values, batches: 0 is an id like any other, and row 0 gets 1 + 2
G = np.array([[[1.0], [2.0]], [[4.0], [8.0]]])
embedding_backward(G, np.array([[0, 1], [1, 1]]), 2) -> [[1.0], [14.0]]
    batches: row 1 was looked up three times, in both lines of the batch, and gets 2 + 4 + 8
embedding_backward(np.array([1.0, 2.0]), np.array(1), 2) -> [[0.0, 0.0], [1.0, 2.0]]
    batches: a single id has one vector, which goes to its row
embedding_backward(np.zeros((0, 2)), np.zeros(0, int), 1) -> [[0.0, 0.0]]
    batches: nobody looked up row 0, and the table has its shape without ids too
embedding_backward(np.array([[1.0], [2.0]]), np.array([1, 0]), 2, padding_idx=0) -> [[0.0], [1.0]]
    padding: row 0 is the padding row and does not learn, and row 1 gets its vector
embedding_backward(np.array([[1.0]]), np.array([0]), 2, padding_idx=1) -> [[1.0], [0.0]]
    padding: row 1 is the padding row, and nobody looked it up
embedding_backward(np.array([[[1.0], [2.0]]]), np.array([[0, 1]]), 2, padding_idx=0) -> [[0.0], [2.0]]
    padding: in a batch of shape (1, 2) row 0 is the padding row, and row 1 gets its vector
G = np.array([[1.0], [2.0]])
embedding_backward(G, np.array([1, 0]), 2, padding_idx=0); G -> [[1.0], [2.0]]
    values, padding: grad_out belongs to the caller
embedding_backward(np.array([[1.0], [2.0]]), np.array([1, 0], np.uint8), 2) -> [[2.0], [1.0]]
    dtypes: uint8 is an integer type, and row 1 gets the first vector
embedding_backward(np.ones((3000, 1), np.float16), np.zeros(3000, int), 1) -> [[3000.0]]
    dtypes: row 0 gets all of the 3000 ones, and float16 is added in float32
embedding_backward(np.array([[1e8], [1.0], [-1e8]]), np.array([0, 0, 0]), 1) -> [[1.0]]
    dtypes: row 0 gets 1e8 + 1 - 1e8, and float64 is added in float64
embedding_backward(np.array([[1.0]]), np.array([1], np.uint8), 300) -> np.eye(300)[:, 1:2]
    dtypes: the table may have more rows than a uint8 can count
embedding_backward(np.array([[1.0]]), np.array([1.0]), 2) raises TypeError
    errors: floating point numbers are no ids
embedding_backward(np.array([[1.0]]), np.array([-1]), 2) raises IndexError
    errors: -1 is no id
embedding_backward(np.array([[1.0]]), np.array([777]), 2) raises IndexError naming 777
    errors: the message should name the id that does not exist
embedding_backward(np.array([[1.0]]), np.array([0]), 2, padding_idx=-1) raises IndexError
    errors: -1 is no row
embedding_backward(np.array([[1.0], [2.0]]), np.array([[0, 1]]), 2) raises ValueError
    errors: ids of shape (1, 2) have gradients of shape (1, 2, d)
embedding_backward(np.zeros((0, 1)), np.zeros(0), 2) raises TypeError
    errors: these are no ids at all, and their dtype is a floating point one
embedding_backward(np.array(1.0), np.array(0), 2) raises ValueError
    errors: a single id has a gradient of shape (d,), and a number has no axis

embedding_backward_rows(np.array([[1.0], [2.0]]), np.array([2, 0]), 5) -> ([0, 2], [[2.0], [1.0]])
    values, cost: row 0 comes before row 2, each with its own vector, and the others were not looked up
embedding_backward_rows(np.array([[1.0], [2.0], [4.0]]), np.array([1, 0, 1]), 2) -> ([0, 1], [[2.0], [5.0]])
    values, cost, batches: row 0 comes first; row 1 was looked up twice, is listed once and gets 1 + 4
embedding_backward_rows(np.array([[1.0], [-1.0]]), np.array([1, 1]), 2) -> ([1], [[0.0]])
    values: row 1 was looked up, though 1 - 1 is 0
embedding_backward_rows(np.array([[1.0], [2.0]]), np.array([0, 0]), 2) -> ([0], [[3.0]])
    values, batches: 0 is an id like any other, and row 0 gets 1 + 2
ids = np.array([1, 0])
embedding_backward_rows(np.array([[1.0], [2.0]]), ids, 2); ids -> [1, 0]
    values, padding: the ids belong to the caller
embedding_backward_rows(np.array([[[1.0], [2.0]]]), np.array([[1, 1]]), 2) -> ([1], [[3.0]])
    batches: row 1 was looked up twice in a batch of shape (1, 2), is listed once and gets 1 + 2
embedding_backward_rows(np.array([1.0, 2.0]), np.array(1), 2) -> ([1], [[1.0, 2.0]])
    batches: a single id is one row, and k is 1
embedding_backward_rows(np.zeros((0, 2)), np.zeros(0, int), 5) -> (np.zeros(0, int), np.zeros((0, 2)))
    batches: no ids are no rows; k is 0 and d is 2
embedding_backward_rows(np.array([[1.0], [2.0]]), np.array([1, 0]), 2, padding_idx=0) -> ([1], [[1.0]])
    padding: row 0 is the padding row and left out, and row 1 keeps its vector
G = np.array([[1.0]])
embedding_backward_rows(G, np.array([0]), 2, padding_idx=0) -> (np.zeros(0, int), np.zeros((0, 1)))
    padding: row 0 is the padding row and left out, so k is 0
embedding_backward_rows(np.array([[1.0]]), np.array([0]), 2, padding_idx=1) -> ([0], [[1.0]])
    padding: row 1 is the padding row, and nobody looked it up
embedding_backward_rows(np.ones((3000, 1), np.float16), np.zeros(3000, np.uint8), 1) -> ([0], [[3000.0]])
    dtypes: row 0 gets all of the 3000 ones; uint8 is an integer type, and float16 is added in float32
embedding_backward_rows(np.array([[1e8], [1.0], [-1e8]]), np.array([0, 0, 0]), 1) -> ([0], [[1.0]])
    dtypes: row 0 gets 1e8 + 1 - 1e8, and float64 is added in float64
embedding_backward_rows(np.array([[1.0]]), np.array([1], np.uint8), 300) -> ([1], [[1.0]])
    dtypes: the table may have more rows than a uint8 can count
embedding_backward_rows(np.array([[1.0]]), np.array([2**60 + 1]), 2**61) -> (np.array([2**60 + 1]), [[1.0]])
    cost: one row was looked up and is listed, however long the table is
embedding_backward_rows(np.array([[1.0]]), np.array([1.0]), 2) raises TypeError
    errors: floating point numbers are no ids
embedding_backward_rows(np.array([[1.0]]), np.array([-1]), 2) raises IndexError
    errors: -1 is no id
embedding_backward_rows(np.array([[1.0]]), np.array([777]), 2) raises IndexError naming 777
    errors: the message should name the row that does not exist
embedding_backward_rows(np.array([[1.0]]), np.array([2]), 2) raises IndexError
    errors: the last row is row 1
embedding_backward_rows(np.array([[1.0]]), np.array([0]), 2, padding_idx=2) raises IndexError
    errors: padding_idx is a row of the table too, and the last is row 1
embedding_backward_rows(np.array([[1.0], [2.0]]), np.array([[0, 1]]), 2) raises ValueError
    errors: ids of shape (1, 2) have gradients of shape (1, 2, d)
embedding_backward_rows(np.zeros((0, 1)), np.zeros(0), 2) raises TypeError
    errors: these are no ids at all, and their dtype is a floating point one
embedding_backward_rows(np.array(1.0), np.array(0), 2) raises ValueError
    errors: a single id has a gradient of shape (d,), and a number has no axis

embedding_backward_torch(torch.tensor([[1.0], [2.0]]), torch.tensor([1, 0]), 3) -> [[2.0], [1.0], [0.0]]
    values, cost: row 1 gets the first vector, row 0 the second, and row 2, which nobody looked up, 0
embedding_backward_torch(torch.tensor([[1.0], [2.0], [4.0]]), torch.tensor([1, 0, 1]), 2) -> [[2.0], [5.0]]
    values, cost, batches: row 1 was looked up twice and gets 1 + 4
embedding_backward_torch(torch.tensor([[1.0], [2.0]]), torch.tensor([0, 0]), 2) -> [[3.0], [0.0]]
    values, batches: 0 is an id like any other, and row 0 gets 1 + 2
embedding_backward_torch(torch.tensor([[[1.0], [2.0]]]), torch.tensor([[1, 1]]), 2) -> [[0.0], [3.0]]
    batches: row 1 was looked up twice in a batch of shape (1, 2) and gets 1 + 2
embedding_backward_torch(torch.tensor([1.0, 2.0]), torch.tensor(1), 2) -> [[0.0, 0.0], [1.0, 2.0]]
    batches: a single id has one vector, which goes to its row
embedding_backward_torch(torch.zeros((0, 2)), torch.zeros(0, dtype=int), 1) -> [[0.0, 0.0]]
    batches: nobody looked up row 0, and the table has its shape without ids too
G = torch.tensor([[1.0], [2.0]])
embedding_backward_torch(G, torch.tensor([1, 0]), 2, padding_idx=0) -> [[0.0], [1.0]]
    padding: row 0 is the padding row and does not learn, and row 1 gets its vector
embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([0]), 2, padding_idx=1) -> [[1.0], [0.0]]
    padding: row 1 is the padding row, and nobody looked it up
embedding_backward_torch(G, torch.tensor([1, 0]), 2, padding_idx=0); G -> [[1.0], [2.0]]
    values, padding: grad_out belongs to the caller
embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([1], dtype=torch.int32), 2) -> [[0.0], [1.0]]
    dtypes, device: ids of dtype int32 are allowed, and row 1 gets the vector
H = torch.ones((3000, 1), dtype=torch.float16)
embedding_backward_torch(H, torch.zeros(3000, dtype=int), 1) -> [[3000.0]]
    dtypes: row 0 gets all of the 3000 ones, and float16 is added in float32
D = torch.tensor([[1e8], [1.0], [-1e8]], dtype=torch.float64)
embedding_backward_torch(D, torch.tensor([0, 0, 0]), 1) -> [[1.0]]
    dtypes: row 0 gets 1e8 + 1 - 1e8, and float64 is added in float64
embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([1.0]), 2) raises TypeError
    errors: floating point numbers are no ids
embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([1], dtype=torch.int16), 2) raises TypeError
    errors: of the integer types int32 and int64 alone are allowed
embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([-1]), 2) raises IndexError
    errors, device: -1 is no id
embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([777]), 2) raises IndexError naming 777
    errors: the message should name the id that does not exist
embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([0]), 2, padding_idx=-1) raises IndexError
    errors: -1 is no row
embedding_backward_torch(torch.tensor([[1.0], [2.0]]), torch.tensor([[0, 1]]), 2) raises ValueError
    errors: ids of shape (1, 2) have gradients of shape (1, 2, d)
embedding_backward_torch(torch.zeros((0, 1)), torch.zeros(0), 2) raises TypeError
    errors: these are no ids at all, and their dtype is a floating point one
embedding_backward_torch(torch.tensor(1.0), torch.tensor(0), 2) raises ValueError
    errors: a single id has a gradient of shape (d,), and a number has no axis

E = torch.tensor([[10.0, 11.0], [20.0, 21.0], [30.0, 31.0]])
EmbeddingFunction.apply(E, torch.tensor([2, 0]), None) -> [[30.0, 31.0], [10.0, 11.0]]
    forward, backward, device: each id is replaced by its row
EmbeddingFunction.apply(E, torch.tensor([2, 0]), 0) -> [[30.0, 31.0], [10.0, 11.0]]
    forward, padding: the padding row is looked up like any other
EmbeddingFunction.apply(E, torch.tensor(1), None) -> [20.0, 21.0]
    forward, backward: an id without an axis gives one row
EmbeddingFunction.apply(E, torch.tensor([[1], [0]]), None) -> [[[20.0, 21.0]], [[10.0, 11.0]]]
    forward, backward: ids of shape (2, 1) give rows of shape (2, 1, 2)
EmbeddingFunction.apply(E, torch.zeros(0, dtype=int), None) -> np.zeros((0, 2))
    backward: no ids give no rows, an array of shape (0, 2)
EmbeddingFunction.apply(E, torch.tensor([1], dtype=torch.int32), None) -> [[20.0, 21.0]]
    dtypes, device: ids of dtype int32 are allowed
EmbeddingFunction.apply(E, torch.tensor([1.0]), None) raises TypeError
    errors: floating point numbers are no ids
EmbeddingFunction.apply(E, torch.tensor([True, False, True]), None) raises TypeError
    errors: truth values are no ids
EmbeddingFunction.apply(E, torch.tensor([1], dtype=torch.int16), None) raises TypeError
    errors: of the integer types int32 and int64 alone are allowed
EmbeddingFunction.apply(E, torch.zeros(0), None) raises TypeError
    errors: these are no ids at all, and their dtype is a floating point one
EmbeddingFunction.apply(E, torch.tensor([-1]), None) raises IndexError
    errors: -1 is no id
EmbeddingFunction.apply(E, torch.tensor([777]), None) raises IndexError naming 777
    errors: the message should name the id that does not exist
EmbeddingFunction.apply(E, torch.tensor([3]), None) raises IndexError
    errors: the last row is row 2
EmbeddingFunction.apply(E, torch.tensor([0]), 3) raises IndexError
    errors: padding_idx is a row of the table too, and the last is row 2
EmbeddingFunction.apply(E, torch.tensor([0]), -1) raises IndexError
    errors: padding_idx is a row of the table too, and -1 is none

E = np.array([[1.0], [1.0], [1.0]])
sgd_rows(E, np.array([1]), np.array([[4.0]]), 0.5); E -> [[1.0], [-1.0], [1.0]]
    step, cost: row 1 becomes 1 - 0.5 · 4, and the other rows stay
sgd_rows(E, np.array([2, 0]), np.array([[4.0], [2.0]]), 0.5); E -> [[0.0], [1.0], [-1.0]]
    step: 4 is the gradient of row 2, and 2 that of row 0
sgd_rows(E, np.zeros(0, int), np.zeros((0, 1)), 0.5); E -> [[1.0], [1.0], [1.0]]
    step: no row is listed, so all of them stay
sgd_rows(E, np.array([1]), np.array([[4.0]]), 0.5) -> None
    step: the step is made in place, and the caller has E already
G = np.array([[4.0]])
sgd_rows(E, np.array([1]), G, 0.5); G -> [[4.0]]
    step: the gradients belong to the caller
sgd_rows(E, np.array([1, 1]), np.array([[4.0], [2.0]]), 0.5) raises ValueError
    repeats: row 1 is listed twice
sgd_rows(E, np.array([1, 0, 1]), np.array([[4.0], [2.0], [2.0]]), 0.5) raises ValueError
    repeats: row 1 is listed twice, with another row in between
sgd_rows(E, np.array([1.0]), np.array([[4.0]]), 0.5) raises TypeError
    errors: floating point numbers are no rows
sgd_rows(E, np.array([True, False]), np.array([[4.0], [2.0]]), 0.5) raises TypeError
    errors: truth values are no rows
sgd_rows(E, np.array([-1]), np.array([[4.0]]), 0.5) raises IndexError
    errors: -1 is no row
sgd_rows(E, np.array([777]), np.array([[4.0]]), 0.5) raises IndexError naming 777
    errors: the message should name the row that does not exist
sgd_rows(E, np.array([3]), np.array([[4.0]]), 0.5) raises IndexError
    errors: the last row is row 2
sgd_rows(E, np.array([2, 0]), np.array([[4.0]]), 0.5) raises ValueError
    errors: there are two rows and one gradient
sgd_rows(E, np.array([1]), np.array([4.0]), 0.5) raises ValueError
    errors: one row has values of shape (1, d)
sgd_rows(E, np.array([[1]]), np.array([[[4.0]]]), 0.5) raises ValueError
    errors: rows has one axis, and these have two
sgd_rows(E, np.array(1), np.array([4.0]), 0.5) raises ValueError
    errors: rows has one axis, also for a single row
F = np.array([[0.0]])
sgd_rows(F, np.array([0]), np.array([[1.0]], np.float16), 0.1); F -> [[-0.1]]
    step: F is float64, and in float16 0.1 is 0.09998
H = np.zeros((300, 1))
sgd_rows(H, np.array([200], np.uint8), np.array([[2.0]]), 0.5); H -> -np.eye(300)[:, 200:201]
    step: rows may be of any integer dtype, and the table longer than that dtype counts
E = np.array([[1.0], [1.0], [1.0]], np.float32)
sgd_rows(E, np.array([1]), np.array([[4.0]]), 0.5); E -> [[1.0], [-1.0], [1.0]]
    step, cost: a table in float32 is changed in place too

[embedding_backward]
G = np.asfortranarray([[[1.0], [2.0]], [[4.0], [8.0]]])
embedding_backward(G, np.array([[0, 1], [2, 0]]), 3) -> [[9.0], [2.0], [4.0]]
    batches: the places count, not the order in memory, and row 0 gets 1 + 8
embedding_backward(np.zeros((0, 1), np.float32), np.zeros(0, int), 1).dtype -> np.float32
    batches: the result has the dtype of grad_out, without ids too
embedding_backward(np.ones((1, 1), np.float32), np.array([0]), 1).dtype -> np.float32
    dtypes: the result has the dtype of grad_out
embedding_backward(np.ones((1, 2)), np.array([200], np.uint8), 201)[200] -> [1.0, 1.0]
    dtypes: row 200 of a table with two columns, though 200 · 2 is beyond a uint8
embedding_backward(np.ones((1, 1)), np.array([255], np.uint8), 256)[255] -> [1.0]
    dtypes: row 255 is the last one, though 255 + 1 is beyond a uint8
embedding_backward(np.array([[1.0]]), np.array([2]), 2) raises IndexError
    errors: the last row is row 1
G = np.array([[1.0], [2.0]])
np.shares_memory(embedding_backward(G, np.array([0, 1]), 2), G) -> False
    values: the result is a new array also where it holds the same numbers
embedding_backward(np.array([[1e16], [1.0]]), np.array([0, 1]), 2)[1] -> [1.0]
    values: row 1 was looked up once, and a large gradient of row 0 does not blur it
ids = np.array([1, 0])
embedding_backward(np.array([[1.0], [2.0]]), ids, 2); ids -> [1, 0]
    values, padding: the ids belong to the caller
batch = np.array([[1, 0]])
embedding_backward(np.array([[[1.0], [2.0]]]), batch, 2); batch -> [[1, 0]]
    batches: a batch of ids belongs to the caller too
first = embedding_backward(np.array([[1.0]]), np.array([0]), 2)
embedding_backward(np.array([[5.0]]), np.array([1]), 2); first -> [[1.0], [0.0]]
    values: a second call leaves the result of the first as it is
embedding_backward(np.array([[[[1.0]], [[2.0]]]]), np.array([[[1], [1]]]), 2) -> [[0.0], [3.0]]
    batches: ids of shape (1, 2, 1) have three axes, and row 1 gets 1 + 2
embedding_backward(np.array([[1.0], [2.0]]), np.array([1, 1]), 2, padding_idx=1) -> [[0.0], [0.0]]
    padding: nothing but the padding row was looked up, and it does not learn
embedding_backward(np.array([1.0, 2.0]), np.array(1), 2, padding_idx=1) -> [[0.0, 0.0], [0.0, 0.0]]
    padding: the single id is that of the padding row
embedding_backward(np.full((2, 1), 60000, np.float16), np.array([0, 0]), 2, padding_idx=0) -> [[0.0], [0.0]]
    padding: row 0 is the padding row, whatever its gradients would have added up to
embedding_backward(np.array([[1.0]]), np.array([1], np.uint64), 2) -> [[0.0], [1.0]]
    dtypes: uint64 is an integer type too
embedding_backward(np.ones((1, 1)), np.array([127], np.int8), 128, padding_idx=0)[127] -> [1.0]
    dtypes: 127 is the last row, and 128, the number of rows, is beyond an int8
embedding_backward(np.ones((1, 1)), np.array([1], np.uint8), 300, padding_idx=257)[1] -> [1.0]
    dtypes: the padding row is row 257, which is beyond a uint8, and not row 1
embedding_backward(np.array([[1.0]]), np.array([2**32]), 2) raises IndexError naming 4294967296
    errors: this id is beyond the table, whatever its last 32 bits are
wide = np.array([2**64 - 1], np.uint64)
embedding_backward(np.array([[1.0]]), wide, 2) raises IndexError naming 18446744073709551615
    errors: the message should name the id that was given
embedding_backward(np.array([[1.0]]), np.array([0]), 2, padding_idx=777) raises IndexError naming 777
    errors: the message should name the padding row that does not exist
embedding_backward(np.zeros((0, 1)), np.zeros(0, int), 2, padding_idx=2) raises IndexError
    errors: there are no ids, and 2 is still no row of this table

[embedding_backward_rows]
embedding_backward_rows(np.array([[[1.0]], [[2.0]]]), np.array([[1], [1]]), 2) -> ([1], [[3.0]])
    batches, padding: the two lines of the batch name the same row, which is listed once
G = np.asfortranarray([[[1.0], [2.0]], [[4.0], [8.0]]])
embedding_backward_rows(G, np.array([[0, 1], [2, 0]]), 3) -> ([0, 1, 2], [[9.0], [2.0], [4.0]])
    batches: the places count, not the order in memory, and row 0 gets 1 + 8
embedding_backward_rows(np.zeros((0, 1), np.float32), np.zeros(0, int), 1)[1].dtype -> np.float32
    batches: the values have the dtype of grad_out, without ids too
embedding_backward_rows(np.ones((1, 1), np.float32), np.array([0]), 1)[1].dtype -> np.float32
    dtypes: the values have the dtype of grad_out
embedding_backward_rows(np.ones((1, 1)), np.array([0], np.uint8), 1)[0].dtype -> np.int64
    dtypes: rows are int64, whatever the ids are
embedding_backward_rows(np.array([[1.0]]), np.array([2**60 + 1]), 2**61)[0] -> [2**60 + 1]
    cost: a number of this size is exact as an integer, and no longer as a float64
embedding_backward_rows(np.array([[[1.0], [2.0]]]), np.array([[0, 1]]), 2, padding_idx=0) -> ([1], [[2.0]])
    padding: in a batch of shape (1, 2) the first position is padding and the second is not
G = np.array([[1.0], [2.0]])
np.shares_memory(embedding_backward_rows(G, np.array([0, 1]), 2)[1], G) -> False
    values: the values are a new array also where they are the same numbers
embedding_backward_rows(np.array([[1e16], [1.0]]), np.array([0, 1]), 2)[1][1] -> [1.0]
    values: row 1 was looked up once, and a large gradient of row 0 does not blur it
batch = np.array([[1, 0]])
embedding_backward_rows(np.array([[[1.0], [2.0]]]), batch, 2); batch -> [[1, 0]]
    batches: a batch of ids belongs to the caller too
first = embedding_backward_rows(np.array([[1.0]]), np.array([0]), 2)[1]
embedding_backward_rows(np.array([[5.0]]), np.array([1]), 2); first -> [[1.0]]
    values: a second call leaves the result of the first as it is
one = np.array([1.0, 2.0])
np.shares_memory(embedding_backward_rows(one, np.array(1), 2)[1], one) -> False
    values: the values of a single id are a new array too
embedding_backward_rows(np.array([[[[1.0]], [[2.0]]]]), np.array([[[1], [1]]]), 2) -> ([1], [[3.0]])
    batches: ids of shape (1, 2, 1) have three axes, and row 1 gets 1 + 2
embedding_backward_rows(np.zeros((0, 1)), np.zeros(0, int), 1)[0].dtype -> np.int64
    batches: the rows are int64, without ids too
embedding_backward_rows(np.ones((2, 1)), np.array([0, 2]), 3, padding_idx=1) -> ([0, 2], [[1.0], [1.0]])
    padding: row 1 is the padding row, and the batch does not hold it
embedding_backward_rows(np.array([1.0]), np.array(0), 2, padding_idx=0)[0] -> np.zeros(0, int)
    padding: the single id is that of the padding row
embedding_backward_rows(np.array([1.0]), np.array(1), 2, padding_idx=0) -> ([1], [[1.0]])
    padding: the single id is not that of the padding row
embedding_backward_rows(np.ones((1, 1), np.float16), np.array([0]), 1)[1].dtype -> np.float16
    dtypes: half precision comes back in half precision
embedding_backward_rows(np.array([[1.0]]), np.array([1], np.uint64), 2) -> ([1], [[1.0]])
    dtypes: uint64 is an integer type too
embedding_backward_rows(np.ones((1, 1)), np.array([127], np.int8), 128, padding_idx=0) -> ([127], [[1.0]])
    dtypes: 127 is the last row, and 128, the number of rows, is beyond an int8
embedding_backward_rows(np.ones((1, 1)), np.array([1], np.uint8), 300, padding_idx=257) -> ([1], [[1.0]])
    dtypes: the padding row is row 257, which is beyond a uint8, and not row 1
embedding_backward_rows(np.ones((2, 1)), np.array([5, 0]), 2**60, padding_idx=0) -> ([5], [[1.0]])
    cost: row 0 is the padding row and row 5 is not, however long the table is
embedding_backward_rows(np.array([[1.0]]), np.array([2**32]), 2) raises IndexError naming 4294967296
    errors: this id is beyond the table, whatever its last 32 bits are
embedding_backward_rows(np.array([[1.0]]), np.array([0]), 2, padding_idx=777) raises IndexError naming 777
    errors: the message should name the padding row that does not exist

[embedding_backward_torch]
H = torch.tensor([[[1.0], [2.0]], [[4.0], [8.0]]]).transpose(0, 1)
embedding_backward_torch(H, torch.tensor([[0, 1], [2, 0]]), 3) -> [[9.0], [4.0], [2.0]]
    batches: a turned tensor holds 1 and 4 in its first line, and row 0 gets 1 + 8
H = torch.ones((1, 1), dtype=torch.float64)
embedding_backward_torch(H, torch.tensor([0]), 1).dtype -> torch.float64
    dtypes: the result has the dtype of grad_out
embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([2]), 2) raises IndexError
    errors: the last row is row 1
H = torch.tensor([[[1.0], [2.0]]])
embedding_backward_torch(H, torch.tensor([[0, 1]]), 2, padding_idx=0) -> [[0.0], [2.0]]
    padding: in a batch of shape (1, 2) the first position is padding and the second is not
H = torch.tensor([[1.0], [2.0]])
embedding_backward_torch(H, torch.tensor([0, 1]), 2).data_ptr() == H.data_ptr() -> False
    values: the result is a new tensor also where it holds the same numbers
embedding_backward_torch(torch.tensor([[1e16], [1.0]]), torch.tensor([0, 1]), 2)[1] -> [1.0]
    values: row 1 was looked up once, and a large gradient of row 0 does not blur it
first = embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([0]), 2)
embedding_backward_torch(torch.tensor([[5.0]]), torch.tensor([1]), 2); first -> [[1.0], [0.0]]
    values: a second call leaves the result of the first as it is
torch.no_grad()(embedding_backward_torch)(torch.tensor([[1.0]]), torch.tensor([0]), 2) -> [[1.0], [0.0]]
    values: the gradients of PyTorch are switched off, and this sum is the same
K = torch.tensor([[[[1.0]], [[2.0]]]])
embedding_backward_torch(K, torch.tensor([[[1], [1]]]), 2) -> [[0.0], [3.0]]
    batches: ids of shape (1, 2, 1) have three axes, and row 1 gets 1 + 2
embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([1]), 2, padding_idx=1) -> [[0.0], [0.0]]
    padding: nothing but the padding row was looked up, and it does not learn
embedding_backward_torch(torch.tensor([1.0]), torch.tensor(1), 2, padding_idx=1) -> [[0.0], [0.0]]
    padding: the single id is that of the padding row
double = torch.ones((1, 1), dtype=torch.float64)
embedding_backward_torch(double, torch.tensor([0]), 2, padding_idx=0).dtype -> torch.float64
    padding: the result has the dtype of grad_out, also where all is padding
large = torch.full((2, 1), 60000.0, dtype=torch.float16)
embedding_backward_torch(large, torch.tensor([0, 0]), 2, padding_idx=0) -> [[0.0], [0.0]]
    padding: row 0 is the padding row, whatever its gradients would have added up to
brief = torch.ones((1000, 1), dtype=torch.bfloat16)
embedding_backward_torch(brief, torch.zeros(1000, dtype=int), 1) -> [[1000.0]]
    dtypes: row 0 gets all of the 1000 ones, and bfloat16 is added in float32
embedding_backward_torch(brief, torch.zeros(1000, dtype=int), 1).dtype -> torch.bfloat16
    dtypes: half precision is added in float32 and comes back in half precision
embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([2**32]), 2) raises IndexError naming 4294967296
    errors: this id is beyond the table, whatever its last 32 bits are
embedding_backward_torch(torch.tensor([[1.0]]), torch.tensor([0]), 2, 777) raises IndexError naming 777
    errors: the message should name the padding row that does not exist
embedding_backward_torch(torch.zeros((0, 1)), torch.zeros(0, dtype=int), 2, 2) raises IndexError
    errors: there are no ids, and 2 is still no row of this table

[EmbeddingFunction]
T = torch.tensor([[1.0], [2.0], [3.0]], requires_grad=True)
rows = EmbeddingFunction.apply(T, torch.tensor([2, 0, 2]), None)
rows.sum().backward(); T.grad -> [[1.0], [0.0], [2.0]]
    backward: row 0 was looked up once, row 2 twice and row 1 never
rows = EmbeddingFunction.apply(T, torch.tensor([[2, 0], [2, 2]]), None)
rows.sum().backward(); T.grad -> [[1.0], [0.0], [3.0]]
    backward: ids of shape (2, 2) name row 0 once and row 2 three times
EmbeddingFunction.apply(T, torch.tensor([[0, 2]]), None) -> [[[1.0], [3.0]]]
    backward: ids of shape (1, 2) give rows of shape (1, 2, 1), and gradients arrive in that shape
rows = EmbeddingFunction.apply(T, torch.tensor([1]), None)
rows.sum().backward(); T.grad -> [[0.0], [1.0], [0.0]]
    backward: row 1 was looked up once, and row 2, the last of the table, never
first = EmbeddingFunction.apply(T, torch.tensor([1]), None)
EmbeddingFunction.apply(T, torch.tensor([2]), 1); first.sum().backward(); T.grad -> [[0.0], [1.0], [0.0]]
    backward: the first of two lookups read row 1, whatever was looked up after it
turned = torch.tensor([[[1.0], [2.0]], [[4.0], [8.0]]]).transpose(0, 1)
rows = EmbeddingFunction.apply(T, torch.tensor([[0, 1], [2, 0]]), None)
rows.backward(turned); T.grad -> [[9.0], [4.0], [2.0]]
    backward: gradients may come turned in memory, and row 0 gets 1 + 8
rows = EmbeddingFunction.apply(T, torch.tensor([2, 0, 2]), 2)
rows.backward(torch.ones((3, 1))); T.grad -> [[1.0], [0.0], [0.0]]
    padding: row 2 is the padding row and gets no gradient
rows = EmbeddingFunction.apply(T, torch.tensor([2, 0, 2]), 0)
rows.backward(torch.ones((3, 1))); T.grad -> [[0.0], [0.0], [2.0]]
    padding: 0 is a row like any other, and here it is the padding row
rows = EmbeddingFunction.apply(T, torch.tensor([1, 0]), 0)
rows.backward(torch.ones((2, 1))); T.grad -> [[0.0], [1.0], [0.0]]
    padding: row 0 is the padding row, and row 2, which nobody looked up, is zero too
ones = torch.ones((2, 1))
EmbeddingFunction.apply(T, torch.tensor([0, 1]), 0).backward(ones); ones -> [[1.0], [1.0]]
    padding: the gradient that arrives belongs to autograd, and stays as it is
ids = torch.tensor([1, 2])
EmbeddingFunction.apply(T, ids, 1).sum().backward(); ids -> [1, 2]
    padding: the ids belong to the caller, and the backward pass leaves them as they are
wide = torch.ones((1, 1), dtype=torch.float64, requires_grad=True)
sums = torch.tensor([[1e8], [1.0], [-1e8]], dtype=torch.float64)
rows = EmbeddingFunction.apply(wide, torch.tensor([0, 0, 0]), None)
rows.backward(sums); wide.grad -> [[1.0]]
    dtypes: row 0 gets 1e8 + 1 - 1e8, and float64 is added in float64
exact = torch.tensor([[16777217.0]], dtype=torch.float64)
EmbeddingFunction.apply(exact, torch.tensor([0]), None).item() == 16777217.0 -> True
    forward: the row comes as it is, to the last digit
half = torch.ones((1, 1), dtype=torch.float16, requires_grad=True)
rows = EmbeddingFunction.apply(half, torch.zeros(3000, dtype=int), None)
rows.sum().backward(); half.grad -> [[3000.0]]
    dtypes: row 0 gets all of the 3000 ones, and float16 is added in float32
rows = EmbeddingFunction.apply(half, torch.zeros(3000, dtype=torch.int32), None)
rows.sum().backward(); half.grad -> [[3000.0]]
    dtypes: row 0 gets all of the 3000 ones, and float16 is added in float32 for ids of int32 too
EmbeddingFunction.apply(half, torch.tensor([0]), None).dtype -> torch.float16
    forward: the rows have the dtype of the table
EmbeddingFunction.apply(wide, torch.tensor([0]), None).dtype -> torch.float64
    dtypes, forward: the rows have the dtype of the table
weight = torch.ones((1, 1), requires_grad=True)
rows = EmbeddingFunction.apply(T, torch.tensor([2]), None)
grad = torch.autograd.grad(rows, T, weight, create_graph=True)[0]
torch.autograd.grad(grad.sum(), weight)[0] -> [[1.0]]
    twice: the gradient of row 2 is the one that arrived, weight, and the derivative of that is 1
table = torch.tensor([[10.0], [20.0]])
row = EmbeddingFunction.apply(table, torch.tensor(0), None)
row.data_ptr() == table.data_ptr() -> False
    memory: a single id gives a new tensor too, and no view of the table
scaled = T * 1.0
rows = EmbeddingFunction.apply(scaled, torch.tensor([1]), None)
scaled.detach().mul_(2); rows.sum().backward() -> None
    memory: the table has changed since, and the backward pass does not need it
EmbeddingFunction.apply(table, torch.tensor([1]), None) -> [[20.0]]
    forward: ids of shape (1,) give rows of shape (1, d)
EmbeddingFunction.apply(table, torch.tensor([0]), 0); table -> [[10.0], [20.0]]
    forward: the table belongs to the caller
EmbeddingFunction.apply(torch.tensor([[1.0, 2.0], [3.0, 4.0]]).T, torch.tensor([1]), None) -> [[2.0, 4.0]]
    forward: the table may lie turned in memory
none = EmbeddingFunction.apply(table, torch.zeros(0, dtype=int), None)
none.untyped_storage().nbytes() -> 0
    memory: no rows need no memory, and a slice of the table would keep all of it
first = EmbeddingFunction.apply(table, torch.tensor([0]), None)
EmbeddingFunction.apply(table, torch.tensor([1]), None); first -> [[10.0]]
    forward: a second call leaves the result of the first as it is
EmbeddingFunction.apply(table, torch.tensor([2**32]), None) raises IndexError naming 4294967296
    errors: this id is beyond the table, whatever its last 32 bits are
EmbeddingFunction.apply(table, torch.tensor([0]), 777) raises IndexError naming 777
    errors: the message should name the padding row that does not exist

[sgd_rows]
part = np.ones((2, 3))[:, :2]
sgd_rows(part, np.array([1]), np.array([[4.0, 4.0]]), 0.5); part -> [[1.0, 1.0], [-1.0, -1.0]]
    step: the numbers of E need not lie side by side in memory
single = np.ones((1, 1), np.float32)
sgd_rows(single, np.array([0]), np.ones((1, 1), np.float16), 0.1); single -> [[0.9]]
    step: values of float16 are multiplied in the dtype of E
long = np.zeros((300, 2))
sgd_rows(long, np.array([200], np.uint8), np.ones((1, 2)), 1.0); long[200] -> [-1.0, -1.0]
    step: row 200 of a table with two columns, though 200 · 2 is beyond a uint8
E = np.array([[1.0], [1.0], [1.0]])
error_of(lambda: sgd_rows(E, np.array([1, 7]), np.ones((2, 1)), 1.0)); E -> [[1.0], [1.0], [1.0]]
    errors: row 7 does not exist, and after an error the table is as it was
error_of(lambda: sgd_rows(E, np.array([1, 1]), np.ones((2, 1)), 1.0)); E -> [[1.0], [1.0], [1.0]]
    repeats: row 1 is listed twice, and after an error the table is as it was
error_of(lambda: sgd_rows(E, np.array([1, 0]), np.ones((1, 1)), 1.0)); E -> [[1.0], [1.0], [1.0]]
    errors: there are two rows and one gradient, and after an error the table is as it was
sgd_rows(E, np.zeros(0, int), np.ones((1, 1)), 0.5) raises ValueError
    errors: no row is listed, and there is a gradient
fine = np.zeros((1, 1))
sgd_rows(fine, np.array([0]), np.ones((1, 1), np.float32), 0.1); fine[0, 0] == -0.1 -> True
    step: the table is float64, and so the step is right to the last digit
rows = np.array([2, 0])
sgd_rows(E, rows, np.ones((2, 1)), 0.5); rows -> [2, 0]
    step: the list of rows belongs to the caller
sgd_rows(E, np.array([1], np.uint64), np.array([[4.0]]), 0.5); E -> [[1.0], [-1.0], [1.0]]
    step: uint64 is an integer type too
sgd_rows(E, np.array([2**32]), np.array([[4.0]]), 0.5) raises IndexError naming 4294967296
    errors: this row is beyond the table, whatever its last 32 bits are

[gradient_check]
f = lambda a: float(a[0] + 10 * a[1])
x = np.array([1.0, 2.0])
round(gradient_check(f, x, np.array([1.0, 10.0])), 6) -> 0.0
    value: the slopes of a[0] + 10 · a[1] are 1 and 10
round(gradient_check(f, x, np.array([3.0, 10.0])), 3) -> 0.667
    value: the slopes are 1 and 10, so the first entry is off by 2 / 3 and the second by 0
round(gradient_check(f, x, np.array([-1.0, 10.0])), 3) -> 2.0
    value: the first slope is 1, and |1 - (-1)| / 1 is 2
round(gradient_check(f, x, np.array([0.0, 10.0])), 3) -> 1.0
    value: the first slope is 1 and not 0
round(gradient_check(lambda a: float(a[0] / 4), np.array([1.0]), np.array([0.5])), 3) -> 0.25
    value: the slope is 0.25, and what it is off by is divided by 1, which is larger than both
round(gradient_check(lambda a: float(-4 * a[0]), np.array([1.0]), np.array([-2.0])), 3) -> 0.5
    value: the slope is -4, so what it is off by, 2, is divided by 4
round(gradient_check(lambda a: float(a[0] * a[1]), np.array([1.0, 2.0]), np.array([2.0, 1.0]), 0.5), 6) -> 0.0
    value: the slopes of a[0] · a[1] are 2 and 1, each with the other entry where it was
cubes = lambda a: float(np.sum(a**3))
round(gradient_check(cubes, np.array([2.0]), np.array([12.0]), eps=0.5), 4) -> 0.0204
    value: with steps of 0.5 the quotient is (15.625 - 3.375) / 1 = 12.25, and 0.25 / 12.25 is 0.0204
squares = lambda a: float(np.sum(a**2))
gradient_check(squares, np.array([2.0]), np.array([4.0]), eps=0.5) -> 0.0
    value: with steps of 0.5 to both sides the quotient of a² at 2 is (6.25 - 2.25) / 1 = 4
round(gradient_check(lambda a: float(a[0, 1]), np.array([[1.0, 2.0]]), np.array([[0.0, 1.0]])), 6) -> 0.0
    shapes: f takes an array of the shape of x, here (1, 2)
round(gradient_check(lambda a: float(a), np.array(2.0), np.array(1.0)), 6) -> 0.0
    shapes: x may be a single number without an axis
round(gradient_check(cubes, np.ones((2, 3))[:, :2], np.full((2, 2), 3.0)), 4) -> 0.0
    shapes: the numbers of x need not lie side by side in memory
seen = []
g = lambda a: seen.append(isinstance(a, np.ndarray)) or 0.0
worst = gradient_check(g, np.array(2.0), np.array(0.0)); all(seen) -> True
    shapes: f takes an array, also one without an axis
gradient_check(squares, np.zeros(0), np.zeros(0)) -> 0.0
    shapes: x has no entries, so nothing is off
isinstance(gradient_check(squares, np.zeros(0), np.zeros(0)), float) -> True
    shapes: the result is a float, also for an x without entries
y = np.array([0.1, 0.7])
worst = gradient_check(squares, y, 2 * y); y.tolist() == [0.1, 0.7] -> True
    restores: x is afterwards what it was, to the last bit
error = error_of(lambda: gradient_check(lambda a: 1 / 0, y, y)); y.tolist() == [0.1, 0.7] -> True
    restores: x is what it was also when f raises
error = error_of(lambda: gradient_check(lambda a: 1 / 0, y, y)); type(error) -> ZeroDivisionError
    restores: the exception of f is passed on
gradient_check(squares, np.ones(1, np.float32), np.ones(1)) raises ValueError
    errors: x is float32
gradient_check(squares, np.ones(1), np.ones(1, np.float32)) raises ValueError
    errors: grad is float32
gradient_check(squares, np.ones((1, 2)), np.ones(2)) raises ValueError
    errors: x has the shape (1, 2) and grad (2,)
bool(np.isnan(gradient_check(squares, np.ones(3), np.array([2.0, np.nan, 2.0])))) -> True
    errors: one entry of the gradient is nan, so nobody can say that it is right
bool(np.isnan(gradient_check(lambda a: math.nan, np.ones(2), np.ones(2)))) -> True
    errors: f gives nan, so nobody can say that the gradient is right
""")
