"""The tape of a small graph, stepped in Chromium: what each step shows, against PyTorch's autograd."""

from __future__ import annotations

import re

import pytest
import torch
from piecepage import Piece, has_focus, met, tab_to

TABLE = [2, 3, 5, 4]
BATCHES = [[[1, 2], [0, 1]], [[3, 3], [1, 2]], [[2, 0], [2, 1]]]


def autograd(table: list[int], batch: list) -> dict:
    """The values of the graph and their gradients."""
    E = torch.tensor(table, dtype=torch.float64, requires_grad=True)
    left, right = (E[torch.tensor(ids)] for ids in batch)
    product = left * right
    loss = product.sum()
    nodes = {"E": E, "left": left, "right": right, "product": product, "loss": loss}
    grads = torch.autograd.grad(loss, list(nodes.values()))
    return {
        name: (node.ravel().tolist(), grad.ravel().tolist())
        for (name, node), grad in zip(nodes.items(), grads)
    }


PIECE = Piece(
    "tape-view",
    {
        "table": TABLE,
        "batches": BATCHES,
        "expected": [[int(g) for g in autograd(TABLE, batch)["E"][1]] for batch in BATCHES],
    },
    "A tape",
    refuses=(
        (lambda data: data["table"].__setitem__(0, 12), "expected digits"),
        (lambda data: data["batches"][1].__setitem__(1, [1, 4]), "batch 1 has the id 4"),
        (lambda data: data["batches"][0].__setitem__(1, [0, 3]), "batch 0 repeats 0 ids"),
        (lambda data: data["expected"][2].__setitem__(2, 5), "batch 2 has the gradient"),
    ),
)
NODES = {"E": (0, 7), "left": (1, 6), "right": (2, 6), "product": (3, 5), "loss": (4, 5)}


def shown(view) -> dict:
    """What the drawing says of each node: (value, gradient), None for what is not there."""
    found = {}
    label = view.get_by_role("img").get_attribute("aria-label").removesuffix(".")
    for part in label.split(". ")[1].split("; "):
        tuples = [[float(x) for x in some.split(", ")] for some in re.findall(r"\((.*?)\)", part)]
        found[part.split()[0]] = tuple([None] * ("not computed" in part) + tuples + [None])[:2]
    return found


def numbers(view) -> list[list[str]]:
    """The numbers in the boxes: values, gradients."""
    texts = view.locator("svg text:not(.tp-quiet)")
    return [
        texts.and_(view.locator(kind)).all_inner_texts() if kind else []
        for kind in ("text:not(.tp-grad)", ".tp-grad")
    ]


def press(view, name: str, times: int = 1) -> None:
    for _ in range(times):
        view.get_by_role("button", name=name).press("Enter")


def status(view) -> str:
    return view.get_by_role("status").inner_text()


def predict(view, value: int) -> None:
    view.get_by_label("Gradient of row").fill(str(value))
    view.get_by_label("Gradient of row").press("Enter")


@pytest.mark.parametrize("batch", range(3))
def test_each_step_shows_what_autograd_computes(view, batch):
    view.get_by_label("Batch").select_option(str(batch))
    table = [7, 9, 0, 6]
    for row, value in enumerate(table):
        view.get_by_label(f"row {row} of E").fill(str(value))
    expected = autograd(table, BATCHES[batch])
    for step in range(9):
        now = shown(view)
        for name, (value, gradient) in NODES.items():
            assert now[name][0] == (expected[name][0] if step >= value else None), (step, name)
            if name != "E" or step in (0, 6, 8):
                assert now[name][1] == (expected[name][1] if step >= gradient else None), (step, name)
        values, gradients = numbers(view)
        assert len(values) == 4 + 2 * min(step, 3) + (step > 3)
        assert len(gradients) == 3 * (step > 4) + 4 * (step > 5) + 4 * (step > 6)
        current = view.locator("li[aria-current=step]").all_inner_texts()
        assert [text.split()[0] for text in current] == (
            [["left", "right", "product", "loss"][min(step, 9 - step) - 1]] if step else []
        )
        if step < 8:
            press(view, "Next step")
    held = re.search(r"Row (\d) holds (\d+) \+ (\d+) = (\d+)\.", status(view))
    row, first, second, total = map(int, held.groups())
    assert first + second == total == expected["E"][1][row]
    assert [*BATCHES[batch][0], *BATCHES[batch][1]].count(row) == 2
    press(view, "Back", 8)
    assert "Nothing is computed" in status(view) and shown(view)["loss"] == (None, None)


def test_the_gradients_of_the_repeated_row_arrive_one_after_the_other(view):
    press(view, "Next step", 7)
    assert shown(view)["E"][1] == [3, 5, 0, 0] and "Row 1 holds 5;" in status(view)
    press(view, "Next step")
    assert shown(view)["E"][1] == [3, 7, 3, 0] and "Row 1 holds 5 + 2 = 7." in status(view)
    assert view.get_by_role("button", name="Next step").get_attribute("aria-disabled") == "true"
    press(view, "Next step")
    assert "Row 1 holds 5 + 2 = 7." in status(view)
    press(view, "Start over")
    assert shown(view)["E"][1] is None


def test_only_a_prediction_that_comes_first_reaches_the_goal(view):
    goals = view.get_by_role("list", name="Goals").locator("li")
    press(view, "Next step", 6)
    predict(view, 5)  # as if the newer gradient replaced the older one
    press(view, "Next step", 2)
    assert "You predicted 5: not so" in status(view) and met(goals) == [False] * 3
    press(view, "Back", 2)
    predict(view, 7)
    assert "already shown" in status(view)
    press(view, "Next step", 2)
    assert met(goals) == [False] * 3
    view.get_by_label("row 2 of E").fill("9")
    predict(view, 2 + 9)
    assert "You predict 11 for row 1" in status(view) and met(goals) == [False] * 3
    press(view, "Next step", 8)
    assert "You predicted 11: right." in status(view) and met(goals) == [True, False, False]
    for batch, answer in ((1, 3 + 9), (2, 9 + 9)):
        view.get_by_label("Batch").select_option(str(batch))
        predict(view, answer)
        press(view, "Next step", 8)
    assert met(goals) == [True] * 3


def test_it_is_worked_by_keyboard_and_keeps_numbers_in_their_range(view):
    tab_to(view.get_by_label("Batch"))
    for row in range(4):
        tab_to(view.get_by_label(f"row {row} of E"))
    view.page.keyboard.press("ArrowDown")
    assert shown(view)["E"][0] == [2, 3, 5, 3]
    for typed, held in (("-3", 0), ("99", 9), ("", 0), ("4", 4)):
        view.get_by_label("row 3 of E").fill(typed)
        assert shown(view)["E"][0] == [2, 3, 5, held]
    for name in ("Gradient of row 1", "Predict", "Next step"):
        tab_to(view.get_by_label(name) if "row" in name else view.get_by_role("button", name=name))
    view.page.keyboard.press("Enter")
    assert has_focus(view.get_by_role("button", name="Next step")) and shown(view)["left"][0] == [3, 5]
