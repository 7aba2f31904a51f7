"""The directive `plan`: what a teacher plans with, computed from the chapters and their notebooks.

It shows the hours and weeks of every topic, what each needs of the others, a core for half of the time,
and what to show in class. Nothing is written down twice: minutes are those of course.reading, hours come from
the notebook's line **Time**, needs from the sentence "You need ..." on a chapter's first page.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import split_explicit_title

from . import boxes, cover, notebooks, numbers, on_device, reading
from .markdown import fences
from .pages import CHAPTERS, chapters_of

HALF, TOLERANCE = 0.5, 0.1  # of all hours: what the core may take, and by how much of it that may be missed
AMOUNTS = {word: i for i, word in enumerate("one two three four five six".split(), 1)}
NEEDED, LINKED = "●", "○"
WEEKS = ("topic", "week", "read", "solve", "functions", "points")
CORE = ("topic", "week", "read", "solve")
ASIDE = ("claims", "read-next")  # boxes whose links lead away from the matter; folds are left out too
PIECES = {"piece": None, "learning_table": "learning-table"}  # calls of the workbench, and what they show

_AMOUNT = rf"(?:{'|'.join(AMOUNTS)})(?: and a half)?"
_TIME = re.compile(rf"(?:about )?(?P<low>{_AMOUNT})(?: to (?P<high>{_AMOUNT}))? hours?(?=[.,])")
_TIME_LINE = re.compile(r"# - \*\*Time\*\*: *(.*)")
_READ_FIRST = re.compile(r"^# - \*\*(?:Read first|Before you start)\*\*:.*(?:\n#   .*)*", re.MULTILINE)
_BUILD = re.compile(r'^# %%.*"grade_id": "about-build".*\n# ## (.+)$', re.MULTILINE)
_NEED = re.compile(r"\bYou need\b(.+?)\.(?=\s|$)", re.DOTALL)
_LINK = re.compile(r"\{(doc|ref|numref|eq|prf:ref)\}`([^`]+)`")
_LABEL = re.compile(r"^\(([\w:.-]+)\)=\s*$", re.MULTILINE)
_OTHER_LABEL = re.compile(r"^:label: *(\S+)|^ +name: *(\S+)|^\$\$ *\(([\w:.-]+)\)", re.MULTILINE)


@dataclass(frozen=True)
class Piece:
    """An interactive piece: "lookup/gather-view", its title, and the label above it, if there is one."""

    name: str
    title: str
    page: str
    label: str


@dataclass(frozen=True)
class Topic:
    """A topic, and what its chapter and its notebook say of it."""

    name: str
    title: str
    page: str
    minutes: int  # to read, rounded as everywhere in the book
    low: float  # hours to solve
    high: float
    functions: int
    points: float
    needs: frozenset[str]  # earlier topics
    links: frozenset[str]  # those that the chapter's text leads back to
    pieces: tuple[Piece, ...]
    builds: str  # the heading above the last cell, or ""

    def hours(self, solved: bool = True) -> float:
        """Compute the hours that it takes, by the longer time to solve."""
        return self.minutes / 60 + self.high * solved


# ------------------------------------------------------------------ what the sources say


def topics(root: Path, chapters: dict[str, list[str]]) -> dict[str, Topic]:
    """Read every topic, in the book's order, from its chapter's pages and its notebook."""
    texts = {
        name: {page: (root / f"{page}.md").read_text(encoding="utf-8") for page in pages}
        for name, pages in chapters.items()
    }
    labels = {
        label: name
        for name, pages in texts.items()
        for text in pages.values()
        for label in [*_LABEL.findall(text), *filter(None, sum(_OTHER_LABEL.findall(text), ()))]
    }
    found: dict[str, Topic] = {}
    for name, pages in texts.items():
        first, solution = next(iter(pages)), solution_path(root, name)
        low, high = solving(solution)
        needs = leads_to(read_first(solution), first, labels) | needs_of(first, pages[first], labels)
        links = frozenset().union(*(leads_to(body(text), page, labels) for page, text in pages.items()))
        exercise = notebooks.exercise_path(root, name)
        found[name] = Topic(
            name,
            re.findall(r"^# ([^:\n]+)", pages[first], re.MULTILINE)[0],
            first,
            reading.rounded(cover.chapter_minutes(root, name, list(pages))),
            low,
            high,
            functions(exercise),
            notebooks.points(exercise),
            needs & found.keys(),
            links & found.keys(),
            tuple(piece for page, text in pages.items() for piece in pieces(page, text)),
            "".join(_BUILD.findall(solution.read_text(encoding="utf-8"))),
        )
    return found


def solution_path(root: Path, topic: str) -> Path:
    """Return the path of the solutions of a topic."""
    path = root / "solutions" / f"{topic.replace('-', '_')}.py"
    if not path.is_file():
        raise ExtensionError(f"solutions/{path.name} is missing")
    return path


def solving(path: Path) -> tuple[float, float]:
    """Read the hours that a notebook names in its line **Time**, from the fewest to the most."""
    where = f"solutions/{path.name}"
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if not (said := _TIME_LINE.match(line)):
            continue
        if time := _TIME.match(said[1]):
            low, high = in_hours(time["low"]), in_hours(time["high"] or time["low"])
            if low <= high:
                return low, high
        form = 'a time such as "about two hours" or "one and a half to two hours"'
        raise ExtensionError(f"{where}:{number}: **Time** is {said[1]!r}, expected {form}")
    raise ExtensionError(f"{where}:1: no line `# - **Time**: ...` says how long it takes")


def in_hours(words: str) -> float:
    """Read an amount: "one and a half" is 1.5."""
    return AMOUNTS[words.split()[0]] + 0.5 * words.endswith("half")


def read_first(path: Path) -> str:
    """Return what a notebook asks to read before it."""
    return "\n".join(_READ_FIRST.findall(path.read_text(encoding="utf-8")))


def functions(path: Path) -> int:
    """Count the functions of a student notebook: its cells with points."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return sum(bool(cell["metadata"].get("nbgrader", {}).get("points")) for cell in cells)


