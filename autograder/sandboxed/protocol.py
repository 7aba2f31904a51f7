"""The closed grammar of messages between the examiner and a submission's process.

A message is a JSON header and the raw bytes of its arrays. What can cross is listed
here and nowhere else: None, bool, int, float, str, list, tuple, dict with str keys,
`Array`, `Handle` (an object that stays in the submission's process), `Callback` (a
function that stays with the examiner) and `Failure` (an exception's type names and
text). Nothing in a message can execute: no pickle, no eval, no import by name.

`decode` trusts nothing. For any input, it returns a value of the grammar or
raises `ProtocolError`.
"""

import json
import math
import struct
from dataclasses import dataclass, field

import numpy as np

from autograder.sandboxed import echo

MAX_HEADER = 1 << 20  # bytes of JSON
MAX_PAYLOAD = 64 << 20  # bytes of array data
MAX_DEPTH = 8
MAX_ITEMS = 10_000
MAX_INT_DIGITS = 400
UNREADABLE = "Unreadable"  # first of a failure's types if reading the value raised, not the student's code

_PREFIX = struct.Struct("<II")
_DTYPES = {
    name: np.dtype(name)
    for name in (
        "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128"
    ).split()
}


class ProtocolError(Exception):
    """A message that does not follow the grammar, or is over its limits."""


class OverLimit(ProtocolError):
    """A message of the grammar that is too long, too deep or has too many items."""


@dataclass(frozen=True)
class Array:
    """An array or tensor in a message: its values, and properties as its owner reports them.

    `values` is a NumPy array; for the dtype "bfloat16", which NumPy lacks, its values
    as float32. `kind` is "numpy" or "torch". `device` is "cpu", "standin" or "cuda",
    as the sending process reports it. `grad` asks for a leaf that requires a gradient.
    """

    values: np.ndarray
    kind: str = "numpy"
    dtype: str = ""
    device: str = "cpu"
    grad: bool = False

    def __post_init__(self):
        if not self.dtype:
            object.__setattr__(self, "dtype", self.values.dtype.name)


@dataclass(frozen=True)
class Handle:
    """An object that stays in the submission's process; `type` is its class name as `echo` shows it."""

    index: int
    type: str = ""


@dataclass(frozen=True)
class Callback:
    """A function that stays with the examiner; the submission calls it by name."""

    name: str


@dataclass(frozen=True)
class Failure:
    """An exception in the submission's process: the names of its classes, and its text."""

    types: tuple = field(default=())
    message: str = ""


