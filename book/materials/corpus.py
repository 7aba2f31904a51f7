"""The text of a novel and of a manual, and a tokenizer."""

from __future__ import annotations

import bz2
import gzip
import re
from pathlib import Path

_DATA = Path(__file__).parents[1] / "data"


def novel() -> str:
    """Return Jane Austen's *Pride and Prejudice*: a line for each paragraph, an empty line between chapters.

    Some 684,000 characters; book/data/novels/source.json says where they are from.
    """
    embedded = globals().get("_EMBEDDED")  # in a downloaded notebook: what its first cell carries
    if embedded is None:
        return bz2.decompress((_DATA / "novels" / "prideprejudice.txt.bz2").read_bytes()).decode("utf-8")
    if "data/novels/prideprejudice.txt" not in embedded:
        raise FileNotFoundError("this notebook does not carry the novel; take one of a chapter that reads it")
    return embedded["data/novels/prideprejudice.txt"]


def reference_text() -> str:
    """Return the text of Python's language reference, about 360,000 characters, always the same.

    book/data/reference-licence.txt says where it is from, what was left out, and its licence.
    """
    embedded = globals().get("_EMBEDDED")  # in a downloaded notebook: what its first cell carries
    if embedded is None:
        path = Path(__file__).parents[1] / "data" / "reference.txt.gz"
        return gzip.decompress(path.read_bytes()).decode("utf-8")
    if "data/reference.txt" not in embedded:
        raise FileNotFoundError(
            "this notebook does not carry the reference text; take one of a chapter that reads it"
        )
    return embedded["data/reference.txt"]


def tokens(text: str) -> list[str]:
    """Split a text into words in lower case, numbers, and every other mark alone, in order."""
    return re.findall(r"[^\W\d_]+|\d+|[^\s\w]|_", text.lower())
