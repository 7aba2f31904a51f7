"""The reference solutions of `hashed-tables`: n-grams written out, published tables, autograd, slopes."""

import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings, strategies as st
from reference import load

from autograder.assignments.hashed_tables import implementations, ngrams

S = load("hashed-tables")
FILL, END = 8, 3


@st.composite
def texts(draw, most=20):
    """(ids, multipliers, primes): few pieces, so that ends are frequent; products below 2**63."""
    N, K = draw(st.integers(2, 5)), draw(st.integers(1, 3))
    ids = draw(st.lists(st.integers(0, 7), min_size=1, max_size=most))
    multipliers = draw(st.lists(st.integers(0, 2**58), min_size=N, max_size=N))
    primes = draw(
        st.lists(st.lists(st.integers(1, 2**40), min_size=K, max_size=K), min_size=N - 1, max_size=N - 1)
    )
    return np.array(ids), 2 * np.array(multipliers) + 1, np.array(primes)


def written_out(ids, multipliers, primes, fill, end):
    """Return rows from lists of pieces: a context begins with the latest end before its position."""
    rows = []
    for t in range(len(ids)):
        ends = [i for i in range(t) if ids[i] == end]
        context = [int(x) for x in ids[ends[-1] if ends else 0 : t + 1]][::-1]
        line, offset = [], 0
        for n, sizes in enumerate(primes.tolist(), 2):
            gram = (context + [fill] * n)[:n]
            mix = 0
            for piece, multiplier in zip(gram, multipliers.tolist()):
                mix ^= piece * multiplier
            for size in sizes:
                line.append(offset + mix % size)
                offset += size
        rows.append(line)
    return rows


# -- rows ----------------------------------------------------------------------------------------------


@given(texts(), st.none() | st.just(END))
def test_rows_are_those_of_the_n_grams_written_out(text, end):
    rows = S.ngram_rows(*text, FILL, end)
    assert rows.dtype == np.int64 and rows.tolist() == written_out(*text, FILL, end)


def test_an_example_that_a_published_kernel_got_wrong():
    """Tokens 7, 9, 11 behind the end 99, with the multipliers 3, 5 and 7, and the primes 101 and 103."""
    rows = S.ngram_rows(np.array([7, 9, 11]), np.array([3, 5, 7]), np.array([[101], [103]]), 99, 99)
    assert rows.tolist() == [[1, 124], [56, 136], [12, 162]]


@given(texts(), st.data())
def test_rows_depend_on_the_past_alone(text, data):
    ids, *rest = text
    t = data.draw(st.integers(0, len(ids) - 1))
    later = np.concatenate([ids[: t + 1], data.draw(st.permutations(range(8)))])
    assert np.array_equal(
        S.ngram_rows(later, *rest, FILL, END)[: t + 1], S.ngram_rows(ids, *rest, FILL, END)[: t + 1]
    )


@given(texts(), st.integers(1, 20))
def test_packed_documents_are_documents_apart_behind_an_end(text, length):
    ids, *rest = text
    ids = ids[ids != END]
    first, second = np.append(ids[:length], END), ids[length:]
    packed = S.ngram_rows(np.append(first, second), *rest, FILL, END)
    apart = S.ngram_rows(np.append(END, second), *rest, FILL, END)[1:]
    assert np.array_equal(packed[len(first) :], apart)


@given(texts())
def test_each_head_reads_its_own_part(text):
    primes = text[2].reshape(-1)
    rows, ends = S.ngram_rows(*text, FILL), np.cumsum(primes)
    assert (rows >= ends - primes).all() and (rows < ends).all()


# -- the budget -----------------------------------------------------------------------------------------


def sieve(below):
    prime = np.ones(below, bool)
    prime[:2] = False
    for q in range(2, math.isqrt(below) + 1):
        prime[q * q :: q] = False
    return np.flatnonzero(prime)


