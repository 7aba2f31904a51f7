"""Checks of `init_table`: its distribution, to six standard errors or more; its cut; its generator."""

import math

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, check, close
from autograder.checks.student import Student
from autograder.sandboxed import protocol

NAME = "init_table"
NEUTRAL = "The table is not drawn as asked."
CUT = "With a cut the table is not drawn as asked."
NORMAL = ("unit", "gpt2", "inverse-sqrt")


def seeded_generator(student: Student, rng: np.random.Generator, seed: int | None = None):
    """Return a NumPy generator in the student's process, with a random seed if none is given."""
    return student.call("np.random.default_rng", int(rng.integers(2**32)) if seed is None else seed)


def drawn(student: Student, V: int, d: int, scheme: str, source, *dtype, **options) -> np.ndarray:
    """Return the values of a table; `Wrong` unless it is (V, d), of the dtype asked for or float32."""
    answer = student.call(NAME, V, d, scheme, source, *dtype, **options)
    values = array(answer, "numpy", f"`{NAME}` gives no array.")
    if values.shape != (V, d) or values.dtype.kind != "f":
        raise Unexplained(f"{NEUTRAL} An array (V, d) of floats is expected.")
    return values


def deviation(scheme: str, d: int) -> float:
    """Return the standard deviation of a normal scheme."""
    return {"unit": 1.0, "gpt2": 0.02, "inverse-sqrt": d**-0.5}[scheme]


def moments(values: np.ndarray) -> tuple[float, float, float]:
    """Return mean, deviation and kurtosis, which is 3 for a normal and 1.8 for a uniform distribution."""
    values = values.astype(np.float64)
    mean, std = values.mean(), values.std()
    if not std > 0 or not np.isfinite(std):
        raise Unexplained(f"{NEUTRAL} The entries are all the same, or not finite.")
    return mean, std, np.mean(np.square(np.square((values - mean) / std)))


def repeated(values: np.ndarray, share: float) -> bool:
    """Return whether less than this share of the numbers differ. Of random ones in float32 nearly all do."""
    return len(np.unique(values)) < share * values.size


def recentred(values: np.ndarray) -> bool:
    """Return whether the mean of a table is zero but for rounding. That of independent entries is not."""
    wide = values.astype(np.float64)
    return bool(abs(wide.mean()) < 1e-4 * wide.std() / math.sqrt(wide.size))


def rows_alike_long(values: np.ndarray) -> bool:
    """Return whether the rows of a table are equally long. Of independent entries few are."""
    lengths = np.linalg.norm(values.astype(np.float64), axis=1)
    return bool(lengths.std() < 0.01 * lengths.mean())


def look(values: np.ndarray, with_cut: bool = False) -> tuple[float, float]:
    """Return deviation and kurtosis; `Wrong` for entries that depend on each other, or another mean."""
    mean, std, kurtosis = moments(values)
    if np.all(values == values[0]):
        raise Wrong("rows-alike")
    if np.all(values == values[:, :1]):
        raise Unexplained(f"{NEUTRAL} All columns are the same.")
    if np.any(np.all(values == values[:, :1], axis=1)):
        raise Wrong("row-not-drawn")
    if repeated(values, 0.95 if with_cut else 0.5):
        most = np.unique(values, return_counts=True)[1].max()
        raise Wrong("replaced-alike" if with_cut and most > values.size / 50 else "entries-repeated")
    if abs(mean) > 6 * std / math.sqrt(values.size):
        raise Unexplained(f"{NEUTRAL} The mean of the entries is not zero.")
    return std, kurtosis


