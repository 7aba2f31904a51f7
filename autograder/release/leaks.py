"""Detection of the instructor edition's secrets in a student notebook."""

import io
import re
import tokenize

from autograder.release.solutions import HIDDEN, SOLUTION, outside, regions

MIN_TOKENS = 4  # a shorter line (`return x`) reveals nothing

_LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}


def leaks(source: dict, student: dict) -> list[str]:
    """Return secrets of the `source` notebook that appear anywhere in the `student` notebook.

    Secrets are the text of a solution or hidden-test region, each of its lines of four or more tokens that
    the visible part of the source lacks, and the regions' markers. Comments and spacing are ignored; cells,
    outputs and metadata of the student notebook are all searched.
    """
    visible: list[str] = []
    secrets: dict[str, str] = {}
    for cell in source["cells"]:
        text = _source(cell)
        for markers, kind in ((SOLUTION, "solution"), (HIDDEN, "hidden test")):
            for first, last in regions(text, markers):
                lines = _token_lines(text, cell["cell_type"])[first + 1 : last]
                secrets |= {"".join(t): f"{kind} line" for t in lines if len(t) >= MIN_TOKENS}
                whole = [token for line in lines for token in line]
                if len(whole) >= MIN_TOKENS:
                    secrets["".join(whole)] = f"text of a {kind}"
        visible.append(outside(outside(text, SOLUTION), HIDDEN))
    known = _squeeze("\0".join(visible))
    shown = "\0".join(_squeeze(text) for text in _strings(student))
    found = [
        f"{kind}: {secret[:80]}"
        for secret, kind in secrets.items()
        if (key := _squeeze(secret)) in shown and key not in known
    ]
    return found + [f"marker: {marker}" for marker in SOLUTION + HIDDEN if _squeeze(marker) in shown]


def _token_lines(text: str, cell_type: str) -> list[list[str]]:
    """Return the tokens of each line of a cell: words, in prose and in long strings."""
    if cell_type != "code":
        return [line.split() for line in text.split("\n")]
    lines: list[list[str]] = [[] for _ in text.split("\n")]
    # A magic is not Python; blank it and keep the line count.
    python = re.sub(r"(?m)^[%!].*$", "", text)
    for token in tokenize.generate_tokens(io.StringIO(python).readline):
        if token.type in _LAYOUT:
            continue
        row = token.start[0] - 1
        pieces = token.string.split("\n")
        if len(pieces) == 1:
            lines[row].append(token.string)
        else:
            for i, piece in enumerate(pieces):
                lines[row + i] += piece.split()
    return lines


def _source(cell: dict) -> str:
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def _squeeze(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _strings(node) -> list[str]:
    """Return every string of a notebook, at any depth; lists of lines are joined."""
    if isinstance(node, str):
        return [node]
    if isinstance(node, dict):
        return [text for key, value in node.items() for text in [key, *_strings(value)]]
    if isinstance(node, list):
        if node and all(isinstance(item, str) for item in node):
            return ["".join(node)]
        return [text for item in node for text in _strings(item)]
    return []
