"""What lies in `submitted/` is graded or named, and topics that nobody was given cost nobody points."""

import contextlib
import csv
import os
import shutil
import sqlite3

import pytest

from autograder.checks import checking, loading
from autograder.cli import main
from autograder.grading import course as courses, plan
from autograder.topics import ROOT, exercise_path, topics as all_topics

TOPIC = "lookup"


def put(course, *places):
    """The notebook of the topic, as handed out, in these places below `submitted/`."""
    for place in places:
        path = course / "submitted" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(exercise_path(TOPIC), path)
    return course


def told(course, topics=(TOPIC,), students=None):
    """What is named: place below `submitted/` -> the rest of its line."""
    lines = [line.partition(": ") for line in courses.strays(course, list(topics), students)]
    return {os.path.relpath(place, course / "submitted"): rest for place, _, rest in lines}


LOST = {
    "ada/Lookup/Lookup.ipynb": ("ada/Lookup", "no topic 'Lookup'; rename the folder (did you mean lookup?)"),
    "ada/scatter_add/x.ipynb": ("ada/scatter_add", "did you mean scatter-add?"),
    "ada/homework/x.ipynb": ("ada/homework", f"the topics are: {', '.join(all_topics())}"),
    "ada/lookup.ipynb": ("ada/lookup.ipynb", "a topic; move it to submitted/ada/lookup/lookup.ipynb"),
    "lookup.ipynb": ("lookup.ipynb", "a student; move it to submitted/STUDENT/lookup/lookup.ipynb"),
    "lookup/lookup.ipynb": ("lookup/lookup.ipynb", "move it to submitted/STUDENT/lookup/lookup.ipynb"),
    "all.zip": ("all.zip", "a file, expected a folder of a student; move it away"),
    "ada/notes.txt": ("ada/notes.txt", "a file, expected a folder of a topic; move it away"),
    "bo/lookup/second.ipynb": ("bo/lookup/second.ipynb", "keep the one to grade, as lookup.ipynb"),
    "bo/lookup/table.csv": ("bo/lookup/table.csv", "the notebook alone counts; move it away"),
    " eve/lookup/lookup.ipynb": (" eve", "it begins or ends with a space; rename the folder"),
}


@pytest.mark.parametrize("place", LOST)
def test_what_lies_elsewhere_is_named_with_a_reason_and_a_remedy(tmp_path, place):
    put(tmp_path, "bo/lookup/lookup.ipynb", place)
    name, words = LOST[place]
    ((found, line),) = told(tmp_path).items()
    assert found == name and words in line
    assert courses.submissions(tmp_path, [TOPIC]) == [("bo", TOPIC, tmp_path / "submitted" / "bo" / TOPIC)]


def test_several_notebooks_of_other_names_are_each_named_and_a_single_one_is_graded(tmp_path):
    put(tmp_path, "ada/lookup/a.ipynb", "ada/lookup/b.ipynb", "bo/lookup/mine.ipynb")
    found = told(tmp_path)
    assert set(found) == {"ada/lookup/a.ipynb", "ada/lookup/b.ipynb"}
    assert all("none is lookup.ipynb; give the one to grade that name" in line for line in found.values())


def test_hidden_files_and_the_timestamp_are_no_surprise(tmp_path):
    put(
        tmp_path,
        "bo/lookup/lookup.ipynb",
        "bo/lookup/.ipynb_checkpoints/lookup-checkpoint.ipynb",
        "bo/lookup/timestamp.txt",
        "bo/.cache/lookup.ipynb",
        ".DS_Store",
    )
    assert told(tmp_path) == {}


@pytest.mark.parametrize("place", [".ada/lookup/lookup.ipynb", "bo/.lookup/lookup.ipynb", ".ada/a.zip"])
def test_what_is_hidden_is_named_and_what_programs_leave_is_not(tmp_path, place):
    put(tmp_path, "bo/lookup/lookup.ipynb", place, "__MACOSX/bo/lookup/._lookup.ipynb", "bo/._x.ipynb")
    (line,) = told(tmp_path).values()
    assert "hidden, as its name begins with a dot; rename it" in line
    assert [student for student, _, _ in courses.submissions(tmp_path, [TOPIC])] == ["bo"]


