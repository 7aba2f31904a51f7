"""The small model of the novels: pieces, rivals and stored figures against independent references."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import re
import sys
from functools import cache

import numpy as np
import pytest
import torch
from bookpages import ROOT
from hypothesis import given, settings, strategies as st

sys.path += [str(ROOT / "book"), str(ROOT / "book" / "experiments")]  # where `make experiments` runs it
import language_model_novels as novels  # noqa: E402
import language_model_novels_parts as parts  # noqa: E402


@cache
def result() -> dict:
    return json.loads(novels.WEIGHTS.with_suffix(".json").read_text("utf-8"))


@cache
def of_parts() -> dict:
    return json.loads(novels.WEIGHTS.with_name("language_model_novels_parts.json").read_text("utf-8"))


@cache
def stored():
    return novels.stored(result())


@cache
def page() -> dict:
    """What the cells of *Where ids come from* define."""
    text = (ROOT / "book" / "chapters" / "lookup" / "tokens.md").read_text("utf-8")
    cells = re.findall(r"```\{code-cell\} ipython3\n(.*?)```", text, re.S)
    scope: dict = {}
    exec("import re\nfrom collections import Counter", scope)
    for name in ("join", "learn", "encode"):
        (cell,) = [cell for cell in cells if f"def {name}(" in cell]
        exec(re.sub(r"(?m)^(?!def |    |\n).*$", "", cell), scope)  # its functions alone
    scope["cut"] = lambda text: [list(word.encode()) for word in novels.cut(text)]
    return scope


# ------------------------------------------------------------------ pieces

ORDINARY = st.text("ab c\n,é", max_size=60)


@settings(max_examples=60, deadline=None)
@given(ORDINARY, st.integers(0, 8))
def test_the_joins_are_those_that_the_recipe_of_the_chapter_learns(text, steps):
    pairs = {pair for word in page()["cut"](text) for pair in itertools.pairwise(word)}
    steps = min(steps, len(pairs))  # with nothing left to join the recipe has no next step
    try:
        expected = page()["learn"](text, steps)
    except ValueError:
        return
    assert list(novels.learn(text, steps)) == list(expected)


@given(st.text())
def test_words_are_cut_at_white_space_and_at_signs_and_nothing_is_lost(text):
    words = novels.cut(text)
    assert "".join(words) == text
    for word in words:
        rest = word.removeprefix(" ")
        assert word.isspace() and len(word) == 1 or len({(c.isalnum() or c == "_") for c in rest}) == 1
        assert word.isspace() or not any(c.isspace() for c in rest)


@settings(max_examples=60, deadline=None)
@given(st.text("abc ,é", min_size=10, max_size=60), st.text("abc ,éx", max_size=40))
def test_ids_are_those_that_the_recipe_of_the_chapter_gives(text, other):
    joins = novels.learn("abcab bcabca cabc abab bcbc caca " + text, 12)
    assert novels.Pieces(joins).encode(other + text) == page()["encode"](other + text, joins)


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_every_text_can_be_written_and_comes_back(text):
    pieces = stored()[1]
    ids = pieces.encode(text)
    assert pieces.decode(ids) == text and all(0 <= i < novels.V for i in ids)


def test_the_stored_pieces_are_those_that_the_five_novels_teach():
    joins = novels.learn("".join(map(novels.novel, novels.FIVE)), novels.V - 256)
    assert list(stored()[1].joins) == list(joins)


def test_the_judged_novel_is_not_among_those_that_are_learned_from():
    assert novels.JUDGED not in novels.FIVE and novels.TUNED_ON in novels.FIVE and len(set(novels.FIVE)) == 5
    assert sorted([*novels.FIVE, novels.JUDGED]) == sorted(
        path.name.split(".")[0] for path in (novels.DATA / "novels").glob("*.bz2")
    )


# ------------------------------------------------------------------ tables of counts


def kneser_ney(learned, context: tuple, word: int, order: int, delta: float, V: int) -> float:
    """P(word | context), written with sets and dicts from the definition, one gram at a time."""
    context = context[max(0, len(context) - order + 1) :]

    def count(gram: tuple) -> int:
        n = len(gram)
        if n == order:
            return sum(tuple(run[i : i + n]) == gram for run in learned for i in range(len(run) - n + 1))
        longer = {tuple(run[i : i + n + 1]) for run in learned for i in range(len(run) - n)}
        return sum(one[1:] == gram for one in longer)  # how many different words stand before it

    def p(context: tuple) -> float:
        shorter = p(context[1:]) if context else 1 / V
        counts = {w: count((*context, w)) for w in range(V)}
        total = sum(counts.values())
        if not total:
            return shorter
        kinds = sum(n > 0 for n in counts.values())
        return max(counts[word] - delta, 0) / total + delta * kinds / total * shorter

    return p(context)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_the_tables_of_counts_are_interpolated_kneser_ney(order):
    rng, V = np.random.default_rng(order), 4
    learned, judged = [rng.integers(0, V, 15), rng.integers(0, V, 9)], rng.integers(0, V, 12)
    found = novels.count_losses(learned, judged[None], order, 0.7, V)[0]
    expected = [
        kneser_ney(learned, tuple(judged[:i]), judged[i], order, 0.7, V) for i in range(1, len(judged))
    ]
    assert np.allclose(found, -np.log(expected), rtol=0, atol=1e-12)


def test_two_pieces_by_hand():
    # learned 0 1 0 1 1: after 0 comes 1 both times; after 1 come 0 and 1, once each
    found = novels.count_losses([np.array([0, 1, 0, 1, 1])], np.array([[1, 0, 1]]), 2, 0.5, 2)[0]
    lower = {0: (1 - 0.5) / 3 + 0.5 * 2 / 3 / 2, 1: (2 - 0.5) / 3 + 0.5 * 2 / 3 / 2}
    # 1 stood before 0, and both before 1
    by_hand = [(1 - 0.5) / 2 + 0.5 * 2 / 2 * lower[0], (2 - 0.5) / 2 + 0.5 * 1 / 2 * lower[1]]
    assert np.exp(-found) == pytest.approx(by_hand)


# ------------------------------------------------------------------ the model


@pytest.mark.parametrize("length", [2, 50, 97, 98, 144, 145, 193, 300, 3300])
def test_each_piece_is_judged_once_by_what_stands_before_it(length):
    model, ids = stored()[0], torch.from_numpy(np.random.default_rng(0).integers(0, novels.V, length))
    found, half = novels.losses(model, ids), novels.REACH // 2
    assert len(found) == length - 1
    last = max(0, length - 1 - novels.REACH)
    begins = [*range(0, last, half), last]
    for target in range(1, length):
        begin = min(
            begin for begin in begins if begin < target <= begin + novels.REACH
        )  # shows most before it
        boundary = 64 * half < target <= 64 * half + novels.REACH  # where one batch of windows meets the next
        if target % 7 in (0, 1) and (length < 400 or boundary) or target == length - 1:
            with torch.no_grad():
                p = model(ids[None, begin:target])[0, -1].log_softmax(0)
            assert found[target - 1] == pytest.approx(-p[ids[target]].item(), abs=1e-4)


def test_the_window_moves_by_halves():
    begins = [novels.in_view(length) for length in range(400)]
    assert begins[: novels.REACH + 1] == [0] * (novels.REACH + 1)
    for length, begin in enumerate(begins):
        assert begin % (novels.REACH // 2) == 0 and length - begin <= novels.REACH
        assert length <= novels.REACH or length - begin > novels.REACH // 2


def test_the_stored_figure_is_that_of_the_stored_weights():
    data = novels.WEIGHTS.read_bytes()
    assert hashlib.sha256(data).hexdigest() == result()["weights"]["sha256"]
    assert len(data) == result()["weights"]["bytes"]
    model, pieces = stored()
    text = novels.novel(novels.JUDGED)
    ids = torch.tensor(pieces.encode(text))
    nats = novels.losses(model, ids).sum()
    assert nats / math.log(2) / (len(text) - 1) == pytest.approx(result()["stored"], abs=1e-4)
    assert len(ids) == result()["pieces"]["judged"] and len(text) - 1 == result()["characters"]["judged"]


def test_eight_bits_cost_little_and_the_model_beats_what_it_is_compared_with():
    found = result()
    last = found["moments"][-1]
    assert last["step"] == found["steps"] == novels.STEPS
    assert abs(found["stored"] - last["judged"]) < 0.005
    rivals = [found["counts"]["best"], found["counts"]["single pieces"]]
    assert found["stored"] < min(rivals) and found["stored"] <= 1.65
    judged = [moment["judged"] for moment in found["moments"]]
    assert judged == sorted(judged, reverse=True)
    assert found["weights"]["bytes"] <= 900_000


def test_the_parts_gain_or_cost_what_the_chapter_says():
    found = of_parts()["contenders"]
    assert list(found) == list(parts.CONTENDERS) and of_parts()["steps"] == parts.STEPS
    ladder = [found[name] for name in ("window of four", "no positions", "model", "one head", "no blocks")]
    assert result()["counts"]["best"] < ladder[0]["lowest"]  # which a long training turns around, see above
    assert all(better["highest"] < worse["lowest"] for better, worse in itertools.pairwise(ladder))
    assert found["one head"]["highest"] < found["rows of σ = 1"]["lowest"]
    longer = of_parts()["longer"]  # a start each: there positions help
    assert longer["steps"] == parts.LONGER and longer["model"] < longer["no positions"] - 0.05
    # The rate of the long run is not the best one of the short run.
    assert of_parts()["contenders"]["model"]["rate"] == 4 * novels.RATE == 4 * result()["rate"]


@pytest.mark.parametrize("name", parts.CONTENDERS)
def test_the_rate_of_a_contender_is_the_best_that_was_tried_and_no_end_of_them(name):
    found = of_parts()["contenders"][name]
    tried = {float(rate): value for rate, value in found["tried"].items()}
    best = min(tried, key=tried.__getitem__)
    assert found["rate"] == best and {best / 2, best * 2} <= set(tried) and len(tried) >= 3
    assert len(found["judged"]) == len(parts.SEEDS)
    assert found["mean"] == pytest.approx(np.mean(found["judged"]), rel=1e-4)
    assert (found["lowest"], found["highest"]) == (min(found["judged"]), max(found["judged"]))


def test_a_walk_goes_on_in_both_directions_while_it_helps(monkeypatch):
    for best in (novels.RATE / 8, novels.RATE, novels.RATE * 4):
        loss = lambda make, cut, rate, seed, best=best: abs(math.log2(rate / best))  # noqa: E731
        monkeypatch.setattr(parts, "reached", loss)
        found, tried = parts.tuned(None, None)
        assert found == best and {str(best / 2), str(best * 2)} <= set(tried)


def test_a_contender_is_trained_as_the_model_that_is_stored():
    ids = torch.from_numpy(np.random.default_rng(0).integers(0, novels.V, 500))
    one = parts.train(novels.NovelLM, ids, novels.RATE, 1, 2)
    other = novels.train(ids, 2, novels.RATE, 1)
    for (name, value), same in zip(one.named_parameters(), other.parameters()):
        assert torch.equal(value, same), name


def filled(name: str) -> torch.nn.Module:
    """A contender whose numbers are all random, so that each part has something to say."""
    torch.manual_seed(0)
    model = parts.CONTENDERS[name]().eval()
    for value in model.parameters():
        value.data = 0.3 * torch.randn_like(value)
    return model


@torch.no_grad()
def test_the_window_of_four_is_the_model_of_the_assignment():
    """The formula of `TinyLM`, a window at a time, with numpy."""
    model = filled("window of four")
    ids = torch.randint(novels.V, (2, 9))
    E, P = model.E.weight.numpy(), model.blocks[0].P.numpy()
    W1, W2 = model.blocks[0].W1.weight.numpy().T, model.blocks[0].W2.weight.numpy().T
    norm = lambda x: x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + 1e-6)  # noqa: E731
    found = model(ids).numpy()
    for text, scores in zip(ids.numpy(), found):
        for last in range(parts.WINDOW - 1, len(text)):
            x = E[text[last - 3 : last + 1]] + P
            h = norm(np.tanh(norm(x).reshape(-1) @ W1) @ W2) * model.norm.weight.numpy()
            assert np.allclose(scores[last], h @ E.T, rtol=0, atol=1e-3)


@torch.no_grad()
@pytest.mark.parametrize(
    ("name", "looks_back"),
    [("model", 24), ("no positions", 24), ("one head", 24), ("window of four", 3), ("no blocks", 0)],
)
def test_a_contender_sees_as_far_back_as_it_is_said_to_and_never_ahead(name, looks_back):
    model, ids = filled(name), torch.arange(30)[None]
    before = model(ids)[0]
    ids[0, 5] = 1000
    changed = ((model(ids)[0] - before).abs().amax(dim=-1) > 1e-4).nonzero().flatten().tolist()
    assert changed == list(range(5, 6 + looks_back))


@torch.no_grad()
@pytest.mark.parametrize(("name", "differs"), [("model", True), ("no positions", False), ("one head", True)])
def test_without_positions_the_order_of_what_was_read_does_not_matter(name, differs):
    """A single layer mixes the rows before the last one without their order."""
    model = filled(name)
    model.blocks = model.blocks[:1]  # a second layer would see what the first one did not at each position
    one, other = (model(torch.tensor([ids]))[0, -1] for ids in ([1, 2, 3, 4, 9], [3, 1, 4, 2, 9]))
    assert bool((one - other).abs().max() > 1e-3) == differs


def test_long_rows_are_long_and_else_nothing_has_changed():
    for name, std in (("model", 0.02), ("rows of σ = 1", 1.0)):
        torch.manual_seed(0)
        model = parts.CONTENDERS[name]()
        assert model.E.weight.std().item() == pytest.approx(std, rel=0.02)
        assert model.P.weight.std().item() == pytest.approx(std, rel=0.02)
        assert [len(model.blocks), model.blocks[0].out.weight.abs().max().item()] == [novels.BLOCKS, 0]


def test_the_samples_are_what_the_stored_model_writes_at_each_temperature():
    model, pieces = stored()
    samples = of_parts()["samples"]
    assert list(samples) == [str(t) for t in parts.TEMPERATURES]
    for temperature, text in samples.items():
        written = novels.write(model, pieces, novels.BEGINNING, float(temperature), 12)
        assert text.startswith(written.rstrip("\ufffd"))


def test_a_stored_model_is_the_model_to_half_a_step():
    torch.manual_seed(0)
    model = novels.NovelLM()
    joins = stored()[1].joins
    again, pieces = novels.unpacked(*novels.stored_bytes(model, joins))
    assert pieces.joins == joins
    for (name, value), (other, near) in zip(model.named_parameters(), again.named_parameters()):
        step = value.detach().abs().amax(dim=-1, keepdim=True) / 127
        assert name == other and ((value - near).abs() <= 0.501 * step).all(), name


def test_a_sample_is_what_the_model_of_its_moment_writes():
    assert {moment["step"] for moment in result()["moments"]} == set(novels.MOMENTS)
    assert all(moment["sample"].startswith(novels.BEGINNING) for moment in result()["moments"])


def test_writing_stays_in_the_nucleus(monkeypatch):
    model, pieces = stored()
    monkeypatch.setattr(novels, "NUCLEUS", 1e-9)  # then one piece is left: the most probable
    ids = pieces.encode(novels.BEGINNING)
    for _ in range(5):
        with torch.no_grad():
            ids.append(model(torch.tensor([ids]))[0, -1].argmax().item())
    assert novels.write(model, pieces, novels.BEGINNING, count=5) == pieces.decode(ids)
