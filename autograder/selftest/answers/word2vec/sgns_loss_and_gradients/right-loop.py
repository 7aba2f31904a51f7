# how: example by example, with math; a plain tuple
import math


def softplus(s):
    return s + math.log1p(math.exp(-s)) if s > 0 else math.log1p(math.exp(s))


def logistic(s):
    return 1 / (1 + math.exp(-s)) if s > -30 else math.exp(max(s, -745.0))


def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative {negative.shape}")
    loss = 0.0
    dv, du, dn = (np.zeros(a.shape) for a in (center, context, negative))
    for i in range(n):
        v = center[i].astype(float)
        s = float(context[i].astype(float) @ v)
        loss += softplus(-s)
        weight = -logistic(-s)
        dv[i] += weight * context[i]
        du[i] = weight * v
        for j in range(negative.shape[1]):
            s = float(negative[i, j].astype(float) @ v)
            loss += softplus(s)
            dv[i] += logistic(s) * negative[i, j]
            dn[i, j] = logistic(s) * v
    return (loss / n, *((g / n).astype(center.dtype) for g in (dv, du, dn)))
