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
# # Frequency: how often a row learns, and what that does to it
#
# A few rows of a table are looked up in every batch, most of them seldom, and some never. You write
# the probabilities of such a vocabulary, two expectations that follow from them, two instruments with
# which to look at a trained table, and two optimizers that touch only the rows of a batch.
#
# - **Time**: about one to one and a half hours.
# - **Before you start**: read {ref}`frequency-zipf-s-law-measured` and
#   {ref}`frequency-how-many-distinct-tokens-a-batch-holds` in the chapter. Each part below names what
#   else it uses.
# - **Points**: the cells that begin with *Try it* let you work alone. They carry no points and
#   may be run as often as you like. Hidden tests decide: they draw new inputs, and look at
#   shapes, dtypes, bad input, memory and devices too, as the docstrings describe them. Each test
#   gives its points on its own; a mistake that touches several tests costs several.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
#
# ## Rules for all seven
#
# Ids count from 0, ranks too: rank 0 belongs to the most frequent token. Arrays hold no `inf` and no
# `nan`, and need not be contiguous in memory. The first five functions return new arrays or floats
# (Python's, or NumPy's `float64`) and leave their inputs as they were. The last two work in place and
# return nothing; after an error everything is as it was.
#
# | what is wrong | what to raise |
# | --- | --- |
# | rows that are no integers (`bool`, `float`); in PyTorch: any dtype but `int32` and `int64` | `TypeError` |
# | a row outside `0 ... V-1`, negative ones too | `IndexError` that names the number |
# | numbers that the docstring does not allow; shapes that do not fit; rows listed twice | `ValueError` |
#
# Where two of these are broken at once, either error is accepted. The setup cell holds two
# functions that raise some of these errors for you: `check_probabilities` and `check_rows`. What they check
# is written in them. A function may call the ones that you wrote before it.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import numpy as np
import torch


def check_probabilities(p: np.ndarray) -> None:
    """ValueError unless p has one axis, an entry or more, each from 0 to 1, with the sum 1 to within 1e-6."""
    if p.ndim != 1 or len(p) < 1:
        raise ValueError(f"p has the shape {p.shape}; expected one axis and an entry or more")
    if p.min() < 0 or p.max() > 1 or abs(p.sum() - 1) > 1e-6:
        least, most = p.min(), p.max()
        raise ValueError(f"p is from {least} to {most} and has the sum {p.sum()}; expected 0 to 1, and 1")


def check_rows(rows, V: int) -> None:
    """TypeError unless rows holds integers; IndexError, naming it, for one outside 0 ... V-1.

    rows is an array of NumPy or a tensor of PyTorch. Its shape, and whether a row is listed
    twice, are not looked at.
    """
    if isinstance(rows, torch.Tensor):
        whole = rows.dtype in (torch.int32, torch.int64)
    else:
        whole = rows.dtype.kind in "iu"
    if not whole:
        raise TypeError(f"rows are {rows.dtype}; expected integers")
    outside = rows[(rows < 0) | (rows >= V)]
    if len(outside):
        raise IndexError(f"row {int(outside[0])} is outside 0 ... {V - 1}")


DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-zipf_probabilities", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. A vocabulary after Zipf
#
# The probability of a token falls with a power of its rank: the second most frequent word occurs
# half as often as the first, the third a third as often, if the exponent `s` is 1. In formulas the
# ranks run from 1 to `V`:
#
# $$p_r = \frac{r^{-s}}{\sum_{q=1}^{V} q^{-s}}.$$
#
# For `V = 4` and `s = 1` the powers are 1, 1/2, 1/3 and 1/4 with the sum 25/12, so the probabilities
# are `[0.48, 0.24, 0.16, 0.12]`. For `s = 0` all tokens are equally likely. In the array that you
# return, the entry 0 belongs to rank 1 of the formula. See {ref}`frequency-zipf-s-law-measured` for how
# well real text follows.
#
# <details><summary>A first hint</summary>
# NumPy refuses to raise an array of integers to a negative whole power. Exponents such as
# <code>2</code>, a Python int, will come.
# </details>

