# misconception: whole-refused
# check: errors
# why: >= where > belongs
def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    one = V * d
    stored = one if tied else 2 * one
    if stored >= total:
        raise ValueError("the model is smaller than its matrices")
    return one / total, stored / total
