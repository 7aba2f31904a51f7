"""The hidden tests, tested: every wrong answer is caught for its reason, every right one passes."""

import argparse
import inspect
import re

import pytest
import sample_course

from autograder import topics
from autograder.checks import loading
from autograder.checks.checking import Suite
from autograder.selftest import answers as command, bank, completeness
from autograder.selftest.entries import Answers
from autograder.topics import topics as all_topics

TOPICS = all_topics()
SUITE = Suite({}, "t")


@pytest.fixture(scope="session")
def seeds(long_form):
    return range(command.SEEDS) if long_form else command.FEW


def listed(mismatches) -> list[str]:
    return [f"{m.answer}, seed {m.seed}: {m.problem}" for m in mismatches]


@pytest.mark.parametrize("topic", TOPICS)
def test_the_bank_is_judged_as_its_headers_say(topic, seeds):
    assert listed(command.run_bank(topic, seeds, ["in process"])) == []


@pytest.mark.parametrize("topic", TOPICS)
def test_it_is_judged_so_across_a_pipe(topic, long_form, seeds):
    answers, seeds = (None, seeds) if long_form else (command.few(topic), seeds[:1])
    assert listed(command.run_bank(topic, seeds, ["across a pipe"], answers=answers)) == []


@pytest.mark.parametrize("topic", TOPICS)
def test_what_does_nothing_earns_nothing_and_what_is_spoiled_is_not_explained(topic, seeds):
    assert listed(command.run_others(topic, seeds)) == []


@pytest.mark.parametrize("topic", TOPICS)
def test_every_function_has_enough_answers(topic):
    """More than `completeness` asks of every course."""
    rows = command.coverage(topic)
    assert all(row.wrong >= 3 and row.right >= 3 for row in rows), rows
    assert sum(row.wrong for row in rows) >= 6 * len(rows), rows


@pytest.mark.parametrize("topic", TOPICS)
def test_nothing_is_missing(topic):
    assert list(completeness.missing(topic)) == []


def test_what_is_missing_is_named(tmp_path):
    root = sample_course.make(tmp_path / "course")
    folder = root / sample_course.FOLDER / sample_course.FUNCTION
    assert list(completeness.missing(sample_course.TOPIC, root)) == []
    answers = folder / topics.ANSWERS
    answers.write_text("from autograder.selftest.entries import Answers\n\nanswers = Answers()\n")
    found = list(completeness.missing(sample_course.TOPIC, root))
    assert found[:2] == [
        f"moving_average: 0 {kind} answers, expected 2 or more" for kind in ("right", "wrong")
    ]
    assert "padded: no answer makes this mistake" in found


def test_a_mistake_that_no_file_holds_is_named_with_its_line(tmp_path):
    root = sample_course.make(tmp_path / "course")
    checks = root / sample_course.FOLDER / sample_course.FUNCTION / topics.CHECKS
    checks.write_text(checks.read_text("utf-8").replace('Wrong("any-width")', 'Wrong("any-wdth")'), "utf-8")
    (said,) = completeness.missing(sample_course.TOPIC, root)
    assert said.startswith("moving_average/checks.py:") and said.endswith(
        "Wrong('any-wdth'), no key of MISTAKES"
    )


def test_an_example_that_a_right_answer_contradicts_is_named(tmp_path):
    root = sample_course.make(tmp_path / "course")
    promises = root / sample_course.FOLDER / sample_course.FUNCTION / topics.PROMISES
    text = promises.read_text("utf-8").replace("-> [2.0, 5.5]\n    values", "-> [2.0, 6.5]\n    shape")
    promises.write_text(text, "utf-8")
    assert list(completeness.missing(sample_course.TOPIC, root)) == [
        "moving_average: example `moving_average(x, 2)` is for 'shape', expected values, in-place, errors"
    ]
    right = next(answer for answer in bank.answers(sample_course.TOPIC, root) if answer.right)
    (said,) = completeness.refused(right, root)
    assert said.startswith(f"{right.name}: For example") and "it should be `[2.0, 6.5]`" in said


def test_every_function_has_stubs_and_a_class_also_ones_with_its_methods():
    stubs = bank.stubs("weight-tying")
    mine = {s.label: s for s in stubs if s.function == "TiedLM"}
    assert len(mine) == 16 and "class TiedLM(nn.Module)" in mine["stub-none-methods"].source
    namespace, setup = {}, bank.setup_source("weight-tying")
    exec(setup + "\n" + mine["stub-raises-methods"].source, namespace)
    with pytest.raises(namespace["Nothing"], match="an argument"):
        namespace["TiedLM"](3, 2)("an argument")
    for function in loading.suite("lookup").functions():
        assert len([s for s in bank.stubs("lookup") if s.function == function]) == 8


def result(check, verdict="right", misconception=None, message=""):
    from autograder.results import CheckResult

    return CheckResult("t", f"f.{check}", "check-f", 0, 1, verdict, message, misconception)


def answer(right=False, misconception="m", check="values"):
    header = {"how": "h"} if right else {"misconception": misconception, "check": check, "why": "w"}
    return bank.BankAnswer(SUITE, "f", "right-a" if right else "wrong-a", "", header)


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


