"""Make `book/reference/formgrader.png`: formgrader's list of a graded class, in the system's Chromium.

    python -m autograder demo --dir DIR && python tests/formgrader_screen.py DIR

The server listens on the loopback address alone, without a token, and ends with this script.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from browser import browser

ROOT = Path(__file__).resolve().parent.parent
SCREEN = ROOT / "book" / "reference" / "formgrader.png"
PAGE, WIDTH, HEIGHT = "/formgrader/gradebook/lookup/lookup", 1100, 700


def serve(course: Path, home: str) -> tuple[subprocess.Popen, str]:
    """A Jupyter server with formgrader on the course, and its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = os.environ | {
        "HOME": home,
        "JUPYTER_CONFIG_DIR": f"{home}/jupyter",
        "JUPYTER_DATA_DIR": f"{home}/data",
    }
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "jupyter",
            "server",
            "--no-browser",
            "--allow-root",
            "--ip=127.0.0.1",
            f"--port={port}",
            "--ServerApp.port_retries=0",
            "--IdentityProvider.token=",
            f"--ServerApp.root_dir={course}",
        ],
        cwd=course,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    for _ in range(120):
        if process.poll() is not None:
            break
        try:
            urllib.request.urlopen(f"{address}/api", timeout=5).close()
            return process, address
        except OSError:
            time.sleep(0.5)
    process.kill()
    raise SystemExit(f"{course}: no Jupyter server came up")


def main(course: Path) -> None:
    if not (course / "gradebook.db").is_file():
        raise SystemExit(
            f"{course}: holds no gradebook.db; run `python -m autograder demo --dir {course}` first"
        )
    home = tempfile.mkdtemp(prefix="formgrader-")
    process, address = serve(course.resolve(), home)
    try:
        with browser() as chromium:
            page = chromium.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(address + PAGE)
            page.wait_for_selector("td a:has-text('Submission #1')")
            page.screenshot(path=SCREEN)
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(home)
    print(f"{SCREEN}: {SCREEN.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
