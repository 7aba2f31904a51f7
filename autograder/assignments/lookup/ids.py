"""Checks that `one_hot`, both lookups and the loss share: shapes, dtypes and refusal of ids, copies, cost."""

import re

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, blame, close, same
from autograder.checks.student import StudentError
from autograder.sandboxed import protocol

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FEW = 1 << 30  # bytes: a limit that is enough for right answers, and too low for an array of ids × V


def some_ids(rng, V, n=6):
    """n ids in random order, with a repeat and the last id, without id 0."""
    ids = rng.integers(1, V - 1, n)
    ids[0], ids[1] = V - 1, ids[2]
    return rng.permutation(ids)


def table(rng, V, d, dtype=np.float32):
    """A random table (V, d)."""
    return rng.standard_normal((V, d)).astype(dtype)


def onehot(ids, V, dtype=np.float32):
    """One-hot vectors (*ids.shape, V); ids out of range give zeros."""
    return (np.asarray(ids)[..., None] == np.arange(V)).astype(dtype)


def by_product(E, ids):
    """The lookup as a product with one-hot vectors; ids out of range give zeros."""
    with np.errstate(invalid="ignore"):
        return onehot(ids, len(E), E.dtype) @ E


def attempt(ask):
    """What `ask()` returns, or the StudentError that it raises; NotImplementedError is raised again."""
    try:
        return ask()
    except StudentError as error:
        if error.is_a("NotImplementedError"):
            raise
        return error


def is_right(ask, want, ids, tolerance=0.0):
    """Does `ask(ids)` give `want(ids)`? An exception is no right answer."""
    got = attempt(lambda: ask(ids))
    return not isinstance(got, StudentError) and close(got, want(ids), tolerance)


def check_ends(ask, want, rng, V, tolerance=0.0):
    """Ids 0 and V - 1 must be ids like any other. Of what is wrong for other ids too this says nothing."""
    inner = [1 + rng.permutation(V - 2)[:3] for _ in range(2)]
    if not all(is_right(ask, want, ids, tolerance) for ids in inner):
        return
    for end, misconception in ((0, "first-id"), (V - 1, "last-id")):
        if not any(is_right(ask, want, np.append(ids, end), tolerance) for ids in inner):
            raise Wrong(misconception)


def check_shapes(ask, want, rng, V, neutral, strided=None):
    """`ask(ids)` must give `want(ids)` for every shape; `strided(ids)` asks with non-contiguous arrays.

    Without the first id and the last, which are judged by `check_ends`.
    """
    flat = some_ids(rng, V - 1)  # without the last id
    if not close(ask(flat), want(flat), 0):
        raise Unexplained(neutral)
    shapes = {
        "single": [()],
        "none": [(0,), (2, 0)],
        "ones": [(1,), (1, 1), (1, 3), (3, 1, 4)],
        "more": [(2, 3), (2, 3, 4)],
    }
    fine, flattened = dict.fromkeys(shapes, True), True
    for name in shapes:
        for shape in shapes[name]:
            ids = np.asarray(rng.integers(1, V - 1, shape))
            got = attempt(lambda: ask(ids))
            failed = isinstance(got, StudentError)
            fine[name] &= not failed and close(got, want(ids), 0)
            flattened &= not failed and close(got, want(ids.reshape(-1)), 0)
    failing = tuple(name for name in shapes if not fine[name])
    if failing and flattened:
        raise Wrong("flattened")
    if failing:
        known = {
            ("single",): "single-id",
            ("none",): "no-ids",
            ("single", "none"): "needs-a-sequence",
            ("ones",): "axes-of-length-one",
        }
        raise Wrong(known.get(failing, "one-dimension-only" if "more" in failing else None), neutral)
    if strided:
        ids = rng.integers(1, V - 1, (3, 4))
        with blame("not-contiguous"):
            got = strided(ids)
        if not close(got, want(ids), 0):
            raise Wrong("not-contiguous")


def check_length_one(*cases):
    """`ask(ids)` must give `want(ids)`, where V or d is 1, in each of the cases (ask, want, ids)."""
    if not all(is_right(ask, want, ids) for ask, want, ids in cases):
        raise Wrong("axes-of-length-one")


def check_repeated(student, call, prepare, changes, arrays):
    """After each of `changes`, statements, `call` must not give what it gave before.

    `arrays` are names of NumPy arrays, which must still be writable after the call.
    """
    for name in arrays:
        if student.evaluate(f"{prepare}; {call}", f"{name}.flags.writeable") is not True:
            raise Wrong("argument-locked")
    for change in changes:
        again = student.evaluate(f"{prepare}; before = {call}; {change}", f"same_values(before, {call})")
        if again is not False:
            raise Wrong("result-remembered")


