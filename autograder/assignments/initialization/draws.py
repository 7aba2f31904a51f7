"""Random inputs of the checks of the norms, their right answers, and what each mistake gives for them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from autograder.checks.checking import Diagnosis, bound, close
from autograder.checks.shared import in_dtype

from .asking import explained, fitting

DEFAULT = {"rms": 1e-6, "layer": 1e-5}
OTHER_DEFAULTS = (1e-5, 1e-6, float(np.finfo(np.float32).eps), 1e-8, 1e-12, 0.0)  # of eps, in use elsewhere
HALVES = ("float16", "bfloat16")
LARGE = 600  # entries whose squares float16 does not hold, with some room
DIGITS = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}  # to base 2


@dataclass(frozen=True)
class Case:
    """Vectors to be normalized. `x` and `g` (an upstream gradient) hold values of `dtype`."""

    kind: str  # "rms" or "layer"
    x: np.ndarray  # (..., d)
    w: np.ndarray  # (d,)
    b: np.ndarray | None
    g: np.ndarray  # as x
    eps: float | None  # None: the argument is left out
    dtype: str
    wdtype: str

    @cached_property
    def wide(self):
        """x, w, b, g in float64, and eps."""
        x, w, g = (a.astype(np.float64) for a in (self.x, self.w, self.g))
        b = np.zeros_like(w) if self.b is None else self.b.astype(np.float64)
        return x, w, b, g, DEFAULT[self.kind] if self.eps is None else self.eps

    @cached_property
    def parts(self):
        """x, centred for LayerNorm, and the inverse of its root mean square, (..., 1)."""
        x, *_, eps = self.wide
        c = x - x.mean(-1, keepdims=True) if self.kind == "layer" else x
        with np.errstate(divide="ignore"):
            return c, 1 / np.sqrt((c**2).mean(-1, keepdims=True) + eps)

    @cached_property
    def right(self) -> np.ndarray:
        (c, r), (_, w, b, _, _) = self.parts, self.wide
        return c * r * w + b

    @property
    def scale(self) -> np.ndarray:
        """The size of what is added up to the result."""
        (c, r), (x, w, b, _, _) = self.parts, self.wide
        mean = np.abs(x - c)  # zero for RMSNorm
        return (np.abs(c) + mean) * r * np.abs(w) + np.abs(b)

    @cached_property
    def tolerance(self) -> np.ndarray:
        return self.rounding("float64" if self.dtype == "float64" else "float32")

    def rounding(self, width: str) -> np.ndarray:
        """The rounding error allowed of a result computed in `width` and returned in `dtype`.

        The error of the mean over d entries enters the difference from it, and the root after that.
        """
        (x, w, b, _, _), (c, r), d = self.wide, self.parts, self.x.shape[-1]
        lost = 0.0
        if self.kind == "layer":
            lost = bound(width, d, np.abs(x).mean(-1, keepdims=True)) * r
        z = np.abs(c * r)
        relative = bound(width, 2 * d + 8, z) + lost * (1 + z)
        return relative * np.abs(w) + bound(width, 2, np.abs(b)) + self.once

    @property
    def once(self) -> np.ndarray:
        """The error of rounding the right result to its dtype, once: half the spacing of numbers there."""
        _, exponent = np.frexp(np.abs(self.right))
        spacing = np.where(self.right == 0, 0.0, np.exp2(exponent - float(DIGITS[self.dtype])))
        return np.maximum(spacing, 2.0**-24 if self.dtype == "float16" else 0.0) / 2

    def last(self, scale) -> np.ndarray:
        """The error of rounding a gradient to its dtype, also if there are products after that."""
        least = 2.0**-23 if self.dtype == "float16" else 0.0  # twice the spacing of subnormal numbers
        return bound(self.dtype, 1, scale) + least

    @cached_property
    def dx(self) -> np.ndarray:
        """RMSNorm's gradient of x."""
        (x, r), (_, w, _, g, _) = self.parts, self.wide
        return r * (g * w - x * r**2 * (g * w * x).mean(-1, keepdims=True))

    def dx_rounding(self, width: str) -> np.ndarray:
        """The rounding error allowed of `dx` if computed in `width`."""
        (x, r), (_, w, _, g, _), d = self.parts, self.wide, self.x.shape[-1]
        scale = r * (np.abs(g * w) + np.abs(x) * r**2 * np.abs(g * w * x).mean(-1, keepdims=True))
        return (
            bound(width, 3 * d + 20, scale)
            + self.last(np.abs(self.dx))
            + (bound(self.dtype, 0, scale) if self.dtype in HALVES else 0)
        )

    @cached_property
    def terms(self) -> np.ndarray:
        """RMSNorm's gradient of w, for each position, (N, d)."""
        (x, r), (*_, g, _) = self.parts, self.wide
        return (g * x * r).reshape(-1, x.shape[-1])

    @cached_property
    def dweight(self) -> np.ndarray:
        return self.terms.sum(0)

    def dweight_rounding(self, width: str) -> np.ndarray:
        """The rounding error allowed of `dweight`, (d,), if computed in `width`."""
        N, d = self.terms.shape
        return bound(width, N + 2 * d + 8, np.abs(self.terms).sum(0)) + self.last(np.abs(self.dweight))


