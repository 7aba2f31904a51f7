"""The piece of the word2vec chapter, in Chromium: what it shows against the values it was given."""

from __future__ import annotations

import re
from datetime import datetime

import numpy as np
import piecepage
import pytest
from bookpages import ROOT
from piecepage import Piece, decimals

WORDS = ["cat", "dog", "sat", "ran", "king"]
KINDS = ["noun", "noun", "verb", "verb", "person"]
PAIRS = [("cat", "dog"), ("sat", "ran"), ("cat", "ran")]
STEPS = [0, 20, 100, 500]


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def frame(i: int) -> dict:
    """One moment of a run that never was: rows that grow, with the values that go with them."""
    rng = np.random.default_rng(7)
    rows = 0.02 * rng.standard_normal((len(WORDS), 6)) + i * rng.standard_normal((len(WORDS), 6))
    near = []
    for w in range(len(WORDS)):
        others = [o for o in range(len(WORDS)) if o != w]
        near.append([WORDS[o] for o in sorted(others, key=lambda o: -cosine(rows[w], rows[o]))[:2]])
    cosines = [cosine(rows[WORDS.index(a)], rows[WORDS.index(b)]) for a, b in PAIRS]
    return {"step": STEPS[i], "loss": 4.159 - i, "at": rows[:, :2].tolist(), "cosines": cosines, "near": near}


PIECE = Piece(
    "training-replay",
    {
        "words": WORDS,
        "kinds": KINDS,
        "pairs": PAIRS,
        "word": "cat",
        "frames": [frame(i) for i in range(len(STEPS))],
    },
    "A run replayed",
    refuses=(
        (lambda data: data["frames"][1]["at"].pop(), "frame 1: 4 points"),
        (lambda data: data["frames"][2]["cosines"].pop(), "frame 2: 2 cosines for 3 pairs"),
        (lambda data: data["frames"].reverse(), "frame 1: step 100 comes after step 500"),
        (lambda data: data.update(word="wolf"), "the word wolf is not among those shown"),
        (lambda data: data["kinds"].pop(), "5 words and 4 kinds"),
    ),
    clock=datetime(2000, 1, 1),  # a busy machine sees the run neither faster nor slower
)


def places(view) -> np.ndarray:
    """Where the points stand, in the drawing's units, upwards positive."""
    styles = [view.locator(f'g[data-word="{word}"]').get_attribute("style") for word in WORDS]
    return np.array([re.findall(r"(-?[\d.]+)px", style) for style in styles], float) * [1, -1]


def check(view, i: int, word: str) -> None:
    """The slider, the status and the points against the values of frame i."""
    now = frame(i)
    slider = view.get_by_role("slider")
    assert slider.input_value() == str(i)
    assert slider.get_attribute("aria-valuetext") == f"step {STEPS[i]} of {STEPS[-1]}"
    status = view.get_by_role("status").inner_text()
    assert status.startswith(f"Step {STEPS[i]} of {STEPS[-1]}")
    assert decimals(status) == pytest.approx([now["loss"], *now["cosines"]], abs=0.0051)
    assert f"Nearest to “{word}” among all words: {', '.join(now['near'][WORDS.index(word)])}." in status
    # The drawing is the plane moved and stretched, with one factor for both axes and all frames.
    at, drawn = np.array(now["at"]), places(view)
    right, bottom = map(float, view.get_by_role("img").get_attribute("viewBox").split()[2:])
    everything = np.concatenate([frame(j)["at"] for j in range(len(STEPS))])
    factor = min((np.array([right, bottom]) - 2 * 40) / np.ptp(everything, axis=0))
    middle = (everything.max(axis=0) + everything.min(axis=0)) / 2
    np.testing.assert_allclose(drawn, factor * (at - middle) + [right / 2, -bottom / 2], rtol=0, atol=0.01)


def test_every_moment_shows_the_values_it_was_given(view):
    check(view, len(STEPS) - 1, "cat")
    for i in range(len(STEPS)):
        view.get_by_role("slider").fill(str(i))
        check(view, i, "cat")


def test_a_chosen_word_has_its_path_and_its_neighbours(view):
    view.get_by_role("slider").fill("2")
    view.get_by_role("combobox").select_option("3")
    check(view, 2, "ran")
    path = view.locator("polyline").get_attribute("points").split()
    assert len(path) == 3
    assert [float(x) for x in path[-1].split(",")] == pytest.approx(places(view)[3] * [1, -1], abs=0.06)
    assert "is-chosen" in view.locator('g[data-word="ran"]').get_attribute("class")
    assert view.locator("g.is-chosen").count() == 1
    assert "“ran” is at" in view.get_by_role("img").get_attribute("aria-label")


def test_it_is_worked_by_keyboard_alone(view):
    page = view.page
    piecepage.tab_to(view.get_by_role("button", name="Play"))
    piecepage.tab_to(view.get_by_label("moment"))
    page.keyboard.press("Home")
    check(view, 0, "cat")
    page.keyboard.press("ArrowRight")
    check(view, 1, "cat")
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    check(view, 1, "king")


