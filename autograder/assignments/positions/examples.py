"""Small calls that a student is shown where a check of `positions` fails."""

from autograder.assignments.positions.mistakes import SUITE
from autograder.checks.examples import parse

SUITE.examples = parse("""
E = np.array([[10.0], [20.0], [30.0]])
P = np.array([[1.0], [2.0], [3.0], [4.0]])
S = np.array([[100.0], [200.0]])
embed_input(E, P, np.array([0])) -> [[11.0]]
    values: it is row 0 of E, which is 10, with row 0 of P, which is 1
embed_input(E, P, np.array([2, 0])) -> [[31.0], [12.0]]
    values, dtypes: it is row 2 of E with row 0 of P, then row 0 of E with row 1 of P
embed_input(E, P[:2], np.array([1, 1])) -> [[21.0], [22.0]]
    values, dtypes: two tokens fill a table of two positions, and both rows of it are added
embed_input(np.array([[10.0, 60.0]]), np.array([[1.0, 2.0]]), np.array([0])) -> [[11.0, 62.0]]
    values: the two rows are added as they are
embed_input(np.array([[10.0, 60.0]]), np.array([[5.0, 4.0]]), np.array([0])) -> [[15.0, 64.0]]
    dtypes: the two rows are added as they are
embed_input(E, P, np.array([[2, 2], [0, 0]])) -> [[[31.0], [32.0]], [[11.0], [12.0]]]
    batches, dtypes: each of the two sequences begins with row 0 of P
embed_input(E, P, np.zeros((2, 0), int)) -> np.zeros((2, 0, 1))
    batches: two sequences without tokens give an array of shape (2, 0, 1)
embed_input(E, P, np.array([2, 0]), S, np.array([0, 1])) -> [[131.0], [212.0]]
    segments, dtypes: the first token has row 0 of S besides, which is 100, and the second has row 1
embed_input(E, P, np.array([[1, 1], [1, 1], [1, 1]])) -> [[[21.0], [22.0]]] * 3
    batches: there are six tokens and four positions, and no sequence needs more than two
embed_input(E, P[:2], np.array([[1, 1], [1, 1], [1, 1]])) -> [[[21.0], [22.0]]] * 3
    batches: each of the three sequences has two tokens, and there are two positions
embed_input(E, P, np.array([1]), S, np.array([1])) -> [[221.0]]
    dtypes: it is row 1 of E, 20, with row 0 of P, 1, and row 1 of S, 200
embed_input(E, P, np.array([1, 0], np.uint8)) -> [[21.0], [12.0]]
    dtypes: ids may have any integer dtype
embed_input(E, P, np.array([0, 0, 0, 0, 0])) raises ValueError
    limit: there are five tokens and four positions
embed_input(E, P[:1], np.array([0, 0])) raises ValueError
    limit: the only position is that of the first token
embed_input(E, P, np.array([1.0])) raises TypeError
    errors: floating point numbers are no ids
embed_input(E, P, np.array([True])) raises TypeError
    errors: True and False are no ids, though NumPy counts with them
embed_input(E, P, np.array([0]), S, np.array([1.0])) raises TypeError
    errors: floating point numbers are no segments
embed_input(E, P, np.array([-1])) raises IndexError
    errors: -1 is no id
embed_input(E, P, np.array([777])) raises IndexError naming 777
    errors: the message should name the id that does not exist
embed_input(E, P, np.array([0]), S, np.array([-1])) raises IndexError
    errors: -1 is no segment
embed_input(E, P, np.array([0]), S) raises ValueError
    errors: there is a table of segments, and no segment is given for the token
embed_input(E, P, np.array([0]), segments=np.array([0])) raises ValueError
    errors: there is a segment, and no table of segments to look it up in
embed_input(np.zeros((3, 2)), P, np.array([0])) raises ValueError
    errors: a row of E has two numbers, and a row of P has one
embed_input(E, P, np.array([0, 0]), S, np.array([1])) raises ValueError
    errors: there are two ids and one segment

learned_positions_backward(np.array([[[3.0], [4.0]], [[30.0], [40.0]]]), 2) -> [[33.0], [44.0]]
    values, shapes, dtypes: row 0 gets the sum of what arrives at the first tokens of both sequences
learned_positions_backward(np.array([[[1.0]], [[2.0]]]), 1) -> [[3.0]]
    values: each of the two sequences has one token, and there is one position
learned_positions_backward(np.array([[[1.0]], [[2.0]], [[4.0]]]), 2) -> [[7.0], [0.0]]
    dtypes: each of the three sequences has one token, and there are two positions
learned_positions_backward(np.array([[[3.0]], [[30.0]]]), 3) -> [[33.0], [0.0], [0.0]]
    values, shapes: both sequences have a token at position 0, and none at the positions 1 and 2
learned_positions_backward(np.array([[3.0], [4.0]]), 2) -> [[3.0], [4.0]]
    shapes: it is one sequence of two tokens, and there is nothing to add
learned_positions_backward(np.ones((2, 3, 1, 1)), 1) -> [[6.0]]
    shapes, dtypes: two times three sequences have a token at position 0
learned_positions_backward(np.zeros((0, 1, 1)), 2) -> [[0.0], [0.0]]
    shapes: there are no sequences, and both rows of the table get 0
learned_positions_backward(np.zeros((0, 2)), 2) -> np.zeros((2, 2))
    shapes: it is one sequence without tokens, and both rows of the table get 0
learned_positions_backward(np.zeros((2, 0, 1)), 2) -> [[0.0], [0.0]]
    shapes: no sequence has a token, and both rows of the table get 0
learned_positions_backward(np.ones((3000, 1, 2), np.float16), 1) -> [[3000.0, 3000.0]]
    dtypes: added in float32, the ones are 3000; in float16 a sum of ones stops at 2048
learned_positions_backward(np.ones((1, 3, 1)), 2) raises ValueError
    errors: there are three positions, and the table has two
learned_positions_backward(np.ones((3, 1)), 2) raises ValueError
    errors: there are three positions, and the table has two
learned_positions_backward(np.ones(2), 2) raises ValueError
    errors: one axis is that of the positions, and another that of a row is missing
learned_positions_backward(np.array(2.0), 2) raises ValueError
    errors: the axes of positions and of rows are both missing

P = np.array([[0.0], [8.0]])
interpolate_positions(P, 5) -> [[0.0], [2.0], [4.0], [6.0], [8.0]]
    longer, ends, dtypes: the new rows go in equal steps from the old first row to the old last one
interpolate_positions(np.array([[0.0], [10.0], [40.0]]), 5) -> [[0.0], [5.0], [10.0], [25.0], [40.0]]
    longer, ends: every second new row falls on an old one, and the others halfway between two
interpolate_positions(np.array([[0.0], [10.0], [20.0], [90.0]]), 3) -> [[0.0], [15.0], [90.0]]
    shorter: first on first, last on last, and the middle falls halfway between 10 and 20
interpolate_positions(np.array([[0.0], [9.0], [12.0], [42.0], [90.0]]), 4) -> [[0.0], [10.0], [32.0], [90.0]]
    shorter: 10 is a third of the way from 9 to 12, and 32 two thirds of that from 12 to 42
interpolate_positions(np.array([[0.0], [10.0], [20.0], [90.0]]), 2) -> [[0.0], [90.0]]
    shorter: two rows are the first and the last
interpolate_positions(P, 1) -> [[0.0]]
    ends: a single row is the first one
interpolate_positions(np.array([[7.0]]), 3) -> [[7.0], [7.0], [7.0]]
    ends: a table of one row is repeated
interpolate_positions(P, 2) -> [[0.0], [8.0]]
    ends, dtypes: with the old length each row falls on itself
interpolate_positions(np.array([[0.0], [9.0]]), 4) -> [[0.0], [3.0], [6.0], [9.0]]
    dtypes: the steps are equal
interpolate_positions(np.array([[2000], [2003]], np.float16), 4) -> [[2000.0], [2001.0], [2002.0], [2003.0]]
    dtypes: the steps are equal; the weights are thirds, and float16 is too narrow for the computation
interpolate_positions(P, 0) raises ValueError
    errors: a table has a row or more
interpolate_positions(P, -1) raises ValueError
    errors: there are no -1 rows

sinusoidal_table(2, 4); sinusoidal_table(2, 4, base=1.0)\
 -> [[0.0, 1.0, 0.0, 1.0], [0.841471, 0.540302, 0.841471, 0.540302]]
    base: with the base 1 both rates are 1, whatever was asked before
sinusoidal_table(1, 6) -> [[0.0, 1.0, 0.0, 1.0, 0.0, 1.0]]
    values, sizes, base, dtypes: at position 0 every sine is 0, and the cosine beside it is 1
sinusoidal_table(2, 4) -> [[0.0, 1.0, 0.0, 1.0], [0.841471, 0.540302, 0.00999983, 0.99995]]
    values, sizes, base, dtypes: row 1 has sin and cos of 1, then sin and cos of 0.01
sinusoidal_table(2, 4, base=100.0) -> [[0.0, 1.0, 0.0, 1.0], [0.841471, 0.540302, 0.0998334, 0.995004]]
    base: the rate of the second pair is one over the root of 100, and row 1 has sin and cos of 0.1
sinusoidal_table(0, 2) -> np.zeros((0, 2))
    sizes: no positions give an array of shape (0, 2)
sinusoidal_table(1, 4) -> [[0.0, 1.0, 0.0, 1.0]]
    dtypes: at position 0 every sine is 0, and the cosine beside it is 1
sinusoidal_table(1, 2, dtype="float64") -> [[0.0, 1.0]]
    dtypes: dtype is a NumPy type or its name
sinusoidal_table(2, 5) raises ValueError
    errors: five numbers are no pairs of a sine and a cosine

x = torch.tensor([[1.0, 0.0, 1.0, 0.0]])
apply_rope(x, torch.tensor([1])); apply_rope(x, torch.tensor([1]), theta=1.0)\
 -> [[0.540302, 0.841471, 0.540302, 0.841471]]
    theta: with the base 1 both pairs turn by 1, whatever was asked before
x = torch.tensor([[0.0, 1.0]])
apply_rope(x, torch.tensor([2])); apply_rope(x, torch.tensor([2]), inverse=True) -> [[0.909297, -0.416147]]
    inverse: (0, 1) turns back by 2 radians to (sin 2, cos 2), whatever was asked before
apply_rope(x, torch.tensor([0])) -> [[0.0, 1.0]]
    adjacent, halves, positions, dtypes: at position 0 nothing turns
apply_rope(x, torch.tensor([1])) -> [[-0.841471, 0.540302]]
    adjacent, halves, inverse, theta, positions, dtypes: (0, 1) turns by 1 radian to (-sin 1, cos 1)
apply_rope(x, torch.tensor([1])); x -> [[0.0, 1.0]]
    adjacent, halves: the result is new, and x stays as it was
apply_rope(x, torch.tensor([1]), inverse=True) -> [[0.841471, 0.540302]]
    inverse: (0, 1) turns back by 1 radian to (sin 1, cos 1)
apply_rope(x, torch.tensor([1], dtype=torch.int32)) -> [[-0.841471, 0.540302]]
    positions: int32 is allowed, and (0, 1) turns by 1 radian to (-sin 1, cos 1)
x = torch.tensor([[1.0, 0.0, 1.0, 0.0]])
apply_rope(x, torch.tensor([1])) -> [[0.540302, 0.841471, 0.99995, 0.00999983]]
    adjacent: neighbours are a pair; the first (1, 0) turns by 1, and the second by a hundredth of it
apply_rope(x, torch.tensor([1]), theta=100.0) -> [[0.540302, 0.841471, 0.995004, 0.0998334]]
    theta: the first pair (1, 0) turns by 1, and the second by 0.1, one over the root of 100
x = torch.tensor([[1.0, 1.0, 0.0, 0.0]])
apply_rope(x, torch.tensor([1]), layout="halves") -> [[0.540302, 0.99995, 0.841471, 0.00999983]]
    halves: first and third number, (1, 0), turn by 1; second and fourth turn by a hundredth of it
apply_rope(x, torch.tensor([1]), theta=100.0, layout="halves") -> [[0.540302, 0.995004, 0.841471, 0.0998334]]
    theta: the second pair turns by 0.1 here too
apply_rope(x, torch.tensor([1]), layout="halves", inverse=True)\
 -> [[0.540302, 0.99995, -0.841471, -0.00999983]]
    inverse, theta: both pairs turn back
x = torch.tensor([[0.0, 1.0], [0.0, 1.0]])
apply_rope(x, torch.tensor([1])) -> [[-0.841471, 0.540302], [-0.841471, 0.540302]]
    positions: one position is that of both vectors
x = torch.tensor([[[0.0, 1.0]], [[0.0, 1.0]]])
apply_rope(x, torch.tensor([1])) -> [[[-0.841471, 0.540302]], [[-0.841471, 0.540302]]]
    adjacent: x may have any number of axes, and here it is a batch of two sequences
apply_rope(x, torch.tensor([[1], [0]])) -> [[[-0.841471, 0.540302]], [[0.0, 1.0]]]
    positions: the first sequence has its token at position 1, and the second at position 0
apply_rope(torch.tensor([[[[0.0, 1.0]], [[0.0, 1.0]]]]), torch.tensor([[1], [0]]))\
 -> [[[[-0.841471, 0.540302]], [[0.0, 1.0]]]]
    positions: by broadcasting, the first axis of positions is here the one before the last of the vectors
x = torch.tensor([[1.0, 0.0]])
apply_rope(x, torch.tensor([250000])) -> [[math.cos(250000), math.sin(250000)]]
    positions: it is (cos 250000, sin 250000); positions have no limit
apply_rope(torch.tensor([[0.0, 0.0, 1.0, 0.0]]), torch.tensor([1])) -> [[0.0, 0.0, 0.99995, 0.00999983]]
    dtypes: neighbours are a pair; the second one, (1, 0), turns by 0.01
x = torch.tensor([[1.0, 0.0]], dtype=torch.float64)
apply_rope(x, torch.tensor([2])) -> [[math.cos(2), math.sin(2)]]
    dtypes: it is (cos 2, sin 2)
apply_rope(x, torch.tensor([2])); x -> [[1.0, 0.0]]
    dtypes: the result is new, and x stays as it was, in float64 too
apply_rope(x, torch.tensor([200000])) -> [[math.cos(200000), math.sin(200000)]]
    dtypes: it is (cos 200000, sin 200000); positions have no limit
x = torch.tensor([[1.0, 0.0]], dtype=torch.float16)
apply_rope(x, torch.tensor([0])).dtype -> torch.float16
    dtypes: the result has the dtype of x
apply_rope(x, torch.tensor([2049])) -> [[0.776367, 0.629883]]
    dtypes: it is (cos 2049, sin 2049) in float16, which has no 2049: the angle is made in float32
x = torch.tensor([[0.0, 0.0, 1.0, 0.0]], dtype=torch.float16)
apply_rope(x, torch.tensor([2055])) -> [[0.0, 0.0, -0.129272, 0.991699]]
    dtypes: it turns by 20.55, a hundredth of 2055, and float16 has no 0.01: the rate is made in float32
x = torch.tensor([[0.0, 1.0]])
apply_rope(x, torch.tensor([1.0])) raises TypeError
    errors: floating point numbers are no positions
apply_rope(x, torch.tensor([True])) raises TypeError
    errors: True and False are no positions
apply_rope(torch.tensor([[1.0, 0.0, 0.0]]), torch.tensor([1])) raises ValueError
    errors: three numbers are no pairs
apply_rope(x, torch.tensor([1, 2])) raises ValueError
    errors: there is one vector, and there are two positions
apply_rope(x, torch.tensor([1]), layout="Halves") raises ValueError
    errors: the layout is called "halves"
apply_rope(x, torch.tensor([1]), layout="other") raises ValueError
    errors: there are two layouts, "adjacent" and "halves"

alibi_bias(2, 2, False) -> [[[0, -1/16], [-1/16, 0]], [[0, -1/256], [-1/256, 0]]]
    values, both-sides, sizes: at distance 1 the first of two heads takes 1/16 away, and the second 1/256
alibi_bias(1, 3, False) -> [[[0, -1/256, -2/256], [-1/256, 0, -1/256], [-2/256, -1/256, 0]]]
    values, both-sides, sizes: twice the distance takes twice as much away, in both directions
alibi_bias(1, 2) -> [[[0, -np.inf], [-1/256, 0]]]
    values, heads, sizes: key 1 comes after query 0, where minus infinity stands, and numbers elsewhere
alibi_bias(3, 2, False) -> [[[0, -1/n], [-1/n, 0]] for n in (16, 256, 4)]
    heads: the slopes are those for two heads, 1/16 and 1/256, then the first of those for four
alibi_bias(6, 2, False) -> [[[0, -1/n], [-1/n, 0]] for n in (4, 16, 64, 256, 2, 8)]
    heads: the slopes are those for four heads, then number 0 and number 2 of those for eight
alibi_bias(2, 1) -> [[[0]], [[0]]]
    sizes: a single token is at distance 0 from itself
alibi_bias(3, 0) -> np.zeros((3, 0, 0))
    sizes: no tokens give an array of shape (3, 0, 0)
alibi_bias(0, 2) raises ValueError
    errors: there is one head or more
alibi_bias(-1, 2) raises ValueError
    errors: there are no -1 heads

[embed_input]
E = np.array([[10.0], [20.0], [30.0]])
P = np.array([[1.0], [2.0], [3.0], [4.0]])
S = np.array([[100.0], [200.0]])
E16, P16, S16 = (A.astype(np.float16) for A in (E, P, S))
embed_input(E16, P16, np.array([0])).dtype -> np.float16
    dtypes: the result has the dtype of the tables
embed_input(E16, P16, np.zeros(0, int)).dtype -> np.float16
    dtypes: the result has the dtype of the tables, without ids too
embed_input(E16, P16, np.array([0]), S16, np.array([1])).dtype -> np.float16
    dtypes: the result has the dtype of the tables, with segments too
embed_input(E + 1e8, P, np.array([0]))[0, 0] - 1e8 -> 11.0
    dtypes: float64 is added in float64
embed_input(E, P, np.array([0], np.uint8), S, np.array([1], np.int8)) -> [[211.0]]
    dtypes: ids and segments may have any integer dtype
V = np.arange(100.0)[:, None] + np.zeros(4)
embed_input(V, np.zeros((1, 4)), np.array([99], np.int8)) -> [[99.0, 99.0, 99.0, 99.0]]
    dtypes: int8 holds the id 99, but not four times 99
embed_input(E, P, np.array([[[0, 1]]])) -> [[[[11.0], [22.0]]]]
    batches: ids may have any number of axes, and positions run along the last
embed_input(E, P, np.asfortranarray([[0, 1], [2, 0]])) -> [[[11.0], [22.0]], [[31.0], [12.0]]]
    batches: the ids may lie turned in memory
embed_input(E, P, np.array([0, 1]), S, np.array([0, 0])) -> [[111.0], [122.0]]
    segments: segment 0 has a row like any other
segments = np.array([1, 0])
embed_input(E, P, np.array([0, 1]), S, segments); segments -> [1, 0]
    segments: the segments belong to the caller
embed_input(E, P, np.array([0, 0])); E -> [[10.0], [20.0], [30.0]]
    values, dtypes: the tables belong to the caller
embed_input(E, P, np.array([0, 0])); P -> [[1.0], [2.0], [3.0], [4.0]]
    values, dtypes: the tables belong to the caller
again = embed_input(E, P, np.array([0]))
np.shares_memory(embed_input(E, P, np.array([0])), again) -> False
    values: each call makes an array of its own
embed_input(E, P, np.array([777])) raises IndexError naming 777
    errors: the message should name the id that does not exist
embed_input(E, P, np.array([0]), S, np.array([777])) raises IndexError naming 777
    errors: the message should name the segment that does not exist
embed_input(E, P, np.array([2**32])) raises IndexError
    errors: there is no row 4294967296, though its last 32 bits are 0
embed_input(E, P, np.array([0]), S, np.array([2])) raises IndexError
    errors: the last segment is 1
embed_input(E, P, np.zeros(0)) raises TypeError
    errors: these are no ids at all, and their dtype is a floating point one
embed_input(E, P, np.array([0]), np.ones((2, 3)), np.array([0])) raises ValueError
    errors: rows of the segments have 3 numbers, the others 1
embed_input(np.ones((1, 2)), np.ones((1, 2)), np.array([0]), S, np.array([0])) raises ValueError
    errors: a row of S has one number, the others two
embed_input(E, P, np.array([2**64 - 5], np.uint64)) raises IndexError naming 18446744073709551611
    errors: this is the id, 2**64 - 5, and no number of int64
embed_input(E, P, np.array([0]), S, np.array([2**64 - 5], np.uint64))\
 raises IndexError naming 18446744073709551611
    errors: this is the segment, 2**64 - 5, and no number of int64
embed_input(E, P, np.zeros(0, int), S) raises ValueError
    errors: S stands without segments, and no tokens change nothing about it
embed_input(E, P, np.zeros(0, int), S, np.zeros(0)) raises TypeError
    errors: these are no segments at all, and their dtype is a floating point one
embed_input(np.zeros((3, 2)), P, np.zeros(0, int)) raises ValueError
    errors: the tables have different widths, and no tokens change nothing about it
embed_input(E, P, np.array([0, 1]), S, np.array([[0, 1]])) raises ValueError
    errors: segments have the shape of ids
embed_input(E, P, np.zeros((0, 5), int)) raises ValueError
    batches: five tokens do not fit four positions, without sequences too
embed_input(E, P, np.zeros((2, 5), int)) raises ValueError naming 5
    limit: each sequence has 5 tokens, and there are 4 positions
embed_input(E, P, np.zeros(5, int)) raises ValueError naming 5
    limit: the message should name both numbers, 5 ids and 4 positions
embed_input(E, P, np.zeros(5, int)) raises ValueError naming 4
    limit: the message should name both numbers, 5 ids and 4 positions

[learned_positions_backward]
learned_positions_backward(np.ones((1, 1, 1), np.float16), 1).dtype -> np.float16
    dtypes: the gradient has the dtype of the one that arrives
learned_positions_backward(np.ones((3000, 1, 1), np.float16), 1) -> [[3000.0]]
    dtypes: it is a sum of 3000 ones, and float16 is added in float32
learned_positions_backward(np.ones((60, 50, 1, 1), np.float16), 1) -> [[3000.0]]
    dtypes: it is a sum of 3000 ones over two axes, and float16 is added in float32
learned_positions_backward(np.array([2048, -2048, 1, 0], np.float16).reshape(2, 2, 1, 1), 1) -> [[1.0]]
    dtypes: float16 holds no 2049, and the sum is rounded to it once, at the end
learned_positions_backward(np.array([[[1e8]], [[1.0]], [[-1e8]]]), 1) -> [[1.0]]
    dtypes: it is 1e8 + 1 - 1e8, and float64 is added in float64
learned_positions_backward(np.zeros((0, 1, 1), np.float32), 1).dtype -> np.float32
    shapes: the gradient has the dtype of the one that arrives, without sequences too
G = np.array([[1.0], [2.0]])
np.shares_memory(learned_positions_backward(G, 2), G) -> False
    shapes: the result is a new array, also for a single sequence
learned_positions_backward(np.array([[[[1.0]], [[2.0]]], [[[4.0]], [[8.0]]]]).transpose(1, 0, 2, 3), 1)\
 -> [[15.0]]
    shapes: there are four sequences of one token, and axes may be exchanged in memory
again = learned_positions_backward(G, 2)
np.shares_memory(learned_positions_backward(G, 2), again) -> False
    shapes: each call makes an array of its own
two = np.array([[[1.0]], [[2.0]]])
learned_positions_backward(two, 1); two -> [[[1.0]], [[2.0]]]
    values, dtypes: the gradient that arrives belongs to the caller
learned_positions_backward(np.ones((1, 7, 1)), 5) raises ValueError naming 7
    errors: the message should name both numbers
learned_positions_backward(np.ones((1, 7, 1)), 5) raises ValueError naming 5
    errors: the message should name both numbers
learned_positions_backward(np.zeros((0, 7, 1)), 5) raises ValueError
    errors: 7 positions do not fit 5 rows, without sequences too

[interpolate_positions]
P = np.array([[0.0], [8.0]])
interpolate_positions(P.astype(np.float16), 3).dtype -> np.float16
    dtypes: the result has the dtype of the table
interpolate_positions(P + 1e8, 5)[1, 0] - 1e8 -> 2.0
    dtypes: float64 is computed in float64
interpolate_positions(np.array([[1.0], [3e9 + 1]]), 4)[1, 0] - 1e9 -> 1.0
    dtypes: it is a third of the way, and float64 is computed in float64
interpolate_positions((np.arange(3000) % 2).astype(np.float16)[:, None], 3000)[2997:, 0] -> [1.0, 0.0, 1.0]
    dtypes: with the old length each row falls on itself, and float16 holds no 2997
interpolate_positions(np.array([[60000], [-60000]], np.float16), 3) -> [[60000.0], [0.0], [-60000.0]]
    dtypes: the difference of the two rows is beyond float16
interpolate_positions(np.array([[25600], [-49920]], np.float16), 4)[1] -> [426.75]
    dtypes: it is two thirds of 25600 less a third of 49920, and rounded to float16 once, at the end
np.shares_memory(interpolate_positions(P, 2), P) -> False
    ends: the result is a new array, also at the length of the table
np.shares_memory(interpolate_positions(P, 1), P) -> False
    ends: the result is a new array, also for one row
np.shares_memory(interpolate_positions(P[:1], 3), P) -> False
    ends: the result is a new array, also where one row is repeated
fill = interpolate_positions(P[:1], 3)
fill[0] = 5.0; fill -> [[5.0], [0.0], [0.0]]
    ends: each row of the result has memory of its own
again = interpolate_positions(P, 3)
np.shares_memory(interpolate_positions(P, 3), again) -> False
    ends: each call makes an array of its own
interpolate_positions(P, 5); P -> [[0.0], [8.0]]
    longer, dtypes: the table belongs to the caller
interpolate_positions(np.array([[0.0, 8.0], [4.0, 0.0]]).T, 3) -> [[0.0, 4.0], [4.0, 2.0], [8.0, 0.0]]
    longer: the table may lie turned in memory

[sinusoidal_table]
sinusoidal_table(2, 4).dtype -> np.float32
    dtypes: this is the dtype unless asked for another
sinusoidal_table(2, 4, dtype=np.float64).dtype -> np.float64
    dtypes: this is the dtype asked for
sinusoidal_table(2, 4, dtype="float64").dtype -> np.float64
    dtypes: a dtype may be asked for by its name
sinusoidal_table(0, 4, dtype=np.float64).dtype -> np.float64
    sizes: this is the dtype asked for, without rows too
sinusoidal_table(0, 4).dtype -> np.float32
    sizes: this is the dtype unless asked for another, without rows too
sinusoidal_table(0, 3) raises ValueError
    errors: d is odd, and no rows change nothing about it
sinusoidal_table(2, 4, base=100) -> [[0.0, 1.0, 0.0, 1.0], [0.841471, 0.540302, 0.099833, 0.995004]]
    base: a base may be a whole number
again = sinusoidal_table(2, 4)
np.shares_memory(sinusoidal_table(2, 4), again) -> False
    values: each call makes an array of its own
np.round(sinusoidal_table(10**6 + 1, 2, dtype=np.float64)[-1], 5) -> [-0.34999, 0.93675]
    base: the sine of a million needs angles in float64
np.round(sinusoidal_table(10**6 + 1, 4, dtype=np.float64)[-1, 2:], 4) -> [-0.3056, -0.9522]
    base: the second pair turns by 10000, and that needs a rate in float64

[apply_rope]
x = torch.tensor([[1.0, 2.0]])
zero = torch.tensor([0])
apply_rope(x, zero).data_ptr() == x.data_ptr() -> False
    positions: the result is a new tensor, also where nothing is turned
again = apply_rope(x, zero)
apply_rope(x, zero).data_ptr() == again.data_ptr() -> False
    positions: each call makes a tensor of its own
at = torch.tensor([3])
apply_rope(x, at, inverse=True); at -> [3]
    inverse, positions, dtypes: the positions belong to the caller
leaf = torch.tensor([[1.0, 0.0]], requires_grad=True)
apply_rope(leaf, zero)[0, 0].backward(); leaf.grad -> [[1.0, 0.0]]
    gradient: the gradient reaches x
half = torch.tensor([[1.0, 0.0]], dtype=torch.float16, requires_grad=True)
apply_rope(half, zero)[0, 0].backward(); half.grad -> [[1.0, 0.0]]
    gradient: the gradient reaches x in half precision too
apply_rope(torch.tensor([[1.0, 0.0], [0.0, 9.0]]).T[:1], zero) -> [[1.0, 0.0]]
    adjacent: x may lie turned in memory
apply_rope(torch.arange(8.0).reshape(2, 2, 2).transpose(0, 1), zero)\
 -> [[[0.0, 1.0], [4.0, 5.0]], [[2.0, 3.0], [6.0, 7.0]]]
    adjacent: at position 0 nothing turns, and axes of x may be exchanged in memory
apply_rope(x, zero, layout="half") raises ValueError
    errors: there is no such layout, though the name of one begins like this
apply_rope(x, zero, layout="") raises ValueError
    errors: there is no such layout
apply_rope(torch.zeros((0, 3)), torch.zeros(0, dtype=int)) raises ValueError
    errors: d is odd, and no tokens change nothing about it
apply_rope(torch.zeros((0, 2)), torch.zeros(0)) raises TypeError
    errors: these are no positions at all, and their dtype is a floating point one
apply_rope(torch.zeros((0, 2)), torch.zeros(0, dtype=int)).shape == (0, 2) -> True
    positions: no tokens give no rows

[alibi_bias]
alibi_bias(2, 2).dtype -> np.float32
    sizes: the bias is float32
alibi_bias(2, 2, False).dtype -> np.float32
    sizes: the bias is float32, without a mask too
again = alibi_bias(2, 2)
np.shares_memory(alibi_bias(2, 2), again) -> False
    sizes: each call makes an array of its own
alibi_bias(16, 2, False)[:3, 1, 0] -> [-(2**-0.5), -(2**-1), -(2**-1.5)]
    values, heads: of 16 heads the exponents are -1/2, -1, -3/2 and so on
alibi_bias(7, 2, False)[:, 1, 0] -> [-1/4, -1/16, -1/64, -1/256, -1/2, -1/8, -1/32]
    heads: the slopes are those for four heads, then number 0, 2 and 4 of those for eight
alibi_bias(1, 0).dtype -> np.float32
    sizes: the bias is float32, without tokens too
alibi_bias(0, 0) raises ValueError
    errors: there is a head or more, and no tokens change nothing about it
alibi_bias(1, 300, False)[0, 299, 0] * 256 -> -299.0
    values: the distance is 299, beyond what eight bits count
""")
