"""The README: its pictures, its links, its figures, and what it says of the pinned packages."""

import re

import pytest
from PIL import Image

from autograder.selftest import bench
from autograder.topics import ROOT

README = (ROOT / "README.md").read_text("utf-8")
PICTURES = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", README)


def test_it_shows_before_it_tells():
    assert len(README.split()) <= 900
    assert len(PICTURES) == 4


@pytest.mark.parametrize("words, path", PICTURES, ids=[path for _, path in PICTURES])
def test_a_picture_is_small_and_has_its_words(words, path):
    assert len(words.split()) >= 10
    assert (ROOT / path).stat().st_size <= 150_000
    with Image.open(ROOT / path) as picture:
        assert picture.width <= 1200


def test_no_picture_is_left_over():
    shown = {path for _, path in PICTURES}
    assert {p.relative_to(ROOT).as_posix() for p in (ROOT / "book" / "pictures").iterdir()} == shown


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_lead_to_files(name):
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", (ROOT / name).read_text("utf-8"))
    assert links and [link for link in links if not (ROOT / link).exists()] == []


def test_every_pinned_package_has_one_line_that_says_why():
    table = README.partition("## What is pinned, and why")[2].partition("## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)[1:]
    named = [name for names, why in rows for name in names.split(", ") if why.strip(" -")]
    pinned = re.findall(r"^([\w-]+)==", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE)
    assert sorted(n for n in named if n != "---") == sorted(pinned)


def test_its_figures_are_those_of_the_benchmark():
    block = bench.README.read_text("utf-8").partition(bench.MARKS[0])[2].partition(bench.MARKS[1])[0]
    stock, ours = re.search(r"\| seconds for the class \| (\S+) \| (\S+) \|", block).groups()
    count = re.search(r"^(\d+) honest submissions", block, re.MULTILINE)[1]
    said = f"A class of {count} submissions took {ours} seconds, and {stock} with plain `nbgrader autograde`"
    assert said in " ".join(README.split())


def test_the_changes_begin_with_the_version():
    version = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)[1]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"^## (\S+)", changes, re.MULTILINE)[1] in (version, "Unreleased")
    wheels = re.findall(
        r"embedding_course-([\d.]+)-py3", (ROOT / "book/reference/instructor.md").read_text("utf-8")
    )
    assert wheels and set(wheels) == {version}
