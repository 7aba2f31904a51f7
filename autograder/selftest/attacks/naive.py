"""Naive graders, which the controls of the attempts (`controls`) run on a submission.

Each does, in a few lines, what a grader does that trusts its input.
"""

import json
import secrets
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

from autograder.selftest import demo_class
from autograder.selftest.attacks import harness
from autograder.selftest.attacks.harness import ATTACKED, TOPIC, WRONG, Place


def handed_in(build, place: Place) -> Path:
    """Return the folder of a submission that the attempt's `build` writes into a new course."""
    folder = place.folder / f"built-{secrets.token_hex(4)}" / "submitted" / "attempt" / TOPIC
    folder.mkdir(parents=True)
    right = demo_class.fill(harness.handed_out(), demo_class.right_answers(TOPIC) | {ATTACKED: WRONG})
    build(right, folder, place)
    return folder


def graded(folders: list[Path]) -> tuple[list[Path], Exception | None]:
    """Grade the notebooks in turn; return the folders with a page written, and what ended the run."""
    done = []
    try:
        for folder in folders:
            notebook = json.loads((folder / f"{TOPIC}.ipynb").read_text("utf-8"))
            page = "\n".join(f"<pre>{''.join(cell['source'])}</pre>" for cell in notebook["cells"])
            (folder / "page.html").write_text(page, "utf-8")
            done.append(folder)
    except Exception as error:  # noqa: BLE001 - this is what the naive grader does not do
        return done, error
    return done, None


def costs_the_neighbour(build, place: Place, error: type) -> bool:
    """Return whether a class's run ends with `error` at the submission, before the next student's turn."""
    neighbour = place.folder / "course" / "submitted" / harness.NEIGHBOURS[-1] / TOPIC
    done, raised = graded([handed_in(build, place), neighbour])
    return done == [] and isinstance(raised, error) and graded([neighbour]) == ([neighbour], None)


def in_a_kernel(sources: list[str]):
    """Return the notebook of these cells after a Jupyter kernel has run them, as in nbgrader."""
    import nbclient
    from nbformat.v4 import new_code_cell, new_notebook

    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    return nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3", allow_errors=True).execute()


class _Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.live, self._tag = [], ""

    def handle_starttag(self, tag, attributes):
        self._tag = tag
        self.live += [f"{name}={value}" for name, value in attributes if name.startswith("on")]

    def handle_data(self, data):
        if self._tag == "script":
            self.live.append(data.strip())

    def handle_endtag(self, tag):
        self._tag = ""


def live(html: str) -> list[str]:
    """Return what a browser would run of a page: its scripts and event attributes."""
    page = _Page()
    page.feed(html)
    return page.live


def python(code: str, **more) -> subprocess.CompletedProcess:
    """Run code in a new Python process and return how it ends."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=60,
        **({"stdin": subprocess.DEVNULL} | more),
    )


def asked_between(build, place: Place) -> str:
    """Return what is printed if cells run in one process, and a fork of it calls `lookup` at its check."""
    cells = json.loads((handed_in(build, place) / f"{TOPIC}.ipynb").read_text("utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    asked = next(n for n, source in enumerate(sources) if f"def {ATTACKED}(" in source) + 1
    ask = (
        "import os, numpy as _n\nif os.fork() == 0:\n"
        f"    {ATTACKED}(_n.ones((7, 3)), _n.array([0]))\n    os._exit(0)\nos.wait()"
    )
    done = python("\n\n".join([*sources[:1], sources[asked - 1], ask, sources[-1]]))
    return done.stdout + done.stderr
