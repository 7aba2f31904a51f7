"""The table that learns, in Chromium: its training against PyTorch, and what the pages say of its runs."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache

import numpy as np
import piecepage
import pytest
import torch
import torch.nn.functional as F
from bookpages import matched
from piecepage import Piece, decimals, has_focus, less_motion

LABEL = "A table that learns"


def piece(**settings) -> Piece:
    """The piece as `wb.learning_table` makes it."""
    data = dict(piecepage.workbench().learning_table(LABEL, **settings).data)
    return Piece("learning-table", data, data.pop("label"), REFUSES, clock=datetime(2000, 1, 1))


REFUSES = (
    (lambda data: data["kinds"].pop(), "82 words and 81 kinds"),
    (lambda data: data["contexts"].reverse(), "the contexts do not begin with the words"),
    (lambda data: data.update(pair=["sister", "wolf"]), "the word wolf is not among those that are trained"),
    (lambda data: data.update(handles=["width"]), "no handle width"),
    (lambda data: data.update(sigma=0.3), "sigma is 0.3, expected one of"),
    (lambda data: data.update(counts={"5": "00"}), "window 5: 2 counts, expected 82 times 300"),
)
PIECE = piece(handles=("sigma", "tables"), windows=(2, 5))
WORDS = PIECE.data["words"]
V, M, B = len(WORDS), len(PIECE.data["contexts"]), PIECE.data["batch"]


def counts(window: int) -> np.ndarray:
    """The counts of the data, read anew: letters for the multiples of 36, then a digit of base 36."""
    found = []
    for letters, digit in re.findall("([A-Z]*)([0-9a-z])", PIECE.data["counts"][str(window)]):
        high = 0
        for letter in letters:
            high = 26 * high + ord(letter) - ord("A")
        found.append(36 * high + int(digit, 36))
    return np.array(found).reshape(V, M)


def advance(view, steps: int = 0) -> dict:
    """Train on for some steps; the state afterwards, with what was drawn on the way."""
    found = view.evaluate(
        """(piece, steps) => {
          const run = piece.querySelector(".learning-table").run, w = [], c = [];
          for (let n = 0; n < steps; n++) { run.advance(); w.push([...run.w]); c.push([...run.c]); }
          return { step: run.step, loss: run.loss, rate: run.rate, E: [...run.E], O: [...run.O],
            parts: [...run.parts], times: [...run.times], w, c };
        }""",
        steps,
    )
    for name in ("E", "O", "parts"):
        found[name] = np.array(found[name]).reshape(-1, PIECE.data["d"])
    found["w"] = np.array(found["w"]).reshape(steps, B)
    found["c"] = np.array(found["c"])
    if steps:
        found["c"] = found["c"].reshape(steps, B, -1)
    return found


def silently(view, steps: int) -> None:
    """Train on without telling what was drawn."""
    view.evaluate(
        """(piece, steps) => {
          const { run } = piece.querySelector(".learning-table");
          for (let n = 0; n < steps; n++) run.advance();
        }""",
        steps,
    )


def mean_loss(E: np.ndarray, O: np.ndarray, w: np.ndarray, c: np.ndarray) -> float:
    """The loss of the chapter: a mean over the pairs, a sum over what was read and what was drawn."""
    scores = np.einsum("bd,bkd->bk", E[w], O[c])
    return float((np.logaddexp(0, -scores[:, 0]) + np.logaddexp(0, scores[:, 1:]).sum(axis=1)).mean())


# ---------------------------------------------------------------- training


@pytest.mark.parametrize("optimizer", ["descent", "adam"])
@pytest.mark.parametrize("tables", [2, 1])
def test_a_run_is_that_of_pytorch_on_the_same_draws(chromium, tables, optimizer):
    made = piece(tables=tables, optimizer=optimizer)
    with made.opened(chromium) as view:
        before, after = advance(view), advance(view, 40)
    rows = before["O"] if tables == 1 else np.concatenate([before["E"], before["O"]])
    table = torch.tensor(rows, requires_grad=True)
    make = torch.optim.Adam if optimizer == "adam" else torch.optim.SGD
    steps = make([table], lr=1.0)
    for step, (w, c) in enumerate(zip(torch.tensor(after["w"]), torch.tensor(after["c"]))):
        E, O = (table, table) if tables == 1 else (table[:V], table[V:])
        scores = (O[c] @ E[w][..., None])[..., 0]
        loss = -(F.logsigmoid(scores[:, 0]) + F.logsigmoid(-scores[:, 1:]).sum(-1)).mean()
        steps.param_groups[0]["lr"] = {"adam": 0.01, "descent": 3.2}[optimizer] * (1 - step / 20_000)
        steps.zero_grad()
        loss.backward()
        steps.step()
    theirs = table.detach().numpy()
    assert after["loss"] == pytest.approx(loss.item(), rel=1e-12)
    np.testing.assert_allclose(after["E"], theirs[:V], rtol=0, atol=1e-12)
    np.testing.assert_allclose(after["O"], theirs if tables == 1 else theirs[V:], rtol=0, atol=1e-12)
    assert np.abs(after["E"] - before["E"]).max() > 0.01


@pytest.mark.parametrize("tables", [2, 1])
def test_the_gradient_is_that_of_finite_differences(chromium, tables):
    with piece(tables=tables).opened(chromium) as view:
        advance(view, 30)
        before = advance(view)
        after = advance(view, 1)
    w, c = after["w"][0], after["c"][0]
    for name in ("E", "O"):
        gradient = (before[name] - after[name]) / after["rate"]
        named = np.unique(w if name == "E" else c)
        for i, a in [(named[0], 0), (named[5], 3), (named[-1], 7)]:
            moved = []
            for sign in (1, -1):
                E, O = before["E"].copy(), before["O"].copy()
                for table in (E, O) if tables == 1 and i < V else ({"E": E, "O": O}[name],):
                    table[i, a] += sign * 1e-5
                moved.append(mean_loss(E, O, w, c))
            assert gradient[i, a] == pytest.approx((moved[0] - moved[1]) / 2e-5, abs=1e-8)
    assert after["loss"] == pytest.approx(mean_loss(before["E"], before["O"], w, c), rel=1e-12)


def test_the_gradients_of_a_repeated_word_add_up(view):
    before, after = advance(view), advance(view, 1)
    summed = np.zeros((V, PIECE.data["d"]))
    np.add.at(summed, after["w"][0], after["parts"])
    np.testing.assert_allclose(before["E"] - after["E"], after["rate"] * summed, rtol=0, atol=1e-14)
    assert len(set(after["w"][0])) < B
    assert after["times"] == np.bincount(after["w"][0], minlength=V).tolist()


@pytest.mark.parametrize(
    "drawn, noise, window", [("equally", 0.75, 5), ("novels", 1, 5), ("equally", 0, 2)], ids=str
)
def test_pairs_and_negatives_are_drawn_as_the_counts_say(chromium, drawn, noise, window):
    made = piece(drawn=drawn, noise=noise, window=window, windows=(2, 5))
    with made.opened(chromium) as view:
        start = advance(view)
        many = advance(view, 600)
    N = counts(window)
    centers = np.ones(V) / V if drawn == "equally" else N.sum(axis=1) / N.sum()
    pairs = centers[:, None] * N / N.sum(axis=1, keepdims=True)
    chance = (N.sum(axis=0) > 0) * N.sum(axis=0).astype(float) ** noise
    for found, expected in [
        (np.bincount(many["w"].ravel(), minlength=V), centers),
        (np.bincount(many["c"][..., 0].ravel(), minlength=M), pairs.sum(axis=0)),
        (np.bincount((many["w"] * M + many["c"][..., 0]).ravel(), minlength=V * M), pairs.ravel()),
        (np.bincount(many["c"][..., 1:].ravel(), minlength=M), chance / chance.sum()),
    ]:
        wanted = expected * found.sum()
        assert (found[expected == 0] == 0).all()
        often = wanted > 5
        off = (found[often] - wanted[often]) ** 2 / wanted[often]
        assert 0.7 < off.mean() < 1.3  # chi-squared by its degrees of freedom
    for table in (start["E"], start["O"]):
        assert 0.09 < table.std() < 0.11 and abs(table.mean()) < 0.01


# ---------------------------------------------------------------- what it shows


def status(view) -> str:
    return view.get_by_role("status").inner_text()


def step_of(view) -> int:
    return int(matched(r"^Step ([\d,]+) of 20,000", status(view))[1].replace(",", ""))


def cosines(E: np.ndarray) -> np.ndarray:
    U = E / np.linalg.norm(E, axis=1, keepdims=True)
    return U @ U.T


def check(view, a: str = "sister", b: str = "brother") -> None:
    """The status against the rows as they are."""
    found = advance(view)
    alike, i, j = cosines(found["E"]), WORDS.index(a), WORDS.index(b)
    mean = (alike.sum() - V) / (V * (V - 1))
    text = status(view)
    assert decimals(text) == pytest.approx([mean, alike[i, j]], abs=0.0051)
    near = [WORDS[n] for n in np.argsort(-alike[i]) if n != i][:5]
    assert f"Nearest to {a}: {', '.join(near)}." in text
    times = [f"{found['times'][n]:,}" for n in (i, j)]
    assert f"Times read: {a} {times[0]}, {b} {times[1]}." in text


def places(view) -> np.ndarray:
    """Where the points stand, from the middle of the disc, its radius as one, upwards positive."""
    disc, styles = view.locator(".lt-map svg").first.evaluate(
        """map => [["cx", "cy", "r"].map((name) => Number(map.querySelector(".lt-rim").getAttribute(name))),
          [...map.querySelectorAll("g.lt-word")].map((node) => [node.dataset.word, node.style.transform])]"""
    )
    points = {word: re.findall(r"(-?[\d.]+)px", style) for word, style in styles}
    return (np.array([points[word] for word in WORDS], float) - disc[:2]) / disc[2] * [1, -1]


def test_it_rests_until_it_is_touched(view):
    check(view)
    view.page.clock.run_for(1000)
    assert step_of(view) == 0 and "the rows are random" in status(view)
    assert view.get_by_role("button", name="Back to the start").get_attribute("aria-disabled") == "true"


def test_step_shows_a_batch_and_how_a_repeated_word_adds_up(view):
    view.get_by_role("button", name="Step").click()
    assert step_of(view) == 1
    check(view)
    w = view.evaluate("piece => [...piece.querySelector('.learning-table').run.w]")
    times = np.bincount(w, minlength=V)
    text = view.inner_text()
    assert f"Batch 1: {B} pairs, {(times > 0).sum()} words" in text
    told = re.search(r"More than once: (.*?)\. The other (\d+) once", text)
    assert dict(item.rsplit(" ", 1) for item in told[1].split(", ")) == {
        WORDS[i]: str(times[i]) for i in np.flatnonzero(times > 1)
    }
    assert int(told[2]) == (times == 1).sum()
    assert view.locator(".lt-seat").count() == view.locator(".lt-flight").count() == B
    columns = view.locator(".lt-seat").evaluate_all("dots => dots.map((dot) => dot.getAttribute('cx'))")
    assert sorted(columns.count(x) for x in set(columns)) == sorted(times[times > 0])
    shown = re.search(r"(\w+): (\d+) gradients add up", text)
    assert int(shown[2]) == times[WORDS.index(shown[1])] == view.locator(".lt-part").count() > 1
    # Head to tail the arrows of the single gradients lead to the end of the sum's.
    ends = view.locator(".lt-part, .lt-sum").evaluate_all(
        "arrows => arrows.map((arrow) => arrow.getAttribute('d').match(/-?[\\d.]+/g).slice(0, 4).map(Number))"
    )
    whole, *parts = np.array(ends)
    assert np.allclose(whole, [*parts[0][:2], *parts[-1][2:]])


def test_run_goes_on_to_the_end_pauses_and_reports_once(view):
    clock, button = view.page.clock, view.get_by_role("button", name="Run")
    button.click()
    pause = view.get_by_role("button", name="Pause")
    assert view.get_by_role("status").get_attribute("aria-live") == "off"
    clock.run_for(500)
    pause.click()
    now = step_of(view)
    assert now > 20 and view.get_by_role("status").get_attribute("aria-live") is None
    check(view)
    clock.run_for(500)
    assert step_of(view) == now
    button.click()
    clock.run_for(12_000)
    assert step_of(view) == 20_000 and "the end of the run" in status(view)
    check(view)
    assert button.get_attribute("aria-disabled") == "true"
    button.press("Enter")
    view.get_by_role("button", name="Step").press("Enter")
    assert step_of(view) == 20_000


def test_a_reload_and_a_reset_show_the_same_run_and_another_seed_another(view, chromium):
    begin = advance(view)["E"]
    for _ in range(3):
        view.get_by_role("button", name="Step").click()
    moved, shown = advance(view)["E"], places(view)
    view.get_by_role("button", name="Back to the start").click()
    assert step_of(view) == 0 and np.array_equal(advance(view)["E"], begin)
    with PIECE.opened(chromium) as again:
        assert np.array_equal(advance(again)["E"], begin)
        for _ in range(3):
            again.get_by_role("button", name="Step").click()
        assert np.array_equal(advance(again)["E"], moved) and np.array_equal(places(again), shown)
    view.get_by_role("button", name="Other random rows").click()
    assert step_of(view) == 0 and np.abs(advance(view)["E"] - begin).max() > 0.1
    check(view)


def test_a_handle_starts_the_run_again_with_the_same_random_numbers(view):
    begin = advance(view)["E"]
    view.get_by_role("button", name="Step").click()
    view.get_by_label("standard deviation σ").select_option("1")
    assert step_of(view) == 0
    np.testing.assert_allclose(advance(view)["E"], 10 * begin, rtol=1e-12)
    view.get_by_label("tables").select_option("one (tied)")
    assert len(advance(view)["O"]) == M
    assert np.array_equal(advance(view)["O"][:V], advance(view)["E"])


def test_the_words_of_the_curve_can_be_chosen_during_a_run(view):
    def heights() -> list[float]:
        found = re.findall(r"[ML]([\d.]+),([\d.]+)", view.locator(".lt-curve").get_attribute("d"))
        return [float(y) for _, y in found]

    E = [advance(view)["E"]]
    for _ in range(3):
        view.get_by_role("button", name="Step").click()
        E.append(advance(view)["E"])
    for a, b in (("sister", "brother"), ("house", "would")):
        view.get_by_label("first word").select_option(a)
        view.get_by_label("second word").select_option(b)
        check(view, a, b)
        assert view.locator("g.is-chosen").evaluate_all("all => all.map((g) => g.dataset.word)") in (
            [a, b],
            [b, a],
        )
        curve = [cosines(rows)[WORDS.index(a), WORDS.index(b)] for rows in E]
        assert heights() == pytest.approx([8 + 71 * (1 - x) for x in curve], abs=0.06)


def test_the_map_is_one_plane_at_one_scale_for_the_whole_run(view):
    """Points are the same linear image of the rows' directions at every step."""
    found = []
    for steps in (0, 40, 300):
        if steps:
            silently(view, steps - 1)
            view.get_by_role("button", name="Step").click()
        E = advance(view)["E"]
        found.append((E / np.linalg.norm(E, axis=1, keepdims=True), places(view)))
    directions, shown = (np.concatenate(parts) for parts in zip(*found))
    axes, *_ = np.linalg.lstsq(directions, shown, rcond=None)
    assert np.abs(directions @ axes - shown).max() < 1e-3
    assert np.allclose(axes.T @ axes, np.eye(2), atol=1e-3)


