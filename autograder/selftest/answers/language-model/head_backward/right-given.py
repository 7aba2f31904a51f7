# how: the given softmax and cross_entropy, one-hot targets
class Head(NamedTuple):
    loss: float
    dE: np.ndarray
    dh: np.ndarray


def head_backward(h, E, targets):
    if h.ndim != 2 or E.ndim != 2 or h.shape[1] != E.shape[1]:
        raise ValueError(f"h {h.shape}, E {E.shape}")
    logits = np.einsum("bd,vd->bv", h, E)
    loss = cross_entropy(logits, targets)
    onehot = np.eye(len(E), dtype=h.dtype)[targets]
    g = (softmax(logits) - onehot) / h.dtype.type(len(h))
    return Head(loss, np.einsum("bv,bd->vd", g, h), np.einsum("bv,vd->bd", g, E))
