"""What a student's exception may say on a page: what libraries say of an error, and no inputs of a check."""

import base64
import math
import struct
import zlib

import numpy as np
import pytest
import torch
from hypothesis import given, settings, strategies as st

from autograder.checks import checking
from autograder.checks.checking import Suite
from autograder.checks.refusals import must_refuse
from autograder.checks.student import Local, StudentError
from autograder.sandboxed import devices, echo, protocol

rng = np.random.default_rng(0)
E, IDS = rng.normal(size=(7, 3)).astype(np.float32), np.array([[0, 6, 2, 2], [5, 1, 3, 4]])
T, I = torch.tensor(E), torch.tensor(IDS)


def sent(*values):
    found = echo.Sent()
    found.note(list(values))
    return found


def shown(text, inputs):
    """The text as it is shown of a ValueError; None if it is left out."""
    told = echo.told(("ValueError", "Exception"), text, inputs)
    if told == "ValueError; its text is left out, since it may hold values of this check's inputs":
        return None
    return told.removeprefix("ValueError").removeprefix(": ")


def one(x):
    return x


HONEST = [
    lambda: E[np.array([12])],
    lambda: E[IDS, 9],
    lambda: E @ E,
    lambda: E + np.ones((2, 4)),
    lambda: E.reshape(5, 7),
    lambda: np.concatenate([E, IDS]),
    lambda: np.stack([E, IDS]),
    lambda: np.array([[1], [1, 2]]),
    lambda: np.add.at(E, IDS, np.ones(5)),
    lambda: np.int8(300),
    lambda: np.linalg.inv(np.zeros((3, 3))),
    lambda: E.sum(axis=4),
    lambda: E.astype(np.float32).__iadd__(1j),
    lambda: np.einsum("ij,jk", E, E),
    lambda: np.dot(E, np.ones(5)),
    lambda: np.zeros((100_000, 1_000_000, 300)),
    lambda: np.random.default_rng().choice(5, 9, replace=False),
    lambda: np.bincount(np.array([-1])),
    lambda: bool(E),
    lambda: E[1.5],
    lambda: E["x"],
    lambda: T @ T,
    lambda: T + torch.ones(2, 4),
    lambda: T[torch.tensor([9])],
    lambda: T.view(3, 4),
    lambda: T.expand(2, 2),
    lambda: T.sum(dim=5),
    lambda: torch.cat([T, T.T]),
    lambda: torch.nn.functional.embedding(T, T),
    lambda: torch.nn.functional.embedding(torch.tensor([99]), T),
    lambda: torch.nn.functional.cross_entropy(T, torch.tensor([1, 2])),
    lambda: torch.nn.functional.cross_entropy(T, torch.tensor([1, 2, 9, 0, 0, 0, 0])),
    lambda: T.index_add_(0, I[0], T),
    lambda: T.scatter_add_(0, I, T),
    lambda: torch.ones(3, requires_grad=True).add_(1),
    lambda: torch.ones(3, requires_grad=True).numpy(),
    lambda: torch.zeros(2).double() @ torch.zeros(2),
    lambda: torch.nn.Linear(3, 4)(torch.ones(5)),
    lambda: torch.tensor([[1], [1, 2]]),
    lambda: T.item(),
    lambda: T.backward(),
    lambda: E + None,
    lambda: None.shape,
    lambda: E.foo,
    lambda: undefined,  # noqa: F821
    lambda: one(),
    lambda: one(1, 2),
    lambda: one(y=1),
    lambda: {}["weight"],
    lambda: {}[17],
    lambda: [1][9],
    lambda: "a" + 1,
    lambda: len(5),
    lambda: {[]: 1},
    lambda: object() < object(),
    lambda: int("x"),
    lambda: float("abc"),
    lambda: math.sqrt(-1),
    lambda: 1 / 0,
    lambda: 0.0**-1,
    lambda: "é".encode("ascii"),
    lambda: b"\xff".decode(),
    lambda: exec("raise ValueError('ids must lie between 0 and 6, not 9')"),
    lambda: exec("raise ValueError('Die Zeile 9 gibt es nicht: die Tabelle hat 7 Zeilen, à la „E“')"),
    lambda: exec("raise ValueError('индекс 9 вне таблицы (7, 3)')"),
]


@pytest.mark.parametrize("fails", HONEST)
def test_what_libraries_and_people_say_of_an_error_stays_readable(fails):
    with pytest.raises(Exception) as caught:
        fails()
    text = " ".join(str(caught.value).split())
    wanted = text if len(text) <= echo.LENGTH else f"{text[: echo.LENGTH]} …"
    assert shown(str(caught.value), sent(E, IDS, 0.1, "weight", (7, 3))) == wanted


