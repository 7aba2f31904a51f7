"""Checks of `embedding_backward_torch`: the gradient of a lookup in PyTorch."""

import numpy as np

from autograder.checks.checking import Wrong, array, blame, check
from autograder.checks.shared import require

from .. import shared
from ..asking import (
    new_each_time,
    pad_of,
    refuses_before_indexing,
    refuses_empty,
    refuses_ids,
    refuses_number,
    refuses_padding,
    refuses_shapes,
    torch_gradient,
)
from ..draws import distinct, draw, small_case
from ..shared import LIMIT, TORCH, on_device, refuses_on_device, sums


@check(points=1)
def values(student, rng):
    sums(student, rng, torch_gradient, TORCH)
    call = f"{TORCH}(torch.tensor([[1.0], [2.0]]), torch.tensor([1, 0]), 3)"
    new_each_time(student, call)
    with blame("needs-grad-mode"):
        student.evaluate(f"with torch.no_grad():\n    result = {call}", "result")


@check(points=1.5)
def batches(student, rng):
    shared.batches(student, rng, torch_gradient)


@check(points=1)
def padding(student, rng):
    shared.padding(student, rng, torch_gradient)


@check(points=1)
def dtypes(student, rng):
    floats = ("float64", "float32", "float16", "bfloat16")
    shared.dtypes(student, rng, torch_gradient, floats, ("int32",), ("float16", "bfloat16"))


@check(points=0.5)
def errors(student, rng):
    G, ids, right = small_case()
    require(TORCH, lambda: student.call(TORCH, student.tensor(G), student.tensor(ids), 4), right)
    case = draw(rng)
    G = student.tensor(case.G)
    no_integers = (case.ids.astype(np.float32), case.ids > 3, case.ids.astype(np.int16))

    def ask(ids):
        return student.call(TORCH, G, student.tensor(ids), case.V)

    refuses_ids(ask, case.ids, case.V, no_integers, unsigned=False)
    refuses_padding(lambda pad: student.call(TORCH, G, student.tensor(case.ids), case.V, pad), case.V)

    def of(G, ids, *pad):
        return student.call(TORCH, student.tensor(G), student.tensor(ids), 5, *pad)

    refuses_shapes(of, rng)
    refuses_empty(of)
    refuses_number(of)


@check(points=1)
def cost(student, rng):
    G, ids, right = small_case()
    require(TORCH, lambda: student.call(TORCH, student.tensor(G), student.tensor(ids), 4), right)

    def watch(V, pad):
        case = distinct(rng, 12, V=V, pad=pad)
        args = student.tensor(case.G), student.tensor(case.ids), V, *pad_of(case)
        return student.observe(TORCH, *args, watch=("cost",))

    def ask_large(case):
        G, ids = student.tensor(case.G), student.tensor(case.ids)
        answer = student.observe(TORCH, G, ids, case.V, limit_bytes=LIMIT)
        return array(answer.value, "torch", f"`{TORCH}` gives no tensor.", numpy="through-numpy")

    shared.cost(student, rng, watch, ask_large)


@check(points=1, accelerator=True)
def device(student, rng):
    on_device(student, rng, torch_gradient)
    case = distinct(rng)
    sent = student.tensor(case.G), student.tensor(case.ids)
    if student.observe(
        TORCH, *sent, case.V, watch=("numpy",)
    ).numpy:  # by way of `.cpu()`, so without an error
        raise Wrong("through-numpy")

    def attempt(ids, device):
        G, ids = student.tensor(case.G, device=device), student.tensor(ids, device=device)
        return student.call(TORCH, G, ids, case.V)

    refuses_on_device(attempt, case)
    refuses_before_indexing(student, f"{TORCH}(G, bad, 3)")
