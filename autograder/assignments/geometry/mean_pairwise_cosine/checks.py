"""Checks of `mean_pairwise_cosine`: the weighted mean cosine of all pairs of rows, and its gradient."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, check, close
from autograder.checks.shared import device_mistakes, require
from autograder.checks.student import Student, StudentError

from ..shared import conclude, lengths_differ, read, unit

NAME = "mean_pairwise_cosine"
NEUTRAL = "The mean cosine is wrong."
OF_GRADIENT = "The mean cosine is right, and its gradient is wrong."
CLOSE = 1e-6


def table(rng: np.random.Generator, V: int = 9, d: int = 4) -> np.ndarray:
    """Return rows of different lengths with a common offset, (V, d)."""
    return lengths_differ(rng, V, d) + rng.normal(size=d)


def some_weights(rng: np.random.Generator, V: int) -> np.ndarray:
    """Return weights (V,), one of them zero, whose sum is not 1."""
    w = rng.uniform(0.2, 3.0, V)
    w[rng.integers(V)] = 0
    return w


def sent(student: Student, E: np.ndarray, w: np.ndarray | None, grad=False, device=None) -> list:
    """Return the arguments as tensors."""
    given = [student.tensor(E, grad=grad, device=device)]
    return given if w is None else [*given, student.tensor(w, device=device)]


def mean_of(student: Student, E: np.ndarray, w: np.ndarray | None = None) -> np.ndarray:
    """Return the student's result, as an array without axes."""
    value = student.call(NAME, *sent(student, E, w))
    got = read(value, NEUTRAL)
    if got.shape == (1,):
        raise Unexplained(f"{NEUTRAL} It has an axis; a tensor without axes is expected.")
    return got


def over_pairs(products: np.ndarray, w: np.ndarray) -> float:
    """Return the weighted mean of a matrix (V, V) without its diagonal."""
    pairs = np.outer(w, w) * (1 - np.eye(len(w)))
    return float((products * pairs).sum() / pairs.sum())


def right(E: np.ndarray, w: np.ndarray | None = None) -> float:
    return over_pairs(unit(E) @ unit(E).T, np.ones(len(E)) if w is None else w)


def gradient(E: np.ndarray, w: np.ndarray | None = None) -> np.ndarray:
    """Return the gradient of the mean with respect to E, zero for rows of zeros."""
    w = np.ones(len(E)) if w is None else w
    U, lengths = unit(E), np.linalg.norm(E, axis=1, keepdims=True)
    of_units = 2 * w[:, None] * (w @ U) / (w.sum() ** 2 - (w**2).sum())
    along = (of_units * U).sum(axis=1, keepdims=True) * U
    return np.where(lengths > 0, (of_units - along) / np.where(lengths > 0, lengths, 1), 0)


