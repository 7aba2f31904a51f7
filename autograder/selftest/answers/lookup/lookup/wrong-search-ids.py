# misconception: whole-table
# check: cost
# why: looks for each id in a list of all ids of the vocabulary
def lookup(E, ids):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    known = np.isin(ids, np.arange(len(E)))
    if not known.all():
        raise IndexError(f"unknown ids: {ids[~known]}")
    return E[ids]
