# misconception: mask-type
# check: errors
# why: casts the mask
def kept_slots(contexts, mask, V):
    check_ids(contexts, V)
    mask = mask.astype(bool)
    if contexts.ndim != 2 or mask.shape != contexts.shape:
        raise ValueError(f"contexts {contexts.shape}, mask {mask.shape}")
    kept = mask.sum(axis=1)
    if not kept.all():
        raise ValueError("an example keeps no slot")
    return kept


def cbow_mean(E, contexts, mask):
    kept = kept_slots(contexts, mask, len(E))
    total = (E[contexts] * mask[:, :, None]).sum(axis=1)
    return (total / kept[:, None]).astype(E.dtype)
