"""Every item of the lessons has its place: the tables of reference/sources.md against the pages' marks."""

import re
import subprocess
import sys
from pathlib import Path

import bookpages
import bookrules as rules
import pytest
from bookpages import ROOT, page_path, pages, small_book, write_chapter
from bs4 import BeautifulSoup

COVERAGE = rules.load(ROOT / "book" / "coverage.yml")
HERE = {page.topic for page in pages()}
every_label = pytest.mark.parametrize("label", COVERAGE)


def rows(html: str) -> dict:
    """The rows of a page's coverage tables by label, each as its last cell."""
    soup = BeautifulSoup(html, "html.parser")
    found = [
        (row("th")[0].get_text(strip=True), row("td")[-1]) for row in soup.select("table.coverage tbody tr")
    ]
    assert len(dict(found)) == len(found), "a label has two rows"
    return dict(found)


@pytest.fixture(scope="module")
def table(built_site):
    return rows(page_path(built_site, "reference/sources").read_text("utf-8"))


@pytest.fixture(scope="module")
def anchors(built_site):
    """The ids of every page, by its file in the site."""
    found = {}
    for page in pages():
        path = page_path(built_site, page.name)
        soup = bookpages.parsed(path)
        found[path.resolve()] = {tag["id"] for tag in soup.find_all(id=True)}
    return found


def targets(cell, site) -> list[tuple]:
    """Where the links of a row lead: (file, anchor)."""
    here = page_path(site, "reference/sources")
    split = [link["href"].partition("#") for link in cell("a")]
    return [((here.parent / file).resolve() if file else here.resolve(), anchor) for file, _, anchor in split]


def test_every_item_has_a_row(table):
    assert set(table) == set(COVERAGE)


@every_label
def test_an_item_has_a_place_or_a_reason(label, table):
    entry, text = COVERAGE[label], table[label].get_text(" ", strip=True)
    if "reason" in entry:
        assert entry["reason"] in text
    elif entry["chapters"][0] in HERE:
        owner = f"{entry['chapters'][0]}:"
        assert table[label].a is not None and table[label].a.get_text().startswith(owner)
    else:
        assert "that is planned" in text


@every_label
def test_what_is_planned_is_said_of_missing_pages_alone(label, table):
    said = set(re.findall(r"is planned: ([\w-]+)", table[label].get_text(" ", strip=True)))
    assert said == set(COVERAGE[label]["chapters"]) - HERE


@every_label
def test_every_link_leads_to_a_claim_of_that_item(label, table, anchors, built_site):
    for path, anchor in targets(table[label], built_site):
        assert re.fullmatch(rf"covers-{re.escape(label)}(-\d+)?", anchor)
        assert anchor in anchors[path], f"{path.name} has no {anchor}"


def test_every_page_that_claims_an_item_is_linked(table, built_site):
    missing = []
    for page in pages():
        path = page_path(built_site, page.name).resolve()
        for label in set(rules.claims(page)):
            assert label in COVERAGE, f"{page.name} claims {label}, which book/coverage.yml does not list"
            if path not in {file for file, _ in targets(table[label], built_site)}:
                missing.append(f"{page.name} claims {label} and is not linked")
    assert missing == []


def test_an_existing_page_claims_every_item_it_is_listed_for():
    claimed = rules.claims_by_topic(pages())
    assert [
        f"book/coverage.yml lists {topic} for {label} ({entry['what']}); the page does not claim it"
        for label, entry in COVERAGE.items()
        for topic in entry["chapters"]
        if topic in HERE and label not in claimed[topic]
    ] == []


def test_a_name_of_a_row_is_the_heading_above_the_passage(table, built_site):
    """Looked at from the other side: the section that holds the anchor has the title that the link says."""
    soups = {}
    for cell in table.values():
        for link, (path, anchor) in zip(cell("a"), targets(cell, built_site), strict=True):
            if path not in soups:
                soups[path] = bookpages.parsed(path)
            title = soups[path].find(id=anchor).find_parent("section").find(re.compile("^h[1-6]$"))
            plain = re.sub(r"#$", "", title.get_text()).strip()
            shown = link.get_text().partition(": ")[2].strip()
            assert re.sub(r"^\d+(\.\d+)*\.?\s+", "", plain) == shown


# ------------------------------------------------------------------ a book that grows


LATER = """\
# Small

## A rule for $V$ rows

Rows. {covers}`A.M.3`
"""


def incremental(root) -> dict:
    """The rows after a plain build, which reads only what has changed."""
    command = [str(Path(sys.executable).with_name("jupyter-book")), "build", str(root), "-W"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return rows((root / "_build" / "html" / "book" / "reference" / "sources.html").read_text("utf-8"))


@pytest.mark.long
def test_the_tables_follow_the_chapters(tmp_path):
    root = small_book(tmp_path, "# Small\n\nNothing yet.\n")
    (root / "book" / "coverage.yml").write_text(
        "A.M.3: {what: a table of rows, chapters: [small, other]}\n"
        "A.M.4: {what: a map of rows, chapters: [small], reason: it is elsewhere}\n"
    )
    (root / "book" / "reference").mkdir()
    (root / "book" / "reference" / "sources.md").write_text("# Sources\n\n```{coverage-table} M\n```\n")
    toc = root / "_toc.yml"
    toc.write_text(toc.read_text("utf-8") + "- file: book/reference/sources\n")
    first = incremental(root)
    assert first["A.M.3"].get_text() == "in a chapter that is planned: other"
    assert "out of scope: it is elsewhere" in first["A.M.4"].get_text()
    write_chapter(root, LATER)
    second = incremental(root)["A.M.3"]
    assert (
        second.a["href"] == "../chapters/small.html#covers-A.M.3"
        and second.a.get_text() == r"small: A rule for \(V\) rows"
    )
    write_chapter(root, LATER.replace("{covers}`A.M.3`", "") + "\n## Another\n\n{covers}`A.M.3 A.M.3`\n")
    assert [link.get_text() for link in incremental(root)["A.M.3"]("a")] == ["small: Another"]
    write_chapter(root, "# Small\n\nNothing again.\n")
    assert incremental(root)["A.M.3"].a is None


@pytest.mark.long
def test_an_unknown_lesson_fails_the_build(tmp_path):
    root = small_book(tmp_path, "# Small\n\n```{coverage-table} Z\n```\n")
    run = bookpages.build(root)
    assert run.code == 1 and "coverage-table Z" in run.out + run.err
