"""What a page says in sentences, and the rules on sentences: digits that no cell computed, tone."""

from __future__ import annotations

import re
from fnmatch import fnmatch

from bookpages import Page

DIGITS = "0-9⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉½⅓¼¾"
# The field's words, each with what is not written for it. What depends on the sentence (position, not place;
# component, not part) stands on the contributors' page alone.
WORDS = {
    "target": r"\bawaited (?:id|word|token|row|class|value|label)s?\b|\bthe awaited\b",
    "initialization": r"\binitialisation\b|\bstart values?\b",
    "nonlinearity": r"\bnon-linearit(?:y|ies)\b|\bbent (?:function|curve)s?\b",
    "with respect to": r"\bderivatives? by\b(?! (?:hand|parts|finite|central|differences|itself|autograd))",
    "acute": r"\bsharp angles?\b",
    "obtuse": r"\bblunt angles?\b",
    "billion": r"\bthousand millions?\b|\bmilliards?\b",
    "lookup": r"\blook-ups?\b",
    "softmax": r"\bsoft-max\b",
    "backpropagation": r"\bback-propagation\b",
    "one-hot": r"\bone hot vectors?\b",
}
EMOJI = re.compile("[\U0001f300-\U0001faff☀-➿️]")

_FENCE = re.compile(r"^\s*(?P<mark>`{3,}|~{3,}|:{3,})\s*(?P<name>\{[\w:.-]+\})?")
# Directives whose body is not prose. A directive's own line is a heading of its body.
# What a prediction lets readers choose from: guesses, of which the cell behind them proves one.
_PREDICTION = re.compile(r"^(`{3,}|:{3,})\{predict\}(?s:.*?)^\1\s*$", re.MULTILINE)
_OPTION = re.compile(r"^[-*] .*(?:\n +\S.*)*$", re.MULTILINE)
_NOT_PROSE = {"{code}", "{code-block}", "{code-cell}", "{math}", "{bibliography}", "{toctree}"}
_BLANKED = (
    r"\A---\n(?s:.*?)\n---$",  # a page's head
    r"^#+ .*$",
    r"^%.*$",
    r"^\([\w:.-]+\)=\s*$",  # headings, comments, targets
    r"\\begin\{(\w+\*?)\}(?s:.*?)\\end\{\1\}",
    r"\$\$(?s:.+?)\$\$",
    r"\{[\w:.+-]+\}(`+)(?s:.+?)\1",  # roles
    r"\{\{(?s:.+?)\}\}|\{%(?s:.+?)%\}",  # the values of a {record}
    r"(?<!`)(`+)(?!`)(?s:.+?)(?<!`)\1(?!`)",  # code
    r"(?<![\\$])\$(?!\s)[^$]+?(?<!\s)\$",
    r"!?\[[^\]]*\]\([^)]*\)",
    r"<https?://[^>]*>",
    r"https?://\S+",
    r"^\s*\d+\.(?=\s)",
    r"&#?\w+;",  # the numbers of a list, character references
)


def _without_fences(markdown: str) -> str:
    """Blank every fenced block that is not prose; of a directive keep the body, not its head."""
    kept: list[str] = []
    kept_open: list[str] = []
    skip_until, head = "", False
    for line in markdown.split("\n"):
        stripped, fence = line.strip(), _FENCE.match(line)
        if skip_until:
            if len(stripped) >= len(skip_until) and set(stripped) == {skip_until[0]}:
                skip_until = ""
            line = ""
        elif fence and fence["mark"][0] not in stripped[len(fence["mark"]) :]:  # else it is inline code
            # A bare ::: ends a directive; a bare ``` does too, where its directive was not skipped.
            bare = fence["name"] is None
            if fence["name"] in _NOT_PROSE or (
                bare and fence["mark"][0] != ":" and not (kept_open and stripped == kept_open[-1])
            ):
                skip_until = fence["mark"]
            elif bare:
                if kept_open:
                    kept_open.pop()
            else:
                kept_open.append(fence["mark"])
            line, head = "", True
        elif head and re.match(r"^\s*:[\w-]+:", line):
            line = ""
        else:
            head = False
        kept.append(line)
    return "\n".join(kept)


def _blank(match: re.Match) -> str:
    """Nothing, on as many lines."""
    return "\n" * match[0].count("\n")


def prose(markdown: str) -> list[tuple[int, str]]:
    """(line number, text) of what is read as sentences: no code, math, roles, links, headings, guesses."""
    text = _without_fences(_PREDICTION.sub(lambda block: _OPTION.sub(_blank, block[0]), markdown))
    for pattern in _BLANKED:
        text = re.sub(pattern, _blank, text, flags=re.MULTILINE)
    return [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]


def captions(page: Page) -> list[tuple[str, str]]:
    """What a page's figures say in words: (where, caption or alternative text)."""
    found = []
    for number, cell in enumerate(page.code(), 1):
        settings = cell.metadata.get("mystnb", {})
        for kind, key in (("figure", "caption"), ("image", "alt")):
            if settings.get(kind, {}).get(key):
                found.append((f"{key} of code cell {number}", str(settings[kind][key])))
    return found


def digits_in_prose(page: Page, allowed: list[dict]) -> list[str]:
    """Digits that no cell has computed, unless book/digits.yml lists them."""
    places = [(f"line {n} of the text", line) for n, line in prose(page.markdown())]
    for where, text in captions(page):
        places += [(where, line) for _, line in prose(text)]
    mine = sorted(
        (entry["text"] for entry in allowed if fnmatch(page.name, entry["page"])), key=len, reverse=True
    )
    problems = []
    for where, line in places:
        rest = line
        for text in mine:
            rest = re.sub(rf"(?<![\w.]){re.escape(text)}(?![\w])", "", rest)
        for word in re.findall(rf"\S*[{DIGITS}]\S*", rest):
            problems.append(
                f"{page.name}, {where}: {word!r} in {line.strip()!r}; "
                "compute it in a cell, or list it in book/digits.yml"
            )
    return problems


def unused_exceptions(allowed: list[dict], pages: list[Page]) -> list[str]:
    """Entries of book/digits.yml that nothing needs, or without a reason."""
    problems = []
    for entry in allowed:
        if set(entry) != {"page", "text", "reason"} or not all(
            str(value).strip() for value in entry.values()
        ):
            problems.append(f"digits.yml: {entry} should have page, text and reason")
            continue
        where = [page for page in pages if fnmatch(page.name, entry["page"])]
        if not any(
            entry["text"] in line
            for page in where
            for line in [t for _, t in prose(page.markdown())] + [t for _, t in captions(page)]
        ):
            problems.append(f"digits.yml: {entry['text']!r} does not occur in {entry['page']}")
    return problems


def words(page: Page) -> list[str]:
    """Words that are not the field's, in headings, sentences and captions."""
    lines = [line for _, line in prose(page.markdown())] + [
        line for _, text in captions(page) for _, line in prose(text)
    ]
    lines += re.findall(r"^#+ .*$", page.markdown(), flags=re.MULTILINE)
    text = " ".join(" ".join(lines).split())  # two words may stand on two lines
    return [
        f"{page.name}: {match[0]!r}; the field says {right!r}"
        for right, wrong in WORDS.items()
        for match in re.finditer(wrong, text, flags=re.IGNORECASE)
    ]


def tone(page: Page) -> list[str]:
    """Exclamation marks and emoji in sentences."""
    return [
        f"{page.name}, line {n} of the text: {line.strip()!r}"
        for n, line in prose(page.markdown())
        if re.search(r"\w!(?=\s|$)", line) or EMOJI.search(line.replace("✓", "").replace("✗", ""))
    ]
