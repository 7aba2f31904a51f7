# misconception: wrong-exception
# check: settings
# why: a dictionary of methods raises KeyError
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    ids, rows = n * id_itemsize, n * d * itemsize
    return {
        "gather": Cost(0, ids + 2 * rows),
        "onehot": Cost(n * V * d, ids + rows + (n + d) * V * itemsize),
    }[method]
