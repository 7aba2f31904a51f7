"""Checks of `init_table`: its distribution, to six standard errors or more; its generator; its dtype."""

import math

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, Wrong, array, blame, check
from autograder.checks.refusals import refuses_values
from autograder.sandboxed import protocol

NAME = "init_table"
NEUTRAL = "The table is not drawn as asked."
SCHEMES = ("unit", "gpt2", "inverse-sqrt", "xavier")


def seeded_generator(student, rng, seed=None):
    """A NumPy generator in the student's process, with a random seed if none is given."""
    return student.call("np.random.default_rng", int(rng.integers(2**32)) if seed is None else seed)


def dtype_named(student, name):
    """NumPy's type object of that name, in the student's process."""
    return student.get(student.call("np.dtype", name), "type")


def drawn(student, V, d, scheme, source, *dtype):
    """The values of a table (V, d) as returned, and its dtype."""
    answer = student.call(NAME, V, d, scheme, source, *dtype)
    values = array(answer, "numpy", f"`{NAME}` gives no array.")
    if values.shape != (V, d) or values.dtype.kind != "f":
        raise Unexplained(f"{NEUTRAL} An array (V, d) of floats is expected.")
    return values, answer.dtype


def sizes(rng):
    """Two pairs (V, d); neither size is near the square of the other."""
    return (int(rng.integers(200, 230)), int(rng.integers(40, 50))), (int(rng.integers(110, 130)), 80)


def moments(values):
    """Mean, standard deviation and kurtosis, which is 3 for a normal and 1.8 for a uniform distribution."""
    values = values.astype(np.float64)
    mean, std = values.mean(), values.std()
    if not std > 0 or not np.isfinite(std):
        raise Unexplained(f"{NEUTRAL} The entries are all the same, or not finite.")
    return mean, std, np.mean(np.square(np.square((values - mean) / std)))


def repeated(values) -> bool:
    """Is more than half of the entries there twice? Of random numbers in float32 few are."""
    return len(np.unique(values)) < values.size / 2


def recentred(tables) -> bool:
    """Is the mean of every table zero but for rounding? That of independent entries is not."""
    wide = [values.astype(np.float64) for values in tables]
    return all(abs(v.mean()) < 1e-4 * v.std() / math.sqrt(v.size) for v in wide)


def rows_alike_long(tables) -> bool:
    """Are the rows of every table equally long? Of independent entries few are."""
    lengths = [np.linalg.norm(values.astype(np.float64), axis=1) for values in tables]
    return all(found.std() < 0.01 * found.mean() for found in lengths)


def rescaled(tables, sigmas) -> bool:
    """Is the deviation of every table that of its scheme but for rounding? A sample's is not."""
    return all(abs(v.astype(np.float64).std() / sigma - 1) < 3e-7 for v, sigma in zip(tables, sigmas))


def look(values):
    """Standard deviation and kurtosis; `Wrong` for entries that depend on each other, or another mean."""
    mean, std, kurtosis = moments(values)
    if np.all(values == values[0]):
        raise Wrong("rows-alike")
    if np.all(values == values[:, :1]):
        raise Unexplained(f"{NEUTRAL} All columns are the same.")
    if np.any(np.all(values == values[:, :1], axis=1)):
        raise Wrong("row-not-drawn")
    if repeated(values):
        raise Wrong("entries-repeated")
    if abs(mean) > 6 * std / math.sqrt(values.size):
        raise Unexplained(f"{NEUTRAL} The mean of the entries is not zero.")
    return std, kurtosis


@check(points=1.5)
def normal(student, rng):
    """The three normal schemes: standard deviation and kurtosis."""
    diagnosis, shapes, cut = Diagnosis(NEUTRAL), [], True
    tables, sigmas = {scheme: [] for scheme in SCHEMES[:3]}, {scheme: [] for scheme in SCHEMES[:3]}
    for V, d in sizes(rng):
        for scheme, sigma in (("unit", 1.0), ("gpt2", 0.02), ("inverse-sqrt", d**-0.5)):
            values, _ = drawn(student, V, d, scheme, seeded_generator(student, rng))
            std, kurtosis = look(values)
            tolerance = 6 / math.sqrt(2 * V * d)  # of a logarithm
            got, right = math.log(std), math.log(sigma)
            known = {"variance-for-std": [right, right / 2], "std-squared": [right, 2 * right]}
            if scheme == "inverse-sqrt":
                known["rows-for-columns"] = math.log(V**-0.5)
            diagnosis.see(got, right, tolerance, **known)
            shapes.append((kurtosis, 8 * math.sqrt(24 / values.size)))
            tables[scheme].append(values)
            sigmas[scheme].append(sigma)
            cut &= kurtosis > 2.6 and np.abs(values).max() < 3.05 * sigma
    for scheme, some in tables.items():
        if recentred(some):
            raise Wrong("recentred")
        if rows_alike_long(some):
            raise Wrong("rows-normalized")
        if rescaled(some, sigmas[scheme]):
            raise Wrong("rescaled")
    diagnosis.conclude()
    if cut:  # of the 50,000 entries a hundred are expected beyond
        raise Wrong("tails-cut")
    if any(abs(kurtosis - 3) > spread for kurtosis, spread in shapes):
        raise Unexplained(f"{NEUTRAL} A normal distribution looks otherwise.")


