"""The hashed tables beside the model of the novels, and their figures, against independent references."""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter
from functools import cache

import numpy as np
import pytest
import torch
from bookpages import ROOT

sys.path += [str(ROOT / "book"), str(ROOT / "book" / "experiments")]  # where `make experiments` runs it
import language_model_hashed as hashed  # noqa: E402
import language_model_novels as novels  # noqa: E402

WITH_TABLE = [name for name in hashed.CONTENDERS if name not in ("model", "longer")]


@cache
def result() -> dict:
    path = novels.WEIGHTS.with_name("language_model_hashed.json")
    return json.loads(path.read_text("utf-8"))


def filled(name: str) -> torch.nn.Module:
    """A contender whose numbers are all random, so that each part has something to say."""
    torch.manual_seed(0)
    model = hashed.CONTENDERS[name]().eval()
    for value in model.parameters():
        value.data = 0.3 * torch.randn_like(value)
    return model


def small_cut(learned: list[str], judged: str) -> novels.Cut:
    """Texts in pieces of one byte each."""
    pieces = novels.Pieces({})
    ids = [np.array(pieces.encode(text)) for text in learned]
    return novels.Cut(pieces, ids, np.array(pieces.encode("\n" + judged)), judged)


# ------------------------------------------------------------------ the table


@pytest.mark.parametrize("name", WITH_TABLE)
def test_the_rows_are_those_of_the_hash_one_n_gram_at_a_time(name):
    table = hashed.CONTENDERS[name]().hashed
    ids = np.random.default_rng(0).integers(0, novels.V, (3, 7))
    found = table.rows(torch.from_numpy(ids)).numpy()
    multipliers, primes = table.multipliers.tolist(), table.primes.tolist()
    for text, rows in zip(ids.tolist(), found.tolist()):
        for t in range(len(text)):
            expected, offset = [], 0
            for order, sizes in zip(table.orders, primes):
                gram = [text[t - j] if t >= j else hashed.FILL for j in range(order)]
                mix = 0
                for j, one in enumerate(gram):
                    if not table.alone or j == order - 1:
                        mix ^= one * multipliers[j]
                for prime in sizes:
                    expected.append(mix % prime + offset)
                    offset += prime
            assert rows[t] == expected
    assert sum(map(sum, primes)) == table.table.num_embeddings


def test_sizes_are_different_primes_and_products_fit_into_64_bits():
    table = hashed.CONTENDERS[hashed.BEST]().hashed
    sizes = table.primes.flatten().tolist()
    assert len(set(sizes)) == len(sizes) and min(sizes) >= hashed.MANY
    for size in sizes:
        assert all(size % k for k in range(2, math.isqrt(size) + 1))
    assert hashed.primes_from(8, 3) == [11, 13, 17]
    assert all(m % 2 == 1 and 0 < m * (novels.V - 1) < 2**63 for m in table.multipliers.tolist())


@torch.no_grad()
@pytest.mark.parametrize("name", WITH_TABLE)
def test_what_comes_in_is_the_value_behind_the_gate(name):
    table = filled(name).hashed
    ids, h = torch.randint(novels.V, (2, 5)), torch.randn(2, 5, novels.D)
    e = table.table.weight.numpy()[table.rows(ids).numpy()].reshape(2, 5, novels.D)
    norm = lambda x: x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + 1e-6)  # noqa: E731
    score = (norm(h.numpy()) * norm(e @ table.key.weight.numpy().T)).sum(-1, keepdims=True)
    gate = 1 / (1 + np.exp(-score / math.sqrt(novels.D))) if table.held is None else 0.5
    assert np.allclose(table(ids, h).numpy(), gate * (e @ table.value.weight.numpy().T), atol=1e-4)


@torch.no_grad()
@pytest.mark.parametrize("name", hashed.CONTENDERS)
def test_a_contender_never_sees_ahead(name):
    model, ids = filled(name), torch.arange(30)[None]
    before = model(ids)[0]
    ids[0, 20] = 1000
    changed = ((model(ids)[0] - before).abs().amax(dim=-1) > 1e-4).nonzero().flatten().tolist()
    assert changed == list(range(20, 30))


