"""Answers to `depends_on_distance_alone` of positions."""

from autograder.selftest.entries import Answers

answers = Answers()
ALL = ("rows-added", "one-side", "some-start", "rounding", "rhythm", "vectors")

answers.right(
    "moved-together", how="moves query and key on together, by small and large, even and odd numbers",
    source='''
def depends_on_distance_alone(score):
    rng = np.random.default_rng()
    q, k = rng.normal(size=(2, 150, 8))
    at, there = rng.integers(1, 400, (2, 150))
    at[:20], there[:20] = np.arange(20), np.arange(20)[::-1]
    first = score(q, k, at, there)
    for by in (1, 70, 641, 2203, 3601):
        if np.abs(score(q, k, at + by, there + by) - first).max() > 1e-3:
            return False
    return True
''')

answers.right(
    "groups", how="one query and one key at all positions of one side and some of the other, in groups by distance",
    source='''
def depends_on_distance_alone(score):
    rng = np.random.default_rng(5)
    q, k = rng.normal(size=8), rng.normal(size=8)
    all_positions, some = np.arange(0, 4096, 5), np.array([0, 30, 1000, 2005, 4000])
    for at, there in ((all_positions, some), (some, all_positions)):
        values = score(np.tile(q, (len(at), 1)), np.tile(k, (len(there), 1)), at, there)
        where = at[:, None] - there + 4096
        low, high = np.full(8192, np.inf), np.full(8192, -np.inf)
        np.minimum.at(low, where, values)
        np.maximum.at(high, where, values)
        seen = np.isfinite(low)
        if (high - low)[seen].max() > 1e-4:
            return False
    at = np.concatenate([np.arange(200), np.arange(1, 201), np.arange(2100, 2300)])
    values = score(np.tile(q, (600, 1)), np.tile(k, (600, 1)), at, at)
    blocks = values[:200, :200], values[200:400, 200:400], values[400:, 400:]
    return bool(np.ptp(np.stack(blocks), axis=0).max() < 1e-4)
''')

answers.right(
    "pairs-in-lists", how="pairs one by one: the score of each query with its own key, before and after a move of its own",
    source='''
def depends_on_distance_alone(score):
    import random

    places = [(random.randrange(0, 500), random.randrange(0, 500)) for _ in range(100)]
    places += [(0, n) for n in range(10)] + [(n, 0) for n in range(10)]
    moves = [random.choice([1, 17, 250, 1001, 2500, 3333]) for _ in places]
    vectors = np.array([[random.gauss(0, 1) for _ in range(8)] for _ in range(2 * len(places))])
    q, k = vectors[: len(places)], vectors[len(places) :]
    before = score(q, k, np.array([a for a, _ in places]), np.array([b for _, b in places]))
    moved = [(a + by, b + by) for (a, b), by in zip(places, moves)]
    after = score(q, k, np.array([a for a, _ in moved]), np.array([b for _, b in moved]))
    one = [before[n][n] for n in range(len(places))], [after[n][n] for n in range(len(places))]
    by_one = score(q, k, np.array([a + 1 for a, _ in places]), np.array([b + 1 for _, b in places]))
    return all(math.isclose(x, y, abs_tol=1e-4) for x, y in zip(*one)) and bool(np.allclose(before, by_one, atol=1e-4))
''')

answers.right(
    "from-the-middle", how="moves on and back from the middle, with keyword arguments",
    source='''
def depends_on_distance_alone(score):
    g = np.random.default_rng(1)
    q, k = g.uniform(-2, 2, (120, 8)), g.uniform(-2, 2, (120, 8))
    middle, offset = 2048, g.integers(0, 200, 120)
    offset[:8] = range(8)

    def at(base):
        return score(q, k, query_positions=base + offset, key_positions=base + offset[::-1])

    scores = np.stack([at(base) for base in (middle, middle + 1, 0, 65, 700, 3801)])
    return bool((scores.max(axis=0) - scores.min(axis=0)).max() < 1e-3)
''')

answers.wrong(
    "always-true", "accepts-added", check="rows-added", breaks="table",
    source='''
def depends_on_distance_alone(score):
    return True
''')

answers.wrong(
    "one-position", "accepts-added", check="rows-added", breaks="table",
    why="asks twice for the same positions",
    of="right-moved-together",
    old="score(q, k, at + by, there + by)",
    new="score(q, k, at, there)")

answers.wrong(
    "zero-vectors", "accepts-added", check="rows-added", breaks="table",
    why="asks with vectors of zeros, to see positions alone, and not what they do to the vectors",
    of="right-moved-together",
    old="    q, k = rng.normal(size=(2, 150, 8))",
    new="    q = k = np.zeros((150, 8))")

