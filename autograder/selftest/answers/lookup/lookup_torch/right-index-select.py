# how: index_select on flat ids, errors that list all bad ids
def lookup_torch(E, ids):
    if ids.is_floating_point() or ids.is_complex() or ids.dtype is torch.bool:
        raise TypeError("ids have dtype %s" % ids.dtype)
    V, d = E.shape
    outside = torch.logical_or(ids.lt(0), ids.ge(V))
    if bool(outside.any()):
        raise IndexError(f"no rows for the ids {ids[outside].tolist()}")
    rows = torch.index_select(E, 0, ids.flatten())
    return rows.view(ids.shape + (d,))
