"""Checks of the module `RMSNorm`: parameters, forward pass, autograd, device."""

import re
from dataclasses import replace

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, close, same
from autograder.checks.refusals import refuses_values
from autograder.checks.student import StudentError
from autograder.sandboxed import protocol

from .. import shared
from ..asking import fitting
from ..draws import HALVES, Case, draw, dweight_mistakes, dx_mistakes, forward_mistakes, module_widths, see
from ..shared import Given, returns_new

NAME, CALL = "RMSNorm", "torch.nn.Module.__call__"
WRONG = "`RMSNorm` is not as asked."
PAIRS = (
    ("float64", "float64"),
    ("float32", "float64"),
    ("float64", "float32"),
    ("float16", "float16"),
    ("float16", "float32"),
    ("bfloat16", "float32"),
    ("bfloat16", "bfloat16"),
)


def dtype_named(student, name: str):
    """torch's dtype of that name, as an object in the student's process."""
    probe = student.call("torch.nn.LayerNorm", 1)
    student.method(probe, {"float64": "double", "float32": "float", "float16": "half"}.get(name, name))
    return student.get(probe, "weight.dtype")


def made(student, case: Case, **options):
    """A module of the student's for a case, with the weight of the case."""
    if case.eps is not None:
        options["eps"] = case.eps
    if case.wdtype != "float32":
        options["dtype"] = dtype_named(student, case.wdtype)
    module = student.call(NAME, case.x.shape[-1], **options)
    parameters = parameters_of(student, module)
    if list(parameters) != ["weight"] or parameters["weight"].values.shape != case.w.shape:
        culprit = None if parameters else "weight-no-parameter"
        raise Wrong(culprit, f"{WRONG} It has other parameters than a weight (d,).")
    if parameters["weight"].dtype != case.wdtype:
        raise Wrong("weight-dtype")
    student.set_parameter(module, "weight", student.tensor(case.w, case.wdtype))
    return module


def parameters_of(student, module) -> dict:
    """The module's parameters by name; `Wrong` for an object that is no module."""
    if not isinstance(module, protocol.Handle):
        raise Unexplained(f"{WRONG} It is no module.")
    try:
        found = student.parameters(module)
    except StudentError as error:
        if error.is_a("AttributeError"):
            raise Unexplained(f"{WRONG} It is no module.") from error
        raise
    if not isinstance(found, dict) or not all(isinstance(p, protocol.Array) for p in found.values()):
        raise Unexplained(f"{WRONG} Its parameters are not tensors.")
    return found


def module_norm(student, case: Case, strided=False) -> Given:
    module, x = made(student, case), student.tensor(case.x, case.dtype)
    answer = student.observe(CALL, module, x, watch=("args",), strided=strided)
    result = array(answer.value, "torch", f"{WRONG} It gives no tensor.")
    return Given(result, answer.value.dtype, same(case.x, answer.args[1]))


