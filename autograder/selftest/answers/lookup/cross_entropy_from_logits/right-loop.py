# how: one position at a time, in float64
import math


def cross_entropy_from_logits(logits, targets):
    if not np.issubdtype(targets.dtype, np.integer):
        raise TypeError(f"targets must be integers, not {targets.dtype}")
    if logits.shape[:-1] != targets.shape:
        raise ValueError(f"logits {logits.shape} and targets {targets.shape} do not belong together")
    if targets.size == 0:
        raise ValueError("no targets")
    V, total = logits.shape[-1], 0.0
    for place, t in np.ndenumerate(targets):
        if not 0 <= t < V:
            raise IndexError(f"target {t} is not one of {V} tokens")
        z = [float(x) for x in logits[place]]
        m = max(z)
        total += m + math.log(math.fsum(math.exp(x - m) for x in z)) - z[int(t)]
    return total / targets.size
