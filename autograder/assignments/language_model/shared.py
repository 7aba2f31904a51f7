"""What the checks of several functions share: draws, calls, and bodies that serve more than one."""

import numpy as np

from autograder.checks.shared import probabilities

from .draws import Top
from .rounding import Rounded

# Each with the dtype of E and P, whether the arrays are non-contiguous, and the rows of the table. A dtype
# of 8 bits holds the ids of the first rows of a large table, and no multiple of them.
DTYPES = (
    ("uint8", "float32", False, 300),
    ("int32", "float64", True, 8),
    ("int8", "float32", True, 300),
    ("uint64", "float64", False, 8),
    ("int16", "float64", False, 300),
    ("uint16", "float64", False, 8),
    ("uint32", "float64", False, 8),
)


def kinds(rows) -> list[dict]:
    """The rows of a table such as DTYPES by name."""
    return [dict(zip(("integers", "dtype", "strided", "V"), row)) for row in rows]


def row_mistakes(E, P, ids) -> dict:
    """What each mistake gives for the rows: its forms."""
    ids = ids.astype(int)
    rows, (B, T), w, root = E[ids], ids.shape, len(P), np.sqrt(E.shape[1])
    padded = np.where((ids == 0)[..., None], 0, rows)
    found = {
        "positions-missing": [rows],
        "last-places": [rows + P[w - T :]],
        "places-shifted": [
            rows + P[::-1][:T],
            rows + P[:T][::-1],
            *(rows + np.roll(P, n, 0)[:T] for n in (1, -1)),
        ],
        "places-summed": [rows + P.sum(axis=0), rows + P[:T].sum(axis=0), rows + P.mean(axis=0)],
        "place-by-id": [rows + P[ids % w], rows + P[np.minimum(ids, w - 1)]],
        "rows-scaled": [rows * root + P[:T], (rows + P[:T]) * root, rows / root + P[:T]],
        "padding": [padded + P[:T], np.where((ids == 0)[..., None], 0, rows + P[:T])],
    }
    if B <= w:
        found["place-by-window"] = [rows + P[:B, None]]
    return {name: [{"x": form} for form in forms] for name, forms in found.items()}


LARGE = "large gradients"


CLIPS = (1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-12, 1e-15, 1e-20, 1e-30)


def losses(case: Top) -> dict[str, list]:
    """The losses that a mistake in the loss alone leads to."""
    p = probabilities(case.logits.values)[np.arange(len(case.targets)), case.targets.astype(int)]
    with np.errstate(divide="ignore"):
        return {
            "log-of-zero": [-np.log(np.maximum(p, least)).mean() for least in (0.0, *CLIPS)],
            "log-of-more": [-np.log(p + more).mean() for more in CLIPS],
        }


def residuals(case: Top) -> dict[str, list]:
    """What each mistake has in place of the gradient of the logits: (p - onehot) / B."""
    r, B, t = case.residual, len(case.targets), case.targets.astype(int)
    V, hit, shifted = r.shape[1], np.zeros_like(r), []
    hit[np.arange(B), t] = 1
    for others in (np.roll(t, 1), np.roll(t, -1), (t + 1) % V, t - 1):
        shifted.append(r + hit)
        shifted[-1][np.arange(B), others] -= 1
    everywhere, dense = r + hit, r + hit - hit.sum(axis=0)
    everywhere[:, t] -= 1
    bits = np.log(2)
    return {
        "uphill": [-r / B],
        "not-averaged": [r],
        "averaged-twice": [r / (B * B)],
        "mean-over-tokens": [r / V, r / (B * V)],
        "in-bits": [r / B / bits],
        "target-not-subtracted": [(r + hit) / B],
        "target-in-every-row": [everywhere / B, dense / B],
        "targets-shifted": [z / B for z in shifted],
        "target-from-total": [(r + hit) / B - hit],
        "only-target-rows": [r * hit / B],
    }


def clipped(gradients: dict) -> list[dict]:
    """Gradients (by name) that are clipped: each number, the norm of each, or the norm of all."""
    whole = np.sqrt(sum((g * g).sum() for g in gradients.values()))
    forms = []
    for c in (0.01, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0):
        norms = {n: np.sqrt((g * g).sum()) for n, g in gradients.items()}
        forms += [
            {n: np.clip(g, -c, c) for n, g in gradients.items()},
            {n: g * min(1.0, c / max(norms[n], 1e-300)) for n, g in gradients.items()},
            {n: g * min(1.0, c / max(whole, 1e-300)) for n, g in gradients.items()},
        ]
    return forms


def parts(dx, ids, dE_head) -> tuple[Rounded, Rounded]:
    """The gradients from the input side and from the output side, both (V, d)."""
    return Rounded.exact(dx).scatter(ids, len(dE_head)), Rounded.exact(dE_head)


def table_mistakes(dx, ids, dE_head) -> dict:
    """What each mistake gives for dE: its forms."""
    inputs, head = (part.values for part in parts(dx, ids, dE_head))
    flat, rows = ids.reshape(-1).astype(int), dx.reshape(-1, dx.shape[-1]).astype(np.float64)
    last, first = np.zeros_like(head), np.zeros_like(head)
    last[flat], first[flat[::-1]] = rows, rows[::-1]
    replaced, sums = head.copy(), head.copy()
    replaced[flat] = rows
    sums[flat] = inputs[flat]
    counts = np.maximum(np.bincount(flat, minlength=len(head)), 1)[:, None]
    B, T = ids.shape
    by_window, by_place = head.copy(), head.copy()
    for b in range(B):
        by_window[ids[b].astype(int)] += dx[b]
    for t in range(T):
        by_place[ids[:, t].astype(int)] += dx[:, t]
    padded, places = inputs.copy(), np.zeros_like(head)
    padded[0] = 0
    found = {
        "duplicates-lost": [head + last, head + first],
        "duplicates-lost-in-part": [by_window, by_place],
        "input-side-missing": [head],
        "output-side-missing": [inputs],
        "head-overwritten": [replaced, sums],
        "averaged-twice": [(head + inputs) / 2]
        + [form for n in (B, T, B * T) if n for form in (head + inputs / n, (head + inputs) / n)],
        "mean-per-row": [head + inputs / counts, (head + inputs) / counts, (head + inputs) / (counts + 1)],
        "padding": [head + padded, np.where(np.arange(len(head))[:, None] == 0, 0, head + inputs)],
        "input-subtracted": [head - inputs],
    }
    places[:T] = dx.astype(np.float64).sum(axis=0)[: len(head)]
    found["places-for-ids"] = [head + places]
    return {name: [{"dE": form} for form in forms] for name, forms in found.items()}
