"""The reference solutions of `positions`: autograd, brute force, and properties that the chapter proves."""

import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import assume, given, settings, strategies as st
from hypothesis.extra import numpy as hnp
from reference import load

S = load("positions")
EPS, EPS32 = np.finfo(np.float64).eps, np.finfo(np.float32).eps
INTEGERS = hnp.integer_dtypes() | hnp.unsigned_integer_dtypes()
MODERATE = st.floats(-100, 100)
BATCHES = hnp.array_shapes(min_dims=0, max_dims=2, min_side=0, max_side=3)
LAYOUTS = st.sampled_from(["adjacent", "halves"])
HALF_WIDTHS = st.integers(1, 4)


@st.composite
def inputs(draw, segments=None):
    """(E, P, ids) or (E, P, ids, S, segments): small tables, any number of sequences."""
    V, L, K, d = (draw(st.integers(1, 5)) for _ in range(4))
    shape = (*draw(BATCHES), draw(st.integers(0, L)))
    tables = [draw(hnp.arrays(np.float64, (n, d), elements=MODERATE)) for n in (V, L, K)]
    ids, kinds = (draw(hnp.arrays(draw(INTEGERS), shape, elements=st.integers(0, n - 1))) for n in (V, K))
    with_segments = draw(st.booleans()) if segments is None else segments
    return (*tables[:2], ids, tables[2], kinds) if with_segments else (*tables[:2], ids)


@st.composite
def rotations(draw, dtype=torch.float64):
    """(x, positions, theta, layout)"""
    shape = (*draw(BATCHES), draw(st.integers(0, 4)), 2 * draw(HALF_WIDTHS))
    x = torch.from_numpy(draw(hnp.arrays(np.float64, shape, elements=MODERATE)))
    positions = draw(hnp.arrays(np.int64, shape[-2], elements=st.integers(-3000, 3000)))
    return x.to(dtype), torch.from_numpy(positions), draw(st.floats(2, 1e6)), draw(LAYOUTS)


def turn_rounding(x, positions, theta):
    """What one rotation in float64 may be off by: the angles' rounding and two products."""
    far = int(positions.abs().max()) if positions.numel() else 0
    return (10 + math.log(theta)) * EPS * (far + 1) * 200


# -- the input of a model ---------------------------------------------------------------------------


@given(inputs())
@settings(max_examples=50)
def test_the_input_is_the_sum_of_three_embeddings(case):
    E, P, ids, *kinds = case
    places = np.broadcast_to(np.arange(ids.shape[-1]), ids.shape)
    wanted = sum(
        F.embedding(torch.from_numpy(numbers.astype(np.int64)), torch.from_numpy(table))
        for table, numbers in ((E, ids), (P, places), *([kinds] if kinds else []))
    )
    got = S.embed_input(*case)
    assert got.shape == (*ids.shape, E.shape[1]) and got.dtype == np.float64
    assert np.all(np.abs(got - wanted.numpy()) <= 3 * EPS * 300)


@given(inputs())
@settings(max_examples=50)
def test_arguments_stay_and_results_are_new(case):
    before = [a.copy() for a in case]
    got = S.embed_input(*case)
    assert all(np.array_equal(a, b) for a, b in zip(case, before))
    assert not any(np.shares_memory(got, a) for a in case)


@given(inputs(), st.sampled_from([np.float16, np.float32, np.float64]))
@settings(max_examples=50)
def test_the_input_has_the_tables_dtype(case, dtype):
    case = [a.astype(dtype) if a.dtype == np.float64 else a for a in case]
    assert S.embed_input(*case).dtype == dtype


@given(inputs(segments=False), st.integers(1, 50))
@settings(max_examples=50)
def test_more_tokens_than_positions_are_refused_by_name(case, extra):
    E, P, ids = case
    T, L = len(P) + extra, len(P)
    with pytest.raises(ValueError, match=rf"\b{T}\b.*\b{L}\b"):
        S.embed_input(E, P, np.zeros((*ids.shape[:-1], T), int))


@given(inputs(), st.integers(-1000, -1) | st.integers(0, 1000), st.data())
@settings(max_examples=50)
def test_an_id_outside_the_table_is_refused(case, number, data):
    E, P, ids, *kinds = case
    assume(ids.size)
    bad = ids.astype(int)
    bad.reshape(-1)[data.draw(st.integers(0, ids.size - 1))] = number if number < 0 else len(E) + number
    with pytest.raises(IndexError):
        S.embed_input(E, P, bad, *kinds)


@pytest.mark.parametrize("ids", [np.zeros(2), np.zeros(2, bool), np.array([2**32 + 1, 0])])
def test_what_is_no_id_is_refused(ids):
    with pytest.raises(IndexError):
        S.embed_input(np.ones((4, 2)), np.ones((4, 2)), ids)


