# misconception: total-unchecked
# check: errors
# why: takes any total
def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    one = V * d
    stored = one if tied else 2 * one
    return one / total, stored / total
