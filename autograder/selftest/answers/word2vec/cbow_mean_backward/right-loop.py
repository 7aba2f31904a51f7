# how: slot by slot
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
    if grad_out.ndim != 2 or grad_out.shape[0] != contexts.shape[0]:
        raise ValueError(f"{grad_out.shape}")
    dE = np.zeros((V, grad_out.shape[1]))
    for i in range(len(contexts)):
        for j in range(contexts.shape[1]):
            if mask[i, j]:
                dE[contexts[i, j]] += grad_out[i] / kept[i]
    return dE.astype(grad_out.dtype)
