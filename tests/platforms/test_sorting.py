"""Which notebook of which student is taken, and what is said of the others."""

import pytest

from autograder.grading.course import CourseError
from autograder.platforms.names import Entry
from autograder.platforms.people import People
from autograder.platforms.sorting import sort

TOPICS = ["lookup", "scatter-add"]
NOBODY = People()
ROSTER = People(
    [
        ("ada", "Ada", "Lovelace", "ada@example.org", "1234"),
        ("ben", "Ben", "Söderström", "", ""),
        ("eve1", "Eve", "Four", "", ""),
        ("eve2", "Eve", "Four", "", ""),
    ]
)


def moodle(name, number, file="lookup.ipynb"):
    return f"{name}_{number}_assignsubmission_file/{file}"


def sorted_out(paths, people=NOBODY, topic=None, platform=None):
    found = sort([Entry("zip", path) for path in paths], TOPICS, people, topic, platform)
    assert len(found.taken) + len(found.left) + len(found.earlier) == len(paths), "nothing is lost from sight"
    return found


def students(found) -> dict[str, str]:
    return {taken.student: taken.entry.path for taken in found.taken}


def reasons(found) -> dict[str, str]:
    return {entry.path: reason for entry, reason in found.left}


def test_every_file_is_taken_or_named():
    found = sorted_out(
        [
            moodle("Ada", 1),
            moodle("Ben", 2, "answer.pdf"),
            moodle("Cyd", 3, "work.zip"),
            moodle("Dan", 4, "lookup.ipynb.txt"),
            moodle("Eve", 5, "homework.ipynb"),
            "lookup.ipynb",
            moodle(".hidden", 6),
            moodle("Fay\u202e", 7),
        ]
    )
    assert set(students(found)) == {"Ada"}
    assert reasons(found)[moodle("Ben", 2, "answer.pdf")] == "no notebook"
    told = " | ".join(reasons(found).values())
    for words in (
        "unpack it",
        "not named as a notebook",
        "give --topic, one of lookup",
        "holds no student in",
    ):
        assert words in told
    assert "a folder of this name is not looked into" in told and "not seen" in told


def test_a_notebook_of_another_topic_is_not_taken_for_this_one():
    paths = [moodle("Ada", 1), moodle("Ben", 2, "scatter_add.ipynb"), moodle("Cyd", 3, "homework.ipynb")]
    found = sorted_out(paths, topic="lookup")
    assert set(students(found)) == {"Ada", "Cyd"}
    assert reasons(found)[paths[1]] == "it has the name of another topic, scatter-add"
    assert {t.student: t.topic for t in sorted_out(paths).taken} == {"Ada": "lookup", "Ben": "scatter-add"}


def test_two_students_of_one_name_in_moodle_get_their_numbers():
    found = sorted_out([moodle("Ada", 1), moodle("Ada", 2), moodle("Cyd", 3)], ROSTER)
    assert set(students(found)) == {"Ada_1", "Ada_2", "Cyd"}
    assert "2 students are called 'Ada'; their ids are Ada_1, Ada_2" in found.told


def test_one_student_has_another_number_in_each_assignment():
    found = sorted_out([moodle("Ada", 1), moodle("Ada", 2, "scatter-add.ipynb")])
    assert [(t.student, t.topic) for t in found.taken] == [("Ada", "lookup"), ("Ada", "scatter-add")]


def test_names_and_numbers_find_students_of_the_gradebook():
    paths = [moodle("Lovelace Ada", 1), moodle("BEN SODERSTRÖM", 2), moodle("Eve Four", 3), moodle("Fay", 4)]
    found = sorted_out(paths, ROSTER)
    assert set(students(found)) == {"ada", "ben", "Eve Four", "Fay"}
    assert "'Eve Four' fits eve1 and eve2 in the gradebook, so the folder is named Eve Four" in found.told
    assert any("not in the gradebook's list of students: Eve Four" in line for line in found.told)
    found = sorted_out(["x_1234_9_lookup.ipynb", "söderströmben_77_8_lookup.ipynb"], ROSTER)
    assert set(students(found)) == {"ada", "ben"}
    found = sorted_out(["W/Ada - Maria - lookup.ipynb", "W/Ben Söderström - 2 - lookup.ipynb"], ROSTER)
    assert set(students(found)) == {"Ada - Maria", "ben"}, "of several readings the one that is a student's"


def test_two_names_never_share_a_folder():
    both = ["lovelaceada_1_9_lookup.ipynb", "other_1234_8_lookup.ipynb"]
    found = sorted_out(both, ROSTER)
    assert set(students(found)) == {"1", "1234"}
    assert any(line.startswith("ada of the gradebook fits 1 and 1234") for line in found.told)


def test_canvas_the_highest_number_counts_and_its_test_student_does_not():
    old, new = "a_1_10_lookup.ipynb", "a_LATE_1_11_lookup-10.ipynb"
    found = sorted_out([new, "a_1_12_lookup-9.ipynb", old, "studenttest_5_13_lookup.ipynb"])
    assert students(found) == {"1": new} and found.taken[0].name.late
    assert {entry.path for entry in found.earlier} == {old, "a_1_12_lookup-9.ipynb"}
    assert reasons(found) == {"studenttest_5_13_lookup.ipynb": "of Canvas's test student"}


def test_the_latest_time_counts():
    paths = [f"ada_lookup_attempt_2026-11-20-{hour}-00-00_lookup.ipynb" for hour in (12, 14, 13)]
    found = sorted_out(paths)
    assert students(found) == {"ada": paths[1]} and len(found.earlier) == 2
    other = sorted_out(["lookup_ada_attempt_2026-11-20-12-00-00_lookup.ipynb"])
    assert set(students(other)) == {"ada"}, "with the title first"


@pytest.mark.parametrize(
    "files, taken",
    [
        (("lookup.ipynb", "lookup (1).ipynb"), "lookup.ipynb"),
        (("a/lookup.ipynb", "b/lookup.ipynb"), None),
        (("lookup (1).ipynb", "lookup (2).ipynb"), None),
    ],
)
def test_several_notebooks_without_a_time(files, taken):
    paths = [moodle("Ada", 1, file) for file in files]
    found = sorted_out(paths, platform="moodle")
    assert students(found) == ({"Ada": moodle("Ada", 1, taken)} if taken else {})
    assert all("not clear which counts" in reason for reason in reasons(found).values())
    assert len(found.left) == (0 if taken else len(paths))


def test_a_second_copy_in_google_classroom_may_be_a_namesakes():
    found = sorted_out(["W/Ada L - lookup.ipynb", "W/Ada L - lookup(1).ipynb", "W/Ben T - lookup.ipynb"])
    assert set(students(found)) == {"Ben T"} and len(found.left) == 2


def test_folders_of_students():
    found = sorted_out(["class/ada/lookup.ipynb", "class/ben/lookup/lookup.ipynb", "class/ben/notes.txt"])
    assert found.platform == "names" and set(students(found)) == {"ada", "ben"}


def test_names_of_no_platform_are_refused():
    with pytest.raises(CourseError, match="no names as Moodle, Canvas or Google Classroom write them"):
        sorted_out(["lookup.ipynb"])
