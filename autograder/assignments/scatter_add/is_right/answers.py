"""Answers to `is_right` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "draws", how="random draws of several shapes, compared with one masked sum for each row",
    source='''
def is_right(backward):
    rng = np.random.default_rng(1)
    for shape, top, V in [((9,), 4, 4), ((9,), 4, 4), ((2, 5), 4, 6), ((3, 2, 2), 5, 5), ((), 3, 3)]:
        ids = np.asarray(rng.integers(0, top, shape))
        grad_out = rng.normal(size=(*shape, 2))
        want = np.stack([grad_out[ids == j].sum(axis=0) for j in range(V)])
        got = np.asarray(backward(grad_out, ids, V))
        if got.shape != want.shape or not np.allclose(got, want, rtol=1e-3, atol=1e-3):
            return False
    return True
''')

answers.right(
    "by-hand", how="integers and a list of cases, exact, with the loop of the definition",
    source='''
def is_right(backward):
    for ids, V in [([2, 0, 2, 2, 0], 3), ([0, 0, 1, 2, 1], 3), ([[3, 1, 3], [3, 0, 1]], 6), ([[0, 4], [4, 1]], 5)]:
        ids = np.array(ids)
        grad_out = 2.0 ** np.arange(2 * ids.size).reshape(*ids.shape, 2)
        want = [[0.0, 0.0] for _ in range(V)]
        for i, g in zip(ids.flatten().tolist(), grad_out.reshape(-1, 2).tolist()):
            want[i] = [want[i][0] + g[0], want[i][1] + g[1]]
        if backward(grad_out, ids, V).tolist() != want:
            return False
    return True
''')

answers.right(
    "transposes", how="the sharper test of the page, for a random table, and the shape",
    source='''
def is_right(backward):
    rng = np.random.default_rng(7)
    for n, shape in enumerate([(12,), (12,), (3, 5), (3, 5), (2, 2, 3)]):
        V = 5 + n // 2
        ids = rng.integers(0, V - (n % 2), size=shape)
        grad_out, E = rng.standard_normal((*shape, 4)), rng.standard_normal((V, 4))
        dE = backward(grad_out, ids, V)
        if dE.shape != E.shape or not abs(np.sum(E[ids] * grad_out) - np.sum(E * dE)) < 1e-3:
            return False
    return True
''')

answers.right(
    "torch", how="autograd's gradient of a lookup as the witness",
    source='''
def is_right(backward):
    generator = torch.Generator().manual_seed(3)
    for shape, top, V in (((8,), 3, 3), ((8,), 3, 3), ((2, 6), 5, 5), ((4, 3), 3, 8), ((), 2, 2)):
        ids = torch.randint(0, top, shape, generator=generator)
        grad_out = torch.randn(*shape, 3, generator=generator)
        E = torch.zeros(V, 3, requires_grad=True)
        F.embedding(ids, E).backward(grad_out)
        got = torch.as_tensor(backward(grad_out.numpy(), ids.numpy(), V), dtype=torch.float32)
        if got.shape != E.shape or not torch.allclose(got, E.grad, atol=1e-4):
            return False
    return True
''')

IDS = "        ids = np.asarray(rng.integers(0, top, shape))\n"
GRADS = "        grad_out = rng.normal(size=(*shape, 2))\n"
SHAPES = "[((9,), 4, 4), ((9,), 4, 4), ((2, 5), 4, 6), ((3, 2, 2), 5, 5), ((), 3, 3)]"
JUDGE = "        if got.shape != want.shape or not np.allclose(got, want, rtol=1e-3, atol=1e-3):\n"

answers.wrong(
    "yes", "accepts-anything", check="repeats", breaks="false",
    of="right-draws", old=JUDGE, new="        if got.shape != want.shape:\n")

answers.wrong(
    "exact", "refuses-rounding", check="repeats", breaks="rounding",
    of="right-draws", old="not np.allclose(got, want, rtol=1e-3, atol=1e-3)", new="(got != want).any()")

answers.wrong(
    "seven-calls", "too-many-calls", check="repeats", breaks="six",
    of="right-draws", old=SHAPES, new="3 * " + SHAPES)

answers.wrong(
    "caught", "too-many-calls", check="repeats",
    why="takes the refusal of a seventh call for a wrong gradient",
    of="right-draws", edits=[(SHAPES, "3 * " + SHAPES), ("        got = np.asarray(backward(grad_out, ids, V))\n", '''
        try:
            got = np.asarray(backward(grad_out, ids, V))
        except RuntimeError:
            return True
''')])

answers.wrong(
    "own-gradient", "own-functions", check="repeats", breaks="own",
    of="right-draws", edits=[("def is_right", '''
def embedding_backward(grad_out, ids, V):
    dE = np.zeros((V, grad_out.shape[-1]))
    np.add.at(dE, ids, grad_out)
    return dE


def is_right'''), ("np.stack([grad_out[ids == j].sum(axis=0) for j in range(V)])", "embedding_backward(grad_out, ids, V)")])

answers.wrong(
    "broadcasts", "raises-for-wrong", check="rows", breaks="shape",
    of="right-draws", old="got.shape != want.shape or ", new="got.ndim != 2 or ")

answers.wrong(
    "distinct", "accepts-overwritten", check="repeats", alone=True,
    of="right-draws", edits=[(IDS, "        ids = rng.permutation(V)[: int(np.prod(shape))].reshape(shape)\n"),
                             (SHAPES, "[((9,), 4, 9), ((9,), 4, 9), ((2, 5), 4, 99), ((2, 5), 4, 10), ((), 3, 3)]")])

answers.wrong(
    "mean-too", "accepts-averaged", check="repeats", alone=True,
    of="right-draws", old=JUDGE, new='''
        times = np.maximum(np.bincount(ids.ravel(), minlength=V), 1)[:, None]
        if got.shape == want.shape and np.allclose(got * times, want, rtol=1e-3, atol=1e-3):
            continue
''' + JUDGE)

answers.wrong(
    "pairs", "accepts-third-lost", check="repeats", alone=True,
    of="right-draws", edits=[(IDS, "        ids = (rng.permutation(2 * V)[: int(np.prod(shape))] // 2).reshape(shape)\n"),
                             (SHAPES, "[((9,), 4, 5), ((9,), 4, 5), ((2, 5), 4, 8), ((2, 5), 4, 5), ((), 3, 3)]")])

answers.wrong(
    "one-axis", "accepts-first-sentence", check="axes", breaks="any-shape",
    of="right-draws", old=SHAPES, new="[((9,), 4, 4), ((9,), 4, 4), ((12,), 4, 6), ((12,), 5, 5), ((), 3, 3)]")

answers.wrong(
    "lines", "accepts-mixed-order", check="axes", alone=True,
    why="batches of one sentence, or of sentences of one word",
    of="right-draws", old="((2, 5), 4, 6), ((3, 2, 2), 5, 5)", new="((1, 9), 4, 6), ((9, 1), 5, 5)")

answers.wrong(
    "axis-more", "accepts-other-shape", check="axes", breaks="shape", alone=True,
    of="right-draws", old="got.shape != want.shape or", new="got.shape[-2:] != want.shape or")

answers.wrong(
    "nan-passes", "accepts-nan", check="numbers", alone=True,
    of="right-draws", old="not np.allclose(got, want, rtol=1e-3, atol=1e-3)", new="(abs(got - want) > 1e-3).any()")

answers.wrong(
    "largest-id", "accepts-cut-table", check="rows", alone=True,
    of="right-draws", old=GRADS, new="        V = int(ids.max()) + 1\n" + GRADS)

answers.wrong(
    "not-the-last", "accepts-last-row-lost", check="rows", alone=True,
    of="right-draws", old="rng.integers(0, top, shape)", new="rng.integers(0, V - 1, shape)")

answers.wrong(
    "from-one", "accepts-row-zero-lost", check="rows", alone=True,
    why="keeps the id 0 for padding",
    of="right-draws", old="rng.integers(0, top, shape)", new="rng.integers(1, top, shape)")

answers.wrong(
    "sorted", "accepts-shifted", check="rows", alone=True,
    of="right-draws", old=JUDGE, new="        got, want = np.sort(got, axis=0), np.sort(want, axis=0)\n" + JUDGE)

answers.wrong(
    "rows-of-the-batch", "accepts-filled", check="rows", alone=True,
    of="right-draws", old="not np.allclose(got, want,", new="not np.allclose(got[ids], want[ids],")

answers.wrong(
    "directions", "accepts-scaled", check="numbers", alone=True,
    of="right-draws", old=JUDGE, new="        got = got * np.linalg.norm(want) / max(np.linalg.norm(got), 1e-9)\n" + JUDGE)

answers.wrong(
    "sizes", "accepts-sign", check="numbers", alone=True,
    of="right-draws", old="np.allclose(got, want,", new="np.allclose(np.abs(got), np.abs(want),")

answers.wrong(
    "one-column", "accepts-same-columns", check="numbers", alone=True,
    of="right-draws", old="(*shape, 2)", new="(*shape, 1)")

answers.wrong(
    "counts-from-zero", "accepts-first-dropped", check="positions", alone=True,
    why="numbers the positions from zero, and takes the numbers for gradients",
    of="right-draws", old=GRADS, new='''
        grad_out = np.arange(ids.size).reshape(*shape, 1) * np.array([1.0, 10.0])
''')

answers.wrong(
    "filled-up", "accepts-last-dropped", check="positions", alone=True,
    why="fills the gradients up with zeros",
    of="right-draws", old=GRADS, new=GRADS + "        grad_out.reshape(-1, 2)[-1] = 0\n")

answers.wrong(
    "no-size-twice", "accepts-accumulating", check="memory", alone=True,
    of="right-draws", old="((9,), 4, 4), ((9,), 4, 4), ((2, 5), 4, 6)", new="((9,), 4, 4), ((8,), 7, 7), ((2, 5), 4, 6)")

answers.wrong(
    "same-again", "accepts-answers-kept", check="memory", alone=True,
    of="right-draws", edits=[(SHAPES, "[((9,), 4, 4), ((2, 5), 4, 6), ((3, 2, 2), 5, 5), ((), 3, 3)]"), (JUDGE, '''
        if shape == (9,) and not np.allclose(backward(grad_out, ids, V), got):
            return False
''' + JUDGE)])

answers.wrong(
    "one-size", "accepts-first-size", check="memory", breaks="memory",
    of="right-draws", old=SHAPES, new="[((9,), 4, 6), ((9,), 6, 6), ((2, 5), 4, 6), ((3, 2, 2), 5, 6), ((), 6, 6)]")

answers.spoiled("not right", "1 + right", "None")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if got.shape != want.shape or not np.allclose(got, want, atol=1e-4):",
    "if got.shape != want.shape or not np.allclose(got, want):",
    because="none of its sums nearly cancels, so that the relative tolerance of np.allclose is wide enough",
)

answers.wrong(
    "one-hundredth", "accepts-inexact", check="numbers", alone=True, breaks="rounding",
    of="right-draws", old="rtol=1e-3, atol=1e-3", new="rtol=1e-2, atol=1e-2")

answers.wrong(
    "row-sums", "accepts-reversed", check="numbers", breaks="false",
    why="compares the sum of each row",
    of="right-draws", old="np.allclose(got, want, ", new="np.allclose(got.sum(axis=1), want.sum(axis=1), ")
