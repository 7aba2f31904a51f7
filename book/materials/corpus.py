"""The text of a novel, and a tokenizer."""

from __future__ import annotations

import bz2
import re
from pathlib import Path

_NOVEL = "data/novels/prideprejudice.txt"


def novel() -> str:
    """Return Jane Austen's *Pride and Prejudice*: a line for each paragraph, an empty line between chapters.

    Some 684,000 characters; book/data/novels/source.json says where they are from.
    """
    embedded = globals().get("_EMBEDDED")  # in a downloaded notebook: what its first cell carries
    if embedded is None:
        return bz2.decompress((Path(__file__).parents[1] / f"{_NOVEL}.bz2").read_bytes()).decode("utf-8")
    if _NOVEL not in embedded:
        raise FileNotFoundError("this notebook does not carry the novel; take one of a chapter that reads it")
    return embedded[_NOVEL]


def tokens(text: str) -> list[str]:
    """Split a text into words in lower case, numbers, and every other mark alone, in order."""
    return re.findall(r"[^\W\d_]+|\d+|[^\s\w]|_", text.lower())
