"""The small model that runs in the page: its numbers against PyTorch's, and its piece in Chromium."""

from __future__ import annotations

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

sys.path += [str(ROOT / "book"), str(ROOT / "book" / "experiments")]  # where `make experiments` runs it
import language_model_novels as novels  # noqa: E402

RESULT = json.loads(novels.WEIGHTS.with_suffix(".json").read_text("utf-8"))
START = "It is a truth universally acknowledged,"
TEXTS = (
    "She",
    "It is a truth universally acknowledged, that a single man",
    '"My dear Mr. Bennet," said his lady,\n\n--"naïve Straße 大き\u2003👩‍🚀!" \t_x_ 42½ ',
    "All that can be said of it was said before. " * 20,  # more than the model sees
)


@pytest.fixture(scope="module", autouse=True)
def small_site(tmp_path_factory):
    coversite.prepare(tmp_path_factory)


def loaded(page):
    """The piece of a page, with its model."""
    piece = page.locator("small-model")
    piece.get_by_role("button", name="Load the model").click()
    piece.get_by_label("A beginning of yours").wait_for()
    return piece


@pytest.fixture
def page(chromium):
    with opened(chromium, coversite.page("five-minutes"), coversite.site().as_uri()) as shown:
        yield shown


@pytest.fixture
def piece(page):
    return loaded(page)


@pytest.fixture(scope="module")
def by_pytorch():
    return novels.stored(RESULT)


def begin(piece, text: str) -> None:
    piece.get_by_label("A beginning of yours").fill(text)
    piece.get_by_role("button", name="Use it").click()


def turn(piece, label: str, value: float) -> None:
    piece.get_by_label(label, exact=True).evaluate(
        "(node, value) => { node.value = value; node.dispatchEvent(new Event('input')); }", str(value)
    )


def texts_of(piece) -> list[str]:
    return piece.locator(".small-model-sides .small-model-text").evaluate_all(
        "all => all.map((one) => one.textContent)"
    )


# ------------------------------------------------------------------ its numbers


@torch.no_grad()
def scores_and_attention(model, ids: list[int], dtype: torch.dtype) -> tuple[np.ndarray, np.ndarray]:
    """Scores of the next piece and the last position's attention, (blocks, heads, T), from the matrices."""
    model = model.to(dtype)
    read = torch.tensor(ids[novels.in_view(len(ids)) :])
    x, attention = model.E(read) + model.P.weight[: len(read)], []
    future = torch.ones(len(read), len(read), dtype=torch.bool).triu(1)
    for block in model.blocks:
        parts = block.maps(block.norm1(x)).chunk(3, dim=-1)
        q, k, val = (part.unflatten(-1, (block.heads, -1)).transpose(0, 1) for part in parts)
        A = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(future, -torch.inf).softmax(dim=-1)
        attention.append(A[:, -1].double().numpy())
        x = x + block.out((A @ val).transpose(0, 1).flatten(1))
        x = x + block.down(torch.relu(block.up(block.norm2(x))))
    scores = model(read[None])[0, -1].double().numpy()
    written_out = (model.norm(x[-1]) @ model.E.weight.T).double().numpy()
    assert np.allclose(scores, written_out, rtol=0, atol=1e-4)  # the same path as the class takes
    model.float()
    return scores, np.array(attention)


READ = """text => {
  const model = window.CourseModel.load(window.COURSE_MODEL), reader = model.reader();
  const ids = model.pieces.encode(text);
  for (const id of ids) reader.read(id);
  const found = [0.5, 1].map((share) => reader.found[Math.ceil(share * ids.length) - 1]);
  const heads = (all) => all.map((head) => [...head]);
  const plain = ({ scores, attention, from }) => [[...scores], attention.map(heads), from];
  return [ids, model.pieces.decode(ids), model.pieces.texts(ids).join(""), found.map(plain)];
}"""


