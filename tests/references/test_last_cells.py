"""What the last cell of a notebook builds: with the solutions it ends in a figure or a text."""

import ast

import pytest
import reference

from autograder import topics
from autograder.release import solutions

DATA = ("excerpt", "table")


def last_cells(topic: str) -> dict[str, str]:
    cells = solutions.filled(topics.solution_path(topic))
    return {cell.grade_id: cell.node["source"] for cell in cells if cell.grade_id in ("build", *DATA)}


BUILDING = [topic for topic in topics.topics() if "build" in last_cells(topic)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("topic", BUILDING)
def test_it_builds_something_with_the_solutions(topic, capsys, monkeypatch):
    plt = pytest.importorskip("matplotlib.pyplot")
    monkeypatch.setattr(plt, "show", lambda *args, **options: None)
    plt.close("all")
    cells = last_cells(topic)
    names = vars(reference.load(topic)) | {"last_cell": lambda make: make()}
    capsys.readouterr()
    for name in (*DATA, "build"):
        if name in cells:
            exec(cells[name], names)
    drawn = [ax for number in plt.get_fignums() for ax in plt.figure(number).axes]
    plt.close("all")
    assert drawn or len(capsys.readouterr().out.split()) > 20


@pytest.mark.parametrize("topic", BUILDING)
def test_it_carries_at_most_60_kB_and_stands_behind_the_last_check(topic):
    cells = [cell for cell in solutions.filled(topics.solution_path(topic)) if cell.grade_id]
    order = [cell.grade_id for cell in cells]
    assert sum(len(last_cells(topic).get(name, "")) for name in DATA) <= 60_000
    assert max(n for n, cell in enumerate(cells) if cell.holds_tests) < order.index("build")
    assert order[-1] == "summary"
    (made,) = ast.parse(last_cells(topic)["build"]).body[-1:]
    assert ast.unparse(made).startswith("@last_cell")
