# misconception: itemsize-for-ids
# check: gather
# why: ids take itemsize bytes, like everything else
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    numbers = {"gather": n + 2 * n * d, "onehot": n + n * V + V * d + n * d}
    if method not in numbers:
        raise ValueError(method)
    return Cost(n * V * d if method == "onehot" else 0, numbers[method] * itemsize)
