"""The reference solutions of `initialization`: properties, PyTorch, finite differences, brute force."""

import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import assume, given, strategies as st
from hypothesis.extra import numpy as hnp
from reference import load

from autograder.checks import checking, loading
from autograder.checks.student import Local
from autograder.selftest import bank

S = load("initialization")
EPS = np.finfo(np.float64).eps
MODERATE = st.floats(-100, 100)
SHAPES = hnp.array_shapes(min_dims=1, max_dims=4, min_side=1, max_side=5)
NORMAL = {"unit": lambda d: 1.0, "gpt2": lambda d: 0.02, "inverse-sqrt": lambda d: 1 / math.sqrt(d)}


# -- a table ---------------------------------------------------------------------------------------


@given(
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from([*NORMAL, "xavier"]),
    st.integers(0, 99),
    st.sampled_from([np.float16, np.float32, np.float64]),
)
def test_the_generator_decides_and_moves_on(V, d, scheme, seed, dtype):
    source, twin = np.random.default_rng(seed), np.random.default_rng(seed)
    first, second = (S.init_table(V, d, scheme, source, dtype) for _ in range(2))
    assert first.shape == (V, d) and first.dtype == dtype
    assert np.array_equal(first, S.init_table(V, d, scheme, twin, dtype))
    assert not np.array_equal(first, second)


@given(st.integers(200, 400), st.integers(10, 30), st.sampled_from([*NORMAL]), st.integers(0, 99))
def test_normal_schemes_spread_as_they_say(V, d, scheme, seed):
    table = S.init_table(V, d, scheme, np.random.default_rng(seed), np.float64)
    std = NORMAL[scheme](d)
    assert abs(table.std() / std - 1) < 6 / math.sqrt(2 * V * d)
    assert abs(table.mean()) < 6 * std / math.sqrt(V * d)
    assert 0.6 < np.mean(np.abs(table) < std) < 0.76  # 0.683 of a normal distribution


@given(st.integers(200, 400), st.integers(10, 30), st.integers(0, 99))
def test_xavier_fills_its_interval_evenly(V, d, seed):
    table = S.init_table(V, d, "xavier", np.random.default_rng(seed), np.float64)
    assert np.abs(table).max() <= math.sqrt(6 / (V + d))
    assert abs(table.std() / math.sqrt(2 / (V + d)) - 1) < 6 / math.sqrt(2 * V * d)
    filled, _ = np.histogram(table, bins=4, range=(-math.sqrt(6 / (V + d)), math.sqrt(6 / (V + d))))
    assert np.all(np.abs(filled / table.size - 0.25) < 6 * math.sqrt(3 / 16 / table.size))


def test_xaviers_bound_is_pytorchs():
    torch.manual_seed(0)
    theirs = torch.nn.init.xavier_uniform_(torch.empty(590, 10)).abs().max().item()
    ours = np.abs(S.init_table(590, 10, "xavier", np.random.default_rng(0))).max()
    assert 0.099 < theirs <= 0.1001 and abs(ours - theirs) < 0.001


@pytest.mark.parametrize("V, d, scheme", [(0, 3, "unit"), (3, 0, "xavier"), (-1, 2, "gpt2"), (2, 2, "")])
def test_what_is_no_table_is_refused(V, d, scheme):
    with pytest.raises(ValueError):
        S.init_table(V, d, scheme, np.random.default_rng(0))


# -- how long a row is -----------------------------------------------------------------------------


@given(st.integers(1, 2000), st.floats(0, 10))
def test_means_of_neighbouring_sizes_multiply_to_d(d, std):
    """Γ((d+2)/2) = (d/2) Γ(d/2), so that the means for d and d + 1 multiply to std² d."""
    product = S.expected_norm(d, std).mean * S.expected_norm(d + 1, std).mean
    assert product == pytest.approx(std**2 * d, rel=1e-11)


@given(st.integers(1, 300), st.floats(1e-3, 10))
def test_mean_and_spread_make_up_the_mean_square(d, std):
    mean, spread = S.expected_norm(d, std)
    assert mean**2 + spread**2 == pytest.approx(std**2 * d, rel=1e-12)
    assert std * math.sqrt(d - 0.5) < mean < std * math.sqrt(d)
    assert 0.6 * std < spread < std / math.sqrt(2)


