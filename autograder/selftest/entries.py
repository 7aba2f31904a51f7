"""How the answers to a function are written: whole, as an edit of another, or as a spoiled reference."""

from collections.abc import Sequence
from typing import NamedTuple


class Spoiled(NamedTuple):
    """The reference with its result changed, in a way that no known mistake explains."""

    result: str  # an expression in `right`, the reference's own result, and the arguments
    method: str  # of a class: the method whose result it is; `self` is among the arguments
    keeps: tuple[str, ...] | None  # checks that must not reject it; None leaves open which check does
    loses: tuple[str, ...]  # checks that must reject it


class Answers:
    """The answers to one function, by label: "right-loop", "wrong-cast"."""

    def __init__(self) -> None:
        self.headers: dict[str, dict[str, str]] = {}
        self._bodies: dict[str, str] = {}
        self.spoiled_results: list[Spoiled] = []
        self.equivalents: dict[tuple[str, str], str] = {}  # (removed, added) -> why it makes no difference

    def right(self, name: str, *, how: str, source: str) -> None:
        """Add an answer that must get full marks; `how` distinguishes it from the other right answers."""
        self._add(f"right-{name}", {"how": how}, source)

    def wrong(
        self,
        name: str,
        misconception: str,
        *,
        check: str,
        why: str = "",
        source: str = "",
        of: str = "",
        old: str = "",
        new: str = "",
        edits: Sequence[tuple[str, str]] = (),
        alone: bool = False,
        breaks: str = "",
    ) -> None:
        """Add an answer that `check` must reject, naming `misconception`.

        `why` says what is wrong with it, where the misconception has several answers.

        With `alone` no other check may reject it: the mistake is about one thing. `breaks` is the id
        of the clause of the notebook that it breaks (see `clauses`).

        Give either its `source`, or an edit of `of`, an answer above it: the `old` text, which occurs
        there exactly once, and the `new` text; several of them as `edits`. Raise ValueError for
        anything else.
        """
        label = f"wrong-{name}"
        if bool(source) == bool(of):
            raise ValueError(f"{label}: expected a source, or the edits of another answer")
        header = {"misconception": misconception, "check": check}
        header |= {"why": why} if why else {}
        header |= {"alone": "yes"} if alone else {}
        header |= {"breaks": breaks} if breaks else {}
        self._add(label, header, source or self._edited(label, of, edits or [(old, new)]))

    def spoiled(
        self, *results: str, method: str = "", keeps: Sequence[str] | None = None, loses: Sequence[str] = ()
    ) -> None:
        """Add the reference with each of `results` in place of its `right`: rejected, naming no mistake.

        A result may use the arguments by name, and the functions of `spoilers`. For a class, `method`
        says whose result it is. Some check must reject it; with `keeps` all checks but those must,
        with `loses` at least those.
        """
        kept = None if keeps is None else tuple(keeps)
        self.spoiled_results += [Spoiled(r, method, kept, tuple(loses)) for r in results]

    def equivalent(self, removed: str, added: str, *, because: str) -> None:
        """Add a change of the reference that no legal input reveals: a mutant that no check can reject.

        `removed` and `added` are the lines that differ, as `mutants --list` prints them, without
        indentation. Raise ValueError for a change that was already added.
        """
        if (removed, added) in self.equivalents:
            raise ValueError(f"equivalent: {removed!r} -> {added!r} stands there twice")
        self.equivalents[removed, added] = because

    def source(self, label: str) -> str:
        """Return the whole text of an answer, below its header as comments."""
        return (
            "".join(f"# {key}: {said}\n" for key, said in self.headers[label].items()) + self._bodies[label]
        )

    def _add(self, label: str, header: dict[str, str], source: str) -> None:
        if label in self.headers:
            raise ValueError(f"{label}: there is an answer of this name already")
        self.headers[label], self._bodies[label] = header, source.removeprefix("\n")

    def _edited(self, label: str, base: str, edits: Sequence[tuple[str, str]]) -> str:
        if base not in self._bodies:
            raise ValueError(f"{label}: {base} does not stand above it")
        text = self._bodies[base]
        for old, new in (tuple(part.removeprefix("\n") for part in edit) for edit in edits):
            if text.count(old) != 1:
                raise ValueError(f"{label}: {old!r} stands {text.count(old)} times in {base}, expected once")
            text = text.replace(old, new)
        return text
