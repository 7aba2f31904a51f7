"""The glossary and the chapters link each other: every term is used, and leads back to where."""

import re

import bookpages
import bookrules as rules
import pytest
from bookpages import chapter_pages, chapters, page, page_path, pages

GLOSSARY = next(found for found in pages() if found.topic == "glossary")
TERMS = sorted(rules.terms(GLOSSARY.text), key=str.lower)


def linked(page) -> set[str]:
    """The terms that a page links."""
    return {text.lower() for text in rules.role_targets(page, "term")}


# What each chapter links, in the order of the book.
USED = {topic: {term for found in mine for term in linked(found)} for topic, mine in chapters().items()}
every_term = pytest.mark.parametrize("term", TERMS)
every_chapter = pytest.mark.parametrize("topic", chapters())


def key_terms(chapter) -> list[str]:
    """The terms of a chapter's line of key terms."""
    found = re.search(r"^\*\*Key terms\.\*\*(.*?)(?=^\s*$|\Z)", chapter.markdown(), re.DOTALL | re.MULTILINE)
    return rules.role_targets(page(found[1]), "term") if found else []


@pytest.fixture(scope="module")
def soups(built_site):
    names = [GLOSSARY.name, *(found.name for found in chapter_pages())]
    return {name: bookpages.parsed(page_path(built_site, name)) for name in names}


@pytest.fixture(scope="module")
def back(soups):
    """The links at the end of each definition: term -> [(text, href)]."""
    found = {}
    for name in soups[GLOSSARY.name].select("dl.glossary > dt"):
        name.find("a", class_="headerlink").extract()
        line = name.find_next_sibling("dd").select_one("p.term-uses")
        found[name.get_text(strip=True).replace("’", "'")] = (
            [(a.get_text(), a["href"]) for a in line("a")] if line else []
        )
    return found


@every_term
def test_a_term_is_used_by_a_chapter(term):
    assert any(term.lower() in used for used in USED.values()), (
        f"no chapter links {term!r}: link it, or take it out of the glossary"
    )


@every_term
def test_a_term_leads_back_to_each_chapter_that_uses_it(term, back):
    assert [text for text, _ in back[term]] == [topic for topic, used in USED.items() if term.lower() in used]


@every_term
def test_a_link_back_leads_to_the_first_link_of_that_term(term, back, soups):
    own = re.sub(r"[ ']", "-", f"term-{term}".lower())
    for text, href in back[term]:
        name = href.partition(".html#")[0].removeprefix("../")
        # The first page of the chapter that links the term.
        assert name == next(found.name for found in chapters()[text] if term.lower() in linked(found))
        soup = soups[name]
        place = soup.find(id=href.partition("#")[2])
        assert place is not None, f"{href} leads nowhere"
        there = place.find_parent("a")["href"]
        assert there.startswith(f"{'../' * name.count('/')}reference/glossary.html#")
        links = [a for a in soup.find_all("a", href=there) if a.select_one("span.std-term")]
        assert links[0] is place.find_parent("a"), f"{text} links {term!r} earlier"
        # The id of a term has its words in it; characters outside ASCII are left out of ids.
        if own.isascii():
            assert there.partition("#")[2].lower() == own


@every_chapter
def test_the_key_terms_of_a_chapter_are_in_the_glossary(topic):
    found = [term for page in chapters()[topic] for term in key_terms(page)]
    assert len(found) >= 5, f"{topic}: the summary has no line of **Key terms.** with five terms or more"
    assert {term.lower() for term in found} <= {term.lower() for term in TERMS}


def test_key_terms_are_read_to_the_end_of_their_paragraph():
    text = "**Key terms.** {term}`gather`, {term}`a row <one-hot vector>`,\n{term}`view`.\n\n{term}`tape`\n"
    assert key_terms(page(text)) == ["gather", "one-hot vector", "view"]
    assert key_terms(page("Key terms: {term}`gather`")) == []


@every_term
def test_a_definition_is_a_few_sentences(term):
    body = re.search(rf"^{re.escape(term)}\n((?:  .+\n)+)", GLOSSARY.text, re.MULTILINE)[1]
    words = body.split()
    assert 5 <= len(words) <= 75, f"{term!r} is defined in {len(words)} words"
