"""The reference solutions of `word2vec`: properties, PyTorch's autograd, finite differences, brute force."""

from fractions import Fraction

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import assume, given, settings, strategies as st
from hypothesis.extra import numpy as hnp
from reference import load

from autograder.checks import checking, loading
from autograder.checks.student import Local

S = load("word2vec")
EPS = np.finfo(np.float64).eps
MODERATE = st.floats(-3, 3)
FEW = settings(max_examples=15)
SOME = settings(max_examples=40)
NARROW = hnp.integer_dtypes() | hnp.unsigned_integer_dtypes()


def slope(f, x, eps=1e-6):
    """Central differences of f at x, entry by entry."""
    out = np.zeros_like(x)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += eps
        down[i] -= eps
        out[i] = (f(up) - f(down)) / (2 * eps)
    return out


def leaf(array):
    return torch.tensor(array, requires_grad=True)


# -- pairs -------------------------------------------------------------------------------------------


@given(hnp.arrays(NARROW, st.integers(0, 9), elements=st.integers(0, 100)), st.integers(1, 12))
@SOME
def test_pairs_are_all_positions_within_the_window_in_order(ids, window):
    places = [(i, j) for i in range(len(ids)) for j in range(len(ids)) if 0 < abs(i - j) <= window]
    pairs = S.skipgram_pairs(ids, window)
    assert pairs.dtype == np.int64 and pairs.shape == (len(places), 2)
    assert pairs.tolist() == [[int(ids[i]), int(ids[j])] for i, j in places]


@given(st.integers(0, 20), st.integers(1, 8))
@SOME
def test_the_number_of_pairs_and_their_mirror_images(n, window):
    pairs = S.skipgram_pairs(np.arange(n), window)
    assert len(pairs) == sum(2 * (n - step) for step in range(1, window + 1) if step < n)
    assert sorted(map(tuple, pairs)) == sorted(map(tuple, pairs[:, ::-1]))


# -- the mean of a context -------------------------------------------------------------------------------


@st.composite
def contexts(draw):
    """(E, contexts, mask) where every example keeps a slot."""
    V, d, n, w = (draw(st.integers(1, 5)) for _ in "Vdnw")
    E = draw(hnp.arrays(np.float64, (V, d), elements=MODERATE))
    ids = draw(hnp.arrays(draw(NARROW), (n, w), elements=st.integers(0, V - 1)))
    mask = draw(hnp.arrays(bool, (n, w)))
    mask[:, draw(st.integers(0, w - 1))] = True
    return E, ids, mask


@given(contexts())
@SOME
def test_each_mean_is_that_of_the_rows_kept(case):
    E, ids, mask = case
    out = S.cbow_mean(E, ids, mask)
    for i in range(len(ids)):
        rows = [E[int(c)] for c, keep in zip(ids[i], mask[i]) if keep]
        assert np.abs(out[i] - np.mean(rows, axis=0)).max() <= 20 * EPS * 3


@given(contexts())
@SOME
def test_the_mean_and_its_gradient_are_those_of_embedding_bag(case):
    E, ids, mask = case
    weight, flat = leaf(E), torch.tensor(ids[mask].astype(np.int64))
    starts = np.concatenate([[0], np.cumsum(mask.sum(axis=1))[:-1]])
    out = F.embedding_bag(flat, weight, torch.tensor(starts), mode="mean")
    grad = np.random.default_rng(0).normal(size=out.shape)
    out.backward(torch.tensor(grad))
    assert np.abs(S.cbow_mean(E, ids, mask) - out.detach().numpy()).max() <= 100 * EPS
    got = S.cbow_mean_backward(grad, ids, mask, len(E))
    assert np.abs(got - weight.grad.numpy()).max() <= 1e3 * EPS


@given(contexts())
@SOME
def test_the_mean_and_its_gradient_are_transposes(case):
    E, ids, mask = case
    grad = np.random.default_rng(1).normal(size=(len(ids), E.shape[1]))
    left = np.sum(S.cbow_mean(E, ids, mask) * grad)
    right = np.sum(E * S.cbow_mean_backward(grad, ids, mask, len(E)))
    assert abs(left - right) <= 1e4 * EPS


@given(contexts())
@SOME
def test_what_an_empty_slot_holds_changes_nothing(case):
    E, ids, mask = case
    other = np.where(mask, ids, len(E) - 1 - ids)
    assert np.array_equal(S.cbow_mean(E, ids, mask), S.cbow_mean(E, other, mask))


# -- noise -----------------------------------------------------------------------------------


