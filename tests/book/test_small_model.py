"""The small model that runs in the page: its numbers against PyTorch's, and its piece in Chromium."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import sys

import bookpages
import coversite
import numpy as np
import pytest
import torch
from bookpages import ROOT
from browser import SCREENS, opened
from course import model as course_model
from sample import few
from sphinx.errors import ExtensionError

sys.path.append(str(ROOT / "book"))  # experiments import workbench
spec = importlib.util.spec_from_file_location(
    "capstone", ROOT / "book" / "experiments" / "language_model_capstone.py"
)
capstone = importlib.util.module_from_spec(spec)
spec.loader.exec_module(capstone)

RESULT = json.loads(capstone.WEIGHTS.with_suffix(".json").read_text("utf-8"))
WORDS = RESULT["words"].split()
BEGINNINGS = (
    "the",
    "the value of the",
    "if the object is a class , the method",
    "nothing here is known : a zebra ( or two ) and a very long beginning of more than sixteen tokens .",
)


def ids_of(text: str) -> list[int]:
    place = {word: k for k, word in enumerate(WORDS)}
    return [place.get(word, 0) for word in text.split()]


@pytest.fixture(scope="module", autouse=True)
def small_site(tmp_path_factory):
    coversite.prepare(tmp_path_factory)


def loaded(page):
    """The piece of a page, with its model."""
    piece = page.locator("small-model")
    piece.get_by_role("button", name="Load the model").click()
    piece.get_by_label("A beginning").wait_for()
    return piece


@pytest.fixture
def page(chromium):
    with opened(chromium, coversite.page("five-minutes"), coversite.site().as_uri()) as shown:
        yield shown


@pytest.fixture
def piece(page):
    return loaded(page)


def begin(piece, text: str) -> None:
    piece.get_by_label("A beginning").fill(text)
    piece.get_by_role("button", name="Use it").click()


def heat(piece, value: float) -> None:
    piece.get_by_label("Temperature").evaluate(
        "(node, value) => { node.value = value; node.dispatchEvent(new Event('input')); }", str(value)
    )


def text_of(piece) -> list[str]:
    return piece.locator(".small-model-text").inner_text().split()


def shares(texts: list[str]) -> list[float]:
    """Percentages as shown; what is below one half of a percent has no number."""
    return [0.0 if "<" in text else int(text.rstrip("%")) / 100 for text in texts]


# ------------------------------------------------------------------ its numbers


@torch.no_grad()
def by_pytorch(ids: list[int], dtype: torch.dtype) -> tuple[np.ndarray, list]:
    """Scores of the stored model and its attention, [block][head], written out from its matrices."""
    model = capstone.stored(RESULT).to(dtype)
    ids = torch.tensor(ids[-RESULT["reach"] :])
    x, attention = model.E(ids) + model.P.weight[: len(ids)], []
    future = torch.ones(len(ids), len(ids), dtype=bool).triu(1)
    for block in model.blocks:
        parts = block.maps(block.norm1(x)).chunk(3, dim=-1)
        q, k, val = (part.unflatten(-1, (block.heads, -1)).transpose(0, 1) for part in parts)
        A = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(future, -torch.inf).softmax(dim=-1)
        attention.append(A.double().numpy())
        x = x + block.out((A @ val).transpose(0, 1).flatten(1))
        x = x + block.down(torch.relu(block.up(block.norm2(x))))
    scores = model(ids[None])[0, -1].double().numpy()
    written_out = (model.norm(x[-1]) @ model.E.weight.T).double().numpy()
    assert np.allclose(scores, written_out, rtol=0, atol=1e-4)  # the same path as the class takes
    return scores, attention


@pytest.mark.parametrize("text", BEGINNINGS)
def test_scores_and_attention_are_those_of_pytorch(page, piece, text):
    ids = ids_of(text)
    found = page.evaluate(
        """ids => {
          const { scores, attention } = window.CourseModel.load(window.COURSE_MODEL).read(ids);
          return [[...scores], attention.map((heads) => heads.map((all) => all.map((row) => [...row])))];
        }""",
        ids,
    )
    scores, T = np.array(found[0]), min(len(ids), RESULT["reach"])
    attention = np.zeros((len(found[1]), RESULT["heads"], T, T))
    for b, heads in enumerate(found[1]):
        for head, lines in enumerate(heads):
            for t, line in enumerate(lines):
                attention[b, head, t, : t + 1] = line  # the mask: nothing is told of later positions
    exact, exact_attention = by_pytorch(ids, torch.float64)
    # Both in double precision, from the same numbers: sums of some hundred terms in another order.
    assert np.allclose(scores, exact, rtol=0, atol=1e-10)
    assert np.allclose(attention, exact_attention, rtol=0, atol=1e-10)
    # As PyTorch computes in training: the longest sums round once a term, relative to the largest score.
    terms = max(columns for _, _, columns in RESULT["weights"]["layout"])
    rounding = np.finfo(np.float32).eps * terms
    short, short_attention = by_pytorch(ids, torch.float32)
    assert np.allclose(scores, short, rtol=0, atol=rounding * np.abs(exact).max())
    assert np.allclose(attention, short_attention, rtol=0, atol=rounding)


def test_the_script_is_small_and_is_loaded_only_when_asked_for(page):
    data = coversite.site() / "_static" / "page" / "model-data.js"
    assert data.stat().st_size <= 350_000
    assert f"a file of {round(data.stat().st_size / 1000)} kB" in page.locator("small-model").inner_text()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.locator("small-model[data-ready]").wait_for()
    assert not any("model-data.js" in url for url in asked)
    piece = loaded(page)
    assert sum("model-data.js?v=" in url for url in asked) == 1
    assert piece.locator("tbody tr").count() == 3


def test_other_pages_load_none_of_this():
    for name, expected in (("index", False), ("five-minutes", True), ("chapters/lookup", False)):
        text = bookpages.page_path(coversite.site(), name).read_text("utf-8")
        for script in ("page/model.js", "page/model-view.js", "page/model-view.css"):
            assert (script in text) is expected, f"{name}: {script}"


def test_weights_that_are_not_those_of_the_result_stop_the_build(tmp_path):
    folder = tmp_path / "book" / "data" / "experiments"
    folder.mkdir(parents=True)
    result = capstone.WEIGHTS.with_suffix(".json")
    with pytest.raises(ExtensionError, match="make experiments"):
        course_model.script(tmp_path)
    shutil.copy(result, folder)
    weights = bytearray(capstone.WEIGHTS.read_bytes())
    (folder / capstone.WEIGHTS.name).write_bytes(weights)
    assert "window.COURSE_MODEL = {" in course_model.script(tmp_path)
    weights[1000] ^= 1
    (folder / capstone.WEIGHTS.name).write_bytes(weights)
    with pytest.raises(ExtensionError, match="sha256"):
        course_model.script(tmp_path)


def test_a_file_that_is_missing_is_told(chromium, tmp_path):
    copy = tmp_path / "html"
    shutil.copytree(coversite.site(), copy)
    (copy / "_static" / "page" / "model-data.js").unlink()
    target = bookpages.page_path(copy, "five-minutes").as_uri()
    with opened(chromium, target, copy.as_uri()) as page:
        page.watching = False  # the browser tells of the missing file too
        piece = page.locator("small-model")
        button = piece.get_by_role("button", name="Load the model")
        button.click()
        status = piece.get_by_role("status")
        status.get_by_text("could not be loaded").wait_for()
        assert "the file model-data.js in the site's folder _static/page" in status.inner_text()
        assert button.is_enabled()


# ------------------------------------------------------------------ its piece


def test_the_next_words_and_what_is_read_are_those_of_the_model(piece):
    text = "if the object is a"
    begin(piece, text)
    for temperature in (0.8, 0.3, 2.0):
        heat(piece, temperature)
        scores, attention = by_pytorch(ids_of(text), torch.float64)
        scores[0] = -np.inf  # the unknown word is not written
        p = np.exp((scores - scores.max()) / temperature)
        p /= p.sum()
        order = np.argsort(-p, kind="stable")[:8]
        assert piece.locator(".words-bars button").all_inner_texts() == [WORDS[k] for k in order]
        shown = shares(piece.locator(".words-number").all_inner_texts())
        assert shown == pytest.approx([*p[order], 1 - p[order].sum()], abs=0.0051)
    assert piece.locator("tbody th").all_inner_texts() == text.split()
    shown = shares(piece.locator("tbody td .visually-hidden").all_text_contents())
    last = np.array([A[:, -1] for A in attention]).reshape(-1, len(text.split())).T  # (T, blocks * heads)
    assert np.array(shown).reshape(last.shape) == pytest.approx(last, abs=0.0051)
    rows = piece.locator("tbody .words-strip").all()
    table = capstone.stored(RESULT).E.weight.detach().numpy()
    for word, row in zip(text.split(), rows):
        k = WORDS.index(word)
        assert row.get_attribute("aria-label").startswith(f"Row {k},")
        assert row.locator(".words-hot").count() == (table[k] > 0).sum()


def test_it_is_worked_by_keyboard(page, piece):
    assert piece.get_by_label("A beginning").evaluate("node => node === document.activeElement")
    page.keyboard.press("Control+A")
    page.keyboard.type("the list")
    page.keyboard.press("Enter")
    assert text_of(piece) == ["the", "list"]
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "small-model-heat":
            break
    before = piece.locator(".words-number").all_inner_texts()
    page.keyboard.press("Home")
    assert piece.locator("output").inner_text() == "0.1"
    assert piece.locator(".words-number").all_inner_texts() != before
    while page.evaluate("document.activeElement.textContent") != "Write a word":
        page.keyboard.press("Tab")
    most = piece.locator(".words-bars button").first.inner_text()
    page.keyboard.press("Enter")
    assert len(text_of(piece)) == 3
    while page.evaluate("document.activeElement.closest('.words-bars') === null"):
        page.keyboard.press("Tab")
    second = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")  # a word of the reader's own choice
    assert text_of(piece)[3:] == [second] and most in WORDS
    # The button at the same height keeps the focus, though the bars were drawn anew.
    assert page.evaluate("document.activeElement.closest('.words-bars') !== null")


def test_the_same_seed_writes_the_same_words_and_another_does_not(piece):
    heat(piece, 1.5)
    found = []
    for seed in ("1", "2", "1"):
        piece.get_by_label("Seed").fill(seed)
        piece.get_by_label("Seed").dispatch_event("change")
        for _ in range(12):
            piece.get_by_role("button", name="Write a word").click()
        found.append(text_of(piece))
    assert found[0] == found[2] != found[1]
    assert len(found[0]) == 15 and "12 words written." in piece.locator(".small-model-told").inner_text()
    piece.get_by_role("button", name="Begin again").click()
    assert text_of(piece) == ["the", "value", "of"]


def test_a_low_temperature_writes_the_most_probable_word(piece):
    heat(piece, 0.1)
    for _ in range(5):
        shown = shares(piece.locator(".words-number").all_inner_texts())
        first = piece.locator(".words-bars button").first.inner_text()
        piece.get_by_role("button", name="Write a word").click()
        assert shown[0] < 0.99 or text_of(piece)[-1] == first


def test_an_unknown_word_is_told_with_the_nearest_spelling(piece):
    begin(piece, "the Functoin of a zebra")
    note = piece.locator(".small-model-note")
    status = note.inner_text()
    assert note.get_attribute("role") == "status"
    assert f"“functoin” is not among the model's {len(WORDS)} words" in status and "“zebra”" in status
    assert piece.locator(".small-model-text .small-model-unknown").all_inner_texts() == ["functoin", "zebra"]
    row = piece.locator("tbody .words-strip").nth(1)
    assert row.get_attribute("aria-label").startswith("Row 0,")
    note.get_by_role("button", name="function", exact=True).click()
    assert text_of(piece) == ["the", "function", "of", "a", "zebra"]
    assert "functoin" not in note.inner_text() and "zebra" in note.inner_text()


@pytest.mark.long
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_it_writes_on_and_stops(chromium, motion):
    target = coversite.page("five-minutes")
    with opened(chromium, target, coversite.site().as_uri(), reduced_motion=motion) as page:
        piece = loaded(page)
        piece.get_by_role("button", name="Write on").click()
        page.wait_for_function("document.querySelector('.small-model-text').innerText.split(' ').length > 5")
        assert piece.locator(".small-model-text").get_attribute("aria-busy") == "true"
        piece.get_by_role("button", name="Stop").click()
        assert piece.locator(".small-model-text").get_attribute("aria-busy") is None
        stopped = text_of(piece)
        page.wait_for_timeout(900)
        assert text_of(piece) == stopped
        # At the end of what it writes at once it stops by itself, and a text has an end too.
        page.evaluate("() => { const all = setTimeout; window.setTimeout = (what) => all(what, 0); }")
        for _ in range(6):
            piece.get_by_role("button", name="Write on").click()
            piece.get_by_role("button", name="Write on").wait_for()
        assert len(text_of(piece)) == 3 + 240 and "<unk>" not in text_of(piece)
        told = piece.locator(".small-model-told").inner_text()
        assert "It stops here" in told and re.search(r"Of the last 24, \d+ are different\.", told)
        assert re.search(r"takes (less than )?\d+\.\d ms here", told)
        assert piece.locator("tbody tr").count() == RESULT["reach"]


@pytest.mark.parametrize("width, theme", few(SCREENS, 4))
def test_axe_finds_nothing(chromium, theme, width):
    settings = {"viewport": {"width": width, "height": 900}, "color_scheme": theme}
    with opened(chromium, coversite.page("five-minutes"), coversite.site().as_uri(), **settings) as page:
        piece = loaded(page)
        begin(piece, "the functoin of a zebra and all of its incomprehensibilities")
        for _ in range(12):
            piece.get_by_role("button", name="Write a word").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert piece.evaluate("node => node.scrollWidth <= node.clientWidth")
        found = coversite.violations(page)
        assert not found, "\n".join(found)


def test_without_scripts_the_words_say_what_would_be_seen(chromium):
    target = coversite.page("five-minutes")
    with opened(chromium, target, coversite.site().as_uri(), java_script_enabled=False) as page:
        assert "With scripts" in page.locator("small-model").inner_text()
        assert page.locator("small-model :is(input, button)").count() == 0
