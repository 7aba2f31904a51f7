"""The reference solutions of `weight-tying`: properties, PyTorch's autograd and finite differences."""

import copy

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings, strategies as st
from hypothesis.extra import numpy as hnp
from reference import load
from torch import nn

S = load("weight-tying")
EPS = np.finfo(np.float64).eps
SHAPES = hnp.array_shapes(min_dims=0, max_dims=3, min_side=1, max_side=3)
MODERATE = st.floats(-3, 3)


@st.composite
def heads(draw, shapes=SHAPES):
    """(h, E, targets, b)"""
    V, d, shape = draw(st.integers(1, 5)), draw(st.integers(1, 4)), draw(shapes)
    arrays = [draw(hnp.arrays(np.float64, s, elements=MODERATE)) for s in ((*shape, d), (V, d), (V,))]
    targets = draw(hnp.arrays(np.int64, shape, elements=st.integers(0, V - 1)))
    return arrays[0], arrays[1], targets, draw(st.sampled_from([None, arrays[2]]))


@st.composite
def models(draw):
    """(E, W, ids, targets)"""
    V, d, shape = draw(st.integers(1, 5)), draw(st.integers(1, 3)), draw(SHAPES)
    E, W = (draw(hnp.arrays(np.float64, s, elements=MODERATE)) for s in ((V, d), (d, d)))
    ids, targets = (draw(hnp.arrays(np.int64, shape, elements=st.integers(0, V - 1))) for _ in "ab")
    return E, W, ids, targets


def leaf(array):
    return torch.tensor(array, requires_grad=True)


def mean_loss(z, targets):
    return F.cross_entropy(z.reshape(-1, z.shape[-1]), torch.tensor(targets).reshape(-1))


def slope(f, x, eps=1e-6):
    """Central differences of f at x, entry by entry."""
    out = np.zeros_like(x)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += eps
        down[i] -= eps
        out[i] = (f(up) - f(down)) / (2 * eps)
    return out


# -- the output side ---------------------------------------------------------------------------------


@given(heads())
def test_the_output_side_is_autograds(case):
    h, E, targets, b = case
    leaves = leaf(E), leaf(np.zeros(len(E)) if b is None else b), leaf(h)
    loss = mean_loss(leaves[2] @ leaves[0].T + leaves[1], targets)
    loss.backward()
    side = S.output_side_gradient(*case)
    assert abs(side.loss - loss.item()) <= 1e3 * EPS
    for got, want in zip(side[1:], leaves):
        assert got.shape == want.shape and np.abs(got - want.grad.numpy()).max() <= 1e3 * EPS


@given(heads())
@settings(max_examples=15)
def test_the_output_side_is_the_slope_of_the_loss(case):
    h, E, targets, b = case
    side = S.output_side_gradient(h, E, targets, b)
    # Central differences: the cube of the step in the error, and rounding divided by it.
    assert np.abs(side.dE - slope(lambda E: S.output_side_gradient(h, E, targets, b).loss, E)).max() < 1e-7
    assert np.abs(side.dh - slope(lambda h: S.output_side_gradient(h, E, targets, b).loss, h)).max() < 1e-7


@given(heads(), st.floats(-500, 500))
def test_a_shift_of_all_logits_changes_nothing(case, shift):
    h, E, targets, b = case
    b = np.zeros(len(E)) if b is None else b
    one, two = S.output_side_gradient(h, E, targets, b), S.output_side_gradient(h, E, targets, b + shift)
    for x, y in zip(one, two):
        assert np.allclose(x, y, rtol=0, atol=1e4 * EPS * (1 + abs(shift)))
    assert abs(one.db.sum()) <= 100 * EPS and np.abs(one.dE.sum(axis=0)).max() <= 100 * EPS


@given(st.floats(1e2, 5e3), st.integers(0, 2))
def test_large_logits_stay_finite(size, target):
    side = S.output_side_gradient(np.array([[size]]), np.array([[1.0], [-1.0], [0.5]]), np.array([target]))
    want = size * (1 - [1, -1, 0.5][target])
    assert abs(side.loss - want) <= 10 * EPS * size + np.exp(-size / 2)
    assert all(np.isfinite(a).all() for a in side)


def test_every_row_learns_from_the_output():
    rng = np.random.default_rng(0)
    side = S.output_side_gradient(rng.normal(size=(2, 3)), rng.normal(size=(50, 3)), np.array([1, 1]))
    assert side.dE.any(axis=1).all()


# -- both ends ---------------------------------------------------------------------------------------


