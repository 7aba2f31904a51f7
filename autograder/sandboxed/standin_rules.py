"""CUDA's rules: what the stand-in accelerator allows and what it refuses.

An operation whose arguments live in two places is refused, but for a few that CUDA runs:
copies, CPU ids into a table on the device, and numbers (CPU tensors without dimensions) in
elementwise arithmetic. `autograder.sandboxed.standin` is the module to use.
"""

import functools
import re
import weakref
from dataclasses import dataclass

import torch

# The one device that every build of PyTorch has and that holds no data.
DEVICE = torch.device("meta")
NAME = "accel:0"

COPIES = re.compile(r"_to_copy|copy_?")
INDEXING = re.compile(r"index|_unsafe_index|_?index_put(_impl)?_?|_unsafe_index_put")
# Beside pointwise operations, these take a number as a tensor without dimensions from the CPU.
TAKES_CPU_NUMBER = re.compile(r"(masked_|index_)?fill_?|rsub|_?index_put(_impl)?_?|_foreach_.*")
# Their kernels check ids on the device, so that an error there is not an exception in Python.
CHECKS_IDS = re.compile(r".*(index|embedding|gather|scatter|take|nll_loss|put).*")
OUT_OF_RANGE = re.compile(r"(?<!Dimension )out of (range|bounds)")
FLOATS_ONLY = re.compile(r"(add)?(mm|mv)_?|bmm|baddbmm_?|addbmm_?|v?dot")
INTEGER_NAMES = {
    torch.int64: "Long",
    torch.int32: "Int",
    torch.int16: "Short",
    torch.int8: "Char",
    torch.uint8: "Byte",
    torch.bool: "Bool",
}

# Address of the generator within -> generator.
device_generators: weakref.WeakValueDictionary[int, torch.Generator] = weakref.WeakValueDictionary()


class DeviceAssert(RuntimeError):
    """An id outside the table reached a kernel of the device."""


@dataclass(frozen=True)
class Facts:
    """Facts about an operation, known before it runs."""

    name: str
    arguments: tuple[str, ...]
    written: tuple[str | None, ...]  # for each result, the argument that it is
    takes_cpu_number: bool
    is_composite: bool


@functools.cache
def facts_of(func) -> Facts:
    schema = func._schema
    name = schema.name.split("::")[1]
    targets = {
        frozenset(argument.alias_info.before_set): argument.name
        for argument in schema.arguments
        if argument.alias_info is not None and argument.alias_info.is_write
    }
    written = tuple(
        targets.get(frozenset(result.alias_info.before_set)) if result.alias_info is not None else None
        for result in schema.returns
    )
    takes_cpu_number = torch.Tag.pointwise in func.tags or bool(TAKES_CPU_NUMBER.fullmatch(name))
    composite = func.has_kernel_for_dispatch_key(torch._C.DispatchKey.CompositeImplicitAutograd)
    return Facts(name, tuple(a.name for a in schema.arguments), written, takes_cpu_number, composite)


def check_devices(facts: Facts, named: dict, is_ours) -> bool:
    """Return whether a stand-in takes part; raise an error if another tensor takes part that may not."""
    tensors = [(name, tensor) for name, value in named.items() for tensor in tensors_in(value)]
    ours = [tensor for _, tensor in tensors if is_ours(tensor)]
    for name, tensor in tensors:
        if is_ours(tensor):
            continue
        if tensor.device.type == DEVICE.type:
            raise RuntimeError(
                f"a tensor made from Python data directly on {NAME} holds no values: "
                "make it on the CPU and move it with .to(device)"
            )
        if ours and not _may_stay_on_cpu(facts, name, tensor, named, is_ours):
            if INDEXING.fullmatch(facts.name) and name == "self":
                raise RuntimeError(
                    "indices should be either on cpu or on the same device as the indexed tensor (cpu)"
                )
            raise RuntimeError(
                "Expected all tensors to be on the same device, but found at least two devices, "
                f"{NAME} and {tensor.device}! (when checking argument for argument {name} in {facts.name})"
            )
    if ours and FLOATS_ONLY.fullmatch(facts.name) and ours[0].dtype in INTEGER_NAMES:
        raise RuntimeError(f"\"{facts.name}_accel\" not implemented for '{INTEGER_NAMES[ours[0].dtype]}'")
    return bool(ours)


def _may_stay_on_cpu(facts, name, tensor, named, is_ours) -> bool:
    if COPIES.fullmatch(facts.name):
        return True
    if name == "indices" and INDEXING.fullmatch(facts.name):
        return is_ours(named["self"])
    return tensor.dim() == 0 and facts.takes_cpu_number and name not in facts.written


def check_generator(generator, on_device: bool):
    if generator is not None and (generator._cdata in device_generators) != on_device:
        expected, found = ("accel", "cpu") if on_device else ("cpu", "accel")
        raise RuntimeError(f"Expected a '{expected}' device type for generator but found '{found}'")


def is_assert(facts: Facts, error: Exception) -> bool:
    """Return whether the CPU's error is about an id that CUDA would meet in its kernel."""
    return bool(CHECKS_IDS.fullmatch(facts.name) and OUT_OF_RANGE.search(str(error)))


def tensors_in(value):
    """Yield the tensors in a value, in lists, tuples and dictionaries too."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from tensors_in(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from tensors_in(part)
