"""The data of the cover and of the five minutes: common words, their neighbours, a map, small rows.

Made from the trained table of book/materials when the book is built, and kept beside the executed
notebooks until the table or this file changes. The page loads it as a script, so that it needs no server.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
from sphinx.errors import ExtensionError

from .execute import load

FILE = "words-data.js"  # its name in the site, below _static/page
LIMIT = 250_000  # bytes
DOWNLOADS = "book/materials/downloads.py"

LONG, SHORT = 2640, 220  # the first words of four letters and more, and of two or three
NEIGHBOURS = 7
COLUMNS, LEVELS = 48, 9  # of a small row: its numbers, and the values that a number may have
CLOSE = 30  # words that pull at a word on the map
STEPS, HURRY = 320, 100  # of the map's making; the first of them pull harder
# What one character of the data stands for. No quotes and no backslash: a string needs no escapes.
SIGNS = "".join(chr(code) for code in range(33, 127) if chr(code) not in "\"\\'<")
BASE = len(SIGNS)
WIDE = 10  # the last signs, which say that an index takes two more of them
LEAST = 101 - BASE  # the smallest cosine that one sign can say, in hundredths; the largest is 100

# Words that readers are likely to try and that are not among the first of the vocabulary.
TRIED = """
cat cats dogs horse cow pig sheep goat duck chicken mouse rabbit wolf lion tiger bear elephant whale shark snake frog
spider bee butterfly eagle owl bread butter cheese milk egg meat soup salad apple banana orange lemon grape tomato
potato onion rice pasta pizza sugar salt honey chocolate coffee tea wine beer juice violin piano guitar drum trumpet
singer poet painter teacher nurse doctor lawyer farmer baker tailor soldier sailor pilot queen prince princess duke
emperor aunt uncle cousin nephew niece grandfather grandmother husband wife monday tuesday wednesday thursday friday
saturday sunday yellow purple pink brown grey gray silver gold spring summer autumn winter snow rain wind storm thunder
cloud fog ocean lake mountain hill valley desert forest island paris london berlin rome madrid tokyo vienna moscow
athens lisbon dublin france germany italy spain japan china india russia greece portugal ireland poland sweden norway
nine eleven twelve thirteen twenty thirty forty fifty hammer nail knife fork spoon plate bottle chair table sofa lamp
window kitchen garden bicycle train truck boat airplane rocket planet moon star mars venus jupiter atom electron proton
matrix vector algebra geometry theorem proof equation integer happy sad angry afraid proud tired hungry warm cold
swim swam walk walked sing sang sings song sleep slept eat ate drink drank laugh smile chase chased barked football
tennis chess hockey baseball basketball shirt trousers skirt shoe hat coat glove knee elbow lung liver brain bone skin
tooth tongue nose ear mat rug roof bite bites python java quantum token bank pitch computer keyboard language grammar
""".split()  # noqa: E501
# Coarse words; a course for everybody need not put them beside what its readers type.
LEFT_OUT = frozenset(
    "shit shitty bullshit ass asses asshole dick dicks cock cocks fuck fucked fucker fucking fucks bitch "
    "bitches bastard bastards whore whores slut rape raped rapist raping penis pussy tits negro negroes "
    "cunt piss pissed damn damned porn porno pornography".split()
)


# ------------------------------------------------------------------ which words


def plain(piece: str) -> bool:
    """Return whether a piece of the vocabulary is a word of two or more letters from a to z."""
    return len(piece) > 1 and piece.isascii() and piece.isalpha() and piece not in LEFT_OUT


def common(words: list[str]) -> list[int]:
    """List the ids of the words of the map. The vocabulary holds frequent words first, from "the" on."""
    ids = [i for i in range(words.index("the"), len(words)) if plain(words[i])]
    long = [i for i in ids if len(words[i]) > 3][:LONG]
    short = [i for i in ids if len(words[i]) < 4][:SHORT]
    place = {words[i]: i for i in ids}
    return sorted({*long, *short, *(place[word] for word in TRIED if word in place)})


def marks(words: list[str]) -> list[int]:
    """List the ids of the other pieces of a sentence: letters, digits, marks, and the one for the rest."""
    return [words.index(piece) for piece in [*"abcdefghijklmnopqrstuvwxyz0123456789.,;:?!'-()", "[UNK]"]]


# ------------------------------------------------------------------ neighbours and small rows


def nearest(E: np.ndarray, asked: list[int], offered: list[int], count: int) -> tuple[np.ndarray, np.ndarray]:
    """Find for each row asked the ids and cosines of the `count` nearest rows offered; never itself."""
    U = (E / np.linalg.norm(E, axis=1, keepdims=True)).astype(np.float32)
    columns = np.array(offered)
    cosine = U[asked] @ U[columns].T  # (asked, offered)
    cosine[np.array(asked)[:, None] == columns] = -2
    best = np.argpartition(-cosine, count, axis=1)[:, :count]
    value = np.take_along_axis(cosine, best, axis=1)
    order = np.argsort(-value, axis=1, kind="stable")
    return columns[np.take_along_axis(best, order, axis=1)], np.take_along_axis(value, order, axis=1)


def small(E: np.ndarray, of: list[int], also: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Compute rows of COLUMNS levels, for `of` and then `also`, and the width of a step in each column.

    The table is turned so that its first columns hold as much as they can of the rows in `of`; the others
    are dropped, and what is left is rounded to LEVELS values around zero.
    """
    rows = E[of].astype(np.float64)
    _, axes = np.linalg.eigh(rows.T @ rows)
    axes = axes[:, ::-1][:, :COLUMNS]
    axes = axes * np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(COLUMNS)])  # a sign of its own for each
    turned = E[[*of, *also]].astype(np.float64) @ axes
    half = LEVELS // 2
    step = np.quantile(np.abs(turned[: len(of)]), 0.98, axis=0) / half
    return np.clip(np.round(turned / step), -half, half).astype(int), step


