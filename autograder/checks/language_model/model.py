"""Checks of `TinyLM`, the PyTorch module: parameters, start, logits, gradients, copies, devices."""

from functools import partial

import numpy as np

from autograder.checks.framework.checking import Diagnosis, Wrong, array
from autograder.checks.framework.refusals import must_refuse, refuses_ids, refuses_values
from autograder.checks.framework.shared import (
    answers,
    count,
    device_mistakes,
    device_name,
    dtype_of,
    probabilities,
)
from autograder.checks.language_model.asking import Evidence
from autograder.checks.language_model.catalogue import SUITE
from autograder.checks.language_model.draws import NAMES, Draw, draw
from autograder.checks.language_model.rounding import EPS
from autograder.sandboxed import protocol

check = SUITE.check
NAME = "TinyLM"
NEUTRAL = "The logits of the model are wrong."
WEIGHTS = "The parameters of the model are others than E, P, W1 and W2 of the shapes in the docstring."


def build(student, case: Draw, write=True, **options) -> protocol.Handle:
    """A model of the student's with the sizes of `case`, and with `write` also its numbers."""
    (V, d), w, m = case.E.shape, len(case.P), len(case.W2)
    model = student.call(NAME, V, d, w, m, **options)
    if write:
        parameters(student, model, case)
        for name in NAMES:
            student.set_parameter(model, name, student.tensor(getattr(case, name)))
    return model


def parameters(student, model, case: Draw) -> dict[str, protocol.Array]:
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
    raise Wrong(None, WEIGHTS)


def logits(student, model, ids) -> np.ndarray:
    return array(student.method(model, "", student.tensor(ids)), "torch", NEUTRAL)


# -- the model once more, with the places where mistakes are made ------------------------------------


def rms(x, axes=(-1,), eps=EPS):
    return x / np.sqrt(np.mean(x * x, axis=axes, keepdims=True) + eps)


def rms_outside(x):
    return x / (np.sqrt(np.mean(x * x, axis=-1, keepdims=True)) + EPS)


def plain(case: Draw, places=True, first=None, last=None, flatten=None) -> np.ndarray:
    """Logits in float64, with other functions in the places where mistakes are made."""
    E, P, W1, W2 = (case.exact(name).values for name in NAMES)
    first, last = first or rms, last or rms
    x = E[case.ids.astype(int)] + (P if places else 0)
    n = first(x)
    flat = flatten(n) if flatten else n.reshape(len(x), -1)
    return last(np.tanh(flat @ W1) @ W2) @ E.T


def identity(x):
    return x


def centred(x):
    return rms(x - x.mean(axis=-1, keepdims=True))


def mistakes(case: Draw) -> dict:
    """What each mistake gives for the logits: its forms."""
    z, (_, d), library = case.logits.values, case.E.shape, float(np.finfo(case.dtype).eps)
    other = [rms_outside, *(partial(rms, eps=e) for e in (library, 1e-5, 1e-8, 0.0))]
    p = probabilities(z)
    found = {
        "positions-missing": [plain(case, places=False)],
        "norm-missing": [
            plain(case, first=identity),
            plain(case, last=identity),
            plain(case, first=identity, last=identity),
        ],
        "norm-over-window": [plain(case, first=partial(rms, axes=(-2, -1)))],
        "other-eps": [plain(case, first=f, last=f) for f in other]
        + [plain(case, first=f) for f in other]
        + [plain(case, last=f) for f in other],
        "other-norm": [plain(case, first=centred, last=centred)],
        "places-interleaved": [plain(case, flatten=lambda n: n.swapaxes(1, 2).reshape(len(n), -1))],
        "normalised-scores": [p, np.log(p)],
        "logits-scaled": [z / np.sqrt(d), z * np.sqrt(d)],
    }
    return {name: [{"logits": form} for form in forms] for name, forms in found.items()}


@check(NAME, "parameters", points=1)
def _(student, rng):
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


@check(NAME, "start", points=1)
def _(student, rng):
    """All four are drawn from N(0, std²)."""
    V, d, w, m = 300, 16, 8, 40
    diagnosis, normal = Diagnosis("The parameters do not start as the docstring says."), True
    sizes = draw(rng, V=V, d=d, w=w, m=m)
    for std in (None, 0.25):
        options = {} if std is None else {"std": std}
        want = 0.02 if std is None else std
        found = parameters(student, build(student, sizes, write=False, **options), sizes)
        for name, p in found.items():
            values, n = p.values, p.values.size
            # The standard deviation of n normal draws scatters by 1/√(2n) of itself.
            found_std, rows = float(values.std()), name in ("E", "P")
            like = {v: found_std if abs(found_std - v) < 6 * v / np.sqrt(2 * n) else v for v in (0.02, 1.0)}
            # nn.Linear draws from an interval of half width 1/√(number of inputs).
            linear = [1 / np.sqrt(3 * inputs) for inputs in values.shape]
            linear = [found_std if abs(found_std - v) < 6 * v / np.sqrt(2 * n) else v for v in linear]
            fits = diagnosis.see(
                values.std(),
                want,
                6 * want / np.sqrt(2 * n),
                **{
                    "std-ignored": like[0.02],
                    "fresh-rows": like[1.0] if rows else want,
                    "library-start": (like[1.0] if found_std == like[1.0] else want)
                    if rows
                    else (found_std if found_std in linear else linear[0]),
                },
            )
            # That many normal draws have some beyond 2.2 standard deviations, uniform ones have none.
            if fits and n > 600:
                normal &= abs(values.mean()) < 6 * want / np.sqrt(n) and np.abs(values).max() > 2.2 * want
    diagnosis.conclude()
    if not normal:
        raise Wrong(None, "A parameter is not drawn from a normal distribution around zero.")


