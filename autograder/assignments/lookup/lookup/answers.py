"""Answers to `lookup` of lookup."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "flat", how="one flat gather, reshaped, with -1 avoided for empty shapes; ids are cast after the checks",
    source='''
def lookup(E, ids):
    ids = np.asanyarray(ids)
    if ids.dtype.kind == "b" or ids.dtype.kind not in "iu":
        raise TypeError("expected an array of integers")
    flat = [int(i) for i in ids.ravel()]
    for i in flat:
        if i < 0 or i >= len(E):
            raise IndexError("%d is not an id of this table" % i)
    rows = E[np.array(flat, dtype=np.intp), :]
    return rows.reshape(ids.shape + E.shape[1:])
''')

answers.right(
    "indexing", how="plain indexing after the two checks",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    V = E.shape[0]
    if np.any(ids < 0) or np.any(ids >= V):
        first = ids[(ids < 0) | (ids >= V)].flat[0]
        raise IndexError(f"id {first} is outside [0, {V})")
    return E[ids].copy()
''')

answers.right(
    "loop", how="a new array filled row by row",
    source='''
def lookup(E, ids):
    if ids.dtype.kind not in "ui":
        raise TypeError(ids.dtype.name)
    V, d = E.shape
    out = np.empty((*ids.shape, d), E.dtype)
    for place, i in np.ndenumerate(ids):
        if not 0 <= i < V:
            raise IndexError(f"there is no row {i}")
        out[place] = E[i]
    return out
''')

answers.right(
    "stack", how="rows stacked by a comprehension, with the cases that stack cannot do",
    source='''
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = [i for i in ids.reshape(-1).tolist() if not 0 <= i < len(E)]
    if bad:
        raise IndexError(f"bad ids {bad}")
    if ids.size == 0:
        return np.zeros((*ids.shape, E.shape[1]), dtype=E.dtype)
    return np.stack([E[i] for i in ids.reshape(-1)]).reshape(*ids.shape, E.shape[1])
''')

answers.right(
    "torch", how="PyTorch does the gather, printing and warning on the way",
    source='''
import warnings


def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids are not integers: " + str(ids.dtype))
    wrong = (ids < 0) | (ids >= len(E))
    if wrong.any():
        raise IndexError(f"ids without a row: {ids[wrong].tolist()}")
    index = torch.from_numpy(ids.astype(np.int64))
    print("looking up", ids.size, "rows")
    warnings.warn("this goes through PyTorch", UserWarning)
    return F.embedding(index, torch.from_numpy(E)).numpy()
''')

answers.wrong(
    "column-transposed", "column", check="values",
    why="transposes the table first, as if tokens were columns",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E.T[ids]
''')

answers.wrong(
    "negative", "negative-wraps", check="errors", breaks="negative",
    why="leaves the range to NumPy, where negative ids count from the end",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, got {ids.dtype}")
    return E[ids]
''')

answers.wrong(
    "cast", "not-integers", check="errors",
    why="astype(int) lets everything through",
    source='''
def lookup(E, ids):
    ids = ids.astype(int)
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
''')

answers.wrong(
    "cast-first", "id-cast", check="errors",
    why="casts to int64 before it checks, which makes huge ids negative",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    ids = ids.astype(np.int64)
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
''')

answers.wrong(
    "changes-ids", "ids-changed", check="copy", breaks="unchanged",
    why="the flat array that is sorted for the range check is the caller's own",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    rows = np.take(E, ids.astype(np.int64) % max(len(E), 1), axis=0)
    flat = ids.reshape(-1)
    flat.sort()
    if flat.size and (flat[0] < 0 or flat[-1] >= len(E)):
        raise IndexError(f"smallest id {flat[0]}, largest {flat[-1]}")
    return rows
''')

answers.wrong(
    "clip", "clipped", check="errors",
    why='take with mode="clip" never fails',
    of="wrong-negative", 
    old="    return E[ids]",
    new='    return E.take(ids.astype(np.int64), axis=0, mode="clip")')

answers.wrong(
    "column", "column", check="values", breaks="rows",
    why="takes columns of the table",
    of="wrong-column-transposed", old="    return E.T[ids]", new="    return E[:, ids]")

answers.wrong(
    "copies-table", "whole-table", check="cost", breaks="memory",
    why="copies the whole table so that the result cannot be a view",
    source='''
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the table")
    table = np.array(E, copy=True)
    return table[ids]
''')

answers.wrong(
    "empty", "no-ids", check="shapes", breaks="no-ids",
    why="min and max of an empty array are errors",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    low, high = ids.min(), ids.max()
    if low < 0 or high >= len(E):
        raise IndexError(f"ids from {low} to {high}, rows from 0 to {len(E) - 1}")
    return E[ids]
''')

answers.wrong(
    "flat-list-only", "one-dimension-only", check="shapes", breaks="any-shape",
    why="makes a result of shape (len(ids), d)",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    out = np.zeros((len(ids), E.shape[1]), dtype=E.dtype)
    for k, i in enumerate(ids):
        if i < 0 or i >= len(E):
            raise IndexError(f"id {i} is out of range")
        out[k] = E[i]
    return out
''')

answers.wrong(
    "flattened", "flattened", check="shapes", breaks="shape",
    why="returns one row per id and loses the ids' shape",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    flat = ids.ravel()
    bad = flat[(flat < 0) | (flat >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[flat]
''')

answers.wrong(
    "float64", "dtype-changed", check="dtypes", breaks="dtype",
    why="np.zeros without a dtype makes float64",
    of="wrong-column-transposed", old='''
    return E.T[ids]
''', new='''
    out = np.zeros((*ids.shape, E.shape[1]))
    out[...] = E[ids]
    return out
''')

answers.wrong(
    "float64-without-ids", "dtype-without-ids", check="dtypes",
    why="the case without ids has the default number format",
    source='''
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ids.size == 0:
        return np.zeros(ids.shape + (E.shape[1],))
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
''')

answers.wrong(
    "loop-over-rows", "whole-table", check="cost", breaks="time",
    why="goes through all rows of the table and fills the places that want it",
    source='''
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the table")
    out = np.zeros((*ids.shape, E.shape[1]), E.dtype)
    for i, row in enumerate(E):
        out[ids == i] = row
    return out
''')

answers.wrong(
    "mask", "bool-as-ids", check="errors", breaks="not-integers",
    why="a mask of the right length selects rows; only floats are refused",
    source='''
def lookup(E, ids):
    if np.issubdtype(ids.dtype, np.floating):
        raise TypeError("ids must be integers")
    if ids.size and (ids.min() < 0 or ids.max() >= len(E)):
        raise IndexError(f"ids out of range: {ids}")
    return E[ids]
''')

answers.wrong(
    "negative-half-check", "negative-wraps", check="errors",
    why="checks the upper end only",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, got {ids.dtype}")
    too_large = ids[ids >= len(E)]
    if too_large.size > 0:
        raise IndexError(f"id {too_large[0]} is too large")
    return np.take(E, ids, axis=0)
''')

answers.wrong(
    "no-name", "names-no-id", check="errors", breaks="names",
    why="the message names the range, not the id",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    if (ids < 0).any() or (ids >= len(E)).any():
        raise IndexError("an id is out of range")
    return E[ids]
''')

answers.wrong(
    "one-based", "one-based", check="values", breaks="from-zero",
    why="token 1 is the first row, as in the lesson's text",
    of="wrong-column-transposed", 
    old="    return E.T[ids]",
    new="    return np.take(E, ids.astype(np.int64) - 1, axis=0)")

answers.wrong(
    "product", "whole-table", check="cost", alone=True,
    why="builds one-hot vectors and multiplies by the table",
    source='''
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    V = len(E)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the table")
    return (ids[..., None] == np.arange(V)).astype(E.dtype) @ E
''')

answers.wrong(
    "product-in-a-loop", "whole-table", check="cost",
    why="one one-hot vector at a time, each multiplied by the whole table",
    source='''
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    out = np.empty((*ids.shape, E.shape[1]), E.dtype)
    for place, i in np.ndenumerate(ids):
        if not 0 <= i < len(E):
            raise IndexError(f"id {i} is outside the table")
        vector = np.zeros(len(E), E.dtype)
        vector[i] = 1
        out[place] = vector @ E
    return out
''')

answers.wrong(
    "search-ids", "whole-table", check="cost",
    why="looks for each id in a list of all ids of the vocabulary",
    source='''
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    known = np.isin(ids, np.arange(len(E)))
    if not known.all():
        raise IndexError(f"unknown ids: {ids[~known]}")
    return E[ids]
''')

answers.wrong(
    "signed-only", "unsigned-refused", check="errors", breaks="signed-or-not",
    why='takes the kind "i" for all integers',
    source='''
def lookup(E, ids):
    if ids.dtype.kind != "i":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    for i in ids.flat:
        if i < 0 or i >= len(E):
            raise IndexError(f"id {i} is not in the table")
    return E[ids]
''')

answers.wrong(
    "single", "single-id", check="shapes", breaks="single-id",
    why="the length of a single id is an error",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    if len(ids) == 0:
        return np.zeros((*ids.shape, E.shape[1]), E.dtype)
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
''')

answers.wrong(
    "stack", "needs-a-sequence", check="shapes",
    why="stacks a list of results, which must exist and must be more than a number",
    of="wrong-column-transposed", 
    old="    return E.T[ids]",
    new="    return np.stack([E[i] for i in ids])")

answers.wrong(
    "tensor", "wrong-library", check="values",
    why="returns a tensor",
    of="wrong-column-transposed", 
    old="    return E.T[ids]",
    new="    return F.embedding(torch.from_numpy(ids.astype(np.int64)), torch.from_numpy(E))")

answers.wrong(
    "unsigned", "unsigned-refused", check="errors",
    why="accepts signed integers only",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.signedinteger):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
''')

answers.wrong(
    "value-error", "range-exception", check="errors",
    why="a ValueError for an id out of range",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise ValueError(f"id {bad[0]} is out of range")
    return E[ids]
''')

answers.wrong(
    "view", "view", check="copy", breaks="view",
    why="a single id becomes a Python int, and E[int] is a view",
    of="wrong-column-transposed", old='''
    return E.T[ids]
''', new='''
    if ids.ndim == 0:
        return E[int(ids)]
    return E[ids]
''')

answers.wrong(
    "whole-floats", "float-as-ids", check="errors",
    source='''
def lookup(E, ids):
    if ids.dtype == bool:
        raise TypeError("a mask is no array of ids")
    if ids.dtype.kind == "f":
        if (ids != np.round(ids)).any():
            raise TypeError("ids must be whole numbers")
        ids = ids.astype(np.int64)
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
''')

answers.wrong(
    "wrap", "modulo", check="errors", breaks="range",
    why='take with mode="wrap" never fails',
    of="wrong-negative", 
    old="    return E[ids]",
    new='    return np.take(E, ids.astype(np.int64), axis=0, mode="wrap")')

answers.wrong(
    "padding", "first-id", check="values", alone=True, breaks="from-zero",
    why="id 0 is padding in the author's other project, and has a row of zeros",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="    rows = E[ids].copy()\n    rows[ids == 0] = 0\n    return rows")

answers.wrong(
    "last-refused", "last-id", check="values", breaks="last-id",
    why="the number of the last row is thought to be out of range",
    of="right-indexing", old="    V = E.shape[0]", new="    V = E.shape[0] - 1")

answers.wrong(
    "flat-positions", "id-dtype", check="errors", alone=True, breaks="integer-types",
    why="computes flat positions in the ids' own integer type, which overflows",
    of="right-indexing", old="    return E[ids].copy()", new='''
    d = E.shape[1]
    places = ids[..., None] * np.array(d, ids.dtype) + np.arange(d).astype(ids.dtype)
    return E.reshape(-1)[places]
'''.strip("\n"))

answers.wrong(
    "two-formats", "dtype-changed", check="dtypes", alone=True, breaks="floats",
    why="knows two number formats",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="    return E[ids].astype(np.float64 if E.dtype == np.float64 else np.float32)")

answers.wrong(
    "slice", "view-of-several", check="copy", alone=True, breaks="new",
    why="ids in a row are a slice, which is faster, and a view",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="""
    if ids.ndim == 1 and len(ids) > 1 and (np.diff(ids.astype(np.int64)) == 1).all():
        return E[int(ids[0]) : int(ids[-1]) + 1]
    return E[ids].copy()""".lstrip("\n"))

answers.wrong(
    "one-of-one", "view", check="copy", alone=True, breaks="view",
    why="an array with one id is treated as a number",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="    return E[int(ids.item())].reshape(*ids.shape, -1) if ids.size == 1 else E[ids].copy()")

answers.wrong(
    "finite-check", "whole-table", check="cost", alone=True, breaks="other-rows",
    why="refuses a table that is not finite throughout",
    of="right-indexing",
    old="    V = E.shape[0]",
    new="    V = E.shape[0]\n"
        "    if not np.isfinite(E.sum(dtype=np.float64)):\n"
        "        raise ValueError(\"the table is broken\")")

answers.wrong(
    "cleaned", "special-numbers", check="cost", alone=True, breaks="rows",
    why="replaces nan by zero, to be on the safe side",
    of="right-indexing", old="    return E[ids].copy()", new="    return np.nan_to_num(E[ids])")

answers.wrong(
    "short-ids", "large-vocabulary", check="cost", alone=True, breaks="large",
    why="16 bits for the ids, to save memory",
    of="right-indexing", old="    return E[ids].copy()", new="    return E[ids.astype(np.uint16)]")

answers.wrong(
    "last-axis-checked", "partly-checked", check="errors", alone=True, breaks="range",
    why="looks at the ends of a flat list, which is sorted in the author's examples",
    of="right-indexing", edits=[
        ("    if np.any(ids < 0) or np.any(ids >= V):",
         "    ends = ids.reshape(-1)[[0, -1]] if ids.ndim == 2 and ids.size else ids\n"
         "    if np.any(ends < 0) or np.any(ends >= V):"),
        ("    return E[ids].copy()", "    return E.take(ids.astype(np.int64), axis=0, mode=\"clip\")")])

answers.wrong(
    "library-type-error", "type-exception", check="errors", alone=True, breaks="not-integers",
    why="leaves floats to NumPy, which raises an IndexError",
    of="right-indexing",
    old="    if not np.issubdtype(ids.dtype, np.integer):",
    new="    if ids.dtype == bool:")

answers.wrong(
    "through-float32", "rounded-rows", check="dtypes", alone=True, breaks="rows",
    why="collects the rows in NumPy's float32",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="    return E[ids].astype(np.float32).astype(E.dtype)")

answers.spoiled(
    "right + np.asarray(1e-3, E.dtype)",
    "np.roll(right, 1, axis=-1)",
    "-right",
    "right[..., :-1]",
    "np.take(E, (ids.astype(int) + 1) % len(E), axis=0)",
    "np.zeros_like(right)",
    "right.T.copy()",
    "np.sort(right, axis=-1)",
    "right.sum(axis=-1)",
    "right.tolist()")

answers.wrong(
    "rest-of-table", "whole-table", check="cost",
    why="adds nothing, but works it out from every row",
    of="wrong-product", old="@ E", new="@ E + (E - E).sum().astype(E.dtype)")

answers.wrong(
    "narrowed", "id-narrowed", check="errors", alone=True, breaks="range",
    why="checks a copy of the ids in int32",
    source='''
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids have the dtype {ids.dtype}; expected integers")
    rows = ids.astype(np.int32)
    bad = ids[(rows < 0) | (rows >= len(E))]
    if bad.size:
        raise IndexError(f"the id {bad.flat[0]} is out of range")
    return E[rows]
''')

answers.wrong(
    "order-of-memory", "not-contiguous", check="shapes", alone=True, breaks="any-shape",
    why="flattens the ids in the order of memory",
    source='''
def lookup(E, ids):
    check_ids(ids, len(E))
    return E[ids.ravel("K")].reshape(*ids.shape, E.shape[1])
''')

answers.wrong(
    "transposed-take", "whole-table", check="cost", alone=True, breaks="memory",
    why="takes columns of the turned table, which NumPy copies first",
    source='''
def lookup(E: np.ndarray, ids: np.ndarray) -> np.ndarray:
    check_ids(ids, E.shape[0])
    columns = np.take(E.T, ids.astype(np.int64), axis=1)  # (d, *ids.shape)
    return np.moveaxis(columns, 0, -1)
''')

answers.wrong(
    "upper-end-left", "huge-wraps", check="errors", alone=True, breaks="range",
    source='''
def lookup(E: np.ndarray, ids: np.ndarray) -> np.ndarray:
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, got {ids.dtype}")
    if ids.size and ids.min() < 0:
        raise IndexError(f"negative id {ids.min()}")
    return E[ids]  # NumPy reports ids that are too large
''')

answers.wrong(
    "kept-rows", "result-kept", check="copy", alone=True, breaks="new",
    why="writes the rows into an array that is kept from call to call",
    source='''
_ROWS = {}


def lookup(E, ids):
    check_ids(ids, len(E))
    key = (*ids.shape, E.shape[1]), E.dtype
    if key not in _ROWS:
        _ROWS[key] = np.empty(*key)
    _ROWS[key][...] = E[ids]
    return _ROWS[key]
''')

answers.wrong(
    "remembered", "result-remembered", check="copy", alone=True, breaks="rows",
    why="knows a table by its identity, and does not see that it has changed",
    source='''
_LAST = {"E": None}


def lookup(E, ids):
    check_ids(ids, len(E))
    asked = ids.shape, ids.dtype.str, ids.tobytes()
    if _LAST["E"] is not E or _LAST["asked"] != asked:
        _LAST.update(E=E, asked=asked, rows=E[ids])
    return _LAST["rows"].copy()
''')

answers.wrong(
    "table-locked", "argument-locked", check="copy", alone=True, breaks="unchanged",
    why="makes the table read-only, so that nobody changes it through the result",
    of="right-indexing", old="    V = E.shape[0]", new="    E.setflags(write=False)\n    V = E.shape[0]")

answers.wrong(
    "shifted-ids", "changed-by-refusal", check="copy", alone=True, breaks="unchanged",
    why="counts the caller's ids from one for a while, and not back if one of them is refused",
    of="right-indexing", edits=[
        ("        first = ids[(ids < 0) | (ids >= V)].flat[0]\n",
         "        first = int(ids[(ids < 0) | (ids >= V)].flat[0])\n        ids += 1\n"),
        ("    return E[ids].copy()", "    return E[ids]")])

answers.wrong(
    "one-loses-axis", "axes-of-length-one", check="shapes", alone=True, breaks="shape",
    why="takes an axis away wherever there is one id",
    source='''
def lookup(E, ids):
    check_ids(ids, len(E))
    rows = E[np.atleast_1d(ids)]
    return rows[0] if ids.size == 1 else rows
''')

answers.wrong(
    "one-column", "axes-of-length-one", check="shapes", alone=True, breaks="shape",
    why="a row of one number is a number",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="    return E[ids, 0] if E.shape[1] == 1 else E[ids].copy()")

answers.wrong(
    "half-widened", "half-table-converted", check="cost", alone=True, breaks="memory",
    why="looks up in a float32 copy of a table in half precision",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="    return E.astype(np.float32)[ids].astype(E.dtype) if E.dtype == np.float16 else E[ids].copy()")

answers.wrong(
    "safe-cast", "uint64-mixed", check="errors", alone=True, breaks="integer-types",
    why="casts only where every number fits, and uint64 does not fit into int64",
    source='''
def lookup(E, ids):
    check_ids(ids, len(E))
    return E[ids.astype(np.intp, casting="safe")]
''')

answers.wrong(
    "largest-named", "names-another-id", check="errors", alone=True, breaks="names",
    why="names the largest number, which may be an id with a row",
    of="right-indexing",
    old="ids[(ids < 0) | (ids >= V)].flat[0]",
    new="max(ids.ravel().tolist(), key=abs)")
