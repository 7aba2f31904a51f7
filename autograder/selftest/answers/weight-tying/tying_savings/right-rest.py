# how: first what is no table, then the untied total
class Savings(NamedTuple):
    parameters: int
    bytes: int
    share: float


def tying_savings(V, d, total, tied, itemsize=2):
    for name, size in dict(V=V, d=d, itemsize=itemsize).items():
        if size <= 0:
            raise ValueError(f"{name} is {size}")
    table = V * d
    tables = 1 if tied else 2
    rest = total - tables * table
    if rest < 0:
        raise ValueError(f"the tables alone have {tables * table} parameters, not {total}")
    return Savings(parameters=table, bytes=itemsize * table, share=table / (rest + 2 * table))
