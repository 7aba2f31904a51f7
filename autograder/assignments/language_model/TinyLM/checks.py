"""Checks of `TinyLM`: logits, gradients, the start, and all of it on another device."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, close
from autograder.checks.shared import count, device_mistakes, device_name, dtype_of
from autograder.checks.student import Student
from autograder.sandboxed import protocol

from ..block import NAMES, Case, draw, gradients as gradients_of, logits as logits_of, mistakes

NAME = "TinyLM"
NEUTRAL = "The logits of the model are wrong."
WEIGHTS = "The Parameters of the model are others than those of the docstring, or have other shapes."
CLOSE = 1e-8


def build(student: Student, case: Case, write=True, **options) -> protocol.Handle:
    """Return a model of the student's with the sizes of the case, and with `write` its numbers."""
    V, d, window, heads, hidden = case.sizes
    model = student.call(NAME, V, d, window, heads, hidden, **options)
    parameters_of(student, model, case)
    for name in NAMES if write else ():
        student.set_parameter(model, name, student.tensor(case.values[name]))
    return model


DEFAULT = f"""
torch.set_default_dtype(torch.float64)
try:
    made = {NAME}(3, 2, window=3, heads=1, hidden=2)
finally:
    torch.set_default_dtype(torch.float32)
"""


def double(student: Student) -> dict:
    return {"dtype": dtype_of(student, "float64")}


def parameters_of(student: Student, model, case: Case) -> dict[str, protocol.Array]:
    """Return the Parameters; `Wrong` unless they are those of the docstring, each counted once."""
    found = student.parameters(model)
    if not all(isinstance(p, protocol.Array) for p in found.values()):
        raise Unexplained(WEIGHTS)
    shapes, wanted = {name: p.values.shape for name, p in found.items()}, case.shapes
    more = [shape for name, shape in shapes.items() if name not in wanted]
    (V, d), hidden = wanted["E"], wanted["Wup"][1]
    if wanted.items() <= shapes.items():
        if count(student, model) == sum(np.prod(shape) for shape in wanted.values()):
            return {name: found[name] for name in NAMES}
        if not more:
            raise Unexplained("Two of the eight names stand for one Parameter.")
        if all(shape in ((V, d), (d, V)) for shape in more):
            raise Wrong("untied")
        if all(shape in ((V,), (d,), (hidden,)) for shape in more):
            raise Wrong("more-parameters")
    elif not more and any(name not in shapes for name in NAMES) and shapes:
        raise Wrong("not-a-parameter")
    elif all(shapes.get(name) in (shape, shape[::-1]) for name, shape in wanted.items()):
        raise Wrong("weights-transposed")
    raise Unexplained(WEIGHTS)


def logits(student: Student, model, ids: np.ndarray) -> np.ndarray:
    return array(student.method(model, "", student.tensor(ids)), "torch", NEUTRAL)


def judge_logits(student: Student, model, case: Case) -> None:
    diagnosis = Diagnosis(NEUTRAL)
    diagnosis.see(logits(student, model, case.ids), logits_of(case), CLOSE, mistakes, case)
    diagnosis.conclude()


@check(points=2)
def forward(student: Student, rng: np.random.Generator) -> None:
    """One head and several, full windows and shorter ones."""
    diagnosis = Diagnosis(NEUTRAL)
    for sizes in (
        {},
        {"heads": 3, "d": 12, "T": 5, "B": 3},
        {"heads": 1, "d": 4, "window": 7},
        {"heads": 8, "d": 8, "B": 1, "T": 3},
        {"T": 1, "B": 3},
    ):
        case = draw(rng, **sizes)
        model = build(student, case, **double(student))
        if not sizes:  # a model reads windows of several lengths
            short = Case(case.sizes, case.ids[:1, :2], case.values)
            diagnosis.see(logits(student, model, short.ids), logits_of(short), CLOSE, mistakes, short)
        diagnosis.see(logits(student, model, case.ids), logits_of(case), CLOSE, mistakes, case)
    try:
        diagnosis.conclude()
    except Unexplained:
        raise Unexplained(f"{NEUTRAL} {part_of(student, draw(rng))}") from None


