"""The reference solutions of `lookup`: properties, PyTorch and finite differences, not the hidden tests."""

import math

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
    """Ids of which one is out of range, and V."""
    V = draw(st.integers(1, 40))
    ids = draw(hnp.arrays(np.int64, draw(shapes), elements=st.integers(0, V - 1)))
    bad = draw(st.integers(-1000, -1) | st.integers(V, V + 1000) | st.just(2**32))
    ids.reshape(-1)[draw(st.integers(0, ids.size - 1))] = bad
    return ids, V


NO_IDS = hnp.arrays(st.sampled_from([np.bool_, np.float32, np.float64, np.complex64]), SHAPES)


def numbers(V, d, dtype=np.float64, seed=0):
    return np.random.default_rng(seed).standard_normal((V, d)).astype(dtype)


# -- encode ------------------------------------------------------------------------------------------


def one_by_one(text, joins):
    """The words of the docstring, one join after the other: slow, and without a thought."""
    ids = list(text.encode() if isinstance(text, str) else text)
    while fits := [(joins[pair], k) for k, pair in enumerate(zip(ids, ids[1:])) if pair in joins]:
        new, k = min(fits)
        ids[k : k + 2] = [new]
    return ids


@st.composite
def text_and_joins(draw):
    """A text of few letters, and joins that are learned from another, listed in any order."""
    letters = st.text(st.sampled_from("ab é"), max_size=40)
    text, ids, joins = draw(letters), list(draw(letters).encode()), {}
    for new in range(256, 256 + draw(st.integers(0, 12))):
        pairs = [pair for pair in zip(ids, ids[1:]) if pair not in joins]
        if not pairs:
            break
        pair = draw(st.sampled_from(pairs))
        joins[pair] = new
        ids = one_by_one(ids, {pair: new})
    return text, dict(draw(st.permutations(list(joins.items()))))


@settings(max_examples=300)
@given(text_and_joins())
def test_encode_joins_as_the_docstring_says_one_by_one(case):
    assert L.encode(*case) == one_by_one(*case)


@given(st.text(max_size=30))
def test_encode_loses_nothing_of_any_text(text):
    joins, _ = L.trained_table()
    spelled = [bytes([i]) for i in range(256)]
    for a, b in joins:
        spelled.append(spelled[a] + spelled[b])
    assert b"".join(spelled[i] for i in L.encode(text, joins)).decode() == text
    assert L.encode(text, {}) == list(text.encode())


def test_a_word_of_the_novels_is_one_piece():
    joins, E = L.trained_table()
    (piece,) = L.encode(" Elizabeth", joins)
    assert 256 <= piece < len(E)


# -- lookup ------------------------------------------------------------------------------------------


@given(ids_and_size(), st.integers(0, 5), FLOATS)
def test_a_lookup_is_the_product_with_one_hot_vectors(case, d, dtype):
    ids, V = case
    E = numbers(V, d, dtype)
    before = ids.copy(), E.copy()
    got = L.lookup(E, ids)
    onehot = F.one_hot(torch.from_numpy(ids.astype(np.int64)), V).numpy().astype(dtype)
    assert got.dtype == dtype and got.shape == (*ids.shape, d)
    assert np.array_equal(got, onehot @ E)
    assert not np.shares_memory(got, E)
    assert np.array_equal(ids, before[0]) and np.array_equal(E, before[1])


@given(one_bad_id())
def test_an_id_out_of_range_is_refused(case):
    ids, V = case
    E = numbers(V, 2)
    for ask in (
        lambda: L.lookup(E, ids),
        lambda: L.lookup_torch(torch.from_numpy(E), torch.from_numpy(ids)),
        lambda: L.cross_entropy_from_logits(np.zeros((*ids.shape, V)), ids),
    ):
        with pytest.raises(IndexError):
            ask()


@given(NO_IDS)
def test_what_is_no_integer_is_no_id(ids):
    for ask in (
        lambda: L.lookup(numbers(3, 2), ids),
        lambda: L.lookup_torch(torch.from_numpy(numbers(3, 2)), torch.from_numpy(ids)),
    ):
        with pytest.raises(TypeError):
            ask()


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


# -- cross_entropy_from_logits -------------------------------------------------------------------------