@check(points=1.5)
def normal(student: Student, rng: np.random.Generator) -> None:
    """The three normal schemes without a cut: standard deviation, kurtosis, and tails of each of them."""
    diagnosis, usual, cut_off = Diagnosis(NEUTRAL), True, False
    tables: dict[str, list] = {scheme: [] for scheme in NORMAL}
    for V, d in (
        (int(rng.integers(1400, 1500)), int(rng.integers(40, 50))),
        (int(rng.integers(110, 130)), 80),
    ):
        for scheme in NORMAL:
            values, sigma = drawn(student, V, d, scheme, seeded_generator(student, rng)), deviation(scheme, d)
            std, kurtosis = look(values)
            got, right = math.log(std), math.log(sigma)
            known = {"variance-for-std": [right, right / 2], "std-squared": [right, 2 * right]}
            if scheme == "inverse-sqrt":
                known["rows-for-columns"] = math.log(V**-0.5)
            far = np.abs(values).max() / std
            # Of 56,000 entries 18 are expected beyond 3.6 deviations.
            cut_off |= V > 1000 and far < 3.6 and 2.2 < kurtosis < 3.1
            if (
                not diagnosis.see(got, right, 6 / math.sqrt(2 * V * d), **known)
                and diagnosis.neutral == NEUTRAL
            ):
                far = "spread too far" if got > right else "lie too close together"
                diagnosis.neutral = f"The entries of the scheme {scheme} {far}."
            usual &= abs(kurtosis - 3) <= 8 * math.sqrt(24 / values.size)
            tables[scheme].append((values, sigma))
    for some in tables.values():
        if all(recentred(values) for values, _ in some):
            raise Wrong("recentred")
        if all(rows_alike_long(values) for values, _ in some):
            raise Wrong("rows-normalized")
        if all(abs(v.astype(np.float64).std() / sigma - 1) < 3e-7 for v, sigma in some):
            raise Wrong("rescaled")
    if cut_off:
        raise Wrong("tails-cut")
    diagnosis.conclude()
    if not usual:
        raise Unexplained("The entries of a normal scheme are not distributed normally.")


def within(c: float) -> float:
    """Return the share of normal numbers that lie within c standard deviations."""
    return math.erf(c / math.sqrt(2))


def left(c: float) -> float:
    """Return the standard deviation of what is left of N(0, 1) within c."""
    return math.sqrt(1 - 2 * c * math.exp(-(c**2) / 2) / math.sqrt(2 * math.pi) / within(c))


def told_of_cut(found: list[float], kept: float) -> str:
    """Return what can be seen of a wrong table: its deviation, and its shares beyond the edge and at it."""
    if found[1]:
        return "With a cut entries still lie beyond it."
    if found[2] > 0.01:
        return "With a cut many entries lie exactly at its edge."
    far = "spread too far" if found[0] > kept else "lie too close together"
    return f"With a cut no entry lies beyond it, but the entries {far}."


@check(points=1.5)
def cut(student: Student, rng: np.random.Generator) -> None:
    """The normal schemes with a cut, judged by deviation, and by the shares beyond the edge and at it."""
    diagnosis, V, d = Diagnosis(CUT), 800, 50
    scatter = [6 / math.sqrt(2 * V * d), 3 / math.sqrt(V * d), 3 / math.sqrt(V * d)]
    for scheme in NORMAL:
        c, sigma = float(rng.uniform(0.8, 1.3)), deviation(scheme, d)
        values = drawn(student, V, d, scheme, seeded_generator(student, rng), cut=c) / sigma
        size, inside, kept = np.abs(values), within(c), left(c)
        found = [
            float(values.std()),
            *(float(part.mean()) for part in (size > c + 1e-5, abs(size - c) < 1e-5)),
        ]
        if found[1] > 0.01 and (values > c).any() != (values < -c).any():
            raise Unexplained("With a cut entries lie beyond it on one side of zero.")
        if found[2] < 0.01:  # nothing has been moved to the edge
            look(values, with_cut=True)
        out = 1 - inside
        uncut = [1.0, out, 0.0]
        known = {
            "cut-ignored": uncut,
            "clipped": [math.sqrt(inside * kept**2 + out * c**2), 0.0, out],
            "redrawn-once": [math.sqrt(inside * kept**2 + out), out**2, 0.0],
            "cut-at-values": [kept, 0.0, 0.0] if scheme == "unit" else uncut,
            "cut-corrected": [1.0, 1 - within(c * kept) / inside, 0.0],
        }
        if 0 < found[1] < out**2 - scatter[1] and not recentred(values):
            beyond = (1 - inside * kept**2) / out  # the mean square of what lies there
            of_all = math.sqrt((1 - found[1]) * kept**2 + found[1] * beyond)
            known["redrawn-few-times"] = [of_all, found[1], 0.0]
        if not found[1]:
            known["redrawn-evenly"] = [math.sqrt(inside * kept**2 + out * c**2 / 3), 0.0, 0.0]
        fourth = 3 * kept**2 - 2 * c**3 * math.exp(-(c**2) / 2) / math.sqrt(2 * math.pi) / inside
        of_std = 6 * math.sqrt((fourth - kept**4) / (V * d)) / (2 * kept)
        right = close(found, np.array([kept, 0.0, 0.0]), [of_std, 0.0, scatter[2]])
        if not right and diagnosis.neutral == CUT:
            diagnosis.neutral = told_of_cut(found, kept)
        diagnosis.record(right, lambda f=found, k=known: {m: close(f, v, scatter) for m, v in k.items()})
    diagnosis.conclude()
    for c, mistake in ((0.05, "redrawn-few-times"), (2.5, "wide-cut-ignored")):
        size = np.abs(drawn(student, 45, 40, "unit", seeded_generator(student, rng), cut=c))
        if (size > c + 1e-6).any() or np.sum(abs(size - c) < 1e-6) > 9:
            raise Wrong(mistake)


