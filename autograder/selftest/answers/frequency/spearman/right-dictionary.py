# how: places collected in a dictionary; sums of Python floats
from collections import defaultdict


def spearman(x, y):
    if x.ndim != 1 or y.ndim != 1 or len(x) != len(y):
        raise ValueError("two arrays of one length")
    if len(x) < 2:
        raise ValueError("two values or more")

    def ranks(values):
        places = defaultdict(list)
        for place, value in enumerate(sorted(values), start=1):
            places[value].append(place)
        if len(places) == 1:
            raise ValueError("all values are equal")
        return [sum(places[v]) / len(places[v]) for v in values]

    n, a, b = len(x), ranks(x.tolist()), ranks(y.tolist())
    middle = (n + 1) / 2
    both = sum((i - middle) * (j - middle) for i, j in zip(a, b))
    own = sum((i - middle) ** 2 for i in a) * sum((j - middle) ** 2 for j in b)
    return both / own**0.5
