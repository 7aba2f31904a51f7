"""Checks of `table_gradient`: the sum of both sides, in parts, and the memory that it takes."""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, check, close
from autograder.checks.contract import Legal, house_rules
from autograder.checks.shared import probabilities, require, scatter_add
from autograder.checks.student import Student

NAME = "table_gradient"
NEUTRAL = "The gradient of the table is wrong."


def draw(rng: np.random.Generator, B=3, T=4, V=8, d=3, at_once=5) -> tuple:
    """Draw the arguments; some ids are repeated, some rows are not read, no target is the id read."""
    ids = rng.choice(rng.permutation(V)[: V - 2], (B, T))
    ids[0, 0] = ids[0, -1] = ids[-1, 0]
    targets = (ids + rng.integers(1, V, (B, T))) % V
    dx, h = rng.normal(size=(2, B, T, d))
    return dx, ids, h, targets, rng.normal(size=(V, d)), at_once


def head(h: np.ndarray, targets: np.ndarray, E: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the gradient of the logits of the summed loss (N, V), and the hidden states (N, d)."""
    rows = h.reshape(-1, h.shape[-1])
    G = probabilities(rows @ E.T)
    G[np.arange(len(rows)), targets.reshape(-1)] -= 1
    return G, rows


def right(dx, ids, h, targets, E, at_once) -> np.ndarray:
    G, rows = head(h, targets, E)
    return scatter_add(len(E), ids, dx) + G.T @ rows / len(rows)


def mistakes(dx, ids, h, targets, E, at_once) -> dict[str, list]:
    """Return what each mistake leads to, in its forms."""
    G, rows = head(h, targets, E)
    N, inputs, flat = len(rows), scatter_add(len(E), ids, dx), ids.reshape(-1)
    vectors, out, hit = dx.reshape(N, -1), G.T @ rows / N, np.zeros_like(G)
    hit[np.arange(N), targets.reshape(-1)] = 1
    once, first, replaced = np.zeros_like(E), np.zeros_like(E), out.copy()
    once[flat], first[flat[::-1]], replaced[flat] = vectors, vectors[::-1], vectors
    window, place = np.zeros_like(E), np.zeros_like(E)
    for b in range(len(ids)):
        window[ids[b]] += dx[b]
    for t in range(ids.shape[1]):
        place[ids[:, t]] += dx[:, t]
    parts = [slice(s, s + at_once) for s in range(0, N, at_once)]
    sums = [G[part].T @ rows[part] for part in parts]
    counts = [len(rows[part]) for part in parts]
    means = [s / n for s, n in zip(sums, counts)]
    whole = sum(s for s, n in zip(sums, counts) if n == at_once) if at_once <= N else np.zeros_like(E)
    with np.errstate(over="ignore", invalid="ignore"):
        raw = np.exp(rows @ E.T)
        raw = raw / raw.sum(axis=1, keepdims=True) - hit
    # What one of both leads to: the input side at the targets, the head with the ids.
    read = np.zeros_like(G)
    read[np.arange(N), flat] = 1
    moved, asked = scatter_add(len(E), targets, dx) - inputs, (hit - read).T @ rows / N
    return {
        "ids-and-targets-exchanged": [inputs + out + of for of in (moved, asked, moved + asked)],
        "input-side-missing": [out],
        "output-side-missing": [inputs],
        "duplicates-lost": [out + form for form in (once, first, window, place)],
        "head-overwritten": [replaced],
        "averaged-twice": [out + inputs / n for n in (N, *ids.shape)]
        + [(out * N + inputs) / N, (out + inputs) / 2, out / N + inputs],
        "not-averaged": [inputs + G.T @ rows],
        "average-of-parts": [inputs + sum(means), inputs + sum(means) / len(means)],
        "last-part-lost": [inputs + whole / N],
        "only-last-part": [inputs + sums[-1] / N, inputs + means[-1]],
        "target-not-subtracted": [inputs + (G + hit).T @ rows / N],
        "overflow": [inputs + raw.T @ rows / N],
        "head-turned-around": [inputs - out],
        "inputs-in-each-group": [inputs * len(parts) + out],
        "other-mean": [inputs + G.T @ rows / n for n in (*ids.shape, at_once, len(E))],
    }


@check(points=2)
def values(student: Student, rng: np.random.Generator) -> None:
    """Parts of any size: one position, a divisor of all, none, more than there are."""
    diagnosis = Diagnosis(NEUTRAL)
    for at_once, sizes in (
        (12, {}),
        (5, {}),
        (4, {"V": 3 + 4}),
        (1, {"B": 2}),
        (50, {"T": 1}),
        (7, {"d": 1}),
    ):
        one = draw(rng, at_once=at_once, **sizes)
        if at_once == 12:
            one[2][1, 1] *= 3000 / np.abs(one[2][1, 1] @ one[4].T).max()  # logits of thousands
        got = array(student.call(NAME, *one), "numpy", NEUTRAL)
        diagnosis.see(got, right(*one), 1e-9, mistakes, *one)
    try:
        diagnosis.conclude()
    except Unexplained:
        raise Unexplained(f"{NEUTRAL} {part_of(student, rng)}") from None


def part_of(student: Student, rng: np.random.Generator) -> str:
    """Return which part of a wrong gradient is wrong where the other one is zero."""
    dx, ids, h, targets, E, at_once = draw(rng)
    for one, said in (
        ((dx, ids, 0 * h, targets, E, ids.size), "It is so even where h is zero, and dx alone counts."),
        (
            (0 * dx, ids, h, targets, E, ids.size),
            "It is so even where dx is zero, and the head alone counts.",
        ),
        (
            (dx, ids, h, targets, E, ids.size),
            "It is right where dx or h is zero, and wrong where neither is.",
        ),
        ((dx, ids, h, targets, E, at_once), "It is right in one group, and wrong in several."),
    ):
        if not close(array(student.call(NAME, *one), "numpy", NEUTRAL), right(*one), 1e-9):
            return said
    return "It is so for some sizes alone."


@check(points=2)
def memory(student: Student, rng: np.random.Generator) -> None:
    """The logits of all positions would take five times the limit; a last group that is smaller."""
    small = draw(rng, at_once=100, B=1, T=3)
    require(NAME, lambda: student.call(NAME, *small), right(*small))
    one = draw(rng, B=8, T=160, V=512, d=4, at_once=32)
    answer = student.observe(NAME, *one, watch=("cost",))
    require(NAME, lambda: answer.value, right(*one))
    if answer.peak_bytes > 256 * 512 * 8:  # eight times at_once; all of them are forty times
        raise Wrong("logits-at-once" if answer.peak_bytes > 1280 * 512 * 8 else "groups-too-large")
    # One group of 255 positions takes the memory of two, once its logits are made into probabilities.
    groups = [draw(rng, B=5, T=51, V=512, d=4, at_once=n) for n in (128, 255)]
    peaks = [student.observe(NAME, *one, watch=("cost",)).peak_bytes for one in groups]
    if peaks[0] > 255 * 512 * 8 and peaks[0] > 0.75 * peaks[1]:
        raise Wrong("rest-joined")
    few = draw(rng, B=4, T=16, V=2048, d=1, at_once=2)
    if student.observe(NAME, *few, watch=("cost",)).peak_bytes > 36 * 2048 * 8:
        raise Unexplained(
            "With a small at_once more logits are in memory than those of so many positions. Perhaps a group "
            "has a least size."
        )


def legal(rng: np.random.Generator, dtype: str, empty: bool) -> Legal:
    dx, ids, h, targets, E, _ = draw(rng)
    dx, h, E = (a.astype(dtype) for a in (dx, h, E))
    args = {"dx": dx, "ids": ids, "h": h, "targets": targets, "E": E, "at_once": 100}
    return Legal(
        args, right(*(a.astype(np.float64) if a is dx or a is h or a is E else a for a in args.values()))
    )


contract = house_rules("unchanged", "dtype", legal=legal)
