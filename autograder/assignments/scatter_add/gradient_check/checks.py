"""Checks of `gradient_check`: a gradient compared with central differences, entry by entry."""

import contextlib

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, blame, check, same
from autograder.checks.shared import require
from autograder.checks.student import Student
from autograder.sandboxed import protocol

NAME = "gradient_check"
NEUTRAL = "The number returned is wrong."
EXPECTED = f"`{NAME}` is to return a number."
SMALL = 2.0**-4  # a step with which all arithmetic is exact


class Cubes:
    """f(x) = Σ c x³, with its derivative and its difference quotients.

    With x in eighths, c in quarters and a step of a sixteenth nothing is rounded, so one-sided
    and central quotients are recognized by their errors, of order ε and ε².
    """

    def __init__(self, rng, shape):
        self.c = np.array(rng.integers(1, 9, shape) / 4 * rng.choice([-1, 1], shape))
        self.x = np.array(rng.integers(4, 17, shape) / 8 * rng.choice([-1, 1], shape))
        self.gradient = np.array(3 * self.c * self.x**2)

    def each(self, x) -> np.ndarray:
        """The terms of f."""
        return self.c * x**3

    def rounding(self) -> float:
        """The rounding error of a quotient with the default step 1e-6: that of f, divided by the step."""
        return 8 * np.finfo(float).eps * np.abs(self.each(self.x)).sum() / 1e-6

    def central(self, eps) -> np.ndarray:
        """The central difference quotients, exactly."""
        return self.gradient + self.c * eps**2

    def failing(self, student: Student, name: str, fail_at: int, raises: str) -> protocol.Callback:
        """f as a function of the check's, which raises `raises` from call number `fail_at` on."""
        calls = 0

        def f(*args):
            nonlocal calls
            calls += 1
            if calls >= fail_at:
                return protocol.Failure((raises,), "f failed, as it was told to")
            (x,) = (arg.values if isinstance(arg, protocol.Array) else np.asarray(arg) for arg in args)
            if x.shape != self.x.shape:
                return protocol.Failure(("RuntimeError",), "f takes an array of the shape of x")
            return float(np.sum(self.each(x)))

        return student.function(name, f)


# Nothing is hidden in these functions, so they stand in the student's process, where a call costs nothing.
_MAKE = """
def make(drawn):
    return [cubes(*each) for each in drawn]


def cubes(c, x, nan_at):
    at = None if nan_at is None else tuple(nan_at)

    def f(moved):
        moved = np.asarray(moved)
        if moved.shape != c.shape:
            raise RuntimeError("f takes an array of the shape of x")
        if at is not None and moved[at] != x[at]:
            return float("nan")
        return float(np.sum(c * moved**3))

    return f


def product(x):
    return float(np.prod(x))


def total(x):
    return float(np.sum(x))
"""


def functions(student: Student, *drawn: Cubes, nan_at=None) -> list:
    """Return each f, as an object in the student's process; nan where the entry `nan_at` is not that of x."""
    make = student.evaluate(_MAKE, "make")
    return student.method(make, "", [[f.c, f.x, nan_at] for f in drawn])


NORM_RATIOS = ("norm-ratio", "norm-ratio, sum", "norm-ratio, no floor")


ADDED = ("1 + larger", "1 + both", "both")
COMBINED = {
    "sum": np.sum,
    "median": np.median,
    "length": np.linalg.norm,
    "root mean square": lambda each: np.sqrt(np.mean(each**2)),
}


