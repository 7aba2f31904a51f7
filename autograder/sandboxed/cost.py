"""The cost of a call, without a clock: bytes at the peak, and steps that can be counted.

    with Meter() as meter:
        result = call(E, ids)
    meter.peak_bytes    # most bytes alive at one time, of those made inside
    meter.steps         # operations dispatched by PyTorch + lines of Python run

The same call costs the same on every machine and under any load, so a check can compare a
size with four times that size: a loop over the table's rows then shows as four times the
steps, and a one-hot matrix as four times the bytes. What was made before the call is not
counted, even where the call makes views of it or writes into it.

Bytes of PyTorch are those of the storages that operations return, each storage once, until
it is freed (a view costs nothing; scratch memory within one operation is not seen). Bytes
of NumPy are tracemalloc's, which counts Python objects as well: a few kB of noise. The two
are added moment by moment. Lines are counted in every Python file but PyTorch's own, whose
work shows as operations, and the stand-in's; imports count for neither. A loop inside a C
function that calls no Python (`sum(range(V))`) is not seen.

Garbage from before the call is collected after it, so its finalizers add no steps to the call.

It nests with `standin.active()` in either order. A trace function and a running tracemalloc
are restored, except that tracemalloc's own peak is reset.
"""

import gc
import importlib
import os
import sys
import tracemalloc
import weakref

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from autograder.sandboxed import standin, standin_rules, standin_tensor
from autograder.sandboxed.standin_rules import tensors_in

_UNCOUNTED_FOLDER = os.path.dirname(torch.__file__) + os.sep
_UNCOUNTED_FILES = {m.__file__ for m in (standin, standin_rules, standin_tensor)} | {__file__}
_IMPORT_SYSTEM = "<frozen importlib._bootstrap>"


class Meter:
    """Measures one `with` block. Not reentrant, nor for two threads at a time."""

    running = False
    # Set by a fork server that has frozen its objects so that processes share their pages: to find out,
    # the collector would walk through hundreds of thousands of them.
    frozen_for_good = False

    def __init__(self):
        self.peak_bytes = 0  # PyTorch's and NumPy's together, at the worst moment
        self.torch_bytes = 0  # the peak of PyTorch's alone, which has no noise
        self.operations = 0
        self.lines = 0

    @property
    def steps(self) -> int:
        return self.operations + self.lines

    def __enter__(self):
        if Meter.running:
            raise RuntimeError("a Meter is already measuring: one block cannot be measured twice")
        Meter.running = True
        importlib.import_module("torch._dynamo")  # torch would in its first mode, slowly under a trace
        self._storages = _Storages(self._torch_changes)
        self._mode = _Operations(self, self._storages)
        self._line_counter = _LineCounter(self)
        self._was_tracing_memory = tracemalloc.is_tracing()
        if not self._was_tracing_memory:
            tracemalloc.start()
        gc.freeze()
        self._mode.__enter__()
        tracemalloc.reset_peak()
        self._before = tracemalloc.get_traced_memory()[0]
        self._line_counter.start(sys._getframe(1))
        return self

    def __exit__(self, *error):
        self._line_counter.stop()
        self.note_peak()
        self._mode.__exit__(*error)
        self._storages.forget()
        if not Meter.frozen_for_good:
            gc.unfreeze()
        if not self._was_tracing_memory:
            tracemalloc.stop()
        Meter.running = False

    def note_peak(self):
        """Update the peak with what tracemalloc saw since the last note; PyTorch's bytes stood still."""
        traced = tracemalloc.get_traced_memory()[1] - self._before
        self.peak_bytes = max(self.peak_bytes, max(traced, 0) + self._storages.bytes)
        tracemalloc.reset_peak()

    def leave_out(self, traced_before: int):
        """Exclude what Python allocated since `traced_before` (an import's code objects)."""
        self._before += tracemalloc.get_traced_memory()[0] - traced_before
        tracemalloc.reset_peak()

    def _torch_changes(self, change: int):
        self.note_peak()
        self._storages.bytes += change
        self.torch_bytes = max(self.torch_bytes, self._storages.bytes)
        self.note_peak()


