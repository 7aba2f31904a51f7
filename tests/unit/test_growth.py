"""What `bench --growth` measures and prints: exponents, classes of copies, and the tables."""

import json
import math

import pytest

from autograder import cli
from autograder.grading import grade
from autograder.selftest import bench, growth

RUN = {"seconds": 2.0, "work": 1.0, "memory": 5e7}
CLASS = {"first": RUN, "again": RUN, "gradebook": 1_000_000}
ROWS = {
    "date": "2031-02-03",
    "commit": "commit abc1234",
    "cores": 2,
    "load": 0.1,
    "graded": "tests/course",
    "left out": growth.LEFT_OUT,
    "examined": [CLASS | {"size": 100}, CLASS | {"size": 1000, "first": RUN | {"seconds": 20.0}}],
    "recorded": [CLASS | {"size": size} for size in growth.RECORDED],
    **{
        kind: [{"size": size, "submission": 1e-3 * size, "memory": 5e7} for size in (1, 10, 100)]
        for kind in ("cells", "printed", "checks")
    },
}


@pytest.mark.parametrize("power", [0.0, 0.5, 1.0, 2.0])
def test_an_exponent_is_the_power_of_the_size(power):
    sizes = [100, 1000, 10_000]
    assert growth.exponent(sizes, [3 * size**power for size in sizes]) == pytest.approx(power)


def test_an_exponent_is_the_slope_of_a_line_through_points_that_lie_on_none():
    import numpy as np

    sizes, costs = [10, 70, 300, 2000], [1.0, 9.0, 8.0, 200.0]
    slope = np.polyfit(np.log(sizes), np.log(costs), 1)[0]
    assert growth.exponent(sizes, costs) == pytest.approx(slope) and not math.isclose(slope, 1, rel_tol=0.05)


def test_the_tables_name_what_was_graded_on_which_commit_and_what_was_left_out():
    lines = growth.table(ROWS)
    for word in ("tests/course", "commit abc1234", "2031-02-03", growth.LEFT_OUT, "2 cores"):
        assert word in lines[0]
    assert "| 1,000 | 20.0 | 20 | 1.0 | 50 | 2.00 | 50 | 1.00 |" in lines
    assert "| exponent | 1.00 | 0.00 | -1.00 | 0.00 | 0.00 | 0.00 | 0.00 |" in lines
    assert lines[-3:] == [
        "| 100 | 100 | 50 |",
        "| exponent | 1.00 | 0.00 |",
        "| of the last two | 1.00 | 0.00 |",
    ]


def test_the_command_writes_figures_and_readme_and_a_quick_one_no_figures(tmp_path, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(growth, "measure", lambda quick, say: asked.append(quick) or ROWS)
    monkeypatch.setattr(growth, "FILE", tmp_path / "growth.json")
    monkeypatch.setattr(bench, "into_readme", lambda lines, marks: asked.append((lines, marks)))
    monkeypatch.setattr(grade.bwrap, "missing", list)
    assert cli.main(["bench", "--growth", "--quick"]) == 0 and not growth.FILE.exists()
    assert capsys.readouterr().out.splitlines() == growth.table(ROWS)
    assert cli.main(["bench", "--growth", "--readme"]) == 0
    assert json.loads(growth.FILE.read_text("utf-8"))["recorded"][2]["size"] == 10_000
    assert asked == [True, False, (growth.table(ROWS), growth.MARKS)]
    readme = bench.README.read_text("utf-8")
    assert all(readme.count(mark) == 1 for mark in growth.MARKS)


def test_added_cells_and_output_are_of_the_size_that_is_said(tmp_path, capsys):
    root = growth.content(tmp_path / "content")
    growth.write_class(tmp_path / "plain", root, 1)
    growth.write_class(tmp_path / "more", root, 1, added=["x = 1"] * 10)
    cells = [
        len(json.loads(path.read_text("utf-8"))["cells"])
        for name in ("plain", "more")
        for path in (tmp_path / name).glob("submitted/*/*/*.ipynb")
    ]
    assert cells[1] - cells[0] == 10
    exec(growth._print(10_000))
    assert len(capsys.readouterr().out) == 10_000