def check_refused_unchanged(student, name, *args):
    """Require that a refused call changes no argument. Whether it is refused is checked elsewhere."""
    after = student.observe(name, *args, watch=("args", "error")).args
    sent = [(a, kept) for a, kept in zip(args, after) if isinstance(a, (np.ndarray, protocol.Array))]
    if not all(same(a, kept) for a, kept in sent):
        raise Wrong("changed-by-refusal")


def check_id_dtypes(ask, want, rng, neutral, V=110, dtypes=INTEGERS, misconception="id-dtype", tolerance=0.0):
    """`ask(ids)` must be right for ids of these dtypes; no misconception is named if it is not for int64."""
    ids = some_ids(rng, V - 1)  # without the last id
    if not close(ask(ids.astype("int64")), want(ids), tolerance):
        raise Unexplained(neutral)
    got = {dtype: attempt(lambda: ask(ids.astype(dtype))) for dtype in dtypes}
    refused = [dtype for dtype in dtypes if isinstance(got[dtype], StudentError)]
    fine = [d for d in dtypes if d not in refused and close(got[d], want(ids), tolerance)]
    if refused == [d for d in INTEGERS if d.startswith("u")] and len(refused + fine) == len(dtypes):
        raise Wrong("unsigned-refused")
    if [d for d in dtypes if d not in fine] == ["uint64"]:
        raise Wrong("uint64-mixed")
    if len(fine) < len(dtypes):
        raise Wrong(misconception)


def check_small_dtypes(ask, want, rng, sizes=(300, 70_000), tolerance=0.0):
    """`ask(V)(ids)` must be right where the ids' dtype cannot hold V. What int64 ids get wrong is not said.

    `ask` should bound the memory: with some mistakes an array of V × V is on the way.
    """
    small = {300: ("int8", "uint8"), 70_000: ("int16", "uint16")}
    for V in sizes:
        ids = rng.integers(20, 40, 3)  # each of them plus 256, or 65,536, is an id too
        if is_right(ask(V), want(V), ids, tolerance):
            if not all(is_right(ask(V), want(V), ids.astype(d), tolerance) for d in small[V]):
                raise Wrong("id-dtype")


def check_dtype_without_ids(ask, dtype):
    """The dtype of the result without ids, which is right with some.

    All else about no ids is judged by the check of shapes.
    """
    for shape in ((0,), (2, 0)):
        got = attempt(lambda: ask(np.zeros(shape, np.int64)))
        if isinstance(got, protocol.Array) and got.values.size == 0 and got.dtype != dtype:
            raise Wrong("dtype-without-ids")


def how_refused(ask, ids, wanted, says):
    """How `ask(ids)` refuses: "rightly", "mutely" (without naming the id), or by another exception, its name.

    If it does not refuse, the value that it returned.
    """
    got = attempt(lambda: ask(ids))
    if not isinstance(got, StudentError):
        return np.asarray(got)
    if not got.is_a(wanted):
        return got.type
    return "rightly" if says in got.message else "mutely"


