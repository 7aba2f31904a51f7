"""The tensor behind `autograder.sandboxed.standin`: it computes on the CPU but reports another device.

Every operation on a `StandIn` arrives in `run`, which refuses what CUDA refuses, computes on
the values within and wraps the result. `autograder.sandboxed.standin` is the module to use.
"""

import contextlib

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from autograder.sandboxed.standin_rules import (
    DEVICE,
    NAME,
    DeviceAssert,
    check_devices,
    check_generator,
    facts_of,
    is_assert,
)

_DATA = torch.Tensor.data  # `active()` replaces it


class StandIn(torch.Tensor):
    """A tensor on the stand-in; `_host` is the CPU tensor with its values."""

    _host: torch.Tensor

    # Python-level overrides would hide operations from `run`.
    __torch_function__ = torch._C._disabled_torch_function_impl  # type: ignore[assignment]  # as PyTorch does
    is_cuda = property(lambda self: True)
    is_meta = property(lambda self: False)

    @staticmethod
    def __new__(cls, host: torch.Tensor):
        if host.dtype.is_complex or host.is_neg():
            host = host.resolve_conj().resolve_neg()  # lazy flags would be lost on the wrapper
        if host.layout not in (torch.strided, torch.sparse_coo):
            raise RuntimeError(f"the stand-in {NAME} has no tensors of layout {host.layout}")
        facts: dict = {"dtype": host.dtype, "device": DEVICE, "layout": host.layout}
        if host.layout is torch.strided:
            facts |= {"strides": host.stride(), "storage_offset": host.storage_offset()}
        wrapper = torch.Tensor._make_wrapper_subclass(cls, host.shape, **facts)
        wrapper._host = host
        return wrapper

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return run(func, args, kwargs or {})

    # -- the memory: where two tensors share it, they must be seen to share it ---------------

    def data_ptr(self):
        return self._host.data_ptr()

    def untyped_storage(self):
        return self._host.untyped_storage()

    def storage(self):
        return self._host.storage()

    def get_device(self):
        return 0

    @property
    def data(self):
        return _DATA.__get__(self)

    @data.setter
    def data(self, other):
        set_data(self, other)

    @property
    def grad(self):
        gradient = torch.Tensor.grad.__get__(self)
        if gradient is not None:
            refuse_foreign_gradient(gradient)
        return gradient

    @grad.setter
    def grad(self, gradient):
        torch.Tensor.grad.__set__(self, gradient)

    @grad.deleter
    def grad(self):
        torch.Tensor.grad.__delete__(self)

    # -- the ways out of the device ---------------------------------------------------------

    def numpy(self, *, force=False):
        if force:
            return self.detach().cpu().numpy(force=True)
        raise TypeError(
            f"can't convert {NAME} device type tensor to numpy. "
            "Use Tensor.cpu() to copy the tensor to host memory first."
        )

    def __array__(self, *args, **kwargs):
        return self.numpy()

    def __dlpack__(self, *args, **kwargs):
        return self.numpy()

    def tolist(self):
        return self._host.tolist()

    def __format__(self, spec):
        return format(self.item(), spec) if self.dim() == 0 else object.__format__(self, spec)

    def __repr__(self, *, tensor_contents=None):
        text = repr(self._host)[:-1] + f", device='{DEVICE}'"
        if self.grad_fn is not None:
            text += f", grad_fn=<{self.grad_fn.name()}>"
        elif self.requires_grad:
            text += ", requires_grad=True"
        return "Parameter containing:\n" * isinstance(self, torch.nn.Parameter) + text + ")"

    def __reduce_ex__(self, protocol):
        return self._host.__reduce_ex__(protocol)

    def __deepcopy__(self, memo):
        if id(self) not in memo and isinstance(self, torch.nn.Parameter):
            memo[id(self)] = torch.nn.Parameter(self.detach().clone(), self.requires_grad)
        return super().__deepcopy__(memo)

    def __copy__(self):
        return self.detach().requires_grad_(self.requires_grad)

    # -- the ways in: torch reads Python data straight onto the device, which keeps none -----

    def __getitem__(self, index):
        return super().__getitem__(_with_tensors(index))

    def __setitem__(self, index, value):
        super().__setitem__(_with_tensors(index), value)

    def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
        made = torch.tensor(without_standins(data), dtype=dtype or self.dtype, device="cpu")
        made = StandIn(made) if device is None else made.to(device)
        return made.requires_grad_() if requires_grad else made

    def new(self, *args):
        return StandIn(self._host.new(*without_standins(args)))