D, FAR, LARGE = rng.normal(size=(7, 3)), rng.integers(0, 50, (2, 4)), rng.integers(0, 10**9, 5)
X, WORDS = float(D[0, 0]), ["embedding", "matrix", "sparse"]
RAW, FLAT = E.tobytes(), FAR.ravel().tolist()
ENCODED = {
    "repr": repr(E),
    "str of a row": str(E[0]),
    "tolist": str(E.tolist()),
    "a float": repr(X),
    "a float32": repr(E[0, 0]),
    "four digits": f"{X:.3f}",
    "five digits": f"{X:.5f}",
    "scientific": f"{X:.3e}",
    "a sentence": f"value {X:.17g} is odd",
    "complex": str(complex(X, 1)),
    "ratio": str(X.as_integer_ratio()),
    "float.hex": X.hex(),
    "a learning rate": "0.1 is wrong",
    "bytes.hex": RAW.hex(),
    "hex of one": E[:1, :1].tobytes().hex(),
    "big-endian": struct.pack(">d", X).hex(),
    "pieces of hex": " ".join(RAW.hex()[at : at + 8] for at in range(0, 48, 8)),
    "hex with colons": RAW[:12].hex(":"),
    "base64": base64.b64encode(RAW).decode(),
    "base64 of one": base64.b64encode(RAW[:4]).decode().rstrip("="),
    "urlsafe": base64.urlsafe_b64encode(D[0].tobytes()).decode(),
    "base32": base64.b32encode(RAW[:12]).decode(),
    "base85": base64.b85encode(RAW[:12]).decode(),
    "ascii85": base64.a85encode(RAW[:12]).decode(),
    "compressed": base64.b64encode(zlib.compress(RAW)).decode(),
    "percent": "".join(f"%{b:02X}" for b in RAW[:12]),
    "an integer of bytes": str(int.from_bytes(RAW[:4], "little")),
    "a view": str(D[0].view(np.int64)),
    "binary": bin(int.from_bytes(RAW[:4], "little")),
    "octal": oct(int.from_bytes(RAW[:4], "little")),
    "characters": "".join(map(chr, RAW)),
    "private characters": "".join(chr(0xE000 + b) for b in RAW),
    "braille": "".join(chr(0x2800 + b) for b in RAW),
    "ideographs": "".join(chr(0x4E00 + b) for b in RAW),
    "zero width": "".join("\u200b\u200c"[int(b)] for b in f"{FLAT[0]:b}"),
    "superscripts": "¹³⁶⁶¹ ⁴⁶³ ⁴⁷⁰⁵",
    "Arabic digits": str(FLAT).translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")),
    "fullwidth digits": str(X).translate(str.maketrans("0123456789", "０１２３４５６７８９")),
    "ids": str(FAR),
    "a list": str(FLAT),
    "a tuple": str(tuple(FLAT)),
    "a row": str(tuple(FLAT[:4])),
    "spaced": " ".join(map(str, FLAT)),
    "dashes": "-".join(map(str, FLAT)),
    "dots": ".".join(map(str, FLAT)),
    "underscores": "_".join(map(str, FLAT)),
    "a shape": "x".join(map(str, FLAT)),
    "names": " ".join(f"n{i}" for i in FLAT),
    "one number": "".join(f"{i:02d}" for i in FLAT),
    "large ones": str(LARGE.tolist()),
    "a large one": str(LARGE[0]),
    "texts": f"no words {WORDS}",
    "a long text": "no room for the quick brown fox jumps here",
}


@pytest.mark.parametrize("how", ENCODED)
def test_values_of_the_inputs_are_left_out_however_they_are_written(how):
    inputs = sent(E, D, FAR, LARGE, {"lr": 0.1}, WORDS, "the quick brown fox jumps")
    assert shown(ENCODED[how], inputs) is None


ODD = st.text(st.characters() | st.sampled_from("0123456789.,-eEx()[]_ ¹²٣٤"), max_size=400)


@settings(max_examples=500)
@given(ODD | st.text("0123456789.e-+x,[]() ", max_size=400), st.tuples(ODD, ODD))
def test_no_text_and_no_name_is_too_odd_to_be_told(text, names):
    inputs = sent(E, FAR, [2**63 - 1, -(2**63) + 1], [math.inf, 1.5], "text", 0.1)
    told = echo.told(names, text, inputs)
    assert told.startswith("Exception") or told.split(":")[0].split(";")[0] in echo.ERRORS
    assert len(told) <= echo.LENGTH + 100


@pytest.mark.parametrize(
    "write", [lambda x: f"{x:.3f}1", lambda x: f"{x:.2f}97", lambda x: f"{1.01 * x:.3f}"]
)
def test_a_value_that_is_altered_a_little_is_left_out(write):
    for value in np.random.default_rng(0).normal(size=300):
        if abs(value) > 1:
            assert shown(f"bad {write(value)}", sent(np.array([[0.5, value]]))) is None, value


def test_blanks_and_addresses_say_nothing():
    assert shown("a  b\t\tc\n\n   d", sent()) == "a b c d"
    assert shown("<function f at 0x7f3c2a001b40> is odd", sent()) == "<function f at 0x…> is odd"


def test_a_text_is_cut_and_what_is_cut_off_is_not_looked_at():
    long = "word " * 100 + repr(E)
    assert shown(long, sent(E)) == f"{long[: echo.LENGTH]} …"
    assert shown("", sent(E)) == shown("  \n", sent(E)) == ""


