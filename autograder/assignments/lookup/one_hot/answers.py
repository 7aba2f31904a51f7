"""Answers to `one_hot` of lookup."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "flat", how="flat positions in one long array of zeros, reshaped at the end",
    source='''
def one_hot(ids: np.ndarray, V: int, dtype=np.float32) -> np.ndarray:
    kind = np.dtype(ids.dtype).kind
    if kind != "i" and kind != "u":
        raise TypeError(f"{ids.dtype} is not an integer dtype")
    flat = ids.reshape(-1)
    wrong = np.flatnonzero((flat < 0) | (flat > V - 1))
    if len(wrong) > 0:
        raise IndexError("id out of range: %d" % flat[wrong[0]])
    out = np.zeros(flat.size * V, dtype=dtype)
    out[np.arange(flat.size) * V + flat.astype(np.int64)] = 1
    return out.reshape(*ids.shape, V)
''')

answers.right(
    "loop", how="a plain loop over places, one check per id",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in ("i", "u"):
        raise TypeError("ids have to be integers, not " + str(ids.dtype))
    result = np.zeros((*ids.shape, V), dtype)
    for place in np.ndindex(ids.shape):
        i = int(ids[place])
        if not 0 <= i < V:
            raise IndexError(f"the id {i} does not exist: the vocabulary has {V} tokens")
        result[place][i] = 1
    return result
''')

answers.right(
    "outer", how="a table of truth values from an outer comparison, with prints and a warning on the way",
    source='''
import warnings


def one_hot(ids, V, dtype=np.float32):
    ids = np.asarray(ids)
    print("ids:", ids.dtype, ids.shape)
    if ids.dtype == bool or not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    if V > 1000:
        warnings.warn("these vectors are long")
    for i in ids.ravel().tolist():
        if i < 0 or i >= V:
            raise IndexError(i)
    return np.equal.outer(ids, np.arange(V)).astype(dtype)
''')

answers.right(
    "put-along-axis", how="ones written into zeros with put_along_axis",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"expected integer ids, got {ids.dtype}")
    outside = (ids < 0) | (ids >= V)
    if outside.any():
        raise IndexError(f"ids {ids[outside].tolist()} are not in [0, {V})")
    vectors = np.zeros(ids.shape + (V,), dtype=dtype)
    np.put_along_axis(vectors, np.expand_dims(ids, -1).astype(np.int64), 1, axis=-1)
    return vectors
''')

answers.right(
    "torch", how="PyTorch's one_hot, converted back",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"one_hot needs integers, not {ids.dtype}")
    if ids.size:
        for extreme in (ids.min(), ids.max()):
            if extreme < 0 or extreme >= V:
                raise IndexError(f"{extreme} is not an id of a vocabulary of {V}")
    vectors = F.one_hot(torch.from_numpy(ids.astype(np.int64)), V)
    return vectors.numpy().astype(dtype)
''')

answers.wrong(
    "cast", "not-integers", check="errors",
    why="turns whatever comes into integers",
    source='''
def one_hot(ids, V, dtype=np.float32):
    ids = np.asarray(ids, dtype=np.int64)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    out = np.zeros((*ids.shape, V), dtype)
    np.put_along_axis(out, ids[..., None], 1, axis=-1)
    return out
''')

answers.wrong(
    "one-vector", "multi-hot", check="values", breaks="vectors",
    why="sets the ones of all ids in a single vector",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    out = np.zeros(V, dtype)
    out[ids] = 1
    return out
''')

answers.wrong(
    "assert", "range-exception", check="errors",
    why="checks with assert, which raises AssertionError",
    source='''
def one_hot(ids, V, dtype=np.float32):
    assert ids.dtype.kind in "iu", f"ids are {ids.dtype}"
    assert np.all((ids >= 0) & (ids < V)), f"ids out of range: {ids}"
    return (ids[..., None] == np.arange(V)).astype(dtype)
''')

answers.wrong(
    "axis", "axis-first", check="values", breaks="last-axis",
    of="wrong-one-vector", old='''
    out = np.zeros(V, dtype)
    out[ids] = 1
    return out
''', new='''
    return np.equal.outer(np.arange(V), ids).astype(dtype)
''')

answers.wrong(
    "bool", "bool-as-ids", check="errors", breaks="not-integers",
    why="refuses floating point numbers only",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if np.issubdtype(ids.dtype, np.floating):
        raise TypeError("ids must not be floats")
    for i in ids.flat:
        if not 0 <= i < V:
            raise IndexError(f"id {i} is not in the vocabulary")
    return (ids[..., None] == np.arange(V)).astype(dtype)
''')

answers.wrong(
    "cast-first", "id-cast", check="errors",
    why="casts to int64 before it checks, which makes huge ids negative",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    places = torch.from_numpy(ids.astype(np.int64))
    wrong = (places < 0) | (places >= V)
    if wrong.any():
        raise IndexError(f"ids out of range: {places[wrong].tolist()}")
    return F.one_hot(places, V).numpy().astype(dtype)
''')

answers.wrong(
    "changes-ids", "ids-changed", check="shapes", breaks="unchanged",
    why="flattens the caller's own array in place",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    shape = ids.shape
    ids.resize(ids.size, refcheck=False)
    out = np.zeros((ids.size, V), dtype)
    out[np.arange(ids.size), ids] = 1
    return out.reshape(*shape, V)
''')

answers.wrong(
    "dtype", "dtype-ignored", check="dtypes", breaks="dtype",
    why="np.zeros without the dtype, then float32 at the end whatever was asked for",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    out = np.zeros((*ids.shape, V))
    np.put_along_axis(out, ids[..., None].astype(np.int64), 1.0, axis=-1)
    return out.astype(np.float32)
''')

answers.wrong(
    "empty", "no-ids", check="shapes", breaks="no-ids",
    why="asks for the smallest and largest id where there is none",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ids.min() < 0:
        raise IndexError(f"negative id {ids.min()}")
    if ids.max() >= V:
        raise IndexError(f"id {ids.max()} with a vocabulary of {V}")
    return (ids[..., None] == np.arange(V)).astype(dtype)
''')

answers.wrong(
    "flat-list-only", "one-dimension-only", check="shapes", breaks="any-shape",
    why="pairs row numbers with ids, which works for one axis",
    of="wrong-one-vector", old='''
    out = np.zeros(V, dtype)
    out[ids] = 1
''', new='''
    out = np.zeros((len(ids), V), dtype)
    out[np.arange(len(ids)), ids] = 1
''')

answers.wrong(
    "flattened", "flattened", check="shapes", breaks="shape",
    why="flattens the ids and forgets to restore their shape",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    ids = ids.reshape(-1)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    out = np.zeros((ids.size, V), dtype)
    out[np.arange(ids.size), ids] = 1
    return out
''')

answers.wrong(
    "float64", "dtype-ignored", check="dtypes",
    why="np.zeros without the dtype: everything is float64",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    result = np.zeros(ids.shape + (V,))
    for place, i in np.ndenumerate(ids):
        if i < 0 or i >= V:
            raise IndexError(f"no token has the id {i}")
        result[place + (int(i),)] = 1.0
    return result
''')

answers.wrong(
    "float64-without-ids", "dtype-without-ids", check="dtypes",
    why="the case without ids has the default number format",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ids.size == 0:
        return np.zeros((*ids.shape, V))
    low, high = ids.min(), ids.max()
    if low < 0 or high >= V:
        raise IndexError(f"ids from {low} to {high} with V = {V}")
    return (ids[..., None] == np.arange(V)).astype(dtype)
''')

answers.wrong(
    "identity-matrix", "identity-matrix", check="cost", breaks="memory",
    why="picks rows of a V x V identity matrix",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("integers please")
    if ((ids < 0) | (ids >= V)).any():
        raise IndexError(f"bad ids: {ids}")
    return np.eye(V, dtype=dtype)[ids]
''')

answers.wrong(
    "identity-matrix-64", "identity-matrix", check="cost",
    why="builds np.identity and converts afterwards",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(ids.dtype)
    for i in ids.flat:
        if i < 0 or i >= V:
            raise IndexError(f"id {i}")
    return np.take(np.identity(V), ids.astype(int), axis=0).astype(dtype)
''')

answers.wrong(
    "length", "V-from-ids", check="values", breaks="length",
    of="wrong-one-vector", old='''
    out = np.zeros(V, dtype)
    out[ids] = 1
    return out
''', new='''
    size = int(ids.max(initial=0)) + 1
    return (ids[..., None] == np.arange(size)).astype(dtype)
''')

answers.wrong(
    "modulo", "modulo", check="errors",
    why="folds ids into the range to be on the safe side",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    ids = ids.astype(np.int64) % V
    return (ids[..., None] == np.arange(V)).astype(dtype)
''')

answers.wrong(
    "negative", "negative-wraps", check="errors", breaks="negative",
    why="relies on NumPy's own IndexError, which negative ids do not raise",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    out = np.zeros((*ids.shape, V), dtype)
    np.put_along_axis(out, ids[..., None].astype(np.int64), 1, axis=-1)
    return out
''')

answers.wrong(
    "no-name", "names-no-id", check="errors", breaks="names",
    why="the message says that some id is out of range, not which",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ((ids < 0) | (ids >= V)).any():
        raise IndexError(f"ids must be between 0 and {V - 1}")
    return (ids[..., None] == np.arange(V)).astype(dtype)
''')

answers.wrong(
    "no-range-check", "zero-row", check="errors", breaks="range",
    why="compares with 0 ... V - 1, so an id out of range matches nothing",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    return (ids[..., np.newaxis] == np.arange(V)).astype(dtype)
''')

answers.wrong(
    "off-by-one", "off-by-one", check="errors",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids > V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} out of range")
    return (ids[..., None] == np.arange(V)).astype(dtype)
''')

answers.wrong(
    "one-based", "one-based", check="values", breaks="from-zero",
    why="numbers the places from 1 to V",
    of="wrong-one-vector", old='''
    out = np.zeros(V, dtype)
    out[ids] = 1
    return out
''', new='''
    return (ids[..., None] == np.arange(1, V + 1)).astype(dtype)
''')

answers.wrong(
    "signed-only", "unsigned-refused", check="errors", breaks="signed-or-not",
    why='takes the kind "i" for all integers',
    of="wrong-cast", old='''
    ids = np.asarray(ids, dtype=np.int64)
''', new='''
    if ids.dtype.kind != "i":
        raise TypeError("ids must be integers")
''')

answers.wrong(
    "small-ids", "id-dtype", check="errors", breaks="integer-types",
    why="computes flat positions in the ids' own integer type, which overflows",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"id {bad[0]} is outside the vocabulary")
    flat = ids.reshape(-1)
    places = np.arange(flat.size).astype(flat.dtype) * V + flat
    out = np.zeros(flat.size * V, dtype)
    out[places] = 1
    return out.reshape(*ids.shape, V)
''')

answers.wrong(
    "tensor", "wrong-library", check="values",
    why="returns PyTorch's tensor as it is",
    of="wrong-one-vector", old='''
    out = np.zeros(V, dtype)
    out[ids] = 1
    return out
''', new='''
    return F.one_hot(torch.tensor(ids.astype(np.int64)), V)
''')

answers.wrong(
    "unsigned-ids", "uint64-mixed", check="errors",
    why="int64 plus uint64 is float64 in NumPy, and floats are no index",
    of="wrong-one-vector", old='''
    out = np.zeros(V, dtype)
    out[ids] = 1
    return out
''', new='''
    out = np.zeros(ids.size * V, dtype)
    out[np.arange(ids.size) * V + ids.ravel()] = 1
    return out.reshape(*ids.shape, V)
''')

answers.wrong(
    "padding", "first-id", check="values", breaks="from-zero",
    why="id 0 is padding in the author's other project, and has a vector of zeros",
    of="right-put-along-axis", old="    return vectors", new="    vectors[ids == 0] = 0\n    return vectors")

answers.wrong(
    "last-refused", "last-id", check="values", breaks="last-id",
    why="compares with the last id as if it were out of range",
    of="right-put-along-axis",
    old="    outside = (ids < 0) | (ids >= V)",
    new="    outside = (ids < 0) | (ids >= V - 1)")

answers.wrong(
    "single", "single-id", check="shapes", alone=True, breaks="single-id",
    why="asks for the length of the ids, which a single one has not",
    of="right-put-along-axis",
    old="    outside = (ids < 0) | (ids >= V)",
    new="    if len(ids) == 0:\n"
        "        return np.zeros(ids.shape + (V,), dtype=dtype)\n"
        "    outside = (ids < 0) | (ids >= V)")

answers.wrong(
    "short-places", "large-vocabulary", check="cost", alone=True, breaks="large",
    why="16 bits for the places, to save memory",
    of="right-outer", old="np.arange(V))", new="np.arange(V).astype(np.uint16))")

answers.wrong(
    "places-as-ids", "id-dtype", check="errors", alone=True, breaks="integer-types",
    why="makes the places in the ids' own type, in which a few large ones become small",
    of="right-outer", old="np.arange(V))", new="np.arange(V).astype(ids.dtype))")

answers.wrong(
    "float-dtypes-only", "dtype-floats-only", check="dtypes", alone=True, breaks="dtype",
    why="thinks of number formats as floats",
    of="right-put-along-axis",
    old="    return vectors",
    new="    return vectors if vectors.dtype.kind == \"f\" else vectors.astype(np.float32)")

answers.wrong(
    "first-checked", "partly-checked", check="errors", alone=True, breaks="range",
    why="looks at the first row of the ids alone",
    of="right-put-along-axis", edits=[
        ("    outside = (ids < 0) | (ids >= V)\n",
         "    some = ids[0] if ids.ndim > 1 and len(ids) else ids\n    outside = (some < 0) | (some >= V)\n"),
        ("{ids[outside].tolist()}", "{some[outside].tolist()}"),
        ("1, axis=-1)", "1, axis=-1) if not outside.any() and ids.size and ids.max() < V else None")])

answers.wrong(
    "empty-floats", "empty-float", check="errors", alone=True, breaks="not-integers",
    of="right-put-along-axis",
    old="    if not np.issubdtype",
    new="    if ids.size == 0:\n"
        "        return np.zeros(ids.shape + (V,), dtype=dtype)\n"
        "    if not np.issubdtype")

answers.spoiled(
    "right + np.asarray(1e-3, dtype)",
    "1 - right",
    "np.roll(right, 1, axis=-1)",
    "right[..., ::-1]",
    "right * 2",
    "right[::-1] if ids.ndim else right * 3",
    "right[..., :-1]",
    "np.zeros_like(right)",
    "None",
    "right.tolist()")

answers.wrong(
    "narrowed", "id-narrowed", check="errors", alone=True, breaks="range",
    why="checks a copy of the ids in int32",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids have the dtype {ids.dtype}; expected integers")
    rows = ids.astype(np.int32)
    bad = ids[(rows < 0) | (rows >= V)]
    if bad.size:
        raise IndexError(f"the id {bad.flat[0]} is out of range")
    return (rows[..., None] == np.arange(V)).astype(dtype)
''')

answers.wrong(
    "order-of-memory", "not-contiguous", check="shapes", alone=True, breaks="any-shape",
    why="flattens the ids in the order of memory",
    source='''
def one_hot(ids, V, dtype=np.float32):
    check_ids(ids, V)
    out = np.zeros((ids.size, V), dtype)
    out[np.arange(ids.size), ids.ravel("K")] = 1
    return out.reshape(*ids.shape, V)
''')

answers.right(
    "columns-first", how="the vocabulary is the first axis, which is moved to the end: the result is not contiguous",
    source='''
def one_hot(ids, V, dtype=np.float32):
    check_ids(ids, V)
    out = np.zeros((V, *ids.shape), dtype)
    out[(ids, *np.indices(ids.shape))] = 1
    return np.moveaxis(out, 0, -1)
''')

answers.wrong(
    "kept-zeros", "result-kept", check="shapes", alone=True, breaks="new",
    why="keeps the zeros from call to call, to save time",
    source='''
_ZEROS = {}


def one_hot(ids, V, dtype=np.float32):
    check_ids(ids, V)
    key = (*ids.shape, V), np.dtype(dtype)
    if key not in _ZEROS:
        _ZEROS[key] = np.zeros(*key)
    out = _ZEROS[key]
    out[...] = 0
    np.put_along_axis(out, ids[..., None].astype(np.int64), 1, axis=-1)
    return out
''')

answers.wrong(
    "remembered", "result-remembered", check="shapes", alone=True, breaks="vectors",
    why="knows an array of ids by its identity, and not by what it holds",
    source='''
_LAST = {"ids": None}


def one_hot(ids, V, dtype=np.float32):
    check_ids(ids, V)
    asked = V, np.dtype(dtype)
    if _LAST["ids"] is not ids or _LAST["asked"] != asked:
        _LAST.update(ids=ids, asked=asked, vectors=(ids[..., None] == np.arange(V)).astype(dtype))
    return _LAST["vectors"].copy()
''')

answers.wrong(
    "ids-locked", "argument-locked", check="shapes", alone=True, breaks="unchanged",
    why="makes the caller's ids read-only, so that nothing can change them meanwhile",
    of="right-put-along-axis",
    old="    outside = (ids < 0) | (ids >= V)",
    new="    ids.setflags(write=False)\n    outside = (ids < 0) | (ids >= V)")

answers.wrong(
    "shifted-ids", "changed-by-refusal", check="shapes", alone=True, breaks="unchanged",
    why="counts the caller's ids from one for a while, and not back if one of them is refused",
    of="right-put-along-axis", edits=[
        ("    outside = (ids < 0) | (ids >= V)\n", "    outside = (ids < 0) | (ids >= V)\n    ids += 1\n"),
        ("{ids[outside].tolist()}", "{(ids[outside].astype(object) - 1).tolist()}"),
        ("    vectors = np", "    ids -= 1\n    vectors = np")])

answers.wrong(
    "dtype-called", "dtype-spelling", check="dtypes", alone=True, breaks="spelling",
    source='''
def one_hot(ids, V, dtype=np.float32):
    check_ids(ids, V)
    return np.where(ids[..., None] == np.arange(V), dtype(1), dtype(0))
''')

answers.wrong(
    "compared-in-dtype", "compared-in-dtype", check="dtypes", alone=True, breaks="dtype",
    of="right-outer",
    old="np.equal.outer(ids, np.arange(V))",
    new="np.equal.outer(ids.astype(dtype), np.arange(V, dtype=np.float64).astype(dtype))")

answers.wrong(
    "floats-accepted", "dtype-floats-only", check="dtypes", alone=True, breaks="dtype",
    why="refuses other dtypes than floating point ones",
    of="right-put-along-axis",
    old="    vectors = np",
    new="    if not np.issubdtype(dtype, np.floating):\n"
        "        raise TypeError(f\"{dtype} is no floating point dtype\")\n"
        "    vectors = np")

answers.wrong(
    "largest-named", "names-another-id", check="errors", alone=True, breaks="names",
    why="names the largest number, which may be an id with a place",
    source='''
def one_hot(ids, V, dtype=np.float32):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    if ids.size and not (0 <= int(ids.min()) and int(ids.max()) < V):
        raise IndexError(f"id {max((int(i) for i in ids.ravel()), key=abs)} is not in the vocabulary")
    return (ids[..., None] == np.arange(V)).astype(dtype)
''')

answers.wrong(
    "squeezed", "axes-of-length-one", check="shapes", alone=True, breaks="last-axis",
    why="squeezes the result, so that a single id gives one vector",
    source='''
def one_hot(ids, V, dtype=np.float32):
    check_ids(ids, V)
    return (np.atleast_1d(ids)[..., None] == np.arange(V)).astype(dtype).squeeze()
''')

answers.wrong(
    "one-token", "axes-of-length-one", check="shapes", alone=True, breaks="shape",
    why="loses the new axis where the vocabulary has one token",
    of="right-put-along-axis", old="    return vectors", new="    return vectors[..., 0] if V == 1 else vectors")

answers.wrong(
    "all-in-all", "multi-hot", check="values", breaks="vectors",
    why="indexes the last axis with all ids at once",
    of="wrong-one-vector",
    old="    out = np.zeros(V, dtype)\n    out[ids] = 1\n",
    new="    out = np.zeros((*ids.shape, V), dtype)\n    out[..., ids] = 1\n")
