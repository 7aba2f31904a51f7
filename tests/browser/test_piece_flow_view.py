"""The piece of the language-model chapter, in Chromium: what it shows against the values it was given."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bookpages import ROOT
from course import execute
from piecepage import Piece

CHAPTER = ROOT / "book" / "chapters" / "language-model.md"
MOMENTS = ["fresh model", "trained model"]
LINES = [("king", "the king reigns with his"), ("queen", "the queen reigns with her")]
STAGES, T, D = ["row", "+ position", "after attention"], 4, 6
EXCHANGED = 1  # the position at which the two lines differ


def case(moment: int, line: int) -> dict:
    """What a causal model might give: before the exchanged word both lines have the same numbers, and at the
    rows of later positions too, until attention has mixed them."""
    rng = np.random.default_rng(10 * moment)
    strips = rng.standard_normal((len(STAGES), T, D)).round(3)
    other = np.random.default_rng(10 * moment + 1 + line)
    strips[:, EXCHANGED] = other.standard_normal((len(STAGES), D)).round(3)
    strips[2, EXCHANGED:] = other.standard_normal((T - EXCHANGED, D)).round(3)
    weights = np.tril(other.random((T, T))) + np.eye(T)
    weights /= weights.sum(axis=1, keepdims=True)
    words = LINES[line][1].split()
    guesses = [[[words[t + 1], 0.6], [f"word{moment}{line}{t}", 0.3]] for t in range(T)]
    return {"strips": strips.tolist(), "attention": weights.round(3).tolist(), "guesses": guesses}


def data() -> dict:
    lines = [{"name": name, "tokens": text.split()[:-1], "targets": text.split()[1:]} for name, text in LINES]
    return {
        "moments": list(MOMENTS),
        "lines": lines,
        "attended": 2,
        "stages": [{"name": name, "formula": f"f{s}(x)", "shape": [T, D]} for s, name in enumerate(STAGES)],
        "cases": [[case(moment, line) for line in range(2)] for moment in range(2)],
    }


PIECE = Piece(
    "flow-view",
    data(),
    "On its way",
    refuses=(
        (lambda data: data["moments"].append("later"), "3 moments and 2 lines"),
        (lambda data: data["lines"][1]["targets"].pop(), "queen: 4 tokens and 3 targets"),
        (lambda data: data["cases"][0][1]["strips"].pop(), "fresh model, queen: 2 stages, expected 3"),
        (lambda data: data["cases"][1][0]["strips"][0][2].pop(), "row is not of the shape (4, 6)"),
        (
            lambda data: data["cases"][1][0]["attention"][1].__setitem__(3, 0.5),
            "position 1 attends to a later one",
        ),
        (lambda data: data["cases"][1][1]["guesses"].pop(), "guesses for 3 positions"),
    ),
)


def percent(value: float) -> str:
    return "< 1%" if 0 < value < 0.005 else f"{int(100 * value + 0.5)}%"


def check(view, moment: int, line: int, at: int) -> None:
    """Buttons, strips, attention, guesses and the sentence against the values of this case."""
    mine, tokens = case(moment, line), LINES[line][1].split()[:-1]
    buttons = view.locator(".fv-grid button")
    assert buttons.all_inner_texts() == tokens
    pressed = buttons.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-pressed'))")
    assert pressed == [str(t == at).lower() for t in range(T)]
    strips = view.locator(".fv-strip").evaluate_all(
        "nodes => nodes.map(node => [node.getAttribute('aria-label'), "
        "[...node.querySelectorAll('rect')].map(rect => rect.style.fill.includes('cold'))])"
    )
    for (s, name), (t, token) in itertools.product(enumerate(STAGES), enumerate(tokens)):
        differs = t == EXCHANGED or (s == 2 and t > EXCHANGED)
        label = f"{token}, {name}: {'differs from' if differs else 'equal to'} the other line"
        assert strips[s * T + t] == [label, [value < 0 for value in mine["strips"][s][t]]]
    wells = view.locator(".fv-well").all_inner_texts()
    assert wells == [percent(mine["attention"][at][t]) if t <= at else "hidden" for t in range(T)]
    assert view.locator(".fv-guess").all_inner_texts() == [
        f"{g[0][0]} {percent(g[0][1])}" for g in mine["guesses"]
    ]
    assert view.locator(".fv-best span").all_inner_texts() == [
        x for word, p in mine["guesses"][at] for x in (word, percent(p))
    ]
    changed = [name for s, name in enumerate(STAGES) if at == EXCHANGED or (s == 2 and at > EXCHANGED)]
    words = LINES[line][1].split()
    assert view.get_by_role("status").inner_text() == (
        f"After “{' '.join(words[: at + 1])}” comes “{words[at + 1]}”; the {MOMENTS[moment]} says "
        f"{words[at + 1]}, 60%. "
        + (
            f"At “{words[at]}” the two lines differ in: {', '.join(changed)}."
            if changed
            else f"At “{words[at]}” all strips are the same in the two lines."
        )
    )


def test_every_case_shows_the_values_it_was_given(view):
    check(view, 1, 0, 3)
    for moment in range(2):
        view.get_by_label(MOMENTS[moment], exact=True).check()
        for line in range(2):
            view.get_by_label(LINES[line][0], exact=True).check()
            for at in range(T):
                view.locator(".fv-grid button").nth(at).click()
                check(view, moment, line, at)


def test_it_is_worked_by_keyboard_alone(view):
    page = view.page
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    check(view, 1, 1, 3)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    check(view, 0, 1, 3)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    check(view, 0, 1, 0)
    assert page.evaluate("document.activeElement.textContent") == "the"  # the button keeps the focus


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_hard_to_read_or_without_a_name(chromium, theme):
    with PIECE.opened(chromium, theme=theme, viewport={"width": 375, "height": 900}) as view:
        found = Axe().run(view.page)
    assert found.violations_count == 0, found.generate_report()


def test_the_chapter_feeds_it_the_right_values():
    """The chapter's class and cell with a small vocabulary; the path written out by hand is the referee."""
    import torch
    import torch.nn.functional as F

    sources = re.findall(
        r"^```\{code-cell\}[^\n]*\n(.*?)^```\s*$", CHAPTER.read_text(encoding="utf-8"), re.M | re.S
    )
    pair = [[*text.split(), "crown"] for _, text in LINES]
    toy = sorted({word for words in pair for word in words})
    cell = {
        "np": np,
        "torch": torch,
        "nn": torch.nn,
        "F": F,
        "toy": toy,
        "toy_id": {w: i for i, w in enumerate(toy)},
        "d": 16,
        "pair": pair,
    }
    made = next(source for source in sources if "class ToyLM" in source)
    exec(made[made.index("def norm(") : made.index("def toy_model(")], cell)
    torch.manual_seed(0)
    cell["toys"] = {name: cell["ToyLM"]() for name in MOMENTS}
    for model in cell["toys"].values():
        for value in model.parameters():
            value.data = 0.4 * torch.randn_like(value)
    feeds = next(source for source in sources if 'wb.piece("flow-view"' in source)
    exec(feeds[feeds.index("@torch") : feeds.index("wb.piece(")], cell)
    data = cell["data"]
    assert [line["tokens"] for line in data["lines"]] == [words[:-1] for words in pair]
    assert [line["targets"] for line in data["lines"]] == [words[1:] for words in pair]

    norm = lambda x: x / torch.sqrt((x**2).mean(dim=-1, keepdim=True) + 1e-6)  # noqa: E731
    for model, cases in zip(cell["toys"].values(), data["cases"], strict=True):
        p = {name: value.detach() for name, value in model.named_parameters()}
        for words, case in zip(pair, cases, strict=True):
            row = p["E.weight"][[toy.index(word) for word in words[:-1]]]
            x = row + p["P.weight"][:5]
            q, k, val = (norm(x) @ p["maps.weight"].T).split(16, dim=-1)
            y, A = torch.empty_like(x), torch.zeros(5, 5)
            for t in range(5):
                A[t, : t + 1] = torch.softmax(k[: t + 1] @ q[t] / 4, dim=0)
                y[t] = x[t] + p["out.weight"] @ (A[t] @ val)
            o = y + torch.relu(norm(y) @ p["up.weight"].T) @ p["down.weight"].T
            np.testing.assert_allclose(case["strips"], torch.stack([row, x, y, o]), rtol=0, atol=2e-3)
            np.testing.assert_allclose(case["attention"], A, rtol=0, atol=2e-3)
            probabilities = torch.softmax(norm(o) @ p["E.weight"].T, dim=-1)
            for told, wanted in zip(case["guesses"], probabilities, strict=True):
                assert [word for word, _ in told] == [toy[i] for i in wanted.topk(4).indices]
                np.testing.assert_allclose([p for _, p in told], wanted.topk(4).values, rtol=0, atol=1e-3)


