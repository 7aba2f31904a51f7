# misconception: table-in-gather
# check: gather
# why: counts the table beside the gathered rows
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    everything = n * id_itemsize + V * d * itemsize + n * d * itemsize
    if method == "gather":
        return Cost(0, everything + n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, everything + n * V * itemsize)
    raise ValueError(method)
