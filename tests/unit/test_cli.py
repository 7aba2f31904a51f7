"""One exit status for one kind of ending, whatever the command; and names that are nearly right."""

import os
import re
import subprocess
import sys

import pytest
import sample_course

from autograder import cli, sections, status, topics
from autograder.checks import checking, loading
from autograder.execution import bwrap
from autograder.grading import check, grade_command, progress, report, roster
from autograder.grading.course import CourseError
from autograder.grading.grade import Tally
from autograder.platforms import collect, grades, pages
from autograder.release import release, solutions
from autograder.selftest import answers, bench, clauses, demo, memory, mutants, soak
from autograder.selftest.attacks import attacks
from autograder.settings import new
from autograder.topics import ROOT, UnknownName, near

COMMANDS = {
    "release": (release, []),
    "new": (new, ["DIR"]),
    "answers": (answers, ["lookup"]),
    "clauses": (clauses, []),
    "mutants": (mutants, []),
    "check": (check, ["NOTEBOOK"]),
    "grade": (grade_command, ["--course", "COURSE"]),
    "roster": (roster, ["FILE", "--course", "COURSE"]),
    "report": (report, ["--course", "COURSE"]),
    "collect": (collect, ["ZIP", "--course", "COURSE"]),
    "export": (grades, ["--to", "csv", "--course", "COURSE"]),
    "feedback": (pages, ["lookup", "--to", "moodle", "--course", "COURSE"]),
    "demo": (demo, []),
    "attacks": (attacks, []),
    "bench": (bench, []),
    "memory": (memory, []),
    "soak": (soak, []),
}


@pytest.fixture(autouse=True)
def stdout_stays_open(monkeypatch):
    monkeypatch.setattr(cli, "_give_up_stdout", lambda: None)


