"""Answers to `embed_input` of positions."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "checks-first", how="checks one after the other, position rows by arange",
    source='''
def embed_input(E, P, ids, S=None, segments=None):
    T, L = ids.shape[-1], len(P)
    if T > L:
        raise ValueError(f"T = {T} tokens do not fit into L = {L} positions")
    if P.shape[1] != E.shape[1]:
        raise ValueError(f"E is {E.shape} and P is {P.shape}: the widths differ")
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}, not integers")
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < len(E):
            raise IndexError(f"id {i} is not in 0..{len(E) - 1}")
    out = E[ids] + P[np.arange(T)]
    if (S is None) != (segments is None):
        raise ValueError("S and segments come together or not at all")
    if S is not None:
        if segments.shape != ids.shape or S.shape[1] != E.shape[1]:
            raise ValueError(f"segments {segments.shape}, ids {ids.shape}, S {S.shape}")
        if segments.dtype.kind not in "iu":
            raise TypeError(f"segments are {segments.dtype}, not integers")
        for s in segments.reshape(-1).tolist():
            if not 0 <= s < len(S):
                raise IndexError(f"segment {s} is not in 0..{len(S) - 1}")
        out = out + S[segments]
    return out
''')

answers.right(
    "in-place-on-a-copy", how="take copies the rows, and the copy is added to; inputs through np.asarray",
    source='''
def rows_of(table, numbers):
    numbers = np.asarray(numbers)
    if numbers.dtype == bool or not np.issubdtype(numbers.dtype, np.integer):
        raise TypeError(f"{numbers.dtype} is no integer type")
    outside = (numbers < 0) | (numbers >= table.shape[0])
    if outside.any():
        raise IndexError(f"there is no row {numbers[outside][0]} among {table.shape[0]}")
    return np.take(table, numbers.astype(np.int64), axis=0)


def embed_input(E, P, ids, S=None, segments=None):
    length, limit = np.shape(ids)[-1], P.shape[0]
    if length > limit:
        raise ValueError(f"{length} tokens, but positions 0..{limit - 1} only (L = {limit})")
    if S is None and segments is not None or S is not None and segments is None:
        raise ValueError("give both of S and segments, or neither")
    if len({table.shape[-1] for table in (E, P, S) if table is not None}) > 1:
        raise ValueError("the tables have rows of different lengths")
    out = rows_of(E, ids)
    out += P[:length]
    if S is not None:
        if np.shape(segments) != np.shape(ids):
            raise ValueError(f"segments are {np.shape(segments)}, ids {np.shape(ids)}")
        out += rows_of(S, segments)
    return out
''')

answers.right(
    "token-by-token", how="a loop over all tokens, with float64 sums and a print",
    source='''
def embed_input(E, P, ids, S=None, segments=None):
    *_, T = ids.shape
    d, L = E.shape[1], P.shape[0]
    if T > L:
        raise ValueError("the table ends: T=%d tokens, L=%d positions" % (T, L))
    if (S is None) is not (segments is None):
        raise ValueError("segments need a table, and the table needs segments")
    if P.shape[1] != d or (S is not None and S.shape[1] != d):
        raise ValueError("tables of different widths")
    if S is not None and segments.shape != ids.shape:
        raise ValueError("every token has one segment")
    for numbers in (ids, segments):
        if numbers is not None and not np.issubdtype(numbers.dtype, np.integer):
            raise TypeError("integers, please")
    out = np.zeros(ids.shape + (d,))
    for place in np.ndindex(ids.shape):
        token = int(ids[place])
        if token < 0 or token >= len(E):
            raise IndexError(f"token {token}")
        out[place] = E[token].astype(np.float64) + P[place[-1]]
        if segments is not None:
            kind = int(segments[place])
            if kind < 0 or kind >= len(S):
                raise IndexError(f"segment {kind}")
            out[place] += S[kind]
    print("embedded", ids.size, "tokens")
    return out.astype(E.dtype)
''')

answers.wrong(
    "clamped", "limit-unchecked", check="limit", breaks="limit",
    why="gives the last row to all tokens past the table",
    of="right-checks-first", edits=[('''
    if T > L:
        raise ValueError(f"T = {T} tokens do not fit into L = {L} positions")
''', ""), ("    out = E[ids] + P[np.arange(T)]", "    out = E[ids] + P[np.minimum(np.arange(T), L - 1)]")])

answers.wrong(
    "first-axis", "positions-along-batch", check="batches", breaks="last-axis",
    of="right-checks-first", old='''
    out = E[ids] + P[np.arange(T)]
''', new='''
    places = np.arange(len(ids)).reshape((-1,) + (1,) * (ids.ndim - 1))
    out = E[ids] + P[places]
''')

answers.wrong(
    "float-ids", "not-integers", check="errors", breaks="ids-integers",
    why="leaves the dtype to NumPy, which raises an IndexError",
    of="right-checks-first", old='''
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}, not integers")
''', new="")

answers.wrong(
    "from-one", "positions-from-one", check="values", breaks="positions-zero",
    why="positions 1 ... T, as in the formula with t = 1",
    of="right-checks-first", 
    old="    out = E[ids] + P[np.arange(T)]",
    new="    out = E[ids] + P[1 : T + 1]")

answers.wrong(
    "id-not-named", "number-not-named", check="errors", breaks="named",
    why="says that an id is out of range, not which",
    of="right-checks-first", 
    old='            raise IndexError(f"id {i} is not in 0..{len(E) - 1}")',
    new='            raise IndexError("an id is out of range")')

answers.wrong(
    "ids-as-positions", "positions-from-ids", check="values", breaks="position-row",
    of="right-checks-first", old="    out = E[ids] + P[np.arange(T)]", new="    out = E[ids] + P[ids]")

answers.wrong(
    "library-error", "wrong-exception", check="limit", breaks="limit-error",
    why="leaves the limit to indexing, which raises an IndexError",
    of="right-checks-first", old='''
    if T > L:
        raise ValueError(f"T = {T} tokens do not fit into L = {L} positions")
''', new="")

answers.wrong(
    "negative-ids", "range-unchecked", check="errors", breaks="negative",
    why="compares with V only; negative ids count from the end",
    of="right-checks-first", old="        if not 0 <= i < len(E):", new="        if i >= len(E):")

answers.wrong(
    "not-named", "limit-not-named", check="limit", breaks="limit-named",
    why="an error without numbers",
    of="right-checks-first", 
    old='        raise ValueError(f"T = {T} tokens do not fit into L = {L} positions")',
    new='        raise ValueError("the input is too long")')

answers.wrong(
    "off-by-one", "limit-off-by-one", check="values", breaks="fits",
    why="refuses T = L",
    of="right-checks-first", old="    if T > L:", new="    if T >= L:")

answers.wrong(
    "run-on", "positions-run-on", check="batches", breaks="every-sequence",
    of="right-checks-first", 
    old="    out = E[ids] + P[np.arange(T)]",
    new="    out = E[ids] + P[np.arange(ids.size).reshape(ids.shape)]")

answers.wrong(
    "scaled", "scaled-rows", check="values", breaks="token-row",
    of="right-checks-first", 
    old="    out = E[ids] + P[np.arange(T)]",
    new="    out = E[ids] * E.dtype.type(np.sqrt(E.shape[1])) + P[np.arange(T)]")

answers.wrong(
    "segment-zero", "segment-zero-silent", check="segments", breaks="segment-zero",
    of="right-checks-first", 
    old="        out = out + S[segments]",
    new="        out = out + np.where((segments != 0)[..., None], S[segments], 0).astype(S.dtype)")

answers.wrong(
    "segments-unused", "segments-ignored", check="segments", breaks="segment-row",
    of="right-checks-first", old='''
        out = out + S[segments]
''', new="")

answers.wrong(
    "slice-broadcasts", "limit-broadcast", check="limit", breaks="some-tables",
    of="right-checks-first", edits=[('''
    if T > L:
        raise ValueError(f"T = {T} tokens do not fit into L = {L} positions")
''', ""), ("    out = E[ids] + P[np.arange(T)]", "    out = E[ids] + P[:T]")])

answers.wrong(
    "table-alone", "half-a-pair", check="errors",
    why="adds segments only if both are there",
    of="right-checks-first", old='''
    if (S is None) != (segments is None):
        raise ValueError("S and segments come together or not at all")
    if S is not None:
''', new='''
    if S is not None and segments is not None:
''')

answers.wrong(
    "widths-broadcast", "shapes-unchecked", check="errors", breaks="widths",
    why="lets rows of one number broadcast",
    of="right-checks-first", old='''
    if P.shape[1] != E.shape[1]:
        raise ValueError(f"E is {E.shape} and P is {P.shape}: the widths differ")
''', new="")

answers.wrong(
    "padding", "id-zero-silent", check="values", breaks="id-zero",
    of="right-checks-first",
    old="    out = E[ids] + P[np.arange(T)]",
    new="    out = np.where((ids != 0)[..., None], E[ids], 0).astype(E.dtype) + P[np.arange(T)]")

answers.wrong(
    "two-axes", "one-sequence-only", check="batches", breaks="any-axes",
    why="unpacks one sequence or a batch, and no further axes",
    of="right-checks-first",
    old="    T, L = ids.shape[-1], len(P)",
    new="""    if ids.ndim == 1:
        (T,) = ids.shape
    else:
        _, T = ids.shape
    L = len(P)""")

answers.wrong(
    "extremes", "empty-fails", check="batches", breaks="empty",
    why="looks at the largest and the smallest id, of which an empty array has none",
    of="right-checks-first", old='''
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < len(E):
            raise IndexError(f"id {i} is not in 0..{len(E) - 1}")
''', new='''
    for i in (ids.min(), ids.max()):
        if not 0 <= i < len(E):
            raise IndexError(f"id {i} is not in 0..{len(E) - 1}")
''')

answers.wrong(
    "signed-only", "integers-refused", check="dtypes", breaks="int-dtypes", alone=True,
    why="takes signed ids only",
    of="right-checks-first", old='''
    if ids.dtype.kind not in "iu":
''', new='''
    if ids.dtype.kind != "i":
''')

answers.wrong(
    "segments-int64", "integers-refused", check="dtypes", breaks="segment-dtypes", alone=True,
    why="compares the dtype of the segments with int",
    of="right-checks-first",
    old='        if segments.dtype.kind not in "iu":',
    new="        if segments.dtype != int:")

answers.wrong(
    "sum-in-zeros", "dtype-not-kept", check="dtypes", breaks="dtype", alone=True,
    why="adds into zeros, which are float64",
    of="right-checks-first",
    old="    out = E[ids] + P[np.arange(T)]",
    new="    out = np.zeros(ids.shape + E.shape[1:]) + E[ids] + P[np.arange(T)]")

answers.wrong(
    "sum-in-float32", "narrowed", check="dtypes", breaks="rounding", alone=True,
    why="adds in float32, whatever the tables are",
    of="right-checks-first",
    old="    out = E[ids] + P[np.arange(T)]",
    new="    out = (E[ids].astype(np.float32) + P[np.arange(T)].astype(np.float32)).astype(E.dtype)")

answers.wrong(
    "into-the-table", "arguments-changed", check="values", breaks="inputs-kept",
    why="a slice is a view: adds the token rows to the table of positions",
    of="right-checks-first", old='''
    out = E[ids] + P[np.arange(T)]
''', new='''
    out = P[:T]
    if ids.ndim == 1:
        out += E[ids]
    else:
        out = out + E[ids]
''')

answers.wrong(
    "into-the-segments", "arguments-changed", check="segments", breaks="inputs-kept",
    why="keeps a row of zeros for tokens without a segment",
    of="right-checks-first",
    old="        out = out + S[segments]",
    new="""        segments += 1
        out = out + np.concatenate([np.zeros_like(S[:1]), S])[segments]""")

answers.wrong(
    "new-shape", "contiguous-only", check="batches", breaks="gaps",
    why="sets the shape of a view, which numbers with gaps do not allow",
    of="right-checks-first",
    old="    for i in ids.reshape(-1).tolist():",
    new="""    flat = ids.view()
    flat.shape = (ids.size,)
    for i in flat.tolist():""")

answers.wrong(
    "segments-as-they-are", "not-integers", check="errors", breaks="segments-integers", alone=True,
    why="checks the dtype of the ids only",
    of="right-checks-first", old='''
        if segments.dtype.kind not in "iu":
            raise TypeError(f"segments are {segments.dtype}, not integers")
''', new="")

answers.wrong(
    "no-floats", "not-integers", check="errors", breaks="bool", alone=True,
    why="refuses floating point numbers, and takes bool for a mask",
    of="right-checks-first",
    old='    if ids.dtype.kind not in "iu":',
    new='    if ids.dtype.kind == "f":')

answers.wrong(
    "clipped", "range-unchecked", check="errors", breaks="id-range", alone=True,
    why="gives the last row to ids beyond the table",
    of="right-checks-first", edits=[
    ("        if not 0 <= i < len(E):", "        if i < 0:"),
    ("    out = E[ids] + P[np.arange(T)]", "    out = E.take(ids, axis=0, mode=\"clip\") + P[np.arange(T)]")])

answers.wrong(
    "negative-segments", "range-unchecked", check="errors", breaks="segment-range", alone=True,
    why="leaves the segments to NumPy, which counts negative ones from the end",
    of="right-checks-first", old='''
        for s in segments.reshape(-1).tolist():
            if not 0 <= s < len(S):
                raise IndexError(f"segment {s} is not in 0..{len(S) - 1}")
''', new="")

answers.wrong(
    "last-token-unseen", "range-unchecked", check="errors", breaks="id-range", alone=True,
    why="looks at all ids but the last",
    of="right-checks-first",
    old="    for i in ids.reshape(-1).tolist():",
    new="    for i in ids.reshape(-1)[:-1].tolist():")

answers.wrong(
    "segment-not-named", "number-not-named", check="errors", breaks="segment-named", alone=True,
    why="says how many segments there are, not which one is asked for",
    of="right-checks-first",
    old='                raise IndexError(f"segment {s} is not in 0..{len(S) - 1}")',
    new='                raise IndexError(f"there are {len(S)} segments")')

answers.wrong(
    "value-error", "wrong-exception", check="errors", breaks="range-error", alone=True,
    why="a ValueError for every wrong id",
    of="right-checks-first",
    old='            raise IndexError(f"id {i} is not in 0..{len(E) - 1}")',
    new='            raise ValueError(f"id {i} is not in 0..{len(E) - 1}")')

answers.wrong(
    "one-row-apart", "limit-by-library", check="limit", breaks="own-error", alone=True,
    why="thinks of the table that broadcasts and leaves the others to broadcasting",
    of="right-checks-first", edits=[("    if T > L:", "    if T > L == 1:"),
    ("    out = E[ids] + P[np.arange(T)]", "    out = E[ids] + P[:T]")])

answers.wrong(
    "all-tokens", "limit-of-the-batch", check="batches", breaks="batch-limit", alone=True,
    why="compares the number of all tokens with the table",
    of="right-checks-first", edits=[("    if T > L:", "    if ids.size > L:")])

answers.wrong(
    "table-unused", "half-a-pair", check="errors", breaks="table-alone", alone=True,
    why="looks at the segments alone",
    of="right-checks-first", edits=[('''
    if (S is None) != (segments is None):
        raise ValueError("S and segments come together or not at all")
    if S is not None:
''', '''
    if segments is not None and S is None:
        raise ValueError("segments without a table")
    if segments is not None:
''')])

answers.wrong(
    "segments-without-table", "half-a-pair", check="errors", breaks="segments-alone", alone=True,
    why="looks at the table of segments alone",
    of="right-checks-first", edits=[('''
    if (S is None) != (segments is None):
        raise ValueError("S and segments come together or not at all")
    if S is not None:
''', '''
    if S is not None and segments is None:
        raise ValueError("a table without segments")
    if S is not None:
''')])

answers.wrong(
    "segments-broadcast", "shapes-unchecked", check="errors", breaks="segment-shape", alone=True,
    why="lets one segment serve several tokens",
    of="right-checks-first",
    old="        if segments.shape != ids.shape or S.shape[1] != E.shape[1]:",
    new="        if S.shape[1] != E.shape[1]:")

answers.wrong(
    "wide-segments", "shapes-unchecked", check="errors", breaks="segment-width", alone=True,
    why="compares the widths of E and P only",
    of="right-checks-first",
    old="        if segments.shape != ids.shape or S.shape[1] != E.shape[1]:",
    new="        if segments.shape != ids.shape:")

answers.spoiled(
    "noisy(right)")

answers.wrong(
    "empty-float64", "empty-dtype", check="dtypes", alone=True, breaks="dtype",
    why="zeros of the default dtype without tokens",
    source='''
def embed_input(E, P, ids, S=None, segments=None):
    for x, most in ((ids, len(E)), (segments, 0 if S is None else len(S))):
        if x is None:
            continue
        if x.dtype.kind not in "iu":
            raise TypeError(f"ids or segments of dtype {x.dtype}")
        for i in ([int(x.min()), int(x.max())] if x.size else []):
            if S is None and x is segments or not 0 <= i < most:
                raise (ValueError if S is None and x is segments else IndexError)(f"{i} is outside 0 ... {most - 1}")
    T = ids.shape[-1]
    if T > len(P):
        raise ValueError(f"{T} tokens and {len(P)} positions")
    if E.shape[1] != P.shape[1] or (S is None) != (segments is None):
        raise ValueError("widths differ, or segments without a table or a table without segments")
    if S is not None and (S.shape[1] != E.shape[1] or segments.shape != ids.shape):
        raise ValueError("S or segments of another shape")
    if ids.size == 0:
        return np.zeros((*ids.shape, E.shape[1]))
    out = E[ids] + P[:T]
    return out if S is None else out + S[segments]
''')

answers.wrong(
    "empty-first", "unchecked-when-empty", check="errors", alone=True, breaks="ids-integers",
    why="answers for no tokens before it looks at the dtype",
    source='''
def embed_input(E, P, ids, S=None, segments=None):
    if ids.size == 0 and segments is None and ids.shape[-1] <= len(P):
        return np.zeros((*ids.shape, E.shape[1]), E.dtype)
    for x, most in ((ids, len(E)), (segments, 0 if S is None else len(S))):
        if x is None:
            continue
        if x.dtype.kind not in "iu":
            raise TypeError(f"ids or segments of dtype {x.dtype}")
        for i in ([int(x.min()), int(x.max())] if x.size else []):
            if S is None and x is segments or not 0 <= i < most:
                raise (ValueError if S is None and x is segments else IndexError)(f"{i} is outside 0 ... {most - 1}")
    T = ids.shape[-1]
    if T > len(P):
        raise ValueError(f"{T} tokens and {len(P)} positions")
    if E.shape[1] != P.shape[1] or (S is None) != (segments is None):
        raise ValueError("widths differ, or segments without a table or a table without segments")
    if S is not None and (S.shape[1] != E.shape[1] or segments.shape != ids.shape):
        raise ValueError("S or segments of another shape")
    out = E[ids] + P[:T]
    return out if S is None else out + S[segments]
''')

answers.wrong(
    "no-second-segment", "zeros-for-none", check="segments", breaks="segment-zero",
    source='''
def embed_input(E, P, ids, S=None, segments=None):
    for x, most in ((ids, len(E)), (segments, 0 if S is None else len(S))):
        if x is None:
            continue
        if x.dtype.kind not in "iu":
            raise TypeError(f"ids or segments of dtype {x.dtype}")
        for i in ([int(x.min()), int(x.max())] if x.size else []):
            if S is None and x is segments or not 0 <= i < most:
                raise (ValueError if S is None and x is segments else IndexError)(f"{i} is outside 0 ... {most - 1}")
    T = ids.shape[-1]
    if T > len(P):
        raise ValueError(f"{T} tokens and {len(P)} positions")
    if E.shape[1] != P.shape[1] or (S is None) != (segments is None):
        raise ValueError("widths differ, or segments without a table or a table without segments")
    if S is not None and (S.shape[1] != E.shape[1] or segments.shape != ids.shape):
        raise ValueError("S or segments of another shape")
    out = E[ids] + P[:T]
    return out if S is None or not segments.any() else out + S[segments]
''')

answers.wrong(
    "narrowed", "id-narrowed", check="errors", breaks="id-range",
    source='''
def embed_input(E, P, ids, S=None, segments=None):
    if ids.dtype.kind in "iu":
        ids = ids.astype(np.int32)
    for x, most in ((ids, len(E)), (segments, 0 if S is None else len(S))):
        if x is None:
            continue
        if x.dtype.kind not in "iu":
            raise TypeError(f"ids or segments of dtype {x.dtype}")
        for i in ([int(x.min()), int(x.max())] if x.size else []):
            if S is None and x is segments or not 0 <= i < most:
                raise (ValueError if S is None and x is segments else IndexError)(f"{i} is outside 0 ... {most - 1}")
    T = ids.shape[-1]
    if T > len(P):
        raise ValueError(f"{T} tokens and {len(P)} positions")
    if E.shape[1] != P.shape[1] or (S is None) != (segments is None):
        raise ValueError("widths differ, or segments without a table or a table without segments")
    if S is not None and (S.shape[1] != E.shape[1] or segments.shape != ids.shape):
        raise ValueError("S or segments of another shape")
    out = E[ids] + P[:T]
    return out if S is None else out + S[segments]
''')

answers.wrong(
    "kept-array", "result-kept", check="values", alone=True, breaks="new",
    why="writes all results of a shape into one array",
    of="right-checks-first", edits=[
    ("def embed_input(", "_kept = {}\n\n\ndef embed_input("),
    ("    return out", """    kept = _kept.setdefault((out.shape, out.dtype), out)
    kept[...] = out
    return kept""")])

answers.wrong(
    "into-double", "arguments-changed", check="dtypes", alone=True, breaks="inputs-kept",
    why="doubles the rows in float64, which for such a table is no copy, to halve them again",
    of="right-checks-first",
    old="    out = E[ids] + P[np.arange(T)]",
    new="""    rows = np.asarray(E, np.float64)
    rows *= 2
    out = (rows[ids] / 2).astype(E.dtype) + P[np.arange(T)]""")

answers.wrong(
    "wrapped-uint64", "number-not-named", check="errors", alone=True, breaks="named",
    why="converts the ids to int64 before it names one, and 2**64 - 5 becomes -5",
    of="right-checks-first",
    old="    for i in ids.reshape(-1).tolist():",
    new="    for i in ids.reshape(-1).astype(np.int64).tolist():")

answers.wrong(
    "wrapped-segments", "number-not-named", check="errors", alone=True, breaks="segment-named",
    why="converts the segments to int64 before it names one",
    of="right-checks-first",
    old="        for s in segments.reshape(-1).tolist():",
    new="        for s in segments.reshape(-1).astype(np.int64).tolist():")

answers.wrong(
    "no-limit-when-empty", "unchecked-when-empty", check="batches", alone=True, breaks="limit",
    why="takes positions from the table only where there are tokens",
    of="right-checks-first", edits=[("    if T > L:", "    if T > L and ids.size:"),
    ("    out = E[ids] + P[np.arange(T)]", "    out = E[ids] + P[np.arange(T)] if ids.size else E[ids]")])

answers.wrong(
    "segments-when-empty", "unchecked-when-empty", check="errors", alone=True, breaks="segments-integers",
    why="looks at the dtype of the segments only where there are tokens",
    of="right-checks-first",
    old='        if segments.dtype.kind not in "iu":',
    new='        if segments.size and segments.dtype.kind not in "iu":')

answers.wrong(
    "widths-when-empty", "unchecked-when-empty", check="errors", alone=True, breaks="widths",
    why="compares widths only where there are tokens",
    of="right-checks-first",
    old="    if P.shape[1] != E.shape[1]:",
    new="    if P.shape[1] != E.shape[1] and ids.size:")

answers.wrong(
    "sequences-counted", "limit-of-the-batch", check="batches", breaks="batch-limit",
    why="takes the number of sequences for the number of tokens",
    of="right-checks-first", edits=[
    ("    T, L = ids.shape[-1], len(P)", "    T, L = len(ids), len(P)"),
    ("P[np.arange(T)]", "P[: ids.shape[-1]]")])

answers.wrong(
    "flat-places", "integers-overflow", check="dtypes", alone=True, breaks="int-dtypes",
    of="right-checks-first",
    old="    out = E[ids] + P[np.arange(T)]",
    new="""    d = E.shape[1]
    start = (ids.astype(np.int64) if ids.dtype == np.uint64 else ids) * d
    out = E.ravel()[start[..., None] + np.arange(d)] + P[np.arange(T)]""")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "given, missing = (\"segments\", \"S\") if S is None else (\"S\", \"segments\")",
    "given, missing = (\"segments\", \"S\") if S is not None else (\"S\", \"segments\")",
    because="the two names stand only in the text of the error, which may say anything",
)
answers.equivalent(
    "given, missing = (\"segments\", \"S\") if S is None else (\"S\", \"segments\")",
    "given, missing = (\"segments\", \"S\") if not S is None else (\"S\", \"segments\")",
    because="the two names stand only in the text of the error, which may say anything",
)