@given(models())
def test_the_two_sides_are_those_of_an_untied_model_and_their_sum_is_the_tied_gradient(case):
    E, W, ids, targets = case
    rows = torch.tensor(ids)
    first, last, mix, one = leaf(E), leaf(E), leaf(W), leaf(E)
    loss = mean_loss(torch.tanh(F.embedding(rows, first) @ mix) @ last.T, targets)
    loss.backward()
    mean_loss(torch.tanh(F.embedding(rows, one) @ torch.tensor(W)) @ one.T, targets).backward()
    got = S.tied_gradient(*case)
    assert abs(got.loss - loss.item()) <= 1e3 * EPS
    for mine, want in zip(got[1:], (first, last, mix)):
        assert np.abs(mine - want.grad.numpy()).max() <= 1e4 * EPS
    assert np.abs(got.input_side + got.output_side - one.grad.numpy()).max() <= 1e4 * EPS
    assert not np.delete(got.input_side, np.unique(ids), axis=0).any()


@given(models())
@settings(max_examples=15)
def test_the_sum_is_the_slope_of_the_tied_loss(case):
    E, W, ids, targets = case
    got = S.tied_gradient(*case)
    by_table = slope(lambda E: S.tied_gradient(E, W, ids, targets).loss, E)
    assert np.abs(got.input_side + got.output_side - by_table).max() < 1e-6
    assert np.abs(got.dW - slope(lambda W: S.tied_gradient(E, W, ids, targets).loss, W)).max() < 1e-6


@given(models())
def test_arguments_stay(case):
    before = tuple(a.copy() for a in case)
    S.tied_gradient(*case)
    assert all(np.array_equal(a, b) for a, b in zip(before, case))


# -- the judge ---------------------------------------------------------------------------------------


def by_autograd(E, W, ids, targets, *, take=lambda rows: rows, score=lambda table: table):
    """The gradient of one leaf that stands at both ends; `take` and `score` may cut it off at one."""
    table = leaf(E)
    z = torch.tanh(take(table[torch.tensor(ids)]) @ torch.tensor(W)) @ score(table).T
    mean_loss(z, targets).backward()
    return table.grad.numpy()


def differently(change):
    """An implementation whose result is that of autograd after `change(result, E, W, ids, targets)`."""
    return lambda *case: change(by_autograd(*case), *case)


def rows_zeroed(wanted):
    def change(found, E, W, ids, targets):
        found[wanted(ids, targets, np.arange(len(E)))] = 0
        return found

    return differently(change)


