"""Checks of `TiedLM`, a PyTorch module with one table for input and output: logits, tie, gradient, copies."""

import contextlib

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, close, same
from autograder.checks.refusals import must_refuse, refuses_range, refuses_types
from autograder.checks.shared import count, device_mistakes, device_name, dtype_of, probabilities
from autograder.checks.student import StudentError
from autograder.sandboxed import protocol

from ..asking import numbers_outside
from ..building import Head, arrays_of, parameters_of

NAME = "TiedLM"
NEUTRAL = "The logits of the model are wrong."
UNTIED = "The weights are not tied, or `parameters()` counts others than the table, the bias and the body's."


def logits(student, model, ids, strided=False, neutral=NEUTRAL) -> np.ndarray:
    """The logits, as an array; `Wrong` if the ids are changed, or refused although of dtype int32."""
    sent = student.tensor(ids)
    with takes_int32(ids):
        answer = student.observe("torch.nn.Module.__call__", model, sent, watch=("args",), strided=strided)
    got = array(answer.value, "torch", neutral)
    if not same(sent, answer.args[1]):
        raise Wrong("arguments-changed")
    return got


@contextlib.contextmanager
def takes_int32(ids):
    """`Wrong` for a TypeError about ids of dtype int32; one about NumPy is another mistake and passed on."""
    try:
        yield
    except StudentError as error:
        if ids.dtype == np.int32 and error.is_a("TypeError") and "numpy" not in error.message:
            raise Wrong("int32-refused") from error
        raise


def shortened(student, head: Head) -> bool:
    """Has the table, which was as `head` says, changed since, and are its rows no longer than they were?"""
    after = parameters_of(student, head.model)["embed.weight"].values
    if after.shape != head.E.shape or np.array_equal(after, head.E):
        return False
    return bool(np.all(np.linalg.norm(after, axis=1) <= np.linalg.norm(head.E, axis=1) * (1 + 1e-5)))


@contextlib.contextmanager
def names_shortening(student, *heads: Head):
    """Name the lookup that shortens rows where a comparison of logits or gradients names nothing."""
    try:
        yield
    except Wrong as wrong:
        if wrong.misconception is None and any(shortened(student, head) for head in heads):
            raise Wrong("rows-shortened") from None
        raise


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
        "scale-needs-body": [z if head.body else plain],
        "bias-ignored": [z - head.bias],
        "scale-divides": [z / (s or 1), (z - head.bias) / (s or 1) + head.bias],
        "residual": [
            z + (head.E.astype(np.float64)[ids] * s) @ head.E.astype(np.float64).T if head.body else z
        ],
        "flattened": [z.reshape(-1, head.V)],
    }
    if ids.size:
        p = probabilities(z.reshape(-1, z.shape[-1])).reshape(z.shape)
        found["normalised-scores"] = [p, np.log(p)]
    return found


