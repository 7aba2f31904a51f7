"""The twelve trainings of the frequency chapter in Chromium: what the piece shows is what Python computed."""

from __future__ import annotations

import itertools
import json
import re

import numpy as np
import piecepage
import pytest
import torch
from bookpages import ROOT, matched
from piecepage import Piece

CHAPTER = ROOT / "book" / "chapters" / "frequency" / "norms.md"
V, NEVER, SEEDS = 400, 12, 3
SETTINGS = list(itertools.product((False, True), ("SGD", "AdamW"), (0.02, 1.0)))


def spearman(x: np.ndarray, y: np.ndarray) -> float:
    """By the definition, pairwise: a rank is the number of smaller values plus half of the equal others."""
    a, b = (np.array([(v < u).sum() + ((v == u).sum() - 1) / 2 for u in v]) for v in (x, y))
    return float(np.corrcoef(a, b)[0, 1])


def trainings() -> dict:
    """Made-up lengths: rising with frequency, falling, and neither."""
    rng = np.random.default_rng(0)
    counts = np.append(np.sort(rng.integers(1, 900, V - NEVER))[::-1], np.zeros(NEVER, int))
    lengths, tables, rho = {}, {}, {}
    for setting in SETTINGS:
        tied, _, sigma = setting
        slope = 0 if sigma == 1.0 else -1 if tied else 1
        noise = rng.random((SEEDS, V)) * (0.2 if slope else 3)
        lengths[setting] = (2 + slope * counts / 900 + noise).astype(np.float32)
        begin = torch.from_numpy(sigma * rng.standard_normal((SEEDS, V, 8)))
        tables[setting] = (begin, begin)
        rho[setting] = [spearman(counts, n) for n in lengths[setting]]
    return {
        "lengths": lengths,
        "tables": tables,
        "rho": rho,
        "settings": SETTINGS,
        "V": V,
        "never": NEVER,
        "np": np,
    }


def data_of_the_chapter() -> dict:
    """What the chapter's own cell makes of these lengths."""
    source = matched(
        r"^live = V - never$.*?(?=^wb\.piece)", CHAPTER.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )[0]
    names = dict(MADE)
    exec(source, names)
    return names["piece"]


MADE = trainings()
DATA = data_of_the_chapter()


PIECE = Piece(
    "norm-view",
    DATA,
    "Length against frequency",
    refuses=(
        (lambda data: data["settings"].pop(), "is missing"),
        (lambda data: data.update(ranks=data["ranks"][::-1]), "not in rising order"),
        (lambda data: data["settings"][0].update(norms=[1.0]), "has 1 lengths, expected"),
        (lambda data: data["settings"][0].update(means=[1.0]), "has 1 means, expected"),
        (lambda data: data["settings"][0]["rho"].append(1.5), "a correlation outside"),
        (lambda data: data.update(chosen=[True, "nobody", 1.0]), "is not among the data"),
    ),
)


def choose(view, tied: bool, rule: str, sigma: float) -> None:
    view.get_by_label("Table").select_option(label="tied" if tied else "untied")
    view.get_by_label("Optimizer").select_option(label=rule)
    view.get_by_label("Initial σ").select_option(label=f"{sigma:g}")


def check(view, setting) -> None:
    """Points, table and sentence against the lengths that the trainings left."""
    lengths, live = MADE["lengths"][setting], V - NEVER
    edges = [0, 10, 100, 300, live, V]
    means = [lengths[:, a:b].mean() for a, b in zip(edges, edges[1:], strict=False)]
    shown = [float(text) for text in view.locator("td").all_inner_texts()]
    assert shown == pytest.approx(means, abs=0.0056)  # three digits in the data, two on the page

    rows = [*DATA["ranks"], *range(live, V)]
    circles = view.locator("circle").evaluate_all(
        "nodes => nodes.map((node) => [node.getAttribute('cx'), node.getAttribute('cy')].map(Number))"
    )
    assert len(circles) == len(rows)
    # Heights are a falling linear function of length: zero at the lower axis, the largest tick at the upper.
    ticks = view.locator("svg g text").evaluate_all(
        "nodes => nodes.map((node) => [Number(node.textContent), Number(node.getAttribute('y')) - 5])"
    )
    (low, y_low), (high, y_high) = ticks[0], ticks[-1]
    wanted = [y_low + (lengths[0, row] - low) / (high - low) * (y_high - y_low) for row in rows]
    assert [y for _, y in circles] == pytest.approx(wanted, abs=0.4)
    seen = [x for x, _ in circles[: len(DATA["ranks"])]]
    logs = np.log(np.array(DATA["ranks"]) + 1)
    assert seen == pytest.approx(list(seen[0] + (seen[-1] - seen[0]) * logs / logs[-1]), abs=0.01)
    assert min(x for x, _ in circles[len(DATA["ranks"]) :]) > max(seen)

    status = view.get_by_role("status").inner_text()
    rho = MADE["rho"][setting]
    tied, rule, sigma = setting
    assert status.startswith(f"{'Tied' if tied else 'Untied'}, {rule}, σ = {sigma:g}:")
    figures = [float(text.replace("−", "-")) for text in re.findall(r"[+−]\d\.\d\d", status)]
    assert figures == pytest.approx(rho, abs=0.0051)
    says = (
        "more frequent rows tend to be longer"
        if min(rho) > 0.15
        else "rarer rows tend to be longer"
        if max(rho) < -0.15
        else "No clear tendency"
    )
    assert says in status
    begin = MADE["tables"][setting][1].norm(dim=2).mean().item()
    assert float(matched(r"At initialization (\d+\.\d\d)\.$", status)[1]) == pytest.approx(begin, abs=0.0056)
    line = float(view.locator("line.nv-start").get_attribute("y1"))
    assert line == pytest.approx(y_low + (begin - low) / (high - low) * (y_high - y_low), abs=0.4)
    picture = view.get_by_role("img").get_attribute("aria-label")
    assert f"1 to 10: {shown[0]:.2f}" in picture


def test_it_begins_with_the_chosen_setting(view):
    check(view, tuple(DATA["chosen"]))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_setting_shows_what_python_computed(view, setting):
    choose(view, *setting)
    check(view, setting)


def test_the_made_up_trainings_have_all_three_outcomes():
    outcomes = {
        "up" if min(rho) > 0.15 else "down" if max(rho) < -0.15 else "none" for rho in MADE["rho"].values()
    }
    assert outcomes == {"up", "down", "none"}


def test_it_is_worked_by_keyboard_alone(view):
    for label in ("Table", "Optimizer", "Initial σ"):
        piecepage.tab_to(view.get_by_label(label))
        view.page.keyboard.press("ArrowDown")
    check(view, (True, "AdamW", 1.0))


@piecepage.less_motion
def test_nothing_moves_for_those_who_asked_for_less_motion(view):
    assert piecepage.stand_still(view.locator("circle"))


def test_the_data_stay_small():
    """They stand in the page twice, for the script and for readers without it."""
    assert 2 * len(json.dumps(DATA)) < 100_000 and len(DATA["settings"]) == len(SETTINGS)
