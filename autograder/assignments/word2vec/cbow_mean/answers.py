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
    "sum", "sum-for-mean", check="values", breaks="mean",
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
    "any-mask", "mask-type", check="errors", breaks="mask-bool",
    why="casts the mask",
    of="wrong-sum", edits=[('''
    if mask.dtype != bool:
        raise TypeError(f"the mask is {mask.dtype}")
''', '''
    mask = mask.astype(bool)
'''), ("    return total", "    return (total / kept[:, None]).astype(E.dtype)")])

answers.wrong(
    "asserts", "wrong-exception", check="errors", breaks="one-shape",
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
    "float64", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="float32 divided by int64",
    of="wrong-sum", old="    return total", new="    return (total / kept[:, None])")

answers.wrong(
    "mute", "id-not-named", check="errors", breaks="named",
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
    "no-mask", "mask-ignored", check="values", breaks="empty-slots",
    why="adds all rows, divides by those that are kept",
    of="wrong-sum", old='''
    total = (E[contexts] * mask[:, :, None]).sum(axis=1)
    return total
''', new='''
    total = (E[contexts]).sum(axis=1)
    return (total / kept[:, None]).astype(E.dtype)
''')

answers.wrong(
    "over-w", "mean-over-slots", check="values", breaks="divides",
    why="takes the mean over the axis of slots",
    of="wrong-sum", 
    old="    total = (E[contexts] * mask[:, :, None]).sum(axis=1)",
    new="    total = (E[contexts] * mask[:, :, None]).mean(axis=1)")

answers.wrong(
    "set", "repeats-once", check="values", breaks="twice",
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
    "wraps", "negative-wraps", check="errors", breaks="range",
    why="relies on NumPy for the range",
    of="wrong-sum", edits=[('''
    check_ids(contexts, V)
''', '''
    if contexts.dtype.kind not in "iu":
        raise TypeError(f"contexts are {contexts.dtype}")
'''), ("    return total", "    return (total / kept[:, None]).astype(E.dtype)")])

answers.wrong(
    "zeros", "nothing-kept", check="errors", breaks="nothing-kept",
    why="an empty example gives zeros",
    of="wrong-sum", edits=[('''
    if not kept.all():
        raise ValueError("an example keeps no slot")
    return kept
''', '''
    return np.maximum(kept, 1)
'''), ("    return total", "    return (total / kept[:, None]).astype(E.dtype)")])

answers.wrong(
    "kept-of-all", "kept-in-all", check="values", breaks="each-number",
    of="right-weights",
    old="    weights = mask / mask.sum(axis=1, keepdims=True)",
    new="    weights = mask * (len(mask) / max(mask.sum(), 1))")

answers.wrong(
    "inverted", "mask-inverted", check="values", breaks="true-counts",
    why="takes True for empty",
    of="right-weights", old="    weights = mask / mask.sum(axis=1, keepdims=True)", new='''
    weights = mask / mask.sum(axis=1, keepdims=True)
    weights = ~mask / np.maximum((~mask).sum(axis=1, keepdims=True), 1)''')

answers.wrong(
    "zero-is-padding", "padding-by-id", check="values", breaks="slot-counts",
    why="leaves out id 0, which pads the examples",
    of="right-weights", old="    weights = mask / mask.sum(axis=1, keepdims=True)", new='''
    mask = mask & (contexts != 0)
    weights = mask / np.maximum(mask.sum(axis=1, keepdims=True), 1)''')

answers.wrong(
    "stacks", "empty-fails", check="shapes", breaks="no-examples", alone=True,
    why="stacks one mean after the other",
    of="right-weights",
    old='    return np.einsum("nw,nwd->nd", weights, E[contexts]).astype(E.dtype)',
    new="    return np.stack([w @ E[row] for w, row in zip(weights, contexts)]).astype(E.dtype)")

answers.wrong(
    "empty-float32", "empty-fails", check="shapes", breaks="no-examples", alone=True,
    why="an early return for no slots at all",
    of="right-weights", old="    weights = mask / mask.sum(axis=1, keepdims=True)", new='''
    if contexts.size == 0:
        return np.zeros(contexts.shape[:1] + (0,), E.dtype)
    weights = mask / mask.sum(axis=1, keepdims=True)''')

