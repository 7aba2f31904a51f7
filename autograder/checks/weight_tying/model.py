"""Checks of `TiedLM`, a PyTorch module with one table for input and output: logits, tie, gradient, copies."""

import contextlib

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array, blame, close
from autograder.checks.framework.refusals import must_refuse, refuses_ids
from autograder.checks.framework.shared import count, device_mistakes, device_name, dtype_of, probabilities
from autograder.checks.weight_tying.building import Head, arrays_of, parameters_of
from autograder.checks.weight_tying.catalogue import SUITE
from autograder.sandboxed import protocol

check = SUITE.check
NAME = "TiedLM"
NEUTRAL = "The logits of the model are wrong."


def logits(student, model, ids, neutral=NEUTRAL) -> np.ndarray:
    return array(student.method(model, "", student.tensor(ids)), "torch", neutral)


def some_ids(rng, V, shape) -> np.ndarray:
    return np.asarray(rng.integers(0, V, shape))


def mistakes(head: Head, ids) -> dict:
    """What each mistake about the forward pass gives for the logits: its forms."""
    s, z = head.scale, head.logits(ids)
    plain = head.logits(ids, scale=1.0)
    found = {
        "scale-ignored": [plain],
        "scale-on-logits": [
            s * (plain - head.bias) + head.bias,
            s * plain,
            s * (z - head.bias) + head.bias,
            s * z,
        ],
        "bias-ignored": [z - head.bias],
    }
    if ids.size:
        p = probabilities(z.reshape(-1, z.shape[-1])).reshape(z.shape)
        found["normalised-scores"] = [p, np.log(p)]
    return found


@check(NAME, "forward", points=1)
def _(student, rng):
    """With and without scale, body and bias; ids of any shape."""
    diagnosis = Diagnosis(NEUTRAL)
    for shapes, options in (
        (((5,),), {}),
        (((4,), (2, 2), (2, 0)), {"body": True, "scale": 2.5}),
        (((4,), ()), {"bias": True, "body": True, "scale": 0.5}),
    ):
        head = Head(student, rng, **options)
        for shape in shapes:
            ids = some_ids(rng, head.V, shape)
            with blame("one-axis-only") if len(shape) != 1 else contextlib.nullcontext():
                got = logits(student, head.model, ids)
            diagnosis.see(got, head.logits(ids), head.rounding(ids), mistakes, head, ids)
    diagnosis.conclude()


def follows(student, rng, model, V, d, written: str, read: str) -> bool:
    """Are values written into the Parameter `written` found in the Parameter `read`?"""
    values = rng.normal(size=(V, d)).astype(np.float32)
    student.set_parameter(model, written, protocol.Array(values, "torch"))
    after = parameters_of(student, model)[read]
    return bool(np.array_equal(after.values.astype(np.float32), values))


def is_tied(student, rng, model, V, d, others: int) -> bool:
    """Is it one Parameter under two names, counted once? `others` is the number of all other entries."""
    same = follows(student, rng, model, V, d, "embed.weight", "lm_head.weight")
    return same and count(student, model) == V * d + others


@check(NAME, "tie", points=1)
def _(student, rng):
    """One Parameter under two names, and the logits follow it."""
    head = Head(student, rng, bias=True, body=True)
    V, d, model = head.V, head.d, head.model
    ids = some_ids(rng, V, (4,))
    if not follows(student, rng, model, V, d, "embed.weight", "lm_head.weight"):
        before = parameters_of(student, model)["lm_head.weight"].values
        logits(student, model, ids)
        after = parameters_of(student, model)
        moved = not np.array_equal(after["lm_head.weight"].values, before)
        same = np.array_equal(after["lm_head.weight"].values, after["embed.weight"].values)
        raise Wrong("recopied" if moved and same else "copied")
    if not follows(student, rng, model, V, d, "lm_head.weight", "embed.weight"):
        raise Wrong(None, "What is written to lm_head.weight does not reach embed.weight.")
    others = d * d + d + V
    found = count(student, model)
    if found == 2 * V * d + others:
        raise Wrong("alias-not-parameter")
    if found != V * d + others:
        raise Wrong(None, "The parameters of the model are others than the table, the bias and the body's.")
    E = rng.normal(size=(V, d)).astype(np.float32)
    student.set_parameter(model, "lm_head.weight", protocol.Array(E, "torch"))
    head.E = E
    if not close(logits(student, model, ids), head.logits(ids), head.rounding(ids)):
        raise Wrong(None, "The logits do not follow the one table.")


