"""The how-tos of `autograder/README.md`, walked on the sample course.

`tests/howto/*.patch` change what their how-to says, in the files that it names; the commands that it names
then pass. The exporter's is walked in `tests/grading/test_contents.py`.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sample_course
from sample import few

ROOT = Path(__file__).resolve().parents[2]
PATCHES = ROOT / "tests" / "howto"
# The heading in the README; the topic and function whose answers and clauses are then tried.
HOWTOS = {
    "add-a-check": ("Add a check", "moving-average/moving_average"),
    "add-a-mistake": ("Add a mistake", "moving-average/moving_average"),
    "add-a-function": ("Add a function", "moving-average/differences"),
    "add-a-topic": ("Add a topic", "steps/differences"),
}
COMMANDS = """
from autograder.cli import main
commands = "release", "answers {name} --seeds 1", "clauses --gaps", "mutants {name}"
if __name__ == "__main__":
    statuses = [main(command.split()) for command in commands]
    assert statuses == [0, 0, 0, 0], statuses
"""


def paragraph(heading: str) -> str:
    readme = (ROOT / "autograder" / "README.md").read_text("utf-8")
    found = re.search(rf"\*\*{heading}\.\*\*.*?(?=\n\n|\Z)", readme, re.DOTALL)
    assert found, heading
    return found[0]


def test_every_patch_belongs_to_a_how_to():
    assert {path.stem for path in PATCHES.iterdir()} == set(HOWTOS)
    assert "Exports.plugin_classes" in paragraph("Add an exporter")


@pytest.mark.parametrize("name", HOWTOS)
def test_a_how_to_names_each_file_that_it_touches(name):
    heading, _ = HOWTOS[name]
    said = paragraph(heading)
    for path in re.findall(r"^\+\+\+ b/(.+)$", (PATCHES / f"{name}.patch").read_text("utf-8"), re.MULTILINE):
        place = f"solutions/{'<topic>.py'}" if path.startswith("solutions/") else Path(path).name
        assert f"`{place}`" in said, f"{path} is changed, and {heading!r} does not name it"


@pytest.mark.parametrize("name", few(list(HOWTOS), 4, first=2))
def test_a_how_to_leads_to_what_it_says(name, tmp_path):
    root = sample_course.make(tmp_path / "course")
    # Far from this repository, or git would leave out what its .gitignore names.
    subprocess.run(["git", "apply", str(PATCHES / f"{name}.patch")], cwd=root, check=True)
    (tmp_path / "walk.py").write_text(COMMANDS.format(name=HOWTOS[name][1]))  # mutants start it again
    done = subprocess.run(
        [sys.executable, str(tmp_path / "walk.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=os.environ | {"AUTOGRADER_CONTENT": str(root), "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
