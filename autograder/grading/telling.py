"""A failed check in its parts: the sentence, the call to paste, the section to read, the check to begin with.

A message is one text, in which `checks.examples` and `sections.pointer` write the latter parts. What does not
have their form stays in the sentence, so nothing is lost.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from autograder.results import CheckResult

_SECTION = re.compile(r"Read “(?P<title>[^”]+)”(?: in the chapter:)? `(?P<address>[^`\s]+\.html#[^`\s]+)`\.")
_EXAMPLE = re.compile(
    r"For example, (?:with `(?P<let>[^`]+)`, )?`(?P<call>[^`]+)` (?P<found>.+?); it should (?P<right>.+?): "
    r"(?P<because>.+)\.$",
    re.DOTALL,
)


@dataclass(frozen=True)
class Said:
    """The parts of a failed check's message; a part that it does not have is empty."""

    sentence: str
    paste: str = ""  # lines of code, as they would stand in a cell
    happens: str = ""  # what the code does, what it should do, and why
    title: str = ""  # of the section to read
    address: str = ""  # its address, from the folder of the site
    begin_with: str = ""  # another check


def said(result: CheckResult) -> Said:
    """Return the message of a check in its parts."""
    text, section = result.message, _SECTION.search(result.message)
    if section:
        text = f"{text[: section.start()].rstrip()} {text[section.end() :].lstrip()}".strip()
    example, paste, happens = _EXAMPLE.search(text), "", ""
    if example:
        text = text[: example.start()].rstrip()
        paste = "\n".join([*filter(None, (example["let"] or "").split("; ")), example["call"]])
        happens = f"It {example['found']}; it should {example['right']}: {example['because']}."
    title, address = (section["title"], section["address"]) if section else ("", "")
    return Said(text, paste, happens, title, address, result.begin_with)


def link(address: str, book: str) -> str:
    """Return the whole address of a section in the book at `book`, an address or a folder; else its own."""
    if not book:
        return address
    if re.match(r"[a-z][a-z0-9+.-]*:", book):
        return f"{book.rstrip('/')}/{address}"
    return f"{(Path(book).resolve()).as_uri()}/{address}"


def built_book(root: Path) -> str:
    """Return the folder of the book that was built beside the course's files; empty if there is none."""
    folder = Path(root) / "_build" / "html"
    return str(folder) if (folder / "index.html").is_file() else ""