def to_bfloat16_bits(values) -> np.ndarray:
    """Round float32 values to the nearest bfloat16 (ties to even), as uint16 bits."""
    bits = np.ascontiguousarray(values, dtype=np.float32).view(np.uint32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    nan = np.isnan(values)
    return np.where(nan, np.uint16(0x7FC0), rounded) if np.any(nan) else rounded


def from_bfloat16_bits(bits) -> np.ndarray:
    """Return the float32 values of bfloat16 bits given as uint16."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


def encode(value) -> bytes:
    """Encode one message: prefix, JSON header, array bytes. Raise TypeError for other values."""
    buffers: list[bytes] = []
    header = json.dumps(_tree(value, buffers, 0), allow_nan=False).encode()
    payload = b"".join(buffers)
    return _PREFIX.pack(len(header), len(payload)) + header + payload


def _tree(value, buffers, depth):
    if depth > MAX_DEPTH:
        raise TypeError(f"value nested deeper than {MAX_DEPTH}")
    if value is None or value is True or value is False or type(value) is str:
        return value
    if type(value) is int:
        if abs(value) >= 10**MAX_INT_DIGITS:
            raise TypeError(f"integers of more than {MAX_INT_DIGITS} digits do not cross")
        return {"int": str(value)}
    if type(value) is float:
        return {"float": value.hex()}
    if type(value) in (list, tuple):
        return {type(value).__name__: [_tree(x, buffers, depth + 1) for x in value]}
    if type(value) is dict:
        return {"dict": [[str(k), _tree(v, buffers, depth + 1)] for k, v in value.items()]}
    if isinstance(value, Handle):
        return {"handle": value.index, "type": value.type[:100]}
    if isinstance(value, Callback):
        return {"callback": value.name}
    if isinstance(value, Failure):
        return {"failure": [str(t)[:100] for t in value.types], "message": value.message[:2000]}
    if isinstance(value, np.ndarray):
        value = Array(value)
    if isinstance(value, Array):
        values = np.ascontiguousarray(value.values)
        raw = to_bfloat16_bits(values) if value.dtype == "bfloat16" else values
        if value.dtype != "bfloat16" and value.dtype not in _DTYPES:
            raise TypeError(f"arrays of dtype {value.dtype} do not cross")
        buffers.append(raw.tobytes())
        return {
            "array": value.dtype,
            "shape": list(value.values.shape),
            "kind": value.kind,
            "device": value.device,
            "grad": value.grad,
        }
    raise TypeError(f"values of type {type(value).__name__} do not cross")


class Reader:
    """Turns a stream of bytes into messages, within the limits."""

    def __init__(self):
        self._data = bytearray()

    def feed(self, data: bytes):
        self._data += data

    def next(self):
        """Return (found, value): the next whole message, or (False, None) while it is incomplete."""
        if len(self._data) < _PREFIX.size:
            return False, None
        header, payload = _PREFIX.unpack_from(self._data)
        if header > MAX_HEADER or payload > MAX_PAYLOAD:
            raise OverLimit(f"a message is over the limit of {MAX_HEADER + MAX_PAYLOAD} bytes")
        end = _PREFIX.size + header + payload
        if len(self._data) < end:
            return False, None
        message = bytes(self._data[_PREFIX.size : end])
        del self._data[:end]
        return True, decode(message[:header], memoryview(message)[header:])


def decode(header: bytes, payload) -> object:
    """Decode one message. Raise `ProtocolError` for anything malformed."""
    try:
        return _Decoder(payload).value(json.loads(header), 0)
    except ProtocolError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError) as e:
        raise ProtocolError(f"malformed message: {type(e).__name__}") from None


class _Decoder:
    def __init__(self, payload):
        self.payload, self.offset, self.items = payload, 0, 0

    def value(self, node, depth):
        self.items += 1
        if depth > MAX_DEPTH or self.items > MAX_ITEMS:
            raise OverLimit("a value is nested too deep or has too many items")
        if node is None or isinstance(node, (bool, str)):
            return node
        if not isinstance(node, dict):
            raise ProtocolError(f"unexpected JSON {type(node).__name__}")
        if "int" in node:
            return int(node["int"][: MAX_INT_DIGITS + 1])
        if "float" in node:
            return float.fromhex(node["float"])
        if "list" in node:
            return [self.value(x, depth + 1) for x in node["list"]]
        if "tuple" in node:
            return tuple(self.value(x, depth + 1) for x in node["tuple"])
        if "dict" in node:
            return {str(k): self.value(v, depth + 1) for k, v in node["dict"]}
        if "handle" in node:
            return Handle(int(node["handle"]), echo.class_name(str(node.get("type", ""))))
        if "callback" in node:
            return Callback(str(node["callback"])[:100])
        if "failure" in node:
            types = tuple(str(t)[:100] for t in node["failure"][:20])
            return Failure(types, str(node["message"])[:2000])
        return self.array(node)

    def array(self, node):
        name, shape = node["array"], tuple(int(n) for n in node["shape"])
        if len(shape) > 32 or any(n < 0 for n in shape):
            raise ProtocolError("an array has an impossible shape")
        dtype = np.dtype(np.uint16) if name == "bfloat16" else _DTYPES[name]
        size = math.prod(shape) * dtype.itemsize
        raw = self.payload[self.offset : self.offset + size]
        if len(raw) != size:
            raise ProtocolError("an array's bytes do not match its shape")
        self.offset += size
        values = np.frombuffer(raw, dtype)
        if name == "bfloat16":
            values = from_bfloat16_bits(values)
        kind, device = str(node["kind"])[:10], str(node["device"])[:20]
        return Array(values.reshape(shape), kind, name, device, node.get("grad") is True)
