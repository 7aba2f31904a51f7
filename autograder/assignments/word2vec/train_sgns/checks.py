"""Checks of `train_sgns`: the start, single steps, the random draws, and what is learned.

A random generator cannot be sent to the student's process: it is made there, with a seed from here.
"""

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, bound, check, same
from autograder.checks.refusals import must_refuse, outside, refuses_range, refuses_types, refuses_values
from autograder.checks.shared import numbers, returns_new
from autograder.checks.student import StudentError

from ..asking import refuses_far
from ..shared import sigmoid

NAME = "train_sgns"
NEUTRAL = "The tables are wrong."


def train(student, seed, pairs, V, d, *, noise, steps=0, batch=1, negatives=1, lr=1.0, strided=False):
    """(E_in, E_out) as returned, for a generator with this seed."""
    generator = student.call("np.random.default_rng", int(seed))
    settings = dict(steps=steps, batch=batch, negatives=negatives, lr=lr, noise=noise, rng=generator)
    try:
        answer = student.observe(NAME, pairs, V, d, watch=("args",), strided=strided, **settings)
    except StudentError as error:
        few = "larger sample", "replace", "Fewer non-zero"
        if error.is_a("ValueError") and any(said in error.message for said in few):
            enough = _with_enough_pairs(student, seed, pairs, V, d, settings)
            raise Wrong("without-replacement" if enough else "negatives-distinct") from error
        raise
    if not same(pairs, answer.args[0]):
        raise Wrong("arguments-changed")
    value = answer.value
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise Unexplained(f"{NEUTRAL} A pair (E_in, E_out) is expected.")
    tables = [array(v, "numpy", NEUTRAL, list="no-array", torch="no-array") for v in value]
    if any(t.shape != (V, d) for t in tables):
        raise Wrong("tables-shape")
    if any(v.dtype != "float64" for v in value):
        raise Wrong("dtype-not-kept")
    if not tables[0].any() and tables[1].any():
        raise Wrong("tables-exchanged")
    return tables


def _with_enough_pairs(student, seed, pairs, V, d, settings) -> bool:
    """Does a call run if the pairs are listed so often that a batch needs none of them twice?"""
    generator = student.call("np.random.default_rng", int(seed))
    try:
        student.call(NAME, np.tile(pairs, (settings["batch"], 1)), V, d, **settings | {"rng": generator})
    except StudentError:
        return False
    return True


# For `evaluate`: a call as above for two pairs, with noise that sums to one up to rounding.
PAIRS, SHARES = np.array([[0, 1], [1, 0]]), np.array([0.0, 0.0, 0.2, 0.7, 0.1])
GIVEN = f"P, N = np.array({PAIRS.tolist()}), np.array({SHARES.tolist()})"
CALL = f"{NAME}(P, 5, 2, steps=2, batch=2, negatives=2, lr=1.0, noise=N, rng=np.random.default_rng(0))"


def one_hot(V, j) -> np.ndarray:
    return (np.arange(V) == j).astype(np.float64)


@check(points=1)
def start(student, rng):
    """No steps: the distribution of the start, drawn from rng."""
    V, d, seed = 40, 10, rng.integers(1 << 30)
    a, b, c = (int(i) for i in rng.permutation(V)[:3])
    pairs, noise = np.array([[a, b]]), one_hot(V, c)
    E_in, E_out = train(student, seed, pairs, V, d, noise=noise)
    if not E_in.any() and not E_out.any():
        raise Wrong("start-zero")
    again, _ = train(student, seed, pairs, V, d, noise=noise)
    other, _ = train(student, seed + 1, pairs, V, d, noise=noise)
    if not np.array_equal(E_in, again) or np.array_equal(E_in, other):
        raise Wrong("rng-ignored")
    if set(np.flatnonzero(E_out.any(axis=1)).tolist()) == {b, c}:
        raise Wrong("steps-off")
    # The largest, the mean and the mean absolute value of 400 numbers, to six standard errors.
    half = 0.5 / d
    sizes = abs(E_in)
    fits = 0.9 * half < sizes.max() <= half * (1 + 1e-9) and abs(sizes.mean() - half / 2) < half / 11
    if not fits or abs(E_in.mean()) > half / 5:
        raise Wrong("start-range")
    if E_out.any():
        raise Wrong("out-not-zero")
    if not same(SHARES, student.evaluate(GIVEN, CALL, "N")):
        raise Wrong("arguments-changed")
    for table in (0, 1):
        returns_new(student, f"{CALL}[{table}]", GIVEN)