answers.wrong(
    "no-slots", "no-slots", check="errors", breaks="no-slots", alone=True,
    why="takes w = 0 for no examples",
    of="right-weights", old="    if contexts.ndim", new='''
    if contexts.ndim == 2 and contexts.size == 0:
        return np.zeros((len(contexts), E.shape[1]), E.dtype)
    if contexts.ndim''')

answers.wrong(
    "kept-ids", "empty-slots-unchecked", check="errors", breaks="empty-slot-ids", alone=True,
    why="checks the ids of kept slots alone",
    of="right-weights", old='''
    check_ids(contexts, len(E))
''', new='''
    check_ids(contexts[mask] if mask.shape == contexts.shape else contexts, len(E))
    contexts = np.clip(contexts, 0, len(E) - 1)
''')

answers.wrong(
    "nan", "nothing-kept", check="errors", breaks="nothing-kept", alone=True,
    why="0 / 0 where no slot is kept",
    of="right-weights",
    edits=[(" or (mask.sum(axis=1) == 0).any()", ""),
           ("    weights = mask / mask.sum(axis=1, keepdims=True)", '''
    with np.errstate(invalid="ignore"):
        weights = mask / mask.sum(axis=1, keepdims=True)''')])

answers.wrong(
    "float32", "narrow-floats", check="values", breaks="computed-in",
    why="computes in float32",
    of="right-weights",
    old="E[contexts]).astype(E.dtype)",
    new='E[contexts].astype(np.float32), dtype=np.float32, casting="same_kind").astype(E.dtype)')

answers.wrong(
    "list", "no-array", check="values", breaks="numpy",
    why="returns a list of lists",
    of="right-weights", old=".astype(E.dtype)", new=".tolist()")

answers.wrong(
    "clears-slots", "arguments-changed", check="values", breaks="inputs-kept",
    why="puts id 0 into empty slots, in place",
    of="right-weights", old="    weights = mask / mask.sum(axis=1, keepdims=True)", new='''
    contexts[~mask] = 0
    weights = mask / mask.sum(axis=1, keepdims=True)''')

answers.wrong(
    "flat-view", "gaps", check="shapes", breaks="gaps", alone=True,
    why="flattens without a copy, which needs contiguous memory",
    of="right-weights",
    old='    return np.einsum("nw,nwd->nd", weights, E[contexts]).astype(E.dtype)',
    new='''
    flat = contexts.view()
    flat.shape = (contexts.size,)
    rows = E[flat].reshape(*contexts.shape, E.shape[1])
    return np.einsum("nw,nwd->nd", weights, rows).astype(E.dtype)''')

answers.wrong(
    "flat-places", "narrow-ids", check="dtypes", breaks="int-dtypes", alone=True,
    why="computes places in the flat table, in the dtype of the ids",
    of="right-weights",
    old='    return np.einsum("nw,nwd->nd", weights, E[contexts]).astype(E.dtype)',
    new='''
    d = E.shape[1]
    at = contexts * contexts.dtype.type(d)
    rows = np.stack([E.ravel()[(at + at.dtype.type(c)) % E.size] for c in range(d)], axis=2)
    return np.einsum("nw,nwd->nd", weights, rows).astype(E.dtype)''')

answers.wrong(
    "casts-ids", "id-types", check="errors", breaks="no-integers", alone=True,
    why="casts the contexts",
    of="right-weights", old='''
    check_ids(contexts, len(E))
''', new='''
    contexts = contexts.astype(np.int64)
    check_ids(contexts, len(E))
''')

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors", breaks="one-shape", alone=True,
    why="one mask serves all examples",
    of="right-weights", old="    if contexts.ndim != 2 or mask.shape != contexts.shape or", new='''
    mask = np.broadcast_to(mask, contexts.shape)
    if contexts.ndim != 2 or''')

answers.wrong(
    "squeezes", "shapes-unchecked", check="errors", breaks="one-shape", alone=True,
    why="takes one example without its axis",
    of="right-weights", old='''
    check_ids(contexts, len(E))
''', new='''
    check_ids(contexts, len(E))
    contexts, mask = np.atleast_2d(contexts), np.atleast_2d(mask)
''')

answers.spoiled(
    "right * np.asarray(1.37, E.dtype)")

answers.spoiled(
    "right if contexts.shape[1] < 128 else right * 2",
    "right if len(E) < 128 else np.roll(right, 1, axis=0)",
    "right if len(contexts) > 1 else right + 1")

