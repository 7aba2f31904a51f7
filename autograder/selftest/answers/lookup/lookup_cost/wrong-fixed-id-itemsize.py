# misconception: fixed-id-itemsize
# check: onehot
# why: writes 8 where id_itemsize belongs
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, 8 * n + 2 * n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, 8 * n + (n * V + V * d + n * d) * itemsize)
    raise ValueError(method)
