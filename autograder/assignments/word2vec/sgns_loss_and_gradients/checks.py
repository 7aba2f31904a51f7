"""Checks of `sgns_loss_and_gradients`: the loss of a batch and its gradients by both tables."""

from dataclasses import replace

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, array, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import Evidence, loss as as_loss
from autograder.checks.student import Student

from ..shared import FIELDS, Batch, drawn, overwritten, sigmoid

NAME = "sgns_loss_and_gradients"
NEUTRAL = "The loss or a gradient is wrong."


def predicted(case: Batch) -> dict[str, list[dict]]:
    """Return what each mistake gives for a batch: its forms, as dicts of fields."""
    (pull, push), right = case.slopes, case.right
    pulls, pushes = case.terms
    n, k = case.negative.shape
    v, u, N = case.vectors
    p, q = sigmoid(case.scores[0]), push
    keep = {"loss": right["loss"]}
    V, pushed = len(case.E_in), (np.logaddexp(0, case.scores[0]), pushes)
    named = np.concatenate([case.context, case.negative.ravel()])
    own = 1 + case.counts.sum(axis=1)
    by_own = case.fields((pull / own, push / own[:, None]), (pulls / own, pushes / own[:, None]))
    halves = [case.fields((pull * a, push * b), (pulls * a, pushes * b)) for a, b in ((1, n), (n, 1))]
    gentle = case.fields((pull, push / k), (pulls, pushes / k))
    attracted = case.fields((pull, -sigmoid(-case.scores[1])), (pulls, np.logaddexp(0, -case.scores[1])))
    whole = case.fields((p, push))
    lone = case.fields(counts=0 * case.counts)
    summed, by_scores = case.fields(over=1), case.fields(over=n * (k + 1))
    counted = n + case.counts.sum()
    no_context = case.fields((0 * pull, push))
    swapped = replace(case, E_in=case.E_out, E_out=case.E_in).right
    found = {
        "not-averaged": [summed, summed | keep, right | {"loss": summed["loss"]}, *halves],
        "scores-averaged": [
            form
            for f in (by_scores, case.fields(over=counted), by_own)
            for form in (f, f | keep, right | {"loss": f["loss"]})
        ],
        "negatives-averaged": [gentle, gentle | keep, *(right | {f: gentle[f]} for f in FIELDS)],
        "negatives-pulled": [
            attracted,
            attracted | keep,
            right | {"loss": attracted["loss"]},
            case.fields((pull, -push)) | keep,
        ],
        "uphill": [case.fields((-pull, -push)) | keep],
        "center-incomplete": [right | {"d_in": f["d_in"]} for f in (lone, no_context)],
        "out-incomplete": [right | {"d_out": f["d_out"]} for f in (lone, no_context)],
        "sigma-for-residual": [whole | keep, *(right | {f: whole[f]} for f in FIELDS[1:])],
        "log-forgotten": [case.fields((-p * (1 - p), q * (1 - q))) | keep],
        "negatives-idle": [lone, lone | keep, right | {"loss": lone["loss"]}],
        "other-logarithm": [
            {f: x / base for f, x in right.items()} if all_of else right | {"loss": right["loss"] / base}
            for base in (np.log(2), np.log(10))
            for all_of in (True, False)
        ],
        "loss-capped": [right | {"loss": shifted(case, 10.0**-digits)} for digits in range(6, 17)],
        "loss-sign": [right | {"loss": -right["loss"]}],
        "tables-exchanged": [swapped, swapped | {"d_in": swapped["d_out"], "d_out": swapped["d_in"]}],
        "updates-lost": lost(case),
        "context-pushed": [
            case.fields((p, push), pushed),
            right | {"loss": case.fields(terms=pushed)["loss"]},
        ],
        "negatives-once": [case.fields(counts=case.counts * first_of_each(case.negative))],
        "occurrences-averaged": [
            right | {"d_in": d_in, "d_out": d_out}
            for d_in in (right["d_in"], right["d_in"] / times(case.center, V))
            for d_out in (right["d_out"], right["d_out"] / times(named, V))
            if d_in is not right["d_in"] or d_out is not right["d_out"]
        ],
        "roles-overwrite": roles(case),
    }
    if not case.counts.all():
        return found | hit_wrongly(case)
    # Of other examples' contexts, and of centers, these draws have some as well.
    others = {"hits-of-the-batch": case.context, "center-dropped": case.center[:, None]}
    masks = {
        m: ~np.isin(case.negative, ids) if ids.ndim == 1 else case.negative != ids
        for m, ids in others.items()
    }
    return found | {m: [case.fields(counts=mask.astype(float))] for m, mask in masks.items()}