def test_it_is_worked_by_keyboard_alone(view):
    run = view.get_by_role("button", name="Run")
    piecepage.tab_to(run)
    piecepage.tab_to(view.get_by_role("button", name="Step"))
    view.page.keyboard.press("Enter")
    view.page.keyboard.press("Space")
    assert step_of(view) == 2
    piecepage.tab_to(view.get_by_role("button", name="Back to the start"))
    view.page.keyboard.press("Enter")
    assert step_of(view) == 0 and has_focus(view.get_by_role("button", name="Back to the start"))
    piecepage.tab_to(view.get_by_role("button", name="Other random rows"))
    for name in ("standard deviation σ", "tables", "first word", "second word"):
        piecepage.tab_to(view.get_by_label(name))


@less_motion
def test_with_less_motion_nothing_moves_by_itself(view):
    view.get_by_role("button", name="Step").click()
    assert view.locator(".lt-flight").count() == 0 and view.locator(".lt-seat").count() == B
    assert piecepage.stand_still(view.locator("g.lt-word"))
    for step in (10, 30, 100):
        view.get_by_role("button", name="Run on").click()
        assert step_of(view) == step
        check(view)
    view.page.clock.run_for(1000)
    assert step_of(view) == 100


# ---------------------------------------------------------------- what the pages say


