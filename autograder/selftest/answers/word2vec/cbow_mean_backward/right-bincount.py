# how: np.bincount, column by column
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
    example = np.repeat(np.arange(len(kept)), kept)
    rows = contexts[mask].astype(np.intp)
    columns = [np.bincount(rows, weights=g[example] / kept[example], minlength=V) for g in grad_out.T]
    return np.stack(columns, axis=1).astype(grad_out.dtype)