# %% nbgrader={"grade": false, "grade_id": "zipf_probabilities", "locked": false, "schema_version": 3, "solution": true, "task": false}
def zipf_probabilities(V: int, s: float = 1.0) -> np.ndarray:
    """Probabilities in proportion to rank ** -s, for the ranks 1 ... V.

    V  number of tokens, at least 1
    s  exponent, at least 0; a float or an int. V ** s is within the range of float64

    Returns a new array (V,) of float64, the most frequent token first; it sums to one up to rounding.

    ValueError: V is below 1, or s below 0.

    >>> zipf_probabilities(4).round(2).tolist()
    [0.48, 0.24, 0.16, 0.12]
    """
    ### BEGIN SOLUTION
    if V < 1 or s < 0:
        raise ValueError(f"V is {V} and s is {s}; expected V of 1 or more and s of 0 or more")
    weights = np.arange(1, V + 1, dtype=np.float64) ** -float(s)
    return weights / weights.sum()
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-zipf_probabilities", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("zipf_probabilities"):
    four = zipf_probabilities(4)
    assert isinstance(four, np.ndarray), f"a NumPy array is expected, not {type(four).__name__}"
    assert four.shape == (4,) and four.dtype == np.float64, f"four numbers of float64, not {four!r}"
    assert np.allclose(four, [0.48, 0.24, 0.16, 0.12]), f"V=4: the probabilities are {four.tolist()}"
    steep = zipf_probabilities(2, 2)
    assert np.allclose(steep, [0.8, 0.2]), f"s=2: expected [0.8, 0.2], not {steep.tolist()}"
    flat = zipf_probabilities(5, 0.0)
    assert np.allclose(flat, 0.2), f"s=0: all are equally likely, not {flat.tolist()}"
    many = zipf_probabilities(50_257, 1.2)
    assert abs(many.sum() - 1) < 1e-9, f"the sum is {many.sum()}, not 1"
    assert abs(many[0] / many[99] - 100**1.2) < 1e-6, "the first is 100 ** s times as likely as the hundredth"
    for bad in ((0, 1.0), (-3, 1.0), (5, -0.5)):
        problem = error_of(lambda: zipf_probabilities(*bad))
        assert isinstance(problem, ValueError), f"V, s = {bad}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-zipf_probabilities", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-expected_distinct", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. How many different tokens
#
# Draw `n` tokens independently, token `i` with probability `p_i`. How many different ones do you expect?
# Token `i` is missing with probability `(1 - p_i)^n`, so it is there with probability
# `1 - (1 - p_i)^n`, and expectations add up:
#
# $$\sum_i \left(1 - (1 - p_i)^n\right).$$
#
# For `p = [0.5, 0.5]` and `n = 2` each token is missing with probability 0.25, so the expectation is 1.5.
# Without draws it is 0, whatever `p` is, and a token with `p_i = 1` is there as soon as there is one draw.
#
# The formula is simple; its numbers are not. In `float64` the spacing of numbers below 1 is about
# `1e-16`, so `1 - p_i` keeps little of a `p_i` of `1e-13`, and the power multiplies what was lost by
# `n`. The section {ref}`frequency-how-many-distinct-tokens-a-batch-holds` shows this and the two
# functions that help.
#
# <details><summary>A first hint</summary>
# <code>(1 - p) ** n</code> is the exponential of <code>n</code> times a logarithm. <code>np.log1p</code> is
# the logarithm of 1 plus its argument, <code>np.expm1</code> the exponential less 1; both keep the digits of
# small arguments.
# </details>
# <details><summary>Certain tokens</summary>
# For <code>p = 1</code> the logarithm is <code>-inf</code>, and zero times that is <code>nan</code>. Which
# <code>n</code> is the only one that can go wrong, and what is the result then?
# </details>

# %% nbgrader={"grade": false, "grade_id": "expected_distinct", "locked": false, "schema_version": 3, "solution": true, "task": false}
def expected_distinct(p: np.ndarray, n: int) -> float:
    """The expected number of distinct ids among n independent draws: 1 - (1 - p_i) ** n, summed over i.

    p  (V,) float64, each entry from 0 to 1 (both allowed), summing to one (to within 1e-6)
    n  number of draws, 0 or more, up to 10 ** 12

    Returns a float, between 0 and min(V, n) up to rounding. It is right to the rounding of
    a sum of V numbers, for entries of p as small as 1e-300 too.

    ValueError: p has not one axis, is empty, has an entry outside 0 ... 1, or does not sum to one; n is
    negative.

    >>> expected_distinct(np.array([0.5, 0.5]), 2)
    1.5
    """
    ### BEGIN SOLUTION
    if n < 0:
        raise ValueError(f"n is {n}; expected 0 or more")
    return float(chance_of_one(p, n).sum())


def chance_of_one(p, n):
    """For each id the probability that it is among n draws, (V,); tiny ones keep their digits."""
    check_probabilities(p)
    if n == 0:
        return np.zeros(len(p))
    with np.errstate(divide="ignore"):  # an id that is certain has a logarithm of -inf
        return -np.expm1(n * np.log1p(-p))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-expected_distinct", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("expected_distinct"):
    coin = np.array([0.5, 0.5])
    count = expected_distinct(coin, 2)
    assert isinstance(count, float), f"a float is expected, not {type(count).__name__}"
    assert abs(count - 1.5) < 1e-12, f"two throws of a coin: expected 1.5, not {count}"
    assert expected_distinct(coin, 0) == 0, f"no draws: expected 0, not {expected_distinct(coin, 0)}"
    assert abs(expected_distinct(coin, 1) - 1) < 1e-12, "one draw is one id"
    certain = np.array([0.0, 1.0])
    count = expected_distinct(certain, 3)
    assert count == 1, f"a certain id: expected 1, not {count}"
    count = expected_distinct(certain, 0)
    assert count == 0, f"a certain id, none drawn: expected 0, not {count}"

    words = zipf_probabilities(1000)
    rng = np.random.default_rng(0)
    seen = np.mean([len(np.unique(rng.choice(1000, 500, p=words))) for _ in range(100)])
    count = expected_distinct(words, 500)
    print(f"500 draws of 1000 words: {count:.1f} distinct ones expected, {seen:.1f} found on average")
    assert abs(count - seen) < 4, "the formula and the draws do not agree"
    rare = np.append(np.full(1000, 1e-13), 1 - 1e-10)  # a word that is all but certain, 1000 very rare ones
    found = expected_distinct(rare, 10**9) - 1
    assert abs(found - 1000 * (1e-4 - 0.5e-8)) < 1e-7, f"the rare ones: expected 0.099995, not {found:.6f}"
    for bad in (np.array([0.5, 0.6]), np.array([1.5, -0.5]), np.array([[0.5, 0.5]])):
        problem = error_of(lambda: expected_distinct(bad, 2))
        assert isinstance(problem, ValueError), f"p = {bad.tolist()}: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: expected_distinct(coin, -1))
    assert isinstance(problem, ValueError), f"n = -1: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-expected_distinct", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-expected_updates", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. How many updates a row gets
