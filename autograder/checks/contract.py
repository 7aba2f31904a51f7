"""The house rules: what notebooks ask of a function beside the matter, tested in one check of it.

A function's `checks.py` declares the rules that it is held to:

    contract = house_rules("ids", "new", "unchanged", "dtype", legal=legal)

and its docstring names the same, "House rules: ids, new, unchanged, dtype." A page of the book says what the
words mean. The mistakes and their texts are the same in all topics; the bank makes the wrong answers from the
reference (`selftest.contracted`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from autograder.checks.checking import Misconception, Unexplained, Wrong, blame, check
from autograder.checks.refusals import refusal
from autograder.checks.shared import agrees
from autograder.checks.student import Student
from autograder.sandboxed import protocol

SECTION = "house-rules"  # the label of the page that says what the rules mean
CLOSE = 1e-3  # relative to the largest number: other checks judge the values
MISTAKES = {
    "ids-negative": Misconception(
        "lets negative ids count from the end", "A negative id reaches a row, counted from the end.", SECTION
    ),
    "ids-ignored": Misconception(
        "leaves out positions with the id -100",
        "An id of -100 is not refused: positions that have it are left out.",
        SECTION,
    ),
    "ids-beyond": Misconception(
        "takes ids that the table has no row for",
        "An id of V or more, for which the table has no row, is accepted.",
        SECTION,
    ),
    "ids-truth": Misconception(
        "takes truth values for ids", "True and False are accepted as ids: as a mask, or as 1 and 0.", SECTION
    ),
    "ids-fractions": Misconception(
        "casts numbers with a fraction to ids",
        "Floating point numbers are accepted as ids: a fraction is cut off, and nobody hears of it.",
        SECTION,
    ),
    "ids-narrowed": Misconception(
        "converts ids to 32 bits before it looks at them",
        "An id beyond all 32-bit numbers is accepted: it is converted to a smaller type before it is looked "
        "at, and wraps around into the table.",
        SECTION,
    ),
    "ids-of-few-bits": Misconception(
        "computes with ids in their own dtype",
        "Ids of a small integer type give an error or another result: they are refused, or what is computed "
        "from them does not fit into that type.",
        SECTION,
    ),
    "result-kept": Misconception(
        "keeps an array between the calls and hands it out again",
        "Two calls return the same memory: the second changes the result of the first.",
        SECTION,
    ),
    "result-shared": Misconception(
        "returns a view of an argument, or the argument",
        "The result shares memory with an argument: whoever changes one changes the other.",
        SECTION,
    ),
    "arguments-changed": Misconception(
        "writes into its arguments", "An argument is changed that should stay as it was.", SECTION
    ),
    "dtype-not-kept": Misconception(
        "returns another dtype",
        "The result has another dtype than the floating point numbers that came in.",
        SECTION,
    ),
    "layout": Misconception(
        "works only where numbers lie side by side in memory",
        "An array whose numbers do not lie side by side, such as a transpose or every second column, gives "
        "an error or other numbers.",
        SECTION,
    ),
    "empty": Misconception(
        "fails without input",
        "An array without entries gives an error or a result of another shape.",
        SECTION,
    ),
}
RULES = {  # a word of a docstring, and the mistakes that break it
    "ids": (
        "ids-negative",
        "ids-ignored",
        "ids-beyond",
        "ids-truth",
        "ids-fractions",
        "ids-narrowed",
        "ids-of-few-bits",
    ),
    "new": ("result-kept", "result-shared"),
    "unchanged": ("arguments-changed",),
    "dtype": ("dtype-not-kept",),
    "layout": ("layout",),
    "empty": ("empty",),
}


@dataclass(frozen=True)
class Legal:
    """A small legal call: arguments by name, in the order of the signature, and the right result in float64.

    `want` is an array, a number, or a tuple of these. With `ids`, the name of the argument that holds them,
    they are to be in 0 ... V-1; `rows` says V in terms of the arguments, as in "len(E)".
    """

    args: dict
    want: object
    ids: str = ""
    V: int = 0
    rows: str = ""


MakeLegal = Callable[[np.random.Generator, str, bool], Legal]


@dataclass(frozen=True)
class Rules:
    """The rules that a function is held to, and how its legal calls are made: `legal(rng, dtype, empty)`.

    `more` makes a further call, whose arguments must stay as they were too.
    """

    rules: tuple[str, ...]
    legal: MakeLegal
    on: str = "numpy"
    more: MakeLegal | None = None
    mistakes: dict[str, Misconception] = field(default_factory=dict)


def house_rules(
    *rules: str, legal: MakeLegal, more: MakeLegal | None = None, on: str = "numpy", points: float = 1
):
    """Return the check `contract` of a function that is held to these rules of RULES.

    `legal(rng, dtype, empty)` makes a call whose arrays of floating point numbers have that dtype; `empty` is
    True only for the rule of that name. `more` does so for another way to call, whose arguments must stay as
    they were too; its result is judged elsewhere. With `on` "torch" arrays are sent as tensors. Raise
    ValueError for a rule that is not there.
    """
    if unknown := set(rules) - set(RULES):
        raise ValueError(f"no house rule {', '.join(sorted(unknown))}; there are {', '.join(RULES)}")
    asked = Rules(rules, legal, on, more, {key: MISTAKES[key] for rule in rules for key in RULES[rule]})

    def contract(student: Student, rng: np.random.Generator) -> None:
        _Asking(student, rng, asked).all()

    contract.__module__ = legal.__module__  # where the loader looks for it
    contract.rules = asked  # type: ignore[attr-defined]
    return check(points=points)(contract)


class _Asking:
    """One run of the check `contract`."""

    def __init__(self, student: Student, rng: np.random.Generator, asked: Rules):
        self.student, self.rng, self.asked = student, rng, asked
        self.name = asked.legal.__module__.rsplit(".", 2)[-2]  # of the folder in which it stands

    def all(self) -> None:
        call = self.first = self.asked.legal(self.rng, "float64", False)
        if not agrees(self.call(call).value, call.want, CLOSE):
            raise Unexplained(
                f"`{self.name}` is not right yet in a small case; the house rules count once it is."
            )
        for rule in self.asked.rules:
            getattr(self, f"rule_{rule}")()

    def sent(self, call: Legal) -> list:
        torch = self.asked.on == "torch"
        return [
            self.student.tensor(a) if torch and isinstance(a, np.ndarray) else a for a in call.args.values()
        ]

    def call(self, call: Legal, *watch: str, strided=False):
        return self.student.observe(self.name, *self.sent(call), watch=watch, strided=strided)

    def legal(self, dtype: str = "float64", empty: bool = False) -> Legal:
        return self.asked.legal(self.rng, dtype, empty)

    def rule_ids(self) -> None:
        for wrong, mistake in (
            (lambda ids, V: _with(ids, -1), "ids-negative"),
            (lambda ids, V: _with(ids, -V), "ids-negative"),
            (lambda ids, V: _with(ids, -100), "ids-ignored"),  # the default of PyTorch's losses
            (lambda ids, V: _with(ids, V), "ids-beyond"),
            (lambda ids, V: _with(ids, V + 9173), "ids-beyond"),
            (lambda ids, V: ids > ids.min(), "ids-truth"),
            (lambda ids, V: ids + 0.0, "ids-fractions"),
            (lambda ids, V: _with(ids.astype(np.int64), 2**32 + 1), "ids-narrowed"),
        ):
            call = self.legal()
            bad = replace(call, args=call.args | {call.ids: wrong(call.args[call.ids], call.V)})
            if refusal(lambda: self.call(bad)) is None:
                raise Wrong(mistake)
        call = self.first  # whose result was right
        few = call.args[call.ids].astype("int32" if self.asked.on == "torch" else "uint8")
        with blame("ids-of-few-bits"):
            got = self.call(replace(call, args=call.args | {call.ids: few})).value
        if not agrees(got, call.want, CLOSE):
            raise Wrong("ids-of-few-bits")

    def rule_new(self) -> None:
        call = self.legal()
        if any(self.call(call, "sharing").sharing):
            raise Wrong("result-shared")
        names = ", ".join(call.args)
        arrays = {name: self._kept(value) for name, value in call.args.items()}
        prepare = "\n".join(f"{name} = {said}" for name, said in arrays.items())
        first = f"_first, _second = {self.name}({names}), {self.name}({names})"
        pairs = "zip(*((r if isinstance(r, tuple) else (r,)) for r in (_first, _second)))"
        shared = f"any(shares_memory(a, b) for a, b in {pairs} if hasattr(a, 'shape'))"
        if self.student.evaluate(f"{prepare}\n{first}", shared) is not False:
            raise Wrong("result-kept")

    def _kept(self, value) -> str:
        """Return an expression for the value, in the student's process."""
        if not isinstance(value, np.ndarray):
            return repr(value)
        said = f"np.array({value.tolist()!r}, dtype=np.{value.dtype.name}).reshape({value.shape})"
        return f"torch.from_numpy({said})" if self.asked.on == "torch" else said

    def rule_unchanged(self) -> None:
        more = [self.asked.more(self.rng, "float64", False)] if self.asked.more else []
        for call in (self.legal(), *more):
            sent = list(call.args.values())
            for before, after in zip(sent, self.call(call, "args").args):
                if isinstance(before, np.ndarray) and not (
                    isinstance(after, protocol.Array) and np.array_equal(before, after.values)
                ):
                    raise Wrong("arguments-changed")

    def rule_dtype(self) -> None:
        for dtype in ("float32", "float64"):
            value = self.call(self.legal(dtype)).value
            parts = value if isinstance(value, tuple) else (value,)
            if any(isinstance(p, protocol.Array) and p.values.ndim and p.dtype != dtype for p in parts):
                raise Wrong("dtype-not-kept")

    def rule_layout(self) -> None:
        call = self.legal()
        with blame("layout"):
            got = self.call(call, strided=True).value
        if not agrees(got, call.want, CLOSE):
            raise Wrong("layout")

    def rule_empty(self) -> None:
        call = self.legal(empty=True)
        with blame("empty"):
            got = self.call(call).value
        if not agrees(got, call.want, CLOSE):
            raise Wrong("empty")


def _with(ids: np.ndarray, number: int) -> np.ndarray:
    """Return the ids with that number in place of the middle one."""
    ids = ids.astype(np.int64)
    ids.reshape(-1)[ids.size // 2] = number
    return ids
