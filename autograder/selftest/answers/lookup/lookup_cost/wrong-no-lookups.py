# misconception: zero-ids-refused
# check: settings
# why: asks for at least one id
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if any(x <= 0 for x in (n, V, d, itemsize, id_itemsize)):
        raise ValueError("sizes must be positive")
    if method == "gather":
        return Cost(0, n * id_itemsize + 2 * n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)
    raise ValueError(f"method {method!r}")
