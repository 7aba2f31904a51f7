"""The reference solutions of `language-model`, beside PyTorch's autograd and laws that they must follow."""

import math
import os
from unittest import mock

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings, strategies as st
from reference import load
from torch import nn

from autograder.assignments.language_model import attention, block
from autograder.assignments.language_model.next_probabilities.checks import right as right_next
from autograder.assignments.language_model.table_gradient import checks as table_checks

with mock.patch.dict(os.environ, NBGRADER_EXECUTION="tests"):  # the last cell trains for seconds
    S = load("language-model")
SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.integers(1, 5)


# -- attention ---------------------------------------------------------------------------------------


@given(SEEDS, SIZES, st.integers(0, 3), SIZES, SIZES, st.lists(st.integers(1, 3), max_size=2))
@settings(max_examples=50)
def test_attention_and_its_gradients_are_autograds(seed, T, before, d, d_v, axes):
    rng, S_ = np.random.default_rng(seed), T + before
    q, k = (rng.normal(size=(*axes, n, d)) for n in (T, S_))
    v, G = (rng.normal(size=(*axes, n, d_v)) for n in (S_, T))
    tensors = [torch.tensor(a, requires_grad=True) for a in (q, k, v)]
    hidden = torch.tensor([[s > before + t for s in range(S_)] for t in range(T)])
    scores = (tensors[0] @ tensors[1].mT / math.sqrt(d)).masked_fill(hidden, -math.inf)
    want = scores.softmax(dim=-1) @ tensors[2]
    want.backward(torch.tensor(G))
    for found in (S.causal_attention(q, k, v), attention.attend(q, k, v)):
        np.testing.assert_allclose(found, want.detach().numpy(), rtol=0, atol=1e-11)
    for found in (S.causal_attention_backward(q, k, v, G), attention.attend_backward(q, k, v, G)):
        for ours, theirs in zip(found, tensors):
            np.testing.assert_allclose(ours, theirs.grad.numpy(), rtol=0, atol=1e-11)


def test_the_last_queries_alone_get_what_they_get_among_all():
    q, k, v = np.random.default_rng(0).normal(size=(3, 2, 6, 4))
    whole = S.causal_attention(q, k, v)
    for T in range(1, 7):
        np.testing.assert_allclose(S.causal_attention(q[:, -T:], k, v), whole[:, -T:], rtol=0, atol=1e-14)


def test_keys_and_values_that_are_shared_give_what_copies_give():
    q, k, v = (np.random.default_rng(0).normal(size=(n, 4, 3)) for n in (5, 1, 1))
    copies = (np.repeat(a, 5, axis=0) for a in (k, v))
    np.testing.assert_allclose(S.causal_attention(q, k, v), S.causal_attention(q, *copies), atol=1e-14)


# -- the model ---------------------------------------------------------------------------------------


def model_of(case):
    V, d, window, heads, hidden = case.sizes
    model = S.TinyLM(V, d, window, heads, hidden, dtype=torch.float64)
    assert {name: tuple(p.shape) for name, p in model.named_parameters()} == case.shapes
    with torch.no_grad():
        for name, values in case.values.items():
            getattr(model, name).copy_(torch.tensor(values))
    return model


@pytest.mark.parametrize("heads", [1, 2, 3, 6])
def test_the_model_and_its_gradients_are_what_the_checks_expect(heads):
    rng = np.random.default_rng(heads)
    case = block.draw(rng, heads=heads, B=3)
    model, upstream = model_of(case), rng.normal(size=(3, 4, 9))
    z = model(torch.tensor(case.ids))
    np.testing.assert_allclose(block.logits(case), z.detach().numpy(), rtol=0, atol=1e-11)
    z.backward(torch.tensor(upstream))
    expected = block.gradients(case, upstream)
    for name, parameter in model.named_parameters():
        np.testing.assert_allclose(expected[name], parameter.grad.numpy(), rtol=0, atol=1e-10)


def test_the_model_is_pytorchs_own_block_around_a_table():
    """Its attention is nn.MultiheadAttention with these matrices."""
    case = block.draw(np.random.default_rng(0), heads=2)
    model, p = model_of(case), {n: torch.tensor(v) for n, v in case.values.items()}
    layer = nn.MultiheadAttention(6, 2, bias=False, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.cat([p[n].T for n in ("Wq", "Wk", "Wv")]))
        layer.out_proj.weight.copy_(p["Wo"].T)
        ids = torch.tensor(case.ids)
        x = p["E"][ids] + p["P"][: ids.shape[1]]
        u = F.rms_norm(x, (6,), eps=1e-6)
        y = x + layer(u, u, u, attn_mask=torch.ones(4, 4).triu(1).bool(), need_weights=False)[0]
        h = y + F.relu(F.rms_norm(y, (6,), eps=1e-6) @ p["Wup"]) @ p["Wdown"]
        want = F.rms_norm(h, (6,), eps=1e-6) @ p["E"].T
        np.testing.assert_allclose(model(ids).numpy(), want.numpy(), rtol=0, atol=1e-12)


def test_each_prediction_depends_on_what_was_read_and_on_nothing_later():
    case = block.draw(np.random.default_rng(1), window=8, T=8)
    model, ids = model_of(case), torch.tensor(case.ids)
    whole = model(ids)
    for t in range(1, 9):
        np.testing.assert_allclose(model(ids[:, :t]).detach(), whole[:, :t].detach(), rtol=0, atol=1e-12)


def test_the_first_loss_is_that_of_guessing():
    torch.manual_seed(0)
    model, ids = S.TinyLM(1000, 64, 32, 4, 128), torch.randint(1000, (8, 33))
    loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten()).item()
    assert abs(loss - math.log(1000)) < 0.1
    for name, parameter in model.named_parameters():
        want = 0.02 if name in ("E", "P") else len(parameter) ** -0.5
        assert abs(parameter.std().item() / want - 1) < 6 / math.sqrt(2 * parameter.numel())


