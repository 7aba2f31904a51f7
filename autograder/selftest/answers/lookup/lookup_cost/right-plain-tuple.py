# how: a plain tuple, printed on the way, built up by +=
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if method not in ("gather", "onehot"):
        raise ValueError(f"method: {method}")
    if min(n + 1, V, d, itemsize, id_itemsize) <= 0:
        raise ValueError("negative or empty sizes")
    total = n * id_itemsize
    total += n * d * itemsize
    if method == "gather":
        total += n * d * itemsize
        multiplies = 0
    else:
        total += n * V * itemsize
        total += V * d * itemsize
        multiplies = n * d * V
    print("multiplies", multiplies, "bytes", total)
    return multiplies, total
