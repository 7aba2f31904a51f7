# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown] nbgrader={"grade": false, "grade_id": "intro", "locked": true, "schema_version": 3, "solution": false, "task": false}
# # Positions: telling a model where a token stands
#
# A lookup gives a token the same row wherever it stands. In this assignment you write the ways of
# telling a model the position: a table of positions that is learned, with its gradient and its stretching to
# another length; the fixed table of sines and cosines; the rotation that Llama applies inside
# attention; and the bias of ALiBi.
#
# - **Time**: about two hours.
# - **Before you start**: read {ref}`positions-why-order-is-lost` and
#   {ref}`positions-learned-positions-and-where-they-end` in the chapter. Each part below names the
#   sections and the earlier parts that it uses.
# - **Points**: the cells that begin with *Try it* let you work alone. They carry no points and
#   may be run as often as you like. Hidden tests decide: they draw new inputs, and look at shapes,
#   dtypes, bad input and devices too, as the docstrings describe them. Each test gives its points
#   on its own; a mistake that touches several tests costs several.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
#
# ## Rules for all six
#
# Positions begin with 0: in a sequence of `T` tokens they are `0 ... T-1`, and a table of `L`
# positions has the rows `0 ... L-1`. `(..., T)` stands for one sequence, shape `(T,)`, or for any
# number of leading axes before it. `T` and the leading axes may be 0, and so may `length` in
# `sinusoidal_table` and `alibi_bias`.
#
# You will not be given, and need not refuse: tables without rows or columns, numbers that are not finite, a
# width `d` of 0, ids without an axis, a negative `L`, or a negative `length` in those two functions.
#
# | what is wrong | what to raise |
# | --- | --- |
# | ids, segments or positions that are no integers (`bool`, `float`) | `TypeError` |
# | an id or a segment outside its table, negative ones too | `IndexError` that names one such number |
# | more tokens than positions, `T > L` | `ValueError` that names both `T` and `L` |
# | shapes or settings that do not fit | `ValueError` |
#
# Where two things are wrong at once, either error will do. Compare `T` with `L` yourself: the library's
# message about shapes comes too late, and for some tables not at all. Inputs
# stay as they were and need not be contiguous in memory, and results are new arrays.
#
# A function of your own that several cells use goes into the cell of `embed_input`, above it, or into a
# new cell that you add; not into the given cells, which are replaced by the originals when the notebook
# is graded.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import math
from typing import Literal

import numpy as np
import torch


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-embed_input", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. The input of a model: token, position, segment
#
# GPT-2 adds two rows for each token: the row of its id in the table `E`, and the row of its position in
# the table `P`. BERT adds a third, the row of its segment (first or second text) in a small table `S`.
#
# For `ids = [4, 4, 1]` and `segments = [0, 0, 1]` the three vectors are `E[4] + P[0] + S[0]`,
# `E[4] + P[1] + S[0]` and `E[1] + P[2] + S[1]`. The second 4 is no longer the same vector as the
# first. In a batch every sequence begins again with `P[0]`.
#
# `P` has `L` rows, and there is no row for the position `L`. What NumPy says about that depends on how
# you index, and sometimes it says nothing at all. So compare `T` with `L` yourself, and let the error
# say both numbers. The sections {ref}`positions-learned-positions-and-where-they-end` and
# {ref}`positions-segments-and-role-marks` show the rest; this part uses no other one.
#
# <details><summary>A first hint</summary>
# The positions of a batch are the same for all its sequences. An array of shape <code>(T, d)</code>
# is added to one of shape <code>(B, T, d)</code> without a loop.
# </details>
# <details><summary>What broadcasting hides</summary>
# A table with one row, or with rows of one number, can be added to anything. Compare shapes before
# you add.
# </details>

