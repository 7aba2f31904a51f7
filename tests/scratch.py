"""A small course, for tests of the path from solutions to grades.

Its hidden cells hold their tests themselves, so that these tests need no check of a real topic.
"""

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TOPIC = "two-words"

SOURCE = '''\
# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown]
# # Two words
#
# Write `double` and `biggest`.

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import math

# %% nbgrader={"grade": false, "grade_id": "double", "locked": false, "schema_version": 3, "solution": true, "task": false}
def double(x: float) -> float:
    """Twice x. `ValueError` if x is not finite."""
    ### BEGIN SOLUTION
    if not math.isfinite(x):
        raise ValueError(f"x is {x}; expected a finite number")
    return x + x  # no product is needed
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-double", "locked": true, "schema_version": 3, "solution": false, "task": false}
assert double(2) == 4

# %% nbgrader={"grade": true, "grade_id": "check-double", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
# Hidden tests: other numbers, and what is not a number.
### BEGIN HIDDEN TESTS
assert [double(k / 8) for k in range(-3, 4)] == [k / 4 for k in range(-3, 4)]
try:
    double(math.inf)
except ValueError:
    pass
else:
    raise AssertionError("nothing was raised")
### END HIDDEN TESTS

# %% nbgrader={"grade": false, "grade_id": "biggest", "locked": false, "schema_version": 3, "solution": true, "task": false}
def biggest(items: list) -> float:
    """The biggest of the items."""
    ### BEGIN SOLUTION
    found = -math.inf
    for item in items:
        found = item if item > found else found
    return found
    ### END SOLUTION

# %% nbgrader={"grade": true, "grade_id": "check-biggest", "locked": true, "points": 2.5, "schema_version": 3, "solution": false, "task": false}
# Hidden tests: half of the points for lists of positive numbers alone.
### BEGIN HIDDEN TESTS
1.25 * (biggest([3, 9, 4]) == 9) + 1.25 * (biggest([-3, -9]) == -3)
### END HIDDEN TESTS
'''  # noqa: E501


def make(root: Path, sources: dict[str, str] | None = None) -> Path:
    """A repository with the grader, nbgrader's settings and a few topics; returns its root.

    `solutions` maps a topic to the text of its solutions file.
    """
    root, sources = Path(root), sources or {TOPIC: SOURCE}
    (root / "solutions").mkdir(parents=True)
    toc = "format: jb-book\nroot: book/index\nchapters:\n"
    for topic, source in sources.items():
        toc += f"- file: book/chapters/{topic}\n"
        (root / "solutions" / f"{topic.replace('-', '_')}.py").write_text(source, "utf-8")
    (root / "_toc.yml").write_text(toc, "utf-8")
    (root / "autograder").symlink_to(ROOT / "autograder", target_is_directory=True)
    shutil.copy(ROOT / "nbgrader_config.py", root)
    return root
