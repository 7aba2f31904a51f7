"""The model of `TinyLM` in float64: logits, gradients, and the places where mistakes are made."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from autograder.checks.shared import scatter_add

from .attention import attend, attend_backward, scores, softmax

NAMES = ("E", "P", "Wq", "Wk", "Wv", "Wo", "Wup", "Wdown")
EPS = 1e-6


@dataclass
class Case:
    """Numbers of a model, and ids (B, T) to read."""

    sizes: tuple[int, int, int, int, int]  # V, d, window, heads, hidden
    ids: np.ndarray
    values: dict[str, np.ndarray] = field(default_factory=dict)

    @property
    def shapes(self) -> dict[str, tuple[int, int]]:
        V, d, window, _, hidden = self.sizes
        square = {name: (d, d) for name in NAMES[2:6]}
        return {"E": (V, d), "P": (window, d)} | square | {"Wup": (d, hidden), "Wdown": (hidden, d)}


def draw(rng: np.random.Generator, V=9, d=6, window=5, heads=2, hidden=7, B=2, T=4, size=0.5) -> Case:
    case = Case((V, d, window, heads, hidden), rng.integers(0, V, (B, T)))
    case.ids[0, 0] = case.ids[-1, -1]  # read more than once
    case.values = {name: rng.normal(0, size, shape) for name, shape in case.shapes.items()}
    return case


def rms(x: np.ndarray, eps: float = EPS) -> np.ndarray:
    return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + eps)


def rms_backward(x: np.ndarray, dy: np.ndarray) -> np.ndarray:
    root = np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + EPS)
    y = x / root
    return (dy - y * np.mean(dy * y, axis=-1, keepdims=True)) / root


def same(x: np.ndarray) -> np.ndarray:
    return x


def relu(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, 0)


def split(x: np.ndarray, heads: int) -> np.ndarray:
    """(B, T, d) -> (B, heads, T, d / heads)"""
    return x.reshape(*x.shape[:2], heads, -1).swapaxes(1, 2)


def join(x: np.ndarray) -> np.ndarray:
    x = x.swapaxes(1, 2)
    return x.reshape(*x.shape[:2], -1)


def every_other(x: np.ndarray, heads: int) -> np.ndarray:
    """As `split`, with every so many columns in a head."""
    return np.moveaxis(x.reshape(*x.shape[:2], -1, heads), -1, 1)


def logits(
    case: Case,
    norms: tuple[Callable, Callable, Callable] = (rms, rms, rms),
    act: Callable = relu,
    mix: Callable = attend,
    heads: Callable[[np.ndarray, int], np.ndarray] = split,
    back: Callable[[np.ndarray], np.ndarray] = join,
    places: Callable[[np.ndarray, int], np.ndarray] = lambda P, T: P[:T],
    adds: tuple[int, int] = (1, 1),
    around: tuple[Callable, Callable] = (same, same),
    after: tuple[Callable, Callable] = (same, same),
) -> np.ndarray:
    """Return the logits (B, T, V), with other functions in the places where mistakes are made."""
    p, n = case.values, case.sizes[3]
    x = p["E"][case.ids] + places(p["P"], case.ids.shape[1])
    u = norms[0](x)
    y = adds[0] * around[0](x) + back(mix(*(heads(u @ p[name], n) for name in ("Wq", "Wk", "Wv")))) @ p["Wo"]
    y = after[0](y)
    h = adds[1] * around[1](y) + act(norms[1](y) @ p["Wup"]) @ p["Wdown"]
    return norms[2](after[1](h)) @ p["E"].T


def gradients(case: Case, upstream: np.ndarray) -> dict[str, np.ndarray]:
    """Return the gradients by name, given that of the logits, and both parts of E's: inputs, outputs."""
    p, n, ids = case.values, case.sizes[3], case.ids

    def product(a, b):
        return np.einsum("bti,btj->ij", a, b)

    x = p["E"][ids] + p["P"][: ids.shape[1]]
    u = rms(x)
    q, k, v = (split(u @ p[name], n) for name in ("Wq", "Wk", "Wv"))
    mixed = join(attend(q, k, v))
    y = x + mixed @ p["Wo"]
    w = rms(y)
    a = w @ p["Wup"]
    h = y + relu(a) @ p["Wdown"]
    found = {"outputs": product(upstream, rms(h))}
    dh = rms_backward(h, upstream @ p["E"])
    da = (dh @ p["Wdown"].T) * (a > 0)
    found |= {"Wdown": product(relu(a), dh), "Wup": product(w, da)}
    dy = dh + rms_backward(y, da @ p["Wup"].T)
    found["Wo"] = product(mixed, dy)
    parts = [join(g) for g in attend_backward(q, k, v, split(dy @ p["Wo"].T, n))]
    du = np.zeros_like(u)
    for name, part in zip(("Wq", "Wk", "Wv"), parts):
        found[name] = product(u, part)
        du += part @ p[name].T
    dx = dy + rms_backward(x, du)
    found["inputs"] = scatter_add(len(p["E"]), ids, dx)
    found["P"] = np.zeros_like(p["P"])
    found["P"][: ids.shape[1]] = dx.sum(axis=0)
    found["E"] = found["inputs"] + found["outputs"]
    return found