def check_refusals(ask, V, rng, neutral, explanations, tolerance=0.0, ignored=None, others=()):
    """`ask(ids)` must raise IndexError for ids out of range, naming them, and TypeError for non-integers.

    `explanations` maps misconceptions to functions that give what they return for ids out of range.
    `ignored` is an id out of range that some libraries leave out. `others` are integer dtypes that ids may
    not have; without any, every integer dtype is allowed.
    """
    a, b, c = rng.integers(20, V - 1, 3)
    low, high = -int(rng.integers(20, V // 2)), V + int(rng.integers(100, 900))
    # -1 and V may be in any message; numbers far away are there only if the message names the id.
    cases = {
        "far below": ([int(rng.integers(V // 2, V - 1)), low, b], str(low)),  # the first is the larger number
        "below": ([b, -1], ""),
        "above": ([c, V, a], ""),
        "far above": ([high, c], str(high)),
    }
    cases = {name: (np.array(ids), says) for name, (ids, says) in cases.items()}
    found = {name: how_refused(ask, ids, "IndexError", says) for name, (ids, says) in cases.items()}
    silent = [name for name in found if not isinstance(found[name], str)]
    if silent == ["above"]:
        raise Wrong("off-by-one")
    if silent:
        only_negative = silent == ["far below", "below"]
        fits = [
            m
            for m, predict in explanations.items()
            if (m == "negative-wraps") == only_negative
            and all(close(found[name], predict(cases[name][0]), tolerance) for name in silent)
        ]
        if len(fits) == 1:
            raise Wrong(*fits)
        raise Unexplained(f"{neutral} Some ids out of range are accepted.")
    if set(found.values()) - {"rightly", "mutely"}:
        raise Wrong("range-exception")
    if "mutely" in found.values():
        mute = [cases[name][0] for name in found if found[name] == "mutely"]
        raise Wrong("names-another-id" if any(names_inside(ask, ids, V) for ids in mute) else "names-no-id")
    if ignored is not None and not isinstance(
        how_refused(ask, np.array([a, ignored, b]), "IndexError", ""), str
    ):
        raise Wrong("ignore-index")
    check_every_place(ask, V, rng)
    kinds = {"bool": np.arange(V) % 3 == a % 3, "float32": np.array([a, b, c], np.float32)}
    found = {name: how_refused(ask, ids, "TypeError", "") for name, ids in kinds.items()}
    silent = tuple(name for name in found if not isinstance(found[name], str))
    if silent:
        raise Wrong({("bool",): "bool-as-ids", ("float32",): "float-as-ids"}.get(silent, "not-integers"))
    if set(found.values()) != {"rightly"}:
        raise Wrong("type-exception")
    if not isinstance(how_refused(ask, np.zeros(0), "TypeError", ""), str):
        raise Wrong("empty-float")
    found = [how_refused(ask, np.array([1, 0, 1]).astype(dtype), "TypeError", "") for dtype in others]
    if not all(isinstance(how, str) for how in found):
        raise Wrong("other-integers")
    if set(found) - {"rightly"}:
        raise Wrong("type-exception")
    # An id that is within range once it is cut to 32 bits.
    found = how_refused(ask, np.array([b, 2**32 + a]), "IndexError", "")
    if not isinstance(found, str):
        raise Wrong("id-narrowed")
    if found not in ("rightly", "mutely"):
        raise Wrong("range-exception")
    unsigned = not others
    # Ids that int64 cannot hold; whether uint64 is accepted at all is judged by the check of dtypes.
    if unsigned and not isinstance(attempt(lambda: ask(np.array([a, c], np.uint64))), StudentError):
        huge = 2**64 - 1 - int(rng.integers(20, V - 1))  # in int64 it counts from the end
        found = how_refused(ask, np.array([b, huge], np.uint64), "IndexError", str(huge))
        if not isinstance(found, str):
            raise Wrong("huge-wraps")
        if found != "rightly":
            raise Wrong("id-cast" if found == "mutely" else "range-exception")


def names_inside(ask, ids, V):
    """Does the message in which `ask(ids)` refuses ids name one of those that are in range?"""
    got = attempt(lambda: ask(ids))
    named = re.findall(r"\d+", got.message) if isinstance(got, StudentError) else []
    return any(str(i) in named for i in ids if 0 <= i < V)


def check_every_place(ask, V, rng):
    """An id out of range must be refused in every place of an array, and as a single one.

    Only what is accepted counts: an exception of another type belongs to the check of shapes.
    """
    inside = rng.integers(1, V - 1, (2, 3))
    for place, bad in (((0, 0), -7), ((1, 2), V + 5), ((0, 2), V), ((1, 0), -1)):
        ids = inside.copy()
        ids[place] = bad
        if not isinstance(attempt(lambda: ask(ids)), StudentError):
            raise Wrong("partly-checked")
    for ids in (np.array(V + 3), np.array(-1), np.array([V]), np.array([-2, 1]), np.array([1, V])):
        if not isinstance(attempt(lambda: ask(ids)), StudentError):
            raise Wrong("partly-checked")


def check_copy(observe, rng, changes_the_table):
    """The lookup `observe(E, ids)` must give a new array and leave both arguments unchanged."""
    V = int(rng.integers(8, 12))
    start = int(rng.integers(1, V - 4))
    several = (
        rng.integers(1, V - 1, 4),
        rng.integers(1, V - 1, (2, 3)),
        np.arange(start, start + 4),
        np.arange(V),
    )
    single = [rng.integers(1, V - 1, shape) for shape in ((), (1,), (1, 1))]
    for ids in map(np.asarray, (*several, *single)):
        E = table(rng, V, 3)
        answer = attempt(lambda: observe(E, ids))
        if isinstance(answer, StudentError):
            if ids.shape == (4,):
                raise answer
            continue  # judged by the check of shapes
        if answer.sharing[0]:
            raise Wrong("view" if ids.size == 1 else "view-of-several")
        if not same(ids, answer.args[1]):
            raise Wrong("ids-changed")
        if not same(E, answer.args[0]):
            raise Unexplained(changes_the_table)


def grows(observe):
    """Does `observe(V)`, which asks with "cost", take time or memory in proportion to V?"""
    if observe(2_000).steps - observe(500).steps > 1_000:
        return True
    # The smallest array of length V, of booleans, grows by 150,000 bytes; the measurement varies by 30,000.
    return observe(200_000).peak_bytes - observe(50_000).peak_bytes > 75_000


def check_growth(observe):
    """`observe(V)`, which asks with "cost", may take neither time nor memory in proportion to V."""
    if grows(observe):
        raise Wrong("whole-table")