# -- steps that leave nothing to chance: one pair, and one word as the only negative -------------------


def simulate(start, a, b, c, B, k, lr, steps, change=None) -> np.ndarray:
    """Both tables after some steps with the pair (a, b) and the negative c.

    `change(t, v, u, n, B, k)` gives the three gradients, of v, u and n, in place of `plain`.
    """
    E_in, E_out = (t.copy() for t in start)
    for t in range(steps):
        v, u, n = E_in[a].copy(), E_out[b].copy(), E_out[c].copy()
        moves = (change or plain)(t, v, u, n, B, k)
        E_in[a] -= lr * moves[0]
        E_out[b] -= lr * moves[1]
        E_out[c] -= lr * moves[2]
    return np.stack([E_in, E_out])


def weights(v, u, n):
    """The derivatives of the loss by the two scores."""
    return sigmoid(u @ v) - 1, sigmoid(n @ v)


def plain(t, v, u, n, B, k):
    """The right gradients of v, u and n."""
    g, h = weights(v, u, n)
    return g * u + k * h * n, g * v, k * h * v


def scaled(x, y, z):
    """`plain` with the three gradients times factors, which may depend on the step, on B and on k."""

    def change(t, v, u, n, B, k):
        factors = (f(t, B, k) if callable(f) else f for f in (x, y, z))
        return [f * move for f, move in zip(factors, plain(t, v, u, n, B, k))]

    return change


def in_first(lr, only_vectors):
    """v is moved before the gradients of u and n are computed."""

    def change(t, v, u, n, B, k):
        d_v, _, _ = plain(t, v, u, n, B, k)
        moved = v - lr * d_v
        g, h = weights(v, u, n) if only_vectors else weights(moved, u, n)
        return d_v, g * moved, k * h * moved

    return change


def out_first(lr, only_vectors):
    """u and n are moved before the gradient of v is computed."""

    def change(t, v, u, n, B, k):
        _, d_u, d_n = plain(t, v, u, n, B, k)
        u2, n2 = u - lr * d_u, n - lr * d_n
        g, h = weights(v, u, n) if only_vectors else weights(v, u2, n2)
        return g * u2 + k * h * n2, d_u, d_n

    return change


def gentle(t, v, u, n, B, k):
    return plain(t, v, u, n, B, 1)


def attracted(t, v, u, n, B, k):
    g, h = sigmoid(u @ v) - 1, sigmoid(n @ v) - 1
    return g * u + k * h * n, g * v, k * h * v


def falling(rate):
    return scaled(rate, rate, rate)


def mistakes(lr, steps) -> dict[str, list]:
    """What each mistake does in a step: functions for `simulate`."""
    once, once_each = lambda t, B, k: 1 / B, lambda t, B, k: 1 / (B * k)

    def all_B(t, B, k):
        return B

    return {
        "updates-lost": [
            scaled(once, once, once_each),
            scaled(once, once, once),
            scaled(once, 1, 1),
            scaled(1, once, once_each),
            scaled(1, once, once),
            scaled(1, 1, once_each),
            scaled(1, once, 1),
        ],
        "step-summed": [scaled(all_B, all_B, all_B)],
        "uphill": [scaled(-1, -1, -1)],
        "tables-in-turn": [first(lr, only) for first in (in_first, out_first) for only in (False, True)],
        "one-side-idle": [scaled(0, 1, 1), scaled(1, 0, 0), scaled(1, 1, 0), scaled(1, 0, 1)],
        "rate-falls": [
            falling(lambda t, B, k: 1 - t / steps),
            falling(lambda t, B, k: 1 - (t + 1) / steps),
            falling(lambda t, B, k: 1 / (t + 1)),
            falling(lambda t, B, k: (t + 1) ** -0.5),
        ],
        "negatives-as-one": [gentle],
        "negatives-pulled": [attracted],
    }


