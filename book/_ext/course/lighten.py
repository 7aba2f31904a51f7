"""What a page loads: only the icons, scripts and parts of MathJax that it uses.

The stock theme brings 950 kB (compressed) to a first view, of which a script that draws 2,000 icons
is more than half; these pages show a dozen. Each step below fails the build when the theme no longer
looks as it expects, so that an update of the theme cannot undo it unnoticed.
"""

from __future__ import annotations

import io
import logging
import re
import shutil
from importlib.metadata import distribution
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from sphinx.errors import ExtensionError

logging.getLogger("fontTools").setLevel(logging.WARNING)  # it reports each table that it cuts

STYLE = "_static/styles/pydata-sphinx-theme.css"
ICON_SCRIPT = "_static/scripts/fontawesome.js"
# The theme's families of icons: file of the font, and the classes that choose it.
FAMILIES = {
    "fa-solid-900": ("fa-solid", "fas"),
    "fa-regular-400": ("fa-regular", "far"),
    "fa-brands-400": ("fa-brands", "fab"),
}
_NAMES = re.compile(r"(?:\.fa-[a-z0-9-]+:{1,2}before,?)+\{content:\"[^\"]*\"\}")
_FACE = re.compile(r"@font-face\{[^}]*?/([a-z0-9-]+)\.woff2[^}]*\}")
_CLASSES = re.compile(r"\bclass=\"([^\"]*\bfa[srb]?[\s-][^\"]*)\"")
_SEARCH = re.compile(
    r"\s*<script src=\"[^\"]*(?:searchtools|language_data|searchindex)\.js[^\"]*\"></script>"
)
_ICONS = re.compile(r"\s*<script[^>]*/fontawesome\.js[^>]*></script>")
_SOURCE_MAP = re.compile(r"\n?(?:/\*|//)# sourceMappingURL=\S+?(?:\s*\*/|$)")


# ------------------------------------------------------------------ scripts of a page


def drop_unused_pieces(app, pagename, templatename, context, doctree) -> None:
    """Leave out the scripts of interactive pieces that do not stand on this page."""
    body = context.get("body", "")
    folder = Path(app.srcdir) / "book" / "_static" / "pieces"
    unused = {f"pieces/{path.name}" for path in folder.glob("*.js") if f"<{path.stem}" not in body}
    context["script_files"] = [
        script
        for script in context["script_files"]
        if not any(name in str(getattr(script, "filename", script)) for name in unused)
    ]


def copy_mathjax(app) -> None:
    """Copy the components of MathJax that _config.yml loads, with the font they draw with.

    MathJax's own bundles hold its menu too: 108 kB for a click with the other mouse button.
    """
    files_of = distribution("sphinx-mathjax-offline")
    package = Path(str(files_of.locate_file("sphinx-mathjax-offline/static/mathjax")))
    target = Path(app.outdir) / "_static" / "mathjax"
    parts = [*app.config.mathjax3_config["loader"]["load"], "core", "output/chtml/fonts/tex"]
    files = [
        Path(app.config.mathjax_path).name,
        *(f"{part}.js" for part in parts),
        "output/chtml/fonts/woff-v2",
    ]
    for name in files:
        source = package / name
        if not source.exists():
            raise ExtensionError(
                f"sphinx-mathjax-offline has no {name}; see requirements.txt and _config.yml"
            )
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target / name, dirs_exist_ok=True)
        else:
            shutil.copyfile(source, target / name)


# ------------------------------------------------------------------ the finished site


def lighten(site: Path) -> None:
    """Rewrite the pages and the theme's files of the finished `site`."""
    pages = {path: path.read_text(encoding="utf-8") for path in sorted(site.rglob("*.html"))}
    # The outer index.html only forwards; the theme's own pages all begin alike.
    themed = {path: text for path, text in pages.items() if ICON_SCRIPT in text}
    if not themed:
        raise ExtensionError(f"no page loads {ICON_SCRIPT}: the theme has changed, see {Path(__file__).name}")
    used = icon_classes(themed.values(), site)
    for path, text in themed.items():
        path.write_text(light_page(text, searches=path.name == "search.html"), encoding="utf-8")
    for script in site.glob(f"{ICON_SCRIPT}*"):
        script.unlink()
    for path in sorted(site.glob("_static/**/*")):
        if path.suffix == ".map":
            path.unlink()
        elif path.suffix in (".js", ".css") and "mathjax" not in path.parts:
            text = path.read_text(encoding="utf-8")
            if "sourceMappingURL" in text:
                path.write_text(_SOURCE_MAP.sub("", text), encoding="utf-8")
    style = site / STYLE
    style.write_text(trimmed(style.read_text(encoding="utf-8"), used, site), encoding="utf-8")


def light_page(html: str, searches: bool = False) -> str:
    """Take the script of icons out of a page, and those of the search unless it is the page that searches."""
    html = _ICONS.sub("", html)
    return html if searches else _SEARCH.sub("", html)


def icon_classes(pages, site: Path) -> set[str]:
    """Find the class names of icons in the pages, and those that the theme's scripts put into them."""
    found = {name for page in pages for group in _CLASSES.findall(page) for name in group.split()}
    for script in (site / "_static" / "scripts").glob("*.js"):
        if script.name != Path(ICON_SCRIPT).name:
            found.update(re.findall(r"\bfa-[a-z][a-z0-9-]*", script.read_text(encoding="utf-8")))
    return {name for name in found if name.startswith("fa")}


def glyphs(sheets) -> set[int]:
    """Find the characters of the private use area, the icons, that style sheets name or write out."""
    text = "\n".join(sheets)
    escaped = re.findall(r"\"\\([ef][0-9a-f]{3})\s?\"", text)
    written = re.findall(r"[\ue000-\uf8ff]", text)
    return {int(code, 16) for code in escaped} | {ord(character) for character in written}


def trimmed(style: str, used: set[str], site: Path) -> str:
    """Cut the theme's style down to the rules and fonts of the icons in `used`."""

    def keep(rule: re.Match) -> str:
        names = re.findall(r"\.(fa-[a-z0-9-]+):", rule[0])
        return rule[0] if used.intersection(names) else ""

    style, rules = _NAMES.subn(keep, style)
    if rules < 1000:
        raise ExtensionError(
            f"{STYLE} has {rules} rules of icons where over a thousand were: the theme has changed"
        )
    others = [path for path in site.glob("_static/**/*.css") if path != site / STYLE]
    points = glyphs([style, *(path.read_text(encoding="utf-8") for path in others)])

    def face(rule: re.Match) -> str:
        stem = rule[1]
        if stem not in FAMILIES or not used.intersection(FAMILIES[stem]):
            return ""
        data = subset(site / "_static/vendor/fontawesome/webfonts" / f"{stem}.ttf", points)
        (site / "_static/styles" / f"{stem}.woff").write_bytes(data)
        return re.sub(r"src:[^}]*", f'src:url({stem}.woff) format("woff")', rule[0])

    style = _FACE.sub(face, style)
    shutil.rmtree(site / "_static" / "vendor" / "fontawesome")
    return style


def subset(path: Path, points: set[int]) -> bytes:
    """Cut the font at `path` down to the glyphs of `points`, as WOFF: the same bytes every time."""
    font = TTFont(path, recalcTimestamp=False)
    subsetter = Subsetter(Options(layout_features=[], name_IDs=[0, 13, 14], notdef_outline=True))
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    font.flavor = "woff"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()
