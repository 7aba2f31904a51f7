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
    "whole", "sum-for-mean", check="values",
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
    "broadcasts", "shapes-unchecked", check="errors",
    why="one gradient serves all examples",
    of="wrong-whole", edits=[("    if grad_out.ndim != 2 or len(grad_out) != len(contexts):", "    if grad_out.ndim != 2:"), ("    share = grad_out", "    share = grad_out / kept[:, None]")])

answers.wrong(
    "buffered", "repeats-once", check="values",
    why="+= with repeated ids",
    of="wrong-whole", edits=[("    share = grad_out", "    share = grad_out / kept[:, None]"), ("    np.add.at(dE, contexts, slots)", "    dE[contexts[mask]] += slots[mask]")])

answers.wrong(
    "float64", "dtype-not-kept", check="dtypes",
    why="collects in float64 and leaves it so",
    of="wrong-whole", old='''
    dE = np.zeros((V, grad_out.shape[1]), grad_out.dtype)
    share = grad_out
''', new='''
    dE = np.zeros((V, grad_out.shape[1]))
    share = grad_out / kept[:, None]
''')

answers.wrong(
    "in-place", "arguments-changed", check="values",
    why="divides grad_out itself",
    of="wrong-whole", old='''
    dE = np.zeros((V, grad_out.shape[1]), grad_out.dtype)
''', new='''
    dE = np.zeros((V, grad_out.shape[1]), grad_out.dtype)
    grad_out /= kept[:, None]
''')

answers.wrong(
    "inverted", "mask-inverted", check="values",
    why="takes True for empty",
    of="wrong-whole", old='''
    share = grad_out
    slots = share[:, None, :] * mask[:, :, None]
''', new='''
    share = grad_out / kept[:, None]
    slots = share[:, None, :] * ~mask[:, :, None]
''')

answers.wrong(
    "no-mask", "mask-ignored", check="values",
    why="empty slots learn",
    of="wrong-whole", old='''
    share = grad_out
    slots = share[:, None, :] * mask[:, :, None]
''', new='''
    share = grad_out / kept[:, None]
    slots = np.repeat(share[:, None, :], contexts.shape[1], axis=1)
''')

answers.wrong(
    "rows", "rows-from-ids", check="values",
    why="as many rows as the largest id asks for",
    of="wrong-whole", old='''
    dE = np.zeros((V, grad_out.shape[1]), grad_out.dtype)
    share = grad_out
''', new='''
    dE = np.zeros((int(contexts.max(initial=V - 1 if len(kept) == 0 else 0)) + 1, grad_out.shape[1]), grad_out.dtype)
    share = grad_out / kept[:, None]
''')

answers.spoiled(
    "right * np.asarray(0.37, grad_out.dtype)")
