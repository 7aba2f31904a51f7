# misconception: percent
# check: tied
# why: per cent, as the tables print it
def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    one = V * d
    stored = one if tied else 2 * one
    if stored > total:
        raise ValueError("the model is smaller than its matrices")
    return 100 * one / total, 100 * stored / total
