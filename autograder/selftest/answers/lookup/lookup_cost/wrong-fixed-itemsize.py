# misconception: fixed-itemsize
# check: gather
# why: writes 4 where itemsize belongs
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, n * id_itemsize + n * d * 4 + n * d * 4)
    if method == "onehot":
        return Cost(n * V * d, n * id_itemsize + n * V * 4 + V * d * 4 + n * d * 4)
    raise ValueError(method)
