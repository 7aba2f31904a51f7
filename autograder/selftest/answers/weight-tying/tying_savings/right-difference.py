# how: the difference of two models
class Savings(NamedTuple):
    parameters: int
    bytes: int
    share: float


def tying_savings(V, d, total, tied, itemsize=2):
    if min(V, d, itemsize) < 1:
        raise ValueError("sizes begin with 1")
    with_one, with_two = (total, total + V * d) if tied else (total - V * d, total)
    if with_one < V * d:
        raise ValueError(f"no model of {total} parameters has these tables")
    saved = with_two - with_one
    return Savings(saved, saved * itemsize, saved / with_two)
