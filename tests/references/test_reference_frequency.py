"""The reference solutions of `frequency`: properties, and other ways to the same numbers."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import assume, given, strategies as st
from hypothesis.extra import numpy as hnp
from reference import load

S = load("frequency")
EPS = np.finfo(np.float64).eps


@st.composite
def distributions(draw, most=6):
    """Probabilities that are sixteenths, so that all arithmetic with them can be exact."""
    parts = draw(st.lists(st.integers(0, 16), min_size=most - 1, max_size=most - 1))
    marks = [0, *sorted(parts), 16]
    return np.diff(marks) / 16


# -- Zipf ----------------------------------------------------------------------------------------------


@given(st.integers(1, 300), st.floats(0, 4))
def test_probabilities_fall_as_a_power_of_the_rank(V, s):
    p = S.zipf_probabilities(V, s)
    assert p.shape == (V,) and p.dtype == np.float64 and abs(p.sum() - 1) <= V * EPS
    assert (np.diff(p) <= 0).all() and (p > 0).all()
    slopes = np.log(p[0] / p[1:]) - s * np.log(np.arange(2, V + 1))
    assert np.abs(slopes).max(initial=0) <= 50 * EPS * (1 + s * np.log(V))


@pytest.mark.parametrize("s", [0, 1, 2, 3])
def test_whole_exponents_agree_with_exact_fractions(s):
    weights = [Fraction(1, r**s) for r in range(1, 30)]
    want = [float(w / sum(weights)) for w in weights]
    assert np.abs(S.zipf_probabilities(29, s) - want).max() <= 30 * EPS


# -- expectations --------------------------------------------------------------------------------------


@given(distributions(most=4), st.integers(0, 4))
def test_distinct_ids_agree_with_all_sequences_of_draws(p, n):
    want = 0.0
    for draws in itertools.product(range(len(p)), repeat=n):
        want += np.prod(p[list(draws)]) * len(set(draws))
    assert abs(S.expected_distinct(p, n) - want) <= 1000 * EPS


@given(distributions(), st.integers(0, 50), st.integers(0, 9))
def test_updates_add_up_to_distinct_ids_in_each_step(p, batch, steps):
    updates = S.expected_updates(p, batch, steps)
    assert updates.shape == p.shape and ((updates >= 0) & (updates <= steps)).all()
    assert abs(updates.sum() - steps * S.expected_distinct(p, batch)) <= 100 * EPS * max(1, steps)


@given(st.integers(1, 250), st.integers(0, 10**9), st.integers(1, 20))
def test_tiny_probabilities_keep_their_digits(power, batch, steps):
    tiny = 10.0**-power
    assume(0 < tiny <= 0.1)
    got = S.expected_updates(np.array([tiny, 1 - tiny]), batch, steps)[0]
    if batch * Fraction(tiny) < Fraction(1, 10**8):  # the series of 1 - (1 - p)^n, to its second term
        p = Fraction(tiny)
        want = float(steps * (batch * p - Fraction(batch * (batch - 1), 2) * p**2))
    elif batch < 2000:
        want = float(steps * (1 - (1 - Fraction(tiny)) ** batch))
    else:
        want = steps * -torch.expm1(batch * torch.log1p(-torch.tensor(tiny, dtype=torch.float64))).item()
    assert abs(got - want) <= 1e-12 * want


def test_draws_agree_with_both_expectations():
    rng, p = np.random.default_rng(0), S.zipf_probabilities(40, 1.1)
    hits = np.zeros(40)
    for _ in range(400):
        hits[np.unique(rng.choice(40, 30, p=p))] += 1
    spread = np.sqrt(400 * 0.25)  # the largest standard deviation of a count of 400
    assert np.abs(hits - S.expected_updates(p, 30, 400)).max() < 5 * spread
    assert abs(hits.sum() / 400 - S.expected_distinct(p, 30)) < 5 * np.sqrt(40 * 0.25 / 400)


# -- norms by frequency --------------------------------------------------------------------------------


@given(st.integers(1, 12), st.data())
def test_bands_are_those_of_a_sort_by_count_and_id(V, data):
    counts = data.draw(
        hnp.arrays(data.draw(st.sampled_from(["int64", "uint8", "float32"])), V, elements=st.integers(0, 4))
    )
    if data.draw(st.booleans()):  # and where a conversion makes equal what differs
        counts = counts / 8 if counts.dtype == "float32" else counts.astype("uint64") + np.uint64(2**60)
    edges = np.array(sorted(data.draw(st.sets(st.integers(0, V), min_size=2, max_size=V + 1))))
    E = np.random.default_rng(V).normal(size=(V, 3))
    ids = sorted(range(V), key=lambda i: (-counts[i].item(), i))
    want = [np.mean([torch.tensor(E[i]).norm() for i in ids[a:b]]) for a, b in zip(edges, edges[1:])]
    got = S.norms_by_frequency(E, counts, edges)
    assert got.dtype == np.float64 and np.abs(got - want).max() <= 50 * EPS * np.abs(want).max()


# -- Spearman ------------------------------------------------------------------------------------------

VALUES = hnp.arrays(np.int64, st.integers(2, 12), elements=st.integers(-3, 3))


@given(VALUES, st.data())
def test_spearman_is_pytorchs_correlation_of_counted_ranks(x, data):
    y = data.draw(hnp.arrays(np.int64, len(x), elements=st.integers(-3, 3)))
    assume(len(set(x.tolist())) > 1 and len(set(y.tolist())) > 1)
    ranks = [[sum(u < t for u in v) + (sum(u == t for u in v) + 1) / 2 for t in v] for v in (x, y)]
    want = torch.corrcoef(torch.tensor(ranks, dtype=torch.float64))[0, 1].item()
    got = S.spearman(x, y)
    assert isinstance(got, float) and abs(got - want) <= 100 * EPS
    assert abs(S.spearman(y, x) - got) <= 10 * EPS and abs(S.spearman(-x, y) + got) <= 10 * EPS
    assert abs(S.spearman(x**3 + x, 5.0 * y + 2) - got) <= 10 * EPS


@given(st.permutations(range(9)))
def test_without_equal_values_the_formula_of_squared_differences_holds(order):
    D = np.arange(9) - np.array(order)
    want = 1 - Fraction(6 * int((D**2).sum()), 9 * 80)
    assert abs(S.spearman(np.arange(9), np.array(order)) - float(want)) <= 20 * EPS


# -- optimizers ----------------------------------------------------------------------------------------


@st.composite
def trainings(draw):
    """A start and some steps of (rows, values)."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    V, d = draw(st.integers(1, 7)), draw(st.integers(1, 4))
    steps = []
    for _ in range(draw(st.integers(1, 4))):
        rows = rng.permutation(V)[: draw(st.integers(0, V))]
        steps.append((rows, rng.normal(size=(len(rows), d))))
    return rng.normal(size=(V, d)), steps


