"""The piece of the weight-tying chapter, in Chromium: what it shows against PyTorch's own gradients."""

from __future__ import annotations

import json
import re

import numpy as np
import piecepage
import pytest
import torch
import torch.nn.functional as F
from bookpages import ROOT
from piecepage import Piece, decimals

WORDS = ["cat", "dog", "sat", "the"]
TABLE = np.array([[-0.6, 1.0], [-0.9, 0.6], [0.5, -0.9], [0.9, 0.7]])
INNER = np.array([[-1.2, 0.9], [1.1, 1.3]])
GOALS = ["pulled apart", "moves twice as far", "nearly certain"]
RATE, READ, TARGET, STEPS = 0.6, 3, 0, 8


def case(read: int, target: int, table=TABLE) -> dict:
    """One position by autograd, its two sides kept apart by two tables of equal values."""
    U, W = (torch.tensor(table).requires_grad_() for _ in range(2))
    h = torch.tanh(U[read] @ torch.from_numpy(INNER))
    logits = W @ h
    loss = F.cross_entropy(logits[None], torch.tensor([target]))
    inputs, output = torch.autograd.grad(loss, (U, W))
    parts = {
        "h": h,
        "logits": logits,
        "p": logits.softmax(0),
        "output": output,
        "input": inputs,
        "loss": loss,
    }
    return {name: value.detach().numpy().tolist() for name, value in parts.items()}


def after(steps: int, read: int = READ, target: int = TARGET) -> np.ndarray:
    """The table after so many steps of gradient descent on one pair, by autograd on the tied model."""
    E = torch.tensor(TABLE, requires_grad=True)
    for _ in range(steps):
        loss = F.cross_entropy(
            (E @ torch.tanh(E[read] @ torch.from_numpy(INNER)))[None], torch.tensor([target])
        )
        (grad,) = torch.autograd.grad(loss, E)
        E = (E - RATE * grad).detach().requires_grad_()
    return E.detach().numpy()


def a_little_more(values: list, i: int) -> None:
    values[i] += 1e-3


PIECE = Piece(
    "tied-view",
    {
        "words": WORDS,
        "table": TABLE.tolist(),
        "W": INNER,
        "rate": RATE,
        "read": READ,
        "target": TARGET,
        "goals": GOALS,
        "cases": [[case(i, t) for t in range(len(WORDS))] for i in range(len(WORDS))],
        "after": {"steps": STEPS, "table": after(STEPS).tolist()},
    },
    "A tied table",
    refuses=(
        (
            lambda data: a_little_more(data["cases"][0][1]["logits"], 2),
            "read cat, next dog: logits differs from the values computed by NumPy",
        ),
        (lambda data: a_little_more(data["after"]["table"][1], 0), f"the table after {STEPS} steps differs"),
    ),
)


def choose(view, read: int, target: int) -> None:
    view.get_by_label("token read").select_option(str(read))
    view.get_by_label("token that comes next").select_option(str(target))


def check(view, read: int, target: int, table=TABLE) -> None:
    """Every number of the table, the bars and the status against the one that autograd gives."""
    now = case(read, target, table)
    total = np.array(now["output"]) + now["input"]
    for j, row in enumerate(view.locator("tbody tr").all()):
        place, logit, output, inputs, both = row.locator("td").all_text_contents()
        assert [float(x) for x in re.findall(r"-?\d+\.?\d*", place.replace("−", "-"))] == pytest.approx(
            table[j], abs=6e-4
        )
        assert decimals(logit) == pytest.approx([now["logits"][j]], abs=6e-4)
        assert decimals(output) == pytest.approx(now["output"][j], abs=6e-4)
        assert decimals(both) == pytest.approx(total[j], abs=6e-4)
        if j == read:
            assert decimals(inputs) == pytest.approx(now["input"][j], abs=6e-4)
        else:
            assert inputs == "none" and now["input"][j] == [0.0, 0.0]
    for j, item in enumerate(view.locator(".td-rows > li").all()):
        assert decimals(item.locator(".td-p").inner_text()) == pytest.approx([now["p"][j]], abs=6e-4)
        width = item.locator(".td-bar").evaluate("node => parseFloat(node.style.width)")
        assert width == pytest.approx(100 * now["p"][j], abs=1e-2)
        assert ("is-target" in (item.get_attribute("class") or "")) == (j == target)
    lengths = np.linalg.norm(total, axis=1)
    longest = int(lengths.argmax())
    status = view.get_by_role("status").inner_text()
    assert decimals(status)[:3] == pytest.approx([now["p"][target], now["loss"], lengths[longest]], abs=6e-4)
    assert f"The longest gradient is that of “{WORDS[longest]}”" in status


def arrows(view, kind: str) -> np.ndarray:
    """(x1, y1, x2, y2) of each arrow of a kind, upwards positive."""
    lines = view.locator(f"line.td-arrow-{kind}").all()
    found = [[float(line.get_attribute(name)) for name in ("x1", "y1", "x2", "y2")] for line in lines]
    return np.array(found).reshape(-1, 4) * [1, -1, 1, -1]


def test_it_shows_what_autograd_gives(view):
    check(view, READ, TARGET)
    for read, target in ((2, 2), (3, 1), (1, 3)):
        choose(view, read, target)
        check(view, read, target)


