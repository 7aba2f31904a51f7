"""Every entry of references.bib can be found, and is cited."""

import re

import bookrules as rules
import pytest
from bookpages import ROOT, page_path, pages
from pybtex.database import parse_file

ENTRIES = parse_file(str(ROOT / "book" / "references.bib")).entries
CITED = {
    part.strip()
    for page in pages()
    for role in ("cite", "cite:t", "cite:p")
    for text in rules.role_targets(page, role)
    for part in text.split(",")
}
every_entry = pytest.mark.parametrize("key", list(ENTRIES))
DOI = re.compile(r"10\.\d{4,9}/\S+")
ARXIV = re.compile(r"\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7}")


def lacking(fields) -> list[str]:
    """What keeps a reader from finding an entry, in words."""
    problems = []
    if "doi" in fields and not DOI.fullmatch(fields["doi"]):
        problems.append(f"doi {fields['doi']!r} is not of the form 10.NNNN/...")
    if "eprint" in fields and not ARXIV.fullmatch(fields["eprint"]):
        problems.append(f"eprint {fields['eprint']!r} is no arXiv number")
    if "eprint" in fields and fields.get("archiveprefix") != "arXiv":
        problems.append("an eprint without archiveprefix = {arXiv}")
    if "url" in fields and not re.fullmatch(r"https?://\S+\.\S+", fields["url"]):
        problems.append(f"url {fields['url']!r} is no address")
    if not {"doi", "eprint", "url"} & set(fields):
        # Before there were such numbers: then the entry has to say that only the print exists.
        if not (int(fields["year"]) < 1990 and "in print only" in fields.get("note", "")):
            problems.append("no doi, eprint or url")
    return problems


@every_entry
def test_an_entry_can_be_found(key):
    assert lacking(ENTRIES[key].fields) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"year": "2014"},
        {"year": "1957"},
        {"year": "2014", "note": "in print only"},
        {"year": "2014", "doi": "https://doi.org/10.1162/tacl"},
        {"year": "2014", "eprint": "2305"},
        {"year": "2014", "eprint": "2305.13245"},
        {"year": "2014", "url": "www"},
    ],
)
def test_an_entry_that_cannot_be_found_is_noticed(fields):
    assert lacking(fields)


def test_an_entry_with_one_of_them_is_left_alone():
    assert lacking({"year": "2014", "doi": "10.1162/tacl_a_00034"}) == []
    assert lacking({"year": "2023", "eprint": "2305.13245", "archiveprefix": "arXiv"}) == []
    assert lacking({"year": "2023", "url": "https://example.org"}) == []
    assert lacking({"year": "1957", "note": "Oxford; in print only"}) == []


def test_no_paper_is_listed_twice():
    for name in ("doi", "eprint", "url"):
        found = [entry.fields[name].lower() for entry in ENTRIES.values() if name in entry.fields]
        assert len(found) == len(set(found)), name


@every_entry
def test_an_entry_is_cited(key):
    assert key in CITED, f"no page cites {key}"


@pytest.fixture(scope="module")
def shown(built_site):
    return page_path(built_site, "reference/bibliography").read_text("utf-8")


@every_entry
def test_the_built_page_shows_the_identifier(key, shown):
    fields = ENTRIES[key].fields
    for name, address in (("doi", "https://doi.org/"), ("eprint", "https://arxiv.org/abs/"), ("url", "")):
        if name in fields:
            assert f'href="{address}{fields[name]}"' in shown