@pytest.fixture(scope="module")
def run(chromium):
    """The rows at some steps of the run that a page shows, with one or more settings changed."""

    @cache
    def found(*changed: tuple[str, object], steps: tuple[int, ...]) -> list[dict]:
        with piece(windows=(2, 5), **dict(changed)).opened(chromium) as view:
            states, at = [], 0
            for step in steps:
                silently(view, step - at)
                at = step
                states.append(advance(view))
        return states

    return found


def alike(state: dict, a: str, b: str) -> float:
    return cosines(state["E"])[WORDS.index(a), WORDS.index(b)]


def mean(state: dict) -> float:
    return float(cosines(state["E"])[np.triu_indices(V, 1)].mean())


def nearest(state: dict, word: str, n: int) -> list[str]:
    i = WORDS.index(word)
    return [WORDS[j] for j in np.argsort(-cosines(state["E"])[i]) if j != i][:n]


def family(kind: str) -> np.ndarray:
    return np.array([i for i, k in enumerate(PIECE.data["kinds"]) if k == kind])


def test_all_rows_run_into_a_lump_which_opens(run):
    """Said on the first page of scatter-add."""
    begin, lump, later, end = run(steps=(0, 150, 1000, 20_000))
    assert alike(begin, "sister", "brother") < -0.2 and alike(end, "sister", "brother") > 0.98
    assert mean(lump) > 0.955 and cosines(lump["E"]).min() > 0.85
    assert mean(lump) > mean(later) + 0.2 > mean(end) + 0.35
    kin = family("kin")
    for kind in ("verb", "place", "time"):
        assert cosines(end["E"])[np.ix_(kin, family(kind))].mean() < 0.5
    assert cosines(end["E"])[np.ix_(kin, kin)].mean() > 0.75
    assert {"brother", "mother", "father", "aunt", "cousin"} == set(nearest(end, "sister", 5))
    # The lump is at its densest near step 150.
    around = run(steps=(100, 150, 250))
    assert mean(around[1]) > max(mean(around[0]), mean(around[2]))


