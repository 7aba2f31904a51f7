# how: position by position, in float64
class TiedGradients(NamedTuple):
    loss: float
    input_side: np.ndarray
    output_side: np.ndarray
    dW: np.ndarray


def tied_gradient(E, W, ids, targets):
    if E.ndim != 2 or W.shape != E.shape[1:] * 2:
        raise ValueError("W must be d x d")
    if ids.shape != targets.shape or 0 in ids.shape:
        raise ValueError("one target for each id, and at least one")
    check_ids(ids, E.shape[0])
    check_ids(targets, E.shape[0])
    table, mix, N = E.astype(float), W.astype(float), ids.size
    loss, read, scored, dW = 0.0, np.zeros_like(table), np.zeros_like(table), np.zeros_like(mix)
    for i, t in zip(ids.ravel().tolist(), targets.ravel().tolist()):
        x = table[i]
        h = np.tanh(mix.T @ x)
        z = table @ h
        z -= z.max()
        p = np.exp(z) / np.exp(z).sum()
        loss += np.log(np.exp(z).sum()) - z[t]
        p[t] -= 1
        scored += np.outer(p, h)
        da = (table.T @ p) / np.cosh(mix.T @ x) ** 2
        dW += np.outer(x, da)
        read[i] += mix @ da
    return TiedGradients(loss / N, *((a / N).astype(E.dtype) for a in (read, scored, dW)))
