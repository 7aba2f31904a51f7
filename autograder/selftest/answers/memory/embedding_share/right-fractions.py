# how: exact fractions, converted at the end
from fractions import Fraction

def embedding_share(V, d, total, tied):
    check_sizes(V=V, d=d, total=total)
    one = Fraction(V * d, total)
    stored = one * (1 if tied else 2)
    if stored > 1:
        raise ValueError(f"total={total} is too small")
    return float(one), float(stored)
