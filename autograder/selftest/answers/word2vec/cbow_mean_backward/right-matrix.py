# how: an n × V matrix of weights, transposed
def kept_slots(contexts, mask, V):
    check_ids(contexts, V)
    if mask.dtype != bool:
        raise TypeError(f"the mask is {mask.dtype}")
    if contexts.ndim != 2 or mask.shape != contexts.shape:
        raise ValueError(f"contexts {contexts.shape}, mask {mask.shape}")
    kept = mask.sum(axis=1)
    if not kept.all():
        raise ValueError("an example keeps no slot")
    return kept


def cbow_mean_backward(grad_out, contexts, mask, V):
    kept = kept_slots(contexts, mask, V)
    if grad_out.ndim != 2 or len(grad_out) != len(kept):
        raise ValueError(f"{grad_out.shape}")
    weights = np.zeros((len(kept), V), grad_out.dtype)
    example, slot = np.nonzero(mask)
    np.add.at(weights, (example, contexts[example, slot]), 1)
    weights /= np.maximum(kept, 1)[:, None].astype(grad_out.dtype)
    return weights.T @ grad_out