def predicted(E: np.ndarray, w: np.ndarray | None) -> dict:
    """Return what each mistake gives for the mean."""
    V, U, want = len(E), unit(E), right(E, w)
    v = np.ones(V) if w is None else w
    C, lengths = U @ U.T, np.linalg.norm(E, axis=1)
    total, own, pairs = v @ C @ v, (v**2).sum(), v.sum() ** 2 - (v**2).sum()
    columns = E / np.linalg.norm(E, axis=0)
    middle = unit((v @ U)[None])[0]
    longer = [E / (lengths + added)[:, None] for added in 10.0 ** -np.arange(2, 7)]
    one_length = E / np.linalg.norm(E)
    found = {
        # Rows that hold a zero, or begin with one, or sum to zero.
        "taken-for-zeros": [
            right(np.where(rows[:, None], 0, E), w)
            for rows in ((E == 0).any(axis=1), E[:, 0] == 0, E.sum(axis=1) == 0)
        ],
        "self-pairs": total / v.sum() ** 2,
        "pairs-miscounted": [
            2 * want,
            want / 2,
            (total - own) / v.sum() ** 2,
            total / pairs,
            total - own,
            (total - own) / v.sum(),
        ],
        "dot-product": [over_pairs(E @ E.T, v), v @ (E @ E.T) @ v / v.sum() ** 2],
        "to-the-mean": [v @ (U @ unit((v @ E)[None])[0]) / v.sum(), v @ (U @ middle) / v.sum()],
        "centred": [right(E - E.mean(axis=0), w), right(E - v @ E / v.sum(), w)],
        "absolute": [over_pairs(np.abs(C), v), over_pairs(np.maximum(C, 0), v), max(want, 0.0)],
        "length-of-the-sum": [(np.sqrt(total) - own) / pairs, np.sqrt(max(total - own, 0)) / pairs],
        "short-rows": [(((v @ A) ** 2).sum() - own) / pairs for A in longer]
        + [over_pairs(A @ A.T, v) for A in longer],
        "lengths-averaged": [
            over_pairs(E @ E.T, v) / over_pairs(np.outer(lengths, lengths), v),
            over_pairs(one_length @ one_length.T, v),
            (((v @ one_length) ** 2).sum() - own) / pairs,
        ],
        "cosine-distance": 1 - want,
        "column-lengths": over_pairs(columns @ columns.T, v),
        "squared-lengths": over_pairs((E / lengths[:, None] ** 2) @ (E / lengths[:, None] ** 2).T, v),
    }
    if w is None:
        return found
    share = w / w.sum()
    ones, count = np.ones(V), V * (V - 1)
    heavier = unit(E * w[:, None])
    return found | {
        "weights-ignored": [over_pairs(C, ones), right(heavier)],
        "own-weights": [
            (total - w.sum()) / pairs,
            (total - V) / pairs,
            *((share @ C @ share - f) / (1 - (share**2).sum()) for f in (1, 1 / V)),
            (share @ C @ share - 1 / V) / (1 - 1 / V),
        ],
        "own-weights-kept": [
            (total - V) / (w.sum() ** 2 - V),
            (total - own) / (w.sum() * (w.sum() - 1)),
            (total - w.sum()) / (w.sum() * (w.sum() - 1)),
            (share @ C @ share - (share**2).sum()) / (1 - 1 / V),
        ],
        "unweighted-count": [(total - own) / count, (total - V) / count, (total - w.sum()) / count],
        "one-weight": [(w @ C @ ones - w.sum()) / (w.sum() * (V - 1)), w @ (C.sum(axis=1) - 1) / (V - 1) / V],
        "roots-of-weights": [over_pairs(C, np.sqrt(w)), over_pairs(C, w**2)],
    }


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """Tables without weights: a mean below zero, few rows and more, one row twice; short rows."""
    diagnosis = Diagnosis(NEUTRAL)
    angles = np.array([0, 5, 7]) * np.pi / 6
    nearly_zeros = table(rng)
    nearly_zeros[:3] = [[1, -1, 2, -2], [0, 1, 3, -2], [3, 0, 0, -3]]
    one_column = np.array([[2.0], [-1.0], [3.0]])
    opposed = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    for E in (
        opposed,
        table(rng),
        table(rng, 15, 6),
        50 * table(rng, 2, 3),
        table(rng)[[0, 1, 1, 2, 3, 3]],
        nearly_zeros,
        one_column,
    ):
        diagnosis.see(mean_of(student, E), right(E), CLOSE, predicted, E, None)
    conclude(
        diagnosis,
        "where the mean is below zero",
        "",
        "",
        "for two rows",
        "where rows are equal",
        "where the numbers of a row sum to zero, or one of them is zero",
        "for a table of one column",
    )
    E = (
        unit(table(rng))
        * rng.permutation(np.append([1.1e-3, 1.2e-3, 900.0], 10 ** rng.uniform(-2.9, 2.9, 6)))[:, None]
    )
    if not close(mean_of(student, E), right(E), CLOSE):
        raise Wrong("short-rows")


@check(points=2)
def weights(student: Student, rng: np.random.Generator) -> None:
    """Weights of any sum, zeros among them, and equal ones."""
    diagnosis = Diagnosis(f"{NEUTRAL} Look at weights.")
    for V, factor in ((9, 1.0), (12, 1.0), (7, 1e-4), (7, 1e3)):
        E, w = table(rng, V), factor * some_weights(rng, V)
        diagnosis.see(mean_of(student, E, w), right(E, w), CLOSE, predicted, E, w)
    size = "where the weights are all small, or all large"
    cases = "", "", ("where the weights are small", size), ("where the weights are large", size)
    conclude(diagnosis, *cases)
    E = table(rng, 8)
    for w in (np.full(8, 0.3), np.eye(8)[0] + np.eye(8)[5]):
        diagnosis.see(mean_of(student, E, w), right(E, w), CLOSE, predicted, E, w)
    conclude(diagnosis, *cases, "where all weights are equal", "where two weights alone are above zero")


def backward(student: Student, E: np.ndarray, w: np.ndarray | None, device=None) -> np.ndarray | None:
    """Return the gradient of E from the student's result; None if there is none."""
    one = student.tensor(np.ones(()), device=device)
    try:
        answer = student.vjp(NAME, one, *sent(student, E, w, grad=True, device=device))
    except StudentError as error:
        told = error.message
        if (
            "does not require grad" in told
            or "has no attribute" in told
            and ("grad" in told or "backward" in told)
        ):
            raise Wrong("graph-cut") from error
        if error.is_a("RuntimeError") and "requires grad" in told:  # .numpy() of a tensor that records
            raise Wrong("graph-cut") from error
        raise
    return None if answer.grads[0] is None else answer.grads[0].values


def in_general(student: Student, rng: np.random.Generator, w: bool) -> None:
    """Raise `Wrong`, with a mistake that accounts for it, if a table without zeros goes wrong."""
    diagnosis = Diagnosis(NEUTRAL)
    for V in (9, 14):
        E, v = table(rng, V), some_weights(rng, V) if w else None
        diagnosis.see(mean_of(student, E, v), right(E, v), CLOSE, predicted, E, v)
    diagnosis.conclude()


