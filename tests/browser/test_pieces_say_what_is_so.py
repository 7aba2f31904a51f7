"""Every piece, played through its range in Chromium: what it says against numbers computed here from the same
data, names that cover one another or are cut by the frame, and a scale that stays while one steps."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import numpy as np
import piecepage
import pytest
from test_piece_hash_view import PRIMES, Hashed
from test_piece_joins_view import JOINS, encoded, spaced
from test_piece_memory_calculator import S as MEMORY, expected as bytes_of

PAGES = {
    "pull-view": "word2vec/loss",
    "tied-view": "weight-tying/gradient",
    "start-view": "initialization",
    "table-map": "geometry",
    "position-view": "positions/distance",
    "clock-view": "positions/distance",
    "counts-view": "word2vec/training",
    "norm-view": "frequency/norms",
    "batch-view": "frequency",
    "flow-view": "language-model",
    "search-view": "geometry/search",
    "heads-view": "language-model/attention",
    "hash-view": "hashed-tables",
    "gather-view": "lookup",
    "softmax-view": "lookup/labels",
    "joins-view": "lookup/tokens",
    "scatter-view": "scatter-add",
    "memory-calculator": "memory",
    "learning-table": "scatter-add",
    "tape-view": "scatter-add/tape",
    "norm-circle": "initialization/normalization",
}
WIDTHS = [375, 1280]
PLAY = Path(__file__).with_name("play_pieces.js").read_text("utf-8").partition('"use strict";')[2]


@pytest.fixture(scope="module")
def data(built_site):
    """What the pages of the book feed a piece with."""
    return lambda name: piecepage.in_book(built_site, f"chapters/{PAGES[name]}", name).data


@pytest.fixture
def play(chromium, built_site):
    """Runs a driver of play_pieces.js in a page with one piece of the book alone; gives what it returns."""

    def played(driver: str, *given, width: int = 1280, page: str = ""):
        name = driver.split()[0]
        found = piecepage.in_book(built_site, f"chapters/{page or PAGES[name]}", name)
        with found.opened(
            chromium, viewport={"width": width, "height": 900}, reduced_motion="reduce"
        ) as view:
            view.page.wait_for_timeout(50)  # a piece that measures itself has done so
            return view.evaluate(PLAY, [driver, list(given)])

    return played


def numbers(text: str) -> list[float]:
    """All numbers of a text; commas separate thousands."""
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text.replace("−", "-"))
    return [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", text)]


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


# ---------------------------------------------------------------- pull-view


def pulled(data: dict, pairs: list[list[int]], steps: int, at=None) -> np.ndarray:
    """The path of the center, by gradient descent on the mean loss of all pairs."""
    rows = np.array([row["at"] for row in data["rows"]])
    read, drawn = np.array(pairs, float).T
    at, path = np.array(data["at"] if at is None else at, float), []
    for _ in range(steps + 1):
        path.append(at)
        belief = sigmoid(rows @ at)
        at = (
            at
            + 2 * data["rate"] / max(1, sum(map(sum, pairs))) * (read * (1 - belief) - drawn * belief) @ rows
        )
    return np.array(path)


PAIRS = [
    [[1, 0], [0, 1]],
    [[1, 1], [1, 1]],
    [[3, 1], [1, 1]],
    [[0, 0], [0, 0]],
    [[2, 0], [3, 1]],
    [[9, 9], [0, 0]],
    [[9, 1], [0, 0]],
]


def test_the_center_rests_only_where_nothing_moves_it_any_more(play, data):
    given = data("pull-view")
    played = play("pull-view", PAIRS)
    for pairs, said in zip(PAIRS, played, strict=True):
        path = pulled(given, pairs, said[-1][0] + 1)
        # It rests somewhere where every pair that acts is both read and drawn: these rows are independent.
        end = pulled(given, pairs, 20_000)[-1] if all((r > 0) == (d > 0) for r, d in pairs) else None
        rows = said[0][2][: len(pairs)]
        for steps, text, circles, faults in said:
            at = path[steps]
            assert numbers(text)[:3] == pytest.approx([*at, steps], abs=0.0051)
            rests = end is not None and any(map(any, pairs)) and np.linalg.norm(at - end) < 0.005
            assert ("It rests" in text) == rests, (pairs, text)
            assert ("It never rests" in text) == (end is None), (pairs, text)
            if "next step moves it by" in text:
                told = float(re.search(r"moves it by ([\d.]*\d(?:e-\d+)?)", text)[1])
                assert told == pytest.approx(np.linalg.norm(path[steps + 1] - at), rel=0.06) and told > 0
            assert circles[: len(pairs)] == rows, "the frame has changed its scale"
            assert all(3 <= x <= 317 for x in np.ravel(circles)) and faults == [], (steps, faults)
            reach = 2 * max(abs(x) for x in np.ravel([given["at"], *(row["at"] for row in given["rows"])]))
            assert ("The picture ends before it" in text) == bool((np.abs(at) > reach).any())


# ---------------------------------------------------------------- tied-view


def tied_step(data: dict, E: np.ndarray, i: int, t: int) -> dict:
    h = np.tanh(E[i] @ np.array(data["W"]))
    p = np.exp(E @ h - (E @ h).max())
    p /= p.sum()
    dz = p - np.eye(len(E))[t]
    total = np.outer(dz, h)
    total[i] += ((1 - h**2) * (dz @ E)) @ np.array(data["W"]).T
    return {
        "p": p[t],
        "loss": -np.log(p[t]),
        "lengths": np.linalg.norm(total, axis=1),
        "next": E - data["rate"] * total,
    }


@pytest.mark.parametrize("width", WIDTHS)
def test_rows_of_a_tied_table_move_in_one_frame_with_trails(play, data, width):
    given = data("tied-view")
    words, pairs, last = given["words"], [[given["read"], given["target"]], [2, 3], [1, 1]], 40
    played = play("tied-view", pairs, last, width=width)
    for (read, target), said in zip(pairs, played, strict=True):
        E, path = np.array(given["table"]), []
        start = np.array(said[0][1])
        unit = (start[0, 0] - start[1, 0]) / (E[0, 0] - E[1, 0])
        for n, (text, circles, marked, trails, faults) in enumerate(said):
            path.append(240 + unit * E * [1, -1])
            now = tied_step(given, E, read, target)
            longest = int(now["lengths"].argmax())
            at = text.index(" has p")
            found = [*numbers(text[at:])[:2], numbers(text.partition("of length")[2])[0]]
            assert found == pytest.approx([now["p"], now["loss"], now["lengths"][longest]], abs=6e-4)
            assert f"moves “{words[target]}” along h" in text and f"that of “{words[longest]}”" in text
            # One scale for all steps. A row beyond the frame is drawn at its edge, and that is said.
            assert np.allclose(circles, np.clip(path[n], 7, 473), atol=0.06), (n, "the scale has changed")
            assert marked == [circles[read]]
            outside = [word for word, place in zip(words, path[n]) if place.min() < 7 or place.max() > 473]
            assert (
                re.findall("“(.*?)”", text.partition("The picture ends before")[2].partition("Found")[0])
                == outside
            )
            assert len(outside) == 0 or n > given["after"]["steps"]
            assert np.allclose(np.transpose(trails, (1, 0, 2)), path, atol=0.06) and faults == [], (n, faults)
            E = now["next"]


# ---------------------------------------------------------------- start-view


@pytest.mark.parametrize("page", ["initialization", "initialization/first-guess"])
def test_sigma_scales_the_star_and_each_sentence_is_computed(play, built_site, page):
    given = piecepage.in_book(built_site, f"chapters/{page}", "start-view").data
    played = play("start-view", given["widths"], given["sigmas"], page=page)
    for d, lengths in enumerate(np.array(given["lengths"])):
        full = max(given["sigmas"]) * lengths.max()
        for sigma, (text, rays, scale, faults) in zip(given["sigmas"], played[d], strict=True):
            found, drawn = numbers(text), sigma * lengths
            assert found[:2] == pytest.approx([drawn.mean(), drawn.std()], rel=6e-3) and faults == []
            if "scores" in given:
                z = sigma * np.array(given["scores"][d])
                p = np.exp(z - z.max()) / np.exp(z - z.max()).sum()
                loss = -np.log(p).mean()
                assert found[2] == pytest.approx(min(100 * p.max(), 99.9), rel=6e-3)
                assert found[3] == pytest.approx(loss, rel=6e-3)
                assert (found[2] < 100) and ("nearly even" in text) == (loss - np.log(len(z)) < 0.1)
            else:
                assert np.allclose(rays, 128 * drawn / full, atol=1e-6), "σ does not scale the star"
                assert numbers(scale) == pytest.approx([full], rel=6e-3)
                assert found[2:] == pytest.approx(
                    [100 * lengths.std() / lengths.mean(), lengths.max() / lengths.min()], rel=6e-3
                )


# ---------------------------------------------------------------- table-map


def places(text: str) -> list[int]:
    """Numbers of two signs each, as the map's data pack them."""
    signs = [chr(n) for n in range(33, 127) if chr(n) not in "\"'&<>\\"]
    return [88 * signs.index(a) + signs.index(b) for a, b in zip(text[::2], text[1::2], strict=True)]