@given(st.integers(2, 3000), st.integers(1, 3), st.integers(2, 4), st.integers(1, 4), st.integers(1, 40))
@settings(max_examples=60)
def test_rows_are_sums_of_primes_in_order(size, layers, N, heads, multiple):
    primes = sieve(5000)
    taken = primes[primes >= size][: layers * (N - 1) * heads].reshape(layers, -1).sum(axis=1)
    rows, held, read = S.table_budget(size, layers, N, heads, width=3, bits=4, multiple=multiple)
    assert [-(-int(n) // multiple) * multiple for n in taken] == rows
    assert held == 2 * sum(rows) and read == 2 * layers * (N - 1) * heads


def test_published_tables():
    rows, held, read = S.table_budget(16_000_000, 2, 4, 8, 256, 8, 32)
    assert rows == [384_006_168, 384_016_682] and held == sum(rows) * 264 and read == 2 * 24 * 264
    assert S.table_budget(20_000_000, 1, 3, 8, 160, 8, multiple=128)[:2] == ([320_001_536], 51_200_245_760)


# -- learning -------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.integers(1, 4), st.integers(1, 3), st.integers(1, 4))
def test_the_change_is_that_of_a_step_on_the_table(seed, T, H, w, G):
    rng = np.random.default_rng(seed)
    rows, other = rng.integers(0, 7, (T, H)), rng.integers(0, 9, (5, G))
    upstream, table = rng.normal(size=(T, H * w)), torch.zeros(9, w, dtype=torch.float64, requires_grad=True)
    (F.embedding(torch.tensor(rows), table).flatten(1) * torch.tensor(upstream)).sum().backward()
    with torch.no_grad():
        stepped = table - 0.3 * table.grad
    want = F.embedding(torch.tensor(other), stepped).flatten(1).numpy()
    for shift in (0, 2**59):
        assert np.allclose(S.change_at(rows + shift, upstream, 0.3, other + shift), want, atol=1e-12)


def gated(h, e, W_K, W_V, root):
    """One stream, position by position, from the formulas."""
    out = np.zeros_like(h)
    for m, t in np.ndindex(h.shape[:2]):
        key, state = W_K[m] @ e[t], h[m, t]
        lengths = [math.sqrt(np.mean(x**2) + S.EPS) for x in (key, state)]
        s = key @ state / math.prod(lengths) / math.sqrt(len(state))
        s = math.copysign(math.sqrt(abs(s)), s) if root else s
        out[m, t] = W_V @ e[t] / (1 + math.exp(-s))
    return out


@pytest.mark.parametrize("root", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_the_gate_backward_is_the_slope_of_the_gate(seed, root):
    rng = np.random.default_rng(seed)
    arrays = [rng.normal(size=size) for size in ((2, 3, 4), (3, 5), (2, 4, 5), (4, 5))]
    upstream = rng.normal(size=(2, 3, 4))
    for n, gradient in enumerate(S.gate_backward(*arrays, upstream, root=root)):
        assert gradient.shape == arrays[n].shape
        for direction in rng.normal(size=(3, *gradient.shape)):
            moved = [
                [a + step * direction if i == n else a for i, a in enumerate(arrays)]
                for step in (1e-6, -1e-6)
            ]
            above, below = ((gated(*each, root) * upstream).sum() for each in moved)
            slope = (above - below) / 2e-6
            assert (gradient * direction).sum() == pytest.approx(slope, rel=1e-4, abs=1e-6)


# -- shards ---------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32 - 1), st.lists(st.integers(1, 5), min_size=1, max_size=4), st.booleans())
def test_shards_together_are_the_lookup_and_its_gradient(seed, sizes, padded):
    rng = np.random.default_rng(seed)
    table = torch.tensor(rng.normal(size=(sum(sizes), 2)), requires_grad=True)
    rows = torch.tensor(rng.integers(0, sum(sizes), (2, 6)))
    upstream = torch.tensor(rng.normal(size=(2, 6, 2)))
    padding = int(rng.integers(sum(sizes))) if padded else None
    F.embedding(rows, table, padding_idx=padding).backward(upstream)
    shards = [part.detach().clone().requires_grad_() for part in table.split(sizes)]
    firsts = np.cumsum(sizes) - sizes
    read = sum(S.shard_rows(shard, int(first), rows, padding) for shard, first in zip(shards, firsts))
    assert torch.equal(read, F.embedding(rows, table))
    read.backward(upstream)
    assert torch.allclose(torch.cat([shard.grad for shard in shards]), table.grad, atol=1e-12)


# -- what is caught -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", implementations.RIGHT)
@given(text=texts(), end=st.none() | st.just(END))
@settings(max_examples=30)
def test_what_is_handed_out_as_right_is_right(name, text, end):
    assert implementations.RIGHT[name](*text, FILL, end).tolist() == written_out(*text, FILL, end)


@pytest.mark.parametrize("name", implementations.RIGHT)
def test_right_implementations_are_accepted(name):
    assert S.is_right(implementations.RIGHT[name]) is True


WRONG = [
    (key, n)
    for kind in implementations.WRONG.values()
    for key, forms in kind.items()
    for n in range(len(forms))
]


@pytest.mark.parametrize("key, n", WRONG)
def test_wrong_implementations_are_caught(key, n):
    (forms,) = [kind[key] for kind in implementations.WRONG.values() if key in kind]
    assert S.is_right(forms[n]) is False


@pytest.mark.parametrize("mistake", ngrams.FAULTS)
def test_each_mistake_of_a_check_leads_elsewhere(mistake):
    """On a text with large numbers, several orders, heads and documents."""
    rng = np.random.default_rng(0)
    ids, multipliers = rng.integers(0, 8, 60), 2 * rng.integers(2**56, 2**58, 4) + 1
    case = ngrams.Case(ids, multipliers, rng.integers(2**38, 2**39, (3, 2)), FILL, END)
    right = S.ngram_rows(*case)
    for form in ngrams.FAULTS[mistake]:
        assert not np.array_equal(form(*case), right)