# -- the table's gradient ----------------------------------------------------------------------------


@given(SEEDS, SIZES, SIZES, st.integers(2, 6), SIZES, st.integers(1, 30))
@settings(max_examples=50)
def test_the_tables_gradient_is_autograds_whatever_the_parts_are(seed, B, T, V, d, at_once):
    rng = np.random.default_rng(seed)
    ids, targets = rng.integers(0, V, (2, B, T))
    E = torch.tensor(rng.normal(size=(V, d)), requires_grad=True)
    x = E[torch.tensor(ids)]
    x.retain_grad()
    h = torch.sin(x).cumsum(dim=1)
    F.cross_entropy((h @ E.T).flatten(0, 1), torch.tensor(targets).flatten()).backward()
    arguments = x.grad.numpy(), ids, h.detach().numpy(), targets, E.detach().numpy(), at_once
    for found in (S.table_gradient(*arguments), table_checks.right(*arguments)):
        np.testing.assert_allclose(found, E.grad.numpy(), rtol=0, atol=1e-12)


# -- training ----------------------------------------------------------------------------------------


class Recording(nn.Module):
    """A small model that keeps what it was given."""

    def __init__(self, V):
        super().__init__()
        torch.manual_seed(0)
        self.W, self.given = nn.Parameter(torch.randn(V, V, dtype=torch.float64)), []

    def forward(self, ids):
        self.given.append(ids)
        return 10 * self.W[ids]


@pytest.mark.parametrize("at_once", [None, 1, 3, 4, 9])
def test_a_run_is_adamw_on_the_clipped_gradient_of_the_whole_batch(at_once):
    text = torch.randperm(17)  # each id once, so that the windows tell what follows them
    follows = torch.zeros(17, dtype=torch.int64)
    follows[text] = text.roll(-1)
    model, twin = Recording(17), Recording(17)
    losses = S.train(model, text, 5, batch=7, window=4, lr=0.02, seed=3, at_once=at_once)
    assert max(map(len, model.given)) <= (at_once or 7)
    windows = torch.cat(model.given).view(5, 7, 4)
    optimizer = torch.optim.AdamW([twin.W], lr=0.02, weight_decay=0.1)
    for n, ids in enumerate(windows):
        log_p = twin(ids).log_softmax(dim=-1)
        loss = -log_p.gather(-1, follows[ids][..., None]).mean()
        assert abs(loss.item() - losses[n]) < 1e-9
        (gradient,) = torch.autograd.grad(loss, [twin.W])
        twin.W.grad = gradient * min(1.0, 1 / gradient.norm().item())
        optimizer.step()
    assert (model.W - twin.W).abs().max() < 1e-7


def test_every_window_is_drawn_and_the_seed_decides():
    text = torch.randperm(12)
    begun = []
    for seed in (0, 0, 1):
        model = Recording(12)
        torch.manual_seed(seed + len(begun))
        S.train(model, text, 2, batch=100, window=5, lr=0.1, seed=seed)
        begun.append(torch.cat(model.given)[:, 0].tolist())
    assert begun[0] == begun[1] != begun[2]
    assert set(begun[0]) == set(text[:7].tolist())


# -- writing -----------------------------------------------------------------------------------------


@given(SEEDS, st.integers(1, 30), st.floats(1e-6, 1000), st.floats(1e-6, 1), st.booleans(), st.booleans())
def test_the_nucleus_is_the_smallest_set_of_the_best_that_has_enough(
    seed, V, temperature, top_p, single, some
):
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 3, V).astype(np.float32 if single else np.float64)
    if some:
        logits[rng.integers(V) :][1::2] = -np.inf
    p = torch.softmax(torch.tensor(logits).double() / temperature, dim=0).numpy()
    found = S.next_probabilities(logits, temperature, top_p)
    assert found.dtype == np.float64 and abs(found.sum() - 1) < 1e-12
    kept = found > 0
    assert p[kept].min() >= p[~kept].max(initial=0) - 1e-15
    assert p[kept].sum() >= top_p - 1e-9
    assert kept.sum() == 1 or p[kept].sum() - p[kept].min() < top_p + 1e-9
    np.testing.assert_allclose(found[kept], p[kept] / p[kept].sum(), rtol=1e-9)
    np.testing.assert_allclose(right_next(logits, temperature, top_p), found, rtol=0, atol=1e-9)


def test_what_is_written_follows_the_last_ids_and_ends_at_stop():
    def sums(ids):
        return np.where(np.arange(11) == sum(ids) % 11, 0.0, -np.inf)

    for window in (1, 2, 5):
        text = [3, 4, 5]
        for _ in range(20):
            text.append(sum(text[-window:]) % 11)
        assert S.sample(sums, [3, 4, 5], 20, seed=0, window=window) == text[3:]
        stop = text[7]
        until = text[3 : text.index(stop, 3) + 1]
        assert S.sample(sums, [3, 4, 5], 20, seed=0, window=window, stop=stop) == until
    assert S.sample(sums, [3], 0, seed=0) == []


def test_ids_come_as_often_as_their_probabilities_say():
    p, n = np.array([0.5, 0.3, 0.2]), 4000
    ids = S.sample(lambda ids: np.log(p), [0], n, seed=1)
    often = np.bincount(ids, minlength=3) / n
    assert (np.abs(often - p) < 5 * np.sqrt(p * (1 - p) / n)).all()
    assert (
        ids
        == S.sample(lambda ids: np.log(p), [0], n, seed=1)
        != S.sample(lambda ids: np.log(p), [0], n, seed=2)
    )