def test_the_nearest_in_the_table_are_those_of_the_whole_table(play, data):
    table = piecepage.workbench().minilm()
    given = data("table-map")
    words = given["words"].split()
    U = table.E / np.linalg.norm(table.E, axis=1, keepdims=True)
    ids = [table.words.index(word) for word in words]
    cosine = U[ids] @ U.T
    cosine[np.arange(len(ids)), ids] = -1
    best = np.argpartition(-cosine, 3, axis=1)[:, :3]
    best = np.take_along_axis(best, np.argsort(-np.take_along_axis(cosine, best, axis=1), axis=1), axis=1)
    others, last = [], ""
    for text in given["others"].split():
        last = last[: int(text[0])] + text[1:]
        others.append(last)
    every = [*words, *others]
    stored = np.reshape([every[j] for j in places(given["nearest"])], (len(words), 3))
    assert (stored == np.array(table.words)[best]).all()
    assert not set(others) & set(words) and (best[:, 0][:, None] != ids).all(axis=1).sum() > len(words) / 2
    assert 2 * len(json.dumps(given)) < 150_000  # the data stand in the page twice

    some = range(0, len(words), 8)
    for i, (text, whole, near, dots) in zip(some, play("table-map", words[::8]), strict=True):
        told = re.findall(r"“([^”]+)” (\d\.\d\d)( \(no point on the map\))?", whole)
        assert [name for name, _, _ in told] == stored[i].tolist(), words[i]
        assert [float(value) for _, value, _ in told] == pytest.approx(cosine[i, best[i]], abs=0.00501)
        assert [bool(missing) for _, _, missing in told] == [name in others for name in stored[i]]
        inside = cosine[i, ids]
        assert near == [words[j] for j in np.argsort(-inside, kind="stable")[:10]] and dots == 10
        assert f"of these words “{near[0]}” has the nearest row, cosine {inside.max():.2f}" in text


