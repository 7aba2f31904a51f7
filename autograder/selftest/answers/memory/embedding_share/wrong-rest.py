# misconception: share-of-rest
# check: untied
# why: divides by what is not embedding
def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    one = V * d
    stored = one if tied else 2 * one
    if stored >= total + 1:
        raise ValueError("the model is smaller than its matrices")
    rest = total - stored
    if rest == 0:
        return 1.0, 1.0
    return one / rest, stored / rest