@pytest.mark.parametrize(
    ("name", "looks_back"), [("pairs", 1), ("pairs and triples", 2), ("pieces alone", 2)]
)
def test_rows_reach_as_far_back_as_the_longest_order(name, looks_back):
    table, ids = hashed.CONTENDERS[name]().hashed, torch.arange(30)[None]
    before = table.rows(ids)[0]
    ids[0, 5] = 1000
    changed = (table.rows(ids)[0] != before).any(dim=-1).nonzero().flatten().tolist()
    first = 6 if table.alone else 5  # alone, the current piece is not hashed
    assert changed == list(range(first, 6 + looks_back))


def test_at_first_a_contender_is_the_model_and_a_step_moves_only_rows_that_were_read():
    torch.manual_seed(1)
    model = hashed.CONTENDERS[hashed.BEST]()
    ids = torch.randint(novels.V, (1, 97))
    x = model.E(ids[:, :-1]) + model.P.weight
    assert torch.equal(model(ids[:, :-1]), model.norm(model.blocks(x)) @ model.E.weight.T)
    # One window fits into so short a text: the rows that a step reads are known.
    trained = hashed.train(hashed.CONTENDERS[hashed.BEST], ids[0], 0.01, 4, 1, 2)
    moved = trained.hashed.table.weight.any(dim=1).nonzero().flatten().tolist()
    assert moved == sorted(set(trained.hashed.rows(ids[:, :-1]).flatten().tolist()))


def test_without_a_table_a_contender_is_trained_as_the_model_that_is_stored():
    ids = torch.from_numpy(np.random.default_rng(0).integers(0, novels.V, 500))
    one = hashed.train(hashed.CONTENDERS["model"], ids, novels.RATE, 4, 1, 2)
    other = novels.train(ids, 2, novels.RATE, 1)
    for (name, value), same in zip(one.named_parameters(), other.parameters()):
        assert torch.equal(value, same), name


@pytest.mark.parametrize("factor", [1, 4])
def test_the_hashed_table_learns_so_many_times_as_fast_as_the_others(factor):
    ids = torch.randint(novels.V, (97,), generator=torch.Generator().manual_seed(0))
    model = hashed.train(hashed.CONTENDERS["gate held at 1/2"], ids, 0.01, factor, 1, 1)
    now = 1 / novels.WARM * 0.02  # of one step in all: the rate has risen to a hundredth
    moved = model.hashed.table.weight.abs().max().item()  # Adam's first step is as long as the rate
    assert moved == pytest.approx(factor * 0.01 * novels.TABLE_RATE / novels.RATE * now, rel=0.01)


# ------------------------------------------------------------------ where the gain lies


def test_times_of_grams_are_counted_in_the_novels_learned_and_not_across_two_of_them():
    cut = small_cut(["abcab", "cabb"], "abca")
    for n in (1, 2, 3):
        seen = Counter(
            tuple(run[i : i + n]) for run in map(list, cut.learned) for i in range(len(run) - n + 1)
        )
        judged = cut.judged.tolist()
        expected = [seen[tuple(judged[i : i + n])] for i in range(len(judged) - n + 1)]
        assert hashed.times_read(cut, n).tolist() == expected
    assert hashed.times_read(cut, 2).tolist() == [0, 3, 1, 2]  # "bc" is once inside, and once between


def test_groups_are_those_of_a_loop_over_the_positions():
    rng = np.random.default_rng(0)
    learned = ["".join(rng.choice(list("ab cde"), 400)) for _ in range(2)]
    cut = small_cut(learned, "Bo Bo Bo ab Bo cab dead Bo " + "".join(rng.choice(list("abcdef"), 200)))
    found, ids = hashed.groups(cut), cut.judged.tolist()
    runs = [list(map(int, run)) for run in cut.learned]

    def times(gram: list[int]) -> int:
        n = len(gram)
        return sum(run[i : i + n] == gram for run in runs for i in range(len(run) - n + 1))

    for place, t in enumerate(range(1, len(ids) - 1)):
        pair, triple = times(ids[t - 1 : t + 1]), times(ids[t - 2 : t + 1]) if t > 1 else 0
        for kind, count in (("pair", pair), ("triple", triple)):
            inside = [name for name, where in found[kind].items() if where[place]]
            (low, high) = hashed.GROUPS[inside[0]]
            assert len(inside) == 1 and low <= count <= high
        followed = times(ids[t - 1 : t + 2]) > 0
        wanted = (
            "pair never read" if not pair
            else "read with this piece next" if followed
            else "read, never with this piece next"
        )  # fmt: skip
        assert [name for name, where in found["next"].items() if where[place]] == [wanted]
        letters = "".join(map(chr, ids[t + 1 : t + 3]))  # the space before a word belongs to it
        new_name = letters[0] in "Bo" or letters == " B"
        assert [name for name, where in found["word"].items() if where[place]] == [
            "new name" if new_name else "other"
        ]


