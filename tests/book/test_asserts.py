"""`make asserts` lists the conditions that no wrong value turns over, and no others."""

import ast
import sys
from dataclasses import asdict

import numpy as np
import pytest
import torch
from bookpages import ROOT, cell, page

sys.path.append(str(ROOT / "book"))

import asserts
from mutation.page import Finding, PageRewriter, cells_of, examine
from mutation.replacements import REPLACEMENTS, UNCHANGEABLE

SETUP = """\
import numpy as np
import torch
import workbench as wb
rng = np.random.default_rng(0)
E = rng.standard_normal((5, 3))
ids = np.array([0, 3, 3, 1])
O = np.eye(5)[ids]
eps = np.finfo(float).eps
"""


def problems(*sources):
    """{text of a claim: its problem} for a page with these cells."""
    text = "".join(cell(source) for source in (SETUP, *sources))
    return {finding.text: finding.problem for finding in examine(page(text).text, "chapters/small")}


def only(*sources):
    (problem,) = problems(*sources).values()
    return problem


# ------------------------------------------------------------------ what is listed


@pytest.mark.parametrize(
    "source",
    [
        "loss = float(np.square(E).mean())\nassert loss < 1e9",
        "limit = 1e9\nloss = float(np.square(E).mean())\nassert loss < limit",
        "V = 3\nassert V < np.sqrt(1e6)",
        "spread = E.std()\nassert abs(E.mean() - 0.1) < 100 * spread",
        "def error():\n    return 1e-17\nbound = 4 * eps * np.abs(E).max()\nassert error() <= bound",
        "assert np.isfinite(E).all()",
        "assert len(ids) < 100",
        "grad = O / 2 - O / 2\nassert np.abs(grad).max() < 1e-12",
        "assert E.ndim < 9",
        "assert all(x < 100 for x in E.ravel())",
        "def small(x):\n    return bool(np.abs(x).max() < 1e6)\nassert small(E)",
        "made = {'a': 1.0, 'b': 2.0}\ndef below(name):\n    return made[name] < 1e6\nassert below('a')",
    ],
)
def test_an_assert_that_stands_whatever_the_value_is_listed(source):
    assert only(source) == "survives"


def test_each_condition_that_and_joins_is_judged_alone():
    found = problems("worst = np.abs(O @ E - E[ids]).max()\nassert worst >= 0 and worst == 0")
    assert found == {"worst >= 0": "survives", "worst == 0": ""}


def test_column_sums_that_are_zero_for_any_rows_are_listed():
    source = """\
logits = O @ E @ E.T
p = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
dz = p - p.mean(axis=0)
assert np.allclose(dz.sum(axis=0), 0, atol=1e-12)
assert np.allclose(p.sum(axis=1), 1)
"""
    found = problems(source)
    assert found["np.allclose(dz.sum(axis=0), 0, atol=1e-12)"] == "survives"
    assert found["np.allclose(p.sum(axis=1), 1)"] == ""


@pytest.mark.parametrize(
    "source",
    [
        "assert np.allclose(E, E)",
        "assert E.sum() == E.sum()",
        "assert np.array_equal(E, E.copy())",
        "assert not E[0, 0] != E[0, 0]",
    ],
)
def test_an_identity_is_named_as_such(source):
    assert only(source) == "identity"


@pytest.mark.parametrize(
    "source",
    ["assert True", "assert 1 + 1 == 2", "assert sorted('ba') == ['a', 'b']", "works = True\nassert works"],
)
def test_a_literal_is_named_as_such(source):
    assert only(source) == "literal"


def test_a_bound_more_than_a_thousand_times_too_wide_is_named_as_such():
    assert only("slow, fast = np.array([7.0e6, 1.0])\nassert slow > 2 * fast") == "wide"
    assert only("slow, fast = np.array([700.0, 1.0])\nassert slow > 2 * fast") == ""


def test_an_assert_that_no_cell_reaches_is_listed():
    assert only("def unused(x):\n    assert x == 3") == "not executed"


# ------------------------------------------------------------------ what is not


