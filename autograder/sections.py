"""Sections of the book that messages refer to: from a label to the section's title and address.

A label stands above its subject in a page of `book/chapters/`, or in that of the house rules, as
`(lookup-the-identity)=`: above the heading, or above a paragraph of the section. It stays when the heading is
reworded or when the text moves to another page of its chapter.
"""

import functools
import re
from pathlib import Path
from typing import NamedTuple

from autograder.topics import CHAPTERS, ROOT

HOUSE_RULES = "book/reference/house-rules.md"
_LABEL = re.compile(r"^\(([\w.:-]+)\)=\s*$")
_FENCE = re.compile(r"^(`{3,}|~{3,})")


class Section(NamedTuple):
    """A place in the book."""

    title: str
    page: str  # "book/chapters/lookup"
    address: str  # from the folder of the site: "book/chapters/lookup.html#lookup-the-identity"


class LabelError(LookupError):
    """A label that no page has, or that stands in several places."""


def find(label: str, asked_by: str, root: Path = ROOT) -> Section:
    """Return the section that a label stands above; an error quotes `asked_by`."""
    found = _labels(Path(root)).get(label, [])
    if len(found) != 1:
        state = "no page has" if not found else f"{', '.join(place.page for place in found)} have"
        raise LabelError(f"{asked_by}: {state} the label ({label})= in {CHAPTERS}")
    return found[0]


def title(label: str, asked_by: str, root: Path = ROOT) -> str:
    """Return the title of a section, or without the book's sources its label."""
    return find(label, asked_by, root).title if (Path(root) / CHAPTERS).is_dir() else label


def pointer(label: str, asked_by: str, root: Path = ROOT) -> str:
    """Return the sentence that sends a student to a section; without the book's sources, name the label."""
    if not (Path(root) / CHAPTERS).is_dir():
        return f"Read the section `{label}` of the chapter."
    place = find(label, asked_by, root)
    where = "in the chapter: " if place.page.startswith(CHAPTERS) else ""
    return f"Read “{place.title}” {where}`{place.address}`."


def has(label: str, root: Path = ROOT) -> bool:
    """Return whether the book has a section of that label."""
    return label in _labels(Path(root))


@functools.cache
def _labels(root: Path) -> dict[str, list[Section]]:
    """Return every label, with its places."""
    found: dict[str, list[Section]] = {}
    for path in [*sorted((root / CHAPTERS).rglob("*.md")), *root.glob(HOUSE_RULES)]:
        page = path.relative_to(root).with_suffix("").as_posix()
        for label, title in labels(path.read_text("utf-8")):
            address = f"{page}.html#{label.lower()}"
            found.setdefault(label, []).append(Section(title, page, address))
    return found


def labels(text: str) -> list[tuple[str, str]]:
    """Return (label, title) for each label of a page's source: the heading right below, or its section's."""
    found, waiting, fence, title = [], [], "", ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            fence = "" if line.strip() == fence else fence
        elif label := _LABEL.match(line):
            waiting.append(label[1])
        elif line.strip():
            fence = mark[1] if mark else ""
            heading = re.match(r"#+ +(.+?)\s*$", line)
            title = heading[1] if heading else title
            found += [(label, title) for label in waiting]
            waiting = []
    return found