@given(trainings(), st.floats(1e-10, 1))
def test_adagrad_on_rows_is_pytorchs_on_the_table(training, eps):
    start, steps = training
    E, state = start.copy(), np.zeros_like(start)
    table = torch.tensor(start, requires_grad=True)
    optimizer = torch.optim.Adagrad([table], lr=0.3, eps=eps)
    for rows, values in steps:
        table.grad = torch.zeros_like(table)
        table.grad[rows] = torch.tensor(values)
        optimizer.step()
        S.adagrad_rows(E, state, rows, values, 0.3, eps)
        assert np.abs(E - table.detach().numpy()).max() <= 100 * EPS * (1 + np.abs(start).max())
    assert np.abs(state - optimizer.state[table]["sum"].numpy()).max() <= 100 * EPS * (1 + state.max())


@given(trainings(), st.floats(1e-8, 1), st.floats(0, 0.95), st.floats(0.1, 0.99))
def test_adam_on_rows_is_sparse_adam(training, eps, b1, b2):
    start, steps = training
    E, m, v = (torch.tensor(a) for a in (start, np.zeros_like(start), np.zeros_like(start)))
    E.requires_grad_()
    table = torch.tensor(start, requires_grad=True)
    optimizer = torch.optim.SparseAdam([table], lr=0.1, betas=(b1, b2), eps=eps)
    steps = [(rows, values) for rows, values in steps if len(rows)]  # torch counts a step without rows too
    for t, (rows, values) in enumerate(steps, start=1):
        rows, values = torch.tensor(rows), torch.tensor(values)
        table.grad = torch.sparse_coo_tensor(rows[None], values, table.shape, check_invariants=True)
        optimizer.step()
        S.adam_rows(E, m, v, t, rows, values, 0.1, (b1, b2), eps)
        # A mean may cancel, and is then divided by a small root: rounding of the parts, over eps at worst.
        assert (E - table).abs().max() <= 1e3 * EPS * (1 + np.abs(start).max()) / min(eps * 1e4, 1)
    if steps:
        kept = optimizer.state[table]
        for mine, theirs in ((m, kept["exp_avg"]), (v, kept["exp_avg_sq"])):
            assert (mine - theirs).abs().max() <= 1e3 * EPS
    assert E.requires_grad and E.grad_fn is None


