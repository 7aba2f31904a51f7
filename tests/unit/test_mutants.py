"""Mutants of the reference solutions: how they are made, run and counted."""

import ast
import json

import pytest

from autograder import cli, topics
from autograder.selftest import mutants
from autograder.selftest.entries import Answers

TOPICS = topics.topics()
EVERY = 40  # mutants, between those that the short form runs
RECORDED = topics.ROOT / "benchmarks" / "mutants.json"


def made(source: str, *operators: str) -> list[str]:
    return [text for name, text in mutants._changed(source) if name in operators]


@pytest.mark.parametrize("name", mutants.OPERATORS)
def test_an_operator_makes_what_cosmic_ray_says(name):
    from cosmic_ray.plugins import get_operator

    for example in get_operator(f"core/{name}").examples():
        if not example.operator_args and example.pre_mutation_code != example.post_mutation_code:
            changed = made(example.pre_mutation_code, name)[example.occurrence]
            assert "".join(changed.split()) == "".join(example.post_mutation_code.split())


@pytest.mark.parametrize(
    "name, before, after",
    [
        ("DeleteStatement", "def f(x):\n    x = 1\n    return x\n", ["def f(x):\n    pass\n    return x\n"]),
        ("DeleteStatement", "if a:\n    raise ValueError('a')\n", ["if a:\n    pass\n"]),
        ("DeleteStatement", "x[0] += 1; f()\n", ["pass; f()\n"]),
        ("RemoveKeywordArgument", "f(a=1)", ["f()"]),
        ("RemoveKeywordArgument", "f(x, a=1, b=2)", ["f(x, b=2)", "f(x, a=1)"]),
        ("RemoveKeywordArgument", "f(a=1, b=2)", ["f( b=2)", "f(a=1)"]),
        ("RemoveEmptyCall", "x.copy().sum(0)", ["x.sum(0)"]),
        ("RemoveEmptyCall", "f() + x.T.clone()", ["f() + x.T"]),
    ],
)
def test_an_operator_of_our_own_makes_what_its_name_says(name, before, after):
    assert made(before, name) == after


def test_what_changes_no_behaviour_is_left_out():
    source = '''
def f(x: int | None = 1) -> list[1]:
    """Return 1 + 1."""
    y: dict[2, 3] = {}
    if x == 1:
        raise ValueError(f"{x - 1} is not {x + 1}")
    return y
'''
    changed = [text for _, text in mutants._changed(source)]
    assert changed
    for kept in ('"""Return 1 + 1."""', "int | None", "-> list[1]", 'f"{x - 1} is not {x + 1}"'):
        assert all(kept in text or "raise" not in text for text in changed), kept
    assert any("= 2) -> " in text for text in changed), "default values count"


@pytest.mark.parametrize("topic", TOPICS)
def test_mutants_differ_from_the_reference_and_from_each_other(topic):
    references, found = mutants.references(topic), mutants.mutants(topic)
    sources = [(m.function, ast.dump(ast.parse(m.source))) for m in found]
    assert len(set(sources)) == len(sources)
    assert not {(name, ast.dump(ast.parse(text))) for name, text in references.items()} & set(sources)
    assert {m.function for m in found} == set(references), "a function without a mutant"


def test_the_star_between_arguments_is_no_product():
    assert not [m for m in mutants.mutants("memory") if m.removed == "*,"]


def mutant(source: str) -> mutants.Mutant:
    return mutants.Mutant("lookup", "lookup", "by hand", "", "", source)


def test_the_reference_survives_and_code_that_is_wrong_never_ends_or_ends_the_run_does_not(monkeypatch):
    before = mutants.signal.signal(mutants.signal.SIGALRM, mutants._stop)
    try:
        assert mutants.killers(mutant(mutants.references("lookup")["lookup"])) == []
        assert mutants.killers(mutant("def lookup(E, ids):\n    return E[ids] + 1\n"))[0] == "values"
        monkeypatch.setattr(mutants, "SECONDS", 0.5)
        assert mutants.killers(mutant("while True:\n    pass\n"), range(1)) == ["time"]
        assert mutants.killers(mutant("raise RuntimeError\n"), range(1)) == ["RuntimeError"]
    finally:
        mutants.signal.signal(mutants.signal.SIGALRM, before)


def test_what_a_check_rejects_with_some_draws_alone_is_not_killed():
    sometimes = mutants.references("lookup")["lookup"].replace(
        "return np.take(E, ids, axis=0)", "return np.take(E, ids, axis=0) + (len(E) == 15)"
    )
    killed = mutants.killers(mutant(sometimes), range(20))
    assert len(killed) < 20


def test_a_sample_of_the_mutants_is_killed_or_proved_equivalent(long_form):
    every = [m for topic in TOPICS for m in mutants.mutants(topic)][:: 1 if long_form else EVERY]
    proofs = {(topic, *name) for topic in TOPICS for name in mutants.equivalents(topic)}
    left = [mutants._told(m) for m in mutants.survivors(every) if (m.topic, *m.name) not in proofs]
    assert left == []


@pytest.mark.parametrize("topic", TOPICS)
def test_each_proof_is_of_a_mutant(topic):
    assert mutants.equivalents(topic).keys() - {m.name for m in mutants.mutants(topic)} == set()


def test_a_reference_that_its_own_checks_reject_is_named(monkeypatch):
    assert mutants.rejected_references("lookup", "cross_entropy_from_logits") == []
    monkeypatch.setattr(
        mutants,
        "references",
        lambda topic: {"cross_entropy_from_logits": "def cross_entropy_from_logits(): pass"},
    )
    (said,) = mutants.rejected_references("lookup", "cross_entropy_from_logits")
    assert said.startswith("lookup/cross_entropy_from_logits: the reference itself is rejected by ")


def test_a_proof_that_stands_twice_is_refused():
    answers = Answers()
    answers.equivalent("a", "b", because="it is so")
    with pytest.raises(ValueError, match="'a' -> 'b' stands there twice"):
        answers.equivalent("a", "b", because="it is so")


def test_the_recorded_counts_are_of_these_mutants():
    """After a change: `python -m autograder mutants --write benchmarks/mutants.json`."""
    found = json.loads(RECORDED.read_text("utf-8"))
    assert found["seeds"] == mutants.SEEDS
    assert found["operators"] == len(mutants.OPERATORS) + len(mutants.OWN)
    assert {topic: row["mutants"] for topic, row in found["topics"].items()} == {
        topic: len(mutants.mutants(topic)) for topic in TOPICS
    }
    for topic, row in found["topics"].items():
        assert row["killed"] + row["equivalent"] == row["mutants"], f"{topic}: some are left"
        assert row["equivalent"] <= 0.1 * row["mutants"], f"{topic}: above a tenth are equivalent"


def test_the_command_refuses_what_it_cannot_do(capsys):
    assert cli.main(["mutants", "look"]) == 2
    assert "no topic 'look'" in capsys.readouterr().err
    assert cli.main(["mutants", "lookup", "--write", "x.json"]) == 2
    assert "--write: expected all topics" in capsys.readouterr().err


def test_the_command_names_what_is_left(capsys, monkeypatch):
    monkeypatch.setattr(mutants, "survivors", lambda chosen, jobs: chosen[:1])
    monkeypatch.setattr(mutants, "equivalents", lambda topic: {})
    assert cli.main(["mutants", "lookup/encode"]) == 1
    told = capsys.readouterr().out
    assert "1 left" in told and "\n    - " in told and "\n    + " in told
