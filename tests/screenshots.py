"""Pictures of every page of the built book, to look through: `python tests/screenshots.py [NAME ...]`.

One PNG a page, theme and width, of the whole page, in _build/screenshots/.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import bookpages
import browser
from tqdm import tqdm

SITE = bookpages.ROOT / "_build" / "html"
OUT = bookpages.ROOT / "_build" / "screenshots"
WIDTHS = (375, 1280)
THEMES = ("light", "dark")
TALLEST = 16_000  # Chromium draws no taller picture


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python tests/screenshots.py", description=__doc__.split("\n\n")[0])
    names = [page.name for page in bookpages.pages()]
    parser.add_argument("names", nargs="*", metavar="NAME", help="pages, as chapters/lookup (default: all)")
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR", help="folder of the pictures")
    parser.add_argument("--shown", action="store_true", help="with the answer of every prediction")
    args = parser.parse_args(argv)
    unknown = sorted(set(args.names) - set(names))
    if unknown:
        parser.error(f"no such page: {', '.join(unknown)}; there are {', '.join(names)}")
    if not (SITE / "index.html").is_file():
        print(f"screenshots: no built book in {SITE}; run `make book` first", file=sys.stderr)
        return 1
    args.out.mkdir(parents=True, exist_ok=True)
    views = [(name, theme, width) for name in args.names or names for theme in THEMES for width in WIDTHS]
    with browser.serve(SITE) as address, browser.browser() as chromium:
        for name, theme, width in tqdm(views, unit="picture", disable=not sys.stderr.isatty()):
            page = chromium.new_page(
                viewport={"width": width, "height": 900},
                color_scheme=theme,
                reduced_motion="reduce",
                **(browser.shown(address) if args.shown else {}),
            )
            page.goto(f"{address}/{bookpages.page_path(SITE, name).relative_to(SITE)}")
            page.evaluate(browser.SETTLED)
            height = page.evaluate("document.documentElement.scrollHeight")
            for part, top in enumerate(range(0, height, TALLEST)):
                more = f"-{part + 1}" if height > TALLEST else ""
                clip = {"x": 0, "y": top, "width": width, "height": min(TALLEST, height - top)}
                page.screenshot(
                    path=args.out / f"{name.replace('/', '-')}-{theme}-{width}{more}.png",
                    full_page=True,
                    clip=clip,
                )
            page.close()
    print(f"screenshots: {len(views)} views of {len(views) // 4} pages in {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