# %% nbgrader={"grade": false, "grade_id": "embed_input", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embed_input(
    E: np.ndarray,
    P: np.ndarray,
    ids: np.ndarray,
    S: np.ndarray | None = None,
    segments: np.ndarray | None = None,
) -> np.ndarray:
    """Token row plus position row, plus segment row if there are segments.

    E         (V, d), rows of the tokens: float16, float32 or float64
    P         (L, d), rows of the positions, of E's dtype
    ids       (..., T), at least one axis, any integer dtype, each in 0 ... V-1; positions run along
              the last axis
    S         (K, d), rows of the segments, of E's dtype; or None
    segments  the shape of ids, any integer dtype, each in 0 ... K-1; or None

    Returns a new array (..., T, d) of E's dtype. The sum may be rounded to it after every addition,
    or once at the end.

    TypeError: ids or segments that are no integers. IndexError, naming one such number: an id
    outside 0 ... V-1, a segment outside 0 ... K-1. ValueError: T > L, naming both; S without segments or
    segments without S; segments of another shape than ids; tables of different widths d.

    >>> E, P = np.array([[0.0], [10.0], [20.0]]), np.array([[1.0], [2.0], [3.0]])
    >>> embed_input(E, P, np.array([2, 2])).tolist()
    [[21.0], [22.0]]
    """
    ### BEGIN SOLUTION
    (V, d), (L, width) = E.shape, P.shape
    T = ids.shape[-1]
    if T > L:
        raise ValueError(f"the input has T = {T} tokens; there are only L = {L} positions")
    if width != d:
        raise ValueError(f"P has rows of {width} numbers and E of {d}; expected the same width")
    if (S is None) != (segments is None):
        given, missing = ("segments", "S") if S is None else ("S", "segments")
        raise ValueError(f"{given} without {missing}; expected both or neither")
    refuse_rows("ids", ids, V)
    out = E[ids] + P[:T]
    if S is None:
        return out
    if segments.shape != ids.shape or S.shape[1] != d:
        found = f"segments {segments.shape} in a table {S.shape}"
        raise ValueError(f"{found}; expected {ids.shape} and (K, {d})")
    refuse_rows("segments", segments, len(S))
    return out + S[segments]


def refuse_rows(name, numbers, rows):
    """Refuse what names no row of a table: no integers, or numbers outside it."""
    if numbers.dtype.kind not in "iu":
        raise TypeError(f"{name} have the dtype {numbers.dtype}; expected integers")
    bad = numbers[(numbers < 0) | (numbers >= rows)]
    if bad.size:
        raise IndexError(f"{name} hold {bad[0]}; expected 0 ... {rows - 1}")
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-embed_input", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: tens are tokens, ones are positions, hundreds are segments.
with visible_tests("embed_input"):
    tokens = np.array([[0.0, 0.0], [10.0, -10.0], [20.0, -20.0], [30.0, -30.0]])
    positions = np.array([[0.0, 0.5], [1.0, 1.5], [2.0, 2.5]])
    result = embed_input(tokens, positions, np.array([3, 3, 1]))
    assert isinstance(result, np.ndarray), f"a NumPy array is expected, not {type(result).__name__}"
    assert result.shape == (3, 2), f"three tokens, two numbers each; the shape is {result.shape}"
    assert result[:, 0].tolist() == [30, 31, 12], f"tens from E, ones from P; found {result[:, 0]}"
    batch = embed_input(tokens, positions, np.array([[3, 3], [1, 1], [0, 0], [2, 2]]))
    assert batch[..., 0].tolist() == [[30, 31], [10, 11], [0, 1], [20, 21]], "every sequence begins with P[0]"

    kinds = np.array([[100.0, 0.0], [200.0, 0.0]])
    with_segments = embed_input(tokens, positions, np.array([3, 3, 1]), kinds, np.array([0, 1, 1]))
    assert with_segments[:, 0].tolist() == [130, 231, 212], "segment 0 has a row like any other"
    assert embed_input(tokens, positions, np.zeros(0, dtype=int)).shape == (0, 2), "no tokens"
    single = embed_input(tokens.astype(np.float32), positions.astype(np.float32), np.array([1]))
    assert single.dtype == np.float32, f"the tables are float32; the result is {single.dtype}"

    problem = error_of(lambda: embed_input(tokens, positions[:1], np.array([1, 1])))
    assert isinstance(problem, ValueError), f"two tokens, one position: expected ValueError, not {problem!r}"
    problem = error_of(lambda: embed_input(tokens, positions, np.array([1, 1, 1, 1])))
    assert isinstance(problem, ValueError), f"four tokens, three positions: expected ValueError, not {problem!r}"
    assert "4" in str(problem) and "3" in str(problem), f"the message names T and L; it says: {problem}"
    assert "could not be broadcast" not in str(problem), "this is NumPy's message: compare T with L yourself"
    problem = error_of(lambda: embed_input(tokens, positions, np.array([1, -2])))
    assert isinstance(problem, IndexError), f"the id -2 names no row: expected IndexError, not {problem!r}"
    assert "-2" in str(problem), f"the message names the id -2; it says: {problem}"
    problem = error_of(lambda: embed_input(tokens, positions, np.array([1.0])))
    assert isinstance(problem, TypeError), f"ids of dtype float64: expected TypeError, not {problem!r}"
    problem = error_of(lambda: embed_input(tokens, positions, np.array([1]), kinds))
    assert isinstance(problem, ValueError), f"S without segments: expected ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-embed_input", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-learned_positions_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. The gradient of the position table
