"""Quiz and pieces outside the book: a real JupyterLab page, and a notebook turned into HTML."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import browser
import nbformat
import piecepage
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from nbformat.sign import NotebookNotary

VOCAB = ["cat", "mat", "on", "sat", "the"]
TOKENS = [4, 0, 3, 2, 4, 1]
TABLE = [[row + column / 8 for column in range(3)] for row in range(5)]
CELLS = [
    "import workbench as wb",
    f"wb.piece('token-view', {dict(vocab=VOCAB, tokens=TOKENS, table=TABLE)!r}, label='Choose a token')",
    "wb.quiz('try-q1', 'Which row?', [wb.option('E[3]', 1 + 1 == 2, 'It is read.'), "
    "wb.option('E[:, 3]', False, 'A column.')])",
    "wb.piece('softmax-view', dict(words=['cat', 'mat'], z=[1, 2], target=0), label='Two logits')",
]


@pytest.fixture(scope="module")
def notebook(tmp_path_factory) -> Path:
    """An executed notebook that carries its helper, in a folder with nothing else."""
    sources = [piecepage.workbench().standalone_source(), *CELLS]
    made = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in sources],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )
    folder = tmp_path_factory.mktemp("lab") / "work"
    folder.mkdir()
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "BOOK_BUILD")
    }
    NotebookClient(made, resources={"metadata": {"path": str(folder)}}).execute(env=environment)
    nbformat.write(made, folder / "try.ipynb")
    return folder / "try.ipynb"


@contextlib.contextmanager
def jupyterlab(notebook: Path, app: str = "jupyterlab", **variables: str) -> Iterator[str]:
    """JupyterLab on the notebook's folder, with settings and trust of its own; yields its address.

    `app` may be "notebook", for Notebook 7; `variables` are those of the environment.
    """
    home = notebook.parent.parent / "home"
    home.mkdir()
    environment = {
        **os.environ,
        **variables,
        "HOME": str(home),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
    }
    # The outputs are trusted, as they are for whoever has run the cells.
    (home / "data").mkdir()
    NotebookNotary(data_dir=str(home / "data")).sign(nbformat.read(notebook, as_version=4))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        app,
        "--no-browser",
        "--allow-root",
        f"--notebook-dir={notebook.parent}",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        "--IdentityProvider.token=",
        "--ServerApp.password=",
        "--ServerApp.disable_check_xsrf=True",
        "--LabApp.extension_manager=readonly",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen(
        command,
        cwd=notebook.parent,
        env=environment,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            assert server.stderr  # a pipe
            log = []
            for line in server.stderr:  # ends when the server does
                log.append(line)
                if "is running at" in line:
                    break
            else:
                pytest.fail("JupyterLab did not start:\n" + "".join(log))
            # The rest of the log has to be read all the same: a full pipe would stop the server.
            rest = threading.Thread(target=server.stderr.read, daemon=True)
            rest.start()
            yield address
            stop_kernels(address)
            # Not terminate(): a server that is asked to stop just after a page has connected to
            # its kernel may wait for ever for a message to be delivered.
            server.kill()
            rest.join()
        finally:
            server.kill()


def stop_kernels(address: str) -> None:
    with urllib.request.urlopen(f"{address}/api/kernels") as answer:
        kernels = json.load(answer)
    for kernel in kernels:
        urllib.request.urlopen(
            urllib.request.Request(f"{address}/api/kernels/{kernel['id']}", method="DELETE")
        ).close()


def choose_and_check(view) -> None:
    """Choose the token "sat" and compare what is shown with what Python was given."""
    view.locator("button", has_text="sat").click(timeout=60_000)
    assert view.locator("[aria-pressed=true]").inner_text().split() == ["sat", "id", "3"]
    shown = view.locator("tr.is-chosen td").all_inner_texts()
    assert [float(text) for text in shown] == TABLE[VOCAB.index("sat")]


def keys_stay_inside(view) -> None:
    """Press arrow keys on native controls, which handle none themselves: JupyterLab must not take them."""
    slider, radios = view.get_by_role("slider").first, view.get_by_role("radio")
    slider.focus()
    for key, value in (("ArrowRight", "1.1"), ("ArrowUp", "1.2"), ("ArrowLeft", "1.1"), ("ArrowDown", "1")):
        view.page.keyboard.press(key)
        assert slider.input_value() == value, key
    radios.first.focus()
    for key, chosen in (("ArrowDown", 1), ("ArrowUp", 0)):
        view.page.keyboard.press(key)
        assert radios.nth(chosen).is_checked() and piecepage.has_focus(radios.nth(chosen)), key


def test_piece_and_quiz_work_in_jupyterlab(chromium, notebook):
    viewport = {"width": 1280, "height": 900}
    with jupyterlab(notebook) as address, chromium.new_page(viewport=viewport) as page:
        outside, errors = [], []
        own = (address, address.replace("http", "ws"), "data:", "blob:")
        page.on("request", lambda request: request.url.startswith(own) or outside.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{address}/lab/tree/{notebook.name}?reset")
        view = page.locator("token-view")
        choose_and_check(view)
        # JupyterLab has its own meaning for the arrow keys; inside the piece the piece's holds.
        page.keyboard.press("ArrowRight")
        assert view.locator("[aria-pressed=true]").inner_text().split() == ["on", "id", "2"]
        assert view.locator("button:focus").count() == 1
        keys_stay_inside(page.locator("softmax-view"))
        card = page.locator("quiz-card")
        card.get_by_label("E[3]").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        assert "Right" in card.get_by_role("status").inner_text()
        assert card.get_by_text("It is read.").is_visible()
        assert errors == []
        assert outside == []


def test_piece_and_quiz_work_in_an_html_export(chromium, notebook, tmp_path):
    html, _ = HTMLExporter().from_notebook_node(nbformat.read(notebook, as_version=4))
    (tmp_path / "try.html").write_text(html, encoding="utf-8")
    with browser.serve(tmp_path) as address, chromium.new_page() as page:
        # The export's own page asks other sites for MathJax and RequireJS; the pieces need neither.
        page.route(lambda url: not url.startswith(address), lambda route: route.abort())
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{address}/try.html")
        choose_and_check(page.locator("token-view"))
        assert page.locator("quiz-card fieldset").count() == 1
        assert [error for error in errors if "MathJax" not in error and "require" not in error] == []