#
# Train for some steps, each with a batch of `batch` tokens, all drawn independently. A row has a
# gradient in a step if its token occurs in that batch at all; once or twenty times makes no difference
# to that. In how many of the steps does each row have a gradient, by expectation? See
# {ref}`frequency-how-often-a-row-is-updated`.
#
# For `p = [0.5, 0.25, 0.25]`, `batch = 2` and `steps = 8` the first token is in a batch with
# probability `1 - 0.5²`, so its row has a gradient in 6 of the 8 steps; the others in 3.5 of them.
# They *occur* more often, 8, 4 and 4 times: a batch may hold a token twice.
#
# Rare tokens are what this function is for. So each entry keeps its digits, also where `p_i` times `batch`
# is far below the spacing of numbers near 1.

# %% nbgrader={"grade": false, "grade_id": "expected_updates", "locked": false, "schema_version": 3, "solution": true, "task": false}
def expected_updates(p: np.ndarray, batch: int, steps: int) -> np.ndarray:
    """For each row the expected number of steps in which it has a gradient.

    p      (V,) float64, each entry from 0 to 1 (both allowed), summing to one (to within 1e-6)
    batch  tokens in a batch, 0 or more, up to 10 ** 9; all draws are independent
    steps  number of batches, 0 or more

    Returns a new array (V,) of float64 with numbers from 0 to steps. Each is right to ten digits or
    more, for entries of p as small as 1e-300 too.

    ValueError: p has not one axis, is empty, has an entry outside 0 ... 1, or does not sum to one; batch
    or steps is negative.

    >>> expected_updates(np.array([0.5, 0.25, 0.25]), batch=2, steps=8).round(6).tolist()
    [6.0, 3.5, 3.5]
    """
    ### BEGIN SOLUTION
    if batch < 0 or steps < 0:
        raise ValueError(f"batch is {batch} and steps {steps}; expected 0 or more")
    return steps * chance_of_one(p, batch)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-expected_updates", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("expected_updates"):
    three = np.array([0.5, 0.25, 0.25])
    updates = expected_updates(three, batch=2, steps=8)
    assert isinstance(updates, np.ndarray), f"a NumPy array is expected, not {type(updates).__name__}"
    assert updates.shape == (3,) and updates.dtype == np.float64, f"three numbers of float64, not {updates!r}"
    assert np.allclose(updates, [6, 3.5, 3.5]), f"expected [6, 3.5, 3.5], not {updates.tolist()}"
    assert np.allclose(expected_updates(three, 1, 8), 8 * three), "batches of one token: steps times p"
    for batch, steps in ((0, 8), (2, 0)):
        updates = expected_updates(np.array([0.0, 1.0]), batch, steps)
        assert not updates.any(), f"batch={batch}, steps={steps}: expected zeros, not {updates.tolist()}"

    words = zipf_probabilities(1000)
    rng = np.random.default_rng(0)
    found = np.zeros(1000)
    for _ in range(200):  # steps
        found[np.unique(rng.choice(1000, 100, p=words))] += 1
    wanted = expected_updates(words, 100, 200)
    for rank in (0, 9, 99, 999):
        print(f"rank {rank:3}: {wanted[rank]:6.1f} updates expected, {found[rank]:3.0f} found")
    assert abs(found.sum() - wanted.sum()) < 0.03 * wanted.sum(), "the formula and the draws do not agree"
    tiny = expected_updates(np.array([1 - 1e-18, 1e-18]), 1000, 1)[1]
    assert abs(tiny / 1e-15 - 1) < 1e-9, f"p = 1e-18 in a batch of 1000: expected 1e-15, not {tiny}"
    for batch, steps in ((-1, 8), (2, -1)):
        problem = error_of(lambda: expected_updates(three, batch, steps))
        case = f"batch={batch}, steps={steps}"
        assert isinstance(problem, ValueError), f"{case}: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: expected_updates(2 * three, 2, 8))
    assert isinstance(problem, ValueError), f"p sums to 2: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-expected_updates", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-norms_by_frequency", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. Norms by frequency
