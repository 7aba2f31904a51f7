# how: flattens the positions and computes in float64
def output_logits(h, E, b=None):
    if not (E.ndim == 2 and h.ndim >= 1 and h.shape[-1] == E.shape[1]):
        raise ValueError(f"shapes {h.shape} and {E.shape}")
    bias = np.zeros(len(E)) if b is None else b
    if np.shape(bias) != (len(E),):
        raise ValueError(f"bias of shape {np.shape(bias)}")
    flat = h.reshape(-1, E.shape[1]).astype(float)
    z = np.tensordot(flat, E.astype(float), axes=(1, 1)) + bias
    return z.reshape(h.shape[:-1] + (len(E),)).astype(h.dtype)