def test_the_chapter_shows_the_class_that_was_trained():
    """The cells of the page on attention hold the stored numbers, and give the same scores."""
    import json
    import sys

    import torch

    sys.path.append(str(ROOT / "book" / "experiments"))  # where the experiment finds what it shares
    novels = execute.load(ROOT / "book" / "experiments" / "language_model_novels.py")
    result = json.loads(novels.WEIGHTS.with_suffix(".json").read_text("utf-8"))
    stored, sizes = novels.stored(result)[0], result["sizes"]
    ids = torch.arange(2 * sizes["reach"]).reshape(2, -1)
    for name in ("attention", "trained"):
        text = (ROOT / "book" / "chapters" / "language-model" / f"{name}.md").read_text(encoding="utf-8")
        sources = re.findall(r"^```\{code-cell\}[^\n]*\n(.*?)^```\s*$", text, re.M | re.S)
        cells = [
            re.sub(r"\A---\n.*?\n---\n", "", source, flags=re.S)
            for source in sources
            if re.search(r"^def attention|^class ", source, re.M)
        ]
        shown = {"torch": torch, "nn": torch.nn, "F": torch.nn.functional}
        exec("\n".join(cells), shown)
        model = shown["SmallLM"](**sizes, hidden=novels.HIDDEN).eval()
        model.load_state_dict(stored.state_dict())
        with torch.no_grad():
            assert torch.equal(model(ids), stored(ids)), name