class Factories(TorchDispatchMode):
    """Brings to `run` the operations that have no stand-in among their arguments."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return run(func, args, kwargs or {}, self)


def run(func, args, kwargs, mode=None):
    """Run one operation: refuse it, or compute it on the values and wrap the result."""
    facts = facts_of(func)
    if facts.is_composite and torch.is_inference_mode_enabled():
        # Autograd would have taken these apart; without it they arrive whole.
        with mode or contextlib.nullcontext():
            return func.decompose(*args, **kwargs)

    named = {**dict(zip(facts.arguments, args)), **kwargs}
    ours = check_devices(facts, named, _is_ours)
    wrap, options = ours, dict(kwargs)
    if options.get("device") is not None:
        wrap = torch.device(options["device"]).type == DEVICE.type
        if wrap:
            options["device"] = torch.device("cpu")
    check_generator(options.get("generator"), wrap)
    if not (ours or wrap):
        return func(*args, **kwargs)

    try:
        result = func(*without_standins(args), **without_standins(options))
    except (IndexError, RuntimeError) as error:
        if is_assert(facts, error):
            raise DeviceAssert(f"{NAME}: device-side assert triggered in {facts.name}: {error}") from error
        raise
    if facts.name == "_efficientzerotensor":
        result = torch.zeros(result.shape, dtype=result.dtype)  # this kind has no memory to compute on
    if wrap:
        result = _each_tensor(result, lambda t: t if isinstance(t, StandIn) else StandIn(t))
    return _with_written(facts, named, result) if any(facts.written) else result


def _is_ours(tensor) -> bool:
    return isinstance(tensor, StandIn)


def refuse_foreign_gradient(gradient):
    if not isinstance(gradient, StandIn):
        raise RuntimeError(
            f"a backward returned an invalid gradient - expected device {NAME} but got {gradient.device}"
        )


def set_data(tensor, other):
    """Set `tensor.data = other`, which may move the tensor to another device."""
    if isinstance(tensor, StandIn) == isinstance(other, StandIn):
        _DATA.__set__(tensor, other)
        if isinstance(tensor, StandIn):
            tensor._host = other._host
        return
    moved = other.detach()
    if isinstance(tensor, torch.nn.Parameter):
        moved = torch.nn.Parameter(moved, tensor.requires_grad)
    torch.utils.swap_tensors(tensor, moved.requires_grad_(tensor.requires_grad))


def _with_written(facts, named, result):
    """Return the tensors themselves that in-place operations wrote; their shape may have changed."""
    results = list(result) if isinstance(result, (tuple, list)) else [result]
    for i, name in enumerate(facts.written):
        if name is None:
            continue
        results[i] = tensor = named[name]
        if isinstance(tensor, StandIn) and tensor.layout is torch.strided:
            host = tensor._host
            if tensor.shape != host.shape or tensor.stride() != host.stride():
                _DATA.__set__(tensor, StandIn(host))
    return tuple(results) if isinstance(result, (tuple, list)) else results[0]


def without_standins(value):
    """Return `value` with its CPU tensor for every stand-in, in lists, tuples and dictionaries too."""
    return _each_tensor(value, lambda tensor: getattr(tensor, "_host", tensor))


def _each_tensor(value, change):
    if isinstance(value, torch.Tensor):
        return change(value)
    if isinstance(value, (list, tuple)):
        return type(value)([_each_tensor(v, change) for v in value])
    if isinstance(value, dict):
        return {k: _each_tensor(v, change) for k, v in value.items()}
    return value


_SEQUENCES = (list, tuple, range, np.ndarray)
_INDEX_PARTS = (*_SEQUENCES, torch.Tensor, slice, type(None), type(...))


def _with_tensors(index):
    """Return an index with CPU tensors for its lists and arrays, taken as torch takes them."""
    if isinstance(index, list) and any(isinstance(part, _INDEX_PARTS) for part in index):
        index = tuple(index)  # torch takes a list for a tuple unless all its parts are numbers
    if isinstance(index, tuple):
        return tuple(_ids_in(part) for part in index)
    return _ids_in(index)


def _ids_in(part):
    if not isinstance(part, _SEQUENCES):
        return part
    ids = torch.tensor(without_standins(part), device="cpu")
    return ids if ids.dtype in (torch.bool, torch.uint8) else ids.long()
