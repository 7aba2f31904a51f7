"""The grader as a wheel, installed where this repository is not: its command, and the verdicts of a checkout.

To install PyTorch anew would take minutes, so the new environment reads the other packages from this one,
by a `.pth` file. The repository is on no path of it.
"""

import os
import shutil
import site
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

from autograder.execution import bwrap
from autograder.selftest import compare
from autograder.topics import CARRIED, ROOT

TOPIC = "lookup"
STUDENTS = ("02-some-mistakes", "03-prints-and-warns", "06-broken-json", "10-deleted-and-renamed")
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
SAMPLE = ROOT / "tests" / "course"
CARRY = (
    "_toc.yml",
    "nbgrader_config.py",
    "book/chapters",
    "book/reference/house-rules.md",
    "exercises",
    "solutions",
)


class Installed:
    """An environment with the wheel, and a folder of its own to run in."""

    def __init__(self, folder: Path, project: Path = ROOT, **variables: str):
        self.prefix, self.work, home = folder / "venv", folder / "work", folder / "home"
        wheels = folder / "wheels"
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
        self._environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", **variables}
        told(
            [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(project)],
            folder,
        )
        venv.create(self.prefix, symlinks=True)
        target = [*pip, "--python", str(self.prefix / "bin" / "python")]
        told([*target, "install", "--no-deps", "--no-index", *map(str, wheels.iterdir())], folder)
        (self.packages,) = self.prefix.glob("lib/python*/site-packages")
        (self.packages / "others.pth").write_text("\n".join(site.getsitepackages()))
        # nbgrader runs a bare `alembic`, which stands beside it wherever it is installed by pip.
        self._environment["PATH"] += f":{Path(sys.executable).parent}"
        for path in (home, self.work):
            path.mkdir()

    def run(self, command: str, *arguments: object, status: int = 0) -> str:
        line = [str(self.prefix / "bin" / command), *map(str, arguments)]
        return told(line, self.work, status, self._environment)

    @property
    def course(self) -> Path:
        return self.packages / "autograder" / CARRIED


def told(line: list[str], folder: Path, status: int = 0, environment=None) -> str:
    """What a command says, stderr included; it must end with `status`."""
    done = subprocess.run(
        line, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == status, f"{' '.join(line)}\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"))


def files(folder: Path) -> set[str]:
    """The files below a folder, without what Python makes of them."""
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in paths if "__pycache__" not in path.parts}


def test_a_wheel_carries_the_package_and_what_grading_reads_beside_it(installed):
    mine = files(installed.packages / "autograder")
    beside = {name for name in mine if name.startswith(f"{CARRIED}/")}
    assert mine - beside == files(ROOT / "autograder")
    wanted = {f"{name}/{file}" if file else name for name in CARRY for file in files(ROOT / name) or {""}}
    assert {name.removeprefix(f"{CARRIED}/") for name in beside} == wanted
    found = installed.run("python", "-c", "import sys, autograder; print(autograder.__file__, sys.path)")
    assert str(installed.packages) in found.split()[0] and f"'{ROOT}'" not in found


def test_the_graders_own_edition_holds_no_hidden_test_and_no_solution_and_serves_another_course(tmp_path):
    """A class with secrets keeps its assignments in a folder of its own, which the variable names."""
    own = ROOT / "autograder" / "release" / "grader"
    edition = Installed(tmp_path, own, AUTOGRADER_CONTENT=str(shutil.copytree(SAMPLE, tmp_path / "own")))
    mine = files(edition.packages / "autograder")
    engine = {name for name in files(ROOT / "autograder") if not name.startswith("assignments/")}
    assert mine == engine - {"README.md"} | {f"{CARRIED}/nbgrader_config.py"}
    assert f"{VERSION}+grader" in edition.run("embedding-course", "--version")
    table = edition.run("embedding-course", "answers", "--seeds", "1")
    assert "moving-average" in table and table.split("\n")[-2].split()[0] == "all"


def test_both_editions_are_of_one_version_and_need_the_same():
    one, other = (
        tomllib.loads((ROOT / folder / "pyproject.toml").read_text("utf-8"))["project"]
        for folder in ("", "autograder/release/grader")
    )
    assert other["version"] == f"{one['version']}+grader"
    for key in ("name", "dependencies", "optional-dependencies", "requires-python", "scripts"):
        assert one[key] == other[key], key


def test_the_command_tells_its_version_and_where_its_course_lies(installed):
    line = f"embedding-course {VERSION} from {installed.course}\n"
    assert installed.run("embedding-course", "--version") == line
    assert installed.run("python", "-m", "autograder", "--version") == line
    checkout = [sys.executable, "-m", "autograder", "--version"]
    assert told(checkout, ROOT) == f"embedding-course {VERSION} from {ROOT}\n"


def test_both_names_of_the_command_list_the_same_commands(installed):
    script = installed.run("embedding-course", "--help")
    assert script.startswith("usage: embedding-course [-h]") and "grade a class" in script
    module = installed.run("python", "-m", "autograder", "--help")
    assert module == script.replace("usage: embedding-course", "usage: python -m autograder")


