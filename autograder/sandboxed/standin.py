"""A stand-in accelerator: it shows, on a machine without a GPU, what code would do on a GPU.

A stand-in tensor keeps its values in ordinary memory, says that it lives on another
device, allows what CUDA allows and refuses what CUDA refuses, with errors that read alike
(the device is called `accel:0` in them). To reproduce a device fault in a notebook:

    import torch
    from autograder.sandboxed import standin
    with standin.active():
        ids = torch.tensor([1, 1, 3], device=standin.DEVICE)
        my_lookup(torch.randn(7, 4), ids)     # raises: the table stayed on the CPU

Importing this module changes nothing in torch. `active()` adds what a tensor class alone
cannot see: factories (`torch.zeros(..., device=...)`), functions that read Python data
(`torch.tensor`), device generators, autocast. Leaving it undoes everything.

Deliberate differences from CUDA:

- The device prints as `meta`, the name that torch gives the device it is built on.
- Numbers are the CPU's: random draws, rounding and the order of sums are not CUDA's.
- An id out of range raises `DeviceAssert` at once, in the operation that met it, and never
  wraps. CUDA asserts in its kernel, reports it at a later call, and the process can no longer
  use the GPU. It is a `RuntimeError` as there, so `except IndexError` does not catch it;
  a negative id in `E[ids]` counts from the end on both.
- A backward that leaves a gradient on the CPU is refused where the gradient is read
  (`.grad`, `torch.autograd.grad`); CUDA refuses it in the backward.
- `torch.cuda.is_available()` still answers for the real hardware, so code that asks it,
  and not its argument, where to put a tensor is refused.

Known gaps: `torch.load` without `map_location` brings tensors back on the CPU; compressed
sparse layouts (CSR, CSC) are refused; a `Generator` or `autocast` that was imported by name
before `active()` is refused; autocast knows the commonest functions only.
`autograder.conformance` lists what is tried, here and on CUDA.
"""

import contextlib
import functools
import gc
import importlib

import torch
from torch.overrides import TorchFunctionMode
from torch.utils._device import _device_constructors

from autograder.sandboxed.standin_rules import DEVICE, NAME, DeviceAssert, device_generators
from autograder.sandboxed.standin_tensor import (
    Factories,
    StandIn,
    refuse_foreign_gradient,
    set_data,
    without_standins,
)

__all__ = ["DEVICE", "NAME", "DeviceAssert", "active", "is_on_device", "memory_of", "to_device", "to_host"]


def to_device(tensor: torch.Tensor) -> torch.Tensor:
    """Copy a CPU tensor to the stand-in, as a new leaf that requires grad if `tensor` does."""
    if is_on_device(tensor):
        return tensor
    if tensor.device.type != "cpu":
        raise RuntimeError(f"to_device copies a tensor from the CPU; this one is on {tensor.device}")
    with Factories():
        copy = tensor.detach().to(DEVICE)
    return copy.requires_grad_() if tensor.requires_grad else copy


def to_host(tensor: torch.Tensor) -> torch.Tensor:
    """Return a CPU copy of the values of a stand-in tensor, without its graph."""
    if not is_on_device(tensor):
        raise RuntimeError(f"expected a tensor on {NAME}, found one on {tensor.device}")
    return memory_of(tensor).detach().clone()


def is_on_device(tensor) -> bool:
    return isinstance(tensor, StandIn)


def memory_of(tensor: torch.Tensor) -> torch.Tensor:
    """Return the CPU tensor that holds a tensor's values: the memory itself, not a copy."""
    return without_standins(tensor)


@contextlib.contextmanager
def active():
    """Make `standin.DEVICE` usable like any device inside the block."""
    future = torch.__future__
    # Torch caches these lookups, the second in its first mode: let it see the originals.
    _device_constructors()
    importlib.import_module("torch._dynamo")
    replacements = list(_replacements())
    with contextlib.ExitStack() as stack:
        for owner, name, replacement in replacements:
            stack.enter_context(_replaced(owner, name, replacement))
        stack.enter_context(_ImportedByName(replacements))
        # Without swapping, Module.to() makes one new Parameter for each name: ties break.
        stack.callback(
            future.set_swap_module_params_on_conversion, future.get_swap_module_params_on_conversion()
        )
        future.set_swap_module_params_on_conversion(True)
        stack.enter_context(Factories())
        yield DEVICE


