"""What a run tells of the scores that it has changed."""

from autograder.grading import changes
from autograder.grading.standing import CellPoints, Standing
from autograder.results import CheckResult, Graded


def line(*how) -> str:
    """The lines as one text; there is mostly one."""
    return "\n".join(changes.lines(*how))


def held(double, possible=3.0, penalty=0.0):
    cells = {"check-double": CellPoints(double, None, None, possible)}
    return Standing(cells, penalty=penalty)


def graded(attempt=1, **points):
    """The checks of `double`, with these points."""
    results = [
        CheckResult("lookup", f"double.{name}", "check-double", value, 1.0, "right", "")
        for name, value in points.items()
    ]
    return Graded("ada", "lookup", results, attempt=attempt)


def test_it_tells_student_assignment_scores_and_the_checks():
    kept, now = graded(values=1.0, errors=0.0, cost=1.0), graded(values=1.0, errors=1.0, cost=0.25)
    assert line(held(2.0), held(2.25), kept, now) == (
        "score changed: ada, lookup: from 2 of 3 to 2.25 of 3 points by double.errors (from 0 to 1), "
        "double.cost (from 1 to 0.25)"
    )


def test_a_check_that_came_or_went_and_another_attempt_are_told():
    kept, now = graded(values=1.0, old=1.0), graded(2, values=1.0, new=0.5)
    assert line(held(2.0), held(1.5, 2.5), kept, now) == (
        "score changed: ada, lookup, attempt 2: from 2 of 3 to 1.5 of 2.5 points by "
        "double.new (from 0 to 0.5), double.old (from 1 to 0), maximum (from 3 to 2.5)"
    )


def test_many_checks_are_counted():
    names = [f"c{n}" for n in range(9)]
    told = line(
        held(9.0), held(0.0), graded(**dict.fromkeys(names, 1.0)), graded(**dict.fromkeys(names, 0.0))
    )
    assert told.endswith("double.c4 (from 1 to 0), 4 more") and "c5" not in told


def test_without_checks_the_cells_and_the_late_penalty_are_told():
    assert line(held(2.0), held(3.0), None, graded(values=3.0)) == (
        "score changed: ada, lookup: from 2 of 3 to 3 of 3 points by check-double (from 2 to 3)"
    )
    same = graded(values=3.0)
    assert line(held(3.0), held(3.0, penalty=1.5), same, same) == (
        "score changed: ada, lookup: from 3 of 3 to 1.5 of 3 points by late penalty (from 0 to 1.5)"
    )


def test_a_score_that_is_new_or_the_same_is_not_told():
    kept, now = graded(values=1.0, errors=0.0), graded(values=0.0, errors=1.0)
    assert line(None, held(1.0), None, now) == line(held(1.0), held(1.0), kept, now) == ""


def test_a_maximum_that_changes_under_the_same_score_is_told():
    same = graded(values=2.0)
    assert line(held(2.0), held(2.0, 4.0), same, same) == (
        "score changed: ada, lookup: from 2 of 3 to 2 of 4 points by maximum (from 3 to 4)"
    )


def test_a_score_given_by_hand_that_hides_other_points_is_told():
    before, now = (
        Standing({"check-double": CellPoints(checks, 5.0, None, most)})
        for checks, most in ((4.0, 6.0), (7.0, 7.0))
    )
    told = line(before, now, graded(values=4.0), graded(values=7.0)).split("\n")
    assert told == [
        "score changed: ada, lookup: from 5 of 6 to 5 of 7 points by double.values (from 4 to 7), "
        "maximum (from 6 to 7)",
        "score given by hand: ada, lookup: 5 for check-double stands; its checks now give 7 of 7, "
        "before 4 of 6",
    ]
    assert line(now, now, graded(values=7.0), graded(values=7.0)) == ""
