"""Answers to `cbow_mean` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop", how="example by example, with Python's own mean of rows",
    source='''
def cbow_mean(E, contexts, mask):
    if contexts.ndim != 2 or contexts.shape != mask.shape:
        raise ValueError("contexts and mask of shape (n, w)")
    if mask.dtype != np.bool_:
        raise TypeError("a mask is bool")
    check_ids(contexts, E.shape[0])
    out = np.empty((len(contexts), E.shape[1]), E.dtype)
    for i, (row, keep) in enumerate(zip(contexts, mask)):
        if not keep.any():
            raise ValueError(f"example {i} is empty")
        out[i] = E[row[keep]].mean(axis=0)
    return out
''')

answers.right(
    "masked-array", how="the mean of a masked array",
    source='''
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
''')

answers.right(
    "weights", how="a product with weights, in float64",
    source='''
def cbow_mean(E, contexts, mask):
    if mask.dtype.kind != "b":
        raise TypeError(f"mask {mask.dtype}")
    check_ids(contexts, len(E))
    if contexts.ndim != 2 or mask.shape != contexts.shape or (mask.sum(axis=1) == 0).any():
        raise ValueError("shapes, or an example without context")
    weights = mask / mask.sum(axis=1, keepdims=True)
    return np.einsum("nw,nwd->nd", weights, E[contexts]).astype(E.dtype)
''')

answers.wrong(
    "sum", "sum-for-mean", check="values",
    why="forgets to divide",
    source='''
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
    total = (E[contexts] * mask[:, :, None]).sum(axis=1)
    return total
''')

answers.wrong(
    "any-mask", "mask-type", check="errors",
    why="casts the mask",
    of="wrong-sum", edits=[('''
    if mask.dtype != bool:
        raise TypeError(f"the mask is {mask.dtype}")
''', '''
    mask = mask.astype(bool)
'''), ("    return total", "    return (total / kept[:, None]).astype(E.dtype)")])

answers.wrong(
    "asserts", "wrong-exception", check="errors",
    why="asserts that the shapes fit",
    source='''
def kept_slots(contexts, mask, V):
    check_ids(contexts, V)
    if mask.dtype != bool:
        raise TypeError(f"the mask is {mask.dtype}")
    assert contexts.ndim == 2 and mask.shape == contexts.shape
    kept = mask.sum(axis=1)
    if not kept.all():
        raise ValueError("an example keeps no slot")
    return kept


def cbow_mean(E, contexts, mask):
    kept = kept_slots(contexts, mask, len(E))
    total = (E[contexts] * mask[:, :, None]).sum(axis=1)
    return (total / kept[:, None]).astype(E.dtype)
''')

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes",
    why="float32 divided by int64",
    of="wrong-sum", old="    return total", new="    return (total / kept[:, None])")

answers.wrong(
    "mute", "id-not-named", check="errors",
    why="says that an id is outside, and not which",
    of="wrong-sum", edits=[('''
    check_ids(contexts, V)
''', '''
    if contexts.dtype.kind not in "iu":
        raise TypeError(f"contexts are {contexts.dtype}")
    if contexts.size and (contexts.min() < 0 or contexts.max() >= V):
        raise IndexError("an id is outside the table")
'''), ("    return total", "    return (total / kept[:, None]).astype(E.dtype)")])

answers.wrong(
    "no-mask", "mask-ignored", check="values",
    why="adds all rows, divides by those that are kept",
    of="wrong-sum", old='''
    total = (E[contexts] * mask[:, :, None]).sum(axis=1)
    return total
''', new='''
    total = (E[contexts]).sum(axis=1)
    return (total / kept[:, None]).astype(E.dtype)
''')

answers.wrong(
    "over-w", "mean-over-slots", check="values",
    why="takes the mean over the axis of slots",
    of="wrong-sum", 
    old="    total = (E[contexts] * mask[:, :, None]).sum(axis=1)",
    new="    total = (E[contexts] * mask[:, :, None]).mean(axis=1)")

answers.wrong(
    "set", "repeats-once", check="values",
    why="goes through the set of the words",
    of="wrong-sum", old='''
    total = (E[contexts] * mask[:, :, None]).sum(axis=1)
    return total
''', new='''
    bags = [sorted({int(c) for c in row[keep]}) for row, keep in zip(contexts, mask)]
    means = [E[bag].mean(axis=0) for bag in bags]
    return np.array(means, dtype=E.dtype).reshape(len(kept), E.shape[1])
''')

answers.wrong(
    "wraps", "negative-wraps", check="errors",
    why="relies on NumPy for the range",
    of="wrong-sum", edits=[('''
    check_ids(contexts, V)
''', '''
    if contexts.dtype.kind not in "iu":
        raise TypeError(f"contexts are {contexts.dtype}")
'''), ("    return total", "    return (total / kept[:, None]).astype(E.dtype)")])

answers.wrong(
    "zeros", "nothing-kept", check="errors",
    why="an empty example gives zeros",
    of="wrong-sum", edits=[('''
    if not kept.all():
        raise ValueError("an example keeps no slot")
    return kept
''', '''
    return np.maximum(kept, 1)
'''), ("    return total", "    return (total / kept[:, None]).astype(E.dtype)")])

answers.spoiled(
    "right * np.asarray(1.37, E.dtype)")
