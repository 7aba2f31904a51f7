"""The reference solutions of `language-model`: properties, PyTorch's autograd and finite differences."""

import copy

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings, strategies as st
from hypothesis.extra import numpy as hnp
from reference import load

from autograder.assignments.language_model.draws import Draw, draw
from autograder.assignments.language_model.train_step import checks as step_checks

S = load("language-model")
EPS = np.finfo(np.float64).eps
NAMES = ("E", "P", "W1", "W2")
NARROW = hnp.integer_dtypes() | hnp.unsigned_integer_dtypes()


@st.composite
def cases(render, batch=st.integers(1, 4)):
    """(Parameters, ids, targets), the numbers from a seed"""
    V, d, w, m, B = (render(s) for s in (*[st.integers(1, 5)] * 4, batch))
    rng = np.random.default_rng(render(st.integers(0, 2**32 - 1)))
    ids, targets = (
        render(hnp.arrays(render(NARROW), shape, elements=st.integers(0, V - 1))) for shape in ((B, w), (B,))
    )
    return S.start(V, d, w, m, rng, std=0.7), ids, targets


def model_of(p):
    """A TinyLM with the numbers of p, in float64."""
    (V, d), (w, _), (m, _) = p.E.shape, p.P.shape, p.W2.shape
    model = S.TinyLM(V, d, w, m, dtype=torch.float64)
    with torch.no_grad():
        for name in NAMES:
            getattr(model, name).copy_(torch.tensor(getattr(p, name)))
    return model


def by_hand(p, ids):
    """The logits as the formula has them, window by window and number by number."""
    d = p.E.shape[1]

    def rms(v):
        return v / (sum(x * x for x in v) / d + 1e-6) ** 0.5

    out = []
    for window in ids.astype(int).tolist():
        flat = np.concatenate([rms(p.E[i] + p.P[t]) for t, i in enumerate(window)])
        hidden = np.array([np.tanh(flat @ column) for column in p.W1.T])
        h = rms(np.array([hidden @ column for column in p.W2.T]))
        out.append([h @ row for row in p.E])
    return np.array(out).reshape(len(ids), len(p.E))


def relative(got, want):
    return np.abs(got - want).max(initial=0.0) / max(np.abs(want).max(initial=0.0), 1.0)


def slopes(p, ids, targets, eps=1e-6):
    """Central differences of the mean loss by every number of the four arrays."""
    found = {}
    for name in NAMES:
        found[name] = np.zeros_like(getattr(p, name))
        for place in np.ndindex(found[name].shape):
            ends = []
            for sign in (1, -1):
                moved = copy.deepcopy(p)
                getattr(moved, name)[place] += sign * eps
                ends.append(S.cross_entropy(S.forward(moved, ids).logits, targets))
            found[name][place] = (ends[0] - ends[1]) / (2 * eps)
    return found


# -- forward -----------------------------------------------------------------------------------------


@given(cases(st.integers(0, 3)), st.integers(0, 3))
def test_each_place_gets_its_row_and_a_shorter_window_the_first_ones(case, more):
    p, ids, _ = case
    rng = np.random.default_rng(more)
    P = np.concatenate([p.P, rng.normal(size=(more, p.P.shape[1]))])
    x = S.embed(p.E, P, ids)
    assert x.shape == (*ids.shape, p.E.shape[1])
    for b, t in np.ndindex(ids.shape):
        assert np.array_equal(x[b, t], p.E[int(ids[b, t])] + P[t])


@given(cases(st.integers(0, 3)))
def test_the_logits_are_the_formula_and_torchs(case):
    p, ids, _ = case
    found = S.forward(p, ids)
    # A norm over few numbers can blow up rounding: small vectors have a direction all the same.
    assert relative(found.logits, by_hand(p, ids)) < 1e-7
    logits = model_of(p)(torch.tensor(ids.astype(np.int64)))
    assert relative(logits.detach().numpy(), found.logits) < 1e-7
    assert np.array_equal(found.x, S.embed(p.E, p.P, ids))
    again, saved = S.block_forward(p, found.x)
    assert np.array_equal(found.h, again) and all(map(np.array_equal, found.saved, saved))


# -- backward ----------------------------------------------------------------------------------------


