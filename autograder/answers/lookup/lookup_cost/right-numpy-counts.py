# how: counts as NumPy integers, with a match statement
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or V < 1 or d < 1 or itemsize < 1 or id_itemsize < 1:
        raise ValueError("a size is too small")
    N = np.int64(n)
    ids = N * id_itemsize
    match method:
        case "gather":
            return Cost(np.int64(0), ids + N * d * itemsize * 2)
        case "onehot":
            return Cost(N * V * d, ids + (N * V + V * d + N * d) * itemsize)
        case _:
            raise ValueError(method)