# ------------------------------------------------------------------ a map


def layout(U: np.ndarray) -> np.ndarray:
    """Place each row of unit length in the unit square, by t-SNE of van der Maaten and Hinton (2008).

    Each row is pulled by its CLOSE nearest alone. Nothing but sums in a fixed order, and products of whole
    numbers, so that the number of threads changes nothing.
    """
    whole = np.round(U.astype(np.float64) * 4096)
    cosine = whole @ whole.T / 4096.0**2
    np.fill_diagonal(cosine, -2)
    near = np.argsort(-cosine, axis=1, kind="stable")[:, :CLOSE]
    P = np.exp(6 * (np.take_along_axis(cosine, near, axis=1) - cosine.max(axis=1, keepdims=True)))
    P /= P.sum(axis=1, keepdims=True) * 2 * len(U)
    Y = _start(whole)
    velocity, gains = np.zeros_like(Y), np.ones_like(Y)
    for step in range(STEPS):
        pull = _pull(Y, near, P * (8 if step < HURRY else 1))
        push = _push(Y)
        grad = 4 * (pull - push)
        gains = np.where(np.sign(grad) == np.sign(velocity), gains * 0.8, gains + 0.2).clip(0.01)
        velocity = (0.5 if step < HURRY else 0.8) * velocity - len(U) / 8 * gains * grad
        Y = Y + velocity
        Y = Y - Y.mean(axis=0)
    # The few words at the rim take half of the square otherwise.
    low, high = np.quantile(Y, 0.002, axis=0), np.quantile(Y, 0.998, axis=0)
    return ((Y - low) / (high - low)).clip(0, 1)


def _start(whole: np.ndarray) -> np.ndarray:
    """Sum columns to two small numbers a row: near rows begin near each other."""
    rng = np.random.default_rng(0)
    axes = rng.integers(-3, 4, size=(whole.shape[1], 2)).astype(np.float64)
    Y = whole @ axes  # whole numbers still
    return (0.01 * (Y - Y.mean(axis=0)) / Y.std(axis=0)).astype(np.float32)


def _pull(Y: np.ndarray, near: np.ndarray, P: np.ndarray) -> np.ndarray:
    """Compute the attraction between rows and their nearest."""
    apart = Y[:, None] - Y[near]  # (rows, CLOSE, 2)
    weight = (P / (1 + (apart * apart).sum(axis=-1)))[..., None] * apart
    total = weight.sum(axis=1)
    for axis in range(2):
        total[:, axis] -= np.bincount(near.ravel(), weight[..., axis].ravel(), minlength=len(Y))
    return total


def _push(Y: np.ndarray) -> np.ndarray:
    """Compute the repulsion between all rows, a few at a time, which stay in the processor's cache."""
    x, y = (np.ascontiguousarray(Y[:, axis], dtype=np.float32) for axis in range(2))
    total, force = 0.0, np.empty((len(Y), 2))
    for begin in range(0, len(Y), 32):
        here = slice(begin, begin + 32)
        dx, dy = x[here, None] - x, y[here, None] - y
        kernel = 1 / (1 + dx * dx + dy * dy)
        total += float(kernel.sum(dtype=np.float64)) - len(kernel)
        kernel *= kernel
        force[here, 0], force[here, 1] = (kernel * dx).sum(axis=1), (kernel * dy).sum(axis=1)
    return force / total


def between(E: np.ndarray, ids: list[int], placed: list[int], Y: np.ndarray) -> np.ndarray:
    """Place other rows between the four of the map that are nearest to each."""
    near, cosine = nearest(E, ids, placed, 4)
    weight = np.exp(5 * (cosine - cosine[:, :1]))[..., None]
    place = {i: k for k, i in enumerate(placed)}
    at = Y[[[place[i] for i in row] for row in near]]
    return (at * weight).sum(axis=1) / weight.sum(axis=1)


# ------------------------------------------------------------------ the data


