"""The hidden tests, tested: every wrong answer is caught for its reason, every right one passes."""

import pytest

from autograder.checks.framework import checking
from autograder.selftest import bank, bankrun
from autograder.topics import topics as all_topics

TOPICS = all_topics()


@pytest.mark.parametrize("kind", bankrun.KINDS)
@pytest.mark.parametrize("topic", TOPICS)
def test_the_bank_is_judged_as_its_headers_say(topic, kind):
    mismatches = bankrun.run_bank(topic, kinds=[kind])
    assert [f"{m.answer}, seed {m.seed}: {m.problem}" for m in mismatches] == []


@pytest.mark.parametrize("topic", TOPICS)
def test_every_function_has_enough_answers(topic):
    rows = bankrun.coverage(topic)
    assert all(wrong >= 3 and right >= 3 for _, wrong, right, _, _ in rows), rows
    assert sum(wrong for _, wrong, *_ in rows) >= 6 * len(rows), rows


@pytest.mark.parametrize("topic", TOPICS)
def test_what_does_nothing_earns_nothing(topic):
    mismatches = bankrun.run_stubs(topic, range(3))
    assert [f"{m.answer}, seed {m.seed}: {m.problem}" for m in mismatches] == []


def test_every_function_has_stubs_and_a_class_also_ones_with_its_methods():
    stubs = bank.stubs("weight-tying")
    mine = {s.path.stem: s for s in stubs if s.function == "TiedLM"}
    assert len(mine) == 16 and "class TiedLM(nn.Module)" in mine["stub-none-methods"].source
    namespace, setup = {}, bank.setup_source("weight-tying")
    exec(setup + "\n" + mine["stub-raises-methods"].source, namespace)
    with pytest.raises(namespace["Nothing"], match="an argument"):
        namespace["TiedLM"](3, 2)("an argument")
    for function in checking.suite("lookup").functions():
        assert len([s for s in bank.stubs("lookup") if s.function == function]) == 8


@pytest.mark.parametrize("topic", TOPICS)
def test_every_misconception_is_made_by_some_answer(topic):
    made = {a.header["misconception"] for a in bank.answers(topic) if not a.right}
    assert set(checking.suite(topic).misconceptions) - made == set()


def result(check, verdict="right", misconception=None, message=""):
    from autograder.results import CheckResult

    return CheckResult("t", f"f.{check}", "check-f", 0, 1, verdict, message, misconception)


def answer(right=False, misconception="m", check="values"):
    from pathlib import Path

    header = {"how": "h"} if right else {"misconception": misconception, "check": check, "why": "w"}
    return bank.BankAnswer("t", "f", Path("right-a.py" if right else "wrong-a.py"), "", header)


@pytest.mark.parametrize(
    "who, results, count",
    [
        (answer(), [result("values", "wrong", "m")], 0),
        (answer(), [result("values", "wrong", "m"), result("errors", "wrong")], 0),
        (answer(), [result("values")], 1),
        (answer(), [result("values", "wrong", "other")], 2),
        (answer(), [result("values", "wrong", None, "neutral")], 1),
        (answer(), [result("values", "wrong", "m"), result("errors", "wrong", "n")], 1),
        (answer(), [result("values"), result("errors", "wrong", "m")], 1),
        (answer(right=True), [result("values")], 0),
        (answer(right=True), [result("values"), result("errors", "error")], 1),
    ],
)
def test_a_mismatch_is_seen(who, results, count):
    assert len(bank.problems(who, results)) == count


@pytest.mark.parametrize(
    "name, text, words",
    [
        ("wrong-a.py", "# check: values\n", "the header has"),
        ("right-a.py", "x = 1\n", "the header has"),
        ("odd.py", "# how: x\n", "should begin with"),
    ],
)
def test_an_answer_without_a_proper_header_is_named(tmp_path, name, text, words):
    function = checking.suite(TOPICS[0]).functions()[0]
    folder = tmp_path / TOPICS[0] / function
    folder.mkdir(parents=True)
    (folder / name).write_text(text)
    with pytest.raises(ValueError, match=words):
        bank.answers(TOPICS[0], tmp_path)
