# misconception: share-of-tied
# check: share
# why: divides by the smaller of the two models
class Savings(NamedTuple):
    parameters: int
    bytes: int
    share: float


def tying_savings(V, d, total, tied, itemsize=2):
    if V < 1 or d < 1 or itemsize < 1:
        raise ValueError(f"V {V}, d {d}, itemsize {itemsize}")
    table = V * d
    if total < (1 if tied else 2) * table:
        raise ValueError(f"{total} parameters are too few")
    untied = total + table if tied else total
    return Savings(table, table * itemsize, table / (untied - table))