@check(points=1)
def parameters(student, rng):
    """One Parameter `weight` of ones, of the dtype asked for, in the state dict and trainable; no other."""
    d = int(rng.integers(3, 9))
    for name in (None, "float64", "bfloat16"):
        module = student.call(NAME, d, **({"dtype": dtype_named(student, name)} if name else {}))
        parameters = parameters_of(student, module)
        if "weight" not in parameters:
            raise Wrong("weight-no-parameter")
        state = student.method(module, "state_dict")
        if set(parameters) != {"weight"} or not isinstance(state, dict) or set(state) != {"weight"}:
            raise Wrong("state-holds-more")
        weight = array(parameters["weight"], "torch", f"{WRONG} Its weight is no tensor.")
        if weight.shape != (d,):
            raise Unexplained(f"{WRONG} Its weight has another shape than (d,).")
        if not np.array_equal(weight, np.ones(d)):
            raise Wrong("weight-not-ones")
        if parameters["weight"].dtype != (name or "float32"):
            raise Wrong("weight-dtype")
        if student.get(module, "weight.requires_grad") is not True:
            raise Wrong("weight-no-parameter")
        if has_buffers(student, module):
            raise Wrong("state-holds-more")
    usual, wide = student.call("torch.get_default_dtype"), dtype_named(student, "float64")
    if not all(isinstance(found, protocol.Handle) and found.type == "dtype" for found in (usual, wide)):
        raise Unexplained(f"{WRONG} PyTorch's default dtype cannot be set.")
    try:
        student.call("torch.set_default_dtype", wide)
        weight = parameters_of(student, student.call(NAME, d)).get("weight")
    finally:
        student.call("torch.set_default_dtype", usual)
    if not isinstance(weight, protocol.Array) or weight.dtype != "float64":
        raise Wrong("default-dtype-ignored")
    try:
        student.call("torch.set_default_device", "meta")
        device = student.get(student.call(NAME, d), "weight.device.type")
    finally:
        student.call("torch.set_default_device", None)
    if device != "meta":
        raise Wrong("default-device-ignored")


def has_buffers(student, module) -> bool:
    """Has the module a buffer, also one that is left out of its state?"""
    found = student.method(module, "buffers")
    if not isinstance(found, protocol.Handle):
        raise Unexplained(f"{WRONG} It is no module.")
    try:
        student.method(found, "__next__")
    except StudentError as error:
        if error.is_a("StopIteration"):
            return False
        raise
    return True


@check(points=1)
def values(student, rng):
    shared.values(student, rng, "rms", module_norm)
    for dtype, wdtype in (("float32", "float32"), ("float32", "bfloat16"), ("float64", "float32")):
        follows_weight(student, draw(rng, "rms", (4, 6), 50.0, None, dtype, wdtype))


def follows_weight(student, case: Case) -> None:
    """`Wrong` if a second call does not use the weight as an optimizer has changed it since the first."""
    module, later = made(student, case), replace(case, w=-2 * case.w)
    results = []
    for now in (case, later):
        student.set_parameter(module, "weight", student.tensor(now.w, now.wdtype))
        answer = student.method(module, "", student.tensor(now.x, now.dtype))
        results.append(array(answer, "torch", f"{WRONG} It gives no tensor."))
    tolerance = later.rounding("float32")  # digits: `dtypes`
    first, second = (close(got, case.right, tolerance) for got in results)
    if first and second:
        raise Wrong("weight-remembered")
    if first and not close(results[1], later.right, tolerance):
        raise Unexplained(f"{WRONG} After its weight has changed the result is wrong.")


@check(points=1)
def eps(student, rng):
    shared.eps(student, rng, "rms", module_norm)


@check(points=1)
def shapes(student, rng):
    shared.shapes(student, rng, "rms", module_norm)
    returns_new(student, "x = torch.zeros((0, 3))", "RMSNorm(3)(x)", "x")


@check(points=1)
def dtypes(student, rng):
    shared.dtypes(student, rng, "rms", module_norm, PAIRS, module_widths)


def pushed_back(student, case: Case, **options):
    """The answer of `vjp`, and the gradients of x and of the weight, None where there is none."""
    module = made(student, case, **options)
    x, g = student.tensor(case.x, case.dtype, grad=True), student.tensor(case.g, case.dtype)
    try:
        answer = student.vjp(module, g, x)
    except StudentError as error:
        cut = "does not require grad", "numpy() on Tensor that requires grad"
        if error.is_a("RuntimeError") and any(text in error.message for text in cut):
            raise Wrong("detached") from error
        raise
    gradients = student.gradients(module)
    of_weight = gradients.get("weight") if isinstance(gradients, dict) else None
    of_x, of_weight = (
        None if found is None else array(found, "torch", f"{WRONG} A gradient is no tensor.")
        for found in (answer.grads[0], of_weight)
    )
    return answer, of_x, of_weight


