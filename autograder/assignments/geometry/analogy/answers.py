"""Answers to `analogy` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "struck-out",
    how="minus infinity for the question, then a sort",
    source='''
def analogy(E, a, b, c, k=1, exclude=True):
    ids = [int(i) for i in np.ravel(a)] + [int(i) for i in np.ravel(b)] + [c]
    for given in (a, b, c):
        check_ids(given, len(E))
    step = np.mean(E[np.ravel(b)] - E[np.ravel(a)], axis=0)
    query = E[c] + step
    lengths = np.linalg.norm(E, axis=1)
    cosines = np.divide(E @ query, lengths, out=np.zeros(len(E)), where=lengths > 0)
    if exclude:
        cosines[ids] = -np.inf
    return np.argsort(-cosines, kind="stable")[:k]
''',
)

answers.right(
    "lists",
    how="Python lists and math; a sorted list of candidates",
    source='''
import math


def analogy(E, a, b, c, k=1, exclude=True):
    check_ids(a, len(E)), check_ids(b, len(E)), check_ids(c, len(E))
    starts = [a] if isinstance(a, int) else list(a)
    ends = [b] if isinstance(b, int) else list(b)
    target = []
    for j in range(E.shape[1]):
        total = sum(E[y][j] - E[x][j] for x, y in zip(starts, ends))
        target.append(E[c][j] + total / len(starts))

    def cosine(i):
        length = math.sqrt(sum(x * x for x in E[i]))
        return sum(x * y for x, y in zip(E[i], target)) / length if length else 0.0

    out = {int(i) for i in starts + ends + [c]} if exclude else set()
    left = [i for i in range(len(E)) if i not in out]
    return np.array(sorted(left, key=cosine, reverse=True)[:k])
''',
)

answers.right(
    "torch",
    how="PyTorch: mean of the ends less mean of the starts, topk",
    source='''
def analogy(E, a, b, c, k=1, exclude=True):
    for ids in (a, b, c):
        check_ids(ids, len(E))
    table = torch.as_tensor(E)
    start, end = (torch.as_tensor(np.atleast_1d(x).astype(np.int64)) for x in (a, b))
    query = table[end].mean(dim=0) - table[start].mean(dim=0) + table[c]
    cosines = torch.nn.functional.cosine_similarity(table, query[None], dim=1, eps=1e-30)
    if exclude:
        cosines[torch.cat([start, end, torch.tensor([c])])] = -2
    return cosines.topk(k).indices.numpy()
''',
)

answers.right(
    "one-by-one",
    how="takes the best of the rows that are left, k times, in a list",
    source='''
def analogy(E, a, b, c, k=1, exclude=True):
    a, b = np.atleast_1d(a), np.atleast_1d(b)
    for ids in (a, b, [c]):
        check_ids(ids, len(E))
    step = sum(E[j] - E[i] for i, j in zip(a, b)) / len(a)
    U = unit_rows(E)
    scores = {i: float(U[i] @ (E[c] + step)) for i in range(len(E))}
    for i in {*a.tolist(), *b.tolist(), c} if exclude else ():
        del scores[i]
    best = []
    while len(best) < k:
        best.append(max(scores, key=scores.get))
        del scores[best[-1]]
    return best
''',
)

STEP = "    step = np.mean(E[np.ravel(b)] - E[np.ravel(a)], axis=0)\n"
COSINES = "    cosines = np.divide(E @ query, lengths, out=np.zeros(len(E)), where=lengths > 0)\n"
STRUCK = '''
    if exclude:
        cosines[ids] = -np.inf
    return np.argsort(-cosines, kind="stable")[:k]
'''


def wrong(name: str, mistake: str, check: str, breaks: str, *edits: tuple[str, str], why: str = "") -> None:
    answers.wrong(name, mistake, check=check, breaks=breaks, of="right-struck-out", edits=edits, why=why)


wrong("signs", "roles", "one", "largest", (STEP, STEP.replace("E[np.ravel(b)] - E[np.ravel(a)]", "E[np.ravel(a)] - E[np.ravel(b)]")))
wrong("a-for-c", "roles", "one", "largest", ("    query = E[c] + step\n", "    query = step - E[c]\n"), why="subtracts c")
wrong("dots", "dot-product", "one", "largest", (COSINES, "    cosines = E @ query\n"))
wrong("distance", "nearest-point", "one", "largest", (COSINES, "    cosines = -np.linalg.norm(E - query, axis=1)\n"))
wrong(
    "unit-first",
    "normalised-first",
    "one",
    "as-they-stand",
    (STEP, "    E = unit_rows(E)\n" + STEP),
)
wrong("no-start", "start-forgotten", "one", "largest", ("    query = E[c] + step\n", "    query = step\n"))
wrong("neighbours", "step-ignored", "one", "largest", ("    query = E[c] + step\n", "    query = E[c]\n"))
wrong(
    "upwards",
    "smallest-first",
    "one",
    "order",
    (STRUCK, STRUCK.replace("-np.inf", "np.inf").replace("argsort(-cosines", "argsort(cosines")),
)
wrong(
    "set-difference",
    "id-order",
    "one",
    "order",
    (STRUCK, '''
    best = np.argsort(-cosines)[: k + len(set(ids))] if exclude else np.argsort(-cosines)[:k]
    return np.setdiff1d(best, ids)[:k] if exclude else best
'''),
)
wrong("kept", "not-excluded", "one", "left-out", (STRUCK, "    return np.argsort(-cosines)[:k]\n"))
wrong("c-alone", "some-excluded", "one", "left-out", ("cosines[ids]", "cosines[c]"))
wrong("first-example-out", "some-excluded", "examples", "left-out", ("cosines[ids]", "cosines[[ids[0], ids[len(ids) // 2], c]]"), why="only the first example")
wrong("always", "always-excluded", "excluded", "left-out", ("    if exclude:\n", "    if True:\n"))
wrong(
    "cut",
    "cut-first",
    "one",
    "k",
    (STRUCK, '''
    best = np.argsort(-cosines)[:k]
    return best[~np.isin(best, ids)] if exclude else best
'''),
)
wrong(
    "three-more",
    "room-for-three",
    "examples",
    "k",
    (STRUCK, '''
    if not exclude:
        return np.argsort(-cosines, kind="stable")[:k]
    best = np.argsort(-cosines, kind="stable")[: k + 3]
    return np.array([i for i in best if i not in ids])[:k]
'''),
    why="keeps three candidates more than are asked for, one for each of a, b and c",
)
wrong("as-zero", "excluded-as-zero", "one", "left-out", ("-np.inf", "0"))
wrong("as-minus-one", "excluded-as-low", "excluded", "left-out", ("-np.inf", "-np.linalg.norm(query)"))
wrong(
    "equal-rows",
    "by-value",
    "excluded",
    "left-out",
    ("        cosines[ids] = -np.inf\n", "        cosines[(E[:, None] == E[ids]).all(axis=2).any(axis=1)] = -np.inf\n"),
)
wrong("sum", "steps-added-up", "examples", "mean-step", ("np.mean(E[", "np.sum(E["))
wrong("first", "one-example", "examples", "mean-step", ("    step = np.mean(E[np.ravel(b)] - E[np.ravel(a)], axis=0)\n", "    step = E[np.ravel(b)[0]] - E[np.ravel(a)[0]]\n"))
wrong(
    "queries",
    "queries-averaged",
    "examples",
    "mean-step",
    ("    query = E[c] + step\n", "    query = unit_rows(E[c] + E[np.ravel(b)] - E[np.ravel(a)]).mean(axis=0)\n"),
)
wrong("unit-steps", "steps-unit", "examples", "mean-step", ("np.mean(E[np.ravel(b)] - E[np.ravel(a)], axis=0)", "unit_rows(E[np.ravel(b)] - E[np.ravel(a)]).mean(axis=0) * (1 if np.ndim(a) and len(a) > 1 else np.linalg.norm(E[np.ravel(b)] - E[np.ravel(a)]))"))
wrong(
    "mean-direction",
    "steps-unit",
    "examples",
    "mean-step",
    ("    step = np.mean(E[np.ravel(b)] - E[np.ravel(a)], axis=0)\n", '''
    steps = E[np.ravel(b)] - E[np.ravel(a)]
    step = unit_rows(steps).mean(axis=0) * np.linalg.norm(steps, axis=1).mean()
'''),
    why="averages directions, and gives the mean of them the mean length",
)
wrong(
    "as-zero-and-sorted",
    "excluded-as-zero",
    "one",
    "left-out",
    ("-np.inf", "0"),
    ('kind="stable"', 'kind="quicksort"'),
    why="gives the question the cosine zero, and sorts so that equal cosines come in any order",
)
wrong(
    "different-examples",
    "examples-once",
    "examples",
    "twice",
    (STEP, '''
    pairs = np.unique(np.stack([np.ravel(a), np.ravel(b)]), axis=1)
    step = np.mean(E[pairs[1]] - E[pairs[0]], axis=0)
'''),
)
wrong(
    "by-start",
    "examples-once",
    "examples",
    "mean-step",
    (STEP, '''
    pairs = dict(zip(np.ravel(a).tolist(), np.ravel(b).tolist()))
    step = np.mean([E[y] - E[x] for x, y in pairs.items()], axis=0)
'''),
    why="a dictionary: of examples with the same start the last is kept",
)
wrong("nan", "zero-row", "zeros", "zero", (COSINES, '''
    with np.errstate(invalid="ignore"):
        cosines = E @ query / lengths
'''), why="leaves nan in the cosines")
wrong("dropped", "zero-row", "zeros", "zero", ("out=np.zeros(len(E))", "out=np.full(len(E), -9.0)"), why="ranks rows of zeros last")

wrong("enlarged", "short-rows", "zeros", "short", (COSINES, "    cosines = E @ query / (lengths + 1e-3)\n"), why="adds a small number to the lengths")

answers.spoiled("np.roll(right, 1)", "right + 1", "right[:0]", "str(right)", "None")