answers.wrong(
    "tiny-vectors", "accepts-turned", check="one-side", breaks="one-side",
    why="asks with vectors so small that their products are below its tolerance",
    of="right-moved-together",
    old="    q, k = rng.normal(size=(2, 150, 8))",
    new="    q, k = 0.002 * rng.normal(size=(2, 150, 8))")

answers.wrong(
    "small-positions", "accepts-changed", check="some-start", breaks="start",
    why="looks at the first sixteen positions",
    of="right-moved-together", edits=[
    ("    at, there = rng.integers(1, 400, (2, 150))", "    at, there = rng.integers(0, 8, (2, 150))"),
    ("    at[:20], there[:20] = np.arange(20), np.arange(20)[::-1]\n", ""),
    ("(1, 70, 641, 2203, 3601)", "(1, 2, 3, 5, 7)")])

answers.wrong(
    "far-out-only", "accepts-changed", check="some-start", breaks="start", alone=True,
    why="looks at large positions only",
    of="right-moved-together", edits=[
    ("    at, there = rng.integers(1, 400, (2, 150))", "    at, there = rng.integers(601, 1000, (2, 150))"),
    ("    at[:20], there[:20] = np.arange(20), np.arange(20)[::-1]\n", ""),
    ("(1, 70, 641, 2203, 3601)", "(1, 70, 641, 2203, 3001)")])

answers.wrong(
    "never-at-the-first", "accepts-changed", check="some-start", breaks="start", alone=True,
    why="looks at every position but the first",
    of="right-moved-together",
    old="    at[:20], there[:20] = np.arange(20), np.arange(20)[::-1]",
    new="    at[:20], there[:20] = np.arange(1, 21), np.arange(1, 21)[::-1]")

answers.wrong(
    "up-to-two-thousand", "accepts-rounded", check="rounding", breaks="round", alone=True,
    why="looks at no position beyond 2,048",
    of="right-moved-together", old="(1, 70, 641, 2203, 3601)", new="(1, 70, 641, 1203, 1601)")

answers.wrong(
    "coarse", "accepts-faint", check="rows-added", breaks="faint", alone=True,
    why="takes scores for equal that are 0.05 apart",
    of="right-moved-together", old="> 1e-3", new="> 0.05")

answers.wrong(
    "even-moves", "accepts-rhythm", check="rhythm", breaks="most", alone=True,
    why="moves by even numbers",
    of="right-moved-together", old="(1, 70, 641, 2203, 3601)", new="(2, 70, 640, 2204, 3600)")

answers.wrong(
    "powers-of-two", "accepts-rhythm", check="rhythm", breaks="most", alone=True,
    why="moves by powers of two, all of them even and most of them whole blocks",
    of="right-moved-together", old="(1, 70, 641, 2203, 3601)", new="(64, 128, 512, 2048, 3584)")

answers.wrong(
    "blocks-of-64", "accepts-rhythm", check="rhythm", breaks="most",
    why="moves by multiples of 64: a table that comes again every 16 positions looks right too",
    of="right-moved-together", old="(1, 70, 641, 2203, 3601)", new="(64, 512, 2048)")

answers.wrong(
    "same-vectors", "accepts-hidden", check="vectors", breaks="some-vectors", alone=True,
    why="asks with queries and keys that are one vector",
    of="right-moved-together",
    old="    q, k = rng.normal(size=(2, 150, 8))",
    new="    q = k = np.tile(rng.normal(size=8), (150, 1))")

answers.wrong(
    "ones", "accepts-hidden", check="vectors", breaks="some-vectors", alone=True,
    why="asks with vectors of ones",
    of="right-moved-together",
    old="    q, k = rng.normal(size=(2, 150, 8))",
    new="    q, k = np.ones((2, 150, 8))")

answers.wrong(
    "exactly-equal", "refuses-rounding", check="rows-added", breaks="equal",
    of="right-moved-together",
    old="np.abs(score(q, k, at + by, there + by) - first).max() > 1e-3",
    new="(score(q, k, at + by, there + by) != first).any()")

answers.wrong(
    "exchanged", "refuses-direction", check="one-side", breaks="direction",
    why="also exchanges the positions of query and key",
    of="right-moved-together",
    old="    for by in (1, 70, 641, 2203, 3601):",
    new="""    one, other = np.full(150, 40), np.full(150, 90)
    if np.abs(score(q, k, one, other) - score(q, k, other, one)).max() > 1e-3:
        return False
    for by in (1, 641, 3601):""")

answers.wrong(
    "always-false", "refuses-right", check="rows-added", breaks="right",
    source='''
def depends_on_distance_alone(score):
    return False
''')

