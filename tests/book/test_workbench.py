"""The helper of the chapters: what it refuses, what it shows, and that it can travel in a notebook."""

from __future__ import annotations

import ast
import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from bookpages import ROOT, matched  # first: it puts book/_ext on the path
from course import execute
from hypothesis import given, settings, strategies as st

BOOK = ROOT / "book"


@pytest.fixture
def wb(monkeypatch):
    """A new copy of the module for each test, as each page has a new kernel."""
    monkeypatch.delenv("BOOK_BUILD", raising=False)
    return load()


def load():
    return execute.load(BOOK / "workbench.py")


def bundle(shown) -> dict:
    return shown._repr_mimebundle_()


def element_json(shown) -> dict:
    """What a browser's JSON.parse would get: the text of the first JSON script, up to its end tag."""
    found = matched(
        r'<script type="application/json">(.*?)</script>', bundle(shown)["text/html"], re.S | re.I
    )
    return json.loads(found[1])


def two_options(wb):
    return [wb.option("a row", True, "It is read."), wb.option("a column", False, "Of length V.")]


def number_quiz(wb, **changes):
    given = {"answer": 5, "unit": "bytes", "right": "Five.", "wrong": "See above."} | changes
    return wb.quiz_number("q-n", "How many?", **given)


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("value", "spec", "shown"),
    [
        (1_050_673_152, None, "1,050,673,152"),
        (np.int64(128_256), None, "128,256"),
        (15.625, ".1f", "15.6"),
        (15.625, None, "15.62"),
        (np.float32(0.5), None, "0.5"),
        (np.array(7), None, "7"),
        (123_456.7, None, "123,457"),
        (2.0**-23, None, "1.192 × 10⁻⁷"),
        (-0.36, None, "−0.36"),
        (0.1234, ".1%", "12.3%"),
        ("1 kB", None, "1 kB"),
    ],
)
def test_numbers_are_formatted_for_reading(wb, value, spec, shown):
    wb.number("topic-name", value, spec)
    assert wb.numbers == {"topic-name": shown}


@pytest.mark.parametrize(
    ("name", "value", "spec", "error"),
    [
        ("topic-x", float("nan"), None, ValueError),
        ("topic-x", np.inf, None, ValueError),
        ("topic-x", True, None, TypeError),
        ("topic-x", [1, 2], None, TypeError),
        ("topic-x", np.arange(3), None, TypeError),
        ("topic-x", "text", ".1f", TypeError),
        ("topic-x", " ", None, ValueError),
        ("Topic x", 1, None, ValueError),
        ("topic:x", 1, None, ValueError),
    ],
)
def test_a_number_that_cannot_be_shown_is_refused_by_name(wb, name, value, spec, error):
    with pytest.raises(error, match=re.escape(repr(name))):
        wb.number(name, value, spec)


def test_a_notebook_may_run_a_cell_with_a_number_again(wb, capsys):
    wb.number("topic-x", 1)
    wb.number("topic-x", 2)
    assert wb.numbers == {"topic-x": "2"}
    assert capsys.readouterr() == ("", "")


def test_the_book_glues_the_text_and_refuses_a_second_one(wb, monkeypatch):
    glued = []
    monkeypatch.setenv("BOOK_BUILD", "1")
    monkeypatch.setattr("myst_nb.glue", lambda name, value, display: glued.append((name, value, display)))
    wb.number("topic-x", 128_256)
    assert glued == [("topic-x", "128,256", False)]
    # myst-nb evaluates the text as a literal: quoted it survives, bare it would be a tuple.
    assert ast.literal_eval(repr(glued[0][1])) == "128,256"
    with pytest.raises(ValueError, match="topic-x.*twice"):
        wb.number("topic-x", 5)


def test_outside_the_book_myst_nb_is_not_needed():
    code = "import sys; sys.modules['myst_nb'] = None; import workbench as wb; wb.number('a', 1); wb.style()"
    run(code, cwd=BOOK)


# ---------------------------------------------------------------- quizzes


