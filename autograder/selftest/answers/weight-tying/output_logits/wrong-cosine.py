# misconception: cosine
# check: values
# why: divides by the length of the rows and of h
def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim == 0 or h.shape[-1] != E.shape[-1]:
        raise ValueError(f"h {h.shape} does not fit E {E.shape}")
    if b is not None and b.shape != E.shape[:1]:
        raise ValueError(f"b {b.shape} does not fit E {E.shape}")
    z = (h / np.linalg.norm(h, axis=-1, keepdims=True)) @ (E / np.linalg.norm(E, axis=1, keepdims=True)).T
    if b is not None:
        z = z + b
    return z