def test_the_arrows_go_against_the_two_sides_and_meet(view):
    choose(view, 3, 1)
    now = case(3, 1)
    out, into = arrows(view, "out"), arrows(view, "in")
    points = [
        [float(dot.get_attribute("cx")), -float(dot.get_attribute("cy"))]
        for dot in view.locator("circle.td-point").all()
    ]
    assert len(out) == len(points) == len(WORDS) and len(into) == 1
    for drawn, gradient in [*zip(out, now["output"]), (into[0], now["input"][3])]:
        step = drawn[2:] - drawn[:2]
        assert step @ gradient == pytest.approx(-np.linalg.norm(step) * np.linalg.norm(gradient), rel=1e-6)
    for drawn, point in zip(out, points):
        assert drawn[:2] == pytest.approx(point)
    # The second arrow begins where the first ends.
    assert into[0][:2] == pytest.approx(out[3][2:])
    assert "the moves by" in view.get_by_role("img").get_attribute("aria-label")


def test_a_side_can_be_hidden(view):
    view.get_by_role("checkbox", name="output side").uncheck()
    assert len(arrows(view, "out")) == 0
    assert arrows(view, "in")[0][:2] == pytest.approx(
        [
            float(view.locator("circle.td-point").nth(READ).get_attribute("cx")),
            -float(view.locator("circle.td-point").nth(READ).get_attribute("cy")),
        ]
    )
    view.get_by_role("checkbox", name="output side").check()
    view.get_by_role("checkbox", name="input side").uncheck()
    assert len(arrows(view, "out")) == len(WORDS) and len(arrows(view, "in")) == 0


def test_steps_are_those_of_gradient_descent(view):
    step = view.get_by_role("button", name="Take a step")
    for n in range(1, STEPS + 1):
        step.click()
        if n in (1, STEPS):
            check_after(view, n)
    view.get_by_role("button", name="Start over").click()
    check(view, READ, TARGET)


def check_after(view, n: int) -> None:
    status = view.get_by_role("status").inner_text()
    assert f"After {n} step" in status
    now = case(READ, TARGET, after(n))
    for j, row in enumerate(view.locator("tbody tr").all()):
        assert decimals(row.locator("td").nth(1).text_content()) == pytest.approx(
            [now["logits"][j]], abs=6e-4
        )
        assert decimals(row.locator("td").nth(2).text_content()) == pytest.approx(now["output"][j], abs=6e-4)


def test_goals_are_found_by_acting(view):
    def met():
        return [text for text in GOALS if view.get_by_text(f"✓ {text}").count()]

    assert met() == []
    for read in range(len(WORDS)):  # whatever is on the way is found where its condition holds
        for target in range(len(WORDS)):
            choose(view, read, target)
    pairs = [case(i, t) for i in range(len(WORDS)) for t in range(len(WORDS))]
    apart = any(np.dot(c["output"][n // 4], c["input"][n // 4]) < 0 for n, c in enumerate(pairs))
    lengths = [np.linalg.norm(np.array(c["output"]) + c["input"], axis=1) for c in pairs]
    twice = any(size[n % 4] > 2 * size[n // 4] for n, size in enumerate(lengths))
    sure = any(c["p"][n % 4] > 0.9 for n, c in enumerate(pairs))
    assert met() == [goal for goal, yes in zip(GOALS, (apart, twice, sure)) if yes] and not sure
    choose(view, READ, TARGET)
    for _ in range(10):
        view.get_by_role("button", name="Take a step").click()
    assert GOALS[2] in met() and case(READ, TARGET, after(10))["p"][TARGET] > 0.9


def test_it_is_worked_by_keyboard_alone(view):
    page = view.page
    piecepage.tab_to(view.get_by_label("token read"))
    page.keyboard.press("ArrowUp")
    check(view, 2, TARGET)
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    check(view, 2, 3)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert "After 1 step:" in view.get_by_role("status").inner_text()


@pytest.mark.parametrize("width", [375, 1280])
def test_a_table_that_does_not_fit_is_a_stop_of_the_tab_key(view, width):
    view.page.set_viewport_size({"width": width, "height": 900})
    view.locator("summary").click()
    view.page.wait_for_function(
        "() => { const box = document.querySelector('.td-box'); "
        "return (box.tabIndex === 0) === (box.scrollWidth > box.clientWidth + 1); }"
    )


def test_the_chapter_feeds_it_the_right_values() -> None:
    """The cells of the chapter's page, run alone, against autograd on the chapter's own table."""
    text = (ROOT / "book" / "chapters" / "weight-tying" / "gradient.md").read_text(encoding="utf-8")
    cell: dict = {}
    for source in re.findall(r"```\{code-cell\} ipython3\n(?::tags:[^\n]*\n)?(.*?)```", text, re.DOTALL)[:4]:
        exec(re.sub(r"^wb\.piece.*$|^import workbench as wb$", "", source, flags=re.MULTILINE), cell)
    data = json.loads(json.dumps(cell["data"], default=lambda value: value.tolist()))
    V = len(data["words"])
    for read in range(V):
        for target in range(V):
            E = torch.tensor(data["table"], dtype=torch.float64, requires_grad=True)
            h = torch.tanh(E[read] @ torch.tensor(data["W"], dtype=torch.float64))
            loss = F.cross_entropy((E @ h)[None], torch.tensor([target]))
            loss.backward()
            given = data["cases"][read][target]
            total = np.add(given["output"], given["input"])
            assert E.grad is not None
            np.testing.assert_allclose(total, E.grad.numpy(), rtol=0, atol=1e-14)
            np.testing.assert_allclose(given["loss"], loss.item(), rtol=1e-14)
    assert (
        data["after"]["steps"] > 0 and np.abs(np.subtract(data["after"]["table"], data["table"])).max() > 0.1
    )