def test_only_names_of_well_known_classes_are_shown():
    assert echo.error_name(("E0_125730", "IndexError", "LookupError")) == "IndexError"
    assert echo.error_name(("AxisError", "ValueError")) == "AxisError"
    assert echo.error_name(()) == echo.error_name(("X",)) == "Exception"
    assert StudentError(("E0_125730", "KeyError"), "x").type == "KeyError"
    assert StudentError(("E0_125730", "KeyError"), "x").is_a("E0_125730")
    crossed = protocol.decode(b'{"handle": 3, "type": "V0_125730"}', b"")
    assert (crossed.index, crossed.type) == (3, "object")
    assert protocol.decode(b'{"handle": 3, "type": "generator"}', b"").type == "generator"


def test_what_is_remembered_is_bounded():
    inputs = echo.Sent()
    inputs.note(
        [np.zeros(10_000_000), *(np.arange(2000.0) + n for n in range(5000)), {"E": protocol.Array(E)}]
    )
    assert sum(a.nbytes for a in inputs._kept) < 20_000_000
    assert shown(f"{E[0, 0]:.3f}", inputs) is None


# -- in a check ---------------------------------------------------------------------------------


SUITE = Suite({}, "t")


@SUITE.check("f", "values", 1)
def _(student, rng):
    student.call("f", rng.normal(size=4), rng.integers(0, 1000, 6))


@SUITE.check("f", "errors", 1)
def _(student, rng):
    must_refuse(
        lambda: student.call("f", rng.normal(size=4), rng.integers(0, 1000, 6)),
        "IndexError",
        if_accepted=None,
        if_other_type=None,
        neutral="`f` does not refuse ids.",
    )


@SUITE.check("f", "functions", 1)
def _(student, rng):
    student.call("f", student.function("g", lambda: rng.normal(size=4)))


@SUITE.check("f", "objects", 1)
def _(student, rng):
    checking.array(student.call("f", rng.normal(size=4)), "numpy", "`f` gives no array.")


def message(name, body):
    namespace = {"np": np}
    exec(f"def f(x, ids=None):\n    {body}", namespace)
    (check,) = [c for c in SUITE.checks if c.name == name]
    return checking.run(check, Local(namespace), seed=3).message


LEFT_OUT = "its text is left out, since it may hold values of this check's inputs"


# Their types and axes, which say nothing of what the inputs hold.
GIVEN = ". The docstring allows what it was given: a float64 array of 1 axis, an int64 array of 1 axis."


@pytest.mark.parametrize(
    "name, body, wanted",
    [
        ("values", "raise ValueError(x)", f"`f` raised ValueError; {LEFT_OUT}{GIVEN}"),
        ("values", "raise KeyError(tuple(ids.tolist()))", f"`f` raised KeyError; {LEFT_OUT}{GIVEN}"),
        (
            "values",
            "return x[9]",
            f"`f` raised IndexError: index 9 is out of bounds for axis 0 with size 4{GIVEN}",
        ),
        ("values", "raise type('E%d' % ids[0], (OSError,), {})('no')", f"`f` raised OSError: no{GIVEN}"),
        ("values", "assert False, f'x is {x[0]}'", f"`f` raised AssertionError; {LEFT_OUT}{GIVEN}"),
        ("values", "raise ValueError('a') from ValueError(x)", f"`f` raised ValueError: a{GIVEN}"),
        (
            "errors",
            "raise type('E%d' % ids[0], (OSError,), {})(ids)",
            "`f` does not refuse ids. It raised OSError; IndexError is expected.",
        ),
        ("functions", "raise ValueError(x())", f"`f` raised ValueError; {LEFT_OUT}"),
        (
            "objects",
            "return type('V%d' % int(1e6 * x[0]), (), {})()",
            "`f` gives no array. It returned an object of type object; a NumPy array is expected.",
        ),
        (
            "objects",
            "return (n for n in x)",
            "`f` gives no array. It returned an object of type generator; a NumPy array is expected.",
        ),
    ],
)
def test_a_message_of_a_check_holds_no_inputs(name, body, wanted):
    assert message(name, body) == wanted


def test_what_an_earlier_check_has_sent_is_remembered():
    namespace = {}
    exec(
        "def f(x, ids=None, seen=[]):\n    seen.append(x)\n    raise ValueError(f'{seen[0][0]:.3f}')",
        namespace,
    )
    student, values = Local(namespace), SUITE.checks[0]
    for seed in (1, 2):
        assert checking.run(values, student, seed).message == f"`f` raised ValueError; {LEFT_OUT}{GIVEN}"


def test_a_message_that_is_too_long_does_not_tell_by_how_much():
    reader = protocol.Reader()
    reader.feed(struct.pack("<II", 1_234_567_890, 0))
    with pytest.raises(protocol.OverLimit) as caught:
        reader.next()
    assert "1234567890" not in str(caught.value)


def test_what_a_device_is_said_to_have_failed_with_holds_no_numbers_but_a_few():
    assert devices.fault(("RuntimeError",), "CUDA error: device-side assert triggered") == (
        "fault: device-side assert triggered"
    )
    assert devices.fault(("RuntimeError",), f"CUDA error: {X!r} and {D[0, 1]!r}") == "fault"
