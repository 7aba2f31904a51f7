# misconception: counts-overflow
# check: onehot
# why: counts in NumPy's int64 throughout
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or V < 1 or d < 1 or itemsize < 1 or id_itemsize < 1:
        raise ValueError("a size is too small")
    N = np.int64(n)
    if method == "gather":
        return Cost(np.int64(0), N * id_itemsize + N * d * itemsize * 2)
    if method == "onehot":
        return Cost(N * V * d, N * id_itemsize + (N * V + V * d + N * d) * itemsize)
    raise ValueError(method)
