# misconception: names-no-id
# check: errors
# why: the message names the range, not the id
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    if (ids < 0).any() or (ids >= len(E)).any():
        raise IndexError("an id is out of range")
    return E[ids]
