"""Filtering of the texts and names that a student's code makes up while it knows inputs.

An exception's text is shown if it looks like an error of Python, NumPy or PyTorch: a
sentence with an index and a size, or a few shapes. It is left out if it holds values of the inputs,
or numbers and letters that could be such values written in another way. A student chooses the names
of classes as well, so those of well-known classes alone are shown.

This limits what a text carries, but cannot stop everything: words can stand for values, too.
"""

import base64
import builtins
import collections
import contextlib
import re
import types
import unicodedata
from collections.abc import Iterator

import numpy as np

LENGTH = 300  # characters shown of a text
DIGITS = 24  # in all of a text
WHOLE = 5  # whole numbers that stand in no shape: indices, axes, sizes
SHAPES, AXES = 4, 6  # shapes in a text, and the axes of one
FRACTIONS, SIGNIFICANT = 2, 4  # numbers with a point, and the digits of one
LONG, LONGEST = 6, 13  # digits; one number may have more than the first: bytes of memory
WORD, MIXED, WORD_DIGITS = 40, 3, 4  # characters of a word; words with digits in them, and how many of these
FOREIGN = 60  # characters beyond ASCII
TEXTS, TEXT = 2, 20  # texts of the inputs that may be named, and the characters of one
ALTERED = 0.02  # relative; a number with a point this close to a value that was sent may stand for it
CHANCE = 0.02  # probability of finding so many numbers in an unrelated input
KEPT, ELEMENTS = 1000, 2000  # values that are remembered, and elements of one

ERRORS = {
    "AcceleratorError",
    "AxisError",
    "DeviceAssert",
    "LinAlgError",
    "OutOfMemoryError",
    "UFuncTypeError",
}
ERRORS |= {
    name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}
CLASSES = set(
    "Embedding LayerNorm Linear Module ModuleList Parameter RMSNorm Sequential Size Tensor device".split()
)
CLASSES |= {
    kind.__name__
    for module in (builtins, collections, types, np)
    for kind in vars(module).values()
    if isinstance(kind, type)
}

_ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,16}\b")
_KIND = re.compile(r"\b(?:float|bfloat|u?int|complex)(?:8|16|32|64|128)\b")
_EXTREME = re.compile(r"\b(?:9223372036854775807|9223372036854775808|18446744073709551615)\b")
_SHAPE = re.compile(r"[(\[] ?-?\d+(?:, ?-?\d+)*,? ?[)\]]|\b\d+(?:x\d+)+\b")
_NUMBER = re.compile(r"(?<![\w.])-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?!\w)")
_AMOUNT = re.compile(r"[\d.]+ [KMGT]i?B\b")  # of memory
_CODED = re.compile(r"[A-Za-z0-9+/_-]{6,}")
_SIGNS = set("…°×÷±→≤≥≠∞√∂∇≈∈")

_ESCAPE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # operating system command
    r"|[\x1b\x9b]\[?[0-?]*[ -/]*[@-~]"  # control sequence, or a shorter escape
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# These change the order in which text is displayed: they could hide what code does.
_REORDERING = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Return plain text of what a student's process wrote: no terminal codes, no control characters."""
    text = _ESCAPE.sub("", text).replace("\r\n", "\n")
    # A progress bar rewrites its line; what stood there last is what a terminal shows.
    text = "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    text = _REORDERING.sub(lambda m: f"\\u{ord(m[0]):04x}", text)
    return _CONTROL.sub("\ufffd", text)


def class_name(name: str) -> str:
    """Return the name of a class, if it is well-known; else "object"."""
    return name if name in CLASSES or name in ERRORS else "object"


def error_name(names: tuple[str, ...]) -> str:
    """Return the first well-known name of an exception's classes, which run from special to general."""
    return next((name for name in names if name in ERRORS), "Exception")


def told(names: tuple[str, ...], text: str, sent: "Sent") -> str:
    """Describe an exception, without its text if that may hold values of what was sent."""
    text = _ADDRESS.sub("at 0x…", " ".join(text.split()))  # blanks could stand for something as well
    shown = text if len(text) <= LENGTH else f"{text[:LENGTH]} …"
    if not shown:
        return error_name(names)
    if ordinary(shown) and not sent.within(shown):
        return f"{error_name(names)}: {shown}"
    return f"{error_name(names)}; its text is left out, since it may hold values of this check's inputs"


def ordinary(text: str) -> bool:
    """Return whether the text has no more numbers, and no stranger words, than a library's error."""
    text = _EXTREME.sub("", _KIND.sub("", text))
    if sum(c.isdigit() for c in text) > DIGITS or not all(map(_is_of_text, text)):
        return False
    if sum(not c.isascii() for c in text) > FOREIGN:
        return False
    shapes, rest = _SHAPE.findall(text), _SHAPE.sub(" ", text)
    numbers, words = _NUMBER.findall(rest), re.findall(r"\w+", _NUMBER.sub(" ", rest))
    fractions = [n for n in numbers if not n.lstrip("-").isdecimal()]
    whole = [n for n in (*numbers, *words) if n.lstrip("-").isdecimal()]
    mixed = [word for word in words if re.search(r"\d", word) and not word.isdecimal()]
    *lengths, longest = [0, *sorted(map(len, re.findall(r"\d+", " ".join([*shapes, *numbers, *words]))))]
    return (
        len(shapes) <= SHAPES
        and all(len(re.findall(r"\d+", shape)) <= AXES for shape in shapes)
        and len(whole) <= WHOLE
        and len(fractions) <= FRACTIONS
        and all(_significant(n) <= SIGNIFICANT for n in fractions)
        and all(n <= LONG for n in lengths)
        and longest <= LONGEST
        and all(len(word) <= WORD for word in words)
        and len(mixed) <= MIXED
        and all(sum(c.isdigit() for c in w) <= WORD_DIGITS and len(re.findall(r"\d+", w)) <= 2 for w in mixed)
    )


