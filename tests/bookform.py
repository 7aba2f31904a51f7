"""The form of a chapter and its pages: each rule is a function of its pages that returns what breaks it.

The limits are those of reading in one sitting; words and minutes are counted as `{reading-time}` does.
"""

from __future__ import annotations

import ast
import builtins
import re

from bookpages import Page  # first: it puts book/_ext on the path
from bookrules import headings, resumen, role_targets
from course import numbers
from course.reading import FOLDED_TAGS, REMOVED_TAGS, Amount, amounts

PAGES = (2, 4)
WORDS_A_PAGE = 2_000  # shown
WORDS_A_CHAPTER = 4_000  # shown
WORDS_IN_ALL = 5_000  # of a chapter, with what is folded
MINUTES = 60
LINES, COLUMNS = 15, 80  # of a cell that readers see
DRAWINGS = 3
WORKS = (3, 5)  # to read next
ENDS = ("assignment", "recap", "read next")  # sections without an exercise
# What a chapter does not speak of outside {claims}: the lessons that the course grew from.
LESSONS = re.compile(
    r"\blessons?\b|\banatomy post\b|\bRNN course\b|\bmath lesson\b|\bbook page\b", re.IGNORECASE
)
_FENCE = re.compile(r"^\s*(?P<mark>`{3,}|~{3,}|:{3,})\s*(?:\{(?P<name>[\w:.-]+)\})?(?P<rest>[^`]*)$")


def seen(cell) -> bool:
    """Does the reader see the code of this cell?"""
    return not (FOLDED_TAGS | REMOVED_TAGS) & set(cell.metadata.get("tags", []))


def blocks(markdown: str, name: str) -> list[str]:
    """The bodies of the directives called `name`, wherever they stand."""
    lines, found = markdown.split("\n"), []
    for i, line in enumerate(lines):
        fence = _FENCE.match(line)
        if fence and fence["name"] == name:
            body = []
            for inside in lines[i + 1 :]:
                if inside.strip() == fence["mark"]:
                    break
                body.append(inside)
            found.append("\n".join(body))
    return found


def sections(page: Page) -> list[tuple[str, str]]:
    """(heading, text) of each section of the second level; what stands in a fence is no heading."""
    found, mark = [], ""
    for line in page.markdown().split("\n"):
        fence = _FENCE.match(line)
        if mark:
            mark = "" if line.strip() == mark else mark
        elif fence:
            mark = fence["mark"]
        elif heading := re.match(r"## +(.+?)\s*$", line):
            found.append([heading[1], ""])
        if found:
            found[-1][1] += line + "\n"
    return [(title, text) for title, text in found]


# ------------------------------------------------------------------ how much there is


def length(*pages: Page) -> list[str]:
    """Pages, words and minutes of a chapter."""
    topic, problems = pages[0].topic, []
    if not PAGES[0] <= len(pages) <= PAGES[1]:
        problems.append(f"{topic}: {len(pages)} pages, expected {PAGES[0]} to {PAGES[1]}")
    shown, folded = Amount(), Amount()
    for page in pages:
        mine = amounts(page.text)
        shown, folded = shown + mine[0], folded + mine[1]
        if mine[0].words > WORDS_A_PAGE:
            problems.append(f"{page.name}: {mine[0].words} words, at most {WORDS_A_PAGE}")
    if shown.words > WORDS_A_CHAPTER:
        problems.append(f"{topic}: {shown.words} words, at most {WORDS_A_CHAPTER}")
    if (words := shown.words + folded.words) > WORDS_IN_ALL:
        problems.append(f"{topic}: {words} words with what is folded, at most {WORDS_IN_ALL}")
    if shown.minutes > MINUTES:
        problems.append(f"{topic}: {shown.minutes:.0f} minutes, at most {MINUTES}")
    return problems


# ------------------------------------------------------------------ code


def alone(page: Page) -> list[str]:
    """Names that a page uses, in cells and in {num}, and that no cell of it binds."""
    source = "\n".join(cell.source for cell in Page(page.name, numbers.expand(page.text, page.name)).code())
    tree = ast.parse(re.sub(r"^\s*[%!].*$", "", source, flags=re.MULTILINE))
    bound = {*dir(builtins), "get_ipython", "display", "__name__"}
    used: dict[str, ast.Name] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (bound.add if isinstance(node.ctx, ast.Store) else lambda name: used.setdefault(name, node))(
                node.id
            )
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)) and node.name:
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return [
        f"{page.name}: {name!r} is used and no cell of this page makes it"
        for name in sorted(set(used) - bound)
    ]


