# how: lists the arrays that take part with their shapes, and adds up
import math


def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    for name, value in {"V": V, "d": d, "itemsize": itemsize, "id_itemsize": id_itemsize}.items():
        if value <= 0:
            raise ValueError(f"{name} is {value}; it must be positive")
    if n < 0:
        raise ValueError(f"n is {n}; it must not be negative")
    if method == "gather":
        shapes, multiplies = [(n, d), (n, d)], 0
    elif method == "onehot":
        shapes, multiplies = [(n, V), (V, d), (n, d)], n * V * d
    else:
        raise ValueError(f"unknown method {method!r}")
    return Cost(multiplies, n * id_itemsize + itemsize * sum(math.prod(s) for s in shapes))
