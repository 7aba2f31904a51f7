# misconception: table-in-gather
# check: gather
# why: the gather is given the whole table, so the whole table counts
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    ids, table, output = n * id_itemsize, V * d * itemsize, n * d * itemsize
    if method == "gather":
        return Cost(0, ids + table + output)
    if method == "onehot":
        return Cost(n * V * d, ids + n * V * itemsize + table + output)
    raise ValueError(method)