@pytest.mark.parametrize("width", WIDTHS)
def test_names_on_the_map_of_the_table_stay_apart(play, data, width):
    given = data("table-map")
    played = play("table-map names", given["words"].split()[::40], width=width)
    assert [case for case in played if case[1]] == []


# ---------------------------------------------------------------- position-view


@pytest.mark.parametrize("width", WIDTHS)
def test_the_curves_over_distance_are_drawn_to_one_scale_and_said(play, data, width) -> None:
    given = data("position-view")
    played = play(
        "position-view",
        [len(kind["curves"].get("values", [1])) for kind in given["kinds"]],
        len(given["stops"]),
        width=width,
    )
    scales: dict[int, np.ndarray] = {}
    for kind, setting, stop, back, text, dots, below, faults in played:
        m, curves = given["stops"][stop], given["kinds"][kind]["curves"]["scores"]
        scores = np.array(
            curves[stop if given["kinds"][kind]["curves"]["of"] == "stops" else setting][: m + 1]
        )
        assert faults == [], (given["kinds"][kind]["name"], setting, m, faults)
        if not len(scores):
            assert f"no row for position {m}" in text and dots == []
            continue
        if back < len(scores):
            assert numbers(text)[:4] == pytest.approx([m, m - back, back, scores[back]], abs=0.0051)
        else:
            assert text.startswith(f"Query at {m}: no key stands {back} back")
        assert numbers(text.split("highest score is ")[1])[:2] == pytest.approx(
            [scores.max(), scores.argmax()], abs=0.0051
        )
        end = next((k for k, score in enumerate(scores) if score < -6), len(scores))
        assert len(dots) == end and (below == f"from {end} back on below −6") == (end < len(scores))
        if end > 1:
            line = (
                np.polyfit(scores[:end], np.array(dots)[:, 1], 1)
                if np.ptp(scores[:end]) > 0.1
                else scales.get(kind)
            )
            if line is not None:
                line = scales.setdefault(kind, line)
                assert np.allclose(np.array(dots)[:, 1], np.polyval(line, scores[:end]), atol=0.2), (
                    "another scale"
                )