@given(hnp.arrays(np.int64, st.integers(1, 8), elements=st.integers(0, 10**6)), st.floats(0, 3))
@SOME
def test_noise_is_a_distribution_over_the_words_seen(counts, power):
    assume(counts.any())
    p = S.noise_distribution(counts, power)
    assert p.dtype == np.float64 and abs(p.sum() - 1) <= 20 * EPS
    assert np.array_equal(p > 0, counts > 0)
    seen = np.flatnonzero(counts)
    for i in seen:
        assert abs(p[i] * counts[seen[0]] ** power - p[seen[0]] * float(counts[i]) ** power) <= (
            1e3 * EPS * float(counts.max()) ** power
        )


@given(hnp.arrays(np.int64, st.integers(1, 6), elements=st.integers(0, 1000)))
@SOME
def test_power_one_gives_the_shares(counts):
    assume(counts.any())
    shares = [float(Fraction(int(c), int(counts.sum()))) for c in counts]
    assert np.abs(S.noise_distribution(counts, 1) - shares).max() <= 4 * EPS


@given(hnp.arrays(np.int64, st.integers(2, 8), elements=st.integers(1, 10**6)))
@SOME
def test_a_power_below_one_takes_from_the_frequent_and_gives_to_the_rare(counts):
    plain, flatter = S.noise_distribution(counts, 1), S.noise_distribution(counts)
    assert flatter[counts.argmax()] <= plain[counts.argmax()] + 8 * EPS
    assert flatter[counts.argmin()] >= plain[counts.argmin()] - 8 * EPS


# -- the loss ----------------------------------------------------------------------------------------------


@st.composite
def examples(draw, elements=MODERATE):
    n, k, d = draw(st.integers(1, 4)), draw(st.integers(0, 3)), draw(st.integers(1, 4))
    return tuple(draw(hnp.arrays(np.float64, s, elements=elements)) for s in ((n, d), (n, d), (n, k, d)))


@given(examples())
@SOME
def test_loss_and_gradients_are_autograds(case):
    v, u, N = leaves = [leaf(a) for a in case]
    loss = -(F.logsigmoid((u * v).sum(1)) + F.logsigmoid(-(N * v[:, None]).sum(2)).sum(1)).mean()
    loss.backward()
    got = S.sgns_loss_and_gradients(*case)
    assert isinstance(got.loss, float) and abs(got.loss - loss.item()) <= 1e3 * EPS
    for mine, want in zip(got[1:], leaves):
        assert mine.shape == want.shape and np.abs(mine - want.grad.numpy()).max(initial=0) <= 1e3 * EPS


@given(examples())
@FEW
def test_the_gradients_are_the_slopes_of_the_loss(case):
    got = S.sgns_loss_and_gradients(*case)
    for place in range(3):

        def loss(x):
            return S.sgns_loss_and_gradients(*case[:place], x, *case[place + 1 :]).loss

        assert np.abs(got[1 + place] - slope(loss, case[place])).max(initial=0) < 1e-7


@given(examples(st.floats(-100, 100)))
@SOME
def test_the_loss_is_that_of_a_binary_classifier(case):
    """Each score is a logit, with the label one for contexts and zero for negatives."""
    v, u, N = (torch.tensor(a) for a in case)
    scores = torch.cat([(u * v).sum(1, keepdim=True), (N * v[:, None]).sum(2)], dim=1)
    labels = torch.zeros_like(scores)
    labels[:, 0] = 1
    want = F.binary_cross_entropy_with_logits(scores, labels, reduction="sum") / len(v)
    assert abs(S.sgns_loss_and_gradients(*case).loss - want.item()) <= 1e-10


@given(st.floats(1e2, 1e4))
@SOME
def test_large_scores_stay_finite(size):
    one = np.array([[size]])
    got = S.sgns_loss_and_gradients(one, -np.ones((1, 1)), np.ones((1, 1, 1)))
    assert abs(got.loss - 2 * size) <= 1e-9 * size
    assert np.allclose(got.d_context, -size) and np.allclose(got.d_negative, size)
    assert S.sgns_loss_and_gradients(one, np.ones((1, 1)), -np.ones((1, 1, 1))).loss < 1e-40


# -- training -----------------------------------------------------------------------------------


def trained(pairs, V, d, seed=0, **how):
    settings = dict(steps=1, batch=4, negatives=2, lr=0.5, noise=np.full(V, 1 / V)) | how
    return S.train_sgns(pairs, V, d, rng=np.random.default_rng(seed), **settings)


@given(st.integers(1, 6), st.integers(1, 3), st.integers(1, 4), st.integers(0, 99))
@FEW
def test_the_batch_does_not_matter_where_it_holds_one_pair(batch, negatives, steps, seed):
    noise = np.array([0.0, 0.0, 1.0])
    how = dict(seed=seed, steps=steps, negatives=negatives, noise=noise)
    one = trained(np.array([[0, 1]]), 3, 4, batch=1, **how)
    many = trained(np.array([[0, 1]]), 3, 4, batch=batch, **how)
    assert np.allclose(one, many, rtol=1e-10, atol=1e-14)