def test_thousands_of_strays_are_a_few_lines_that_leave_out_no_folder_for_another(tmp_path):
    places = [f"ada/lookup/{n}.ipynb" for n in range(3_000)] + [f"zoe/lookup/{n}.ipynb" for n in range(3)]
    lines = [f"{tmp_path}/submitted/{place}: not graded" for place in places]
    found = courses.few(lines, tmp_path / "all")
    assert len(found) == courses.SHOWN + 1 and found[:-1] == [line for line in lines if line in found]
    assert found[-4:-1] == lines[-3:]
    assert found[-1] == f"and 2,983 more in 1 folder; {tmp_path / 'all'} lists them all"
    assert (tmp_path / "all").read_text().splitlines() == lines
    assert courses.few(lines[:20]) == lines[:20]


UNFIT = (
    "\u3164 \u115f \u1160 \uffa0 \u2800 \u00ad \u034f \u200b \u2060 \ufe0f \u17b4 \u180b \U000e0100 \u061c"
)


@pytest.mark.parametrize("letter", UNFIT.split(" "))
def test_an_id_holds_nothing_that_is_not_seen(letter):
    for name in (f"ada{letter}", f"a{letter}da", letter):
        assert "not seen" in courses.unfit(name)


@pytest.mark.parametrize(
    "name, why",
    [
        ("ada\u200d", "not seen"),
        ("a\u200cda", "not seen"),
        ("\u200c", "not seen"),
        ("ada\u00a0l", "space of another kind"),
        ("ada\u3000l", "space of another kind"),
        ("\u0301da", "begins with a mark"),
        ("ada\n", "control character"),
    ],
)
def test_an_id_looks_like_no_other(name, why):
    assert why in courses.unfit(name)


@pytest.mark.parametrize(
    "name",
    [
        "ada",
        "ada lovelace",
        "ada-b.c@d",
        "zo\u00eb",
        "zoe\u0308",
        "\u674e\u660e",
        "\u0646\u0645\u06cc\u200c\u062f",
        "\u0915\u094d\u200d\u0937",
        "\uae40",
    ],
)
def test_an_id_in_the_letters_of_any_script_is_one(name):
    assert courses.unfit(name) == ""


def test_links_that_are_refused_or_lead_nowhere(tmp_path):
    put(tmp_path, "bo/lookup/lookup.ipynb", "bo/lookup/second.ipynb")
    submitted = tmp_path / "submitted"
    (submitted / "cy").symlink_to("bo")  # its page says that it is refused
    (submitted / "di").symlink_to("nobody")
    (submitted / "ed").mkdir()
    (submitted / "ed" / "lookup").symlink_to("nowhere")
    assert set(told(tmp_path)) == {"bo/lookup/second.ipynb", "di", "ed/lookup"}
    assert "a link that leads nowhere" in told(tmp_path)["di"]


def test_a_name_stays_in_its_line_whatever_it_holds(tmp_path):
    put(tmp_path, "bo/lookup/lookup.ipynb", "bo/lookup/a\nb.ipynb", "bo/lookup/\udcff.ipynb")
    lines = courses.strays(tmp_path, [TOPIC])
    assert len(lines) == 2 and all(line.isprintable() for line in lines)


def test_a_choice_of_topics_or_students_is_no_loss_but_what_none_would_grade_is_told(tmp_path):
    put(
        tmp_path,
        "bo/lookup/lookup.ipynb",
        "bo/memory/extra.ipynb",
        "bo/lokup/a.ipynb",
        "cy/a.ipynb",
        "b.ipynb",
    )
    assert set(told(tmp_path)) == {"bo/lokup", "cy/a.ipynb", "b.ipynb"}
    assert set(told(tmp_path, students=["bo"])) == {"bo/lokup"}


def test_a_folder_that_cannot_be_read_is_named_and_the_others_are_graded(tmp_path, monkeypatch):
    put(tmp_path, "ada/lookup/lookup.ipynb", "bo/lookup/lookup.ipynb")
    original = os.listdir

    def listdir(folder):
        if str(folder).endswith("ada"):
            raise PermissionError(13, "Permission denied")
        return original(folder)

    monkeypatch.setattr(os, "listdir", listdir)
    assert [student for student, _, _ in courses.submissions(tmp_path, [TOPIC])] == ["bo"]
    assert told(tmp_path) == {
        "ada": "cannot be read (Permission denied); let the account that grades read it"
    }


def test_a_class_in_the_wrong_places_alone_is_one_error_that_names_each(tmp_path, capsys):
    put(tmp_path, "ada/Lookup/Lookup.ipynb", "bo/lookup.ipynb")
    assert main(["grade", "--course", str(tmp_path), "--unsafe"]) == 2
    said = capsys.readouterr().err
    assert "nothing handed in" in said and "did you mean lookup?" in said and "bo/lookup.ipynb" in said
    assert not (tmp_path / "gradebook.db").exists()


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return put(
        tmp_path_factory.mktemp("lost"), "bo/lookup/lookup.ipynb", "ada/Lookup/Lookup.ipynb", "ada.ipynb"
    )


