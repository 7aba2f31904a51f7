"""What a learner asks for on demand: the hints of a function, or its solution."""

import html
import json
import re

from autograder.cells import tags
from autograder.release import solutions
from autograder.release.solutions import SOLUTION
from autograder.topics import UnknownName, exercise_path, near, solution_path

_FOLDED = re.compile(r"<details>\s*<summary>([^<]*)</summary>(.*?)</details>", re.DOTALL)


def hints(topic: str, function: str) -> list[tuple[str, str]]:
    """Return the (title, text) of the hints that the notebook folds away at a function, `backticks` for code.

    Raise `UnknownName`, listing the functions that there are.
    """
    cells = json.loads(exercise_path(topic).read_text("utf-8"))["cells"]
    named = {tags(cell).grade_id: "".join(cell["source"]) for cell in cells}
    functions = [name for name in named if f"check-{name}" in named]
    if function not in functions:
        raise unknown(topic, function, functions)
    found = _FOLDED.findall(named.get(f"about-{function}", ""))
    return [(_plain(title), _plain(text)) for title, text in found]


def _plain(text: str) -> str:
    """Return a text of a notebook without its markup; its code keeps `backticks`."""
    return html.unescape(re.sub(r"<[^>]*>", "", re.sub(r"</?code>", "`", text))).strip()


def solution(topic: str, function: str) -> str:
    """Return the cell that solves a function. Raise `UnknownName`, listing the functions that there are."""
    found = {
        said.grade_id: "\n".join(x for x in cell.node["source"].split("\n") if x.strip(" #") not in SOLUTION)
        for cell in solutions.read(solution_path(topic))
        if (said := tags(cell.node)).role == "solution"
    }
    if function not in found:
        raise unknown(topic, function, list(found))
    return found[function].strip() + "\n"


def unknown(topic: str, function: str, functions: list[str]) -> UnknownName:
    """Return the error for a function that an assignment does not have."""
    listed = ", ".join(functions)
    return UnknownName(
        f"{topic} has no function {function!r}; its functions are: {listed}{near(function, functions)}"
    )
