"""Submissions that attack the grader: none gains a point, sees a secret or costs anybody else one."""

import json

import pytest
from bookpages import page_path
from bs4 import BeautifulSoup

from autograder.execution import bwrap
from autograder.selftest.attacks import attacks, harness
from autograder.selftest.attacks.controls import Controls

ATTEMPTS = harness.attempts()
NAMES = [a.name for a in ATTEMPTS]


@pytest.fixture(scope="module")
def attempts(long_form):
    """All of them; in the short form the first of each kind of control."""
    kinds = {a.header["control"]: a for a in reversed(ATTEMPTS)}
    return ATTEMPTS if long_form else [a for a in ATTEMPTS if a in kinds.values()]


@pytest.fixture(scope="module")
def graded(tmp_path_factory, attempts):
    if absent := bwrap.missing():
        pytest.skip(f"attacks are NOT tried in the sandbox: {'; '.join(absent)}")
    return harness.grade_class(attempts, tmp_path_factory.mktemp("class"))


def test_no_attempt_comes_to_anything(attempts, graded):
    found = {a.name: harness.problems(a, graded) for a in attempts}
    assert {name: problems for name, problems in found.items() if problems} == {}


def test_every_attempt_succeeds_where_nothing_is_fenced_in(attempts, tmp_path):
    with Controls(tmp_path) as controls:
        assert [a.name for a in attempts if not controls.succeeds(a)] == []


def test_the_class_ends_well_and_the_neighbours_have_full_marks(graded):
    assert harness.class_problems(graded) == []


def recorded():
    return json.loads(attacks.FILE.read_text("utf-8"))


def test_the_recorded_table_has_every_attempt_and_each_came_to_nothing():
    """After a change: `python -m autograder attacks --write benchmarks/attacks.json`."""
    found = recorded()
    said = [(row["attempt"], row["does"], row["reaches"], row["problems"]) for row in found["attempts"]]
    assert said == [(a.name, a.header["attempt"], a.header["reaches"], []) for a in ATTEMPTS]
    assert (
        found["class problems"] == [] and found["date"] and {"python", "bubblewrap"} <= set(found["versions"])
    )


def test_what_is_recorded_is_what_a_run_gives(attempts, graded):
    def told(rows):
        return [(r["attempt"], r["points"], r["of"], r["of others"], r["problems"]) for r in rows]

    names = {a.name for a in attempts}
    assert told(attacks.rows(attempts, graded)) == told(
        r for r in recorded()["attempts"] if r["attempt"] in names
    )


def test_the_page_on_the_grader_shows_every_attempt(built_site):
    guide = BeautifulSoup(page_path(built_site, "reference/grader").read_text("utf-8"), "html.parser")
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
