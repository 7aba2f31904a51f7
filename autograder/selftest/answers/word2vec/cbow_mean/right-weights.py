# how: a product with weights, in float64
def cbow_mean(E, contexts, mask):
    if mask.dtype.kind != "b":
        raise TypeError(f"mask {mask.dtype}")
    check_ids(contexts, len(E))
    if contexts.ndim != 2 or mask.shape != contexts.shape or (mask.sum(axis=1) == 0).any():
        raise ValueError("shapes, or an example without context")
    weights = mask / mask.sum(axis=1, keepdims=True)
    return np.einsum("nw,nwd->nd", weights, E[contexts]).astype(E.dtype)