def needs_of(page: str, text: str, labels: dict[str, str]) -> frozenset[str]:
    """List the chapters that the sentence "You need ..." on the first page of a chapter names."""
    said = _NEED.search(text)
    if not said:
        raise ExtensionError(f"{page}.md: no sentence `You need ...` says what the chapter needs")
    return leads_to(said[1], page, labels)


def body(text: str) -> str:
    """Return what a page shows, without folds, claims and the works to read next."""
    shown, at = [], 0
    lines = reading.split(on_device.opened(text, "this page"))[0].split("\n")
    for fence in fences("\n".join(lines)):
        shown += lines[at : fence.start]
        shown += [] if fence.name in ASIDE else lines[fence.start : fence.end]
        at = fence.end
    return "\n".join([*shown, *lines[at:]])


def leads_to(text: str, page: str, labels: dict[str, str]) -> frozenset[str]:
    """List the topics that the links in a text of `page` lead to."""
    found = set()
    for role, link in _LINK.findall(text):
        target = split_explicit_title(link)[2]
        name = normpath(join(dirname(page), target)) if role == "doc" else ""
        found.add(name.removeprefix(CHAPTERS).split("/")[0] if CHAPTERS in name else labels.get(target, ""))
    return frozenset(found - {""})


def pieces(page: str, text: str) -> list[Piece]:
    """List the interactive pieces of a page, in its order."""
    found, short = [], page.removeprefix(CHAPTERS)
    for cell in numbers._CELL.finditer(text):
        above = _LABEL.findall(text[: cell.start()])
        for call in calls(cell[0]):
            tag = PIECES[call.func.attr] or call.args[0].value
            title = next((word.value for word in call.keywords if word.arg == "label"), call.args[0])
            found.append(Piece(f"{short}/{tag}", title.value, page, above[-1] if above else ""))
    return found


def calls(cell: str) -> list:
    """List the calls of a cell that show a piece."""
    if not any(f"wb.{name}(" in cell for name in PIECES):
        return []
    code = re.sub(r"\A```.*\n|^:tags:.*\n|^```\s*\Z", "", cell, flags=re.MULTILINE)
    found = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    return [call for call in found if isinstance(call.func, ast.Attribute) and call.func.attr in PIECES]


# ------------------------------------------------------------------ weeks, and the core


def weeks(hours: Iterable[float], most: float) -> list[tuple[int, int]]:
    """Give each topic its first and last week: whole topics in order, as many in a week as fit."""
    found, last, left = [], 0, 0.0
    for need in hours:
        if need > left + 1e-9:  # minutes are no exact parts of an hour
            first, last = last + 1, last + math.ceil(need / most)
            left = (last - first + 1) * most
        else:
            first = last
        left -= need
        found.append((first, last))
    return found


def check_core(every: dict[str, Topic], solved: list[str], read: list[str]) -> float:
    """Return the share of all hours that a core takes; refuse one that lacks a need, or is not half."""
    chosen = {name: name in solved for name in every if name in (*solved, *read)}
    for name in chosen:
        for need in sorted(every[name].needs - chosen.keys()):
            raise ExtensionError(f"the core has {name}, which needs {need}: add {need}, or take out {name}")
    share = sum(every[name].hours(chosen[name]) for name in chosen) / sum(t.hours() for t in every.values())
    if abs(share - HALF) > TOLERANCE * HALF:
        raise ExtensionError(
            f"the core takes {share:.0%} of all hours, expected {HALF * (1 - TOLERANCE):.0%} to "
            f"{HALF * (1 + TOLERANCE):.0%}"
        )
    return share