def moved_anyway(got, start) -> str | None:
    """What is wrong if rows of E_in, (rows, d), are not as the same seed left them without a step."""
    factors = np.linalg.norm(got, axis=1) / np.maximum(np.linalg.norm(start, axis=1), 1e-300)
    scaled = abs(got - factors[:, None] * start).max() < 1e-9 * abs(start).max() and factors.min() > 0
    return "untouched-rows-move" if scaled else "start-not-first"


@check(points=1.5)
def steps(student, rng):
    """Steps from the start that the same seed gives, row by row; pairs of other dtypes; gaps."""
    diagnosis = Diagnosis(NEUTRAL)
    for B, k, d, steps, V in ((4, 3, 3, 3, 6), (6, 2, 4, 3, 6), (1, 1, 1, 1, 4)):
        a, b, c = (int(i) for i in rng.permutation(V)[:3])
        pairs = np.array([[a, b]] * 5)  # to draw one of one takes nothing out of the generator
        lr, seed = float(rng.uniform(0.6, 1.1)), rng.integers(1 << 30)
        how = dict(noise=one_hot(V, c), batch=B, negatives=k, lr=lr)
        start = train(student, seed, pairs, V, d, **how)
        got = np.stack(train(student, seed, pairs, V, d, steps=steps, **how))
        apart = [i for i in range(V) if i not in (a, b, c)]
        if not np.array_equal(got[0][apart], start[0][apart]):
            raise Wrong(moved_anyway(got[0][apart], start[0][apart]))
        if not np.array_equal(got[1][apart], start[1][apart]):
            raise Unexplained("Rows of E_out move that are no context and that the noise never draws.")
        want = simulate(start, a, b, c, B, k, lr, steps)
        tolerance = bound("float64", 40 * steps * (B * k + d), abs(want).max() + abs(start[0]).max())
        known = {
            m: [simulate(start, a, b, c, B, k, lr, steps, f) for f in forms]
            for m, forms in mistakes(lr, steps).items()
        }
        known["pair-swapped"] = [simulate(start, b, a, c, B, k, lr, steps)]
        known["steps-off"] = [simulate(start, a, b, c, B, k, lr, max(0, steps + n)) for n in (-1, 1)]
        diagnosis.see(got, want, tolerance, **known)
    diagnosis.conclude()
    # Pairs of which the dtype counts no farther than the rows, and one that no other integers go with.
    for dtype, V in (("uint8", 256), ("uint64", 6)):
        a, b, c = V - 1, V - 2, V - 3
        how = dict(noise=one_hot(V, c), batch=3, negatives=2, steps=2)
        pairs, seed = np.array([[a, b]]), rng.integers(1 << 30)
        want = train(student, seed, pairs, V, 2, **how)
        with blame("narrow-ids"):
            got = train(student, seed, pairs.astype(dtype), V, 2, **how)
        if not np.allclose(got, want, rtol=1e-9, atol=0):
            raise Wrong("narrow-ids")
    pairs = np.array([[0, 1], [2, 3]])
    how = dict(noise=one_hot(6, 5), batch=8, steps=2)
    want = train(student, seed, pairs, 6, 3, **how)
    with blame("gaps"):
        got = train(student, seed, pairs, 6, 3, strided=True, **how)
    if not np.allclose(got, want, rtol=1e-9, atol=0):
        raise Wrong("gaps")


