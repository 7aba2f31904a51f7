"""`%check` where notebooks are written: in JupyterLab and in Notebook 7."""

import json
import urllib.request

import nbformat
import pytest
from test_pieces_in_jupyterlab import jupyterlab

from autograder.checks import loading
from autograder.grading.feedback import points
from autograder.selftest import demo_class
from autograder.topics import ROOT, exercise_path

TOPIC, FUNCTION = "lookup", "lookup"
PLACES = [("jupyterlab", "lab/tree"), pytest.param("notebook", "notebooks", marks=pytest.mark.long)]


@pytest.mark.parametrize(("app", "place"), PLACES)
def test_the_magic_tells_the_verdict_in_the_cell_and_asks_to_save_first(app, place, chromium, tmp_path):
    folder = tmp_path / "lab" / "work"
    folder.mkdir(parents=True)
    work = demo_class.fill(
        json.loads(exercise_path(TOPIC).read_text("utf-8")), demo_class.right_answers(TOPIC)
    )
    made = nbformat.from_dict(work)
    asking = ["%load_ext autograder", f"%check {FUNCTION}", "mine = 1"]
    made.cells = [nbformat.v4.new_code_cell(source) for source in asking] + made.cells
    path = folder / f"{TOPIC}.ipynb"
    nbformat.write(made, path)
    possible = points(sum(check.points for check in loading.suite(TOPIC).of(FUNCTION)))
    viewport = {"width": 1280, "height": 900}
    with jupyterlab(path, app, PYTHONPATH=str(ROOT)) as address, chromium.new_page(viewport=viewport) as page:
        session = {"path": path.name, "type": "notebook", "name": path.name, "kernel": {"name": "python3"}}
        asked = urllib.request.Request(f"{address}/api/sessions", json.dumps(session).encode(), method="POST")
        urllib.request.urlopen(asked).close()
        page.goto(f"{address}/{place}/{path.name}")
        page.locator(".jp-Notebook-ExecutionIndicator[data-status='idle']").wait_for(
            state="attached", timeout=60_000
        )

        def run(number: int, typed: str = "") -> str:
            """Run a cell, after what is typed at its end, and return what stands below it once it is done."""
            cell = page.locator(".jp-CodeCell").nth(number)
            cell.locator(".cm-content").click()
            page.keyboard.press("Control+End")
            page.keyboard.type(typed)
            before = cell.locator(".jp-InputPrompt").inner_text()
            page.keyboard.press("Control+Enter")
            page.wait_for_function(
                "([at, before]) => { const now = document.querySelectorAll('.jp-CodeCell')[at]"
                ".querySelector('.jp-InputPrompt').innerText; return now != before && /\\d/.test(now); }",
                arg=[number, before],
                timeout=60_000,
            )
            return cell.locator(".jp-OutputArea").inner_text()

        run(0)
        assert f"{TOPIC}: {possible} of {possible} points" in run(1)
        run(2, " + 1")
        assert f"Save the notebook first: {path.name} does not hold what ran here." in run(1)