# ------------------------------------------------------------------ what a page shows


def in_halves(hours: float) -> str:
    """Write hours as halves: 1.5 is "1½"."""
    return f"{int(hours)}{'½' if hours % 1 else ''}"


def span(low: float, high: float) -> str:
    """Write a range of hours: "1½ to 2 h"."""
    return f"{in_halves(low)} h" if low == high else f"{in_halves(low)} to {in_halves(high)} h"


def week(first: int, last: int) -> str:
    """Write the weeks of a topic: "3", or "3 to 4"."""
    return f"{first}" if first == last else f"{first} to {last}"


def texts(*values: object) -> list[nodes.Node]:
    """Make the cells of a table, numbers without zeros at their end."""
    return [nodes.Text(f"{value:g}" if isinstance(value, float) else f"{value}") for value in values]


def times_of(when: tuple[int, int] | str, read: list[Topic], solved: list[Topic]) -> list[nodes.Node]:
    """Make the cells with the weeks, and with the times to read some topics and to solve some."""
    hours = span(sum(topic.low for topic in solved), sum(topic.high for topic in solved))
    return texts(
        when if isinstance(when, str) else week(*when),
        cover.short(sum(topic.minutes for topic in read)),
        hours if solved else "read only",
    )


class Plan(SphinxDirective):
    """```{plan} weeks```: one of the four views below. `:hours:` are those of a week.

    `needs` is a matrix. `core` takes `:core:` (topics to read and solve) and `:read:` (to read alone), and a
    sentence on every topic that is not solved. `show` takes `:pieces:`, where the first of a chapter is not
    the one to show, and a sentence on every topic. Sentences are a list, `- lookup: ...`.
    """

    required_arguments = 1
    option_spec = {
        "hours": directives.positive_int,
        "core": directives.unchanged_required,
        "read": directives.unchanged_required,
        "pieces": directives.unchanged_required,
    }
    has_content = True

    def run(self) -> list[nodes.Node]:
        views = {"weeks": self.weeks, "needs": self.needs, "core": self.core, "show": self.show}
        if self.arguments[0] not in views:
            raise self.error(f"plan: no view {self.arguments[0]!r}; there are {', '.join(views)}")
        try:
            if "course-plan" not in self.env.temp_data:  # of the page that is being read
                root = Path(self.env.app.srcdir)
                self.env.temp_data["course-plan"] = topics(root, chapters_of(self.env.app))
            self.topics: dict[str, Topic] = self.env.temp_data["course-plan"]
            found = views[self.arguments[0]]()
        except ExtensionError as wrong:
            raise self.error(f"plan: {wrong}") from wrong
        self.env.note_reread()  # chapters and notebooks may change without this page
        return found

    def weeks(self) -> list[nodes.Node]:
        every = list(self.topics.values())
        times = weeks((topic.hours() for topic in every), self.hours)
        rows = [
            (self.link(topic), *times_of(time, [topic], [topic]), *texts(topic.functions, topic.points))
            for topic, time in zip(every, times)
        ]
        sums = texts(sum(topic.functions for topic in every), sum(topic.points for topic in every))
        rows.append((nodes.Text("all"), *times_of(f"{times[-1][1]} weeks", every, every), *sums))
        rule = (
            f"A week has at most {self.hours} hours, by the longer time to solve. It takes whole topics, in "
            "the book's order, as many as fit; a topic that needs more takes several weeks."
        )
        return [nodes.paragraph(text=rule), boxes.table("plan-weeks", WEEKS, rows, named=True)]

    def needs(self) -> list[nodes.Node]:
        numbered = {name: i for i, name in enumerate(self.topics, 1)}
        columns = list(numbered)[:-1]  # nothing can need the last
        rows = [
            (
                nodes.inline("", "", nodes.Text(f"{numbered[topic.name]} "), self.link(topic)),
                *(mark(topic, other) for other in columns),
            )
            for topic in self.topics.values()
        ]
        return [boxes.table("plan-needs", ["topic", *(f"{numbered[n]}" for n in columns)], rows, named=True)]

    def core(self) -> list[nodes.Node]:
        solved, read = (self.named(name) for name in ("core", "read"))
        if both := set(solved) & set(read):
            raise ExtensionError(f":core: and :read: both name {', '.join(sorted(both))}")
        share = check_core(self.topics, solved, read)
        chosen = [topic for topic in self.topics.values() if topic.name in (*solved, *read)]
        times = weeks((topic.hours(topic.name in solved) for topic in chosen), self.hours)
        rows = [
            (self.link(topic), *times_of(time, [topic], [topic] if topic.name in solved else []))
            for topic, time in zip(chosen, times)
        ]
        total = times_of(f"{times[-1][1]} weeks", chosen, [self.topics[name] for name in solved])
        rows.append((nodes.Text("all"), *total))
        said = f"The core takes {share:.0%} of all hours, and nothing in it needs what is left out."
        reasons = self.sentences([name for name in self.topics if name not in solved])
        items = [
            f"- {role(self.topics[name])}{' (read only)' if name in read else ''}. {reason}"
            for name, reason in reasons.items()
        ]
        table = boxes.table("plan-core", CORE, rows, named=True)
        return [nodes.paragraph(text=said), table, *self.parse_text_to_nodes("\n".join(items))]

    def show(self) -> list[nodes.Node]:
        chosen, said = self.pieces(), self.sentences(list(self.topics))
        items = [shown(topic, chosen[name], said[name]) for name, topic in self.topics.items()]
        return self.parse_text_to_nodes("\n".join(items))

    # -------------------------------------------------------------- options and content

    @property
    def hours(self) -> int:
        if "hours" not in self.options:
            raise ExtensionError(f"{self.arguments[0]}: add :hours:, those of a week")
        return self.options["hours"]

    def named(self, option: str) -> list[str]:
        """List the topics that an option names."""
        found = self.options.get(option, "").replace(",", " ").split()
        if unknown := [name for name in found if name not in self.topics]:
            raise ExtensionError(
                f":{option}: names {', '.join(unknown)}; topics are {', '.join(self.topics)}"
            )
        return found

    def sentences(self, expected: list[str]) -> dict[str, str]:
        """Read the sentence on each topic; refuse a list that lacks one or has another."""
        items = re.split(r"^- ([\w-]+): *", "\n".join(self.content), flags=re.MULTILINE)
        found = {name: " ".join(text.split()) for name, text in zip(items[1::2], items[2::2])}
        if items[0].strip() or set(found) != set(expected) or len(items) // 2 != len(found):
            raise ExtensionError(
                f"{self.arguments[0]}: expected a list `- TOPIC: sentence` of {', '.join(expected)}, "
                f"found {', '.join(items[1::2]) or 'none'}"
            )
        return {name: found[name] for name in expected}

    def pieces(self) -> dict[str, Piece | None]:
        """Return the piece to show of each topic: the one that `:pieces:` names, else the first."""
        known = {piece.name: topic.name for topic in self.topics.values() for piece in topic.pieces}
        chosen = self.options.get("pieces", "").replace(",", " ").split()
        if unknown := [name for name in chosen if name not in known]:
            raise ExtensionError(f":pieces: names {', '.join(unknown)}; pieces are {', '.join(known)}")
        return {
            topic.name: next(
                (piece for piece in topic.pieces if piece.name in chosen), next(iter(topic.pieces), None)
            )
            for topic in self.topics.values()
        }

    # -------------------------------------------------------------- links

    def link(self, topic: Topic) -> nodes.inline:
        return nodes.inline("", "", *self.parse_inline(role(topic))[0])


