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
    "casts", "id-types", check="errors",
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
    "broadcasts", "window-unchecked", check="errors",
    why="leaves the length to broadcasting",
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
    "by-window", "place-by-window", check="values",
    why="adds P along the batch where that fits",
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
    "last-rows", "last-places", check="shorter",
    why="takes the last T rows of P",
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
    "one-length", "lengths-not-named", check="errors",
    why="names only one of the two lengths",
    of="wrong-casts", old='''
        raise ValueError(f"{T} ids, but the window holds {w}")
    ids = ids.astype(np.int64)
''', new='''
        raise ValueError(f"the window holds {w} ids")
''')

answers.wrong(
    "summed", "places-summed", check="values",
    why="adds the sum of the places to each row",
    of="wrong-casts", edits=[('''
    ids = ids.astype(np.int64)
''', ""), ("    return rows + P[:T]", "    return rows + P.sum(axis=0)")])

answers.wrong(
    "view", "arguments-changed", check="values",
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
    "whole-P", "full-window-only", check="shorter",
    why="adds all of P",
    of="wrong-casts", edits=[("    if T > w:", "    if T != w:"), ('''
    ids = ids.astype(np.int64)
''', ""), ("    return rows + P[:T]", "    return rows + P")])

answers.wrong(
    "wraps", "negative-wraps", check="errors",
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

answers.spoiled(
    "right * 1.01",
    "right[..., ::-1] * 1",
    "right + 1e-3",
    "right[..., :-1]",
    "right.tolist()",
    "None")
