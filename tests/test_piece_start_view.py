"""The sliders of the initialization chapter in Chromium: what they show is what Python computes."""

from __future__ import annotations

import importlib.util
import json
import math

import bookpages
import browser
import numpy as np
import pytest
import torch

PAGE = "chapters/initialization"
NAMES = ["mean", "spread", "score", "weight", "weight_normed", "logit", "unrelated", "own"]


@pytest.fixture(scope="module")
def chromium():
    with browser.browser() as started:
        yield started


@pytest.fixture(scope="module")
def address(built_site):
    with browser.serve(built_site) as base:
        yield f"{base}/{bookpages.page_path(built_site, PAGE).relative_to(built_site)}"


@pytest.fixture
def view(chromium, address):
    """The piece on its page, as a reader finds it."""
    page = chromium.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    found = page.locator("start-view[data-ready]")
    found.wait_for()
    yield found
    page.close()
    assert not faults, faults


@pytest.fixture
def data(view) -> dict:
    return json.loads(view.locator('script[type="application/json"]').text_content())


def shown(view) -> dict[str, float]:
    cells = view.locator("td[data-name]").evaluate_all("nodes => nodes.map((node) => [node.dataset.name, node.innerText])")
    return {name: float(text) for name, text in cells}


def sliders(view):
    return view.get_by_label("Standard deviation"), view.get_by_label("Width")


def three_digits(value: float) -> float:
    return float(f"{value:.3g}")


def test_every_setting_shows_the_numbers_that_python_computed(view, data):
    sigma, width = sliders(view)
    for i, d in enumerate(data["widths"]):
        width.fill(str(i))
        for j, std in enumerate(data["sigmas"]):
            sigma.fill(str(j))
            wanted = {name: three_digits(data[name][i][j]) for name in NAMES}
            assert shown(view) == pytest.approx(wanted, rel=1e-2), (d, std)
            status = view.get_by_role("status").inner_text()
            assert status.startswith(f"σ = {std:g}, d = {d}:")
            own, limit = data["own"][i][j], data["log_v"] + 1
            assert ("the token it has just read" in status) == (own >= limit)


def test_the_numbers_of_the_closed_forms_are_right(data):
    """Computed anew: the mean by the recurrence m(d) m(d + 1) = d, in exact order from d = 1."""
    means, m = {}, math.sqrt(2 / math.pi)
    for d in range(1, max(data["widths"]) + 1):
        means[d] = m
        m = d / m
    for i, d in enumerate(data["widths"]):
        for j, std in enumerate(data["sigmas"]):
            assert data["mean"][i][j] == pytest.approx(std * means[d], rel=1e-10)
            assert data["spread"][i][j] == pytest.approx(std * math.sqrt(d - means[d] ** 2), rel=1e-6)
            assert data["score"][i][j] == pytest.approx(std**2)
            assert data["logit"][i][j] == pytest.approx(std * math.sqrt(d))


def logsumexp(z: np.ndarray) -> np.ndarray:
    top = z.max(axis=1, keepdims=True)
    return top[:, 0] + np.log(np.exp(z - top).sum(axis=1))


@pytest.mark.parametrize("i", [0, 2])
def test_the_sampled_numbers_are_right(data, i):
    """The same draws once more, everything after them in float64 NumPy."""
    d, V, keys = data["widths"][i], data["V"], data["keys"]
    g = torch.Generator().manual_seed(d)
    unit = torch.randn(V, d, generator=g).double().numpy()
    ids, targets = torch.randint(V, (2, 48), generator=g).numpy()
    states = {"unrelated": torch.randn(48, d, generator=g).double().numpy(), "own": unit[ids]}
    W_Q, W_K = torch.randn(2, d, d, generator=g).double().numpy() / math.sqrt(d)
    rows = unit[:keys]
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    assert data["lengths"][i] == pytest.approx(np.linalg.norm(unit[: len(data["lengths"][i])], axis=1), rel=1e-5)
    for j, std in enumerate(data["sigmas"]):
        for name, x in (("weight", std * rows), ("weight_normed", rows / lengths * math.sqrt(d))):
            S = (x @ W_Q) @ (x @ W_K).T / math.sqrt(d)
            largest = np.exp(S.max(axis=1) - logsumexp(S)).mean()
            assert data[name][i][j] == pytest.approx(largest, rel=1e-4), (name, std)
        for name, h in states.items():
            h = h / np.linalg.norm(h, axis=1, keepdims=True) * math.sqrt(d)
            z = std * h @ unit.T
            loss = (logsumexp(z) - z[np.arange(48), targets]).mean()
            assert data[name][i][j] == pytest.approx(loss, rel=1e-4), (name, std)


