"""Running cases on a device, and comparing their results with the CPU's."""

import contextlib
import json
import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch

from autograder.conformance.case import CASES, Case
from autograder.sandboxed import standin

CLOSE = {"rtol": 1e-4, "atol": 1e-5}  # sums of a few dozen float32 terms, taken in another order


@dataclass(frozen=True)
class Device:
    name: str
    device: torch.device
    up: Callable  # a CPU tensor, copied to the device
    down: Callable  # a tensor of the device, copied to the CPU
    holds: Callable  # whether a tensor is on the device
    active: Callable = contextlib.nullcontext


@dataclass(frozen=True)
class Outcome:
    name: str
    theme: str
    expected: str  # "runs", "refused" or "either"
    found: str  # "runs", "refused", or "differs": it gave another result, or failed by accident
    detail: str = ""

    @property
    def as_expected(self) -> bool:
        return self.expected in (self.found, "either")


def device_named(name: str) -> Device:
    if name == "standin":
        return Device(
            name, standin.DEVICE, standin.to_device, standin.to_host, standin.is_on_device, standin.active
        )
    if name == "cuda":
        if not torch.cuda.is_available():
            raise RuntimeError("this machine has no CUDA device, so nothing was run on one")
        torch.backends.cudnn.allow_tf32 = False  # recurrent layers would round to ten bits
    device = torch.device(name)

    def up(tensor):
        copy = tensor.detach().to(device, copy=True)
        return copy.requires_grad_() if tensor.requires_grad else copy

    return Device(name, device, up, lambda t: t.detach().cpu(), lambda t: t.device.type == name)


def run_case(case: Case, device: Device) -> Outcome:
    """Run one case here. A case that asserts on CUDA must have a process to itself."""
    expected = case.on_cpu if device.name == "cpu" else case.expected
    errors = case.errors or (RuntimeError, TypeError)
    if device.name == "cpu" and case.expected == "refused":
        errors += (IndexError,)

    def outcome(found, detail=""):
        return Outcome(case.name, case.theme, expected, found, " ".join(detail.split())[:300])

    try:
        found = _values(case, device)
    except errors as error:
        return outcome("refused", f"{type(error).__name__}: {error}")
    except Exception as error:  # noqa: BLE001 - anything else is a fault of the case or the stand-in
        return outcome("differs", f"unexpected {type(error).__name__}: {error}")
    if device.name != "cpu" and (case.expected, case.on_cpu) == ("runs", "runs"):
        difference = _difference(found, _values(case, device_named("cpu")))
        if difference:
            return outcome("differs", difference)
    return outcome("runs")


def run_all(device_name: str, names=()) -> list[Outcome]:
    """Run the whole list, or the cases named."""
    device = device_named(device_name)
    unknown = set(names) - set(CASES)
    if unknown:
        raise ValueError(f"no case is called {', '.join(sorted(unknown))}")
    outcomes = []
    for case in CASES.values():
        if names and case.name not in names:
            continue
        alone = case.asserts and device.name == "cuda" and list(names) != [case.name]
        outcomes.append(_run_alone(case, device) if alone else run_case(case, device))
    return outcomes


def _run_alone(case: Case, device: Device) -> Outcome:
    command = [sys.executable, "-m", "autograder.conformance", "--json"]
    command += ["--device", device.name, "--case", case.name]
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    try:
        return Outcome(**json.loads(done.stdout.splitlines()[-1]))
    except (IndexError, ValueError, TypeError):
        detail = f"its process ended with {done.returncode}: {done.stderr[-200:]}"
        return Outcome(case.name, case.theme, case.expected, "differs", detail)


def as_json(outcome: Outcome) -> str:
    return json.dumps(asdict(outcome))


def _values(case: Case, device: Device):
    """Return the program's results on the CPU; raise AssertionError if a tensor is somewhere else."""
    torch.manual_seed(0)
    with device.active(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a warning is not a refusal
        return _brought_down(case.program(device.device, device.up), device)


def _brought_down(value, device: Device):
    if isinstance(value, torch.Tensor):
        if not device.holds(value):
            raise AssertionError(f"a result is on {value.device}, expected {device.device}")
        return device.down(value)
    if isinstance(value, (list, tuple)):
        return [_brought_down(part, device) for part in value]
    return value.tolist() if isinstance(value, np.ndarray) else value


def _difference(found, expected) -> str:
    """Return how the results differ from the CPU's, in words; empty if they do not."""
    if isinstance(expected, list) and isinstance(found, list):
        if len(found) != len(expected):
            return f"{len(found)} results, expected {len(expected)}"
        return next(filter(None, map(_difference, found, expected)), "")
    if isinstance(expected, float) and isinstance(found, float):
        found, expected = torch.tensor(found), torch.tensor(expected)
    if isinstance(expected, torch.Tensor) and isinstance(found, torch.Tensor):
        try:
            torch.testing.assert_close(
                found, expected, rtol=CLOSE["rtol"], atol=CLOSE["atol"], equal_nan=True
            )
        except AssertionError as error:
            return str(error)
        return ""
    return "" if found == expected else f"found {found!r}, expected {expected!r}"