def draw(
    rng, kind="rms", shape=(5, 6), scale=1.0, eps=None, dtype="float32", wdtype=None, offset=0.0
) -> Case:
    """Vectors of different lengths and means, weights of both signs, not near zero or one."""
    wdtype, d = wdtype or dtype, shape[-1]
    x = rng.normal(size=shape) * rng.uniform(0.5, 2.0, (*shape[:-1], 1))
    x = offset + scale * (x + rng.uniform(0.3, 1.0, (*shape[:-1], 1)))
    w = rng.uniform(0.4, 2.0, d) * rng.choice([-1, 1], d)
    b = in_dtype(rng.normal(size=d) + 0.5, wdtype) if kind == "layer" else None
    g = in_dtype(rng.normal(size=shape), dtype)
    return Case(kind, in_dtype(x, dtype), in_dtype(w, wdtype), b, g, eps, dtype, wdtype)


# -- what mistakes give -------------------------------------------------------------------------


def forward_mistakes(got, case: Case) -> dict[str, np.ndarray]:
    """What each mistake about the forward pass gives for a case."""
    (x, w, b, _, eps), (c, r) = case.wide, case.parts
    with np.errstate(all="ignore"):
        ms = (c**2).mean(-1, keepdims=True)
        others = [DEFAULT[case.kind], 0.0, float(np.finfo(np.float32).eps)]
        found = {
            "eps-outside": c / (np.sqrt(ms) + eps) * w + b,
            "eps-ignored": fitting(got, *(c / np.sqrt(ms + e) * w + b for e in others)),
            "root-forgotten": c / (ms + eps) * w + b,
            "weight-forgotten": c * r + b,
            "one-plus-weight": c * r * (1 + w) + b,
            "unit-length": c / np.sqrt((c**2).sum(-1, keepdims=True) + eps) * w + b,
            "wrong-axis": fitting(got, *(along(case, axes) for axes in other_axes(x.ndim))),
            "zero-eps-replaced": case.right if eps else c / np.sqrt(ms + DEFAULT[case.kind]) * w + b,
            "eps-as-floor": c / np.sqrt(np.maximum(ms, eps)) * w + b,
            "default-eps": case.right
            if case.eps is not None
            else fitting(got, *(c / np.sqrt(ms + e) * w + b for e in OTHER_DEFAULTS)),
        }
        if case.kind == "rms":
            away = x - x.mean(-1, keepdims=True)
            return found | {
                "mean-subtracted": fitting(
                    got, away / np.sqrt((away**2).mean(-1, keepdims=True) + eps) * w, away * r * w
                ),
                "deviation-for-rms": x / np.sqrt((away**2).mean(-1, keepdims=True) + eps) * w,
            }
        d = x.shape[-1]
        return found | {
            "mean-kept": x / np.sqrt((x**2).mean(-1, keepdims=True) + eps) * w + b,
            "numerator-uncentred": x * r * w + b,
            "bias-forgotten": case.right - b,
            "bias-before-weight": (c * r + b) * w,
            "bessel": c / np.sqrt((c**2).sum(-1, keepdims=True) / max(d - 1, 1) + eps) * w + b,
        }


def other_axes(ndim: int) -> list:
    """Axes over which the mean may be taken by mistake."""
    if ndim < 2:
        return [(ndim - 1,)]
    return [(0,), tuple(range(ndim)), (ndim - 2,)]


