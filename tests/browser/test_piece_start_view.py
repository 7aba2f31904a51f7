"""The star and the first guess of the initialization chapter in Chromium: what they show, computed anew."""

from __future__ import annotations

import math

import numpy as np
import piecepage
import pytest
from piecepage import data_of

STAR, GUESS = "chapters/initialization", "chapters/initialization/first-guess"


def piece_of(page_name):
    @pytest.fixture
    def piece(in_book):
        with in_book(page_name) as page:
            found = page.locator("start-view[data-ready]")
            found.wait_for()
            yield found

    return piece


star, guess = piece_of(STAR), piece_of(GUESS)


@pytest.fixture(scope="module")
def alone(built_site):
    """The first guess as the output of its cell, without the book around it."""
    return piecepage.in_book(built_site, GUESS, "start-view")


def sliders(view):
    return view.get_by_label("Width"), view.get_by_label("Standard deviation")


def numbers(view, selector, name) -> np.ndarray:
    return np.array(
        view.locator(selector).evaluate_all(
            "(nodes, name) => nodes.map((node) => Number(node.getAttribute(name)))", name
        )
    )


def three(value: float) -> str:
    return f"{float(f'{value:.3g}'):g}"


def status(view) -> str:
    return view.get_by_role("status").inner_text()


def test_the_rays_are_as_long_as_the_rows_and_the_ring_is_their_mean(star):
    data, (width, _) = data_of(star), sliders(star)
    for i, lengths in enumerate(np.array(data["lengths"])):
        width.fill(str(i))
        rays = np.hypot(numbers(star, ".st-ray", "x2") - 150, numbers(star, ".st-ray", "y2") - 150)
        assert np.allclose(rays / rays.max(), lengths / lengths.max(), atol=1e-3) and 100 < rays.max() < 150
        assert np.isclose(
            numbers(star, ".st-ring", "r")[0] / rays.max(), lengths.mean() / lengths.max(), atol=1e-3
        )
        assert f"{three(lengths.mean())} long" in status(star)
        assert f"is {three(100 * lengths.std() / lengths.mean())} %" in status(star)


def test_the_width_makes_the_star_round_and_sigma_scales_it(star):
    data, (width, sigma) = data_of(star), sliders(star)
    before = numbers(star, ".st-ray", "x2") - 150
    sigma.fill("0")
    assert np.allclose(numbers(star, ".st-ray", "x2") - 150, data["sigmas"][0] / data["start"][1] * before)
    unit = data["lengths"][data["widths"].index(data["start"][0])]
    wanted = [25 * (math.log10(data["sigmas"][0] * length) + 2) for length in unit]
    styles = star.locator(".st-dot").evaluate_all("nodes => nodes.map((node) => parseFloat(node.style.left))")
    assert styles == pytest.approx([max(0, left) for left in wanted], abs=0.01)
    width.fill(str(len(data["widths"]) - 1))
    assert float(status(star).split("longest is ")[1].split()[0]) < 1.2


def test_the_lengths_are_those_of_random_rows(built_site):
    for page in (STAR, GUESS):
        data = piecepage.in_book(built_site, page, "start-view").data
        for d, lengths in zip(data["widths"], np.array(data["lengths"])):
            assert abs(np.mean(lengths**2) / d - 1) < 5 * math.sqrt(2 / d / len(lengths))


def test_the_bars_are_the_softmax_and_the_loss_is_its_mean_over_all_targets(guess):
    data, (width, sigma) = data_of(guess), sliders(guess)
    for i in range(len(data["widths"])):
        width.fill(str(i))
        for j, std in enumerate(data["sigmas"]):
            sigma.fill(str(j))
            z = std * np.array(data["scores"][i])
            p = np.exp(z - z.max()) / np.exp(z - z.max()).sum()
            assert np.allclose(numbers(guess, ".st-bar", "height") / 170, p, atol=1e-6)
            loss = -np.log(p).mean()
            says = status(guess)
            assert f"targets: {three(loss)}, where" in says and loss >= math.log(len(z)) - 1e-12
            assert ("nearly even" in says) == (loss - math.log(len(z)) < 0.1)


def test_an_even_guess_is_reached_and_a_wider_table_needs_a_smaller_sigma(guess):
    data, (width, sigma) = data_of(guess), sliders(guess)

    def largest_even(d):
        width.fill(str(data["widths"].index(d)))
        for j in reversed(range(len(data["sigmas"]))):
            sigma.fill(str(j))
            if "nearly even" in status(guess):
                return data["sigmas"][j]

    assert largest_even(1024) < largest_even(256) < largest_even(16)


def test_the_sliders_work_by_keyboard_and_say_what_they_set(guess):
    data, (width, sigma) = data_of(guess), sliders(guess)
    width.focus()
    width.press("Home")
    assert width.get_attribute("aria-valuetext") == str(data["widths"][0])
    piecepage.tab_to(sigma)
    for key, column in (("Home", 0), ("ArrowRight", 1), ("End", len(data["sigmas"]) - 1)):
        guess.page.keyboard.press(key)
        assert sigma.get_attribute("aria-valuetext") == f"{data['sigmas'][column]:g}"


def test_the_output_of_a_notebook_works_alone(chromium, alone):
    """Outside the book an output brings its scripts and style."""
    with alone.opened(chromium) as found:
        sliders(found)[1].fill("0")
        assert "nearly even" in status(found)


def test_nothing_moves_for_those_who_asked_for_less_motion(in_book):
    with in_book(GUESS, reduced_motion="reduce") as page:
        for part in (".st-dot", ".st-bar"):
            assert piecepage.stand_still(page.locator(f"start-view[data-ready] {part}"))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data["scores"].pop(), "scores should have"),
        (lambda data: data["lengths"].__setitem__(0, [1.0] * 30), "expected about"),
        (lambda data: data.__setitem__("start", [3, 1.0]), "not among the settings"),
    ],
)
def test_data_that_cannot_be_right_are_refused_in_words(chromium, alone, change, complaint):
    assert complaint in alone.refused(chromium, change)