def test_a_quiz_carries_what_python_computed(wb):
    options = [wb.option("two", np.bool_(1 + 1 == 2), "It is."), wb.option("three", False, "It is not.")]
    data = element_json(wb.quiz("t-q1", "One and one?", options))
    assert data["kind"] == "one"
    assert data["options"] == [
        {"text": "two", "right": True, "why": "It is."},
        {"text": "three", "right": False, "why": "It is not."},
    ]


def test_several_right_options_make_a_multiple_choice(wb):
    options = [wb.option(name, name != "c", "Why.") for name in "abc"]
    assert element_json(wb.quiz("t-q1", "Which?", options))["kind"] == "many"


@pytest.mark.parametrize(
    ("make", "error", "match"),
    [
        (
            lambda wb: wb.quiz("q", "Q", [wb.option(n, False, "w") for n in "ab"]),
            ValueError,
            "'q'.*no option is right",
        ),
        (
            lambda wb: wb.quiz("q", "Q", [wb.option("a", True, "w")] * 2),
            ValueError,
            "'q'.*'a' is there twice",
        ),
        (lambda wb: wb.quiz("q", "Q", two_options(wb)[:1]), ValueError, "found 1 option"),
        (lambda wb: wb.quiz("q", "Q", ["a", "b"]), TypeError, "found str"),
        (lambda wb: wb.quiz("q", " ", two_options(wb)), ValueError, "'q': question"),
        (lambda wb: wb.quiz("Q 1", "Q", two_options(wb)), ValueError, "'Q 1'.*lower-case"),
        (lambda wb: wb.option("a", True, ""), ValueError, "'a': why"),
        (lambda wb: wb.option("", True, "w"), ValueError, "option: text"),
        (lambda wb: wb.option("a", 1, "w"), TypeError, "'a': right is 1"),
        (lambda wb: wb.option("a", np.array([True]), "w"), TypeError, "'a': right is array"),
        (lambda wb: number_quiz(wb, answer="5"), TypeError, "answer is '5'"),
        (lambda wb: number_quiz(wb, answer=np.nan), ValueError, "answer: found nan"),
        (lambda wb: number_quiz(wb, answer=[1, 2]), TypeError, "answer"),
        (lambda wb: number_quiz(wb, answer=2**60), ValueError, "larger unit"),
        (lambda wb: number_quiz(wb, tolerance=-1), ValueError, "tolerance is -1"),
        (lambda wb: number_quiz(wb, right=""), ValueError, "right"),
        (lambda wb: number_quiz(wb, wrong=""), ValueError, "wrong"),
        (lambda wb: number_quiz(wb, unit=3), TypeError, "unit is 3"),
    ],
)
def test_a_faulty_quiz_is_refused_with_the_argument_named(wb, make, error, match):
    with pytest.raises(error, match=match):
        make(wb)


def test_an_id_belongs_to_one_question_and_a_cell_may_run_again(wb):
    wb.quiz("t-q1", "Which?", two_options(wb))
    wb.quiz("t-q1", "Which?", two_options(wb))
    with pytest.raises(ValueError, match="'t-q1'.*another question"):
        wb.quiz("t-q1", "Which one?", two_options(wb))


def test_a_numeric_quiz_keeps_the_value_and_shows_it_readable(wb):
    data = element_json(number_quiz(wb, answer=np.int64(32_000), tolerance=np.float64(0.5)))
    assert (data["answer"], data["tolerance"], data["shown"]) == (32_000, 0.5, "32,000 bytes")


def test_the_text_form_of_a_quiz_holds_everything(wb):
    quiz = wb.quiz("t-q1", "Which?", two_options(wb))
    for words in ("Which?", "a row", "a column", "right. It is read.", "wrong. Of length V."):
        assert words in bundle(quiz)["text/plain"]
    assert repr(quiz) == bundle(quiz)["text/plain"]


