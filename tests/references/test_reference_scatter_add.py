"""The reference solutions of `scatter-add`: properties, PyTorch's autograd and finite differences."""

import tracemalloc

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings, strategies as st
from hypothesis.extra import numpy as hnp
from reference import load

from autograder.assignments.scatter_add import implementations
from autograder.checks import checking, loading
from autograder.checks.student import Local
from autograder.selftest import bank

S = load("scatter-add")
EPS = np.finfo(np.float64).eps
INTEGERS = hnp.integer_dtypes() | hnp.unsigned_integer_dtypes()
SHAPES = hnp.array_shapes(min_dims=0, max_dims=3, min_side=1, max_side=4)
GRADIENTS = [S.embedding_backward, S.embedding_backward_rows, S.embedding_backward_torch]
MODERATE = st.floats(-100, 100)


@st.composite
def lookups(draw, shapes=SHAPES, dtypes=INTEGERS, gradients=np.float64):
    """(grad_out, ids, V, padding_idx): few rows, so that ids repeat."""
    V, d = draw(st.integers(1, 6)), draw(st.integers(1, 3))
    ids = draw(hnp.arrays(draw(dtypes), draw(shapes), elements=st.integers(0, V - 1)))
    grad_out = draw(hnp.arrays(gradients, (*ids.shape, d), elements=MODERATE))
    return grad_out, ids, V, draw(st.none() | st.integers(0, V - 1))


def tensors(grad_out, ids, V, padding_idx):
    return torch.from_numpy(grad_out), torch.from_numpy(ids.astype(np.int64)), V, padding_idx


def one_hot_product(grad_out, ids, V, padding_idx):
    """The theorem: Oᵀ G, with the padding row set to zero. And what its rounding may be."""
    flat, G = ids.reshape(-1).astype(int), grad_out.reshape(ids.size, grad_out.shape[-1])
    O = np.eye(V)[flat]
    if padding_idx is not None:
        O[:, padding_idx] = 0
    return O.T @ G, (ids.size + 2) * EPS * (O.T @ np.abs(G))


def by_autograd(grad_out, ids, V, padding_idx):
    E = torch.zeros(V, grad_out.shape[-1], dtype=torch.float64, requires_grad=True)
    F.embedding(ids, E, padding_idx=padding_idx).backward(grad_out)
    return E.grad


# -- the gradient ------------------------------------------------------------------------------------


@given(lookups())
def test_the_gradient_is_the_one_hot_product(case):
    got = S.embedding_backward(*case)
    want, rounding = one_hot_product(*case)
    assert got.shape == want.shape and got.dtype == np.float64
    assert np.all(np.abs(got - want) <= rounding)


@given(lookups())
def test_the_gradient_is_autograds(case):
    want, (_, rounding) = by_autograd(*tensors(*case)).numpy(), one_hot_product(*case)
    for got in (S.embedding_backward(*case), S.embedding_backward_torch(*tensors(*case)).numpy()):
        assert got.shape == want.shape and np.all(np.abs(got - want) <= rounding)


@given(lookups())
def test_lookup_and_gradient_are_transposes(case):
    grad_out, ids, V, _ = case
    E = np.random.default_rng(0).standard_normal((V, grad_out.shape[-1]))
    products = E[ids.astype(int)] * grad_out
    gap = abs(products.sum() - np.sum(E * S.embedding_backward(grad_out, ids, V)))
    assert gap <= (products.size + 2) ** 2 * EPS * np.abs(products).sum()


@given(lookups(gradients=np.float64))
def test_the_rows_are_those_of_the_gradient(case):
    grad_out, ids, V, padding_idx = case
    rows, values = S.embedding_backward_rows(*case)
    assert rows.tolist() == sorted(set(ids.ravel().tolist()) - {padding_idx})
    whole = S.embedding_backward(*case)
    assert np.array_equal(values, whole[rows])
    assert not np.delete(whole, rows, axis=0).any()


@given(st.integers(0, 2**32 - 1), st.integers(2000, 6000))
@settings(max_examples=20)
def test_long_sums_in_half_precision_are_right_to_one_rounding(seed, n):
    rng = np.random.default_rng(seed)
    ids, G = rng.integers(0, 2, n), rng.choice([0.25, 0.5, 1.0], (n, 2)).astype(np.float16)
    exact, _ = one_hot_product(G.astype(np.float64), ids, 2, None)  # sums of quarters: no rounding
    half = exact.astype(np.float16)
    assert np.array_equal(S.embedding_backward(G, ids, 2), half)
    assert np.array_equal(S.embedding_backward_rows(G, ids, 2)[1], half)
    for dtype in (torch.float16, torch.bfloat16):
        got = S.embedding_backward_torch(torch.from_numpy(G).to(dtype), torch.from_numpy(ids), 2)
        assert torch.equal(got, torch.from_numpy(exact).to(dtype))