# -- the gradient of the table ----------------------------------------------------------------------


@given(inputs(segments=False), st.data())
@settings(max_examples=50)
def test_the_gradient_of_the_positions_is_autograds(case, data):
    E, P, ids = case
    upstream = data.draw(hnp.arrays(np.float64, (*ids.shape, E.shape[1]), elements=MODERATE))
    table = torch.from_numpy(P).requires_grad_()
    places = torch.arange(ids.shape[-1]).expand(ids.shape)
    F.embedding(places, table).backward(torch.from_numpy(upstream))
    got = S.learned_positions_backward(upstream, len(P))
    assert got.shape == P.shape and got.dtype == np.float64
    assert np.all(np.abs(got - table.grad.numpy()) <= (ids.size + 2) ** 2 * EPS * 100)
    assert not got[ids.shape[-1] :].any()


@given(st.sampled_from([np.float16, np.float32, np.float64]), st.integers(2049, 5000))
@settings(max_examples=10)
def test_long_sums_in_half_precision_are_right_to_one_rounding(dtype, n):
    got = S.learned_positions_backward(np.ones((n, 1, 2), dtype), 2)
    assert got.dtype == dtype and np.array_equal(got, np.array([[n, n], [0, 0]]).astype(dtype))


# -- sinusoids --------------------------------------------------------------------------------------


@given(st.integers(0, 12), HALF_WIDTHS, st.floats(1.5, 1e6))
def test_the_table_is_the_papers_formula(length, pairs, base):
    table = S.sinusoidal_table(length, 2 * pairs, base, np.float64)
    assert table.shape == (length, 2 * pairs)
    for t in range(length):
        for k in range(pairs):
            angle = t / base ** (2 * k / (2 * pairs))
            tolerance = (10 + math.log(base)) * EPS * (angle + 1)
            assert abs(table[t, 2 * k] - math.sin(angle)) <= tolerance
            assert abs(table[t, 2 * k + 1] - math.cos(angle)) <= tolerance


@given(st.integers(0, 3000), st.integers(0, 500), HALF_WIDTHS)
@settings(max_examples=20)
def test_a_step_in_the_table_is_a_rotation_that_does_not_depend_on_the_place(t, step, pairs):
    table = S.sinusoidal_table(t + step + 1, 2 * pairs, dtype=np.float64)
    # The pair (cos, sin) turns by +angle; so does apply_rope in adjacent pairs.
    swap = table.reshape(-1, pairs, 2)[..., ::-1].reshape(-1, 2 * pairs).copy()
    moved = S.apply_rope(torch.from_numpy(swap[t : t + 1]), torch.tensor([step]))
    assert np.all(np.abs(moved.numpy()[0] - swap[t + step]) <= 40 * EPS * (t + step + 1))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_the_table_is_rounded_once(dtype):
    exact = S.sinusoidal_table(3000, 6, dtype=np.float64)
    got = S.sinusoidal_table(3000, 6, dtype=dtype)
    assert got.dtype == dtype and np.array_equal(got, exact.astype(dtype))
    assert S.sinusoidal_table(4, 2).dtype == np.float32


# -- rotary positions -------------------------------------------------------------------------------


@given(rotations())
def test_the_rotation_is_a_product_of_complex_numbers(case):
    x, positions, theta, layout = case
    pairs = x.shape[-1] // 2
    angles = positions.double()[:, None] * theta ** (-2.0 * torch.arange(pairs) / x.shape[-1])
    split = x.reshape(*x.shape[:-1], pairs, 2) if layout == "adjacent" else x.unflatten(-1, (2, pairs)).mT
    z = torch.complex(split[..., 0], split[..., 1]) * torch.exp(1j * angles)
    parts = torch.stack((z.real, z.imag), -1)
    wanted = (parts if layout == "adjacent" else parts.mT).reshape(x.shape)
    got = S.apply_rope(x, positions, theta, layout)
    assert got.shape == x.shape and got.dtype == x.dtype
    # The reference's exponents are in float32 here.
    rounding = turn_rounding(x, positions, theta) * EPS32 / EPS
    assert torch.all((got - wanted).abs() <= rounding)


@given(rotations())
def test_the_rotation_keeps_lengths_and_has_an_inverse(case):
    x, positions, theta, layout = case
    before = x.clone()
    there = S.apply_rope(x, positions, theta, layout)
    back = S.apply_rope(there, positions, theta, layout, inverse=True)
    assert torch.equal(x, before)
    assert torch.all((there.norm(dim=-1) - x.norm(dim=-1)).abs() <= 20 * EPS * 300)
    assert torch.all((back - x).abs() <= 20 * EPS * 300)
    opposite = S.apply_rope(there, -positions, theta, layout)
    assert torch.all((opposite - x).abs() <= 20 * EPS * 300)


