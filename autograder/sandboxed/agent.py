"""The agent: serves the trusted side inside a submission's process; it calls the student's functions.

The agent holds the student's namespace and does what it is asked: call a function,
back-propagate a cotangent, return a value. It knows no expected value and no check. It
runs in the student's process, so whatever it reports could be forged: values are judged
by the examiner, and the rest (device, sharing of memory, counted cost) is the
submission's own report, which can hide a fault of style but never make a wrong value right.
"""

import contextlib
import importlib
import socket
import traceback
import warnings
from collections.abc import Sequence

import numpy as np

from autograder.sandboxed import devices, protocol

# Modules that checks ask for, whatever a notebook calls by these names.
MODULES = {"copy": "copy", "math": "math", "np": "numpy", "torch": "torch"}


class Agent:
    """Answers requests about `namespace`. `call_back(name, args, kwargs)` reaches the examiner.

    `left_on` are the names of settings that the cells have changed and that were put back, see `settings`.
    """

    def __init__(self, namespace, call_back=None, left_on=()):
        self.namespace, self.call_back, self.handles = namespace, call_back, []
        self.left_on, self.taken = left_on, {}

    def answer(self, request: dict):
        """Return the reply to one request: a dict, or a `Failure` if the student's code raised."""
        try:
            operation = getattr(self, "do_" + request["op"])
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                with _surroundings(request):
                    return operation(request)
        except KeyboardInterrupt:
            raise
        except _Unreadable as unreadable:
            found = failure(unreadable.error)
            # PyTorch raises it for missing features; in a student's code it means unwritten code.
            types = (name for name in found.types if name != "NotImplementedError")
            return protocol.Failure((protocol.UNREADABLE, *types), found.message)
        except BaseException as error:  # noqa: BLE001 - SystemExit and the like are answers too
            return failure(error)

    # -- operations -----------------------------------------------------------------------

    def do_exists(self, request):
        return {"value": request["name"] in self.namespace}

    def do_settings(self, request):
        return {"value": list(self.left_on)}

    def do_probe(self, request):
        """Raise an error if the device no longer computes."""
        devices.probe(request["device"])
        return {"value": None}

    def do_take(self, request):
        """Take names out of the namespace, until `do_give_back`."""
        self.taken = {n: self.namespace.pop(n) for n in request["names"] if n in self.namespace}
        return {"value": None}

    def do_give_back(self, request):
        self.namespace.update(self.taken)
        return {"value": None}

    def do_call(self, request):
        """Call a function by name (dots allowed) or an object by handle.

        With "error" among the observations, return an exception in `raised`, so that the
        arguments can be examined after it.
        """
        target = self.target(request)
        args = [self.arrive(a) for a in request["args"]]
        if request.get("strided"):
            args = [_strided(a, request["strided"]) for a in args]
        kwargs = {k: self.arrive(v) for k, v in request["kwargs"].items()}
        observe, reply, value = request.get("observe", []), {}, None
        try:
            if "numpy" in observe:
                with _numpy_seen() as seen:
                    value = target(*args, **kwargs)
                reply["numpy"] = bool(seen)
            elif "cost" in observe:
                from autograder.sandboxed.cost import Meter

                with Meter() as meter:
                    value = target(*args, **kwargs)
                reply["peak_bytes"], reply["steps"] = int(meter.peak_bytes), int(meter.steps)
            else:
                value = target(*args, **kwargs)
        except (Exception, SystemExit) as error:
            if "error" not in observe:
                raise
            reply["raised"] = failure(error)
        if "sharing" in observe:
            with _reading():
                reply["sharing"] = [_share_memory(value, a) for a in args]
        if "args" in observe:
            reply["args"] = [self.leave(a) for a in args]
        reply["value"] = self.leave(value)
        return reply

    def do_evaluate(self, request):
        """Evaluate an expression in a copy of the namespace, after statements; types come as their names."""
        wanted = " ".join((request["prepare"], request["expression"], request["after"]))
        modules = {name: importlib.import_module(m) for name, m in MODULES.items() if f"{name}." in wanted}
        own = {"shares_memory": shares_memory, "same_values": same_values}
        names = {**self.namespace, **modules, **own}
        try:
            exec(request["prepare"], names)
            value = eval(request["expression"], names)
            if request["after"]:
                value = eval(request["after"], names)
        except Exception as error:
            if _of_a_library(error, names, self.namespace):
                raise _Unreadable(error) from error
            raise
        if isinstance(value, type):
            value = value.__name__
        elif type(value).__name__ == "dtype" or isinstance(value, np.dtype):
            value = str(value).removeprefix("torch.")
        return {"value": self.leave(value)}

    def do_vjp(self, request):
        """Call, then back-propagate `cotangent`; return the value and the gradient of each argument.

        With `second` (a seed shaped like the first differentiable argument), also return the
        derivative of that argument's gradient with respect to the cotangent, which
        gradgradcheck examines. With `then`, call the target once more, with these
        arguments, before the backward pass. `saved` lists the shapes of tensors kept for backward,
        and `cotangent` is the cotangent afterwards.
        """
        import torch

        target, saved = self.target(request), []
        args = [self.arrive(a) for a in request["args"]]
        leaves = [a for a in args if isinstance(a, torch.Tensor) and a.requires_grad]
        cotangent = self.arrive(request["cotangent"])
        if request.get("strided"):
            args, cotangent = [_strided(a) for a in args], _strided(cotangent)

        def remember(tensor):
            saved.append(tuple(tensor.shape))
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(remember, lambda t: t):
            value = target(*args)
        if request.get("then") is not None:
            target(*(self.arrive(a) for a in request["then"]))
        # An autograd function's context is the graph's node: what it holds as attributes
        # is kept for backward like what it saved.
        kept = vars(value.grad_fn) if hasattr(value.grad_fn, "__dict__") else {}
        saved += [tuple(t.shape) for t in kept.values() if isinstance(t, torch.Tensor)]
        reply = {"saved": [list(s) for s in saved]}
        if request.get("second") is not None:
            cotangent.requires_grad_()
            grads = torch.autograd.grad(value, leaves, cotangent, create_graph=True)
            reply["second"] = self.leave(
                torch.autograd.grad(grads[0], cotangent, self.arrive(request["second"]))[0]
            )
        else:
            value.backward(cotangent)
            grads = [leaf.grad for leaf in leaves]
        reply["grads"] = [self.leave(g) for g in grads]
        reply["cotangent"] = self.leave(cotangent)
        reply["value"] = self.leave(value)
        return reply

    def do_get(self, request):
        """Return an attribute, by dotted path, of a named object or a handle."""
        return {"value": self.leave(self.target(request))}

    def do_parameters(self, request):
        """Return values of a module's parameters by every name that reaches them."""
        named = self.arrive(request["handle"]).named_parameters(remove_duplicate=False)
        return {"value": {name: self.leave(p) for name, p in named}}

    def do_gradients(self, request):
        """Return gradients of a module's parameters by every name that reaches them."""
        named = self.arrive(request["handle"]).named_parameters(remove_duplicate=False)
        return {"value": {name: self.leave(p.grad) for name, p in named}}

    def do_set_parameter(self, request):
        """Write values into one parameter, reached by one of its names."""
        import torch

        named = dict(self.arrive(request["handle"]).named_parameters(remove_duplicate=False))
        with torch.no_grad():
            named[request["name"]].copy_(self.arrive(request["values"]))
        return {"value": None}

    # -- values on their way in and out -----------------------------------------------------

    def target(self, request):
        if "handle" in request:
            target, path = self.arrive(request["handle"]), request.get("name") or ""
            names = path.split(".") if path else []
        else:
            first, *names = request["name"].split(".")
            if first in MODULES:
                target = importlib.import_module(MODULES[first])
            elif first in self.namespace:
                target = self.namespace[first]
            else:
                raise NameError(f"name {first!r} is not defined")
        for name in names:
            target = getattr(target, name)
        return target

    def arrive(self, value):
        """Convert a value of the grammar to what the student's code sees."""
        if isinstance(value, protocol.Handle):
            return self.handles[value.index]
        if isinstance(value, protocol.Callback):
            return lambda *args, **kwargs: self._call_back(value.name, args, kwargs)
        if isinstance(value, (list, tuple)):
            return type(value)(self.arrive(v) for v in value)
        if isinstance(value, dict):
            return {k: self.arrive(v) for k, v in value.items()}
        if isinstance(value, protocol.Array):
            return np.array(value.values) if value.kind == "numpy" else _tensor(value)
        return value

    def _call_back(self, name, args, kwargs):
        """Ask the examiner's function; raise an error here where the examiner sends a `Failure`."""
        named = {key: self.leave(value) for key, value in kwargs.items()}
        value = self.call_back(name, [self.leave(a) for a in args], named)
        if isinstance(value, protocol.Failure):
            raise (SystemExit if "SystemExit" in value.types else RuntimeError)(value.message)
        return self.arrive(value)

    def leave(self, value):
        """Convert the student's value to the grammar; keep any other value behind a handle."""
        with _reading():
            return self._leave(value)

    def _leave(self, value):
        if value is None or isinstance(value, bool) or type(value) in (int, float, str):
            return value
        if isinstance(value, (np.ndarray, np.generic)):
            plain = np.array(value, subok=False)
            if plain.dtype.name in protocol._DTYPES:
                return protocol.Array(plain)
        elif isinstance(value, (list, tuple)) and len(value) <= 1000:
            return (tuple if isinstance(value, tuple) else list)(self._leave(v) for v in value)
        elif isinstance(value, dict) and len(value) <= 1000:
            return {str(k): self._leave(v) for k, v in value.items()}
        else:
            tensor = _array(value)
            if tensor is not None:
                return tensor
        self.handles.append(value)
        return protocol.Handle(len(self.handles) - 1, type(value).__name__)