def columns(course):
    with open(course / "grades.csv", newline="", encoding="utf-8-sig") as file:
        return [row["assignment"] for row in csv.DictReader(file)]


def test_the_run_ends_with_what_is_not_graded_and_how_many(course, capsys):
    assert main(["grade", "--course", str(course), "--unsafe"]) == 1
    said = capsys.readouterr()
    assert "1 submissions graded" in said.out
    *_, first, second, number = said.err.splitlines()
    assert "ada.ipynb: " in first + second and "ada/Lookup: " in first + second
    assert number == f"not graded of what lies in {course / 'submitted'}: 2 (see above)"
    assert columns(course) == ["lookup"] and plan.counted(course) == ["lookup"]


def test_formgrader_lists_the_topics_of_the_class_and_no_other(course):
    """The assignments of its page Manual Grading are the gradebook's."""
    from nbgrader.apps import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

    config = Config()
    config.CourseDirectory.root = str(course)
    config.CourseDirectory.source_directory = str(ROOT / "_build" / "source")
    api = NbGraderAPI(CourseDirectory(config=config))
    with api.gradebook as book:
        assert [assignment.name for assignment in book.assignments] == ["lookup"]
    handed_out = {a["name"]: a["id"] is not None for a in api.get_assignments()}
    assert {name for name, there in handed_out.items() if there} == {"lookup"}


def test_a_topic_counts_once_it_is_released_handed_in_on_record_or_named(tmp_path, course):
    put(tmp_path, "bo/word2vec/mine.ipynb", " eve/frequency/a.ipynb", "bo/homework/a.ipynb")
    assert plan.counted(tmp_path) == ["word2vec"]
    (tmp_path / "release" / "positions").mkdir(parents=True)
    (tmp_path / "exercises" / "memory").mkdir(parents=True)
    (tmp_path / "exercises" / "homework").mkdir()
    assert plan.counted(tmp_path) == ["positions", "word2vec", "memory"]
    shutil.copy(course / "gradebook.db", tmp_path)  # as an older course has it, with submissions or not
    assert plan.counted(tmp_path) == ["lookup", "positions", "word2vec", "memory"]


def test_a_topic_that_is_named_counts_though_nobody_was_given_it(course):
    assert main(["grade", "lookup", "geometry", "--course", str(course), "--unsafe"]) == 1
    assert columns(course) == ["lookup", "geometry"]
    assert main(["grade", "--course", str(course), "--unsafe"]) == 1
    assert columns(course) == ["lookup", "geometry"]


def kept(course):
    """Every file of the course, with what it holds."""
    return {p: p.read_bytes() for p in course.rglob("*") if p.is_file() and p.name != "lock"}


def test_a_check_module_that_cannot_be_loaded_is_one_line_and_nothing_is_lost(course, monkeypatch, capsys):
    before = kept(course)

    def broken(topic, root):
        raise checking.BrokenChecks("lookup/encode/checks.py:20: SyntaxError: unmatched ')'")

    monkeypatch.setattr(loading, "suite", broken)
    assert main(["grade", "--course", str(course), "--unsafe"]) == 2
    assert capsys.readouterr().err.count("\n") == 1 and kept(course) == before


def test_a_function_that_is_gone_is_one_line_and_nothing_is_lost(course, capsys):
    """As when it was removed since, or when a copy of the gradebook from before has been put back."""
    path = course / "gradebook.db"
    before = path.read_bytes()
    with contextlib.closing(sqlite3.connect(path)) as book, book:
        for table in ("source_cell", "base_cell"):
            book.execute(
                f"update {table} set name = 'check-gone' where name = 'check-cross_entropy_from_logits'"
            )
    changed = path.read_bytes()
    assert main(["grade", "lookup", "--course", str(course), "--unsafe", "--again"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert [line for line in said if not line.startswith("warning")] == [
        f"{path}: it holds submissions of 'lookup' with other cells than the solutions file has now; "
        "no more: gone; new: cross_entropy_from_logits; grade into a new course folder, or move the "
        "gradebook away and give --accept-loss"
    ]
    assert path.read_bytes() == changed
    path.write_bytes(before)
    assert main(["grade", "lookup", "--course", str(course), "--unsafe"]) == 1  # for what lies elsewhere
    assert "graded" in capsys.readouterr().out and columns(course) == ["lookup", "geometry"]