def part_of(student: Student, case: Case) -> str:
    """Return which part of a model with wrong logits is wrong already where others do nothing."""
    for zero, said in (
        (
            ("Wo", "Wdown"),
            "They are so even with Wo and Wdown zero, where attention and the feed-forward part add nothing.",
        ),
        (("Wdown",), "They are so even with Wdown zero, where the feed-forward part adds nothing."),
        (("Wo",), "They are so even with Wo zero, where attention adds nothing."),
    ):
        values = case.values | {name: np.zeros(case.shapes[name]) for name in zero}
        bare = Case(case.sizes, case.ids, values)
        model = build(student, bare, **double(student))
        if not close(logits(student, model, bare.ids), logits_of(bare), CLOSE):
            return said
    return "Attention and the feed-forward part are right, each without the other; both together are not."


def gradients(student: Student, model, case: Case, upstream: np.ndarray) -> dict[str, np.ndarray]:
    student.vjp(model, student.tensor(upstream), student.tensor(case.ids))
    found = student.gradients(model)
    return {
        name: np.zeros(shape) if found.get(name) is None else array(found[name], "torch", NEUTRAL)
        for name, shape in case.shapes.items()
    }


def slopes(student: Student, model, case: Case, upstream: np.ndarray, directions: dict) -> dict[str, float]:
    """Return how the model's own logits, times `upstream`, change along a direction of each Parameter."""
    found, step, before = {}, 1e-7, logits(student, model, case.ids)
    for name, direction in directions.items():
        student.set_parameter(model, name, student.tensor(case.values[name] + step * direction))
        found[name] = ((logits(student, model, case.ids) - before) * upstream).sum() / step
        student.set_parameter(model, name, student.tensor(case.values[name]))
    return found


@check(points=2)
def gradient(student: Student, rng: np.random.Generator) -> None:
    """Each gradient is the slope of the model's own logits: a mistake in these does not count twice."""
    case = draw(rng, B=3)
    case.ids[1, :2] = 0, case.sizes[0] - 1
    model = build(student, case, **double(student))
    upstream = rng.normal(size=(*case.ids.shape, case.sizes[0]))
    if logits(student, model, case.ids).shape != upstream.shape:
        judge_logits(student, model, case)
    got, right = gradients(student, model, case, upstream), gradients_of(case, upstream)
    for name, value in (("outputs", "input-detached"), ("inputs", "output-detached")):
        if close(got["E"], right[name], 1e-6):
            raise Wrong(value)
    directions = {name: rng.normal(size=shape) for name, shape in case.shapes.items()}
    true = slopes(student, model, case, upstream, directions)
    if any(abs(slope) > 1e-7 and not got[name].any() for name, slope in true.items()):
        raise Wrong("parts-frozen")
    for name, slope in true.items():
        mine = float((got[name] * directions[name]).sum())
        if abs(slope) < 1e-7:
            raise Unexplained(f"The logits do not depend on {name}.")
        if abs(mine - slope) > 1e-4 * (1 + abs(slope)):
            raise Unexplained(f"The gradient of {name} is not the slope of the model's logits.")