def along(case: Case, axes: tuple) -> np.ndarray:
    """The norm with means over these axes."""
    x, w, b, _, eps = case.wide
    c = x - x.mean(axes, keepdims=True) if case.kind == "layer" else x
    return c / np.sqrt((c**2).mean(axes, keepdims=True) + eps) * w + b


def by_axes(got, case: Case) -> dict[str, np.ndarray]:
    """Predictions for inputs of any rank; for rank 4 any result is taken for `four-axes`."""
    return forward_mistakes(got, case) | {
        "two-axes-only": along(case, (1,)) if case.x.ndim > 1 else case.right,
        "four-axes": four_axes(got, case, case.right),
    }


def four_axes(got, case: Case, right):
    """Whatever came back for an x of four axes, and the right result for others."""
    return got if case.x.ndim == 4 else right


def dx_mistakes(got, case: Case) -> dict[str, np.ndarray]:
    """What each mistake gives for the gradient of x."""
    (x, r), (_, w, _, g, eps) = case.parts, case.wide
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
            "mean-subtracted": dx(mean(inner)) - r * mean(g * w),
            "weight-at-end": w * dx(mean(g * x), g),
            "eps-in-one-part": dx(mean(inner) / (mean(x**2) * r**2)) if x.all() else case.dx,
        }
        for mistake, forms in other_roots(x, eps, case.eps).items():
            found[mistake] = fitting(got, *(dx(mean(inner), r=one) for one in forms))
    return found


def other_roots(x, eps, given) -> dict[str, list]:
    """The inverse roots of mistakes about eps and axes; `given` is eps, None where it is left out."""
    ms = (x**2).mean(-1, keepdims=True)
    others = (DEFAULT["rms"], 0.0, float(np.finfo(np.float32).eps))
    return {
        "eps-outside": [1 / (np.sqrt(ms) + eps)],
        "eps-ignored": [1 / np.sqrt(ms + e) for e in others],
        "wrong-axis": [1 / np.sqrt((x**2).mean(axes, keepdims=True) + eps) for axes in other_axes(x.ndim)],
        "default-eps": [1 / np.sqrt(ms + (e if given is None else eps)) for e in OTHER_DEFAULTS],
        "eps-as-floor": [1 / np.sqrt(np.maximum(ms, eps))],
    }


def dweight_mistakes(got, case: Case) -> dict[str, np.ndarray]:
    """What each mistake gives for the gradient of the weight."""
    (x, r), (_, _, _, g, eps), d = case.parts, case.wide, case.x.shape[-1]
    terms = case.terms
    with np.errstate(all="ignore"):
        found = {
            "dweight-unsummed": (g * x * r),
            "dweight-averaged": terms.mean(0) if len(terms) else terms.sum(0),
            "dweight-unnormalized": in_dtype((g * x).reshape(-1, d).sum(0), case.dtype),  # perhaps infinite
            "dweight-weighted": in_dtype(terms.sum(0) * case.wide[1], case.dtype),
        }
        for mistake, forms in other_roots(x, eps, case.eps).items():
            found[mistake] = fitting(got, *((g * x * one).reshape(-1, d).sum(0) for one in forms))
    return found


def halved(got, case: Case, right, scale) -> np.ndarray:
    """`got` where half precision accounts for it: rounding, a sum that stops growing, overflow."""
    got = np.asarray(got)
    if case.dtype not in HALVES or got.shape != right.shape or got.dtype.kind not in "iuf":
        return right
    with np.errstate(invalid="ignore"):
        off = np.abs(got - right) <= bound(case.dtype, 2 * case.x.shape[-1] + 8, scale)
        stopped = (np.abs(got) < np.abs(right)) & (np.sign(got) == np.sign(right))
        rest = case.wide[2] if case.kind == "layer" else 0.0  # the result where the root is infinite
        lost = ~np.isfinite(got) | (np.abs(got - rest) <= bound(case.dtype, 1, np.abs(rest)))
    return np.where(off | stopped | lost, got, right)


def narrowed(got, case: Case, right, near) -> np.ndarray:
    """`got` where its error is one of float32, in place of float64."""
    got = np.asarray(got)
    if case.dtype != "float64" or got.shape != right.shape:
        return right
    with np.errstate(invalid="ignore"):
        return np.where(np.abs(got - right) <= near, got, right)


