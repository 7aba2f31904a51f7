"""The row in the plane and the gradient through its RMSNorm, in Chromium, against PyTorch's autograd."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from piecepage import Piece, decimals, has_focus, met, tab_to

ROW, SIZE, ANGLE = [1.5, 2.0], 3.0, 160


def autograd(row, angle: float) -> tuple[list[float], list[float]]:
    """RMSNorm of the row, and the gradient with respect to the row."""
    x = torch.tensor(row, dtype=torch.float64, requires_grad=True)
    out = torch.nn.functional.rms_norm(x, (2,), eps=0.0)
    g = SIZE * torch.tensor([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
    (gradient,) = torch.autograd.grad(out, x, g.double())
    return out.tolist(), gradient.tolist()


PIECE = Piece(
    "norm-circle",
    {"row": ROW, "size": SIZE, "angle": ANGLE, "gradient": autograd(ROW, ANGLE)[1]},
    "A row and its gradient",
    refuses=(
        (lambda data: data["row"].append(1), "the row has 3 numbers"),
        (lambda data: data.update(row=[0.3, 0.4]), "is outside the picture"),
        (lambda data: data.update(gradient=[1.3, 1.0]), "the gradient is"),
    ),
)


def status(view) -> str:
    return view.get_by_role("status").inner_text()


def row_to(view, row) -> None:
    for name, value in zip(("x₁", "x₂"), row):
        view.get_by_label(name, exact=True).fill(str(value))
        view.get_by_label(name, exact=True).press("Enter")


def turn_to(view, angle: int) -> None:
    view.get_by_label("Direction of g").fill(str(angle))


def handle(view):
    return view.get_by_role("button", name="The row x")


def place(view) -> list[float]:
    """The row by where its handle is drawn."""
    box, plane = handle(view).bounding_box(), view.locator("svg").bounding_box()
    middle = [box[side] + box[extent] / 2 - plane[side] for side, extent in (("x", "width"), ("y", "height"))]
    return [4.6 * (2 * middle[0] / plane["width"] - 1), 4.6 * (1 - 2 * middle[1] / plane["height"])]


def goals(view) -> list[bool]:
    return met(view.get_by_role("list", name="Goals").locator("li"))


@pytest.mark.parametrize("view", [{"viewport": {"width": 375, "height": 900}}, {}], indirect=True)
def test_each_number_is_the_one_of_autograd(view):
    for row, angle in (([4, 4], 0), ([-4, 0], 90), ([1.5, -2.5], 180), ([0, 1], -180), ([-1, -0.5], -143)):
        row_to(view, row)
        turn_to(view, angle)
        hat, gradient = autograd(row, angle)
        expected = [*row, np.hypot(*row), *hat, math.sqrt(2), *gradient, np.hypot(*gradient), 0]
        assert decimals(status(view)) == pytest.approx(expected, abs=0.0051), (row, angle)
        assert place(view) == pytest.approx(row, abs=0.02)
        # The arrow of the gradient begins at the row and is as long as it.
        lines = view.locator("line.nc-gradient")
        if np.hypot(*gradient) > 0.4:
            tip = view.locator("path.nc-gradient").get_attribute("transform").split("(")[1].split(")")[0]
            x, y = map(float, tip.split())
            assert [x / 160 - 1, 1 - y / 160] == pytest.approx(np.add(row, gradient) / 4.6, abs=1e-6)
            begin = [float(lines.get_attribute(name)) for name in ("x1", "y1")]
            assert [begin[0] / 160 - 1, 1 - begin[1] / 160] == pytest.approx(np.array(row) / 4.6, abs=1e-6)


def test_the_goals_are_reached_by_what_they_ask_for(view):
    assert goals(view) == [False, False] and "Before the row was moved" not in status(view)
    row_to(view, [2.0, 2.6])
    assert goals(view) == [False, False] and "times that" in status(view)
    row_to(view, [3, 4])
    assert goals(view) == [False, True] and "1.62 long: it is now 0.50 times that" in status(view)
    turn_to(view, 53)
    assert goals(view) == [True, True] and "shorter than 0.005" in status(view)
    turn_to(view, 90)
    assert goals(view) == [True, True] and "shorter" not in status(view)


def test_turning_g_does_not_halve_the_gradient_by_the_row_alone(view):
    half = np.hypot(*autograd(ROW, ANGLE)[1]) / 2
    angle = min(range(60, 150), key=lambda angle: abs(np.hypot(*autograd(ROW, angle)[1]) - half))
    turn_to(view, angle)
    assert decimals(status(view))[-2] == pytest.approx(half, abs=0.02) and goals(view) == [False, False]
    view.get_by_role("button", name="Start over").press("Enter")
    assert decimals(status(view))[-2] == pytest.approx(2 * half, abs=0.0051)
    turn_to(view, 180)
    row_to(view, [2, 0])  # along g
    assert goals(view) == [True, False]


def test_the_row_is_moved_by_arrow_keys_and_never_gets_too_short(view):
    tab_to(handle(view))
    for key, row in (("ArrowRight", [1.6, 2]), ("ArrowUp", [1.6, 2.1]), ("Shift+ArrowDown", [1.6, 1.6])):
        view.page.keyboard.press(key)
        assert decimals(status(view))[:2] == pytest.approx(row)
    assert has_focus(handle(view)) and "(1.60, 1.60)" in handle(view).get_attribute("aria-label")
    for _ in range(30):
        view.page.keyboard.press("ArrowLeft")
    assert decimals(status(view))[:2] == pytest.approx([-1.4, 1.6])
    for _ in range(30):
        view.page.keyboard.press("Shift+ArrowLeft")
    assert decimals(status(view))[:2] == pytest.approx([-4, 1.6])  # the end of the picture
    for row in ([0, 0], [0.2, 0.1], [-0.3, 0.4]):
        row_to(view, row)
        assert decimals(status(view))[2] == pytest.approx(1, abs=0.0051)
    for name in ("x₁", "x₂"):
        view.get_by_label(name, exact=True).fill("9")
        view.get_by_label(name, exact=True).press("Enter")
    assert decimals(status(view))[:2] == [4, 4]


def test_the_row_is_dragged(view):
    box, plane = handle(view).bounding_box(), view.locator("svg").bounding_box()
    mouse = view.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(plane["x"] + plane["width"] / 4, plane["y"] + plane["height"] / 4, steps=3)
    assert decimals(status(view))[:2] == pytest.approx([-2.3, 2.3])
    mouse.up()
    mouse.move(plane["x"] + plane["width"] / 4 + 9, plane["y"] + plane["height"] / 4)
    assert decimals(status(view))[:2] == pytest.approx([-2.3, 2.3]) and goals(view)[0] is False
