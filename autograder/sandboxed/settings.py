"""Settings of PyTorch and NumPy that a cell can leave on, put back so that checks run without them.

A default dtype, a mode or a way to treat errors holds for the whole process. If a student's own cell sets
one, the calls of a check may behave differently, and a right function would fail. So before the checks of a
function, in the process where its cells have run, all are put back as they were at the start, and so are
the generators of random numbers. What the function itself sets stays.

The names are the closed list that is reported to the examiner.
"""

import contextlib
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np


class Setting(NamedTuple):
    """Functions that read a setting, and put back what was read."""

    read: Callable[[], object]
    write: Callable


NAMES = (
    "torch.inference_mode",
    "torch.set_grad_enabled",
    "torch.set_default_dtype",
    "torch.set_default_device",
    "torch.autocast",
    "torch.use_deterministic_algorithms",
    "torch.autograd.set_detect_anomaly",
    "torch.set_num_threads",
    "torch.set_float32_matmul_precision",
    "torch.set_flush_denormal",
    "torch.set_printoptions",
    "np.seterr",
    "np.set_printoptions",
)

_settings: dict[str, Setting] = {}
_start: dict[str, object] = {}


def remember() -> None:
    """Remember the present settings as those that checks run under."""
    if not _settings:
        _settings.update(_known())
    _start.update({name: setting.read() for name, setting in _settings.items()})


@contextlib.contextmanager
def as_at_the_start() -> Iterator[list[str]]:
    """Run the block under the settings that `remember` saw; yield the names of those that differed.

    A student's code may have replaced parts of a library: a setting that cannot be read or put back is left
    as it is.
    """
    left: dict[str, object] = {}
    for name, setting in _settings.items():  # one after the other: inference mode turns gradients off as well
        with contextlib.suppress(Exception):
            now = setting.read()
            if (now != _start[name]) is True:
                left[name] = now
                setting.write(_start[name])
    try:
        yield [name for name in left if name in NAMES]
    finally:
        for name in reversed(left):
            with contextlib.suppress(Exception):
                _settings[name].write(left[name])


def _known() -> dict[str, Setting]:
    """Return the settings by name, with the libraries' functions from before a student's code runs."""
    import torch

    guards = []  # a mode is on for as long as its guard lives

    def infer(on: bool) -> None:
        guards.append(torch._C._InferenceMode(on))

    def autocast(found: tuple[bool, torch.dtype]) -> None:
        torch.set_autocast_enabled("cpu", found[0])
        torch.set_autocast_dtype("cpu", found[1])

    printing = vars(torch._tensor_str.PRINT_OPTS)
    denormal = torch.full((1,), 1e-310, dtype=torch.float64)
    found = (
        Setting(torch.is_inference_mode_enabled, infer),
        Setting(torch.is_grad_enabled, torch._C._set_grad_enabled),
        Setting(torch.get_default_dtype, torch.set_default_dtype),
        Setting(_default_device, torch.set_default_device),
        Setting(lambda: (torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu")), autocast),
        Setting(
            lambda: (
                torch.are_deterministic_algorithms_enabled(),
                torch.is_deterministic_algorithms_warn_only_enabled(),
            ),
            lambda found: torch.use_deterministic_algorithms(found[0], warn_only=found[1]),
        ),
        Setting(
            lambda: (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()),
            lambda found: torch.autograd.set_detect_anomaly(*found),
        ),
        Setting(torch.get_num_threads, torch.set_num_threads),
        Setting(torch.get_float32_matmul_precision, torch.set_float32_matmul_precision),
        Setting(lambda: (denormal * 1).item() == 0, torch.set_flush_denormal),
        Setting(printing.copy, printing.update),
        Setting(np.geterr, lambda found: np.seterr(**found)),
        Setting(np.get_printoptions, lambda found: np.set_printoptions(**found)),
    )
    # The states from which a call without a seed draws. Drawing or seeding is not reported.
    random_numbers = {
        "random": Setting(random.getstate, random.setstate),
        "np.random": Setting(
            lambda: [x.tobytes() if isinstance(x, np.ndarray) else x for x in np.random.get_state()],
            lambda found: np.random.set_state((found[0], np.frombuffer(found[1], np.uint32), *found[2:])),
        ),
        "torch.random": Setting(
            lambda: torch.get_rng_state().numpy().tobytes(),
            lambda found: torch.set_rng_state(torch.frombuffer(bytearray(found), dtype=torch.uint8)),
        ),
    }
    return dict(zip(NAMES, found, strict=True)) | random_numbers


def _default_device():
    """Return the device that was set, or None: PyTorch's own choice is not a setting."""
    import torch

    context = getattr(torch._GLOBAL_DEVICE_CONTEXT, "device_context", None)
    return None if context is None else context.device