def code(page: Page) -> list[str]:
    """Cells that readers see: short, narrow, and without `wb.number`, whose place {num} takes."""
    problems = []
    for number, cell in enumerate(page.code(), 1):
        if not seen(cell):
            continue
        lines, where = cell.source.split("\n"), f"{page.name}: code cell {number}"
        widest = max(map(len, lines))
        if len(lines) > LINES:
            problems.append(f"{where} has {len(lines)} lines, at most {LINES}")
        if widest > COLUMNS:
            problems.append(f"{where} is {widest} characters wide, at most {COLUMNS}")
        if "wb.number(" in cell.source:
            problems.append(f"{where} shows wb.number; write {{num}} in the sentence")
    return problems


def pieces(page: Page) -> list[str]:
    """A piece stands in the first half of its page, by what there is to read before it."""
    whole, problems = amounts(page.text)[0].minutes, []
    for cell in numbers._CELL.finditer(page.text):
        if "wb.piece(" in cell[0]:
            before = amounts(page.text[: cell.start()])[0].minutes
            if before > whole / 2:
                problems.append(
                    f"{page.name}: a piece stands after {before / whole:.0%} of the page, "
                    "expected the first half"
                )
    return problems


# ------------------------------------------------------------------ parts


def head(*pages: Page) -> list[str]:
    """The first page: the Spanish summary behind the opening, and a link to every other page."""
    first, *others = pages
    problems = resumen(first)
    linked = {target.rsplit("/", 1)[-1] for target in role_targets(first, "doc")}
    missing = [page.name for page in others if page.name.rsplit("/", 1)[-1] not in linked]
    return problems + [f"{first.name}: no {{doc}} leads to {name}" for name in missing]


def exercises(page: Page) -> list[str]:
    """Each section has an exercise, and each exercise its worked answer."""
    problems = []
    for heading, text in sections(page):
        if heading.lower() not in ENDS and not blocks(text, "exercise"):
            problems.append(f"{page.name}: the section {heading!r} has no exercise")
    for title, body in zip(
        re.findall(r"\{exercise\} *(.*)", page.markdown()), blocks(page.markdown(), "exercise")
    ):
        if not any(answer.strip() for answer in blocks(body, "answer")):
            problems.append(f"{page.name}: the exercise {title!r} has no {{answer}}")
    return problems


def drawings(*pages: Page) -> list[str]:
    found = {name for page in pages for name in re.findall(r"\{drawing\} *([\w-]+)", page.markdown())}
    return (
        []
        if len(found) >= DRAWINGS
        else [f"{pages[0].topic}: {len(found)} drawings, expected {DRAWINGS} or more"]
    )


def end(*pages: Page) -> list[str]:
    """The last page has a recap, and behind it three to five works to read next."""
    last = pages[-1]
    problems = [] if "Recap" in headings(last) else [f"{last.name}: the heading 'Recap' is missing"]
    count = sum(
        len(re.findall(r"^[-*] ", body, re.MULTILINE)) for body in blocks(last.markdown(), "read-next")
    )
    if not WORKS[0] <= count <= WORKS[1]:
        problems.append(f"{last.name}: {{read-next}} lists {count} works, expected {WORKS[0]} to {WORKS[1]}")
    return problems


def lessons(page: Page) -> list[str]:
    """What a page says of the lessons outside {claims}."""
    text = page.markdown()
    for body in blocks(text, "claims"):
        text = text.replace(body, "")
    # Names of labels and marks are not read.
    text = re.sub(
        r"^\([\w:.-]+\)=\s*$|\{(?:ref|numref|prf:ref|doc)\}`[^`<]*(?:<[^`]*)?`", "", text, flags=re.MULTILINE
    )
    return [
        f"{page.name}: {match[0]!r} in {line.strip()!r}"
        for line in text.split("\n")
        for match in LESSONS.finditer(line)
    ]


def form(*pages: Page) -> list[str]:
    """Everything above, of one chapter."""
    each = [
        problem
        for page in pages
        for rule in (alone, code, pieces, exercises, lessons)
        for problem in rule(page)
    ]
    return [problem for rule in (length, head, drawings, end) for problem in rule(*pages)] + each