@given(rotations(), st.integers(-2000, 2000))
@settings(max_examples=50)
def test_scores_depend_on_the_distance_alone(case, shift):
    q, positions, theta, layout = case
    k = q.flip(-2)
    scores = [
        S.apply_rope(q, positions + by, theta, layout) @ S.apply_rope(k, positions + by, theta, layout).mT
        for by in (0, shift)
    ]
    rounding = turn_rounding(q, positions.abs() + abs(shift), theta) * 200 * q.shape[-1]
    assert torch.all((scores[0] - scores[1]).abs() <= rounding)


@given(rotations())
def test_the_layouts_differ_by_the_order_of_the_numbers(case):
    x, positions, theta, _ = case
    half = x.shape[-1] // 2
    order = torch.arange(x.shape[-1]).reshape(2, half).T.reshape(-1)
    halves = S.apply_rope(x, positions, theta, "halves")
    assert torch.equal(halves[..., order], S.apply_rope(x[..., order], positions, theta, "adjacent"))


@given(rotations())
@settings(max_examples=25)
def test_the_gradient_of_a_rotation_is_its_inverse(case):
    x, positions, theta, layout = case
    leaf = x.clone().requires_grad_()
    above = torch.cos(x)
    S.apply_rope(leaf, positions, theta, layout).backward(above)
    wanted = S.apply_rope(above, positions, theta, layout, inverse=True)
    assert torch.all((leaf.grad - wanted).abs() <= 8 * EPS)


def test_autograd_agrees_with_differences():
    x = torch.randn(2, 3, 6, dtype=torch.float64, generator=torch.manual_seed(0)).requires_grad_()
    for layout in ("adjacent", "halves"):
        turn = lambda x: S.apply_rope(x, torch.tensor([4, 0, 77]), 50.0, layout)  # noqa: B023, E731
        assert torch.autograd.gradcheck(turn, (x,)) and torch.autograd.gradgradcheck(turn, (x,))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("layout", ["adjacent", "halves"])
def test_far_positions_in_half_precision_are_right_to_one_rounding(dtype, layout):
    x = torch.randn(6, 8, generator=torch.manual_seed(1)).to(dtype)
    positions = torch.tensor([301, 999, 2049, 4097, 3, 30001])
    got = S.apply_rope(x, positions, layout=layout)
    exact = S.apply_rope(x.double(), positions, layout=layout)
    angle = 16 * EPS32 * (positions.double()[:, None] + 1) * x.double().norm(dim=-1, keepdim=True)
    assert got.dtype == dtype
    assert torch.all((got.double() - exact).abs() <= angle + torch.finfo(dtype).eps * exact.abs())


@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 4))
def test_positions_broadcast(B, H, T):
    x = torch.randn(B, H, T, 4, dtype=torch.float64, generator=torch.manual_seed(2))
    positions = torch.randint(0, 50, (B, 1, T), generator=torch.manual_seed(3), dtype=torch.int32)
    got = S.apply_rope(x, positions)
    for b in range(B):
        for h in range(H):
            assert torch.equal(got[b, h], S.apply_rope(x[b, h], positions[b, 0].long()))


# -- linear biases ----------------------------------------------------------------------------------


def slopes_of_the_paper(n):
    """The recursion of the authors' code, with its own way to the slopes of a power of two."""
    if math.log2(n).is_integer():
        start = 2 ** (-(2 ** -(math.log2(n) - 3)))
        return [start * start**i for i in range(n)]
    below = 2 ** math.floor(math.log2(n))
    return slopes_of_the_paper(below) + slopes_of_the_paper(2 * below)[0::2][: n - below]


@given(st.integers(1, 40), st.integers(0, 6), st.booleans())
def test_the_bias_is_slope_times_distance(heads, length, causal):
    got, slopes = S.alibi_bias(heads, length, causal), slopes_of_the_paper(heads)
    assert got.shape == (heads, length, length) and got.dtype == np.float32
    for h in range(heads):
        for i in range(length):
            for j in range(length):
                if causal and j > i:
                    assert got[h, i, j] == -np.inf
                else:
                    wanted = -slopes[h] * abs(i - j)
                    assert abs(got[h, i, j] - wanted) <= (heads + 2) * EPS * abs(wanted) + EPS32 * abs(wanted)


@given(st.integers(0, 5))
def test_slopes_of_a_power_of_two_end_with_the_same_one(power):
    slopes = -S.alibi_bias(2**power, 2)[:, 1, 0]
    assert slopes[-1] == 2.0**-8
    ratios = slopes[1:] / slopes[:-1]
    assert np.all(np.abs(ratios - slopes[0]) <= 4 * EPS32)