def worst(n, g, kind="") -> float:
    """The largest relative error of g against n, or what a mistake in the formula (`kind`) gives."""
    error, scale = np.abs(n - g), np.maximum(np.abs(n), np.abs(g))
    with np.errstate(all="ignore"):
        if kind == "no-floor":
            return np.max(error / scale)
        if kind == "no-floor, sum":
            return np.max(error / (np.abs(n) + np.abs(g)))
        if kind == "absolute-only":
            return np.max(error)
        if kind in ADDED:
            total = np.abs(n) + np.abs(g)
            return np.max(
                error / {"1 + larger": 1 + scale, "1 + both": 1 + total}.get(kind, np.maximum(1, total))
            )
        if kind == "norm-ratio":
            return np.linalg.norm(n - g) / max(1.0, np.linalg.norm(n), np.linalg.norm(g))
        if kind == "norm-ratio, sum":
            return np.linalg.norm(n - g) / (np.linalg.norm(n) + np.linalg.norm(g))
        if kind == "norm-ratio, no floor":
            return np.linalg.norm(n - g) / max(np.linalg.norm(n), np.linalg.norm(g))
        if kind == "apart":
            return np.max(error) / max(1.0, np.max(scale))
        if kind == "n, g":
            return np.max(error / np.maximum(1, np.maximum(n, g)))
        if kind in ("|n|", "|g|"):
            return np.max(error / np.maximum(1, np.abs(n if kind == "|n|" else g)))
        each = error / np.maximum(1, scale)
        if kind == "lengths-compared":
            return np.max(np.abs(np.abs(n) - np.abs(g)) / np.maximum(1, scale))
        if kind == "sign-lost":
            return np.max((n - g) / np.maximum(1, scale))
        if kind in COMBINED:
            return float(COMBINED[kind](each))
        return np.mean(each) if kind == "mean-not-max" else np.max(each)


def floor(n, g, least: float) -> float:
    """The largest error with a denominator of `least` or more, in place of 1."""
    return np.max(np.abs(n - g) / np.maximum(least, np.maximum(np.abs(n), np.abs(g))))


class Compared(Diagnosis):
    """A diagnosis that says what all wrong numbers have in common, where no mistake accounts for them."""

    def __init__(self):
        super().__init__(NEUTRAL)
        self.wrong: list[set[str]] = []

    def observe(self, got: float, n, g, rounding: float) -> None:
        """Record a number that is not the largest error."""
        each = np.abs(n - g) / np.maximum(1, np.maximum(np.abs(n), np.abs(g)))
        said = {NO_NUMBER if np.isnan(got) else SMALL_ONE if got < each.max() else LARGE_ONE}
        self.wrong.append(said | ({ANOTHER} if np.any(np.abs(each - got) <= rounding) else set()))

    def conclude(self) -> None:
        try:
            super().conclude()
        except Unexplained:
            said = set.intersection(*self.wrong) if self.wrong else set()
            raise Unexplained(" ".join([NEUTRAL, *sorted(said)[:1]])) from None


ANOTHER = "It is the error of an entry that is not the worst one."
NO_NUMBER = "It is nan although neither a quotient nor an entry of the gradient is."
LARGE_ONE = "It is too large in all cases in which it is wrong."
SMALL_ONE = "It is too small in all cases in which it is wrong."


def number(value) -> float:
    """Return an answer that must be a number: Python's, or an array without axes."""
    if isinstance(value, protocol.Array) and value.values.shape == () and value.values.dtype.kind in "fiu":
        return float(value.values)
    if type(value) in (float, int):
        return float(value)
    # An answer that is not written yet, or of the wrong kind throughout, is told what came back.
    raise Wrong("not-a-float" if isinstance(value, (protocol.Array, tuple)) else None, EXPECTED)


def see(diagnosis: Compared, got, f: Cubes, grad, eps, **more) -> None:
    """One answer as evidence; `more` are the predictions of further mistakes."""
    n = f.central(eps)
    forward = (f.each(f.x + eps) - f.each(f.x)) / eps
    backward = (f.each(f.x) - f.each(f.x - eps)) / eps
    moved = np.sum(f.each(f.x + eps) - f.each(f.x - eps)) / (2 * eps)
    scales = np.abs(f.x), np.maximum(1, np.abs(f.x)), 1 + np.abs(f.x)
    signed = worst(n, grad, "sign-lost"), worst(-n, -grad, "sign-lost")
    predicted = {
        "one-sided": [worst(forward, grad), worst(backward, grad)],
        "one-length": [worst(n, grad, "|n|"), worst(n, grad, "|g|")],
        "length-signed": worst(n, grad, "n, g"),
        "parts-apart": worst(n, grad, "apart"),
        "scaled-step": [worst(f.gradient + f.c * (eps * s) ** 2, grad) for s in scales],
        "half-step": [worst(2 * n, grad), worst(n / 2, grad)],
        "eps-ignored": worst(f.gradient, grad),
        "no-floor": [worst(n, grad, "no-floor"), worst(n, grad, "no-floor, sum"), floor(n, grad, eps)],
        "lengths-added": [worst(n, grad, k) for k in ADDED],
        "errors-combined": [worst(n, grad, k) for k in COMBINED] if n.size > 1 else worst(n, grad),
        "small-errors-lost": np.where(worst(n, grad) < 1e-3, 0.0, worst(n, grad)),
        "absolute-only": worst(n, grad, "absolute-only"),
        "mean-not-max": worst(n, grad, "mean-not-max"),
        "norm-ratio": [worst(n, grad, k) for k in NORM_RATIOS],
        "sign-lost": [*signed, *(max(s, 0.0) for s in signed)],
        "lengths-compared": worst(n, grad, "lengths-compared"),
        "zero-skipped": worst(n[grad != 0], grad[grad != 0]) if grad.any() else 0.0,
        "all-at-once": worst(np.full(f.x.shape, moved), grad),
    }
    if not diagnosis.see(got, worst(n, grad), f.rounding(), **(predicted | more)):
        diagnosis.observe(got, n, grad, f.rounding())