#
# Every sequence of a batch uses `P[0]` for its first token. So the gradient of `P[0]` is the sum of
# what arrives at the first tokens of all sequences, and so on for each position. Rows that no
# sequence was long enough to reach get nothing, and that is why a model knows nothing about positions
# beyond its training length even where the table has rows for them.
#
# For `grad_out` of shape `(2, 2, 1)` with the values `[[[1], [2]], [[10], [20]]]` and `L = 3` the
# gradient is `[[11], [22], [0]]`.
#
# The section is {ref}`positions-learned-positions-and-where-they-end`, under {ref}`positions-its-gradient`. The cell
# *Try it* also calls your `embed_input` of part 1, whose gradient this is.
#
# It is a sum and no mean: if the loss is a mean over tokens, that factor is in `grad_out` already.
# Add in `float32` or wider, `float64` in `float64`, and round to the dtype of `grad_out` once, at the
# end: a sum over a large batch in `float16` stops growing.
#
# <details><summary>A first hint</summary>
# Unlike a lookup by id, nothing has to be searched here: position <code>t</code> stands at place
# <code>t</code> of the axis before the last. Only the number of axes in front of it varies.
# </details>
# <details><summary>Any number of leading axes</summary>
# <code>reshape</code> can make one axis of them, also where there is none. Beware of <code>-1</code>
# in a shape with a zero in it.
# </details>

