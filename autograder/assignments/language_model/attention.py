"""Causal attention in float64, with the places where mistakes are made."""

import numpy as np

CLIPPED = (10.0, 20.0, 30.0, 50.0, 60.0, 80.0, 88.0, 100.0, 500.0, 600.0, 700.0, 1e3)
SMALL = (1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3)


def softmax(z: np.ndarray, axis: int = -1) -> np.ndarray:
    with np.errstate(invalid="ignore"):  # a row that is hidden whole gives NaN
        e = np.exp(z - z.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)


def seen(T: int, S: int, ahead: int = 0) -> np.ndarray:
    """Return which keys the last T of S positions may see; `ahead` moves the edge of the mask."""
    return np.tri(T, S, S - T + ahead, dtype=bool)


def scores(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    return q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])


def weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    return softmax(np.where(seen(q.shape[-2], k.shape[-2]), scores(q, k), -np.inf))


def attend(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    return weights(q, k) @ v


def attend_backward(q: np.ndarray, k: np.ndarray, v: np.ndarray, G: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the gradients of q, k and v."""
    A, dA = weights(q, k), G @ v.swapaxes(-1, -2)
    D = A * (dA - (A * dA).sum(axis=-1, keepdims=True)) / np.sqrt(q.shape[-1])
    return D @ k, D.swapaxes(-1, -2) @ q, A.swapaxes(-1, -2) @ G


def lowered(z: np.ndarray, by: float) -> np.ndarray:
    """As `softmax`, with a number added to the sum."""
    with np.errstate(invalid="ignore"):
        e = np.exp(z - z.max(axis=-1, keepdims=True))
        return e / (e.sum(axis=-1, keepdims=True) + by)


def mistakes(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> dict[str, list]:
    """Return what each mistake leads to, in its forms."""
    C, (T, d), S = scores(q, k), q.shape[-2:], k.shape[-2]
    mask, early = seen(T, S), seen(T, S, -1)

    def hidden(scores, mask=mask, by=-np.inf, axis=-1):
        return softmax(np.where(mask, scores, by), axis)

    return {
        "future-seen": [softmax(C) @ v],
        "masked-after": [np.where(mask, softmax(C), 0) @ v],
        "masked-a-little": [hidden(C, by=by) @ v for by in (0.0, -1.0, -10.0, -100.0, -1e3, -1e4)]
        + [softmax(np.where(mask, C, C - by)) @ v for by in (1.0, 10.0, 100.0, 1e3, 1e4)],
        "self-hidden": [
            hidden(C, early) @ v,
            hidden(C, early, -1e9) @ v,
            np.nan_to_num(hidden(C, early)) @ v,
        ],
        "one-too-many": [hidden(C, seen(T, S, 1)) @ v],
        "queries-first": [hidden(C, np.tri(T, S, dtype=bool)) @ v],
        "scale-missing": [hidden(C * np.sqrt(d)) @ v],
        "scale-wrong": [hidden(C / np.sqrt(d)) @ v, hidden(C * np.sqrt(d / v.shape[-1])) @ v]
        + [hidden(C * np.sqrt(d / n)) @ v for n in (S, T)]
        + [hidden(C * d) @ v, hidden(C * np.sqrt(d)) / np.sqrt(d) @ v],
        "softmax-over-queries": [np.nan_to_num(hidden(C, axis=-2)) @ v],
        "fewer-unmasked": [(softmax(C) if T < S else hidden(C)) @ v],
        "scores-clipped": [hidden(np.clip(C, -most, most)) @ v for most in CLIPPED],
        "weights-sum-to-less": [lowered(np.where(mask, C, -np.inf), by) @ v for by in SMALL],
    }
