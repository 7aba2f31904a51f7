# how: take copies the rows, and the copy is added to; inputs through np.asarray
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