def test_scale_and_rate_belong_together(run):
    """Said in initialization/tried."""
    usual, small = (run(("sigma", sigma), steps=(200, 500)) for sigma in (0.1, 0.01))
    large = run(("sigma", 1), steps=(200, 20_000))
    assert mean(small[0]) > 0.995 > 0.97 > mean(usual[0]) > mean(large[0]) + 0.04
    assert mean(small[1]) > mean(usual[1]) + 0.05
    slow = run(("sigma", 1), ("rate", 0.4), steps=(20_000,))[0]
    assert mean(slow) > 0.9 and mean(large[1]) < 0.7
    for sigma in (0.01, 0.1, 1):
        last = 20_000 if sigma == 0.1 else 2020
        fast = run(("sigma", sigma), ("rate", 25), steps=(2000, 2020, last - 20, last))
        U = [state["E"] / np.linalg.norm(state["E"], axis=1, keepdims=True) for state in fast]
        assert (U[0] * U[1]).sum(axis=1).mean() < 0.8
        assert last == 2020 or (U[2] * U[3]).sum(axis=1).mean() > 0.99


def test_one_table_puts_a_word_beside_its_neighbours(run):
    """Said in weight-tying."""
    two, one = (run(("tables", n), steps=(20_000,))[0] for n in (2, 1))
    assert nearest(two, "said", 2) == ["replied", "cried"]
    assert nearest(one, "said", 2) == ["miss", "emma"]
    N = counts(5)
    company = N / N.sum(axis=1, keepdims=True)
    said = WORDS.index("said")
    for word in ("miss", "emma"):  # neighbours: read with it more often than chance
        assert company[said, WORDS.index(word)] > 1.5 * N[:, WORDS.index(word)].sum() / N.sum()
    shared = company @ company[said] / np.linalg.norm(company, axis=1) / np.linalg.norm(company[said])
    assert {WORDS[i] for i in np.argsort(-shared)[1:3]} == {"replied", "cried"}


