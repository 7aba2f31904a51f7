"""Checks of `TinyLM`, the PyTorch module: parameters, start, logits, gradients, copies, devices."""

from functools import partial
from itertools import combinations

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, same
from autograder.checks.refusals import must_refuse, refuses_ids, refuses_range, refuses_values
from autograder.checks.shared import count, device_mistakes, device_name, dtype_of, probabilities, require
from autograder.checks.student import StudentError
from autograder.sandboxed import protocol

from .. import shared
from ..asking import ONE, SHORT, THIN, Evidence, judge_dtypes, legal
from ..draws import NAMES, Draw, draw
from ..rounding import EPS

NAME = "TinyLM"
NEUTRAL = "The logits of the model are wrong."
WEIGHTS = "The parameters of the model are others than E, P, W1 and W2 of the shapes in the docstring."


def build(student, case: Draw, write=True, **options) -> protocol.Handle:
    """A model of the student's with the sizes of `case`, and with `write` also its numbers."""
    (V, d), w, m = case.E.shape, len(case.P), len(case.W2)
    model = student.call(NAME, V, d, w, m, **options)
    if write:
        made = parameters_of(student, model, case)
        if "dtype" in options and any(p.dtype != "float64" for p in made.values()):
            raise Wrong("dtype-ignored")
        for name in NAMES:
            student.set_parameter(model, name, student.tensor(getattr(case, name)))
    return model


def parameters_of(student, model, case: Draw) -> dict[str, protocol.Array]:
    """The Parameters by name; `Wrong` unless they are the four of the docstring, of their shapes.

    Further names of these four are allowed, such as that of a layer that holds the table.
    """
    found = student.parameters(model)
    if not isinstance(found, dict) or not all(isinstance(p, protocol.Array) for p in found.values()):
        raise protocol.ProtocolError("parameters that are no tensors")
    shapes = {name: p.values.shape for name, p in found.items()}
    wanted = {name: getattr(case, name).shape for name in NAMES}
    if shapes == wanted:
        return found
    more = {name: shape for name, shape in shapes.items() if name not in wanted}
    if wanted.items() <= shapes.items():
        if count(student, model) == sum(p.size for p in case.arrays):
            return {name: found[name] for name in NAMES}
        (V, d), m = case.E.shape, len(case.W2)
        if all(shape in ((V, d), (d, V)) for shape in more.values()):
            raise Wrong("untied")
        if all(shape in ((V,), (d,), (m,)) for shape in more.values()):
            raise Wrong("more-parameters")
    if not more and any(name not in shapes for name in NAMES):
        raise Wrong("not-a-parameter")
    missing = [name for name in NAMES if shapes.get(name) != wanted[name]]
    if all(shapes.get(name) == wanted[name][::-1] for name in missing) and missing:
        raise Wrong("weights-transposed")
    raise Unexplained(WEIGHTS)


def logits(student, model, ids, device=None, dtype="") -> np.ndarray:
    """The logits of a model; with `dtype` they must have it."""
    value = student.method(model, "", student.tensor(ids, device=device))
    if dtype and isinstance(value, protocol.Array) and value.dtype != dtype:
        raise Wrong("dtype-ignored")
    return array(value, "torch", NEUTRAL)


def judge_logits(student, model, case: Draw, device=None) -> None:
    """`Wrong` unless the model gives the logits of `case`: what a check says after it is about more."""
    evidence = Evidence(NEUTRAL)
    found = logits(student, model, case.ids, device, "float64" if case.dtype == "float64" else "")
    evidence.see({"logits": found}, {"logits": case.logits}, lambda: mistakes(case))
    evidence.conclude("logits")


def judge_first(student, rng) -> None:
    """`Wrong` for what is wrong in any model: only after that can it be about a copy or a device.

    It is judged in float64, where more mistakes can be told from one another.
    """
    case = draw(rng)
    model = build(student, case, write=False, dtype=dtype_of(student, "float64"))
    if any(p.dtype != "float64" for p in parameters_of(student, model, case).values()):
        raise Wrong("dtype-ignored")
    for name in NAMES:
        student.set_parameter(model, name, student.tensor(getattr(case, name), device="cpu"))
    judge_logits(student, model, case, device="cpu")


