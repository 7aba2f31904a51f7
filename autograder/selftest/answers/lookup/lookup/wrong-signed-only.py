# misconception: unsigned-refused
# check: dtypes
# why: takes the kind "i" for all integers
def lookup(E, ids):
    if ids.dtype.kind != "i":
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    for i in ids.flat:
        if i < 0 or i >= len(E):
            raise IndexError(f"id {i} is not in the table")
    return E[ids]