def hidden(got, case):
    """`dx_mistakes`, with the root hidden from autograd in place of a root that is taken for a constant."""
    known = dx_mistakes(got, case)
    return known | {"detached": fitting(got, known.pop("root-constant"), case.dx)}


@check(points=1.5)
def gradient(student, rng):
    """The gradients by autograd, which lack what is hidden from it, perhaps in some dtypes only."""
    dx, dweight = Diagnosis(f"{WRONG} A gradient is wrong."), Diagnosis(f"{WRONG} A gradient is wrong.")
    some = ((4, 6), 50.0, None, "float32", "float32"), ((2, 3, 5), 1.0, 0.5, "float64", "float64")
    others = ("float16", "float16"), ("bfloat16", "bfloat16"), ("bfloat16", "float32"), ("float64", "float32")
    for shape, scale, e, dtype, wdtype in (*some, *(((4, 6), 1.0, 0.5, *pair) for pair in others)):
        case = draw(rng, "rms", shape, scale, e, dtype, wdtype)
        _, of_x, of_weight = pushed_back(student, case)
        if of_x is None or of_weight is None:
            raise Wrong("detached")
        see(dx, of_x, case, case.dx, case.dx_rounding("float32"), hidden)
        width = dtype if dtype in HALVES else "float32"  # how a library adds in half precision is its own
        see(dweight, of_weight, case, case.dweight, case.dweight_rounding(width), dweight_mistakes)
    dx.conclude()
    dweight.conclude()


@check(points=0.5)
def errors(student, rng):
    refuses_values(
        lambda d: student.call(NAME, d),
        (0, -3),
        if_accepted="sizes-unchecked",
        if_other_type="sizes-unchecked",
    )
    for d, shape in ((4, (3, 1)), (4, (3, 2)), (4, (4, 3)), (1, (3, 4)), (1, ())):
        module, x = student.call(NAME, d), student.tensor(np.ones(shape, np.float32))
        refuses_values(lambda x: student.method(module, "forward", x), [x], if_other_type="shapes-unchecked")


@check(points=1, accelerator=True)
def device(student, rng):
    """The weight on the device of the argument, and all else on that of x."""
    where = {"standin": "meta"}.get(student.device, student.device)
    case = draw(rng, "rms", (4, 6), 50.0)
    module = student.call(NAME, 6, device=where)
    weight = parameters_of(student, module).get("weight")
    if not isinstance(weight, protocol.Array):
        raise Wrong("weight-no-parameter")
    if weight.device != student.device:
        raise Wrong("device-ignored")
    try:
        answer, of_x, of_weight = pushed_back(student, case, device=where)
    except StudentError as error:
        message = error.message
        through_numpy = error.is_a("TypeError") and "numpy" in message
        if through_numpy or re.search("same device|expected device", message):
            raise Wrong("made-on-cpu") from error
        raise
    result = array(answer.value, "torch", f"{WRONG} It gives no tensor.")
    if answer.value.device != student.device:
        raise Wrong("made-on-cpu")
    if of_x is None or of_weight is None:
        raise Wrong("detached")
    for got, want, tolerance, predict in (
        (result, case.right, case.tolerance, forward_mistakes),
        (of_x, case.dx, case.dx_rounding("float32"), hidden),
        (of_weight, case.dweight, case.dweight_rounding("float32"), dweight_mistakes),
    ):
        evidence = Diagnosis(f"{WRONG} On another device than the CPU the result or a gradient is wrong.")
        see(evidence, got, case, want, tolerance, predict)
        evidence.conclude()
    module = student.call(NAME, 6)
    if isinstance(moved := student.method(module, "to", where), protocol.Handle):
        module = moved
    with blame("device-remembered"):
        answer = student.method(module, "", student.tensor(case.x, case.dtype))
    if not isinstance(answer, protocol.Array) or answer.device != student.device:
        raise Wrong("device-remembered")