def test_without_scripts_the_html_still_holds_question_options_and_explanations(wb, monkeypatch):
    monkeypatch.setenv("BOOK_BUILD", "1")
    html = bundle(wb.quiz("t-q1", "Is `E[3]` < 5?", two_options(wb)))["text/html"]
    visible = re.sub(r"<script.*?</script>", "", html, flags=re.S)
    assert "Is <code>E[3]</code> &lt; 5?" in visible
    assert "<li>a row</li>" in visible
    assert "<details>" in visible and "a column: wrong. Of length V." in visible


# ---------------------------------------------------------------- pieces


def test_a_piece_carries_arrays_and_tensors_as_the_same_numbers(wb):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: tensors as data are NOT tested")
    table = np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32)
    data = element_json(
        wb.piece(
            "token-view",
            {"table": table, "ids": torch.tensor([1, 2]), "one": np.int64(3), "pair": (1, 2.5)},
            "Table",
        )
    )
    assert np.array_equal(np.array(data["table"], dtype=np.float32), table)
    assert data["ids"] == [1, 2] and data["one"] == 3 and data["pair"] == [1, 2.5]
    assert data["label"] == "Table"


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@settings(max_examples=50)
@given(data=st.dictionaries(st.text().filter(lambda key: key != "label"), plain))
def test_any_data_survives_the_html(data):
    wb = load_once()
    assert element_json(wb.piece("token-view", data, "name")) == {"label": "name", **data}


def load_once(kept=[]):  # noqa: B006 - kept on purpose: hypothesis calls the test many times
    if not kept:
        kept.append(load())
    return kept[0]


@pytest.mark.parametrize("text", ["</script>", "</SCRIPT >", "<!--<script>", "a & b", "a\u2028b", "'\"`"])
def test_no_text_can_end_the_script_that_carries_it(wb, monkeypatch, text):
    monkeypatch.setenv("BOOK_BUILD", "1")
    shown = wb.quiz(
        "t-q1", f"What is {text}?", [wb.option(text, True, text), wb.option("other", False, text)]
    )
    html = bundle(shown)["text/html"]
    assert html.lower().count("<script") == html.lower().count("</script") == 1
    assert "<!--" not in html
    assert element_json(shown)["options"][0]["text"] == text


@pytest.mark.parametrize(
    ("tag", "data", "label", "error", "match"),
    [
        ("tokenview", {}, "x", ValueError, "'tokenview'.*hyphen"),
        ("no-such-piece", {}, "x", ValueError, "no such piece; there are .*token-view"),
        ("token-view", [1], "x", TypeError, "data is list"),
        ("token-view", {}, "", ValueError, "label"),
        ("token-view", {"label": 1}, "x", ValueError, "key 'label'"),
        ("token-view", {"a": [1.0, np.nan]}, "x", ValueError, r"data\['a'\]\[1\]: found nan"),
        ("token-view", {"a": {1: 2}}, "x", TypeError, r"data\['a'\]: found the key 1"),
        ("token-view", {"a": object()}, "x", TypeError, r"data\['a'\]: found object"),
    ],
)
def test_a_faulty_piece_is_refused_with_the_place_named(wb, tag, data, label, error, match):
    with pytest.raises(error, match=match):
        wb.piece(tag, data, label)


def test_the_book_loads_scripts_once_and_a_notebook_output_brings_its_own(wb, monkeypatch):
    quiz = wb.quiz("t-q1", "Which?", two_options(wb))
    outside = bundle(quiz)["text/html"]
    assert "customElements.define" in outside and "<style>" in outside
    monkeypatch.setenv("BOOK_BUILD", "1")
    inside = bundle(quiz)["text/html"]
    assert "customElements" not in inside and "<style>" not in inside
    assert outside.endswith(inside)


def test_scripts_stay_small_and_hold_nothing_that_ends_them():
    """A reader loads them compressed; what a whole page loads is bounded in test_site.

    The learning table trains a model and shows it, which takes more than a picture.
    """
    for path in [BOOK / "_static" / "course.js", *(BOOK / "_static" / "pieces").glob("*.js")]:
        text = path.read_text(encoding="utf-8")
        size = len(gzip.compress(text.encode()))
        most = 10_000 if path.stem == "learning-table" else 5_500
        assert size < most, f"{path.name} has {size} bytes when compressed"
        assert "</script" not in text.lower(), path.name