# ---------------------------------------------------------------- clock-view


@pytest.mark.parametrize("width", WIDTHS)
def test_the_clocks_say_the_score_of_each_distance(play, data, width):
    given = data("clock-view")
    speeds, most, first = np.array(given["speeds"]), given["most"], given["query"] - given["key"]
    pairs = [(m, n) for m in range(0, most + 1, 5) for n in range(0, m + 1, 13)]
    for (m, n), (text, (dials, plot), faults) in zip(
        pairs, play("clock-view", pairs, width=width), strict=True
    ):
        cosines = np.cos(speeds * (m - n))
        assert numbers(text)[:4] == pytest.approx([m, n, m - n, cosines.sum()], abs=0.0051)
        told = [numbers(part) for part in re.findall(r": ([^.]*°)|cosines: (.*)\.$", dials) for part in part]
        assert told[0] == pytest.approx(np.degrees(np.arccos(cosines)), abs=0.51)
        assert told[-1] == pytest.approx(cosines, abs=0.0051)
        assert numbers(plot.split("marked is")[1]) == pytest.approx([cosines.sum(), m - n], abs=0.0051)
        assert faults == [], (m, n, faults)
    scores = np.cos(np.arange(most + 1)[:, None] * speeds).sum(axis=1)
    assert (abs(scores - scores[first]) < 0.01).sum() == 1  # the first goal: the score leads to the distance


# ---------------------------------------------------------------- counts-view


@pytest.mark.parametrize("width", WIDTHS)
def test_the_tables_say_the_numbers_of_a_pair_and_the_nearest_words(play, data, width):
    given = data("counts-view")
    words, contexts, left = given["words"], given["contexts"], np.array(given["left"])
    tables = {d: left[:, :d] @ given["right"][:d] for d in range(1, len(given["right"]) + 1)}
    asked = [(w, (5 * w + d) % len(contexts), d) for w in range(len(words)) for d in tables]

    def nearest(table, w: int) -> list[str]:
        table = np.array(table)
        lengths = np.linalg.norm(table, axis=1)
        near = (table @ table[w] / (lengths * lengths[w])).round(2)
        return [word for v, word in enumerate(words) if v != w and near[v] == np.delete(near, w).max()]

    played = play("counts-view", [(words[w], contexts[c], d) for w, c, d in asked], width=width)
    for (w, c, d), (text, told, faults) in zip(asked, played, strict=True):
        here = [np.array(given["counts"]), np.array(given["pmi"]), tables[d]]
        assert numbers(text)[:4] == pytest.approx(
            [here[0][w, c], here[1][w, c], d, here[2][w, c]], abs=0.0051
        )
        assert [numbers(value)[0] for value in told[::2]] == pytest.approx(
            [t[w, c] for t in here], abs=0.0051
        )
        for table, listed in zip(here, told[1::2], strict=True):
            assert listed.split()[1] in nearest(table, w)
        by_pmi, by_rows = nearest(given["pmi"], w), nearest(tables[d], w)
        assert ("by these rows too" in text) == (by_pmi == by_rows), text
        assert faults == [], (words[w], d, faults)
    for word, other in given["pairs"]:
        w = words.index(word)
        right = [nearest(table, w) == [other] for table in tables.values()]
        assert right == sorted(right) and not right[0]  # wrong, and from some length on right


# ---------------------------------------------------------------- norm-view


