# how: one-hot matrices for ids and targets
class TiedGradients(NamedTuple):
    loss: float
    input_side: np.ndarray
    output_side: np.ndarray
    dW: np.ndarray


def tied_gradient(E, W, ids, targets):
    (V, d), N = E.shape, ids.size
    if W.shape != (d, d):
        raise ValueError(f"W is {W.shape}, not ({d}, {d})")
    if N == 0 or targets.shape != ids.shape:
        raise ValueError(f"{ids.shape} ids and {targets.shape} targets")
    check_ids(ids, V)
    check_ids(targets, V)
    eye = np.eye(V, dtype=E.dtype)
    read, predict = eye[ids.ravel()], eye[targets.ravel()]
    x = read @ E
    h = np.tanh(x @ W)
    z = h @ E.T
    z -= z.max(1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(1, keepdims=True))
    r = (np.exp(log_p) - predict) / N
    back = (r @ E) * (1 - h) * (1 + h)
    return TiedGradients(float(-(log_p * predict).sum() / N), read.T @ back @ W.T, r.T @ h, x.T @ back)
