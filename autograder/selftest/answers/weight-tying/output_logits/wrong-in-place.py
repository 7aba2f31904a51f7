# misconception: arguments-changed
# check: values
# why: divides and multiplies h on the way, in place
def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[-1]:
        raise ValueError(f"h {h.shape} does not fit E {E.shape}")
    if b is not None and b.shape != E.shape[:1]:
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
    h *= 2
    z = np.matmul(h, E.T) / 2
    if b is not None:
        z = z + b
    return z
