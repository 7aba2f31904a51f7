"""The cover and the course in five minutes: the map of words, the cards of the chapters, the ways in.

What each directive is for, with an example, is in book/reference/contributing.md.
"""

from __future__ import annotations

import functools
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from . import boxes, execute, model, reading, words

logger = logging.getLogger(__name__)

CHAPTERS = "book/chapters/"
DATA = f"page/{words.FILE}"
SCRIPTS = {
    "word-map": ("page/word-map.js",),
    "five-minutes": ("page/five-minutes.js",),
    "small-model": ("page/model.js", "page/model-view.js"),
}
STYLES = {
    "word-map": "page/cover.css",
    "five-minutes": "page/five-minutes.css",
    "small-model": "page/model-view.css",
}
PARTS = ("cut", "rows", "near", "gradient", "scores")
HALVES = {
    "one and a half": "1½",
    "two and a half": "2½",
    "three and a half": "3½",
    "one": "1",
    "two": "2",
    "three": "3",
}


# ------------------------------------------------------------------ what a page shows


class WordMap(SphinxDirective):
    """```{word-map}```: the map of words; the content stands in its place until scripts run."""

    has_content = True

    def run(self):
        return [piece(self, "word-map")]


class FiveMinutes(SphinxDirective):
    """```{five-minutes} rows```: one of the five pictures; the content says in words what it would show.

    ```{five-minutes} model``` is the small model that runs in the page; it loads its numbers when asked to.
    """

    required_arguments = 1
    has_content = True

    def run(self):
        if self.arguments[0] == "model":
            root = Path(self.env.app.srcdir)
            self.env.note_dependency(str(root / model.RESULT))
            size = str(model.facts(root)["model kilobytes"])
            return [piece(self, "small-model", src=model.address(root), kilobytes=size)]
        if self.arguments[0] not in PARTS:
            known = ", ".join([*PARTS, "model"])
            raise self.error(f"five-minutes: no picture {self.arguments[0]!r}; there are {known}")
        return [piece(self, "five-minutes", part=self.arguments[0])]


class LearningTable(SphinxDirective):
    """```{learning-table} A table that learns```: the piece, as `wb.learning_table` shows it in a chapter."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        workbench = execute.load(Path(self.env.app.srcdir) / "book" / "workbench.py")
        shown = workbench.learning_table(self.arguments[0])._repr_mimebundle_()
        return [nodes.raw("", shown["text/html"], format="html")]


def piece(directive: SphinxDirective, tag: str, **attributes: str) -> nodes.Node:
    directive.assert_has_content()
    env = directive.env
    env.metadata[env.docname][f"course-{tag}"] = "yes"
    return boxes.make(tag, *directive.parse_content_to_nodes(), **attributes)


class ChapterMap(SphinxDirective):
    """````{chapter-map}````: the list of the cards in it."""

    has_content = True

    def run(self):
        return [boxes.make("ol", *self.parse_content_to_nodes(), classes=["chapter-map"])]


class ChapterCard(SphinxDirective):
    """```{chapter-card} lookup```: a chapter's drawing, the content (its link first), and its times."""

    required_arguments = 1
    has_content = True

    def run(self):
        self.assert_has_content()
        topic, root = self.arguments[0], Path(self.env.app.srcdir)
        head, *rest = self.parse_content_to_nodes()
        try:
            read = f"read {short(chapter_minutes(root, topic, self.env.found_docs))}"
            solve = assignment_time(root, topic, self.env.found_docs)
        except ExtensionError as missing:
            raise self.error(f"chapter-card: {missing}") from missing
        times = boxes.make("p", classes=["card-times"])
        times += [boxes.make("span", nodes.Text(text)) for text in (read, solve and f"solve {solve}") if text]
        title = boxes.make("h3", nodes.inline("", "", *head.children))
        picture = boxes.drawing(self, f"card-{topic}")
        return [boxes.make("li", picture, boxes.make("div", title, *rest, times), classes=["card-chapter"])]


class Ways(SphinxDirective):
    """````{ways-in}````: the ways into the course, each a {way}."""

    has_content = True

    def run(self):
        return [boxes.make("ul", *self.parse_content_to_nodes(), classes=["ways-in"])]


