"""A real device on the submission's side: its memory limit, and whether it still works.

An id out of range on CUDA fails an assert in a kernel. The error comes at a later call, or
never, and every call after it fails: the process can no longer use the device. So after each
check the device must compute something, and the outcome is part of the check's report.
"""

import contextlib
import ctypes
import re

from autograder.sandboxed import echo

OUT_OF_MEMORY = "OutOfMemoryError"  # torch's, derived from RuntimeError and not from MemoryError
_FAULT = re.compile(r"CUDA error: *([^\n]+)|(device-side assert triggered)|(an illegal memory access)")


def fault(types, message: str) -> str | None:
    """Return what an exception says about the device: "memory", "fault", "fault: ..." or None.

    `types` are the names of its classes. Any other error is the program's own.
    """
    if OUT_OF_MEMORY in types:
        return "memory"
    found = _FAULT.search(message)
    if found is None:
        return None
    said = words(next(filter(None, found.groups())))
    return f"fault: {said}" if echo.ordinary(said) else "fault"


def words(text: str) -> str:
    """Return the beginning of a text, possibly made up by student code, fit for a list of verdicts."""
    return "".join(c if c.isprintable() else " " for c in text).strip(" .")[:80]


def probe(device: str) -> None:
    """Compute something on the device after all earlier work; raise what went wrong."""
    import torch

    if device == "cuda":
        torch.cuda.synchronize()
    if torch.ones(3, device=device).sum().item() != 3:
        raise RuntimeError(f"{device} cannot add three ones any more")


def limit(device: str, most: int) -> None:
    """Limit this process to `most` bytes of a CUDA device's memory; leave other devices as before.

    It is PyTorch's own limit, on what its allocator takes: a program could set another.
    """
    if device == "cuda":
        import torch

        total = torch.cuda.get_device_properties(torch.cuda.current_device()).total_memory
        torch.cuda.set_per_process_memory_fraction(min(1.0, most / total))


@contextlib.contextmanager
def limited(device: str, extra: int):
    """Limit the block to `extra` bytes of a CUDA device's memory beyond those taken now."""
    if device != "cuda":
        yield
        return
    import torch

    before = torch.cuda.get_per_process_memory_fraction()
    torch.cuda.empty_cache()
    total = torch.cuda.get_device_properties(torch.cuda.current_device()).total_memory
    torch.cuda.set_per_process_memory_fraction(min(before, (torch.cuda.memory_reserved() + extra) / total))
    try:
        yield
    finally:
        torch.cuda.set_per_process_memory_fraction(before)


def touched() -> bool:
    """Return whether this process, or one that it was forked from, has begun to use CUDA's driver.

    Then its forks cannot. PyTorch's own flags miss some ways to begin: a backward pass on
    the CPU counts the devices too. A driver that is not in use refuses to count.
    """
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    not_initialized, count = 3, ctypes.c_int()
    return driver.cuDeviceGetCount(ctypes.byref(count)) != not_initialized
