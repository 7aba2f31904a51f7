# misconception: output-not-counted
# check: gather
# why: counts what is read and not what is written
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, n * id_itemsize + n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, n * id_itemsize + (n * V + V * d) * itemsize)
    raise ValueError(method)
