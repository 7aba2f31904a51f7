"""Answers to `ngram_rows`."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop", how="position by position, piece by piece, in Python's integers",
    source='''
def ngram_rows(ids, multipliers, primes, fill, end=None):
    result = []
    for t in range(len(ids)):
        line, offset = [], 0
        mix, seen = int(ids[t]) * int(multipliers[0]), True
        for j in range(1, len(multipliers)):
            if t - j < 0 or (j > 1 and end is not None and ids[t - j + 1] == end):
                seen = False
            piece = int(ids[t - j]) if seen else fill
            mix ^= piece * int(multipliers[j])
            for p in primes[j - 1]:
                line.append(mix % int(p) + offset)
                offset += int(p)
        result.append(line)
    return np.array(result)
''')

answers.right(
    "shifted", how="the text shifted behind a margin of fill; ends are counted up to each position",
    source='''
def ngram_rows(ids, multipliers, primes, fill, end=None):
    T, N = len(ids), len(multipliers)
    ids, t = ids.astype(np.int64), np.arange(T)
    padded = np.concatenate([np.full(N - 1, fill), ids])
    ends = np.zeros(T + 1, int)
    if end is not None:
        ends[1:] = np.cumsum(ids == end)
    offsets = np.cumsum(primes).reshape(primes.shape) - primes
    mix, blocks = ids * multipliers[0], []
    for j in range(1, N):
        older = padded[N - 1 - j : N - 1 - j + T].copy()
        older[ends[t] != ends[np.maximum(t - j + 1, 0)]] = fill
        mix = mix ^ older * multipliers[j]
        blocks.append(mix[:, None] % primes[j - 1] + offsets[j - 1])
    return np.concatenate(blocks, axis=1)
''')

answers.right(
    "queue", how="one piece at a time, with the last pieces in a list that an end shortens",
    source='''
def ngram_rows(ids, multipliers, primes, fill, end=None):
    N = len(multipliers)
    last, rows = [fill] * N, []
    starts = np.cumsum(primes.ravel()) - primes.ravel()
    for piece in ids.tolist():
        last = [piece] + last[:-1]
        products = np.array(last, dtype=np.int64) * multipliers
        mixes = np.bitwise_xor.accumulate(products)[1:]
        rows.append((mixes[:, None] % primes).ravel() + starts)
        if piece == end:
            last = [piece] + [fill] * (N - 1)
    return np.array(rows)
''')

answers.right(
    "torch", how="PyTorch's integers, the pieces as a matrix",
    source='''
def ngram_rows(ids, multipliers, primes, fill, end=None):
    T, N = len(ids), len(multipliers)
    pieces = torch.full((N, T), fill, dtype=torch.int64)
    for j in range(min(N, T)):
        pieces[j, j:] = torch.from_numpy(ids[: T - j].astype(np.int64))
    if end is not None:
        for j in range(2, N):
            gone = (pieces[1:j] == end).any(dim=0)
            pieces[j, gone] = fill
    products = pieces * torch.tensor(multipliers)[:, None]
    mixes = [products[0]]
    for product in products[1:]:
        mixes.append(mixes[-1] ^ product)
    rows, offset = [], 0
    for mix, line in zip(mixes[1:], primes.tolist()):
        for p in line:
            rows.append(mix % p + offset)
            offset += p
    return torch.stack(rows, dim=1).numpy()
''')

MIX = "        mix = mix ^ older * multipliers[j]\n"
BLOCK = "        blocks.append(mix[:, None] % primes[j - 1] + offsets[j - 1])\n"
OLDER = "        older = padded[N - 1 - j : N - 1 - j + T].copy()\n"
HIDE = "        older[ends[t] != ends[np.maximum(t - j + 1, 0)]] = fill\n"
COUNT = "        ends[1:] = np.cumsum(ids == end)\n"
OFFSETS = "    offsets = np.cumsum(primes).reshape(primes.shape) - primes\n"

answers.wrong(
    "from-the-oldest", "multipliers-reversed", check="values", breaks="first-multiplier",
    why="the last multiplier for the current piece",
    of="right-shifted", edits=[("ids * multipliers[0], []", "ids * multipliers[N - 1], []"), (MIX, '''
        mix = mix ^ older * multipliers[N - 1 - j]
''')])

answers.wrong(
    "from-the-oldest-of-each", "multipliers-reversed", check="values",
    why="as many multipliers as the order has, backwards",
    of="right-queue", old="        mixes = np.bitwise_xor.accumulate(products)[1:]\n", new='''
        mixes = np.array([np.bitwise_xor.reduce(np.array(last[:n]) * multipliers[:n][::-1]) for n in range(2, N + 1)])
''')

answers.wrong(
    "precedence", "remainder-first", check="values", breaks="mix",
    of="right-shifted", edits=[(MIX, ""), (BLOCK, '''
        blocks.append((mix[:, None] ^ (older * multipliers[j])[:, None] % primes[j - 1]) + offsets[j - 1])
        mix = mix ^ older * multipliers[j]
''')])

answers.wrong(
    "each-remainder", "remainder-first", check="values",
    why="the remainder of each product",
    of="right-queue", old="(mixes[:, None] % primes).ravel()", new='''
np.concatenate([np.bitwise_xor.reduce(products[: n + 2, None] % primes[n], axis=0) for n in range(N - 1)])
'''.strip())

answers.wrong(
    "sum", "summed-not-mixed", check="values",
    of="right-shifted", old="mix = mix ^ older", new="mix = mix + older")

answers.wrong(
    "two-ends", "between-left-out", check="values",
    of="right-shifted", edits=[(MIX, "        mix = ids * multipliers[0] ^ older * multipliers[j]\n")])

answers.wrong(
    "next-piece", "target-in-the-key", check="values", breaks="ends-there",
    why="counts from the position after",
    of="right-shifted", old="    ids, t = ids.astype(np.int64), np.arange(T)\n", new='''
    ids, t = np.append(ids[1:], fill).astype(np.int64), np.arange(T)
''')

answers.wrong(
    "next-piece-rolled", "target-in-the-key", check="values",
    why="the ids that are to be predicted",
    of="right-queue", old="for piece in ids.tolist():", new="for piece in np.roll(ids, -1).tolist():")

answers.wrong(
    "rolled", "text-wraps-around", check="values", breaks="fill",
    of="right-shifted", old=OLDER, new="        older = np.roll(ids, j)\n")

answers.wrong(
    "zero-before", "fill-not-read", check="values",
    of="right-shifted", old="np.full(N - 1, fill)", new="np.full(N - 1, 0)")

answers.wrong(
    "first-again", "fill-not-read", check="values",
    of="right-shifted", old="np.full(N - 1, fill)", new="np.full(N - 1, ids[0])")

answers.wrong(
    "too-short", "short-text", check="beginning", breaks="short", alone=True,
    of="right-shifted", old=OLDER, new="        older = np.concatenate([np.full(j, fill), ids[:-j]])\n")

answers.wrong(
    "no-documents", "documents-run-together", check="documents", breaks="nothing-older", alone=True,
    of="right-shifted", old=HIDE, new="")

answers.wrong(
    "reset-at-end", "end-sees-nothing", check="documents", breaks="end-sees", alone=True,
    of="right-shifted", old=HIDE, new='''
        older[ends[t + 1] != ends[np.maximum(t - j + 1, 0)]] = fill
''')

answers.wrong(
    "new-list", "end-unseen", check="documents", breaks="sees-end", alone=True,
    of="right-queue", old="            last = [piece] + [fill] * (N - 1)\n", new="            last = [fill] * N\n")

answers.wrong(
    "own-document-number", "end-unseen", check="documents", alone=True,
    why="pieces count that have the same number of ends before them",
    of="right-shifted", old="ends[np.maximum(t - j + 1, 0)]", new="ends[np.maximum(t - j, 0)]")

answers.wrong(
    "end-begins", "end-sees-nothing", check="documents", alone=True,
    why="an end belongs to the document that follows",
    of="right-queue", edits=[("        last = [piece] + last[:-1]\n", '''
        if piece == end:
            last = [fill] * N
        last = [piece] + last[:-1]
''')])

answers.wrong(
    "one-place", "reset-not-carried", check="documents", alone=True,
    why="looks at the piece behind alone",
    of="right-torch", old="(pieces[1:j] == end).any(dim=0)", new="pieces[j - 1] == end")

answers.wrong(
    "first-of-document", "reset-not-carried", check="documents", alone=True,
    why="cuts off the first piece of a document alone",
    of="right-torch", old="(pieces[1:j] == end).any(dim=0)", new="pieces[1] == end")

answers.wrong(
    "end-truthy", "end-zero-ignored", check="documents", breaks="end-or-none", alone=True,
    of="right-shifted", old="    if end is not None:\n", new="    if end:\n")

answers.wrong(
    "no-offsets", "offsets-missing", check="values", breaks="own-part",
    of="right-shifted", old=" + offsets[j - 1])", new=")")

answers.wrong(
    "offsets-by-order", "offsets-restart", check="values",
    of="right-shifted", old=OFFSETS, new="    offsets = np.cumsum(primes, axis=1) - primes\n")

answers.wrong(
    "offset-in-mix", "offset-inside", check="values",
    of="right-shifted", old="mix[:, None] % primes[j - 1] + offsets[j - 1]", new="(mix[:, None] + offsets[j - 1]) % primes[j - 1]")

answers.wrong(
    "first-prime", "one-prime-for-all", check="values", breaks="all-heads",
    of="right-shifted", old="% primes[j - 1] + offsets", new="% primes[0, 0] + offsets")

answers.wrong(
    "first-prime-of-order", "one-prime-for-all", check="values",
    of="right-shifted", old="% primes[j - 1] + offsets", new="% primes[j - 1, 0] + offsets")

answers.wrong(
    "stacked", "heads-first", check="values", breaks="in-order",
    of="right-shifted", old="np.concatenate(blocks, axis=1)", new="np.stack(blocks, axis=2).reshape(T, -1)")

answers.wrong(
    "backwards", "longest-first", check="values",
    of="right-queue", old="(mixes[:, None] % primes)", new="(mixes[::-1, None] % primes)")

answers.wrong(
    "int32", "products-narrowed", check="width", breaks="64-bits",
    why="converts ids and multipliers to int32",
    of="right-shifted", edits=[("ids.astype(np.int64), np.arange(T)", "ids.astype(np.int32), np.arange(T)"),
                               ("    padded = ", "    multipliers = multipliers.astype(np.int32)\n    padded = "),
                               ("np.full(N - 1, fill)", "np.full(N - 1, fill, np.int32)")])

answers.wrong(
    "float", "products-narrowed", check="width", alone=True,
    why="np.zeros makes floating point numbers",
    of="right-queue", old="        products = np.array(last, dtype=np.int64) * multipliers\n", new='''
        products = np.zeros(N)
        products[:] = np.array(last, dtype=np.float64) * multipliers
        products = products.astype(np.int64)
''')

answers.wrong(
    "own-dtype", "products-narrowed", check="width", breaks="any-dtype", alone=True,
    why="a margin of the ids' own type",
    of="right-shifted", edits=[("ids, t = ids.astype(np.int64), np.arange(T)", "t = np.arange(T)"),
                               ("np.full(N - 1, fill)", "np.full(N - 1, fill, ids.dtype)"),
                               ("ids * multipliers[0], []", "ids * multipliers[0].astype(ids.dtype if ids.itemsize < 4 else np.int64), []")])

answers.wrong(
    "rows-int32", "row-numbers-narrowed", check="width", breaks="int64", alone=True,
    of="right-shifted", old="np.concatenate(blocks, axis=1)", new="np.concatenate(blocks, axis=1).astype(np.int32)")

MORE = (
    ("first-end", "one-end-alone", "documents", COUNT, "        ends[1:] = np.minimum(np.cumsum(ids == end), 1)\n"),
    ("zero-behind-end", "fill-not-behind-end", "documents", HIDE, "        older[(t >= j) & (ends[t] != ends[np.maximum(t - j + 1, 0)])] = 0\n"),
    ("bare-fill", "fill-not-multiplied", "values", MIX, "        hidden = (t < j) | (ends[t] != ends[np.maximum(t - j + 1, 0)])\n        mix = mix ^ np.where(hidden, fill, older * multipliers[j])\n"),
    ("with-own-part", "own-part-passed", "values", OFFSETS, "    offsets = np.cumsum(primes).reshape(primes.shape)\n"),
    ("times-own", "parts-alike", "values", OFFSETS, "    offsets = np.arange(primes.size).reshape(primes.shape) * primes\n"),
)  # fmt: skip
for name, key, check, old, new in MORE:
    answers.wrong(name, key, check=check, of="right-shifted", old=old, new=new)

answers.spoiled("right + 1", "right[:, ::-1]", "right[:-1]", "None", "np.where(right % 7 == 0, 0, right)")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "before = np.where(places - j >= begin, ids[np.maximum(places - j, 0)], fill)",
    "before = np.where(places - j >= begin, ids[np.maximum(places - j, -1)], fill)",
    because="a place before the text is below `begin`, and what is read there is not taken",
)
