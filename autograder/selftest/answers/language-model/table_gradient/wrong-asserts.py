# misconception: wrong-exception
# check: errors
# why: refuses shapes with assert
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    assert ids.ndim == 2 and dx.shape == (*ids.shape, d), (dx.shape, ids.shape)
    dE = dE_head.copy()
    np.add.at(dE, ids, dx)
    return dE
