"""The piece on labels, in Chromium: its numbers against the same computed here, its keys, ends and goals."""

from __future__ import annotations

import numpy as np
import pytest
from piecepage import Piece, decimals, has_focus, met

WORDS = ["cat", "mat", "sat"]
Z = [2.0, 0.5, -1.0]
PIECE = Piece(
    "softmax-view",
    {"words": WORDS, "z": Z, "target": 0},
    "Three logits and a label",
    refuses=(
        (lambda data: data["z"].pop(), "3 words and 2 logits"),
        (lambda data: data["z"].append(data["z"].pop() - 7), "the logit -8 is beyond the sliders"),
        (lambda data: data.update(target=3), "the label 3 is none of the 3 ids"),
    ),
)


def after(z, label: int = 0) -> tuple[float, float, list[float]]:
    """Give the label's probability, the loss and the gradient, the label's first, as the sentences do."""
    p = np.exp(z) / np.exp(z).sum()
    gradient = p - np.eye(len(z))[label]
    return p[label], -np.log(p[label]), [gradient[label], *np.delete(gradient, label)]


def told(view) -> list[float]:
    text = view.get_by_role("status").inner_text()
    return decimals(text.partition("The label is")[2].partition("Found")[0])


def expected(z, label: int = 0):
    p, loss, gradient = after(z, label)
    return pytest.approx([p, loss, *gradient], abs=0.00051)


def slider(view, n: int):
    return view.get_by_role("slider", name=f"logit of “{WORDS[n]}”")


def test_keys_move_a_logit_to_both_ends_and_choose_the_label(view):
    assert told(view) == expected(Z) and met(view.locator("li")) == [False] * 3
    for key, logit in (("ArrowRight", 0.6), ("ArrowLeft", 0.5), ("End", 7), ("Home", -7)):
        slider(view, 1).press(key)
        assert float(slider(view, 1).input_value()) == logit
        assert slider(view, 1).get_attribute("aria-valuetext") == f"{logit:.1f}".replace("-", "−")
    slider(view, 1).fill("1.5")
    radios = view.get_by_role("radio")
    radios.nth(0).focus()
    view.page.keyboard.press("ArrowDown")
    assert radios.nth(1).is_checked() and has_focus(radios.nth(1))
    assert told(view) == expected([2, 1.5, -1], 1)
    view.get_by_role("button", name="Start over").press("Enter")
    assert told(view) == expected(Z, 1) and radios.nth(1).is_checked()


def test_a_common_shift_is_done_by_keys_and_reaches_its_goal(view):
    for name, by in (("Add 5 to all", 5), ("Subtract m", -2)):
        view.get_by_role("button", name=name).press("Enter")
        assert [float(slider(view, n).input_value()) for n in range(3)] == [z + by for z in Z]
        assert told(view) == expected(Z) and met(view.locator("li")) == [False, False, True]
    said = view.get_by_role("status").inner_text()
    assert said.startswith("m = 7.0 is subtracted") and "stay the same" in said
    # Where a logit would leave its slider, nothing moves: a part of the shift would change p.
    slider(view, 0).fill("3")
    view.get_by_role("button", name="Add 5 to all").press("Enter")
    assert told(view) == expected([3, -1.5, -3])
    assert "beyond the sliders" in view.get_by_role("status").inner_text()


def test_each_goal_is_reached_where_it_says_and_stays(view):
    logit = slider(view, 0)
    for z in np.arange(20, -21, -1) / 10:  # downwards, a step of the slider at a time
        logit.fill(str(z))
        _, loss, (at, *_) = after([z, *Z[1:]])
        reached = met(view.locator("li"))
        assert reached[0] == (loss > 0.66) and reached[1] == (at < -0.87) and not reached[2], z
        if abs(loss - 0.69) < 0.03 or abs(at + 0.9) < 0.03:
            assert reached[int(at < -0.87)]
    assert met(view.locator("li")) == [True, True, False]
