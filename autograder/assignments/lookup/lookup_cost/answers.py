"""Answers to `lookup_cost` of lookup."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "arrays", how="lists the arrays that take part with their shapes, and adds up",
    source='''
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
''')

answers.right(
    "numpy-counts", how="arrays of shapes, in Python's integers; small counts are NumPy's; a match statement",
    source='''
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
''')

answers.right(
    "plain-tuple", how="a plain tuple, printed on the way, built up by +=",
    source='''
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
''')

answers.right(
    "table-of-methods", how="a dictionary of formulas, its KeyError turned into a ValueError",
    source='''
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
''')

answers.wrong(
    "floats", "float-counts", check="onehot", breaks="whole",
    why="computes in floating point, which loses the last digits of large counts",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    n = float(n)
    if method == "gather":
        return Cost(0.0, n * id_itemsize + 2 * n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)
    raise ValueError(method)
''')

answers.wrong(
    "no-lookups", "zero-ids-refused", check="settings", breaks="no-ids",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if any(x <= 0 for x in (n, V, d, itemsize, id_itemsize)):
        raise ValueError("sizes must be positive")
    if method == "gather":
        return Cost(0, n * id_itemsize + 2 * n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)
    raise ValueError(f"method {method!r}")
''')

answers.wrong(
    "product-without-vectors", "onehot-not-counted", check="onehot", breaks="hot",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, n * id_itemsize + 2 * n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, n * id_itemsize + (V * d + n * d) * itemsize)
    raise ValueError(method)
''')

answers.wrong(
    "bits", "bits", check="gather", breaks="bytes",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, (n * id_itemsize + 2 * n * d * itemsize) * 8)
    if method == "onehot":
        return Cost(n * V * d, (n * id_itemsize + (n * V + V * d + n * d) * itemsize) * 8)
    raise ValueError(method)
''')

answers.wrong(
    "elements", "elements", check="onehot",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, n + 2 * n * d)
    if method == "onehot":
        return Cost(n * V * d, n + n * V + V * d + n * d)
    raise ValueError(method)
''')

answers.wrong(
    "else", "method-not-checked", check="settings", breaks="method",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, n * id_itemsize + 2 * n * d * itemsize)
    else:
        return Cost(n * V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)
''')

answers.wrong(
    "fixed-id-itemsize", "fixed-id-itemsize", check="onehot", breaks="id-itemsize",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, 8 * n + 2 * n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, 8 * n + (n * V + V * d + n * d) * itemsize)
    raise ValueError(method)
''')

answers.wrong(
    "fixed-itemsize", "fixed-itemsize", check="gather", breaks="itemsize",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, n * id_itemsize + n * d * 4 + n * d * 4)
    if method == "onehot":
        return Cost(n * V * d, n * id_itemsize + n * V * 4 + V * d * 4 + n * d * 4)
    raise ValueError(method)
''')

answers.wrong(
    "flops", "flops", check="onehot", breaks="additions",
    why="counts a multiplication and an addition as two operations",
    of="wrong-product-without-vectors", 
    old="        return Cost(n * V * d, n * id_itemsize + (V * d + n * d) * itemsize)",
    new="        return Cost(2 * n * V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)")

answers.wrong(
    "gather-adds-table", "table-in-gather", check="gather",
    why="counts the table beside the gathered rows",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    everything = n * id_itemsize + V * d * itemsize + n * d * itemsize
    if method == "gather":
        return Cost(0, everything + n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, everything + n * V * itemsize)
    raise ValueError(method)
''')

answers.wrong(
    "gather-multiplies", "gather-multiplies", check="gather", breaks="copies",
    of="wrong-floats", edits=[('''
    n = float(n)
''', ""), ("        return Cost(0.0, n * id_itemsize + 2 * n * d * itemsize)", "        return Cost(n * d, n * id_itemsize + 2 * n * d * itemsize)")])

answers.wrong(
    "gather-reads-table", "table-in-gather", check="gather", breaks="gathered",
    why="the gather is given the whole table, so the whole table counts",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    ids, table, output = n * id_itemsize, V * d * itemsize, n * d * itemsize
    if method == "gather":
        return Cost(0, ids + table + output)
    if method == "onehot":
        return Cost(n * V * d, ids + n * V * itemsize + table + output)
    raise ValueError(method)
''')

answers.wrong(
    "itemsize-for-ids", "itemsize-for-ids", check="gather",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    numbers = {"gather": n + 2 * n * d, "onehot": n + n * V + V * d + n * d}
    if method not in numbers:
        raise ValueError(method)
    return Cost(n * V * d if method == "onehot" else 0, numbers[method] * itemsize)
''')

answers.wrong(
    "key-error", "settings-exception", check="settings",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    ids, rows = n * id_itemsize, n * d * itemsize
    return {
        "gather": Cost(0, ids + 2 * rows),
        "onehot": Cost(n * V * d, ids + rows + (n + d) * V * itemsize),
    }[method]
''')

answers.wrong(
    "no-ids", "ids-not-counted", check="onehot", breaks="ids",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, 2 * n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, (n * V + V * d + n * d) * itemsize)
    raise ValueError(method)
''')

answers.wrong(
    "no-output", "output-not-counted", check="gather", breaks="output",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return Cost(0, n * id_itemsize + n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, n * id_itemsize + (n * V + V * d) * itemsize)
    raise ValueError(method)
''')

answers.wrong(
    "no-size-check", "sizes-not-checked", check="settings",
    of="wrong-no-lookups", old='''
    if any(x <= 0 for x in (n, V, d, itemsize, id_itemsize)):
        raise ValueError("sizes must be positive")
''', new="")

answers.wrong(
    "one-position", "one-position", check="onehot", breaks="product",
    of="wrong-product-without-vectors", 
    old="        return Cost(n * V * d, n * id_itemsize + (V * d + n * d) * itemsize)",
    new="        return Cost(V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)")

answers.wrong(
    "order", "swapped", check="gather", breaks="order",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    if method == "gather":
        return (n * id_itemsize + 2 * n * d * itemsize, 0)
    if method == "onehot":
        return (n * id_itemsize + (n * V + V * d + n * d) * itemsize, n * V * d)
    raise ValueError(method)
''')

answers.wrong(
    "product-without-table", "table-not-counted", check="onehot", breaks="table",
    of="wrong-product-without-vectors", 
    old="        return Cost(n * V * d, n * id_itemsize + (V * d + n * d) * itemsize)",
    new="        return Cost(n * V * d, n * id_itemsize + (n * V + n * d) * itemsize)")

answers.wrong(
    "wraps", "counts-overflow", check="onehot", breaks="exact",
    why="np.prod multiplies in int64, which wraps around",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or min(V, d, itemsize, id_itemsize) < 1:
        raise ValueError("sizes")
    ids, out = n * id_itemsize, n * d * itemsize
    if method == "gather":
        return Cost(0, ids + 2 * out)
    if method == "onehot":
        return Cost(int(np.prod([n, V, d])), ids + n * V * itemsize + V * d * itemsize + out)
    raise ValueError(method)
''')

answers.wrong(
    "wraps-int64", "counts-overflow", check="onehot",
    why="counts in NumPy's int64 throughout",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if n < 0 or V < 1 or d < 1 or itemsize < 1 or id_itemsize < 1:
        raise ValueError("a size is too small")
    N = np.int64(n)
    if method == "gather":
        return Cost(np.int64(0), N * id_itemsize + N * d * itemsize * 2)
    if method == "onehot":
        return Cost(N * V * d, N * id_itemsize + (N * V + V * d + N * d) * itemsize)
    raise ValueError(method)
''')

answers.wrong(
    "written-and-read", "read-and-written", check="onehot", breaks="once",
    of="wrong-product-without-vectors", 
    old="        return Cost(n * V * d, n * id_itemsize + (V * d + n * d) * itemsize)",
    new="        return Cost(n * V * d, n * id_itemsize + (2 * n * V + V * d + n * d) * itemsize)")

answers.wrong(
    "zero-size", "zero-accepted", check="settings", breaks="size",
    source='''
def lookup_cost(n, V, d, method, itemsize=4, id_itemsize=8):
    if any(x < 0 for x in (n, V, d, itemsize, id_itemsize)):
        raise ValueError("sizes must not be negative")
    if method == "gather":
        return Cost(0, n * id_itemsize + 2 * n * d * itemsize)
    if method == "onehot":
        return Cost(n * V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)
    raise ValueError(f"method {method!r}")
''')

answers.wrong(
    "rounded", "counts-rounded", check="onehot", breaks="exact",
    of="wrong-floats", edits=[
        ("Cost(0.0, n * id_itemsize + 2 * n * d * itemsize)",
         "Cost(0, int(n * id_itemsize + 2 * n * d * itemsize))"),
        ("Cost(n * V * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)",
         "Cost(int(n * V * d), int(n * id_itemsize + (n * V + V * d + n * d) * itemsize))")])

answers.wrong(
    "bytes-wrap", "counts-overflow", check="gather", breaks="exact",
    why="the bytes are a sum of NumPy's integers",
    of="right-plain-tuple",
    old="    total = n * id_itemsize",
    new="    n = np.int64(n)\n    total = n * id_itemsize")

answers.wrong(
    "divided", "float-counts", check="gather", breaks="whole",
    why="turns bits into bytes by a division",
    of="right-plain-tuple", old="    return multiplies, total", new="    return multiplies, 8 * total / 8")

answers.wrong(
    "distinct", "distinct-rows", check="gather", alone=True, breaks="twice",
    of="wrong-no-lookups", edits=[
        ("(n, V, d, itemsize, id_itemsize)):", "(n + 1, V, d, itemsize, id_itemsize)):"),
        ("2 * n * d * itemsize", "(n + min(n, V)) * d * itemsize")])

answers.wrong(
    "negative-n", "some-sizes-unchecked", check="settings", alone=True, breaks="negative-n",
    why="forgets n among the sizes",
    of="wrong-no-lookups", old="(n, V, d, itemsize, id_itemsize)", new="(V, d, itemsize, id_itemsize)")

answers.wrong(
    "table-for-onehot", "some-sizes-unchecked", check="settings", alone=True, breaks="size",
    why="a gather does not use V, so V is not checked for it",
    of="wrong-no-lookups",
    old="    if any(x <= 0 for x in (n, V, d, itemsize, id_itemsize)):",
    new="    if n < 0 or any(x <= 0 for x in (V if method == \"onehot\" else 1, d, itemsize, id_itemsize)):")

answers.wrong(
    "lower", "method-similar", check="settings", alone=True, breaks="method",
    of="right-plain-tuple",
    old="    if method not in",
    new="    method = method.strip().lower()\n    if method not in")

answers.wrong(
    "early-return", "checks-after-return", check="settings", alone=True, breaks="size",
    of="wrong-no-lookups", edits=[
        ("(n, V, d, itemsize, id_itemsize)", "(n + 1, V, d, itemsize, id_itemsize)"),
        ("    if any",
         "    if n == 0:\n"
         "        return Cost(0, V * d * itemsize if method == \"onehot\" else 0)\n"
         "    if any")])

answers.wrong(
    "free-without-ids", "free-without-ids", check="settings", alone=True, breaks="table-without-ids",
    of="wrong-no-lookups", edits=[
        ("(n, V, d, itemsize, id_itemsize)", "(n + 1, V, d, itemsize, id_itemsize)"),
        ("    if method == \"onehot\":",
         "    if method == \"onehot\" and n == 0:\n        return Cost(0, 0)\n    if method == \"onehot\":")])

answers.spoiled(
    "Cost(right.multiplies, right.bytes + 1)",
    "Cost(right.multiplies + 1, right.bytes)",
    "Cost(right.multiplies, right.bytes - id_itemsize)",
    "Cost(right.multiplies, right.bytes * 3)",
    "Cost(right.multiplies * 3 + 7, right.bytes)",
    "right.bytes",
    "{'multiplies': right.multiplies, 'bytes': right.bytes}",
    "(right.multiplies, right.bytes, 0)",
    "Cost(str(right.multiplies), str(right.bytes))")

answers.wrong(
    "products-and-sums", "flops", check="onehot", alone=True, breaks="additions",
    why="counts the V - 1 additions of each number of the output as well",
    of="wrong-product-without-vectors",
    old="        return Cost(n * V * d, n * id_itemsize + (V * d + n * d) * itemsize)",
    new="        return Cost(n * (2 * V - 1) * d, n * id_itemsize + (n * V + V * d + n * d) * itemsize)")
