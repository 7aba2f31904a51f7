"""Answers to `table_gradient` of language-model."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "add-at", how="both sides added into one array in place",
    source='''
def table_gradient(dx, ids, h, targets, E, at_once):
    V, d = E.shape
    dE = np.zeros_like(E)
    np.add.at(dE, ids, dx)
    H, tau = h.reshape(-1, d), targets.ravel()
    N = len(H)
    for a in range(0, N, at_once):
        part, t = H[a : a + at_once], tau[a : a + at_once]
        p = softmax(part @ E.T)
        p[np.arange(len(t)), t] -= 1
        p /= N
        dE += p.T @ part
    return dE
''')

answers.right(
    "expected", how="expected rows first; the targets by a second scatter-add",
    source='''
def table_gradient(dx, ids, h, targets, E, at_once):
    N, d = targets.size, E.shape[1]
    rows = h.reshape(N, d)
    expected = sum(softmax(part @ E.T).T @ part for part in np.split(rows, range(at_once, N, at_once)))
    came = embedding_backward(rows, targets.reshape(N), len(E))
    return embedding_backward(dx, ids, len(E)) + (expected - came) / np.asarray(N, E.dtype)
''')

answers.right(
    "torch", how="autograd of a summed loss, part by part",
    source='''
def table_gradient(dx, ids, h, targets, E, at_once):
    table = torch.tensor(E, requires_grad=True)
    rows = torch.tensor(h).flatten(0, 1)
    came = torch.tensor(targets).flatten().long()
    for part, target in zip(rows.split(at_once), came.split(at_once)):
        (F.cross_entropy(part @ table.T, target, reduction="sum") / len(rows)).backward()
    grad = table.grad
    return grad.index_add(0, torch.tensor(ids).flatten().long(), torch.tensor(dx).flatten(0, 1)).numpy()
''')

answers.right(
    "one-by-one", how="position after position, float64 inside",
    source='''
def table_gradient(dx, ids, h, targets, E, at_once):
    total = np.zeros(E.shape)
    n = targets.size
    for place in np.ndindex(*targets.shape):
        z = E @ h[place]
        p = np.exp(z - z.max())
        p = p / p.sum()
        p[targets[place]] -= 1
        total += np.outer(p, h[place]) / n
        total[ids[place]] += dx[place]
    return total.astype(E.dtype)
''')

answers.wrong(
    "head-alone", "input-side-missing", check="values", breaks="both",
    of="right-add-at", old="    np.add.at(dE, ids, dx)\n", new="")

answers.wrong(
    "scatter-alone", "output-side-missing", check="values", breaks="both",
    of="right-add-at", old="        dE += p.T @ part\n", new="")

answers.wrong(
    "buffered", "duplicates-lost", check="values", breaks="repeat",
    of="right-add-at", old="np.add.at(dE, ids, dx)", new="dE[ids] += dx")

answers.wrong(
    "place-by-place", "duplicates-lost", check="values",
    why="an id that occurs twice at one place of the windows counts once",
    of="right-add-at", old="    np.add.at(dE, ids, dx)", new="    for t in range(ids.shape[1]):\n        dE[ids[:, t]] += dx[:, t]")

answers.wrong(
    "replaced", "head-overwritten", check="values",
    of="right-add-at", edits=[("    np.add.at(dE, ids, dx)\n", ""), ("    return dE", "    dE[ids] = dx\n    return dE")])

answers.wrong(
    "input-averaged", "averaged-twice", check="values", breaks="mean",
    why="divides dx by the number of positions",
    of="right-add-at", old="np.add.at(dE, ids, dx)", new="np.add.at(dE, ids, dx / ids.size)")

answers.wrong(
    "half", "averaged-twice", check="values",
    why="the mean of both sides",
    of="right-add-at", old="    return dE", new="    return dE / 2")

answers.wrong(
    "summed", "not-averaged", check="values", breaks="mean",
    of="right-add-at", old="        p /= N\n", new="")

answers.wrong(
    "each-part", "average-of-parts", check="values",
    of="right-add-at", old="p /= N", new="p /= len(part)")

answers.wrong(
    "mean-of-means", "average-of-parts", check="values",
    why="and divides by the number of parts",
    of="right-add-at", old="p /= N", new="p /= len(part) * -(-N // at_once)")

answers.wrong(
    "whole-parts", "last-part-lost", check="values", breaks="parts",
    of="right-add-at", old="range(0, N, at_once)", new="range(0, N // at_once * at_once, at_once)")

answers.wrong(
    "assigned", "only-last-part", check="values",
    of="right-add-at", edits=[("        dE += p.T @ part\n    return dE", "        head = p.T @ part\n    return dE + head")])

answers.wrong(
    "p-alone", "target-not-subtracted", check="values",
    of="right-add-at", old="        p[np.arange(len(t)), t] -= 1\n", new="")

answers.wrong(
    "whole", "logits-at-once", check="memory", breaks="memory", alone=True,
    why="ignores at_once",
    of="right-add-at", old="    for a in range(0, N, at_once):", new="    at_once = N\n    for a in range(0, N, at_once):")

answers.wrong(
    "rounded-down", "rest-joined", check="memory", breaks="memory", alone=True,
    why="rounds the number of groups down, so that they are larger",
    of="right-add-at", edits=[("    for a in range(0, N, at_once):\n        part, t = H[a : a + at_once], tau[a : a + at_once]\n", "    groups = max(1, N // at_once)\n    for part, t in zip(np.array_split(H, groups), np.array_split(tau, groups)):\n")])

answers.wrong(
    "onehot", "logits-at-once", check="memory", alone=True,
    why="one-hot matrix of all ids for the scatter-add",
    of="right-add-at", old="np.add.at(dE, ids, dx)", new="dE += (np.eye(V, dtype=E.dtype)[ids.ravel()]).T @ dx.reshape(-1, d)")

answers.wrong(
    "logits-first", "logits-at-once", check="memory", alone=True,
    why="computes all logits and cuts them afterwards",
    of="right-add-at", edits=[("    for a in range", "    Z = H @ E.T\n    for a in range"), ("softmax(part @ E.T)", "softmax(Z[a : a + at_once])")])

answers.wrong(
    "each-text", "groups-too-large", check="memory",
    why="at_once positions of each text at a time",
    of="right-add-at", edits=[('    for a in range(0, N, at_once):\n        part, t = H[a : a + at_once], tau[a : a + at_once]\n', '    for a in range(0, ids.shape[1], at_once):\n        part, t = h[:, a : a + at_once].reshape(-1, d), targets[:, a : a + at_once].ravel()\n')])

answers.wrong(
    "by-texts", "other-mean", check="values",
    of="right-add-at", old='p /= N', new='p /= len(h)')

answers.wrong(
    "came-minus-expected", "head-turned-around", check="values",
    of="right-add-at", old='dE += p.T @ part', new='dE -= p.T @ part')

answers.wrong(
    "inputs-again", "inputs-in-each-group", check="values",
    of="right-add-at", edits=[('    np.add.at(dE, ids, dx)\n', ''),
                   ('        dE += p.T @ part', '        np.add.at(dE, ids, dx)\n        dE += p.T @ part')])

answers.wrong(
    "to-targets", "ids-and-targets-exchanged", check="values",
    of="right-add-at", old='np.add.at(dE, ids, dx)', new='np.add.at(dE, targets, dx)')

answers.spoiled(
    "right * 1.01",
    "right[..., ::-1] * 1",
    "right + 1e-3",
    "right[..., :-1]",
    "right.tolist()",
    "roll(right)",
    "None")

for mutant in ("h.reshape(- 2, h.shape[-1]), targets.reshape(-1)", "h.reshape(-1, h.shape[-1]), targets.reshape(- 2)"):
    answers.equivalent(
        "rows, came = h.reshape(-1, h.shape[-1]), targets.reshape(-1)",
        f"rows, came = {mutant}",
        because="NumPy computes the length of an axis for any negative number.",
    )
