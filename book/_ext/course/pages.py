"""Chapters of several pages: the list of them, the data that scripts need, and how old links find them.

A chapter is `book/chapters/<topic>.md`, its first page, and `book/chapters/<topic>/<slug>.md`, the
others, which _toc.yml lists as the `sections` of the first.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from . import reading
from .markdown import MarkdownError

CHAPTERS = "book/chapters/"
REFERENCE = "book/reference/"
SCRIPT = "pages.js"  # in the site's _static
# Leads from an address of the chapter's earlier editions to where its matter stands now.
LEAD_ON = """<script id="lead-on">
(() => {
  const topic = %(topic)s, places = %(places)s;
  function leadOn() {
    const hash = decodeURIComponent(location.hash.slice(1)), label = `${topic}-${hash}`.toLowerCase();
    if (!hash || document.getElementById(hash)) return;
    if (document.getElementById(label)) location.replace(`#${label}`);
    else if (label in places) location.replace(`${places[label]}#${label}`);
    else if (hash in places) location.replace(`${places[hash]}#${hash}`);
  }
  addEventListener("hashchange", leadOn);
  document.addEventListener("DOMContentLoaded", leadOn);
})();
</script>
"""


def topic_of(docname: str) -> str:
    """Return the topic of a chapter's page; of any other page the name of its file."""
    if docname.startswith(CHAPTERS):
        return docname.removeprefix(CHAPTERS).split("/")[0]
    return docname.rpartition("/")[2]


def chapters(names: Iterable[str]) -> dict[str, list[str]]:
    """List the pages of each chapter among `names`, in their order: topic -> names of pages."""
    found: dict[str, list[str]] = {}
    for name in names:
        if name.startswith(CHAPTERS):
            found.setdefault(topic_of(name), []).append(name.removesuffix(".md"))
    return found


def chapters_of(app) -> dict[str, list[str]]:
    return chapters(app.config.external_site_map)


# ------------------------------------------------------------------ the data that scripts need


def write_script(app) -> None:
    """Write the minutes of every page, a chapter's with its first page, and the questions of its pages.

    The pages of the reference are looked up and not read through: they have no minutes.
    """
    if app.builder.format != "html":
        return
    root = Path(app.srcdir)
    names = [name.removesuffix(".md") for name in app.config.external_site_map]
    sources = {
        name: (root / f"{name}.md").read_text(encoding="utf-8") for name in names if REFERENCE not in name
    }
    minutes, questions = {}, {}
    for name, text in sources.items():
        with suppress(MarkdownError, ValueError):  # reported with its place when the page is read
            minutes[name] = reading.amounts(text)[0].minutes
    for topic, pages in chapters(names).items():
        whole = sum(minutes.get(page, 0) for page in pages)
        # Of a chapter as its pages and its card say it.
        minutes[pages[0]] = whole if len(pages) == 1 else reading.rounded(whole)
        questions[topic] = {
            page: len(re.findall(r"\bwb\.quiz(?:_number)?\(", sources[page])) for page in pages
        }
    values = {
        "READING_MINUTES": {name: round(value) for name, value in minutes.items()},
        "CHAPTER_QUESTIONS": questions,
    }
    text = "".join(
        f"window.{name} = {json.dumps(value, sort_keys=False)};\n" for name, value in values.items()
    )
    (Path(app.outdir) / "_static").mkdir(parents=True, exist_ok=True)
    (Path(app.outdir) / "_static" / SCRIPT).write_text(text, encoding="utf-8")


# ------------------------------------------------------------------ numbers


def number_through(app, env) -> list[str]:
    """Number figures, theorems and equations through a chapter's pages, as if they were one.

    Sphinx numbers what stands below the numbered level of the contents through the whole book.
    """
    changed = []
    for pages in chapters_of(app).values():
        numbers = env.toc_secnumbers.get(pages[0], {}).get("")
        if len(pages) == 1 or not numbers:
            continue
        counts: Counter[str] = Counter()
        for page in pages:
            for kind, found in env.toc_fignumbers.get(page, {}).items():
                for name in found:
                    counts[kind] += 1
                    found[name] = (numbers[0], counts[kind])
        changed += pages
    return changed


# ------------------------------------------------------------------ old links


def lead_on(app) -> None:
    """Give each first page the script that follows links to what has moved to a later page."""
    site = Path(app.outdir)
    for topic, (first, *others) in chapters_of(app).items():
        if not others:
            continue
        path = site / f"{first}.html"
        later = {page: (site / f"{page}.html").read_text(encoding="utf-8") for page in others}
        path.write_text(leading_on(path.read_text(encoding="utf-8"), topic, later), encoding="utf-8")


def leading_on(html: str, topic: str, later: dict[str, str]) -> str:
    """Put the script into the HTML of a topic's first page; `later` holds that of its other pages by name."""
    # Of an earlier build, which may have left this page as it was.
    html = re.sub(r'<script id="lead-on">.*?</script>\n', "", html, flags=re.DOTALL)
    here = ids(html)
    places: dict[str, str] = {}
    for page, text in later.items():
        address = f"{page.removeprefix(CHAPTERS)}.html"
        for name in ids(text):
            if name not in here:
                places.setdefault(name, address)
    script = LEAD_ON % {"topic": json.dumps(topic), "places": json.dumps(places)}
    return html.replace("</head>", f"{script}</head>", 1)


def ids(html: str) -> list[str]:
    """List the ids in a page's article, in order."""
    article = re.search(r"<article\b.*?</article>", html, re.DOTALL)
    return list(dict.fromkeys(re.findall(r"<[^<>]*?\sid=\"([^\"]+)\"", article[0] if article else "")))


def setup(app) -> None:
    app.add_js_file(SCRIPT)  # before progress.js and page/reading.js, which are deferred
    app.connect("builder-inited", write_script)
    app.connect("env-get-updated", number_through, priority=900)  # behind Sphinx's own numbering