def plain(text: str) -> bool:
    """Return whether the text is a few words without any number."""
    return len(text) <= LENGTH and not any(c.isdigit() for c in text) and ordinary(text)


def _significant(number: str) -> int:
    """Count the significant digits of a number, trailing zeros included."""
    return len(re.sub(r"[eE].*|\D", "", number).lstrip("0"))


def _is_of_text(c: str) -> bool:
    """Return whether people write this character in text; others could stand for numbers."""
    return (
        c.isascii()
        and (c.isprintable() or c in "\n\t")
        or c in _SIGNS
        or unicodedata.category(c)[0] in "LMPZ"
    )


class Sent:
    """The latest values that a student's process was sent, but for large arrays."""

    def __init__(self):
        self._kept = collections.deque(maxlen=KEPT)

    def note(self, value) -> None:
        """Remember a value of `protocol`'s grammar."""
        if isinstance(value, dict):
            for item in value.values():
                self.note(item)
        elif isinstance(value, (list, tuple)):
            if value and all(type(x) in (int, float) and abs(x) < 1 << 63 for x in value):
                self.note(np.array(value))
            else:
                for item in value:
                    self.note(item)
        elif hasattr(value, "values"):  # a protocol.Array
            self.note(value.values)
        elif isinstance(value, np.ndarray):
            if 0 < value.size <= ELEMENTS and value.dtype.kind in "iuf":
                self._kept.append(value)
        elif type(value) is float or type(value) is int and abs(value) < 1 << 63:
            self._kept.append(np.array([value]))
        elif isinstance(value, str) and len(value) > 1:
            self._kept.append(value)

    def within(self, text: str) -> bool:
        """Return whether the text holds values sent, beyond an index, a size, a shape and a short name."""
        return self._texts(text) or self._fractions(text) or self._runs(text) or self._coded(text)

    def _arrays(self, kinds: str) -> Iterator[np.ndarray]:
        return (a.ravel() for a in self._kept if isinstance(a, np.ndarray) and a.dtype.kind in kinds)

    def _texts(self, text: str) -> bool:
        found = {x for x in self._kept if isinstance(x, str) and x in text}
        return len(found) > TEXTS or any(len(x) > TEXT for x in found)

    def _fractions(self, text: str) -> bool:
        """Return whether a number with a point is one of those sent; whole ones (0.0) are everywhere.

        A number of three digits or more may be rounded, or differ by up to `ALTERED`.
        """
        for number in _NUMBER.findall(_AMOUNT.sub("", text)):
            value, digits = float(number), _significant(number)
            tolerance = ALTERED if digits >= 3 else 1e-6
            if not value.is_integer() and any(
                np.isclose(a.astype(np.float64), value, rtol=tolerance, atol=0).any()
                for a in self._arrays("f")
            ):
                return True
        return False

    def _runs(self, text: str) -> bool:
        """Return whether whole numbers in a row stand in what was sent, too many to be there by chance."""
        loose = [int(n) for n in _NUMBER.findall(_SHAPE.sub(" ", text)) if n.lstrip("-").isdecimal()]
        runs = [loose, *([int(n) for n in re.findall(r"-?\d+", shape)] for shape in _SHAPE.findall(text))]
        runs = [run for run in runs if len(run) >= 3 and max(map(abs, run)) < 1 << 63]
        for values in self._arrays("iu"):
            apart = int(values.max()) - int(values.min()) + 1
            for run in runs:
                if len(run) <= values.size and values.size / apart ** len(run) < CHANCE:
                    windows = np.lib.stride_tricks.sliding_window_view(values, len(run))
                    if (windows == np.array(run)).all(axis=1).any():
                        return True
        return False

    def _coded(self, text: str) -> bool:
        """Return whether the text holds a value's bytes: hexadecimal, base 64 or 85, or a whole number."""
        codes = [code for word in {*_CODED.findall(text), *text.split()} for code in _decoded(word)]
        if not codes:
            return False
        held = b"".join(
            a.astype(kind).tobytes() for a in self._arrays("f") for kind in (np.float32, np.float64)
        )
        held += b"".join(
            a.astype(kind).tobytes() for a in self._arrays("iu") for kind in (np.int32, np.int64)
        )
        return any(code in held or code[::-1] in held for code in codes)


def _decoded(word: str) -> Iterator[bytes]:
    """Return the byte strings that a word may encode: of four bytes or more, three of them distinct."""
    found = []
    for decode in (base64.a85decode, base64.b85decode):
        with contextlib.suppress(ValueError):
            found.append(decode(word))
    if word.isdecimal() and len(word) > LONG:
        found += [int(word).to_bytes(size, "little") for size in (4, 8) if int(word) < 1 << 8 * size]
    elif re.fullmatch(r"(?:[0-9a-fA-F]{2}){4,}", word):
        found.append(bytes.fromhex(word))
    letters = word.rstrip("=").replace("-", "+").replace("_", "/")
    with contextlib.suppress(ValueError):
        found.append(
            base64.b64decode(
                letters[: len(letters) - (len(letters) % 4 == 1)] + "=" * (-len(letters) % 4 % 3)
            )
        )
    return (code for code in found if len(code) >= 4 and len(set(code)) > 2)