@pytest.mark.parametrize("d", [1, 2, 3, 8])
def test_moments_are_those_of_the_density(d):
    """By the trapezoid rule over the density of the chi distribution."""
    r = np.linspace(0, 12, 200_001)
    density = r ** (d - 1) * np.exp(-(r**2) / 2)
    density /= np.trapezoid(density, r)
    mean = np.trapezoid(r * density, r)
    spread = math.sqrt(np.trapezoid((r - mean) ** 2 * density, r))
    assert S.expected_norm(d, 3.0) == pytest.approx((3 * mean, 3 * spread), rel=1e-8)


def test_a_sample_has_these_moments():
    norms = np.linalg.norm(np.random.default_rng(0).normal(0, 0.02, (40_000, 32)), axis=1)
    mean, spread = S.expected_norm(32, 0.02)
    assert abs(norms.mean() - mean) < 6 * spread / math.sqrt(40_000)
    assert abs(norms.std() / spread - 1) < 6 / math.sqrt(2 * 40_000)


@pytest.mark.parametrize("d", [343, 344, 4096, 999_999, 1_000_000])
def test_large_sizes_do_not_overflow(d):
    mean, spread = S.expected_norm(d, 1.0)
    assert mean == pytest.approx(math.sqrt(d) * (1 - 1 / (4 * d) + 1 / (32 * d**2)), rel=1e-8)
    assert spread == pytest.approx(math.sqrt(0.5 - 1 / (8 * d)), rel=0.02)


@pytest.mark.parametrize("d, std", [(0, 1.0), (-3, 1.0), (2, -1e-9)])
def test_what_is_no_row_is_refused(d, std):
    with pytest.raises(ValueError):
        S.expected_norm(d, std)


# -- GPT-2's starts --------------------------------------------------------------------------------


@given(st.integers(1, 100), st.data())
def test_only_what_writes_to_the_stream_knows_the_depth(layers, data):
    block = data.draw(st.integers(0, layers - 1))
    prefix = data.draw(st.sampled_from(["transformer.", "", "model.transformer."]))
    writers = [f"{prefix}h.{block}.{m}.c_proj.weight" for m in ("attn", "mlp")]
    assert [S.gpt2_init_std(name, layers) for name in writers] == [0.02 / math.sqrt(2 * layers)] * 2
    others = ["wte.weight", "wpe.weight", f"h.{block}.attn.c_attn.weight", f"h.{block}.mlp.c_fc.weight"]
    assert {S.gpt2_init_std(prefix + name, layers) for name in others} == {0.02}
    constants = ["ln_f.weight", f"h.{block}.ln_1.weight", f"h.{block}.attn.c_proj.bias"]
    assert {S.gpt2_init_std(prefix + name, layers) for name in constants} == {0.0}


@given(st.integers(1, 60))
def test_the_stream_keeps_its_spread_at_every_depth(layers):
    """2 L independent additions of such a standard deviation have 0.02 together."""
    std = S.gpt2_init_std("transformer.h.0.mlp.c_proj.weight", layers)
    assert math.sqrt(2 * layers * std**2) == pytest.approx(0.02, rel=1e-14)


@pytest.mark.parametrize("name, layers", [("wte.weight", 0), ("wte", 4), ("", 4), ("h.0.c_proj.scale", 4)])
def test_what_is_no_parameter_is_refused(name, layers):
    with pytest.raises(ValueError):
        S.gpt2_init_std(name, layers)


# -- scores ----------------------------------------------------------------------------------------


@given(st.integers(1, 6), st.floats(0.01, 5), st.floats(0.01, 5), st.booleans())
def test_the_spread_of_scores_by_enumeration(d, std_q, std_k, scaled):
    """Entries of ±std have mean zero and that standard deviation; all sign patterns are equally likely."""
    signs = np.array(np.meshgrid(*[[-1, 1]] * d)).reshape(d, -1).T
    scores = (std_q * signs) @ (std_k * signs).T / (math.sqrt(d) if scaled else 1)
    found = S.attention_score_std(d, std_q, std_k, scaled)
    assert found == pytest.approx(scores.std(), rel=1e-12)


@pytest.mark.parametrize("arguments", [(0, 1, 1), (3, -1, 1), (3, 1, -1), (3, -1, -1)])
def test_what_has_no_scores_is_refused(arguments):
    with pytest.raises(ValueError):
        S.attention_score_std(*arguments)


# -- norms -----------------------------------------------------------------------------------------


@st.composite
def vectors(draw, parameters=1, shapes=SHAPES):
    """x, as many parameters, and eps."""
    x = draw(hnp.arrays(np.float64, draw(shapes), elements=MODERATE))
    p = [draw(hnp.arrays(np.float64, x.shape[-1], elements=st.floats(-3, 3))) for _ in range(parameters)]
    return x, *p, draw(st.floats(1e-3, 1.0))


