# how: one id after the other, with math
import math


def expected_updates(p, batch, steps):
    check_probabilities(p)
    if min(batch, steps) < 0:
        raise ValueError("negative")
    updates = []
    for chance in p:
        if batch == 0:
            updates.append(0.0)
        elif chance == 1:
            updates.append(float(steps))
        else:
            updates.append(steps * -math.expm1(batch * math.log1p(-chance)))
    return np.array(updates)