def test_a_name_is_capitalised_each_time_and_recurs(monkeypatch):
    monkeypatch.setattr(novels, "novel", lambda name: "\nOf Anne.\n")
    cut = small_cut(["x"], 5 * "Anne Ely The the Ed I. " + "Sam")
    kinds = hashed.kinds_of_word(cut)
    letters = "".join(chr(i) for i in cut.judged)
    told = {word: set(kinds[m.start(1) : m.end(1)].tolist())
            for word in ("Anne", "Ely", "The", "the", "Ed", "I", "Sam")
            for m in re.finditer(rf"\b({word})\b", letters)}  # fmt: skip
    assert told == {"Anne": {2}, "Ely": {1}, "The": {0}, "the": {0}, "Ed": {1}, "I": {0}, "Sam": {0}}


@torch.no_grad()
@pytest.mark.parametrize("length", [97, 150, 3300])
def test_the_gates_are_those_of_the_windows_in_which_losses_are_judged(length):
    model, ids = filled(hashed.BEST), torch.from_numpy(np.random.default_rng(0).integers(0, novels.V, length))
    found, half = hashed.gates(model, ids), novels.REACH // 2
    last = length - 1 - novels.REACH
    begins = [*range(0, last, half), last]
    for target in [1, 50, 96, *range(97, length, 331), length - 1]:
        begin = min(begin for begin in begins if begin < target <= begin + novels.REACH)
        model(ids[None, begin:target])
        assert found[target - 1] == pytest.approx(model.hashed.gate[0, -1].item(), abs=1e-4)


def test_means_by_group_and_the_pairs_at_the_ends():
    values = np.array([9.0, 1, 2, 3])
    grouped = {"a": {"x": np.array([True, False, True]), "y": np.array([False, True, False])}}
    assert hashed.by_group(values, grouped) == {"a": {"x": 2.0, "y": 2.0}}
    cut = small_cut(["x"], "ab" * 60 + "cd" * 3)
    gate = np.where(cut.judged[:-1] == ord("b"), 0.9, 0.2)
    told = hashed.extremes(gate, cut)
    assert told["pairs"] == 2 and told["lowest"][0] == ["ba", 0.2] and told["highest"][-1] == ["ab", 0.9]


def test_multiplications_are_those_of_the_formula():
    maps = 4 * novels.D**2 + 2 * novels.D * novels.HIDDEN
    base = novels.BLOCKS * (maps + novels.REACH * novels.D) + novels.V * novels.D
    assert hashed.multiplications(novels.NovelLM()) == base
    extra = hashed.multiplications(hashed.CONTENDERS[hashed.BEST]()) - base
    assert extra == 2 * novels.D**2 + 2 * novels.D and extra / base < 0.04


# ------------------------------------------------------------------ the result


def test_a_walk_goes_on_in_both_directions_while_it_helps(monkeypatch):
    for best, factor in ((hashed.RATE / 4, 64), (hashed.RATE, 4), (hashed.RATE * 2, 0.25)):
        loss = lambda make, cut, r, f, *_, b=best, g=factor: abs(math.log2(r / b)) + abs(math.log2(f / g))  # noqa: E731
        monkeypatch.setattr(hashed, "reached", loss)
        assert hashed.tuned(hashed.BEST, None, 1)[:2] == (best, factor)
        rate, kept, tried = hashed.tuned("model", None, 1)
        assert (rate, kept) == (best, hashed.FACTOR) and {one[1] for one in tried} == {hashed.FACTOR}


