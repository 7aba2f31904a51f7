"""The reference solutions of `initialization`: properties, PyTorch, finite differences, real draws."""

import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import assume, given, strategies as st
from hypothesis.extra import numpy as hnp
from reference import load

from autograder.assignments.initialization.first_loss import checks as first_loss
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
    st.sampled_from([np.float32, np.float64]),
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


@pytest.mark.parametrize("cut", [0.5, 1.0, 2.0, 3.0])
@pytest.mark.parametrize("scheme", [*NORMAL])
def test_a_cut_leaves_pytorchs_truncated_normal(scheme, cut):
    """Both samples have the same quantiles, and none lies beyond the cut."""
    std = NORMAL[scheme](20)
    ours = S.init_table(4000, 20, scheme, np.random.default_rng(0), np.float64, cut) / std
    torch.manual_seed(0)
    theirs = torch.nn.init.trunc_normal_(torch.empty(80_000), a=-cut, b=cut).numpy()
    assert np.abs(ours).max() <= cut * (1 + 1e-12)
    at = np.linspace(0.05, 0.95, 19)
    assert np.allclose(np.quantile(ours, at), np.quantile(theirs, at), atol=0.03)


def test_xaviers_bound_is_pytorchs():
    torch.manual_seed(0)
    theirs = torch.nn.init.xavier_uniform_(torch.empty(590, 10)).abs().max().item()
    ours = np.abs(S.init_table(590, 10, "xavier", np.random.default_rng(0))).max()
    assert 0.099 < theirs <= 0.1001 and abs(ours - theirs) < 0.001


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
    assert spread == pytest.approx(math.sqrt(0.5 - 1 / (8 * d)), rel=1e-6)


# -- the first loss --------------------------------------------------------------------------------


def drawn_losses(head, rng, draws=4, states=200):
    """Return losses of `states` states at each of `draws` fresh heads, each the mean over all targets."""
    V, d, std, cosine, norm = head
    found = []
    for _ in range(draws):
        W = std * rng.normal(size=(V, d)).astype(np.float32)
        ids = rng.choice(V, states, replace=False)
        own = W[ids] / np.linalg.norm(W[ids], axis=1, keepdims=True)
        across = rng.normal(size=own.shape)
        across -= own * (own * across).sum(1, keepdims=True)
        across /= np.linalg.norm(across, axis=1, keepdims=True)
        length = math.sqrt(d) if norm else np.linalg.norm(W[rng.permutation(ids)], axis=1, keepdims=True)
        if cosine and not norm:
            length = np.linalg.norm(W[ids], axis=1, keepdims=True)
        z = (length * (cosine * own + math.sqrt(1 - cosine**2) * across)) @ W.T
        others = z.copy()
        others[np.arange(states), ids] = 0  # the mean over targets that are any other token
        top = z.max(1, keepdims=True)
        lse = (top + np.log(np.exp(z - top).sum(1, keepdims=True)))[:, 0]
        found += list(lse - others.sum(1) / (V - 1))
    return np.array(found)


@pytest.mark.parametrize("kind", ["own_heads", "tied_heads", "raw_heads"])
@pytest.mark.parametrize("seed", [0, 1])
def test_predictions_meet_real_draws_wherever_the_checks_ask(kind, seed):
    rng = np.random.default_rng(seed)
    for head in getattr(first_loss, kind)(rng):
        head = head._replace(V=min(head.V, 3000))
        losses = drawn_losses(head, rng)
        allowed = 0.03 + 5 * losses.std() / math.sqrt(len(losses))
        assert abs(S.first_loss(*head) - losses.mean()) < min(allowed, first_loss.BOUND + 0.02), head


@pytest.mark.parametrize(("V", "states"), [(1000, 5000), (100_000, 500)])
@pytest.mark.parametrize(("d", "norm"), [(250, True), (1000, False)])
@pytest.mark.parametrize("s", [0.9, 1.5])
def test_the_prediction_keeps_its_promise_at_the_corners_of_the_docstring(V, states, d, norm, s):
    noise = math.log(V) + s**2 / 2
    cosine = noise / (s * math.sqrt(d))  # the own row counts as much as the noise
    std = s / math.sqrt(d) if norm else math.sqrt(s) / d**0.25
    rng = np.random.default_rng(0)
    row = std * np.sqrt(rng.chisquare(d, states))  # lengths of the own rows
    h = np.full(states, math.sqrt(d)) if norm else row
    others = np.array([np.exp(std * length * rng.standard_normal(V - 1)).sum() for length in h])
    losses = np.logaddexp(cosine * h * row, np.log(others))
    predicted = S.first_loss(V, d, std, cosine, norm)
    # The loss follows half of what the own logit is off its mean, which is known: few draws do without it.
    length = std * math.sqrt(2) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    mean = math.sqrt(d) * length if norm else std**2 * d
    rest = losses - cosine * (h * row - mean) / 2
    scatter = rest.std() / math.sqrt(states)
    assert scatter < 0.005 and abs(rest.mean() - predicted) < first_loss.BOUND


@given(st.integers(1000, 60_000), st.integers(64, 4000), st.floats(0.0, 1.5))
def test_a_head_of_its_own_keeps_to_the_theorem(V, d, s):
    loss = S.first_loss(V, d, s / math.sqrt(d))
    assert math.log(V) - 1e-12 <= loss <= math.log(V) + min(s**2 / 2, s * math.sqrt(2 * math.log(V))) + 1e-9


