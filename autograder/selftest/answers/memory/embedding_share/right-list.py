# how: one branch for each case, two divisions one after the other
def embedding_share(V, d, total, tied):
    check_sizes(total=total, d=d, V=V)
    share = V * d / total
    if tied:
        if V * d > total:
            raise ValueError("more than the whole model")
        return share, share
    if V * d * 2 > total:
        raise ValueError("more than the whole model")
    return share, 2 * share
