"""The reference solutions of `lookup`: properties, PyTorch and finite differences, not the hidden tests."""

import math
import tracemalloc

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings, strategies as st
from hypothesis.extra import numpy as hnp
from reference import load

from autograder.checks import checking, loading
from autograder.checks.student import Local

L = load("lookup")
INTEGERS = hnp.integer_dtypes() | hnp.unsigned_integer_dtypes()
SHAPES = hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)
FLOATS = st.sampled_from([np.float16, np.float32, np.float64])


@st.composite
def ids_and_size(draw, shapes=SHAPES, dtypes=INTEGERS):
    """Ids of some shape and dtype, and a V that they fit; V is small enough for int8."""
    V = draw(st.integers(1, 40))
    ids = draw(hnp.arrays(draw(dtypes), draw(shapes), elements=st.integers(0, V - 1)))
    return ids, V


@st.composite
def one_bad_id(draw, shapes=hnp.array_shapes(min_dims=0, max_dims=3, min_side=1, max_side=4)):
    """Ids of which one, the third value, is out of range."""
    V = draw(st.integers(1, 40))
    ids = draw(hnp.arrays(np.int64, draw(shapes), elements=st.integers(0, V - 1)))
    bad = draw(st.integers(-1000, -1) | st.integers(V, V + 1000))
    ids.reshape(-1)[draw(st.integers(0, ids.size - 1))] = bad
    return ids, V, bad


NO_IDS = hnp.arrays(st.sampled_from([np.bool_, np.float32, np.float64, np.complex64]), SHAPES)


def numbers(V, d, dtype=np.float64, seed=0):
    return np.random.default_rng(seed).standard_normal((V, d)).astype(dtype)


# -- one_hot and lookup ------------------------------------------------------------------------------


@given(ids_and_size(), FLOATS | st.sampled_from([np.int64, np.bool_]))
def test_one_hot_is_pytorchs(case, dtype):
    ids, V = case
    got = L.one_hot(ids, V, dtype)
    want = F.one_hot(torch.from_numpy(ids.astype(np.int64)), V).numpy()
    assert got.dtype == dtype and np.array_equal(got, want)


def test_one_hot_is_float32_unless_asked_otherwise():
    assert L.one_hot(np.array(1), 2).dtype == np.float32


def test_one_hot_of_two_million_tokens_needs_no_square_matrix():
    ids = np.array([0, 1_999_999])
    tracemalloc.start()
    got = L.one_hot(ids, 2_000_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert got.sum() == 2 and got[1, -1] == 1
    assert peak < 4 * got.nbytes


@given(ids_and_size(), st.integers(0, 5), FLOATS)
def test_a_lookup_is_the_product_with_one_hot_vectors(case, d, dtype):
    ids, V = case
    E = numbers(V, d, dtype)
    before = ids.copy(), E.copy()
    got = L.lookup(E, ids)
    assert got.dtype == dtype and got.shape == (*ids.shape, d)
    assert np.array_equal(got, L.one_hot(ids, V, dtype) @ E)
    assert not np.shares_memory(got, E)
    assert np.array_equal(ids, before[0]) and np.array_equal(E, before[1])


@given(one_bad_id())
def test_an_id_out_of_range_is_named(case):
    ids, V, bad = case
    E = numbers(V, 2)
    for ask in (
        lambda: L.one_hot(ids, V),
        lambda: L.lookup(E, ids),
        lambda: L.lookup_torch(torch.from_numpy(E), torch.from_numpy(ids)),
        lambda: L.cross_entropy_from_logits(np.zeros((*ids.shape, V)), ids),
    ):
        with pytest.raises(IndexError, match=rf"\D{bad}\b" if bad > 0 else str(bad)):
            ask()


@given(NO_IDS)
def test_what_is_no_integer_is_no_id(ids):
    for ask in (
        lambda: L.one_hot(ids, 3),
        lambda: L.lookup(numbers(3, 2), ids),
        lambda: L.lookup_torch(torch.from_numpy(numbers(3, 2)), torch.from_numpy(ids)),
        lambda: L.cross_entropy_from_logits(np.zeros((*ids.shape, 3)), ids),
    ):
        with pytest.raises(TypeError):
            ask()


def test_the_largest_unsigned_id_is_out_of_range_and_not_the_last():
    with pytest.raises(IndexError, match=str(2**64 - 1)):
        L.lookup(numbers(3, 2), np.array([2**64 - 1], np.uint64))


# -- lookup_torch --------------------------------------------------------------------------------------

TORCH_INTEGERS = st.sampled_from([np.int32, np.int64])


@given(ids_and_size(dtypes=TORCH_INTEGERS), st.sampled_from([torch.float64, torch.bfloat16]))
def test_lookup_torch_gives_the_rows_and_sums_their_gradients(case, dtype):
    ids, V = case
    E = torch.tensor(numbers(V, 3)).to(dtype).requires_grad_()
    out = L.lookup_torch(E, torch.from_numpy(ids))
    assert out.dtype == dtype
    assert torch.equal(out, E[torch.from_numpy(ids)])
    assert out.untyped_storage().data_ptr() != E.untyped_storage().data_ptr()
    out.sum().backward()
    counts = np.bincount(ids.ravel(), minlength=V)  # small enough to be exact in bfloat16
    assert np.array_equal(E.grad.double().numpy(), np.repeat(counts[:, None], 3, axis=1))


@settings(max_examples=20)
@given(ids_and_size(shapes=hnp.array_shapes(min_dims=0, max_dims=2, max_side=3), dtypes=TORCH_INTEGERS))
def test_the_gradient_of_lookup_torch_agrees_with_finite_differences(case):
    ids, V = case
    E = torch.tensor(numbers(V, 2), requires_grad=True)
    assert torch.autograd.gradcheck(lambda E: L.lookup_torch(E, torch.from_numpy(ids)), E)


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int8, torch.int16])
def test_lookup_torch_takes_no_other_integers(dtype):
    with pytest.raises(TypeError, match=str(dtype)):
        L.lookup_torch(torch.zeros(3, 2), torch.zeros(2, dtype=dtype))


