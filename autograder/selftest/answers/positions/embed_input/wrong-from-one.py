# misconception: positions-from-one
# check: values
# why: positions 1 ... T, as in the formula with t = 1
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
    out = E[ids] + P[1 : T + 1]
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