@check(points=1)
def forward(student, rng):
    """With and without scale, body and bias; ids of any shape, of both dtypes, with gaps in memory."""
    diagnosis, direct, heads = Diagnosis(NEUTRAL), {True: True, False: True}, []
    for shapes, options in (
        (((5,),), {}),
        (((4,), (2, 2), (2, 0)), {"body": True, "scale": 2.5}),
        (((4,), ()), {"bias": True, "body": True, "scale": 0.5}),
        (((6,),), {"bias": True, "scale": 3.5}),
        (((3, 2),), {"body": True}),
    ):
        head = Head(student, rng, **options)
        for shape in shapes:
            ids = some_ids(rng, head.V, shape)
            failing = blame("one-axis-only" if ids.size else "empty-refused")
            with failing if len(shape) != 1 else contextlib.nullcontext():
                got = logits(student, head.model, ids)
            right = diagnosis.see(got, head.logits(ids), head.rounding(ids), mistakes, head, ids)
            direct[head.body is not None] &= right
        heads.append(head)
    try:
        with names_shortening(student, *heads):
            diagnosis.conclude()
    except Wrong as wrong:
        if wrong.misconception is None and direct[True]:
            raise Wrong("not-direct") from None
        raise
    head = Head(student, rng, scale=0.0, bias=True)
    ids = some_ids(rng, head.V, (4,))
    if not close(logits(student, head.model, ids), head.logits(ids), head.rounding(ids)):
        raise Wrong("scale-falsy")
    head = Head(student, rng, scale=2.5, body=True)
    head.E = head.E * 40  # far longer than rows are at the start
    head.fill()
    if not close(logits(student, head.model, ids), head.logits(ids), head.rounding(ids)):
        raise Wrong("rows-shortened")
    student.method(head.model, "eval")
    if not close(logits(student, head.model, ids), head.logits(ids), head.rounding(ids)):
        raise Wrong("training-only")
    head = Head(student, rng, scale=1.5)
    ids = some_ids(rng, head.V, (4,)).astype(np.int32)
    if not close(logits(student, head.model, ids), head.logits(ids), head.rounding(ids)):
        raise Wrong("int32-refused")
    for shape, axis in (((2, 3), 1), ((2, 3), 0), ((), 0)):
        head = Head(student, rng, softmax=axis)
        ids = some_ids(rng, head.V, shape)
        with blame("body-input", only=("IndexError",)):
            got = logits(student, head.model, ids)
        if not close(got, head.logits(ids), head.rounding(ids)):
            raise Wrong("body-input")
    head = Head(student, rng, scale=1.5)
    ids = some_ids(rng, head.V, (2, 3))
    with blame("not-contiguous"):
        got = logits(student, head.model, ids, strided=True)
    if not close(got, head.logits(ids), head.rounding(ids)):
        raise Wrong("not-contiguous")


def follows(student, rng, model, V, d, written: str, read: str) -> bool:
    """Are values written into the Parameter `written` found in the Parameter `read`?"""
    values = rng.normal(size=(V, d)).astype(np.float32)
    student.set_parameter(model, written, protocol.Array(values, "torch"))
    after = parameters_of(student, model)[read]
    return bool(np.array_equal(after.values.astype(np.float32), values))


def is_tied(student, rng, model, V, d, others: int) -> bool:
    """Is it one Parameter under two names, counted once? `others` is the number of all other entries."""
    one = follows(student, rng, model, V, d, "embed.weight", "lm_head.weight")
    return one and count(student, model) == V * d + others


def are_layers(student, model, V, d) -> None:
    """`Wrong` unless `embed` and `lm_head` are layers of PyTorch of these sizes."""
    wanted = {
        "embed.num_embeddings": V,
        "embed.embedding_dim": d,
        "lm_head.in_features": d,
        "lm_head.out_features": V,
    }
    with blame("no-layers", only=("AttributeError",)):
        if {path: student.get(model, path) for path in wanted} != wanted:
            raise Wrong("no-layers")


@check(points=1)
def tie(student, rng):
    """One Parameter under two names, and the logits follow it."""
    head = Head(student, rng, bias=True, body=True)
    V, d, model = head.V, head.d, head.model
    are_layers(student, model, V, d)
    ids = some_ids(rng, V, (4,))
    if not follows(student, rng, model, V, d, "embed.weight", "lm_head.weight"):
        before = parameters_of(student, model)["lm_head.weight"].values
        logits(student, model, ids)
        after = parameters_of(student, model)
        moved = not np.array_equal(after["lm_head.weight"].values, before)
        equal = np.array_equal(after["lm_head.weight"].values, after["embed.weight"].values)
        raise Wrong("recopied" if moved and equal else "copied")
    if not follows(student, rng, model, V, d, "lm_head.weight", "embed.weight"):
        raise Unexplained("What is written to lm_head.weight does not reach embed.weight.")
    others = d * d + d + V
    found = count(student, model)
    table = ("embed.weight", "lm_head.weight")
    third = [n for n, p in arrays_of(student, model).items() if p.values.shape == (V, d) and n not in table]
    if found == 2 * V * d + others and not third:
        raise Wrong("alias-not-parameter")
    if found != V * d + others:
        raise Wrong("more-parameters")
    if third:
        raise Wrong("third-name")
    head.fill()
    diagnosis = Diagnosis(NEUTRAL)
    diagnosis.see(logits(student, model, ids), head.logits(ids), head.rounding(ids), mistakes, head, ids)
    with names_shortening(student, head):
        diagnosis.conclude()
    E = rng.normal(size=(V, d)).astype(np.float32)
    student.set_parameter(model, "lm_head.weight", protocol.Array(E, "torch"))
    head.E = E
    if not close(logits(student, model, ids), head.logits(ids), head.rounding(ids)):
        raise Unexplained("The logits do not follow the one table.")


