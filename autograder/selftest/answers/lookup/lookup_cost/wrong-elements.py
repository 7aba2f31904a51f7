# misconception: elements
# check: onehot
# why: counts numbers
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, n + 2 * n * d)
    if method == "onehot":
        return Cost(n * V * d, n + n * V + V * d + n * d)
    raise ValueError(method)