@check(NAME, "gradient", points=1)
def _(student, rng):
    """The gradient of the one Parameter, under both names, is the sum of both sides."""
    diagnosis, parted = Diagnosis("The gradient of the table is wrong."), False
    for shape in ((5,), (2, 4)):
        head = Head(student, rng, body=True)
        ids = some_ids(rng, head.V, shape)
        upstream = rng.normal(size=(*shape, head.V)).astype(np.float32)
        student.vjp(head.model, student.tensor(upstream), student.tensor(ids))
        found = student.gradients(head.model)
        if not isinstance(found, dict):
            raise protocol.ProtocolError("gradients that are no dictionary")
        first, second = (found.get(n) for n in ("embed.weight", "lm_head.weight"))
        if not all(isinstance(g, protocol.Array) for g in (first, second)):
            raise Wrong(None, "No gradient arrives at embed.weight or at lm_head.weight.")
        inputs, outputs, rounding = head.gradients(ids, upstream)
        parted |= not np.array_equal(first.values, second.values)
        diagnosis.see(
            first.values, inputs + outputs, rounding, **{"output-detached": inputs, "input-detached": outputs}
        )
    if parted:
        raise Wrong(None, "embed.weight and lm_head.weight have gradients of their own, each of one side.")
    diagnosis.conclude()


@check(NAME, "start", points=1)
def _(student, rng):
    """The distribution of the table; a bias of zeros or none; the body unchanged."""
    V, d = 2000, 16
    diagnosis = Diagnosis("The table does not start as the docstring says.")
    for std in (None, 0.25):
        options = {} if std is None else {"std": std}
        values = parameters_of(student, student.call(NAME, V, d, **options))["embed.weight"].values
        if values.shape != (V, d):
            raise Wrong(None, "The table is to have the shape (V, d).")
        want, n = 0.02 if std is None else std, V * d
        # The standard deviation of n normal draws scatters by 1/√(2n) of itself.
        diagnosis.see(
            values.std(),
            want,
            6 * want / np.sqrt(2 * n),
            **{
                "fresh-table": near(values.std(), 1.0, n),
                "linear-table": near(values.std(), 1 / np.sqrt(3 * d), n),
                "std-ignored": near(values.std(), 0.02, n),
            },
        )
        if close(values.std(), want, 6 * want / np.sqrt(2 * n)):
            centred = abs(values.mean()) < 6 * want / np.sqrt(n)
            # That many normal draws have some beyond three standard deviations, uniform ones have none.
            if not centred or np.abs(values).max() < 3 * want:
                raise Wrong(None, "The table is not drawn from a normal distribution around zero.")
    diagnosis.conclude()
    head = Head(student, rng, bias=True, body=True, write=False)
    if "lm_head.bias" in parameters_of(student, Head(student, rng, write=False).model):
        raise Wrong("bias-always")
    found = parameters_of(student, head.model).get("lm_head.bias")
    if found is None or found.values.shape != (head.V,):
        raise Wrong(None, "With bias=True lm_head has no bias of shape (V,).")
    if found.values.any():
        raise Wrong("bias-not-zero")
    weight = arrays_of(student, head.body).get("weight")
    if weight is None or not np.array_equal(weight.values, head.W):
        raise Wrong("body-changed")


def near(got, value, n) -> float:
    """`got` if it can be the standard deviation of n draws with this one, else `value`."""
    return float(got) if abs(got - value) < 6 * value / np.sqrt(2 * n) else float(value)


