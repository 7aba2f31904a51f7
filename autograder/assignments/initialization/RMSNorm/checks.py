"""Checks of the module `RMSNorm`: parameters, forward pass, autograd, device."""

import contextlib
from dataclasses import replace

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, close
from autograder.checks.shared import device_mistakes, device_name
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import protocol

from ..asking import fitting
from ..draws import HALVES, Case, draw, dweight_mistakes, dx_mistakes, forward_mistakes, see, widths

NAME = "RMSNorm"
WRONG = "`RMSNorm` is not as asked."
NORMED = "The normalized vectors are wrong."
OF_X = "The gradient of x is wrong."
OF_WEIGHT = "The gradient of the weight is wrong."


def dtype_of(student: Student, name: str):
    """Return the torch.dtype of that name, bfloat16 included, as an object in the student's process."""
    one = student.tensor(np.ones(1, "float32" if name == "bfloat16" else name), name, device="cpu")
    return student.call("torch.result_type", one, one)


def made(student: Student, case: Case, **options):
    """Return a module of the student's for a case, with the weight of the case."""
    if case.eps is not None:
        options["eps"] = case.eps
    if case.wdtype != "float32":
        options["dtype"] = dtype_of(student, case.wdtype)
    module = student.call(NAME, case.x.shape[-1], **options)
    parameters = parameters_of(student, module)
    if "weight" not in parameters:
        raise Wrong("weight-no-parameter")
    if parameters["weight"].values.shape != case.w.shape:
        raise Unexplained(f"{WRONG} Its weight has another shape than (d,).")
    if parameters["weight"].dtype != case.wdtype:
        raise Wrong("weight-dtype")
    student.set_parameter(module, "weight", student.tensor(case.w, case.wdtype))
    return module


def parameters_of(student: Student, module) -> dict:
    """Return the module's parameters by name; `Wrong` for an object that is no module."""
    if not isinstance(module, protocol.Handle):
        raise Unexplained(f"{WRONG} It is no module.")
    try:
        found = student.parameters(module)
    except StudentError as error:
        if error.is_a("AttributeError"):
            raise Unexplained(f"{WRONG} It is no module.") from error
        raise
    if not all(isinstance(p, protocol.Array) for p in found.values()):
        raise Unexplained(f"{WRONG} Its parameters are not tensors.")
    return found


def normed(student: Student, module, case: Case) -> protocol.Array:
    """Return what the module makes of the vectors of a case; `Wrong` unless it is a tensor."""
    answer = student.method(module, "", student.tensor(case.x, case.dtype))
    array(answer, "torch", f"{WRONG} It gives no tensor.")
    return answer


def look(
    student: Student, cases: list[Case], predict=forward_mistakes, neutral: str = NORMED
) -> list[protocol.Array]:
    """Compare what modules make of the cases, naming a mistake that `predict` knows; return the results."""
    evidence, found = Diagnosis(neutral), []
    for n, case in enumerate(cases):
        with blame("two-axes-only") if case.x.ndim != 2 and n else contextlib.nullcontext():
            found.append(normed(student, made(student, case), case))
        see(evidence, found[-1].values, case, case.right, case.tolerance, predict)
    evidence.conclude()
    return found


@check(points=0.5)
def parameters(student: Student, rng: np.random.Generator) -> None:
    """One Parameter `weight` of ones, of the dtype asked for; no other."""
    d = int(rng.integers(3, 9))
    for name in ("float32", "float64", "bfloat16"):
        module = student.call(NAME, d, dtype=dtype_of(student, name))
        parameters = parameters_of(student, module)
        if "weight" not in parameters:
            raise Wrong("weight-no-parameter")
        if set(parameters) != {"weight"}:
            raise Wrong("state-holds-more")
        weight = array(parameters["weight"], "torch", f"{WRONG} Its weight is no tensor.")
        if weight.shape != (d,):
            raise Unexplained(f"{WRONG} Its weight has another shape than (d,).")
        if not np.array_equal(weight, np.ones(d)):
            raise Wrong("weight-not-ones")
        if parameters["weight"].dtype != name:
            raise Wrong("weight-dtype")


@check(points=1)
def values(student: Student, rng: np.random.Generator) -> None:
    """Vectors so long that eps does not matter, of any shape; a weight that changes between two calls."""
    look(student, [draw(rng, shape, 50.0) for shape in ((5, 6), (3, 17), (6,), (2, 3, 5), (3, 1, 2, 4))])
    case = draw(rng, (4, 6), 50.0, wdtype="bfloat16")  # whoever converts the weight may keep what comes out
    module, later = made(student, case), replace(case, w=-2 * case.w)
    results = []
    for now in (case, later):
        student.set_parameter(module, "weight", student.tensor(now.w, now.wdtype))
        results.append(normed(student, module, now).values)
    first, second = (close(got, case.right, later.tolerance) for got in results)
    if first and second:
        raise Wrong("weight-remembered")
    if not close(results[1], later.right, later.tolerance):
        raise Unexplained("After its weight has changed the result is wrong.")


@check(points=1)
def eps(student: Student, rng: np.random.Generator) -> None:
    """Vectors so short that eps matters, some of them zero; eps given, given as zero, and left out."""
    some = ((1.0, 0.5), (0.05, 0.02), (1e-3, None), (1e-9, 0.0), (0.0, 0.25))
    wrong = "For vectors so short that eps counts, or with eps of zero, the result is wrong."
    look(student, [draw(rng, scale=scale, eps=e) for scale, e in some], neutral=wrong)