@pytest.mark.parametrize("command", ["bench", "memory", "soak"])
def test_what_needs_a_checkout_says_so_in_one_line(installed, command):
    said = installed.run("embedding-course", command, status=2)
    assert said == (
        f"embedding-course {command}: needs a checkout of the course's repository, and this grader is "
        f"installed from a wheel; there, run `python -m autograder {command}`\n"
    )


@pytest.mark.long
def test_a_class_gets_the_verdicts_messages_and_pages_of_a_checkout(installed, tmp_path):
    """The settings among what is kept are compared too, so neither would grade again what the other has."""
    make = f"from pathlib import Path; demo_class.write_class(Path('class'), ['{TOPIC}'])"
    installed.run("python", "-c", f"from autograder.selftest import demo_class; {make}")
    for folder in (installed.work / "class" / "submitted").iterdir():
        if folder.name not in STUDENTS:
            shutil.rmtree(folder)
    options = [TOPIC, *(["--unsafe"] if bwrap.missing() else [])]
    said = installed.run("embedding-course", "grade", "--course", "class", *options)
    assert f"{len(STUDENTS)} submissions graded" in said
    mine, other = installed.work / "class", tmp_path / "class"
    shutil.copytree(mine / "submitted", other / "submitted")
    (other / ".autograder").mkdir(mode=0o700)
    shutil.copy(mine / ".autograder" / "seed", other / ".autograder")  # the same draws
    grade = [sys.executable, "-m", "autograder", "grade", "--course", str(other), *options]
    assert f"{len(STUDENTS)} submissions graded" in told(grade, ROOT)
    assert list(compare.differences(compare.contents(mine), compare.contents(other))) == []


CELL = f"""
import os, sys
for place in [os.path.join(folder, "autograder") for folder in sys.path]:
    if os.path.isdir(place):
        print(sorted(os.listdir(place)))
        try:
            open(place + "/mine.py", "w")
        except OSError as error:
            print(error.strerror)
print(os.path.exists({str(ROOT / "solutions")!r}))
"""


def test_student_code_sees_no_check_and_no_solution_in_site_packages(installed):
    if absent := bwrap.missing():
        pytest.skip(f"what is shown in the sandbox is NOT tested: {'; '.join(absent)}")
    run = (
        "from autograder.execution.forkserver import ForkServer\n"
        "from autograder.sandboxed.jail import Bounds\n"
        "with ForkServer(Bounds()) as fork_server, fork_server.submission() as submission:\n"
        f"    ran = submission.run_cell({CELL!r})\n"
        "print(ran.text, ran.error)"
    )
    said = installed.run("python", "-c", run).split("\n")
    refused = os.strerror(30)
    assert said == ["['__init__.py', 'sandboxed']", refused, "[]", refused, "False", " None", ""]


@pytest.mark.long
def test_plain_nbgrader_finds_its_settings_in_the_installed_course(installed):
    """The path is the one that `--version` prints; the notebook is the one that was handed out."""
    course = installed.work / "course"
    course.mkdir()
    path = installed.run("embedding-course", "--version").split(" from ")[1].strip()
    (course / "nbgrader_config.py").write_text(
        f'c = get_config()\nload_subconfig("nbgrader_config.py", path="{path}")\n', "utf-8"
    )
    generate = f"import os, sys; os.chdir('course'); sys.argv[1:] = ['generate_assignment', '{TOPIC}']"
    installed.run("python", "-c", f"{generate}; from nbgrader.apps.nbgraderapp import main; main()")
    made = course / "exercises" / TOPIC / f"{TOPIC}.ipynb"
    assert made.read_bytes() == (ROOT / "exercises" / TOPIC / f"{TOPIC}.ipynb").read_bytes()
    assert not (installed.course / "_build").exists()


@pytest.mark.long
def test_the_bank_runs_from_a_wheel(installed):
    shown = installed.run("embedding-course", "answers", "--show", f"{TOPIC}/encode/wrong-lower")
    assert "def encode(" in shown
    table = installed.run("embedding-course", "answers", f"{TOPIC}/encode", "--seeds", "1")
    assert "across a pipe" in table and table.split("\n")[-2].split()[0] == "all"


@pytest.mark.long
def test_attacks_run_from_a_wheel(installed):
    if absent := bwrap.missing():
        pytest.skip(f"attacks are NOT tried: {'; '.join(absent)}")
    said = installed.run("embedding-course", "attacks", "read_solutions", "read_hidden_tests")
    assert "2 attempts, 2 came to nothing" in said


def test_a_course_is_made_and_its_notebooks_are_released(installed):
    said = installed.run("embedding-course", "new", "term")
    assert "embedding-course release --course term" in said
    installed.run("embedding-course", "release", "lookup", "--course", "term")
    assert (installed.work / "term" / "exercises" / "lookup" / "lookup.ipynb").is_file()
    said = installed.run("embedding-course", "release", status=2)
    assert said.startswith("embedding-course release: give --course DIR, for its notebooks")