def data(words: list[str], E: np.ndarray) -> dict:
    """Compute what the scripts read as window.WORD_MAP; `_static/page/words.js` unpacks it."""
    shown, extra = common(words), marks(words)
    offered = [i for i, piece in enumerate(words) if plain(piece)]
    near, cosine = nearest(E, shown + extra, offered, NEIGHBOURS)
    others = sorted(set(near.ravel().tolist()) - set(shown) - set(extra), key=lambda i: words[i])
    levels, step = small(E, shown, extra)
    U = E[shown] - E.mean(axis=0)  # for the map alone
    Y = layout(U / np.linalg.norm(U, axis=1, keepdims=True))
    everywhere = np.concatenate([Y, between(E, extra + others, shown, Y)])
    place = {i: k for k, i in enumerate([*shown, *extra, *others])}
    return {
        "table": [len(E), E.shape[1], len(offered)],
        "words": " ".join(words[i] for i in shown),
        "marks": " ".join(words[i] for i in extra),
        "others": fronted([words[i] for i in others]),
        "ids": " ".join(str(b - a) for a, b in zip([0, *shown], shown)),
        "markIds": extra,
        "neighbours": NEIGHBOURS,
        "near": "".join(index(place[i]) for i in near.ravel().tolist()),
        "cosines": "".join(hundredths(float(c)) for c in cosine.ravel()),
        "least": LEAST,
        "map": "".join(point(x, y) for x, y in everywhere),
        "columns": COLUMNS,
        "levels": LEVELS,
        "steps": [float(f"{value:.4g}") for value in step],
        "rows": "".join(pairs(row) for row in levels),
    }


def fronted(words: list[str]) -> str:
    """Write sorted words, each as the count of first letters it shares with the one before, and the rest."""
    text, last = [], ""
    for word in words:
        same = next((k for k, (a, b) in enumerate(zip(word, last)) if a != b), min(len(word), len(last)))
        text.append(f"{min(same, 9)}{word[min(same, 9) :]}")
        last = word
    return "".join(text)


def index(k: int) -> str:
    """Write a small index as two signs; a larger one has one of the last signs before two more."""
    if k < (BASE - WIDE) * BASE:
        return SIGNS[k // BASE] + SIGNS[k % BASE]
    k -= (BASE - WIDE) * BASE
    return SIGNS[BASE - WIDE + k // BASE**2] + SIGNS[k // BASE % BASE] + SIGNS[k % BASE]


def hundredths(cosine: float) -> str:
    """Write a cosine as one sign, so that two decimals of it are right."""
    found = round(100 * cosine) - LEAST
    if not 0 <= found < BASE:
        raise ExtensionError(f"the cosine {cosine:.3f} is outside {LEAST / 100} to 1, which one sign can say")
    return SIGNS[found]


def point(x: float, y: float) -> str:
    """Write a place on the map as three signs: a grid of 800 by 800."""
    k = min(int(x * 800), 799) * 800 + min(int(y * 800), 799)
    return SIGNS[k // BASE**2] + SIGNS[k // BASE % BASE] + SIGNS[k % BASE]


def pairs(row: np.ndarray) -> str:
    """Write a small row, two of its numbers a sign."""
    found = row + LEVELS // 2
    return "".join(SIGNS[a * LEVELS + b] for a, b in zip(found[::2], found[1::2]))


# ------------------------------------------------------------------ the script


def materials(root: Path):
    """Load the module of the book that has the table."""
    return load(root / DOWNLOADS)


def key(module) -> str:
    """Hash the table's checksum, the vocabulary's, and this file."""
    parts = [module._PARTS["words"][2], module._VOCAB_SHA256, Path(__file__).read_text(encoding="utf-8")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def write(module) -> str:
    """Write the script with the data, made from the table."""
    try:
        table = module.minilm()
    except module.MissingTable as missing:
        raise ExtensionError(f"the cover needs the trained table: {missing}") from missing
    content = json.dumps(data(table.words, table.E), separators=(",", ":"))
    note = "// Made by book/_ext/course/words.py from the table of all-MiniLM-L6-v2 (Apache-2.0).\n"
    text = f"{note}window.WORD_MAP = {content};\n"
    if len(text.encode()) > LIMIT:
        raise ExtensionError(f"{FILE} has {len(text.encode()):,} bytes, and may have {LIMIT:,}")
    return text


def script(root: Path, cache: Path) -> Path:
    """Return the file with the script, making it unless the folder `cache` holds it."""
    module = materials(root)
    path = cache / f"words-{key(module)}.js"
    if not path.is_file():
        text = write(module)
        cache.mkdir(parents=True, exist_ok=True)
        for old in cache.glob("words-*.js"):
            old.unlink()
        path.write_text(text, encoding="utf-8")
    return path


def read(path: Path) -> dict:
    """Read the data of a script."""
    return json.loads(path.read_text(encoding="utf-8").split("window.WORD_MAP = ")[1].removesuffix(";\n"))


def facts(path: Path) -> dict[str, int]:
    """Return what sentences about the data say in numbers."""
    found = read(path)
    rows, columns, offered = found["table"]
    ids = np.cumsum([int(step) for step in found["ids"].split()]).tolist()
    return {
        **{f"id {word}": i for word, i in zip(found["words"].split(), ids)},
        "rows": rows,
        "columns": columns,
        "offered": offered,
        "words": len(found["words"].split()),
        "pieces": len(found["words"].split()) + len(found["marks"].split()),
        "neighbours": found["neighbours"],
        "small": found["columns"],
        "levels": found["levels"],
    }
