# misconception: not-integers
# check: errors
# why: .long() accepts everything
def lookup_torch(E, ids):
    ids = ids.long()
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    return F.embedding(ids, E)