@check(points=1)
def xavier(student, rng):
    """The uniform scheme: its largest entry, and its standard deviation, which is that over √3."""
    diagnosis, shapes, tables = Diagnosis(NEUTRAL), [], []
    for V, d in sizes(rng):
        values, _ = drawn(student, V, d, "xavier", seeded_generator(student, rng))
        tables.append(values)
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
                "xavier-one-fan": fans if flat else want,
                "xavier-factor": [math.log(math.sqrt(k / (V + d))) for k in (1, 1.5, 3, 4, 12, 24, 36)]
                if flat
                else want,
            },
        )
        shapes.append(flat and near)
    if recentred(tables):
        raise Wrong("recentred")
    diagnosis.conclude()
    if not all(shapes):
        raise Unexplained(f"{NEUTRAL} A uniform distribution looks otherwise.")


@check(points=1)
def generator(student, rng):
    """The argument rng is the only source of randomness, and its state moves on."""
    for scheme in SCHEMES:
        one, other = (int(seed) for seed in rng.choice(2**31, 2, replace=False))
        source = seeded_generator(student, rng, one)
        first, _ = drawn(student, 7, 5, scheme, source)
        again, _ = drawn(student, 7, 5, scheme, source)
        like_first, _ = drawn(student, 7, 5, scheme, seeded_generator(student, rng, one))
        different, _ = drawn(student, 7, 5, scheme, seeded_generator(student, rng, other))
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
        like_first, _ = drawn(student, 7, 5, scheme, parent)
        if not np.array_equal(first, like_first):
            raise Wrong("spawned")


@check(points=1)
def dtypes(student, rng):
    """float32 by default, else the dtype asked for, with entries that differ."""
    for scheme in ("gpt2", "xavier"):
        _, found = drawn(student, 6, 4, scheme, seeded_generator(student, rng))
        if found != "float32":
            raise Wrong("dtype-not-kept")
        for name in ("float64", "float32", "float16"):
            dtype = dtype_named(student, name)
            with blame("half-not-drawn" if name == "float16" else None, NEUTRAL, only=("TypeError",)):
                values, found = drawn(student, 60, 30, scheme, seeded_generator(student, rng), dtype)
            if found != name:
                raise Wrong("dtype-not-kept")
            if np.all(values == values[0]):
                raise Wrong("rows-alike")
            narrowed = np.array_equal(values, values.astype("float16").astype(name))
            if name != "float16" and (narrowed or repeated(values)):
                raise Wrong("entries-repeated")
            if len(np.unique(values)) < 100:
                raise Unexplained(f"{NEUTRAL} In {name} hardly any two entries differ.")


@check(points=0.5)
def errors(student, rng):
    source = seeded_generator(student, rng)
    moments(drawn(student, 4, 3, "unit", source)[0])  # an error for code that draws no table at all
    refuses_values(
        lambda scheme: student.call(NAME, 4, 3, scheme, source),
        ("kaiming", "normal", "", "Xavier", "xavier ", "zeros"),
        if_accepted="scheme-unchecked",
    )
    bad = [(*pair, scheme) for pair in ((0, 3), (4, 0), (-2, 3), (4, -2)) for scheme in SCHEMES]
    for V, d in ((1, 3), (3, 1)):
        with blame("one-refused", only=("ValueError",)):
            drawn(student, V, d, "unit", source)
    told = {"if_accepted": "sizes-unchecked", "if_other_type": "sizes-unchecked"}
    refuses_values(lambda args: student.call(NAME, *args, source), bad, **told)
