"""Submissions that attack the grader: none gains a point, sees a secret or costs anybody else one."""

import json

import pytest
from bookpages import page_path
from bs4 import BeautifulSoup

from autograder.execution import bwrap
from autograder.selftest.attacks import harness, report
from autograder.selftest.attacks.controls import Controls

ATTEMPTS = harness.attempts()
NAMES = [a.name for a in ATTEMPTS]


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    if absent := bwrap.missing():
        pytest.skip(f"hostile submissions are NOT tested behind walls: {'; '.join(absent)}")
    return harness.grade_class(ATTEMPTS, tmp_path_factory.mktemp("class"))


@pytest.fixture(scope="module")
def controls(tmp_path_factory):
    with Controls(tmp_path_factory.mktemp("unprotected")) as controls:
        yield controls


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=NAMES)
def test_the_attempt_comes_to_nothing(attempt, graded):
    assert harness.problems(attempt, graded) == []


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=NAMES)
def test_the_attempt_succeeds_where_nothing_is_fenced_in(attempt, controls):
    assert controls.succeeds(attempt)


def test_the_class_ends_well_and_the_neighbours_have_full_marks(graded):
    assert harness.class_problems(graded) == []


def recorded():
    return json.loads(report.FILE.read_text("utf-8"))


def test_the_recorded_table_has_every_attempt_and_each_came_to_nothing():
    """After a change: `python -m autograder attacks --write benchmarks/attacks.json`."""
    found = recorded()
    said = [(row["attempt"], row["does"], row["reaches"], row["problems"]) for row in found["attempts"]]
    assert said == [(a.name, a.header["attempt"], a.header["reaches"], []) for a in ATTEMPTS]
    assert (
        found["class problems"] == [] and found["date"] and {"python", "bubblewrap"} <= set(found["versions"])
    )


def test_what_is_recorded_is_what_a_run_gives(graded):
    def told(rows):
        return [(r["attempt"], r["points"], r["of"], r["of others"], r["problems"]) for r in rows]

    assert told(report.rows(ATTEMPTS, graded)) == told(recorded()["attempts"])


def test_the_instructor_guide_shows_every_attempt(built_site):
    guide = BeautifulSoup(page_path(built_site, "reference/instructor").read_text("utf-8"), "html.parser")
    shown = [
        [cell.get_text(strip=True) for cell in row("td")] for row in guide.select("table.attacks tbody tr")
    ]
    assert [cell.get_text() for cell in guide.select("table.attacks td code")] == NAMES
    wanted = [
        [
            r["attempt"] + r["does"],
            r["verdicts"],
            f"{r['points']:g} of {r['of']:g}",
            f"{r['others']:g} of {r['of others']:g}",
            r["reaches"],
        ]
        for r in recorded()["attempts"]
    ]
    assert [[text.replace("’", "'") for text in row] for row in shown] == wanted
    assert recorded()["date"] in guide.get_text()