def role(topic: Topic) -> str:
    """Write the link to a topic's chapter."""
    return f"{{doc}}`{topic.title} </{topic.page}>`"


def shown(topic: Topic, piece: Piece | None, sentence: str) -> str:
    """Write what to show of a topic, as an item of a list: its piece, a sentence, its last cell."""
    linked = "This topic has no piece."
    if piece:
        name, target = ("ref", piece.label) if piece.label else ("doc", f"/{piece.page}")
        linked = f"{{{name}}}`{piece.title} <{target}>`:"
    last = f"Last cell: *{topic.builds}*." if topic.builds else "The notebook has no last cell to show."
    return f"- **{role(topic)}**. {linked} {sentence} {last}"


def mark(topic: Topic, other: str) -> nodes.Node:
    """Make the cell that says what a topic has to do with another: a mark, and its meaning in words."""
    for sign, meaning, names in ((NEEDED, "needs", topic.needs), (LINKED, "looks back", topic.links)):
        if other in names:
            return boxes.make(
                "span",
                boxes.make("span", nodes.Text(sign), **{"aria-hidden": "true"}),
                boxes.make("span", nodes.Text(meaning), classes=["visually-hidden"]),
            )
    return nodes.Text("")


def setup(app) -> None:
    """Add the directive."""
    app.add_directive("plan", Plan)
