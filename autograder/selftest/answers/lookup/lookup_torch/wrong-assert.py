# misconception: wrong-exception
# check: errors
# why: asserts, so that bad ids raise AssertionError
def lookup_torch(E, ids):
    assert ids.dtype in (torch.int32, torch.int64), ids.dtype
    assert ((ids >= 0) & (ids < len(E))).all(), f"ids out of range: {ids.tolist()}"
    return F.embedding(ids, E)
