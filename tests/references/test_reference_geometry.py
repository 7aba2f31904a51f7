"""The reference solutions of `geometry`: properties, and other ways to the same numbers."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import assume, given, strategies as st
from hypothesis.extra import numpy as hnp
from reference import load

S = load("geometry")
EPS = np.finfo(np.float64).eps
WHOLE = st.integers(-6, 6).map(float)  # rows of whole numbers: zeros, repeated rows and low ranks are common


@st.composite
def tables(draw, rows=2, most=8):
    shape = draw(st.integers(rows, most)), draw(st.integers(1, 5))
    return draw(hnp.arrays(np.float64, shape, elements=WHOLE))


@st.composite
def clouds(draw):
    """A table in general position, from a seed."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, d = draw(st.integers(2, 12)), draw(st.integers(1, 6))
    return rng.normal(size=(n, d)) * rng.uniform(0.5, 3, d) + rng.normal(size=d)


def in_blocks(draw, X) -> list:
    """The rows in blocks of drawn sizes, none of them empty."""
    ends = draw(st.sets(st.integers(1, len(X) - 1)))
    return np.split(X, sorted(ends))


# -- analogies ---------------------------------------------------------------------------------------


@given(st.integers(0, 2**32), st.booleans(), st.data())
def test_the_rows_are_those_of_pytorchs_topk(seed, exclude, data):
    E = np.random.default_rng(seed).normal(size=(12, 4))
    m = data.draw(st.integers(1, 3))
    a, b = (np.array(data.draw(st.lists(st.integers(0, 11), min_size=m, max_size=m))) for _ in range(2))
    c = data.draw(st.integers(0, 11))
    k = data.draw(st.integers(1, 12 - (len({*a, *b, c}) if exclude else 0)))
    table = torch.tensor(E)
    query = sum(table[j] - table[i] for i, j in zip(a, b)) / m + table[c]
    cosines = F.cosine_similarity(table, query, dim=1)
    if exclude:
        cosines[[*a, *b, c]] = -2
    steps = np.diff(np.sort(cosines.unique().numpy()))
    assume(query.norm() > 1e-3 and (len(steps) == 0 or steps.min() > 1e-9))
    want = cosines.topk(k).indices.tolist()
    assert S.analogy(E, a, b, c, k, exclude).tolist() == want
    if m == 1:
        assert S.analogy(E, int(a[0]), int(b[0]), c, k, exclude).tolist() == want


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("number", [-1, 5, 2**40])
def test_an_id_outside_the_table_is_refused(number, place):
    question = [0, 1, 2]
    question[place] = number
    with pytest.raises(IndexError):
        S.analogy(np.ones((5, 2)), *question)


# -- components --------------------------------------------------------------------------------------


@given(clouds() | tables(), st.data())
def test_blocks_have_the_components_of_their_rows_together(X, data):
    k = data.draw(st.integers(1, X.shape[1]))
    mean, Q, variances = S.pca(iter(in_blocks(data.draw, X)), k)
    C = np.cov(X, rowvar=False).reshape(X.shape[1], -1)
    size = np.abs(X).max(initial=1) ** 2 * X.size
    assert np.abs(mean - X.mean(axis=0)).max() <= 1e2 * EPS * size
    assert np.abs(Q @ Q.T - np.eye(k)).max() <= 1e2 * EPS
    assert np.abs(Q @ C - variances[:, None] * Q).max() <= 1e2 * EPS * size
    assert np.abs(variances - np.linalg.eigvalsh(C)[::-1][:k]).max() <= 1e2 * EPS * size


@given(hnp.arrays(np.float64, (6, 2), elements=WHOLE), st.data())
def test_far_from_zero_the_variances_are_those_of_exact_fractions(X, data):
    far = 1e7 + X
    exact = [[Fraction(x) for x in row] for row in far.tolist()]
    means = [sum(column) / 6 for column in zip(*exact)]
    total = float(sum((x - m) ** 2 for row in exact for x, m in zip(row, means)) / 5)
    assert abs(S.pca(in_blocks(data.draw, far), 2)[2].sum() - total) <= 1e-6 * max(total, 1)


# -- effective ranks ---------------------------------------------------------------------------------


@given(clouds(), st.floats(0.5, 50))
def test_ranks_are_powers_of_the_eigenvalues_of_the_covariance(X, q):
    assume(abs(q - 1) > 1e-3)
    C = torch.cov(torch.tensor(X).T).reshape(X.shape[1], -1)
    values = torch.linalg.eigvalsh(C).clamp(min=0)
    p = values / values.sum()
    want = (p.pow(q).sum() ** (1 / (1 - q))).item()
    assert abs(S.effective_rank(X, q) - want) <= 1e-5 * want
    limit = torch.distributions.Categorical(p).entropy().exp().item()
    assert abs(S.effective_rank(X) - limit) <= 1e-9 * limit


@given(tables(), st.sampled_from([0.5, 1, 1.001, 2, 30, 10**4, np.inf]))
def test_a_rank_is_between_one_and_the_number_of_directions(X, q):
    assume((X != X[0]).any())
    got = S.effective_rank(X, q)
    assert 1 - 1e-6 <= got <= np.linalg.matrix_rank(X - X.mean(axis=0)) + 1e-6
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(X.shape[1], X.shape[1])))[0]
    for other in (X + 7, 3 * X, X[::-1], X @ turn, np.vstack([X, X])):
        assert abs(S.effective_rank(other, q) - got) <= 1e-6 * got