class _Unreadable(Exception):
    """A value that a student's code gave back cannot be read; `error` is what reading it raised."""

    def __init__(self, error: Exception):
        self.error = error
        super().__init__()


@contextlib.contextmanager
def _reading():
    """Turn errors while the agent reads a value into `_Unreadable`: they are not the student's."""
    try:
        yield
    except Exception as error:
        raise _Unreadable(error) from error


def _of_a_library(error: Exception, asked: dict, namespace: dict) -> bool:
    """Return whether it was raised in a library that an expression calls, not in a student's code.

    The expression's frames have the globals `asked`, those of a student's code `namespace`.
    """
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    below = frames[max((n for n, f in enumerate(frames) if f.f_globals is asked), default=0) + 1 :]
    return bool(below) and not any(frame.f_globals is namespace for frame in frames)


def failure(error: BaseException) -> protocol.Failure:
    """Return an exception in the grammar; leave out a text that itself fails to print."""
    try:
        message = str(error)
    except Exception:  # noqa: BLE001 - a student's __str__ may do anything
        message = ""
    return protocol.Failure(tuple(c.__name__ for c in type(error).__mro__), message)


@contextlib.contextmanager
def _surroundings(request):
    """Set the device mode and the memory limit under which one request runs."""
    with contextlib.ExitStack() as stack:
        if request.get("device") == "standin":
            from autograder.sandboxed import standin

            stack.enter_context(standin.active())
        if request.get("limit_bytes"):
            stack.enter_context(devices.limited(request.get("device"), request["limit_bytes"]))
            stack.enter_context(_address_space(request["limit_bytes"], request.get("device")))
        yield