# -- what one step draws: the start makes it a count -------------------------------------------------


UNSEEN = "The first step does not move the rows as it should, so they do not show what was drawn."
DRAWN = "What a step draws is not what the docstring says."


def counts(student, rng, pairs, V, d, noise, B, k) -> np.ndarray:
    """(V, V): how often row j of E_out met center c in the first step; negatives count below zero.

    It can be solved for: E_out is zero before, so all weights are 1/2, and rows of E_in are independent.
    """
    E_in, E_out = train(
        student, rng.integers(1 << 30), pairs, V, d, noise=noise, steps=1, batch=B, negatives=k, lr=0.5
    )
    if not np.isfinite(E_in).all() or not np.isfinite(E_out).all() or np.linalg.matrix_rank(E_in) < V:
        raise Unexplained(UNSEEN)
    found = 4 * B * E_out @ np.linalg.pinv(E_in)
    whole = np.rint(found)
    if abs(found - whole).max() > 1e-6 * B:
        raise Unexplained(UNSEEN)
    return whole.astype(int)


def off(count, trials, p):
    """Is a count more than six standard deviations away from what it should be?"""
    return abs(count - trials * p) > 6 * np.sqrt(trials * p * (1 - p)) + 1


def many_rare(student, rng) -> None:
    """Half of the noise is on one id, and half on 2,500 others, of which one has next to nothing."""
    names, k = rng.permutation(2502), 400
    noise = np.zeros(2502)
    noise[names[1:]] = np.r_[0.5, np.full(2500, 1 / 5000)]
    pairs, seed = np.array([[names[0], names[0]]]), rng.integers(1 << 30)
    E_in, E_out = train(student, seed, pairs, 2502, 1, noise=noise, steps=1, negatives=k)
    times = np.rint(-2 * E_out[:, 0] / E_in[names[0], 0])[names]
    if times[1] == k:
        raise Wrong("noise-table")
    if times[1:].sum() != k or times[0] != -1:
        raise Unexplained(UNSEEN)
    if off(times[1], k, 0.5):
        raise Wrong("noise-ignored")


def distinct(noise, k) -> np.ndarray:
    """The probability of each word to be among two that are drawn without replacement."""
    after = [noise * p / (1 - p) for p in noise]
    return noise + sum(after) - np.diag(after)