@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_said_of_length_and_frequency_holds_for_the_means_that_are_shown(play, data, width):
    given = data("norm-view")
    played = play(
        "norm-view",
        [
            list(case)
            for case in itertools.product(
                *(range(len({s[key] for s in given["settings"]})) for key in ("tied", "rule", "sigma"))
            )
        ],
        width=width,
    )
    scales = {}
    for now, (text, ticks, heights, faults) in zip(given["settings"], played, strict=True):
        means, rho, bands = np.array(now["means"]), np.array(now["rho"]), given["bands"]
        assert faults == [] and numbers(text.partition("each seed:")[2])[: len(rho)] == list(rho)
        rarer, common = (rho < -given["clear"]).all(), (rho > given["clear"]).all()
        assert (
            "rarer rows tend to be longer" in text,
            "more frequent rows tend to be longer" in text,
            "No clear tendency" in text,
        ) == (rarer, common, not rarer and not common)
        # The tendency does not hold from band to band where the curve is a U.
        steps = np.diff(means)
        breaks = (rarer and (steps <= 0).any()) or (common and (steps >= 0).any())
        assert ("but not from each band to the next" in text) == breaks
        low, high = re.search(
            r"Shortest on average: (.+?), (?:\d\.\d\d); longest: (.+?), (?:\d\.\d\d)\. At", text
        ).groups()
        assert (low.removeprefix("ranks "), high.removeprefix("ranks ")) == (
            bands[means.argmin()],
            bands[means.argmax()],
        )
        assert numbers(text)[-1] == pytest.approx(now["start"], abs=0.0051)
        assert scales.setdefault(now["sigma"], ticks) == ticks, "the scale depends on more than σ"
        top = float(ticks[-1])
        assert heights == pytest.approx(list(314 - 296 * np.array(now["norms"]) / top), abs=0.1)


# ---------------------------------------------------------------- batch-view


def test_batches_count_what_they_reached(play, data):
    given = data("batch-view")
    counts = np.repeat(*np.array(given["runs"]).T)
    played = play("batch-view", given["sizes"])
    for size, expected, said in zip(given["sizes"], given["expected"], played, strict=True):
        assert expected == pytest.approx(np.sum(1 - (1 - counts / counts.sum()) ** size), abs=0.06)
        for k, (text, squares, rows) in enumerate(said):
            batches, words, latest, all_rows, formula, touched, none = numbers(text)
            assert (batches, words, all_rows, formula) == (1 + 10 * k, size, len(counts), expected)
            assert sum(squares) == len(counts) and squares[0] == none and touched + none == len(counts)
            assert latest <= min(size, touched) and abs(latest - expected) < 6 * np.sqrt(expected)
            for _, _, occurrences, steps in rows:
                reached, of = numbers(steps)
                assert of == batches and reached <= min(batches, numbers(occurrences)[0])


# ---------------------------------------------------------------- flow-view


@pytest.mark.parametrize("width", WIDTHS)
def test_a_line_on_its_way_is_said_as_it_was_computed(play, data, width):
    given = data("flow-view")
    T, cases = len(given["lines"][0]["tokens"]), list(itertools.product(range(2), range(2)))
    played = play("flow-view", cases, width=width)
    for (moment, line), said in zip(cases, played, strict=True):
        mine, other = (given["cases"][moment][one] for one in (line, 1 - line))
        tokens, targets = given["lines"][line]["tokens"], given["lines"][line]["targets"]
        for t, (text, wells, heights) in enumerate(said):
            word, p = mine["guesses"][t][0]
            read, model = " ".join(tokens[: t + 1]), given["moments"][moment]
            assert text.startswith(f"After “{read}” comes “{targets[t]}”; the {model} says {word}, ")
            differ = [
                stage["name"]
                for stage, a, b in zip(given["stages"], mine["strips"], other["strips"])
                if np.abs(np.subtract(a[t], b[t])).max() > 0.0011
            ]
            assert ("all strips are the same in the two lines" in text) == (not differ)
            assert not differ or text.endswith(f"the two lines differ in: {', '.join(differ)}.")
            for weight, well, height in zip(mine["attention"][t][: t + 1], wells, heights):
                assert numbers(well)[0] == pytest.approx(100 * weight, abs=1) and (
                    "100%" not in well or weight == 1
                )
                assert height == pytest.approx(heights[0] * weight / mine["attention"][t][0], abs=0.6)
            assert max(heights) > 8 and wells[t + 1 :] == ["hidden"] * (T - t - 1)


# ---------------------------------------------------------------- search-view


