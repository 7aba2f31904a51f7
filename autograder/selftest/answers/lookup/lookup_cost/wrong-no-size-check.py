# misconception: sizes-not-checked
# check: settings
# why: checks the method and nothing else
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if method == "gather":
        return Cost(0, n * id_itemsize + 2 * n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)
    raise ValueError(f"method {method!r}")