def first_of_each(negative: np.ndarray) -> np.ndarray:
    """Return 1 where a negative stands for the first time in its example, else 0."""
    earlier = np.tril(np.ones((negative.shape[1],) * 2, bool), -1)
    return ~((negative[:, :, None] == negative[:, None]) & earlier).any(axis=2)


def times(ids: np.ndarray, V: int) -> np.ndarray:
    """Return how often each row occurs, 1 at least, as a column."""
    return np.maximum(np.bincount(ids.ravel(), minlength=V), 1)[:, None]


def roles(case: Batch) -> list[dict]:
    """Return what it gives where the gradient of a context replaces that of a negative, or the reverse."""
    a, _ = case.slopes
    alone = case.fields((a, 0 * case.slopes[1]))["d_out"]
    rest = case.right["d_out"] - alone
    pulled, pushed = (np.isin(np.arange(len(rest)), ids)[:, None] for ids in (case.context, case.negative))
    last = overwritten(len(rest), case.context, a[:, None] * case.vectors[0] / len(a))
    forms = np.where(pulled, alone, rest), np.where(pulled, last, rest), np.where(pushed, rest, alone)
    return [case.right | {"d_out": d_out} for d_out in forms]


def shifted(case: Batch, small: float) -> np.ndarray:
    """Return the loss with a small number added to each probability before the logarithm."""
    pull, push = case.scores
    terms = np.log(sigmoid(pull) + small).sum() + (case.counts * np.log(sigmoid(-push) + small)).sum()
    return np.asarray(-terms / len(pull))


def lost(case: Batch) -> list[dict]:
    """Return what `table[ids] += rows` gives, in one table or both, for all ids at once or kind by kind."""
    right, once = case.right, case.fields(add=overwritten)
    (a, b), (v, _, _) = case.slopes, case.vectors
    n, V = len(case.center), len(case.E_in)
    moves = ((b * case.counts)[:, :, None] * v[:, None]) / n
    in_turn = overwritten(V, case.context, a[:, None] * v / n) + overwritten(V, case.negative, moves)
    columns = case.fields(counts=0 * case.counts, add=overwritten)["d_out"]
    for j in range(moves.shape[1]):
        columns = columns + overwritten(V, case.negative[:, j], moves[:, j])
    forms = [right | {"d_in": once["d_in"]}]
    for d_out in (once["d_out"], in_turn, columns):
        forms += [right | {"d_out": d_out}, right | {"d_out": d_out, "d_in": once["d_in"]}]
    return forms


