"""Answers to `embed` of language-model."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop", how="place by place into an empty array",
    source='''
def embed(E, P, ids):
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}: expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E {E.shape} and P {P.shape} differ in width")
    T, w = ids.shape[1], len(P)
    if T > w:
        raise ValueError(f"{T} ids, but the window holds {w}")
    check_ids(ids, len(E))
    out = np.empty((*ids.shape, E.shape[1]), E.dtype)
    for t in range(T):
        out[:, t] = E[ids[:, t]] + P[t]
    return out
''')

answers.right(
    "onehot", how="one-hot rows times the table; errors by hand",
    source='''
def embed(E, P, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    if ids.ndim != 2 or E.shape[-1] != P.shape[-1] or ids.shape[1] > P.shape[0]:
        raise ValueError(f"ids {ids.shape} in a window of {P.shape[0]}; E {E.shape}")
    V = len(E)
    bad = ids[(ids < 0) | (ids >= V)]
    if bad.size:
        raise IndexError(f"there is no row {bad[0]} in a table of {V}")
    onehot = (ids[..., None] == np.arange(V)).astype(E.dtype)
    return np.einsum("btv,vd->btd", onehot, E) + P[None, : ids.shape[1]]
''')

answers.right(
    "positions-looked-up", how="the places are ids of a second lookup, added in place to the copy",
    source='''
def embed(E, P, ids):
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}: expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E {E.shape} and P {P.shape} differ in width")
    T, w = ids.shape[1], len(P)
    if T > w:
        raise ValueError(f"{T} ids, but the window holds {w}")
    check_ids(ids, len(E))
    rows = np.take(E, ids, axis=0)
    rows += np.take(P, np.arange(T), axis=0)
    return rows
''')

answers.wrong(
    "casts", "id-types", check="errors", breaks="types",
    why="turns any ids into integers",
    source='''
def embed(E, P, ids):
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}: expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E {E.shape} and P {P.shape} differ in width")
    T, w = ids.shape[1], len(P)
    if T > w:
        raise ValueError(f"{T} ids, but the window holds {w}")
    ids = ids.astype(np.int64)
    check_ids(ids, len(E))
    rows = E[ids]
    return rows + P[:T]
''')

answers.wrong(
    "broadcasts", "window-unchecked", check="errors", breaks="too-long",
    source='''
def embed(E, P, ids):
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}: expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E {E.shape} and P {P.shape} differ in width")
    check_ids(ids, len(E))
    rows = E[ids]
    return rows + P[: ids.shape[1]]
''')

answers.wrong(
    "by-window", "place-by-window", check="values", breaks="any-window",
    of="wrong-casts", edits=[('''
    ids = ids.astype(np.int64)
''', ""), ('''
    rows = E[ids]
''', '''
    rows = E[ids]
    if len(ids) <= w:
        return rows + P[: len(ids), None]
''')])

answers.wrong(
    "last-rows", "last-places", check="shorter", breaks="first-rows",
    of="wrong-casts", edits=[('''
    ids = ids.astype(np.int64)
''', ""), ("    return rows + P[:T]", "    return rows + P[w - T :]")])

answers.wrong(
    "no-places", "positions-missing", check="values",
    why="forgets the places",
    of="right-positions-looked-up", old='''
    rows = np.take(E, ids, axis=0)
    rows += np.take(P, np.arange(T), axis=0)
    return rows
''', new='''
    return E[ids]
''')

answers.wrong(
    "one-length", "lengths-not-named", check="errors", breaks="both-numbers",
    of="wrong-casts", old='''
        raise ValueError(f"{T} ids, but the window holds {w}")
    ids = ids.astype(np.int64)
''', new='''
        raise ValueError(f"the window holds {w} ids")
''')

answers.wrong(
    "summed", "places-summed", check="values", breaks="row-of-position",
    of="wrong-casts", edits=[('''
    ids = ids.astype(np.int64)
''', ""), ("    return rows + P[:T]", "    return rows + P.sum(axis=0)")])

answers.wrong(
    "view", "arguments-changed", check="values", breaks="unchanged",
    why="adds in place to a row that is a view of the table",
    of="right-loop", old='''
    for t in range(T):
        out[:, t] = E[ids[:, t]] + P[t]
''', new='''
    for b in range(len(ids)):
        for t in range(T):
            row = E[int(ids[b, t])]
            row += P[t]
            out[b, t] = row
''')

answers.wrong(
    "whole-P", "full-window-only", check="shorter", breaks="shorter",
    of="wrong-casts", edits=[("    if T > w:", "    if T != w:"), ('''
    ids = ids.astype(np.int64)
''', ""), ("    return rows + P[:T]", "    return rows + P")])

answers.wrong(
    "wraps", "negative-wraps", check="errors", breaks="range",
    why="looks only for ids that are too large",
    of="wrong-casts", old='''
    ids = ids.astype(np.int64)
    check_ids(ids, len(E))
''', new='''
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    if ids.size and ids.max() >= len(E):
        raise IndexError(f"id {ids.max()} of {len(E)}")
''')

answers.wrong(
    "by-id", "place-by-id", check="values", breaks="any-id",
    why="looks up the rows of P with the ids",
    of="right-positions-looked-up", old="np.take(P, np.arange(T), axis=0)", new="np.take(P, ids, axis=0)")

answers.wrong(
    "sqrt-d", "rows-scaled", check="values",
    why="scales the rows as the Transformer does",
    of="right-positions-looked-up", old="    rows += np.take", new="    rows *= E.shape[1] ** 0.5\n    rows += np.take")

answers.wrong(
    "padded", "padding", check="values", breaks="row-of-id",
    why="gives no row to id 0",
    of="right-positions-looked-up", old="    rows += np.take", new="    rows[ids == 0] = 0\n    rows += np.take")

answers.wrong(
    "from-one", "places-shifted", check="shorter",
    of="right-positions-looked-up", old="np.take(P, np.arange(T), axis=0)", new="np.take(P, np.arange(T) + (T < w), axis=0)")

answers.wrong(
    "into-P", "arguments-changed", check="values", breaks="new",
    why="adds the rows of a single window to the rows of P themselves",
    of="right-positions-looked-up", old="""
    rows = np.take(E, ids, axis=0)
