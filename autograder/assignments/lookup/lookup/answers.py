"""Answers to `lookup` of lookup."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "flat", how="one flat gather, reshaped; the ids are looked at one by one in Python",
    source='''
def lookup(E, ids):
    ids = np.asanyarray(ids)
    if ids.dtype.kind not in "iu":
        raise TypeError("expected an array of integers")
    flat = [int(i) for i in ids.ravel()]
    for i in flat:
        assert 0 <= i < len(E), f"{i} is not an id of this table"
    rows = E[np.array(flat, dtype=np.intp), :]
    return rows.reshape(ids.shape + E.shape[1:])
''')

answers.right(
    "indexing", how="plain indexing after the two checks, every refusal a ValueError",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise ValueError(f"ids must be integers, not {ids.dtype}")
    V = E.shape[0]
    if np.any(ids < 0) or np.any(ids >= V):
        raise ValueError("ids out of range")
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
    "stack", how="rows stacked by a comprehension, with the case that stack cannot do; the given check of ids",
    source='''
def lookup(E, ids):
    check_ids(ids, len(E))
    if ids.size == 0:
        return np.zeros((*ids.shape, E.shape[1]), dtype=E.dtype)
    return np.stack([E[i] for i in ids.reshape(-1)]).reshape(*ids.shape, E.shape[1])
''')

answers.wrong(
    "signed-late", "unsigned-wraps", check="refused", alone=True,
    why="looks for negative ids before it converts to int64, and for large ones after",
    of="right-indexing", edits=[("    if np.any(ids < 0) or np.any(ids >= V):\n", "    negative = np.any(ids < 0)\n    ids = ids.astype(np.int64)\n    if negative or np.any(ids >= V):\n")])

answers.wrong(
    "flat-places", "places-narrow", check="values",
    of="right-stack", edits=[("    if ids.size == 0:\n        return np.zeros((*ids.shape, E.shape[1]), dtype=E.dtype)\n", ""),
                             ("np.stack([E[i] for i in ids.reshape(-1)]).reshape(*ids.shape, E.shape[1])", "E.reshape(-1)[ids[..., None] * E.shape[1] + np.arange(E.shape[1])]")])

answers.right(
    "torch", how="PyTorch does the gather, printing and warning on the way",
    source='''
import warnings


def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids are not integers: " + str(ids.dtype))
    index = torch.from_numpy(ids.astype(np.int64))
    print("looking up", ids.size, "rows")
    warnings.warn("this goes through PyTorch", UserWarning)
    return F.embedding(index, torch.from_numpy(E)).numpy()
''')

answers.wrong(
    "column-transposed", "column", check="values", breaks="rows",
    why="transposes the table first, as if tokens were columns",
    source='''
def lookup(E, ids):
    check_ids(ids, len(E))
    return E.T[ids]
''')

answers.wrong(
    "column", "column", check="values", breaks="rows",
    why="takes along the second axis",
    of="wrong-column-transposed", old="E.T[ids]", new="E[:, ids]")

answers.wrong(
    "one-based", "one-based", check="values", breaks="from-zero",
    why="token 1 is the first row, as in a text that counts from one",
    of="wrong-column-transposed", old="E.T[ids]", new="np.take(E, ids.astype(np.int64) - 1, axis=0)")

answers.wrong(
    "flat-result", "flattened", check="values", breaks="shape",
    why="flattens the ids and leaves it at that",
    of="wrong-column-transposed", old="E.T[ids]", new="E[ids.reshape(-1)]")

answers.wrong(
    "padding", "first-id", check="values", breaks="from-zero",
    why="id 0 is padding in the author's other project, and has a row of zeros",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="    rows = E[ids].copy()\n    rows[ids == 0] = 0\n    return rows")

answers.wrong(
    "zero-refused", "first-id", check="values", breaks="from-zero",
    why="ids start at 1 in the author's other project",
    of="right-indexing", old="np.any(ids < 0)", new="np.any(ids <= 0)")

answers.wrong(
    "last-refused", "last-id", check="values", breaks="last-id",
    why="the number of the last row is thought to be out of range",
    of="right-indexing", old="    V = E.shape[0]", new="    V = E.shape[0] - 1")

answers.wrong(
    "view", "view", check="copy", breaks="view",
    why="a single id becomes an integer of Python, and E[integer] is a view",
    of="wrong-column-transposed",
    old="    return E.T[ids]",
    new="    return E[ids.item()] if ids.ndim == 0 else E[ids]")

answers.wrong(
    "one-of-one", "view", check="copy", alone=True, breaks="view",
    why="an array with one id is treated as a number",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="    return E[int(ids.item())].reshape(*ids.shape, -1) if ids.size == 1 else E[ids].copy()")

answers.wrong(
    "slice", "view", check="copy", alone=True, breaks="view",
    why="ids in a row are a slice, which is faster, and a view",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="""
    if ids.ndim == 1 and len(ids) > 1 and (np.diff(ids.astype(np.int64)) == 1).all():
        return E[int(ids[0]) : int(ids[-1]) + 1]
    return E[ids].copy()""".lstrip("\n"))

answers.wrong(
    "stacked", "single-id", check="copy", breaks="any-shape",
    why="goes through the ids, and a single one has no axis to go along",
    of="wrong-column-transposed",
    old="    return E.T[ids]",
    new="    return np.array([E[i] for i in ids], E.dtype).reshape(*ids.shape, E.shape[1])")

answers.wrong(
    "squeezed", "axes-of-one-id", check="copy", alone=True, breaks="any-shape",
    why="takes one id for an id without axes, whatever its shape",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="    return E[ids.item()].copy() if ids.size == 1 else E[ids].copy()")

answers.wrong(
    "negative", "negative-wraps", check="refused", alone=True, breaks="negative",
    why="leaves the range to NumPy, where negative ids count from the end",
    source='''
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, got {ids.dtype}")
    return np.take(E, ids, axis=0)
''')

answers.wrong(
    "upper-end", "negative-wraps", check="refused", alone=True, breaks="negative",
    why="checks the upper end only",
    of="right-indexing", old="np.any(ids < 0) or ", new="")

answers.wrong(
    "clip", "range-hidden", check="refused", alone=True, breaks="negative",
    why='take with mode="clip" never fails',
    of="wrong-negative", old="axis=0)", new='axis=0, mode="clip")')

answers.wrong(
    "wrap", "range-hidden", check="refused", alone=True, breaks="beyond",
    why='take with mode="wrap" never fails',
    of="wrong-negative", old="axis=0)", new='axis=0, mode="wrap")')

answers.wrong(
    "lower-end", "range-hidden", check="refused", alone=True, breaks="beyond",
    why="checks the lower end only, and clips",
    of="right-indexing", edits=[
        (" or np.any(ids >= V)", ""), ("E[ids].copy()", 'E.take(ids, axis=0, mode="clip")')])

answers.wrong(
    "off-by-one", "off-by-one", check="refused", alone=True, breaks="beyond",
    why="compares with V as if it were the last id, and clips to be safe",
    of="right-indexing", edits=[
        ("np.any(ids >= V)", "np.any(ids > V)"), ("E[ids].copy()", 'E.take(ids, axis=0, mode="clip")')])

answers.wrong(
    "ends", "partly-checked", check="refused", alone=True, breaks="negative",
    why="looks at the first id and the last, which are the smallest and the largest in the author's examples",
    of="right-indexing", edits=[
        ("    if np.any(ids < 0) or np.any(ids >= V):",
         "    ends = ids.reshape(-1)[[0, -1]] if ids.ndim > 1 and ids.size else ids\n"
         "    if np.any(ends < 0) or np.any(ends >= V):"),
        ("E[ids].copy()", 'E.take(ids, axis=0, mode="wrap")')])

answers.wrong(
    "row-of-ids", "partly-checked", check="refused", breaks="negative",
    why="looks at the first sequence of a batch",
    of="right-indexing", edits=[
        ("    if np.any(ids < 0) or np.any(ids >= V):",
         "    first = ids[0] if ids.ndim > 1 else ids\n"
         "    if np.any(first < 0) or np.any(first >= V):"),
        ("E[ids].copy()", 'E.take(ids, axis=0, mode="wrap")')])

answers.wrong(
    "narrowed", "id-narrowed", check="refused", alone=True, breaks="wide",
    why="checks a copy of the ids in int32",
    source='''
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids have the dtype {ids.dtype}; expected integers")
    rows = ids.astype(np.int32)
    if ((rows < 0) | (rows >= len(E))).any():
        raise IndexError("an id is out of range")
    return E[rows]
''')

answers.wrong(
    "mask", "bool-as-ids", check="refused", alone=True, breaks="truth",
    why="lists what ids are not, and forgets masks",
    of="right-indexing",
    old="    if not np.issubdtype(ids.dtype, np.integer):",
    new="    if np.issubdtype(ids.dtype, np.floating):")

answers.wrong(
    "whole-floats", "float-as-ids", check="refused", alone=True, breaks="fractions",
    why="takes floating point numbers that happen to be whole",
    source='''
def lookup(E, ids):
    if ids.dtype == bool:
        raise TypeError("a mask is no array of ids")
    if (ids != np.round(ids)).any():
        raise TypeError("ids must be whole numbers")
    ids = ids.astype(np.int64)
    check_ids(ids, len(E))
    return E[ids]
''')

answers.wrong(
    "cast", "not-integers", check="refused", alone=True, breaks="truth",
    why="astype(int) lets everything through",
    source='''
def lookup(E, ids):
    ids = ids.astype(int)
    check_ids(ids, len(E))
    return E[ids]
''')

answers.wrong(
    "product", "whole-table", check="cost", alone=True, breaks="cost",
    why="builds one-hot vectors and multiplies by the table",
    of="wrong-column-transposed",
    old="E.T[ids]",
    new="(ids[..., None] == np.arange(len(E))).astype(E.dtype) @ E")

answers.wrong(
    "transposed-take", "whole-table", check="cost", alone=True, breaks="cost",
    why="takes columns of the turned table, which NumPy copies first",
    of="wrong-column-transposed",
    old="E.T[ids]",
    new="np.moveaxis(np.take(E.T, ids.astype(np.int64), axis=1), 0, -1)")

answers.wrong(
    "search", "whole-table", check="cost", alone=True, breaks="cost",
    why="looks for each id in a list of all ids",
    source='''
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if not np.isin(ids, np.arange(len(E))).all():
        raise IndexError("unknown ids")
    return E[ids]
''')

answers.wrong(
    "half-widened", "whole-table", check="cost", alone=True, breaks="cost",
    why="looks up in a float32 copy of a table in half precision",
    of="right-indexing",
    old="    return E[ids].copy()",
    new="    return E.astype(np.float32)[ids].astype(E.dtype) if E.dtype == np.float16 else E[ids].copy()")

answers.wrong(
    "finite", "whole-table", check="cost", alone=True, breaks="other-rows",
    why="refuses a table that is not finite throughout",
    of="right-indexing",
    old="    V = E.shape[0]",
    new="    V = E.shape[0]\n"
        "    if not np.isfinite(E.sum(dtype=np.float64)):\n"
        "        raise ValueError(\"the table is broken\")")

answers.wrong(
    "short-ids", "large-vocabulary", check="cost", alone=True, breaks="rows",
    why="16 bits for the ids, to save memory",
    of="right-indexing", old="    return E[ids].copy()", new="    return E[ids.astype(np.uint16)]")

answers.wrong(
    "smallest", "empty", check="contract", alone=True, breaks="house-rules",
    why="no ids have no smallest",
    of="right-indexing", old="np.any(ids < 0) or np.any(ids >= V)", new="ids.min() < 0 or ids.max() >= V")

answers.wrong(
    "one-kind-of-empty", "empty", check="values", alone=True,
    why="gives an empty table whatever axes the ids have",
    of="right-stack", old="np.zeros((*ids.shape, E.shape[1]), dtype=E.dtype)", new="E[:0].copy()")

answers.spoiled(
    "right + np.asarray(1e-2, E.dtype)",
    "np.roll(right, 1, axis=-1)",
    "-right",
    "right[..., :-1]",
    "np.take(E, (ids.astype(int) + 1) % len(E), axis=0)",
    "np.zeros_like(right)",
    "right.T.copy()",
    "np.sort(right, axis=-1)",
    "right.sum(axis=-1)",
    "str(right)")

answers.wrong(
    "single-passes", "single-unchecked", check="refused", alone=True, breaks="negative",
    why="looks at the range only where there is an axis",
    of="right-indexing", old="    if np.any(ids < 0)", new="    if ids.ndim and np.any(ids < 0)")