#
# Are the rows of frequent tokens longer, or shorter? Sort the rows by how often their tokens occur, cut
# the sequence into bands, and take the mean length in each. See
# {ref}`frequency-norm-against-frequency-in-both-directions`.
#
# A row's *rank* is its place in the order of the counts: rank 0 has the largest count, and among
# equal counts the smaller id comes first. The edges `[0, 10, 100]` make two bands, the ranks 0 to 9
# and 10 to 99. So a band begins with its lower edge and ends before its upper one. Rows beyond the
# last edge, or before the first one, are in no band.
#
# Take `E = [[3, 4], [0, 1], [6, 8], [0, 3]]`, whose rows have the lengths 5, 1, 10 and 3, and
# `counts = [7, 2, 7, 9]`. In the order of ranks the ids are 3, 0, 2, 1. The edges `[0, 1, 3]` give
# `[3, 7.5]`: row 3 alone, then the rows 0 and 2.
#
# Counts come from a tokenizer, from a file, from `np.bincount`: they have any integer or float dtype,
# unsigned ones too. Weighted counts have fractions, and counts of `uint64` may be beyond the `2 ** 53`
# up to which `float64` holds every whole number. Two counts are equal only if they are equal as given.
#
# <details><summary>A first hint</summary>
# <code>np.argsort</code> sorts upwards, and keeps the order of equals only if it is told to: see
# <code>kind</code>. Reversing its result also reverses the equals.
# </details>
# <details><summary>Unsigned counts</summary>
# What is the negative of <code>np.uint32(7)</code>? And of <code>np.uint32(0)</code>? Which dtype would keep
# <code>0.7</code> and <code>2 ** 60 + 1</code> apart from their neighbours? See <em>Pitfalls</em>.
# </details>

