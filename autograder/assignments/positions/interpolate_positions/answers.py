"""Answers to `interpolate_positions` of positions."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "floor-and-share", how="floor, next row, weighted mean",
    source='''
def interpolate_positions(P, length):
    if length < 1:
        raise ValueError(f"length {length} is below 1")
    L = len(P)
    if length == 1 or L == 1:
        return np.repeat(P[:1], length, axis=0)
    wide = P.astype(np.promote_types(P.dtype, np.float32))
    place = np.arange(length) * (L - 1) / (length - 1)
    low = np.minimum(place.astype(int), L - 2)
    share = (place - low)[:, None].astype(wide.dtype)
    out = wide[low] * (1 - share) + wide[low + 1] * share
    return out.astype(P.dtype)
''')

answers.right(
    "hat-matrix", how="a matrix of hat functions times the table, weights in float32 for narrow tables",
    source='''
def interpolate_positions(P, length):
    if length < 1:
        raise ValueError(f"length is {length}")
    wide = np.float64 if P.dtype == np.float64 else np.float32
    places = np.linspace(0.0, len(P) - 1.0, length)
    weights = np.maximum(0, 1 - np.abs(places[:, None] - np.arange(len(P))))
    return (weights.astype(wide) @ P.astype(wide)).astype(P.dtype)
''')

answers.right(
    "np-interp", how="np.interp for each column",
    source='''
def interpolate_positions(P, length):
    if length < 1:
        raise ValueError("at least one row")
    old, new = np.arange(len(P)), np.linspace(0, len(P) - 1, length)
    columns = [np.interp(new, old, P[:, c].astype(np.float64)) for c in range(P.shape[1])]
    return np.stack(columns, axis=1).astype(P.dtype)
''')

answers.right(
    "torch", how="torch's interpolate with align_corners",
    source='''
def interpolate_positions(P, length):
    if length <= 0:
        raise ValueError(f"no table has {length} rows")
    dtype = torch.float64 if P.dtype == np.float64 else torch.float32
    columns = torch.tensor(np.ascontiguousarray(P)).to(dtype).T[None]  # (1, d, L)
    out = torch.nn.functional.interpolate(columns, size=length, mode="linear", align_corners=True)
    return np.array(out[0].T.contiguous().numpy(), dtype=P.dtype)
''')

answers.wrong(
    "divides-by-zero", "one-row", check="ends", breaks="length-1",
    why="no thought for a length of 1",
    of="right-floor-and-share", old="    if length == 1 or L == 1:", new="    if L == 1:")

answers.wrong(
    "float32-weights", "narrowed", check="dtypes", breaks="double",
    why="weights in float32 for float64 tables",
    of="right-floor-and-share", 
    old="    share = (place - low)[:, None].astype(wide.dtype)",
    new="    share = (place - low)[:, None].astype(np.float32)")

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="np.interp gives float64",
    source='''
def interpolate_positions(P, length):
    if length < 1:
        raise ValueError("at least one row")
    old, new = np.arange(len(P)), np.linspace(0, len(P) - 1, length)
    return np.stack([np.interp(new, old, column) for column in P.T], axis=1)
''')

answers.wrong(
    "half-pixel", "half-pixel", check="longer", breaks="place",
    of="right-floor-and-share", 
    old="    place = np.arange(length) * (L - 1) / (length - 1)",
    new="    place = np.clip((np.arange(length) + 0.5) * L / length - 0.5, 0, L - 1)")

answers.wrong(
    "half-places", "blended-in-half", check="dtypes", breaks="half",
    why="places in the dtype of the table",
    of="right-floor-and-share", old='''
    wide = P.astype(np.promote_types(P.dtype, np.float32))
    place = np.arange(length) * (L - 1) / (length - 1)
''', new='''
    wide = P.astype(P.dtype)
    place = np.linspace(0, L - 1, length).astype(P.dtype)
''')

answers.wrong(
    "last-row", "last-row-repeated", check="longer", breaks="equal",
    why="repeats the last row",
    of="right-floor-and-share", 
    old="    place = np.arange(length) * (L - 1) / (length - 1)",
    new="    place = np.minimum(np.arange(length), L - 1.0)")

answers.wrong(
    "nearest", "not-blended", check="longer", breaks="mean",
    why="the nearest row",
    of="right-floor-and-share", 
    old="    share = (place - low)[:, None].astype(wide.dtype)",
    new="    share = np.round(place - low)[:, None].astype(wide.dtype)")

answers.wrong(
    "no-length-check", "length-unchecked", check="errors", breaks="length",
    of="right-floor-and-share", old='''
    if length < 1:
        raise ValueError(f"length {length} is below 1")
''', new='''
    length = max(length, 0)
''')

answers.wrong(
    "same-length", "memory-shared", check="ends", breaks="same-length",
    why="returns the table itself where nothing is to do",
    of="right-floor-and-share", old='''
    L = len(P)
''', new='''
    L = len(P)
    if length == L:
        return P
''')

answers.wrong(
    "scale-by-lengths", "ends-missed", check="longer", breaks="ends",
    of="right-floor-and-share", 
    old="    place = np.arange(length) * (L - 1) / (length - 1)",
    new="    place = np.minimum(np.arange(length) * L / length, L - 1)")

answers.wrong(
    "weights-exchanged", "weights-swapped", check="longer", breaks="between",
    of="right-floor-and-share",
    old="    out = wide[low] * (1 - share) + wide[low + 1] * share",
    new="    out = wide[low] * share + wide[low + 1] * (1 - share)")

answers.wrong(
    "last-share", "last-step-lost", check="longer", breaks="last",
    of="right-floor-and-share",
    old="    share = (place - low)[:, None].astype(wide.dtype)",
    new="    share = (place % 1)[:, None].astype(wide.dtype)")

answers.wrong(
    "cuts", "last-row-repeated", check="shorter", breaks="fewer",
    why="a shorter table is the beginning of the old one",
    of="right-floor-and-share",
    old="    if length == 1 or L == 1:",
    new="""    if length < L:
        return P[:length].copy()
    if length == 1 or L == 1:""")

answers.wrong(
    "next-row", "one-row", check="ends", breaks="one-row", alone=True,
    why="no thought for a table of one row, which has no second",
    of="right-floor-and-share", edits=[
    ("    if length == 1 or L == 1:", "    if length == 1:"),
    (".astype(int), L - 2)", ".astype(int), max(L - 2, 0))")])

answers.wrong(
    "first-row", "memory-shared", check="ends", breaks="new", alone=True,
    why="a slice of one row is a view",
    of="right-floor-and-share",
    old="    if length == 1 or L == 1:",
    new="""    if length == 1:
        return P[:1]
    if L == 1:""")

answers.wrong(
    "spread", "memory-shared", check="ends", breaks="new", alone=True,
    why="repeats the row by broadcasting, which copies nothing",
    of="right-floor-and-share",
    old="        return np.repeat(P[:1], length, axis=0)",
    new="        return np.broadcast_to(P[:1], (length, P.shape[1]))")

answers.wrong(
    "differences", "arguments-changed", check="longer", breaks="inputs-kept",
    why="puts the differences of the rows where the rows were",
    of="right-floor-and-share", edits=[
    ("np.promote_types(P.dtype, np.float32))", "np.promote_types(P.dtype, np.float32), copy=False)"),
    ("    out = wide[low] * (1 - share) + wide[low + 1] * share", """    out = wide[low]
    wide[:-1] = wide[1:] - wide[:-1]
    out += wide[low] * share""")])

answers.wrong(
    "flat", "contiguous-only", check="longer", breaks="gaps",
    why="sets the shape of a view, which numbers with gaps do not allow",
    of="right-np-interp", old='''
    columns = [np.interp(new, old, P[:, c].astype(np.float64)) for c in range(P.shape[1])]
''', new='''
    flat = P.view()
    flat.shape = (P.size,)
    columns = [np.interp(new, old, flat[c :: P.shape[1]].astype(np.float64)) for c in range(P.shape[1])]
''')

answers.spoiled(
    "noisy(right)")

answers.wrong(
    "kept-array", "result-kept", check="ends", alone=True, breaks="new",
    why="writes all tables of a size into one array",
    of="right-floor-and-share", edits=[
    ("def interpolate_positions(", "_kept = {}\n\n\ndef interpolate_positions("),
    ("    return out.astype(P.dtype)", """    kept = _kept.setdefault((out.shape, P.dtype), out.astype(P.dtype))
    kept[...] = out
    return kept""")])

answers.wrong(
    "double-differences", "arguments-changed", check="dtypes", alone=True, breaks="inputs-kept",
    why="puts differences where the rows were, in float64, which for such a table is no copy",
    of="right-floor-and-share", edits=[
    ("np.promote_types(P.dtype, np.float32))", "np.float64, copy=False)"),
    ("    out = wide[low] * (1 - share) + wide[low + 1] * share", """    out = wide[low]
    wide[:-1] = wide[1:] - wide[:-1]
    out += wide[low] * share""")])

answers.wrong(
    "double-as-it-is", "memory-shared", check="ends", alone=True, breaks="same-length",
    why="brings the table to float64, which for such a table is no copy",
    of="right-floor-and-share",
    old="    if length == 1 or L == 1:",
    new="""    if length == L:
        return P.astype(np.float64, copy=False).astype(P.dtype, copy=P.itemsize < 8)
    if length == 1 or L == 1:""")

answers.wrong(
    "half-differences", "blended-in-half", check="dtypes", alone=True, breaks="half",
    why="subtracts rows in the dtype of the table",
    of="right-floor-and-share",
    old="    out = wide[low] * (1 - share) + wide[low + 1] * share",
    new="    out = wide[low] + (P[low + 1] - P[low]) * share")

answers.wrong(
    "half-means", "blended-in-half", check="dtypes", alone=True, breaks="half",
    why="places in float64, and weights and means in the dtype of the table",
    of="right-floor-and-share",
    old="    wide = P.astype(np.promote_types(P.dtype, np.float32))",
    new="    wide = P")

answers.wrong(
    "half-and-half", "plain-mean", check="longer", breaks="mean",
    of="right-floor-and-share",
    old="    share = (place - low)[:, None].astype(wide.dtype)",
    new="""    share = place - low
    share = np.where(share % 1 > 0, 0.5, share)[:, None].astype(wide.dtype)""")

answers.wrong(
    "nearest-if-shorter", "not-blended", check="shorter", breaks="fewer",
    why="blends rows for a longer table only",
    of="right-floor-and-share",
    old="    share = (place - low)[:, None].astype(wide.dtype)",
    new="""    share = (place - low)[:, None].astype(wide.dtype)
    share = np.round(share) if length < L else share""")
