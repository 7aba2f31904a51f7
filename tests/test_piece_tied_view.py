"""The piece of the weight-tying chapter, in Chromium: what it shows against PyTorch's own gradients."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import browser
import numpy as np
import pytest
import torch
import torch.nn.functional as F

ROOT = Path(__file__).resolve().parent.parent
VOCAB = ["the", "cat", "dog", "sat"]
TABLE = np.array([[0.9, 0.7], [-0.6, 1.0], [-0.9, 0.6], [0.5, -0.9]])
INNER = np.array([[-1.2, 0.9], [1.1, 1.3]])


def case(read: int, target: int) -> dict:
    """One position by autograd, its two sides kept apart by two tables of equal values."""
    U, W = (torch.from_numpy(TABLE).clone().requires_grad_() for _ in range(2))
    h = torch.tanh(U[read] @ torch.from_numpy(INNER))
    logits = W @ h
    loss = F.cross_entropy(logits[None], torch.tensor([target]))
    inputs, output = torch.autograd.grad(loss, (U, W))
    parts = {"h": h, "logits": logits, "p": logits.softmax(0), "output": output, "input": inputs, "total": inputs + output, "loss": loss}
    return {name: value.detach().numpy().tolist() for name, value in parts.items()}


def document(change=lambda data: None) -> str:
    """A page with the piece alone, made by the helper as a notebook makes it."""
    spec = importlib.util.spec_from_file_location("workbench_tied_view", ROOT / "book" / "workbench.py")
    workbench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(workbench)
    cases = [[case(i, t) for t in range(len(VOCAB))] for i in range(len(VOCAB))]
    data = {"vocab": VOCAB, "table": TABLE, "cases": cases, "read": 0, "target": 1}
    change(data)
    shown = workbench.piece("tied-view", data, label="A tied table")._repr_mimebundle_()["text/html"]
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>A piece</title><body>{shown}</body></html>'


@pytest.fixture(scope="module")
def chromium():
    with browser.browser() as started:
        yield started


@pytest.fixture
def view(chromium, monkeypatch):
    monkeypatch.delenv("BOOK_BUILD", raising=False)
    page = chromium.new_page(viewport={"width": 1280, "height": 1000})
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_content(document())
    yield page.locator("tied-view")
    page.close()
    assert errors == []


def numbers(text: str) -> list[float]:
    return [float(found) for found in re.findall(r"-?\d+\.\d+", text.replace("−", "-"))]


def check(view, read: int, target: int) -> None:
    """Every number of the table and the status against the one that autograd gives."""
    now = case(read, target)
    for j, row in enumerate(view.locator("tbody tr").all()):
        logit, p, output, inputs, total = row.locator("td").all_inner_texts()[1:]
        assert numbers(logit) == pytest.approx([now["logits"][j]], abs=6e-4)
        assert numbers(p) == pytest.approx([now["p"][j]], abs=6e-4)
        assert numbers(output) == pytest.approx(now["output"][j], abs=6e-4)
        assert numbers(total) == pytest.approx(now["total"][j], abs=6e-4)
        if j == read:
            assert numbers(inputs) == pytest.approx(now["input"][j], abs=6e-4)
        else:
            assert inputs == "none" and now["input"][j] == [0.0, 0.0]
        assert ("is-target" in (row.get_attribute("class") or "")) == (j == target)
    status = view.get_by_role("status").inner_text()
    lengths = np.linalg.norm(now["total"], axis=1)
    longest = int(lengths.argmax())
    expected = [*now["h"], now["p"][target], now["loss"], lengths[longest]]
    assert numbers(status) == pytest.approx(expected, abs=6e-4)
    assert f"The longest gradient is that of “{VOCAB[longest]}”" in status


def test_the_table_shows_what_autograd_gives(view):
    check(view, 0, 1)
    for read, target in ((2, 2), (3, 0), (1, 3)):
        view.get_by_label("token read").select_option(str(read))
        view.get_by_label("token that comes next").select_option(str(target))
        check(view, read, target)


def test_the_arrows_go_against_the_gradient(view):
    view.get_by_label("token that comes next").select_option("2")
    total = np.array(case(0, 2)["total"])
    arrows = [
        np.array([float(line.get_attribute(name)) for name in ("x1", "y1", "x2", "y2")])
        for line in view.locator("line.td-arrow").all()
    ]
    points = [[float(dot.get_attribute(name)) for name in ("cx", "cy")] for dot in view.locator("circle").all()]
    assert len(arrows) == len(points) == len(VOCAB)
    for (x1, y1, x2, y2), point, gradient in zip(arrows, points, total):
        assert [x1, y1] == pytest.approx(point)
        step = np.array([x2 - x1, y1 - y2])  # upwards is positive
        assert step @ gradient == pytest.approx(-np.linalg.norm(step) * np.linalg.norm(gradient))
    assert "the moves by" in view.get_by_role("img").get_attribute("aria-label")


def test_it_is_worked_by_keyboard_alone_and_has_a_name(view):
    page = view.page
    assert page.get_by_role("group", name="A tied table").count() == 1
    page.keyboard.press("Tab")
    assert page.get_by_label("token read").evaluate("node => node === document.activeElement")
    page.keyboard.press("ArrowDown")
    check(view, 1, 1)
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    check(view, 1, 3)


@pytest.mark.parametrize("width", [375, 1280])
def test_the_page_does_not_scroll_sideways(view, width):
    view.page.set_viewport_size({"width": width, "height": 900})
    assert view.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    # A table that does not fit scrolls in its box, which is then a stop of the Tab key.
    view.page.wait_for_function("() => { const box = document.querySelector('.td-box'); return (box.tabIndex === 0) === (box.scrollWidth > box.clientWidth + 1); }")


def test_values_that_python_did_not_compute_are_refused(chromium, monkeypatch):
    monkeypatch.delenv("BOOK_BUILD", raising=False)
    page = chromium.new_page()

    def spoil(data: dict) -> None:
        data["cases"][0][1]["logits"][2] += 1e-3

    page.set_content(document(spoil))
    shown = page.locator("tied-view").inner_text()
    page.close()
    assert "row dog differs from the values computed by NumPy" in shown


def test_the_chapter_feeds_it_the_right_values():
    """The cell of the chapter, run alone, against autograd on the chapter's own table."""
    text = (ROOT / "book" / "chapters" / "weight-tying.md").read_text(encoding="utf-8")
    source = re.search(r"^vocab = \[.*?(?=^wb\.piece)", text, re.DOTALL | re.MULTILINE)[0]

    def softmax(z):
        e = np.exp(z - z.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)

    cell: dict = {"np": np, "softmax": softmax}
    exec(source, cell)
    data = json.loads(json.dumps(cell["data"], default=lambda value: value.tolist()))
    V = len(data["vocab"])
    for read in range(V):
        for target in range(V):
            E = torch.tensor(data["table"], dtype=torch.float64, requires_grad=True)
            h = torch.tanh(E[read] @ torch.from_numpy(cell["W"]))
            loss = F.cross_entropy((E @ h)[None], torch.tensor([target]))
            loss.backward()
            given = data["cases"][read][target]
            np.testing.assert_allclose(given["total"], E.grad.numpy(), rtol=0, atol=1e-14)
            np.testing.assert_allclose(given["loss"], loss.item(), rtol=1e-14)