def hit_wrongly(case: Batch) -> dict[str, list[dict]]:
    """Return what mistakes with negatives that are the context give."""
    right, all_count = case.right, case.fields(counts=np.ones_like(case.counts))
    in_batch = (~np.isin(case.negative, case.context)).astype(float)
    example = case.counts.all(axis=1)
    whole = np.broadcast_to(example[:, None], case.counts.shape).astype(float)
    dropped = case.fields(tuple(s * (example if s.ndim == 1 else 1) for s in case.slopes), None, whole)
    dropped["loss"] = np.asarray((case.terms[0] * example).sum() + (case.terms[1] * whole).sum()) / len(
        example
    )
    zero_score = (case.terms[0].sum() + (np.where(case.counts > 0, case.terms[1], np.log(2))).sum()) / len(
        example
    )
    n, m = len(example), max(int(example.sum()), 1)
    with_centers = case.counts * (case.negative != case.center[:, None])
    forms = {
        "hits-counted": [all_count, all_count | {"loss": right["loss"]}, right | {"loss": all_count["loss"]}]
        + [right | {"d_in": all_count["d_in"]}, right | {"d_out": all_count["d_out"]}]
        + [all_count | {f: right[f]} for f in FIELDS[1:]],
        "hits-cost": [right | {"loss": np.asarray(zero_score)}],
        "hits-of-the-batch": [case.fields(counts=in_batch)],
        "hits-drop-examples": [dropped, {f: x * n / m for f, x in dropped.items()}],
        "center-dropped": [case.fields(counts=with_centers)],
    }
    only_centers = (case.negative != case.center[:, None]).astype(float)
    forms["center-dropped"].append(case.fields(counts=only_centers))
    return forms


def saturated(case: Batch) -> list[dict]:
    """Return what scores that are cut off give: errors of 0 or 1 beyond a limit, or scores held at it."""
    forms = []
    for most in (4, 5, 6, 7, 8, 10):
        pull, push = case.scores
        held = [np.clip(s, -most, most) for s in (pull, push)]
        table = [np.where(s > most, 1.0, np.where(s < -most, 0.0, sigmoid(s))) for s in (pull, push)]
        slopes = -sigmoid(-held[0]), sigmoid(held[1])
        inside = [abs(s) < most for s in (pull, push)]
        clipped = case.fields(slopes, (np.logaddexp(0, -held[0]), np.logaddexp(0, held[1])))
        gone = case.fields((slopes[0] * inside[0], slopes[1] * inside[1]))
        cut = case.fields((table[0] - 1, table[1]))
        forms += [clipped, clipped | {"loss": case.right["loss"]}, cut, cut | {"loss": clipped["loss"]}]
        forms += [gone, gone | {"loss": clipped["loss"]}, case.right | {"loss": clipped["loss"]}]
    return forms


def answer(student: Student, case: Batch) -> dict:
    """Return the three results by name."""
    value = student.call(NAME, *case.args)
    if not isinstance(value, (tuple, list)) or len(value) != 3:
        raise Unexplained(f"{NEUTRAL} A tuple ({', '.join(FIELDS)}) is expected.")
    gradients = {f: array(v, "numpy", NEUTRAL) for f, v in zip(FIELDS[1:], value[1:])}
    if any(g.shape != case.E_in.shape for g in gradients.values()):
        raise Wrong("gradients-of-vectors")
    return {"loss": np.asarray(as_loss(value[0], NEUTRAL))} | gradients


def judge(student: Student, cases: list[Batch], *about: str) -> None:
    """Compare the results for some batches; `about` are the fields that this check is about."""
    evidence = Evidence(NEUTRAL)
    for case in cases:
        got = answer(student, case)
        evidence.see(got, case.right, case.rounding, lambda case=case: predicted(case))
    try:
        evidence.conclude(*about)
    except Unexplained:
        parts = [part_of(evidence, f) for f in FIELDS if not evidence.right(f)]
        raise Unexplained(f"{NEUTRAL} It is {' and '.join(parts)}.") from None


def part_of(evidence: Evidence, name: str) -> str:
    """Name a field that is wrong, and say of a loss whether it is too small or too large."""
    pairs = [(g[name], w[name]) for g, w, r, _ in evidence.seen if not close(g[name], w[name], r[name])]
    if name == "loss" and len({bool(got > want) for got, want in pairs if np.isfinite(got)}) == 1:
        return f"the loss (too {'large' if pairs[0][0] > pairs[0][1] else 'small'})"
    return {"loss": "the loss", "d_in": "the gradient by E_in", "d_out": "the gradient by E_out"}[name]


