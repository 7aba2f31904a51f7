"""The files that the page of recipes shows: what of them can run here runs, the rest is parsed.

The page says what was tried by hand and what was not; no container engine, hub or runner of GitHub is here.
"""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from nbgrader.apps.nbgraderapp import NbGraderApp
from nbgrader.exchange.default import Exchange
from test_exchange import settings
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from autograder import cli
from autograder.checks import loading
from autograder.execution import bwrap
from autograder.sandboxed import jail
from autograder.selftest import bank, demo_class
from autograder.topics import NAME, ROOT, exercise_path

PAGE = ROOT / "book" / "reference" / "recipes.md"
FOLDER = PAGE.with_suffix("")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TOPIC = "lookup"


def parsed(words):
    """What the command makes of the words that follow its name; its parser exits at what it does not know."""
    return cli._parser(NAME)[0].parse_args(words)


def test_the_page_shows_every_file_and_is_short():
    text = PAGE.read_text("utf-8")
    shown = set(re.findall(r"^```\{literalinclude\} recipes/(.+)$", text, re.MULTILINE))
    assert shown == {path.name for path in FOLDER.iterdir() if path.is_file()}
    assert len(text.split()) <= 1200


def test_every_command_of_the_page_and_the_scripts_is_one_that_the_parser_knows():
    texts = [path.read_text("utf-8") for path in (PAGE, *FOLDER.glob("*.sh"))]
    lines = [line for text in texts for line in re.findall(rf"^ *{NAME} .*$", text, re.MULTILINE)]
    assert lines
    for line in lines:
        parsed(shlex.split(line, comments=True)[1:])
    text = PAGE.read_text("utf-8")
    for path in re.findall(r"--file (\S+)", text):
        assert (ROOT / path).is_file()


@pytest.mark.parametrize("path", FOLDER.glob("*.sh"), ids=lambda path: path.name)
def test_a_script_is_one_that_the_shell_can_read(path):
    subprocess.run(["sh", "-n", path], check=True)


# -- the container -------------------------------------------------------------------------------


def instructions():
    """(instruction, rest) of each in the Containerfile."""
    text = (FOLDER / "Containerfile").read_text("utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    return [tuple(line.split(maxsplit=1)) for line in text.splitlines() if line]


def rest(name):
    return [words for instruction, words in instructions() if instruction == name]


def test_the_base_is_one_release_of_debian():
    bases = {words.split()[0] for words in rest("FROM")}
    assert len(bases) == 1 and re.fullmatch(r"debian:12\.\d+-slim", *bases)


def test_what_the_container_copies_exists_and_is_all_that_the_wheel_is_made_of():
    copied = [word for words in rest("COPY") if "--from" not in words for word in words.split()[:-1]]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = [*wheel["only-include"], *wheel["force-include"], *PROJECT["project"]["license-files"]]
    assert set(needed) | {PROJECT["project"]["readme"], "pyproject.toml"} <= set(copied)


def test_the_container_runs_a_command_that_exists_as_an_ordinary_user():
    names = [instruction for instruction, _ in instructions()]
    assert names.index("USER") < names.index("ENTRYPOINT") and rest("USER") == ["grader"]
    (program, *first), last = (json.loads(rest(name)[0]) for name in ("ENTRYPOINT", "CMD"))
    assert Path(program).name in PROJECT["project"]["scripts"]
    assert f"python3 -m venv {Path(program).parents[1]}" in rest("RUN")
    assert str(parsed(first + last).course) == "/course"
    assert any("apt-get install" in words and "bubblewrap" in words for words in rest("RUN")[2:])


# A container's device files may not be executed, and who makes a user namespace there may not change that.
CONTAINER = """
for name in {devices}; do
    mount --bind /dev/$name /dev/$name && mount -o remount,bind,nosuid,noexec /dev/$name || exit 7
done
exec unshare --user --map-root-user "$0" -c "$1"
"""


def test_device_files_are_made_read_only_where_they_are_mounted_as_in_a_container():
    if absent := bwrap.missing():
        pytest.skip(f"a container's device files are NOT tried: {'; '.join(absent)}")
    change = "import os; from autograder.sandboxed import jail; jail.seal(); os.utime('/dev/null')"
    script = CONTAINER.format(devices=" ".join(jail.DEVICES))
    line = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, sys.executable, change]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True)
    assert done.stderr.strip().split("\n")[-1] == "OSError: [Errno 30] Read-only file system"