@check(points=1)
def half(student: Student, rng: np.random.Generator) -> None:
    """Half precision beside weights of any dtype: precision of the computation, dtype of the result."""
    cases = []
    for dtype, wdtype in (
        ("float16", "float16"),
        ("float16", "float32"),
        ("bfloat16", "bfloat16"),
        ("bfloat16", "float32"),
        ("float32", "bfloat16"),
        ("float32", "float64"),
    ):
        # Among few numbers of bfloat16 one mistake may give what another does.
        cases.append(draw(rng, (16 if dtype == "bfloat16" else 4, 8), 50.0, 0.0, dtype, wdtype))
        if dtype == "float16":
            cases.append(draw(rng, (3, 8), 700.0, 0.0, dtype, wdtype))
    wrong = "In half precision, or beside a weight of another dtype, the result is wrong."
    found = look(student, cases, widths, wrong)
    if any(answer.dtype != case.dtype for answer, case in zip(found, cases)):
        raise Wrong("result-dtype")


def pushed_back(student: Student, case: Case, **options):
    """Return the result, and the gradients of x and of the weight, None where there is none."""
    module = made(student, case, **options)
    x, g = student.tensor(case.x, case.dtype, grad=True), student.tensor(case.g, case.dtype)
    try:
        answer = student.vjp(module, g, x)
    except StudentError as error:
        cut = "does not require grad", "numpy() on Tensor that requires grad"
        if error.is_a("RuntimeError") and any(text in error.message for text in cut):
            raise Wrong("detached") from error
        raise
    of_x, of_weight = (
        None if found is None else array(found, "torch", f"{WRONG} A gradient is no tensor.")
        for found in (answer.grads[0], student.gradients(module).get("weight"))
    )
    return answer.value, of_x, of_weight


def hidden(got, case: Case) -> dict:
    """Return `dx_mistakes`, with the root hidden from autograd in place of a root taken for a constant."""
    known = dx_mistakes(got, case)
    return known | {"detached": fitting(got, known.pop("root-constant"), case.dx)}


def see_gradients(student: Student, case: Case, dx: Diagnosis, dweight: Diagnosis, **options):
    """Record both gradients of a case, and return the module's result; `Wrong` if one is missing."""
    value, of_x, of_weight = pushed_back(student, case, **options)
    if of_x is None or of_weight is None:
        raise Wrong("detached")
    see(dx, of_x, case, case.dx, case.dx_rounding, hidden)
    width = (
        case.dtype if case.dtype in HALVES else "float32"
    )  # how a library adds in half precision is its own
    see(dweight, of_weight, case, case.dweight, case.dweight_rounding(width), dweight_mistakes)
    return value


@check(points=1.5)
def gradient(student: Student, rng: np.random.Generator) -> None:
    """The gradients by autograd, which lack what is hidden from it, perhaps in some dtypes only."""
    dx, dweight = Diagnosis(OF_X), Diagnosis(OF_WEIGHT)
    see_gradients(student, draw(rng, (4, 6), 50.0), dx, dweight)
    pairs = ("float64", "float64"), ("float16", "float16"), ("bfloat16", "bfloat16"), ("bfloat16", "float32")
    for n, (dtype, wdtype) in enumerate(pairs):
        see_gradients(student, draw(rng, (4, 6) if n else (2, 3, 5), 1.0, 0.5, dtype, wdtype), dx, dweight)
    dx.conclude()
    dweight.conclude()


@check(points=1, accelerator=True)
def device(student: Student, rng: np.random.Generator) -> None:
    """Values and gradients of a module that is made on the device, and of one that is moved there."""
    case = draw(rng, (4, 6), 1.0, 0.5)
    with device_mistakes():
        where = device_name(student)
        weight = parameters_of(student, student.call(NAME, 6, device=where)).get("weight")
        if weight is None:
            raise Wrong("weight-no-parameter")
        if weight.device != student.device:
            raise Wrong("device-ignored")
        try:
            with_gradients(student, case, device=where)
        except Wrong as wrong:
            if wrong.misconception in (None, "detached") and right_on_cpu(student, case):
                raise Wrong("lost-off-cpu") from None
            raise
        module = student.call(NAME, 6, eps=0.5)
        if isinstance(moved := student.method(module, "to", where), protocol.Handle):
            module = moved
        with blame("device-remembered"):
            answer = normed(student, module, case)
        if answer.device != student.device:
            raise Wrong("device-remembered")


def with_gradients(student: Student, case: Case, **options) -> None:
    """`Wrong` unless result and gradients are right, on the device of the student."""
    dx, dweight, forward = Diagnosis(OF_X), Diagnosis(OF_WEIGHT), Diagnosis(NORMED)
    value = see_gradients(student, case, dx, dweight, **options)
    result = array(value, "torch", f"{WRONG} It gives no tensor.")
    if value.device != student.device:
        raise Wrong("wrong-device")
    see(forward, result, case, case.right, case.tolerance, forward_mistakes)
    forward.conclude()
    dx.conclude()
    dweight.conclude()


def right_on_cpu(student: Student, case: Case) -> bool:
    """Return whether the same is right on the CPU."""
    device, student.device = student.device, "cpu"
    try:
        with_gradients(student, case)
    except (Wrong, StudentError):
        return False
    finally:
        student.device = device
    return True
