"""The piece on heads, in Chromium, against its data; the book's data against the stored model, in NumPy."""

from __future__ import annotations

import json
import re
import sys

import numpy as np
import pytest
from bookpages import ROOT
from piecepage import Piece, has_focus, met

sys.path.insert(0, str(ROOT / "book" / "experiments"))
import language_model_novels as novels  # noqa: E402

PIECES = ["¶", "she", "gave", "it", "to", "she", "."]
WEIGHTS: list[list[list[float]]] = [
    [
        [1],
        [0.25, 0.75],
        [0.125, 0.625, 0.25],
        [0.5, 0.25, 0.125, 0.125],
        [0.1, 0.1, 0.5, 0.2, 0.1],
        [1 / 6] * 6,
    ],
    [
        [1],
        [0.5, 0.5],
        [0.25, 0.25, 0.5],
        [0.25, 0.5, 0.125, 0.125],
        [0.1, 0.1, 0.6, 0.1, 0.1],
        [0, 0, 0, 1, 0, 0],
    ],
    [[1], [0.5, 0.5], [0.75, 0, 0.25], [0.125, 0.125, 0.5, 0.25], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 1]],
]
NEXT: list[list[list]] = [
    [[0.5, "she"], [0.25, "was"], [0.125, "it"], [0.0625, "up"], [0.5, "she"], [0.9996, "."]],
    [[0.4, "she"], [0.05, "had"], [0.126, "it"], [0.0626, "up"], [0.4, "she"], [0.9, "."]],
    [[0.4, "she"], [0.051, "had"], [0.126, "him"], [0.0626, "up"], [0.2, "be"], [0.9, "."]],
    [[0.4, "she"], [0.1, "had"], [0.126, "it"], [0.0626, "up"], [0.4, "she"], [0.0004, "?"]],
]
PIECE = Piece(
    "heads-view",
    {"pieces": PIECES, "weights": WEIGHTS, "next": NEXT},
    "Three heads",
    refuses=(
        (lambda data: data.update(at=6), "begins at position 6, expected one of the 6 positions"),
        (lambda data: data["next"].pop(), "guesses for 3 settings and 3 heads"),
        (lambda data: data["next"][1].pop(), "setting 1 has 5 guesses"),
        (lambda data: data["weights"][1].pop(), "head 2 has 5 rows of weights"),
        (lambda data: data["weights"][1][2].append(0), "head 2 gives 4 weights at position 2"),
        (
            lambda data: data["weights"][0][1].reverse() or data["weights"][0][1].__setitem__(0, 0.5),
            "do not sum to one",
        ),
    ),
)


def shown(view) -> list[list[int]]:
    """The weights of the table in percent, a list for each head."""
    rows = view.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.querySelectorAll('td:not([colspan])')]"
        ".map((cell) => parseInt(cell.textContent)))"
    )
    return np.array([row for row in rows if row]).T.tolist()


def check(view, at: int, off: int = 0) -> None:
    assert shown(view) == [[int(100 * w + 0.5) for w in head[at]] for head in WEIGHTS]
    assert view.locator("td[colspan]").count() == len(PIECES) - 2 - at  # the last piece is no position
    text = view.get_by_role("status").inner_text()
    most = [int(np.argmax(head[at])) for head in WEIGHTS]
    assert re.findall("“(.*?)”", text)[: 2 + len(most)] == [
        PIECES[at],
        *(PIECES[s] for s in most),
        PIECES[at + 1],
    ]
    told = text.partition("gives it ")[2]
    p = [float(found) for found in re.findall(r"([\d.]+)%", told)]
    wanted = [100 * NEXT[0][at][0], *([100 * NEXT[off][at][0]] if off else [])]
    assert p == pytest.approx(wanted, abs=0.51) and f"“{NEXT[off][at][1]}”" in told
    assert ("without head" in told) == (off > 0) and view.locator("thead .is-off").count() == (off > 0)
    assert view.locator("td.is-off").count() == (at + 1 if off else 0)


