"""The piece of the scatter-add chapter in Chromium, against NumPy's own sums of the same positions."""

import numpy as np
import piecepage
import pytest
from piecepage import data_of


@pytest.fixture
def view(in_book):
    with in_book("chapters/scatter-add") as page:
        yield page.locator("scatter-view")


def sums(view) -> list[list[float]]:
    """What the rows hold, [added, buffered] for each."""
    rows = view.locator(".sv-rows > li").all()
    return [[float(text) for text in row.locator(".sv-sum").all_inner_texts()] for row in rows]


def expected(data: dict, ids, count: int) -> list[list[float]]:
    """By NumPy for the first `count` positions; of writes to one row the last stays, as in the cell above."""
    added, buffered = np.zeros(data["V"]), np.zeros(data["V"])
    ids, grads = np.array(ids[:count], dtype=int), np.array(data["grads"][:count], dtype=float)
    np.add.at(added, ids, grads)
    for id, value in zip(ids, buffered[ids] + grads):
        buffered[id] = value
    return [[added[row], buffered[row]] for row in data["rows"]]


def test_every_step_holds_what_numpy_holds(view):
    data = data_of(view)
    assert sums(view) == expected(data, data["ids"], len(data["ids"]))
    view.get_by_role("button", name="Start over").click()
    for count in range(len(data["ids"]) + 1):
        assert sums(view) == expected(data, data["ids"], count)
        if count < len(data["ids"]):
            view.get_by_role("button", name="Next position").click()
    view.get_by_role("button", name="Back").click()
    assert sums(view) == expected(data, data["ids"], len(data["ids"]) - 1)


@pytest.mark.parametrize(
    "ids, goal", [([5, 7, 10, 15, 42], 0), ([5, 5, 5, 7, 10], None), ([5, 5, 5, 5, 5], 2)]
)
def test_a_reader_reaches_the_goals_by_choosing_ids(view, ids, goal):
    data = data_of(view)
    for position, id in enumerate(ids):
        view.locator("select").nth(position).select_option(str(id))
    assert sums(view) == expected(data, ids, len(ids))
    lost = sum(added - kept for added, kept in expected(data, ids, len(ids)))
    assert f"+= has lost {lost:.0f} of {sum(data['grads'])}" in view.get_by_role("status").inner_text()
    assert piecepage.met(view.locator(".sv-goals li"))[goal] if goal is not None else lost == 3


def test_the_middle_goal_can_be_reached(view):
    data = data_of(view)
    (text, sum_lost) = data["goals"][1]
    ids = [5, 7, 7, 7, 10]  # 2 and 4 are lost under 8
    for position, id in enumerate(ids):
        view.locator("select").nth(position).select_option(str(id))
    lost = sum(added - kept for added, kept in expected(data, ids, len(ids)))
    assert lost == sum_lost and text in view.get_by_role("status").inner_text()