# -- the hub -------------------------------------------------------------------------------------


def loaded(name, folder=FOLDER):
    return PyFileConfigLoader(name, str(folder)).load_config()


def test_the_hub_starts_the_grader_and_gives_the_teacher_the_environment_with_it():
    config = loaded("jupyterhub_config.py")
    (service,) = config.JupyterHub.services
    program, *words = service["command"]
    args = parsed(words)
    assert Path(program).name == NAME and args.watch and args.exchange
    assert str(args.course) == service["cwd"]
    mine, others = str(Path(program).parent), str(Path(config.ConfigurableHTTPProxy.command).parent)
    for name, folder, programs in ((service["user"], service["cwd"], mine), ("ada", "", others)):
        spawner = SimpleNamespace(user=SimpleNamespace(name=name), notebook_dir="")
        config.Spawner.pre_spawn_hook(spawner)
        assert spawner.notebook_dir == folder
        assert spawner.cmd == [f"{programs}/jupyterhub-singleuser"]
        assert spawner.environment["PATH"].startswith(f"{programs}:")
    assert mine != others  # the hidden tests are where students cannot look


def test_only_the_teacher_s_environment_gets_the_wheel():
    text = (FOLDER / "jupyterhub-setup.sh").read_text("utf-8")
    (line,) = [line for line in text.splitlines() if "$WHEEL" in line]
    folder = line.split("/bin/pip")[0]
    assert f"install -d -m 700 -o teacher {folder} " in text.partition(line)[0]
    (service,) = loaded("jupyterhub_config.py").JupyterHub.services
    assert service["command"][0].startswith(f"{folder}/bin/")


def names(config: Config) -> set[str]:
    return {f"{section}.{name}" for section, values in config.items() for name in values}


def test_nbgrader_knows_the_settings_and_they_are_those_of_the_guide(monkeypatch, tmp_path):
    monkeypatch.setenv("LOGNAME", "ada")
    student = loaded("nbgrader_config.py")
    monkeypatch.setenv("LOGNAME", "teacher")
    teacher = loaded("nbgrader_config.py")
    (service,) = loaded("jupyterhub_config.py").JupyterHub.services
    assert teacher.CourseDirectory.root == service["cwd"] and service["user"] == "teacher"
    assert names(teacher) - names(student) == {"CourseDirectory.root"}
    (tmp_path / "guide.py").write_text(settings("/srv/nbgrader/exchange"), "utf-8")
    assert student == loaded("guide.py", tmp_path)
    traits = {
        f"{known.__name__}.{trait}"
        for known in (Exchange, *NbGraderApp().all_configurable_classes())
        for trait in known.class_traits(config=True)
    }
    assert names(teacher) <= traits


# -- GitHub Classroom ----------------------------------------------------------------------------

WORKFLOW = yaml.safe_load((FOLDER / "classroom.yml").read_text("utf-8"))
(JOB,) = WORKFLOW["jobs"].values()
STEPS = {step["name"]: step for step in JOB["steps"] if "run" in step}
NETWORK = {"Install bubblewrap", "Install the grader"}
# Its arguments, a line each; of a file that an argument names, the text.
RECORDER = """\
#!/bin/sh
for word; do
    case $word in *=@*) cat "${word#*=@}" ;; *) echo "$word" ;; esac
done >> "$RUNNER_TEMP/$1.recorded"
"""


def test_the_workflow_runs_on_a_push_and_may_do_no_more_than_comment():
    assert WORKFLOW[True] == "push"  # YAML reads `on` as true
    assert WORKFLOW["permissions"] == {"contents": "write"} and "permissions" not in JOB
    text = (FOLDER / "classroom.yml").read_text("utf-8")
    assert re.findall(r"secrets\.(\w+)", text) == ["GRADER_TOKEN"]
    grading = STEPS["Grade"]
    assert "env" not in grading and "${{" not in grading["run"]  # no token where a notebook runs
    pinned = [step["uses"] for step in JOB["steps"] if "uses" in step]
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", name) for name in pinned)


