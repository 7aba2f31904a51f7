# misconception: sum-in-one-side
# check: input
# why: scatters into the gradient of the output side
class TiedGradients(NamedTuple):
    loss: float
    input_side: np.ndarray
    output_side: np.ndarray
    dW: np.ndarray


def tied_gradient(E, W, ids, targets):
    V, d = E.shape
    if W.shape != (d, d):
        raise ValueError(f"W {W.shape} does not fit E {E.shape}")
    if ids.shape != targets.shape or ids.size == 0:
        raise ValueError(f"ids {ids.shape}, targets {targets.shape}")
    check_ids(ids, V)
    check_ids(targets, V)
    i, t = ids.reshape(-1), targets.reshape(-1)
    N = len(i)
    x = E[i]
    a = x @ W
    h = np.tanh(a)
    z = h @ E.T
    z = z - z.max(axis=1, keepdims=True)
    lse = np.log(np.exp(z).sum(axis=1))
    loss = float(np.mean(lse - z[np.arange(N), t]))
    g = np.exp(z - lse[:, None])
    g[np.arange(N), t] -= 1
    g = g / N
    output_side = g.T @ h
    dh = g @ E
    da = dh * (1 - h**2)
    dW = x.T @ da
    dx = da @ W.T
    input_side = output_side + embedding_backward(dx, i, V)
    return TiedGradients(loss, input_side, output_side, dW)