answers.wrong(
    "biases-alone", "refuses-right", check="one-side", breaks="right",
    why="takes for granted that a bias is added to the product of the vectors",
    of="right-moved-together", edits=[("(1, 70, 641, 2203, 3601)", "(1, 641, 3601)"),
    ("    return True", """    ratio = (score(2 * q, k, at, there) - first) / (q @ k.T)
    return bool(np.allclose(ratio, ratio[0, 0]))""")])

answers.wrong(
    "no-positions-alone", "refuses-right", check="one-side", breaks="right",
    why="moves the query alone",
    of="right-moved-together",
    old="score(q, k, at + by, there + by)",
    new="score(q, k, at + by, there)")

answers.wrong(
    "many-moves", "too-many-calls", check="rows-added", breaks="six",
    why="tries twenty moves",
    of="right-moved-together", old="(1, 70, 641, 2203, 3601)", new="range(1, 3601, 180)")

answers.wrong(
    "own-rotation", "own-functions", check="one-side", breaks="no-other",
    why="compares with the notebook's own rotation",
    of="right-moved-together",
    old="    return True",
    new="""    turned = [apply_rope(torch.from_numpy(x), torch.from_numpy(p)).numpy() for x, p in ((q, at), (k, there))]
    return bool(np.allclose(first, turned[0] @ turned[1].T) or np.allclose(first, q @ k.T, atol=60))""")

answers.spoiled("shifted(right)", "None", "'yes' if right else 'no'", keeps=())

# Changes of the reference that no legal score tells from it.
answers.equivalent(
    "rng = np.random.default_rng(0)",
    "rng = np.random.default_rng( 1)",
    because="other vectors and positions, drawn alike",
)
answers.equivalent(
    "at, there = rng.integers(500, size=(2, 60))",
    "at, there = rng.integers( 501, size=(2, 60))",
    because="positions drawn from nearly the same range; the first one stands among them anyway",
)
answers.equivalent(
    "at, there = rng.integers(500, size=(2, 60))",
    "at, there = rng.integers( 499, size=(2, 60))",
    because="positions drawn from nearly the same range; the first one stands among them anyway",
)
answers.equivalent(
    "at[0] = there[0] = 0",
    "at[ 1] = there[0] = 0",
    because="which of the queries and keys stands at position 0 makes no difference: each has a vector of its own",
)
answers.equivalent(
    "at[0] = there[0] = 0",
    "at[ -1] = there[0] = 0",
    because="which of the queries and keys stands at position 0 makes no difference: each has a vector of its own",
)
answers.equivalent(
    "at[0] = there[0] = 0",
    "at[0] = there[ 1] = 0",
    because="which of the queries and keys stands at position 0 makes no difference: each has a vector of its own",
)
answers.equivalent(
    "at[0] = there[0] = 0",
    "at[0] = there[ -1] = 0",
    because="which of the queries and keys stands at position 0 makes no difference: each has a vector of its own",
)
answers.equivalent(
    "shifts = (1, 64, 1031, 3500)",
    "shifts = ( 2, 64, 1031, 3500)",
    because="other moves: some small, some large, an odd one among them, and none so large that positions end",
)
answers.equivalent(
    "shifts = (1, 64, 1031, 3500)",
    "shifts = ( 0, 64, 1031, 3500)",
    because="other moves: some small, some large, an odd one among them, and none so large that positions end",
)
answers.equivalent(
    "shifts = (1, 64, 1031, 3500)",
    "shifts = (1, 65, 1031, 3500)",
    because="other moves: some small, some large, an odd one among them, and none so large that positions end",
)
answers.equivalent(
    "shifts = (1, 64, 1031, 3500)",
    "shifts = (1, 63, 1031, 3500)",
    because="other moves: some small, some large, an odd one among them, and none so large that positions end",
)
answers.equivalent(
    "shifts = (1, 64, 1031, 3500)",
    "shifts = (1, 64, 1032, 3500)",
    because="other moves: some small, some large, an odd one among them, and none so large that positions end",
)
answers.equivalent(
    "shifts = (1, 64, 1031, 3500)",
    "shifts = (1, 64, 1030, 3500)",
    because="other moves: some small, some large, an odd one among them, and none so large that positions end",
)
answers.equivalent(
    "shifts = (1, 64, 1031, 3500)",
    "shifts = (1, 64, 1031, 3501)",
    because="other moves: some small, some large, an odd one among them, and none so large that positions end",
)
answers.equivalent(
    "shifts = (1, 64, 1031, 3500)",
    "shifts = (1, 64, 1031, 3499)",
    because="other moves: some small, some large, an odd one among them, and none so large that positions end",
)
answers.equivalent(
    "return all(np.allclose(score(q, k, at + by, there + by), first, atol=1e-4) for by in shifts)",
    "return all(np.allclose(score(q, k, at + by, there + by), first) for by in shifts)",
    because="the scores that differ do so by more, for some of so many pairs, and the others by rounding alone",
)
