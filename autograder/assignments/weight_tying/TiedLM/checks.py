"""Checks of `TiedLM`, a PyTorch module with one table for input and output: logits, tie, gradient, copies."""

from contextlib import nullcontext, suppress

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, bound, check, close
from autograder.checks.shared import count, device_mistakes, device_name, dtype_of, probabilities
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import protocol

from ..building import Head, parameters_of

NAME = "TiedLM"
NEUTRAL = "The logits of the model are wrong."
UNTIED = "The weights are not tied, or `parameters()` counts others than the table, the bias and the body's."
SIDES = "The gradient of the table is wrong. If the logits are wrong too, mend those first."


def logits(student: Student, head: Head, ids: np.ndarray) -> np.ndarray:
    return array(student.method(head.model, "", head.sent(ids)), "torch", NEUTRAL)


def some_ids(rng: np.random.Generator, V: int, shape: tuple[int, ...]) -> np.ndarray:
    """Return ids, among them both ends of the table and a row that is read twice where there is room."""
    ids = np.asarray(rng.integers(0, V, shape))
    if ids.size > 3:
        ids.reshape(-1)[:3] = 0, V - 1, 0
    return ids


def predicted(head: Head, ids: np.ndarray) -> dict:
    """What each mistake about the forward pass gives for the logits: its forms."""
    s, z = head.scale, head.logits(ids)
    plain = head.logits(ids, scale=1.0)
    E = head.E.astype(np.float64)
    p = probabilities(z.reshape(-1, z.shape[-1])).reshape(z.shape)
    return {
        "scale-ignored": [plain],
        "scale-on-logits": [
            s * (plain - head.bias) + head.bias,
            s * plain,
            s * (z - head.bias) + head.bias,
            s * z,
        ],
        "scale-needs-body": [z if head.body else plain],
        "bias-ignored": [z - head.bias],
        "scale-divides": [z / s, (z - head.bias) / s + head.bias, head.logits(ids, scale=1 / s)],
        "body-ignored": [(E[ids] * s) @ E.T + head.bias if head.body else z],
        "width-for-scale": [head.logits(ids, scale=f * np.sqrt(head.d)) for f in (1.0, s)],
        "residual": [z + (E[ids] * s) @ E.T if head.body else z],
        "flattened": [z.reshape(-1, head.V)],
        "normalised-scores": [p, np.log(p)],
    }


@check(points=1)
def forward(student: Student, rng: np.random.Generator) -> None:
    """With and without scale, body and bias; ids of several shapes; a body that mixes positions."""
    diagnosis, direct = Diagnosis(NEUTRAL), {True: True, False: True}
    for shapes, options in (
        (((5,),), {}),
        (((4,), (2, 2)), {"body": True, "scale": 2.5}),
        (((4,), ()), {"bias": True, "body": True, "scale": -0.5}),
        (((6,),), {"bias": True, "scale": 3.5}),
        (((3, 1, 2),), {"body": True}),
    ):
        head = Head(student, rng, **options)
        for shape in shapes:
            ids = some_ids(rng, head.V, shape)
            try:
                with blame("one-axis-only") if len(shape) != 1 else nullcontext():
                    got = logits(student, head, ids)
            except StudentError:
                with suppress(StudentError):
                    if close(logits(student, head, ids[None]), head.logits(ids)[None], head.rounding(ids)):
                        raise Wrong("batches-only") from None
                raise
            right = diagnosis.see(got, head.logits(ids), head.rounding(ids), predicted, head, ids)
            direct[head.body is not None] &= right
    try:
        diagnosis.conclude()
    except Wrong as wrong:
        if wrong.misconception is None and direct[True]:
            raise Wrong("not-direct") from None
        raise
    mixing(student, rng)


def mixing(student: Student, rng: np.random.Generator) -> None:
    """Require of a body that mixes positions that each sequence stays by itself."""
    head = Head(student, rng, write=False)
    head.model = student.call(NAME, head.V, head.d, body=student.call("torch.nn.Softmax", -2))
    head.fill()
    ids = some_ids(rng, head.V, (2, 3))
    x, E = head.hidden(ids), head.E.astype(np.float64)
    h = np.stack([probabilities(one.T).T for one in x])
    want, joined = h @ E.T, (probabilities(x.reshape(-1, head.d).T).T @ E.T).reshape(*ids.shape, head.V)
    rounding = bound("float32", 2 * head.d + 16, h @ np.abs(E).T)
    diagnosis = Diagnosis(f"{NEUTRAL} It is so for a body that mixes positions, as attention does.")
    flattened = {"body-flattened": [joined, np.ones_like(x) @ E.T]}  # all in one sequence; each by itself
    diagnosis.see(logits(student, head, ids), want, rounding, **flattened)
    diagnosis.conclude()