def part(case: Batch, n: int) -> Batch:
    """Return the first n examples."""
    return replace(case, center=case.center[:n], context=case.context[:n], negative=case.negative[:n])


def all_hits(case: Batch, first: int = 0) -> Batch:
    """Return a batch whose examples from `first` on have nothing but their context as negatives."""
    negative = case.negative.copy()
    negative[first:] = case.context[first:, None]
    return replace(case, negative=negative)


@check(points=1)
def loss(student: Student, rng: np.random.Generator):
    """Batches of several sizes, without a negative that is the context; one example alone."""
    judge(student, [drawn(rng), drawn(rng, 4, 4, d=2), drawn(rng, 6, 2), part(drawn(rng), 1)], "loss")


@check(points=1)
def gradients(student: Student, rng: np.random.Generator):
    """Both tables; words come several times, as center, context and negative; one example alone."""
    cases = [drawn(rng), drawn(rng, 4, 4, d=2), drawn(rng, 6, 2, V=5), part(drawn(rng), 1)]
    judge(student, cases, "d_in", "d_out")


@check(points=2)
def hits(student: Student, rng: np.random.Generator):
    """Negatives that are the context of their example, or of another one; all of an example or a batch."""
    cases = [drawn(rng, hits=2), drawn(rng, 6, 2, hits=3), all_hits(drawn(rng, 4, 4), 3)]
    judge(student, [*cases, all_hits(part(drawn(rng), 2))], *FIELDS)


def steep(rng: np.random.Generator, low: float, high: float) -> Batch:
    """Return scores spread from `low` to `high`, of both signs for contexts and negatives."""
    scores = np.linspace(low, high, 12) * rng.permutation(np.repeat([-1, 1], 6))
    names = rng.permutation(12).reshape(3, 4)
    E_in, E_out = np.full((12, 2), 2.0), np.repeat(scores[:, None] / 4, 2, axis=1)
    return Batch(E_in, E_out, rng.permutation(12)[:3], names[:, 0].copy(), names[:, 1:].copy())


@check(points=0.5)
def large(student: Student, rng: np.random.Generator):
    """Scores from 6 to 15, of hundreds and of thousands."""
    ordinary = drawn(rng)
    got = answer(student, ordinary)
    if not all(close(got[f], ordinary.right[f], 1e-6) for f in FIELDS):
        raise Unexplained(f"{NEUTRAL} It is so for small scores too: mend that first.")
    for low, high in ((6.2, 15), (200, 700), (800, 20_000)):
        case = steep(rng, low, high)
        got = answer(student, case)
        if all_right(got, case):
            continue
        if not all(np.isfinite(got[f]).all() for f in FIELDS):
            raise Wrong("overflow")
        if low < 100:
            evidence = Evidence(f"{NEUTRAL} Look at scores from 6 to 15.")
            evidence.see(got, case.right, case.rounding, lambda case=case: {"saturated": saturated(case)})
            if not evidence.right("d_in", "d_out"):
                evidence.conclude(*FIELDS)
        # A ceiling on the score lets gradients be off by as much as σ of the ceiling is off from 1.
        nearly = all(close(got[f], case.right[f], 0.02 * abs(case.E_out).max()) for f in FIELDS[1:])
        if nearly and 0 <= got["loss"] < case.right["loss"]:
            raise Wrong("loss-capped")
        raise Unexplained(f"{NEUTRAL} Look at large scores.")


def all_right(got: dict, case: Batch) -> bool:
    return all(close(got[f], case.right[f], case.rounding[f]) for f in FIELDS)


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    case = drawn(rng)
    names = "E_in", "E_out", "center", "context", "negative"
    return Legal(dict(zip(names, case.args)), tuple(case.right[f] for f in FIELDS))


contract = house_rules("unchanged", legal=legal, points=0.5)
