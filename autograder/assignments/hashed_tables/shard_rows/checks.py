"""Checks of `shard_rows`: the rows that a shard answers for, what it learns, padding, and another device."""

from typing import NamedTuple

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, array, blame, check, close
from autograder.checks.shared import Evidence, device_mistakes
from autograder.checks.student import Student, StudentError

NAME = "shard_rows"
NEUTRAL = "What the shard returns is wrong."
LEARNT = "The gradient of the shard is wrong."
FIELDS = ("value", "gradient")
CLOSE = 1e-9


class Case(NamedTuple):
    shard: np.ndarray
    first: int
    rows: np.ndarray
    padding: int | None
    upstream: np.ndarray

    @property
    def local(self) -> np.ndarray:
        return self.rows - self.first

    @property
    def here(self) -> np.ndarray:
        return (self.local >= 0) & (self.local < len(self.shard))


def draw(rng: np.random.Generator, n=4, first=5, shape=(12,), w=3, padding=None) -> Case:
    """Draw rows on both sides of the shard, just outside too, and each edge at least once where they fit."""
    near = [first, first + n - 1, first + n, first - 1, first, first + n - 1, first + n + 1, first - 2]
    wanted = [row for row in near if row >= 0]
    rows = rng.integers(max(0, first - n), first + 2 * n, shape)
    places = rng.permutation(rows.size)[: len(wanted)]
    rows.reshape(-1)[places] = wanted[: len(places)]
    if padding is not None and rows.size > 8:
        rows.reshape(-1)[np.setdiff1d(np.arange(rows.size), places)[:2]] = padding
    return Case(rng.normal(size=(n, w)), first, rows, padding, rng.normal(size=(*shape, w)))


def read(case: Case, local: np.ndarray, here: np.ndarray) -> np.ndarray:
    """Return the rows at `local`, zero where not `here`."""
    safe = np.clip(local, -len(case.shard), len(case.shard) - 1)
    return np.where(here[..., None], case.shard[safe], 0.0)


def learnt(case: Case, local: np.ndarray, sends: np.ndarray) -> np.ndarray:
    """Return the gradient of the shard, if these positions send theirs to row `local`."""
    found = np.zeros_like(case.shard)
    np.add.at(found, local[sends], case.upstream[sends])
    return found


def want(case: Case) -> dict[str, np.ndarray]:
    sends = case.here & (case.rows != (-1 if case.padding is None else case.padding))
    return {"value": read(case, case.local, case.here), "gradient": learnt(case, case.local, sends)}


def both(case: Case, local: np.ndarray, here: np.ndarray) -> dict[str, np.ndarray]:
    """Return what comes of reading `local` where it is `here`, both ways."""
    return {"value": read(case, local, here), "gradient": learnt(case, local, here)}


def mistakes(case: Case) -> dict[str, list[dict]]:
    """Return what each mistake leads to, in its forms."""
    local, here, n, right = case.local, case.here, len(case.shard), want(case)
    all_, whole = np.ones_like(here), case.rows
    clipped, borrowed = np.clip(local, 0, n - 1), np.where(here, local, 0)
    found = {
        "not-shifted": [
            both(case, whole % n, (whole >= 0) & (whole < n)),
            both(case, np.clip(whole, 0, n - 1), here),
        ]
        + [both(case, whole % n, here)],
        "rows-before-wrap": [both(case, local % n, (local >= -n) & (local < n))]
        + [both(case, local % n, local < n)],
        "others-not-zeroed": [both(case, form, all_) for form in (clipped, borrowed, local % n)],
        "one-side-not-zeroed": [both(case, clipped, local >= 0), both(case, clipped, local < n)],
        "edge-row-lost": [
            both(case, clipped, here & (local > 0)),
            both(case, clipped, here & (local < n - 1)),
        ],
        "row-too-many": [
            both(case, clipped, (local >= 0) & (local <= n)),
            both(case, clipped, (local >= -1) & (local < n)),
        ]
        + [both(case, local % n, (local >= 0) & (local <= n))],
        "borrowed-row-learns": [
            right | {"gradient": learnt(case, form, all_)} for form in (clipped, borrowed, local % n)
        ],
        "shard-frozen": [right | {"gradient": 0 * case.shard}],
    }
    if case.padding is None:
        return found
    pad = case.padding - case.first
    silent = [np.where(case.rows == case.padding, False, here), np.where(local == case.padding, False, here)]
    untouched = learnt(case, local, here)
    from_end = learnt(case, local, here & (local != pad % n)) if -n <= pad < 0 else right["gradient"]
    rows_zero = np.where((case.rows == case.padding)[..., None], 0.0, right["value"])
    found |= {
        "padding-ignored": [right | {"gradient": untouched}],
        "padding-zero-ignored": [right | {"gradient": untouched if case.padding == 0 else right["gradient"]}],
        "padding-local": [right | {"gradient": learnt(case, local, silent[1])}],
        "padding-in-forward": [right | {"value": rows_zero}, {"value": rows_zero, "gradient": untouched}],
        "padding-elsewhere": [right | {"gradient": from_end}]
        + [right | {"gradient": learnt(case, local, here & (local != np.clip(pad, 0, n - 1)))}],
    }
    return found