@given(cases())
def test_the_head_is_autograds(case):
    p, _, targets = case
    h = np.random.default_rng(0).normal(size=(len(targets), p.E.shape[1]))
    states, table = (torch.tensor(a, requires_grad=True) for a in (h, p.E))
    loss = F.cross_entropy(states @ table.T, torch.tensor(targets.astype(np.int64)))
    loss.backward()
    head = S.head_backward(h, p.E, targets)
    assert isinstance(head.loss, float) and abs(head.loss - loss.item()) <= 1e3 * EPS
    assert np.abs(head.dE - table.grad.numpy()).max() <= 1e3 * EPS
    assert np.abs(head.dh - states.grad.numpy()).max() <= 1e3 * EPS


@given(st.floats(1e2, 5e3), st.integers(0, 2))
def test_large_logits_stay_finite(size, target):
    head = S.head_backward(np.array([[size]]), np.array([[1.0], [-1.0], [0.5]]), np.array([target]))
    want = size * (1 - [1, -1, 0.5][target])
    assert abs(head.loss - want) <= 10 * EPS * size + np.exp(-size / 2)
    assert np.isfinite(head.dE).all() and np.isfinite(head.dh).all()


@given(cases())
def test_both_sides_add_up_in_the_table(case):
    p, ids, _ = case
    rng = np.random.default_rng(1)
    dx, dE_head = rng.normal(size=(*ids.shape, p.E.shape[1])), rng.normal(size=p.E.shape)
    want, kept = dE_head.copy(), dE_head.copy()
    for b, t in np.ndindex(ids.shape):
        want[int(ids[b, t])] += dx[b, t]
    assert np.abs(S.table_gradient(dx, ids, dE_head) - want).max() <= 100 * EPS
    assert np.array_equal(dE_head, kept)


@given(cases())
@settings(max_examples=30)
def test_a_step_is_autograds_gradient_in_place(case):
    p, ids, targets = case
    model = model_of(p)
    loss = F.cross_entropy(model(torch.tensor(ids.astype(np.int64))), torch.tensor(targets.astype(np.int64)))
    loss.backward()
    before, shelf = copy.deepcopy(p), copy.copy(p)
    found = S.train_step(p, ids, targets, lr=0.25)
    assert isinstance(found, float) and abs(found - loss.item()) < 1e-7
    for name in NAMES:
        gradient = getattr(model, name).grad.numpy()
        want = getattr(before, name) - 0.25 * gradient
        assert relative(getattr(p, name), want) < 1e-7 * (1 + abs(gradient).max())
        assert getattr(shelf, name) is getattr(p, name)


@pytest.mark.parametrize("seed", range(3))
def test_a_step_is_the_slope_of_the_loss_and_what_the_checks_expect(seed):
    case = draw(np.random.default_rng(seed))
    p = S.Parameters(*(a.copy() for a in case.arrays))
    want = slopes(p, case.ids, case.targets)
    S.train_step(p, case.ids, case.targets, lr=1.0)
    of_checks = step_checks.after(case, 1.0)
    for name in NAMES:
        gradient = getattr(case, name) - getattr(p, name)
        # Central differences: the square of the step in the error, and rounding divided by the step.
        assert np.abs(gradient - want[name]).max() < 1e-6 * (1 + np.abs(want[name]).max())
        off = np.abs(getattr(p, name) - of_checks[name].values)
        assert (off <= of_checks[name].error).all() and of_checks[name].error.max() < 1e-8


def test_the_bounds_of_the_checks_hold_in_float32():
    for seed in range(40):
        case = draw(np.random.default_rng(seed), dtype="float32")
        p = S.Parameters(*(a.copy() for a in case.arrays))
        loss, right = S.train_step(p, case.ids, case.targets, lr=0.3), step_checks.after(case, 0.3)
        for name, got in {"loss": loss, **vars(p)}.items():
            assert (np.abs(got - right[name].values) <= right[name].error).all(), (seed, name)


def test_forty_steps_stay_far_below_the_limit_that_the_notebook_states():
    reached = []
    for seed in range(40):
        case = step_checks.little_text(np.random.default_rng(seed))
        p = S.Parameters(*(a.copy() for a in case.arrays))
        for _ in range(40):
            S.train_step(p, case.ids, case.targets, lr=0.3)
        reached.append(float(Draw(**vars(p), ids=case.ids, targets=case.targets).top.loss.values))
    assert max(reached) < 0.85 * step_checks.LIMIT


