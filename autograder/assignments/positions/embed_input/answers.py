"""Answers to `embed_input` of positions."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "checks-first", how="position rows by arange, ids in a loop",
    source='''
def embed_input(E, P, ids, S=None, segments=None):
    T, L = ids.shape[-1], len(P)
    if T > L:
        raise ValueError(f"T = {T} tokens do not fit into L = {L} positions")
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}, not integers")
    for i in ids.reshape(-1).tolist():
        if not 0 <= i < len(E):
            raise IndexError(f"id {i} is not in 0..{len(E) - 1}")
    out = E[ids] + P[np.arange(T)]
    if S is not None:
        check_ids(segments, len(S))
        out = out + S[segments]
    return out
''')

answers.right(
    "in-place-on-a-copy", how="take copies the rows, and the copy is added to",
    source='''
def embed_input(E, P, ids, S=None, segments=None):
    assert np.shape(ids)[-1] <= P.shape[0], "the table ends"
    check_ids(ids, len(E))
    out = np.take(E, ids, axis=0)
    out += P[: np.shape(ids)[-1]]
    if S is not None:
        check_ids(segments, len(S))
        out += np.take(S, segments, axis=0)
    return out
''')

answers.right(
    "token-by-token", how="a loop over all tokens, with a print",
    source='''
def embed_input(E, P, ids, S=None, segments=None):
    check_ids(ids, E.shape[0])
    if ids.shape[-1] > P.shape[0]:
        raise IndexError("the table ends: T=%d tokens, L=%d positions" % (ids.shape[-1], P.shape[0]))
    if segments is not None:
        check_ids(segments, S.shape[0])
    out = np.zeros(ids.shape + (E.shape[1],))
    for place in np.ndindex(ids.shape):
        out[place] = E[int(ids[place])] + P[place[-1]]
        if segments is not None:
            out[place] += S[int(segments[place])]
    print("embedded", ids.size, "tokens")
    return out
''')

answers.right(
    "torch", how="three embeddings of PyTorch",
    source='''
def embed_input(E, P, ids, S=None, segments=None):
    check_ids(ids, len(E))
    look = lambda table, rows: torch.nn.functional.embedding(torch.from_numpy(rows.astype(int)), torch.from_numpy(table))
    total = look(E, ids) + look(P, np.arange(ids.shape[-1]))
    if S is None:
        return total.numpy()
    check_ids(segments, len(S))
    return (total + look(S, segments)).numpy()
''')

answers.wrong(
    "clamped", "limit-unchecked", check="limit", breaks="limit",
    why="gives the last row to all tokens past the table",
    of="right-checks-first", edits=[('''
    if T > L:
        raise ValueError(f"T = {T} tokens do not fit into L = {L} positions")
''', ""), ("    out = E[ids] + P[np.arange(T)]", "    out = E[ids] + P[np.minimum(np.arange(T), L - 1)]")])

answers.wrong(
    "wraps", "limit-unchecked", check="limit", breaks="limit", alone=True,
    why="begins again with the first row",
    of="right-checks-first", edits=[('''
    if T > L:
        raise ValueError(f"T = {T} tokens do not fit into L = {L} positions")
''', ""), ("    out = E[ids] + P[np.arange(T)]", "    out = E[ids] + P[np.arange(T) % L]")])

answers.wrong(
    "slice-broadcasts", "limit-broadcast", check="limit", breaks="some-tables", alone=True,
    of="right-checks-first", edits=[('''
    if T > L:
        raise ValueError(f"T = {T} tokens do not fit into L = {L} positions")
''', ""), ("    out = E[ids] + P[np.arange(T)]", "    out = E[ids] + P[:T]")])

answers.wrong(
    "off-by-one", "limit-off-by-one", check="values", breaks="fits",
    why="refuses T = L",
    of="right-checks-first", old="    if T > L:", new="    if T >= L:")

answers.wrong(
    "all-tokens", "limit-of-the-batch", check="values", breaks="batch-limit", alone=True,
    why="compares the number of all tokens with the table",
    of="right-checks-first", edits=[("    if T > L:", "    if ids.size > L:")])

answers.wrong(
    "sequences-counted", "limit-of-the-batch", check="values", breaks="batch-limit",
    why="takes the number of sequences for the number of tokens",
    of="right-checks-first", edits=[
    ("    T, L = ids.shape[-1], len(P)", "    T, L = len(ids), len(P)"),
    ("P[np.arange(T)]", "P[: ids.shape[-1]]")])

answers.wrong(
    "from-one", "positions-from-one", check="values", breaks="positions-zero",
    why="positions 1 ... T, as in the formula with t = 1",
    of="right-checks-first",
    old="    out = E[ids] + P[np.arange(T)]",
    new="    out = E[ids] + np.roll(P, -1, axis=0)[np.arange(T)]")

answers.wrong(
    "ids-as-positions", "positions-from-ids", check="values", breaks="position-row",
    of="right-checks-first", old="    out = E[ids] + P[np.arange(T)]", new="    out = E[ids] + P[ids % L]")

answers.wrong(
    "run-on", "positions-run-on", check="values", breaks="every-sequence",
    of="right-checks-first",
    old="    out = E[ids] + P[np.arange(T)]",
    new="    out = E[ids] + P[np.arange(ids.size).reshape(ids.shape)]")

answers.wrong(
    "first-axis", "positions-along-batch", check="values", breaks="every-sequence",
    of="right-checks-first", old='''
    out = E[ids] + P[np.arange(T)]
''', new='''
    places = np.arange(len(ids)).reshape((-1,) + (1,) * (ids.ndim - 1))
    out = E[ids] + P[places]
''')

answers.wrong(
    "scaled", "scaled-rows", check="values", breaks="token-row",
    of="right-checks-first",
    old="    out = E[ids] + P[np.arange(T)]",
    new="    out = E[ids] * np.sqrt(E.shape[1]) + P[np.arange(T)]")

answers.wrong(
    "padding", "id-zero-silent", check="values", breaks="id-zero",
    of="right-checks-first",
    old="    out = E[ids] + P[np.arange(T)]",
    new="    out = np.where((ids != 0)[..., None], E[ids], 0) + P[np.arange(T)]")

answers.wrong(
    "two-axes", "one-sequence-only", check="values", breaks="any-axes",
    why="unpacks one sequence or a batch, and no further axes",
    of="right-checks-first",
    old="    T, L = ids.shape[-1], len(P)",
    new="""    if ids.ndim == 1:
        (T,) = ids.shape
    else:
        _, T = ids.shape
    L = len(P)""")

answers.wrong(
    "segments-unused", "segments-ignored", check="segments", breaks="segment-row", alone=True,
    of="right-checks-first", old='''
        out = out + S[segments]
''', new='''
        out = out + 0 * S[0]
''')

answers.wrong(
    "segment-zero", "segment-zero-silent", check="segments", breaks="segment-zero", alone=True,
    of="right-checks-first",
    old="        out = out + S[segments]",
    new="        out = out + np.where((segments != 0)[..., None], S[segments], 0)")

answers.wrong(
    "any-segment", "zeros-for-none", check="segments", breaks="segment-zero", alone=True,
    why="asks whether there is a segment other than 0",
    of="right-checks-first",
    old="    if S is not None:",
    new="    if S is not None and segments.any():")

answers.wrong(
    "segments-free", "segments-unchecked", check="contract", breaks="segments-ids", alone=True,
    why="looks at the ids of tokens only",
    of="right-checks-first", old="        check_ids(segments, len(S))\n", new="")

answers.wrong(
    "segments-of-ids", "segments-from-ids", check="segments", breaks="segment-place", alone=True,
    why="looks the segment rows up with the ids",
    of="right-checks-first", old="S[segments]", new="S[ids % len(S)]")

answers.spoiled("noisy(right)", "right[..., ::-1]")