def test_a_search_in_cells_says_what_it_compares_and_misses(play, data):
    given = data("search-view")
    words, rows, centres = given["words"], np.array(given["rows"]), np.array(given["centres"])
    cell = ((rows[:, None] - centres) ** 2).sum(-1).argmin(axis=1)
    few = (1, 2, 5, len(centres))
    asked = list(itertools.product(range(50, 1000, 225), range(50, 1000, 225), few))
    recalls: dict[int, list[float]] = {opened: [] for opened in few}
    for (x, y, opened), (label, text, faults) in zip(asked, play("search-view", asked), strict=True):
        query = np.array(numbers(label))
        assert np.abs(query - (x, y)).max() <= 3 and faults == []  # a mouse points at whole pixels
        nearest = np.argsort(((centres - query) ** 2).sum(-1), kind="stable")
        compared = np.isin(cell, nearest[:opened])
        true = np.argsort(((rows - query) ** 2).sum(-1), kind="stable")[: given["near"]]
        lost = re.findall("“(.*?)”", text)
        assert lost == [words[i] for i in true if not compared[i]]
        found, read, share = compared[true].sum(), compared.sum(), int(100 * compared.mean() + 0.5)
        told = [opened, len(centres), read, len(rows), share, len(true), found, found / len(true)]
        assert numbers(text)[:8] == told
        recalls[opened].append(found / len(true))
    # As the page says: where cells meet one finds little, and a few more find the rest.
    assert min(recalls[1]) <= 0.5 < np.mean(recalls[1]) < np.mean(recalls[2]) and min(recalls[5]) >= 0.9


# ---------------------------------------------------------------- heads-view


@pytest.mark.parametrize("width", WIDTHS)
def test_heads_are_said_and_drawn_from_each_position(play, data, width):
    given = data("heads-view")
    pieces, weights, guesses = given["pieces"], given["weights"], given["next"]
    cases = itertools.product(range(len(pieces) - 1), range(len(weights) + 1))
    for (t, off), (text, bars, met) in zip(cases, play("heads-view", width=width), strict=True):
        assert np.allclose(
            np.array(bars[: t + 1]).T, [0.9 * np.array(head[t]) for head in weights], atol=0.02
        )
        assert bars[t + 1 :] == [[]] * (len(pieces) - 2 - t)
        most = [int(np.argmax(head[t])) for head in weights]
        said = [*(pieces[n] for n in (t, *most, t + 1)), guesses[off][t][1]]
        assert re.findall("“(.*?)”", text) == said
        told = [100 * head[t][s] for head, s in zip(weights, most, strict=True)]
        told += [100 * guesses[n][t][0] for n in ([0, off] if off else [0])]
        assert [float(n) for n in re.findall(r"([\d.]+)%", text)] == pytest.approx(told, abs=0.51)
    assert met == 3, "a goal that cannot be reached"


# ---------------------------------------------------------------- gather-view, scatter-view, token-view


def test_a_gathered_row_is_said_with_its_copies_and_its_work(play, data):
    given = data("gather-view")
    words, ids, (V, d) = given["words"], given["ids"], np.shape(given["table"])
    played = play("gather-view", words)
    for word, id, (product, copy, changed, marked) in zip(words, ids, played, strict=True):
        twins = ids.count(id)
        assert numbers(product) == [V * d, V * d, (V - 1) * d, id] and "of the table read" in product
        assert copy == f"“{word}” has the id {id}: {d} numbers of the table read, no multiplication."
        assert marked == 1 + twins
        assert changed.startswith(
            f"One row of E changed, and {'one row' if twins == 1 else f'{twins} rows'} of X"
        )


def test_each_step_of_scatter_add_is_said_as_it_is(play, data):
    given = data("scatter-view")
    grads, N = given["grads"], len(given["ids"])
    batches = list(itertools.product(given["rows"], repeat=N))[::29]
    played = play("scatter-view", [list(ids) for ids in batches])
    for ids, (end, *said) in zip(batches, played, strict=True):
        added, kept = dict.fromkeys(ids, 0), dict.fromkeys(ids, 0)
        for n, (id, g, text) in enumerate(zip(ids, grads, said, strict=True)):
            wanted = [n, g, id, added[id], id, added[id] + g, 0, g, kept[id], id, g]
            added[id], kept[id] = added[id] + g, g
            assert numbers(text.replace("+=", ""))[: len(wanted)] == wanted, text
        assert (
            f"In all, += has lost {sum(added.values()) - sum(kept.values())} of {sum(grads)}." in end
            and end.endswith(said[-1][-30:])
            or "Goal reached" in end
        )


# ---------------------------------------------------------------- softmax-view