def test_steps_are_those_of_autograd():
    """One pair and one possible negative: the tables follow gradient descent by autograd on the same loss."""
    noise, pair = np.array([0.0, 0.0, 1.0, 0.0]), np.array([[0, 1]])
    start = trained(pair, 4, 3, steps=0, noise=noise)
    E_in, E_out = leaf(start[0]), leaf(start[1])
    for _ in range(6):
        v = E_in[0]
        loss = -F.logsigmoid(E_out[1] @ v) - 2 * F.logsigmoid(-E_out[2] @ v)
        grads = torch.autograd.grad(loss, (E_in, E_out))
        E_in, E_out = (leaf((E - 0.5 * g).detach().numpy()) for E, g in zip((E_in, E_out), grads))
    got = trained(pair, 4, 3, steps=6, noise=noise)
    assert np.allclose(got[0], E_in.detach().numpy(), rtol=1e-10, atol=1e-14)
    assert np.allclose(got[1], E_out.detach().numpy(), rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("seed", range(4))
def test_rows_that_nobody_drew_stay(seed):
    pairs, noise = np.array([[0, 1], [2, 3]]), np.array([0, 0, 0, 0, 0.5, 0.5, 0])
    start, end = (trained(pairs, 7, 3, seed=seed, steps=steps, noise=noise) for steps in (0, 20))
    assert np.array_equal(start[0][[1, 3, 4, 5, 6]], end[0][[1, 3, 4, 5, 6]])
    assert not end[1][[0, 2, 6]].any() and end[1][[1, 3, 4, 5]].any(axis=1).all()


def test_words_with_the_same_contexts_come_together():
    pairs = np.array([[0, 4], [0, 5], [1, 4], [1, 5], [2, 6], [2, 7], [3, 6], [3, 7]])
    noise = np.repeat([0.0, 0.25], 4)
    E_in, _ = trained(pairs, 8, 6, steps=150, batch=32, negatives=3, lr=1.0, noise=noise)
    assert [int(S.nearest(E_in[:4], i, 1)[0]) for i in range(4)] == [1, 0, 3, 2]


def test_the_check_of_what_is_learned_leaves_room():
    """What the hidden test asks for is reached by far, whatever is drawn."""
    check = next(c for c in loading.suite("word2vec").checks if c.id == "train_sgns.learns")
    for seed in range(30):
        assert checking.run(check, Local(vars(S)), seed).verdict == "right"


# -- neighbours -----------------------------------------------------------------------------------


@given(
    hnp.arrays(np.float64, st.tuples(st.integers(1, 7), st.integers(1, 3)), elements=st.integers(-2, 2)),
    st.data(),
)
@SOME
def test_neighbours_are_those_of_pairwise_cosines(E, data):
    i, k = data.draw(st.integers(0, len(E) - 1)), data.draw(st.integers(1, 9))
    got = S.nearest(E, i, k)
    assert got.dtype == np.int64 and len(got) == min(k, len(E) - 1) and i not in got
    cosine = [float(F.cosine_similarity(*torch.tensor(E[[i, j]]), dim=0)) for j in range(len(E))]
    rest = [j for j in range(len(E)) if j != i and j not in got]
    kept = [cosine[j] for j in got]
    assert all(a >= b - 1e-12 for a, b in zip(kept, kept[1:]))
    assert all(cosine[j] <= min(kept) + 1e-12 for j in rest)


@given(st.integers(2, 40), st.integers(0, 39))
@SOME
def test_equal_cosines_keep_the_order_of_ids(V, i):
    i = i % V
    assert S.nearest(np.ones((V, 3)), i, V).tolist() == [j for j in range(V) if j != i]
    assert S.nearest(np.zeros((V, 3)), i, V).tolist() == [j for j in range(V) if j != i]


def test_lengths_do_not_matter():
    rng = np.random.default_rng(2)
    E = rng.normal(size=(30, 5))
    scaled = E * 2.0 ** rng.integers(-20, 20, (30, 1))
    assert all(np.array_equal(S.nearest(E, i), S.nearest(scaled, i)) for i in range(30))


# -- the hidden tests, with answers that nobody writes -----------------------------------------------


def judged(function, **replaced):
    """The results of a function's checks for the reference with something replaced."""
    namespace = vars(S) | replaced
    suite = loading.suite("word2vec")
    return [checking.run(c, Local(namespace), 5) for c in suite.of(function)]


def test_a_mistake_in_the_loss_reaches_the_training(monkeypatch):
    def halved(center, context, negative):
        loss, *gradients = S.sgns_loss_and_gradients(center, context, negative)
        return S.SGNS(loss, *(g / 2 for g in gradients))

    monkeypatch.setitem(S.train_sgns.__globals__, "sgns_loss_and_gradients", halved)
    results = judged("train_sgns")
    assert {r.check for r in results if r.verdict == "wrong"} >= {"train_sgns.steps", "train_sgns.draws"}
    assert {r.misconception for r in results} == {None}
