"""Checks of `apply_rope`, rotary positions: layouts, positions, base, inverse, gradient, devices."""

import re
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, blame, bound, check, close, same
from autograder.checks.refusals import refuses_types, refuses_values
from autograder.checks.shared import in_dtype, require, returns_new
from autograder.checks.student import StudentError

from ..asking import blames, without_entries

NAME = "apply_rope"
WRONG = "The rotated vectors are wrong."
LAYOUTS = ("adjacent", "halves")
OTHER = {"adjacent": "halves", "halves": "adjacent"}


def apart(x, layout):
    """The first and the second numbers of all pairs, each (..., d/2)."""
    if layout == "adjacent":
        return x[..., 0::2], x[..., 1::2]
    return np.split(x, 2, axis=-1)


def together(a, b, layout):
    """The inverse of `apart`."""
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

    def angles(self, exponents=None, positions=None, theta=None) -> np.ndarray:
        """The angles (..., T, d/2), or of other exponents, positions or bases."""
        d = self.x.shape[-1]
        exponents = np.arange(0, d, 2) / d if exponents is None else exponents
        positions = self.positions if positions is None else positions
        return positions[..., None].astype(np.float64) * (theta or self.theta) ** -exponents

    def turned(self, angles=None, layout=None, sign=None) -> np.ndarray:
        """x rotated in float64: rightly, or by other angles, in another layout, in the other direction."""
        layout = layout or self.layout
        angles = self.angles() if angles is None else angles
        a, b = apart(self.x.astype(np.float64), layout)
        cos, sin = np.cos(angles), np.sin(angles) * (sign or (-1 if self.inverse else 1))
        return together(a * cos - b * sin, a * sin + b * cos, layout)

    @property
    def right(self):
        return self.turned()

    @property
    def tolerance(self):
        """The rounding error allowed: of angles in float32, by exp and log, and of a rotation in `dtype`.

        That of a vector's largest pair, since mistakes may combine other numbers.
        """
        a, b = apart(np.abs(self.x.astype(np.float64)), self.layout)
        size = a + b
        angle = bound("float32", 4 + np.log(self.theta), np.abs(self.angles()) + 1)
        narrow = "float32" if self.dtype == "float64" else self.dtype
        each = angle * size + bound(narrow, 3, size)
        return each.max(axis=-1, keepdims=True, initial=0.0)

    def mistakes(self) -> dict:
        k, d, T = np.arange(self.x.shape[-1] // 2), self.x.shape[-1], self.x.shape[-2]
        x, phi = self.x.astype(np.float64), self.angles()
        a, b = apart(x, self.layout)
        swapped = apart(together(phi, phi, OTHER[self.layout]), self.layout)
        sign, right = -1 if self.inverse else 1, self.right
        first = a * np.cos(swapped[0]) - b * np.sin(swapped[0]) * sign
        second = a * np.sin(swapped[1]) * sign + b * np.cos(swapped[1])
        grown = [
            together(a * cos + b * sin, a * sin + b * cos, self.layout)
            for cos, sin in ((np.cos(phi), np.sin(phi)), (np.cos(phi), -np.sin(phi)))
        ]
        cos, sin = np.cos(phi), np.sin(phi) * sign
        early, late = a * cos - b * sin, a * sin + b * cos
        in_turn = (early, early * sin + b * cos), (a * cos - late * sin, late)
        base, inverse = self.turned(self.angles(theta=1e4)), self.turned(sign=1)
        lost = {
            "halves": {"base-lost-halves": base, "inverse-lost-halves": inverse},
            "adjacent": {"base-lost-adjacent": base, "inverse-lost-adjacent": inverse},
        }[self.layout]
        # The first three may be right in one of the layouts, of which a check asks both.
        return lost | {
            "other-layout": [self.turned(layout=OTHER[self.layout]), right],
            "layout-mixed": [together(*apart(right, self.layout), OTHER[self.layout]), right],
            "rates-misplaced": [together(first, second, self.layout), right],
            "exponent-doubled": self.turned(self.angles(4 * k / d)),
            "exponent-halved": self.turned(self.angles(k / d)),
            "rate-inverted": self.turned(self.angles(-2 * k / d)),
            "wrong-way": self.turned(sign=-sign),
            "no-rotation": grown,
            "turned-again": [together(*pair, self.layout) for pair in in_turn],
            "positions-from-one": self.turned(self.angles(positions=self.positions + 1)),
            "positions-ignored": self.turned(self.angles(positions=np.arange(T))),
            "base-ignored": base,
            "inverse-ignored": inverse,
        }


def draw(rng, shape=(5, 8), positions=None, dtype="float32", **how) -> Case:
    """A case with positions 0 ... T-1 unless others are given."""
    positions = np.arange(shape[-2]) if positions is None else np.asarray(positions)
    return Case(in_dtype(rng.normal(size=shape), dtype), positions, dtype=dtype, **how)


def arguments(student, case: Case):
    """Positional and keyword arguments of a call, without settings that are the default."""
    settings = {"theta": case.theta, "layout": case.layout, "inverse": case.inverse}
    usual = {"theta": 10000.0, "layout": "adjacent", "inverse": False}
    settings = {name: value for name, value in settings.items() if value != usual[name]}
    return (student.tensor(case.x, case.dtype), student.tensor(case.positions)), settings


def ask(student, case: Case, strided=False):
    """The values of a call, and the whole answer."""
    given, settings = arguments(student, case)
    answer = student.observe(NAME, *given, watch=("args", "sharing"), strided=strided, **settings)
    return array(answer.value, "torch", f"`{NAME}` gives no tensor.", numpy="through-numpy"), answer


def unchanged_by(answer, case: Case) -> bool:
    """Did the call leave its arguments as they were?"""
    return same(case.x, answer.args[0]) and same(case.positions, answer.args[1])


def see(evidence, student, case: Case) -> bool:
    """One answer as evidence; returns whether the arguments are unchanged."""
    got, answer = ask(student, case)
    evidence.see(got, case.right, case.tolerance, case.mistakes)
    return unchanged_by(answer, case)


def in_layout(student, rng, layout) -> None:
    """Vectors with and without leading axes; non-contiguous tensors."""
    evidence, unchanged = Diagnosis(WRONG), True
    for shape in ((5, 8), (4, 6), (3, 2)):
        unchanged &= see(evidence, student, draw(rng, shape, layout=layout))
    evidence.conclude()
    for shape in ((2, 5, 8), (2, 3, 5, 8), (2, 1, 2, 3, 4)):
        with one_shape(shape):
            unchanged &= see(evidence, student, draw(rng, shape, layout=layout))
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    with_gaps(student, draw(rng, (2, 4, 6), layout=layout))


def one_shape(shape):
    """Blames an exception on leading axes, where there are some; one sequence has been drawn before."""
    return blame("one-sequence-only") if len(shape) > 2 else nullcontext()


def with_gaps(student, case: Case) -> None:
    """The same from tensors whose numbers do not lie side by side."""
    with blame("contiguous-only"):
        got, _ = ask(student, case, strided=True)
    if not close(got, case.right, case.tolerance):
        raise Wrong("contiguous-only")


@check(points=1)
def adjacent(student, rng):
    in_layout(student, rng, "adjacent")


@check(points=1)
def halves(student, rng):
    in_layout(student, rng, "halves")


def far_positions(student, rng) -> None:
    """`Wrong` if positions fail, or turn otherwise, that no table of angles reaches."""
    # A single pair, whose rate is 1: then float32 holds the angles exactly.
    case = draw(rng, (5, 2), rng.integers(200_000, 300_000, 5))
    with blame("positions-limited"):
        got, _ = ask(student, case)
    if not close(got, case.right, bound("float32", 4, 2 * np.abs(case.x).max())):
        raise Wrong("positions-limited")


@check(points=1)
def positions(student, rng):
    """Any positions in any order; int32; positions of several axes, and ones that broadcast."""
    evidence, unchanged = Diagnosis(WRONG), True
    unchanged &= see(evidence, student, draw(rng))
    for layout in LAYOUTS:
        case = draw(rng, (5, 8), rng.permutation(90)[:5] + 3, layout=layout)
        unchanged &= see(evidence, student, case)
    evidence.conclude()
    with one_shape((2, 5, 8)):
        unchanged &= see(evidence, student, draw(rng, (2, 5, 8), rng.permutation(90)[:5] + 3))
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    far_positions(student, rng)
    for layout in LAYOUTS:
        case = draw(rng, (5, 8), rng.integers(0, 90, 5).astype("int32"), layout=layout)
        with blame("positions-int64-only"):
            got, _ = ask(student, case)
        if not close(got, case.right, case.tolerance):
            raise Wrong("positions-int64-only")
    for_sequences = [((2, 5, 8), (2, 5)), ((2, 3, 4, 6), (2, 1, 4))]
    others = [((2, 3, 4, 6), (3, 1)), ((2, 3, 4, 6), (3, 4)), ((3, 4, 6), (3, 1)), ((5, 8), (1,))]
    others += [((2, 4, 6), (1, 4)), ((2, 4, 6), ())]
    for misconception, shapes in (("positions-one-axis", for_sequences), ("positions-some-shapes", others)):
        for shape, where in shapes:
            for layout in LAYOUTS:
                case = draw(rng, shape, rng.integers(1, 90, where), layout=layout)
                with blame(misconception):
                    got, _ = ask(student, case)
                if not close(got, case.right, case.tolerance):
                    raise Wrong(misconception)
    for shape in ((0, 4), (2, 0, 4), (0, 3, 4)):
        for layout in LAYOUTS:
            case = draw(rng, shape, layout=layout)
            without_entries(lambda: ask(student, case)[0], case.x)
    with_gaps(student, draw(rng, (2, 4, 6), rng.integers(0, 90, (2, 4))))
    for shape in ((1, 6), (4, 6)):  # at position 0 nothing turns
        case = draw(rng, shape, np.zeros(shape[0], int))
        got, answer = ask(student, case)
        evidence.see(got, case.right, case.tolerance)
        if answer.sharing[0]:
            raise Wrong("memory-shared")
    evidence.conclude()
    returns_new(student, f"{NAME}(x, at)", "x, at = torch.ones(1, 2), torch.tensor([3])")


@check(points=1)
def theta(student, rng):
    """Other bases, in both layouts and directions; then two at the same positions."""
    evidence = Diagnosis(WRONG)
    see(evidence, student, draw(rng))
    bases = (float(rng.uniform(20, 80)), "adjacent"), (500000.0, "halves"), (100.0, "halves")
    for theta, layout in bases:
        for inverse in (False, True):
            # Positions of their own: nothing was kept of them by an earlier call.
            positions = rng.permutation(90)[:5] + 3
            case = draw(rng, (5, 8), positions, theta=theta, layout=layout, inverse=inverse)
            see(evidence, student, case)
    evidence.conclude()
    for theta in (10000.0, bases[0][0]):  # at the same positions, one after the other
        see(evidence, student, draw(rng, theta=theta))
    blames(evidence, "angles-kept")


@check(points=1)
def inverse(student, rng):
    """Both directions, so that a rotation that is wrong in both is named as such."""
    evidence, unchanged = Diagnosis(WRONG), True
    for layout in LAYOUTS:
        for inverse in (False, True):
            positions = rng.permutation(90)[:5] + 3
            case = draw(rng, (5, 8), positions, layout=layout, inverse=inverse)
            unchanged &= see(evidence, student, case)
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")
    for inverse in (False, True):  # at the same positions, one after the other
        see(evidence, student, draw(rng, inverse=inverse))
    blames(evidence, "angles-kept")


@check(points=1)
def dtypes(student, rng):
    """The dtype of the result; large positions, whose angles half precision does not hold."""
    evidence, kept, unchanged = Diagnosis(WRONG), True, True
    for positions in (None, rng.permutation(90)[:5] + 3):
        see(evidence, student, draw(rng, (5, 8), positions))
    evidence.conclude()
    far_positions(student, rng)
    for dtype in ("float64", "float16", "bfloat16"):
        for far, inverse, layout in ((False, False, "adjacent"), *((True, True, each) for each in LAYOUTS)):
            # Odd: float16 and bfloat16 hold no odd number of this size.
            positions = np.arange(5) + (rng.integers(1100, 1900) * 2 + 1 if far else 0)
            case = draw(rng, (5, 8), positions, dtype, layout=layout, inverse=inverse)
            got, answer = ask(student, case)
            evidence.see(got, case.right, case.tolerance, with_widths, got, case, far)
            kept &= answer.value.dtype == dtype
            unchanged &= unchanged_by(answer, case)
    if not kept:
        raise Wrong("dtype-not-kept")
    evidence.conclude()
    if not unchanged:
        raise Wrong("arguments-changed")


def with_widths(got, case: Case, far) -> dict:
    """`mistakes`, and angles in half precision."""
    return case.mistakes() | {"angles-in-half": turned_anyhow(got, case) if far else case.right}


def turned_anyhow(got, case: Case) -> np.ndarray:
    """`got` if it is x with every pair rotated by some angle, as wrong angles in half precision give."""
    if got.shape != case.x.shape or case.dtype == "float64":
        return case.right
    lengths = [np.hypot(*apart(v.astype(np.float64), case.layout)) for v in (got, case.x)]
    return got if close(*lengths, bound(case.dtype, 6, lengths[1])) else case.right


@check(points=1)
def gradient(student, rng):
    """The gradient of x is the upstream gradient, rotated back."""
    values, evidence = Diagnosis(WRONG), Diagnosis("The gradient with respect to x is wrong.")
    for shape, layout, inverse in [
        ((5, 8), "adjacent", False),
        ((2, 5, 8), "adjacent", True),
        ((5, 8), "halves", True),
        ((2, 5, 8), "halves", False),
    ]:
        case = draw(rng, shape, layout=layout, inverse=inverse)
        # The transpose of a rotation is the rotation back.
        above = draw(rng, shape, layout=layout, inverse=not inverse)
        settings = (case.theta, layout, inverse)
        x, positions = student.tensor(case.x, grad=True), student.tensor(case.positions)
        with one_shape(shape):
            try:
                answer = student.vjp(NAME, student.tensor(above.x), x, positions, *settings)
            except StudentError as error:
                if not error.is_a("RuntimeError"):
                    raise
                if "does not require grad" in error.message:
                    raise Wrong("detached") from error
                if "requires grad" in error.message and "numpy" in error.message:
                    raise Wrong("through-numpy") from error
                raise
        if not answer.grads or answer.grads[0] is None:
            raise Wrong("detached")
        got = array(answer.grads[0], "torch", "The gradient is no tensor.")
        value = array(answer.value, "torch", f"{WRONG} The result is no tensor.")
        values.see(value, case.right, case.tolerance, case.mistakes)
        evidence.see(got, above.right, above.tolerance, lambda got=got: {"detached": 0 * got})
    values.conclude()
    evidence.conclude()
    for dtype in ("float16", "bfloat16"):
        case = draw(rng, dtype=dtype)
        above = draw(rng, dtype=dtype, inverse=True)
        x, positions = student.tensor(case.x, dtype, grad=True), student.tensor(case.positions)
        with blame("detached-in-half", only=("RuntimeError",)):
            grads = student.vjp(NAME, student.tensor(above.x, dtype), x, positions).grads
        if not grads or grads[0] is None:
            raise Wrong("detached-in-half")
        if not close(array(grads[0], "torch", "The gradient is no tensor."), above.right, above.tolerance):
            raise Wrong("detached-in-half")


@check(points=1)
def errors(student, rng):
    x, positions = rng.normal(size=(2, 5, 8)), np.arange(5)
    case = Case(rng.normal(size=(3, 2)), np.arange(3), dtype="float64")
    require(
        NAME,
        lambda: student.call(NAME, student.tensor(case.x), student.tensor(case.positions)),
        case.turned(),
    )

    def call(x, positions, **how):
        return student.call(NAME, student.tensor(x), student.tensor(positions), **how)

    bad = positions.astype(np.float32), positions > 2
    refuses_types(lambda positions: call(x, positions), bad, if_accepted="not-integers")
    refuses_values(
        lambda layout: call(x[..., :7], positions, layout=layout), LAYOUTS, if_accepted="odd-width"
    )
    bad = [(x, np.zeros(shape, int)) for shape in ((4,), (3, 5), (5, 2), (2, 1, 5), (1, 2, 5))]
    bad += [(x[:, :1], positions), (x[0], np.arange(10).reshape(2, 5))]
    refuses_values(lambda pair: call(*pair), bad)
    layouts = "half", "interleaved", "Adjacent", "halves ", "", "adjacent halves"
    refuses_values(lambda layout: call(x, positions, layout=layout), layouts, if_accepted="layout-unchecked")
    none, unchecked = np.zeros((0, 8)), {"if_accepted": "unchecked-when-empty"}
    refuses_types(lambda positions: call(none, positions), [np.zeros(0)], **unchecked)
    refuses_values(lambda x: call(x, np.zeros(0, int)), [np.zeros((0, 7))], **unchecked)
    refuses_values(lambda layout: call(none, np.zeros(0, int), layout=layout), ["half"], **unchecked)


@check(points=1, accelerator=True)
def device(student, rng):
    evidence = Diagnosis("On another device than the CPU the rotated vectors are wrong.")
    for shape, layout in [(shape, layout) for shape in ((5, 8), (2, 5, 8)) for layout in LAYOUTS]:
        case = draw(rng, shape, layout=layout, inverse=len(shape) > 2)
        with one_shape(shape):
            try:
                got, answer = ask(student, case)
            except StudentError as error:
                if error.is_a("TypeError") and "numpy" in error.message:
                    raise Wrong("through-numpy") from error
                if error.is_a("RuntimeError") and re.search("same device|expected device", error.message):
                    raise Wrong("wrong-device") from error
                raise
        if answer.value.device != student.device:
            raise Wrong("wrong-device")
        evidence.see(got, case.right, case.tolerance, case.mistakes)
    evidence.conclude()
