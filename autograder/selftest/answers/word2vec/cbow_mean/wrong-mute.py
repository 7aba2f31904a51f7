# misconception: id-not-named
# check: errors
# why: says that an id is outside, and not which
def kept_slots(contexts, mask, V):
    if contexts.dtype.kind not in "iu":
        raise TypeError(f"contexts are {contexts.dtype}")
    if contexts.size and (contexts.min() < 0 or contexts.max() >= V):
        raise IndexError("an id is outside the table")
    if mask.dtype != bool:
        raise TypeError(f"the mask is {mask.dtype}")
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