@pytest.mark.parametrize("width", WIDTHS)
def test_every_bar_and_sentence_follows_from_the_logits(play, data, width):
    given, ends = data("softmax-view"), [-7.0, -0.2, 7.0]
    cases = [
        (z, label, name)
        for z, name in itertools.product(
            itertools.product(ends, repeat=3), (None, "Add 5 to all", "Subtract m")
        )
        for label in range(3)
    ]
    for (set_to, label, name), said in zip(cases, play("softmax-view", cases, width=width), strict=True):
        text, z, bars, places, faults = said
        by = {None: 0.0, "Add 5 to all": 5.0, "Subtract m": -max(set_to)}[name]
        stays = max(np.abs(np.add(set_to, by))) <= 7
        assert np.allclose(z, np.add(set_to, by if stays else 0)) and faults == []
        exps = np.exp(np.array(z) - max(z))
        p = exps / exps.sum()
        gradient, loss = p - np.eye(3)[label], np.log(exps.sum()) + max(z) - z[label]
        drawn = [numbers(" ".join(texts)) for texts in bars]
        for shown, values, near in zip(drawn, (z, exps, p, gradient), (0.051, 0.0051, 0.0051, 0.0051)):
            assert shown == pytest.approx(list(values), abs=near)
        # The heights of bars are in proportion to their values, and a bar below the line begins there.
        assert np.allclose(np.reshape(places, (4, 3, 2))[1:3, :, 1], 83 * np.array([exps, p]), atol=1e-6)
        assert np.allclose(np.reshape(places, (4, 3, 2))[3, :, 1], 34 * np.abs(gradient), atol=1e-6)
        assert np.ptp([y for y, _ in np.reshape(places, (4, 3, 2))[3][gradient < 0]]) < 1e-6
        words = [given["words"][label], *np.delete(given["words"], label)]
        order = [gradient[label], *np.delete(gradient, label)]
        what = text.partition("The label is")[2].partition("Found")[0]
        assert re.findall("“(.*?)”", what) == words
        assert numbers(what) == pytest.approx([p[label], loss, *order, 0], abs=0.00051)
        # What is not quite a whole number does not read as one.
        for value, told in zip([p[label], loss, *order], re.findall(r"(almost −?\d+|−?\d+\.\d+)", what)):
            assert told.startswith("almost") == (abs(value - round(value)) < 0.0005), (value, told)
        changed = by != 0 and stays
        assert ("All p, the loss and the gradient stay the same." in text) == changed
        assert ("beyond the sliders" in text) == (not stays)
        assert ("m is 0 already" in text) == (name == "Subtract m" and by == 0)


# ---------------------------------------------------------------- joins-view


def test_each_join_is_said_with_the_pieces_it_leaves(play, data):
    given = data("joins-view")
    assert given["joins"] == [[left, right, 256 + n] for n, (left, right) in enumerate(JOINS)]
    letters = sorted(set(given["text"]) - {" "})
    words = ["".join(some) for some in itertools.product(letters, repeat=2)]
    words += [*given["text"].split(), *given["words"], "theatcheat", "satsatthe", "moon"]
    bytes_of_letters = {letter: letter.encode()[0] for letter in [" ", *letters]}
    ids = bytes_of_letters | {left + right: 256 + n for n, (left, right) in enumerate(JOINS)}
    for word, (typed, said) in zip(words, play("joins-view", words), strict=True):
        steps = encoded(word)
        assert typed == word and len(said) == len(steps)
        for at, ((n, pieces), text) in enumerate(zip(steps, said)):
            join = "{}, {} + {}".format(256 + n, *map(spaced, JOINS[n]))
            before = len(steps[at - 1][1])
            begins = f"Join {join}: {before} pieces become {len(pieces)}."
            assert text.startswith(begins if at else f"“␣{word}” begins as {len(word) + 1} bytes."), text
            after = text.partition(". ")[2].partition(" Found")[0]
            if at + 1 < len(steps):
                k = steps[at + 1][0]
                assert after == "Next is join {}, {} + {}.".format(256 + k, *map(spaced, JOINS[k]))
            else:
                *first, last = [str(ids[piece]) for piece in pieces]
                listed = f"{', '.join(first)} and {last}" if first else last
                ends = f"“␣{word}” is {len(pieces)} token{'s' * bool(first)}, {listed}."
                assert after == f"No {'further ' * bool(at)}join occurs in it: {ends}"