@check(points=1)
def xavier(student: Student, rng: np.random.Generator) -> None:
    """The uniform scheme: its largest entry, and its standard deviation, which is that over √3."""
    diagnosis, even, centred = Diagnosis(NEUTRAL), True, True
    for V, d in ((int(rng.integers(200, 230)), int(rng.integers(40, 50))), (int(rng.integers(110, 130)), 80)):
        values = drawn(student, V, d, "xavier", seeded_generator(student, rng))
        std, kurtosis = look(values)
        top = float(np.abs(values).max())
        want = math.log(math.sqrt(6 / (V + d)))
        normal = abs(kurtosis - 3) < 8 * math.sqrt(24 / values.size)
        near = abs(math.log(std) - want + math.log(3) / 2) < 6 / math.sqrt(2 * V * d)
        got, flat = math.log(top), abs(kurtosis - 1.8) < 0.2
        fans = [math.log(math.sqrt(k / n)) for n in (V, d) for k in (6, 3)]
        diagnosis.see(
            got,
            want,
            0.004,
            **{
                "xavier-normal": got if normal and near else want,
                "xavier-std-as-bound": math.log(math.sqrt(2 / (V + d))) if flat else want,
                "xavier-root-forgotten": math.log(6 / (V + d)) if flat else want,
                "xavier-one-fan": fans if flat else want,
                "xavier-factor": [math.log(math.sqrt(k / (V + d))) for k in (1, 1.5, 3, 4, 12, 24, 36)]
                if flat
                else want,
            },
        )
        if abs(got - want) > 0.004 and diagnosis.neutral == NEUTRAL:
            far = "reach too far" if got > want else "do not reach far enough"
            diagnosis.neutral = f"The entries of xavier {far}."
        even &= flat and near
        centred &= recentred(values)
    if centred:
        raise Wrong("recentred")
    diagnosis.conclude()
    if not even:
        raise Unexplained("The entries of xavier are not spread evenly over the range.")


@check(points=1)
def generator(student: Student, rng: np.random.Generator) -> None:
    """The argument rng is the only source of randomness, and its state moves on; with the dtype asked for."""
    for scheme in (*NORMAL, "xavier"):
        one, other = (int(seed) for seed in rng.choice(2**31, 2, replace=False))
        source = seeded_generator(student, rng, one)
        first = drawn(student, 7, 5, scheme, source)
        again = drawn(student, 7, 5, scheme, source)
        like_first = drawn(student, 7, 5, scheme, seeded_generator(student, rng, one))
        different = drawn(student, 7, 5, scheme, seeded_generator(student, rng, other))
        if np.array_equal(first, different):
            raise Wrong("own-seed")
        if not np.array_equal(first, like_first):
            raise Wrong("other-randomness")
        if np.array_equal(first, again):
            raise Wrong("generator-copied")
        if np.ptp(np.sign(first)) and np.array_equal(np.sign(first), np.sign(different)):
            raise Wrong("signs-by-place")
        parent = seeded_generator(student, rng, one)
        if isinstance(parent, protocol.Handle):
            student.method(parent, "spawn", 1)  # leaves the state as it is
        if not np.array_equal(first, drawn(student, 7, 5, scheme, parent)):
            raise Wrong("spawned")
    again = [drawn(student, 30, 5, "unit", seeded_generator(student, rng, 7), cut=1.0) for _ in range(2)]
    if not np.array_equal(*again):
        raise Wrong("other-randomness")


@check(points=0.5)
def dtype(student: Student, rng: np.random.Generator) -> None:
    """float32 by default, else the dtype asked for, with as many different entries."""
    for scheme in ("gpt2", "xavier"):
        for name in ("", "float64", "float32"):
            kind = [student.get(student.call("np.dtype", name), "type")] if name else []
            cut = {"cut": 2.5} if (scheme, name) == ("gpt2", "float64") else {}
            values = drawn(student, 60, 30, scheme, seeded_generator(student, rng), *kind, **cut)
            if values.dtype != (name or "float32"):
                raise Wrong("dtype-ignored")
            look(values)
            if np.array_equal(values, values.astype("float16").astype(values.dtype)):
                raise Wrong("entries-repeated")
