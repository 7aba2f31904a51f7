"""The conventions of the book's pages, each as a function that returns what breaks it, in words."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from functools import cache

import yaml
from bookpages import Page, matched

PACKAGES = {"workbench", "numpy", "torch", "matplotlib", "IPython"}


# ------------------------------------------------------------------ cells


def draws(source: str) -> bool:
    """Does this cell make a figure?"""
    return bool(
        re.search(
            r"\bplt\.(?!rc|style\b|get_cmap|close|switch)\w+\(|\bax(es)?(\[[^\]]*\]|\.flat\[\d+\])?\.\w+\(",
            source,
        )
    )


def alt_texts(page: Page) -> list[str]:
    """Figure cells whose alternative text is missing, too short, or a file's name."""
    problems = []
    for number, cell in enumerate(page.code(), 1):
        settings = cell.metadata.get("mystnb", {})
        if not draws(cell.source) and not {"image", "figure"} & set(settings):
            continue
        alt = str(settings.get("image", {}).get("alt") or "").strip()
        where = f"{page.name}: code cell {number} draws"
        if not alt:
            problems.append(f"{where}, and has no mystnb.image.alt")
        elif re.search(r"\.(png|svg|jpe?g)\b", alt) or "/" in alt.split()[0]:
            problems.append(f"{where}, and its alt text {alt!r} is a file's name")
        elif len(alt) < 20:
            problems.append(f"{where}, and its alt text {alt!r} is too short to say what it shows")
    return problems


def imports(page: Page) -> list[str]:
    """Imports of anything but the helper, the pinned packages and the standard library."""
    problems = []
    for number, cell in enumerate(page.code(), 1):
        source = re.sub(r"^\s*[%!].*$", "", cell.source, flags=re.MULTILINE)
        for node in ast.walk(ast.parse(source)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                top = name.split(".")[0]
                if top not in PACKAGES | set(sys.stdlib_module_names) | {"pydoc_data"}:
                    problems.append(f"{page.name}: code cell {number} imports {name}")
    return problems


def number_names(page: Page) -> list[str]:
    """Numbers whose name does not begin with the page's topic."""
    found = re.findall(r"wb\.number\(\s*f?[\"']([\w{}.-]+)", "\n".join(cell.source for cell in page.code()))
    return [
        f"{page.name}: the number {name!r} should begin with {page.topic}-"
        for name in found
        if not name.startswith(f"{page.topic}-")
    ]


def quizzes(page: Page) -> list[str]:
    """The ids of a page's questions."""
    return re.findall(
        r"wb\.quiz(?:_number)?\(\s*[\"']([\w-]+)[\"']", "\n".join(cell.source for cell in page.code())
    )


def quiz_rules(pages: list[Page]) -> list[str]:
    """Three to six questions a chapter, in cells without their code, with unique ids named by topic."""
    problems: list[str] = []
    seen: dict[str, str] = {}
    counted = Counter({page.topic: 0 for page in pages if page.is_chapter})
    for page in pages:
        ids = quizzes(page)
        if page.is_chapter:
            counted[page.topic] += len(ids)
        for name in ids:
            if not name.startswith(f"{page.topic}-"):
                problems.append(f"{page.name}: the quiz id {name!r} should begin with {page.topic}-")
            if name in seen:
                problems.append(f"{page.name}: the quiz id {name!r} is taken by {seen[name]}")
            seen[name] = page.name
        for number, cell in enumerate(page.code(), 1):
            if re.search(r"\bwb\.quiz(_number)?\(", cell.source) and "remove-input" not in cell.metadata.get(
                "tags", []
            ):
                problems.append(
                    f"{page.name}: code cell {number} holds a quiz and is not tagged remove-input"
                )
    problems += [
        f"{topic}: {n} quiz questions, expected 3 to 6" for topic, n in counted.items() if not 3 <= n <= 6
    ]
    return problems


def predictions(page: Page) -> list[str]:
    """Ids that do not begin with the page's topic, and cells whose asserts tell what comes out."""
    problems = [
        f"{page.name}: the prediction {name!r} should begin with {page.topic}-"
        for name in re.findall(r"^`{3,}\{predict\} *(\S*)", page.markdown(), flags=re.MULTILINE)
        if not name.startswith(f"{page.topic}-")
    ]
    for number, cell in enumerate(page.code(), 1):
        tags = cell.metadata.get("tags", [])
        if "predict" not in tags or "remove-input" in tags:
            continue
        if any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(cell.source))):
            problems.append(
                f"{page.name}: code cell {number} asserts what readers predict; assert it in a later cell"
            )
    return problems


# ------------------------------------------------------------------ the shape of a chapter


def headings(page: Page) -> list[str]:
    """Headings of the second level, in order."""
    text = re.sub(r"^(`{3,}|~{3,}).*?^\1\s*$", "", page.markdown(), flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"^## (.+?)\s*$", text, flags=re.MULTILINE)


def resumen(page: Page) -> list[str]:
    """The Spanish summary: of three to five sentences, between the opening and the first section."""
    found = re.search(
        r"^(:{3,}|`{3,})\{resumen\}\s*\n(.*?)^\1\s*$", page.text, flags=re.DOTALL | re.MULTILINE
    )
    if not found:
        return [f"{page.name}: no {{resumen}}"]
    problems = []
    sentences = len(re.findall(r"[.?](?=\s|$)", found[2].strip()))
    if not 3 <= sentences <= 5:
        problems.append(f"{page.name}: the {{resumen}} has {sentences} sentences, expected 3 to 5")
    above, below = page.text[: found.start()], page.text[found.end() :]
    sections = headings(Page(page.name, above))
    if sections:
        problems.append(
            f"{page.name}: the {{resumen}} stands below {sections[-1]!r}, expected above the first section"
        )
    elif not re.search(r"^# .*\n+(?!:::|```|\()\S", above, flags=re.MULTILINE):
        problems.append(
            f"{page.name}: the {{resumen}} stands above the chapter's first paragraph, expected below it"
        )
    elif not re.match(r"\s*(?:\([\w:.-]+\)=\s*)*(?:## |\Z)", below):
        problems.append(f"{page.name}: something stands between the {{resumen}} and the first section")
    return problems