@check(points=2)
def value(student: Student, rng: np.random.Generator):
    """Small and large entries, errors of both signs, with a large step; then the default step."""
    diagnosis, fine = Compared(), Cubes(rng, (3,))
    drawn = wrong_gradients(rng)
    *each, last = functions(student, *(f for f, _ in drawn), fine)
    for (f, grad), called in zip(drawn, each):
        see(diagnosis, number(student.call(NAME, called, f.x, grad, SMALL)), f, grad, SMALL)
    diagnosis.conclude()
    neighbours_stay(student, rng)
    got = number(student.call(NAME, last, fine.x, fine.gradient))
    if not got <= fine.rounding() + np.abs(fine.c).max() * 1e-12:  # the quotient's own error is c ε²
        raise Unexplained("With the default eps a right gradient does not look right.")
    met = student.evaluate(_STEPS, "max(met) - min(met)")
    if not (isinstance(met, float) and abs(met - 2e-6) < 1e-8):
        raise Wrong("other-step")
    k = int(rng.integers(150, 300))
    if number(student.evaluate(_MANY.format(k=k), f"{NAME}(f, x, grad)")) < 0.5:
        raise Wrong("entries-left-out")


_STEPS = f"""
met = []


def f(x):
    met.append(float(x[0]))
    return met[-1] ** 2


{NAME}(f, np.array([1.0]), np.array([2.0]))
"""
_MANY = """
x = np.linspace(0.5, 1.5, 300)
grad = 2 * x
grad[{k}] *= -1


def f(x):
    return float(np.sum(x**2))
"""


def wrong_gradients(rng: np.random.Generator) -> list[tuple[Cubes, np.ndarray]]:
    """Functions, each with a gradient that is wrong in another way."""
    found = []
    for factor in (None, 0.5, 2):
        f = Cubes(rng, (6,))
        if factor is None:  # small entries of both signs, all of them off by a quarter
            f.c = np.abs(f.c) * np.array([1, -1] * 3) / 2**14
            f.gradient = 3 * f.c * f.x**2
            found.append((f, 1.25 * f.gradient))
            continue
        # The worst entry is a large one: the quotient is larger than it, or smaller.
        f.c[k := rng.integers(6)] = 2
        f.gradient = 3 * f.c * f.x**2
        grad = f.gradient.copy()
        grad[k] *= factor
        found.append((f, grad))
    # The largest entry is right, and one of another size is off.
    f = Cubes(rng, (6,))
    j, k = rng.permutation(6)[:2]
    f.c[[j, k]], f.x[[j, k]] = (2.25, -1), (2, 1)
    f.gradient = 3 * f.c * f.x**2
    grad = f.gradient.copy()
    grad[k] *= 1.5
    return [*found, (f, grad), (f, -f.gradient), (f, 0 * f.gradient)]


def neighbours_stay(student: Student, rng: np.random.Generator) -> None:
    """Each entry is moved alone: f is a product, so each quotient depends on the other entries."""
    product = student.evaluate(_MAKE, "product")
    x = rng.integers(4, 17, 3) / 8
    gradient = np.prod(x) / x
    answer = student.observe(NAME, product, x, gradient, SMALL, watch=("args",))
    got = number(answer.value)
    if got <= 1e-9 or not same(x, answer.args[1]):  # linear in each entry; others judge x
        return
    for last in (-SMALL, SMALL):
        moved = [np.prod(x[:i] + last) * np.prod(x[i + 1 :]) for i in range(3)]
        if np.isclose(got, worst(np.array(moved), gradient), rtol=1e-9):
            raise Wrong("neighbours-moved")
    raise Unexplained(NEUTRAL)


