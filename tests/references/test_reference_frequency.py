"""The reference solutions of `frequency`: properties, and other ways to the same numbers."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import assume, given, strategies as st
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


@given(
    distributions(most=4), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 5)), min_size=1, max_size=4)
)
def test_stages_are_single_steps_that_add_up(p, stages):
    batch, steps = np.array(stages).T
    chances = [1 - (1 - p) ** n for n, k in stages for _ in range(k)]
    want = np.sum(chances, axis=0) if chances else np.zeros(4)
    assert np.abs(S.expected_updates(p, batch, steps) - want).max() <= 1000 * EPS
    assert (
        np.abs(S.expected_distinct(p, batch) - [(1 - (1 - p) ** n).sum() for n in batch]).max() <= 100 * EPS
    )


def test_draws_agree_with_both_expectations():
    rng, p = np.random.default_rng(0), S.zipf_probabilities(40, 1.1)
    hits = np.zeros(40)
    for _ in range(400):
        hits[np.unique(rng.choice(40, 30, p=p))] += 1
    spread = np.sqrt(400 * 0.25)  # the largest standard deviation of a count of 400
    assert np.abs(hits - S.expected_updates(p, 30, 400)).max() < 5 * spread
    assert abs(hits.sum() / 400 - S.expected_distinct(p, 30)) < 5 * np.sqrt(40 * 0.25 / 400)


# -- optimizers ----------------------------------------------------------------------------------------


@st.composite
def trainings(draw):
    """A start and some steps of (rows, values)."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    V, d = draw(st.integers(1, 7)), draw(st.integers(1, 4))
    steps = []
    for _ in range(draw(st.integers(1, 4))):
        rows = rng.integers(V, size=draw(st.integers(0, 2 * V)))  # repeats among them
        steps.append((rows, rng.normal(size=(len(rows), d))))
    return rng.normal(size=(V, d)), steps


@given(trainings(), st.floats(1e-10, 1))
def test_adagrad_on_rows_is_pytorchs_on_the_table(training, eps):
    start, steps = training
    E, state = start.copy(), np.zeros_like(start)
    table = torch.tensor(start, requires_grad=True)
    optimizer = torch.optim.Adagrad([table], lr=0.3, eps=eps)
    for rows, values in steps:
        table.grad = torch.zeros_like(table).index_add(0, torch.tensor(rows), torch.tensor(values))
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


@given(
    st.integers(0, 2**32), st.integers(0, 25), st.floats(0, 0.5), st.floats(0.3, 0.9), st.floats(0.96, 0.999)
)
def test_missed_steps_at_once_are_adamw_step_by_step(seed, k, weight_decay, b1, b2):
    generator = torch.Generator().manual_seed(seed)
    E, m, v = (torch.randn(3, 2, generator=generator, dtype=torch.float64) for _ in range(3))
    v = v**2 + 0.1
    table = torch.nn.Parameter(E.clone())
    optimizer = torch.optim.AdamW([table], lr=0.01, betas=(b1, b2), eps=0, weight_decay=weight_decay)
    state = {"step": torch.tensor(1e7), "exp_avg": m.clone(), "exp_avg_sq": v.clone()}
    optimizer.state[table] = state  # late in training
    table.grad = torch.zeros_like(table)
    for _ in range(k):
        optimizer.step()
    rows, before = torch.tensor([2, 0]), E[1].clone()
    S.catch_up(E, m, v, rows, torch.tensor([k, k]), 0.01, (b1, b2), weight_decay)
    for mine, theirs in ((E, table.detach()), (m, state["exp_avg"]), (v, state["exp_avg_sq"])):
        assert (mine[rows] - theirs[rows]).abs().max() <= 1e-10 * (1 + theirs.abs().max())
    assert torch.equal(E[1], before)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_missed_steps_can_be_made_up_in_two_parts(first, second):
    tables = [torch.tensor([[2.0, 1.0]], dtype=torch.float64) for _ in range(6)]
    row = torch.tensor([0])
    for k in (first, second):
        S.catch_up(*tables[:3], row, torch.tensor([k]), 0.01, weight_decay=1e-3)
    S.catch_up(*tables[3:], row, torch.tensor([first + second]), 0.01, weight_decay=1e-3)
    assert all(torch.allclose(a, b, rtol=1e-8, atol=1e-12) for a, b in zip(tables[:3], tables[3:]))


def test_rows_that_do_not_exist_are_refused():
    for rows in ([0, 7], [0, -1], [0.0, 1.0], [True, False]):
        with pytest.raises((IndexError, TypeError)):
            S.adagrad_rows(*np.ones((2, 3, 2)), np.array(rows), np.ones((2, 2)), 0.5)
        with pytest.raises((IndexError, TypeError)):
            S.adam_rows(*torch.ones(3, 3, 2), 1, torch.tensor(rows), torch.ones(2, 2), 0.5)