def head(page: Page) -> list[str]:
    """The block that makes a page a notebook, a single title, the helper imported by the first cell."""
    problems = []
    if not page.text.startswith("---\n") or "format_name: myst" not in page.text.split("\n---", 2)[0]:
        problems.append(f"{page.name}: does not begin with the jupytext block")
    elif not page.code() or "import workbench as wb" not in page.code()[0].source:
        problems.append(f"{page.name}: the first code cell does not `import workbench as wb`")
    return problems


def assignment(*pages: Page) -> list[str]:
    """The chapter's assignment stands on the last of its `pages`, and there alone."""
    problems = []
    for page in pages:
        found = re.findall(r"^`{3,}\{assignment\} *(\S*)", page.text, flags=re.MULTILINE)
        expected = [page.topic] if page is pages[-1] else []
        if found != expected:
            problems.append(f"{page.name}: {{assignment}} names {found}, expected {expected}")
    return problems


# ------------------------------------------------------------------ references


@cache
def without_examples(page: Page) -> str:
    """A page's Markdown without what it only quotes: code blocks, and roles inside inline code."""
    kept, directives, skip_until = [], [], ""
    for line in page.markdown().split("\n"):
        stripped = line.strip()
        fence = re.match(r"(`{3,}|~{3,}|:{3,})([^`]*)$", stripped)
        if skip_until:
            if len(stripped) >= len(skip_until) and set(stripped) == {skip_until[0]}:
                skip_until = ""
        elif fence and fence[2].startswith("{"):
            directives.append(fence[1])
        elif fence and not fence[2] and directives and stripped == directives[-1]:
            directives.pop()  # the end of a directive is not the beginning of a code block
        elif fence and fence[1][0] != ":":
            skip_until = fence[1]
        else:
            kept.append(line)
    return re.sub(r"``.+?``", "", "\n".join(kept))


def role_targets(page: Page, role: str) -> list[str]:
    """What a role names: the target in angle brackets, else the text."""
    found = re.findall(rf"\{{{role}\}}`([^`]+)`", without_examples(page))
    targets = [re.search(r"<([^<>]+)>\s*$", text) for text in found]
    return [
        re.sub(r"\s+", " ", match[1] if match else text) for match, text in zip(targets, found, strict=True)
    ]


def terms(glossary: str) -> set[str]:
    """The terms of a {glossary}: the lines without indentation."""
    body = matched(r"^`{3,}\{glossary\}\n(.*?)^`{3,}\s*$", glossary, flags=re.DOTALL | re.MULTILINE)
    return {
        line.strip()
        for line in body[1].split("\n")
        if line and not line[0].isspace() and not line.startswith(":")
    }


def references(page: Page, names: set[str], known_terms: set[str], keys: set[str]) -> list[str]:
    """{doc}, {term} and {cite} that lead nowhere; {covers} is a rule of its own."""
    problems = []
    folder = page.name.rpartition("/")[0]
    for target in role_targets(page, "doc"):
        parts = (f"{folder}/{target}" if not target.startswith("/") else target[1:]).split("/")
        clean: list[str] = []
        for part in parts:
            if part == "..":
                clean = clean[:-1]
            elif part not in ("", "."):
                clean.append(part)
        if "/".join(clean) not in names:
            problems.append(f"{page.name}: {{doc}} names {target!r}, which is no page of the book")
    lower = {term.lower() for term in known_terms}
    for target in role_targets(page, "term"):
        if target.lower() not in lower:
            problems.append(f"{page.name}: {{term}} names {target!r}, which is not in the glossary")
    for role in ("cite", "cite:t", "cite:p"):
        for target in role_targets(page, role):
            problems += [
                f"{page.name}: no reference {key.strip()!r}"
                for key in target.split(",")
                if key.strip() not in keys
            ]
    return problems


def claims(page: Page) -> list[str]:
    return [label for text in role_targets(page, "covers") for label in text.split()]


def claims_by_topic(pages) -> dict[str, set[str]]:
    """What the pages of each chapter claim together; a page that is in none is one by itself."""
    found: dict[str, set[str]] = {}
    for page in pages:
        found.setdefault(page.topic, set()).update(claims(page))
    return found


def covers(pages: list[Page], coverage: dict) -> list[str]:
    """Labels that are claimed and unknown, claimed by a page not listed, or not claimed by their owner."""
    problems, claimed = [], claims_by_topic(pages)
    for topic, labels in claimed.items():
        for label in sorted(labels):
            if label not in coverage:
                problems.append(f"{topic} claims {label}, which is not in book/coverage.yml")
            elif topic not in coverage[label]["chapters"]:
                problems.append(
                    f"{topic} claims {label}; book/coverage.yml lists {coverage[label]['chapters']}"
                )
    for label, entry in coverage.items():
        owner = entry["chapters"][0]
        if owner in claimed and label not in claimed[owner]:
            problems.append(f"{owner} owns {label} ({entry['what']}) and does not claim it")
    return problems


def load(path) -> dict | list:
    return yaml.safe_load(path.read_text("utf-8"))
