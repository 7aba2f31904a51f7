"""Answers to `cbow_mean_backward` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "bincount", how="np.bincount, column by column",
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


def cbow_mean_backward(grad_out, contexts, mask, V):
    kept = kept_slots(contexts, mask, V)
    if grad_out.ndim != 2 or len(grad_out) != len(kept):
        raise ValueError(f"{grad_out.shape}")
    example = np.repeat(np.arange(len(kept)), kept)
    rows = contexts[mask].astype(np.intp)
    columns = [np.bincount(rows, weights=g[example] / kept[example], minlength=V) for g in grad_out.T]
    return np.stack(columns, axis=1).astype(grad_out.dtype)
''')

answers.right(
    "loop", how="slot by slot",
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
''')

answers.right(
    "matrix", how="an n × V matrix of weights, transposed",
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


def cbow_mean_backward(grad_out, contexts, mask, V):
    kept = kept_slots(contexts, mask, V)
    if grad_out.ndim != 2 or len(grad_out) != len(kept):
        raise ValueError(f"{grad_out.shape}")
    weights = np.zeros((len(kept), V), grad_out.dtype)
    example, slot = np.nonzero(mask)
    np.add.at(weights, (example, contexts[example, slot]), 1)
    weights /= np.maximum(kept, 1)[:, None].astype(grad_out.dtype)
    return weights.T @ grad_out
''')

answers.wrong(
    "whole", "sum-for-mean", check="values", breaks="share",
    why="every row gets the whole gradient",
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


def cbow_mean_backward(grad_out, contexts, mask, V):
    kept = kept_slots(contexts, mask, V)
    if grad_out.ndim != 2 or len(grad_out) != len(contexts):
        raise ValueError(f"grad_out {grad_out.shape} for {len(contexts)} examples")
    dE = np.zeros((V, grad_out.shape[1]), grad_out.dtype)
    share = grad_out
    slots = share[:, None, :] * mask[:, :, None]
    np.add.at(dE, contexts, slots)
    return dE
''')

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors", breaks="grad-shape",
    why="one gradient serves all examples",
    of="wrong-whole",
    edits=[("    if grad_out.ndim != 2 or len(grad_out) != len(contexts):", "    if grad_out.ndim != 2:"),
           ("    share = grad_out", "    share = grad_out / kept[:, None]")])

answers.wrong(
    "buffered", "repeats-once", check="values", breaks="over-examples",
    why="+= with repeated ids",
    of="wrong-whole",
    edits=[("    share = grad_out", "    share = grad_out / kept[:, None]"),
           ("    np.add.at(dE, contexts, slots)", "    dE[contexts[mask]] += slots[mask]")])

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="collects in float64 and leaves it so",
    of="wrong-whole", old='''
    dE = np.zeros((V, grad_out.shape[1]), grad_out.dtype)
    share = grad_out
''', new='''
    dE = np.zeros((V, grad_out.shape[1]))
    share = grad_out / kept[:, None]
''')

answers.wrong(
    "in-place", "arguments-changed", check="values", breaks="inputs-kept",
    why="divides grad_out itself",
    of="wrong-whole", old='''
    dE = np.zeros((V, grad_out.shape[1]), grad_out.dtype)
''', new='''
    dE = np.zeros((V, grad_out.shape[1]), grad_out.dtype)
    grad_out /= kept[:, None]
''')

answers.wrong(
    "inverted", "mask-inverted", check="values", breaks="mask",
    why="takes True for empty",
    of="wrong-whole", old='''
    share = grad_out
    slots = share[:, None, :] * mask[:, :, None]
''', new='''
    share = grad_out / kept[:, None]
    slots = share[:, None, :] * ~mask[:, :, None]
''')

answers.wrong(
    "no-mask", "mask-ignored", check="values", breaks="empty-slots",
    why="empty slots learn",
    of="wrong-whole", old='''
    share = grad_out
    slots = share[:, None, :] * mask[:, :, None]
''', new='''
    share = grad_out / kept[:, None]
    slots = np.repeat(share[:, None, :], contexts.shape[1], axis=1)
''')

answers.wrong(
    "rows", "rows-from-ids", check="values", breaks="rows",
    of="wrong-whole", old='''
    dE = np.zeros((V, grad_out.shape[1]), grad_out.dtype)
    share = grad_out
''', new='''
    rows = int(contexts.max()) + 1 if len(kept) else V
    dE = np.zeros((rows, grad_out.shape[1]), grad_out.dtype)
    share = grad_out / kept[:, None]
''')

answers.wrong(
    "set", "repeats-once", check="values", breaks="over-slots",
    why="a word of an example gets one share only",
    of="right-loop", old="                dE[contexts[i, j]] += grad_out[i] / kept[i]", new='''
                pass
        for c in set(contexts[i][mask[i]].tolist()):
            dE[c] += grad_out[i] / kept[i]''')

answers.wrong(
    "over-w", "mean-over-slots", check="values", breaks="share",
    why="divides by the number of all slots",
    of="right-loop",
    old="                dE[contexts[i, j]] += grad_out[i] / kept[i]",
    new="                dE[contexts[i, j]] += grad_out[i] / mask.shape[1]")

answers.wrong(
    "zero-is-padding", "padding-by-id", check="values", breaks="mask",
    why="leaves out id 0, which pads the examples",
    of="right-loop",
    old="            if mask[i, j]:",
    new="            if mask[i, j] and contexts[i, j] != 0:")

answers.wrong(
    "bin", "mask-ignored", check="values", breaks="zero-rows",
    why="sends what empty slots get to the last row, which is a row of the table",
    of="right-loop", old='''
            if mask[i, j]:
                dE[contexts[i, j]] += grad_out[i] / kept[i]''',
    new="            dE[contexts[i, j] if mask[i, j] else V - 1] += grad_out[i] / kept[i]")

answers.wrong(
    "stacks", "empty-fails", check="shapes", breaks="no-examples", alone=True,
    why="adds up a list, which may be empty",
    of="right-loop", old="    return dE.astype(grad_out.dtype)", new='''
    parts = [np.eye(V)[contexts[i]].T @ (mask[i] / kept[i])[:, None] * grad_out[i] for i in range(len(kept))]
    return np.stack(parts).sum(axis=0).astype(grad_out.dtype)''')

answers.wrong(
    "float32", "narrow-floats", check="values", breaks="computed-in",
    why="collects in float32",
    of="right-loop",
    old="    dE = np.zeros((V, grad_out.shape[1]))",
    new="    dE = np.zeros((V, grad_out.shape[1]), np.float32)")

answers.wrong(
    "list", "no-array", check="values", breaks="numpy",
    why="returns a list",
    of="right-loop",
    old="    return dE.astype(grad_out.dtype)",
    new="    return dE.astype(grad_out.dtype).tolist()")

answers.wrong(
    "flat-view", "gaps", check="shapes", breaks="gaps", alone=True,
    why="flattens without a copy, which needs contiguous memory",
    of="right-loop", old="    dE = np.zeros((V, grad_out.shape[1]))", new='''
    flat = mask.view()
    flat.shape = (mask.size,)
    dE = np.zeros((V, grad_out.shape[1]))''')

answers.wrong(
    "flat-places", "narrow-ids", check="dtypes", breaks="int-dtypes", alone=True,
    why="computes places in the flat table, in the dtype of the ids",
    of="right-loop", old="                dE[contexts[i, j]] += grad_out[i] / kept[i]", new='''
                d = grad_out.shape[1]
                at = contexts[i : i + 1, j] * contexts.dtype.type(d)
                dE.reshape(-1)[int(at[0]) : int(at[0]) + d] += grad_out[i] / kept[i]''')

answers.wrong(
    "casts-ids", "id-types", check="errors", breaks="no-integers", alone=True,
    why="casts the contexts",
    of="right-loop", old="    kept = kept_slots(contexts, mask, V)", new='''
    contexts = contexts.astype(np.int64)
    kept = kept_slots(contexts, mask, V)''')

answers.wrong(
    "any-mask", "mask-type", check="errors", breaks="mask-bool", alone=True,
    why="casts the mask",
    of="right-loop", old="    kept = kept_slots(contexts, mask, V)", new='''
    mask = mask.astype(bool)
    kept = kept_slots(contexts, mask, V)''')

answers.wrong(
    "wraps", "negative-wraps", check="errors", breaks="range", alone=True,
    why="relies on NumPy for the range",
    of="right-loop", edits=[('''
    check_ids(contexts, V)
''', '''
    if contexts.dtype.kind not in "iu":
        raise TypeError(contexts.dtype)
'''), ("    return dE.astype", '''
    dE[contexts]
    return dE.astype''')])

answers.wrong(
    "mute", "id-not-named", check="errors", breaks="named", alone=True,
    why="says that an id is outside, and not which",
    of="right-loop", old='''
    check_ids(contexts, V)
''', new='''
    if contexts.dtype.kind not in "iu":
        raise TypeError(contexts.dtype)
    if contexts.size and not (0 <= contexts.min() and contexts.max() < V):
        raise IndexError("an id is outside the table")
''')

answers.wrong(
    "kept-ids", "empty-slots-unchecked", check="errors", breaks="range", alone=True,
    why="checks the ids of kept slots alone",
    of="right-loop", old='''
    check_ids(contexts, V)
''', new='''
    check_ids(contexts[mask] if mask.shape == contexts.shape and mask.dtype == bool else contexts, V)
''')

answers.wrong(
    "reshapes", "shapes-unchecked", check="errors", breaks="one-shape", alone=True,
    why="reshapes the mask where it has as many entries",
    of="right-loop", old="    kept = kept_slots(contexts, mask, V)", new='''
    if mask.size == contexts.size:
        mask = mask.reshape(contexts.shape)
    kept = kept_slots(contexts, mask, V)''')

answers.wrong(
    "nan", "nothing-kept", check="errors", breaks="nothing-kept", alone=True,
    why="0 / 0 where no slot is kept",
    of="right-loop", old='''
    if not kept.all():
        raise ValueError("an example keeps no slot")
''', new="")

answers.wrong(
    "no-slots", "no-slots", check="errors", breaks="no-slots", alone=True,
    why="takes w = 0 for no examples",
    of="right-loop", old="    kept = kept_slots(contexts, mask, V)", new='''
    if contexts.size == 0:
        return np.zeros((V, grad_out.shape[1]), grad_out.dtype)
    kept = kept_slots(contexts, mask, V)''')

answers.spoiled(
    "right * np.asarray(0.37, grad_out.dtype)")

answers.spoiled(
    "right if contexts.shape[1] < 128 else right * 2",
    "right if V < 128 else np.roll(right, 1, axis=0)",
    "right if len(contexts) != 1 else right + 1")

answers.wrong(
    "none-first", "shapes-unchecked", check="errors", alone=True, breaks="grad-shape",
    why="answers for no examples before shapes are compared",
    source='''
def cbow_mean_backward(grad_out, contexts, mask, V):
    check_slots(contexts, mask, V)
    if grad_out.ndim != 2:
        raise ValueError("grad_out needs two axes")
    out = np.zeros((V, grad_out.shape[1]), dtype=grad_out.dtype)
    if grad_out.shape[0] == 0:
        return out
    if grad_out.shape[0] != contexts.shape[0]:
        raise ValueError("grad_out and contexts differ in n")
    counts = mask.sum(axis=1)
    if (counts == 0).any():
        raise ValueError("an example keeps no slot")
    for w in range(contexts.shape[1]):
        keep = mask[:, w]
        np.add.at(out, contexts[keep, w], grad_out[keep] / counts[keep, None])
    return out
''')

answers.wrong(
    "none-float64", "empty-dtype", check="shapes", alone=True, breaks="dtype",
    why="zeros of the default dtype without examples",
    source='''
def cbow_mean_backward(grad_out, contexts, mask, V):
    check_slots(contexts, mask, V)
    if grad_out.ndim != 2 or len(grad_out) != len(contexts):
        raise ValueError("grad_out does not fit")
    if len(contexts) == 0:
        return np.zeros((V, grad_out.shape[1]))
    counts = mask.sum(axis=1)
    if (counts == 0).any():
        raise ValueError("an example keeps no slot")
    hot = np.zeros((len(contexts), V))
    np.add.at(hot, (np.nonzero(mask)[0], contexts[mask]), 1)
    hot /= counts[:, None]
    return (hot.T @ grad_out).astype(grad_out.dtype)
''')

answers.wrong(
    "kept-table", "result-kept", check="values", alone=True, breaks="new",
    why="a table of the module is cleared and filled again",
    of="right-loop", edits=[("def cbow_mean_backward(grad_out, contexts, mask, V):", """