# %% nbgrader={"grade": false, "grade_id": "learned_positions_backward", "locked": false, "schema_version": 3, "solution": true, "task": false}
def learned_positions_backward(grad_out: np.ndarray, L: int) -> np.ndarray:
    """The gradient of the position table, given the gradient of `embed_input`'s result.

    grad_out  (..., T, d), float16, float32 or float64; at least two axes
    L         rows of the table, at least T and at least 1

    Returns a new array (L, d) of grad_out's dtype: row t is the sum of grad_out[..., t, :] over
    all leading axes; rows from T on are zero. Sums are in float32 or wider, for float64 in float64,
    and are rounded to grad_out's dtype once, at the end.

    ValueError: T > L, naming both; grad_out with fewer than two axes.

    >>> learned_positions_backward(np.array([[[1.0], [2.0]], [[10.0], [20.0]]]), L=3).tolist()
    [[11.0], [22.0], [0.0]]
    """
    ### BEGIN SOLUTION
    if grad_out.ndim < 2:
        raise ValueError(f"grad_out has the shape {grad_out.shape}; expected (..., T, d)")
    T, d = grad_out.shape[-2:]
    if T > L:
        raise ValueError(f"grad_out has T = {T} positions; the table has L = {L}")
    dP = np.zeros((L, d), np.promote_types(grad_out.dtype, np.float32))
    dP[:T] = grad_out.sum(axis=tuple(range(grad_out.ndim - 2)), dtype=dP.dtype)
    return dP.astype(grad_out.dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-learned_positions_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: each sequence has its own power of ten. This cell needs `embed_input` of part 1 too.
with visible_tests("learned_positions_backward"):
    arriving = np.array([1.0, 10.0, 100.0])[:, None, None] * np.array([[1.0, 0.0], [2.0, 0.0]])  # (3, 2, 2)
    gradient = learned_positions_backward(arriving, 4)
    assert isinstance(gradient, np.ndarray), f"a NumPy array is expected, not {type(gradient).__name__}"
    assert gradient.shape == (4, 2), f"the table has 4 rows of 2 numbers; the shape is {gradient.shape}"
    assert gradient[0, 0] == 111, f"three sequences have a first token; row 0 holds {gradient[0, 0]}"
    assert gradient[1, 0] == 222 and not gradient[2:].any(), "look at the other rows"
    assert learned_positions_backward(arriving[0], 2)[:, 0].tolist() == [1, 2], "one sequence, no batch"
    assert learned_positions_backward(arriving[None], 2)[:, 0].tolist() == [111, 222], "two leading axes"
    assert learned_positions_backward(arriving[:0], 3).tolist() == [[0, 0]] * 3, "a batch of no sequences"

    half = learned_positions_backward(np.ones((5000, 1, 1), np.float16), 1)
    assert half.dtype == np.float16, f"grad_out is float16; the result is {half.dtype}"
    assert half[0, 0] == 5000, f"5,000 ones add up to {half[0, 0]:.0f}: in which dtype do you add?"

    # With a table E of zeros, embed_input only hands out rows of P. What it hands out, weighted with the
    # gradient that arrives there, adds up to the rows of P weighted with their gradients, for every P.
    rng = np.random.default_rng(0)
    table, upstream = rng.normal(size=(5, 3)), rng.normal(size=(2, 4, 3))
    words = rng.integers(0, 7, size=(2, 4))
    left = np.sum(embed_input(np.zeros((7, 3)), table, words) * upstream)
    right = np.sum(table * learned_positions_backward(upstream, 5))
    told = "this gradient does not belong to embed_input of part 1: one of the two uses other rows"
    assert abs(left - right) < 1e-12, told
    problem = error_of(lambda: learned_positions_backward(arriving, 1))
    assert isinstance(problem, ValueError), f"two positions, L = 1: expected ValueError, not {problem!r}"
    assert "2" in str(problem) and "1" in str(problem), f"the message names T and L; it says: {problem}"
    problem = error_of(lambda: learned_positions_backward(np.ones(3), 3))
    assert isinstance(problem, ValueError), f"grad_out with one axis: expected ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-learned_positions_backward", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-interpolate_positions", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. Another length for a learned table
#
# A table of `L` positions can be drawn out to `length` rows: put the new rows at equal distances over
# the old ones, the first on the first and the last on the last, and take a weighted mean of the two
# old rows between which a new row falls. Row `t` of the result stands at place
# `t · (L - 1) / (length - 1)` of the old table.
#
# For the old rows `[0]`, `[10]`, `[20]` and `length = 5` the new rows are `[0]`, `[5]`, `[10]`,
# `[15]`, `[20]`; for `length = 2` they are `[0]` and `[20]`. Two cases have no distance to divide:
# `length = 1` gives the first row, and a table of a single row gives that row as often as asked.
#
# At another length no position but the first keeps the row it was trained with. The construction is in
# {ref}`positions-learned-positions-and-where-they-end`, under {ref}`positions-two-repairs`; the section
# *Measured* shows what it costs.
#
# <details><summary>A first hint</summary>
# Compute the places of all new rows first, in <code>float64</code>. Which old row is the last at or
# before a place, and how far past it does the place lie?
# </details>
# <details><summary>The last row</summary>
# At the last place there is no next row. Either blend the last two rows there too, with the whole
# weight on the last, or take the last row for the next one as well.
# </details>

# %% nbgrader={"grade": false, "grade_id": "interpolate_positions", "locked": false, "schema_version": 3, "solution": true, "task": false}
def interpolate_positions(P: np.ndarray, length: int) -> np.ndarray:
    """The position table at another length, by linear interpolation between its rows.

    P       (L, d), L at least 1, float16, float32 or float64
    length  rows of the result, at least 1; more or fewer than L, or as many

    Returns a new array (length, d) of P's dtype, also where length is L. Row t stands at place
    t * (L - 1) / (length - 1) of P: first row on first, last on last. length 1 gives the first row; a
    table of one row is repeated. Places, weights and means are computed in float32 or wider, for
    float64 in float64.

    ValueError: length below 1.

    >>> interpolate_positions(np.array([[0.0], [10.0], [20.0]]), 5).tolist()
    [[0.0], [5.0], [10.0], [15.0], [20.0]]
    """
    ### BEGIN SOLUTION
    if length < 1:
        raise ValueError(f"length is {length}; expected at least 1")
    last = len(P) - 1
    place = np.linspace(0, last, length)
    before = place.astype(int)
    share = (place - before)[:, None]
    rows = (1 - share) * P[before] + share * P[np.minimum(before + 1, last)]
    return rows.astype(P.dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-interpolate_positions", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("interpolate_positions"):
    short = np.array([[0.0, 1.0], [10.0, 1.0], [20.0, 4.0]])
    longer = interpolate_positions(short, 5)
    assert isinstance(longer, np.ndarray), f"a NumPy array is expected, not {type(longer).__name__}"
    assert longer.shape == (5, 2), f"5 rows of 2 numbers; the shape is {longer.shape}"
    assert np.allclose(longer[[0, -1]], short[[0, -1]], rtol=0, atol=1e-12), "the ends stay the ends"
    assert np.allclose(longer[:, 0], [0, 5, 10, 15, 20], rtol=0, atol=1e-12), f"found {longer[:, 0]}"
    assert np.allclose(longer[:, 1], [1, 1, 1, 2.5, 4], rtol=0, atol=1e-12), f"found {longer[:, 1]}"
    assert np.allclose(interpolate_positions(short, 2), short[[0, 2]], rtol=0, atol=1e-12), "fewer rows"
    assert np.array_equal(interpolate_positions(short, 1), short[:1]), "length 1 gives the first row"
    assert np.array_equal(interpolate_positions(short[2:], 3), short[[2, 2, 2]]), "one row is repeated"
    same = interpolate_positions(short, 3)
    assert np.allclose(same, short, rtol=0, atol=1e-12) and not np.shares_memory(same, short), "a new array"
    for dtype in (np.float16, np.float32):
        assert interpolate_positions(short.astype(dtype), 4).dtype == dtype, f"P is {dtype.__name__}"
    problem = error_of(lambda: interpolate_positions(short, 0))
    assert isinstance(problem, ValueError), f"length 0: expected ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-interpolate_positions", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-sinusoidal_table", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. A table that nobody learns
#
# The first Transformer used a fixed table. Its columns come in pairs, and pair `r` (from 0) holds the
# sine and the cosine of the position times one rate:
#
# $$P[t, 2r] = \sin\left(t \cdot \theta^{-2r/d}\right), \qquad
# P[t, 2r+1] = \cos\left(t \cdot \theta^{-2r/d}\right)$$
#
# with the base $\theta$ = 10,000, which is the argument `base` here and `theta` in the next part.
# For `d = 4` there are two rates, 1 and 1/100, so row 3 is `[sin 3, cos 3, sin 0.03, cos 0.03]`, and row 0 is `[0, 1, 0, 1]` for every base.
#
# The paper writes the formula with a letter that some readers take for the number of a column. Look at
# which columns share a rate before you write the exponent; the section {ref}`positions-sinusoids` shows
# it in columns.
#
# Compute in `float64`, whatever `dtype` is, and convert at the end: at position 5,000 an angle in
# `float32` is known to about three digits after the point only.
#
# <details><summary>A first hint</summary>
# Make the angles first: one row for each position, one column for each pair. Then the sines go to the
# columns 0, 2, 4, ... of the table, and the cosines to the columns 1, 3, 5, ...
# </details>

# %% nbgrader={"grade": false, "grade_id": "sinusoidal_table", "locked": false, "schema_version": 3, "solution": true, "task": false}
def sinusoidal_table(length: int, d: int, base: float = 10000.0, dtype=np.float32) -> np.ndarray:
    """The sinusoidal position table of Vaswani et al. (2017), section 3.5.

    length  number of positions 0 ... length-1, at least 0
    d       numbers in a row, at least 1
    base    the rates are base ** (-2r / d) for the pairs r = 0 ... d/2 - 1
    dtype   of the result, a NumPy type or its name; the computation is in float64

    Returns a new array (length, d): column 2r is sin(t * rate of r), column 2r + 1 is
    cos(t * rate of r).

    ValueError: d is odd.

    >>> sinusoidal_table(2, 2).round(3).tolist() == np.float32([[0, 1], [0.841, 0.54]]).tolist()
    True
    """
    ### BEGIN SOLUTION
    if d % 2:
        raise ValueError(f"d is {d}; expected an even number")
    angles = np.arange(length)[:, None] * base ** (-np.arange(0, d, 2) / d)
    table = np.empty((length, d), dtype)
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-sinusoidal_table", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("sinusoidal_table"):
    fixed = sinusoidal_table(50, 4)
    assert isinstance(fixed, np.ndarray), f"a NumPy array is expected, not {type(fixed).__name__}"
    assert fixed.shape == (50, 4) and fixed.dtype == np.float32, f"{fixed.shape}, {fixed.dtype}"
    assert fixed[0].tolist() == [0, 1, 0, 1], f"row 0 is {fixed[0]}; the position is 0 there"
    row = [math.sin(3), math.cos(3), math.sin(0.03), math.cos(0.03)]
    assert np.allclose(fixed[3], row, rtol=0, atol=1e-6), f"row 3 is {fixed[3]}, expected {row}"
    other = sinusoidal_table(4, 4, base=100.0, dtype=np.float64)
    assert abs(other[3, 2] - math.sin(0.3)) < 1e-12, "with base 100 the second rate is 1/10"
    assert other.dtype == np.float64, f"dtype is float64; the result is {other.dtype}"

    # Each pair lies on the unit circle, and one step is the same rotation everywhere.
    wide = sinusoidal_table(5001, 8, dtype=np.float64)
    assert np.allclose(wide[:, 0::2] ** 2 + wide[:, 1::2] ** 2, 1, rtol=0, atol=1e-12), "sines beside cosines"
    assert abs(wide[5000, 2] - math.sin(500)) < 1e-11, "far positions: in which dtype are the angles?"
    single = sinusoidal_table(5001, 8)
    assert abs(float(single[5000, 2]) - math.sin(500)) < 1e-7, "convert to float32 at the end only"
    assert sinusoidal_table(0, 4).shape == (0, 4), "no positions"
    problem = error_of(lambda: sinusoidal_table(4, 3))
    assert isinstance(problem, ValueError), f"d = 3 makes no pairs: expected ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-sinusoidal_table", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-apply_rope", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. Rotary positions
#
# RoPE adds nothing. It takes the numbers of a query or a key in pairs, reads each pair `(a, b)` as a
# point in the plane, and turns it about the origin by an angle in proportion to the position:
#
# $$(a, b) \mapsto (a \cos\varphi - b \sin\varphi,\; a \sin\varphi + b \cos\varphi), \qquad
# \varphi = \text{position} \cdot \theta^{-2r/d} \text{ for pair } r.$$
#
# Which numbers form a pair differs between programs, and a model is wrong under the other reading:
#
# - `layout="adjacent"` (the paper, Meta's Llama code): pair `r` is `x[..., 2r]` with `x[..., 2r + 1]`;
# - `layout="halves"` (GPT-NeoX, Hugging Face): pair `r` is `x[..., r]` with `x[..., r + d/2]`.
#
# The result keeps each number of a pair where it was. For `x = [1, 2, 3, 4]` and `"adjacent"` the
# point `(1, 2)` turns by the position and `(3, 4)` by a hundredth of it; for `"halves"` the points
# are `(1, 3)` and `(2, 4)`.
#
# `positions` need not be `0 ... T-1`: a model that writes one token at a time turns one vector by its
# own position, and each sequence of a batch may have positions of its own. For queries of shape `(B,
# heads, T, d)` these have the shape `(B, 1, T)`, since all heads share them. `inverse=True` turns back.
# Autograd must be able to differentiate with respect to `x`. The section
# {ref}`positions-rotary-positions` derives it all.
#
# <details><summary>A first hint</summary>
# Write it with two tensors of shape <code>(..., T, d/2)</code>: the first numbers of all pairs and
# the second ones. The layout decides only how you take them out of <code>x</code> and how you put
# them back.
# </details>
# <details><summary>Where the angles are made</summary>
# On the device of <code>x</code>, and in <code>float32</code> at least: in <code>bfloat16</code> the
# positions 300 and 301 are the same number.
# </details>
# <details><summary>The inverse</summary>
# Which angle undoes a turn? Which of cosine and sine changes with the sign of its angle?
# </details>

# %% nbgrader={"grade": false, "grade_id": "apply_rope", "locked": false, "schema_version": 3, "solution": true, "task": false}
def apply_rope(
    x: torch.Tensor,
    positions: torch.Tensor,
    theta: float = 10000.0,
    layout: Literal["adjacent", "halves"] = "adjacent",
    inverse: bool = False,
) -> torch.Tensor:
    """Rotary position embedding (Su et al. 2021) of queries or keys, on the tensors' device.

    x          (..., T, d), d at least 1; float16, bfloat16, float32 or float64
    positions  of any shape that broadcasts to x.shape[:-1], and has no more axes: (T,), or (B, 1, T)
               with x of (B, heads, T, d), or (); 0 or larger, int32 or int64, on x's device
    theta      the base: pair r turns by position * theta ** (-2r / d)
    layout     "adjacent": pair r is x[..., 2r], x[..., 2r + 1]; "halves": x[..., r], x[..., r + d/2]
    inverse    turn by the opposite angle

    Returns a new tensor of the shape, dtype and device of x. Angles, and their cosines and sines, are
    computed in float32 or wider; the rest may be in x's dtype, and in float32 where x is float64.
    Differentiable with respect to x.

    TypeError: positions that are no integers. ValueError: d odd; positions that do not broadcast
    to x.shape[:-1]; another layout than the two.

    >>> quarter = apply_rope(torch.tensor([[1.0, 0.0]]), torch.tensor([1]), theta=1.0)
    >>> bool((quarter - torch.tensor([[math.cos(1), math.sin(1)]])).abs().max() < 1e-6)
    True
    """
    ### BEGIN SOLUTION
    refuse_rope(x, positions, layout)
    d = x.shape[-1]
    wide = torch.promote_types(x.dtype, torch.float32)
    rates = theta ** (-torch.arange(0, d, 2, dtype=wide, device=x.device) / d)
    angles = positions[..., None].to(wide) * rates
    cos, sin = angles.cos(), -angles.sin() if inverse else angles.sin()
    a, b = (x[..., 0::2], x[..., 1::2]) if layout == "adjacent" else x.chunk(2, dim=-1)
    turned = a * cos - b * sin, a * sin + b * cos
    if layout == "adjacent":
        return torch.stack(turned, dim=-1).reshape(x.shape).to(x.dtype)
    return torch.cat(turned, dim=-1).to(x.dtype)


def refuse_rope(x, positions, layout):
    if layout not in ("adjacent", "halves"):
        raise ValueError(f"layout is {layout!r}; expected 'adjacent' or 'halves'")
    if positions.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"positions have the dtype {positions.dtype}; expected int32 or int64")
    if x.shape[-1] % 2:
        raise ValueError(f"x has rows of {x.shape[-1]} numbers; expected an even number")
    wanted, found = x.shape[:-1], positions.shape
    extra = len(found) > len(wanted)
    if extra or any(n not in (1, w) for n, w in zip(reversed(found), reversed(wanted))):
        raise ValueError(f"positions {tuple(found)} do not broadcast to {tuple(wanted)}")
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-apply_rope", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it, on the GPU too if there is one.
with visible_tests("apply_rope"):
    for device in DEVICES:
        point = torch.tensor([[1.0, 2.0, 3.0, 4.0]], dtype=torch.float64, device=device)
        at_three = torch.tensor([3], device=device)

        def turned(a, b, angle):
            return [a * math.cos(angle) - b * math.sin(angle), a * math.sin(angle) + b * math.cos(angle)]

        (p, q), (r, s) = turned(1, 2, 3), turned(3, 4, 0.03)
        found = apply_rope(point, at_three)
        assert isinstance(found, torch.Tensor), f"a tensor is expected, not {type(found).__name__}"
        assert found.device == point.device, f"x is on {point.device}, the result on {found.device}"
        assert found.dtype == point.dtype, f"x is {point.dtype}; the result is {found.dtype}"
        wanted = torch.tensor([[p, q, r, s]], dtype=torch.float64, device=device)
        told = f"{found.tolist()}, expected {wanted.tolist()}"
        assert torch.allclose(found, wanted, rtol=0, atol=1e-5), f"adjacent: {told}"
        (p, q), (r, s) = turned(1, 3, 3), turned(2, 4, 0.03)
        wanted = torch.tensor([[p, r, q, s]], dtype=torch.float64, device=device)
        found = apply_rope(point, at_three, layout="halves")
        told = f"{found.tolist()}, expected {wanted.tolist()}"
        assert torch.allclose(found, wanted, rtol=0, atol=1e-5), f"halves: {told}"

        x = torch.randn(2, 3, 5, 8, device=device)
        starts = torch.tensor([0, 900], device=device)
        order = starts[:, None, None] + torch.arange(5, device=device)  # (2, 1, 5)
        for layout in ("adjacent", "halves"):
            there = apply_rope(x, order, layout=layout)
            assert there.shape == x.shape, f"the shape is {there.shape}"
            assert torch.allclose(there.norm(dim=-1), x.norm(dim=-1), atol=1e-4), "a rotation keeps lengths"
            back = apply_rope(there, order, layout=layout, inverse=True)
            assert torch.allclose(back, x, atol=1e-4), "the inverse turns back"
            # The score of a query and a key depends on the distance of their positions alone.
            scores = (there[0, 0] @ there[0, 1].T, apply_rope(x[0, 0], order[1, 0], layout=layout)
                      @ apply_rope(x[0, 1], order[1, 0], layout=layout).T)
            assert torch.allclose(*scores, atol=1e-2), "both moved by 900: the scores should not change"
        ones = torch.ones(1, 4, dtype=torch.bfloat16, device=device)
        far = [apply_rope(ones, torch.tensor([n], device=device)) for n in (300, 301)]
        assert far[0].dtype == torch.bfloat16, f"x is bfloat16; the result is {far[0].dtype}"
        assert (far[0] - far[1]).abs().max() > 0.5, "positions 300 and 301 give the same rotation"
        leaf = point.clone().requires_grad_()
        apply_rope(leaf, at_three).sum().backward()
        assert leaf.grad is not None, "no gradient arrives at x"
        problem = error_of(lambda: apply_rope(point, at_three.float()))
        assert isinstance(problem, TypeError), f"float positions: expected TypeError, not {problem!r}"
        problem = error_of(lambda: apply_rope(point[:, :3], at_three))
        assert isinstance(problem, ValueError), f"d = 3 makes no pairs: expected ValueError, not {problem!r}"
        problem = error_of(lambda: apply_rope(x, order[0, 0, :3]))
        assert isinstance(problem, ValueError), f"3 positions, 5 vectors: expected ValueError, not {problem!r}"
        problem = error_of(lambda: apply_rope(point, at_three, layout="pairs"))
        assert isinstance(problem, ValueError), f"layout='pairs': expected ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-apply_rope", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-alibi_bias", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. Linear biases
#
# ALiBi leaves the vectors alone and lowers the attention scores: head `h` takes `slope · distance`
# away, so that tokens further back count for less. The array you return is added to the scores before
# the softmax; row `i` is the query, column `j` the key.
#
# Where the number of heads `n` is a power of two, the slopes are
# $2^{-8/n}, 2^{-16/n}, \dots, 2^{-8}$: for 4 heads 1/4, 1/16, 1/64 and 1/256. For other numbers the
# authors' code takes the slopes for the largest power of two below `n`, and fills up with those for
# twice that power, of which it uses every second, beginning with the first. For 3 heads these are
# 1/16 and 1/256 (the slopes for 2), then 1/4 (the first of those for 4). For 6 heads: the four slopes
# for 4, then 1/2 and 1/8, those of the heads 0 and 2 of 8. They stay in that order.
#
# With `causal=True` the later keys `j > i` are masked with minus infinity. With `causal=False` the
# distance counts to both sides. The chapter's section is {ref}`positions-linear-biases`.
#
# <details><summary>A first hint</summary>
# Write a small function for the slopes of a power of two; it serves both cases. The bias is an outer
# product of slopes and distances.
# </details>
# <details><summary>The mask</summary>
# Zero times infinity is no number. Choose between two values instead of multiplying or adding.
# </details>

# %% nbgrader={"grade": false, "grade_id": "alibi_bias", "locked": false, "schema_version": 3, "solution": true, "task": false}
def alibi_bias(heads: int, length: int, causal: bool = True) -> np.ndarray:
    """The bias that ALiBi (Press, Smith and Lewis 2022) adds to attention scores.

    heads   number of heads n, at least 1. A power of two: slope of head h is 2 ** (-8 * (h + 1) / n).
            Otherwise, with p the largest power of two below n: the slopes for p heads, then of
            those for 2p heads the ones of the heads 0, 2, 4, ..., until there are n.
    length  number of tokens T, at least 0
    causal  whether later keys are masked

    Returns a new float32 array (heads, T, T): at [h, i, j] the value -slope_h * (i - j) for j <= i; for
    j > i minus infinity if causal, else -slope_h * (j - i). On the diagonal 0.0 or -0.0, which are equal.
    Slopes and products may be computed in float32.

    ValueError: heads below 1.

    >>> alibi_bias(1, 2, causal=False).tolist()
    [[[0.0, -0.00390625], [-0.00390625, 0.0]]]
    """
    ### BEGIN SOLUTION
    if heads < 1:
        raise ValueError(f"heads is {heads}; expected at least 1")
    power = 1 << (heads.bit_length() - 1)
    slopes = np.concatenate([slopes_for(power), slopes_for(2 * power)[::2]])[:heads]
    at = np.arange(length)
    back = at[:, None] - at
    bias = slopes[:, None, None] * -np.abs(back)
    if causal:
        bias = np.where(back < 0, -np.inf, bias)
    return bias.astype(np.float32)


def slopes_for(power):
    """(power,): the slopes for a number of heads that is a power of two."""
    return 2.0 ** (-8 * np.arange(1, power + 1) / power)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-alibi_bias", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("alibi_bias"):
    bias = alibi_bias(4, 3)
    assert isinstance(bias, np.ndarray), f"a NumPy array is expected, not {type(bias).__name__}"
    assert bias.shape == (4, 3, 3) and bias.dtype == np.float32, f"{bias.shape}, {bias.dtype}"
    assert not np.isnan(bias).any(), "there are values that are no numbers"
    assert (-bias[:, 1, 0]).tolist() == [1 / 4, 1 / 16, 1 / 64, 1 / 256], f"slopes {-bias[:, 1, 0]}"
    assert (bias[:, 2, 0] == 2 * bias[:, 1, 0]).all(), "twice the distance, twice the bias"
    assert not bias[:, range(3), range(3)].any(), "a token is at distance 0 from itself"
    assert np.isneginf(bias[:, *np.triu_indices(3, 1)]).all(), "later keys are masked"
    both = alibi_bias(4, 3, causal=False)
    assert np.array_equal(both, both.transpose(0, 2, 1)) and (both <= 0).all(), "distance counts to both sides"
    assert (-alibi_bias(3, 2)[:, 1, 0]).tolist() == [1 / 16, 1 / 256, 1 / 4], "three heads"
    six = [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 2, 1 / 8]
    assert np.allclose(-alibi_bias(6, 2)[:, 1, 0], six, rtol=1e-6), "six heads"
    assert alibi_bias(2, 0).shape == (2, 0, 0), "no tokens"
    problem = error_of(lambda: alibi_bias(0, 3))
    assert isinstance(problem, ValueError), f"0 heads: expected ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-alibi_bias", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