def _replacements():
    """Yield what is replaced in torch while the stand-in is active: (owner, name, replacement)."""
    for name in ("tensor", "as_tensor", "asarray"):
        yield torch, name, _reader(getattr(torch, name))
    yield torch, "sparse_coo_tensor", _sparse(torch.sparse_coo_tensor)
    yield torch.nn.functional, "one_hot", _one_hot(torch.nn.functional.one_hot)
    yield torch, "Generator", DeviceGenerator
    yield torch, "autocast", Autocast
    yield torch.amp, "autocast", Autocast
    yield torch.autograd, "grad", _grad(torch.autograd.grad)
    yield torch.autograd, "backward", _backward(torch.autograd.backward)
    yield torch.nn.Module, "load_state_dict", _load_state_dict(torch.nn.Module.load_state_dict)
    yield torch.utils, "swap_tensors", _swap_tensors(torch.utils.swap_tensors)
    yield torch.Tensor, "cuda", lambda self, *args, **kwargs: self.to(DEVICE)
    yield torch.Tensor, "data", property(torch.Tensor.data.__get__, set_data)


@contextlib.contextmanager
def _replaced(owner, name, replacement):
    inherited = name not in vars(owner)
    before = getattr(owner, name)
    setattr(owner, name, replacement)
    try:
        yield
    finally:
        if inherited:
            delattr(owner, name)
        else:
            setattr(owner, name, before)


class _ImportedByName(TorchFunctionMode):
    """Finds the replacement for a function that a module imported by name beforehand."""

    def __init__(self, replacements):
        super().__init__()
        self.replacements = {
            new.__wrapped__: new for _, _, new in replacements if hasattr(new, "__wrapped__")
        }

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return self.replacements.get(func, func)(*args, **(kwargs or {}))


def _is_ours(device) -> bool:
    return torch.device(device).type == DEVICE.type


def _reader(original):
    """Wrap `torch.tensor` and its like, which would read Python data onto `meta` and lose it."""

    @functools.wraps(original)
    def read(data, *args, device=None, requires_grad=False, **kwargs):
        if device is None:
            is_tensor = isinstance(data, torch.Tensor)
            device = data.device if is_tensor else torch.empty(0).device
        if original.__name__ == "as_tensor" and isinstance(data, torch.Tensor):
            return data.to(device, *args, **kwargs)  # as documented: this one keeps the graph
        if not _is_ours(device):
            made = original(without_standins(data), *args, device=device, **kwargs)
        elif original.__name__ == "asarray" and isinstance(data, StandIn):
            made = data.detach().to(**kwargs) if kwargs else data.detach()
        else:
            made = StandIn(original(without_standins(data), *args, device="cpu", **kwargs).clone())
        return made.requires_grad_() if requires_grad else made

    return read


def _sparse(original):
    @functools.wraps(original)
    def sparse_coo_tensor(indices, values, *args, device=None, **kwargs):
        from_tensors = isinstance(indices, torch.Tensor) and isinstance(values, torch.Tensor)
        if from_tensors or device is None or not _is_ours(device):
            return original(indices, values, *args, device=device, **kwargs)
        return original(*without_standins((indices, values)), *args, device="cpu", **kwargs).to(DEVICE)

    return sparse_coo_tensor


def _one_hot(original):
    """Wrap `one_hot`, which on `meta` neither counts the classes nor checks the ids."""

    @functools.wraps(original)
    def one_hot(tensor, num_classes=-1):
        if is_on_device(tensor) and tensor.numel():
            lowest, highest = tensor.min().item(), tensor.max().item()
            num_classes = highest + 1 if num_classes == -1 else num_classes
            if lowest < 0 or highest >= num_classes:
                raise DeviceAssert(
                    f"{NAME}: device-side assert triggered in one_hot: index out of range: "
                    f"classes {lowest} to {highest}, of {num_classes}"
                )
        return original(tensor, num_classes)

    return one_hot


def _grad(original):
    @functools.wraps(original)
    def grad(outputs, inputs, grad_outputs=None, *args, **kwargs):
        _refuse_elsewhere(outputs, grad_outputs)
        gradients = original(outputs, inputs, grad_outputs, *args, **kwargs)
        leaves = [inputs] if isinstance(inputs, torch.Tensor) else inputs
        for leaf, gradient in zip(leaves, gradients):
            if is_on_device(leaf) and gradient is not None:
                refuse_foreign_gradient(gradient)
        return gradients

    return grad