WRONG = {
    "no input side": lambda *case: by_autograd(*case, take=torch.Tensor.detach),
    "no output side": lambda *case: by_autograd(*case, score=torch.Tensor.detach),
    "halved": differently(lambda found, *_: found / 2),
    "uphill": differently(lambda found, *_: -found),
    "a sum": differently(lambda found, E, W, ids, targets: found * ids.size),
    "by the first axis": differently(lambda found, E, W, ids, targets: found * ids[0].size),
    "turned if square": differently(lambda found, E, *_: found.T if len(E) == E.shape[1] else found),
    "rows that were not read": rows_zeroed(lambda ids, targets, rows: ~np.isin(rows, ids)),
    "rows that are their own target": rows_zeroed(
        lambda ids, targets, rows: np.isin(rows, ids[ids == targets])
    ),
    "distinct ids": lambda E, W, ids, targets: (
        by_autograd(E, W, ids, targets) + 1e-3 * (np.unique(ids).size < ids.size)
    ),
    "W for its transpose": lambda E, W, ids, targets: (
        S.tied_gradient(E, W, ids, targets).output_side + S.tied_gradient(E, W.T, ids, targets).input_side
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_gradient_is_found_out(name):
    assert S.is_tied_gradient(WRONG[name]) is False


def test_right_gradients_are_accepted_in_few_calls():
    calls = []

    def counted(*case):
        calls.append(case)
        return by_autograd(*case)

    assert S.is_tied_gradient(counted) is True and len(calls) <= 6
    assert S.is_tied_gradient(differently(lambda found, *_: found + 1e-8)) is True

    def slopes(E, W, ids, targets):
        def loss(E):
            z = torch.tanh(torch.tensor(E[ids] @ W)) @ torch.tensor(E).T
            return mean_loss(z, targets).item()

        return slope(loss, E.copy())

    assert S.is_tied_gradient(slopes) is True


# -- the model ---------------------------------------------------------------------------------------


def tied(model):
    return model.embed.weight is model.lm_head.weight


@given(st.integers(1, 6), st.integers(1, 4), st.booleans(), st.floats(0.5, 4))
@settings(max_examples=20)
def test_the_model_is_the_formula(V, d, bias, scale):
    body = nn.Linear(d, d, dtype=torch.float64)
    model = S.TiedLM(V, d, body, 0.5, bias, scale, dtype=torch.float64)
    ids = torch.arange(2 * V).reshape(2, V) % V
    want = body(scale * model.embed.weight[ids]) @ model.embed.weight.T
    assert torch.allclose(model(ids), want, atol=1e-12)
    assert sum(p.numel() for p in model.parameters()) == V * d + V * bias + d * d + d


def test_its_gradient_is_the_one_by_hand():
    torch.manual_seed(0)
    mix = nn.Linear(3, 3, bias=False, dtype=torch.float64)
    model = S.TiedLM(6, 3, nn.Sequential(mix, nn.Tanh()), std=1.0, dtype=torch.float64)
    ids, targets = torch.tensor([[1, 5, 1]]), np.array([[0, 1, 5]])
    mean_loss(model(ids), targets).backward()
    E, W = model.embed.weight.detach().numpy(), mix.weight.detach().numpy().T
    got = S.tied_gradient(E, W, ids.numpy(), targets)
    assert np.abs(got.input_side + got.output_side - model.embed.weight.grad.numpy()).max() <= 1e3 * EPS


@pytest.mark.parametrize(
    "change",
    [
        copy.deepcopy,
        lambda m: m.to(torch.float64),
        lambda m: m.half(),
        lambda m: (m.load_state_dict(S.TiedLM(5, 2, bias=True).state_dict()), m)[1],
    ],
)
def test_the_tie_holds(change):
    model = change(S.TiedLM(5, 2, bias=True))
    assert tied(model) and S.tied_parameters(model) == [("embed.weight", "lm_head.weight")]


@pytest.mark.parametrize("std", [0.02, 0.5])
def test_the_table_is_drawn_with_std(std):
    torch.manual_seed(0)
    weight = S.TiedLM(2000, 32, std=std).embed.weight
    assert abs(weight.std().item() / std - 1) < 5 / np.sqrt(2 * weight.numel())
    assert abs(weight.mean().item()) < 5 * std / np.sqrt(weight.numel())


# -- ties --------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 4), min_size=0, max_size=8))
def test_the_groups_are_those_of_the_assignment(choices):
    pool = [nn.Parameter(torch.zeros(2)) for _ in range(5)]
    model = nn.Module()
    for n, k in enumerate(choices):
        child = nn.Module()
        child.register_parameter("p", pool[k])
        model.add_module(f"m{n}", child)
    names = [tuple(f"m{n}.p" for n, c in enumerate(choices) if c == k) for k in dict.fromkeys(choices)]
    assert S.tied_parameters(model) == [group for group in names if len(group) > 1]


def test_copies_and_aliases_are_no_ties():
    model = nn.ModuleDict({"a": nn.Linear(2, 2, bias=False), "b": nn.Linear(2, 2, bias=False)})
    model["b"].load_state_dict(model["a"].state_dict())
    assert S.tied_parameters(model) == []
    model["b"].weight.data = model["a"].weight.data
    assert model["b"].weight.data_ptr() == model["a"].weight.data_ptr() and S.tied_parameters(model) == []


# -- savings -----------------------------------------------------------------------------------------

SIZES = st.integers(1, 10**12)


@given(SIZES, SIZES, st.integers(0, 10**24), st.integers(1, 8))
def test_tied_or_not_the_same_model_saves_the_same(V, d, rest, itemsize):
    one = S.tying_savings(V, d, rest + V * d, True, itemsize)
    two = S.tying_savings(V, d, rest + 2 * V * d, False, itemsize)
    assert one == two and one.parameters == V * d and one.bytes == V * d * itemsize
    assert 0 < one.share <= 0.5


# -- what is refused ---------------------------------------------------------------------------------


@given(st.integers(-1000, -1) | st.integers(5, 1000))
@settings(max_examples=20)
def test_an_id_outside_the_table_is_refused(bad):
    E, W, good, ids = np.ones((5, 2)), np.ones((2, 2)), np.array([0, 1]), np.array([0, bad])
    calls = (
        lambda: S.output_side_gradient(np.ones((2, 2)), E, ids),
        lambda: S.tied_gradient(E, W, ids, good),
        lambda: S.tied_gradient(E, W, good, ids),
        lambda: S.TiedLM(5, 2)(torch.tensor(ids)),
    )
    for call in calls:
        with pytest.raises(IndexError):
            call()


@pytest.mark.parametrize("ids", [np.array([True, False]), np.array([0.0, 1.0])])
def test_what_is_no_id_is_refused(ids):
    with pytest.raises(TypeError):
        S.output_side_gradient(np.ones((2, 2)), np.ones((5, 2)), ids)
    with pytest.raises(TypeError):
        S.tied_gradient(np.ones((5, 2)), np.ones((2, 2)), ids, np.array([0, 1]))
