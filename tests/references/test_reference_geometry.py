"""The reference solutions of `geometry`: properties, and other ways to the same numbers."""

import itertools

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


# -- angles ------------------------------------------------------------------------------------------


@given(tables(rows=0), st.data())
def test_cosines_are_pytorchs_and_rows_of_zeros_have_none(A, data):
    B = data.draw(hnp.arrays(np.float64, (data.draw(st.integers(0, 5)), A.shape[1]), elements=WHOLE))
    got = S.cosine_matrix(A, B)
    assert got.shape == (len(A), len(B)) and got.dtype == np.float64
    want = F.cosine_similarity(torch.tensor(A)[:, None], torch.tensor(B)[None], dim=2, eps=1e-300)
    assert np.abs(got - want.numpy()).max(initial=0) <= 30 * EPS
    assert not got[~A.any(axis=1)].any() and not got[:, ~B.any(axis=1)].any()


@given(clouds(), st.floats(1e-9, 1e9))
def test_length_plays_no_part_and_turning_the_space_changes_nothing(A, factor):
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(A.shape[1], A.shape[1])))[0]
    want = S.cosine_matrix(A)
    for other in (factor * A, A @ turn):
        assert np.abs(S.cosine_matrix(other) - want).max() <= 100 * EPS
    assert np.abs(np.diag(want) - 1).max() <= 20 * EPS and np.array_equal(want, S.cosine_matrix(A, A))


@given(st.integers(2, 9))
def test_one_hot_rows_are_root_two_apart(V):
    onehot = np.eye(V)
    assert np.array_equal(S.cosine_matrix(onehot), onehot)
    assert all(np.linalg.norm(a - b) == np.sqrt(2) for a, b in itertools.combinations(onehot, 2))


# -- analogies ---------------------------------------------------------------------------------------


@given(st.integers(0, 2**32), st.booleans(), st.data())
def test_the_rows_are_those_of_pytorchs_topk(seed, exclude, data):
    E = np.random.default_rng(seed).normal(size=(9, 4))
    a, b, c = (data.draw(st.integers(0, 8)) for _ in range(3))
    k = data.draw(st.integers(1, 9 - (len({a, b, c}) if exclude else 0)))
    got = S.analogy(E, a, b, c, k, exclude)
    table = torch.tensor(E)
    cosines = F.cosine_similarity(table, table[b] - table[a] + table[c], dim=1)
    if exclude:
        cosines[[a, b, c]] = -2
    steps = np.diff(np.sort(cosines.unique().numpy()))
    assume(len(steps) == 0 or steps.min() > 1e-9)
    assert got.dtype == np.int64 and got.tolist() == cosines.topk(k).indices.tolist()


@given(st.lists(st.integers(0, 7), min_size=4, max_size=30), st.booleans())
def test_equals_come_in_the_order_of_their_ids(axes, exclude):
    E = np.vstack([np.eye(4), -np.eye(4)])[axes]  # all arithmetic is exact
    rest = len(E) - 3 * exclude
    got = S.analogy(E, 0, 1, 2, rest, exclude)
    query = E[1] - E[0] + E[2]
    rows = [i for i in range(len(E)) if i > 2 or not exclude]
    assert got.tolist() == sorted(rows, key=lambda i: (-(E[i] @ query), i))


@given(st.integers(-1000, -1) | st.integers(5, 1000), st.integers(0, 2))
def test_an_id_outside_the_table_is_named(number, place):
    question = [0, 1, 2]
    question[place] = number
    with pytest.raises(IndexError, match=rf"(?<!\d){number}(?!\d)"):
        S.analogy(np.ones((5, 2)), *question)


# -- components, spectrum, removal -------------------------------------------------------------------


@given(clouds(), st.data())
def test_components_diagonalise_the_covariance(X, data):
    k = data.draw(st.integers(1, min(len(X) - 1, X.shape[1])))
    mean, Q, variances = S.pca(X, k)
    C = np.cov(X, rowvar=False).reshape(X.shape[1], -1)
    size = np.abs(X).max() ** 2 * X.size
    assert np.abs(mean - X.mean(axis=0)).max() <= 1e2 * EPS * np.abs(X).max()
    assert np.abs(Q @ Q.T - np.eye(k)).max() <= 1e2 * EPS
    assert np.abs(Q @ C - variances[:, None] * Q).max() <= 1e2 * EPS * size
    top = np.linalg.eigvalsh(C)[::-1][:k]
    assert np.abs(variances - top).max() <= 1e2 * EPS * size and (np.diff(variances) <= 0).all()


@given(clouds(), st.data())
def test_what_is_removed_is_the_span_of_the_components(E, data):
    most = min(len(E) - 1, E.shape[1])
    k = data.draw(st.integers(0, most))
    rest = S.remove_top_directions(E, k)
    assert rest.shape == E.shape and np.abs(rest.mean(axis=0)).max() <= 1e3 * EPS * np.abs(E).max()
    total = ((E - E.mean(axis=0)) ** 2).sum()
    taken = 0 if k == 0 else S.pca(E, k).variances.sum() * (len(E) - 1)
    assert abs((rest**2).sum() - (total - taken)) <= 1e3 * EPS * E.size * np.abs(E).max() ** 2
    if k:
        assert np.abs(rest @ S.pca(E, k).components.T).max() <= 1e3 * EPS * np.abs(E).max()