@check(points=1)
def draws(student, rng):
    """Pairs are drawn as often as they are listed, negatives by the noise and anew for each pair."""
    V, B, k = 9, 2000, 2
    pairs = np.array([[0, 3], [1, 4], [0, 3], [0, 3], [2, 3]])
    noise = np.array([0, 0, 0, 0, 0, 0.7, 0.2, 0.0951, 0.0049])
    names = rng.permutation(V)  # ids in random order
    N = counts(student, rng, names[pairs], V, 13, noise[np.argsort(names)], B, k)
    N = N[np.ix_(names, names)]
    met, pushed = N[3:5, :3].sum(axis=0), -N[5:].sum(axis=1)  # pairs by center, negatives by word
    if N.sum() != B * (1 - k):
        raise Unexplained(UNSEEN)
    if not N[:, :3].any():
        raise Wrong("pair-swapped" if N[:3].sum() == B else None, UNSEEN)
    if not (N[3:5] % B).any():
        raise Wrong("batch-alike")
    if not (N % (B // len(pairs))).any() or not (met % (B // len(pairs))).any():
        raise Wrong("without-replacement")
    if N[:3].any() or N[3:5].sum() != B:
        raise Wrong("noise-ignored")
    if not (pushed % B).any():
        raise Wrong("negatives-shared")
    if N[3, 1] or N[4, 0] or N[4, 2]:
        raise Wrong("pairs-mixed")
    if off(N[3, 0], B, 0.6) or off(N[4, 1], B, 0.2) or off(N[3, 2], B, 0.2):
        raise Wrong("pairs-unequal")
    if any(off(n, B * k, p) for n, p in zip(pushed, noise[5:])) or not pushed[-1]:
        slots = np.rint(100 * noise[5:])
        fits = {
            "noise-table": [slots / slots.sum()] if not pushed[-1] else [],
            "noise-powered": [p**0.75 / np.sum(p**0.75) for p in [noise[5:]]],
            "negatives-distinct": [distinct(noise[5:], k) / k],
        }
        named = [m for m, forms in fits.items() for p in forms if not any(map(off, pushed, [B * k] * 4, p))]
        raise Wrong(named[0] if len(named) == 1 else "noise-ignored")
    if any(off(-N[5 + j, c], met[c] * k, noise[5 + j]) for j in range(4) for c in range(3)):
        raise Unexplained(f"{DRAWN} The negatives have nothing to do with the pair.")
    again = counts(student, rng, names[pairs], V, 13, noise[np.argsort(names)], B, k)
    if np.array_equal(N, again[np.ix_(names, names)]):
        raise Wrong("rng-ignored")  # another seed, another start, and the same draws
    # A batch as large as the list: that each row comes once, three times over, is one in a hundred million.
    pairs = np.stack([np.zeros(8, int), np.arange(1, 9)], axis=1)
    if all((counts(student, rng, pairs, 10, 12, one_hot(10, 9), 8, 1)[1:9, 0] == 1).all() for _ in range(3)):
        raise Wrong("without-replacement")
    N = counts(student, rng, np.array([[0, 1]]), 4, 6, np.array([0, 0, 0.5, 0.5]), 1, 40)
    if not N[2].any() or not N[3].any():
        raise Wrong("negatives-alike")
    # A word may be its own context, as in a text where it stands twice in a row.
    N = counts(student, rng, np.array([[0, 0], [0, 1]]), 3, 5, one_hot(3, 2), 600, 1)
    if off(N[0, 0], 600, 0.5) or off(N[1, 0], 600, 0.5):
        raise Wrong("pairs-unequal")
    # A third of the noise is the context itself: its row is a context B times, and a negative often.
    N = counts(student, rng, np.array([[0, 1]]), 3, 5, np.array([1, 1, 1]) / 3, 600, 2)
    as_negatives = 600 - N[1, 0], -N[0, 0], -N[2, 0]
    if N[1, 0] == 600:
        raise Wrong("collisions-dropped")
    if N[0, 0] == 0:
        raise Wrong("center-dropped")
    if sum(as_negatives) == 1800 and not off(as_negatives[0] - 600, 1200, 1 / 3):
        raise Wrong("roles-overwrite")
    if sum(as_negatives) != 1200 or any(off(n, 1200, 1 / 3) for n in as_negatives):
        raise Unexplained(DRAWN)
    many_rare(student, rng)


@check(points=1)
def fresh(student, rng):
    """Each step draws anew, from rng alone."""
    V, seed = 17, rng.integers(1 << 30)
    pairs = np.stack([np.zeros(8, int), np.arange(1, 9)], axis=1)
    noise = np.where(np.arange(V) > 8, 1 / 8, 0.0)
    how = dict(noise=noise, steps=30, lr=0.5)
    E_in, E_out = train(student, seed, pairs, V, 4, **how)
    moved = E_out.any(axis=1)
    if min(moved[1:9].sum(), moved[9:].sum()) in (1, 2, 3):  # of eight, in thirty draws
        raise Wrong("drawn-once")
    if not moved[1:9].any() or not moved[9:].any():
        raise Unexplained("After many steps the rows of all contexts or of all negatives in E_out are zero.")
    again = train(student, seed, pairs, V, 4, **how)
    if not np.array_equal(E_out, again[1]) or not np.array_equal(E_in, again[0]):
        raise Wrong("rng-ignored")


# -- what is learned ---------------------------------------------------------------------------------


@check(points=1)
def learns(student, rng):
    """Two groups of words with different contexts: the loss falls, and cosines are larger within a group."""
    names = rng.permutation(12)
    group, slots = np.arange(6) // 3, np.arange(3)
    pairs = names[[(a, 6 + 3 * group[a] + s) for a in range(6) for s in slots]].astype(np.int16)
    noise = np.isin(np.arange(12), names[6:]) / 6
    how = dict(noise=noise, steps=60, batch=48, negatives=3, lr=1.0)
    E_in, E_out = train(student, rng.integers(1 << 30), pairs, 12, 8, **how)
    scores = E_in[pairs[:, 0]] @ E_out.T
    pulls = np.logaddexp(0, -scores[np.arange(len(pairs)), pairs[:, 1]])
    loss = np.mean(pulls + 3 * np.logaddexp(0, scores) @ noise)
    centers = E_in[names[:6]]
    unit = centers / (np.linalg.norm(centers, axis=1, keepdims=True) + 1e-300)
    cosines = unit @ unit.T
    alike = group[:, None] == group
    inside, across = cosines[alike].min(), cosines[~alike].max()
    # The loss starts at 4 log 2; tests/references says how far from these limits right answers stay.
    if not loss < 0.85 * 4 * np.log(2) or not inside > across:
        raise Unexplained("After training the loss is too high, or words of the same contexts are apart.")


@check(points=0.5)
def errors(student, rng):
    pairs, noise = rng.integers(0, 5, (4, 2)), np.full(5, 0.2)

    def call(pairs=pairs, noise=noise, d=3, **other):
        settings = {"steps": 1, "batch": 2, "negatives": 2, "lr": 0.5} | other
        generator = student.call("np.random.default_rng", 1)
        return student.call(NAME, pairs, V=5, d=d, noise=noise, rng=generator, **settings)

    tables = call()
    if (
        not isinstance(tables, (tuple, list))
        or [np.shape(numbers(table)) for table in tables] != [(5, 3)] * 2
    ):
        raise Unexplained(
            f"{NEUTRAL} This part counts once a small case gives two tables of the right shape."
        )
    floats, repeated = (pairs.astype(np.float64), pairs > 2), np.repeat(pairs[:1], 3, axis=0)
    bad = pairs[0], pairs[:, :1], pairs[:, [0, 1, 1]], pairs[None], pairs[:, :, None]
    misshapen = np.full(4, 0.25), np.full((5, 1), 0.2), np.full(6, 1 / 6), np.full((1, 5), 0.2)
    settings = {"batch": 0}, {"negatives": 0}, {"steps": -1}, {"d": 0}
    refuses_types(call, floats)
    # One step with a large batch draws every row; with steps=0 none is drawn, and all must be checked.
    for place in (1, 2, 5):
        refuses_range(lambda x: call(x, batch=200), repeated, outside(5), places=[place])
    refuses_far(call, pairs)
    refuses_values(call, bad)
    refuses_values(call, [pairs[:0]], if_accepted="no-pairs")
    refuses_values(lambda x: call(noise=x), misshapen, if_accepted="noise-shape")
    refuses_values(lambda setting: call(**setting), settings, if_accepted="settings-unchecked")
    # What a step refuses is refused without one, too: another outcome there is one mistake of its own.
    attempts = [(call, x, "TypeError") for x in floats]
    for number in outside(5):
        attempts.append((call, np.where(np.arange(2) > 0, number, repeated), "IndexError"))
    attempts += [(call, x, "ValueError") for x in (*bad, pairs[:0])]
    for attempt, x, wanted in attempts:
        must_refuse(lambda: attempt(x, steps=0), wanted, if_accepted="unchecked-without-steps")
    for other in (*({"noise": x} for x in misshapen), *settings[:2], settings[3]):
        must_refuse(lambda: call(steps=0, **other), "ValueError", if_accepted="unchecked-without-steps")
