"""Every promise of the notebooks has a check, and an answer in the bank that breaks it."""

import pytest

from autograder import cli, topics
from autograder.selftest import bank, clauses

TOPICS = topics.topics()


def test_every_promise_has_a_check_and_an_answer_that_breaks_it():
    found = [f"{topic}: {gap}" for topic in TOPICS for gap in clauses.gaps(topic, bank.broken(topic))]
    assert found == []


def test_an_answer_is_caught_by_a_check_of_the_clause_that_it_breaks():
    wrong = []
    for topic in TOPICS:
        checks = {f"{c.function}/{c.id}": c.checks for c in clauses.clauses(topic)}
        for answer in bank.answers(topic):
            clause = answer.header.get("breaks")
            if clause and answer.header["check"] not in checks[f"{answer.function}/{clause}"]:
                wrong.append(f"{answer.name}: {answer.header['check']} is no check of {clause}")
    assert wrong == []


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file of clauses in place of a topic's own."""
    path = tmp_path / "clauses.txt"
    monkeypatch.setattr(clauses, "path", lambda topic: path)
    return path


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("nothing\n", "1: 'nothing' is no function of lookup"),
        ("lookup\n  an-id | shapes\n", "2: 'an-id | shapes'; expected: id | checks | words"),
        ("  an-id | shapes | words\n", "1: .*; expected"),
        ("lookup\n  an-id | | any shape\n", "2: a clause has checks"),
        ("lookup\n  - | shapes | any shape\n", "2: .*'-' has none"),
    ],
)
def test_a_line_out_of_order_is_named(file, text, complaint):
    file.write_text(text)
    with pytest.raises(ValueError, match=complaint):
        clauses.written("lookup")


def gaps(file, line, broken=()):
    file.write_text(f"lookup\n    {line}\n")
    return list(clauses.gaps("lookup", {f"lookup/{name}": ["wrong-x"] for name in broken}))


def test_what_is_missing_is_named(file):
    shape = "shape | shapes | integer array of any shape"
    assert "lookup/shape: no answer of the bank breaks it" in gaps(file, shape)
    assert not any("lookup/shape" in gap for gap in gaps(file, shape, ["shape"]))
    assert "lookup/shape: wrong-x breaks it, and there is no such clause" in gaps(
        file, "- | | any shape", ["shape"]
    )
    unknown = gaps(file, "shape | size | integer array of any shape", ["shape"])
    assert any(gap.startswith("lookup/shape: there is no check 'size', but values, ") for gap in unknown)
    assert "lookup/shape: the notebook does not say 'of any form'" in gaps(
        file, "shape | shapes | of any form"
    )
    twice = gaps(file, f"{shape}\n    {shape}", ["shape"])
    assert "lookup/shape: stands there twice" in twice


def test_a_sentence_that_no_clause_quotes_is_named(file):
    found = gaps(file, "wide | cost | Time and memory do not grow", ["wide"])
    assert "lookup: no clause quotes 'The row of a table for every id.'" in found
    assert not any("Time and memory do not grow" in gap for gap in found)
    assert any(gap.startswith("rules: no clause quotes ") for gap in found)


def test_the_command_lists_clauses_and_exits_1_where_one_is_missing(file, capsys):
    file.write_text("lookup\n    shape | shapes | integer array of any shape\n")
    assert cli.main(["clauses", "lookup"]) == 1
    told = capsys.readouterr().out
    assert "lookup/shape | shapes | " in told and "lookup: lookup: no clause quotes" in told
    assert cli.main(["clauses", "look"]) == 2
    assert "no topic 'look'" in capsys.readouterr().err
