"""The course of one function in `tests/course`, for tests of the engine: five files, released and graded."""

import json
import shutil
from pathlib import Path

from autograder.release.release import release
from autograder.selftest import bank, demo_class
from autograder.topics import exercise_path

HERE = Path(__file__).resolve().parent
TOPIC, FUNCTION = "moving-average", "moving_average"
FOLDER = f"assignments/{FUNCTION}"  # of the assignment, below the course's root
POINTS = 3.5


def make(root: Path) -> Path:
    """Copy the course to `root`, where what is made of it may stay; returns `root`."""
    shutil.copytree(
        HERE / "course", root, ignore=shutil.ignore_patterns("__pycache__", "_build", "exercises")
    )
    return root


def add_function(root: Path, name: str = "second") -> Path:
    """Give the course another function, as the first under another name; returns its folder."""
    shutil.copytree(root / FOLDER / FUNCTION, folder := root / FOLDER / name)
    checks = folder / "checks.py"
    checks.write_text(checks.read_text("utf-8").replace(f'"{FUNCTION}"', f'"{name}"'), "utf-8")
    solution = root / "solutions" / f"{FUNCTION}.py"
    text = solution.read_text("utf-8")
    begin = text.index("# %% [markdown]", text.index('"grade_id": "setup"'))
    end = text.index("# %% nbgrader", text.index(f'check-{FUNCTION}"'))
    solution.write_text(text[:end] + text[begin:end].replace(FUNCTION, name) + text[end:], "utf-8")
    return folder


_BUILD = {
    "grade": False,
    "grade_id": "build",
    "locked": True,
    "schema_version": 3,
    "solution": False,
    "task": False,
}
LAST_CELL = f"""\
# %% nbgrader={json.dumps(_BUILD)}
@last_cell
def build():
    print("built of", moving_average(np.array([1.0, 3.0]), 2))

"""


def add_last_cell(root: Path) -> Path:
    """Let the notebook build something in its last cell; returns `root`."""
    solution = root / "solutions" / f"{FUNCTION}.py"
    before, mark, summary = solution.read_text("utf-8").rpartition("# %% ")
    solution.write_text(before + LAST_CELL + mark + summary, "utf-8")
    return root


def right_answer(root: Path = HERE / "course") -> str:
    """A right answer of the bank."""
    return next(answer.source for answer in bank.answers(TOPIC, root) if answer.right)


def hand_in(root: Path, course: Path, answers: dict[str, str]) -> Path:
    """Release the course at `root`, and let each student of `answers` hand in that code; returns `course`."""
    release(root=root)
    notebook = json.loads(exercise_path(TOPIC, root).read_text("utf-8"))
    for student, source in answers.items():
        folder = course / "submitted" / student / TOPIC
        folder.mkdir(parents=True)
        filled = demo_class.fill(notebook, {FUNCTION: source})
        (folder / f"{TOPIC}.ipynb").write_text(json.dumps(filled), "utf-8")
    return course
