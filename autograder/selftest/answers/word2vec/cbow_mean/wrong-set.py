# misconception: repeats-once
# check: values
# why: goes through the set of the words
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


def cbow_mean(E, contexts, mask):
    kept = kept_slots(contexts, mask, len(E))
    bags = [sorted({int(c) for c in row[keep]}) for row, keep in zip(contexts, mask)]
    means = [E[bag].mean(axis=0) for bag in bags]
    return np.array(means, dtype=E.dtype).reshape(len(kept), E.shape[1])