# -- the model once more, with the places where mistakes are made ------------------------------------


def rms(x, axes=(-1,), eps=EPS):
    return x / np.sqrt(np.mean(x * x, axis=axes, keepdims=True) + eps)


def rms_outside(x):
    return x / (np.sqrt(np.mean(x * x, axis=-1, keepdims=True)) + EPS)


def over_length(x):
    return x / np.sqrt(np.sum(x * x, axis=-1, keepdims=True) + EPS)


def plain(case: Draw, first=None, last=None, flatten=None, act=np.tanh) -> np.ndarray:
    """Logits in float64, with other functions in the places where mistakes are made."""
    E, P, W1, W2 = (case.exact(name).values for name in NAMES)
    first, last = first or rms, last or rms
    x = E[case.ids.astype(int)] + P
    n = first(x)
    flat = flatten(n) if flatten else n.reshape(len(x), -1)
    return last(act(flat @ W1) @ W2) @ E.T


def length(x):
    return x / np.maximum(np.linalg.norm(x, axis=-1, keepdims=True), 1e-12)


def identity(x):
    return x


def relu(x):
    return np.maximum(x, 0)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def centred(x):
    return rms(x - x.mean(axis=-1, keepdims=True))


def mistakes(case: Draw) -> dict:
    """What each mistake gives for the logits: its forms."""
    z, (_, d), library = case.logits.values, case.E.shape, float(np.finfo(case.dtype).eps)
    other = [rms_outside, *(partial(rms, eps=e) for e in (library, 1e-5, 1e-8, 0.0))]
    p = probabilities(z)
    found = {
        "norm-missing": [
            plain(case, first=identity),
            plain(case, last=identity),
            plain(case, first=identity, last=identity),
        ],
        "norm-over-window": [plain(case, first=partial(rms, axes=(-2, -1)))],
        "other-eps": [plain(case, first=f, last=f) for f in other]
        + [plain(case, first=f) for f in other]
        + [plain(case, last=f) for f in other],
        "other-norm": [
            plain(case, first=f, last=g) for f, g in ((centred, centred), (centred, rms), (rms, centred))
        ],
        "sum-of-squares": [
            plain(case, first=f, last=g)
            for f, g in ((over_length, over_length), (over_length, rms), (rms, over_length), (length, length))
        ],
        "other-activation": [plain(case, act=f) for f in (relu, identity, sigmoid)],
        "places-interleaved": [plain(case, flatten=lambda n: n.swapaxes(1, 2).reshape(len(n), -1))],
        "normalised-scores": [p, np.log(p)],
        "logits-scaled": [z / np.sqrt(d), z * np.sqrt(d)],
    }
    for name, forms in shared.row_mistakes(case.E, case.P, case.ids).items():
        found[name] = [case.with_x(form["x"]).logits.values for form in forms]
    return {name: [{"logits": form} for form in forms] for name, forms in found.items()}


@check(points=1)
def parameters(student, rng):
    """Four Parameters, and the logits follow each of them."""
    case = draw(rng, V=11, dtype="float32")
    model = build(student, case)
    before = logits(student, model, case.ids)
    for name in NAMES:
        student.set_parameter(
            model, name, student.tensor(rng.normal(size=getattr(case, name).shape).astype(np.float32))
        )
        now = logits(student, model, case.ids)
        if np.array_equal(before, now):
            raise Wrong("positions-missing" if name == "P" else None, f"The logits do not depend on {name}.")
        before = now