# ---------------------------------------------------------------- memory-calculator


def test_the_calculator_names_what_there_is_and_every_largest_part(play, data):
    given = data("memory-calculator")
    presets, devices = given["presets"], given["devices"]
    jobs = [
        (True, optimizer, mixed, "bfloat16")
        for optimizer in ("sgd", "momentum", "adagrad", "adam")
        for mixed in (True, False)
    ]
    jobs += [(False, "adam", True, dtype) for dtype in given["bits"]]
    cases = list(itertools.product(range(len(presets)), range(len(devices)), jobs, (False, True)))
    played = play("memory-calculator", cases)
    text_of = MEMORY.format_bytes
    for (preset, device, (train, optimizer, mixed, dtype), binary), (text, mark, largest) in zip(
        cases, played, strict=True
    ):
        sizes = {**presets[preset], **{key: given["start"][key] for key in ("B", "T")}}
        lines = bytes_of({**sizes, "train": train, "optimizer": optimizer, "mixed": mixed, "dtype": dtype})
        total, there, name = (
            sum(size for _, size in lines.values()),
            devices[device]["bytes"],
            devices[device]["name"],
        )
        both = [text_of(there, binary=unit) for unit in (binary, not binary)]
        assert text.startswith(f"“{name}” has {both[0]}, or {both[1]}.") and mark == f"{name}: {both[0]}"
        says = f"takes {text_of(total, binary=binary)} at least, "
        left = text_of(abs(total - there), binary=binary)
        assert (
            says + (f"{left} more than there are." if total > there else f"and leaves {left} for all") in text
        )
        most = max(size for _, size in lines.values())
        named = {"master": "master copy", "states": "optimizer states", "cache": "key-value cache"}
        wanted = [named.get(key, key) for key, (_, size) in lines.items() if size == most]
        assert (
            largest == wanted
            and f"The largest part: {' and '.join(wanted)}, {text_of(most, binary=binary)}" in text
        )
        share = lines["weights"][0] / lines["weights"][1]
        assert numbers(text)[-1] == pytest.approx(100 * share, abs=0.051) and (
            share == 1 or "is 100.0 %" not in text
        )


# ---------------------------------------------------------------- hash-view


@pytest.mark.parametrize("width", WIDTHS)
def test_n_grams_tell_their_mix_and_their_rows(play, data, width):
    given = data("hash-view")
    bench = piecepage.workbench()
    words, _ = np.unique(bench.tokens(bench.novel()), return_inverse=True)
    assert given["words"].split() == words[given["ids"]].tolist() and given["V"] == len(words)
    at = [PRIMES.index(p) for p in (5, 13, 73, 211)]
    sentences = [given["sentence"], "a zebra is not a truth and not a gnu"]
    cases = list(itertools.product(sentences, (2, 3), (1, 2, 3, 4), at))
    reached = [False] * 3
    for case, (text, stories, rings, faults) in zip(
        cases, play("hash-view", cases, width=width), strict=True
    ):
        now = Hashed(given, *case)
        assert text.partition(" Found:")[0] == now.summary() and rings == len(now.primes)
        assert faults == [], (case, faults)
        for name, mix, rows, story in zip(now.names, now.mix, now.rows, stories, strict=True):
            head = f"“{name}” has the ids {spaced_ids(now.ids[name])} and the mix {mix:,}. It reads row"
            assert story.startswith(head)
            assert [int(row) for row in re.findall(r"row (\d+) of head", story)] == rows.tolist()
        *each, full = now.shared()
        alone, spread = len(each) == 1 and not full, len(each) > 1 and not full and all(each)
        for goal, met in enumerate((alone, spread, spread and sum(now.primes) <= given["few"])):
            reached[goal] |= bool(met) and case[0] == given["sentence"]
    assert reached == [True] * 3  # by the given sentence


def spaced_ids(ids: list[int]) -> str:
    *first, last = [f"{i:,}" for i in ids]
    return f"{', '.join(first)} and {last}"


def test_no_piece_is_forgotten():
    root = Path(piecepage.bookpages.ROOT) / "book" / "_static" / "pieces"
    assert {path.stem for path in root.glob("*.js")} == {*PAGES, "token-view"}  # which no chapter shows
