"""The classes that `bench --growth` grades are what it says of them."""

import sample_course

from autograder.grading import grade
from autograder.selftest import bench, growth


def test_a_class_of_copies_needs_recording_and_no_examination(tmp_path, quick):
    """So that what is measured of it is what is said."""
    root = growth.content(tmp_path / "content")
    growth.write_class(tmp_path / "one", root, 1)
    how = {"root": root, "bounds": None, "say": None}
    assert grade.grade(tmp_path / "one", [growth.TOPIC], **how).examined == 1
    growth.multiply(tmp_path / "one", tmp_path / "class", 3)
    tally = grade.grade(tmp_path / "class", [growth.TOPIC], **how)
    assert (tally.examined, tally.recorded, tally.failures) == (0, 3, 0)
    assert set(bench.scores(tmp_path / "class").values()) == {sample_course.POINTS}


def test_a_suite_is_made_of_so_many_checks_and_the_answer_passes_them(tmp_path, quick):
    root = growth.content(tmp_path / "content", checks=4)
    growth.write_class(tmp_path / "course", root, 1, added=["x = 1", "print(x)"])
    grade.grade(tmp_path / "course", [growth.TOPIC], root=root, bounds=None, say=None)
    assert list(bench.scores(tmp_path / "course").values()) == [4.0]