@check(NAME, "survives", points=1)
def _(student, rng):
    """After a deep copy, load_state_dict and a change of dtype the model is still tied."""
    lost = "tie-lost"
    head = Head(student, rng, body=True)
    V, d, others = head.V, head.d, head.d * head.d + head.d
    if not is_tied(student, rng, head.model, V, d, others):
        raise Wrong(None, "The model is not tied to begin with.")
    head.fill()
    ids = some_ids(rng, V, (4,))
    if not close(logits(student, head.model, ids), head.logits(ids), head.rounding(ids)):
        raise Wrong(None, NEUTRAL)
    with blame(lost, only=("RuntimeError",)):
        twin = student.call("copy.deepcopy", head.model)
    other = Head(student, rng, body=True)
    with blame(None, "The state of another such model cannot be loaded.", only=("RuntimeError", "KeyError")):
        student.method(twin, "load_state_dict", student.method(other.model, "state_dict"))
    if not close(logits(student, twin, ids), other.logits(ids), other.rounding(ids)):
        raise Wrong(lost)
    if not close(logits(student, head.model, ids), head.logits(ids), head.rounding(ids)):
        raise Wrong(None, "What is loaded into a deep copy reaches the model that was copied.")
    if not is_tied(student, rng, twin, V, d, others):
        raise Wrong(lost)
    student.method(twin, "double")
    with blame(lost, only=("RuntimeError",)):
        if not is_tied(student, rng, twin, V, d, others):
            raise Wrong(lost)
        logits(student, twin, ids)


@check(NAME, "errors", points=1)
def _(student, rng):
    neutral = "Wrong ids are not refused as the docstring says."
    head = Head(student, rng)
    good = some_ids(rng, head.V, (5,))
    no_integers = good.astype(np.float32), good > 3, good.astype(np.int16)
    refuses_ids(
        lambda ids: student.method(head.model, "", student.tensor(ids)), good, head.V, no_integers, neutral
    )


@check(NAME, "device", points=1, accelerator=True)
def _(student, rng):
    """A model made on the device or moved there: tied, on the device, of the dtype; ids are checked."""
    with device_mistakes():
        on_device(student, rng)


def on_device(student, rng) -> None:
    """The body of the check "device"."""
    dtype = dtype_of(student, "float64")
    head = Head(student, rng, bias=True, device=device_name(student), scale=2.0)
    V, d = head.V, head.d
    if any(p.device != student.device for p in parameters_of(student, head.model).values()):
        raise Wrong("wrong-device")
    ids = some_ids(rng, V, (2, 3)).astype(np.int32)
    value = student.method(head.model, "", student.tensor(ids))
    diagnosis, got = Diagnosis(NEUTRAL), array(value, "torch", NEUTRAL)
    # A mistake that shows on the CPU as well is named as what it is there.
    diagnosis.see(got, head.logits(ids), head.rounding(ids), mistakes, head, ids)
    diagnosis.conclude()
    if value.device != student.device:
        raise Wrong("wrong-device")
    wide = student.call(NAME, V, d, device=device_name(student), dtype=dtype, bias=True)
    if any(p.dtype != "float64" for p in parameters_of(student, wide).values()):
        raise Wrong("dtype-ignored")
    moved = student.call(NAME, V, d, bias=True)
    student.method(moved, "to", device_name(student))
    value = student.method(moved, "", student.tensor(ids))
    array(value, "torch", NEUTRAL)
    if value.device != student.device:
        raise Wrong("wrong-device")
    with blame(None, "After .to(device) the model is not tied."):
        if not is_tied(student, rng, moved, V, d, V):
            raise Wrong(None, "After .to(device) the model is not tied.")
    bad = np.where(np.arange(6).reshape(2, 3) == 2, V + 3, ids)
    must_refuse(
        lambda: student.method(head.model, "", student.tensor(bad)),
        "IndexError",
        silent=None,
        other="unchecked-on-device",
        neutral="Ids outside the table are not refused on another device.",
    )
