"""Pictures of the built book: every page, to look through, and the four of the README.

    python tests/screenshots.py [NAME ...]     one PNG a page, theme and width, in _build/screenshots/
    python tests/screenshots.py --front        the README's, in book/pictures/

Without either, both.
"""

from __future__ import annotations

import argparse
import html
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import bookpages
import browser
from PIL import Image
from tqdm import tqdm

SITE = bookpages.ROOT / "_build" / "html"
OUT = bookpages.ROOT / "_build" / "screenshots"
WIDTHS = (375, 1280)
THEMES = ("light", "dark")
TALLEST = 16_000  # Chromium draws no taller picture

PICTURES = bookpages.ROOT / "book" / "pictures"
WIDE = 1200  # pixels of a picture at most; a README shows it at about 800
HEAVY = 150_000  # bytes of a picture at most
# One mistake in three pictures: `dE[ids] += g` keeps one contribution of a repeated id.
TOPIC, FUNCTION, ANSWER = "scatter-add", "embedding_backward", "wrong-buffered"
UNTIL = "table.checks tbody tr"  # of the student's page: the check that names the mistake
COMMANDS = (f"answers --show {TOPIC}/{FUNCTION}/{ANSWER}", f"answers {TOPIC}/{FUNCTION} --seeds 2")
PANEL = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #16191f; color: #e4e6ea }
pre { margin: 0; padding: 20px 24px; width: max-content; font: 14px/1.45 "DejaVu Sans Mono", monospace }
b { color: #8fc7ff; font-weight: normal }
</style>"""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python tests/screenshots.py", description=__doc__.split("\n\n")[0])
    names = [page.name for page in bookpages.pages()]
    parser.add_argument("names", nargs="*", metavar="NAME", help="pages, as chapters/lookup (default: all)")
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR", help="folder of the pages' pictures")
    parser.add_argument("--shown", action="store_true", help="with the answer of every prediction")
    parser.add_argument("--front", action="store_true", help="only the four pictures of the README")
    args = parser.parse_args(argv)
    unknown = sorted(set(args.names) - set(names))
    if unknown:
        parser.error(f"no such page: {', '.join(unknown)}; there are {', '.join(names)}")
    if not (SITE / "index.html").is_file():
        print(f"screenshots: no built book in {SITE}; run `make book` first", file=sys.stderr)
        return 1
    with browser.serve(SITE) as address, browser.browser() as chromium:
        if not args.front:
            every_page(chromium, address, args.names or names, args.out, args.shown)
        if args.front or not args.names:
            front(chromium, address)
    return 0


def every_page(chromium, address: str, names: list[str], out: Path, shown: bool) -> None:
    """Picture whole pages in each theme and width."""
    out.mkdir(parents=True, exist_ok=True)
    views = [(name, theme, width) for name in names for theme in THEMES for width in WIDTHS]
    for name, theme, width in tqdm(views, unit="picture", disable=not sys.stderr.isatty()):
        page = chromium.new_page(
            viewport={"width": width, "height": 900},
            color_scheme=theme,
            reduced_motion="reduce",
            **(browser.shown(address) if shown else {}),
        )
        page.goto(f"{address}/{bookpages.page_path(SITE, name).relative_to(SITE)}")
        page.evaluate(browser.SETTLED)
        height = page.evaluate("document.documentElement.scrollHeight")
        for part, top in enumerate(range(0, height, TALLEST)):
            more = f"-{part + 1}" if height > TALLEST else ""
            clip = {"x": 0, "y": top, "width": width, "height": min(TALLEST, height - top)}
            page.screenshot(
                path=out / f"{name.replace('/', '-')}-{theme}-{width}{more}.png", full_page=True, clip=clip
            )
        page.close()
    print(f"screenshots: {len(views)} views of {len(views) // 4} pages in {out}")


def front(chromium, address: str) -> None:
    """Make the README's pictures."""
    cover, chapter = (bookpages.page_path(SITE, n).relative_to(SITE) for n in ("index", f"chapters/{TOPIC}"))
    with tempfile.TemporaryDirectory(prefix="screenshots-") as scratch:
        panel = Path(scratch) / "terminal.html"
        panel.write_text(PANEL + f"<pre>{terminal()}</pre>", "utf-8")
        feedback = graded(Path(scratch) / "course")
        save(chromium, "cover", f"{address}/{cover}", "body", width=1000, scale=1.2, height=770)
        # The piece as a reader sees it after the guess.
        more = browser.shown(address)
        save(chromium, "piece", f"{address}/{chapter}", "scatter-view", width=900, scale=1.6, **more)
        save(chromium, "feedback", feedback.as_uri(), "body", width=800, scale=1.5, until=UNTIL)
        save(chromium, "terminal", panel.as_uri(), "pre", width=900, scale=1.3)


def save(
    chromium, name: str, target: str, part: str, *, width: int, scale: float, height=0, until="", **more
) -> None:
    """Picture the first visible `part` of a page, cut at `height` or after the first `until`."""
    page = chromium.new_page(
        viewport={"width": width, "height": 1000},
        device_scale_factor=scale,
        color_scheme="light",
        reduced_motion="reduce",
        **more,
    )
    page.goto(target)
    page.evaluate(browser.SETTLED)
    clip = page.locator(f"{part}:visible").first.bounding_box()
    if until:
        end = page.locator(until).first.bounding_box()
        height = end["y"] + end["height"] - clip["y"]
    picture = page.screenshot(full_page=True, clip=clip | {"height": height or clip["height"]})
    page.close()
    path = PICTURES / f"{name}.webp"
    path.parent.mkdir(exist_ok=True)
    image = Image.open(io.BytesIO(picture))
    image.save(path, quality=85, method=6)
    size = path.stat().st_size
    if size > HEAVY or image.width > WIDE:
        raise ValueError(f"{path}: {size} bytes, {image.width} pixels wide; at most {HEAVY} and {WIDE}")
    print(f"screenshots: {path.relative_to(bookpages.ROOT)}, {image.width} x {image.height}, {size} bytes")


def run(*arguments: str) -> str:
    """Run a command of the grader, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "autograder", *arguments],
        cwd=bookpages.ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def terminal() -> str:
    """Return commands and what they print, as HTML."""
    return "\n\n".join(
        f"<b>$ python -m autograder {command}</b>\n{html.escape(run(*command.split()).strip())}"
        for command in COMMANDS
    )


def graded(course: Path) -> Path:
    """Grade a class of one, whose notebook has one mistake, and return its page."""
    sys.path.append(str(bookpages.ROOT))
    from autograder.selftest import bank, demo_class
    from autograder.topics import exercise_path

    (wrong,) = (a for a in bank.answers(TOPIC) if (a.function, a.label) == (FUNCTION, ANSWER))
    # The bank's remarks are not a student's.
    source = "\n".join(line for line in wrong.source.splitlines() if not line.startswith("#"))
    notebook = json.loads(exercise_path(TOPIC).read_text("utf-8"))
    filled = demo_class.fill(notebook, demo_class.right_answers(TOPIC) | {FUNCTION: source})
    student = "one-mistake"
    folder = course / "submitted" / student / TOPIC
    folder.mkdir(parents=True)
    (folder / f"{TOPIC}.ipynb").write_text(json.dumps(filled), "utf-8")
    run("grade", "--course", str(course), TOPIC)
    return course / "feedback" / student / TOPIC / f"{TOPIC}.html"


if __name__ == "__main__":
    sys.exit(main())
