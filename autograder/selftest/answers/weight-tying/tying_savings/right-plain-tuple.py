# how: a plain tuple, in one expression
def tying_savings(V, d, total, tied, itemsize=2):
    if not (V >= 1 and d >= 1 and itemsize >= 1 and total >= V * d * (2 - bool(tied))):
        raise ValueError("sizes from 1, and a total that holds the tables")
    return V * d, V * d * itemsize, V * d / (total + bool(tied) * V * d)