@check(points=1)
def start(student, rng):
    """All four are drawn from N(0, std²), each anew; dtype and device are those asked for or the defaults."""
    V, d, w, m = 300, 16, 48, 40
    diagnosis, far, centred = Diagnosis("The parameters do not start as the docstring says."), True, True
    sizes, drawn, spreads = draw(rng, V=V, d=d, w=w, m=m), [], []
    double, zero = dtype_of(student, "float64"), student.call("torch.zeros", 1)
    array(zero, "torch", WEIGHTS)
    default = zero.dtype
    for options in ({}, {"std": 0.25}, {"std": 0.25, "dtype": double}, {"std": 0.0625}, {"std": 2.0}):
        want = options.get("std", 0.02)
        found = parameters_of(student, build(student, sizes, write=False, **options), sizes)
        if any(p.dtype != ("float64" if "dtype" in options else default) for p in found.values()):
            raise Wrong("dtype-ignored")
        drawn.append({name: p.values / want for name, p in found.items()})
        spreads.append((want, {name: float(p.values.std()) for name, p in found.items()}))
        for name, p in found.items():
            values, n = p.values, p.values.size
            # The standard deviation of n normal draws scatters by 1/√(2n) of itself.
            found_std, of_rows = float(values.std()), name in ("E", "P")
            like = {v: found_std if near(found_std, v, n) else v for v in (0.02, 1.0, CUT)}
            # nn.Linear draws from an interval of half width 1/√(number of inputs).
            linear = [1 / np.sqrt(3 * inputs) for inputs in values.shape]
            linear = [found_std if near(found_std, v, n) else v for v in linear]
            # Cut off at three, the standard deviation is smaller by 1.3 %: in W1 that shows now and then.
            reach = (3.1 if name == "W1" else 2.2) * want
            short = np.abs(values - values.mean()).max() <= reach
            cut = name == "W1" and short and near(found_std, 0.98658 * want, n)
            fits = diagnosis.see(
                values.std(),
                want,
                6 * want / np.sqrt(2 * n),
                **{
                    "std-ignored": like[0.02],
                    "not-normal": found_std if cut else want,
                    "cut-at-two": like[CUT] if want == 2.0 else want,
                    "fresh-rows": like[1.0] if of_rows else want,
                    "library-start": (like[1.0] if found_std == like[1.0] else want)
                    if of_rows
                    else (found_std if found_std in linear else linear[0]),
                },
            )
            # That many normal draws have some beyond 2.2 standard deviations, uniform ones have none; of the
            # 30,720 of W1 some sixty lie beyond 3.1, and none where the tails are cut off at three.
            if fits:
                far &= not short
                centred &= abs(values.mean()) < 6 * want / np.sqrt(n)
    judge_spreads(sizes, spreads)
    diagnosis.conclude()
    if not centred:
        raise Unexplained("The mean of a parameter is not 0.")
    if not far:
        raise Wrong("not-normal")
    if any(alike(one[n], other[n]) for one, other in combinations(drawn, 2) for n in NAMES):
        raise Wrong("same-start")
    if any(alike(drawn[0][n].ravel(), drawn[0][k].ravel()) for n, k in combinations(NAMES, 2)):
        raise Wrong("same-start")
    before = dtype_of(student, default)
    student.call("torch.set_default_dtype", double)
    try:
        found = parameters_of(student, build(student, sizes, write=False), sizes)
    finally:
        student.call("torch.set_default_dtype", before)
    if any(p.dtype != "float64" for p in found.values()):
        raise Wrong("default-dtype")
    if student.evaluate(SAID, "said") is not False:
        raise Wrong("default-device")


# `said`: is one of the four on the CPU where PyTorch's default device is another, because the code says so?
# `torch.normal` does not go by the default device; who leaves it to that function has said nothing.
SAID = f"""
from torch.overrides import TorchFunctionMode

class Watch(TorchFunctionMode):
    named = False

    def __torch_function__(self, func, types, args=(), kwargs=None):
        given = (*args, *(kwargs or {{}}).values())
        self.named |= any(isinstance(a, (str, torch.device)) and str(a).startswith("cpu") for a in given)
        return func(*args, **(kwargs or {{}}))

with torch.device("meta"), Watch() as watch:
    model = {NAME}(3, 2, 2, 4)
said = watch.named and any(getattr(model, name).device.type != "meta" for name in {NAMES})
"""
# The standard deviation of a normal distribution with 2, cut off at -2 and 2.
CUT = 1.0792


def near(found: float, std: float, n: int) -> bool:
    """Is this the standard deviation of n draws from N(0, std²), which scatters by 1/√(2n) of itself?"""
    return abs(found - std) < 6 * std / np.sqrt(2 * n)


