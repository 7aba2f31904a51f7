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
def test_pairs_are_all_places_within_the_window_in_order(ids, window):
    places = [(i, j) for i in range(len(ids)) for j in range(len(ids)) if 0 < abs(i - j) <= window]
    pairs = S.skipgram_pairs(ids, window)
    assert pairs.shape == (len(places), 2)
    assert pairs.tolist() == [[int(ids[i]), int(ids[j])] for i, j in places]


@given(st.integers(0, 20), st.integers(1, 8))
@SOME
def test_the_number_of_pairs_and_their_mirror_images(n, window):
    pairs = S.skipgram_pairs(np.arange(n), window)
    assert len(pairs) == sum(2 * (n - step) for step in range(1, window + 1) if step < n)
    assert sorted(map(tuple, pairs)) == sorted(map(tuple, pairs[:, ::-1]))


@given(
    st.lists(st.tuples(st.integers(0, 4), st.floats(0, 1)), max_size=12),
    st.integers(1, 4),
    st.fractions(Fraction(1, 100), 2),
)
@SOME
def test_a_thinned_text_is_the_text_without_the_words_that_go(text, window, threshold):
    """Squares of exact fractions in place of roots, and the pairs of what is left."""
    ids = [word for word, _ in text]
    stays = []
    for word, draw in text:
        chance = threshold * len(ids) / ids.count(word)  # the square of the probability
        assume(abs(Fraction(draw) ** 2 - chance) > Fraction(1, 10**9))
        stays.append(Fraction(draw) ** 2 < chance)
    left = np.array([word for word, stay in zip(ids, stays) if stay], dtype=int)
    draws = np.array([draw for _, draw in text])
    got = S.skipgram_pairs(np.array(ids, dtype=int), window, float(threshold), draws)
    assert np.array_equal(got, S.skipgram_pairs(left, window))


def test_words_stay_as_often_as_the_program_wants():
    """A word with the share f stays with probability √(t / f), or always."""
    rng = np.random.default_rng(0)
    counts = np.array([600, 300, 100])
    pairs = S.skipgram_pairs(np.repeat([0, 1, 2], counts), 1000, 0.15, rng.random(1000))
    left = round((1 + np.sqrt(1 + 4 * len(pairs))) / 2)  # so many words have left * (left - 1) pairs
    stayed = np.bincount(pairs[:, 0]) / (left - 1)
    assert np.abs(stayed / counts - [0.5, np.sqrt(0.5), 1]).max() < 0.1


# -- the weighted mean of a context ----------------------------------------------------------------------


@st.composite
def contexts(draw):
    """(E, contexts, weights) where every example has some weight."""
    V, d, n, w = (draw(st.integers(1, 5)) for _ in "Vdnw")
    E = draw(hnp.arrays(np.float64, (V, d), elements=MODERATE))
    ids = draw(hnp.arrays(draw(NARROW), (n, w), elements=st.integers(0, V - 1)))
    weights = draw(hnp.arrays(np.float64, (n, w), elements=st.sampled_from([0.0, 0.25, 1.0, 3.0])))
    weights[:, draw(st.integers(0, w - 1))] += 0.5
    return E, ids, weights


@given(contexts())
@SOME
def test_the_gradients_of_the_mean_are_autograds(case):
    E, ids, weights = case
    table, w = leaf(E), leaf(weights)
    out = (w[:, :, None] * table[torch.tensor(ids.astype(np.int64))]).sum(1) / w.sum(1, keepdim=True)
    grad = np.random.default_rng(0).normal(size=out.shape)
    out.backward(torch.tensor(grad))
    assert np.abs(S.cbow_mean(E, ids, weights) - out.detach().numpy()).max() <= 100 * EPS
    dE, d_weights = S.cbow_mean_backward(grad, E, ids, weights)
    assert np.abs(dE - table.grad.numpy()).max() <= 1e3 * EPS
    assert np.abs(d_weights - w.grad.numpy()).max() <= 1e4 * EPS


@given(contexts())
@SOME
def test_masks_are_the_mean_of_embedding_bag(case):
    E, ids, weights = case
    mask = weights > 0
    weight, flat = leaf(E), torch.tensor(ids[mask].astype(np.int64))
    starts = np.concatenate([[0], np.cumsum(mask.sum(axis=1))[:-1]])
    out = F.embedding_bag(flat, weight, torch.tensor(starts), mode="mean")
    grad = np.random.default_rng(0).normal(size=out.shape)
    out.backward(torch.tensor(grad))
    got, _ = S.cbow_mean_backward(grad, E, ids, mask.astype(float))
    assert np.abs(got - weight.grad.numpy()).max() <= 1e3 * EPS


