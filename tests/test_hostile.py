"""Submissions that attack the grader: none gains a point, sees a secret or costs anybody else one."""

import pytest

from autograder import hostilerun, sandbox
from autograder.hostilecontrol import Controls

ATTEMPTS = hostilerun.attempts()
NAMES = [a.name for a in ATTEMPTS]


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    if absent := sandbox.missing():
        pytest.skip(f"hostile submissions are NOT tested behind walls: {'; '.join(absent)}")
    return hostilerun.grade_class(ATTEMPTS, tmp_path_factory.mktemp("class"))


@pytest.fixture(scope="module")
def controls(tmp_path_factory):
    with Controls(tmp_path_factory.mktemp("unprotected")) as controls:
        yield controls


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=NAMES)
def test_the_attempt_comes_to_nothing(attempt, report):
    assert hostilerun.problems(attempt, report) == []


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=NAMES)
def test_the_attempt_succeeds_where_nothing_is_fenced_in(attempt, controls):
    assert controls.succeeds(attempt)


def test_the_class_ends_well_and_the_neighbours_have_full_marks(report):
    assert hostilerun.class_problems(report) == []