def judge_spreads(sizes: Draw, spreads: list[tuple[float, dict]]) -> None:
    """`Wrong` if some of the four follow std and others do not, which are zero, or of a std of their own.

    `spreads` holds for each std that was asked for the standard deviations found. The message tells which.
    """
    n = {name: getattr(sizes, name).size for name in NAMES}
    fits = [name for name in NAMES if all(near(found[name], std, n[name]) for std, found in spreads)]
    rest = [name for name in NAMES if name not in fits]
    if not fits or not rest:
        return
    if all(found[name] == 0 for _, found in spreads for name in rest):
        raise Wrong("starts-at-zero")
    if all(near(found[name], 0.02, n[name]) for _, found in spreads for name in rest):
        raise Wrong("std-in-part")


def alike(one: np.ndarray, other: np.ndarray) -> bool:
    """Are the first numbers of two parameters the same draws?"""
    n = min(len(one), len(other))
    return bool(np.allclose(one[:n], other[:n], rtol=1e-3, atol=0))


@check(points=1)
def forward(student, rng):
    """Large and small numbers; with small ones the EPS of the norm matters."""
    evidence = Evidence(NEUTRAL)
    double = dtype_of(student, "float64")
    for sizes, of in (
        ({"std": 0.03}, "small numbers"),
        ({"B": 3, "d": 3, "m": 4}, ""),
        ({"V": 3, "w": 4}, ""),
        ({"B": 1, "V": 12, "w": 2}, ONE),
        ({"w": 1, "V": 6, "d": 6}, SHORT),
        ({"d": 1}, THIN),
    ):
        case = draw(rng, **sizes)
        with legal(student, NAME, of or "a small batch", evidence.reason(of)):
            found = logits(student, build(student, case, dtype=double), case.ids, dtype="float64")
        evidence.see({"logits": found}, {"logits": case.logits}, lambda case=case: mistakes(case), of=of)
    evidence.conclude("logits")
    # float32; and calls of one model with one batch after the other, of several sizes and both dtypes.
    case = draw(rng, V=300, dtype="float32")
    model = build(student, case)

    def attempt(B, integers, strided, sent=""):
        ids = draw(rng, B=B, V=300).ids.astype(sent or integers)
        evidence = Evidence(f"{NEUTRAL} The model is float32, the ids are {sent or integers}.")
        with legal(student, NAME, f"ids of dtype {sent or integers}"):
            found = logits(student, model, ids, dtype="float32")
        evidence.see({"logits": found}, {"logits": case.changed(ids=ids).logits})
        evidence.conclude("logits")

    sizes = (3, "int64"), (1, "int32"), (5, "int32"), (3, "int64")
    judge_dtypes(attempt, rng, [{"B": B, "integers": i, "strided": False} for B, i in sizes])
    ids = case.ids
    with legal(student, NAME, "ids that are not contiguous in memory", "needs-contiguous"):
        answer = student.observe(f"{NAME}.forward", model, student.tensor(ids), watch=("args",), strided=True)
    if not same(ids, answer.args[1]):
        raise Wrong("arguments-changed")
    evidence = Evidence(f"{NEUTRAL} The ids are not contiguous in memory.")
    found = array(answer.value, "torch", NEUTRAL)
    evidence.see({"logits": found}, {"logits": case.changed(ids=ids).logits})
    evidence.conclude("logits")
    student.method(model, "eval")
    judge_eval(student, model, case)


def judge_eval(student, model, case: Draw) -> None:
    """`Wrong` unless a model that was right in training mode has the logits of `case` in evaluation mode."""
    evidence = Evidence(NEUTRAL)
    with blame("eval-differs"):
        found = logits(student, model, case.ids)
    evidence.see({"logits": found}, {"logits": case.logits})
    if not evidence.right("logits"):
        raise Wrong("eval-differs")


