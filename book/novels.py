"""Prepare six novels by Jane Austen, and count the words beside some of their words.

    python book/novels.py FOLDER

FOLDER holds the six .rda files of the R package janeaustenr 1.0.0: the folder `data` of what
`apt-get source --download-only r-cran-janeaustenr` brings, unpacked. Reading them needs the package `rdata`
from the package index, which is no requirement of the course. Without FOLDER only the counts are made anew.

Each novel becomes book/data/novels/NAME.txt.bz2: a line for each paragraph, an empty line between chapters.
What notebooks of the assignments carry of it is written to autograder/release/given/excerpt.py.
Title pages, headings, editors' notes, rows of asterisks and the marks of italics are left out.
book/data/novels/source.json says where the text is from. book/data/novels/counts.json holds what the piece
<learning-table> is fed with (see `counted`).
"""

from __future__ import annotations

import argparse
import base64
import bz2
import hashlib
import json
import re
import sys
import textwrap
from collections import Counter
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "data" / "novels"
PACKAGE = {
    "package": "r-cran-janeaustenr",
    "version": "1.0.0",
    "from": "the Debian source package, file r-cran-janeaustenr_1.0.0.orig.tar.gz",
    "sha256": "b4c32ee1395ee4a8efe714c535c0fe578b0dbf5f3bb85b41fa5cc87569b8e8aa",
    "licence": "the package MIT (copyright 2016 Julia Silge); the novels are in the public domain",
}
NOVELS = {  # how many chapters each has
    "sensesensibility": 50,
    "prideprejudice": 61,
    "mansfieldpark": 48,
    "emma": 55,
    "northangerabbey": 31,
    "persuasion": 24,
}
JUDGING = "persuasion"  # no model of the course learns from this one

_HEADING = re.compile(r"\s*(volume|chapter) [ivxlc\d]+\s*", re.IGNORECASE)
_LEFT_OUT = re.compile(r"\[(End volume|At this point)|\*Vide |[\s*]+$|(finis|the end)$", re.IGNORECASE)


def chapters(lines: list[str]) -> list[list[str]]:
    """Return the chapters of a novel, each a list of paragraphs, from its lines as they are printed."""
    found: list[list[str]] = []
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line == "A NOTE ON THE TEXT":  # by the editor, after the last chapter
            break
        if _HEADING.fullmatch(line):
            found.append([])
        elif line.strip():
            paragraph.append(line)
            continue
        text = " ".join(" ".join(paragraph).split())
        paragraph = []
        if found and text and not _LEFT_OUT.match(text):
            found[-1].append(text.replace("_", "").replace("*", ""))
    return [chapter for chapter in found if chapter]  # a volume's heading stands before a chapter's


def novel(name: str) -> list[list[str]]:
    """Return the chapters of a novel, each a list of paragraphs, as they were written by `prepare`."""
    text = bz2.decompress((FOLDER / f"{name}.txt.bz2").read_bytes()).decode("utf-8")
    return [chapter.split("\n") for chapter in text.split("\n\n")]


def prepare(folder: Path) -> None:
    """Write the novels and where they are from, out of the .rda files of `folder`."""
    import rdata

    FOLDER.mkdir(parents=True, exist_ok=True)
    files = {}
    for name, expected in NOVELS.items():
        path = folder / f"{name}.rda"
        found = chapters([str(line) for line in rdata.read_rda(path)[name]])
        if len(found) != expected:
            raise ValueError(f"{path}: found {len(found)} chapters, expected {expected}")
        text = "\n\n".join("\n".join(chapter) for chapter in found)
        (FOLDER / f"{name}.txt.bz2").write_bytes(bz2.compress(text.encode("utf-8"), 9))
        files[name] = {
            "chapters": len(found),
            "words": len(words_of(text)),
            "characters": len(text),
            "sha256 of the .rda": hashlib.sha256(path.read_bytes()).hexdigest(),
            "sha256 of the text": hashlib.sha256(text.encode("utf-8")).hexdigest(),
        }
    write("source.json", json.dumps({**PACKAGE, "kept for judging": JUDGING, "novels": files}, indent=1))


