"""The piece on hashed n-grams, in Chromium: mixes, rows and who shares them, against NumPy."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
from piecepage import Piece, has_focus, met, tab_to

V = 6273
SENTENCE = "it is a truth that a single man in possession of a good fortune must be in want of a wife"
KNOWN = dict(zip(dict.fromkeys(SENTENCE.split()), range(11, V, 389)))
MULTIPLIERS = [936543060001361, 396675152501933, 60244548848159]
PRIMES = [p for p in range(5, 230) if all(p % k for k in range(2, p))]
MOST = PRIMES.index(211)
PIECE = Piece(
    "hash-view",
    {
        "sentence": SENTENCE,
        "words": " ".join(KNOWN),
        "ids": list(KNOWN.values()),
        "V": V,
        "multipliers": MULTIPLIERS,
        "sizes": [5, 211],
        "size": 23,
        "few": 60,
    },
    "Pairs in rows",
    refuses=(
        (lambda data: data["ids"].pop(), f"{len(KNOWN)} words and {len(KNOWN) - 1} ids"),
        (lambda data: data["ids"].__setitem__(3, V), f"the id {V} is outside"),
        (lambda data: data["multipliers"].__setitem__(1, 2**51 + 1), "does not fit into int64"),
        (lambda data: data.update(size=25), "the size 25 is not a prime from 5 to 211"),
    ),
)


class Hashed:
    """The different n-grams of a sentence, their mixes in int64, and their rows in K heads."""

    def __init__(self, data: dict, sentence: str, n: int, K: int, at: int) -> None:
        tokens = sentence.lower().split()[:24]
        ids, new = dict(zip(data["words"].split(), data["ids"], strict=True)), data["V"]
        for token in tokens:
            if token not in ids:
                ids[token], new = new, new + 1
        runs = [tokens[i : i + n] for i in range(len(tokens) - n + 1)]
        self.ids = {" ".join(run): [ids[token] for token in run] for run in runs}
        self.names = list(self.ids)
        grams = np.array(list(self.ids.values()), dtype=np.int64).reshape(-1, n)
        self.mix = np.bitwise_xor.reduce(grams[:, ::-1] * np.array(data["multipliers"][:n]), axis=1)
        self.primes = PRIMES[at : at + K]
        self.rows = self.mix[:, None] % np.array(self.primes)

    def shared(self) -> list[int]:
        """How many n-grams share their row in each head, and how many share all their rows."""
        columns = [*self.rows.T.tolist(), list(map(tuple, self.rows.tolist()))]
        return [sum(times for times in Counter(column).values() if times > 1) for column in columns]

    def summary(self) -> str:
        """What the piece says of it."""
        *each, full = self.shared()
        K, n = len(self.primes), self.names[0].count(" ")
        kinds = f"{len(self.names)} different {['', 'pair', 'triple'][n]}{'s' * (len(self.names) > 1)}."
        if K == 1:
            told = f"{full} share their row with another." if full else "No two share a row."
            return f"One head of {self.primes[0]} rows, {kinds} {told}"
        heads = [f"{count} in head {k}" for k, count in enumerate(each, 1)]
        told = f"{', '.join(heads[:-1])} and {heads[-1]}"
        end = f"{full} share all their rows with another." if full else "No two share all their rows."
        size = f"{' + '.join(map(str, self.primes))} = {sum(self.primes)}"
        return f"{K} heads, {size} rows, {kinds} Of these {told} share their row with another. {end}"


def said(view) -> str:
    return view.get_by_role("status").inner_text().partition(" Found:")[0]


def check(view, sentence: str, n: int, K: int, at: int) -> Hashed:
    """Do words, pictures and chips say what NumPy computes?"""
    now = Hashed(PIECE.data, sentence, n, K, at)
    assert said(view) == now.summary()
    shown = [
        [int(number) for number in re.findall(r"\d+", name)]
        for name in view.locator(".ha-heads svg").evaluate_all(
            "nodes => nodes.map((node) => node.getAttribute('aria-label'))"
        )
    ]
    times = [Counter(column) for column in now.rows.T.tolist()]
    assert shown == [
        [k + 1, p, len(held), sum(many > 1 for many in held.values())]
        for k, (p, held) in enumerate(zip(now.primes, times))
    ]
    alone = sum(many == 1 for held in times for many in held.values())
    assert view.locator(".ha-heads .ha-alone").count() == alone
    assert view.locator(".ha-heads :is(.ha-some, .ha-all)").count() == sum(map(len, times)) - alone
    assert view.locator(".ha-grams .is-all").count() == now.shared()[-1]
    marks = view.locator(".ha-grams .ha-marks").all_inner_texts()
    assert marks == [
        "".join("○■"[held[row] > 1] for held, row in zip(times, rows)) for rows in now.rows.tolist()
    ]
    return now


def test_each_size_and_number_of_heads_hashes_as_numpy_does(view):
    slider = view.get_by_role("slider")
    start = PRIMES.index(23)
    check(view, SENTENCE, 2, 1, start)
    assert met(view.locator(".piece-goals li")) == [False] * 3
    for K in (2, 4):
        view.get_by_role("radio", name=str(K), exact=True).check()
        check(view, SENTENCE, 2, K, start)
    for key, at in (("Home", 0), ("ArrowRight", 1), ("End", MOST)):
        slider.press(key)
        assert slider.get_attribute("aria-valuetext") == f"{PRIMES[at]} rows"
        check(view, SENTENCE, 2, 4, at)
    view.get_by_role("radio", name="triples").check()
    check(view, SENTENCE, 3, 4, MOST)
    slider.press("Home")
    view.get_by_role("radio", name="1", exact=True).check()
    check(view, SENTENCE, 3, 1, 0)
    view.get_by_role("button", name="Start over").press("Enter")
    check(view, SENTENCE, 2, 1, start)


def test_an_n_gram_tells_its_ids_its_mix_and_its_rows(view):
    """By keyboard alone, along the whole line of n-grams."""
    view.get_by_role("radio", name="3", exact=True).check()
    view.get_by_role("slider").press("Home")
    now = check(view, SENTENCE, 2, 3, 0)
    view.get_by_role("button", name="Start over").focus()
    chips = view.locator(".ha-grams button")
    tab_to(chips.first)
    for i, name in enumerate(now.names):
        assert has_focus(chips.nth(i)) and chips.nth(i).get_attribute("aria-pressed") == "true"
        text = view.locator(".ha-chosen").inner_text()
        mix, ids = f"{now.mix[i]:,}", " and ".join(f"{id:,}" for id in now.ids[name])
        assert text.startswith(f"“{name}” has the ids {ids} and the mix {mix}.")
        assert [int(row) for row in re.findall(r"row (\d+) of head", text)] == now.rows[i].tolist()
        same = now.rows == now.rows[i]
        mates = (same.sum(axis=0) - 1).tolist()
        told = re.findall(r"of head \d, (alone|shared with [^;.]*)", text)
        counts = [
            0 if part == "alone" else len(part.split("“")) - 1 + int((re.findall(r"\d+", part) or [0])[0])
            for part in told
        ]
        assert counts == mates
        assert ("shares all its rows" in text) == (same.all(axis=1).sum() > 1)
        view.page.keyboard.press("ArrowRight")
    assert has_focus(chips.first)  # and round
    view.page.keyboard.press("End")
    assert has_focus(chips.last)


def test_a_sentence_of_the_reader_gets_ids_for_words_that_are_new(view):
    field = view.get_by_label("Your sentence")
    for text in ("A zebra must be a gnu in Truth", "be in be in be", "good " * 30, "wife"):
        field.fill(text)
        if text == "wife":
            assert "There is no pair" in said(view) and view.locator(".ha-heads svg").count() == 0
        elif "good" in text:
            assert "1 different pair." in said(view) and "Only the first 24 of 30 tokens are read" in said(
                view
            )
        else:
            check(view, text, 2, 1, PRIMES.index(23))
    field.fill("A zebra, a gnu")
    assert f"“zebra” {V:,}, “,” {V + 1:,} and “gnu” {V + 2:,}" in view.locator(".ha-note").inner_text()
    assert view.locator(".ha-grams button").count() == 4
    assert met(view.locator(".piece-goals li")) == [False] * 3  # too few n-grams for a goal


def test_each_goal_is_reached_where_it_says(view):
    goals, slider = view.locator(".piece-goals li"), view.get_by_role("slider")
    reached = [False] * 3

    def see(K: int, at: int) -> None:
        now = Hashed(PIECE.data, SENTENCE, 2, K, at)
        *each, full = now.shared()
        spread = K > 1 and full == 0 and all(each)
        few = spread and sum(now.primes) <= 60
        reached[:] = [old or new for old, new in zip(reached, [K == 1 and full == 0, spread, few])]
        assert met(goals) == reached, (K, now.primes)

    slider.fill("0")
    see(1, 0)
    for K in (2, 3, 1):
        view.get_by_role("radio", name=str(K), exact=True).check()
        # Heads of which one has no shared rows come first: they must not reach the second goal.
        least = {
            at: min(Hashed(PIECE.data, SENTENCE, 2, K, at).shared()[:-1]) for at in range(0, MOST + 1, 2)
        }
        assert K == 3 or 0 in least.values()
        for at in sorted(least, key=least.__getitem__):
            slider.fill(str(at))
            see(K, at)
        slider.fill("0")
    assert reached == [True] * 3


def test_a_click_on_a_row_goes_through_the_n_grams_in_it(view):
    view.get_by_role("slider").press("Home")
    now = Hashed(PIECE.data, SENTENCE, 2, 1, 0)
    held = dict.fromkeys(now.rows[:, 0].tolist())  # in the order of the sentence
    for i, row in enumerate(held):
        for name in [name for name, its in zip(now.names, now.rows[:, 0]) if its == row]:
            view.locator(".ha-heads g").nth(i).click()
            assert view.locator(".ha-chosen").inner_text().startswith(f"“{name}” ")
