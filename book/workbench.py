"""What every chapter imports: numbers, tables, quizzes, pieces, model sizes, materials, figure style.

The same file serves two places. While the book is built (BOOK_BUILD=1) numbers are glued into
the page and the HTML of a quiz or a piece holds only its element and its JSON, because every
page of the book loads the scripts. In a notebook the HTML brings its script and style along.
"""

from __future__ import annotations

import base64
import bz2
import html
import importlib.util
import json
import linecache
import math
import numbers as abstract
import os
import re
import sys
import textwrap
import types
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

# Okabe and Ito's colours without the yellow, which is too faint on white. The order alternates
# dark and light, so that neighbours differ in grey too; line styles and markers differ too.
colors = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000"]
linestyles = ["-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1))]
markers = ["o", "s", "^", "D", "v", "P", "X"]

MATERIALS = ("grammar", "corpus", "downloads")  # modules of materials/
NOVEL, COUNTS = "data/novels/prideprejudice.txt", "data/novels/counts.json"
LONG = {NOVEL: "wb.novel(", COUNTS: "wb.learning_table("}  # carried by the notebooks that call this

numbers: dict[str, str] = {}  # name -> the text shown in the prose
_quizzes: dict[str, str] = {}  # id -> its JSON, to notice an id given to two questions

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TAG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")  # a custom element needs a hyphen


def _in_book() -> bool:
    return os.environ.get("BOOK_BUILD") == "1"


# ---------------------------------------------------------------- numbers in prose


def _format(name: str, value: Any, spec: str | None) -> str:
    if isinstance(value, str):
        if spec is not None:
            raise TypeError(f"number {name!r}: spec={spec!r} was given with a text, which is shown as it is")
        if not value.strip():
            raise ValueError(f"number {name!r}: the text is empty")
        return value
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()  # a NumPy scalar or a 0-dimensional tensor
    if isinstance(value, bool) or not isinstance(value, abstract.Real):
        raise TypeError(f"number {name!r}: found {type(value).__name__}, expected one number or a text")
    if not math.isfinite(value):
        raise ValueError(f"number {name!r}: found {value}, expected a finite number")
    if spec is None:
        if isinstance(value, abstract.Integral):
            spec = ",d"
        else:
            spec = ",.0f" if 1e4 <= abs(float(value)) < 1e15 else ".4g"
    text = format(value, spec)
    # 1.2e-07 is a programmer's spelling; a reader gets 1.2 × 10⁻⁷ and a true minus sign.
    power = re.fullmatch(r"(.*)e([+-]\d+)", text)
    if power:
        digits = str(int(power[2])).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        text = f"{power[1]} × 10{digits}"
    return text.replace("-", "−")


def number(name: str, value: Any, spec: str | None = None) -> None:
    """Give the prose a number (or a text) computed here: {glue:text}`name` shows it.

    Integers get thousands separators and other numbers four significant digits, unless `spec`
    (a format specification such as ".1f" or ".1%") says otherwise.
    """
    if not isinstance(name, str) or not _ID.fullmatch(name):
        raise ValueError(
            f"number name {name!r}: expected lower-case words joined by hyphens, as 'lookup-table-bytes'"
        )
    text = _format(name, value, spec)
    if not _in_book():
        numbers[name] = text
        return
    if name in numbers:
        raise ValueError(f"number {name!r} is given twice in this page: {numbers[name]!r}, now {text!r}")
    from myst_nb import glue

    # The role evaluates what it gets as a Python literal, so the text must arrive quoted, as a
    # str does: a bare 128,256 would come out as (128, 256).
    glue(name, text, display=False)
    numbers[name] = text


# ---------------------------------------------------------------- scripts and styles


def _asset(name: str) -> str:
    """Text of a file beside this one, or of its copy inside a notebook's first cell."""
    embedded = globals().get("_EMBEDDED")
    if embedded is not None:
        return embedded[name]
    here = Path(__file__).parent
    if name == NOVEL:
        return bz2.decompress((here / f"{name}.bz2").read_bytes()).decode("utf-8")
    beside = name.endswith(".py") or name.startswith("data/")
    return (here / name if beside else here / "_static" / name).read_text(encoding="utf-8")


def _piece_names() -> list[str]:
    embedded = globals().get("_EMBEDDED")
    if embedded is not None:
        return sorted(name[7:-3] for name in embedded if name.startswith("pieces/"))
    return sorted(path.stem for path in (Path(__file__).parent / "_static" / "pieces").glob("*.js"))


def _data_names() -> list[str]:
    embedded = globals().get("_EMBEDDED")
    if embedded is not None:
        return sorted(name for name in embedded if name.startswith("data/") and name not in LONG)
    data = Path(__file__).parent / "data"
    names = (f"data/{path.relative_to(data).as_posix()}" for path in data.rglob("*.json"))
    return sorted(name for name in names if name not in LONG)


def _script_json(data: Any) -> str:
    """JSON that stays inside its <script>: no <, > or & is left that could end it."""
    text = json.dumps(data, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _plain(value: Any, where: str) -> Any:
    """`value` as JSON can hold it, NumPy arrays and tensors as nested lists."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{where}: found {value}, expected a finite number (JSON has no other)")
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{where}[{i}]") for i, item in enumerate(value)]
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise TypeError(f"{where}: found the key {key!r}, expected text keys")
        return {key: _plain(item, f"{where}[{key!r}]") for key, item in value.items()}
    raise TypeError(f"{where}: found {type(value).__name__}, expected numbers, texts, lists, dicts or arrays")


class _Element:
    """A custom element fed by JSON, with readable HTML inside it for a page without scripts."""

    def __init__(self, tag: str, data: dict, fallback: str, text: str, scripts: list[str]):
        self.tag, self.data, self.fallback, self.text, self.scripts = tag, data, fallback, text, scripts

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        element = (
            f'<{self.tag} class="course-piece">'
            f'<script type="application/json">{_script_json(self.data)}</script>'
            f'<div class="piece-fallback">{self.fallback}</div></{self.tag}>'
        )
        if not _in_book():
            # Each output must work alone, after a restart too, so each brings the scripts;
            # they define an element only once.
            scripts = "".join(f"<script>{_asset(name)}</script>" for name in self.scripts)
            element = f"<style>{_asset('course.css')}</style>{scripts}{element}"
        return {"text/html": element, "text/plain": self.text}


def piece(tag: str, data: dict, label: str) -> _Element:
    """Show the interactive piece `tag` (book/_static/pieces/<tag>.js), fed with `data`.

    `data` may hold numbers, texts, lists, dicts, arrays and tensors; `label` is the piece's
    accessible name and its visible title.
    """
    if not isinstance(tag, str) or not _TAG.fullmatch(tag):
        raise ValueError(f"piece {tag!r}: expected a name like 'token-view', lower case with a hyphen")
    if tag not in _piece_names():
        raise ValueError(f"piece {tag!r}: no such piece; there are {', '.join(_piece_names())}")
    if not isinstance(data, dict):
        raise TypeError(f"piece {tag!r}: data is {type(data).__name__}, expected a dict")
    if "label" in data:
        raise ValueError(f"piece {tag!r}: data has a key 'label', which is the name of the piece's own label")
    _text(label, f"piece {tag!r}: label")
    payload = {"label": label, **_plain(data, "data")}
    summary = json.dumps(payload, ensure_ascii=False, indent=1)
    fallback = (
        f"<p>{_rich(label)}</p><details><summary>Data of this interactive piece</summary>"
        f"<pre>{html.escape(summary)}</pre></details>"
    )
    return _Element(
        tag, payload, fallback, f"[interactive piece: {label}]", ["course.js", f"pieces/{tag}.js"]
    )


def learning_table(
    label: str,
    handles: tuple[str, ...] = (),
    pair: tuple[str, str] = ("sister", "brother"),
    windows: tuple[int, ...] = (5,),
    **settings: Any,
) -> _Element:
    """Show the piece <learning-table>: skip-gram with negatives that trains in the page, on six novels.

    `handles` names the settings that the reader may change: sigma, rate, tables, optimizer, drawn, window,
    negatives, noise. `settings` gives these, or d, batch, steps and seed, another value than the usual one.
    `pair` names the two words whose cosine is shown at first; `windows` are those whose counts come along,
    and the last of them is used at first.
    """
    stored = json.loads(_asset(COUNTS))
    unknown = [window for window in windows if str(window) not in stored["counts"]]
    if unknown or not windows:
        raise ValueError(f"windows is {windows}: there are counts for {', '.join(stored['counts'])}")
    usual = {
        "d": 8,
        "batch": 64,
        "steps": 20_000,
        "seed": 2,
        "window": windows[-1],
        "sigma": 0.1,
        "rate": 3.2,
        "negatives": 5,
        "noise": 0.75,
        "tables": 2,
        "optimizer": "descent",
        "drawn": "equally",
    }
    strange = sorted(set(settings) - set(usual)) + sorted(set(handles) - set(usual))
    if strange:
        raise ValueError(f"learning table: no setting {', '.join(strange)}; there are {', '.join(usual)}")
    data = {
        "label": label,
        **{name: stored[name] for name in ("words", "kinds", "contexts")},
        "counts": {str(window): stored["counts"][str(window)] for window in windows},
        "pair": list(pair),
        "handles": list(handles),
        **usual,
        **settings,
    }
    shown = piece("learning-table", {name: value for name, value in data.items() if name != "label"}, label)
    words = f"{len(data['words'])} words of six novels by Jane Austen: {', '.join(data['words'])}."
    shown.fallback = f"<p>{_rich(label)}</p><p>{_rich(words)}</p>"  # in place of thousands of counts
    return shown


# ---------------------------------------------------------------- tables


class _Table:
    """Rows as an HTML table, which a narrow screen can scroll, and as aligned text elsewhere."""

    def __init__(self, head: list[str], rows: list[list[str]]):
        self.head, self.rows = head, rows

    def __repr__(self) -> str:
        lines = [self.head, *self.rows]
        wide = [max(len(line[k]) for line in lines) for k in range(len(self.head))]
        return "\n".join(
            "   ".join([line[0].ljust(wide[0]), *(text.rjust(n) for text, n in zip(line[1:], wide[1:]))])
            for line in lines
        )

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        def cell(tag: str, kind: str, side: str, text: str) -> str:
            style = f"text-align: {side}; padding: 0.15em 0.3em"
            return f'<{tag}{kind} style="{style}">{_rich(text)}</{tag}>'

        def line(first: str, tag: str, kind: str, texts: list[str]) -> str:
            name = cell("th", f' scope="{first}"', "left", texts[0])
            return f"<tr>{name}{''.join(cell(tag, kind, 'right', text) for text in texts[1:])}</tr>"

        head = line("col", "th", ' scope="col"', self.head)
        body = "".join(line("row", "td", "", texts) for texts in self.rows)
        rows = f"<thead>{head}</thead><tbody>{body}</tbody>"
        shown = f'<table class="course-table" style="font-size: 0.9em">{rows}</table>'
        return {"text/html": shown, "text/plain": repr(self)}


def table(head: list[Any], rows: list[list[Any]]) -> _Table:
    """Show `rows` under `head`, as the last expression of a cell; the first column names the rows.

    Texts are shown as they are (words in backticks as code), numbers as in a sentence: 1,000 and 0.1235.
    """
    lines = [[_format("table", x, None) if x != "" else "" for x in line] for line in [head, *rows]]
    for n, line in enumerate(lines[1:]):
        if len(line) != len(head):
            raise ValueError(f"table: row {n} has {len(line)} entries, expected {len(head)} as in the head")
    return _Table(lines[0], lines[1:])


# ---------------------------------------------------------------- quizzes


class Option(NamedTuple):
    text: str
    right: bool
    why: str


def _text(value: Any, where: str) -> None:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{where}: found {value!r}, expected a text that is not empty")


def _rich(text: str) -> str:
    """Escaped HTML in which `code` between backticks is code, as the scripts render it too."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def option(text: str, right: bool, why: str) -> Option:
    """One answer of a quiz; `right` may be a NumPy bool, `why` is shown after checking."""
    _text(text, "option: text")
    _text(why, f"option {text!r}: why (every option needs an explanation)")
    if getattr(getattr(right, "dtype", None), "kind", "") == "b" and getattr(right, "ndim", 0) == 0:
        right = bool(right)
    if not isinstance(right, bool):
        raise TypeError(f"option {text!r}: right is {right!r}, expected True or False")
    return Option(text, right, why)


def _quiz(data: dict, fallback: str, text: str) -> _Element:
    quiz_id = data["id"]
    seen = _quizzes.setdefault(quiz_id, _script_json(data))
    if seen != _script_json(data):
        raise ValueError(
            f"quiz {quiz_id!r}: this id already belongs to another question of this page; choose another id "
            "(or, while you edit this question in a notebook, restart the kernel)"
        )
    return _Element("quiz-card", data, fallback, text, ["course.js"])


def _check_head(id: str, question: str) -> None:
    if not isinstance(id, str) or not _ID.fullmatch(id):
        raise ValueError(f"quiz id {id!r}: expected lower-case words joined by hyphens, as 'lookup-q1'")
    _text(question, f"quiz {id!r}: question")


def quiz(id: str, question: str, options: list[Option]) -> _Element:
    """A question with options: one choice where exactly one is right, otherwise several."""
    _check_head(id, question)
    options = list(options)
    for found in options:
        if not isinstance(found, Option):
            raise TypeError(
                f"quiz {id!r}: found {type(found).__name__} among the options, expected option(...)"
            )
    texts = [found.text.strip() for found in options]
    if len(options) < 2:
        raise ValueError(f"quiz {id!r}: found {len(options)} option(s), expected at least 2")
    if len(set(texts)) != len(texts):
        twice = next(text for text in texts if texts.count(text) > 1)
        raise ValueError(f"quiz {id!r}: the option {twice!r} is there twice")
    right = sum(found.right for found in options)
    if right == 0:
        raise ValueError(f"quiz {id!r}: no option is right")
    data = {
        "id": id,
        "question": question,
        "kind": "one" if right == 1 else "many",
        "options": [found._asdict() for found in options],
    }
    verdicts = ["right" if found.right else "wrong" for found in options]
    fallback = (
        f"<p>{_rich(question)}</p><ul>{''.join(f'<li>{_rich(text)}</li>' for text in texts)}</ul>"
        "<details><summary>Answers and explanations</summary><ul>"
        + "".join(f"<li>{_rich(o.text)}: {v}. {_rich(o.why)}</li>" for o, v in zip(options, verdicts))
        + "</ul></details>"
    )
    lines = [question, *(f"  ( ) {text}" for text in texts), "Answers:"]
    lines += [f"  {o.text}: {v}. {o.why}" for o, v in zip(options, verdicts)]
    return _quiz(data, fallback, "\n".join(lines))


def quiz_number(
    id: str,
    question: str,
    answer: Any,
    tolerance: float = 0,
    unit: str = "",
    right: str = "",
    wrong: str = "",
) -> _Element:
    """A question answered by a number: right within `tolerance` of `answer`, both computed.

    `right` says why the answer is what it is; `wrong` says where to look.
    """
    _check_head(id, question)
    answer, tolerance = (
        _plain(value, f"quiz {id!r}: {what}")
        for value, what in ((answer, "answer"), (tolerance, "tolerance"))
    )
    for what, value in (("answer", answer), ("tolerance", tolerance)):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"quiz {id!r}: {what} is {value!r}, expected one number")
    if tolerance < 0:
        raise ValueError(f"quiz {id!r}: tolerance is {tolerance}, expected 0 or more")
    if not isinstance(unit, str):
        raise TypeError(f"quiz {id!r}: unit is {unit!r}, expected a text")
    if max(abs(answer), abs(tolerance)) > 2**53:
        raise ValueError(
            f"quiz {id!r}: found {answer}; a browser's numbers are exact only to 2**53, choose a larger unit"
        )
    _text(right, f"quiz {id!r}: right (the explanation of the answer)")
    _text(wrong, f"quiz {id!r}: wrong (where to look after a wrong answer)")
    data = {
        "id": id,
        "question": question,
        "kind": "number",
        "answer": answer,
        "shown": f"{_format(id, answer, None if isinstance(answer, int) else ',.15g')} {unit}".strip(),
        "tolerance": tolerance,
        "unit": unit,
        "right": right,
        "wrong": wrong,
    }
    fallback = (
        f"<p>{_rich(question)}</p><details><summary>Answer and explanation</summary>"
        f"<p>{_rich(data['shown'])}. {_rich(right)}</p></details>"
    )
    return _quiz(data, fallback, f"{question}\nAnswer: {data['shown']}. {right}")


# ---------------------------------------------------------------- data


class Model(NamedTuple):
    """A published model. `total` counts every stored parameter, a tied matrix once."""

    name: str
    V: int
    d: int
    layers: int
    total: int
    tied: bool
    source: str  # the files or the paper that the sizes were read from
    note: str = ""  # what is not read from there, and what else is special
    dtype: str = ""  # number format of the published weights; empty where no file that names it was read
    unread: tuple[str, ...] = ()  # the fields that were taken over from another model


def models() -> list[Model]:
    """The models of book/data/models.json, in its order."""
    data = json.loads(_asset("data/models.json"))
    return [
        Model(**{**row, "source": data["sources"][row["source"]], "unread": tuple(row.get("unread", ()))})
        for row in data["models"]
    ]


def experiment(name: str) -> dict:
    """The result of book/experiments/<name>.py as it was last run, with "question" and "made" in it.

    "made" says with which command, versions, threads and in how many seconds.
    """
    known = [path[17:-5] for path in _data_names() if path.startswith("data/experiments/")]
    if name not in known:
        raise ValueError(f"experiment {name!r}: no such result; there are {', '.join(known) or 'none'}")
    return json.loads(_asset(f"data/experiments/{name}.json"))


# ---------------------------------------------------------------- materials


def _load(name: str) -> types.ModuleType:
    """Load a module of materials/ from beside this file, or its copy inside a notebook's first cell."""
    module = types.ModuleType(f"workbench_{name}")
    source, path = _asset(f"materials/{name}.py"), f"materials/{name}.py"
    module.__file__ = str(Path(__file__).parent / path) if "__file__" in globals() else path
    if "_EMBEDDED" in globals():
        module.__dict__["_EMBEDDED"] = globals()["_EMBEDDED"]
    linecache.cache[module.__file__] = (len(source), None, source.splitlines(True), module.__file__)
    exec(compile(source, module.__file__, "exec"), module.__dict__)
    return module


_grammar, _corpus, _downloads = map(_load, MATERIALS)
grammar, grammar_words, grammar_offsets = _grammar.grammar, _grammar.grammar_words, _grammar.grammar_offsets
novel, tokens = _corpus.novel, _corpus.tokens
minilm, Minilm = _downloads.minilm, _downloads.Minilm
word_benchmarks, WordBenchmarks = _downloads.word_benchmarks, _downloads.WordBenchmarks


# ---------------------------------------------------------------- figures


def style() -> None:
    """Set matplotlib, where it is installed, to the look of the book's figures."""
    if importlib.util.find_spec("matplotlib") is None:
        return
    import matplotlib
    from matplotlib.rcsetup import cycler

    matplotlib.rcParams.update(
        {
            "figure.figsize": (4.8, 2.9),  # on a phone of 327 px a point is then almost a pixel
            "figure.facecolor": "white",  # in a notebook a white card; a page of the book draws it without
            "svg.fonttype": "none",  # words stay words, in the page's face
            "figure.constrained_layout.use": True,
            "font.size": 10,
            "axes.titlesize": 10.5,
            "xtick.labelsize": 9.5,
            "ytick.labelsize": 9.5,
            "legend.fontsize": 9.5,
            "legend.frameon": False,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.color": "#d9d9d9",
            "grid.linewidth": 0.6,
            "axes.axisbelow": True,
            "lines.linewidth": 1.8,
            "image.cmap": "cividis",  # even in grey, and the same to colour-blind readers
            "svg.hashsalt": "course",  # the same figure gives the same bytes
            "axes.prop_cycle": cycler(color=colors, linestyle=linestyles),
        }
    )
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None or importlib.util.find_spec("matplotlib_inline") is None:
        return
    from matplotlib_inline.config import InlineBackend

    backend = InlineBackend.instance(parent=shell)
    # Its type is read off its default, of texts only; matplotlib takes values of any type.
    backend.print_figure_kwargs = {"bbox_inches": "tight", "metadata": {"Date": None}}  # type: ignore[dict-item]
    backend.figure_formats = {"svg"}


# ---------------------------------------------------------------- notebooks on their own


def standalone_source(long: Iterable[str] = ()) -> str:
    """Return a notebook's first cell, which makes `import workbench` work with no other file.

    Of the files in `LONG` the cell carries those that are named.
    """
    names = ["workbench.py", "course.css", "course.js", *(f"materials/{name}.py" for name in MATERIALS)]
    names += [*(f"pieces/{name}.js" for name in _piece_names()), *_data_names(), *long]
    files = {name: _asset(name) for name in names}
    packed = base64.b64encode(bz2.compress(json.dumps(files, sort_keys=True).encode(), 9)).decode()
    block = "\n".join(textwrap.wrap(packed, 100))
    return f'''\
# This cell carries the course's helper module, so that the notebook needs no other file.
# Run it first. print(workbench._asset("workbench.py")) shows the module as plain text.
import base64, bz2, json, linecache, sys, types

workbench = types.ModuleType("workbench")
workbench._EMBEDDED = json.loads(bz2.decompress(base64.b64decode("""
{block}
""")))
source = workbench._EMBEDDED["workbench.py"]
linecache.cache["workbench.py"] = (len(source), None, source.splitlines(True), "workbench.py")
sys.modules["workbench"] = workbench
exec(compile(source, "workbench.py", "exec"), workbench.__dict__)
del source
'''


style()
