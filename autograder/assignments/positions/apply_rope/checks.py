"""Checks of `apply_rope`, rotary positions: layouts, positions, base, inverse, half precision, devices."""

from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, blame, bound, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import device_mistakes, in_dtype
from autograder.checks.student import Student, StudentError

from ..shared import Observed, going_on, limited

NAME = "apply_rope"
WRONG = "The rotated vectors are wrong."
LAYOUTS = ("adjacent", "halves")
OTHER = {"adjacent": "halves", "halves": "adjacent"}


def apart(x, layout: str) -> tuple:
    """Return the first and the second numbers of all pairs, each (..., d/2)."""
    if layout == "adjacent":
        return x[..., 0::2], x[..., 1::2]
    return tuple(np.split(x, 2, axis=-1))


def together(a, b, layout: str) -> np.ndarray:
    """Return the inverse of `apart`."""
    if layout == "adjacent":
        return np.stack([a, b], axis=-1).reshape(*a.shape[:-1], 2 * a.shape[-1])
    return np.concatenate([a, b], axis=-1)


@dataclass(frozen=True)
class Case:
    """A call of apply_rope. `x` holds values of `dtype`; bfloat16 as float32."""

    x: np.ndarray
    positions: np.ndarray
    layout: str = "adjacent"
    theta: float = 10000.0
    inverse: bool = False
    dtype: str = "float32"

    @property
    def pairs(self) -> tuple:
        return apart(self.x.astype(np.float64), self.layout)

    def angles(self, exponents=None, positions=None, theta=None) -> np.ndarray:
        """Return the angles (..., T, d/2), or those of other exponents, positions or bases."""
        d = self.x.shape[-1]
        exponents = np.arange(0, d, 2) / d if exponents is None else exponents
        positions = self.positions if positions is None else positions
        return positions[..., None].astype(np.float64) * (theta or self.theta) ** -exponents

    def turned(self, angles=None, layout=None, sign=None) -> np.ndarray:
        """Return x rotated in float64: rightly, or by other angles, in another layout or direction."""
        layout = layout or self.layout
        angles = self.angles() if angles is None else angles
        a, b = apart(self.x.astype(np.float64), layout)
        cos, sin = np.cos(angles), np.sin(angles) * (sign or (-1 if self.inverse else 1))
        return together(a * cos - b * sin, a * sin + b * cos, layout)

    @property
    def tolerance(self) -> np.ndarray:
        """The rounding error allowed: of angles in float32, by exp and log, and of a rotation in `dtype`.

        That of a vector's largest pair, since mistakes may combine other numbers.
        """
        a, b = np.abs(self.pairs)
        angle = bound("float32", 4 + np.log(self.theta), np.abs(self.angles()) + 1)
        narrow = "float32" if self.dtype == "float64" else self.dtype
        each = angle * (a + b) + bound(narrow, 3, a + b)
        return each.max(axis=-1, keepdims=True, initial=0.0)

    def predicted(self, got) -> dict:
        """Return what each mistake gives; some are right in one layout, and a check asks both."""
        k, d, T = np.arange(self.x.shape[-1] // 2), self.x.shape[-1], self.x.shape[-2]
        (a, b), phi, right = self.pairs, self.angles(), self.turned()
        sign = -1 if self.inverse else 1
        cos, sin = np.cos(phi), np.sin(phi) * sign
        early, late = a * cos - b * sin, a * sin + b * cos
        in_turn = (early, early * sin + b * cos), (a * cos - late * sin, late)
        grown = (a * cos + b * sin, a * sin + b * cos), (a * cos - b * sin, b * cos - a * sin)
        one, two = apart(together(phi, phi, OTHER[self.layout]), self.layout)
        growing = self.angles(-2 * k / d)
        fast, coarse = self.turned(growing), bound("float32", 16, 9 * np.abs(growing).max(initial=1.0))
        unlike = a * np.cos(one) - b * np.sin(one) * sign, a * np.sin(two) * sign + b * np.cos(two)
        return {
            "other-layout": [self.turned(layout=OTHER[self.layout]), right],
            "layout-mixed": [together(*apart(right, self.layout), OTHER[self.layout]), right],
            "rates-misplaced": [together(*unlike, self.layout), right],
            "exponent-doubled": self.turned(self.angles(4 * k / d)),
            "exponent-halved": self.turned(self.angles(k / d)),
            "rate-inverted": got if close(got, fast, coarse) else fast,
            "wrong-way": self.turned(sign=-sign),
            "no-rotation": [together(*pair, self.layout) for pair in grown],
            "turned-again": [together(*pair, self.layout) for pair in in_turn],
            "positions-from-one": self.turned(self.angles(positions=self.positions + 1)),
            "positions-ignored": self.turned(self.angles(positions=np.arange(T))),
            "base-ignored": self.turned(self.angles(theta=1e4)),
            "inverse-ignored": self.turned(sign=1),
        }


def draw(rng: np.random.Generator, shape=(5, 8), positions=None, dtype="float32", **how) -> Case:
    """Return a case with positions 0 ... T-1 unless others are given."""
    positions = np.arange(shape[-2]) if positions is None else np.asarray(positions)
    return Case(in_dtype(rng.normal(size=shape), dtype), positions, dtype=dtype, **how)


def some(rng: np.random.Generator, shape=(5,)) -> np.ndarray:
    """Return positions from 3 to 92, no two of them equal."""
    return rng.permutation(90)[: int(np.prod(shape))].reshape(shape) + 3


def ask(student: Student, case: Case) -> np.ndarray:
    """Return the values of a call, without settings that are the default."""
    usual = {"theta": 10000.0, "layout": "adjacent", "inverse": False}
    settings = {name: getattr(case, name) for name, value in usual.items() if getattr(case, name) != value}
    value = student.call(NAME, student.tensor(case.x, case.dtype), student.tensor(case.positions), **settings)
    return array(value, "torch", f"`{NAME}` gives no tensor.", numpy="through-numpy")


def notes(got, want, allowed, case: Case) -> list[str]:
    """Return what is true of wrong vectors."""
    lengths, right = (np.hypot(*apart(v.astype(np.float64), case.layout)) for v in (got, case.x))
    said = []
    if case.inverse:
        said.append(f'Calls with inverse=True and the layout "{case.layout}" are wrong.')
        said.append("Calls with inverse=True are wrong, and those without are right.")
    if not close(np.linalg.norm(got, axis=-1), np.linalg.norm(case.x, axis=-1), 4 * allowed):
        said.append("The vectors change their lengths, which no rotation does.")
    elif not close(lengths, right, 4 * allowed):
        said.append("The vectors keep their lengths and the pairs do not: look at which numbers are paired.")
    else:
        said.append("Each pair keeps its length and has a wrong direction: look at the angles and the signs.")
    if case.x.shape[-1] > 2:
        (a, b), (c, d) = (apart(v.astype(np.float64), case.layout) for v in (got, want))
        if close(a[..., 0], c[..., 0], allowed) and close(b[..., 0], d[..., 0], allowed):
            said.insert(0, "The first pair is right, and later ones are not.")
    return said


def see(evidence: Observed, student: Student, case: Case) -> None:
    got, want, allowed = ask(student, case), case.turned(), case.tolerance
    evidence.note(evidence.see(got, want, allowed, case.predicted, got), got, want, allowed, case)


def any_axes(shape):
    """Return a context that blames an exception on axes before T, where there are some."""
    return blame("one-sequence-only") if len(shape) > 2 else nullcontext()


def in_layout(student: Student, rng: np.random.Generator, layout: str) -> None:
    """Compare vectors with and without axes before T, then with another base."""
    evidence = Observed(WRONG, notes)
    for shape in ((5, 8), (4, 6), (3, 2), (2, 5, 8), (2, 1, 2, 3, 4)):
        with any_axes(shape):
            see(evidence, student, draw(rng, shape, layout=layout))
    evidence.conclude()
    for theta in (float(rng.uniform(20, 80)), 500000.0):
        see(evidence, student, draw(rng, positions=some(rng), theta=theta, layout=layout))
    evidence.conclude()


@check(points=1)
def adjacent(student: Student, rng: np.random.Generator) -> None:
    in_layout(student, rng, "adjacent")


@check(points=1)
def halves(student: Student, rng: np.random.Generator) -> None:
    in_layout(student, rng, "halves")


@check(points=1)
def positions(student: Student, rng: np.random.Generator) -> None:
    """Positions in any order, then of several axes, and ones that broadcast."""
    evidence = Observed(WRONG, notes)
    see(evidence, student, draw(rng))
    for layout in LAYOUTS:
        see(evidence, student, draw(rng, positions=some(rng), layout=layout))
    evidence.conclude()
    far(student, rng)
    for misconception, shapes in (
        ("one-sequence-only", [((2, 5, 8), (5,))]),
        ("positions-one-axis", [((2, 5, 8), (2, 5)), ((2, 3, 4, 6), (2, 1, 4))]),
        (
            "positions-some-shapes",
            [((2, 3, 4, 6), (3, 1)), ((2, 3, 4, 6), (3, 4)), ((5, 8), (1,)), ((5, 8), ())],
        ),
    ):
        for shape, where in shapes:
            case = draw(rng, shape, some(rng, where), layout=str(rng.choice(LAYOUTS)))
            with blame(misconception):
                got = ask(student, case)
            if not close(got, case.turned(), case.tolerance):
                raise Wrong(misconception)


def far(student: Student, rng: np.random.Generator) -> None:
    """Require the rotations of positions that no table of usual length has a row for."""
    evidence = Diagnosis(f"{WRONG} Look at far positions.")
    case = draw(rng, positions=np.arange(5) * 701 + rng.integers(70_000, 80_000))
    with blame("positions-limited", only=("IndexError",)):
        got = ask(student, case)
    ends = [case.turned(case.angles(positions=places)) for places in limited(case.positions)]
    evidence.see(got, case.turned(), case.tolerance, **{"positions-limited": ends})
    evidence.conclude()


@check(points=1)
def inverse(student: Student, rng: np.random.Generator) -> None:
    """Both directions, so that a rotation that is wrong in both is named as such."""
    evidence = Observed(WRONG, notes)
    for layout in LAYOUTS:
        for back in (False, True):
            see(evidence, student, draw(rng, positions=some(rng), layout=layout, inverse=back))
    evidence.conclude()


@check(points=1)
def half(student: Student, rng: np.random.Generator) -> None:
    """Large positions, whose angles half precision does not hold, after the usual case."""
    evidence = Observed(WRONG, notes)
    for layout in LAYOUTS:
        see(evidence, student, draw(rng, layout=layout))
    evidence.conclude()
    for dtype in ("float16", "bfloat16"):
        for layout in LAYOUTS:
            # Odd: float16 and bfloat16 hold no odd number of this size.
            far = np.arange(5) + rng.integers(1100, 1900) * 2 + 1
            case = draw(rng, positions=far, dtype=dtype, layout=layout)
            with blame("positions-limited", only=("IndexError",)):
                got = ask(student, case)
            right = evidence.see(got, case.turned(), case.tolerance, turned_anyhow, got, case)
            evidence.note(right, got, case.turned(), case.tolerance, case)
    evidence.conclude()


def turned_anyhow(got, case: Case) -> dict:
    """Return `predicted`, and `got` if it is x with every pair turned by any angle, as narrow angles give."""
    right = case.turned()
    if got.shape != right.shape:
        return case.predicted(got)
    lengths = [np.hypot(*apart(v.astype(np.float64), case.layout)) for v in (got, case.x)]
    narrow = close(*lengths, bound(case.dtype, 6, lengths[1]))
    return case.predicted(got) | {"angles-in-half": got if narrow else right}


@check(points=1, accelerator=True)
def device(student: Student, rng: np.random.Generator) -> None:
    """Values and gradients on another device; the gradient of x is the upstream gradient, turned back."""
    values = Observed("On another device than the CPU the rotated vectors are wrong.", notes)
    gradients = Diagnosis("The gradient with respect to x is wrong.")
    for shape, layout, back in [
        ((6, 10), "adjacent", False),
        ((2, 7, 4), "halves", True),
        ((3, 12), "halves", False),
    ]:
        case = draw(rng, shape, layout=layout, inverse=back)
        # The transpose of a rotation is the rotation back.
        above = draw(rng, shape, layout=layout, inverse=not back)
        with any_axes(shape), device_mistakes():
            value, grad = on_device(student, case, above)
        if value.device != student.device:
            raise Wrong("wrong-device")
        got = array(value, "torch", WRONG)
        right = values.see(got, case.turned(), case.tolerance, case.predicted, got)
        values.note(right, got, case.turned(), case.tolerance, case)
        got = array(grad, "torch", "The gradient is no tensor.")
        gradients.see(got, above.turned(), above.tolerance, lost, got, above)
    values.conclude()
    gradients.conclude()


def on_device(student: Student, case: Case, above: Case) -> tuple:
    """Return the value of a call and the gradient of x; `Wrong` if none arrives."""
    x, positions = student.tensor(case.x, grad=True), student.tensor(case.positions)
    try:
        answer = student.vjp(
            NAME, student.tensor(above.x), x, positions, case.theta, case.layout, case.inverse
        )
    except StudentError as error:
        if error.is_a("RuntimeError") and "does not require grad" in error.message:
            raise Wrong("detached") from error
        if error.is_a("RuntimeError") and "requires grad" in error.message and "numpy" in error.message:
            raise Wrong("through-numpy") from error
        raise
    if not answer.grads or answer.grads[0] is None:
        raise Wrong("detached")
    return answer.value, answer.grads[0]


def lost(got, above: Case) -> dict:
    """Return what gradients are that go lost on the way: all, of one number of each pair, of one term."""
    (a, b), phi = above.pairs, above.angles()
    sign = -1 if above.inverse else 1
    cos, sin, zero = np.cos(phi), np.sin(phi) * sign, 0 * a
    right = a * cos - b * sin, a * sin + b * cos
    parts = [(right[0], zero), (zero, right[1])]  # of the numbers of x
    parts += [(a * cos, a * sin), (-b * sin, b * cos)]  # of the numbers of the result
    parts += [(a * cos, b * cos), (-b * sin, a * sin)]  # of the terms with cosines, and with sines
    return {"detached": 0 * got, "gradient-in-part": [together(*pair, above.layout) for pair in parts]}


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    case = draw(rng, (3, 4), some(rng, (3,)), dtype)
    return Legal({"x": case.x, "positions": case.positions}, case.turned())


def turned_back(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    call = legal(rng, dtype, empty)
    return Legal(call.args | {"theta": 1e4, "layout": "halves", "inverse": True}, None)


def at_rest(student: Student, rng: np.random.Generator) -> None:
    """Require new memory where nothing turns, and half precision in both layouts."""
    x = student.tensor(rng.normal(size=(3, 4)))
    if any(student.observe(NAME, x, student.tensor(np.array(0)), watch=("sharing",)).sharing):
        raise Wrong("result-shared")
    for dtype, layout in (("bfloat16", "adjacent"), ("float16", "halves")):
        case = draw(rng, (3, 4), dtype=dtype)
        value = student.call(
            NAME, student.tensor(case.x, dtype), student.tensor(case.positions), layout=layout
        )
        if value.dtype != dtype:
            raise Wrong("dtype-not-kept")


contract = going_on(
    house_rules("new", "unchanged", "dtype", legal=legal, more=turned_back, on="torch"), at_rest
)