# -- the detective ----------------------------------------------------------------------------------


def counted(score):
    """A score that refuses a seventh call, and positions outside of what the docstring allows."""
    calls = []

    def asked(q, k, query_positions, key_positions):
        calls.append(1)
        assert len(calls) <= 6
        for x, at in ((q, query_positions), (k, key_positions)):
            assert x.shape == (len(at), 8) and len(at) <= 1000 and 0 <= at.min() and at.max() <= 4095
        return score(q, k, query_positions, key_positions)

    return asked


def by_rope(of_query=lambda at: at, of_key=lambda at: at, theta=10000.0, layout="adjacent"):
    """The score of queries and keys that `apply_rope` turns by what is made of their positions."""

    def score(q, k, at, there):
        turned = [
            S.apply_rope(torch.from_numpy(x), torch.from_numpy(np.asarray(where, np.int64)), theta, layout)
            for x, where in ((q, of_query(at)), (k, of_key(there)))
        ]
        return (turned[0] @ turned[1].T).numpy()

    return score


def by_bias(bias):
    return lambda q, k, at, there: q @ k.T + bias(at[:, None], there)


@given(st.floats(2, 1e6), LAYOUTS)
@settings(max_examples=15)
def test_rotations_are_accepted(theta, layout):
    assert S.depends_on_distance_alone(counted(by_rope(theta=theta, layout=layout))) is True


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_any_bias_by_the_distance_is_accepted(seed):
    of_distance = np.random.default_rng(seed).standard_normal(8191)
    assert S.depends_on_distance_alone(counted(by_bias(lambda i, j: of_distance[i - j + 4095]))) is True


@given(st.integers(1, 600), st.sampled_from(["query", "key", "both"]))
@settings(max_examples=40)
def test_a_start_anywhere_is_caught(start, where):
    begun = {
        "query": lambda i, j: (i >= start) + 0 * j,
        "key": lambda i, j: (j >= start) + 0 * i,
        "both": lambda i, j: (i >= start) & (j >= start),
    }[where]
    assert S.depends_on_distance_alone(counted(by_bias(begun))) is False


@given(st.integers(0, 2**32), st.sampled_from(["both", "queries", "keys"]))
@settings(max_examples=15)
def test_rows_that_are_added_are_caught(seed, where):
    P = np.random.default_rng(seed).standard_normal((4096, 8))
    a, b = {"both": (1, 1), "queries": (1, 0), "keys": (0, 1)}[where]
    score = lambda q, k, at, there: (q + a * P[at]) @ (k + b * P[there]).T  # noqa: E731
    assert S.depends_on_distance_alone(counted(score)) is False
    waves = S.sinusoidal_table(4096, 8, dtype=np.float64)
    score = lambda q, k, at, there: (q + a * waves[at]) @ (k + b * waves[there]).T  # noqa: E731
    assert S.depends_on_distance_alone(counted(score)) is False


def in_half(at):
    return torch.from_numpy(at).half().long().numpy()


def in_bfloat16(at):
    return torch.from_numpy(at).bfloat16().long().numpy()


@pytest.mark.parametrize("layout", ["adjacent", "halves"])
@pytest.mark.parametrize(
    "of_query, of_key",
    [
        (lambda at: at, np.zeros_like),
        (np.zeros_like, lambda at: at),
        (lambda at: at, np.negative),
        (lambda at: at, lambda at: at + at % 2),
        (in_half, in_half),
        (in_bfloat16, in_bfloat16),
        (lambda at: np.minimum(at, 2048), lambda at: np.minimum(at, 2048)),
    ],
)
def test_rotations_by_something_else_are_caught(of_query, of_key, layout):
    assert S.depends_on_distance_alone(counted(by_rope(of_query, of_key, layout=layout))) is False


@pytest.mark.parametrize("block", [2, 16, 64, 128])
def test_a_rhythm_is_caught(block):
    same = by_bias(lambda i, j: i // block == j // block)
    first = by_bias(lambda i, j: (i % block == 0) + 0 * j)
    assert S.depends_on_distance_alone(counted(same)) is False
    assert S.depends_on_distance_alone(counted(first)) is False


def test_what_query_and_key_hide_if_they_are_equal_is_caught():
    def score(q, k, at, there):
        cross = q[:, 0::2] @ k[:, 1::2].T - q[:, 1::2] @ k[:, 0::2].T
        return q @ k.T + cross * np.cos(0.3 * (at[:, None] + there))

    assert S.depends_on_distance_alone(counted(score)) is False
