# misconception: sum-for-mean
# check: values
# why: every row gets the whole gradient
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
    if grad_out.ndim != 2 or len(grad_out) != len(contexts):
        raise ValueError(f"grad_out {grad_out.shape} for {len(contexts)} examples")
    dE = np.zeros((V, grad_out.shape[1]), grad_out.dtype)
    share = grad_out
    slots = share[:, None, :] * mask[:, :, None]
    np.add.at(dE, contexts, slots)
    return dE
