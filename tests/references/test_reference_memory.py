"""The reference solutions of `memory`: PyTorch's own count of bytes, brute force, and real optimizers."""

import itertools
import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings, strategies as st
from reference import load
from torch import nn

from autograder.sandboxed import standin

S = load("memory")
TORCH = ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int8")
SMALL, TINY, DTYPES = st.integers(1, 40), st.integers(1, 5), st.sampled_from([*TORCH, "int4"])
HUGE = st.integers(1, 2**70)
SWITCH = st.booleans()


def bytes_of(dtype, *shape):
    """Bytes of one array, independent of the solution: PyTorch's, or pairs of half bytes stored in a byte."""
    if dtype == "int4":
        halves = np.zeros(math.prod(shape) + math.prod(shape) % 2, np.uint8)
        return (halves[::2] | halves[1::2] << 4).nbytes
    return torch.empty(shape, dtype=getattr(torch, dtype), device="meta").nbytes


# -- parameters --------------------------------------------------------------------------------------


def llama(V, d, layers, heads, kv_heads, head_dim, hidden, tied):
    """A model of these sizes as PyTorch's modules, without storage."""

    def linear(into, out):
        return nn.Linear(into, out, bias=False)

    with torch.device("meta"):
        model = nn.ModuleDict({"embed": nn.Embedding(V, d), "norm": nn.RMSNorm(d), "head": linear(d, V)})
        for i in range(layers):
            sides = {"q": heads * head_dim, "k": kv_heads * head_dim, "v": kv_heads * head_dim}
            model[f"{i}"] = nn.ModuleDict(
                {name: linear(d, side) for name, side in (sides | {"gate": hidden, "up": hidden}).items()}
                | {"out": linear(heads * head_dim, d), "down": linear(hidden, d)}
                | {"before": nn.RMSNorm(d), "between": nn.RMSNorm(d)}
            )
    if tied:
        model["head"].weight = model["embed"].weight
    return model


@given(SMALL, SMALL, TINY, TINY, TINY, SMALL, SMALL, SWITCH)
@settings(max_examples=20)
def test_the_parameters_are_those_of_a_module(V, d, layers, heads, kv_heads, head_dim, hidden, tied):
    sizes = (V, d, layers, heads, kv_heads, head_dim, hidden, tied)
    model = llama(*sizes)
    total = sum(p.numel() for p in model.parameters())
    tables = sum(p.numel() for p in {model["embed"].weight, model["head"].weight})
    assert S.count_parameters(*sizes) == (total, V * d / total, tables / total)


# -- bytes -------------------------------------------------------------------------------------------


@given(SMALL, SMALL, DTYPES, SWITCH, st.one_of(st.none(), SMALL))
def test_the_bytes_of_a_table_are_those_of_its_arrays(V, d, dtype, tied, group):
    matrix = bytes_of(dtype, V, d)
    if group is not None:
        matrix += bytes_of("float16", V * len([d for _ in range(0, d, group)]))
    assert S.table_bytes(V, d, dtype, tied, group) == matrix * (1 if tied else 2)


@given(HUGE, HUGE, DTYPES)
def test_no_digit_of_a_large_table_is_lost(V, d, dtype):
    bits = {"int4": 4, "int8": 8}.get(dtype) or (16 if dtype.endswith("16") else int(dtype[-2:]))
    assert 0 <= 8 * S.table_bytes(V, d, dtype) - V * d * bits < 8


@given(SMALL, SMALL, SMALL, SMALL, st.sampled_from(TORCH), st.sampled_from(["int64", "int32"]))
def test_activations_are_three_arrays(B, T, d, V, dtype, id_dtype):
    got = S.activation_bytes(B, T, d, V, dtype, id_dtype)
    assert got.ids == bytes_of(id_dtype, B, T)
    assert got.embeddings == bytes_of(dtype, B, T, d) and got.logits == bytes_of(dtype, B, T, V)


@given(SMALL, SMALL, TINY, SMALL, st.integers(1, 2000))
def test_pieces_hold_the_largest_slice_of_the_logits(B, T, d, V, piece):
    logits = torch.empty(B * T, V, dtype=torch.bfloat16, device="meta")
    got = S.activation_bytes(B, T, d, V, piece=piece)
    assert got.logits == max(part.nbytes for part in logits.split(piece))
    assert got[:2] == S.activation_bytes(B, T, d, V)[:2]


@given(TINY, SMALL, SMALL, st.integers(1, 4), SMALL, DTYPES, st.integers(0, 5), SMALL)
def test_the_cache_is_two_arrays_a_layer(layers, heads, width, B, T, dtype, local, window):
    local = min(local, layers)
    texts = np.arange(T)
    kept = [len(texts[-window:]) if i < local else T for i in range(layers)]
    want = sum(2 * bytes_of(dtype, B, heads, tokens, width) for tokens in kept)
    got = S.kv_cache_bytes(layers, heads, width, B, T, dtype, local, window if local else None)
    assert got == want


