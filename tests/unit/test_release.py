"""From `solutions/<topic>.py` to the student notebooks."""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import scratch

from autograder import topics
from autograder.checks import loading
from autograder.release import release, solutions
from autograder.release.leaks import leaks

TOPICS = topics.topics()


def write(folder, text, name="two_words.py"):
    path = Path(folder, name)
    path.write_text(text, "utf-8")
    return path


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """A scratch repository, released once."""
    root = scratch.make(tmp_path_factory.mktemp("released") / "repo")
    release.release(root=root)
    return root


def student(root):
    return json.loads((root / "exercises" / scratch.TOPIC / f"{scratch.TOPIC}.ipynb").read_text("utf-8"))


def source(root):
    return json.loads(topics.source_notebook_path(scratch.TOPIC, root).read_text("utf-8"))


# -- this repository's own topics -------------------------------------------------------------


@pytest.mark.long  # `make test` asks `release --check`, which is the same
def test_committed_exercises_are_what_a_release_writes():
    assert release.check() == []


@pytest.mark.parametrize("topic", TOPICS)
def test_no_student_notebook_holds_a_solution_or_a_hidden_test(topic):
    made = json.loads(solutions.source_notebook(topics.solution_path(topic)))
    assert leaks(made, json.loads(topics.exercise_path(topic).read_text("utf-8"))) == []


@pytest.mark.parametrize("topic", TOPICS)
def test_every_function_has_its_hidden_cell_and_the_points_of_its_checks(topic):

    suite = loading.suite(topic)
    made = json.loads(solutions.source_notebook(topics.solution_path(topic)))
    cells = {c["id"]: c for c in made["cells"] if "nbgrader" in c["metadata"]}
    graded = {name: c for name, c in cells.items() if c["metadata"]["nbgrader"].get("points")}
    assert set(graded) == {f"check-{function}" for function in suite.functions()}
    for function in suite.functions():
        cell, points = graded[f"check-{function}"], sum(c.points for c in suite.of(function))
        source = "".join(cell["source"])
        assert f'check("{topic}", "{function}")' in source
        assert f"`{function}`" in source and f"({points:g} points)" in source
        assert cell["metadata"]["nbgrader"]["points"] == points
        assert cells[function]["metadata"]["nbgrader"]["solution"]


def test_a_source_is_made_anew_when_a_check_gives_other_points(tmp_path):
    def points() -> dict[str, float]:
        """The points of each cell of hidden tests, as a process of its own makes the source notebook."""
        code = "from autograder.release.release import write_sources; write_sources()"
        subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
        cells = json.loads(topics.source_notebook_path("lookup", tmp_path).read_text("utf-8"))["cells"]
        return {c["id"]: c["metadata"]["nbgrader"]["points"] for c in cells if c["id"].startswith("check-")}

    ignored = shutil.ignore_patterns("selftest", "__pycache__")
    shutil.copytree(topics.ROOT / "autograder", tmp_path / "autograder", ignore=ignored)
    (tmp_path / "solutions").mkdir()
    shutil.copy(topics.solution_path("lookup"), tmp_path / "solutions")
    shutil.copy(topics.ROOT / "_toc.yml", tmp_path)
    before = points()
    checks = topics.assignment_folder("lookup", tmp_path) / "encode" / "checks.py"
    checks.write_text(checks.read_text("utf-8").replace("points=1", "points=1.5", 1), "utf-8")
    assert points() == before | {"check-encode": before["check-encode"] + 0.5}


# -- the student notebook ---------------------------------------------------------------------


def test_student_notebook_has_stubs_and_no_answers(released):
    cells = {c["id"]: "".join(c["source"]) for c in student(released)["cells"]}
    assert cells["double"].startswith('def double(x: float) -> float:\n    """Twice x.')
    assert cells["double"].endswith('raise NotImplementedError("this part is not written yet")')
    assert cells["check-double"] == "# Hidden tests: other numbers, and what is not a number."
    assert cells["try-double"] == "assert double(2) == 4"
    assert leaks(source(released), student(released)) == []


def test_untouched_notebook_runs_to_its_end_with_readable_errors(released):
    outcomes, namespace = [], {}
    for cell in student(released)["cells"]:
        if cell["cell_type"] == "code":
            try:
                exec("".join(cell["source"]), namespace)
            except NotImplementedError as error:
                outcomes.append(str(error))
    assert outcomes == ["this part is not written yet"]