@check(points=1)
def shapes(student: Student, rng: np.random.Generator):
    """One axis, none, and several."""
    diagnosis = Compared()
    drawn = [Cubes(rng, shape) for shape in ((4,), (), (2, 3), (2, 1, 2))]
    for n, (f, called) in enumerate(zip(drawn, functions(student, *drawn))):
        shape = f.x.shape
        # The error is in one entry of the last row; without axes it is in the only one.
        grad = f.gradient.copy()
        grad[(-1,) * len(shape)] += 2 * np.sign(grad[(-1,) * len(shape)])
        with blame("x-one-axis") if n else contextlib.nullcontext():
            got = number(student.call(NAME, called, f.x, grad, SMALL))
        more = {}
        if len(shape) > 1:
            together = f.central(SMALL).sum(axis=tuple(range(1, len(shape))), keepdims=True)
            more["x-one-axis"] = worst(np.broadcast_to(together, shape), grad)
        see(diagnosis, got, f, grad, SMALL, **more)
    diagnosis.conclude()


def same_bits(sent, after) -> bool:
    """Does an argument hold the same numbers after the call, the signs of zeros too?"""
    return same(sent, after) and np.array_equal(np.signbit(sent), np.signbit(after.values))


@check(points=1)
def restores(student: Student, rng: np.random.Generator):
    """x is restored exactly, also if f raises, and then the exception reaches the caller."""
    # Every quotient of a sum is one, every gradient zero.
    total = student.evaluate(_MAKE, "total")
    f = Cubes(rng, (4, 3))
    # Numbers to which adding and subtracting the step does not lead back, and a negative zero.
    f.x = f.x + rng.normal(size=f.x.shape) / 3
    f.x[2, 1] = -0.0
    (fine,) = functions(student, f)
    failing = [
        (at, raises, f.failing(student, f"fails at {at}", at, raises))
        for at, raises in ((2, "RuntimeError"), (5, "RuntimeError"), (8, "RuntimeError"), (6, "SystemExit"))
    ]
    require(NAME, lambda: student.call(NAME, total, np.array([1.0, 2.0]), np.zeros(2)), 1.0)
    answer = student.observe(NAME, fine, f.x, f.gradient, watch=("args",))
    if not same_bits(f.x, answer.args[1]):
        raise Wrong("x-not-restored")
    for fail_at, raises, g in failing:
        answer = student.observe(NAME, g, f.x, f.gradient, watch=("args", "error"))
        if not same_bits(f.x, answer.args[1]):
            raise Wrong("x-not-restored-on-error" if raises == "RuntimeError" else "x-not-restored-on-exit")
        failed = student.calls(f"fails at {fail_at}") >= fail_at
        if failed and answer.raised is None:
            raise Wrong("exception-swallowed")
        if failed and raises not in answer.raised.types:
            raise Wrong("exception-replaced")
    if not student.evaluate(_RAISES, "caught is problem"):
        raise Wrong("exception-replaced")


_RAISES = f"""
problem, caught = KeyError("no such entry"), None


def f(x):
    raise problem


try:
    {NAME}(f, np.ones(2), np.ones(2))
except Exception as error:
    caught = error
"""


@check(points=1)
def nan(student: Student, rng: np.random.Generator):
    """One nan in the gradient or in a quotient, at the beginning, in the middle or at the end."""
    total = student.evaluate(_MAKE, "total")
    f = Cubes(rng, (2, 3))
    places = ((0, 0), (1, 1), (1, 2))
    fine, *broken = (functions(student, f, nan_at=at)[0] for at in (None, *places))
    require(NAME, lambda: student.call(NAME, total, np.array([1.0, 2.0]), np.zeros(2)), 1.0)
    for at, one_nan in zip(places, broken):
        grad = f.gradient.copy()
        grad[at] = np.nan
        for g, of_f in ((grad, fine), (f.gradient, one_nan)):
            if not np.isnan(number(student.call(NAME, of_f, f.x, g))):
                raise Wrong("nan-lost")