@pytest.mark.parametrize(
    "source",
    [
        "assert np.array_equal(O @ E, E[ids])",
        "assert np.abs(O @ E - E[ids]).max() <= 4 * eps",
        "worst = np.abs(O @ E - E[ids]).max()\nassert worst < 1e-9",
        "error = np.abs(O @ E - E[ids])\nbound = 4 * eps * np.abs(E).max()\nassert (error <= bound).all()",
        "close = lambda a, b, n=1: np.allclose(a, b, rtol=0, atol=n * eps)\nassert close(O @ E, E[ids], 4)",
        "worst = 0.0\nworst = max(worst, np.abs(O @ E - E[ids]).max())\nassert worst == 0",
        "assert len(set(ids.tolist())) == 3",
        "height = float(E.max() + 5)\nassert height > -1",
        "short, long = sorted(np.linalg.norm(E, axis=1)[[0, 1]])\nassert short < long",
        "assert not np.allclose(E[0], E[1])",
        "assert E[0, 0] != E[0, 1]",
        "assert O[0, 1] != -1.0",
        "size = 24\nassert size // 2 != 11",
        "grad = np.array([0.0, 2.0])\nassert (grad[0] == 0).all()",
        "assert E.shape == (5, 3)",
        "assert E.dtype == np.float64",
        "assert E is not O",
        "rows = torch.tensor(E, requires_grad=True)\nassert rows.grad is None",
        "rows = torch.tensor(E, requires_grad=True)\nassert rows.requires_grad",
        "refused = False\ntry:\n    E[9]\nexcept IndexError:\n    refused = True\nassert refused",
        "made = {'a': 1.0, 'b': 2.0}\ndef below(a, b):\n    return made[a] < made[b]\nassert below('a', 'b')",
        "assert all(np.array_equal(O[i] @ E, E[ids[i]]) for i in range(4))",
        "words = ['b', 'a']\nassert sorted(words) == ['a', 'b']",
    ],
)
def test_an_assert_that_a_wrong_value_breaks_is_not_listed(source):
    assert only(source) == ""


def test_each_claim_of_an_assert_is_judged_on_its_own():
    found = problems("loss = np.square(E).mean()\nassert len(ids) == 4 and loss < 1e9")
    assert found == {"len(ids) == 4": "", "loss < 1000000000.0": "survives"}
    found = problems("a, b = np.array([0.99, 0.4])\nassert a > 0.9 > b")
    assert found == {"a > 0.9": "", "0.9 > b": "survives"}


def test_a_bound_from_above_stands_where_the_chain_bounds_the_same_value_from_below():
    found = problems("share = np.square(E).mean()\nassert 0.3 < share < 3")
    assert found == {"0.3 < share": "", "share < 3": ""}
    assert set(problems("share = np.square(E).mean()\nassert 0 < share < 3").values()) == {""}
    found = problems("share = np.square(E).mean()\nassert 0.3 < share < 3e6")
    assert found == {"0.3 < share": "", "share < 3000000.0": "survives"}


def test_a_definition_is_followed_only_while_it_gives_the_name_s_value():
    source = "a, b = E + 1, 1 + E\nworst = np.abs(a - b).max()\n"
    assert only(source + "assert worst < 1e-9") == ""
    assert only(source + "a = 2 * a\nassert worst < 1e-9") == "survives"


def test_a_condition_in_a_loop_or_a_function_counts_where_one_execution_turns_over():
    assert only("for x in np.array([1.0, 2.0]):\n    assert x < 2.05") == ""
    assert only("for x in np.array([1.0, 2.0]):\n    assert x < 3") == "survives"
    assert only("def test(x):\n    assert (x @ E).shape == (len(x), 3)\ntest(O)\ntest(O[:2])") == ""


# ------------------------------------------------------------------ quizzes


def quiz(*options):
    lines = "".join(f"    wb.option({text!r}, {condition}, 'Why.'),\n" for text, condition in options)
    return f"share = float(np.square(E).mean())\nwb.quiz('small-q1', 'Which?', [\n{lines}])"


def test_an_option_decided_by_a_literal_or_by_what_cannot_turn_over_is_listed():
    found = problems(
        quiz(
            ("right", "0.3 < share < 3"),
            ("literal", "False"),
            ("impossible", "not np.isfinite(E).all()"),
            ("wrong", "share > 100"),
            ("other", "share == len(E)"),
            ("set", "set(ids.tolist()) == {len(E) - 1, 4}"),
        )
    )
    assert found == {
        "right: 0.3 < share < 3": "",
        "literal: False": "literal",
        "impossible: not np.isfinite(E).all()": "survives",
        "wrong: share > 100": "",
        "other: share == len(E)": "",
        "set: set(ids.tolist()) == {len(E) - 1, 4}": "",
    }


def test_a_quiz_s_number_is_computed():
    ask = "wb.quiz_number('small-q2', 'How many?', {}, right='Yes.', wrong='No.')"
    assert only(ask.format("E.size")) == ""
    assert only(ask.format("answer=5 * 3")) == ""
    assert only(ask.format("15")) == "literal"


# ------------------------------------------------------------------ the page is left as it is