@check(NAME, "forward", points=1)
def _(student, rng):
    """Large and small numbers; with small ones the EPS of the norm matters."""
    evidence = Evidence(NEUTRAL)
    double = dtype_of(student, "float64")
    for sizes in ({"std": 0.03}, {"B": 3, "d": 3, "m": 4}, {"B": 1, "V": 12, "w": 2}):
        case = draw(rng, **sizes)
        found = logits(student, build(student, case, dtype=double), case.ids)
        evidence.see({"logits": found}, {"logits": case.logits}, lambda case=case: mistakes(case))
    evidence.conclude("logits")
    case = draw(rng, dtype="float32", integers="int32")
    evidence = Evidence(f"{NEUTRAL} It is about float32, or ids of dtype int32.")
    evidence.see({"logits": logits(student, build(student, case), case.ids)}, {"logits": case.logits})
    evidence.conclude("logits")


def gradient_mistakes(right: dict) -> dict:
    """What each mistake gives for the four gradients: its forms."""
    values = {name: right[name].values for name in NAMES}
    inputs, outputs = right["inputs"].values, right["outputs"].values
    return {"input-detached": [values | {"E": outputs}], "output-detached": [values | {"E": inputs}]}


@check(NAME, "gradient", points=1)
def _(student, rng):
    """The gradients of all four Parameters by autograd, that of E from both uses."""
    evidence = Evidence("A gradient of the model is wrong.")
    double = dtype_of(student, "float64")
    for sizes in ({}, {"B": 5, "d": 3}):
        case = draw(rng, **sizes)
        model = build(student, case, dtype=double)
        upstream = rng.normal(size=(len(case.ids), len(case.E)))
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
        evidence.see(got, {name: right[name] for name in NAMES}, lambda right=right: gradient_mistakes(right))
    evidence.conclude(*NAMES)


@check(NAME, "errors", points=1)
def _(student, rng):
    case = draw(rng)
    model, ids = build(student, case), case.ids
    answers(NAME, lambda: student.method(model, "", student.tensor(ids)), case.logits.values)
    no_integers = ids.astype(np.float32), ids > 3, ids.astype(np.int16)
    refuses_ids(lambda i: student.method(model, "", student.tensor(i)), ids, len(case.E), no_integers)
    bad = ids[:, :2], ids[:, :1], np.concatenate([ids, ids], axis=1), ids[0], ids[None], ids.reshape(-1)
    refuses_values(lambda i: student.method(model, "", student.tensor(i)), bad)


@check(NAME, "moved", points=1)
def _(student, rng):
    """A deep copy, a loaded state and another dtype: the model's own parameters are used."""
    case, other = draw(rng, dtype="float32"), draw(rng, dtype="float32")
    model = build(student, case)
    twin = student.call("copy.deepcopy", model)
    student.method(twin, "load_state_dict", student.method(build(student, other), "state_dict"))
    evidence = Evidence("After a deep copy or a loaded state the model does not use its own parameters.")
    for which, numbers in ((twin, other), (model, case)):
        expected = numbers.changed(ids=case.ids)
        evidence.see({"logits": logits(student, which, case.ids)}, {"logits": expected.logits})
    evidence.conclude("logits")
    student.method(twin, "double")
    value = student.method(twin, "", student.tensor(case.ids))
    array(value, "torch", NEUTRAL)
    if value.dtype != "float64":
        raise Wrong("dtype-ignored")


@check(NAME, "device", points=1, accelerator=True)
def _(student, rng):
    """A model made on the device or moved there; its dtype; ids are checked before the lookup."""
    with device_mistakes():
        on_device(student, rng)


def tensors_of(student, model) -> list[protocol.Array]:
    """The values of the model's parameters."""
    found = student.parameters(model)
    values = list(found.values()) if isinstance(found, dict) else [None]
    if not all(isinstance(v, protocol.Array) for v in values):
        raise Wrong(None, f"{NEUTRAL} Its parameters are not tensors.")
    return values


def on_device(student, rng) -> None:
    """The body of the check "device"."""
    case = draw(rng, dtype="float32", integers="int32")
    made, double = build(student, case, device=device_name(student)), dtype_of(student, "float64")
    if any(p.device != student.device for p in tensors_of(student, made)):
        raise Wrong("wrong-device")
    moved = build(student, case, write=False)
    student.method(moved, "to", device_name(student))
    for name in NAMES:
        student.set_parameter(moved, name, student.tensor(getattr(case, name)))
    for model in (made, moved):
        value = student.method(model, "", student.tensor(case.ids))
        evidence = Evidence("On another device than the CPU the logits are wrong.")
        evidence.see({"logits": array(value, "torch", NEUTRAL)}, {"logits": case.logits})
        evidence.conclude("logits")
        if value.device != student.device:
            raise Wrong("wrong-device")
    wide = build(student, case, write=False, device=device_name(student), dtype=double)
    if any(p.dtype != "float64" for p in tensors_of(student, wide)):
        raise Wrong("dtype-ignored")
    bad = case.ids.copy()
    bad[1, 1] = len(case.E) + 3
    must_refuse(
        lambda: student.method(made, "", student.tensor(bad)),
        "IndexError",
        silent=None,
        other="unchecked-on-device",
        neutral="Ids outside the table are not refused on another device.",
    )