@pytest.mark.parametrize("text", TEXTS)
def test_pieces_scores_and_attention_are_those_of_pytorch(page, piece, by_pytorch, text):
    model, pieces = by_pytorch
    ids, decoded, joined, found = page.evaluate(READ, text)
    assert ids == pieces.encode(text) and decoded == joined == text
    for length, (scores, attention, begun) in zip([-(-len(ids) // 2), len(ids)], found):
        assert begun == novels.in_view(length)
        exact, exact_attention = scores_and_attention(model, ids[:length], torch.float64)
        # Both in double precision, from the same numbers: sums of some hundred terms in another order.
        assert np.allclose(scores, exact, rtol=0, atol=1e-9)
        assert np.allclose(attention, exact_attention, rtol=0, atol=1e-9)
        # As PyTorch computes in training: the longest sums round once a term, relative to the largest score.
        rounding = np.finfo(np.float32).eps * max(columns for _, _, columns in RESULT["weights"]["layout"])
        short, short_attention = scores_and_attention(model, ids[:length], torch.float32)
        assert np.allclose(scores, short, rtol=0, atol=rounding * np.abs(exact).max())
        assert np.allclose(attention, short_attention, rtol=0, atol=rounding)


def test_words_are_cut_in_the_page_as_in_python(page, piece, by_pytorch):
    rng = np.random.default_rng(0)
    signs = [
        chr(k) for k in [*range(256), 0x1680, 0x2028, 0x3000, 0xFEFF, 0x301, 0x663, 0xBD, 0x2160, 0x1F600]
    ]
    texts = ["".join(rng.choice(signs, 12)) for _ in range(300)]
    found = page.evaluate(
        """texts => {
          const { pieces } = window.CourseModel.load(window.COURSE_MODEL);
          return texts.map((text) => [pieces.encode(text), pieces.decode(pieces.encode(text))]);
        }""",
        texts,
    )
    assert found == [[by_pytorch[1].encode(text), text] for text in texts]


def test_the_nucleus_is_the_smallest_set_of_the_most_probable(page, piece):
    rng = np.random.default_rng(1)
    for share in (0.05, 0.5, 0.9, 1.0):
        p = rng.dirichlet(np.full(50, 0.3))
        found = np.array(
            page.evaluate("([p, share]) => [...window.CourseModel.nucleus(p, share)]", [list(p), share])
        )
        order = np.argsort(-p)
        size = next(n for n in range(1, 51) if n == 50 or p[order[:n]].sum() >= share)
        expected = np.zeros(50)
        expected[order[:size]] = p[order[:size]] / p[order[:size]].sum()
        assert found == pytest.approx(expected, abs=1e-12)


def test_the_script_is_small_and_is_loaded_only_when_asked_for(page):
    data = coversite.site() / "_static" / "page" / "model-data.js"
    assert data.stat().st_size <= course_model.LIMIT
    assert f"a file of {round(data.stat().st_size / 1000)} kB" in page.locator("small-model").inner_text()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.locator("small-model[data-ready]").wait_for()
    assert not any("model-data.js" in url for url in asked)
    loaded(page)
    assert sum("model-data.js?v=" in url for url in asked) == 1


def test_other_pages_load_none_of_this():
    for name, expected in (("index", False), ("five-minutes", True), ("chapters/lookup", False)):
        text = bookpages.page_path(coversite.site(), name).read_text("utf-8")
        for script in ("page/model.js", "page/model-view.js", "page/model-view.css"):
            assert (script in text) is expected, f"{name}: {script}"


def test_weights_that_are_not_those_of_the_result_stop_the_build(tmp_path):
    folder = tmp_path / "book" / "data" / "experiments"
    folder.mkdir(parents=True)
    with pytest.raises(ExtensionError, match="make experiments"):
        course_model.script(tmp_path)
    shutil.copy(novels.WEIGHTS.with_suffix(".json"), folder)
    weights = bytearray(novels.WEIGHTS.read_bytes())
    (folder / novels.WEIGHTS.name).write_bytes(weights)
    assert "window.COURSE_MODEL = {" in course_model.script(tmp_path)
    weights[1000] ^= 1
    (folder / novels.WEIGHTS.name).write_bytes(weights)
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


def bars(piece) -> tuple[list[str], list[str], list[str]]:
    lines = piece.locator("ol.words-bars li")
    names = lines.locator(".words-name").all_text_contents()
    shares = lines.locator(".words-number").all_text_contents()
    return names, shares, lines.evaluate_all("all => all.map((one) => one.className)")


def shares_of(texts: list[str]) -> list[float]:
    """Percentages as shown; what is below one half of a percent has no number."""
    return [0.0 if "<" in text else int(text.rstrip("%")) / 100 for text in texts]


def seen(text: str) -> str:
    return re.sub("^ ", "␣", text).replace("\n", "↵")


def test_a_pressed_piece_shows_the_next_pieces_and_the_attention_of_the_model(piece, by_pytorch):
    model, pieces = by_pytorch
    text = "My dear Miss Bennet, I have not seen your sister"
    ids = pieces.encode(text)
    begin(piece, text)
    turn(piece, "Nucleus A", 0.5)
    for temperature, t in ((0.8, 3), (0.3, 5), (2.0, len(ids) - 1)):
        turn(piece, "Temperature A", temperature)
        piece.locator(f".small-model-sides > div:first-child span[data-t='{t}']").click()
        scores, attention = scores_and_attention(model, ids[: t + 1], torch.float64)
        p = np.exp((scores - scores.max()) / temperature)
        p /= p.sum()
        order = np.argsort(-p, kind="stable")
        first = list(order[:8])
        following = ids[t + 1] if t + 1 < len(ids) else None
        if following is not None and following not in first:
            first.append(following)
        names, shares, kinds = bars(piece)
        assert names == [seen(pieces.decode([k])) for k in first]
        assert shares_of(shares) == pytest.approx(p[first], abs=0.0051)
        inside = set(order[: next(n for n in range(1, len(p) + 1) if p[order[:n]].sum() >= 0.5)])
        assert [("small-model-rest" in kind) for kind in kinds] == [k not in inside for k in first]
        assert [("small-model-taken" in kind) for kind in kinds] == [k == following for k in first]
        for head, expected in (("", attention.mean(axis=(0, 1))), ("1 2", attention[1, 2])):
            piece.get_by_label("Attention of").select_option(head)
            levels = piece.locator(".small-model-seen span").evaluate_all(
                "all => all.map((one) => parseFloat(one.style.getPropertyValue('--small-model-share')) / 100)"
            )
            assert levels == pytest.approx(expected / expected.max(), abs=0.0051)
            told = piece.get_by_text("Most of the weight").inner_text()
            best = int(expected.argmax())
            assert f"“{seen(pieces.decode([ids[best]]))}”" in told and f" {expected[best]:.0%}" in told


def test_it_is_worked_by_keyboard(page, piece, by_pytorch):
    assert piece.get_by_label("A beginning of yours").evaluate("node => node === document.activeElement")
    page.keyboard.press("Control+A")
    page.keyboard.type("Her brother was")
    page.keyboard.press("Enter")
    assert texts_of(piece) == ["Her brother was"] * 2

    def tab_to(label: str) -> None:
        target = piece.get_by_label(label, exact=True).or_(
            piece.get_by_role("button", name=label, exact=True)
        )
        for _ in range(40):
            page.keyboard.press("Tab")
            if target.evaluate("node => node === document.activeElement"):
                return
        raise AssertionError(f"no way to {label} by Tab")

    before = bars(piece)[1]
    tab_to("Temperature A")
    page.keyboard.press("Home")
    assert bars(piece)[1] != before
    tab_to("Write a piece")
    page.keyboard.press("Enter")
    assert all(len(text) > len("Her brother was") for text in texts_of(piece))
    tab_to("Piece")
    page.keyboard.press("Home")
    first = by_pytorch[1].encode("Her brother was")[0]
    assert piece.locator(".small-model-here").inner_text() == by_pytorch[1].decode([first])
    assert "1 of" in piece.get_by_label("Piece", exact=True).get_attribute("aria-valuetext")


def test_the_same_seed_writes_the_same_and_another_does_not(piece):
    turn(piece, "Temperature A", 1.5)
    found = []
    for seed in ("1", "2", "1"):
        piece.get_by_label("Seed").fill(seed)
        piece.get_by_label("Seed").dispatch_event("change")
        for _ in range(12):
            piece.get_by_role("button", name="Write a piece").click()
        found.append(texts_of(piece))
    assert found[0] == found[2] != found[1]
    piece.get_by_role("button", name="Begin again").click()
    assert texts_of(piece) == [START] * 2


def test_the_narrowest_nucleus_writes_the_most_probable_piece(piece, by_pytorch):
    turn(piece, "Nucleus B", 0.05)
    model, pieces = by_pytorch
    for _ in range(6):
        piece.get_by_role("button", name="Write a piece").click()
    ids = pieces.encode(START)
    for _ in range(6):
        p = torch.from_numpy(scores_and_attention(model, ids, torch.float64)[0] / 0.4).softmax(0)
        if p.max() < 0.05:
            return  # more than one piece is needed
        ids.append(int(p.argmax()))
    assert texts_of(piece)[1] == pieces.decode(ids)


def test_the_slider_shows_each_checkpoint_with_its_sample(piece):
    story = piece.locator("div:has(> .small-model-curve)")
    for k, moment in enumerate(RESULT["moments"]):
        turn(piece, "Checkpoint", k)
        assert story.locator(".small-model-text").evaluate("node => node.textContent") == moment["sample"]
        assert f"{moment['judged']:.2f} bits a character" in story.inner_text()
        assert f"after {moment['step']:,} step" in story.inner_text()


def test_signs_of_markup_stay_text(piece):
    begin(piece, "<b>&amp;</b> 'x'")
    assert texts_of(piece)[0] == "<b>&amp;</b> 'x'" and piece.locator(".small-model-text b").count() == 0
    begin(piece, "   ")
    assert texts_of(piece)[0] == "<b>&amp;</b> 'x'"  # nothing to go on from


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_it_writes_on_and_stops_at_the_end(chromium, motion):
    target = coversite.page("five-minutes")
    with opened(chromium, target, coversite.site().as_uri(), reduced_motion=motion) as page:
        piece = loaded(page)
        page.evaluate("() => { const all = setTimeout; window.setTimeout = (what) => all(what, 0); }")
        for _ in range(6):
            piece.get_by_role("button", name="Write on").click()
            piece.get_by_role("button", name="Write on").wait_for()
        told = piece.get_by_role("status").get_by_text("pieces written in each text").inner_text()
        assert "The texts stop here" in told and re.search(r"takes \d+\.\d ms here", told)
        pieces = piece.locator(".small-model-sides > div:first-child span[data-t]")
        assert pieces.count() == 400
        assert "It sees the last" in piece.locator("p", has_text="Most of the weight").inner_text()


@pytest.mark.parametrize("width, theme", few(SCREENS, 4))
def test_axe_finds_nothing(chromium, theme, width):
    settings = {"viewport": {"width": width, "height": 900}, "color_scheme": theme}
    with opened(chromium, coversite.page("five-minutes"), coversite.site().as_uri(), **settings) as page:
        piece = loaded(page)
        begin(piece, "A zebra and all of its incomprehensibilities " + "m" * 80)
        for _ in range(12):
            piece.get_by_role("button", name="Write a piece").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert piece.evaluate("node => node.scrollWidth <= node.clientWidth")
        found = coversite.violations(page)
        assert not found, "\n".join(found)


def test_without_scripts_the_words_say_what_would_be_seen(chromium):
    target = coversite.page("five-minutes")
    with opened(chromium, target, coversite.site().as_uri(), java_script_enabled=False) as page:
        assert "With scripts" in page.locator("small-model").inner_text()
        assert page.locator("small-model :is(input, button)").count() == 0
