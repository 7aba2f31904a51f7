"""An assignment in JupyterLab: "Run All Cells" reaches the last cell, though nothing is written yet."""

import json
import urllib.request

import nbformat
import pytest
from test_pieces_in_jupyterlab import jupyterlab

from autograder import topics

TOPIC = topics.topics()[0]


@pytest.mark.long
def test_run_all_reaches_the_summary(chromium, tmp_path):
    folder = tmp_path / "lab" / "work"
    folder.mkdir(parents=True)
    notebook = nbformat.read(topics.exercise_path(TOPIC), as_version=nbformat.NO_CONVERT)
    path = folder / f"{TOPIC}.ipynb"
    nbformat.write(notebook, path)
    tried = [cell.id.removeprefix("try-") for cell in notebook.cells if cell.id.startswith("try-")]
    with jupyterlab(path) as address, chromium.new_page(viewport={"width": 1280, "height": 900}) as page:
        # A kernel that is there already: else JupyterLab may ask which one, in a dialog.
        session = {"path": path.name, "type": "notebook", "name": "", "kernel": {"name": "python3"}}
        asked = urllib.request.Request(f"{address}/api/sessions", json.dumps(session).encode(), method="POST")
        urllib.request.urlopen(asked).close()
        page.goto(f"{address}/lab/tree/{path.name}")
        idle = page.locator(".jp-Notebook-ExecutionIndicator[data-status='idle']")
        idle.wait_for(state="attached", timeout=60_000)
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        last = "[...document.querySelectorAll('.jp-Cell-outputArea')].at(-1)?.innerText"
        page.wait_for_function(f"{last}?.includes('{tried[-1]}:')", timeout=120_000)
        said = page.evaluate(last).strip().split("\n")
        assert said == [f"{name}: not written yet" for name in tried]
