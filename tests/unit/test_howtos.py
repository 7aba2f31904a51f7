"""The how-tos of `autograder/README.md`, walked: each is a small patch that a copy of the project takes.

`tests/howto/*.patch` change what their how-to says, in at most three files; the commands that it names then
pass. A patch that does not apply any more is made anew by walking its how-to.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sample import few

ROOT = Path(__file__).resolve().parents[2]
PATCHES = ROOT / "tests" / "howto"
FOLDERS = ("autograder", "benchmarks", "book", "exercises", "solutions", "tests")
FILES = ("_config.yml", "_toc.yml", "pyproject.toml")
# The heading in the README, and what passes once the patch is applied.
HOWTOS = {
    "add-a-check": (
        "Add a check",
        ["-m autograder release", "-m autograder answers lookup/one_hot --seeds 1"],
    ),
    "change-a-message": ("Change a message", ["-m autograder answers lookup/one_hot --seeds 1"]),
    "add-a-resource-limit": ("Add a resource limit", ["-m autograder attacks locked_memory"]),
    "add-an-exporter": (
        "Add an exporter",
        ["-m pytest -p no:xdist -o addopts= -q tests/grading/test_export.py"],
    ),
    "change-the-stand-in": (
        "Change how the stand-in treats an operation",
        ["-m autograder.conformance --case kind_by_name"],
    ),
}


def changed(name: str) -> list[str]:
    return re.findall(r"^\+\+\+ b/(.+)$", (PATCHES / f"{name}.patch").read_text("utf-8"), re.MULTILINE)


def test_every_patch_belongs_to_a_how_to_and_every_how_to_has_one():
    readme = (ROOT / "autograder" / "README.md").read_text("utf-8").partition("## How to")[2]
    headings = re.findall(r"^\*\*(.+)\.\*\*", readme, re.MULTILINE)
    assert headings == [heading for heading, _ in HOWTOS.values()]
    assert {path.stem for path in PATCHES.iterdir()} == set(HOWTOS)


@pytest.mark.parametrize("name", HOWTOS)
def test_a_how_to_touches_at_most_three_places_and_names_each(name):
    readme = (ROOT / "autograder" / "README.md").read_text("utf-8")
    paragraph = re.search(rf"\*\*{HOWTOS[name][0]}\.\*\*.*?(?=\n\n|\Z)", readme, re.DOTALL)[0]
    assert 0 < len(changed(name)) <= 3
    for path in changed(name):
        named = Path(path.replace("lookup/one_hot", "<topic>/<function>").replace("lookup", "<topic>"))
        places = {
            str(named),
            str(named.relative_to(named.parts[0])),
            str(named.parent),
            named.parent.name + "/",
        }
        places |= {str(named.with_suffix("").relative_to(named.parts[0]))}
        assert any(place in paragraph for place in places), path


@pytest.mark.parametrize("name", few(list(HOWTOS), 2, first=1))
def test_a_how_to_leads_to_what_it_says(name, tmp_path):
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in FILES:
        shutil.copy(ROOT / file, tmp_path / file)
    subprocess.run(["git", "apply", str(PATCHES / f"{name}.patch")], cwd=tmp_path, check=True)
    for command in HOWTOS[name][1]:
        done = subprocess.run(
            [sys.executable, *command.split()],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONPATH": str(tmp_path)},
        )
        assert done.returncode == 0, done.stdout + done.stderr