# -- what fits ---------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 2**29), min_size=1, max_size=40), st.sampled_from([1, 0.5, 2, 1.25]))
def test_the_largest_batch_is_found_by_trying(growth, gib):
    needs = [*itertools.accumulate(growth), 2**40]  # of 1, 2, ... texts
    asked = []

    def need(B):
        asked.append(B)
        return needs[min(B, len(needs)) - 1]

    fits = [B for B, size in enumerate(needs, start=1) if size <= gib * 2**30]
    assert S.largest_batch(gib, need) == max(fits, default=0)
    assert len(asked) <= 50 and min(asked) >= 1


@given(SMALL, st.sampled_from(["float32", "bfloat16", "int8", "int4"]), SWITCH)
def test_it_finds_the_rows_of_a_table_too(d, dtype, tied):
    gib, bits = 2.0**-20, S.BITS[dtype]  # a kibibyte
    each = 1024 if tied else 512
    assert S.largest_batch(gib, lambda V: S.table_bytes(V, d, dtype, tied)) == 8 * each // (bits * d)


# -- time --------------------------------------------------------------------------------------------

AMOUNTS, RATE = st.lists(st.tuples(st.floats(0, 1e20), st.floats(0, 1e20)), min_size=1), st.floats(1e-3, 1e20)


@given(AMOUNTS, RATE, RATE)
def test_pieces_take_at_least_as_long_as_all_their_work_at_once(pieces, peak, bandwidth):
    flops, nbytes = map(list, zip(*pieces))
    seconds = S.roofline_seconds(flops, nbytes, peak, bandwidth)
    merged = S.roofline_seconds(math.fsum(flops), math.fsum(nbytes), peak, bandwidth)
    compute, move = (math.fsum(amounts) / rate for amounts, rate in ((flops, peak), (nbytes, bandwidth)))
    assert merged == max(compute, move)
    assert merged * (1 - 1e-9) <= seconds <= (compute + move) * (1 + 1e-9)


@given(AMOUNTS, RATE, RATE)
def test_a_clock_that_waits_for_both_agrees(pieces, peak, bandwidth):
    now = 0.0
    for f, n in pieces:
        computed, moved = now + f / peak, now + n / bandwidth
        now = computed if computed > moved else moved
    got = S.roofline_seconds([f for f, _ in pieces], [n for _, n in pieces], peak, bandwidth)
    assert got == pytest.approx(now, rel=1e-9)


# -- what is there -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["tied", "untied", "alias", "window", "slice", "extras"])
@pytest.mark.parametrize("dtype", ["float64", "float32", "bfloat16"])
def test_the_parameters_take_what_a_saved_file_holds(kind, dtype, tmp_path):
    """`torch.save` writes each storage once and whole: an account that knows nothing of ours."""
    V, d = 300, 70
    model, _ = S.example(V, d, kind, dtype=dtype)
    torch.save(list(model.parameters()), tmp_path / "saved.pt")
    size = (tmp_path / "saved.pt").stat().st_size
    assert 0 <= size - S.measured_bytes(model).parameters < 5_000


OPTIMIZERS = {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.1),
    "momentum": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
    "adagrad": lambda p: torch.optim.Adagrad(p, lr=0.1),
    "adam": lambda p: torch.optim.Adam(p, lr=0.1),
}


@given(st.integers(1, 50), st.sampled_from(list(OPTIMIZERS)))
@settings(max_examples=30)
def test_training_keeps_what_the_given_calculator_predicts(P, optimizer):
    weights = nn.ParameterList([torch.ones(P)])
    made = OPTIMIZERS[optimizer](weights.parameters())
    weights[0].sum().backward()
    made.step()
    found, predicted = S.measured_bytes(weights, made), S.training_bytes(P, optimizer)
    counters = 4 if optimizer in ("adagrad", "adam") else 0
    assert (found.parameters, found.gradients) == (predicted.weights, predicted.gradients)
    assert found.states == predicted.states + counters and predicted.master == 0
    mixed = S.training_bytes(P, optimizer, mixed=True)
    assert sum(predicted) == sum(mixed) and mixed == (2 * P, 2 * P, 4 * P, predicted.states)


def test_without_gradients_and_optimizer_there_is_nothing_more():
    model = nn.Sequential(nn.Embedding(9, 4), nn.BatchNorm1d(4))
    assert S.measured_bytes(model) == (4 * (36 + 8), 0, 0)
    assert S.measured_bytes(nn.ReLU()) == (0, 0, 0)


def test_a_device_changes_no_byte():
    with standin.active():
        there = S.measured_bytes(*S.example(12, 5, "untied", "bfloat16", standin.DEVICE, "Adam"))
    assert there == S.measured_bytes(*S.example(12, 5, "untied", "bfloat16", None, "Adam"))


# -- the given text of bytes -------------------------------------------------------------------------


@given(st.integers(0, 10**21), SWITCH)
def test_a_text_is_read_back(n, binary):
    step = 1024 if binary else 1000
    units = ["B", *(f"{c}{'i' if binary else ''}B" for c in ("K" if binary else "k", *"MGTP"))]
    number, unit = S.format_bytes(n, binary).split(" ")
    size = step ** units.index(unit)
    assert abs(float(number) * size - n) <= size * 0.0051 + n * 1e-15
    assert n >= size or (n == 0 and unit == "B")
    assert n < size * step or unit == units[-1]
    assert ("." in number) == (unit != "B") and len(number.partition(".")[2]) in (0, 2)
