"""`report --html`: a class in one picture, and which code is the same."""

import json
import re
import sqlite3

import numpy as np
import pytest
from test_regrade import hand_in

from autograder import status
from autograder.checks import loading
from autograder.cli import main
from autograder.grading import alike, grade, picture
from autograder.grading.cache import CacheKey, ResultCache
from autograder.grading.contents import OWN, VERDICTS
from autograder.results import CellOutput, CheckResult, Graded

TOPIC = "lookup"
FUNCTIONS = ("encode", "lookup", "lookup_torch")
SHARES = {  # of three functions, by student
    "ada": (1.0, 1.0, 1.0),
    "ben": (1.0, 0.5, 1.0),
    "cyd": (0.5, 0.5, 0.0),
    "dan": (0.0, 0.5, 0.0),
    "eve": (1.0, 0.0, 0.5),
    "fay": (0.0, 0.0, 0.0),
}
LONG = """def {name}(ids, table):
    # {note}
    found = []
    for place, number in enumerate(ids):
        if number < 0 or number >= len(table):
            raise ValueError(number)
        found.append(table[number] * 2 + place)
    return found
"""


def outcome(student, shares, attempt: int | None = 1, source="", verdict="wrong"):
    results = [
        CheckResult(
            TOPIC, f"{f}.values", f"check-{f}", 4 * share, 4.0, "right" if share == 1 else verdict, ""
        )
        for f, share in zip(FUNCTIONS, shares)
    ]
    cells = [CellOutput(source, "", None, "solution", f) for f in FUNCTIONS] if source else []
    return Graded(student, TOPIC, results, cells, attempt=attempt)


@pytest.fixture
def course(tmp_path):
    """What a grader keeps of a class of seven, one of them with a notebook that could not be read."""
    (tmp_path / OWN).mkdir()
    results = ResultCache(tmp_path)
    sources = {"ada": LONG.format(name="a", note="mine"), "ben": LONG.format(name="b", note="my own")}
    for student, shares in SHARES.items():
        verdict = "time" if student in ("cyd", "dan") else "wrong"
        results.keep(CacheKey("", "", {}), outcome(student, shares, 1, sources.get(student, ""), verdict))
    results.keep(CacheKey("", "", {}), outcome("gil", (0.0, 0.0, 0.0), None, "", "invalid"))
    rows = [(s, "negative-wraps") for s in ("cyd", "dan")] + [("eve", "clipped"), ("ada", None)]
    lines = [json.dumps({"student": s, "topic": TOPIC, "misconception": m}) for s, m in rows]
    (tmp_path / VERDICTS).write_text("\n".join(lines) + "\n", "utf-8")
    return tmp_path


def test_the_numbers_are_those_of_the_class(course):
    (found,) = picture.pictures(course, [TOPIC])
    table = np.array(list(SHARES.values()))
    assert found.shares == pytest.approx([*table.mean(axis=1), 0.0])
    assert found.bins == [2, 1, 0, 1, 0, 1, 0, 0, 1, 1] and sum(found.bins) == len(found.students) == 7
    assert found.median == pytest.approx(np.median(found.shares))
    for number, function in enumerate(found.functions):
        rest = np.delete(table, number, axis=1).mean(axis=1)
        assert function.name == FUNCTIONS[number]
        assert function.share == pytest.approx(table[:, number].mean())
        assert function.full == (table[:, number] == 1).sum()
        assert function.tells == pytest.approx(np.corrcoef(table[:, number], rest)[0, 1])
    assert found.limits == [("encode", "time", 2), ("lookup", "time", 2), ("lookup_torch", "time", 2)]
    assert found.damaged == ["gil"]
    assert [(m.students, m.title) for m in found.mistakes][0][0] == 2
    entry = loading.suite(TOPIC).misconceptions["negative-wraps"]
    assert found.mistakes[0].what == entry.mistake


def test_a_small_class_or_equal_work_has_no_correlation():
    assert picture._tells([1.0, 0.0, 0.5, 1.0], [0.0, 1.0, 0.5, 0.2]) is None
    assert picture._tells([1.0] * 9, list(np.linspace(0, 1, 9))) is None