""", new="""
    if len(ids) == 1:
        out = P[None, :T]
        out += E[ids]
        return out
    rows = np.take(E, ids, axis=0)
""")

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="fills an array of the default dtype",
    of="right-loop", old="E.shape[1]), E.dtype)", new="E.shape[1]))")

answers.wrong(
    "float32", "too-narrow", check="values", breaks="wider",
    why="adds in float32 and converts back",
    of="right-positions-looked-up", edits=[("""
    rows += np.take(P, np.arange(T), axis=0)
    return rows
""", """
    rows = rows.astype(np.float32) + P[:T].astype(np.float32)
    return rows.astype(E.dtype)
""")])

answers.wrong(
    "flat", "ids-in-own-dtype", check="dtypes", breaks="any-integer",
    why="computes the places of the numbers in the dtype of the ids",
    of="right-positions-looked-up", edits=[("""
    rows = np.take(E, ids, axis=0)
""", """
    d = E.shape[1]
    rows = E.ravel()[ids[..., None] * d + np.arange(d, dtype=ids.dtype)]
""")])

answers.wrong(
    "memory", "needs-contiguous", check="dtypes", breaks="contiguous",
    why="reads the memory of the table as if its rows stood side by side",
    of="right-positions-looked-up", edits=[("""
    rows = np.take(E, ids, axis=0)
""", """
    rows = np.frombuffer(E, E.dtype).reshape(E.shape)[ids]
""")])

answers.wrong(
    "stacks", "empty-batch", check="shorter", breaks="no-windows",
    why="stacks a list of windows, which may be empty",
    of="right-positions-looked-up", edits=[("""
    rows = np.take(E, ids, axis=0)
    rows += np.take(P, np.arange(T), axis=0)
    return rows
""", """
    return np.stack([E[window] + P[:T] for window in ids])
""")])

answers.wrong(
    "mute", "id-not-named", check="errors", breaks="named",
    why="says that an id is outside, not which",
    of="right-onehot", old='raise IndexError(f"there is no row {bad[0]} in a table of {V}")', new='raise IndexError("an id is outside the table")')

answers.wrong(
    "any-axes", "shapes-unchecked", check="errors", breaks="two-axes",
    why="takes the last axis of the ids for the positions",
    of="right-positions-looked-up", edits=[("""
    if ids.ndim != 2:
        raise ValueError(f"ids {ids.shape}: expected (B, T)")
