"""The errata pages: every entry is whole, is shown by a cell, and none has been lost.

What is read here is the source; the last tests read the built pages.
"""

import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import bookpages
import bookrules
import pytest
from bookpages import FRONT_MATTER, ROOT, Page, build, page_path, pages, small_book
from course.errata import LESSONS, REQUIRED, VERDICTS

# Lesson and verdict -> entries. An entry that is added, dropped or judged anew changes this table too.
EXPECTED = {
    #    wrong, trap, imprecise, unverifiable
    "M": (7, 0, 12, 1),
    "L": (0, 0, 4, 0),
    "P": (26, 2, 34, 8),
    "R": (1, 0, 7, 0),
    "B": (0, 1, 2, 0),
}
FEW = 0.2  # at most this share of the entries goes without a cell: a bound on excuses


@dataclass(frozen=True)
class Entry:
    """An entry as its page's source has it; `follows` is the source of the block right below it."""

    id: str
    page: str
    options: dict
    text: str
    follows: str


def entries(page: Page) -> list[Entry]:
    found = []
    blocks = re.compile(r"^(`{3,}|:{3,})\{erratum\} *([^\n]*)\n(.*?)^\1[ \t]*$", re.M | re.S)
    text = re.sub(r"^````md\n.*?^````$", "", page.text, flags=re.M | re.S)  # an example, shown and not run
    for match in blocks.finditer(text):
        lines = match[3].split("\n")
        options = {}
        while lines and (option := re.match(r":([\w-]+):\s*(.*)$", lines[0])):
            options[option[1]] = option[2]
            lines.pop(0)
        after = re.match(r"\s*```\{code-cell\}[^\n]*\n(.*?)^```[ \t]*$", text[match.end() :], re.M | re.S)
        found.append(Entry(match[2].strip(), page.name, options, "\n".join(lines), after[1] if after else ""))
    return found


def problems(found: list[Entry], topics: set[str]) -> list[str]:
    """What is missing from entries, or does not fit."""
    said = []
    for name, times in Counter(entry.id for entry in found).items():
        if times > 1:
            said.append(f"{name} stands {times} times")
    for entry in found:
        where = f"{entry.page}: {entry.id}"
        said += [f"{where} has no :{key}:" for key in REQUIRED if not entry.options.get(key, "").strip()]
        if entry.options.get("verdict") not in VERDICTS:
            said.append(f"{where}: the verdict is {entry.options.get('verdict')!r}")
        strangers = set(entry.options.get("chapter", "").replace(",", " ").split()) - topics
        said += [f"{where}: no page is called {name!r}" for name in sorted(strangers)]
        excused = bool(entry.options.get("no-cell", "").strip())
        if excused == bool(entry.follows):
            said.append(f"{where} has {'a cell and a reason for none' if excused else 'no cell below it'}")
        elif not excused and not re.search(r"^\s*assert\b", entry.follows, re.M):
            said.append(f"{where}: the cell asserts nothing")
        elif not excused and not re.search(r"\bprint\(", entry.follows):
            said.append(f"{where}: the cell prints nothing")
    return said


ENTRIES = [entry for page in pages() for entry in entries(page)]
COVERAGE = bookrules.load(ROOT / "book" / "coverage.yml")
assert isinstance(COVERAGE, dict)
PLANNED = {name for item in COVERAGE.values() for name in item["chapters"]}
TOPICS = PLANNED | {page.topic for page in pages()}


# ------------------------------------------------------------------ the sources


def test_every_entry_is_whole_and_shown_by_a_cell():
    assert problems(ENTRIES, TOPICS) == []


def test_no_entry_is_lost():
    counted = {
        letter: tuple(
            sum(entry.id.startswith(letter) and entry.options["verdict"] == verdict for entry in ENTRIES)
            for verdict in VERDICTS
        )
        for letter in LESSONS
    }
    assert counted == EXPECTED


def test_a_page_of_entries_belongs_to_one_lesson():
    for name in {entry.page for entry in ENTRIES}:
        assert name.startswith("reference/errata-")
        assert len({entry.id[0] for entry in ENTRIES if entry.page == name}) == 1, name


def test_few_entries_go_without_a_cell():
    without = [entry.id for entry in ENTRIES if "no-cell" in entry.options]
    assert len(without) <= FEW * len(ENTRIES), without


GOOD = """\
```{erratum} M18
:verdict: wrong
:where: math lesson, section 4
:chapter: lookup
:said: that 3 is 4.
:source: a count
It is not.
```
"""
CELL = "\n```{code-cell}\nassert 3 != 4\nprint(3)\n```\n"


def test_a_good_entry_is_left_alone():
    assert problems(entries(Page("reference/errata-math", GOOD + CELL)), {"lookup"}) == []
    excused = GOOD.replace(":source", ":no-cell: an attribution\n:source")
    assert problems(entries(Page("reference/errata-math", excused)), {"lookup"}) == []


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        GOOD + "\nA sentence between.\n" + CELL,
        GOOD + CELL.replace("assert 3 != 4\n", ""),
        GOOD + CELL.replace("print(3)\n", ""),
        GOOD + CELL + GOOD + CELL,
        GOOD.replace(":said: that 3 is 4.\n", "") + CELL,
        GOOD.replace(":source: a count\n", ":source:\n") + CELL,
        GOOD.replace("wrong", "false") + CELL,
        GOOD.replace("lookup", "look-up") + CELL,
        GOOD.replace(":source", ":no-cell: an attribution\n:source") + CELL,
        GOOD.replace(":source", ":no-cell:\n:source"),
    ],
    ids=[
        "no cell",
        "not right below",
        "no assert",
        "no print",
        "twice",
        "no said",
        "empty source",
        "verdict",
        "chapter",
        "cell and excuse",
        "excuse without a reason",
    ],
)
def test_what_an_entry_lacks_is_found(text):
    assert problems(entries(Page("reference/errata-math", text)), {"lookup"})


