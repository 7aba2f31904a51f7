"""The six novels as they were prepared, and the counts of the table that learns, counted in another way."""

import hashlib
import json
import re

import pytest
from bookpages import ROOT
from course import execute

novels = execute.load(ROOT / "book" / "novels.py")

LINES = """\
A NOVEL

By Somebody

VOLUME I

CHAPTER I

It is a truth, that
a   single man must _want_.

                    * * * * *

A second paragraph.*

[End volume one of this edition.
Printed somewhere]

CHAPTER II

"Chapter one," she said.

*Vide a footnote.

FINIS

A NOTE ON THE TEXT

Left out.""".split("\n")


def test_titles_headings_notes_and_marks_are_left_out_and_lines_joined():
    assert novels.chapters(LINES) == [
        ["It is a truth, that a single man must want.", "A second paragraph."],
        ['"Chapter one," she said.'],
    ]


@pytest.mark.parametrize("name", novels.NOVELS)
def test_a_novel_is_the_text_that_its_source_names(name):
    made = json.loads((novels.FOLDER / "source.json").read_text("utf-8"))["novels"][name]
    chapters = novels.novel(name)
    text = "\n\n".join("\n".join(chapter) for chapter in chapters)
    assert len(chapters) == made["chapters"] == novels.NOVELS[name]
    assert hashlib.sha256(text.encode()).hexdigest() == made["sha256 of the text"]
    assert len(text) == made["characters"] > 400_000
    assert (novels.FOLDER / f"{name}.txt.bz2").stat().st_size < 250_000
    assert not re.search(
        r"_|\*|^(chapter|volume) [ivxlc\d]+$|  |in the first and second editions|volume one of this edition",
        text,
        re.IGNORECASE | re.MULTILINE,
    )


def test_the_counts_are_those_of_the_novels():
    stored = json.loads((novels.FOLDER / "counts.json").read_text("utf-8"))
    words, contexts = stored["words"], stored["contexts"]
    assert len(words) == len(set(words)) == len(stored["kinds"]) and contexts[: len(words)] == words
    text = [
        re.findall(r"[a-z]+(?:'[a-z]+)*", paragraph.lower())
        for name in novels.NOVELS
        for chapter in novels.novel(name)
        for paragraph in chapter
    ]
    for window in (2, 5):
        numbers = re.findall("[A-Z]*[0-9a-z]", stored["counts"][str(window)])
        assert len(numbers) == len(words) * len(contexts)
        for word, near in (
            ("sister", "her"),
            ("said", "miss"),
            ("the", "of"),
            ("june", "in"),
            ("her", "her"),
        ):
            found = sum(
                0 < abs(s - t) <= window
                for paragraph in text
                for t in [t for t, w in enumerate(paragraph) if w == word]
                for s in [s for s, w in enumerate(paragraph) if w == near]
            )
            told = numbers[words.index(word) * len(contexts) + contexts.index(near)]
            assert told == novels.letters(found), (window, word, near)
    for word, times in zip(words, stored["occurrences"]):
        assert times == sum(paragraph.count(word) for paragraph in text)


@pytest.mark.parametrize("n, text", [(0, "0"), (35, "z"), (36, "B0"), (936, "BA0"), (14717, "PS" + "t")])
def test_a_count_is_letters_and_a_digit(n, text):
    assert novels.letters(n) == text