answers.wrong(
    "none-float64", "empty-dtype", check="shapes", alone=True, breaks="dtype",
    why="zeros of the default dtype without examples",
    source='''
def cbow_mean(E, contexts, mask):
    check_slots(contexts, mask, len(E))
    if len(contexts) == 0:
        return np.zeros((0, E.shape[1]))
    counts = mask.sum(axis=1)
    if (counts == 0).any():
        raise ValueError("an example keeps no slot")
    rows = E[contexts] * mask[:, :, None]
    return (rows.sum(axis=1) / counts[:, None]).astype(E.dtype)
''')

answers.wrong(
    "kept-first", "kept-first", check="values", breaks="true-counts",
    source='''
def cbow_mean(E, contexts, mask):
    check_slots(contexts, mask, len(E))
    counts = mask.sum(axis=1)
    if (counts == 0).any():
        raise ValueError("an example keeps no slot")
    out = np.zeros((len(contexts), E.shape[1]), dtype=E.dtype)
    for i, count in enumerate(counts):
        out[i] = E[contexts[i, :count]].mean(axis=0)
    return out
''')

answers.wrong(
    "kept-means", "result-kept", check="values", alone=True, breaks="new",
    why="a table of the module holds the means, one for each shape and dtype",
    of="right-loop", edits=[("def cbow_mean(E, contexts, mask):", """
tables = {}


def cbow_mean(E, contexts, mask):"""),
    ("    out = np.empty((len(contexts), E.shape[1]), E.dtype)", """
    kind = len(contexts), E.shape[1], E.dtype.str
    out = tables.setdefault(kind, np.empty(kind[:2], E.dtype))""")])

answers.wrong(
    "counts-in-int8", "count-wraps", check="shapes", alone=True, breaks="divides",
    why="adds up the mask as eight bits",
    of="right-weights", old="    weights = mask / mask.sum(axis=1, keepdims=True)", new="""
    kept = np.einsum("nw->n", mask.astype(np.int8))
    weights = mask / kept[:, None]""")

answers.wrong(
    "no-width", "empty-fails", check="shapes", alone=True, breaks="no-examples",
    why="takes no slots for an example without any, though there is no example",
    of="right-weights",
    old="    if contexts.ndim != 2 or mask.shape != contexts.shape or",
    new="    if contexts.ndim != 2 or mask.shape != contexts.shape or contexts.shape[1] == 0 or")

answers.wrong(
    "memory-order", "gaps", check="shapes", alone=True, breaks="gaps",
    why="flattens in the order of the memory, and shapes the rows in that of the axes",
    of="right-weights",
    old='    return np.einsum("nw,nwd->nd", weights, E[contexts]).astype(E.dtype)',
    new="""
    rows = E[contexts.ravel(order="K")].reshape(*contexts.shape, E.shape[1])
    return np.einsum("nw,nwd->nd", weights, rows).astype(E.dtype)""")

answers.wrong(
    "int32-ids", "id-narrowed", check="errors", alone=True, breaks="range",
    why="converts the ids to int32 before it checks them",
    of="right-weights", old="    check_ids(contexts, len(E))", new="""
    if contexts.dtype.kind in "iu":
        contexts = contexts.astype(np.int32)
    check_ids(contexts, len(E))""")

answers.wrong(
    "int64-ids", "id-not-named", check="errors", alone=True, breaks="named",
    why="converts the ids to int64 before it checks them",
    of="right-weights", old="    check_ids(contexts, len(E))", new="""
    if contexts.dtype.kind in "iu":
        contexts = contexts.astype(np.int64)
    check_ids(contexts, len(E))""")

answers.wrong(
    "none-first", "unchecked-empty", check="errors", alone=True, breaks="mask-bool",
    why="answers for no examples before it looks at ids and mask",
    of="right-weights", old='    if mask.dtype.kind != "b":', new="""
    if contexts.ndim == 2 and mask.shape == contexts.shape and len(contexts) == 0:
        return np.zeros((0, E.shape[1]), E.dtype)
    if mask.dtype.kind != "b":""")

answers.wrong(
    "none-of-any-shape", "unchecked-empty", check="errors", alone=True, breaks="one-shape",
    why="answers for no examples before it looks at the shapes",
    of="right-weights", old="    if contexts.ndim != 2", new="""
    if len(contexts) == 0:
        return np.zeros((0, E.shape[1]), E.dtype)
    if contexts.ndim != 2""")