# ------------------------------------------------------------------ the built pages


def soup(path):
    return bookpages.parsed(path)


@pytest.mark.parametrize("name", sorted({entry.page for entry in ENTRIES}))
def test_a_page_shows_each_entry_with_what_its_cell_printed(built_site, name):
    article = soup(page_path(built_site, name)).select_one("article")
    shown = article.select("div.erratum")
    mine = [entry for entry in ENTRIES if entry.page == name]
    assert [block["id"] for block in shown] == [f"erratum-{entry.id.lower()}" for entry in mine]
    for block, entry in zip(shown, mine, strict=True):
        title = block.select_one(".admonition-title").get_text()
        assert title == f"{entry.id}: {entry.options['verdict']}"
        for part in ("said", "source"):
            assert block.select_one(f".erratum-{part}").get_text(strip=True)
        assert "Holds" in block.get_text()
        below = block.find_next_sibling()
        if "no-cell" in entry.options:
            assert block.select_one(".erratum-no-cell").get_text(strip=True)
        else:
            assert "cell" in below["class"] and below.select_one(".cell_output").get_text(strip=True)


def test_the_table_counts_the_entries(built_site):
    rows = soup(page_path(built_site, "reference/errata")).select("table.errata-counts tr")
    head, *body = [[cell.get_text(strip=True) for cell in row.find_all(["th", "td"])] for row in rows]
    assert head == ["lesson", "claims", *VERDICTS, "entries"]
    assert [[int(text) for text in row[1:]] for row in body[:-1]] == [
        [lesson.claims, *EXPECTED[letter], sum(EXPECTED[letter])] for letter, lesson in LESSONS.items()
    ]
    sums = [sum(int(row[i]) for row in body[:-1]) for i in range(1, len(head))]
    assert [int(text) for text in body[-1][1:]] == sums and sums[-1] == len(ENTRIES)


# ------------------------------------------------------------------ the directive, in a small book


@pytest.mark.long
def test_an_entry_links_the_chapters_that_exist_and_names_the_others(tmp_path):
    entry = GOOD.replace("lookup", "small, frequency").replace("a count", "a `count`, and $1 + 1$")
    run, page = built(tmp_path, entry + CELL + "\n{ref}`erratum-m18`, and:\n\n```{errata-counts}\n```\n")
    assert run.code == 0, run.err
    source = page.select_one("#erratum-m18 .erratum-source")
    assert [link["href"] for link in source.find_all("a")] == ["../chapters/small.html"]
    assert "frequency" in source.get_text() and source.code and source.select_one(".math")
    assert page.find("a", href="#erratum-m18", string="M18")
    sums = page.select_one("table.errata-counts tbody tr:last-child").get_text(" ", strip=True)
    assert sums.endswith("1 0 0 0 1")


def test_entries_that_are_not_whole_stop_the_build_and_are_named(tmp_path):
    """One build of them all: each is an error of its own."""
    broken = {
        "M59: expected an id of M01 to M58": GOOD.replace("M18", "M59"),
        "X18: expected an id of": GOOD.replace("M18", "X18"),
        "M19: the verdict is 'false', expected one of wrong, trap": GOOD.replace("wrong", "false"),
        "M20: no :where:": GOOD.replace(":where: math lesson, section 4\n", ""),
        "M21: no text": GOOD.replace("It is not.\n", ""),
        "M22: :no-cell: without a reason": GOOD.replace(":source", ":no-cell:\n:source"),
        "M18: the id is taken on book/reference/errata-small": GOOD + "\n" + GOOD,
    }
    text = "\n".join(entry.replace("M18", said[:3]) for said, entry in broken.items())
    run, _ = built(tmp_path, text)
    assert run.code == 1
    assert [said for said in broken if f"erratum {said}" not in run.err] == []


@pytest.mark.long
def test_the_table_is_right_after_a_build_that_reads_only_what_has_changed(tmp_path):
    """`jupyter-book build` keeps what it has read; the table stands on a page that has not changed."""
    root = book(tmp_path, "")
    with (root / "book" / "index.md").open("a", encoding="utf-8") as index:
        index.write("\n```{errata-counts}\n```\n")
    command = [Path(sys.executable).with_name("jupyter-book"), "build", "-q", root]
    one, two = GOOD + CELL, GOOD.replace("M18", "M21") + CELL
    for text, count in ((one, "1"), (one + two, "2"), ("None.", "0")):
        write(root, text)
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        table = soup(page_path(root / "_build" / "html", "index")).select("table.errata-counts tbody tr")
        assert table[-1].find_all("td")[-1].get_text(strip=True) == count


def book(tmp_path, text):
    """A book with one reference page that holds `text`."""
    root = small_book(tmp_path, "# Small\n")
    with (root / "_toc.yml").open("a", encoding="utf-8") as toc:
        toc.write("- file: book/reference/errata-small\n")
    (root / "book" / "reference").mkdir()
    write(root, text)
    return root


def write(root, text):
    page = root / "book" / "reference" / "errata-small.md"
    page.write_text(f"{FRONT_MATTER}# Errata\n\n{text}", "utf-8")


def built(tmp_path, text):
    """Such a book, built; and the page, when there is one."""
    root = book(tmp_path, text)
    run = build(root)
    path = page_path(root / "_build" / "html", "reference/errata-small")
    return run, soup(path) if path.is_file() else None
