# how: sums over the common axis by name
def output_logits(h, E, b=None):
    if E.ndim != 2 or h.ndim < 1:
        raise ValueError(f"E {E.shape} needs two axes and h {h.shape} at least one")
    V, d = E.shape
    if h.shape[-1] != d:
        raise ValueError(f"the last axis of h is {h.shape[-1]}, the width {d}")
    if b is not None and b.shape != (V,):
        raise ValueError(f"b has the shape {b.shape}, not ({V},)")
    z = np.einsum("...d,vd->...v", h, E)
    return z if b is None else z + b