@check(points=1)
def gradient(student, rng):
    """The gradient of the one Parameter, under both names, is the sum of both sides."""
    diagnosis, parted, heads = Diagnosis("The gradient of the table is wrong."), False, []
    for shape in ((5,), (2, 4)):
        head = Head(student, rng, body=True)
        ids = some_ids(rng, head.V, shape)
        ids.reshape(-1)[:3] = 0, head.V - 1, 0  # both ends of the table, and a row that is read twice
        upstream = rng.normal(size=(*shape, head.V)).astype(np.float32)
        student.vjp(head.model, student.tensor(upstream), student.tensor(ids))
        found = student.gradients(head.model)
        if not isinstance(found, dict):
            raise protocol.ProtocolError("gradients that are no dictionary")
        first, second = (found.get(n) for n in ("embed.weight", "lm_head.weight"))
        if not all(isinstance(g, protocol.Array) for g in (first, second)):
            raise Unexplained("No gradient arrives at embed.weight or at lm_head.weight.")
        inputs, outputs, rounding = head.gradients(ids, upstream)
        times = np.maximum(np.bincount(ids.reshape(-1), minlength=head.V), 1)[:, None]
        heads.append(head)
        parted |= not np.array_equal(first.values, second.values)
        diagnosis.see(
            first.values,
            inputs + outputs,
            rounding,
            **{
                "output-detached": inputs,
                "input-detached": outputs,
                "repeats-averaged": outputs + inputs / times,
                "padding-row": outputs + inputs * (np.arange(head.V) > 0)[:, None],
            },
        )
    if parted:
        raise Unexplained("embed.weight and lm_head.weight have gradients of their own, each of one side.")
    with names_shortening(student, *heads):
        diagnosis.conclude()


@check(points=1)
def start(student, rng):
    """The distribution of the table; a bias of zeros or none; the body as it is given; the default dtype."""
    V, d = 2000, 16
    diagnosis, drawn, normal = Diagnosis("The table does not start as the docstring says."), [], True
    for std in (None, 0.25, 0.25, 2.0):
        options = {} if std is None else {"std": std}
        values = parameters_of(student, student.call(NAME, V, d, **options))["embed.weight"].values
        if values.shape != (V, d):
            raise Unexplained("The table is to have the shape (V, d).")
        want, n = 0.02 if std is None else std, V * d
        # What the mean and the standard deviation of n normal draws scatter by, six times.
        scatter = 6 * np.array([want / np.sqrt(n), want / np.sqrt(2 * n)])
        found = np.array([values.mean(), values.std()])
        diagnosis.see(
            found,
            np.array([0.0, want]),
            scatter,
            **{
                "fresh-table": near(found, 0.0, 1.0, n),
                "linear-table": near(found, 0.0, 1 / np.sqrt(3 * d), n),
                "std-ignored": near(found, 0.0, 0.02, n),
                # trunc_normal_ cuts at -2 and 2, whatever the standard deviation is.
                "not-normal": near(found, 0.0, 1.0792, n) if std == 2.0 else np.array([0.0, want]),
                "std-as-mean": near(found, want, 1.0, n),
                "variance": near(found, 0.0, np.sqrt(want), n),
                "zeros": np.zeros(2),
            },
        )
        # That many normal draws have some beyond three standard deviations, uniform ones have none.
        normal &= not close(found, [0.0, want], scatter) or np.abs(values).max() >= 3 * want
        drawn.append(values)
    diagnosis.conclude()
    if not normal:
        raise Wrong("not-normal")
    if np.array_equal(drawn[1], drawn[2]):
        raise Wrong("same-draw")
    with blame("std-zero", only=("ZeroDivisionError", "ValueError")):
        still = student.call(NAME, V, d, std=0.0)
    if parameters_of(student, still)["embed.weight"].values.any():
        raise Wrong("std-zero")
    head = Head(student, rng, bias=True, body=True, write=False)
    if "lm_head.bias" in parameters_of(student, Head(student, rng, write=False).model):
        raise Wrong("bias-always")
    if parameters_of(student, head.model)["lm_head.bias"].values.any():
        raise Wrong("bias-not-zero")
    uses_body(student, head)
    wide = dtype_of(student, "float64")
    single = Head(student, rng, body=True, dtype=wide, write=False)
    if arrays_of(student, single.body)["weight"].dtype != "float32":
        raise Wrong("body-moved")
    usual = student.call("torch.get_default_dtype")
    student.call("torch.set_default_dtype", wide)
    try:
        found = parameters_of(student, student.call(NAME, 3, 2, bias=True))
    finally:
        student.call("torch.set_default_dtype", usual)
    if any(p.dtype != "float64" for p in found.values()):
        raise Wrong("default-dtype")


