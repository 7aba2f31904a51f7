"""Generated values of the wire's grammar, to stand in the place of what a student's code gives back.

Each comes with a name that says what it is. Some are made from the right answer's own value: its
dtype, its shape, one of its entries changed.
"""

from collections.abc import Callable, Iterator

import numpy as np

from autograder.checks.student import Answer
from autograder.sandboxed import protocol

DTYPES = [*protocol._DTYPES, "bfloat16"]
INTEGERS = [
    0,
    1,
    -1,
    2,
    7,
    255,
    2**31,
    -(2**31),
    2**53 + 1,
    2**63,
    -(2**63) - 1,
    2**64,
    10**308,
    10**309,
    -(10**399),
]
FLOATS = [0.0, -0.0, 0.5, -1.0, 1e-320, 1.7e308, -1.7e308, float("nan"), float("inf"), float("-inf")]
TEXTS = ["", "1", "nan", "a" * 500, "\ud800", "é\n\0"]
FAILURES = [
    ("IndexError",),
    ("TypeError",),
    ("ValueError",),
    ("RuntimeError",),
    ("MemoryError",),
    ("AttributeError",),
    ("Nothing", "ValueError", "TypeError", "IndexError"),
    (),
]


def arrays(real: protocol.Array | None) -> Iterator[tuple[str, protocol.Array]]:
    """Arrays of every dtype and of many shapes, made from the right answer's where that is one."""
    values = real.values if real is not None else np.arange(6.0).reshape(2, 3)
    kind, device = (real.kind, real.device) if real is not None else ("numpy", "cpu")

    def made(v, dtype="", kind=kind, device=device):
        return protocol.Array(np.asarray(v), kind, dtype or np.asarray(v).dtype.name, device)

    with np.errstate(all="ignore"):
        for dtype in DTYPES:
            cast = values.real.astype("float32" if dtype == "bfloat16" else dtype)
            yield f"as {dtype}", made(cast, dtype, "torch" if dtype == "bfloat16" else kind)
        for name, v in _shapes(values):
            yield name, made(v)
        for number in (np.nan, np.inf, -np.inf, 1.7e308, 0.0, -1.0):
            yield f"all {number}", made(np.full(values.shape, number))
        for number in (2**63 - 1, -(2**63), -1, 200, 2**40):
            yield f"all {number}", made(np.full(values.shape, number, np.int64))
        yield "all 2**64 - 1", made(np.full(values.shape, 2**64 - 1, np.uint64))
        if values.size:
            for number in (np.nan, np.inf, 1e308):
                one = values.astype(np.float64 if values.dtype.kind != "c" else values.dtype)
                one.flat[values.size // 2] = number
                yield (
                    f"one entry {number}",
                    made(one.astype(values.dtype) if values.dtype.kind == "f" else one),
                )
            if values.dtype.kind in "iu":
                for number in (-1, values.max().item() + 1, np.iinfo(values.dtype).max):
                    one = values.copy()
                    one.flat[0] = np.array(number % 2**64, np.uint64).astype(values.dtype)
                    yield f"one entry {number}", made(one)
            yield "shifted by one", made(np.roll(values, 1))
            yield (
                "plus one",
                made(values + np.ones((), values.dtype) if values.dtype.kind != "b" else ~values),
            )
        yield "not changed but the kind", made(values, kind="torch" if kind == "numpy" else "numpy")
        yield "on another device", made(values, kind="torch", device="cpu" if device != "cpu" else "standin")


def _shapes(values) -> Iterator[tuple[str, np.ndarray]]:
    yield "transposed", values.T
    yield "flattened", values.reshape(-1)
    yield "an axis more in front", values[None]
    yield "an axis more at the end", values[..., None]
    yield "no axis", np.array(1.0)
    yield "no axis, of its dtype", values.reshape(-1)[:1].sum(keepdims=False)
    yield "empty", np.zeros(0)
    yield "empty, with axes", np.zeros((0, 3))
    yield "empty, of its axes", np.zeros((0,) * values.ndim, values.dtype)
    yield "six axes", np.ones((1, 2, 1, 2, 1, 2))
    if values.ndim:
        yield (
            "one longer",
            np.concatenate([values, values[-1:] if len(values) else np.ones((1, *values.shape[1:]))]),
        )
        yield "one shorter", values[:-1]
        yield "one wider", np.concatenate([values, values[..., -1:]], axis=-1)
        yield "one narrower", values[..., :-1]
        yield "the first alone", values[0] if len(values) else values


def anything(real) -> Iterator[tuple[str, object]]:
    """Values of the grammar, in the place of the value `real`."""
    yield from arrays(real if isinstance(real, protocol.Array) else None)
    handles = protocol.Handle(0, "Thing"), protocol.Handle(10**6, "")
    simple = [None, True, False, *INTEGERS, *FLOATS, *TEXTS, [], (), {}, *handles]
    for value in simple:
        yield _name(value), value
    some = protocol.Array(np.ones(3))
    for value in (
        [1, [2, [3]]],
        [[1, 2], [3]],
        (1, 2),
        (1, "2"),
        (None, None),
        [0.5, float("nan")],
        (some, some),
        [some, None],
        (some, some, some),
        [10**399] * 3,
        {"a": 1},
        {"": None},
        ("x",) * 5,
    ):
        yield _name(value), value
    if isinstance(real, (list, tuple)) and real:
        yield "a list or tuple one longer", type(real)([*real, real[-1]])
        yield "a list or tuple one shorter", real[:-1]
        yield "the other of list and tuple", list(real) if isinstance(real, tuple) else tuple(real)
        yield "in another order", real[::-1]
        yield "its first item alone", real[0]
    if isinstance(real, dict) and real:
        yield "a key is missing", dict(list(real.items())[1:])
        yield "a key more", real | {"another": protocol.Array(np.ones(2))}
        yield "other keys", {f"x{k}": v for k, v in real.items()}
    if isinstance(real, protocol.Array) and real.values.size:
        yield (
            "as a nested list",
            real.values.reshape(-1)[:500].tolist() if real.values.dtype.kind != "c" else [],
        )
    if type(real) in (int, float) and abs(real) < 1e300:
        for name, value in (
            ("plus one", real + 1),
            ("negative", -real),
            ("as float", float(real)),
            ("as int", int(real)),
            ("as array", protocol.Array(np.array(real if abs(real) < 2**62 else 1))),
            ("as tensor", protocol.Array(np.array(float(real)), "torch")),
            ("twice", 2 * real),
        ):
            yield name, value
    if isinstance(real, str):
        for name, value in (
            ("reversed", real[::-1]),
            ("longer", real + " "),
            ("half", real[: len(real) // 2]),
        ):
            yield name, value


def _name(value) -> str:
    if type(value) is int and abs(value) > 10**20:
        return f"an int of {len(str(abs(value)))} digits{', negative' if value < 0 else ''}"
    text = ascii(value)
    return text if len(text) < 60 else f"{text[:50]}..."


def changes(real) -> Iterator[tuple[str, object]]:
    """As `anything`; and one item of a list, tuple or dict replaced, or every one in the same way."""
    yield from anything(real)
    if isinstance(real, (list, tuple)) and 1 < len(real) <= 8:
        yield from _alike(list(real), lambda items: type(real)(items))
    if isinstance(real, dict) and 1 < len(real) <= 8:
        yield from _alike(list(real.values()), lambda items: dict(zip(real, items)))
    if isinstance(real, (list, tuple)) and len(real) <= 8:
        for n, item in enumerate(real):
            for name, value in anything(item):
                yield f"item {n}: {name}", type(real)([*real[:n], value, *real[n + 1 :]])
    if isinstance(real, dict):
        for key in list(real)[:8]:
            for name, value in anything(real[key]):
                yield f"item {key!r}: {name}", real | {key: value}


def _alike(items: list, together: Callable) -> Iterator[tuple[str, object]]:
    """The changes that all items allow, made to all of them at once."""
    each = [dict(anything(item)) for item in items]
    for name in each[0]:
        if all(name in changed for changed in each):
            yield f"each item: {name}", together([changed[name] for changed in each])


def replies(real) -> Iterator[tuple[str, object]]:
    """What can stand in the place of a whole reply: the value, each observation, an exception."""
    for types in FAILURES:
        yield f"raises {', '.join(types) or 'nameless'}", protocol.Failure(types, "id 3 of nothing")
    if not isinstance(real, dict):  # it raised
        for name, value in anything(None):
            yield f"value: {name}", {"value": value}
        return
    for name, value in changes(real["value"]):
        yield f"value: {name}", real | {"value": value}
    for field_ in Answer._fields:
        if field_ in ("value", "raised") or field_ not in real:
            continue
        for name, value in changes(real[field_]):
            yield f"{field_}: {name}", real | {field_: value}
    if "raised" in real:
        yield "raised: nothing", {k: v for k, v in real.items() if k != "raised"}
    elif "args" in real:
        for types in FAILURES:
            yield f"raised: {types}", real | {"raised": protocol.Failure(types, "no"), "value": None}
