# how: a dictionary of formulas, its KeyError turned into a ValueError
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    formulas = {
        "gather": lambda: (0, 2 * n * d),
        "onehot": lambda: (n * V * d, n * V + V * d + n * d),
    }
    try:
        formula = formulas[method]
    except KeyError:
        raise ValueError(f"method {method!r} is not one of {sorted(formulas)}") from None
    if n < 0 or any(x < 1 for x in (V, d, itemsize, id_itemsize)):
        raise ValueError("sizes must be positive")
    multiplies, numbers = formula()
    return Cost(multiplies=multiplies, bytes=numbers * itemsize + n * id_itemsize)