def follows(student: Student, rng: np.random.Generator, head: Head, written: str, read: str) -> bool:
    """Return whether values written into the Parameter `written` are found in the Parameter `read`."""
    values = rng.normal(size=(head.V, head.d)).astype(np.float32)
    student.set_parameter(head.model, written, protocol.Array(values, "torch"))
    after = parameters_of(student, head.model)[read]
    return bool(np.array_equal(after.values.astype(np.float32), values))


def is_tied(student: Student, rng: np.random.Generator, head: Head) -> bool:
    """Return whether it is one Parameter under two names, counted once."""
    others = head.V * head.has_bias + (head.d**2 + head.d) * bool(head.body)
    one = follows(student, rng, head, "embed.weight", "lm_head.weight")
    return one and count(student, head.model) == head.V * head.d + others


@check(points=1)
def tie(student: Student, rng: np.random.Generator) -> None:
    """One Parameter under two names, and the logits follow it."""
    head = Head(student, rng, bias=True, body=True)
    V, d, model = head.V, head.d, head.model
    wanted = {"embed.num_embeddings": V, "lm_head.in_features": d, "lm_head.out_features": V}
    with blame("no-layers", only=("AttributeError",)):
        if {path: student.get(model, path) for path in wanted} != wanted:
            raise Wrong("no-layers")
    ids = some_ids(rng, V, (4,))
    if not follows(student, rng, head, "embed.weight", "lm_head.weight"):
        before = parameters_of(student, model)["lm_head.weight"].values
        logits(student, head, ids)
        after = parameters_of(student, model)
        moved = not np.array_equal(after["lm_head.weight"].values, before)
        equal = np.array_equal(after["lm_head.weight"].values, after["embed.weight"].values)
        raise Wrong("recopied" if moved and equal else "copied")
    found, others = count(student, model), d * d + d + V
    if found == 2 * V * d + others:
        spare = [p for p in student.parameters(model).values() if p.values.shape == (V, d)]
        raise Wrong("alias-not-parameter" if len(spare) == 2 else "more-parameters")
    if found != V * d + others:
        raise Wrong("more-parameters")
    old = head.W
    head.E, head.W = (rng.normal(size=shape).astype(np.float32) for shape in ((V, d), (d, d)))
    head.fill()
    copied = (head.E[ids] @ old.T + head.c) @ head.E.T + head.bias
    diagnosis = Diagnosis("The logits do not follow the one table, or the body.")
    want, rounding = head.logits(ids), head.rounding(ids)
    diagnosis.see(logits(student, head, ids), want, rounding, predicted, head, ids, **{"body-copied": copied})
    diagnosis.conclude()


def gradient_of(student: Student, rng: np.random.Generator, head: Head, shape: tuple[int, ...]) -> tuple:
    """Return gradients of the two weights, and what it should be from both sides, with its rounding."""
    ids = some_ids(rng, head.V, shape)
    upstream = rng.normal(size=(*shape, head.V)).astype(np.float32)
    student.vjp(head.model, head.sent(upstream), head.sent(ids))
    found = student.gradients(head.model)
    both = [found.get(name) for name in ("embed.weight", "lm_head.weight")]
    if not all(isinstance(g, protocol.Array) for g in both):
        raise Unexplained("No gradient arrives at embed.weight or at lm_head.weight.")
    return both, ids, *head.gradients(ids, upstream)


@check(points=1)
def gradient(student: Student, rng: np.random.Generator) -> None:
    """The gradient of the one Parameter, under both names, is the sum of both sides."""
    diagnosis, parted = Diagnosis(SIDES), False
    for shape in ((5,), (2, 4)):
        head = Head(student, rng, body=True, scale=1.5)
        (first, second), ids, inputs, outputs, rounding = gradient_of(student, rng, head, shape)
        times = np.maximum(np.bincount(ids.reshape(-1), minlength=head.V), 1)[:, None]
        parted |= not np.array_equal(first.values, second.values)
        predicted = {
            "output-detached": inputs,
            "input-detached": outputs,
            "repeats-averaged": outputs + inputs / times,
            "padding-row": outputs + inputs * (np.arange(head.V) > 0)[:, None],
        }
        diagnosis.see(first.values, inputs + outputs, rounding, **predicted)
    if parted:
        raise Unexplained("embed.weight and lm_head.weight have gradients of their own, each of one side.")
    diagnosis.conclude()