@pytest.mark.parametrize("name", hashed.CONTENDERS)
def test_the_settings_of_a_contender_are_the_best_that_were_tried_and_no_end_of_them(name):
    found = result()["contenders"][name]
    tried = {(rate, factor): bits for rate, factor, bits in found["tried"]}
    rate, factor = best = min(tried, key=tried.__getitem__)
    assert (found["rate"], found["factor"]) == best
    assert {(rate / 2, factor), (rate * 2, factor)} <= set(tried)
    assert name not in WITH_TABLE or {(rate, factor / 4), (rate, factor * 4)} <= set(tried)
    assert len(found["judged"]) == len(hashed.SEEDS)
    assert found["mean"] == pytest.approx(np.mean(found["judged"]), rel=1e-4)
    assert found["steps"] == (hashed.MORE if name == "longer" else hashed.STEPS)


def test_the_groups_make_up_the_whole():
    share = result()["share"]
    text = novels.novel(novels.JUDGED)[1:]
    for name, found in result()["contenders"].items():
        for judged, groups in zip(found["judged"], found["groups"]):
            means = [
                sum(share[kind][part] * groups[kind][part] for part in share[kind])
                for kind in ("pair", "triple", "next", "word")
            ]
            pieces = 135_368  # of Persuasion; the first piece has no loss, the second is in no group
            assert means == pytest.approx([judged * len(text) / (pieces - 1)] * 4, abs=2e-3), name
    assert all(sum(parts.values()) == pytest.approx(1, abs=1e-4) for parts in share.values())


def test_the_model_is_that_of_the_other_experiment():
    parts = json.loads(novels.WEIGHTS.with_name("language_model_novels_parts.json").read_text("utf-8"))
    other, model = parts["contenders"]["model"], result()["contenders"]["model"]
    assert model["rate"] == other["rate"] and result()["longer"]["steps"] == parts["longer"]["steps"]
    both = [*model["judged"], result()["longer"]["model"]], [*other["judged"], parts["longer"]["model"]]
    assert both[0] == pytest.approx(both[1], abs=2e-4)


def test_the_control_computes_no_less_than_the_model_with_tables():
    found = result()["contenders"]
    control, best = found["longer"], found[hashed.BEST]
    assert control["multiplications"] * control["steps"] > best["multiplications"] * best["steps"]


def test_the_sentence_is_the_first_of_the_novel():
    sentence = result()["sentence"]
    text = "".join(sentence["pieces"])
    assert novels.novel(novels.JUDGED).startswith(text) and len(sentence["pieces"]) == hashed.SHOWN
    lengths = [len(sentence[name]) for name in ("longer", hashed.BEST, "gate", "pair read")]
    assert lengths == [hashed.SHOWN - 1] * 3 + [hashed.SHOWN - 2]
    assert all(0 < gate < 1 for gate in sentence["gate"])


def test_the_tables_gain_what_the_page_says_and_where():
    found = result()["contenders"]
    best, control, alone = found[hashed.BEST], found["longer"], found["pieces alone"]
    assert best["highest"] < control["lowest"] - 0.08 and control["highest"] < found["model"]["lowest"]
    assert alone["highest"] < control["lowest"] - 0.05  # most of the gain, without an n-gram
    for without, table in zip(control["groups"], best["groups"]):
        gain = {kind: {p: without[kind][p] - table[kind][p] for p in without[kind]} for kind in without}
        assert max(gain["pair"], key=gain["pair"].get) == "10 to 99" and gain["pair"]["never"] < 0
        assert gain["word"]["name"] > 0.5
    for gate in result()["gate"][hashed.BEST]:
        assert list(gate["pair"].values()) == sorted(gate["pair"].values())
    assert found["pairs"]["highest"] < best["lowest"] and best["highest"] < found["few rows"]["lowest"]
    longer = result()["longer"]  # a start each: there n-grams cost
    assert (
        abs(longer["pieces alone"] - longer["model"]) < 0.001 < 0.05 < longer[hashed.BEST] - longer["model"]
    )