def spoiled(result="right * 2", **options):
    answers = Answers()
    answers.spoiled(result, **options)
    return bank.BankAnswer(SUITE, "f", "spoiled-1", "", {}, answers.spoiled_results[0])


@pytest.mark.parametrize(
    "who, results, problems",
    [
        (spoiled(), [result("values", "wrong", None, "neutral")], []),
        (spoiled(), [result("values", "error", None, "raised")], []),
        (
            spoiled(),
            [result("values", "missing", None, "not written")],
            ["right * 2 is rejected by no check"],
        ),
        (spoiled(), [result("values", "wrong", "m")], ["f.values told m of right * 2"]),
        (spoiled(), [result("values", "wrong")], ["f.values says nothing of right * 2"]),
        (
            spoiled(loses=["cost"]),
            [result("values", "wrong", None, "n"), result("cost")],
            ["right * 2 is not rejected by cost"],
        ),
        (
            spoiled(keeps=["cost"]),
            [result("values"), result("cost", "wrong", None, "n")],
            ["right * 2 is not rejected by values", "right * 2 is rejected by cost"],
        ),
    ],
)
def test_a_spoiled_reference_is_to_be_rejected_without_a_guess(who, results, problems):
    assert bank.problems(who, results) == problems


def test_an_answer_that_is_wrong_alone_costs_no_other_check():
    who = answer()
    who.header["alone"] = "yes"
    lost = [result("values", "wrong", "m"), result("errors", "wrong", None, "n"), result("cost")]
    assert bank.problems(who, lost) == ["f.errors is lost too"]


@pytest.mark.parametrize(
    "topic, function, method",
    [
        ("lookup", "encode", ""),
        ("scatter-add", "EmbeddingFunction", "backward"),
        ("weight-tying", "TiedLM", "__init__"),
    ],
)
def test_a_spoiled_reference_is_the_reference_but_for_its_result(topic, function, method):
    (source,) = {a.source for a in bank.spoiled(topic) if a.name.endswith(f"{function}/spoiled-1")}
    namespace = {}
    exec(bank.setup_source(topic) + "\n" + source, namespace)
    made, reference = namespace[function], namespace["reference"]
    assert made is not reference
    assert inspect.signature(made).parameters.keys() == inspect.signature(reference).parameters.keys()


WHOLE = 'answers.right("a", how="h", source="def f():\\n    return 1\\n")\n'
WRONG = 'answers.wrong("b", "m", check="values", why="w", {})\n'


@pytest.mark.parametrize(
    "text, words",
    [
        ('answers.right("a", source="x = 1")', "how"),
        (WRONG.format('source="x = 1"'), "unknown misconception 'm'"),
        (WHOLE + WHOLE, "right-a: there is an answer of this name already"),
        (WRONG.format(""), "wrong-b: expected a source, or the edits of another answer"),
        (WHOLE + WRONG.format('of="right-a", source="x = 1"'), "wrong-b: expected a source, or the edits"),
        (WRONG.format('of="right-a", old="1", new="2"'), "wrong-b: right-a does not stand above it"),
        (WHOLE + WRONG.format('of="right-a", old="2", new="1"'), "wrong-b: '2' stands 0 times in right-a"),
        (WHOLE + WRONG.format('of="right-a", old="r", new="s"'), "wrong-b: 'r' stands 2 times in right-a"),
        ("answers.right(", "never closed"),
    ],
)
def test_an_answer_that_is_not_in_order_is_named_with_its_file(tmp_path, text, words):
    root = sample_course.make(tmp_path / "course")
    path = root / sample_course.FOLDER / sample_course.FUNCTION / topics.ANSWERS
    path.write_text(f"from autograder.selftest.entries import Answers\n\nanswers = Answers()\n{text}")
    with pytest.raises(ValueError, match=f"{sample_course.FUNCTION}/answers.py: .*{re.escape(words)}"):
        bank.answers(sample_course.TOPIC, root)


def test_edits_are_made_one_after_the_other_and_the_header_stands_above():
    answers = Answers()
    answers.right("a", how="by hand", source="\ndef f(x):\n    y = x\n    return y\n")
    answers.wrong(
        "b",
        "m",
        check="values",
        why="w",
        of="right-a",
        edits=[("y = x", "y = 2 * x"), ("return y", "return -y")],
    )
    head = "# misconception: m\n# check: values\n# why: w\n"
    assert answers.source("wrong-b") == head + "def f(x):\n    y = 2 * x\n    return -y\n"
    assert answers.source("right-a") == "# how: by hand\ndef f(x):\n    y = x\n    return y\n"


def test_an_answer_is_shown_whole(capsys):
    args = cli_args("answers", "--show", "lookup/encode/wrong-lower")
    assert args.run(args) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# mistake: strips, lowers or tidies the text\n# misconception: text-cleaned\n")
    assert "def encode(" in shown
    args = cli_args("answers", "--show", "lookup/encode/wrong-lowed")
    assert args.run(args) == 2
    assert "did you mean lookup/encode/wrong-lower?" in capsys.readouterr().err


def cli_args(*words):
    parser = argparse.ArgumentParser()
    command.add_parser(parser.add_subparsers())
    return parser.parse_args(words)
