# misconception: one-position
# check: onehot
# why: O(Vd) is the cost of one token
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, n * id_itemsize + 2 * n * d * itemsize)
    if method == "onehot":
        return Cost(V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)
    raise ValueError(method)
