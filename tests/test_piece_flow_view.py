"""The piece of the language-model chapter, in Chromium: what it shows against the values it was given."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import piecepage
import pytest
from axe_playwright_python.sync_playwright import Axe

ROOT = Path(__file__).resolve().parent.parent
TOKENS, AWAITED = ["the", "value", "of"], ["value", "of", "x"]
MOMENTS = ["fresh model", "trained model"]


def stages() -> list[dict]:
    """Three stages of a model that never was: texts, small numbers of either sign, and a single number."""
    rng = np.random.default_rng(3)
    found = []
    for name, shape, item, columns in (
        ("rows", [1, 3, 64], 4, [("number 0", 3), ("length", 2)]),
        ("logits", [1, 3, 1234], 4, [("first", None), ("probability", 4)]),
        ("loss", [1], 8, [("loss", 3)]),
    ):
        cells = [
            [[f"word-{m}-{t}" if digits is None else float(rng.standard_normal()) for _, digits in columns] for t in range(3)]
            for m in range(2)
        ]
        cells[0][0][-1] = -0.00001  # must not become a negative zero
        found.append(
            {"name": name, "formula": f"{name} = f(x)", "shape": shape, "itemsize": item, "bytes": math.prod(shape) * item,
             "columns": [{"name": column} if digits is None else {"name": column, "digits": digits} for column, digits in columns],
             "notes": [f"A note on {name}, {moment}." for moment in MOMENTS], "cells": cells}
        )  # fmt: skip
    return found


def document(change=lambda data: None, theme: str = "light") -> str:
    data = {"tokens": TOKENS, "awaited": AWAITED, "moments": MOMENTS, "stages": stages()}
    change(data)
    return piecepage.document("flow-view", data, "On its way", theme)


@pytest.fixture
def view(chromium):
    with piecepage.opened(chromium, document()) as page:
        yield page.locator("flow-view")


def shown_number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


def check(view, at: int, moment: int) -> None:
    """The current step, the status and every cell against the values of this stage."""
    stage = stages()[at]
    current = view.locator('[aria-current="step"]')
    assert current.count() == 1 and current.inner_text() == f"{at + 1} {stage['name']}"
    shape = "one number" if stage["shape"] == [1] else str(tuple(stage["shape"]))
    assert view.get_by_role("status").inner_text() == (
        f"Stage {at + 1} of 3, {stage['name']}, {MOMENTS[moment]}: {stage['formula']}. "
        f"Shape {shape}, {stage['bytes']:,} bytes. {stage['notes'][moment]}"
    )
    heads = view.locator("thead th").all_inner_texts()
    assert heads == ["reads", "awaits", *(column["name"] for column in stage["columns"])]
    for t, row in enumerate(view.locator("tbody tr").all()):
        values = [
            value if column.get("digits") is None else shown_number(value, column["digits"])
            for value, column in zip(stage["cells"][moment][t], stage["columns"], strict=True)
        ]
        assert row.locator("th, td").all_inner_texts() == [f"{t}: {TOKENS[t]}", AWAITED[t], *values]
    assert view.locator("tbody tr").count() == len(TOKENS)
    for name, off in (("Back", at == 0), ("Next stage", at == 2)):
        assert view.get_by_role("button", name=name).get_attribute("aria-disabled") == str(off).lower()


def test_every_stage_shows_the_values_it_was_given_at_both_moments(view):
    check(view, 0, 0)
    for moment, name in enumerate(MOMENTS):
        view.get_by_label(name, exact=True).check()
        for at in range(3):
            view.locator("ol button").nth(at).click()
            check(view, at, moment)


def test_back_and_next_stop_at_the_ends(view):
    back, following = (view.get_by_role("button", name=name) for name in ("Back", "Next stage"))
    back.press("Enter")
    check(view, 0, 0)
    for at in (1, 2, 2):
        following.press("Enter")
        check(view, at, 0)
    back.press("Enter")
    check(view, 1, 0)


def test_it_is_worked_by_keyboard_alone_and_has_a_name(view):
    page = view.page
    focused = lambda: page.evaluate("(document.activeElement.labels?.[0] ?? document.activeElement).textContent")  # noqa: E731
    assert page.get_by_role("group", name="On its way").count() == 1
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    check(view, 1, 0)
    assert focused() == "2 logits"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert focused() == "Next stage"
    page.keyboard.press("Space")
    check(view, 2, 0)
    assert focused() == "Next stage"  # at the end the button keeps the focus
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert focused() == MOMENTS[1]
    check(view, 2, 1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_hard_to_read_or_without_a_name(chromium, theme):
    with piecepage.opened(chromium, document(theme=theme), viewport={"width": 375, "height": 900}) as page:
        found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [375, 1280])
def test_the_page_does_not_scroll_sideways(view, width):
    view.page.set_viewport_size({"width": width, "height": 900})
    for at in range(3):
        view.locator("ol button").nth(at).click()
        assert view.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize(
    "spoil, says",
    [
        (lambda data: data["stages"][1].update(bytes=7), "logits: the shape gives 14808 bytes, the data say 7"),
        (lambda data: data["stages"][0]["cells"][1].pop(), "rows: 2 rows for 3 tokens"),
        (lambda data: data["stages"][2]["cells"][0][1].append(1.0), "loss: 2 values for 1 columns"),
        (lambda data: data["stages"][0]["notes"].pop(), "rows: 1 notes and 2 tables for 2 moments"),
        (lambda data: data["moments"].append("later"), "3 moments, expected 2"),
        (lambda data: data["awaited"].pop(), "3 tokens and 2 awaited"),
    ],
)
def test_data_that_do_not_fit_are_refused_by_name(chromium, spoil, says):
    assert says in piecepage.refused(chromium, document(spoil))


def test_the_chapter_feeds_it_the_right_values():
    """The functions and the cell of the chapter, run alone on a small model; PyTorch is the referee."""
    import torch
    import torch.nn.functional as F

    text = (ROOT / "book" / "chapters" / "language-model.md").read_text(encoding="utf-8")
    sources = [re.sub(r"\A(:\w.*\n)+", "", found) for found in re.findall(r"^```\{code-cell\}[^\n]*\n(.*?)^```\s*$", text, re.M | re.S)]
    cell = {"np": np, "math": math, "torch": torch, "nn": torch.nn, "F": F}

    def functions(*names: str) -> None:
        for name in names:
            found = [re.search(rf"^(def|class) {name}\b.*?(?=^\S|\Z)", source, re.M | re.S) for source in sources]
            exec(next(match[0] for match in found if match), cell)

    cell["EPS"] = 1e-6
    functions("embed", "rms_norm", "rms_norm_backward", "start", "block_forward", "rows", "block_backward", "head_backward",
              "table_gradient", "loss_and_gradients", "train_step", "place_losses", "AttentionLM", "in_torch")  # fmt: skip
    V, d, L = 12, 8, 6
    names = [f"w{chr(97 + i)}" for i in range(V)]
    windows = np.random.default_rng(0).integers(0, V, (4, L + 1))
    models = [cell["start"](V, d, L, np.random.default_rng(seed), std=0.5, dtype=np.float32) for seed in (1, 2)]
    cell.update(V=V, d=d, words=names, test_windows=windows, fresh=models[0], model=models[1])
    source = next(source for source in sources if 'wb.piece("flow-view"' in source)
    exec(source[: source.index("wb.piece(")], cell)
    data = cell["data"]

    ids, awaited = windows[0, :5], windows[0, 1:6]
    assert data["tokens"] == [names[i] for i in ids] and data["awaited"] == [names[i] for i in awaited]
    by_name = {stage["name"]: stage for stage in data["stages"]}
    for m, p in enumerate(models):
        lm = cell["in_torch"](p)
        tensors = {name: value.detach().numpy() for name, value in lm.named_parameters()}
        x = tensors["E"][ids] + tensors["P"][:5]
        rows = {"rows": tensors["E"][ids], "rows with places": x, "norm": x / np.sqrt((x**2).mean(axis=1, keepdims=True) + 1e-6)}
        for name, value in rows.items():
            wanted = np.column_stack([value[:, :3], np.linalg.norm(value, axis=1)])
            np.testing.assert_allclose(by_name[name]["cells"][m], wanted, rtol=1e-5, atol=1e-6)
        z = lm(torch.from_numpy(ids[None]))[0]
        probabilities = torch.softmax(z, dim=1).detach().numpy()
        losses = F.cross_entropy(z, torch.from_numpy(awaited), reduction="none")
        np.testing.assert_allclose([row[1] for row in by_name["loss"]["cells"][m]], losses.detach(), rtol=1e-5)
        for row, p_row, aim in zip(by_name["logits"]["cells"][m], probabilities, awaited, strict=True):
            assert row[:3] == [names[i] for i in np.argsort(-p_row)[:3]]
            assert row[3] == pytest.approx(p_row[aim], rel=1e-5)
        losses.mean().backward()
        assert f"the sum has length {lm.E.grad.norm().item():.3f}" in by_name["gradients"]["notes"][m]
        with torch.no_grad():
            for value in lm.parameters():
                value -= 0.1 * value.grad
            later = F.cross_entropy(lm(torch.from_numpy(ids[None]))[0], torch.from_numpy(awaited), reduction="none")
        np.testing.assert_allclose([row[1] for row in by_name["update"]["cells"][m]], later, rtol=1e-4)
    for stage in data["stages"]:
        assert stage["bytes"] == math.prod(stage["shape"]) * stage["itemsize"]