# -- lookup_cost ---------------------------------------------------------------------------------------

SIZE = st.integers(1, 10**7)
COUNTED = dict(
    n=st.integers(0, 10**7), V=SIZE, d=SIZE, itemsize=st.integers(1, 16), id_itemsize=st.integers(1, 8)
)


@given(ids_and_size(shapes=st.tuples(st.integers(0, 9)), dtypes=INTEGERS), st.integers(1, 5), FLOATS)
def test_lookup_cost_counts_the_arrays_of_a_real_lookup(case, d, dtype):
    (ids, V), E = case, numbers(case[1], d, dtype)
    O = L.one_hot(ids, V, dtype)
    rows = out = L.lookup(E, ids)
    sizes = dict(itemsize=E.itemsize, id_itemsize=ids.itemsize)
    gather = L.lookup_cost(len(ids), V, d, "gather", **sizes)
    assert gather == (0, ids.nbytes + rows.nbytes + out.nbytes)
    onehot = L.lookup_cost(len(ids), V, d, "onehot", **sizes)
    assert onehot == (O.size * d, ids.nbytes + O.nbytes + E.nbytes + (O @ E).nbytes)


@given(**COUNTED)
def test_lookup_cost_is_exact_at_any_size(n, V, d, itemsize, id_itemsize):
    gather, onehot = (
        L.lookup_cost(n, V, d, m, itemsize=itemsize, id_itemsize=id_itemsize) for m in ("gather", "onehot")
    )
    assert gather.multiplies == 0 and onehot.multiplies == math.prod((n, V, d))
    # The methods differ in what is read from the table, and in the one-hot matrix.
    assert onehot.bytes - gather.bytes == itemsize * (V * d - n * d + n * V)
    assert all(type(x) is int for x in (*gather, *onehot))


@pytest.mark.parametrize(
    "name, value",
    [
        ("n", -1),
        ("V", 0),
        ("V", -3),
        ("d", 0),
        ("itemsize", 0),
        ("id_itemsize", 0),
        ("id_itemsize", -8),
        ("method", "scatter"),
        ("method", ""),
        ("method", None),
    ],
)
def test_lookup_cost_refuses_bad_settings(name, value):
    with pytest.raises(ValueError, match=name):
        L.lookup_cost(**{"n": 2, "V": 5, "d": 3, "method": "onehot", name: value})


# -- cross_entropy_from_logits -------------------------------------------------------------------------


@st.composite
def logits_and_targets(draw, dtypes=FLOATS, size=50.0):
    shape = draw(hnp.array_shapes(min_dims=0, max_dims=3, min_side=1, max_side=3))
    V, dtype = draw(st.integers(1, 30)), draw(dtypes)
    logits = draw(hnp.arrays(dtype, (*shape, V), elements=dict(min_value=-size, max_value=size)))
    targets = draw(hnp.arrays(draw(INTEGERS), shape, elements=st.integers(0, V - 1)))
    return logits, targets


