# misconception: normalised-scores
# check: values
# why: returns probabilities
def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[-1]:
        raise ValueError(f"h {h.shape} does not fit E {E.shape}")
    if b is not None and b.shape != E.shape[:1]:
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
    z = np.matmul(h, E.T)
    if b is not None:
        z = z + b
    z = np.exp(z - z.max(axis=-1, keepdims=True))
    return z / z.sum(axis=-1, keepdims=True)
