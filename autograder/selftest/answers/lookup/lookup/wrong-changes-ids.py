# misconception: ids-changed
# check: copy
# why: the flat array that is sorted for the range check is the caller's own
def lookup(E, ids):
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids must be integers")
    rows = np.take(E, ids % max(len(E), 1), axis=0)
    flat = ids.reshape(-1)
    flat.sort()
    if flat.size and (flat[0] < 0 or flat[-1] >= len(E)):
        raise IndexError(f"smallest id {flat[0]}, largest {flat[-1]}")
    return rows