@given(lookups())
@settings(max_examples=30)
def test_float64_is_added_in_float64(case):
    """Sums of numbers with more digits than float32 has, for all three gradients."""
    grad_out, ids, V, padding_idx = case
    grad_out = np.round(grad_out) + 2.0**-40  # sums of these are exact
    want, _ = one_hot_product(grad_out, ids, V, padding_idx)
    assert np.array_equal(S.embedding_backward(grad_out, ids, V, padding_idx), want)
    rows, values = S.embedding_backward_rows(grad_out, ids, V, padding_idx)
    assert np.array_equal(values, want[rows])
    got = S.embedding_backward_torch(*tensors(grad_out, ids, V, padding_idx))
    assert np.array_equal(got.numpy(), want)


@given(lookups())
def test_arguments_stay_as_they_are(case):
    grad_out, ids, V, padding_idx = case
    for function in GRADIENTS:
        sent = grad_out.copy(), ids.copy(), V, padding_idx
        sent = tensors(*sent) if function is S.embedding_backward_torch else sent
        function(*sent)
        assert np.array_equal(sent[0], grad_out) and np.array_equal(sent[1], ids)


def test_a_row_whose_gradients_cancel_is_listed():
    rows, values = S.embedding_backward_rows(np.array([[1.0], [2.0], [-1.0]]), np.array([4, 2, 4]), 5)
    assert rows.tolist() == [2, 4] and values.tolist() == [[2.0], [0.0]]


def test_rows_cost_nothing_that_grows_with_the_table():
    ids, G = np.arange(64) * 2**33, np.ones((64, 8))
    tracemalloc.start()
    rows, values = S.embedding_backward_rows(G, ids, 2**40)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert rows.tolist() == ids.tolist() and peak < 100_000


# -- what is refused ---------------------------------------------------------------------------------


@given(lookups(hnp.array_shapes(max_dims=3, min_side=1, max_side=4), st.just(np.int64)), st.data())
def test_an_id_outside_the_table_is_refused(case, data):
    grad_out, ids, V, padding_idx = case
    bad = data.draw(st.integers(-1000, -1) | st.integers(V, V + 1000) | st.just(2**32))
    ids.reshape(-1)[data.draw(st.integers(0, ids.size - 1))] = bad
    for function in GRADIENTS:
        sent = tensors(*case) if function is S.embedding_backward_torch else case
        with pytest.raises(IndexError, match=rf"(?<!\d){bad}(?!\d)"):
            function(*sent)
    with pytest.raises(IndexError):
        S.EmbeddingFunction.apply(torch.zeros(V, 2), torch.from_numpy(ids), None)


@pytest.mark.parametrize("dtype", [np.bool_, np.float32])
def test_ids_that_are_no_integers_are_refused(dtype):
    ids, G = np.ones(3, dtype), np.ones((3, 2))
    for function in GRADIENTS:
        send = torch.from_numpy if function is S.embedding_backward_torch else np.asarray
        with pytest.raises(TypeError):
            function(send(G), send(ids), 4)
    with pytest.raises(TypeError):
        S.sgd_rows(np.ones((4, 2)), ids, np.ones((3, 2)), 0.1)


# -- the autograd function ---------------------------------------------------------------------------


@given(lookups(dtypes=st.sampled_from([np.int32, np.int64])))
@settings(max_examples=30)
def test_autograd_agrees_with_differences_once_and_twice(case):
    grad_out, ids, V, _ = case
    E = torch.randn(V, grad_out.shape[-1], dtype=torch.float64, requires_grad=True)

    def lookup(E):
        return S.EmbeddingFunction.apply(E, torch.from_numpy(ids), None)

    assert torch.equal(lookup(E), E[torch.from_numpy(ids).long()])
    if ids.size and grad_out.shape[-1]:
        assert torch.autograd.gradcheck(lookup, (E,))
        assert torch.autograd.gradgradcheck(lookup, (E,))


@given(lookups())
def test_the_function_has_the_gradient_of_nn_embedding(case):
    grad_out, ids, V, padding_idx = tensors(*case)
    E = torch.randn(V, grad_out.shape[-1], dtype=torch.float64, requires_grad=True)
    S.EmbeddingFunction.apply(E, ids, padding_idx).backward(grad_out)
    _, rounding = one_hot_product(*case)
    assert np.all(np.abs((E.grad - by_autograd(grad_out, ids, V, padding_idx)).numpy()) <= rounding)


