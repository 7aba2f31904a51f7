# misconception: float-counts
# check: onehot
# why: computes in floating point, which loses the last digits of large counts
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    n = float(n)
    if method == "gather":
        return Cost(0.0, n * id_itemsize + 2 * n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)
    raise ValueError(method)