""", ""), ("    T, w = ids.shape[1], len(P)", "    T, w = ids.shape[-1] if ids.ndim else 1, len(P)")])

answers.wrong(
    "any-width", "shapes-unchecked", check="errors", breaks="widths",
    why="lets a width of 1 broadcast",
    of="right-loop", edits=[("""
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E {E.shape} and P {P.shape} differ in width")
""", ""), ("    out = np.empty((*ids.shape, E.shape[1]), E.dtype)", "    out = np.empty((*ids.shape, max(E.shape[1], P.shape[1])), E.dtype)")])

answers.spoiled(
    "right * 1.01",
    "right[..., ::-1] * 1",
    "right + 1e-3",
    "right[..., :-1]",
    "right.tolist()",
    "None")

answers.wrong(
    "empty-first", "unchecked-when-empty", check="errors", alone=True,
    why="answers for no windows before it looks at the ids",
    source='''
def embed(E, P, ids):
    if ids.ndim != 2:
        raise ValueError(f"ids have the shape {ids.shape}; expected (B, T)")
    B, T = ids.shape
    if T > len(P):
        raise ValueError(f"{T} ids, but only {len(P)} positions")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E has width {E.shape[1]}, P has {P.shape[1]}")
    if B == 0:
        return np.zeros((0, T, E.shape[1]), E.dtype)
    check_ids(ids, len(E))
    return E[ids] + P[:T]
''')

answers.wrong(
    "narrowed-copy", "id-narrowed", check="errors", alone=True,
    why="checks a copy of the ids in int32 and names the id that was given",
    source='''
def embed(E, P, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids have the dtype {ids.dtype}")
    if ids.ndim != 2:
        raise ValueError(f"ids have the shape {ids.shape}; expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E has width {E.shape[1]}, P has {P.shape[1]}")
    if ids.shape[1] > len(P):
        raise ValueError(f"{ids.shape[1]} ids, but only {len(P)} positions")
    rows = ids.astype(np.int32)
    bad = ids[(rows < 0) | (rows >= len(E))]
    if bad.size:
        raise IndexError(f"the id {bad[0]} is outside 0 ... {len(E) - 1}")
    return E[rows] + P[:ids.shape[1]]
''')

answers.wrong(
    "narrowed", "id-narrowed", check="errors", alone=True,
    why="converts the ids to int32 before they are checked",
    source='''
def embed(E, P, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids have the dtype {ids.dtype}")
    ids = ids.astype(np.int32)
    check_ids(ids, len(E))
    if ids.ndim != 2:
        raise ValueError(f"ids have the shape {ids.shape}; expected (B, T)")
    if E.shape[1] != P.shape[1]:
        raise ValueError(f"E has width {E.shape[1]}, P has {P.shape[1]}")
    if ids.shape[1] > len(P):
        raise ValueError(f"{ids.shape[1]} ids, but only {len(P)} positions")
    return E[ids] + P[:ids.shape[1]]
''')

answers.wrong(
    "unsigned", "unsigned-wraps", check="errors", alone=True,
    source='''
def embed(E, P, ids):
    if ids.dtype.kind not in ("i", "u"):
        raise TypeError(ids.dtype)
    B, T = np.shape(ids) if ids.ndim == 2 else (None, None)
    if B is None:
        raise ValueError("ids: two axes expected")
    if T > P.shape[0]:
        raise ValueError("T = %d, w = %d" % (T, P.shape[0]))
    if P.shape[1:] != E.shape[1:]:
        raise ValueError("widths differ")
    negative = ids[ids < 0]
    if negative.size:
        raise IndexError("negative id %d" % negative[0])
    x = E[ids]          # numpy names the index that is too large
    x += P[np.newaxis, np.arange(T)]
    return x
''')

answers.wrong(
    "signed-first", "other-number", check="errors", alone=True, breaks="named",
    why="converts the ids to int64 before they are checked: an unsigned one is named as a negative number",
    of="right-positions-looked-up", old="    check_ids(ids, len(E))", new='''
    if ids.dtype.kind == "u":
        ids = ids.astype(np.int64)
    check_ids(ids, len(E))
'''.strip("\n"))

answers.wrong(
    "largest-named", "id-not-named", check="errors", alone=True,
    why="always names the largest id, also where the smallest one is outside",
    of="right-onehot", old="there is no row {bad[0]} in", new="there is no row {ids.max()} in")

answers.wrong(
    "one-buffer", "result-kept", check="values", alone=True, breaks="new",
    why="writes into an array that it keeps for each shape",
    of="right-loop", edits=[("def embed", "arrays = {}\n\n\ndef embed"),
    ("    out = np.empty((*ids.shape, E.shape[1]), E.dtype)", "    kind = (*ids.shape, E.shape[1]), E.dtype\n    out = arrays.setdefault(kind, np.empty(*kind))")])

answers.wrong(
    "remembers-rows", "kept-between-calls", check="values", alone=True,
    why="keeps the rows of the last call, and looks only whether the arrays are the same",
    of="right-positions-looked-up", edits=[("def embed", "last = {}\n\n\ndef embed"), ('''
    rows = np.take(E, ids, axis=0)
    rows += np.take(P, np.arange(T), axis=0)
    return rows
''', '''
    if not all(known is given for known, given in zip(last.get("arguments", (0, 0, 0)), (E, P, ids))):
        last["arguments"], last["rows"] = (E, P, ids), E[ids] + P[:T]
    return last["rows"].copy()
''')])

answers.wrong(
    "empty-any-width", "unchecked-when-empty", check="errors", alone=True,
    why="compares the widths only where there are windows",
    of="right-positions-looked-up", old="    if E.shape[1] != P.shape[1]:", new="    if len(ids) and E.shape[1] != P.shape[1]:")

answers.wrong(
    "forwards-only", "needs-contiguous", check="dtypes",
    why="hands the table to PyTorch, which takes no reversed arrays",
    of="right-positions-looked-up", old="np.take(E, ids, axis=0)", new="torch.from_numpy(E)[torch.from_numpy(ids.astype(np.int64))].numpy()")

answers.wrong(
    "squeezed", "one-window", check="values",
    why="drops axes of length 1",
    of="right-positions-looked-up", old="    return rows\n", new="    return rows.squeeze() if rows.size else rows\n")
