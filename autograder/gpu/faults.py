"""Submissions that fault a device, hog it or keep it busy, graded as any other.

Each takes the whole way of a submission through the grader, with a device beside the stand-in: the stand-in's
verdict must be as without a device, the device's report must say what happened there, and the next submission
must find the device working. On the CPU a fault is simulated: from then on every call to PyTorch fails in
that process, as on a lost CUDA context.
"""

from collections.abc import Callable
from dataclasses import dataclass

from autograder.checks import loading
from autograder.execution import bwrap
from autograder.execution.channel import Limits
from autograder.execution.device_report import ReportDevice
from autograder.execution.examine import examine
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.sandboxed import forkserver
from autograder.sandboxed.jail import Bounds
from autograder.selftest import bank

TOPIC, FUNCTION, CHECK = "lookup", "lookup_torch", "lookup_torch.device"
MEMORY = 512 << 20  # bytes of the device that a submission may take here
LIMITS = Limits(seconds=12.0)
QUICK = Limits(seconds=3.0)

# Whether a call runs on the device: by the tensor or, on the CPU, by the process (a device's checks run in
# the process of the cells, the stand-in's in forks of it).
THERE = {"cuda": 'E.device.type == "cuda"', "cpu": "os.getpid() == HERE"}

WRAPPED = """\
import os
HERE, right = os.getpid(), lookup_torch
def lookup_torch(E, ids):
    if {there}:
{body}
    return right(E, ids)
"""

PLAYED = """\
from torch.overrides import TorchFunctionMode
class Lost(TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        raise RuntimeError("CUDA error: device-side assert triggered\\nSearch for it in the manual.")
"""


@dataclass(frozen=True)
class Fault:
    """A program, and what must be reported of it. `report` is how the device's verdict begins."""

    name: str
    report: str
    body: str = ""  # of the function, where it runs on the device
    cell: str = ""  # a separate cell before it
    on: tuple[str, ...] = ("cuda", "cpu")
    standin: str = "right"


FAULTS = (
    Fault(
        "an id out of range in F.embedding",
        "fault: device-side assert",
        "return F.embedding(ids + len(E), E)",
        on=("cuda",),
    ),
    Fault(
        "an id out of range, its error caught",
        "fault: device-side assert",
        "try:\n    F.embedding(ids + len(E), E)\n    torch.cuda.synchronize()\n"
        "except RuntimeError:\n    pass",
        on=("cuda",),
    ),
    Fault(
        "an id out of range in a cell of its own",
        "fault: device-side assert",
        cell="import torch\nif torch.cuda.is_available():\n"
        "    torch.ones(3, 2, device='cuda')[torch.tensor([9], device='cuda')]",
        on=("cuda",),
    ),
    # An array interface that claims more memory than there is, which PyTorch believes.
    Fault(
        "an address that is not the program's",
        "fault: an illegal memory access",
        "class Far:\n    __cuda_array_interface__ = {'shape': (1 << 38,), 'typestr': '<f4', 'version': 3,\n"
        "                                'data': (E.data_ptr(), False)}\n"
        "return torch.as_tensor(Far(), device='cuda')[-len(E):] + 1",
        on=("cuda",),
    ),
    Fault(
        "more of the device's memory than the limit",
        "memory",
        f"torch.empty({2 * MEMORY}, dtype=torch.uint8, device=E.device)",
        on=("cuda",),
    ),
    Fault(
        "less of the device's memory than the limit",
        "right",
        f"torch.empty({MEMORY // 4}, dtype=torch.uint8, device=E.device)",
        on=("cuda",),
    ),
    Fault("kernels without end", "time", "while True:\n    E = E + 0"),
    Fault("the process ends", "crash", "os._exit(0)"),
    Fault(
        "a cell that uses the device, and a backward pass there",
        "right",
        cell="import torch\ndevice = 'cuda' if torch.cuda.is_available() else 'cpu'\n"
        "torch.ones(3, device=device, requires_grad=True).sum().backward()",
    ),
    Fault(
        "a device that is lost (played)",
        "fault: device-side assert",
        "Lost().__enter__()\nreturn E[ids]",
        cell=PLAYED,
        on=("cpu",),
    ),
    Fault(
        "a device that is lost, its error caught (played)",
        "fault: device-side assert",
        "value = right(E, ids)\nLost().__enter__()\nreturn value",
        cell=PLAYED,
        on=("cpu",),
    ),
)