@given(st.integers(1000, 60_000), st.integers(64, 4000), st.floats(0.01, 1.5), st.floats(0.01, 1.0))
def test_the_own_row_is_one_of_V_terms(V, d, s, cosine):
    std = s / math.sqrt(d)
    own, loss = cosine * std * d, S.first_loss(V, d, std, cosine)
    terms = torch.full((V,), s**2 / 2, dtype=torch.float64)
    terms[0] = own
    assert loss == pytest.approx(terms.logsumexp(0).item(), abs=1 / (V - 1))  # V others, or V - 1 of them
    raw = S.first_loss(V, d, std, cosine, norm=False)  # as long as a row: shorter by the factor std
    assert raw == pytest.approx(S.first_loss(V, d, std**2, cosine), rel=1e-12)


# -- the residual stream ---------------------------------------------------------------------------


@given(st.floats(0.01, 5), st.floats(0.01, 5), st.integers(1, 12), st.floats(0, 1))
def test_the_stream_is_a_sum_with_this_covariance(std, branch, layers, corr):
    n = 2 * layers
    C = np.full((n, n), corr * branch**2) + (1 - corr) * branch**2 * np.eye(n)
    sizes, factor = S.residual_std(std, branch, layers, corr)
    want = [math.sqrt(std**2 + C[:k, :k].sum()) for k in range(n + 1)]
    assert np.allclose(sizes, want, rtol=1e-12)
    assert factor**2 * C.sum() == pytest.approx(branch**2, rel=1e-9)


@given(st.integers(1, 40))
def test_without_correlation_the_factor_is_gpt2s_and_with_all_of_it_a_mean(layers):
    assert S.residual_std(1.0, 1.0, layers).factor == pytest.approx(1 / math.sqrt(2 * layers), rel=1e-12)
    assert S.residual_std(1.0, 1.0, layers, 1.0).factor == pytest.approx(1 / (2 * layers), rel=1e-12)


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


@given(vectors(), st.floats(0.01, 100))
def test_without_eps_a_norm_ignores_the_scale_and_makes_rows_root_d_long(case, scale):
    x, _, _ = case
    d = x.shape[-1]
    assume(np.all(np.abs(x).max(-1) > 1e-3))
    y = S.rms_norm(x, np.ones(d), 0.0)
    assert np.allclose(S.rms_norm(scale * x, np.ones(d), 0.0), y, rtol=20 * EPS, atol=1e-300)
    assert np.allclose(np.linalg.norm(y, axis=-1), math.sqrt(d), rtol=20 * EPS)


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


@pytest.mark.parametrize("kind", ["rms_norm", "rms_norm_backward", "RMSNorm"])
def test_half_precision_is_computed_in_float32(kind):
    """Entries of some hundreds, whose squares float16 cannot hold; the answer is float32's, rounded once."""
    rng = np.random.default_rng(0)
    x, g = ((s * rng.normal(size=(4, 8))).astype(np.float16) for s in (600, 1))
    w = rng.normal(size=8).astype(np.float16)
    calls = {
        "rms_norm": lambda x, g, w: [S.rms_norm(x, w)],
        "rms_norm_backward": lambda x, g, w: S.rms_norm_backward(g, x, w),
        "RMSNorm": lambda x, g, w: [S.RMSNorm(8)(torch.from_numpy(x)).detach().numpy()],
    }
    halves, wide = calls[kind](x, g, w), calls[kind](*(a.astype(np.float32) for a in (x, g, w)))
    for half, full in zip(halves, wide):
        assert half.dtype == np.float16 and np.array_equal(half, full.astype(np.float16))


def test_zeros_give_zeros():
    zeros, ones = np.zeros((2, 3), np.float32), np.ones(3, np.float32)
    assert not S.rms_norm(zeros, ones).any()
    assert not any(part.any() for part in S.rms_norm_backward(zeros, zeros, ones))


# -- what is not asked -----------------------------------------------------------------


def judged(function, namespace, seeds=(0,)):
    """Results that are not right."""
    checks = loading.suite("initialization").of(function)
    results = [checking.run(c, Local(namespace), s) for s in seeds for c in checks]
    return [r for r in results if r.verdict != "right"]


GUARDED = """
def rms_norm_backward(grad_out, x, weight, eps=1e-6):
    assert x.shape[-1] > 0 and grad_out.shape == x.shape and weight.shape == x.shape[-1:]
    assert grad_out.dtype == x.dtype == weight.dtype and x.flags.c_contiguous
    assert eps > 0 or x.any(-1).all()
    return reference.rms_norm_backward(grad_out, x, weight, eps)


def first_loss(V, d, std, cosine=0.0, norm=True):
    s = std * math.sqrt(d) * (1 if norm else std)
    assert 1000 <= V <= 100_000 and 0 < s <= 1.5 and 0 <= cosine <= 1
    assert d >= (64 if cosine == 0 else 250 if norm else 1000)
    return reference.first_loss(V, d, std, cosine, norm)


def residual_std(std, branch, layers, corr=0.0):
    assert std > 0 and branch > 0 and layers >= 1 and 0 <= corr <= 1
    return reference.residual_std(std, branch, layers, corr)


def expected_norm(d, std):
    assert 1 <= d <= 1_000_000 and std > 0
    return reference.expected_norm(d, std)


def init_table(V, d, scheme, rng, dtype=np.float32, cut=None):
    assert V >= 1 and d >= 1 and dtype in (np.float32, np.float64)
    assert scheme in ("unit", "gpt2", "inverse-sqrt", "xavier") and (cut is None or scheme != "xavier")
    return reference.init_table(V, d, scheme, rng, dtype, cut)
"""


@pytest.mark.parametrize(
    "function", ["init_table", "expected_norm", "first_loss", "residual_std", "rms_norm_backward"]
)
def test_what_the_docstrings_leave_open_is_not_asked(function):
    namespace = {"__name__": "guarded", "reference": S}
    exec(bank.setup_source("initialization") + GUARDED, namespace)
    assert judged(function, namespace, range(5)) == []