def gradient_mistakes(right: dict) -> dict:
    """What each mistake gives for the four gradients: its forms."""
    values = {name: right[name].values for name in NAMES}
    inputs, outputs = right["inputs"].values, right["outputs"].values
    some = [[n for k, n in enumerate(NAMES) if chosen >> k & 1] for chosen in range(1, 2 ** len(NAMES))]
    return {
        "input-detached": [values | {"E": outputs}],
        "output-detached": [values | {"E": inputs}],
        "padding": [values | {"E": outputs + inputs * (np.arange(len(inputs)) > 0)[:, None]}],
        "parts-frozen": [values | {n: np.zeros_like(values[n]) for n in names} for names in some],
    }


@check(points=1)
def gradient(student, rng):
    """The gradients of all four Parameters by autograd, that of E from both uses."""
    evidence = Evidence("A gradient of the model is wrong.")
    double = dtype_of(student, "float64")
    for sizes in ({}, {"B": 5, "d": 3}):
        case = draw(rng, **sizes)
        model = build(student, case, dtype=double)
        judge_logits(student, model, case)
        upstream = rng.normal(size=(len(case.ids), len(case.E)))
        judge_gradients(student, evidence, model, case, upstream)
    evidence.conclude(*NAMES)
    # Once more in evaluation mode, with the same draw.
    model, evidence = build(student, case, dtype=double), Evidence("A gradient of the model is wrong.")
    student.method(model, "eval")
    judge_eval(student, model, case)
    with blame("eval-gradient", only=("RuntimeError",)):
        judge_gradients(student, evidence, model, case, upstream)
    if not evidence.right(*NAMES):
        raise Wrong("eval-gradient")


def judge_gradients(student, evidence, model, case: Draw, upstream: np.ndarray) -> None:
    """The gradients of the four Parameters, for this gradient of the logits, as evidence."""
    student.vjp(model, student.tensor(upstream), student.tensor(case.ids))
    found = student.gradients(model)
    if not isinstance(found, dict):
        raise protocol.ProtocolError("gradients that are no dictionary")
    got = {}
    for name in NAMES:
        gradient = found.get(name)
        if gradient is not None and not isinstance(gradient, protocol.Array):
            raise protocol.ProtocolError("a gradient that is no tensor")
        got[name] = np.zeros_like(getattr(case, name)) if gradient is None else gradient.values
    right = case.gradients(upstream)
    evidence.see(got, {name: right[name] for name in NAMES}, lambda: gradient_mistakes(right))


@check(points=1)
def errors(student, rng):
    case = draw(rng)
    model, ids = build(student, case), case.ids
    require(NAME, lambda: student.method(model, "", student.tensor(ids)), case.logits.values)
    kinds = ("float32", "float64", "int16", "int8", "uint8")
    no_integers = [*(ids.astype(kind) for kind in kinds), ids > 3]
    refuses_ids(lambda i: student.method(model, "", student.tensor(i)), ids, len(case.E), no_integers)
    wide = ids.astype(np.int64), {2**32: "id-narrowed"}
    refuses_range(lambda i: student.method(model, "", student.tensor(i)), *wide, if_unnamed="other-number")
    bad = [ids[:, :2], ids[:, :1], np.concatenate([ids, ids], axis=1), ids[0], ids[None], ids.reshape(-1)]
    bad += [ids[:, :, None], ids[:, None], ids[0, 0] * np.ones((), int)]
    refuses_values(lambda i: student.method(model, "", student.tensor(i)), bad)
    # With a window of one id, and ids of three axes, all lengths broadcast.
    short = draw(rng, w=1)
    model, ids = build(student, short), short.ids
    refuses_values(lambda i: student.method(model, "", student.tensor(i)), [ids[:, :, None], ids[:, 0]])