def _backward(original):
    @functools.wraps(original)
    def backward(tensors, grad_tensors=None, *args, **kwargs):
        _refuse_elsewhere(tensors, grad_tensors)
        return original(tensors, grad_tensors, *args, **kwargs)

    return backward


def _refuse_elsewhere(outputs, gradients) -> None:
    """Refuse the stand-in's gradients of results on the CPU, which torch lets pass for its own `meta`.

    A single number is moved to where its result is, on CUDA too.
    """
    pairs = zip(*((x,) if isinstance(x, torch.Tensor) else x or () for x in (outputs, gradients)))
    for number, (output, gradient) in enumerate(pairs):
        elsewhere = isinstance(output, torch.Tensor) and is_on_device(gradient) and not is_on_device(output)
        if elsewhere and gradient.dim() > 0:
            raise RuntimeError(
                f"invalid gradient at index {number} - expected device {output.device} but got {NAME}"
            )


def _load_state_dict(original):
    """Load without swapping, which would keep a tie that `assign=True` ends."""

    @functools.wraps(original)
    def load_state_dict(self, *args, **kwargs):
        torch.__future__.set_swap_module_params_on_conversion(False)
        try:
            return original(self, *args, **kwargs)
        finally:
            torch.__future__.set_swap_module_params_on_conversion(True)

    return load_state_dict


def _swap_tensors(original):
    """Swap a tensor of which views are kept, too: on CUDA they keep the old memory, and the tensor moves."""

    @functools.wraps(original)
    def swap_tensors(t1, t2):
        try:
            original(t1, t2)
        except RuntimeError:
            views = [t for t in gc.get_objects() if issubclass(type(t), torch.Tensor) and t._base is t1]
            if not views:
                raise
            for view in views:
                original(view, view.detach())  # which shares its memory and does not hold `t1`
            original(t1, t2)

    return swap_tensors


_GENERATOR = torch.Generator


class _AnyGenerator(type(torch.Generator)):  # type: ignore[misc]  # PyTorch's metaclass has no name
    def __instancecheck__(cls, value):
        return isinstance(value, _GENERATOR)


class DeviceGenerator(torch.Generator, metaclass=_AnyGenerator):
    """`torch.Generator` that can be made for the stand-in; it draws the CPU's numbers."""

    def __new__(cls, device="cpu"):
        if not _is_ours(device):
            return _GENERATOR(device)
        made = super().__new__(cls, "cpu")
        device_generators[made._cdata] = made
        return made

    @property
    def device(self):
        return DEVICE


class Autocast(torch.autocast):
    """`torch.autocast` that can be asked for the stand-in."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        self._ours = _is_ours(device_type)
        if self._ours:
            self._mode = _MixedPrecision(dtype or torch.float16, enabled)
        else:
            super().__init__(device_type, dtype, enabled, cache_enabled)

    def __enter__(self):
        return self._mode.__enter__() if self._ours else super().__enter__()

    def __exit__(self, *error):
        return self._mode.__exit__(*error) if self._ours else super().__exit__(*error)


class _MixedPrecision(TorchFunctionMode):
    """Casts the arguments of the commonest of the functions that CUDA's autocast casts."""

    LOWER = frozenset(
        "matmul __matmul__ __rmatmul__ mm bmm mv addmm addmv baddbmm linear einsum bilinear "
        "conv1d conv2d scaled_dot_product_attention multi_head_attention_forward".split()
    )
    FLOAT32 = frozenset(
        "softmax log_softmax cross_entropy nll_loss mse_loss layer_norm rms_norm norm exp log pow "
        "__pow__ rsqrt prod sum cumsum logsumexp cosine_similarity".split()
    )
    entered: list = []

    def __init__(self, dtype, enabled):
        super().__init__()
        self.dtype, self.enabled = dtype, enabled

    def __enter__(self):
        self.entered.append(self)
        return super().__enter__()

    def __exit__(self, *error):
        self.entered.pop()
        return super().__exit__(*error)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        name, kwargs = getattr(func, "__name__", ""), kwargs or {}
        dtype = self.dtype if name in self.LOWER else torch.float32 if name in self.FLOAT32 else None
        if dtype is None or not (self.enabled and self is self.entered[-1]):
            return func(*args, **kwargs)

        def cast(value):
            if is_on_device(value) and value.is_floating_point() and value.dtype is not torch.float64:
                return value.to(dtype)
            return value

        return func(*map(cast, args), **{k: cast(v) for k, v in kwargs.items()})