def ask(student: Student, case: Case) -> dict[str, np.ndarray]:
    """Return the value, and the gradient of the shard; zeros where autograd finds none."""
    shard, rows = student.tensor(case.shard, grad=True), student.tensor(case.rows)
    padding = [] if case.padding is None else [case.padding]
    plain = student.call(NAME, student.tensor(case.shard), case.first, rows, *padding)
    value = array(plain, "torch", NEUTRAL, numpy="through-numpy")
    if value.shape != case.upstream.shape:
        raise Wrong(None, f"{NEUTRAL} It is to have the shape of the rows with one axis of length w more.")
    if plain.device != student.device:
        raise Wrong("wrong-device")
    with blame("shard-frozen", only=("RuntimeError",)):  # of a result that needs no gradient
        answer = student.vjp(NAME, student.tensor(case.upstream), shard, case.first, rows, *padding)
    found = answer.grads[0]
    return {
        "value": value,
        "gradient": np.zeros_like(case.shard) if found is None else array(found, "torch", LEARNT),
    }


def evidence_of(student: Student, cases: list[Case], neutral: str = NEUTRAL) -> Evidence:
    evidence = Evidence(neutral)
    for case in cases:
        got = ask(student, case)
        evidence.see(got, want(case), dict.fromkeys(FIELDS, CLOSE), lambda c=case: mistakes(c))
    return evidence


@check(points=1.5)
def values(student: Student, rng: np.random.Generator) -> None:
    """A shard with rows on both sides, the first and a short one; rows of any shape."""
    cases = [draw(rng), draw(rng, first=0), draw(rng, n=1, first=3), draw(rng, n=3, first=2, shape=(2, 6))]
    try:
        judge_values(student, cases)
    except StudentError as error:
        if not error.is_a("IndexError"):
            raise
        # PyTorch says "too many indices" of axes that are not there, and "out of range" of rows.
        raise Wrong("one-row-alone" if "too many" in error.message else "others-not-masked") from error
    with blame("one-row-alone"):
        judge_values(student, [draw(rng, shape=())])


def judge_values(student: Student, cases: list[Case]) -> None:
    seen = [(case, ask(student, case)) for case in cases]
    evidence = Evidence(NEUTRAL)
    for case, got in seen:
        evidence.see(got, want(case), dict.fromkeys(FIELDS, CLOSE), lambda c=case: mistakes(c))
    try:
        evidence.conclude("value")
    except Unexplained:
        raise Unexplained(f"{NEUTRAL} {observed(seen)}") from None


def observed(seen: list[tuple[Case, dict]]) -> str:
    """Return for which rows the value is wrong: those here, before or behind the shard."""
    places: set[str] = set()
    for case, got in seen:
        off = ~(np.abs(got["value"] - want(case)["value"]) <= CLOSE).all(axis=-1)
        for name, where in (
            ("in", case.here),
            ("before", case.local < 0),
            ("behind", case.local >= len(case.shard)),
        ):
            places |= {name} if (off & where).any() else set()
    return f"Wrong are rows {', '.join(n for n in ('in', 'before', 'behind') if n in places)} the shard."


@check(points=1)
def gradient(student: Student, rng: np.random.Generator) -> None:
    """What the shard learns: from positions that read it, and from no others."""
    evidence = evidence_of(
        student, [draw(rng), draw(rng, first=0), draw(rng, n=3, first=2, shape=(2, 6))], LEARNT
    )
    evidence.conclude(*FIELDS)


@check(points=1.5)
def padding(student: Student, rng: np.random.Generator) -> None:
    """A padding row here, in another shard before and behind, and row 0."""
    evidence_of(student, [draw(rng)], LEARNT).conclude(*FIELDS)
    here = [draw(rng, padding=7), draw(rng, first=2, n=5, padding=4), draw(rng, first=0, n=5, padding=3)]
    evidence_of(student, [*here, draw(rng, first=0, padding=0), draw(rng, padding=2)], LEARNT).conclude(
        *FIELDS
    )
    with blame("padding-elsewhere"):
        evidence_of(student, [draw(rng, padding=4), draw(rng, padding=0), draw(rng, padding=40)]).conclude(
            *FIELDS
        )


@check(points=1.5, accelerator=True)
def device(student: Student, rng: np.random.Generator) -> None:
    """Values and gradient on the device are those of the CPU."""
    there, cases = student.device, [draw(rng, padding=6), draw(rng, n=3, first=2, shape=(2, 6))]
    student.device = "cpu"
    before = [ask(student, case) for case in cases]
    evidence_of(student, cases).conclude("value")
    student.device = there
    with device_mistakes():
        for case, on_cpu in zip(cases, before):
            try:
                got = ask(student, case)
            except Wrong as wrong:
                raise Wrong("lost-off-cpu") if wrong.misconception == "shard-frozen" else wrong from wrong
            if not close(got["value"], on_cpu["value"], CLOSE):
                raise Wrong(None, "On another device than the CPU the rows are others.")
            if not close(got["gradient"], on_cpu["gradient"], CLOSE):
                raise Wrong("lost-off-cpu")
