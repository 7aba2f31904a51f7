# misconception: total-grown
# check: untied
# why: adds the second matrix to the total, which has it already
def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    one = V * d
    stored = one if tied else 2 * one
    if stored > total:
        raise ValueError("the model is smaller than its matrices")
    if not tied:
        total += one
    return one / total, stored / total