@given(cases())
def test_float32_stays_float32(case):
    p, ids, targets = case
    single = S.Parameters(*(getattr(p, name).astype(np.float32) for name in NAMES))
    found = S.forward(single, ids)
    head = S.head_backward(found.h, single.E, targets)
    S.train_step(single, ids, targets, lr=0.1)
    arrays = [*found[:3], *found.saved, *head[1:], *vars(single).values()]
    assert {a.dtype for a in arrays} == {np.dtype(np.float32)}


# -- the model ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("std", [0.02, 0.5])
def test_all_four_are_drawn_with_std(std):
    torch.manual_seed(0)
    model = S.TinyLM(500, 32, 16, 64, std=std)
    assert sorted(name for name, _ in model.named_parameters()) == sorted(NAMES)
    for parameter in model.parameters():
        assert abs(parameter.std().item() / std - 1) < 5 / np.sqrt(2 * parameter.numel())
        assert abs(parameter.mean().item()) < 5 * std / np.sqrt(parameter.numel())


def test_a_trained_model_gives_the_numpy_losses():
    """Ten steps in both, from the same start."""
    case = step_checks.little_text(np.random.default_rng(0))
    p = S.Parameters(*(a.copy() for a in case.arrays))
    model, ids, targets = model_of(p), torch.tensor(case.ids), torch.tensor(case.targets)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
    for _ in range(10):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(ids), targets)
        loss.backward()
        optimizer.step()
        assert abs(S.train_step(p, case.ids, case.targets, lr=0.3) - loss.item()) < 1e-9


# -- what is refused ---------------------------------------------------------------------------------


@given(st.integers(-1000, -1) | st.integers(5, 1000))
@settings(max_examples=20)
def test_an_id_outside_the_table_is_named(bad):
    p = S.start(5, 2, 2, 3, np.random.default_rng(0))
    good, ids, t = np.array([[0, 1]]), np.array([[0, bad]]), np.array([2])
    calls = (
        lambda: S.embed(p.E, p.P, ids),
        lambda: S.forward(p, ids),
        lambda: S.head_backward(np.ones((1, 2)), p.E, np.array([bad])),
        lambda: S.table_gradient(np.ones((1, 2, 2)), ids, p.E),
        lambda: S.train_step(p, ids, t, 0.1),
        lambda: S.train_step(p, good, np.array([bad]), 0.1),
        lambda: S.TinyLM(5, 2, 2, 3)(torch.tensor(ids)),
    )
    for call in calls:
        with pytest.raises(IndexError, match=rf"(?<!\d){bad}(?!\d)"):
            call()


TINY = S.start(4, 2, 3, 5, np.random.default_rng(0))
IDS, TARGETS = np.zeros((2, 3), int), np.zeros(2, int)


@pytest.mark.parametrize(
    "call",
    [
        lambda: S.embed(np.ones((4, 2)), np.ones((1, 2)), IDS),
        lambda: S.embed(np.ones((4, 2)), np.ones((3, 1)), IDS),
        lambda: S.embed(np.ones((4, 2)), np.ones((3, 2)), IDS[0]),
        lambda: S.forward(TINY, IDS[:, :2]),
        lambda: S.forward(TINY, np.zeros((2, 4), int)),
        lambda: S.head_backward(np.ones((2, 2)), np.ones((4, 2)), TARGETS[:1]),
        lambda: S.head_backward(np.ones((2, 1)), np.ones((4, 2)), TARGETS),
        lambda: S.head_backward(np.ones((0, 2)), np.ones((4, 2)), TARGETS[:0]),
        lambda: S.table_gradient(np.ones((2, 1, 2)), IDS, np.ones((4, 2))),
        lambda: S.table_gradient(np.ones((3, 2)), IDS[0], np.ones((4, 2))),
        lambda: S.train_step(TINY, IDS, TARGETS[:1], 0.1),
        lambda: S.train_step(TINY, IDS[:0], TARGETS[:0], 0.1),
        lambda: S.TinyLM(4, 2, 3, 5)(torch.tensor(IDS[:, :1])),
        lambda: S.TinyLM(4, 2, 3, 5)(torch.tensor(IDS[0])),
    ],
)
def test_what_does_not_fit_is_a_value_error_and_changes_nothing(call):
    before = copy.deepcopy(TINY)
    with pytest.raises(ValueError):
        call()
    assert all(np.array_equal(getattr(before, name), getattr(TINY, name)) for name in NAMES)