@given(clouds())
def test_ranks_fall_as_the_order_grows_and_have_limits(X):
    ranks = [S.effective_rank(X, q) for q in (0.5, 0.999, 1, 1.001, 2, 9, 10**4, np.inf)]
    assert (np.diff(ranks) <= 1e-9).all()
    assert abs(ranks[1] - ranks[2]) < 0.01 and abs(ranks[6] - ranks[7]) < 0.01


@pytest.mark.parametrize("q", [0.5, 1, 2, 5000, np.inf])
@pytest.mark.parametrize("r", [1, 2, 5])
def test_equal_spread_in_r_directions_is_the_rank_r(r, q):
    even = np.vstack([np.eye(6)[:r], -np.eye(6)[:r]])
    assert abs(S.effective_rank(even, q) - r) <= 1e-9


# -- the mean cosine ---------------------------------------------------------------------------------


def pair_by_pair(E, w):
    """The weighted mean over pairs of filled rows, one after the other; pairs with a row of zeros are 0."""
    total, weight = torch.zeros((), dtype=E.dtype), 0.0
    for i, j in itertools.permutations(range(len(E)), 2):
        weight = weight + w[i] * w[j]
        if E[i].any() and E[j].any():
            total = total + w[i] * w[j] * F.cosine_similarity(E[i], E[j], dim=0)
    return total / weight


@given(tables(), st.data())
def test_the_mean_cosine_and_its_gradient_are_those_of_all_pairs(table, data):
    table[list(data.draw(st.sets(st.integers(0, len(table) - 1), max_size=2)))] = 0
    whole = data.draw(st.lists(st.integers(0, 4), min_size=len(table), max_size=len(table)))
    assume(sum(w > 0 for w in whole) > 1)
    w = torch.tensor(whole, dtype=torch.float64)
    E = torch.tensor(table, requires_grad=True)
    want, got = pair_by_pair(E, w), S.mean_pairwise_cosine(E, w)
    assert got.shape == () and abs((got - want).item()) <= 100 * EPS
    slope = torch.autograd.grad(got, E)[0]
    if want.requires_grad:
        assert (slope - torch.autograd.grad(want, E)[0]).abs().max() <= 1e3 * EPS
    assert not slope[~E.any(dim=1)].any()
    once = (S.mean_pairwise_cosine(E) - S.mean_pairwise_cosine(E, torch.ones(len(E)).double())).item()
    assert abs(once) <= 100 * EPS


@given(clouds(), st.data())
def test_whole_weights_are_rows_that_come_several_times(table, data):
    often = data.draw(st.lists(st.integers(0, 3), min_size=len(table), max_size=len(table)))
    assume(sum(often) > 1 and sum(w > 0 for w in often) > 1)
    w, read = np.array(often, float), np.repeat(np.arange(len(table)), often)
    k = data.draw(st.integers(0, table.shape[1]))
    scatter = np.cov(table[read], rowvar=False, bias=True).reshape(table.shape[1], -1)
    values = np.append(np.linalg.eigvalsh(scatter)[::-1], -1)
    assume(k in (0, table.shape[1]) or values[k - 1] - values[k] > 1e-3 * values[0])
    found = S.remove_top_directions(table, k, w)[read]
    assert np.abs(found - S.remove_top_directions(table[read], k)).max() <= 1e-8


# -- removal -----------------------------------------------------------------------------------------


@given(clouds(), st.data())
def test_what_is_removed_is_the_span_of_the_components(E, data):
    k = data.draw(st.integers(0, E.shape[1]))
    variances = np.append(S.pca([E], E.shape[1])[2], -1)
    assume(k in (0, E.shape[1]) or variances[k - 1] - variances[k] > 1e-6 * variances[0])
    rest = S.remove_top_directions(E, k)
    assert rest.shape == E.shape and np.abs(rest.mean(axis=0)).max() <= 1e3 * EPS * np.abs(E).max()
    left = variances[k:-1].sum() * (len(E) - 1)
    assert abs((rest**2).sum() - left) <= 1e3 * EPS * E.size * np.abs(E).max() ** 2
    if k:
        assert np.abs(rest @ S.pca([E], k)[1].T).max() <= 1e-7 * np.abs(E).max()


def test_an_offset_alone_makes_a_cone_and_centring_undoes_it():
    rng = np.random.default_rng(0)
    d, V = 64, 2000
    centre = rng.normal(size=d)
    cloud = rng.normal(size=(V, d)) + np.sqrt(d) * centre / np.linalg.norm(centre)
    # An offset as long as a row is on average makes half of every product; 5 standard errors of the mean.
    assert abs(S.mean_pairwise_cosine(torch.tensor(cloud)) - 0.5) < 5 / np.sqrt(d) / np.sqrt(V) + 1 / d
    centred = torch.tensor(S.remove_top_directions(cloud, 0))
    assert abs(S.mean_pairwise_cosine(centred)) < 5 / np.sqrt(d * V)


def test_inputs_are_not_written_to():
    X = np.random.default_rng(0).normal(size=(7, 3))
    before, w = X.copy(), np.arange(7.0)
    arrays = [*S.pca([X], 2), S.remove_top_directions(X, 1, w), S.remove_top_directions(X, 0)]
    S.effective_rank(X, 2), S.analogy(X, 0, 1, 2), S.mean_pairwise_cosine(torch.tensor(X))
    assert np.array_equal(X, before) and np.array_equal(w, np.arange(7.0))
    assert not any(np.shares_memory(a, X) for a in arrays)
