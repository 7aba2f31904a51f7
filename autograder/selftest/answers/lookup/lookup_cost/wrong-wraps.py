# misconception: counts-overflow
# check: onehot
# why: np.prod multiplies in int64, which wraps around
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    ids, out = n * id_itemsize, n * d * itemsize
    if method == "gather":
        return Cost(0, ids + 2 * out)
    if method == "onehot":
        return Cost(int(np.prod([n, V, d])), ids + n * V * itemsize + V * d * itemsize + out)
    raise ValueError(method)