@given(vectors())
def test_rms_norm_is_pytorchs(case):
    x, weight, eps = case
    theirs = F.rms_norm(torch.from_numpy(x), (x.shape[-1],), torch.from_numpy(weight), eps).numpy()
    assert np.allclose(S.rms_norm(x, weight, eps), theirs, rtol=20 * EPS, atol=1e-300)


@given(vectors(2))
def test_layer_norm_is_pytorchs(case):
    x, weight, bias, eps = case
    tensors = map(torch.from_numpy, (weight, bias))
    theirs = F.layer_norm(torch.from_numpy(x), (x.shape[-1],), *tensors, eps).numpy()
    assert np.allclose(S.layer_norm(x, weight, bias, eps), theirs, rtol=0, atol=1e4 * EPS)


@given(vectors(), st.floats(0.01, 100))
def test_without_eps_a_norm_ignores_the_scale_and_makes_rows_root_d_long(case, scale):
    x, _, _ = case
    d = x.shape[-1]
    assume(np.all(np.abs(x).max(-1) > 1e-3))
    y = S.rms_norm(x, np.ones(d), 0.0)
    assert np.allclose(S.rms_norm(scale * x, np.ones(d), 0.0), y, rtol=20 * EPS, atol=1e-300)
    assert np.allclose(np.linalg.norm(y, axis=-1), math.sqrt(d), rtol=20 * EPS)


@given(vectors(2))
def test_layer_norm_is_rms_norm_of_what_is_left_of_the_mean(case):
    x, weight, bias, eps = case
    centred = x - x.mean(-1, keepdims=True)
    want = S.rms_norm(centred, weight, eps) + bias
    assert np.allclose(S.layer_norm(x, weight, bias, eps), want, rtol=0, atol=1e4 * EPS)


@given(vectors(), st.data())
def test_rms_norm_backward_is_autograds(case, data):
    x, weight, eps = case
    g = data.draw(hnp.arrays(np.float64, x.shape, elements=st.floats(-3, 3)))
    leaves = [torch.from_numpy(a).requires_grad_() for a in (x, weight)]
    F.rms_norm(leaves[0], (x.shape[-1],), leaves[1], eps).backward(torch.from_numpy(g))
    dx, dweight = S.rms_norm_backward(g, x, weight, eps)
    scale = 200 * EPS / math.sqrt(eps)
    assert np.allclose(dx, leaves[0].grad.numpy(), rtol=0, atol=10 * scale)
    assert np.allclose(dweight, leaves[1].grad.numpy(), rtol=0, atol=x.size * scale)


@given(vectors(shapes=hnp.array_shapes(min_dims=1, max_dims=2, min_side=1, max_side=3)), st.data())
def test_rms_norm_backward_is_the_difference_quotient(case, data):
    x, weight, eps = case
    g = data.draw(hnp.arrays(np.float64, x.shape, elements=st.floats(-3, 3)))
    eps, h = max(eps, 0.1), 1e-5
    dx, dweight = S.rms_norm_backward(g, x, weight, eps)
    for values, gradient in ((x, dx), (weight, dweight)):
        for i in np.ndindex(values.shape):
            sides = []
            for step in (h, -h):
                kept, values[i] = values[i], values[i] + step
                sides.append(np.sum(g * S.rms_norm(x, weight, eps)))
                values[i] = kept
            assert gradient[i] == pytest.approx((sides[0] - sides[1]) / (2 * h), abs=1e-6)


@given(vectors(), st.data())
def test_without_eps_dx_is_at_a_right_angle_to_x(case, data):
    x, weight, _ = case
    assume(np.all(np.abs(x).max(-1) > 1e-2))
    g = data.draw(hnp.arrays(np.float64, x.shape, elements=st.floats(-3, 3)))
    dx, _ = S.rms_norm_backward(g, x, weight, 0.0)
    assert np.all(np.abs((dx * x).sum(-1)) <= 1e3 * EPS * x.shape[-1])


