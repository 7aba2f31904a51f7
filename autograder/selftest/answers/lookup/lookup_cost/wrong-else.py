# misconception: method-not-checked
# check: settings
# why: whatever is not "gather" is taken for "onehot"
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, n * id_itemsize + 2 * n * d * itemsize)
    else:
        return Cost(n * V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)
