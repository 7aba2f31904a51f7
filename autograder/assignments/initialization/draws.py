"""Random inputs of the checks of RMSNorm, their right answers, and what each mistake gives for them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from autograder.checks.checking import Diagnosis, bound, close
from autograder.checks.shared import in_dtype

from .asking import explained, fitting

DEFAULT = 1e-6
OTHER_DEFAULTS = (1e-5, 1e-6, float(np.finfo(np.float32).eps), 1e-8, 1e-12, 0.0)  # of eps, in use elsewhere
LARGE = 600  # entries whose squares float16 does not hold, with some room
HALVES = ("float16", "bfloat16")
DIGITS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}  # to base 2


@dataclass(frozen=True)
class Case:
    """Vectors to be normalized. `x` and `g` (an upstream gradient) hold values of `dtype`."""

    x: np.ndarray  # (..., d)
    w: np.ndarray  # (d,)
    g: np.ndarray  # as x
    eps: float | None  # None: the argument is left out
    dtype: str
    wdtype: str

    @cached_property
    def wide(self):
        """x, w, g in float64, and eps."""
        x, w, g = (a.astype(np.float64) for a in (self.x, self.w, self.g))
        return x, w, g, DEFAULT if self.eps is None else self.eps

    @cached_property
    def inverse(self) -> np.ndarray:
        """The inverse root mean square of each vector, (..., 1)."""
        x, *_, eps = self.wide
        with np.errstate(divide="ignore"):
            return 1 / np.sqrt((x**2).mean(-1, keepdims=True) + eps)

    @cached_property
    def right(self) -> np.ndarray:
        x, w, *_ = self.wide
        return x * self.inverse * w

    @cached_property
    def tolerance(self) -> np.ndarray:
        """The rounding error allowed of a result computed in float32 and returned in `dtype`."""
        return bound("float32", 2 * self.x.shape[-1] + 8, np.abs(self.right)) + self.once

    @property
    def once(self) -> np.ndarray:
        """The error of rounding the right result to its dtype, once: half the spacing of numbers there."""
        _, exponent = np.frexp(np.abs(self.right))
        spacing = np.where(self.right == 0, 0.0, np.exp2(exponent - float(DIGITS[self.dtype])))
        return np.maximum(spacing, 2.0**-24 if self.dtype == "float16" else 0.0) / 2

    def last(self, scale) -> np.ndarray:
        """Return the error of rounding a gradient to its dtype, also if there are products after that."""
        least = 2.0**-23 if self.dtype == "float16" else 0.0  # twice the spacing of subnormal numbers
        return bound(self.dtype, 1, scale) + least

    @cached_property
    def dx(self) -> np.ndarray:
        (x, w, g, _), r = self.wide, self.inverse
        return r * (g * w - x * r**2 * (g * w * x).mean(-1, keepdims=True))

    @cached_property
    def dx_rounding(self) -> np.ndarray:
        """The rounding error allowed of `dx` if computed in float32."""
        (x, w, g, _), r, d = self.wide, self.inverse, self.x.shape[-1]
        scale = r * (np.abs(g * w) + np.abs(x) * r**2 * np.abs(g * w * x).mean(-1, keepdims=True))
        return (
            bound("float32", 3 * d + 20, scale)
            + self.last(np.abs(self.dx))
            + (bound(self.dtype, 0, scale) if self.dtype in HALVES else 0)
        )

    @cached_property
    def terms(self) -> np.ndarray:
        """The gradient of w for each vector, (N, d)."""
        x, _, g, _ = self.wide
        return (g * x * self.inverse).reshape(-1, x.shape[-1])

    @cached_property
    def dweight(self) -> np.ndarray:
        return self.terms.sum(0)

    def dweight_rounding(self, width: str = "float32") -> np.ndarray:
        """Return the rounding error allowed of `dweight`, (d,), if computed in `width`."""
        N, d = self.terms.shape
        return bound(width, N + 2 * d + 8, np.abs(self.terms).sum(0)) + self.last(np.abs(self.dweight))


def draw(
    rng: np.random.Generator,
    shape: tuple[int, ...] = (5, 6),
    scale: float = 1.0,
    eps: float | None = None,
    dtype: str = "float32",
    wdtype: str = "",
) -> Case:
    """Draw vectors of different lengths and means, and weights of both signs, not near zero or one."""
    wdtype, d = wdtype or dtype, shape[-1]
    x = rng.normal(size=shape) * rng.uniform(0.5, 2.0, (*shape[:-1], 1))
    x = scale * (x + rng.uniform(0.3, 1.0, (*shape[:-1], 1)))
    w = rng.uniform(0.4, 2.0, d) * rng.choice([-1, 1], d)
    g = in_dtype(rng.normal(size=shape), dtype)
    return Case(in_dtype(x, dtype), in_dtype(w, wdtype), g, eps, dtype, wdtype)


# -- what mistakes give -------------------------------------------------------------------------


def other_axes(ndim: int) -> list:
    """Return axes over which the mean may be taken by mistake."""
    return [(ndim - 1,)] if ndim < 2 else [(0,), tuple(range(ndim)), (ndim - 2,)]


def other_roots(case: Case) -> dict[str, list]:
    """Return the inverse roots of mistakes about eps and axes."""
    x, *_, eps = case.wide
    ms = (x**2).mean(-1, keepdims=True)
    return {
        "eps-outside": [1 / (np.sqrt(ms) + eps)],
        "eps-replaced": [1 / np.sqrt(ms + e) for e in (DEFAULT, 0.0, float(np.finfo(np.float32).eps))],
        "mean-of-other-numbers": [
            1 / np.sqrt((x**2).mean(axes, keepdims=True) + eps) for axes in other_axes(x.ndim)
        ],
        "two-axes-only": [1 / np.sqrt((x**2).mean(1, keepdims=True) + eps) if x.ndim > 1 else case.inverse],
        "default-eps": [1 / np.sqrt(ms + (e if case.eps is None else eps)) for e in OTHER_DEFAULTS],
        "eps-as-floor": [1 / np.sqrt(np.maximum(ms, eps))],
        "zero-eps-replaced": [case.inverse if eps else 1 / np.sqrt(ms + DEFAULT)],
    }


def forward_mistakes(got, case: Case) -> dict[str, np.ndarray]:
    """Return what each mistake about the forward pass gives for a case."""
    (x, w, _, eps), r = case.wide, case.inverse
    with np.errstate(all="ignore"):
        ms, away = (x**2).mean(-1, keepdims=True), x - x.mean(-1, keepdims=True)
        found = {m: fitting(got, *(x * one * w for one in forms)) for m, forms in other_roots(case).items()}
        return found | {
            "root-forgotten": x / (ms + eps) * w,
            "weight-forgotten": x * r,
            "one-plus-weight": x * r * (1 + w),
            "unit-length": fitting(
                got,
                x / np.sqrt((x**2).sum(-1, keepdims=True) + eps) * w,
                x / (np.sqrt((x**2).sum(-1, keepdims=True)) + eps) * w,
            ),
            "mean-subtracted": fitting(
                got, away / np.sqrt((away**2).mean(-1, keepdims=True) + eps) * w, away * r * w
            ),
            "deviation-for-rms": fitting(
                got,
                x / np.sqrt((away**2).mean(-1, keepdims=True) + eps) * w,
                x / (np.sqrt((away**2).sum(-1, keepdims=True) / max(x.shape[-1] - 1, 1)) + eps) * w,
            ),
        }


def dx_mistakes(got, case: Case) -> dict[str, np.ndarray]:
    """Return what each mistake gives for the gradient of x."""
    (x, w, g, _), r = case.wide, case.inverse
    inner = g * w * x

    def dx(through, first=None, r=r):
        return r * ((g * w if first is None else first) - x * r**2 * through)

    def mean(a):
        return a.mean(-1, keepdims=True)

    with np.errstate(all="ignore"):
        found = {
            "root-constant": r * g * w,
            "weight-not-in-mean": dx(mean(g * x)),
            "weight-forgotten": fitting(got, dx(mean(g * x), g), dx(mean(inner), g)),
            "sum-for-mean": dx(inner.sum(-1, keepdims=True)),
            "sign-flipped": dx(-mean(inner)),
            "mean-subtracted": fitting(
                got,
                dx(mean(inner)) - r * mean(g * w),
                dx(mean((g * w - mean(g * w)) * x), g * w - mean(g * w)),
            ),
            "dx-root-power": fitting(got, *(case.dx * r**k for k in (-2, -1, 1, 2))),
            "dx-not-normalized": fitting(got, *(dx(mean(inner) * r**k) for k in (-1, -2))),
            "weight-at-end": w * dx(mean(g * x), g),
            "zero-vectors-skipped": np.where(x.any(-1, keepdims=True), case.dx, 0.0),
            "eps-in-one-part": dx(mean(inner) / (mean(x**2) * r**2)) if x.all() else case.dx,
        }
        for mistake, forms in other_roots(case).items():
            found[mistake] = fitting(got, *(dx(mean(inner), r=one) for one in forms))
    return found


def dweight_mistakes(got, case: Case) -> dict[str, np.ndarray]:
    """Return what each mistake gives for the gradient of the weight."""
    (x, w, g, _), r, d = case.wide, case.inverse, case.x.shape[-1]
    terms = case.terms.reshape(case.x.shape)
    axes = [(0,), tuple(range(1, x.ndim - 1)), (x.ndim - 2,)] if x.ndim > 2 else []
    with np.errstate(all="ignore"):
        found = {
            "dweight-unsummed": g * x * r,
            "dweight-averaged": case.terms.mean(0),
            "dweight-unnormalized": in_dtype((g * x).reshape(-1, d).sum(0), case.dtype),  # perhaps infinite
            "dweight-weighted": in_dtype(case.dweight * w, case.dtype),
            "dweight-axes": fitting(
                got, terms.sum(-1), *(terms.sum(a) for a in axes), *([] if axes else [case.dweight])
            ),
        }
        for mistake, forms in other_roots(case).items():
            found[mistake] = fitting(got, *((g * x * one).reshape(-1, d).sum(0) for one in forms))
    return found


def halved(got, case: Case, right, scale) -> np.ndarray:
    """Return `got` where half precision accounts for it: rounding, a sum that stops growing, overflow."""
    got = np.asarray(got)
    if case.dtype not in HALVES or got.shape != right.shape or got.dtype.kind not in "iuf":
        return right
    with np.errstate(invalid="ignore"):
        off = np.abs(got - right) <= bound(case.dtype, 2, scale)
        stopped = (np.abs(got) < np.abs(right)) & (np.sign(got) == np.sign(right))
        lost = ~np.isfinite(got) | (got == 0)
    return np.where(off | stopped | lost, got, right)


def widths(got, case: Case) -> dict[str, np.ndarray]:
    """Return `forward_mistakes`, and those about the dtype of the computation."""
    known, (x, w, *_), r = forward_mistakes(got, case), case.wide, case.inverse
    if case.dtype not in HALVES:
        return known

    def half(values):
        return in_dtype(values, case.dtype).astype(np.float64)

    def forms(*made: Callable) -> np.ndarray:
        # float32 may come out on either side of the middle between two numbers of half
        sides = [
            half(make(lambda v, a=a: half(v * (1 + a))) * (1 + b))
            for make in made
            for a in (-(2.0**-19), 2.0**-19)
            for b in (-(2.0**-19), 2.0**-19)
        ]
        if np.shape(got) != case.x.shape:
            return sides[0]
        each = np.array(sides).reshape(len(made), 4, *case.x.shape)
        best = [np.take_along_axis(e, np.abs(e - got).argmin(0)[None], 0)[0] for e in each]
        return fitting(got, *best)

    with np.errstate(all="ignore"):
        rounded = {
            "rounded-early": forms(
                lambda half: half(x * r) * w,
                lambda half: x / half(1 / r) * w,
                lambda half: half(x * half(r)) * w,
            ),
            "weight-rounded": forms(lambda half: x * r * half(w)),
        }
    computed = halved(got, case, case.right, np.abs(case.right))
    if any(np.array_equal(np.asarray(got, np.float64), form) for form in rounded.values()):
        computed = case.right
    if case.dtype == "float16" and np.abs(case.x).max() > LARGE and close(got, case.right, case.tolerance):
        computed = np.full_like(case.right, np.nan)  # half precision holds no squares of these
    return (
        known
        | rounded
        | {
            "computed-in-half": computed,
            "weight-sets-width": computed if case.wdtype in HALVES else case.right,
            "bfloat16-narrow": case.right if case.dtype == "float16" else computed,
        }
    )


def see(diagnosis: Diagnosis, got, case: Case, want, tolerance, predict: Callable) -> bool:
    """Record an answer to a case; `predict(got, case)` gives the predictions of mistakes."""
    return diagnosis.see(got, want, tolerance, lambda: explained(got, want, tolerance, predict(got, case)))
