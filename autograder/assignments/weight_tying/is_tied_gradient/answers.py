"""Answers to `is_tied_gradient` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd", how="one call, with all that hides a mistake in it",
    source='''
def is_tied_gradient(f):
    torch.manual_seed(0)
    E = torch.randn(6, 6, dtype=torch.float64, requires_grad=True)
    W = torch.randn(6, 6, dtype=torch.float64)
    ids = torch.tensor([[0, 3, 3], [1, 0, 2]])
    targets = torch.tensor([[3, 3, 4], [5, 1, 2]])
    loss = F.cross_entropy((torch.tanh(E[ids] @ W) @ E.T).reshape(-1, 6), targets.reshape(-1))
    loss.backward()
    got = f(E.detach().numpy(), W.numpy(), ids.numpy(), targets.numpy())
    return np.allclose(got, E.grad.numpy(), rtol=0, atol=1e-6)
''')

answers.right(
    "slope", how="compares with slopes of the loss in random directions, in four calls",
    source='''
def is_tied_gradient(f):
    rng = np.random.default_rng()

    def loss(E, W, ids, targets):
        z = (np.tanh(E[ids] @ W) @ E.T).reshape(-1, len(E))
        return np.mean(np.log(np.exp(z).sum(axis=1)) - z[np.arange(ids.size), targets.reshape(-1)])

    for V, d, shape in ((5, 5, (4, 3)), (9, 3, (7,)), (4, 4, (2, 5)), (8, 2, (1,))):
        E, W = rng.normal(size=(V, d)), rng.normal(size=(d, d))
        ids, targets = rng.integers(0, max(2, V - 2), shape), rng.integers(0, V, shape)
        ids.reshape(-1)[-1] = ids.reshape(-1)[0]
        targets.reshape(-1)[0] = ids.reshape(-1)[0]
        G = f(E, W, ids, targets)
        if G.shape != E.shape:
            return False
        for _ in range(5):
            D = 1e-4 * rng.normal(size=E.shape)
            slope = (loss(E + D, W, ids, targets) - loss(E - D, W, ids, targets)) / 2e-4
            if not abs((G * D).sum() / 1e-4 - slope) <= 1e-5:
                return False
    return True
''')

answers.right(
    "loops", how="adds up the formulas position by position; the answer of NumPy's type",
    source='''
def is_tied_gradient(f):
    def mine(E, W, ids, targets):
        found = np.zeros_like(E)
        for i, t in zip(ids.reshape(-1), targets.reshape(-1)):
            h = np.tanh(E[i] @ W)
            z = E @ h
            dz = np.exp(z - z.max())
            dz /= dz.sum()
            dz[t] -= 1
            found += np.outer(dz, h)
            found[i] += W @ ((1 - h**2) * (dz @ E))
        return found / ids.size

    rng = np.random.default_rng(3)
    errors = []
    for V, d in ((3, 3), (6, 2)):
        ids, targets = np.array([[0, 1, 0], [1, 1, 0]]), np.array([[0, 2, 1], [2, 1, 0]])
        case = rng.normal(size=(V, d)), rng.normal(size=(d, d)), ids, targets
        got = f(*case)
        if got.shape != (V, d):
            return False
        errors.append(np.abs(got - mine(*case)).max())
    return np.max(errors) < np.float64(1e-6)
''')

CALL = '    return np.allclose(got, E.grad.numpy(), rtol=0, atol=1e-6)'

answers.wrong(
    "shapes-alone", "accepts-any-numbers", check="sides", breaks="judge",
    why="compares shapes",
    of="right-autograd", old=CALL, new="    return got.shape == E.shape")

answers.wrong(
    "exact", "rejects-right", check="sides", breaks="rounding",
    why="compares bit by bit",
    of="right-autograd", old=CALL, new="    return np.array_equal(got, E.grad.numpy())")

answers.wrong(
    "of-a-sum", "rejects-right", check="sizes", breaks="judge",
    why="compares with the gradient of a sum over the positions",
    of="right-autograd", old="targets.reshape(-1))\n", new='targets.reshape(-1), reduction="sum")\n')

answers.wrong(
    "nan-passes", "accepts-nan", check="special", alone=True,
    of="right-autograd", old=CALL, new="    return got.shape == E.shape and not (abs(got - E.grad.numpy()) > 1e-6).any()")

answers.wrong(
    "nine-digits", "rejects-rounded", check="sides",
    why="asks for more digits than float32 has",
    of="right-autograd", old="atol=1e-6)", new="atol=1e-9)")

IDS = "    ids = torch.tensor([[0, 3, 3], [1, 0, 2]])"
TARGETS = "    targets = torch.tensor([[3, 3, 4], [5, 1, 2]])"

answers.wrong(
    "column-sums", "accepts-side", check="sides", breaks="judge",
    why="compares the sums of the columns, which are zero for the output side",
    of="right-autograd", old=CALL, new="    return np.allclose(got.sum(axis=0), E.grad.numpy().sum(axis=0), rtol=0, atol=1e-6) and got.shape == E.shape")

answers.wrong(
    "all-rows-read", "accepts-lazy", check="sides", alone=True,
    why="reads every row",
    of="right-autograd", edits=[
        (IDS, "    ids = torch.tensor([[0, 3, 3, 4], [1, 5, 0, 2]])"),
        (TARGETS, "    targets = torch.tensor([[3, 3, 4, 4], [5, 1, 1, 2]])")])

answers.wrong(
    "directions", "accepts-scaled", check="sizes", alone=True,
    why="compares the direction of the gradient",
    of="right-autograd", old=CALL, new="""
    mine = E.grad.numpy()
    return (got * mine).sum() > (1 - 1e-12) * np.linalg.norm(got) * np.linalg.norm(mine) > 0