@check(points=1)
def start(student: Student, rng: np.random.Generator) -> None:
    """The distribution of the table; a bias of zeros or none; the body's numbers as they were."""
    V, d = 2000, 16
    diagnosis, normal = Diagnosis("The table does not start as the docstring says."), True
    for std in (None, 0.25, 2.0):
        options = {} if std is None else {"std": std}
        values = parameters_of(student, student.call(NAME, V, d, **options))["embed.weight"].values
        if values.shape != (V, d):
            raise Unexplained("The table is to have the shape (V, d).")
        want, n = 0.02 if std is None else std, V * d
        # What the mean and the standard deviation of n normal draws scatter by, six times.
        scatter = 6 * np.array([want / np.sqrt(n), want / np.sqrt(2 * n)])
        found = np.array([values.mean(), values.std()])
        predicted = {
            "fresh-table": near(found, 0.0, 1.0, n),
            "linear-table": near(found, 0.0, 1 / np.sqrt(3 * d), n),
            "std-ignored": [
                near(found, 0.0, other, n)
                for other in (0.02, np.sqrt(2 / (V + d)), d**-0.5, np.sqrt(2 / d), V**-0.5)
            ],
            "std-by-size": [near(found, 0.0, want * f, n) for f in (d**-0.5, d**0.5)],
            "not-normal": [
                # trunc_normal_ cuts at -2 and 2, whatever the standard deviation is.
                near(found, 0.0, 1.0792, n) if std == 2.0 else np.array([0.0, want]),
                near(found, 0.0, want / np.sqrt(3), n) if abs(values).max() <= want else found * 0 - 1,
            ],
            "std-as-mean": near(found, want, 1.0, n),
            "variance": near(found, 0.0, np.sqrt(want), n),
            "zeros": np.zeros(2),
        }
        diagnosis.see(found, np.array([0.0, want]), scatter, **predicted)
        # That many normal draws have some beyond three standard deviations, uniform ones have none.
        normal &= not close(found, [0.0, want], scatter) or np.abs(values).max() >= 3 * want
    diagnosis.conclude()
    if not normal:
        raise Wrong("not-normal")
    head = Head(student, rng, bias=True, body=True, write=False)
    if "lm_head.bias" in parameters_of(student, Head(student, rng, write=False).model):
        raise Wrong("bias-always")
    if parameters_of(student, head.model)["lm_head.bias"].values.any():
        raise Wrong("bias-not-zero")
    weight = student.parameters(head.body).get("weight")
    if weight is None or not np.array_equal(weight.values, head.W):
        raise Wrong("body-changed")
    if not all(student.get(head.body, path) is True for path in ("training", "weight.requires_grad")):
        raise Wrong("body-changed")


def near(found, mean, std, n) -> np.ndarray:
    """Return `found` if n draws can have this mean and standard deviation, else the two themselves."""
    want = np.array([mean, std])
    return found if close(found, want, 6 * std / np.sqrt([n, 2 * n])) else want


@check(points=1)
def survives(student: Student, rng: np.random.Generator) -> None:
    """After a deep copy, load_state_dict and a change of dtype the model is still tied."""
    head, other = Head(student, rng, body=True), Head(student, rng, body=True)
    if not is_tied(student, rng, head):
        raise Unexplained(UNTIED)
    head.fill()
    ids = some_ids(rng, head.V, (4,))
    if not close(logits(student, head, ids), head.logits(ids), head.rounding(ids)):
        raise Unexplained(NEUTRAL)
    with blame("not-copied", only=("RuntimeError",)):
        other.model, lender = student.call("copy.deepcopy", head.model), other.model
    with blame("state-lost", only=("RuntimeError", "KeyError")):
        student.method(other.model, "load_state_dict", student.method(lender, "state_dict"))
    if not close(logits(student, other, ids), other.logits(ids), other.rounding(ids)):
        raise Wrong("tie-lost")
    if not close(logits(student, head, ids), head.logits(ids), head.rounding(ids)):
        raise Unexplained("What is loaded into a deep copy reaches the model that was copied.")
    if not is_tied(student, rng, other):
        raise Wrong("tie-lost")
    student.method(other.model, "double")
    if not is_tied(student, rng, other):
        raise Wrong("tie-lost")
    other.E = parameters_of(student, other.model)["embed.weight"].values.astype(np.float32)
    with blame("dtype-in-forward", only=("RuntimeError",)):
        got = logits(student, other, ids)
    if not close(got, other.logits(ids), other.rounding(ids)):
        raise Wrong("tie-lost")