def test_the_table_is_not_kept():
    leaf, saved = torch.randn(6, 2, requires_grad=True), []
    E = leaf * 1.0
    with torch.autograd.graph.saved_tensors_hooks(lambda t: saved.append(t.shape) or t, lambda t: t):
        out = S.EmbeddingFunction.apply(E, torch.tensor([1, 4, 1]), None)
    assert saved == [(3,)]
    assert not any(isinstance(v, torch.Tensor) for v in vars(out.grad_fn).values())
    with torch.no_grad():
        E *= 2
    out.sum().backward()
    assert leaf.grad[:, 0].tolist() == [0, 2, 0, 0, 1, 0]


def test_a_single_id_gives_a_row_of_its_own_memory():
    E = torch.randn(3, 2)
    out = S.EmbeddingFunction.apply(E, torch.tensor(1), None)
    assert out.untyped_storage().data_ptr() != E.untyped_storage().data_ptr()


# -- a step ------------------------------------------------------------------------------------------


@given(lookups(), st.floats(0.01, 1), st.randoms(use_true_random=False))
def test_a_step_on_the_rows_is_a_step_of_plain_sgd(case, lr, random):
    grad_out, ids, V, padding_idx = case
    E = np.random.default_rng(1).standard_normal((V, grad_out.shape[-1]))
    weight = torch.nn.Parameter(torch.from_numpy(E.copy()))
    weight.grad = by_autograd(*tensors(*case))
    torch.optim.SGD([weight], lr=lr).step()
    rows, values = S.embedding_backward_rows(*case)
    order = list(range(len(rows)))
    random.shuffle(order)
    assert S.sgd_rows(E, rows[order], values[order], lr) is None
    _, rounding = one_hot_product(*case)
    assert np.all(np.abs(E - weight.detach().numpy()) <= rounding + 4 * EPS * (np.abs(E) + 1e4))


def test_a_step_keeps_other_rows():
    E = np.random.default_rng(0).standard_normal((5, 2)).astype(np.float32)
    before = E.copy()
    S.sgd_rows(E, np.array([3, 1]), np.ones((2, 2), np.float32), 0.5)
    assert E.dtype == np.float32 and np.array_equal(E[[0, 2, 4]], before[[0, 2, 4]])
    assert np.array_equal(E[[3, 1]], before[[3, 1]] - np.float32(0.5))


@pytest.mark.parametrize("rows", [[1, 3, 1], [3, 3, 0], [1, 5, 2], [0, -1, 2]])
def test_a_refused_step_changes_nothing(rows):
    E = np.random.default_rng(0).standard_normal((5, 2))
    before = E.copy()
    with pytest.raises((IndexError, ValueError)):
        S.sgd_rows(E, np.array(rows), np.ones((3, 2)), 0.5)
    assert np.array_equal(E, before)


# -- checking a gradient -----------------------------------------------------------------------------


@given(hnp.arrays(np.float64, SHAPES, elements=st.floats(-3, 3)), st.floats(0, 1))
def test_the_worst_entry_is_found(x, fault):
    def f(x):
        return float(np.sum(np.sin(x)))

    grad = np.array(np.cos(x))
    noise = 8 * EPS * (np.abs(np.sin(x)).sum() + 1) / 1e-6 + 1e-12  # rounding of f over ε, and ε²
    assert S.gradient_check(f, x, grad) <= noise
    grad[(-1,) * x.ndim] += fault
    want = fault / max(1, np.abs(grad[(-1,) * x.ndim]))
    assert abs(S.gradient_check(f, x, grad) - want) <= 2 * noise


@given(lookups())
def test_the_gradient_of_a_lookup_passes_its_own_check(case):
    grad_out, ids, V, _ = case
    E = np.random.default_rng(2).standard_normal((V, grad_out.shape[-1]))
    at = ids.astype(int)
    grad = S.embedding_backward(np.cos(E[at]), ids, V)
    noise = 8 * EPS * (ids.size * grad_out.shape[-1] + 1) / 1e-6 + (ids.size + 1) * 1e-12
    assert S.gradient_check(lambda E: float(np.sum(np.sin(E[at]))), E, grad) <= noise