@pytest.mark.parametrize("kind", ["rms_norm", "layer_norm", "rms_norm_backward", "RMSNorm"])
def test_half_precision_is_computed_in_float32(kind):
    """Entries of some hundreds, whose squares float16 cannot hold; the answer is float32's, rounded once."""
    rng = np.random.default_rng(0)
    x, g = ((s * rng.normal(size=(4, 8))).astype(np.float16) for s in (600, 1))
    w, b = (rng.normal(size=8).astype(np.float16) for _ in range(2))
    calls = {
        "rms_norm": lambda *a: [S.rms_norm(a[0], a[2])],
        "layer_norm": lambda *a: [S.layer_norm(a[0], a[2], a[3])],
        "rms_norm_backward": lambda *a: S.rms_norm_backward(a[1], a[0], a[2]),
        "RMSNorm": lambda *a: [S.RMSNorm(8)(torch.from_numpy(a[0])).detach().numpy()],
    }
    halves, wide = calls[kind](x, g, w, b), calls[kind](*(a.astype(np.float32) for a in (x, g, w, b)))
    for half, full in zip(halves, wide):
        assert half.dtype == np.float16 and np.array_equal(half, full.astype(np.float16))


@pytest.mark.parametrize(
    "call",
    [
        lambda: S.rms_norm(np.ones((2, 3)), np.ones(1)),
        lambda: S.rms_norm(np.array(1.0), np.ones(())),
        lambda: S.layer_norm(np.ones((2, 3)), np.ones(3), np.ones((2, 3))),
        lambda: S.rms_norm_backward(np.ones((1, 3)), np.ones((2, 3)), np.ones(3)),
        lambda: S.RMSNorm(3)(torch.ones(2, 1)),
        lambda: S.RMSNorm(1)(torch.ones(2, 3)),
        lambda: S.RMSNorm(0),
    ],
)
def test_what_does_not_fit_is_refused(call):
    with pytest.raises(ValueError):
        call()


@given(vectors())
def test_the_module_is_the_function_and_its_gradients(case):
    x, weight, eps = case
    layer = S.RMSNorm(x.shape[-1], eps, dtype=torch.float64)
    with torch.no_grad():
        layer.weight.copy_(torch.from_numpy(weight))
    leaf = torch.from_numpy(x).requires_grad_()
    result = layer(leaf)
    assert np.allclose(result.detach().numpy(), S.rms_norm(x, weight, eps), rtol=20 * EPS, atol=1e-300)
    result.sum().backward()
    dx, dweight = S.rms_norm_backward(np.ones_like(x), x, weight, eps)
    scale = 200 * EPS / math.sqrt(eps)
    assert np.allclose(leaf.grad.numpy(), dx, rtol=0, atol=10 * scale)
    assert np.allclose(layer.weight.grad.numpy(), dweight, rtol=0, atol=x.size * scale)


def test_zeros_give_zeros_and_equal_entries_the_bias():
    zeros, ones, b = np.zeros((2, 3), np.float32), np.ones(3, np.float32), np.arange(3, dtype=np.float32)
    assert not S.rms_norm(zeros, ones).any()
    assert np.array_equal(S.layer_norm(zeros, ones, b), [b, b])
    assert np.array_equal(S.layer_norm(zeros + 7, ones, b), [b, b])
    assert not any(part.any() for part in S.rms_norm_backward(zeros, zeros, ones))


# -- what is not asked -----------------------------------------------------------------


def judged(function, namespace, seeds=(0,)):
    """Results that are not right."""
    checks = loading.suite("initialization").of(function)
    results = [checking.run(c, Local(namespace), s) for s in seeds for c in checks]
    return [r for r in results if r.verdict != "right"]


GUARDED = """
def guarded(function, at):
    def ask(*arguments):
        x, right = arguments[at], reference[function](*arguments)
        eps = arguments[-1] if isinstance(arguments[-1], float) else 1e-6
        assert x.shape[-1] > 0
        zero = ~x.any(-1)
        alike = zero if function != "layer_norm" or x.shape[-1] == 1 else (x == x[..., :1]).all(-1)
        assert not (alike & ~zero).any() and (eps > 0 or not alike.any())
        return right
    return ask

rms_norm, layer_norm = guarded("rms_norm", 0), guarded("layer_norm", 0)
rms_norm_backward = guarded("rms_norm_backward", 1)
"""


@pytest.mark.parametrize("function", ["rms_norm", "layer_norm", "rms_norm_backward"])
def test_what_the_docstrings_leave_open_is_not_asked(function):
    """No vectors of no entries, no zeros without eps, no equal entries whose mean is rounded."""
    names = ("rms_norm", "layer_norm", "rms_norm_backward")
    namespace = {"__name__": "guarded", "reference": {name: getattr(S, name) for name in names}}
    exec(bank.setup_source("initialization") + GUARDED, namespace)
    assert judged(function, namespace, range(5)) == []
