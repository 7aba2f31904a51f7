"""What the checks of several functions share: draws, calls, and bodies that serve more than one."""

from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Diagnosis, Wrong, array, blame, close, same
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import require

from .asking import explained, fitting, keeps_axes
from .draws import HALVES, Case, by_axes, draw, forward_mistakes, see, widths

SIZES = {"if_accepted": "sizes-unchecked", "if_other_type": "sizes-unchecked"}


class Profile:
    """Answers of several numbers. A check passes if its own numbers are right; a mistake is named if it
    predicts all numbers. The predictions are computed only if the check does not pass."""

    def __init__(self, neutral: str):
        self.neutral, self.seen = neutral, []

    def see(self, got, want, tolerance, mine, forms) -> None:
        """`mine`: the indices of this check's numbers; `forms()` gives what mistakes predict, or lists."""
        got, want = np.array(got), np.array(want)
        self.seen.append((got, want, np.broadcast_to(tolerance, want.shape), mine, forms))

    def conclude(self) -> None:
        if all(close(got[mine], want[mine], tolerance[mine]) for got, want, tolerance, mine, _ in self.seen):
            return
        diagnosis = Diagnosis(self.neutral)
        for got, want, tolerance, _, forms in self.seen:
            several = {m: form if isinstance(form[0], list) else [form] for m, form in forms().items()}
            known = {m: fitting(got, *map(np.array, found)) for m, found in several.items()}
            known["digits-rounded"] = fitting(got, *(np.round(want, places) for places in range(3, 9)))
            diagnosis.see(got, want, tolerance, **explained(got, want, tolerance, known))
        diagnosis.conclude()


NAMES = {"rms": "rms_norm", "layer": "layer_norm"}
WRONG = "The normalized vectors are wrong."


class Given(NamedTuple):
    """The result of the student's function, and whether its arguments are unchanged."""

    values: np.ndarray
    dtype: str
    unchanged: bool


def numpy_norm(student, case: Case, strided=False) -> Given:
    name, sent = NAMES[case.kind], [case.x, case.w] + ([case.b] if case.kind == "layer" else [])
    rest = () if case.eps is None else (case.eps,)
    answer = student.observe(name, *sent, *rest, watch=("args",), strided=strided)
    values = array(answer.value, "numpy", f"`{name}` gives no array.")
    return Given(values, answer.value.dtype, all(map(same, sent, answer.args)))


# -- bodies that serve both functions and the module ------------------------------------------------


def look(student, cases, ask, predict=forward_mistakes) -> list[Given]:
    """Compare the answers to the cases, naming a mistake that `predict` knows; return them."""
    evidence, found = Diagnosis(WRONG), []
    for case in cases:
        found.append(ask(student, case))
        see(evidence, found[-1].values, case, case.right, case.tolerance, predict)
    evidence.conclude()
    return found


def values(student, rng, kind, ask) -> None:
    """Matrices of float32 whose vectors are so long that eps does not matter."""
    cases = [draw(rng, kind, shape, scale=50.0) for shape in ((5, 6), (3, 17))]
    given = look(student, cases, ask)
    given.append(
        ask(student, draw(rng, kind, scale=50.0, dtype="float64"))
    )  # here conversion to float64 makes no copy
    if not all(one.unchanged for one in given):
        raise Wrong("arguments-changed")


def eps(student, rng, kind, ask) -> None:
    """Vectors so short that eps matters, some of them zero; eps given, given as zero, and left out."""
    some = ((1.0, 0.5), (0.05, 0.02), (1e-3, None), (1e-3, 0.0))
    cases = [draw(rng, kind, scale=s, eps=e) for s, e in some]
    zero = draw(rng, kind, (2, 6), scale=0.0, eps=0.25)
    look(student, [*cases, zero], ask)


