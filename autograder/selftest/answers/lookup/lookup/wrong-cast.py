# misconception: not-integers
# check: errors
# why: astype(int) lets everything through
def lookup(E, ids):
    ids = ids.astype(int)
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.size:
        raise IndexError(f"id {bad[0]} is out of range")
    return E[ids]