# ---------------------------------------------------------------- figures and notebooks


def test_colours_differ_in_grey_between_neighbours(wb):
    def lightness(colour):
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        return 0.299 * red + 0.587 * green + 0.114 * blue

    grey = [lightness(colour) for colour in wb.colors]
    assert min(abs(a - b) for a, b in zip(grey, grey[1:])) > 0.1
    assert len(wb.colors) == len(set(wb.colors)) == len(wb.markers) == len(wb.linestyles)


def test_style_sets_readable_sizes_without_changing_the_backend():
    code = """
import matplotlib
before = matplotlib.get_backend(auto_select=False)
import workbench as wb
sizes = [matplotlib.rcParams[k] for k in ("font.size", "xtick.labelsize", "ytick.labelsize", "legend.fontsize")]
assert min(sizes) >= 9, sizes
assert [c["color"] for c in matplotlib.rcParams["axes.prop_cycle"]] == wb.colors
assert matplotlib.get_backend(auto_select=False) == before
"""  # noqa: E501
    run(code, cwd=BOOK)


STANDALONE = """
exec(open("cell.py", encoding="utf-8").read())
import os, sys
os.remove("cell.py")
import workbench as wb
assert os.listdir(".") == []
wb.number("topic-x", 128256)
assert wb.numbers == {"topic-x": "128,256"}
quiz = wb.quiz("t-q1", "Which?", [wb.option("a", True, "w"), wb.option("b", False, "w")])
html = quiz._repr_mimebundle_()["text/html"]
assert "customElements.define" in html and ".quiz" in html
view = wb.piece("token-view", {"vocab": ["a"], "tokens": [0], "table": [[1.0]]}, "view")
assert "token-view" in view._repr_mimebundle_()["text/html"]
try:
    wb.piece("no-such-piece", {}, "x")
except ValueError as error:
    import traceback
    assert "raise ValueError" in traceback.format_exc()
else:
    raise AssertionError("no error")
assert wb.standalone_source() == CELL
"""


def test_the_first_cell_of_a_notebook_is_all_that_workbench_needs(wb, tmp_path):
    cell = wb.standalone_source()
    (tmp_path / "cell.py").write_text(cell, encoding="utf-8")
    run(f"CELL = {cell!r}\n{STANDALONE}", cwd=tmp_path)
    assert str(BOOK.parent) not in cell


def test_the_first_cell_has_the_same_bytes_every_time(wb):
    assert wb.standalone_source() == load().standalone_source()


def run(code: str, cwd: Path) -> None:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "BOOK_BUILD")
    }
    # From standard input: the first cell is longer than a single argument may be.
    done = subprocess.run(
        [sys.executable, "-"], input=code, cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


# ------------------------------------------------------------------ tables


def test_a_table_is_html_on_a_page_and_aligned_text_elsewhere(wb):
    found = wb.table(["`d` is", "length", ""], [[16, np.float32(0.5), "a < b"], ["wide & long", 1234, ""]])
    bundle = found._repr_mimebundle_()
    assert repr(found) == bundle["text/plain"]
    lines = bundle["text/plain"].split("\n")
    assert lines[2] == "wide & long    1,234        " and len({len(line) for line in lines}) == 1
    html = bundle["text/html"]
    assert "<code>d</code> is" in html and "a &lt; b" in html and "wide &amp; long" in html
    assert html.count('scope="col"') == 3 and html.count('scope="row"') == 2 and html.count("<td") == 4


def test_a_table_with_a_row_too_short_is_refused_with_the_row_named(wb):
    with pytest.raises(ValueError, match="row 1 has 1 entries, expected 2"):
        wb.table(["a", "b"], [[1, 2], [3]])