""")

answers.wrong(
    "sizes-alone", "accepts-scaled", check="targets", alone=True,
    why="compares sizes without their signs",
    of="right-autograd", old=CALL, new="    return np.allclose(np.abs(got), np.abs(E.grad.numpy()), rtol=0, atol=1e-6)")

answers.wrong(
    "sum-or-mean", "accepts-summed", check="sizes", alone=True,
    of="right-autograd", old=CALL, new="    return any(np.allclose(got / n, E.grad.numpy(), rtol=0, atol=1e-6) for n in (1, ids.numel()))")

answers.wrong(
    "one-axis", "accepts-first-axis", check="sizes", alone=True, breaks="some-inputs",
    of="right-autograd", edits=[
        (IDS, "    ids = torch.tensor([0, 3, 3, 1, 0, 2])"), (TARGETS, "    targets = torch.tensor([3, 3, 4, 5, 1, 2])")])

answers.wrong(
    "no-own-target", "accepts-own-target", check="targets", alone=True, breaks="some-inputs",
    of="right-autograd", old=TARGETS, new="    targets = torch.tensor([[3, 5, 4], [5, 1, 0]])")

answers.wrong(
    "rows-of-targets", "accepts-target-rows", check="targets", alone=True,
    of="right-autograd", old=CALL, new="""
    rows = np.unique(targets.numpy())
    return got.shape == E.shape and np.allclose(got[rows], E.grad.numpy()[rows], rtol=0, atol=1e-6)
