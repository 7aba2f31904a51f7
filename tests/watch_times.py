"""How long an author waits: `python tests/watch_times.py COPY` edits ten pages of a copy of this repository.

`make book` has been run in COPY; its pages are edited one after the other under `book/watch.py`, and left
edited. Each time runs from the saving of a sentence to the page that a browser has got with it.
"""

import os
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import bookpages

EDITS = 10


def spread(root: Path) -> list[str]:
    """Choose pages from the smallest to the largest source."""
    pages = sorted(bookpages.toc(root), key=lambda name: (root / f"{name}.md").stat().st_size)
    return [pages[round(i * (len(pages) - 1) / (EDITS - 1))] for i in range(EDITS)]


def edit(path: Path, sentence: str) -> None:
    """Put a sentence of its own at the end of a page."""
    path.write_text(f"{path.read_text('utf-8').rstrip()}\n\n{sentence}\n", "utf-8")


def main() -> None:
    root = Path(sys.argv[1]).resolve()
    command = [sys.executable, str(root / "book" / "watch.py"), "--port", "0"]
    process = subprocess.Popen(command, cwd=root, text=True, stdout=subprocess.PIPE)
    try:
        assert process.stdout
        line = next(line for line in process.stdout if "http://" in line)
        base, times = bookpages.matched(r"http://127\.0\.0\.1:\d+", line)[0], []
        for name in spread(root):
            sentence = f"A sentence about {time.time_ns()}."
            with urllib.request.urlopen(f"{base}/{name}.html") as page:
                script = bookpages.matched(r'EventSource\("(.*?)" \+ .*? \+ "(.*?)"\)', page.read().decode())
            with urllib.request.urlopen(f"{base}{script[1]}/{name}.html{script[2]}") as news:
                begin = time.monotonic()
                edit(root / f"{name}.md", sentence)
                while news.readline() != b"data: written\n":
                    pass  # a sign of life
            with urllib.request.urlopen(f"{base}/{name}.html") as page:
                assert sentence in page.read().decode(), f"{name} came without the sentence"
            times.append(time.monotonic() - begin)
            print(f"{times[-1]:5.2f} s  {name} ({(root / f'{name}.md').stat().st_size:,d} bytes)", flush=True)
        load = " ".join(f"{value:.1f}" for value in os.getloadavg())
        print(f"median {statistics.median(times):.2f} s, longest {max(times):.2f} s; load {load}")
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
