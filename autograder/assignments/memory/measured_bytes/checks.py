"""Checks of `measured_bytes`: memory of the parameters, gradients and optimizer states of PyTorch models."""

import contextlib
import operator

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, blame, check
from autograder.checks.shared import device_name
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import protocol

from ..asking import Narrowing, integers, primes, see

NAME = "measured_bytes"
MAKER = "example_for_grading"  # the setup cell's `example`, under a name that no student uses for a helper
NEUTRAL = {
    "parameters": "The bytes of the parameters are not right.",
    "gradients": "The bytes of the gradients are not right.",
    "states": "The bytes that the optimizer keeps are not right.",
}
ON_THE_CPU = "The bytes are not right on the CPU yet; this part, on another device, counts once they are."
SIZES = {"float64": 8, "float32": 4, "bfloat16": 2}
KINDS = {  # of `example`, as a student is told of one
    "tied": "one Parameter has two names",
    "untied": "there are two Parameters",
    "extras": "there are a buffer and a frozen parameter",
    "alias": "two Parameters lie in one storage",
    "window": "a Parameter is a part of another",
    "slice": "a Parameter is a part of an array",
}


def made(
    student: Student, V: int, d: int, kind="tied", optimizer: str | None = "SGD", **options
) -> list[protocol.Handle]:
    """Return a model and an optimizer, or the model alone."""
    got = student.call(MAKER, V, d, kind, optimizer=optimizer, **options)
    if not isinstance(got, tuple) or len(got) != 2 or not isinstance(got[0], protocol.Handle):
        raise Unexplained(f"`{MAKER}` of the first cell is needed here, and the notebook has another one.")
    return [got[0]] if optimizer is None else list(got)


def asked(student: Student, neutral: str, *objects: protocol.Handle) -> list[int]:
    """Return the three numbers of bytes that the student's function gives."""
    return integers(student.call(NAME, *objects), 3, neutral)


@check(points=1)
def parameters(student: Student, rng: np.random.Generator):
    """A Parameter with two names, two Parameters, frozen ones, none; buffers do not count."""
    neutral = NEUTRAL["parameters"]
    diagnosis = Narrowing(neutral)
    for kind in ("tied", "untied", "extras"):
        for dtype, size in (("bfloat16", 2), ("float64", 8)) if kind == "tied" else (("float32", 4),):
            V, d = primes(rng, 2)
            one, count = V * d * size, {"tied": 1, "untied": 2, "extras": 3}[kind]
            got = asked(student, neutral, *made(student, V, d, kind, dtype=dtype, steps=0))
            see(
                diagnosis,
                got[:1],
                [count * one],
                operator.eq,
                KINDS[kind],
                **{
                    "equal-sizes-once": [one],
                    "shared-counted-twice": [max(count, 2) * one],
                    "buffers-counted": [
                        [(count + (kind == "extras")) * one],
                        [max(count + (kind == "extras"), 2) * one],
                    ],
                    "frozen-skipped": [min(count, 2) * one],
                    "elements-for-bytes": [count * V * d],
                    "itemsize-fixed": [[4 * count * V * d], [2 * count * V * d]],
                    "bits-for-bytes": [8 * count * one],
                },
            )
    diagnosis.conclude()
    optimizer = student.call("torch.optim.SGD", [{"params": []}], lr=0.1)
    V, d = primes(rng, 2)
    nested = f"torch.nn.Sequential(torch.nn.Sequential(torch.nn.Embedding({V}, {d})))"
    if asked(student, neutral, student.evaluate("", nested))[0] != 4 * V * d:
        raise Unexplained("The bytes of a module that lies within another module are not right.")
    with blame("no-parameters-fails"):
        got = asked(student, neutral, student.call("torch.nn.ReLU"), optimizer)
    if got != [0, 0, 0]:
        raise Unexplained("A module without parameters holds 0 bytes; another number was found.")


@check(points=1)
def storages(student: Student, rng: np.random.Generator):
    """Several Parameters in one storage, and one that is a part of it."""
    neutral = "The bytes of parameters that share their memory are not right."
    diagnosis = Narrowing(neutral)
    for kind in ("untied", "alias", "window", "slice"):
        V, d = primes(rng, 2)
        one, less = 4 * V * d, 4 * (V - 1) * d
        want = whole(V, d, kind)
        got = asked(student, neutral, *made(student, V, d, kind))
        see(
            diagnosis,
            got[:1],
            [want],
            operator.eq,
            KINDS[kind],
            **{
                "shared-counted-twice": {
                    "untied": [want],
                    "alias": [2 * one],
                    "window": [[one + less], [2 * one]],
                    "slice": [[2 * one], [4 * one]],
                }[kind],
                "tensor-address": {
                    "untied": [want],
                    "alias": [one],
                    "window": [[one + less], [2 * one]],
                    "slice": [[2 * one], [4 * one]],
                }[kind],
                "part-of-storage": {
                    "untied": [want],
                    "alias": [one],
                    "window": [[one], [less]],
                    "slice": [2 * one],
                }[kind],
            },
        )
    diagnosis.conclude()


