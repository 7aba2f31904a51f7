"""The reference solutions of `memory`: PyTorch's own count of bytes, brute force, and real optimizers."""

import math
from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import given, settings, strategies as st
from reference import load
from torch import nn

from autograder.sandboxed import standin

S = load("memory")
TORCH = ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int8")
SMALL, DTYPES = st.integers(1, 40), st.sampled_from([*TORCH, "int4"])
HUGE = st.integers(1, 2**70)
SWITCH = st.booleans()


def bytes_of(dtype, *shape):
    """Bytes of one array, independent of the solution: PyTorch's, or pairs of half bytes stored in a byte."""
    if dtype == "int4":
        halves = np.zeros(math.prod(shape) + math.prod(shape) % 2, np.uint8)
        return (halves[::2] | halves[1::2] << 4).nbytes
    return torch.empty(shape, dtype=getattr(torch, dtype), device="meta").nbytes


# -- tables ------------------------------------------------------------------------------------------


@given(SMALL, SMALL, SWITCH, st.integers(0, 9), st.integers(0, 3), SWITCH)
@settings(max_examples=30)
def test_the_parameters_are_those_of_a_module(V, d, tied, positions, segments, bias):
    with torch.device("meta"):
        model = nn.ModuleDict({"embed": nn.Embedding(V, d), "head": nn.Linear(d, V, bias=bias)})
        if positions:
            model["positions"] = nn.Embedding(positions, d)
        if segments:
            model["segments"] = nn.Embedding(segments, d)
    if tied:
        model["head"].weight = model["embed"].weight
    count = S.embedding_parameters(V, d, tied=tied, positions=positions, segments=segments, output_bias=bias)
    assert count == sum(p.numel() for p in model.parameters())


@given(HUGE, HUGE, SWITCH, HUGE)
def test_shares_are_exact_fractions_rounded_once(V, d, tied, rest):
    stored = S.embedding_parameters(V, d, tied=tied)
    total = stored + rest
    got = S.embedding_share(V, d, total, tied)
    assert got == (float(Fraction(V * d, total)), float(Fraction(stored, total)))


@given(SMALL, SMALL, DTYPES, SWITCH)
def test_the_bytes_of_a_table_are_those_of_its_arrays(V, d, dtype, tied):
    assert S.table_bytes(V, d, dtype, tied) == bytes_of(dtype, V, d) * (1 if tied else 2)


@given(HUGE, HUGE, DTYPES)
def test_no_digit_of_a_large_table_is_lost(V, d, dtype):
    bits = {"int4": 4, "int8": 8}.get(dtype) or (16 if dtype.endswith("16") else int(dtype[-2:]))
    assert 0 <= 8 * S.table_bytes(V, d, dtype) - V * d * bits < 8


# -- text --------------------------------------------------------------------------------------------


@given(st.integers(0, 10**21), SWITCH)
def test_a_text_is_read_back(n, binary):
    step = 1024 if binary else 1000
    units = ["B", *(f"{c}{'i' if binary else ''}B" for c in ("K" if binary else "k", *"MGTP"))]
    number, unit = S.format_bytes(n, binary).split(" ")
    size = step ** units.index(unit)
    assert abs(Fraction(number) * size - n) <= Fraction(size, 200) * (1 + Fraction(1, 2**20))
    assert n >= size or (n == 0 and unit == "B")
    assert n < size * step or unit == units[-1]
    assert ("." in number) == (unit != "B") and len(number.partition(".")[2]) in (0, 2)


# -- a batch -----------------------------------------------------------------------------------------


@given(SMALL, SMALL, SMALL, SMALL, DTYPES, st.sampled_from(["int64", "int32"]))
def test_activations_are_three_arrays(B, T, d, V, dtype, id_dtype):
    got = S.activation_bytes(B, T, d, V, dtype, id_dtype)
    assert got.ids == bytes_of(id_dtype, B, T)
    assert got.embeddings == bytes_of(dtype, B, T, d) and got.logits == bytes_of(dtype, B, T, V)


@given(st.integers(1, 5), SMALL, SMALL, st.integers(1, 4), SMALL, DTYPES)
def test_the_cache_is_two_arrays_a_layer(layers, heads, width, B, T, dtype):
    one = bytes_of(dtype, B, heads, T, width)
    assert S.kv_cache_bytes(layers, heads, width, B, T, dtype) == sum([one] * (2 * layers))


# -- training ----------------------------------------------------------------------------------------

OPTIMIZERS = {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.1),
    "momentum": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
    "adagrad": lambda p: torch.optim.Adagrad(p, lr=0.1),
    "adam": lambda p: torch.optim.Adam(p, lr=0.1),
}