@pytest.mark.parametrize("topic", TOPICS)
def test_every_untouched_notebook_runs_on_and_names_what_is_not_written(topic, capsys):
    notebook = json.loads(topics.exercise_path(topic).read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    tried = [cell["id"].removeprefix("try-") for cell in cells if cell["id"].startswith("try-")]
    namespace = {"__name__": "__main__"}
    for cell in cells:
        exec("".join(cell["source"]), namespace)
    said = capsys.readouterr()
    assert said.out.startswith("Python 3."), "the first cell says what it found"
    told = [line for line in said.out.splitlines() if line.endswith("not written yet")]
    assert [line.partition(":")[0] for line in told] == tried
    last = [line for line in said.err.splitlines() if line.startswith("this cell needs ")]
    assert len(last) == sum(cell["id"] == "build" for cell in cells), "what the last cell would build"
    rest = [line for line in said.err.splitlines() if line not in last]
    assert rest == told, "the summary says it once more"


def test_a_second_release_changes_nothing_and_leaves_no_litter(released):
    path = topics.exercise_path(scratch.TOPIC, released)
    before = path.stat().st_mtime_ns, path.read_bytes()
    assert release.release(root=released) == []
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before
    assert sorted(p.name for p in (released / "_build").iterdir()) == ["source", "source-stamps"]
    assert not list(released.rglob("gradebook.db"))


def test_sources_are_written_only_when_they_changed(tmp_path):
    root = scratch.make(tmp_path / "repo")
    path = topics.source_notebook_path(scratch.TOPIC, root)
    assert release.write_sources(root) == [path]
    assert release.write_sources(root) == []
    solution = topics.solution_path(scratch.TOPIC, root)
    solution.write_text(scratch.SOURCE.replace("Twice x.", "Two times x."), "utf-8")
    assert release.write_sources(root) == [path]
    assert "Two times x." in path.read_text("utf-8")


# Each drift is given a topic of its own, so that one check sees them all.
def _retitle(path):
    path.write_text(path.read_text("utf-8").replace("Twice x.", "Once x."), "utf-8")


def _add_output(path):
    notebook = json.loads(path.read_text("utf-8"))
    notebook["cells"][1]["execution_count"] = 7
    path.write_text(json.dumps(notebook), "utf-8")


def _drop_cell(path):
    notebook = json.loads(path.read_text("utf-8"))
    notebook["cells"].pop()
    path.write_text(json.dumps(notebook), "utf-8")


def _reindent(path):
    path.write_text(json.dumps(json.loads(path.read_text("utf-8"))), "utf-8")


DRIFTS = {
    "same": (lambda path: None, None),
    "retitled": (_retitle, "cell 2 (double) has the line"),
    "run": (_add_output, "cell 1 (setup) differs in"),
    "short": (_drop_cell, "6 cells, expected 7"),
    "reindented": (_reindent, "another layout of the JSON"),
    "broken": (lambda path: path.write_text("{", "utf-8"), "not a notebook"),
    "a-list": (lambda path: path.write_text("[1]", "utf-8"), "not a notebook"),
    "gone": (Path.unlink, "missing; run `make release`"),
}


def test_check_names_every_drifted_file_and_what_drifted(tmp_path, capsys, monkeypatch):
    root = scratch.make(tmp_path / "repo", {topic: scratch.SOURCE for topic in DRIFTS})
    assert run("release", "--root", str(root)) == 0
    made = {topic: topics.exercise_path(topic, root).read_text("utf-8") for topic in DRIFTS}
    # nbgrader would make the same again, and takes seconds for it.
    monkeypatch.setattr(release, "generate", lambda names, root: {name: made[name] for name in names})
    for topic, (drift, _) in DRIFTS.items():
        drift(topics.exercise_path(topic, root))
    write(root / "solutions", scratch.SOURCE, "no_page.py")
    (root / "exercises" / "same" / "notes.txt").write_text("mine", "utf-8")
    (root / "exercises" / "old").mkdir()
    (root / "exercises" / "old" / "old.ipynb").write_text("{}", "utf-8")
    before = {p: p.read_bytes() for p in (root / "exercises").rglob("*") if p.is_file()}

    capsys.readouterr()
    assert run("release", "--check", "--root", str(root)) == 1
    lines = capsys.readouterr().out.rstrip("\n").split("\n")
    found = {line.partition(": ")[0]: line.partition(": ")[2] for line in lines}
    assert set(found) == {f"exercises/{t}/{t}.ipynb" for t, (_, says) in DRIFTS.items() if says} | {
        "solutions/no_page.py",
        "exercises/same/notes.txt",
        "exercises/old/old.ipynb",
    }
    for topic, (_, says) in DRIFTS.items():
        assert says is None or says in found[f"exercises/{topic}/{topic}.ipynb"]
    assert {p: p.read_bytes() for p in (root / "exercises").rglob("*") if p.is_file()} == before

    assert run("release", "--check", "--root", str(root), "retitled") == 1
    assert "exercises/gone" not in capsys.readouterr().out


def run(*argv):
    """The command line as `python -m autograder` mounts it."""
    parser = argparse.ArgumentParser()
    release.add_parser(parser.add_subparsers())
    args = parser.parse_args(argv)
    return args.run(args)


def test_check_of_a_fresh_release_exits_0(released, capsys):
    assert run("release", "--check", "--root", str(released)) == 0
    assert "up to date" in capsys.readouterr().out


def test_an_unknown_topic_is_refused_with_the_names_of_the_known(released, capsys):
    assert run("release", "--root", str(released), "two_words") == 2
    assert "no topic 'two_words'; the topics are: two-words" in capsys.readouterr().err


def test_a_broken_solutions_file_exits_1_and_releases_nothing(tmp_path, capsys):
    root = scratch.make(tmp_path / "repo", {scratch.TOPIC: scratch.SOURCE.replace('"points": 3, ', "")})
    assert run("release", "--root", str(root)) == 1
    assert "two_words.py" in capsys.readouterr().err
    assert not (root / "exercises").exists()


def test_a_notebook_that_would_show_a_solution_is_not_released(released, monkeypatch):
    before = topics.exercise_path(scratch.TOPIC, released).read_bytes()
    monkeypatch.setattr(
        release,
        "run_nbgrader",
        lambda topic, folder, database, root: topics.source_notebook_path(topic, root),
    )
    with pytest.raises(release.ReleaseError, match="(?s)would show.*solution line: .*isfinite"):
        release.release(root=released)
    assert topics.exercise_path(scratch.TOPIC, released).read_bytes() == before


# -- leaks ------------------------------------------------------------------------------------


def with_cell(notebook, **cell):
    cell = {"cell_type": "markdown", "metadata": {}, "source": "", **cell}
    return notebook | {"cells": notebook["cells"] + [cell]}


@pytest.mark.parametrize(
    "cell",
    [
        {"source": "Try `if not math.isfinite(x):` first."},
        {"source": "found  =  item if item > found\telse found  # spaced"},
        {"source": ["for item\n", " in items:\n"]},
        {"cell_type": "code", "outputs": [{"text": ["found = -math.inf\n"]}]},
        {"metadata": {"hint": 'raise ValueError(f"x is {x}; expected a finite number")'}},
        {"source": "assert [double(k / 8) for k in range(-3, 4)] == [k / 4 for k in range(-3, 4)]"},
        {"source": "### BEGIN HIDDEN TESTS"},
    ],
)
def test_a_leak_is_found_wherever_it_stands(released, cell):
    assert leaks(source(released), with_cell(student(released), **cell))


@pytest.mark.parametrize("text", ["return found", "return x + y", "double(2) == 4", "Twice x."])
def test_short_lines_and_what_the_student_is_shown_anyway_are_no_leaks(released, text):
    assert leaks(source(released), with_cell(student(released), source=text)) == []


def test_a_short_region_leaks_as_a_whole():
    cell = {
        "cell_type": "code",
        "metadata": {},
        "source": "def f(x):\n    ### BEGIN SOLUTION\n    x += 1\n    return x\n    ### END SOLUTION",
    }
    notebook = {"cells": [cell]}
    shown = {"cells": [cell | {"source": "def f(x):\n    x += 1  # one more\n    y = 2"}]}
    assert leaks(notebook, shown) == []
    shown = {"cells": [cell | {"source": "def f(x):\n    x += 1\n    return x"}]}
    assert leaks(notebook, shown) == ["text of a solution: x+=1returnx"]