def uses_body(student, head: Head) -> None:
    """`Wrong` unless the body of the model is the module given, as it was, or without one an identity."""
    weight = arrays_of(student, head.body).get("weight")
    if weight is None or not np.array_equal(weight.values, head.W):
        raise Wrong("body-changed")
    with blame("no-body", only=("AttributeError",)):
        body, none = (student.get(model, "body") for model in (head.model, student.call(NAME, 3, 2)))
        if student.get(none, "__class__.__name__") != "Identity":
            raise Wrong("no-body")
    if student.method(head.body, "__eq__", body) is not True:  # of modules: are they one object?
        raise Wrong("body-copied")
    empty = student.call("torch.nn.Sequential")
    kept = student.get(student.call(NAME, 3, 2, body=empty), "body")
    if student.method(empty, "__eq__", kept) is not True:
        raise Wrong("body-falsy")
    if student.get(head.body, "training") is not True:
        raise Wrong("body-mode")
    if student.get(head.body, "weight.requires_grad") is not True:
        raise Wrong("body-frozen")
    if student.get(head.model, "lm_head.bias.requires_grad") is not True:
        raise Wrong("bias-frozen")


def near(found, mean, std, n) -> np.ndarray:
    """`found` if it can be mean and standard deviation of n draws with these, else the two themselves."""
    want = np.array([mean, std])
    return found if close(found, want, 6 * std / np.sqrt([n, 2 * n])) else want


@check(points=1)
def survives(student, rng):
    """After a deep copy, load_state_dict and a change of dtype the model is still tied."""
    lost = "tie-lost"
    head = Head(student, rng, body=True)
    V, d, others = head.V, head.d, head.d * head.d + head.d
    if "lm_head.bias" in parameters_of(student, head.model):
        raise Wrong("bias-always")
    if not is_tied(student, rng, head.model, V, d, others):
        raise Unexplained(UNTIED)
    head.fill()
    ids = some_ids(rng, V, (4,))
    if not close(logits(student, head.model, ids), head.logits(ids), head.rounding(ids)):
        raise Wrong("rows-shortened" if shortened(student, head) else None, NEUTRAL)
    with blame(lost, only=("RuntimeError",)):
        twin = student.call("copy.deepcopy", head.model)
    wide = student.call(NAME, 3, 2, dtype=dtype_of(student, "float64"))
    with blame("dtype-in-forward", only=("RuntimeError",)):
        student.method(wide, "", student.tensor(np.array([0, 2])))
    other = Head(student, rng, body=True)
    with blame("state-lost", only=("RuntimeError", "KeyError")):
        student.method(twin, "load_state_dict", student.method(other.model, "state_dict"))
    if not close(logits(student, twin, ids), other.logits(ids), other.rounding(ids)):
        raise Wrong(lost)
    if not close(logits(student, head.model, ids), head.logits(ids), head.rounding(ids)):
        raise Unexplained("What is loaded into a deep copy reaches the model that was copied.")
    if not is_tied(student, rng, twin, V, d, others):
        raise Wrong(lost)
    student.method(twin, "double")
    with blame(lost, only=("RuntimeError",)):
        if not is_tied(student, rng, twin, V, d, others):
            raise Wrong(lost)
        logits(student, twin, ids)