# %% nbgrader={"grade": false, "grade_id": "norms_by_frequency", "locked": false, "schema_version": 3, "solution": true, "task": false}
def norms_by_frequency(E: np.ndarray, counts: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """The mean length of the rows in each band of ranks; rank 0 is the row with the largest count.

    E       (V, d), float32 or float64
    counts  (V,), nonnegative; any integer dtype, float32 or float64, with fractions or large whole
            numbers too. Counts that are equal as given are ranked by id, the smaller first
    edges   (k+1,) int64 (no other dtype will come), k at least 1, strictly ascending, from 0 to V

    Returns a new array (k,) of float64: entry j is the mean of the lengths (not the length of the mean)
    of the rows with the ranks edges[j], ..., edges[j+1] - 1. Lengths are computed in E's dtype or a
    wider one, and each mean has the digits of that dtype.

    ValueError: E has not two axes; counts has another shape than (V,); edges has not one axis, has fewer
    than two entries, is not strictly ascending, or leaves 0 ... V.

    >>> E = np.array([[3.0, 4.0], [0.0, 1.0], [6.0, 8.0], [0.0, 3.0]])
    >>> norms_by_frequency(E, np.array([7, 2, 7, 9]), np.array([0, 1, 3])).tolist()
    [3.0, 7.5]
    """
    ### BEGIN SOLUTION
    if E.ndim != 2 or counts.shape != E.shape[:1]:
        raise ValueError(f"E has the shape {E.shape} and counts {counts.shape}; expected (V, d) and (V,)")
    if edges.ndim != 1 or len(edges) < 2 or edges[0] < 0 or edges[-1] > len(E):
        raise ValueError(f"edges are {edges}; expected two or more, from 0 to {len(E)}")
    if not (edges[1:] > edges[:-1]).all():
        raise ValueError(f"edges are {edges}; expected them to ascend strictly")
    upwards = np.argsort(counts[::-1], kind="stable")  # largest ids first among equals ...
    order = len(counts) - 1 - upwards[::-1]  # ... and turned round
    norms = np.linalg.norm(E, axis=1)[order].astype(np.float64)
    return np.array([norms[a:b].mean() for a, b in zip(edges[:-1], edges[1:])])
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-norms_by_frequency", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("norms_by_frequency"):
    E = np.array([[3.0, 4.0], [0.0, 1.0], [6.0, 8.0], [0.0, 3.0]])
    counts = np.array([7, 2, 7, 9])
    bands = norms_by_frequency(E, counts, np.array([0, 1, 3]))
    assert isinstance(bands, np.ndarray), f"a NumPy array is expected, not {type(bands).__name__}"
    assert bands.shape == (2,) and bands.dtype == np.float64, f"two numbers of float64, not {bands!r}"
    assert np.allclose(bands, [3, 7.5]), f"row 3, then 0 and 2: expected [3, 7.5], not {bands.tolist()}"
    bands = norms_by_frequency(E, counts, np.array([1, 2, 3, 4]))
    assert np.allclose(bands, [5, 10, 1]), f"equal counts by id: expected [5, 10, 1], not {bands.tolist()}"
    bands = norms_by_frequency(E, counts, np.array([0, 4]))
    assert np.allclose(bands, [4.75]), f"one band with all rows: expected [4.75], not {bands.tolist()}"
    for dtype in (np.uint32, np.int8, np.float32):
        bands = norms_by_frequency(E.astype(np.float32), np.array([7, 0, 7, 9], dtype), np.array([0, 1, 4]))
        assert bands.dtype == np.float64, f"counts of {dtype.__name__}: expected float64, not {bands.dtype}"
        found = bands.tolist()
        assert np.allclose(found, [3, 16 / 3]), f"counts of {dtype.__name__}: expected [3, 5.33], not {found}"
    large = np.array([1, 0, 2, 3], np.uint64) + np.uint64(2**60)
    for name, given in (("fractions", np.array([0.2, 0.1, 0.7, 0.9])), ("large numbers", large)):
        found = norms_by_frequency(E, given, np.array([0, 1, 4])).tolist()
        assert np.allclose(found, [3, 16 / 3]), f"{name} as counts: expected [3, 5.33], not {found}"
    for edges in ([0], [0, 2, 2], [2, 1], [-1, 2], [0, 5], [[0, 1], [2, 3]]):
        problem = error_of(lambda: norms_by_frequency(E, counts, np.array(edges)))
        assert isinstance(problem, ValueError), f"edges {edges}: expected a ValueError, not {problem!r}"
    problem = error_of(lambda: norms_by_frequency(E, counts[:3], np.array([0, 2])))
    assert isinstance(problem, ValueError), f"3 counts for 4 rows: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-norms_by_frequency", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-spearman", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. The correlation of ranks
#
# Counts span six orders of magnitude, so the common correlation of counts with norms says little: a
# handful of frequent tokens decides it. Spearman's coefficient asks only whether one goes up where
# the other does. It is the common (Pearson's) correlation, taken of the ranks in place of the values.
#
# For `x = [10, 20, 30]` and `y = [1, 900, 8]` the ranks are `[1, 2, 3]` and `[1, 3, 2]`, whose
# correlation is 0.5. Whether ranks count from 0 or from 1 makes no difference: the coefficient is the same.
#
# Many tokens have equal counts. Equal values share the average of the places that they take: for `[1,
# 1, 2]` the ranks are `[1.5, 1.5, 3]`. With `y = [3, 4, 5]` the coefficient is 0.8660. Two common
# ways are wrong here: sorting twice gives equal values different ranks, and the formula with `6 Σ
# D²`, for the differences `D` of ranks, holds only where nothing is equal.
#
# Memory is in proportion to `n`: the table of the chapter has 30,522 rows, and comparing all with all
# would take an array of 930 million entries.
#
# <details><summary>A first hint</summary>
# <code>np.unique</code> can tell which of the different values each entry is, and how often each occurs.
# Which places do the entries of one value take, if you know how many entries are smaller?
# </details>
# <details><summary>Constant arguments</summary>
# Ranks that are all equal have no variance to divide by. Look for them before you divide.
# </details>

# %% nbgrader={"grade": false, "grade_id": "spearman", "locked": false, "schema_version": 3, "solution": true, "task": false}
def spearman(x: np.ndarray, y: np.ndarray) -> float:
    """The correlation of the ranks of x and y; equal values get the average of their ranks.

    x, y  (n,), any integer dtype, float32 or float64, not necessarily the same; n at least 2

    Returns a float, between -1 and 1 up to rounding. Memory is in proportion to n: there is no
    array of n × n entries.

    ValueError: x or y has not one axis, their lengths differ, n is below 2, or all values of x, or all
    of y, are equal.

    >>> round(spearman(np.array([1, 1, 2]), np.array([3.0, 4.0, 5.0])), 4)
    0.866
    """
    ### BEGIN SOLUTION
    if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
        raise ValueError(f"x has the shape {x.shape} and y {y.shape}; expected (n,) for both, n of 2 or more")
    if (x == x[0]).all() or (y == y[0]).all():
        raise ValueError("an argument is constant; its ranks have no variance")
    a, b = average_ranks(x), average_ranks(y)
    a, b = a - a.mean(), b - b.mean()
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def average_ranks(values):
    """Ranks from 1, (n,) float64; equal values share the average of theirs."""
    _, which, times = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(times)  # the highest rank of each value
    return (last - (times - 1) / 2)[which]
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-spearman", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("spearman"):
    rho = spearman(np.array([10, 20, 30]), np.array([1.0, 900.0, 8.0]))
    assert isinstance(rho, float), f"a float is expected, not {type(rho).__name__}"
    assert abs(rho - 0.5) < 1e-12, f"ranks 1 2 3 and 1 3 2: expected 0.5, not {rho}"
    rho = spearman(np.array([1, 1, 2]), np.array([3.0, 4.0, 5.0]))
    assert abs(rho - np.sqrt(0.75)) < 1e-12, f"ranks 1.5 1.5 3 and 1 2 3: expected 0.8660, not {rho:.4f}"
    x = np.array([4.0, -1.0, 2.0, 0.5, 9.0])
    for change, wanted in ((np.exp, 1.0), (lambda t: -(t**3), -1.0)):
        rho = spearman(x, change(x))
        assert abs(rho - wanted) < 1e-12, f"a steady function of x: expected {wanted}, not {rho}"
    rho = spearman(np.array([0, 0, 1, 1], np.uint8), np.array([1, 0, 1, 0]))
    assert abs(rho) < 1e-12, f"nothing in common: expected 0, not {rho}"

    counts = np.random.default_rng(0).zipf(2.0, 20_000)  # all pairs would take 400 MB or more
    rho = spearman(counts, -counts)
    assert abs(rho + 1) < 1e-9, f"20,000 counts and their negatives: expected -1, not {rho}"
    for first, second in (([1, 1, 1], [1, 2, 3]), ([1, 2, 3], [5, 5, 5]), ([1], [2]), ([1, 2], [1, 2, 3])):
        problem = error_of(lambda: spearman(np.array(first), np.array(second)))
        assert isinstance(problem, ValueError), f"{first}, {second}: expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-spearman", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-adagrad_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. Adagrad for the rows of a batch
#
# Adagrad keeps, for each number of the table, the sum of its squared gradients, and divides by the
# root of that sum. For a row without a gradient neither the sum nor the row changes, so the work can
# be limited to the rows of the batch; the result is that of the whole step. For each listed row `j`,
# with its gradient `g`:
#
# $$a_j \leftarrow a_j + g^2, \qquad E_j \leftarrow E_j - \eta\,\frac{g}{\sqrt{a_j} + \varepsilon},$$
#
# all element by element, as `torch.optim.Adagrad` does it. (What is called *row-wise* Adagrad keeps
# one number for each row, the mean of the squares. That is another optimizer.) The sum holds the
# present gradient before it is used. See {ref}`frequency-optimizers-that-touch-only-some-rows`.
#
# For `E = [[1], [1]]`, `state = [[9], [0]]`, `rows = [0]`, `values = [[4]]` and a rate of 0.5,
# `state` becomes `[[25], [0]]` and `E` becomes `[[0.6], [1]]`.
#
# Each row may be listed once, in any order. A row that is listed twice is a `ValueError`: the caller
# forgot to add up its gradients, and the square of a sum is not the sum of the squares. After any
# error everything is as it was.
#
# <details><summary>A first hint</summary>
# First everything that can be wrong, then the step. Repeats need not stand side by side.
# </details>
# <details><summary>Rows that do not change</summary>
# <code>state[rows]</code> with an array of rows is a copy. What is added to that copy does not reach
# the state.
# </details>

# %% nbgrader={"grade": false, "grade_id": "adagrad_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
def adagrad_rows(
    E: np.ndarray, state: np.ndarray, rows: np.ndarray, values: np.ndarray, lr: float, eps: float = 1e-10
) -> None:
    """One step of Adagrad on the listed rows, in place, element by element as torch.optim.Adagrad.

    E       (V, d), float32 or float64; changed
    state   (V, d), same dtype: the sum of squared gradients so far, 0 or more; changed
    rows    (k,), k = 0 included; any integer dtype and order, each in 0 ... V-1 and listed once
    values  (k, d), same dtype as E: the gradient of these rows
    lr      learning rate
    eps     added to the root

    Returns None. Rows that are not listed stay as they are. No array of V × d numbers is made, no loop
    over V.

    TypeError: rows that are no integers. IndexError, naming the number: a row outside 0 ... V-1.
    ValueError: a row listed twice; E without two axes; state of another shape than E; rows not (k,);
    values not (k, d). After any of them everything is as it was.

    >>> E, state = np.ones((2, 1)), np.array([[9.0], [0.0]])
    >>> adagrad_rows(E, state, np.array([0]), np.array([[4.0]]), lr=0.5)
    >>> E.round(6).tolist(), state.tolist()
    ([[0.6], [1.0]], [[25.0], [0.0]])
    """
    ### BEGIN SOLUTION
    check_rows(rows, len(E))
    check_step(E, [state], rows, values)
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a row is listed more than once; add up its gradients first")
    sums = state[rows] + values**2  # (k, d)
    state[rows] = sums
    E[rows] -= lr * values / (np.sqrt(sums) + eps)


def check_step(E, states, rows, values):
    """ValueError unless the shapes of a step on listed rows fit together."""
    if E.ndim != 2 or any(s.shape != E.shape for s in states):
        raise ValueError(f"E has the shape {tuple(E.shape)}; expected two axes, and the same for the states")
    if rows.ndim != 1 or tuple(values.shape) != (len(rows), E.shape[1]):
        raise ValueError(f"rows have the shape {tuple(rows.shape)} and values {tuple(values.shape)}; "
                         f"expected (k,) and (k, {E.shape[1]})")
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-adagrad_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("adagrad_rows"):
    E, state = np.ones((2, 1)), np.array([[9.0], [0.0]])
    result = adagrad_rows(E, state, np.array([0]), np.array([[4.0]]), lr=0.5)
    assert result is None, "the step happens in E and state; nothing is returned"
    assert state.tolist() == [[25.0], [0.0]], f"expected [[25], [0]], not {state.tolist()}"
    assert np.allclose(E, [[0.6], [1]]), f"expected [[0.6], [1]], not {E.tolist()}"

    rng = np.random.default_rng(0)
    table = torch.tensor(rng.normal(size=(6, 3)), requires_grad=True)
    E, state = table.detach().numpy().copy(), np.zeros((6, 3))
    optimizer = torch.optim.Adagrad([table], lr=0.3, eps=0.01)
    for rows in ([5, 0, 2], [2, 1], [0, 5, 3]):
        values = rng.normal(size=(len(rows), 3))
        table.grad = torch.zeros(6, 3, dtype=torch.float64)
        table.grad[rows] = torch.tensor(values)
        optimizer.step()
        adagrad_rows(E, state, np.array(rows), values, 0.3, eps=0.01)
        apart = np.abs(E - table.detach().numpy()).max()
        assert apart < 1e-12, f"after the rows {rows}: {apart:.2g} apart from torch.optim.Adagrad"
    assert not state[4].any(), "row 4 was never listed"

    kept = E.copy(), state.copy()
    cases = [([1, 3, 1], ValueError), ([1, 3, 6], IndexError), ([1, 3, -1], IndexError),
             ([0.0, 1.0, 2.0], TypeError)]
    for bad, kind in cases:
        problem = error_of(lambda: adagrad_rows(E, state, np.array(bad), np.ones((3, 3)), 0.3))
        assert isinstance(problem, kind), f"rows {bad}: expected {kind.__name__}, not {problem!r}"
        assert np.array_equal(E, kept[0]), f"rows {bad} were refused, but E has changed"
        assert np.array_equal(state, kept[1]), f"rows {bad} were refused, but state has changed"
    problem = error_of(lambda: adagrad_rows(E, state, np.array([1, 3]), np.ones((1, 3)), 0.3))
    refused = isinstance(problem, ValueError)
    assert refused, f"two rows, values of the shape (1, 3): expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-adagrad_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-adam_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 7. Adam for the rows of a batch, in PyTorch
#
# With Adam a step on the rows of the batch alone is *not* the whole step: a row without a gradient still moves,
# since its running mean is not zero (see
# {ref}`frequency-rows-without-a-gradient-that-move-all-the-same`). `torch.optim.SparseAdam` leaves such
# rows alone, and their two running means as well. Write its step, as in
# {ref}`frequency-optimizers-that-touch-only-some-rows`. For each listed row, with its gradient `g`,
# element by element:
#
# $$m \leftarrow \beta_1 m + (1 - \beta_1)\,g, \qquad v \leftarrow \beta_2 v + (1 - \beta_2)\,g^2,$$
#
# $$E \leftarrow E - \eta\,\frac{\sqrt{1 - \beta_2^t}}{1 - \beta_1^t}\cdot\frac{m}{\sqrt{v} + \varepsilon},$$
#
# with `t` the number of the step for the whole table, counted from 1, however seldom the row itself was
# listed. Note where `ε` stands: it is added to the root of `v` as it is. `torch.optim.Adam` divides by
# `√v / √(1 - β₂ᵗ) + ε`; with a large `ε` you would see the difference.
#
# For `E = [[1], [1]]`, `m` and `v` zero, step 1, `rows = [1]`, `values = [[4]]`, a rate of 0.5,
# `betas = (0.5, 0.75)` and `eps = 2`, row 1 of `m` becomes 2 and row 1 of `v` becomes 4. The correction is
# `√0.25 / 0.5 = 1`, so row 1 of `E` becomes `1 - 0.5 · 2 / (2 + 2) = 0.75`.
#
# `E` may be a parameter, which requires a gradient; the step is no part of any graph. Everything is
# on one device. `SparseAdam` itself is of little use here: it keeps means and a count of steps
# of its own. The hidden tests use a second device also where there is no GPU: a stand-in, which refuses
# what a GPU refuses, such as to mix its tensors with those of the CPU.
#
# <details><summary>A first hint</summary>
# What you wrote for Adagrad, with two states. Compute the two corrections as Python floats.
# </details>
# <details><summary>A parameter that complains</summary>
# PyTorch refuses to change a leaf that requires a gradient in place, unless gradients are switched off
# for that while.
# </details>
# <details><summary>Repeats on a device</summary>
# <code>torch.unique</code> works on every device.
# </details>

# %% nbgrader={"grade": false, "grade_id": "adam_rows", "locked": false, "schema_version": 3, "solution": true, "task": false}
def adam_rows(
    E: torch.Tensor, m: torch.Tensor, v: torch.Tensor, step: int, rows: torch.Tensor, values: torch.Tensor,
    lr: float, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
) -> None:
    """One step of torch.optim.SparseAdam on the listed rows, in place, on any device.

    E       (V, d), float32 or float64, with or without requires_grad; changed, outside of any graph
    m, v    (V, d), same dtype: running means of the gradient and of its square; v is 0 or more; changed
    step    number of this step, counted from 1
    rows    (k,), k = 0 included; int32 or int64, any order, each in 0 ... V-1 and listed once
    values  (k, d), same dtype as E: the gradient of these rows
    lr      learning rate
    betas   decay of the two means
    eps     added to the root of v as it is, without a correction

    Returns None. Rows of E, m and v that are not listed stay as they are. No tensor of V × d numbers
    is made, no loop over V.

    TypeError: rows that are neither int32 nor int64. IndexError, naming the number: a row outside
    0 ... V-1. ValueError: a row listed twice; step below 1; E without two axes; m or v of another shape
    than E; rows not (k,); values not (k, d). After any of them everything is as it was.

    >>> E, m, v = torch.ones(2, 1), torch.zeros(2, 1), torch.zeros(2, 1)
    >>> adam_rows(E, m, v, 1, torch.tensor([1]), torch.tensor([[4.0]]), 0.5, betas=(0.5, 0.75), eps=2.0)
    >>> E.tolist(), m.tolist(), v.tolist()
    ([[1.0], [0.75]], [[0.0], [2.0]], [[0.0], [4.0]])
    """
    ### BEGIN SOLUTION
    check_rows(rows, len(E))
    check_step(E, [m, v], rows, values)
    if len(torch.unique(rows)) < len(rows):
        raise ValueError("a row is listed more than once; add up its gradients first")
    if step < 1:
        raise ValueError(f"step is {step}; the first step is 1")
    b1, b2 = betas
    with torch.no_grad():
        mean = b1 * m[rows] + (1 - b1) * values  # (k, d)
        square = b2 * v[rows] + (1 - b2) * values**2
        m[rows], v[rows] = mean, square
        rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        E[rows] -= rate * mean / (square.sqrt() + eps)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-adam_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("adam_rows"):
    for device in DEVICES:
        E, m, v = (torch.full((2, 1), value, device=device) for value in (1.0, 0.0, 0.0))
        rows, values = torch.tensor([1], device=device), torch.tensor([[4.0]], device=device)
        result = adam_rows(E, m, v, 1, rows, values, 0.5, betas=(0.5, 0.75), eps=2.0)
        assert result is None, "the step happens in E, m and v; nothing is returned"
        assert m.tolist() == [[0.0], [2.0]], f"the mean: expected [[0], [2]], not {m.tolist()}"
        assert v.tolist() == [[0.0], [4.0]], f"the mean of squares: expected [[0], [4]], not {v.tolist()}"
        assert E.tolist() == [[1.0], [0.75]], f"the table: expected [[1], [0.75]], not {E.tolist()}"

    rng = np.random.default_rng(0)
    table = torch.tensor(rng.normal(size=(6, 3)), requires_grad=True)
    E = torch.nn.Parameter(table.detach().clone())
    m, v = torch.zeros(6, 3, dtype=torch.float64), torch.zeros(6, 3, dtype=torch.float64)
    optimizer = torch.optim.SparseAdam([table], lr=0.1, eps=0.01)
    for t, rows in enumerate(([5, 0, 2], [2, 1], [0, 5, 3]), start=1):
        rows, values = torch.tensor(rows), torch.tensor(rng.normal(size=(len(rows), 3)))
        table.grad = torch.sparse_coo_tensor(rows[None], values, (6, 3), check_invariants=True)
        optimizer.step()
        adam_rows(E, m, v, t, rows, values, 0.1, eps=0.01)
        apart = (E - table).abs().max().item()
        assert apart < 1e-12, f"after step {t}: {apart:.2g} apart from torch.optim.SparseAdam"
    assert E.requires_grad and E.grad_fn is None, "E is a parameter, and stays one"
    assert not m[4].any() and not v[4].any(), "row 4 was never listed"

    kept = [a.detach().clone() for a in (E, m, v)]
    cases = [([1, 3, 1], 4, ValueError), ([1, 3, 6], 4, IndexError), ([1, 3, -1], 4, IndexError),
             ([0.0, 1.0, 2.0], 4, TypeError), ([1, 3, 5], 0, ValueError)]
    for bad, t, kind in cases:
        ones = torch.ones(3, 3, dtype=torch.float64)
        problem = error_of(lambda: adam_rows(E, m, v, t, torch.tensor(bad), ones, 0.1))
        assert isinstance(problem, kind), f"rows {bad}, step {t}: expected {kind.__name__}, not {problem!r}"
        unchanged = all(torch.equal(a, b) for a, b in zip((E, m, v), kept))
        assert unchanged, f"rows {bad}, step {t} were refused, but something has changed"
    problem = error_of(lambda: adam_rows(E, m, v, 4, torch.tensor([1, 3]), ones[:1], 0.1))
    refused = isinstance(problem, ValueError)
    assert refused, f"two rows, values of the shape (1, 3): expected a ValueError, not {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-adam_rows", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