def test_dense_adam_moves_a_row_that_rests_and_adam_rows_does_not():
    table = torch.nn.Parameter(torch.ones(2, 1))
    E, m, v = torch.ones(2, 1), torch.zeros(2, 1), torch.zeros(2, 1)
    optimizer, one = torch.optim.Adam([table], lr=0.1), torch.ones(1, 1)
    for t, row in enumerate((0, 1, 1), start=1):
        table.grad = torch.zeros(2, 1)
        table.grad[row] = 1
        optimizer.step()
        S.adam_rows(E, m, v, t, torch.tensor([row]), one, 0.1)
        if t == 1:
            after_first = table[0].item(), E[0].item()
    assert table[0].item() < after_first[0] and E[0].item() == after_first[1]


# -- what must be refused ------------------------------------------------------------------------------

TWO, COIN = np.ones((2, 1)), np.array([0.5, 0.5])


@pytest.mark.parametrize(
    "call",
    [
        lambda: S.zipf_probabilities(0),
        lambda: S.zipf_probabilities(3, -0.1),
        lambda: S.expected_distinct(COIN, -1),
        lambda: S.expected_distinct(2 * COIN, 1),
        lambda: S.expected_updates(np.array([1.5, -0.5]), 1, 1),
        lambda: S.expected_updates(COIN, 1, -1),
        lambda: S.expected_updates(COIN[:0], 1, 1),
        lambda: S.norms_by_frequency(TWO, np.ones(3), np.array([0, 1])),
        lambda: S.norms_by_frequency(TWO, np.ones(2), np.array([0, 3])),
        lambda: S.norms_by_frequency(TWO, np.ones(2), np.array([1, 1])),
        lambda: S.spearman(COIN, np.arange(2)),
        lambda: S.spearman(np.arange(3), np.arange(2)),
        lambda: S.adam_rows(*torch.ones(3, 2, 1), 0, torch.tensor([1]), torch.ones(1, 1), 0.1),
    ],
)
def test_what_does_not_fit_is_a_value_error(call):
    with pytest.raises(ValueError):
        call()


@pytest.mark.parametrize(
    "rows, wanted, says",
    [
        ([0, 2, 0], ValueError, "more than once"),
        ([0, 1, 7], IndexError, "7"),
        ([0, -1, 2], IndexError, "-1"),
        ([0.0, 1.0, 2.0], TypeError, "float"),
        ([True, False, True], TypeError, "bool"),
        ([0, 1], ValueError, "shape"),
    ],
)
def test_a_refused_step_changes_nothing(rows, wanted, says):
    tables, values = np.ones((3, 3, 2)), np.ones((3, 2))
    with pytest.raises(wanted, match=says):
        S.adagrad_rows(*tables[:2], np.array(rows), values, 0.5)
    tensors = torch.tensor(tables)
    with pytest.raises(wanted, match=says):
        S.adam_rows(*tensors, 1, torch.tensor(rows), torch.tensor(values), 0.5)
    assert (tables == 1).all() and (tensors == 1).all()
