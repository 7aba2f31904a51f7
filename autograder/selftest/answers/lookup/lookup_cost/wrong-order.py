# misconception: swapped
# check: gather
# why: gives the bytes first
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return (n * id_itemsize + 2 * n * d * itemsize, 0)
    if method == "onehot":
        return (n * id_itemsize + (n * V + V * d + n * d) * itemsize, n * V * d)
    raise ValueError(method)