def faults(
    device: str, say: Callable, into: dict, limits: Limits | None = None, fences=(False, True)
) -> None:
    """Fill `into["faults"]` with a row per program, without and in the sandbox, and list what was skipped."""
    limits = limits or (LIMITS if device == "cuda" else QUICK)
    rows, skipped = into.setdefault("faults", []), into.setdefault("skipped", [])
    absent = [f for f in FAULTS if device not in f.on]
    skipped += [
        {"part": f"verdicts.faults: {f.name}", "reason": f"only with --device {' or '.join(f.on)}"}
        for f in absent
    ]
    for fenced in fences:
        route = "in the sandbox" if fenced else "without the sandbox"
        if fenced and (missing := bwrap.missing()):
            skipped.append({"part": "verdicts.faults in the sandbox", "reason": "; ".join(missing)})
            continue
        bounds = Bounds() if fenced else None
        with ForkServer(bounds) as decides, ForkServer(bounds, device) as theirs:
            rows.append(_untouched(theirs, route))
            for fault in (f for f in FAULTS if device in f.on):
                row = _row(fault, device, route, decides, ReportDevice(device, theirs, MEMORY), limits)
                rows.append(row)
                say(f"{route}: {row['name']}: {row['found']}; the next one: {row['next']}")


def _row(fault: Fault, device: str, route: str, decides, there: ReportDevice, limits: Limits) -> dict:
    standin, found = _graded(_cells(fault, device), decides, there, limits)
    after, next_ = _graded([_right()], decides, there, limits)
    good = standin == fault.standin and found.startswith(fault.report) and after == next_ == "right"
    return {
        "name": fault.name,
        "route": route,
        "expected": fault.report,
        "found": found,
        "standin": standin,
        "next": next_,
        "as_expected": good,
    }


def _graded(cells: list[str], decides, there: ReportDevice, limits: Limits) -> tuple[str, str]:
    """Return the stand-in's verdict on the function's device check, and the device's."""
    steps = [CodeStep(bank.setup_source(TOPIC), "given"), *(CodeStep(c, "solution", FUNCTION) for c in cells)]
    script = Script("fault", loading.suite(TOPIC), [*steps, CheckStep(FUNCTION)])
    (result,) = examine(script, decides, 0, limits, {CHECK}, there).results
    return result.verdict, result.devices.get(there.device, "not run")


def _right() -> str:
    return next(a.source for a in bank.answers(TOPIC) if a.function == FUNCTION and a.right)


def _cells(fault: Fault, device: str) -> list[str]:
    body = "\n".join(" " * 8 + line for line in (fault.body or "pass").split("\n"))
    wrapped = WRAPPED.format(there=THERE[device], body=body)
    return [c for c in (fault.cell, _right(), wrapped) if c]


def _untouched(fork_server: ForkServer, route: str) -> dict:
    """Return a row on whether a submission is the fork of a process that has not begun to use CUDA."""
    asked = "from autograder.sandboxed import devices; print('begun' if devices.touched() else 'not begun')"
    with fork_server.submission(LIMITS, forkserver.QUICK) as submission:
        (ran,) = submission.run_cells([asked])
    found = ran.text.strip() or str(ran.error)
    return {
        "name": "CUDA, before a candidate's first cell",
        "route": route,
        "expected": "not begun",
        "found": found,
        "standin": "right",
        "next": "right",
        "as_expected": found == "not begun",
    }
