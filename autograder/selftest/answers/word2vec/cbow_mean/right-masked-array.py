# how: the mean of a masked array
def cbow_mean(E, contexts, mask):
    check_ids(contexts, len(E))
    if not mask.dtype == bool:
        raise TypeError("bool")
    if contexts.ndim != 2 or contexts.shape != mask.shape:
        raise ValueError(f"{contexts.shape} and {mask.shape}")
    n, w = contexts.shape
    if np.any(np.count_nonzero(mask, axis=1) == 0):
        raise ValueError("no slot kept")
    if n == 0:
        return np.zeros((0, E.shape[1]), E.dtype)
    hidden = np.broadcast_to(~mask[..., None], (n, w, E.shape[1]))
    return np.ma.masked_array(E[contexts], hidden).mean(axis=1).filled(0).astype(E.dtype)