def test_a_rare_word_stays_behind(run):
    """Said in frequency/updates."""
    novels = ("drawn", "novels")
    early, thousand, end = run(novels, steps=(200, 1000, 20_000))
    june, months = WORDS.index("june"), ["june", "september", "november"]
    assert early["times"][june] == 1 and mean(early) > 0.75 and cosines(early["E"])[june].mean() < 0.3
    pairs = [(a, b) for n, a in enumerate(months) for b in months[:n]]
    equally = run(steps=(20_000,))[0]
    for a, b in pairs:
        assert alike(end, a, b) > mean(end) + 0.2 and alike(equally, a, b) < mean(equally) - 0.15
    adam = run(novels, ("optimizer", "adam"), steps=(200, 1000))
    assert alike(adam[1], "june", "sister") > alike(thousand, "june", "sister") + 0.2
    occurrences = dict(
        zip(
            WORDS,
            piecepage.workbench().json.loads(piecepage.workbench()._asset("data/novels/counts.json"))[
                "occurrences"
            ],
        )
    )
    assert occurrences["june"] == 15 and 200 < occurrences["sister"] < 1000

    # Beside the direction that all rows have in common, the months' rows have little else.
    def common(state: dict) -> float:
        U = state["E"] / np.linalg.norm(state["E"], axis=1, keepdims=True)
        return float(
            (U[[WORDS.index(w) for w in months]] @ U.mean(axis=0)).mean() / np.linalg.norm(U.mean(axis=0))
        )

    assert common(end) > common(equally) + 0.15


def test_window_negatives_and_noise_exponent_do_what_the_chapter_says(run):
    """Said in word2vec/training."""
    steps = (50, 200, 500, 20_000)
    one, fifteen = (run(("negatives", k), steps=(50, 200, 500)) for k in (1, 15))
    five = run(("noise", 0.75), steps=steps)
    assert max(map(mean, one)) < 0.5 and mean(fifteen[0]) > 0.95 > 0.6 > mean(five[0])
    for k, state in ((1, one[1]), (5, five[1])):
        assert (state["E"] @ state["O"].T).mean() == pytest.approx(-np.log(k), abs=0.1)
    narrow = run(("window", 2), steps=(20_000,))[0]
    assert nearest(narrow, "mr", 4) == ["miss", "mrs", "sir", "captain"]
    assert {"marianne", "crawford"} < set(nearest(five[3], "mr", 4))
    zero, usual, whole = (run(("noise", alpha), steps=steps) for alpha in (0, 0.75, 1))
    assert mean(zero[2]) > mean(usual[2]) + 0.03 > mean(whole[2]) + 0.06
    assert mean(zero[3]) > mean(usual[3]) + 0.05 > mean(whole[3]) + 0.1