def test_play_runs_from_the_start_to_the_end_and_reports_once(view):
    button = view.get_by_role("button")
    button.press("Enter")
    assert button.inner_text() == "Pause"
    assert view.get_by_role("slider").input_value() == "0"
    assert view.get_by_role("status").get_attribute("aria-live") == "off"
    for i in range(1, len(STEPS)):
        view.page.clock.run_for(450)
        assert view.get_by_role("slider").input_value() == str(i)
    assert button.inner_text() == "Play"
    view.page.clock.run_for(5000)
    check(view, len(STEPS) - 1, "cat")
    assert view.get_by_role("status").get_attribute("aria-live") is None


def test_pause_stops_where_it_is(view):
    view.get_by_role("button", name="Play").press("Enter")
    view.page.clock.run_for(500)
    view.get_by_role("button", name="Pause").press("Enter")
    view.page.clock.run_for(5000)
    check(view, 1, "cat")
    view.get_by_role("button", name="Play").press("Enter")  # goes on from there
    view.page.clock.run_for(500)
    view.get_by_role("slider").fill("0")  # and the slider stops it too
    view.page.clock.run_for(5000)
    check(view, 0, "cat")


@pytest.mark.parametrize("width", [375, 1280])
def test_names_do_not_cover_each_other(view, width):
    view.page.set_viewport_size({"width": width, "height": 900})
    for i in range(len(STEPS)):
        view.get_by_role("slider").fill(str(i))
        named = view.locator("g.tr-word text:visible")
        boxes = [text.bounding_box() for text in named.all()]
        assert "cat" in named.all_text_contents()  # the chosen word always has its name
        for j, a in enumerate(boxes):
            for b in boxes[:j]:
                apart = [
                    a["x"] + a["width"] <= b["x"],
                    b["x"] + b["width"] <= a["x"],
                    a["y"] + 14 <= b["y"],
                    b["y"] + 14 <= a["y"],
                ]
                assert any(apart)


@piecepage.less_motion
def test_nothing_moves_by_itself_where_motion_is_unwelcome(view):
    button = view.get_by_role("button", name="Next moment")
    button.press("Enter")
    check(view, 0, "cat")
    view.page.clock.run_for(5000)
    check(view, 0, "cat")
    button.press("Enter")
    check(view, 1, "cat")
    assert piecepage.stand_still(view.locator("g.tr-word"))


def test_the_chapter_feeds_it_the_right_values():
    """The cell of the chapter, run alone on rows made here: a plane that keeps distances, true cosines."""
    text = (ROOT / "book" / "chapters" / "word2vec" / "training.md").read_text(encoding="utf-8")
    source = re.search(r"^trio = \[\(\"cat.*?(?=^wb\.piece)", text, re.DOTALL | re.MULTILINE)[0]
    words = re.search(r"^shown = \((\".*?\")\)\.split", source, re.DOTALL | re.MULTILINE)[1].replace(
        '"', ""
    ).split() + ["mat"]
    word_id = {word: i for i, word in enumerate(words)}
    rng = np.random.default_rng(0)
    kept = {step: rng.standard_normal((len(words), 16)) for step in (0, 50)}
    last, losses = rng.standard_normal((len(words), 16)), 4.0 - np.arange(100) / 100

    def neighbours(E, i, k):
        scores = [cosine(E[i], row) for row in E]
        return sorted((j for j in range(len(E)) if j != i), key=lambda j: -scores[j])[:k]

    cell = {
        "np": np,
        "word_id": word_id,
        "words": words,
        "kept": kept,
        "losses": losses,
        "E_in": last,
        "cosine": cosine,
    }
    exec(source, cell)
    data = cell["data"]
    assert [frame["step"] for frame in data["frames"]] == [0, 50, 100]
    assert len(data["words"]) == len(set(data["words"])) == len(data["kinds"])
    final = last[[word_id[word] for word in data["words"]]]
    values = np.linalg.svd(final - final.mean(axis=0), compute_uv=False)
    spread = np.linalg.norm(np.array(data["frames"][-1]["at"]), axis=0)
    np.testing.assert_allclose(spread, values[:2], rtol=0, atol=1e-3)  # the coordinates are rounded
    recent = [losses[0], losses[:51].mean(), losses.mean()]
    for shown, rows, loss in zip(data["frames"], [*kept.values(), last], recent, strict=True):
        assert shown["loss"] == pytest.approx(loss, abs=1e-12)
        expected = [cosine(rows[word_id[a]], rows[word_id[b]]) for a, b in PAIRS]
        np.testing.assert_allclose(shown["cosines"], expected, rtol=0, atol=1e-14)
        for word, near in zip(data["words"], shown["near"], strict=True):
            assert near == [words[j] for j in neighbours(rows, word_id[word], 3)]