def shapes(student, rng, kind, ask) -> None:
    """Any number of axes, some of length one; no vectors; non-contiguous arrays."""
    evidence = Diagnosis(WRONG)
    for shape in SHAPES:
        case = draw(rng, kind, shape, scale=50.0, offset=far(shape))
        with blame(about_axes(evidence, shape), WRONG):
            given = ask(student, case)
        keeps_axes(given.values, case.right, case.tolerance)
        see(evidence, given.values, case, case.right, case.tolerance, by_axes)
    evidence.conclude()
    for shape in ((0, 6), (2, 0, 3)):
        case = draw(rng, kind, shape)
        with blame("empty-fails"):
            given = ask(student, case)
        if given.values.shape != shape:
            raise Wrong("empty-fails")
    case = draw(rng, kind, (3, 4, 5), scale=50.0)
    with blame("contiguous-only"):
        given = ask(student, case, strided=True)
    if not close(given.values, case.right, case.tolerance):  # three axes were right above
        raise Wrong("contiguous-only")


SHAPES = (4, 6), (6,), (2, 3, 5), (1, 6), (1, 1, 4), (3, 1), (3, 1, 2, 4)


def far(shape: tuple) -> float:
    """An offset with which eps does not matter to vectors of one entry, which may be near zero."""
    return 1000.0 if shape[-1] == 1 else 0.0


def about_axes(evidence: Diagnosis, shape: tuple) -> str | None:
    """The mistake that an exception for this shape shows, after the `evidence` of shapes before it."""
    if shape == (4, 6):
        return None
    if len(shape) < 2 or not all(right for right, _ in evidence.draws):
        return "two-axes-only"
    return "four-axes" if len(shape) > 3 else "axis-lost" if 1 in shape else "two-axes-only"


def returns_new(student, prepare: str, returned: str, given: str) -> None:
    """`Wrong` if an argument without vectors comes back itself."""
    if student.evaluate(prepare, f"{returned} is {given}") is not False:
        raise Wrong("argument-returned")


def dtypes(student, rng, kind, ask, pairs, predict=widths) -> None:
    """Pairs of dtypes of x and of the parameters: precision of the computation, dtype of the result."""
    cases = []
    for dtype, wdtype in pairs:
        scale = 50.0 if dtype in HALVES else 1e5  # float64 is so long that no other eps shows
        # Among few numbers of bfloat16 one mistake may give what another does.
        rows = 16 if dtype == "bfloat16" else 4
        cases.append(draw(rng, kind, (rows, 8), scale, 0.0, dtype, wdtype))
        cases.append(draw(rng, kind, (2, 8), 0.0, 1e-8, dtype, wdtype))  # float16 has no such eps
        if dtype == "float16":
            cases.append(draw(rng, kind, (3, 8), 700.0, 0.0, dtype, wdtype))
            if kind == "layer":  # float16 does not hold the mean of these
                cases.append(draw(rng, kind, (3, 8), 50.0, 0.0, dtype, wdtype, offset=4000.0))
    given = look(student, cases, ask, predict)
    if any(one.dtype != case.dtype for one, case in zip(given, cases)):
        raise Wrong("dtype-not-kept")


NUMPY_PAIRS = (
    ("float32", "float32"),
    ("float64", "float64"),
    ("float32", "float64"),
    ("float64", "float32"),
    ("float16", "float16"),
    ("float16", "float32"),
)


def parameter_shapes(rng, ask) -> None:
    """`ask(x, p)` must refuse a parameter of another shape than (d,), whether or not it broadcasts."""
    x = rng.normal(size=(3, 4))
    bad = [(x, np.ones(shape)) for shape in ((1,), (3,), (5,), (3, 4), (1, 4), (3, 1), ())]
    bad += [(np.array(2.0), np.ones(1)), (np.array(2.0), np.array(3.0))]
    refuses_values(lambda pair: ask(*pair), bad, if_other_type="shapes-unchecked")


def require_small(student, rng, kind: str) -> None:
    """`Wrong` unless two short vectors with entries near one are normalized."""
    case = draw(rng, kind, (2, 3), 1.0)
    sent = (case.x, case.w, case.b) if kind == "layer" else (case.x, case.w)
    require(NAMES[kind], lambda: student.call(NAMES[kind], *sent), case.right)