def whole(V: int, d: int, kind: str) -> int:
    """Return the bytes of the storages of the parameters, in float32."""
    return 4 * V * d * {"tied": 1, "untied": 2, "alias": 1, "window": 1, "slice": 4}[kind]


def reads_storages(student: Student, V: int, d: int) -> bool:
    """Return whether storages of parameters are counted once and whole; if not, `storages` says so."""
    return all(
        asked(student, NEUTRAL["parameters"], *made(student, V, d, kind, None))[0] == whole(V, d, kind)
        for kind in ("window", "slice")
    )


@check(points=1)
def gradients(student: Student, rng: np.random.Generator):
    """Gradients count where they exist; a second call gives the same."""
    neutral = NEUTRAL["gradients"]
    diagnosis = Narrowing(neutral)
    for kind, steps in (("tied", 1), ("untied", 1), ("tied", 0), ("alias", 1), ("extras", 1)):
        for dtype, size in (("float32", 4), ("bfloat16", 2)) if kind == "untied" else (("float64", 8),):
            V, d = primes(rng, 2)
            one = V * d * size
            held = {"tied": 1, "untied": 2, "alias": 1, "extras": 3}[kind]
            trained = {"tied": 1, "untied": 2, "alias": 2, "extras": 2}[kind]
            count = trained * steps
            objects = made(student, V, d, kind, dtype=dtype, steps=steps)
            missing = blame("missing-gradient-fails", only=("AttributeError", "TypeError"))
            with contextlib.nullcontext() if steps and kind != "extras" else missing:
                got = asked(student, neutral, *objects)
            if asked(student, neutral, *objects) != got:
                raise Wrong("model-changed")
            see(
                diagnosis,
                got[1:2],
                [count * one],
                operator.eq,
                KINDS[kind] if steps else "there was no step",
                **{
                    "gradients-assumed": [[held * one], [trained * one], [max(held, trained) * one]]
                    + [[held * one * steps], [2 * held * one * steps]],
                    "numbers-in-other-order": [0 if got[2] == count * one else count * one],
                    "equal-sizes-once": [min(count, 1) * one],
                    "shared-counted-twice": [max(count, 2) * one * steps],
                    "elements-for-bytes": [count * V * d],
                    "itemsize-fixed": [[4 * count * V * d], [2 * count * V * d]],
                    "bits-for-bytes": [8 * count * one],
                },
            )
    diagnosis.conclude()
    V, d = primes(rng, 2)
    objects = made(student, V, d, "untied")
    got = asked(student, neutral, *objects)
    student.method(objects[0], "requires_grad_", False)  # a gradient that is there stays
    frozen = asked(student, neutral, *objects)
    if frozen[1] != got[1]:
        raise Wrong("frozen-gradient-skipped" if frozen[0] == got[0] else "frozen-skipped")
    if not reads_storages(student, V, d):
        return
    got = asked(student, neutral, *made(student, V, d, "bucket", None))
    if got[1] != 8 * V * d:
        named = {4 * V * d: "gradients-in-part", 16 * V * d: "gradients-one-by-one"}
        raise Wrong(named.get(got[1]), neutral)
    beside = (
        f"flat = torch.zeros(2, {V}, {d}); model = torch.nn.Embedding({V}, {d})\n"
        "model.weight = torch.nn.Parameter(flat[0]); model.weight.grad = flat[1]"
    )
    got = asked(student, neutral, student.evaluate(beside, "model"))
    if got[1] != 8 * V * d:
        named = {0: "one-count-for-all", 4 * V * d: "gradients-in-part"}
        raise Wrong(named.get(got[1]), f"{neutral} A gradient lies in the storage of its parameter.")