@check(points=1)
def start(student: Student, rng: np.random.Generator) -> None:
    """E and P from N(0, 0.02²), a matrix with n rows from N(0, 1/n), each drawn anew."""
    case = draw(rng, V=400, d=16, window=150, heads=2, hidden=200)
    made = [parameters_of(student, build(student, case, write=False), case) for _ in range(2)]
    stds = {name: float(p.values.std()) for name, p in made[0].items()}

    def near(name: str, *wanted: float) -> bool:
        # The standard deviation of n normal draws scatters by 1/√(2n) of itself.
        room = 6 / np.sqrt(2 * np.prod(case.shapes[name]))
        return any(abs(stds[name] - want) <= room * want for want in wanted)

    def linear(name: str) -> list[float]:
        return [(3 * n) ** -0.5 for n in case.shapes[name]]  # of a layer's uniform numbers

    matrices = [name for name in NAMES[2:] if not near(name, case.shapes[name][0] ** -0.5)]
    as_library = any(near(name, *linear(name)) for name in matrices)
    wanted = {name: 0.02 if name in ("E", "P") else case.shapes[name][0] ** -0.5 for name in NAMES}
    large = [name for name in NAMES if stds[name] > wanted[name] and not near(name, wanted[name])]
    small = [name for name in NAMES if stds[name] < wanted[name] and not near(name, wanted[name])]
    found = [f"too {how} for {' and '.join(of)}" for how, of in (("large", large), ("small", small)) if of]
    diagnosis = Diagnosis(f"At the start the standard deviation is {', '.join(found)}.")
    for name, found in stds.items():
        rows, columns = case.shapes[name]
        want = wanted[name]
        forms = {
            "small-everywhere": [0.02],
            "as-large-as-one": [1.0],
            "root-of-columns": [columns**-0.5],
            "library-start": [*linear(name), 1.0] if as_library else [],
            "starts-at-zero": [0.0],
            "variance-for-deviation": [want**2, want**0.5],
            "start-of-another-rule": [(2 / n) ** 0.5 for n in (rows, columns, rows + columns)],
        }
        told = {key: found if near(name, want, *others) else want for key, others in forms.items()}
        room = 6 * want / np.sqrt(2 * np.prod(case.shapes[name]))
        diagnosis.see(np.array(found), np.array(want), room, **told)
    diagnosis.conclude()
    for name, p in made[0].items():
        values = p.values.astype(np.float64)
        if abs(values.mean()) > 6 * values.std() / np.sqrt(values.size):
            raise Unexplained(f"The mean of {name} is not 0.")
        if (
            np.abs(values).max() < 2 * values.std()
        ):  # one in 100,000 of 256 normal draws; uniform ones reach 1.7
            raise Wrong("not-normal")
        if np.array_equal(values, made[1][name].values):
            raise Wrong("same-start")
    if student.evaluate(DEFAULT, "made.E.dtype == torch.float64") is not True:
        raise Unexplained("With the default dtype changed, the Parameters of a new model have another one.")
    squares = [made[0][name].values for name in NAMES[2:6]]
    if any(np.allclose(one, other) for i, one in enumerate(squares) for other in squares[:i]):
        raise Wrong("same-start")


@check(points=2, accelerator=True)
def device(student: Student, rng: np.random.Generator) -> None:
    """A model that is made on the device, and one that is moved there: the CPU's logits and gradients."""
    case, there = draw(rng), student.device
    upstream = rng.normal(size=(*case.ids.shape, case.sizes[0]))
    student.device = "cpu"
    model = build(student, case, **double(student))
    wanted = logits(student, model, case.ids)
    if wanted.shape != upstream.shape or close(wanted, np.zeros_like(wanted), 1e-12):
        judge_logits(student, model, case)
    right = gradients(student, model, case, upstream)
    student.device = there
    with device_mistakes():
        made = build(student, case, write=False, device=device_name(student), **double(student))
        if any(p.device != there for p in parameters_of(student, made, case).values()):
            raise Wrong("wrong-device")
        moved = build(student, case, write=False, **double(student))
        student.method(moved, "to", device_name(student))
        for model, left in ((made, "wrong-device"), (moved, "left-behind")):
            with blame(left, only=("RuntimeError",)) if model is moved else device_mistakes():
                judge_there(student, model, case, upstream, wanted, right, left)


def judge_there(student: Student, model, case: Case, upstream, wanted, right, left: str) -> None:
    """Raise `Wrong` unless logits and gradients on the device are those of the CPU."""
    state = {name: student.tensor(values) for name, values in case.values.items()}
    student.method(model, "load_state_dict", state, strict=False)
    value = student.method(model, "", student.tensor(case.ids))
    found = array(value, "torch", NEUTRAL)
    if value.device != student.device:
        raise Wrong(left)
    if not close(found, wanted, CLOSE):
        raise Unexplained("On another device than the CPU the logits are others.")
    got = gradients(student, model, case, upstream)
    lost = [name for name in NAMES if not close(got[name], right[name], CLOSE)]
    if lost:
        raise Wrong("lost-off-the-cpu")
