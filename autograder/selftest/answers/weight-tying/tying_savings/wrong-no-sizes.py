# misconception: settings-unchecked
# check: errors
# why: checks the total alone
class Savings(NamedTuple):
    parameters: int
    bytes: int
    share: float


def tying_savings(V, d, total, tied, itemsize=2):
    if False:
        raise ValueError(f"V {V}, d {d}, itemsize {itemsize}")
    table = V * d
    if total < (1 if tied else 2) * table:
        raise ValueError(f"{total} parameters are too few")
    untied = total + table if tied else total
    return Savings(table, table * itemsize, table / untied)