@check(points=1)
def moved(student, rng):
    """A deep copy, a loaded state and another dtype: the model's own parameters are used."""
    judge_first(student, rng)
    case, other = draw(rng, dtype="float32"), draw(rng, dtype="float32")
    model, source = build(student, case), build(student, other)
    with blame("keeps-derived", only=("RuntimeError",)):
        twin = student.call("copy.deepcopy", model)
    with legal(student, NAME, "load_state_dict with the state of another model"):
        student.method(twin, "load_state_dict", student.method(source, "state_dict"))
    logits(student, model, case.ids)
    with legal(student, NAME, "copy.deepcopy of a model that has been called", "keeps-tensors"):
        student.call("copy.deepcopy", model)
    for which, numbers in ((twin, other), (model, case)):
        evidence = Evidence(NEUTRAL)
        expected = numbers.changed(ids=case.ids)
        evidence.see({"logits": logits(student, which, case.ids)}, {"logits": expected.logits})
        if not evidence.right("logits"):
            raise Wrong("own-parameters")
    with legal(student, NAME, "a call after .double()"):
        student.method(twin, "double")
        value = student.method(twin, "", student.tensor(case.ids))
    got = array(value, "torch", NEUTRAL)
    wide = other.changed(ids=case.ids, **{n: getattr(other, n).astype(np.float64) for n in NAMES})
    if value.dtype != "float64":
        raise Wrong("dtype-ignored")
    evidence = Evidence(NEUTRAL)
    evidence.see({"logits": got}, {"logits": wide.logits})
    if not evidence.right("logits"):
        raise Wrong("own-parameters")


@check(points=1, accelerator=True)
def device(student, rng):
    """A model made on the device or moved there; its dtype; ids are checked before the lookup."""
    with device_mistakes():
        on_device(student, rng)


def tensors_of(student, model) -> list[protocol.Array]:
    """The values of the model's parameters."""
    found = student.parameters(model)
    values = list(found.values()) if isinstance(found, dict) else [None]
    if not all(isinstance(v, protocol.Array) for v in values):
        raise Unexplained(f"{NEUTRAL} Its parameters are not tensors.")
    return values


def judge_on_device(student, model, case: Draw) -> None:
    """`Wrong` unless a model on the device has the logits of `case`, on the device."""
    value = student.method(model, "", student.tensor(case.ids))
    evidence = Evidence("On another device than the CPU the logits are wrong.")
    evidence.see({"logits": array(value, "torch", NEUTRAL)}, {"logits": case.logits})
    evidence.conclude("logits")
    if value.device != student.device:
        raise Wrong("wrong-device")


def on_device(student, rng) -> None:
    """The body of the check "device"."""
    case = draw(rng, dtype="float32", integers="int32")
    judge_first(student, rng)
    made, double = build(student, case, device=device_name(student)), dtype_of(student, "float64")
    if any(p.device != student.device for p in tensors_of(student, made)):
        raise Wrong("wrong-device")
    judge_on_device(student, made, case)
    moved = build(student, case, write=False)
    with blame("keeps-derived", only=("RuntimeError",)):
        student.method(moved, "to", device_name(student))
    for name in NAMES:
        student.set_parameter(moved, name, student.tensor(getattr(case, name)))
    try:
        judge_on_device(student, moved, case)
    except StudentError as error:
        if error.is_a("RuntimeError") and "device" in error.message and not error.is_a("DeviceAssert"):
            raise Wrong("left-behind") from error  # a model that was made there works
        raise
    sizes = draw(rng, V=60, d=16)
    wide = build(student, sizes, write=False, std=0.25, device=device_name(student), dtype=double)
    found = tensors_of(student, wide)
    if any(p.dtype != "float64" for p in found):
        raise Wrong("dtype-ignored")
    if any(p.device != student.device for p in found):
        raise Wrong("wrong-device")
    spread = max(found, key=lambda p: p.values.size).values.std()
    plain = tensors_of(student, build(student, sizes, write=False, std=0.25))
    usual = max(plain, key=lambda p: p.values.size).values.std()
    room = 6 * 0.25 / np.sqrt(2 * sizes.E.size)
    # A std that is wrong on the CPU as well is for the check of the start.
    if abs(spread - 0.25) > room and abs(usual - 0.25) <= room:
        raise Unexplained("With device, dtype and std in one call the parameters do not have that std.")
    for number, silent in ((len(case.E) + 83, None), (len(case.E), None), (-3, "negative-wraps")):
        bad = case.ids.copy()
        bad[1, 1] = number
        must_refuse(
            lambda: student.method(made, "", student.tensor(bad)),
            "IndexError",
            if_accepted=silent,
            if_other_type="unchecked-on-device",
            says=(number,),
            if_unnamed="id-not-named",
            neutral="Ids outside the table are not refused on another device.",
        )