@st.composite
def logits_and_targets(draw, dtypes=FLOATS, size=50.0):
    shape = draw(hnp.array_shapes(min_dims=0, max_dims=3, min_side=1, max_side=3))
    V, dtype = draw(st.integers(1, 30)), draw(dtypes)
    logits = draw(hnp.arrays(dtype, (*shape, V), elements=dict(min_value=-size, max_value=size)))
    targets = draw(hnp.arrays(draw(INTEGERS), shape, elements=st.integers(0, V - 1)))
    return logits, targets


def second_opinion(logits, targets):
    """PyTorch's loss and gradient in float64, positions flattened."""
    z = torch.tensor(logits, dtype=torch.float64).reshape(-1, logits.shape[-1]).requires_grad_()
    loss = F.cross_entropy(z, torch.tensor(targets.astype(np.int64)).reshape(-1))
    loss.backward()
    return loss.item(), z.grad.reshape(logits.shape).numpy()


def rounding(logits):
    """A sum of V exponentials, each of a difference of two logits, in at least float32."""
    eps = float(np.finfo(np.promote_types(logits.dtype, np.float32)).eps)
    return eps * (logits.shape[-1] + 4 + 4 * float(np.abs(logits[np.isfinite(logits)]).max(initial=0)))


def agrees(logits, targets):
    loss, gradient = L.cross_entropy_from_logits(logits, targets)
    want, slopes = second_opinion(logits, targets)
    assert type(loss) is float and abs(loss - want) <= rounding(logits)
    assert gradient.shape == logits.shape and gradient.dtype in (np.float32, np.float64)
    assert np.abs(gradient - slopes).max() <= rounding(logits)


@given(logits_and_targets())
def test_loss_and_gradient_are_pytorchs(case):
    before = case[0].copy()
    agrees(*case)
    assert np.array_equal(case[0], before)


@given(logits_and_targets(st.sampled_from([np.float32, np.float64]), 10_000.0))
def test_loss_and_gradient_are_finite_for_large_logits(case):
    agrees(*case)


@given(logits_and_targets(), st.randoms())
def test_impossible_tokens_do_not_count(case, random):
    logits, targets = case
    V = logits.shape[-1]
    mask = np.array([random.random() < 0.5 for _ in range(logits.size)]).reshape(logits.shape)
    mask &= targets[..., None] != np.arange(V)
    masked = np.where(mask, -np.inf, logits).astype(logits.dtype)
    agrees(masked, targets)
    assert not L.cross_entropy_from_logits(masked, targets)[1][mask].any()


def test_float16_logits_of_a_large_vocabulary_are_not_added_up_in_float16():
    loss, gradient = L.cross_entropy_from_logits(np.zeros((2, 100_000), np.float16), np.array([5, 99_999]))
    assert abs(loss - math.log(100_000)) <= 1e5 * np.finfo(np.float32).eps
    assert np.isclose(gradient[0, 0], 1 / 200_000, rtol=1e-4)


@settings(max_examples=20)
@given(logits_and_targets(st.just(np.float64), 3.0))
def test_the_gradient_agrees_with_central_differences_of_the_loss(case):
    logits, targets = case
    V, eps = logits.shape[-1], 1e-5
    gradient = L.cross_entropy_from_logits(logits, targets)[1]
    for place in list(np.ndindex(logits.shape))[:12]:
        step = np.zeros_like(logits)
        step[place] = eps
        up, down = (L.cross_entropy_from_logits(logits + s, targets)[0] for s in (step, -step))
        # Truncation is of order eps squared, rounding of order machine epsilon over eps.
        allowed = eps**2 + V * 20 * np.finfo(np.float64).eps / eps
        assert abs((up - down) / (2 * eps) - gradient[place]) <= allowed


# -- the hidden tests --------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [0, 1])
def test_what_is_wrong_in_half_precision_only_is_told_so(part):
    def spoiled(logits, targets):
        result = list(L.cross_entropy_from_logits(logits, targets))
        result[part] = result[part] + 0.02 * (logits.dtype == np.float16)
        return tuple(result)

    namespace = vars(L) | {"cross_entropy_from_logits": spoiled}
    for check in loading.suite("lookup").of("cross_entropy_from_logits"):
        result = checking.run(check, Local(namespace), 1)
        assert (result.verdict == "right") == (check.name != "half")
        assert check.name != "half" or (not result.misconception and "float16" in result.message)