@given(contexts())
@SOME
def test_the_weights_of_an_example_count_in_proportion(case):
    """A mean does not change if all its weights grow alike, so the gradient has no part along the weights."""
    E, ids, weights = case
    grad = np.random.default_rng(1).normal(size=(len(ids), E.shape[1]))
    _, d_weights = S.cbow_mean_backward(grad, E, ids, weights)
    assert np.abs((d_weights * weights).sum(axis=1)).max() <= 1e4 * EPS


# -- noise -----------------------------------------------------------------------------------


@given(hnp.arrays(np.int64, st.integers(1, 8), elements=st.integers(0, 10**12)), st.floats(-1000, 1000))
@SOME
def test_noise_is_a_softmax_of_logarithms_over_the_words_seen(counts, power):
    assume(counts.any())
    p, seen = S.noise_distribution(counts, power), counts > 0
    assert abs(p.sum() - 1) <= 20 * EPS and not p[~seen].any()
    logs = torch.tensor(counts[seen].astype(np.float64)).log()
    want = torch.softmax(power * (logs - logs.max()), dim=0).numpy()
    assert np.abs(p[seen] - want).max() <= 1e-9 * want.max()


@given(hnp.arrays(np.int64, st.integers(1, 6), elements=st.integers(0, 50)), st.integers(-30, 30))
@SOME
def test_whole_powers_give_exact_fractions(counts, power):
    assume(counts.any())
    powers = [Fraction(int(c)) ** power if c else Fraction(0) for c in counts]
    want = [float(x / sum(powers)) for x in powers]
    assert np.abs(S.noise_distribution(counts, power) - want).max() <= 1e3 * EPS


@given(hnp.arrays(np.int64, st.integers(2, 8), elements=st.integers(1, 10**6)))
@SOME
def test_a_power_below_one_takes_from_the_frequent_and_gives_to_the_rare(counts):
    plain, flatter = S.noise_distribution(counts, 1), S.noise_distribution(counts)
    assert flatter[counts.argmax()] <= plain[counts.argmax()] + 8 * EPS
    assert flatter[counts.argmin()] >= plain[counts.argmin()] - 8 * EPS


# -- the loss ----------------------------------------------------------------------------------------------


@st.composite
def batches(draw, elements=MODERATE):
    """Two tables and ids; in a small vocabulary negatives are often the context."""
    V, n, k, d = (draw(st.integers(1, most)) for most in (5, 4, 3, 3))
    tables = [draw(hnp.arrays(np.float64, (V, d), elements=elements)) for _ in "io"]
    return *tables, *(draw(hnp.arrays(np.int64, s, elements=st.integers(0, V - 1))) for s in (n, n, (n, k)))


def term_by_term(E_in, E_out, center, context, negative):
    """Return the loss of tensors, word by word."""
    loss = 0.0
    for c, o, drawn in zip(center, context, negative):
        loss = loss - F.logsigmoid(E_out[o] @ E_in[c])
        for j in drawn:
            if j != o:
                loss = loss - F.logsigmoid(-E_out[j] @ E_in[c])
    return loss / len(center)


@given(batches())
@SOME
def test_loss_and_gradients_are_autograds(case):
    tables = [leaf(a) for a in case[:2]]
    loss = term_by_term(*tables, *case[2:])
    loss.backward()
    got = S.sgns_loss_and_gradients(*case)
    assert isinstance(got.loss, float) and abs(got.loss - loss.item()) <= 1e3 * EPS
    for mine, want in zip(got[1:], tables):
        assert mine.shape == want.shape and np.abs(mine - want.grad.numpy()).max() <= 1e3 * EPS


@given(batches())
@FEW
def test_the_gradients_are_the_slopes_of_the_loss(case):
    got = S.sgns_loss_and_gradients(*case)
    for place in range(2):

        def loss(x):
            return S.sgns_loss_and_gradients(*case[:place], x, *case[place + 1 :]).loss

        assert np.abs(got[1 + place] - slope(loss, case[place])).max() < 1e-7