def early(got, case: Case) -> dict[str, np.ndarray]:
    """What it gives to round to half precision on the way; the right result for wider dtypes."""
    (c, r), (x, w, b, _, eps) = case.parts, case.wide

    def half(values):
        return in_dtype(values, case.dtype).astype(np.float64)

    def below(values):  # float32 may come out on either side of the middle between two numbers of half
        return half(values * (1 - 2.0**-19))

    def above(values):
        return half(values * (1 + 2.0**-19))

    def normed(c, e=eps):
        return c / np.sqrt((c**2).mean(-1, keepdims=True) + e) * w + b

    forms = {
        "rounded-early": [
            lambda half: half(c * r) * w + b,
            lambda half: half(c * r * w) + b,
            lambda half: half(c / half(1 / r)) * w + b,
            lambda half: c / half(1 / r) * w + b,
            lambda half: normed(half(c)),
        ],
        "weight-rounded": [lambda _: c * r * half(w) + half(b)],
    }
    if case.kind == "layer":
        forms["mean-rounded"] = [
            lambda half: normed(x - half(x.mean(-1, keepdims=True))),
            lambda half: (x - half(x.mean(-1, keepdims=True))) * r * w + b,
            lambda half: normed(in_dtype(x - half(x.mean(-1, keepdims=True)), case.dtype).astype(np.float64)),
        ]
    if case.dtype not in HALVES:
        return dict.fromkeys((*forms, "eps-rounded"), case.right)
    with np.errstate(all="ignore"):
        found = {
            mistake: fitting(got, *(nearest(got, below, above, form) for form in known))
            for mistake, known in forms.items()
        }
        return found | {"eps-rounded": normed(c, half(eps))}


def nearest(got, below: Callable, above: Callable, form: Callable) -> np.ndarray:
    """What `form(half)` gives once rounded, with numbers near a middle rounded to the side of `got`."""
    forms = np.array([last(form(half)) for half in (below, above) for last in (below, above)])
    if np.shape(got) != forms.shape[1:]:
        return forms[0]
    return np.take_along_axis(forms, np.abs(forms - got).argmin(0)[None], 0)[0]


def widths(got, case: Case) -> dict[str, np.ndarray]:
    """`forward_mistakes`, and those about the dtype of the computation."""
    known, rounded = forward_mistakes(got, case), early(got, case)
    computed = halved(got, case, case.right, case.scale)
    if case.eps and np.isnan(got).any():  # no eps, or one that half precision does not hold
        known["eps-ignored"] = case.right
    # The squares in half precision are infinite here.
    if np.abs(case.parts[0]).max() > LARGE and case.dtype in HALVES and explains(got, case, rounded):
        computed = np.full_like(case.right, np.nan)
    close_by = narrowed(got, case, case.right, case.rounding("float32"))
    by_weight = case.right
    if case.dtype == "float64" and case.wdtype != "float64":
        by_weight = close_by
    if case.dtype in HALVES and case.wdtype == case.dtype:
        by_weight = halved(got, case, case.right, case.scale)
    if case.dtype == case.wdtype == "float64" and case.x.any() and close(got, case.right, case.tolerance):
        close_by = np.full_like(case.right, np.nan)  # beside a narrower weight alone it is narrowed
    about_dtypes = {"computed-in-half": computed, "float64-narrowed": close_by, "width-of-weight": by_weight}
    return known | rounded | about_dtypes


def module_widths(got, case: Case) -> dict[str, np.ndarray]:
    """`widths`, and what widens float16 alone; the weight may be rounded besides."""
    known, narrow = widths(got, case), case.right
    about_weight = {"weight-rounded": known["weight-rounded"]}
    if case.dtype == "float16" and not close(got, case.right, case.tolerance):
        narrow = known["weight-rounded"]
    if case.dtype == "bfloat16" and case.x.any():
        narrow = halved(got, case, case.right, case.scale)
        if explains(got, case, about_weight):
            narrow = np.full_like(case.right, np.nan)
    return known | {"bfloat16-narrow": narrow}


def explains(got, case: Case, forms: dict) -> bool:
    """Is `got` right, or what one of these mistakes gives?"""
    return any(close(got, form, case.tolerance) for form in (case.right, *forms.values()))


def see(diagnosis: Diagnosis, got, case: Case, want, tolerance, predict: Callable) -> None:
    """Record an answer to a case; `predict(got, case)` gives the predictions of mistakes."""
    diagnosis.see(got, want, tolerance, lambda: explained(got, want, tolerance, predict(got, case)))