@given(hnp.arrays(np.float64, (3, 2), elements=MODERATE), st.none() | st.integers(1, 12))
def test_x_is_what_it_was_to_the_last_bit(x, fails_at):
    before, calls = x.copy(), []

    def f(x):
        calls.append(x.shape)
        if len(calls) == fails_at:
            raise ArithmeticError("here")
        return float(x.sum())

    if fails_at is None:
        S.gradient_check(f, x, np.ones((3, 2)))
    else:
        with pytest.raises(ArithmeticError, match="here"):
            S.gradient_check(f, x, np.ones((3, 2)))
    assert x.tobytes() == before.tobytes() and set(calls) == {(3, 2)}


def test_x_need_not_be_contiguous():
    x = np.arange(12.0).reshape(3, 4).T[::2]
    assert S.gradient_check(lambda x: float(np.sum(x**2)), x, 2 * x) < 1e-6


@pytest.mark.parametrize("where", [0, 1, 2])
def test_nan_is_not_lost(where):
    x, grad = np.ones(3), np.ones(3)
    grad[where] = np.nan
    assert np.isnan(S.gradient_check(lambda x: float(x.sum()), x, grad))
    assert np.isnan(S.gradient_check(lambda x: np.nan if x[where] > 1 else float(x.sum()), x, np.ones(3)))


# -- catching the bug --------------------------------------------------------------------------------

KINDS = {name: make for kind in implementations.WRONG.values() for name, make in kind.items()}
CALLS = [((9,), 4, 4), ((9,), 4, 4), ((2, 5), 4, 6), ((3, 2, 2), 5, 5), ((), 3, 3), ((1,), 1, 1)]


def agrees_with_the_theorem(backward, calls=CALLS):
    """Whether all of these calls give the one-hot product."""
    rng, fine = np.random.default_rng(5), True
    for shape, top, V in calls:
        ids, grad_out = np.asarray(rng.integers(0, top, shape)), rng.normal(size=(*shape, 3))
        want, _ = one_hot_product(grad_out, ids, V, None)
        got = backward(grad_out, ids, V)
        fine &= got.shape == want.shape and np.allclose(got, want, atol=1e-5)
    return fine


@pytest.mark.parametrize("how", implementations.RIGHT)
def test_right_gradients_are_right_and_accepted(how):
    make = implementations.RIGHT[how]
    assert agrees_with_the_theorem(make()) and S.is_right(make())


@pytest.mark.parametrize("mistake", [*KINDS, "accepts-anything"])
def test_wrong_gradients_are_wrong_and_refused(mistake):
    make = KINDS.get(mistake, implementations.ZEROS)
    assert not agrees_with_the_theorem(make()) and not S.is_right(make())


def test_a_first_call_shows_nothing_of_what_is_kept():
    for make in implementations.WRONG["memory"].values():
        assert agrees_with_the_theorem(make(), CALLS[:1])


def test_six_calls_are_enough():
    asked = []
    right = implementations.by_add_at()
    assert S.is_right(lambda *args: asked.append(args) or right(*args)) and len(asked) <= 6


def test_autograds_own_gradient_is_accepted():
    def backward(grad_out, ids, V):
        case = torch.from_numpy(grad_out), torch.from_numpy(ids), V, None
        return by_autograd(*case).numpy()

    assert S.is_right(backward)


# -- what the checks say -----------------------------------------------------------------------------


def judged(function, namespace, seed=0):
    """Results by the name of the check, for those that are not right."""
    checks = loading.suite("scatter-add").of(function)
    results = [checking.run(c, Local(namespace), seed) for c in checks]
    return {r.check.split(".")[1]: r for r in results if r.verdict != "right"}


def test_a_wrong_helper_is_named_first_and_costs_no_part_that_does_not_need_it():
    names = dict(vars(S))
    exec(bank.reference_sources("scatter-add")["EmbeddingFunction"], names)
    names["embedding_backward_torch"] = lambda *args: 2 * S.embedding_backward_torch(*args)
    lost = judged("EmbeddingFunction", names)
    assert {r.misconception for r in lost.values()} <= {"mend-torch-first", None}
    assert lost["backward"].misconception == "mend-torch-first" and "forward" not in lost


OWN = """
def is_right(backward):
    G, ids = np.ones((3, 1)), np.array([1, 0, 1])
    return np.allclose(backward(G, ids, 2), embedding_backward(G, ids, 2))
"""


def test_a_gradient_of_ones_own_is_no_witness():
    names = {"np": np, "embedding_backward": S.embedding_backward}
    exec(OWN, names)
    assert {r.misconception for r in judged("is_right", names).values()} == {"own-functions"}
    assert names["embedding_backward"] is S.embedding_backward