tables = {}


def cbow_mean_backward(grad_out, contexts, mask, V):"""),
    ("    return dE.astype(grad_out.dtype)", """
    kept = tables.setdefault((dE.shape, grad_out.dtype.str), np.empty(dE.shape, grad_out.dtype))
    kept[:] = dE
    return kept""")])

answers.wrong(
    "counts-in-uint8", "count-wraps", check="shapes", alone=True, breaks="share",
    why="adds up the mask as eight bits",
    of="right-loop",
    old="                dE[contexts[i, j]] += grad_out[i] / kept[i]",
    new="                dE[contexts[i, j]] += grad_out[i] / mask[i].sum(dtype=np.uint8)")

answers.wrong(
    "int32-ids", "id-narrowed", check="errors", alone=True, breaks="range",
    why="converts the ids to int32 before it checks them",
    of="right-loop", old="    kept = kept_slots(contexts, mask, V)", new="""
    if contexts.dtype.kind in "iu":
        contexts = contexts.astype(np.int32)
    kept = kept_slots(contexts, mask, V)""")

answers.wrong(
    "int64-ids", "id-not-named", check="errors", alone=True, breaks="named",
    why="converts the ids to int64 before it checks them",
    of="right-loop", old="    kept = kept_slots(contexts, mask, V)", new="""
    if contexts.dtype.kind in "iu":
        contexts = contexts.astype(np.int64)
    kept = kept_slots(contexts, mask, V)""")

answers.wrong(
    "none-unchecked", "unchecked-empty", check="errors", alone=True, breaks="no-integers",
    why="answers for no examples before it looks at ids and mask",
    of="right-loop", old="    kept = kept_slots(contexts, mask, V)", new="""
    if contexts.shape == mask.shape and contexts.ndim == 2 and len(contexts) == 0:
        if grad_out.ndim == 2 and len(grad_out) == 0:
            return np.zeros((V, grad_out.shape[1]), grad_out.dtype)
    kept = kept_slots(contexts, mask, V)""")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if grad_out.ndim != 2 or len(grad_out) != len(contexts):",
    "if grad_out.ndim < 2 or len(grad_out) != len(contexts):",
    because="np.add.at raises a ValueError for values with more axes than the rows of the table that they go to, too.",
)