@given(st.integers(1, 50), st.sampled_from(list(OPTIMIZERS)))
@settings(max_examples=30)
def test_training_keeps_what_is_predicted(P, optimizer):
    weights = nn.ParameterList([torch.ones(P)])
    made = OPTIMIZERS[optimizer](weights.parameters())
    weights[0].sum().backward()
    made.step()
    found, predicted = S.measured_bytes(weights, made), S.training_bytes(P, optimizer)
    counters = 4 if optimizer in ("adagrad", "adam") else 0
    assert (found.parameters, found.gradients) == (predicted.weights, predicted.gradients)
    assert found.states == predicted.states + counters and predicted.master == 0


@given(HUGE, st.sampled_from(list(OPTIMIZERS)))
def test_mixed_precision_moves_bytes_and_saves_none(P, optimizer):
    plain, mixed = S.training_bytes(P, optimizer), S.training_bytes(P, optimizer, mixed=True)
    assert sum(plain) == sum(mixed) and plain.states == mixed.states
    assert (mixed.weights, mixed.gradients, mixed.master) == (2 * P, 2 * P, 4 * P)


def test_adams_counter_is_four_bytes_a_tensor():
    table = nn.Embedding(10_000, 128)
    table.weight.grad = torch.zeros_like(table.weight)
    adam = torch.optim.Adam(table.parameters())
    adam.step()
    assert S.measured_bytes(table, adam).states == 10_240_004
    assert S.training_bytes(1_280_000, "adam").states == 10_240_000


# -- what fits ---------------------------------------------------------------------------------------


@given(st.integers(0, 400), st.integers(1, 9), DTYPES, SWITCH, st.integers(1, 9))
def test_the_largest_vocabulary_is_found_by_trying(budget, d, dtype, tied, multiple):
    fits = [V for V in range(multiple, 900, multiple) if S.table_bytes(V, d, dtype, tied) <= budget]
    assert S.largest_vocabulary(budget, d, dtype, tied, multiple) == max(fits, default=0)


@given(HUGE, SMALL, DTYPES, SWITCH, SMALL)
def test_it_fits_and_one_multiple_more_does_not(budget, d, dtype, tied, multiple):
    V = S.largest_vocabulary(budget, d, dtype, tied, multiple)
    assert V % multiple == 0 and (V == 0 or S.table_bytes(V, d, dtype, tied) <= budget)
    assert S.table_bytes(V + multiple, d, dtype, tied) > budget


# -- time --------------------------------------------------------------------------------------------

AMOUNT, RATE = st.floats(0, 1e20), st.floats(1e-3, 1e20)


@given(AMOUNT, AMOUNT, RATE, RATE)
def test_neither_computing_nor_moving_takes_longer_than_the_bound(flops, nbytes, peak, bandwidth):
    seconds = S.roofline_seconds(flops, nbytes, peak, bandwidth)
    assert seconds in (flops / peak, nbytes / bandwidth)
    assert seconds >= flops / peak and seconds >= nbytes / bandwidth
    assert S.roofline_seconds(2 * flops, 2 * nbytes, peak, bandwidth) == 2 * seconds


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


def test_without_gradients_and_optimizer_there_is_nothing_more():
    model = nn.Sequential(nn.Embedding(9, 4), nn.BatchNorm1d(4))
    assert S.measured_bytes(model) == (4 * (36 + 8), 0, 0)
    assert S.measured_bytes(nn.ReLU()) == (0, 0, 0)


def test_a_device_changes_no_byte():
    with standin.active():
        there = S.measured_bytes(*S.example(12, 5, "untied", "bfloat16", standin.DEVICE, "Adam"))
    assert there == S.measured_bytes(*S.example(12, 5, "untied", "bfloat16", None, "Adam"))


# -- bad input ---------------------------------------------------------------------------------------

GOOD = {
    "embedding_parameters": (10, 4),
    "embedding_share": (10, 4, 400, True),
    "table_bytes": (10, 4),
    "format_bytes": (10,),
    "activation_bytes": (2, 3, 4, 10),
    "kv_cache_bytes": (2, 2, 2, 2, 2),
    "training_bytes": (10, "adam"),
    "largest_vocabulary": (100, 4),
}


@pytest.mark.parametrize("function", GOOD)
@pytest.mark.parametrize(
    "bad, error", [(True, TypeError), (2.0, TypeError), ("2", TypeError), (-1, ValueError)]
)
def test_a_bad_size_is_named(function, bad, error):
    good = GOOD[function]
    for place, value in enumerate(good):
        if type(value) is int:
            with pytest.raises(error, match=repr(bad).strip("'")):
                getattr(S, function)(*good[:place], bad, *good[place + 1 :])


@pytest.mark.parametrize(
    "function", ["table_bytes", "activation_bytes", "kv_cache_bytes", "largest_vocabulary"]
)
def test_a_dtype_that_is_not_listed_is_named(function):
    with pytest.raises(ValueError, match="int3"):
        getattr(S, function)(*GOOD[function], dtype="int3")