@contextlib.contextmanager
def _address_space(extra: int, device: str | None):
    """Limit the block to `extra` bytes of address space beyond those that the process has now.

    CUDA reserves far more addresses than it uses: with it, writable memory is limited.
    """
    import resource

    kind, field = (resource.RLIMIT_DATA, 5) if device == "cuda" else (resource.RLIMIT_AS, 0)
    with open("/proc/self/statm") as f:
        now = int(f.read().split()[field]) * resource.getpagesize()
    soft, hard = resource.getrlimit(kind)
    wanted = now + extra if soft == resource.RLIM_INFINITY else min(now + extra, soft)
    resource.setrlimit(kind, (wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(kind, (soft, hard))


def _tensor(array: protocol.Array):
    import torch

    if array.dtype == "bfloat16":
        tensor = torch.from_numpy(np.array(array.values)).to(torch.bfloat16)
    else:
        tensor = torch.from_numpy(np.array(array.values))
    if array.device == "standin":
        from autograder.sandboxed import standin

        tensor = standin.to_device(tensor)
    elif array.device != "cpu":
        tensor = tensor.to(array.device)
    return tensor.requires_grad_() if array.grad else tensor


def _array(value):
    """Return a tensor as an `Array` with its real device; None for other values and unsendable dtypes."""
    import torch

    if not isinstance(value, torch.Tensor):
        return None
    from autograder.sandboxed import standin

    tensor = value.detach()
    device = "standin" if standin.is_on_device(value) else value.device.type
    if device == "standin":
        tensor = standin.to_host(tensor)
    if tensor.layout is not torch.strided:
        tensor = tensor.to_dense()
    tensor = tensor.cpu().contiguous()
    dtype = str(tensor.dtype).removeprefix("torch.")
    if dtype == "bfloat16":
        tensor = tensor.float()
    elif dtype not in protocol._DTYPES:
        return None
    # `force`: a tensor of zeros that takes no memory can be read only this way
    return protocol.Array(tensor.numpy(force=True), "torch", dtype, device)


def _strided(value, how=True):
    """Return the same values in another memory layout.

    The first axis is innermost, as in a transposed array; up to two axes have gaps, as in slices of larger
    arrays. The numbers of a NumPy array are in reverse order too, unless `how` is "forwards": PyTorch has no
    such tensors, so code that passes its input to PyTorch needs a copy.
    """
    numpy = isinstance(value, np.ndarray)
    if not numpy and not hasattr(value, "repeat_interleave"):
        return value
    if value.ndim == 0 or (not numpy and value.requires_grad):
        return value
    backwards = numpy and how != "forwards"
    value = np.flip(value) if backwards else value
    gaps = {0, value.ndim - 1} if value.ndim < 3 else set()  # an array with gaps is in no order for NumPy
    for axis in gaps:
        value = np.repeat(value, 2, axis) if numpy else value.repeat_interleave(2, axis)
    turned = tuple(reversed(range(value.ndim)))
    value = np.asfortranarray(value) if numpy else value.permute(turned).contiguous().permute(turned)
    value = value[(slice(None, None, 2),) * len(gaps)] if gaps else value
    return np.flip(value) if backwards else value


@contextlib.contextmanager
def _numpy_seen():
    """Yield a list that is filled if a tensor is handed to NumPy inside the block, by any code."""
    import torch
    from torch.overrides import TorchFunctionMode

    seen = []

    class Watch(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            if func in (torch.Tensor.numpy, torch.Tensor.__array__):
                seen.append(True)
            return func(*args, **(kwargs or {}))

    with Watch():
        yield seen


def _share_memory(value, argument) -> bool:
    """Return whether an argument shares memory with a result, or with an item of a tuple or list."""
    if isinstance(value, (tuple, list)):
        return any(_share_memory(item, argument) for item in value if not isinstance(item, (tuple, list)))
    if isinstance(value, np.ndarray) and isinstance(argument, np.ndarray):
        return bool(np.shares_memory(value, argument))
    if _has_storage(value) and _has_storage(argument):
        return value.untyped_storage().data_ptr() == argument.untyped_storage().data_ptr() != 0
    return False


def _has_storage(value) -> bool:
    """Return whether a value has one storage: a sparse tensor has several, a lazy tensor of zeros none."""
    return hasattr(value, "untyped_storage") and "strided" in str(value.layout) and not value._is_zerotensor()


# For the expressions of checks: NumPy's own, from before a student's code runs, for any readable tensor.
_shares_memory, _array_equal = np.shares_memory, np.array_equal


def shares_memory(one, other) -> bool:
    return bool(_shares_memory(_plain(one), _plain(other)))


def same_values(one, other) -> bool:
    return bool(_array_equal(_plain(one), _plain(other)))


def _plain(value):
    return value.to_dense().numpy(force=True) if hasattr(value, "to_dense") else value


def serve(namespace: dict, connection: socket.socket, left_on: Sequence[str] = ()) -> None:
    """Answer requests of a `Remote` student until the examiner hangs up."""
    reader = protocol.Reader()

    def receive():
        while True:
            found, message = reader.next()
            if found:
                return message
            data = connection.recv(1 << 16)
            if not data:
                raise EOFError
            reader.feed(data)

    def call_back(name, args, kwargs):
        connection.sendall(protocol.encode({"call_back": name, "args": args, "kwargs": kwargs}))
        return receive()["returns"]

    agent = Agent(namespace, call_back, left_on)
    while True:
        try:
            request = receive()
        except EOFError:
            return
        reply = agent.answer(request)
        try:
            data = protocol.encode(reply)
        except TypeError as error:
            data = protocol.encode(protocol.Failure(("TypeError",), str(error)))
        connection.sendall(data)