def test_the_dots_stand_where_the_lengths_are(view, data):
    sigma, _ = sliders(view)
    sigma.fill("3")
    std, unit = data["sigmas"][3], data["lengths"][data["widths"].index(data["start"][0])]
    wanted = [25 * (math.log10(std * length) + 2) for length in unit]
    styles = view.locator(".st-dot").evaluate_all("nodes => nodes.map((node) => parseFloat(node.style.left))")
    assert styles == pytest.approx(wanted, abs=0.01)
    text = view.get_by_role("img").get_attribute("aria-label")
    assert f"from {three_digits(std * min(unit)):g} to {three_digits(std * max(unit)):g}" in text


def test_the_sliders_work_by_keyboard_and_say_what_they_set(view, data):
    sigma, width = sliders(view)
    i, j = data["widths"].index(data["start"][0]), data["sigmas"].index(data["start"][1])
    assert shown(view)["own"] == pytest.approx(data["own"][i][j], rel=1e-2)
    sigma.focus()
    for key, column in (("ArrowLeft", j - 1), ("ArrowLeft", j - 2), ("Home", 0), ("ArrowRight", 1), ("End", len(data["sigmas"]) - 1)):
        view.page.keyboard.press(key)
        assert sigma.get_attribute("aria-valuetext") == f"{data['sigmas'][column]:g}"
        assert shown(view)["own"] == pytest.approx(data["own"][i][column], rel=1e-2)
    view.page.keyboard.press("Tab")
    assert width.evaluate("node => node === document.activeElement")
    view.page.keyboard.press("Home")
    assert width.get_attribute("aria-valuetext") == str(data["widths"][0])
    assert shown(view)["mean"] == pytest.approx(data["mean"][0][-1], rel=1e-2)


def test_the_output_of_a_notebook_works_alone(chromium, data, monkeypatch):
    """Outside the book an output brings its scripts and style; nothing else is on this page."""
    monkeypatch.delenv("BOOK_BUILD", raising=False)
    spec = importlib.util.spec_from_file_location("workbench_alone", bookpages.ROOT / "book" / "workbench.py")
    workbench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(workbench)
    label = data.pop("label")
    page = chromium.new_page()
    page.set_content(workbench.piece("start-view", data, label=label)._repr_mimebundle_()["text/html"])
    found = page.locator("start-view[data-ready]")
    sliders(found)[0].fill("0")
    i = data["widths"].index(data["start"][0])
    assert shown(found)["unrelated"] == pytest.approx(data["unrelated"][i][0], rel=1e-2)
    page.close()


def test_nothing_moves_for_those_who_asked_for_less_motion(chromium, address):
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    dot = page.locator("start-view[data-ready] .st-dot").first
    dot.wait_for()
    assert dot.evaluate("node => getComputedStyle(node).transitionDuration") == "0s"
    context.close()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data["own"].pop(), "own should have"),
        (lambda data: data["mean"][0].__setitem__(0, 1.0), "outside the bounds"),
        (lambda data: data.__setitem__("start", [3, 1.0]), "not among the settings"),
    ],
)
def test_data_that_cannot_be_right_are_refused_in_words(view, data, change, complaint):
    change(data)
    message = view.page.evaluate(
        """(data) => {
          const node = document.createElement("start-view");
          const script = document.createElement("script");
          script.type = "application/json";
          script.textContent = JSON.stringify(data);
          node.append(script);
          window.addEventListener("error", (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, { capture: true, once: true });
          document.body.append(node);
          return node.querySelector(".piece-error").textContent;
        }""",
        data,
    )
    assert complaint in message