@given(tables())
def test_the_effective_rank_is_between_one_and_the_rank(X):
    assume((X != X[0]).any())
    got = S.effective_rank(X)
    assert isinstance(got, float)
    assert 1 - 1e-9 <= got <= np.linalg.matrix_rank(X - X.mean(axis=0)) + 1e-9
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(X.shape[1], X.shape[1])))[0]
    for other in (X + 7, 3 * X, X[::-1], X @ turn, np.vstack([X, X])):
        assert abs(S.effective_rank(other) - got) <= 1e-9 * got


@given(clouds())
def test_the_effective_rank_is_the_entropy_of_the_covariance(X):
    C = torch.cov(torch.tensor(X).T).reshape(X.shape[1], -1)
    p = torch.linalg.eigvalsh(C).clamp(min=0)
    want = torch.distributions.Categorical(p / p.sum()).entropy().exp().item()
    assert abs(S.effective_rank(X) - want) <= 1e-9 * want


@pytest.mark.parametrize("r", [1, 2, 5])
def test_equal_spread_in_r_directions_is_the_rank_r(r):
    even = np.vstack([np.eye(6)[:r], -np.eye(6)[:r]])
    assert abs(S.effective_rank(even) - r) <= 1e3 * EPS


# -- the mean cosine ---------------------------------------------------------------------------------


@given(tables())
def test_the_mean_cosine_is_that_of_all_pairs(E):
    cosines = S.cosine_matrix(E)
    want = np.mean([cosines[i, j] for i, j in itertools.permutations(range(len(E)), 2)])
    got = S.mean_pairwise_cosine(E)
    assert isinstance(got, float) and abs(got - want) <= 100 * EPS
    assert -1 / (len(E) - 1) - 100 * EPS <= got <= 1 + 100 * EPS


def test_an_offset_alone_makes_a_cone_and_centring_undoes_it():
    rng = np.random.default_rng(0)
    d, V = 64, 2000
    centre = rng.normal(size=d)
    cloud = rng.normal(size=(V, d)) + np.sqrt(d) * centre / np.linalg.norm(centre)
    # An offset as long as a row is on average makes half of every product; 5 standard errors of the mean.
    assert abs(S.mean_pairwise_cosine(cloud) - 0.5) < 5 / np.sqrt(d) / np.sqrt(V) + 1 / d
    assert abs(S.mean_pairwise_cosine(S.remove_top_directions(cloud, 0))) < 5 / np.sqrt(d * V)


# -- all ---------------------------------------------------------------------------------------------


def test_float32_stays_and_inputs_are_not_written_to():
    X = np.random.default_rng(0).normal(size=(7, 3)).astype(np.float32)
    before = X.copy()
    arrays = [S.cosine_matrix(X), *S.pca(X, 2), S.remove_top_directions(X, 1)]
    numbers = [S.effective_rank(X), S.mean_pairwise_cosine(X)]
    assert {a.dtype.name for a in arrays} == {"float32"} and all(type(x) is float for x in numbers)
    assert S.analogy(X, 0, 1, 2).tolist() == S.analogy(X.astype(float), 0, 1, 2).tolist()
    assert np.array_equal(X, before) and not any(np.shares_memory(a, X) for a in arrays)


def test_half_precision_is_widened_before_lengths_are_taken():
    A = np.random.default_rng(0).normal(0, 3000, size=(5, 8)).astype(np.float16)
    got = S.cosine_matrix(A)
    assert got.dtype == np.float32
    assert np.abs(got - S.cosine_matrix(A.astype(float))).max() <= 30 * np.finfo(np.float32).eps


@pytest.mark.parametrize(
    "call",
    [
        lambda: S.cosine_matrix(np.ones(3)),
        lambda: S.cosine_matrix(np.ones((2, 3)), np.ones((2, 1))),
        lambda: S.analogy(np.ones(5), 0, 1, 2),
        lambda: S.analogy(np.ones((5, 2)), 0, 1, 2, k=3),
        lambda: S.analogy(np.ones((5, 2)), 0, 1, 2, k=6, exclude=False),
        lambda: S.pca(np.ones((3, 5)), 3),
        lambda: S.pca(np.ones((9, 5)), 0),
        lambda: S.effective_rank(np.ones((3, 2))),
        lambda: S.effective_rank(np.full((3, 1), 0.1)),
        lambda: S.effective_rank(np.ones((1, 2))),
        lambda: S.mean_pairwise_cosine(np.ones((1, 2))),
        lambda: S.remove_top_directions(np.ones((3, 5)), 3),
        lambda: S.remove_top_directions(np.ones((3, 5)), -1),
        lambda: S.remove_top_directions(np.ones((1, 5)), 0),
    ],
)
def test_what_does_not_fit_is_a_value_error(call):
    with pytest.raises(ValueError):
        call()