class Way(SphinxDirective):
    """```{way} Read```: one way, its name as a heading."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self):
        title = boxes.make("h3", nodes.Text(self.arguments[0]))
        return [boxes.make("li", title, *self.parse_content_to_nodes(), classes=["way"])]


class Around(SphinxDirective):
    """```{cover} line```: a paragraph of the cover with a look of its own: line, note or five."""

    required_arguments = 1
    has_content = True

    def run(self):
        return [boxes.make("div", *self.parse_content_to_nodes(), classes=[f"cover-{self.arguments[0]}"])]


class TableNumber(SphinxRole):
    """A number of the map of words or of the model.

    {word-map-number}`rows`: one of the numbers of words.facts; {word-map-number}`id cat`: a word's
    row; {word-map-number}`model words`: one of those of model.facts.
    """

    def run(self):
        known = facts(self.env)
        try:
            text = f"{known[self.text.strip()]:,}"
        except KeyError:
            logger.warning("word-map-number: no number %r", self.text, location=self.get_location())
            return [], []
        return [nodes.Text(text)], []


class CourseTime(SphinxRole):
    """{course-time}`read`: how long all chapters take to read, in whole hours."""

    def run(self):
        root, found = Path(self.env.app.srcdir), self.env.found_docs
        topics = {name.removeprefix(CHAPTERS).split("/")[0] for name in found if name.startswith(CHAPTERS)}
        minutes = sum(chapter_minutes(root, topic, found) for topic in topics)
        hours = max(1, round(minutes / 60))
        return [nodes.Text(f"{hours} hour{'s' * (hours > 1)}")], []


# ------------------------------------------------------------------ times


def chapter_pages(root: Path, topic: str, found) -> list[Path]:
    """List the files of a chapter: its first page and those below it."""
    first = f"{CHAPTERS}{topic}"
    names = sorted(name for name in found if name == first or name.startswith(f"{first}/"))
    if not names:
        raise ExtensionError(f"{first}.md does not exist")
    return [root / f"{name}.md" for name in names]


def chapter_minutes(root: Path, topic: str, found) -> float:
    """Compute the minutes to read what the pages of a chapter show."""
    sources = (path.read_text(encoding="utf-8") for path in chapter_pages(root, topic, found))
    return sum(reading.amounts(source)[0].minutes for source in sources)


def short(minutes: float) -> str:
    """Write a time, rounded to five minutes, for a card: "1 h 25 min"."""
    rounded = max(reading.STEP, reading.STEP * round(minutes / reading.STEP))
    hours, rest = divmod(rounded, 60)
    return " ".join([f"{hours} h"] * bool(hours) + [f"{rest} min"] * bool(rest))


def assignment_time(root: Path, topic: str, found) -> str:
    """Find the time that the chapter names for its assignment, as "1½ to 2½ h", else return ""."""
    for path in chapter_pages(root, topic, found):
        said = re.search(rf"\{{assignment\}} *{topic}\n:time: *(.+)", path.read_text(encoding="utf-8"))
        if said:
            text = re.sub(r"\bhours?\b", "h", said[1].strip())
            return re.sub("|".join(HALVES), lambda word: HALVES[word[0]], text)
    return ""


# ------------------------------------------------------------------ the data and the scripts


def data_file(app) -> Path:
    """Return the script with the data of the map, making it unless it exists."""
    return words.script(Path(app.srcdir), execute.cache_folder(Path(app.srcdir)).parent)


def ahead(app, docnames) -> list[Callable[[], Path]]:
    """Return what makes that script, if one of the pages needs it: it takes a core as long as a page does."""
    root = Path(app.srcdir)
    sources = (Path(app.env.doc2path(name)).read_text(encoding="utf-8") for name in docnames)
    if not any("{word-map" in source or "{five-minutes}" in source for source in sources):
        return []
    return [functools.partial(words.script, root, execute.cache_folder(root).parent)]


def facts(env) -> dict[str, int]:
    """Return the numbers that {word-map-number} gives."""
    if not hasattr(env, "course_words_facts"):
        root = Path(env.app.srcdir)
        env.course_words_facts = words.facts(data_file(env.app)) | model.facts(root)
    return env.course_words_facts


def add_scripts(app, pagename, templatename, context, doctree) -> None:
    """Add what the page's pieces need, on the pages that have them and nowhere else."""
    meta = app.env.metadata.get(pagename, {})
    used = [tag for tag in SCRIPTS if f"course-{tag}" in meta]
    if used:
        # Before the page is written, which names the file with a checksum of what is in it.
        target = Path(app.outdir) / "_static" / DATA
        target.parent.mkdir(parents=True, exist_ok=True)
        data = () if used == ["small-model"] else (DATA,)  # the map, which the model does not read
        if data and not target.is_file():
            shutil.copyfile(data_file(app), target)
        if "small-model" in used:  # a file that the page does not load by itself: the reader asks for it
            script = model.script(Path(app.srcdir))
            target.with_name(model.FILE).write_text(script, encoding="utf-8")
        for name in (*data, "page/words.js", *(name for tag in used for name in SCRIPTS[tag])):
            app.add_js_file(name, loading_method="defer")
        for name in ("page/cover.css", *(STYLES[tag] for tag in used)):
            app.add_css_file(name)


def drop_mathjax(app, pagename, templatename, context, doctree) -> None:
    """Leave MathJax out of these pages unless they have a formula: it is a third of what they load."""
    meta = app.env.metadata.get(pagename, {})
    if any(f"course-{tag}" in meta for tag in SCRIPTS) and 'class="math' not in context.get("body", ""):
        context["script_files"] = [
            script
            for script in context["script_files"]
            if "mathjax/" not in str(getattr(script, "filename", script))
        ]


def setup(app) -> None:
    for name, kind in {
        "word-map": WordMap,
        "learning-table": LearningTable,
        "five-minutes": FiveMinutes,
        "chapter-map": ChapterMap,
        "chapter-card": ChapterCard,
        "ways-in": Ways,
        "way": Way,
        "cover": Around,
    }.items():
        app.add_directive(name, kind)
    app.add_role("word-map-number", TableNumber())
    app.add_role("course-time", CourseTime())
    app.connect("html-page-context", add_scripts)
    app.connect("html-page-context", drop_mathjax, priority=900)  # after Sphinx has put it there