@check(points=2, accelerator=True)
def device(student: Student, rng: np.random.Generator) -> None:
    """A model made on the device or moved there: tied, its logits, and the gradient from both sides."""
    with device_mistakes():
        made_there(student, rng)
        moved_there(student, rng)


def made_there(student: Student, rng: np.random.Generator) -> None:
    """Look at models that were made on the device."""
    diagnosis, sides = Diagnosis(NEUTRAL), Sides(student, rng)
    for body in (True, False):
        head = Head(student, rng, bias=True, device=device_name(student), scale=2.0, body=body)
        if any(p.device != student.device for p in parameters_of(student, head.model).values()):
            raise Wrong("wrong-device")
        ids = some_ids(rng, head.V, (2, 3))
        value = student.method(head.model, "", head.sent(ids))
        got = array(value, "torch", NEUTRAL)
        # A mistake that shows on the CPU as well is named as what it is there.
        diagnosis.see(got, head.logits(ids), head.rounding(ids), predicted, head, ids)
        if value.device != student.device:
            raise Wrong("wrong-device")
        sides.see(head)
    diagnosis.conclude()
    if not is_tied(student, rng, head):
        raise Unexplained(UNTIED)
    sides.conclude()
    body = student.call("torch.nn.Linear", head.d, head.d, device=device_name(student))
    where = {"device": device_name(student), "dtype": dtype_of(student, "float16")}
    half = student.call(NAME, head.V, head.d, body=body, bias=True, **where)
    own = ("embed.weight", "lm_head.weight", "lm_head.bias")
    if any(p.dtype != "float16" for name, p in parameters_of(student, half).items() if name in own):
        raise Wrong("dtype-ignored")
    if student.parameters(body)["weight"].dtype != "float32":
        raise Wrong("body-changed")


def moved_there(student: Student, rng: np.random.Generator) -> None:
    """Look at a model that was made on the CPU and then moved."""
    head, sides = Head(student, rng, bias=True, scale=2.0), Sides(student, rng)
    student.method(head.model, "to", device_name(student))
    head.device = device_name(student)
    if not is_tied(student, rng, head):
        raise Wrong("tie-lost")
    head.fill()
    ids = some_ids(rng, head.V, (2, 3))
    with blame("left-behind", only=("RuntimeError",)):
        value = student.method(head.model, "", head.sent(ids))
    got = array(value, "torch", NEUTRAL)
    if value.device != student.device:
        raise Wrong("wrong-device")
    if not close(got, head.logits(ids), head.rounding(ids)):
        raise Wrong("tie-lost")
    sides.see(head)
    sides.conclude()


class Sides:
    """The gradient of the table on the device, and which side of it is lost there."""

    def __init__(self, student: Student, rng: np.random.Generator):
        self.student, self.rng = student, rng
        self.diagnosis = Diagnosis(SIDES)

    def see(self, head: Head) -> None:
        (first, _), _, inputs, outputs, rounding = gradient_of(self.student, self.rng, head, (2, 3))
        predicted = {"output-detached": inputs, "input-detached": outputs}
        self.diagnosis.see(first.values, inputs + outputs, rounding, **predicted)

    def conclude(self) -> None:
        """Raise `Wrong` if a gradient was wrong: by the mistake on the CPU, if it is there as well."""
        try:
            self.diagnosis.conclude()
        except Wrong as wrong:
            if wrong.misconception and self.right_on_cpu():
                raise Wrong("side-lost-on-device") from None
            raise

    def right_on_cpu(self) -> bool:
        head = Head(self.student, self.rng)
        try:
            (first, _), _, inputs, outputs, rounding = gradient_of(self.student, self.rng, head, (2, 3))
        except (StudentError, Wrong):
            return False
        return close(first.values, inputs + outputs, rounding)