def test_earlier_attempts_stay_with_the_result(course):
    results = ResultCache(course)
    for number, shares in ((2, (0.5, 0.5, 0.5)), (3, (1.0, 1.0, 1.0)), (3, (1.0, 1.0, 0.5))):
        before = results.find("fay", TOPIC)
        results.keep(CacheKey("", "", {}), outcome("fay", shares, number), before)
    kept = results.find("fay", TOPIC)
    assert kept.attempt == 3 and {n: sum(p.values()) / 12 for n, p in kept.earlier.items()} == {1: 0, 2: 0.5}
    (found,) = picture.pictures(course, [TOPIC])
    assert [row[:2] for row in found.attempts] == [(1, 6), (2, 1), (3, 1)]
    assert found.again == pytest.approx((1, 0.0, 2.5 / 3))


@pytest.mark.usefixtures("quick")
def test_a_graded_class_keeps_the_points_of_a_first_attempt_and_shows_scores_of_a_person(tmp_path):
    course = hand_in(tmp_path, ("ada", "ben", "cyd"), TOPIC)
    grade.grade(course, [TOPIC], bounds=None, say=None)
    (first,) = picture.pictures(course, [TOPIC])
    work = course / "submitted" / "{}" / TOPIC / f"{TOPIC}.ipynb"
    right, mistaken = (work.parents[2] / s / TOPIC / work.name for s in ("ada", "ben"))
    mistaken.write_bytes(right.read_bytes())
    grade.grade(course, [TOPIC], bounds=None, say=None)
    (second,) = picture.pictures(course, [TOPIC])
    assert first.attempts[0][0] == 1 and second.attempts[1][:2] == (2, 1)
    assert second.again == pytest.approx((1, first.shares[1], 1.0)) and second.shares[1] == 1.0
    assert first.mistakes and all(m.title for m in first.mistakes)
    with sqlite3.connect(course / "gradebook.db") as book:
        book.execute("update grade set manual_score = 0")
    (by_hand,) = picture.pictures(course, [TOPIC])
    assert by_hand.shares[0] == 0.0 and by_hand.functions[0].share == second.functions[0].share


def test_the_page_needs_nothing_is_accessible_and_names_nobody_unless_asked(course, tmp_path):
    from axe_playwright_python.sync_playwright import Axe
    from browser import browser

    page = tmp_path / "class.html"
    command = [
        "report",
        "--course",
        str(course),
        TOPIC,
        "--html",
        str(page),
        "--book",
        "https://example.org/b",
    ]
    assert main(command) == status.DONE
    text = page.read_text("utf-8")
    assert not re.search(rf"\b({'|'.join([*SHARES, 'gil'])})\b", text)
    assert 'href="https://example.org/b/book/chapters/' in text and "<script" not in text
    assert main([*command, "--names"]) == status.DONE
    named = page.read_text("utf-8")
    assert ": gil." in named and "two students: ada, ben." in named
    with browser() as chromium:
        for width, scheme in ((375, "light"), (1280, "dark")):
            shown = chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            asked: list[str] = []
            shown.on("request", lambda request: asked.append(request.url))
            shown.goto(page.as_uri())
            assert asked == [page.as_uri()]
            assert shown.evaluate("document.documentElement.scrollWidth") <= width
            found = Axe().run(shown).response
            assert found["passes"] and [v["id"] for v in found["violations"]] == []


def test_the_same_code_is_found_through_names_comments_and_annotations():
    one = LONG.format(name="lookup", note="mine")
    other = (
        one.replace("found", "rows")
        .replace("place", "i")
        .replace("# mine", '"""Doc."""')
        .replace("(ids, table)", "(ids: list, table) -> list")
    )
    assert alike.normalized(one) == alike.normalized(other) != ""
    assert alike.normalized(one) != alike.normalized(one.replace("* 2", "* 3"))
    assert alike.normalized("def f(x):\n    return x") == alike.normalized("def f(") == ""
    code = {"ada": {"f": one, "g": one}, "ben": {"f": other, "g": other}, "cyd": {"f": one.replace("2", "3")}}
    assert alike.pairs(code) == [("ada", "ben", ("f", "g"))]
    crowd = {str(number): {"f": one} for number in range(20)}
    assert alike.pairs(crowd) == []