@given(batches(st.floats(-100, 100)))
@SOME
def test_the_loss_is_that_of_a_binary_classifier(case):
    """Each score is a logit, with the label one for contexts and zero for negatives, and a weight."""
    E_in, E_out, center, context, negative = case
    words = np.concatenate([context[:, None], negative], axis=1)
    scores = torch.tensor(np.einsum("nkd,nd->nk", E_out[words], E_in[center]))
    labels, weight = torch.zeros_like(scores), torch.tensor(words != context[:, None]).double()
    labels[:, 0] = weight[:, 0] = 1
    want = F.binary_cross_entropy_with_logits(scores, labels, weight, reduction="sum") / len(center)
    got = S.sgns_loss_and_gradients(*case).loss
    assert abs(got - want.item()) <= 1e-12 * max(1, want.item())


@given(st.floats(1e2, 1e4))
@SOME
def test_large_scores_stay_finite(size):
    far, near = np.array([[size], [0.0]]), np.array([[-1.0], [1.0]])
    batch = np.array([0]), np.array([0]), np.array([[1]])
    got = S.sgns_loss_and_gradients(far, near, *batch)
    assert abs(got.loss - 2 * size) <= 1e-9 * size
    assert np.allclose(got.d_out, [[-size], [size]])
    assert S.sgns_loss_and_gradients(far, -near, *batch).loss < 1e-40


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


def test_steps_are_those_of_an_optimizer_with_a_schedule():
    """One pair and one possible negative: the tables follow `SGD` with a linear schedule on the same loss."""
    noise, pair, steps = np.array([0.0, 0.0, 1.0, 0.0]), np.array([[0, 1]]), 6
    E_in, E_out = (leaf(table) for table in trained(pair, 4, 3, steps=0, noise=noise))
    optimizer = torch.optim.SGD([E_in, E_out], lr=0.5)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, total_iters=steps)
    for _ in range(steps):
        optimizer.zero_grad()
        term_by_term(E_in, E_out, [0], [1], [[2, 2]]).backward()
        optimizer.step()
        schedule.step()
    got = trained(pair, 4, 3, steps=steps, noise=noise)
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
    E_in, _ = trained(pairs, 8, 6, steps=300, batch=32, negatives=3, lr=1.0, noise=noise)
    assert [int(S.nearest(E_in[:4], i, 1)[0]) for i in range(4)] == [1, 0, 3, 2]


def test_scores_go_where_the_theorem_says():
    """With rows as long as the vocabulary, the score of a pair tends to the logarithm of read over drawn."""
    pairs = np.array([[0, 2]] * 3 + [[0, 3], [1, 2]] + [[1, 3]] * 3)
    noise = np.array([0.0, 0.0, 0.5, 0.5])
    E_in, E_out = trained(pairs, 4, 4, steps=4000, batch=64, negatives=1, lr=1.0, noise=noise)
    # A negative that is the context is left out: context c is drawn for w where w's pair has another one.
    read = np.array([[3.0, 1], [1, 3]])
    drawn = 0.5 * (read.sum(axis=1, keepdims=True) - read)
    assert np.abs(E_in[:2] @ E_out[2:].T - np.log(read / drawn)).max() < 0.2


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
    some = data.draw(st.none() | st.permutations(range(len(E))))
    among = None if some is None else np.array(some[: data.draw(st.integers(0, len(E)))], dtype=int)
    part = [j for j in range(len(E)) if j != i and (among is None or j in among)]
    got = S.nearest(E, i, k, among)
    assert len(got) == min(k, len(part)) and set(got.tolist()) <= set(part)
    cosine = [float(F.cosine_similarity(*torch.tensor(E[[i, j]]), dim=0)) for j in range(len(E))]
    rest = [j for j in part if j not in got]
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


def test_a_mistake_in_the_loss_is_told_where_it_belongs(monkeypatch):
    def halved(*case):
        loss, *gradients = S.sgns_loss_and_gradients(*case)
        return S.SGNS(loss, *(g / 2 for g in gradients))

    monkeypatch.setitem(S.train_sgns.__globals__, "sgns_loss_and_gradients", halved)
    suite, namespace = loading.suite("word2vec"), S.train_sgns.__globals__
    results = [checking.run(c, Local(namespace), 5) for c in suite.of("train_sgns")]
    assert {r.check for r in results if r.verdict == "wrong"} >= {"train_sgns.steps", "train_sgns.draws"}
    assert {r.misconception for r in results if r.verdict == "wrong"} == {"mend-loss-first"}