def second_opinion(logits, targets):
    """PyTorch's loss in float64, positions flattened."""
    z = torch.tensor(logits, dtype=torch.float64).reshape(-1, logits.shape[-1])
    return F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1)).item()


def rounding(logits, terms):
    """A sum of `terms` exponentials, each of a difference of two logits, in at least float32."""
    eps = float(np.finfo(np.promote_types(logits.dtype, np.float32)).eps)
    return eps * (terms + 4 + 4 * float(np.abs(logits[np.isfinite(logits)]).max(initial=0)))


@given(logits_and_targets())
def test_the_loss_is_pytorchs(case):
    logits, targets = case
    before = logits.copy()
    got = L.cross_entropy_from_logits(logits, targets)
    assert type(got) is float
    assert abs(got - second_opinion(logits, targets)) <= rounding(logits, logits.shape[-1])
    assert np.array_equal(logits, before)


@given(logits_and_targets(st.sampled_from([np.float32, np.float64]), 10_000.0))
def test_the_loss_is_finite_for_large_logits(case):
    got = L.cross_entropy_from_logits(*case)
    assert abs(got - second_opinion(*case)) <= rounding(case[0], case[0].shape[-1])


@given(logits_and_targets(st.just(np.float64)), st.floats(-1000, 1000))
def test_a_shift_of_a_position_changes_nothing(case, shift):
    logits, targets = case
    moved = L.cross_entropy_from_logits(logits + shift, targets)
    assert abs(moved - L.cross_entropy_from_logits(logits, targets)) <= rounding(
        logits + shift, logits.shape[-1]
    )


@given(logits_and_targets(), st.randoms())
def test_impossible_tokens_do_not_count(case, random):
    logits, targets = case
    V = logits.shape[-1]
    mask = np.array([random.random() < 0.5 for _ in range(logits.size)]).reshape(logits.shape)
    mask &= targets[..., None] != np.arange(V)
    masked = np.where(mask, -np.inf, logits).astype(logits.dtype)
    got = L.cross_entropy_from_logits(masked, targets)
    assert abs(got - second_opinion(masked, targets)) <= rounding(logits, V)


def test_float16_logits_of_a_large_vocabulary_are_not_added_up_in_float16():
    got = L.cross_entropy_from_logits(np.zeros((2, 100_000), np.float16), np.array([5, 99_999]))
    assert abs(got - math.log(100_000)) <= 1e5 * np.finfo(np.float32).eps


@settings(max_examples=20)
@given(logits_and_targets(st.just(np.float64), 3.0))
def test_the_gradient_of_the_loss_is_softmax_minus_one_hot(case):
    """Central differences of the reference against the formula of the chapter."""
    logits, targets = case
    V, eps = logits.shape[-1], 1e-5
    p = np.exp(logits) / np.exp(logits).sum(-1, keepdims=True)
    gradient = (p - L.one_hot(targets, V, np.float64)) / targets.size
    for place in list(np.ndindex(logits.shape))[:12]:
        step = np.zeros_like(logits)
        step[place] = eps
        up, down = (L.cross_entropy_from_logits(logits + s, targets) for s in (step, -step))
        # Truncation is of order eps squared, rounding of order machine epsilon over eps.
        allowed = eps**2 + V * 20 * np.finfo(np.float64).eps / eps
        assert abs((up - down) / (2 * eps) - gradient[place]) <= allowed


@pytest.mark.parametrize(
    "shape, targets",
    [
        ((2, 3), [0, 1, 2]),
        ((2, 3), [[0], [1]]),
        ((2, 3), 0),
        ((3,), [0]),
        ((2, 2, 3), [0, 1, 2, 0]),
        ((0, 3), []),
        ((2, 0, 3), [[], []]),
    ],
)
def test_targets_of_another_shape_and_no_targets_are_refused(shape, targets):
    with pytest.raises(ValueError):
        L.cross_entropy_from_logits(np.zeros(shape), np.array(targets, dtype=int))


# -- the hidden tests --------------------------------------------------------------------------------


def test_a_loss_that_is_wrong_in_half_precision_only_is_told_so():
    def spoiled(logits, targets):
        return L.cross_entropy_from_logits(logits, targets) + 0.02 * (logits.dtype == np.float16)

    namespace = vars(L) | {"cross_entropy_from_logits": spoiled}
    checks = loading.suite("lookup").of("cross_entropy_from_logits")
    for check in checks:
        result = checking.run(check, Local(namespace), 1)
        assert (result.verdict == "right") == (check.name != "precision")
        assert check.name != "precision" or (not result.misconception and "half precision" in result.message)