@check(points=1)
def errors(student, rng):
    neutral = "Wrong ids are not refused as the docstring says."
    head = Head(student, rng)
    good = some_ids(rng, head.V, (5,))
    attempt = lambda ids: student.method(head.model, "", student.tensor(ids))  # noqa: E731
    others = ("float32", "bool", "int16", "int8", "uint8", "float64")
    refuses_types(attempt, [good.astype(dtype) for dtype in others])
    ends = {"places": (0, 2, 4), "neutral": neutral}
    refuses_range(attempt, good, numbers_outside(head.V), **ends)
    short = good.astype(np.int32)
    try:
        refuses_range(attempt, short, numbers_outside(head.V), **ends)
    except Wrong as wrong:
        if wrong.misconception == "wrong-exception":
            with takes_int32(short):
                attempt(short)
        raise
    for number, silent in ((2**32 + int(good[2]), "id-narrowed"), (2**32 + head.V, None)):
        wide = np.where(np.arange(5) == 2, number, good)
        told = {"if_accepted": silent, "says": (number,), "if_unnamed": "other-number", "neutral": neutral}
        must_refuse(lambda: attempt(wide), "IndexError", **told)


@check(points=1, accelerator=True)
def device(student, rng):
    """A model made on the device or moved there: tied, on the device, of the dtype; ids are checked."""
    with device_mistakes():
        on_device(student, rng)


def on_device(student, rng) -> None:
    """The body of the check "device"."""
    dtype, diagnosis, heads = dtype_of(student, "float64"), Diagnosis(NEUTRAL), []
    for body in (True, False):
        head = Head(student, rng, bias=True, device=device_name(student), scale=2.0, body=body)
        if any(p.device != student.device for p in parameters_of(student, head.model).values()):
            raise Wrong("wrong-device")
        V, d = head.V, head.d
        ids = some_ids(rng, V, (2, 3)).astype(np.int32 if body else np.int64)
        with takes_int32(ids):
            value = student.method(head.model, "", student.tensor(ids))
        got = array(value, "torch", NEUTRAL)
        # A mistake that shows on the CPU as well is named as what it is there.
        diagnosis.see(got, head.logits(ids), head.rounding(ids), mistakes, head, ids)
        if value.device != student.device:
            raise Wrong("wrong-device")
        heads.append(head)
    with names_shortening(student, *heads):
        diagnosis.conclude()
    wide = student.call(NAME, V, d, device=device_name(student), dtype=dtype, bias=True)
    if any(p.dtype != "float64" for p in parameters_of(student, wide).values()):
        raise Wrong("dtype-ignored")
    moved = student.call(NAME, V, d, bias=True)
    if not is_tied(student, rng, moved, V, d, V):
        raise Unexplained(UNTIED)
    student.method(moved, "to", device_name(student))
    with blame("left-behind", only=("RuntimeError",)):
        value = student.method(moved, "", student.tensor(ids))
    array(value, "torch", NEUTRAL)
    if value.device != student.device:
        raise Wrong("wrong-device")
    if not is_tied(student, rng, moved, V, d, V):
        raise Wrong("tie-lost")
    for number in (V + 3, V):
        bad = np.where(np.arange(6).reshape(2, 3) == 2, number, ids)
        must_refuse(
            lambda: student.method(head.model, "", student.tensor(bad)),
            "IndexError",
            if_accepted="range-unchecked",
            if_other_type="unchecked-on-device",
            says=(number,),
            if_unnamed="id-not-named",
            neutral="Ids outside the table are not refused on another device.",
        )