@check(points=1)
def padding(student: Student, rng: np.random.Generator) -> None:
    """Rows of zeros: the mean, and no gradient for them."""
    in_general(student, rng, w=True)
    for count in (1, 3):
        for v in (None, some_weights(rng, 9)):
            E = table(rng)
            E[rng.permutation(9)[:count]] = 0
            got = mean_of(student, E, v)
            if not close(got, right(E, v), CLOSE):
                raise Wrong("zero-row-not-a-number" if np.isnan(got).any() else "zero-row")
            try:
                slope = backward(student, E, v)
            except Wrong:
                continue  # the check "gradient" says so
            empty = ~E.any(axis=1)
            if slope is not None and np.isnan(slope).any():
                raise Wrong("zero-row-not-a-number")
            if slope is not None and not close(slope[empty], 0 * E[empty], CLOSE):
                raise Wrong("zero-row-pulled")


@check(points=1)
def gradients(student: Student, rng: np.random.Generator) -> None:
    """The gradient, with weights and without."""
    in_general(student, rng, w=True)
    diagnosis = Diagnosis(OF_GRADIENT)
    for V, w in ((8, None), (8, some_weights(rng, 8)), (3, np.array([1.0, 2.0, 0.5]))):
        E = table(rng, V)
        E[0] *= 1.1e-3 / np.linalg.norm(E[0])  # the shorter a row, the larger its gradient
        see_gradient(student, diagnosis, E, w)
    conclude(diagnosis, "without weights", "with weights", "with weights")


def see_gradient(student: Student, diagnosis: Diagnosis, E, w, device=None) -> None:
    """Record the gradient for one table."""
    got = backward(student, E, w, device)
    if got is None:
        raise Wrong("graph-cut")
    v = np.ones(len(E)) if w is None else w
    lengths = np.linalg.norm(E, axis=1, keepdims=True)
    lengths_fixed = 2 * v[:, None] * (v @ unit(E)) / (v.sum() ** 2 - (v**2).sum()) / lengths
    want = gradient(E, w)
    diagnosis.see(got, want, CLOSE, **{"lengths-fixed": lengths_fixed, "side-lost": want / 2})


@check(points=1)
def cost(student: Student, rng: np.random.Generator) -> None:
    """Steps, and the numbers that they make, in proportion to the rows."""
    E = np.array([[1.0, 0.0], [3.0, 4.0], [0.0, -2.0]])
    w = np.array([1.0, 2.0, 3.0])
    require(NAME, lambda: student.call(NAME, *sent(student, E, w)), (2 * 0.6 - 6 * 0.8) / 11)
    few, many = (watched(student, rng, V) for V in (20, 80))
    # With four times the rows a loop over rows takes four times the steps, one over pairs sixteen times.
    if many.steps > 8 * few.steps:
        raise Wrong("loop-over-pairs")
    # The same of the numbers that operations make, slices of the table included: few steps may be long ones.
    if made(student, 640) > 8 * made(student, 160):
        raise Wrong("all-pairs")


def watched(student: Student, rng: np.random.Generator, V: int):
    return student.observe(NAME, *sent(student, table(rng, V), None), watch=("cost",))


COUNTED = """
from torch.utils._python_dispatch import TorchDispatchMode
class Counter(TorchDispatchMode):
    numbers = 0
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {{}}))
        for part in result if isinstance(result, (tuple, list)) else [result]:
            if torch.is_tensor(part):
                self.numbers += part.numel()
        return result
E = torch.cos(torch.arange({V} * 4.0).reshape({V}, 4) ** 2)
with Counter() as counter:
    {name}(E)
"""  # how many numbers the operations of a call make


def made(student: Student, V: int) -> int:
    """Return how many numbers the operations of a call on V rows make, together."""
    return int(student.evaluate(COUNTED.format(V=V, name=NAME), "counter.numbers"))


@check(points=1, accelerator=True)
def device(student: Student, rng: np.random.Generator) -> None:
    """The mean and its gradient on another device than the CPU, with weights and without."""
    values, slopes = Diagnosis(NEUTRAL), Diagnosis(OF_GRADIENT)
    with device_mistakes():
        for E, w in ((table(rng, 8), some_weights(rng, 8)), (table(rng, 6), None)):
            value = student.call(NAME, *sent(student, E, w))
            got = array(value, "torch", NEUTRAL, scalar="graph-cut")
            # A mistake that shows on the CPU as well is named as what it is there.
            values.see(got, right(E, w), CLOSE, predicted, E, w)
            if value.device != student.device:
                raise Wrong("wrong-device")
            values.conclude()
            try:
                see_gradient(student, slopes, E, w)
            except Wrong as wrong:
                if wrong.misconception != "graph-cut" or not has_gradient(student, E, w):
                    raise
                raise Wrong("lost-off-cpu") from wrong
    slopes.conclude()


def has_gradient(student: Student, E: np.ndarray, w: np.ndarray | None) -> bool:
    """Return whether there is a gradient on the CPU."""
    try:
        return backward(student, E, w, "cpu") is not None
    except (StudentError, Wrong):
        return False
