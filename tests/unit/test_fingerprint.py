"""What grades again what: the engine everything, a function's checks that function, answers nothing."""

import re
import shutil
import subprocess
import sys

import pytest
import sample_course

from autograder import topics
from autograder.checks import loading
from autograder.grading import fingerprint

CHECKS = f"{sample_course.FUNCTION}/checks.py"


@pytest.fixture
def course(tmp_path):
    """The sample course with a second function and a module of what both share."""
    root = sample_course.make(tmp_path / "course")
    sample_course.add_function(root)
    (root / sample_course.FOLDER / "shared.py").write_text("LIMIT = 3\n")
    return root


def prints(root) -> dict[str, str]:
    """The fingerprint of each check, as a process of its own finds it in the files."""
    code = (
        "from autograder.checks import loading\nfrom autograder.grading import fingerprint\n"
        "from autograder.topics import ROOT, assignment_folder\n"
        f"t = {sample_course.TOPIC!r}\nprint(fingerprint.of_checks(loading.suite(t), assignment_folder(t)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=topics.CODE,
        env={"AUTOGRADER_CONTENT": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    return eval(done.stdout)


@pytest.mark.parametrize(
    "name, old, new, changed",
    [
        (CHECKS, "size=9", "size=8", ["moving_average"]),
        (CHECKS, "    return np.array", "    # a comment\n    return np.array", ["moving_average"]),
        ("shared.py", "LIMIT = 3", "LIMIT = 4", ["moving_average", "second"]),
        ("mistakes.py", "The last window is missing.", "One is missing.", ["moving_average", "second"]),
        ("mistakes.py", "the last window is left out", "is short", []),  # for instructors alone
        (f"{sample_course.FUNCTION}/answers.py", "forgets to", "does not", []),
        (f"{sample_course.FUNCTION}/promises.txt", "there are two", "two", []),
    ],
)
def test_an_edit_counts_for_the_functions_that_it_concerns(course, name, old, new, changed):
    before, path = prints(course), course / sample_course.FOLDER / name
    text = path.read_text("utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new), "utf-8")
    after = prints(course)
    assert before.keys() == after.keys() and len(before) == 6
    assert sorted({c.partition(".")[0] for c in before if before[c] != after[c]}) == changed


def test_a_message_counts_for_the_functions_that_name_it(course):
    mistakes = course / sample_course.FOLDER / "mistakes.py"
    checks = course / sample_course.FOLDER / "second" / "checks.py"
    checks.write_text(checks.read_text("utf-8").replace("one-short", "sum"), "utf-8")
    before = prints(course)
    mistakes.write_text(mistakes.read_text("utf-8").replace("The last window is missing.", "Look again."))
    after = prints(course)
    assert {c.partition(".")[0] for c in before if before[c] != after[c]} == {"moving_average"}


@pytest.mark.parametrize("topic", topics.topics())
def test_every_mistake_is_named_in_a_file_of_the_checks(topic):
    """Else a change of its words would not reach the students."""
    folder = topics.assignment_folder(topic)
    files = [*folder.glob("*/checks.py"), *(p for p in folder.glob("*.py") if p.name != topics.MISTAKES)]
    files += (fingerprint.ROOT / "checks").glob("*.py")
    words = set(re.findall(r"[\w-]+", "\n".join(path.read_text("utf-8") for path in files)))
    assert set(loading.suite(topic).misconceptions) <= words


@pytest.mark.parametrize(
    "name, counts",
    [
        ("grading/grade.py", True),
        ("grading/feedback.html.j2", True),
        ("release/solutions.py", True),
        ("execution/memory_limit.py", True),
        ("sandboxed/standin_rules.py", True),
        ("checks/shared.py", True),
        ("results.py", True),
        ("assignments/lookup/encode/checks.py", False),  # it counts for the checks of that function
        ("selftest/demo.py", False),
        ("gpu/measure.py", False),
    ],
)
def test_an_edit_counts_for_every_result_wherever_one_depends_on_it(tmp_path, name, counts):
    package = tmp_path / "autograder"
    shutil.copytree(fingerprint.ROOT, package, ignore=shutil.ignore_patterns("__pycache__", "cases"))
    before = fingerprint._files(package)
    with open(package / name, "a") as file:
        file.write("\n")
    assert (fingerprint._files(package) != before) == counts


def test_where_the_grader_lies_counts_for_no_result(tmp_path):
    shutil.copytree(fingerprint.ROOT, tmp_path / "autograder", ignore=shutil.ignore_patterns("__pycache__"))
    code = "from autograder.grading import fingerprint; print(fingerprint.ROOT, fingerprint.engine())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(tmp_path / "autograder"), fingerprint.engine()]


def test_only_the_content_the_settings_and_what_tries_the_grader_are_left_out():
    left_out = {
        path.relative_to(fingerprint.ROOT).parts[0]
        for path in [*fingerprint.ROOT.rglob("*.py"), *fingerprint.ROOT.rglob("*.j2")]
        if not fingerprint.counts(path.relative_to(fingerprint.ROOT))
    }
    assert left_out == {"assignments", "conformance", "gpu", "platforms", "selftest", "settings"}
