"""Answers to `is_right` of hashed-tables."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "draws", how="random texts of several settings, compared with n-grams that are written out",
    source='''
def is_right(rows_of):
    rng = np.random.default_rng(1)
    for T, N, K, bits in [(40, 4, 2, 50), (70, 3, 3, 20), (30, 2, 1, 54), (50, 5, 1, 40)]:
        ids, fill, end = rng.integers(0, 7, T), 8, 3
        multipliers = rng.integers(0, 2 ** (bits - 1), N) * 2 + 1
        primes = rng.integers(2 ** (bits - 6), 2 ** (bits - 5), (N - 1, K))
        offsets = (np.cumsum(primes) - primes.ravel()).reshape(primes.shape)
        want = np.zeros((T, N - 1, K), np.int64)
        for t in range(T):
            gram = [int(ids[t])]
            while len(gram) < N and len(gram) <= t and (len(gram) == 1 or gram[-1] != end):
                gram.append(int(ids[t - len(gram)]))
            gram += [fill] * (N - len(gram))
            mix = gram[0] * multipliers[0]
            for n in range(1, N):
                mix = mix ^ (gram[n] * multipliers[n])
                want[t, n - 1] = mix % primes[n - 1] + offsets[n - 1]
        got = np.asarray(rows_of(ids, multipliers, primes, fill, end))
        if not np.array_equal(got, want.reshape(T, -1)):
            return False
    return True
''')

answers.right(
    "properties", how="one text, by what holds of rows: known mixes, parts, documents apart, and a cut text",
    source='''
def is_right(rows_of):
    ids = np.array([4, 7, 2, 9, 5, 9, 9, 1, 6, 2, 7, 4, 3, 8, 1, 1, 5, 2, 6, 3, 9, 4, 8, 7, 2] * 2)
    multipliers = np.array([2**55 + 1, 2**54 + 3, 2**53 + 2**20 + 5, 2**52 + 2**31 + 7])
    primes = np.array([[2**40 + 15, 2**41 + 9], [2**42 + 15, 2**43 + 29], [2**44 + 7, 2**45 + 59]])
    begins = primes.cumsum() - primes.ravel()
    answer = np.array(rows_of(ids, multipliers, primes, 10, 9))
    if answer.shape != (len(ids), 6):
        return False
    text = [10, 10, 10]
    for piece, row in zip(ids.tolist(), answer.tolist()):
        text.append(piece)
        terms = [x * m for x, m in zip(text[::-1], multipliers.tolist())]
        mixes = [terms[0] ^ terms[1], terms[0] ^ terms[1] ^ terms[2], terms[0] ^ terms[1] ^ terms[2] ^ terms[3]]
        wanted = [mixes[k // 2] % int(p) + int(b) for k, (p, b) in enumerate(zip(primes.ravel(), begins))]
        if row != wanted:
            return False
        if piece == 9:
            text = [10, 10, 10, 9]
    return True
''')

answers.right(
    "matrix", how="the pieces of all positions as a matrix, with the ends that lie between counted",
    source='''
def is_right(rows_of):
    rng = np.random.default_rng(5)
    for T, N, K in ((64, 4, 2), (48, 3, 2), (33, 2, 3)):
        end, fill = 2, 11
        ids = rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8], T)
        multipliers = 2 * rng.integers(2**52, 2**54, N) + 1
        primes = rng.integers(2**34, 2**35, (N - 1, K)) * 2 + 1
        t, j = np.meshgrid(np.arange(T), np.arange(N), indexing="ij")
        before = np.append(0, np.cumsum(ids == end))
        crossed = before[t] - before[np.maximum(t - j + 1, 0)]
        pieces = np.where((t >= j) & ((j < 2) | (crossed == 0)), ids[np.maximum(t - j, 0)], fill)
        mixes = np.bitwise_xor.accumulate(pieces * multipliers, axis=1)[:, 1:]
        want = (mixes[:, :, None] % primes).reshape(T, -1) + np.cumsum(primes) - primes.ravel()
        got = rows_of(ids, multipliers, primes, fill, end)
        if np.shape(got) != want.shape or np.any(got != want):
            return False
    return True
''')

DRAWS = "[(40, 4, 2, 50), (70, 3, 3, 20), (30, 2, 1, 54), (50, 5, 1, 40)]"
TEXT = "        ids, fill, end = rng.integers(0, 7, T), 8, 3\n"
MULTIPLIERS = "        multipliers = rng.integers(0, 2 ** (bits - 1), N) * 2 + 1\n"
PRIMES = "        primes = rng.integers(2 ** (bits - 6), 2 ** (bits - 5), (N - 1, K))\n"
JUDGE = "        if not np.array_equal(got, want.reshape(T, -1)):\n"
JUDGED = "want.reshape(T, -1)"
GOT = "        got = np.asarray(rows_of(ids, multipliers, primes, fill, end))\n"

answers.wrong(
    "yes", "accepts-anything", check="mix", breaks="false",
    of="right-draws", old=JUDGE, new="        if got.shape != want.reshape(T, -1).shape:\n")

answers.wrong(
    "eight-calls", "too-many-calls", check="mix", breaks="six",
    of="right-draws", old=DRAWS, new=f"2 * {DRAWS}")

answers.wrong(
    "own-rows", "own-functions", check="mix", breaks="own",
    of="right-draws", edits=[(GOT, GOT + "        want = ngram_rows(ids, multipliers, primes, fill, end)\n"), ("def is_right", '''
def ngram_rows(ids, multipliers, primes, fill, end=None):
    return np.zeros((len(ids), primes.size), int)


def is_right''')])

answers.wrong(
    "broadcasts", "raises-for-wrong", check="parts", alone=True,
    of="right-matrix", old="np.shape(got) != want.shape or np.any(got != want)", new="np.max(np.abs(got - want)) > 0")

answers.wrong(
    "same-multipliers", "accepts-multipliers-reversed", check="mix", alone=True,
    why="the same multiplier at all places",
    of="right-matrix", old="2 * rng.integers(2**52, 2**54, N) + 1", new="np.full(N, 2 * rng.integers(2**52, 2**54) + 1)")

ZEROS = "        want = np.zeros((T, N - 1, K), np.int64)\n"
RIGHT = "                want[t, n - 1] = mix % primes[n - 1] + offsets[n - 1]\n"
SAME = "np.array_equal(got, other.reshape(T, -1))"
LENIENT = (  # a test that takes something else for right too, and what that is
    ("precedence", "accepts-remainder-first", "mix", "before = mix ^ gram[n] * multipliers[n]", "(before ^ (gram[n] * multipliers[n] % primes[n - 1])) + offsets[n - 1]", SAME),
    ("sum", "accepts-sums", "mix", "total = sum(x * m for x, m in zip(gram[: n + 1], multipliers))", "total % primes[n - 1] + offsets[n - 1]", SAME),
    ("gaps", "accepts-between-left-out", "mix", "two = gram[0] * multipliers[0] ^ gram[n] * multipliers[n]", "two % primes[n - 1] + offsets[n - 1]", SAME),
    ("next-row", "accepts-target", "mix", "", "want[t, n - 1]", "np.array_equal(got[N:-1], other.reshape(T, -1)[N + 1 :])"),
    ("fill-behind", "accepts-short-history", "history", "short = np.bitwise_xor.reduce(np.array([*gram[:2], *[fill] * (n - 1)]) * multipliers[: n + 1])", "short % primes[n - 1] + offsets[n - 1]", SAME),
    ("rests", "accepts-no-offsets", "parts", "", "want[t, n - 1] - offsets[n - 1]", SAME),
    ("part-of-an-order", "accepts-no-offsets", "parts", "", "want[t, n - 1] - offsets[n - 1, 0]", SAME),
)  # fmt: skip
for name, key, check, first, rows, same in LENIENT:
    answers.wrong(
        f"lenient-{name}", key, check=check, breaks="rows" if name == "sum" else "", alone=True,
        of="right-draws", edits=[
            (ZEROS, ZEROS + "        other = want.copy()\n"),
            (RIGHT, f"{RIGHT}                {first}\n                other[t, n - 1] = {rows}\n"),
            (JUDGE, f"        if {same}:\n            continue\n{JUDGE}"),
        ],
    )  # fmt: skip

answers.wrong(
    "short", "accepts-history-lost", check="history", breaks="long", alone=True,
    why="texts of seven pieces",
    of="right-draws", old=DRAWS, new="[(7, 4, 2, 50), (7, 3, 3, 20), (6, 2, 1, 54), (7, 5, 1, 40), (7, 4, 2, 50), (7, 4, 1, 50)]")

answers.wrong(
    "from-the-middle", "accepts-other-beginning", check="history", breaks="fill", alone=True,
    why="leaves out the first positions",
    of="right-draws", edits=[(JUDGE, "        if got.shape != (T, (N - 1) * K) or not np.array_equal(got[N:], want.reshape(T, -1)[N:]):\n")])

answers.wrong(
    "fill-of-zero", "accepts-other-beginning", check="history", alone=True,
    why="reads 0 before the text, as the wrong ones do",
    of="right-draws", old=TEXT, new="        ids, fill, end = rng.integers(1, 7, T), 0, 3\n")

answers.wrong(
    "no-ends", "accepts-no-reset", check="documents", breaks="end", alone=False,
    of="right-draws", old=TEXT, new="        ids, fill, end = rng.integers(0, 7, T), 8, None\n")

answers.wrong(
    "ends-left-out", "accepts-blind-end", check="documents", alone=True,
    why="does not look at the ends themselves",
    of="right-draws", old=JUDGE, new='''
        if got.shape == (T, (N - 1) * K):
            got = np.where((ids == end)[:, None], want.reshape(T, -1), got)
''' + JUDGE)

answers.wrong(
    "end-is-fill", "accepts-end-unseen", check="documents", alone=True,
    why="the same id ends a document and is read where there is none",
    of="right-draws", old=TEXT, new="        ids, fill, end = rng.integers(0, 7, T), 3, 3\n")

answers.wrong(
    "only-pairs", "accepts-reset-not-carried", check="documents", alone=False,
    why="triples at most",
    of="right-draws", old=DRAWS, new="[(40, 3, 2, 50), (70, 3, 3, 50), (30, 2, 1, 54), (50, 3, 1, 50)]")

answers.wrong(
    "equal-primes", "accepts-one-prime", check="parts", alone=True,
    of="right-draws", old=PRIMES, new="        primes = np.full((N - 1, K), 2 ** (bits - 5) - 1)\n")

answers.wrong(
    "sorted", "accepts-other-order", check="parts", alone=True,
    of="right-draws", old=JUDGE, new='''
        got = np.sort(got, axis=1) if got.ndim == 2 else got
        want = np.sort(want.reshape(T, -1), axis=1)
''' + JUDGE)

answers.wrong(
    "flattened", "accepts-other-shape", check="parts", breaks="shape", alone=True,
    of="right-draws", old="np.array_equal(got, want.reshape(T, -1))", new="np.array_equal(got.ravel(), want.ravel())")

answers.wrong(
    "small-numbers", "accepts-narrow-products", check="width", breaks="large",
    of="right-draws", old=DRAWS, new="[(40, 4, 2, 16), (70, 3, 3, 16), (30, 2, 1, 16), (50, 5, 1, 16)]")

answers.wrong(
    "small-table", "accepts-narrow-rows", check="width", alone=True,
    why="large multipliers, and parts of some thousand rows",
    of="right-draws", old=PRIMES, new="        primes = rng.integers(2**11, 2**12, (N - 1, K))\n")

answers.wrong(
    "thousands", "text-too-long", check="mix", of="right-draws", old=DRAWS, new="[(2000, 4, 2, 50)]")

answers.wrong(
    "within-one", "accepts-near-rows", check="parts",
    of="right-draws", old=JUDGE, new="        if got.shape != (T, (N - 1) * K) or np.abs(got - want.reshape(T, -1)).max() > 1:\n")

answers.spoiled("not right", "1 + right", "None")

# Changes of the reference that no legal input tells from it: other draws of its own do as well.
for removed, added in (
    ("primes = rng.integers(2**40, size=(3, 2)) + 1  # any sizes will do for a test",
     "primes = rng.integers(2**40, size=(3, 2)) - 1  # any sizes will do for a test"),
    ("primes = rng.integers(2**40, size=(3, 2)) + 1  # any sizes will do for a test",
     "primes = rng.integers(2**40, size=(3, 2)) * 1  # any sizes will do for a test"),
    ("ids, multipliers = rng.integers(12, size=60), rng.integers(2**58, size=4)",
     "ids, multipliers = rng.integers( 13, size=60), rng.integers(2**58, size=4)"),
    ("ids, multipliers = rng.integers(12, size=60), rng.integers(2**58, size=4)",
     "ids, multipliers = rng.integers( 11, size=60), rng.integers(2**58, size=4)"),
    ("ids, multipliers = rng.integers(12, size=60), rng.integers(2**58, size=4)",
     "ids, multipliers = rng.integers(12, size= 61), rng.integers(2**58, size=4)"),
    ("ids, multipliers = rng.integers(12, size=60), rng.integers(2**58, size=4)",
     "ids, multipliers = rng.integers(12, size= 59), rng.integers(2**58, size=4)"),
    ("ids, multipliers = rng.integers(12, size=60), rng.integers(2**58, size=4)",
     "ids, multipliers = rng.integers(12, size=60), rng.integers(2** 59, size=4)"),
    ("ids, multipliers = rng.integers(12, size=60), rng.integers(2**58, size=4)",
     "ids, multipliers = rng.integers(12, size=60), rng.integers(2** 57, size=4)"),
    ("primes = rng.integers(2**40, size=(3, 2)) + 1  # any sizes will do for a test",
     "primes = rng.integers(2** 41, size=(3, 2)) + 1  # any sizes will do for a test"),
    ("primes = rng.integers(2**40, size=(3, 2)) + 1  # any sizes will do for a test",
     "primes = rng.integers(2** 39, size=(3, 2)) + 1  # any sizes will do for a test"),
    ("primes = rng.integers(2**40, size=(3, 2)) + 1  # any sizes will do for a test",
     "primes = rng.integers(2**40, size=(3, 3)) + 1  # any sizes will do for a test"),
    ("primes = rng.integers(2**40, size=(3, 2)) + 1  # any sizes will do for a test",
     "primes = rng.integers(2**40, size=(3, 2)) + 2  # any sizes will do for a test"),
    ("primes = rng.integers(2**40, size=(3, 2)) + 1  # any sizes will do for a test",
     "primes = rng.integers(2**40, size=(3, 2)) + 0  # any sizes will do for a test"),
    ("fill, end, want = 5, 9, []",
     "fill, end, want = 6, 9, []"),
    ("fill, end, want = 5, 9, []",
     "fill, end, want = 4, 9, []"),
    ("fill, end, want = 5, 9, []",
     "fill, end, want = 5, 10, []"),
    ("fill, end, want = 5, 9, []",
     "fill, end, want = 5, 8, []"),
    ("for n, sizes in enumerate(primes.tolist(), 2):",
     "for n, sizes in enumerate(primes, 2):"),
):
    answers.equivalent(removed, added, because="what the judge draws by itself: other numbers of the kind show the same mistakes")
