"""How a case is written, and the small data that the cases share."""

from collections.abc import Callable
from dataclasses import dataclass

import torch

V, D = 7, 4  # rows and width of the table


@dataclass(frozen=True)
class Case:
    """One program and its outcome on an accelerator."""

    name: str
    theme: str
    expected: str  # "runs" or "refused"
    program: Callable
    on_cpu: str  # the outcome on the CPU; "either" where it hangs on the machine
    errors: tuple[type[Exception], ...] = ()  # types of a refusal
    asserts: bool = False  # CUDA refuses it by an assert in a kernel, which ends the process's use of the GPU


CASES: dict[str, Case] = {}


def _enter(program, expected, **facts):
    if program.__name__ in CASES:
        raise ValueError(f"two cases are called {program.__name__}")
    theme = program.__module__.rpartition(".")[2]
    CASES[program.__name__] = Case(program.__name__, theme, expected, program, **facts)
    return program


def runs(program=None, *, on_cpu="runs"):
    """Enter a case that runs; tensors among its results are on the device."""
    if program is None:
        return lambda p: runs(p, on_cpu=on_cpu)
    return _enter(program, "runs", on_cpu=on_cpu)


def refused(program=None, *, errors=(RuntimeError, TypeError), on_cpu="runs", asserts=False):
    """Enter a case that is refused because of the device, or on the CPU too if `on_cpu` says so."""
    if program is None:
        return lambda p: refused(p, errors=errors, on_cpu=on_cpu, asserts=asserts)
    return _enter(program, "refused", on_cpu=on_cpu, errors=errors, asserts=asserts)


def table() -> torch.Tensor:
    """Return a (V, D) table without equal entries."""
    return torch.sin(torch.arange(V * D, dtype=torch.float32)).reshape(V, D)


def ids() -> torch.Tensor:
    """Return (2, 3) ids with a repeat and unused rows, the first and the last among them."""
    return torch.tensor([[1, 1, 3], [1, 5, 3]])


def cotangent() -> torch.Tensor:
    """Return the (2, 3, D) gradient that comes back to the looked-up rows."""
    return torch.cos(torch.arange(2 * 3 * D, dtype=torch.float32)).reshape(2, 3, D)
