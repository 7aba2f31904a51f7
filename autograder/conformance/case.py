"""How a case is written down, and the small data that the cases share."""

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
    errors: tuple[type[Exception], ...] = ()  # what a refusal may be
    asserts: bool = False  # CUDA refuses it by an assert in a kernel, which ends the process's use of the GPU


CASES: dict[str, Case] = {}


def _enter(program, expected, **facts):
    if program.__name__ in CASES:
        raise ValueError(f"two cases are called {program.__name__}")
    theme = program.__module__.rpartition(".")[2]
    CASES[program.__name__] = Case(program.__name__, theme, expected, program, **facts)
    return program


def runs(program=None, *, on_cpu="runs"):
    """The case runs, and tensors among its results are on the device."""
    if program is None:
        return lambda p: runs(p, on_cpu=on_cpu)
    return _enter(program, "runs", on_cpu=on_cpu)


def refused(program=None, *, errors=(RuntimeError, TypeError), on_cpu="runs", asserts=False):
    """The case is refused; because of the device, unless `on_cpu` says that the CPU refuses it too."""
    if program is None:
        return lambda p: refused(p, errors=errors, on_cpu=on_cpu, asserts=asserts)
    return _enter(program, "refused", on_cpu=on_cpu, errors=errors, asserts=asserts)


def table() -> torch.Tensor:
    """(V, D), no two entries equal."""
    return torch.sin(torch.arange(V * D, dtype=torch.float32)).reshape(V, D)


def ids() -> torch.Tensor:
    """(2, 3), with a repeat, unused rows and neither the first nor the last row."""
    return torch.tensor([[1, 1, 3], [1, 5, 3]])


def cotangent() -> torch.Tensor:
    """(2, 3, D): what comes back to the looked-up rows."""
    return torch.cos(torch.arange(2 * 3 * D, dtype=torch.float32)).reshape(2, 3, D)