def mistakes(case: Case) -> dict[str, list]:
    """Return what each mistake gives for the logits, in its forms."""
    z, d, n = logits(case), case.sizes[1], case.sizes[3]

    def gelu(x):
        return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))

    def outside(x):
        return x / (np.sqrt(np.mean(x * x, axis=-1, keepdims=True)) + EPS)

    def wider(q, k, v):
        return attend(q / np.sqrt(n), k, v)

    def unmasked(q, k, v):
        return softmax(scores(q, k)) @ v

    def wrong_way(x):
        return x.reshape(x.shape[0], x.shape[2], -1)

    def centred(x):
        return rms(x - x.mean(axis=-1, keepdims=True))

    def with_values(**changed):
        return logits(Case(case.sizes, case.ids, case.values | changed))

    turned = {name: case.values[name].T for name in NAMES[2:6]}
    places = (lambda P, T: 0 * P[:T], lambda P, T: P[-T:])
    p = softmax(z)
    return {
        "positions-missing": [logits(case, places=places[0])],
        "last-places": [logits(case, places=places[1])],
        "residual-from-norm": [logits(case, around=a) for a in ((rms, same), (same, rms), (rms, rms))],
        "norm-after": [logits(case, norms=(same, same, last), after=(rms, rms)) for last in (same, rms)]
        + [logits(case, norms=(same, same, same), after=(rms, same))],
        "norm-centred": [
            logits(case, norms=tuple(centred if bits >> i & 1 else rms for i in range(3)))
            for bits in range(1, 8)
        ],
        "used-transposed": [with_values(**turned), with_values(Wo=turned["Wo"])]
        + [with_values(**{name: turned[name] for name in NAMES[2:5]})],
        "matrix-for-another": [with_values(Wv=case.values["Wk"]), with_values(Wk=case.values["Wq"])]
        + [with_values(Wv=case.values["Wq"])],
        "output-matrix-missing": [with_values(Wo=np.eye(d))],
        "logits-times-factor": [z / np.sqrt(d), z * np.sqrt(d), z / d],
        "looked-up-rows-scaled": [
            logits(case, places=lambda P, T: P[:T] + (by - 1) * case.values["E"][case.ids])
            for by in (np.sqrt(d), 1 / np.sqrt(d))
        ],
        "one-head": [logits(case, heads=lambda x, _: split(x, 1))],
        "heads-interleaved": [logits(case, heads=every_other)]
        + [logits(case, heads=every_other, back=lambda x: np.moveaxis(x, 1, -1).reshape(*z.shape[:2], d))]
        + [logits(case, heads=lambda x, n: x.reshape(len(x), n, x.shape[1], -1))]
        + [logits(case, heads=lambda x, n: x.reshape(len(x), n, x.shape[1], -1), back=wrong_way)]
        + [logits(case, back=wrong_way)],
        "scale-of-whole-width": [logits(case, mix=wider)],
        "future-seen": [logits(case, mix=unmasked)],
        "norm-missing": [
            logits(case, norms=tuple(same if bits >> i & 1 else rms for i in range(3)))
            for bits in range(1, 8)
        ],
        "other-eps": [
            logits(case, norms=tuple(norm if bits >> i & 1 else rms for i in range(3)))
            for norm in (
                outside,
                *(partial(rms, eps=eps) for eps in (1e-5, 1e-8, 1e-12, 2.0**-23, 2.0**-52, 0.0)),
            )
            for bits in range(1, 8)
        ],
        "residual-missing": [logits(case, adds=adds) for adds in ((0, 1), (1, 0), (0, 0))],
        "other-activation": [logits(case, act=f) for f in (same, np.tanh, gelu)],
        "normalised-scores": [p, np.log(p)],
        "logits-of-last": [z[:, -1], z[:, -1:]],
    }
