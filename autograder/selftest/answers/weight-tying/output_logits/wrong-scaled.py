# misconception: logits-scaled
# check: values
# why: divides by the root of d, as attention does
def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[-1]:
        raise ValueError(f"h {h.shape} does not fit E {E.shape}")
    if b is not None and b.shape != E.shape[:1]:
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
    z = (h @ E.T) / np.sqrt(np.asarray(E.shape[1], h.dtype))
    if b is not None:
        z = z + b
    return z