class _Storages:
    """The storages made inside the block and still alive, by identity."""

    def __init__(self, changes):
        self.bytes = 0
        self._changes = changes
        self._made = {}  # id of the storage -> [weak reference, bytes]
        self._found = {}  # storages that were there before: id -> weak reference

    def found(self, tensor):
        """Note an argument of an operation: a storage that is not ours existed before the block."""
        for storage in _storages_of(tensor):
            key = storage._cdata
            if key not in self._made and key not in self._found:
                self._found[key] = weakref.ref(storage, lambda _, key=key: self._found.pop(key, None))

    def made(self, tensor):
        """Note a tensor that an operation returned; a storage may also have grown."""
        for storage in _storages_of(tensor):
            key, size = storage._cdata, storage.nbytes()
            if key in self._found:
                continue
            if key not in self._made:
                self._made[key] = [weakref.ref(storage, lambda _, key=key: self._freed(key)), 0]
            before, self._made[key][1] = self._made[key][1], size
            if size != before:
                self._changes(size - before)

    def _freed(self, key):
        if key in self._made:
            self._changes(-self._made.pop(key)[1])

    def forget(self):
        self._made.clear()
        self._found.clear()


class _Operations(TorchDispatchMode):
    """Counts the operations and shows their tensors to the storages."""

    # Their argument was made by reading Python data, where no operation shows it.
    FROM_PYTHON = ("aten::lift_fresh", "aten::lift")

    def __init__(self, meter, storages):
        super().__init__()
        self.meter, self.storages = meter, storages

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        self.meter.operations += 1
        from_python = func._schema.name in self.FROM_PYTHON
        for tensor in tensors_in((args, kwargs)):
            # `torch.from_numpy` shares NumPy's memory, which torch cannot resize: not made here.
            fresh = from_python and tensor.untyped_storage().resizable()
            (self.storages.made if fresh else self.storages.found)(tensor)
        result = func(*args, **kwargs)
        for tensor in tensors_in(result):
            self.storages.made(tensor)
        return result


class _LineCounter:
    """A trace function that counts lines, and leaves imports out of every count."""

    def __init__(self, meter):
        self.meter = meter
        self._importing = None  # the outermost frame of the import system that is running

    def start(self, frame):
        self._before, self._frame, self._frame_before = sys.gettrace(), frame, frame.f_trace
        frame.f_trace = self._inside  # a loop written in the block itself counts too
        sys.settrace(self._enters)

    def stop(self):
        sys.settrace(self._before)
        self._frame.f_trace = self._frame_before
        self._frame = None

    def _enters(self, frame, event, argument):
        if self._importing is not None:
            return None
        file = frame.f_code.co_filename
        if file == _IMPORT_SYSTEM:
            if frame.f_code.co_name != "_find_and_load":
                return None
            self.meter.note_peak()
            self._importing, self._traced = frame, tracemalloc.get_traced_memory()[0]
            return self._import_ends
        if file in _UNCOUNTED_FILES or file.startswith(_UNCOUNTED_FOLDER):
            return None
        return self._inside

    def _inside(self, frame, event, argument):
        if event == "line":
            self.meter.lines += 1
        return self._inside

    def _import_ends(self, frame, event, argument):
        if event == "return" and frame is self._importing:
            self._importing = None
            self.meter.leave_out(self._traced)
        return self._import_ends


def _storages_of(tensor):
    """Return the storages of a tensor: one, those of a sparse tensor's parts, or none for "meta"."""
    tensor = standin.memory_of(tensor)
    if tensor.is_meta:  # the student's own, without memory; a stand-in's tensor is on the CPU by now
        return []
    if tensor.layout is torch.strided:
        parts = [tensor]
    elif tensor.layout is torch.sparse_coo:
        parts = [tensor._indices(), tensor._values()]
    elif tensor.layout in (torch.sparse_csr, torch.sparse_bsr):
        parts = [tensor.crow_indices(), tensor.col_indices(), tensor.values()]
    elif tensor.layout in (torch.sparse_csc, torch.sparse_bsc):
        parts = [tensor.ccol_indices(), tensor.row_indices(), tensor.values()]
    else:
        raise RuntimeError(f"cannot measure a tensor with layout {tensor.layout}")
    return [part.untyped_storage() for part in parts]
