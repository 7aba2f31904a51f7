"""Checks of `train`: a step to the digit, in one call and in several; what is learned; another device.

The models are given, so that no mistake in another function counts here. They record which windows they got:
from these the steps are made once more, by hand.
"""

from itertools import accumulate

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check, close
from autograder.checks.shared import Evidence, device_mistakes, device_name, probabilities
from autograder.checks.student import Student
from autograder.sandboxed import protocol

from ..asking import PROBE

NAME = "train"
NEUTRAL = "The losses or the trained parameters are wrong."
SIZE, WINDOW, RATE = 23, 4, 0.05
FIRST = 9  # rows of the first of a model's two Parameters


class Run:
    """A small model, trained by the student's function on a text in which each id comes once."""

    def __init__(
        self, student: Student, rng: np.random.Generator, steps=4, batch=5, scale=20.0, row=False, **options
    ):
        self.row = row  # the numbers of the model in a row, as a bias: they decay like all others
        self.text, self.scale, self.steps, self.batch = rng.permutation(SIZE), scale, steps, batch
        self.start = rng.normal(0, 3 / scale, (SIZE, SIZE))
        self.student, self.options = student, {"lr": RATE, "batch": batch, "window": WINDOW} | options

    def go(self, seed: int, **options) -> "Run":
        student = self.student
        device = f'"{device_name(student)}"'
        made = (
            f"Probe({SIZE}, {WINDOW}, {device}, torch.float64, {self.scale}, row={self.row}, first={FIRST})"
        )
        self.model = student.evaluate(PROBE, made)
        for name, rows in (("first", self.start[:FIRST]), ("W", self.start[FIRST:])):
            start = rows.reshape(-1) if self.row else rows
            student.set_parameter(self.model, name, student.tensor(start))
        ids = student.tensor(self.text)
        value = student.call(NAME, self.model, ids, self.steps, seed=seed, **(self.options | options))
        self.losses = losses_of(value, self.steps)
        parts = student.parameters(self.model)
        rows = [array(parts[name], "torch", NEUTRAL).reshape(-1, SIZE) for name in ("first", "W")]
        self.W = np.concatenate(rows)
        given = student.get(self.model, "given")
        self.calls = [np.array(call, int) for call in given] if isinstance(given, list) else []
        return self

    def of_windows(self) -> None:
        """Raise `Wrong` unless the model was given windows."""
        if not self.calls or not all(call.ndim == 2 and call.shape[1] == WINDOW for call in self.calls):
            raise Unexplained("The model is to be given windows of `window` ids, (b, window).")

    def batches(self) -> list[list[np.ndarray]]:
        """Return the windows of each step, call by call; `Wrong` unless they are windows of the text."""
        self.of_windows()
        if sum(map(len, self.calls)) != self.batch * self.steps:
            raise Unexplained("The model was not given `batch` windows in each step.")
        place = np.argsort(self.text)
        if any((np.diff(place[call], axis=1) != 1).any() for call in self.calls):
            raise Wrong("no-neighbours")
        ends = accumulate(map(len, self.calls))
        steps: list[list[np.ndarray]] = [[] for _ in range(self.steps)]
        for call, end in zip(self.calls, ends):
            steps[(end - 1) // self.batch].append(call)
        return steps


def losses_of(value, steps: int) -> np.ndarray:
    """Return the losses; `Wrong` for tensors, which hold the graph of their step."""
    if isinstance(value, protocol.Array) and value.kind == "torch":
        raise Wrong("losses-are-tensors")
    if not isinstance(value, list) or len(value) != steps:
        raise Unexplained(f"{NEUTRAL} A list with a loss for each step is expected.")
    if any(isinstance(v, protocol.Array) and v.kind == "torch" for v in value):
        raise Wrong("losses-are-tensors")
    found = np.array([v.values if isinstance(v, protocol.Array) else v for v in value], dtype=object)
    if found.shape != (steps,) or not all(isinstance(v, float) or np.ndim(v) == 0 for v in found):
        raise Unexplained(f"{NEUTRAL} The losses are to be floats.")
    return found.astype(float)


def replay(
    run: Run,
    batches: list[list[np.ndarray]],
    *,
    shift: int = 1,
    position: slice = slice(None),
    mean: bool = True,
    zero: bool = True,
    clip: str = "norm",
    optimizer: str = "adamw",
    decay: float = 0.1,
    late: str = "",
    parts: str = "shares",
    told: str = "shares",
    betas: tuple[float, float] = (0.9, 0.999),
    anew: bool = False,
    of_sum: bool = False,
) -> dict[str, np.ndarray]:
    """Make the steps by hand, with other choices in the places where mistakes are made."""
    W, after = run.start.copy(), np.zeros(len(run.text), int)
    after[run.text] = np.roll(run.text, -shift)
    gradient, losses = np.zeros_like(W), []
    m, s, moves = np.zeros_like(W), np.zeros_like(W), 0

    def loss_of(call: np.ndarray, W: np.ndarray) -> tuple[float, np.ndarray]:
        ids = call[:, position].reshape(-1)
        p, n, slope = probabilities(run.scale * W[ids]), np.arange(len(ids)), np.zeros_like(W)
        loss = -np.log(p[n, after[ids]])
        p[n, after[ids]] -= 1
        np.add.at(slope, ids, run.scale * p)
        mine = loss.mean() if mean != of_sum else loss.sum()
        return mine, slope / len(ids) if mean else slope

    def clipped(gradient: np.ndarray) -> np.ndarray:
        if clip == "apart":
            parts = np.split(gradient, [FIRST])
            return np.concatenate([part / max(np.sqrt((part**2).sum()), 1.0) for part in parts])
        norm = max(np.sqrt((gradient**2).sum()), 1e-300)
        bounds = {"norm": 1.0, "half": 0.5, "tenth": 0.1, "two": 2.0, "five": 5.0, "ten": 10.0}
        factor = min(1.0, bounds[clip] / norm) if clip in bounds else 1.0
        factor = 1 / norm if clip == "always" else factor
        factor = 1 / max(np.abs(gradient).max(), 1.0) if clip == "largest" else factor
        return np.clip(gradient, -1, 1) if clip == "each" else factor * gradient

    def moved(W: np.ndarray, gradient: np.ndarray) -> np.ndarray:
        nonlocal m, s, moves
        if optimizer == "sgd":
            return W - RATE * gradient
        gradient = gradient + decay * W if optimizer == "adam" else gradient
        moves += 1
        b, c = betas
        m, s = b * m + (1 - b) * gradient, c * s + (1 - c) * gradient**2
        W = W * (1 - RATE * decay) if optimizer == "adamw" else W
        return W - RATE * (m / (1 - b**moves)) / (np.sqrt(s / (1 - c**moves)) + 1e-8)

    for n, calls in enumerate(batches):
        before = gradient
        if anew:
            m, s, moves = np.zeros_like(W), np.zeros_like(W), 0
        if late == "first" and n:
            W = moved(W, before)
        gradient, loss, size = (0.0 if zero else before), 0.0, sum(map(len, calls))
        for call in calls:
            one, slope = loss_of(call, W)
            true = len(call) / size if mean else 1.0
            part = len(call) / size if mean != of_sum else 1.0
            share = {"sum": 1.0, "equal": 1 / len(calls), "steps": 1.0, "last": 1.0}
            gradient = share.get(parts, true) * slope + (0.0 if parts in ("steps", "last") else gradient)
            gradient = clipped(gradient) if parts == "clipped" else gradient
            loss = one if told == "last" else loss + share.get(told, part) * one
            if parts == "steps":
                W = moved(W, clipped(gradient))
        gradient = gradient + decay * W if optimizer == "l2" else gradient
        gradient = clipped(gradient)  # PyTorch clips in place: so it stays
        if late == "then" and n:
            W = moved(W, before)
        elif not late and parts != "steps":
            W = moved(W, gradient)
        if told == "after":
            loss = sum(loss_of(call, W)[0] * len(call) for call in calls) / size
        losses.append(loss)
    return {"losses": np.array(losses), "W": W}


CLIPS = ("none", "each", "half", "tenth", "two", "five", "ten", "largest")
SHARES = ("shares", "sum", "equal", "last")
FORMS: dict[str, list[dict]] = {
    "targets-not-shifted": [{"shift": 0}],
    "asked-backwards": [{"shift": -1}],
    "only-last-position": [{"position": slice(-1, None)}],
    "sum-in-place-of-mean": [{"mean": False}, {"of_sum": True}],
    # Where the gradient of a sum is longer than 1, both are the same.
    "short-stretched": [{"clip": "always"}, {"mean": False, "of_sum": True}],
    "moments-forgotten": [{"anew": True}],
    "gradients-kept": [{"zero": False}],
    "norm-not-clipped": [{"clip": how} for how in CLIPS],
    "parameters-clipped-apart": [{"clip": "apart"}],
    "other-optimizer": [
        {"optimizer": "sgd"},
        {"optimizer": "adam"},
        {"optimizer": "adam", "decay": 0.0},
        {"optimizer": "l2"},
    ]
    + [{"decay": decay} for decay in (0.0, 0.01, 0.1 * RATE, 1.0)]
    + [{"betas": betas} for betas in ((0.9, 0.95), (0.9, 0.99), (0.9, 0.98), (0.95, 0.999))],
    "step-too-early": [{"late": "first"}, {"late": "then"}],
    "loss-after-step": [{"told": "after"}],
}
PARTS: dict[str, list[dict]] = {
    # AdamW moves alike for a sum and a mean of the calls: the losses tell which it is.
    "calls-added-up": [{"parts": parts, "told": "sum"} for parts in ("sum", "shares")],
    "calls-weigh-equal": [{"parts": "equal", "told": told} for told in SHARES if told != "sum"]
    + [{"told": "equal"}],
    "step-in-each-call": [{"parts": "steps", "told": told} for told in SHARES],
    "clipped-in-each-call": [{"parts": "clipped"}],
    "only-last-call": [{"parts": "last", "told": told} for told in SHARES],
    "loss-of-last-call": [{"told": "last"}],
}


def rounding() -> dict[str, float]:
    return {"losses": 1e-5, "W": 2e-6}  # PyTorch clips by 1 / (norm + 1e-6)


def moves(run: Run) -> None:
    if np.array_equal(run.W, run.start):
        raise Wrong("model-not-moved")


def judge(evidence: Evidence, run: Run, forms: dict[str, list[dict]]) -> None:
    moves(run)
    batches = run.batches()
    whole = [np.concatenate(batch) for batch in batches]
    if all(np.array_equal(one, whole[0]) for one in whole):
        raise Wrong("same-batch-again")
    if all((one == one[0]).all() for one in whole):
        raise Wrong("one-window")
    place = np.argsort(run.text)
    if all(len(set(np.diff(place[one[:, 0]]) % (SIZE - WINDOW))) == 1 for one in whole):
        raise Wrong("windows-in-a-row")

    def mistakes():
        return {key: [replay(run, batches, **how) for how in hows] for key, hows in forms.items()}

    evidence.see({"losses": run.losses, "W": run.W}, replay(run, batches), rounding(), mistakes)


@check(points=2)
def steps(student: Student, rng: np.random.Generator) -> None:
    """Losses and parameters after four steps, with long and with short gradients; the windows."""
    evidence = Evidence(NEUTRAL, slack=5)
    for scale in (20.0, 1.0):
        with blame("last-window-missing", only=("IndexError",)):  # nothing else is out of a range here
            run = Run(student, rng, scale=scale, row=scale == 1.0).go(int(rng.integers(1000)))
        judge(evidence, run, FORMS | ({"vectors-undecayed": [{"decay": 0.0}]} if run.row else {}))
    try:
        evidence.conclude("losses", "W")
    except Unexplained:
        raise Unexplained(narrowed(evidence)) from None
    windows(student, rng)


def narrowed(evidence: Evidence) -> str:
    """Return which of the steps, and of the two models, went wrong first."""
    off = [~(np.abs(got["losses"] - want["losses"]) <= 1e-5) for got, want, *_ in evidence.seen]
    long, short = (not all(close(g[f], w[f], r[f]) for f in g) for g, w, r, _ in evidence.seen)
    if all(close(g["W"], w["W"], r["W"]) for g, w, r, _ in evidence.seen):
        return "The parameters move rightly, and the losses that are returned are not those of their batches."
    if any(one[0] for one in off):
        return "The first loss is wrong already, before anything has moved."
    if long and not short:
        return (
            "Steps with short gradients are right, and with long ones they are not. Often it is the clipping."
        )
    if any(one[1] for one in off):
        return "The first losses are right, and the first step is not."
    return (
        "The first step is right, and later ones are not. Often something is kept or lost between the steps."
    )


def windows(student: Student, rng: np.random.Generator) -> None:
    """`Wrong` unless the seed decides the windows, and every window of the text can be drawn."""
    seed, run = int(rng.integers(1000)), Run(student, rng, steps=2, batch=6)
    one, again, other = (np.concatenate(run.go(s).calls) for s in (seed, seed, seed + 1))
    if not np.array_equal(one, again):
        raise Wrong("seed-ignored")
    if np.array_equal(one, other):
        raise Wrong("seed-fixed")
    wide = np.concatenate(Run(student, rng, steps=3, batch=80).go(seed).calls)
    if len(set(wide[:, 0].tolist())) < SIZE - WINDOW - 2:
        raise Unexplained("Windows are drawn from a part of the text alone, or begin at some places alone.")
    for length in (WINDOW + 1, WINDOW + 2):  # one window, and two
        short = Run(student, rng, steps=2, batch=20)
        short.text = short.text[:length]
        with blame("last-window-missing", only=("RuntimeError", "ValueError", "IndexError")):
            short.go(seed)
        if sum(map(len, short.calls)) != short.batch * short.steps:
            raise Unexplained(f"{NEUTRAL} The model was not given `batch` windows in each step.")
        begun = {int(i) for call in short.calls for i in call[:, 0]}
        if begun != set(short.text[: length - WINDOW].tolist()):
            raise Wrong("last-window-missing")


@check(points=2)
def pieces(student: Student, rng: np.random.Generator) -> None:
    """With `at_once` the model is given few windows a call, and the step is that of the batch."""
    seed, evidence = (
        int(rng.integers(1000)),
        Evidence("With `at_once` the step is another one, though the loss before it is the same.", slack=5),
    )
    run = Run(student, rng, batch=7)
    moves(run.go(seed))
    run.of_windows()
    whole, own = np.concatenate(run.calls), {"losses": run.losses, "W": run.W}
    sound = all(close(own[f], v, rounding()[f]) for f, v in replay(run, run.batches()).items())
    for at_once in (3, 1, 7, 20):
        run.go(seed, at_once=at_once)
        held = student.get(run.model, "held")
        if max(map(len, run.calls), default=0) > at_once:
            raise Wrong("batch-at-once")
        if isinstance(held, int) and held > 1:
            raise Wrong("graphs-kept")
        run.of_windows()
        if sum(map(len, run.calls)) != len(whole):
            raise Wrong("windows-lost")
        if not np.array_equal(np.concatenate(run.calls), whole):
            raise Unexplained(
                "With `at_once` other windows are drawn from the same seed, or in another order."
            )
        batches = run.batches()

        def mistakes(batches=batches):
            hows = PARTS if sound else {}
            return {key: [replay(run, batches, **how) for how in forms] for key, forms in hows.items()}

        evidence.see({"losses": run.losses, "W": run.W}, own, rounding(), mistakes)
    if not all(close(got["losses"][0], want["losses"][0], 1e-5) for got, want, *_ in evidence.seen):
        evidence.neutral = "With `at_once` the loss of a batch is another one."
    evidence.conclude("losses", "W")


@check(points=1)
def learns(student: Student, rng: np.random.Generator) -> None:
    """A text whose entropy is known: the trained model's loss on a new text comes near to it."""
    V, n = 6, 1500
    P = np.full((V, V), 0.04)
    P[np.arange(V), rng.permutation(V)] += 0.46
    P[np.arange(V), rng.permutation(V)] += 0.3
    P /= P.sum(axis=1, keepdims=True)

    def walk(length):
        ids = [0]
        for u in rng.random(length - 1):
            ids.append(int(np.searchsorted(P[ids[-1]].cumsum(), u * (1 - 1e-12))))
        return np.array(ids)

    text, new = walk(n), walk(n)
    said = f'Probe({V}, 12, "{device_name(student)}", torch.float32, records=False)'
    model = student.evaluate(PROBE, said)
    options = {"batch": 8, "window": 12, "lr": 0.1, "seed": int(rng.integers(1000))}
    value = student.call(NAME, model, student.tensor(text), 80, **options)
    scores = array(student.method(model, "", student.tensor(new[None, :12])), "torch", NEUTRAL)[0]
    table = np.zeros((V, V))
    W = array(student.parameters(model)["W"], "torch", NEUTRAL)
    if scores.shape != (12, V) or not close(scores, W[new[:12]], 1e-5):
        raise Unexplained("The model that was given is another one after the training.")
    table = np.log(probabilities(W.astype(np.float64)))
    loss, entropy = -table[new[:-1], new[1:]].mean(), -np.log(P)[new[:-1], new[1:]].mean()
    if not W.any():
        raise Wrong("model-not-moved")
    if not loss < entropy + 0.1:
        raise Unexplained(
            "On a new text from the same source the trained model's loss is far above the text's entropy."
        )
    losses_of(value, 80)


@check(points=1, accelerator=True)
def device(student: Student, rng: np.random.Generator) -> None:
    """Model and text on another device: the same step as on the CPU."""
    seed = int(rng.integers(1000))
    run = Run(student, rng, steps=2)
    with device_mistakes():
        run.go(seed)
        if student.parameters(run.model)["W"].device != student.device:
            raise Wrong("wrong-device")
    moves(run)
    batches = run.batches()
    diagnosis = Diagnosis("On another device than the CPU the parameters move differently.")
    told = {key: [replay(run, batches, **how)["W"] for how in hows] for key, hows in FORMS.items()}
    del told["loss-after-step"]  # which does not show in the parameters
    diagnosis.see(run.W, replay(run, batches)["W"], rounding()["W"], **told)
    diagnosis.conclude()