def test_keys_lead_through_all_positions_and_switch_heads_off(view):
    check(view, 0)
    buttons, radios = view.locator("tbody button"), view.get_by_role("radio")
    buttons.first.focus()
    for key, at in (
        ("ArrowDown", 1),
        ("ArrowRight", 2),
        ("End", 5),
        ("ArrowDown", 0),
        ("ArrowUp", 5),
        ("Home", 0),
    ):
        view.page.keyboard.press(key)
        check(view, at)
        assert has_focus(buttons.nth(at)) and buttons.nth(at).get_attribute("aria-pressed") == "true"
        assert buttons.evaluate_all("all => all.filter((one) => one.tabIndex === 0).length") == 1
    radios.first.focus()
    for off in (1, 2, 3, 0):
        view.page.keyboard.press("ArrowDown")
        check(view, 0, off)


def test_a_word_that_stands_twice_is_told_with_its_position(view):
    view.locator("tbody button").nth(5).click()
    assert "From “she” (position 5)" in view.get_by_role("status").inner_text()


def test_each_goal_is_reached_where_it_says(view):
    goals, buttons, radios = (
        view.locator(".piece-goals li"),
        view.locator("tbody button"),
        view.get_by_role("radio"),
    )
    buttons.nth(1).click()  # two of three look at the same one
    assert met(goals) == [False] * 3
    buttons.nth(3).click()  # three heads, three words
    assert met(goals) == [True, False, False]
    buttons.nth(0).click()  # all at itself, which is not earlier
    assert met(goals) == [True, False, False]
    buttons.nth(4).click()
    assert met(goals) == [True, True, False]
    buttons.nth(1).click()
    radios.nth(2).check()  # 0.25 to 0.051
    assert met(goals) == [True, True, False]
    radios.nth(1).check()  # to 0.05
    assert met(goals) == [True, True, True]
    assert "loses four fifths" in view.get_by_role("status").inner_text()


# ---------------------------------------------------------------- the book's data


def norm(x, weight):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * weight


def layers(model, ids, off):
    """Compute the second block's weights, with one of its heads at zero, and the probabilities p."""
    P = {name: value.detach().numpy().astype(np.float64) for name, value in model.named_parameters()}
    x, seen, T = P["E.weight"][ids] + P["P.weight"][: len(ids)], [], len(ids)
    for b in range(novels.BLOCKS):
        weight = {
            name.split(".", 2)[2]: value for name, value in P.items() if name.startswith(f"blocks.{b}.")
        }
        q, k, val = np.split(norm(x, weight["norm1.weight"]) @ weight["maps.weight"].T, 3, axis=1)
        wide, mixed = q.shape[1] // novels.HEADS, np.zeros_like(q)
        for h in range(novels.HEADS):
            own = slice(h * wide, (h + 1) * wide)
            scores = np.where(np.tri(T, dtype=bool), q[:, own] @ k[:, own].T / np.sqrt(wide), -np.inf)
            A = np.exp(scores - scores.max(axis=1, keepdims=True))
            A /= A.sum(axis=1, keepdims=True)
            seen.append(A)
            mixed[:, own] = 0 if (b, h) == (1, off) else A @ val[:, own]
        x = x + mixed @ weight["out.weight"].T
        hidden = np.maximum(norm(x, weight["norm2.weight"]) @ weight["up.weight"].T, 0)
        x = x + hidden @ weight["down.weight"].T
    z = norm(x, P["norm.weight"]) @ P["E.weight"].T
    p = np.exp(z - z.max(axis=1, keepdims=True))
    return seen[novels.HEADS : 2 * novels.HEADS], p / p.sum(axis=1, keepdims=True)


def test_the_heads_of_the_book_are_those_of_the_stored_model():
    stored = json.loads(novels.WEIGHTS.with_name("language_model_novels_heads.json").read_text("utf-8"))
    result = json.loads(novels.WEIGHTS.with_suffix(".json").read_text("utf-8"))
    assert stored["weights of"] == result["weights"]["sha256"], "make experiments"
    model, pieces = novels.stored(result)
    ids = np.array(pieces.encode("".join(stored["pieces"])))
    assert [pieces.decode([i]) for i in ids] == stored["pieces"]
    for off, told in zip([None, 0, 1, 2, 3], stored["next"], strict=True):
        A, p = layers(model, ids[:-1], off)
        for ours, theirs in zip(A, stored["weights"], strict=True):
            for t, row in enumerate(theirs):
                assert row == pytest.approx(ours[t, : t + 1].tolist(), abs=6e-5)
        assert [one for one, _ in told] == pytest.approx(p[np.arange(len(p)), ids[1:]].tolist(), rel=2e-3)
        assert [guess for _, guess in told] == [pieces.decode([i]) for i in p.argmax(axis=1)]
