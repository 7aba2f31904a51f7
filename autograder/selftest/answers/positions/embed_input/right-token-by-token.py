# how: a loop over all tokens, with float64 sums and a print
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
