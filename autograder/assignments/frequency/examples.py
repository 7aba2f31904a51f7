"""Small calls that a student is shown where a check of `frequency` fails."""

from autograder.assignments.frequency.mistakes import SUITE
from autograder.checks.examples import parse

SUITE.examples = parse("""
zipf_probabilities(1) -> [1.0]
    values, exponents: the only token has all of the probability
zipf_probabilities(4) -> [0.48, 0.24, 0.16, 0.12]
    values: they are in proportion to 1, 1/2, 1/3 and 1/4, and sum to one
zipf_probabilities(2, 2.0) -> [0.8, 0.2]
    values, exponents: the powers are 1 and 1/4, with the sum 5/4
zipf_probabilities(2, 0.5) -> [0.585786, 0.414214]
    values, exponents: the powers are 1 and 1/√2, with the sum 1.707107
zipf_probabilities(2, 0.0) -> [0.5, 0.5]
    exponents: with s = 0 every power is 1
zipf_probabilities(2, 2) -> [0.8, 0.2]
    exponents: the powers are 1 and 1/4, and s may be an int
zipf_probabilities(2, 0) -> [0.5, 0.5]
    exponents: with s = 0 every power is 1, and s may be an int
zipf_probabilities(0) raises ValueError
    errors: there is one token or more
zipf_probabilities(-1) raises ValueError
    errors: there are no -1 tokens
zipf_probabilities(2, -0.5) raises ValueError
    errors: the exponent is 0 or more

expected_distinct(np.array([0.5, 0.5]), 1) -> 1.0
    values, ends, rare: one draw gives one id
expected_distinct(np.array([0.5, 0.5]), 3) -> 1.75
    values, ends, rare: each id is missing with probability 1/8, so each is there with 7/8
expected_distinct(np.array([0.9, 0.1]), 2) -> 1.18
    values, ends: the ids are there with the probabilities 0.99 and 0.19
expected_distinct(np.array([1.0]), 4) -> 1.0
    values, ends: the only id is there as soon as one is drawn
expected_distinct(np.array([1.0, 0.0]), 2) -> 1.0
    ends: the first id is certain, the second impossible
expected_distinct(np.array([0.5, 0.5]), 0) -> 0.0
    ends: without draws no id is there
expected_distinct(np.array([1.0, 0.0]), 0) -> 0.0
    ends: without draws no id is there, not even a certain one
expected_distinct(np.append(np.full(1000, 1e-17), 1.0), 10**12) -> 1.01
    rare: each of the 1000 rare ids is there with probability 1/100000, the other for certain
expected_distinct(np.array([[0.5, 0.5]]), 2) raises ValueError
    errors: p has one axis
expected_distinct(np.zeros(0), 2) raises ValueError
    errors: p has an entry or more
expected_distinct(np.array([0.5, 0.6]), 2) raises ValueError
    errors: probabilities sum to one
expected_distinct(np.array([1.5, -0.5]), 2) raises ValueError
    errors: a probability is from 0 to 1
expected_distinct(np.array([0.5, 0.50001]), 2) raises ValueError
    errors: the sum is off by more than 1e-6
expected_distinct(np.array([0.5, 0.5000005]), 2) -> 1.5
    errors: the sum is off by less than 1e-6
expected_distinct(np.array([0.5, 0.5]), -1) raises ValueError
    errors: there are no -1 draws

expected_updates(np.array([0.5, 0.5]), 1, 8) -> [4.0, 4.0]
    values, rare, ends: each of 8 steps draws one token, which is either with probability 1/2
expected_updates(np.array([0.5, 0.5]), 2, 8) -> [6.0, 6.0]
    values, rare: each token is missing in a batch with probability 1/4, so it is in 3/4 of the 8 steps
expected_updates(np.array([0.75, 0.25]), 2, 16) -> [15.0, 7.0]
    values, rare: the tokens are missing in a batch with the probabilities 1/16 and 9/16
expected_updates(np.array([1.0, 0.0]), 2, 3) -> [3.0, 0.0]
    values, ends: the first token is in every batch, the second in none
expected_updates(np.array([1.0, 0.0]), 0, 3) -> [0.0, 0.0]
    ends: an empty batch holds no token, not even a certain one
expected_updates(np.array([0.5, 0.5]), 2, 0) -> [0.0, 0.0]
    ends: without steps there are no updates
expected_updates(np.array([[0.5, 0.5]]), 2, 8) raises ValueError
    errors: p has one axis
expected_updates(np.zeros(0), 1, 1) raises ValueError
    errors: p has an entry or more
expected_updates(np.array([0.5, 0.6]), 2, 8) raises ValueError
    errors: probabilities sum to one
expected_updates(np.array([1.5, -0.5]), 2, 8) raises ValueError
    errors: a probability is from 0 to 1
expected_updates(np.array([0.5, 0.50001]), 2, 8) raises ValueError
    errors: the sum is off by more than 1e-6
expected_updates(np.array([0.5, 0.5000005]), 2, 8) -> [6.0, 6.0]
    errors: the sum is off by less than 1e-6
expected_updates(np.array([0.5, 0.5]), -1, 8) raises ValueError
    errors: a batch holds no -1 tokens
expected_updates(np.array([0.5, 0.5]), 2, -1) raises ValueError
    errors: there are no -1 steps

E = np.array([[1.0, 0.0], [0.0, 3.0], [6.0, 8.0]])
norms_by_frequency(E, np.array([5, 9, 7]), np.array([0, 1])) -> [3.0]
    bands, ties, dtypes: only rank 0 is in the band: row 1, which has the largest count
norms_by_frequency(E, np.array([5, 9, 7]), np.array([0, 1, 3])) -> [3.0, 5.5]
    bands, ties, dtypes: row 1 is alone, and rows 2 and 0 have the lengths 10 and 1
norms_by_frequency(E, np.array([5, 9, 7]), np.array([1, 2])) -> [10.0]
    bands: only rank 1 is in the band: row 2, which has the second largest count
norms_by_frequency(E, np.array([7, 7, 7]), np.array([0, 1, 2, 3])) -> [1.0, 3.0, 10.0]
    ties: the counts are equal, so the smaller id comes first
norms_by_frequency(np.arange(40.0).reshape(40, 1), np.arange(40) % 2, np.array([0, 1, 2])) -> [1.0, 3.0]
    ties: odd rows have the count 1 and even ones 0, so rows 1 and 3 come first
norms_by_frequency(E, np.array([5, 0, 7], np.uint8), np.array([0, 1])) -> [10.0]
    dtypes: row 2 has the largest count, which is 7, and its length is 10
norms_by_frequency(E, np.array([0.2, 0.1, 0.7]), np.array([0, 1])) -> [10.0]
    dtypes: row 2 has the largest count, which is 0.7, and its length is 10
norms_by_frequency(E, np.array([2**60, 2**60, 2**60 + 1]), np.array([0, 1])) -> [10.0]
    dtypes: row 2 has the largest count, by one, and its length is 10
norms_by_frequency(E, np.array([5, 9]), np.array([0, 1])) raises ValueError
    errors: there are three rows and two counts
norms_by_frequency(np.array([1.0, 3.0]), np.array([5, 9]), np.array([0, 1])) raises ValueError
    errors: a table has two axes
norms_by_frequency(E, np.array([5, 9, 7]), np.array([0, 2, 2])) raises ValueError
    errors: edges ascend strictly
norms_by_frequency(E, np.array([5, 9, 7]), np.array([0, 4])) raises ValueError
    errors: three rows have no edge beyond 3
norms_by_frequency(E, np.array([5, 9, 7]), np.array([-1, 2])) raises ValueError
    errors: edges begin at 0 or later
norms_by_frequency(E, np.array([5, 9, 7]), np.array([0])) raises ValueError
    errors: a band has two edges
norms_by_frequency(E, np.array([5, 9, 7]), np.array([[0], [2]])) raises ValueError
    errors: edges have one axis

spearman(np.array([1, 2]), np.array([30, 40])) -> 1.0
    ranks, ties: both go up
spearman(np.array([20, 10, 30]), np.array([2, 3, 1])) -> -1.0
    ranks, ties: the ranks are 2, 1, 3 and 2, 3, 1: one goes down where the other goes up
spearman(np.array([1, 2, 3]), np.array([1.0, 900.0, 8.0])) -> 0.5
    ranks, ties: the ranks are 1, 2, 3 and 1, 3, 2, however large 900 is
spearman(np.array([1, 1, 2]), np.array([3, 4, 5])) -> 0.866025
    ties: the ranks are 1.5, 1.5, 3 and 1, 2, 3, and the correlation of these is √3 / 2
spearman(np.array([1, 1, 2, 3]), np.array([1, 2, 3, 4])) -> 0.948683
    ties: the two equal values have the rank 1.5, between 1 and 2
spearman(np.array([0, 255, 7], np.uint8), np.array([1.0, 3.0, 2.0])) -> 1.0
    ties: the ranks are 1, 3, 2 twice
spearman(np.array([2, 1]), np.array([3, 4])) -> -1.0
    ranks, ties: one goes down where the other goes up
x = np.array([2, 1])
spearman(x, np.array([3, 4])); x -> [2, 1]
    ranks, ties: the arguments stay as they were
spearman(np.array([2**60, 2**60 + 1, 2**60 + 2]), np.array([1, 2, 3])) -> 1.0
    ties: the values differ by one, and no two are equal
spearman(np.array([1, 1]), np.array([1, 2])) raises ValueError
    errors: the values of x are all equal
spearman(np.array([1, 2]), np.array([5, 5])) raises ValueError
    errors: the values of y are all equal
spearman(np.array([1, 2]), np.array([1, 2, 3])) raises ValueError
    errors: the lengths differ
spearman(np.array([1]), np.array([2])) raises ValueError
    errors: one value each has no correlation
spearman(np.array([[1, 2], [3, 4]]), np.array([[1, 2], [3, 4]])) raises ValueError
    errors: x and y have one axis

E = np.array([[1.0], [5.0]])
state = np.array([[9.0], [0.0]])
adagrad_rows(E, state, np.array([1]), np.array([[2.0]]), 0.5); E -> [[1.0], [4.5]]
    step, sequence, repeats, errors: the state of row 1 becomes 4, and half of 2 / √4 is subtracted
adagrad_rows(E, state, np.array([1]), np.array([[2.0]]), 0.5); state -> [[9.0], [4.0]]
    step, sequence: the square of 2 is added to the state of row 1
adagrad_rows(E, state, np.array([0]), np.array([[4.0]]), 0.5); E -> [[0.6], [5.0]]
    step, sequence: the state of row 0 becomes 9 + 16 = 25, and half of 4 / √25 is subtracted
adagrad_rows(E, state, np.array([0]), np.array([[4.0]]), 0.5); state -> [[25.0], [0.0]]
    step, sequence: the square of 4 is added to the state of row 0
adagrad_rows(E, state, np.array([1]), np.array([[2.0]]), 0.5, 2.0); E -> [[1.0], [4.75]]
    step, sequence: eps is 2 and is added to the root √4, so half of 2 / (2 + 2) is subtracted
adagrad_rows(E, state, np.zeros(0, int), np.zeros((0, 1)), 0.5); E -> [[1.0], [5.0]]
    sequence: a step without rows changes nothing
adagrad_rows(E, state, np.array([1, 1]), np.array([[2.0], [2.0]]), 0.5) raises ValueError
    repeats: row 1 is listed twice
adagrad_rows(E, state, np.array([0, 1, 0]), np.array([[2.0], [2.0], [2.0]]), 0.5) raises ValueError
    repeats: row 0 is listed twice
adagrad_rows(E, state, np.array([1.0]), np.array([[2.0]]), 0.5) raises TypeError
    errors: floating point numbers are no rows
adagrad_rows(E, state, np.array([2]), np.array([[2.0]]), 0.5) raises IndexError
    errors: the last row is row 1
adagrad_rows(E, state, np.array([-1]), np.array([[2.0]]), 0.5) raises IndexError
    errors: there is no row -1
adagrad_rows(E, state, np.array([777]), np.array([[2.0]]), 0.5) raises IndexError naming 777
    errors: the message should name the row that does not exist
adagrad_rows(E, state, np.array([0, 1]), np.array([[2.0]]), 0.5) raises ValueError
    errors: two rows are listed, with one gradient
adagrad_rows(E, np.zeros((2, 2)), np.array([1]), np.array([[2.0]]), 0.5) raises ValueError
    errors: the state has two numbers for a row, and the table one
adagrad_rows(E, np.zeros((3, 1)), np.array([1]), np.array([[2.0]]), 0.5) raises ValueError
    errors: the state has the shape of the table
E = np.array([[1.0, 1.0]])
state = np.zeros((1, 2))
adagrad_rows(E, state, np.array([0]), np.array([[3.0, 6.0]]), 0.5); E -> [[0.5, 0.5]]
    step, sequence: each number has its own state: half of 3 / √9 and half of 6 / √36 are subtracted

E = torch.tensor([[1.0], [1.0]])
m = torch.tensor([[8.0], [8.0]])
v = torch.tensor([[16.0], [16.0]])
rows = torch.tensor([1])
values = torch.tensor([[4.0]])
adam_rows(E, m, v, 1, rows, values, 0.5, (0.5, 0.75), 2.0); m -> [[8.0], [6.0]]
    step, sequence, parameter: half of 8 and half of 4 are 6; row 0 is not listed and stays
adam_rows(E, m, v, 1, rows, values, 0.5, (0.5, 0.75), 2.0); E -> [[1.0], [0.5]]
    step, sequence, parameter: m is 6, v 16, the correction √0.25 / 0.5 = 1: minus half of 6 / (4 + 2)
adam_rows(E, m, v, 1, rows, values, 0.5, (0.5, 0.0), 2.0); E -> [[1.0], [0.0]]
    step, sequence: m is 6, v 16, the correction 1 / 0.5 = 2: minus half of 2 * 6 / (4 + 2)
values = torch.tensor([[8.0]])
adam_rows(E, m, v, 1, rows, values, 0.5, (0.5, 0.75), 2.0); v -> [[16.0], [28.0]]
    step, sequence, parameter: 3/4 of 16 and 1/4 of 8 * 8 are 28; row 0 is not listed and stays
values = torch.tensor([[4.0]])
m = torch.tensor([[0.0], [0.0]])
v = torch.tensor([[0.0], [0.0]])
adam_rows(E, m, v, 1, rows, values, 0.5); E -> [[1.0], [0.5]]
    sequence: with its corrections the first step is as long as the rate
rows = torch.tensor([1], dtype=torch.int32)
adam_rows(E, m, v, 1, rows, values, 0.5); E -> [[1.0], [0.5]]
    sequence: the first step is as long as the rate, and rows may be int32
rows = torch.tensor([], dtype=torch.int64)
values = torch.zeros((0, 1))
adam_rows(E, m, v, 1, rows, values, 0.5); E -> [[1.0], [1.0]]
    sequence: a step without rows changes nothing
rows = torch.tensor([1, 1])
values = torch.tensor([[4.0], [4.0]])
adam_rows(E, m, v, 1, rows, values, 0.5) raises ValueError
    repeats: row 1 is listed twice
rows = torch.tensor([0, 1, 0])
values = torch.tensor([[4.0], [4.0], [4.0]])
adam_rows(E, m, v, 1, rows, values, 0.5) raises ValueError
    repeats: row 0 is listed twice
values = torch.tensor([[4.0]])
adam_rows(E, m, v, 1, torch.tensor([1.0]), values, 0.5) raises TypeError
    errors: floating point numbers are no rows
adam_rows(E, m, v, 1, torch.tensor([2]), values, 0.5) raises IndexError
    errors: the last row is row 1
adam_rows(E, m, v, 1, torch.tensor([-1]), values, 0.5) raises IndexError
    errors: there is no row -1
adam_rows(E, m, v, 1, torch.tensor([777]), values, 0.5) raises IndexError naming 777
    errors: the message should name the row that does not exist
adam_rows(E, m, v, 1, torch.tensor([0, 1]), values, 0.5) raises ValueError
    errors: two rows are listed, with one gradient
adam_rows(E, m, v, 0, torch.tensor([1]), values, 0.5) raises ValueError
    errors: steps are counted from 1

[zipf_probabilities]
zipf_probabilities(3).dtype -> np.float64
    values: the probabilities are float64
zipf_probabilities(4, 0.5)[0] * 2.784457 -> 1.0
    exponents: the sum of 1, 1/sqrt(2), 1/sqrt(3) and 1/2 is 2.784457
zipf_probabilities(10**6, 4)[1] -> 0.0577462
    exponents: a million to the power of 4 is beyond 64 bits, and the second token has 1/16 of the first
zipf_probabilities(5) is zipf_probabilities(5) -> False
    values: each call returns a new array

[expected_distinct]
p = np.array([0.5, 0.25, 0.25])
expected_distinct(p, 3); p -> [0.5, 0.25, 0.25]
    values: the probabilities belong to the caller
expected_distinct(np.array([0.5, 9.0, 0.5])[::2], 1) -> 1.0
    values: the probabilities need not lie side by side in memory
expected_distinct(np.array([1e-12, 1 - 1e-12]), 10) - 1 -> 1e-11
    rare: a token that is this rare is drawn in ten draws with the probability 1e-11
expected_distinct(np.array([1e-12, 1 - 1e-12]), 10**12) - 1 -> 0.632121
    rare: in as many draws it comes with the probability 1 - 1/e, for the same draw does not bring it twice
expected_distinct(np.array([0.5, 0.6]), 0) raises ValueError
    errors: these do not add up to one, and no draws change nothing about it
expected_distinct(np.array([[0.5, 0.5]]), 0) raises ValueError
    errors: p has one axis, and no draws change nothing about it

[expected_updates]
p = np.array([0.5, 0.25, 0.25])
expected_updates(p, 2, 8); p -> [0.5, 0.25, 0.25]
    values: the probabilities belong to the caller
expected_updates(p, 1, 1) is p -> False
    values: the result is a new array, also where it holds the same numbers
expected_updates(p, 1, 8).dtype -> np.float64
    values: the result is float64
expected_updates(p, 0, 8).dtype -> np.float64
    values, ends: the result is float64, also where nothing is drawn
expected_updates(np.array([0.5, 9.0, 0.5])[::2], 1, 8) -> [4.0, 4.0]
    values: the probabilities need not lie side by side in memory
expected_updates(np.array([1e-20, 1.0]), 10, 10)[0] * 1e18 -> 1.0
    rare: ten draws of a probability of 1e-20, in ten steps
expected_updates(np.array([1e-20, 1.0]), 10**20, 1)[0] -> 0.632121
    rare: in 10**20 draws it comes with the probability 1 - 1/e
expected_updates(np.array([1e-35, 1.0]), 1, 1)[0] * 1e35 -> 1.0
    rare: a probability may be as small as it likes
expected_updates(np.array([0.5, 0.6]), 0, 8) raises ValueError
    errors: these do not add up to one, and no draws change nothing about it
expected_updates(np.array([0.5, 0.5]), -1, 0) raises ValueError
    errors: a batch is not negative, and no steps change nothing about it
expected_updates(np.array([0.5, 0.5]), 0, -1) raises ValueError
    errors: steps are not negative, and an empty batch changes nothing about it

[norms_by_frequency]
E = np.array([[1.0, 0.0], [0.0, 3.0], [6.0, 8.0]])
edges = np.array([0, 1, 3])
norms_by_frequency(E, np.array([5, 9, 7]), edges); edges -> [0, 1, 3]
    bands: the edges belong to the caller
norms_by_frequency(E.astype(np.float32), np.array([5, 9, 7]), edges).dtype -> np.float64
    dtypes: the means are float64
norms_by_frequency(E[:, ::-1], np.array([5, 0, 9, 0, 7])[::2], edges) -> [3.0, 5.5]
    dtypes: table and counts need not lie in order in memory
norms_by_frequency(E[:2], np.array([1, 2**63 + 5], np.uint64), np.array([0, 1])) -> [3.0]
    ties, dtypes: counts may be as large as a uint64 holds
norms_by_frequency(E, np.array([0.1, 0.2, 1e16]), np.array([0, 1, 2, 3])) -> [10.0, 3.0, 1.0]
    ties, dtypes: 0.1 and 0.2 are two counts, also beside a large one
norms_by_frequency(E[None], np.array([5, 9, 7]), edges) raises ValueError
    errors: a table has two axes
norms_by_frequency(E[:, :, None], np.array([5, 9, 7]), edges) raises ValueError
    errors: a table has two axes, and this one has three
norms_by_frequency(E, np.array([[5], [9], [7]]), edges) raises ValueError
    errors: there is one count for each row, in one axis

[spearman]
spearman(np.array([1.0, 0.0, 2.0])[::2], np.array([30, 40])) -> 1.0
    ties: the values need not lie side by side in memory
spearman(np.array([1.0, 1.0 + 1e-12]), np.array([1, 2])) -> 1.0
    ties: two values are equal only if they are equal as given
spearman(np.array([-100, 100, 110], np.int8), np.array([1, 2, 3])) -> 1.0
    ties: the difference of two numbers of int8 may be beyond int8
spearman(np.arange(300) % 3, np.arange(300) % 3) -> 1.0
    ties: equal values get the average of their ranks, in both lists

[adagrad_rows]
E = np.array([[1.0], [5.0]])
state = np.array([[9.0], [0.0]])
values = np.array([[2.0]])
adagrad_rows(E, state, np.array([1]), values, 0.5); values -> [[2.0]]
    step: the gradients belong to the caller
adagrad_rows(E, state, np.array([1]), values, 0.5) -> None
    step: the step is made in place, and the caller has both arrays already
small = np.array([[0.0]])
adagrad_rows(small, np.array([[0.0]]), np.array([0]), np.array([[1e-8]]), 1.0); small -> [[-0.990099]]
    step, sequence: eps is 1e-10 unless given: 1e-8 / (1e-8 + 1e-10) is 0.990099
adagrad_rows(E, state, np.array([1, 0]), np.array([[2.0], [4.0]]), 0.5); E -> [[0.6], [4.5]]
    step: 2 is the gradient of row 1, and 4 that of row 0
part = np.array([[1.0, 2.0, 7.0], [5.0, 6.0, 7.0]])[:, :2]
adagrad_rows(part, np.zeros((2, 2)), np.array([1]), np.full((1, 2), 2.0), 0.5); part -> [[1, 2], [4.5, 5.5]]
    sequence: the numbers of E need not lie side by side in memory
adagrad_rows(E, state, np.array([1], np.uint8), values, 0.5); E -> [[1.0], [4.5]]
    sequence: rows may have any integer dtype
many = np.zeros((90, 3))
last = np.array([89], np.uint8)
adagrad_rows(np.ones((90, 3)), many, last, np.full((1, 3), 2.0), 0.5); many[89] -> [4.0, 4.0, 4.0]
    sequence: the squares belong to row 89, which fits into uint8, though the place 3 * 89 does not
error_of(lambda: adagrad_rows(E, state, np.array([1, 1]), np.ones((2, 1)), 0.5)); state -> [[9.0], [0.0]]
    repeats: row 1 is listed twice, and after an error table and state are as they were
error_of(lambda: adagrad_rows(E, state, np.array([0, 7]), np.ones((2, 1)), 0.5)); state -> [[9.0], [0.0]]
    repeats, errors: row 7 does not exist, and after an error table and state are as they were
adagrad_rows(E, state, np.array([2**32 + 1]), values, 0.5) raises IndexError
    errors: there is no row 4294967297, though its last 32 bits are 1
adagrad_rows(E, state, np.array([[1]]), values, 0.5) raises ValueError
    errors: rows have one axis
adagrad_rows(E, state, np.array(1), values, 0.5) raises ValueError
    errors: rows have one axis, and a single number has none
far = np.array([18446744073709551611], np.uint64)
adagrad_rows(E, state, far, values, 0.5) raises IndexError naming 18446744073709551611
    errors: there is no such row, and the message should name it
adagrad_rows(E, np.zeros((1, 1)), np.array([1]), values, 0.5) raises ValueError
    errors: the state has the shape of the table
adagrad_rows(np.ones((2, 2)), np.zeros((2, 1)), np.array([1]), np.ones((1, 2)), 0.5) raises ValueError
    errors: the state has one number for a row, and the table two
adagrad_rows(E, state, np.zeros(0), np.zeros((0, 1)), 0.5) raises TypeError
    errors: these rows are floating point numbers, though there are none
adagrad_rows(np.zeros(2), np.zeros(2), np.array([1]), np.array([2.0]), 0.5) raises ValueError
    errors: the table has two axes
adagrad_rows(E, state, np.array([1, 0]), values, 0.5) raises ValueError
    errors: there are two rows and one gradient

[adam_rows]
E = torch.tensor([[1.0], [1.0]])
m = torch.tensor([[0.0], [0.0]])
v = torch.tensor([[0.0], [0.0]])
one = torch.tensor([1])
values = torch.tensor([[4.0]])
adam_rows(E, m, v, 1, one, values, 0.5); values -> [[4.0]]
    step: the gradients belong to the caller
adam_rows(E, m, v, 1, one, values, 0.5) -> None
    step: the step is made in place, and the caller has the tensors already
adam_rows(E, m, v, 1, torch.tensor([1, 0]), torch.tensor([[4.0], [0.0]]), 0.5); E -> [[1.0], [0.5]]
    step: 4 is the gradient of row 1, and 0 that of row 0
leaf = torch.ones((2, 1), requires_grad=True)
adam_rows(leaf, m, v, 1, one, values, 0.5); leaf.grad_fn is None -> True
    parameter: the step is no part of a graph
adam_rows(leaf, m, v, 1, one, values, 0.5); leaf.requires_grad -> True
    parameter: E learns as before
adam_rows(E, m, v, 1, one, values, 0.5); E.requires_grad -> False
    parameter: E is asked for no gradient, as before
adam_rows(E, m, v, 1, one, values, 0.5); torch.is_grad_enabled() -> True
    parameter: what follows is recorded as before
error_of(lambda: adam_rows(leaf, m, v, 1, torch.tensor([7]), values, 0.5)); leaf.requires_grad -> True
    parameter: row 7 does not exist, and after the error E learns as before
part = torch.ones((2, 3))[:, :2]
a = torch.zeros((2, 2))
b = torch.zeros((2, 2))
adam_rows(part, a, b, 1, one, torch.full((1, 2), 4.0), 0.5); part -> [[1.0, 1.0], [0.5, 0.5]]
    sequence: the numbers of E need not lie side by side in memory
error_of(lambda: adam_rows(E, m, v, 1, torch.tensor([1, 1]), torch.ones((2, 1)), 0.5)); m -> [[0.0], [0.0]]
    repeats: row 1 is listed twice, and after an error the tensors are as they were
error_of(lambda: adam_rows(E, m, v, 1, torch.tensor([0, 7]), torch.ones((2, 1)), 0.5)); m -> [[0.0], [0.0]]
    repeats, errors: row 7 does not exist, and after an error the tensors are as they were
adam_rows(E, m, v, 1, torch.tensor([2**32 + 1]), values, 0.5) raises IndexError
    errors: there is no row 4294967297, though its last 32 bits are 1
adam_rows(E, m, v, 1, torch.tensor([[1]]), values, 0.5) raises ValueError
    errors: rows have one axis
error_of(lambda: adam_rows(E, m, v, -1, one, values, 0.5)); m -> [[0.0], [0.0]]
    errors: there is no step -1, and after an error the tensors are as they were
adam_rows(E, m, v, 1, torch.tensor([]), torch.zeros((0, 1)), 0.5) raises TypeError
    errors: these rows are floating point numbers, though there are none
wide = torch.ones((2, 2))
adam_rows(wide, torch.zeros((2, 1)), torch.zeros((2, 2)), 1, one, torch.ones((1, 2)), 0.5) raises ValueError
    errors: m has one number for a row, and the table two
adam_rows(E, torch.zeros((1, 1)), v, 1, one, values, 0.5) raises ValueError
    errors: m has the shape of the table
adam_rows(E, m, torch.zeros((1, 1)), 1, one, values, 0.5) raises ValueError
    errors: v has the shape of the table
adam_rows(torch.zeros(2), torch.zeros(2), torch.zeros(2), 1, one, torch.tensor([2.0]), 0.5) raises ValueError
    errors: the table has two axes
adam_rows(E, m, v, 1, torch.tensor([1, 0]), values, 0.5) raises ValueError
    errors: there are two rows and one gradient
adam_rows(E, m, v, 1, one, torch.tensor([4.0]), 0.5) raises ValueError
    errors: one row has values of shape (1, d)
""")