def write(name: str, text: str) -> None:
    (FOLDER / name).write_text(text + "\n", "utf-8")


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, an apostrophe inside a word with it."""
    return re.findall(r"[a-z]+(?:'[a-z]+)*", text.lower())


# ---------------------------------------------------------------- counts for the piece <learning-table>

KINDS = {
    "person": "mr mrs miss lady sir captain emma elizabeth anne fanny elinor marianne catherine darcy "
    "bingley knightley edmund crawford",
    "kin": "father mother brother sister sisters daughter son uncle aunt cousin husband wife",
    "time": "day morning evening night week winter summer monday january june september november",
    "place": "house room door garden park town london bath country hartfield highbury",
    "verb": "said cried replied was is had has would could will must walked sat",
    "function word": "he she they him her them his their the a in at to from with without",
}
CONTEXTS = 300
WINDOWS = (2, 5)


def counted() -> dict:
    """Return the words, their kinds, their neighbours, and how often each neighbour stands near each word.

    The neighbours are the words themselves and then the most frequent others of the six novels. A count says
    how often the neighbour stands at most WINDOW places away in the same paragraph; `letters` writes it.
    """
    words = [word for some in KINDS.values() for word in some.split()]
    paragraphs = [words_of(text) for name in NOVELS for chapter in novel(name) for text in chapter]
    frequency = Counter(word for paragraph in paragraphs for word in paragraph)
    others = [word for word, _ in frequency.most_common(CONTEXTS) if word not in words]
    contexts = [*words, *others][:CONTEXTS]
    row, column = ({word: i for i, word in enumerate(some)} for some in (words, contexts))
    counts = {window: [[0] * CONTEXTS for _ in words] for window in WINDOWS}
    for paragraph in paragraphs:
        for at, word in enumerate(paragraph):
            for window, table in counts.items() if word in row else ():
                for near in (*paragraph[max(0, at - window) : at], *paragraph[at + 1 : at + window + 1]):
                    if near in column:
                        table[row[word]][column[near]] += 1
    return {
        "words": words,
        "kinds": [kind for kind, some in KINDS.items() for _ in some.split()],
        "contexts": contexts,
        "occurrences": [frequency[word] for word in words],
        "counts": {
            str(window): "".join(letters(n) for line in table for n in line)
            for window, table in counts.items()
        },
    }


def letters(n: int) -> str:
    """Write a count: letters A to Z for the multiples of 36, and then one digit of base 36."""
    digit, more = "0123456789abcdefghijklmnopqrstuvwxyz"[n % 36], ""
    n //= 36
    while n:
        more = chr(65 + n % 26) + more
        n //= 26
    return more + digit


# ---------------------------------------------------------------- what notebooks of the assignments carry

EXCERPT = FOLDER.parents[2] / "autograder" / "release" / "given" / "excerpt.py"
READ = "prideprejudice"  # the novel that pages and notebooks read
EXCERPT_BYTES = 56_000  # of the packed text, so that its cell stays below 60 kB


def excerpt() -> str:
    """Return the cell that holds the first chapters of a novel, as many as fit."""
    text, packed = "", b""
    for chapter in novel(READ):
        longer = f"{text}\n\n".lstrip("\n") + "\n".join(chapter)
        data = base64.b64encode(bz2.compress(longer.encode("utf-8"), 9))
        if len(data) > EXCERPT_BYTES:
            break
        text, packed = longer, data
    lines = "\n".join(textwrap.wrap(packed.decode(), 100))
    return f'''\
# The text for the last cell: the first chapters of Jane Austen's "Pride and Prejudice", packed.
import base64
import bz2

EXCERPT = """
{lines}
"""


def excerpt():
    """The text, {len(words_of(text)):,} words: a line for each paragraph, an empty line between chapters."""
    return bz2.decompress(base64.b64decode(EXCERPT)).decode("utf-8")
'''


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python book/novels.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", nargs="?", type=Path, help="the folder of the six .rda files")
    folder = parser.parse_args(argv).folder
    if folder:
        prepare(folder)
    write("counts.json", json.dumps(counted(), separators=(",", ":")))
    EXCERPT.write_text(excerpt(), "utf-8")
    for path in sorted(FOLDER.iterdir()):
        print(f"{path.stat().st_size:9,} {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