def scripts(folder: Path, notebook: dict) -> dict[str, str]:
    """A runner's folders with the notebook, `gh` and the grader; the environment that GitHub gives."""
    here, there = folder / "work", folder / "temporary"
    for path in (here, folder / "bin", there / "grader" / "bin"):
        path.mkdir(parents=True)
    (here / WORKFLOW["env"]["NOTEBOOK"]).write_text(json.dumps(notebook), "utf-8")
    grader = f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m autograder "$@"\n'
    for path, text in ((folder / "bin" / "gh", RECORDER), (there / "grader" / "bin" / NAME, grader)):
        path.write_text(text, "utf-8")
        path.chmod(0o755)
    return {
        **WORKFLOW["env"],
        "PATH": f"{folder / 'bin'}:/usr/bin:/bin",
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "RUNNER_TEMP": str(there),
        "GITHUB_STEP_SUMMARY": str(there / "summary.md"),
        "GITHUB_REPOSITORY": "school/lookup-ada",
        "GITHUB_SHA": "c0ffee",
        "GITHUB_RUN_NUMBER": "7",
    }


def run_steps(folder: Path, notebook: dict) -> Path:
    """Run the steps that need no network, in order, as GitHub's runner does; return the runner's folder."""
    environment = scripts(folder, notebook)
    assert NETWORK < set(STEPS)
    for name, step in STEPS.items():
        if name not in NETWORK:
            line = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
            done = subprocess.run(line, cwd=folder / "work", env=environment, capture_output=True, text=True)
            assert done.returncode == 0, f"{name}\n{done.stdout}{done.stderr}"
    return folder / "temporary"


def test_a_push_is_commented_with_the_points_and_the_misconception(tmp_path):
    if absent := bwrap.missing():
        pytest.skip(f"the workflow's steps are NOT run: {'; '.join(absent)}")
    wrong = next(a for a in bank.answers(TOPIC) if (a.function, a.label) == ("encode", "wrong-lower"))
    answers = demo_class.right_answers(TOPIC) | {wrong.function: wrong.source}
    handed_out = json.loads(exercise_path(TOPIC).read_text("utf-8"))
    there = run_steps(tmp_path, demo_class.fill(handed_out, answers))
    assert (there / "release.recorded").read_text("utf-8").splitlines() == [
        *("release", "download", "--repo", WORKFLOW["env"]["GRADER"], "--pattern", "*.whl"),
        *("--dir", f"{there}/wheel"),
    ]
    comment = (there / "api.recorded").read_text("utf-8")
    assert "repos/school/lookup-ada/commits/c0ffee/comments" in comment.splitlines()
    most = sum(check.points for check in loading.suite(TOPIC).checks)
    points = re.search(rf"^{TOPIC}: (\S+) of (\S+) points$", comment, re.MULTILINE)
    assert points and 0 < float(points[1]) < float(points[2]) == most
    assert "spaces, line ends, capitals" in " ".join(comment.split())
    assert (there / "summary.md").read_text("utf-8") in comment


def test_a_notebook_that_cannot_be_read_is_commented_too(tmp_path):
    there = run_steps(tmp_path, {"cells": "none"})
    assert WORKFLOW["env"]["NOTEBOOK"] in (there / "api.recorded").read_text("utf-8")


def test_the_class_is_collected_from_its_repositories(tmp_path):
    for student, name in (("ada", TOPIC), ("ben-b", TOPIC), ("eve", "other")):
        path = tmp_path / f"week-1-{student}" / f"{name}.ipynb"
        path.parent.mkdir()
        path.write_text(student, "utf-8")
    course = tmp_path / "my course"
    line = ["sh", str(FOLDER / "collect-classroom.sh"), "week-1", TOPIC, str(course)]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True)
    found = {p.relative_to(course).as_posix(): p.read_text("utf-8") for p in course.rglob("*.ipynb")}
    assert found == {f"submitted/{name}/{TOPIC}/{TOPIC}.ipynb": name for name in ("ada", "ben-b")}
    assert f"eve: no {TOPIC}.ipynb" in done.stderr