def test_the_page_computes_what_it_computes_without_the_replacements(capsys):
    source = """\
calls = []
def measured(x):
    calls.append(x)
    return rng.normal() + 10
table = E.copy()
parameter = torch.nn.Parameter(torch.ones(3))
assert measured(1) > rng.random()
assert 2 < abs(measured(2)) < 1e9 and np.array_equal(table, E)
assert torch.equal(parameter, torch.ones(3)) and torch.rand(1).item() < 1
assert len(calls) == 2 and np.array_equal(table, E) and (parameter == 1).all()
draw = lambda sigma: bool(torch.rand(1).item() + rng.normal(0, abs(sigma)) < 40)
assert draw(np.square(E).mean())
print(rng.random(), torch.rand(1).item())
"""
    torch.manual_seed(0)
    problems(source)
    examined = capsys.readouterr().out
    torch.manual_seed(0)
    exec(SETUP + source, {})
    assert examined == capsys.readouterr().out


def test_replacements_leave_the_value_as_it_is():
    table, tensor = np.arange(6.0).reshape(3, 2), torch.ones(3, requires_grad=True)
    values = [table, tensor, {"a": [1, 2], "b": [3, 4]}, [1, "x"], {1, 2}]
    for value in values:
        before = repr(value)
        for change in REPLACEMENTS.values():
            assert change(value) is not value
        assert repr(value) == before
    factor = REPLACEMENTS["times 1.05"]
    assert factor(3) == 4 and factor(-3) == -4 and factor(0) == 0 and factor(2.0) == 2.1
    assert np.array_equal(factor(np.array([3, 100])), [4, 105])
    assert REPLACEMENTS["rows shifted"]({"a": 1, "b": 2}) == {"a": 2, "b": 1}
    assert REPLACEMENTS["zeros"](np.float32) is UNCHANGEABLE


def test_an_assert_that_fails_on_the_page_is_an_error_that_names_the_cell():
    with pytest.raises(RuntimeError, match=r"chapters/small: code cell 2 \(line 23\): AssertionError"):
        problems("assert E.sum() == 0")


def test_lines_are_those_of_the_page():
    text = page("# Small\n\n" + cell(SETUP) + "\nSome text.\n\n" + cell("a = 1\nassert E.max() < 1e9")).text
    (found,) = examine(text, "chapters/small")
    assert text.split("\n")[found.line - 1] == "assert E.max() < 1e9"


# ------------------------------------------------------------------ reasons


FOUND = [
    asdict(Finding("chapters/small", 3, "assert", "loss < 9", "survives", "tried on loss", 4, 0)),
    asdict(Finding("chapters/small", 4, "assert", "a == b", "", "a: negated", 1, 1)),
]


def reason(text, page="chapters/small"):
    return {"page": page, "text": text, "reason": "The bound is the claim."}


def run(monkeypatch, tmp_path, reasons):
    import yaml

    path = tmp_path / "asserts.yml"
    path.write_text(yaml.safe_dump(reasons), "utf-8")
    monkeypatch.setattr(asserts, "REASONS", path)
    monkeypatch.setattr(asserts, "pages", lambda: ["chapters/small", "chapters/other"])
    monkeypatch.setattr(asserts, "examine_all", lambda names, jobs, say: (FOUND, []))
    return asserts.main(["small"])


def test_a_survivor_needs_a_reason_and_a_reason_a_survivor(monkeypatch, tmp_path, capsys):
    assert run(monkeypatch, tmp_path, []) == 1
    assert "book/chapters/small.md:3: assert: loss < 9" in capsys.readouterr().out
    assert run(monkeypatch, tmp_path, [reason("loss < 9")]) == 0
    assert run(monkeypatch, tmp_path, [reason("loss < 9"), reason("a == b")]) == 1
    assert "'a == b': a reason for nothing" in capsys.readouterr().out
    assert run(monkeypatch, tmp_path, [reason("loss < 9"), reason("x", "chapters/other")]) == 0


def test_a_reason_says_page_text_and_reason(monkeypatch, tmp_path):
    with pytest.raises(SystemExit, match="expected page, text and reason"):
        run(monkeypatch, tmp_path, [{"page": "chapters/small", "text": "loss < 9"}])


def claims(name):
    """The claims of a page, without executing it."""
    rewriter = PageRewriter()
    for offset, source, _ in cells_of((ROOT / "book" / f"{name}.md").read_text("utf-8")):
        rewriter.cell(ast.parse(source), offset)
    return {claim.text for site in rewriter.sites for claim in site.claims}


def test_every_reason_names_a_condition_of_its_page():
    reasons = asserts.load_reasons(asserts.REASONS)
    known = {name: claims(name) for name in {entry["page"] for entry in reasons}}
    for entry in reasons:
        ends = [text for text in known[entry["page"]] if f": {entry['text']}".endswith(f": {text}")]
        assert ends, f"book/asserts.yml: {entry['page']} has no condition {entry['text']!r}"
