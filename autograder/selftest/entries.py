"""How the answers to a function are written down: whole, or as an edit of another."""

from collections.abc import Sequence


class Answers:
    """The answers to one function, by label: "right-loop", "wrong-cast"."""

    def __init__(self) -> None:
        self.headers: dict[str, dict[str, str]] = {}
        self._bodies: dict[str, str] = {}

    def right(self, name: str, *, how: str, source: str) -> None:
        """An answer that must get full marks; `how` tells it from the other right ones."""
        self._add(f"right-{name}", {"how": how}, source)

    def wrong(
        self,
        name: str,
        misconception: str,
        *,
        check: str,
        why: str,
        source: str = "",
        of: str = "",
        old: str = "",
        new: str = "",
        edits: Sequence[tuple[str, str]] = (),
    ) -> None:
        """An answer that `check` must reject, naming `misconception`; `why` says in words what is wrong.

        Either its `source`, or an edit of `of`, an answer above it: the `old` text, which stands in that
        exactly once, and the `new` one; several of them as `edits`. ValueError for anything else.
        """
        label = f"wrong-{name}"
        if bool(source) == bool(of):
            raise ValueError(f"{label}: expected a source, or the edits of another answer")
        header = {"misconception": misconception, "check": check, "why": why}
        self._add(label, header, source or self._edited(label, of, edits or [(old, new)]))

    def source(self, label: str) -> str:
        """The whole text of an answer, below its header as comments."""
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