def test_every_command_is_tried_here():
    assert list(COMMANDS) == cli._parser("x")[1]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "ending, code, words",
    [
        (0, status.DONE, ""),
        (1, status.FOUND, ""),
        (UnknownName("no topic 'x'"), status.REFUSED, "no topic 'x'"),
        (CourseError("DIR: cannot be read"), status.REFUSED, "DIR: cannot be read"),
        (checking.BrokenChecks("checks/x.py:3: NameError"), status.REFUSED, "checks/x.py:3: NameError"),
        (solutions.SourceError("x.py:3: no cell"), status.REFUSED, "x.py:3: no cell"),
        (sections.LabelError("no page has x"), status.REFUSED, "no page has x"),
        (ZeroDivisionError("of the grader"), status.FAILED, "Traceback"),
        (ValueError("of the grader"), status.FAILED, "the grader itself failed"),
        (KeyboardInterrupt(), status.INTERRUPTED, "interrupted"),
        (progress.OutputClosed(), status.CLOSED, ""),
        (BrokenPipeError(), status.CLOSED, ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else None,
)
def test_each_way_to_end_has_its_status_in_every_command(command, ending, code, words, monkeypatch, capsys):
    def run(args):
        if isinstance(ending, BaseException):
            raise ending
        return ending

    module, arguments = COMMANDS[command]
    monkeypatch.setattr(module, "run", run)
    assert cli.main([command, *arguments]) == code
    said = capsys.readouterr().err
    assert words in said and ("Traceback" in said) == (code == status.FAILED)
    if code == status.REFUSED:
        assert said == f"{words}\n"


UNUSABLE = {
    "release lokup": "no topic 'lokup'; the topics are: lookup, ",
    "answers lokup": "hashed-tables (did you mean lookup?)",
    "answers lookup/encod": "lookup/encod: no such function (did you mean encode?); those of lookup are: ",
    "answers --show lookup/encode/wrong-lowr": "(did you mean lookup/encode/wrong-lower?)",
    "answers --seeds 0": "found '0', expected a whole number, 1 or more",
    "grade scatter_add --course x": "hashed-tables (did you mean scatter-add?)",
    "grade --course /no/such": "/no/such/submitted: no such folder",
    "grade --course x --jobs -1": "found '-1', expected a whole number, 0 or more",
    "grade --course x --jobs two": "found 'two', expected a whole number, 0 or more",
    "grade --course x --time-limit 0": "found '0', expected a number of seconds, more than 0",
    "grade --course x --memory-limit 0": "expected a whole number, 1 or more",
    "grade --course x --scheduler tcp://x:1 --jobs 2": "--jobs does not go with --scheduler",
    "grade --course x --scheduler tcp://x:1 --unsafe": "--unsafe does not go with --scheduler",
    "roster README.md --course /no/such": "/no/such: no such folder",
    "roster /no/such.csv --course tests": "/no/such.csv: cannot be read (No such file or directory)",
    "roster README.md --course tests --id Kennung": "no column 'Kennung'",
    "collect x.zip --course /no/such": "/no/such: no such folder",
    "collect /no/such.zip --course tests": "/no/such.zip: cannot be read (No such file or directory)",
    "collect README.md --course tests": "README.md: no zip file, or a broken one; download it again",
    "collect x.zip --course tests --topic lokup": "(did you mean lookup?)",
    "collect x.zip --course tests --dates": "--dates needs --zone PLACE",
    "collect x.zip --course tests --zone Berlin": "found 'Berlin', expected a place such as Europe/Berlin",
    "export --to csv --course /no/such": "/no/such: no such folder",
    "export --to csv --course tests": "tests/gradebook.db: no such file; grade first",
    "export --to csv --course tests --into README.md": "--into is for --to canvas or moodle",
    "feedback lookup --to moodle --course /no/such": "/no/such: no such folder",
    "feedback lokup --to moodle --course tests": "(did you mean lookup?)",
    "feedback lookup --to canvas --course tests": "tests/downloaded/lookup/archive: no zip file with names",
    "demo --dir README.md": "not an earlier demo, so it is left alone",
    "attacks fork_bom": "no attempt 'fork_bom' (did you mean fork_bomb?)",
    "attacks --keep tests": "tests is not an empty folder",
    "attacks --write /no/such/file": "/no/such/file lies in a folder that there is not",
    "bench --rounds 0": "expected a whole number, 1 or more",
    "bench --quick": "--quick goes with --growth",
    "memory --write tests": "tests is a folder, expected a file to write",
    "soak --dir tests": "tests is not an empty folder",
    "grad": "no command 'grad' (did you mean grade?); the commands are: release, ",
    "xyzzy": "no command 'xyzzy'; the commands are: release, ",
    "": "the following arguments are required: COMMAND",
}


@pytest.mark.parametrize("line", UNUSABLE)
def test_what_cannot_be_used_is_status_2_and_one_line(line, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    try:
        code = cli.main(line.split())
    except SystemExit as ended:  # argparse ends the program itself
        code = ended.code
    said = capsys.readouterr().err
    assert code == status.REFUSED and UNUSABLE[line] in said
    assert len([words for words in said.splitlines() if not words.startswith(("usage:", " "))]) == 1


@pytest.mark.parametrize("command", ["attacks", "bench", "memory", "soak"])
def test_a_machine_without_fences_is_status_2(command, monkeypatch, capsys):
    monkeypatch.setattr(bwrap, "missing", lambda: ["a network of its own"])
    assert cli.main([command]) == status.REFUSED
    assert capsys.readouterr().err == "student code cannot be fenced in here:\n  a network of its own\n"


def one(value):
    return lambda *args, **more: value


TALLY = Tally(failures=1)
FINDINGS = {
    "release": (["--check"], {"check": one(["exercises/x: missing"])}),
    "answers": (["lookup"], {"_report": one([answers.Mismatch("a", "in process", 0, "right")])}),
    "grade": (
        ["--course", "{}", "lookup", "--unsafe"],
        {"grade": one(TALLY), "_tell_misconceptions": one(None)},
    ),
    "demo": (
        ["--dir", "{}/demo"],
        {"grade": one(TALLY), "write_class": lambda course, topics: course.mkdir(), "table": one([])},
    ),
    "attacks": (
        ["fork_bomb"],
        {"grade_class": one(None), "rows": one([]), "class_problems": one(["x leaked"])},
    ),
    "bench": ([], {"measure": one({"same scores": False}), "table": one([])}),
    "soak": (["--write", "{}/soak.json"], {"soak": one({"problems": ["x"]}), "summary": one([])}),
}


@pytest.mark.parametrize("command", FINDINGS)
def test_what_a_command_finds_wrong_is_status_1(command, monkeypatch, tmp_path):
    arguments, names = FINDINGS[command]
    (tmp_path / "submitted").mkdir()
    (tmp_path / "demo").mkdir()
    for name, value in names.items():
        monkeypatch.setattr(COMMANDS[command][0], name, value)
    monkeypatch.setattr(bwrap, "missing", list)
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    assert cli.main([command, *(a.format(tmp_path) for a in arguments)]) == status.FOUND


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_the_help_tells_the_statuses(command, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main([*command.split(), "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert ended.value.code == 0
    assert (
        all(f" {code} if " in said for code in (0, 1, 2, 3, 130, 141))
        and "{" not in said.partition("Exit")[2]
    )


def test_the_instructors_page_has_the_same_statuses():
    page = (ROOT / "book" / "reference" / "instructor.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\d+)` \| ", page.partition("## Exit status")[2], re.M)
    values = [status.DONE, status.FOUND, status.REFUSED, status.FAILED, status.INTERRUPTED, status.CLOSED]
    assert list(map(int, rows)) == values


def test_a_reader_that_has_gone_is_status_141_without_a_word():
    command = [sys.executable, "-m", "autograder", "answers", "--show", "lookup/encode/wrong-lower"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as process:
        process.stdout.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (status.CLOSED, "")


@pytest.mark.parametrize("name, meant", [("Lookup", "lookup"), ("scatter_add", "scatter-add"), ("zzz", "")])
def test_the_name_that_was_meant(name, meant):
    assert near(name, ["lookup", "scatter-add"]) == (f" (did you mean {meant}?)" if meant else "")


BROKEN = {
    "import": ("import numpi\n", r"draws\.py:1: ModuleNotFoundError: No module named 'numpi'"),
    "name": ("\n\nLIMIT = np.inf\n", r"draws\.py:3: NameError: name 'np' is not defined"),
    "syntax": ("x = 1\ndef f(:\n    pass\n", r"draws\.py:2: SyntaxError: invalid syntax"),
    "value": ("float('x')\n", r"draws\.py:1: ValueError: could not convert string to float: 'x'"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_checks_that_cannot_be_loaded_are_one_line_with_file_and_line(how, tmp_path):
    text, words = BROKEN[how]
    root = sample_course.make(tmp_path / "course")
    (root / sample_course.FOLDER / "draws.py").write_text(text)
    checks = root / sample_course.FOLDER / sample_course.FUNCTION / topics.CHECKS
    checks.write_text(checks.read_text("utf-8") + "\nfrom .. import draws\n", "utf-8")
    with pytest.raises(checking.BrokenChecks) as told:
        loading.suite(sample_course.TOPIC, root)
    assert re.fullmatch(
        rf".*{words}; the checks of '{sample_course.TOPIC}' cannot be loaded", str(told.value)
    )


def test_a_folder_without_a_course_is_one_line(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "autograder", "clauses"],
        cwd=ROOT,
        env=os.environ | {topics.VARIABLE: str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert f"{tmp_path}/_toc.yml: not found" in done.stderr and topics.VARIABLE in done.stderr


def test_no_command_loads_pytorch_or_nbgrader_before_it_is_needed():
    """Their import takes longer than a run over a class without changes."""
    code = "import sys, autograder.cli; print(sorted({'torch', 'nbgrader'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