""")

answers.wrong(
    "copies-the-input", "accepts-target-scatter", check="targets", alone=True, breaks="some-inputs",
    why="lets the model predict what it reads",
    of="right-autograd", old=TARGETS, new="    targets = ids.clone()")

answers.wrong(
    "distinct", "accepts-repeats-lost", check="special", alone=True, breaks="some-inputs",
    of="right-autograd", edits=[
        (IDS, "    ids = torch.tensor([[0, 3], [1, 5]])"), (TARGETS, "    targets = torch.tensor([[3, 3], [2, 4]])")])

answers.wrong(
    "never-square", "accepts-square-turned", check="special", alone=True, breaks="some-inputs",
    of="right-autograd", edits=[
        ("    E = torch.randn(6, 6, dtype", "    E = torch.randn(6, 4, dtype"), ("    W = torch.randn(6, 6, dtype", "    W = torch.randn(4, 4, dtype")])

answers.wrong(
    "symmetric", "accepts-W-turned", check="special", alone=True, breaks="some-inputs",
    of="right-autograd", old="    W = torch.randn(6, 6, dtype=torch.float64)", new="    W = torch.randn(6, 6, dtype=torch.float64)\n    W = W + W.T")

answers.wrong(
    "near-zero", "accepts-short-way", check="special", alone=True, breaks="some-inputs",
    why="tries a W of small numbers, where tanh is straight",
    of="right-autograd", old="    W = torch.randn(6, 6, dtype=torch.float64)", new="    W = 1e-3 * torch.randn(6, 6, dtype=torch.float64)")

answers.wrong(
    "seven-calls", "too-many-calls", check="sides", breaks="calls",
    why="tries a hundred random inputs",
    of="right-slope", old="    for V, d, shape in ((5, 5, (4, 3)), (9, 3, (7,)), (4, 4, (2, 5)), (8, 2, (1,))):", new="    for V, d, shape in 25 * ((5, 5, (4, 3)), (9, 3, (7,)), (4, 4, (2, 5)), (8, 2, (1,))):")

answers.wrong(
    "own-gradient", "own-functions", check="sides", breaks="own",
    source='''
def tied_gradient(E, W, ids, targets):
    return None, E, E, W


def is_tied_gradient(f):
    rng = np.random.default_rng(0)
    E, W = rng.normal(size=(5, 5)), rng.normal(size=(5, 5))
    ids, targets = np.array([[1, 3, 1], [4, 1, 3]]), np.array([[1, 0, 3], [4, 2, 0]])
    _, inputs, outputs, _ = tied_gradient(E, W, ids, targets)
    return np.abs(f(E, W, ids, targets) - inputs - outputs).max() < 1e-6
''')

# Changes of the reference that no implementation reveals.
DRAWN = "rng = np.random.default_rng({})  # one that draws ids that repeat, and some that are their own target"
READ = "ids = rng.integers({}, size=({}, 3))  # the last row is not read"
GOAL = "targets = rng.integers({}, size=ids.shape)"
for removed, added in (
    (DRAWN.format("2"), DRAWN.format(" 1")),
    (READ.format("4", "2"), READ.format(" 5", "2")),
    (READ.format("4", "2"), READ.format(" 3", "2")),
    (READ.format("4", "2"), READ.format("4", " 1")),
    (GOAL.format("5"), GOAL.format(" 4")),
):
    answers.equivalent(removed, added, because="the other draw hides no mistake either")
answers.equivalent(
    "return np.allclose(f(E, W, ids, targets), table.grad, atol=1e-6)",
    "return np.allclose(f(E, W, ids, targets), table.grad)",
    because="the right implementations are off by much less than the docstring allows",
)

answers.spoiled(
    "str(right)",
    "[right]",
    "int(right)",
    "None")

answers.wrong(
    "one-slope", "accepts-part", check="sides", alone=True, breaks="judge",
    why="compares the slope of the loss along the table itself, one number",
    of="right-autograd", old=CALL, new="""
    table = E.detach().numpy()
    return got.shape == E.shape and bool(abs((got * table).sum() - (E.grad.numpy() * table).sum()) < 1e-6)
""")

answers.wrong(
    "one-hundredth", "accepts-coarse", check="special", breaks="rounding",
    why="allows for differences of one hundredth",
    of="right-autograd", old="rtol=0, atol=1e-6)", new="rtol=0, atol=1e-2)")

answers.wrong(
    "nan-skipped", "accepts-nan", check="special", alone=True,
    why="takes the largest difference that is a number",
    of="right-autograd", old=CALL, new="    return got.shape == E.shape and bool(np.nanmax(abs(got - E.grad.numpy())) < 1e-6)")
