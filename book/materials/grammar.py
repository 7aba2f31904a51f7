"""A small grammar whose sentences have known answers: the same for the same seed on every machine."""

from __future__ import annotations

import random

_PEOPLE = [("man", "woman"), ("boy", "girl"), ("king", "queen"), ("prince", "princess")]
_TENSES = [
    ("sit", "sat"),
    ("run", "ran"),
    ("walk", "walked"),
    ("swim", "swam"),
    ("sing", "sang"),
    ("sleep", "slept"),
]
_ANIMALS = [("cat", "cats"), ("dog", "dogs"), ("horse", "horses"), ("bird", "birds"), ("duck", "ducks")]
_CAPITALS = [
    ("france", "paris"),
    ("japan", "tokyo"),
    ("germany", "berlin"),
    ("italy", "rome"),
    ("spain", "madrid"),
]

_GENDER = [("he", "his", "beard"), ("she", "her", "skirt")]  # company of the first and the second of a pair
_RANK = {
    "man": ("works", "house"),
    "boy": ("plays", "toy"),
    "king": ("reigns", "crown"),
    "prince": ("waits", "pony"),
}
_PLACE = {"sit": "mat", "run": "field", "walk": "road", "swim": "lake", "sing": "stage", "sleep": "bed"}
_DIET = {"cat": "fish", "dog": "bones", "horse": "hay", "bird": "seeds", "duck": "bread"}
_CULTURE = {
    "france": ("french", "cheese"),
    "japan": ("japanese", "rice"),
    "germany": ("german", "sausage"),
    "italy": ("italian", "pasta"),
    "spain": ("spanish", "olives"),
}


def grammar_offsets() -> dict[str, list[tuple[str, str]]]:
    """Return the planted pairs: the words of each differ in company as those of every pair of its family do.

    So b is to a as d is to c for any two pairs (a, b), (c, d) of a family.
    """
    return {
        "royalty": list(_PEOPLE),
        "tense": list(_TENSES),
        "plural": list(_ANIMALS),
        "capital": list(_CAPITALS),
    }


def grammar_words() -> list[str]:
    """Return the vocabulary of `grammar`, in alphabetical order; the id of a word is its place here."""
    return list(_VOCABULARY)


def grammar(sentences: int, seed: int = 0) -> list[list[str]]:
    """Write `sentences` sentences as lists of words, the same for the same seed on every machine.

    Nouns stand where nouns stand, and verbs where verbs do. The two words of a planted pair
    (`grammar_offsets`) differ by he or she, can or yesterday, one or many, country or city;
    what a pair has to itself (a crown, a lake, hay, a language) both of its words share.
    """
    if isinstance(sentences, bool) or not isinstance(sentences, int) or sentences < 0:
        raise ValueError(f"sentences is {sentences!r}, expected a count of 0 or more")
    rng = random.Random(seed)
    kinds = (_person, _action, _animal, _place)
    return [_pick(rng, kinds)(rng).split() for _ in range(sentences)]


def _pick(rng: random.Random, options):
    # Later versions of Python promise the same random(), and nothing about choice().
    return options[int(rng.random() * len(options))]


def _person(rng: random.Random) -> str:
    pair, i = _pick(rng, _PEOPLE), _pick(rng, (0, 1))
    (pronoun, own, sign), (act, thing), who = _GENDER[i], _RANK[pair[0]], pair[i]
    return _pick(
        rng,
        (
            f"the {who} {act} with {own} {thing}",
            f"the {who} {act} and {pronoun} loves {own} {thing}",
            f"the {who} has a {sign} and a {thing}",
        ),
    )


def _action(rng: random.Random) -> str:
    pair, i = _pick(rng, _TENSES), _pick(rng, (0, 1))
    who = _pick(rng, _pick(rng, _ANIMALS))
    return f"{('today', 'yesterday')[i]} the {who}{(' can', '')[i]} {pair[i]} on the {_PLACE[pair[0]]}"


def _animal(rng: random.Random) -> str:
    pair, i = _pick(rng, _ANIMALS), _pick(rng, (0, 1))
    count, verb = (
        _pick(rng, (("one", "a"), ("many", "two"))[i]),
        _pick(rng, (("likes", "eats"), ("like", "eat"))[i]),
    )
    return f"{count} {pair[i]} {verb} {_DIET[pair[0]]}"


def _place(rng: random.Random) -> str:
    pair, i = _pick(rng, _CAPITALS), _pick(rng, (0, 1))
    tongue, dish = _CULTURE[pair[0]]
    place = f"the {('country', 'city')[i]} {pair[i]}"
    return _pick(
        rng,
        (
            f"people in {place} speak {tongue}",
            f"people in {place} cook {dish}",
            f"{place} has {('a border', 'an airport')[i]} and {tongue} signs",
        ),
    )


# Every word occurs often; a thousand sentences leave none out.
_VOCABULARY = sorted({word for sentence in grammar(1000) for word in sentence})
