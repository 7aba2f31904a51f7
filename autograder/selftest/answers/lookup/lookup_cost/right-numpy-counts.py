# how: arrays of shapes, in Python's integers; small counts are NumPy's; a match statement
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or V < 1 or d < 1 or itemsize < 1 or id_itemsize < 1:
        raise ValueError("a size is too small")
    match method:
        case "gather":
            shapes, multiplies = [(n, d), (n, d)], np.int64(0)
        case "onehot":
            shapes, multiplies = [(n, V), (V, d), (n, d)], np.prod([n, V, d], dtype=object)
        case _:
            raise ValueError(method)
    numbers = np.array(shapes, dtype=object).prod(axis=1).sum()
    return Cost(multiplies, n * id_itemsize + numbers * itemsize)
