# how: one id after the other, with math
import math


def expected_distinct(p, n):
    check_probabilities(p)
    if n < 0:
        raise ValueError("a negative number of draws")
    total = 0.0
    for chance in p.tolist():
        if chance >= 1:
            total += 1.0 if n else 0.0
        else:
            total -= math.expm1(n * math.log1p(-chance))
    return total