@check(points=2)
def states(student: Student, rng: np.random.Generator):
    """All tensors in optimizer states, step counters too; nothing without an optimizer or before a step."""
    neutral = NEUTRAL["states"]
    diagnosis = Narrowing(neutral)
    for optimizer, states, kind, dtype, steps in (
        ("Adam", 2, "tied", "bfloat16", 1),
        ("Adam", 2, "untied", "float32", 1),
        ("Adam", 2, "tied", "float32", 0),
        (None, 0, "untied", "float32", 1),
        ("SGD", 0, "untied", "float32", 1),
        ("RMSprop", 1, "untied", "float32", 1),
    ):
        V, d = primes(rng, 2)
        objects = made(student, V, d, kind, dtype=dtype, optimizer=optimizer, steps=steps)
        missing = blame("no-optimizer-fails", only=("AttributeError", "TypeError"))
        with contextlib.nullcontext() if optimizer else missing:
            got = asked(student, neutral, *objects)
        tensors, size = (1 if kind == "tied" else 2), SIZES[dtype]
        kept = states if steps else 0
        numbers, counters = tensors * V * d * kept, 4 * tensors * bool(kept)
        assumed = 2 * tensors * V * d * size
        see(
            diagnosis,
            got[2:],
            [numbers * size + counters],
            operator.eq,
            f"the optimizer is {optimizer}" if steps else "there was no step",
            KINDS[kind],
            **{
                "states-of-one-parameter": [(numbers * size + counters) // tensors],
                "states-of-one-dtype": [numbers * size + (0 if dtype == "bfloat16" else counters)],
                "counters-skipped": [numbers * size],
                "states-assumed": [[assumed], [assumed * bool(optimizer)]],
                "elements-for-bytes": [numbers + counters // 4],
                "itemsize-fixed": [4 * numbers + counters],
            },
        )
    diagnosis.conclude()
    V, d = primes(rng, 2)
    model, optimizer = made(student, V, d, "untied", steps=0)
    asked(student, neutral, model, optimizer)
    if student.method(optimizer, "state.__len__") != 0:
        raise Wrong("state-grows")
    if not reads_storages(student, V, d):
        return
    flat, coarse, other = 8 * V * d, 2 * 3 * V * d, 4 * d
    objects = made(student, V, d, "bucket")
    with blame("plain-values-fail", only=("AttributeError", "TypeError")):
        got = asked(student, neutral, *objects)[2]
    if got != flat + coarse + other:
        named = {
            "states-of-the-model": [flat + coarse],
            "whole-states-skipped": [flat + other],
            "states-one-by-one": [2 * flat + coarse + other, flat + coarse // 3 + other],
            "one-count-for-all": [coarse + other],
        }
        fits = [m for m, forms in named.items() if got in forms]
        raise Wrong(fits[0] if len(fits) == 1 else None, neutral)
    history = (  # as LBFGS keeps one
        f"model = torch.nn.Embedding({V}, {d}); optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n"
        f"optimizer.state[model.weight] = {{'old': [torch.zeros({V}, {d})], 'kept': torch.zeros({d})}}\n"
        f"optimizer.state['all'] = {{'kept': torch.zeros(2, {d})}}"
    )
    with blame("plain-values-fail", only=("AttributeError", "TypeError")):
        got = asked(student, neutral, *student.evaluate(history, "(model, optimizer)"))[2]
    if got != 3 * other:
        named = {3 * other + 4 * V * d: "lists-opened", other: "states-by-groups"}
        raise Wrong(named.get(got), f"{neutral} A list in a state is a value that is no tensor.")
    masks = (
        f"model, optimizer = {MAKER}({V}, {d}, optimizer='SGD')\n"
        f"optimizer.state[model.embed.weight] = {{'seen': torch.ones({V}, dtype=torch.bool)}}"
    )
    if asked(student, neutral, *student.evaluate(masks, "(model, optimizer)"))[2] != V:
        raise Unexplained("The bytes of a state that holds truth values are not right.")


@check(points=1, accelerator=True)
def device(student: Student, rng: np.random.Generator):
    """The same on another device, where NumPy cannot read a tensor and a copy lies elsewhere."""
    V, d = primes(rng, 2)
    one, there = 4 * V * d, device_name(student)
    want = [2 * one, 2 * one, 4 * one + 8]
    on_cpu = asked(student, ON_THE_CPU, *made(student, V, d, "untied", "Adam")) == want
    objects = made(student, V, d, "untied", "Adam", device=there)
    try:
        got = asked(student, ON_THE_CPU, *objects)
    except StudentError as error:
        if error.is_a("NotImplementedError"):
            raise
        raise Wrong("cpu-only") from error
    if got != want and on_cpu:
        raise Wrong("one-device-only" if got == [*want[:2], want[2] - 8] else "cpu-only")
    if got != want:
        raise Unexplained(ON_THE_CPU)
    for kind in ("slice", "alias"):
        want_here = whole(V, d, kind)
        here = asked(student, ON_THE_CPU, *made(student, V, d, kind, None))[0]
        if here == want_here:
            if asked(student, ON_THE_CPU, *made(student, V, d, kind, None, device=there))[0] != want_here:
                raise Wrong("copied-to-cpu")
