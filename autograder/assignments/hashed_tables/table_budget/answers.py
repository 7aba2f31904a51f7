"""Answers to `table_budget`."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "sieve", how="marks the multiples of all numbers in a window of whole numbers",
    source='''
def table_budget(size, layers, N, heads, width, bits=16, block=None, multiple=1):
    each = (N - 1) * heads
    window = size + 40 * layers * each + 2000
    found = np.ones(window - size, bool)
    for q in range(2, math.isqrt(window) + 1):
        begin = max(q * q, (size + q - 1) // q * q)
        found[begin - size :: q] = False
    primes = (np.flatnonzero(found) + size)[: layers * each].reshape(layers, each)
    rows = [-(-int(n) // multiple) * multiple for n in primes.sum(axis=1)]
    one = (width * bits + 7) // 8
    if block is not None:
        one += (width + block - 1) // block
    return rows, one * sum(rows), one * layers * each
''')

answers.right(
    "generator", how="a generator of primes, from which each layer takes its own",
    source='''
def table_budget(size, layers, N, heads, width, bits=16, block=None, multiple=1):
    def primes(n):
        while True:
            q = 2
            while q * q <= n and n % q:
                q += 1
            if q * q > n:
                yield n
            n += 1

    source, rows = primes(size), []
    for layer in range(layers):
        total = sum(next(source) for _ in range((N - 1) * heads))
        rows.append(total + -total % multiple)
    scales = math.ceil(width / block) if block else 0
    row = math.ceil(width * bits / 8) + scales
    held = sum(row * n for n in rows)
    read = row * heads * (N - 1) * layers
    return rows, held, read
''')

answers.right(
    "known", how="divides by the primes found so far; bytes of a row by its parts",
    source='''
def table_budget(size, layers, N, heads, width, bits=16, block=None, multiple=1):
    small = [2]
    for n in range(3, 5001, 2):
        if all(n % p for p in small if p * p <= n):
            small.append(n)
    sizes, n = [], size
    while len(sizes) < layers * (N - 1) * heads:
        if all(n % p for p in small if p * p <= n):
            sizes.append(n)
        n += 1
    row_bytes = 0
    for start in range(0, width, block or width):
        row_bytes += 1 if block else 0
    row_bytes += width * bits // 8 + (width * bits % 8 > 0)
    rows = []
    for layer in range(layers):
        total = sum(sizes[layer * (N - 1) * heads : (layer + 1) * (N - 1) * heads])
        while total % multiple:
            total += 1
        rows.append(total)
    return rows, sum(rows) * row_bytes, row_bytes * len(sizes)
''')

PRIMES = "    primes = (np.flatnonzero(found) + size)[: layers * each].reshape(layers, each)\n"
NEXT = "sum(next(source) for _ in range((N - 1) * heads))"

ROWS = (
    ("consecutive", "size-not-prime", "primes", "right-generator", "            if q * q > n:\n", "            if True:\n", ""),
    ("odd-numbers", "size-not-prime", "", "right-known", "        if all(n % p for p in small if p * p <= n):\n            sizes", "        if n % 2:\n            sizes", "odd numbers"),
    ("plain-size", "size-not-prime", "", "right-generator", NEXT, "size * (N - 1) * heads", "`size` rows a head"),
    ("one-for-all", "prime-shared", "different", "right-sieve", PRIMES, PRIMES + "    primes = np.full_like(primes, primes[0, 0])\n", "one prime for all heads"),
    ("one-an-order", "prime-shared", "", "right-generator", NEXT, "sum(heads * p for p in [next(source) for _ in range(N - 1)]) if not layer else total\n        total = rows[0] if rows else total", "one prime for each order"),
    ("anew", "layers-share-primes", "goes-on", "right-generator", "    for layer in range(layers):\n", "    for layer in range(layers):\n        source = primes(size)\n", ""),
    ("in-turn", "layers-interleaved", "", "right-known", "sizes[layer * (N - 1) * heads : (layer + 1) * (N - 1) * heads]", "sizes[layer::layers]", ""),
    ("beyond", "size-itself-left-out", "at-least", "right-generator", "primes(size), []", "primes(size + 1), []", ""),
    ("n-orders", "an-order-too-many", "orders", "right-generator", NEXT, NEXT.replace("(N - 1)", "N"), ""),
    ("no-heads", "heads-not-counted", "heads", "right-generator", NEXT, NEXT.replace(" * heads", ""), ""),
    ("not-rounded", "rounded-to-multiple", "multiple", "right-generator", "total + -total % multiple", "total", ""),
    ("rounded-down", "rounded-to-multiple", "", "right-generator", "total + -total % multiple", "total - total % multiple", "rounds down"),
    ("each-part", "rounded-to-multiple", "", "right-generator", NEXT, "sum(p + -p % multiple for p in [next(source) for _ in range((N - 1) * heads)])", "rounds the part of each head"),
    ("one-list", "one-table-for-all", "each-layer", "right-known", "    return rows, sum(rows) * row_bytes,", "    rows = [sum(rows)]\n    return rows, sum(rows) * row_bytes,", ""),
)  # fmt: skip
for name, key, breaks, of, old, new, why in ROWS:
    answers.wrong(name, key, check="rows", breaks=breaks, why=why, of=of, old=old, new=new)

BYTES = (
    ("bits", "bits-as-bytes", "bits", "right-sieve", "(width * bits + 7) // 8", "width * bits", ""),
    ("one-byte", "numbers-as-bytes", "", "right-sieve", "(width * bits + 7) // 8", "width", ""),
    ("down", "rows-not-whole-bytes", "whole-bytes", "right-sieve", "(width * bits + 7) // 8", "width * bits // 8", "rounds down"),
    ("no-scales", "scales-left-out", "scales", "right-generator", "math.ceil(width / block) if block else 0", "0", ""),
    ("held-without", "scales-left-out", "", "right-generator", "held = sum(row * n for n in rows)", "held = sum((row - scales) * n for n in rows)", "reads them, and does not hold them"),
    ("read-without", "scales-left-out", "", "right-generator", "read = row * heads", "read = (row - scales) * heads", "holds them, and does not read them"),
    ("one-scale", "one-scale-a-row", "block", "right-generator", "math.ceil(width / block) if block else 0", "1 if block else 0", ""),
    ("whole-blocks", "last-block-left-out", "left-at-end", "right-generator", "math.ceil(width / block)", "width // block", ""),
    ("block-by-block", "blocks-whole-bytes", "whole-bytes", "right-generator", "math.ceil(width * bits / 8) + scales", "scales + (width // block * math.ceil(block * bits / 8) + math.ceil(width % block * bits / 8) if block else math.ceil(width * bits / 8))", ""),
    ("one-layer", "reads-of-one-layer", "read", "right-generator", "read = row * heads * (N - 1) * layers", "read = row * heads * (N - 1)", ""),
    ("one-head", "reads-of-one-head", "", "right-generator", "read = row * heads * (N - 1) * layers", "read = row * (N - 1) * layers", ""),
    ("one-order", "reads-of-one-order", "", "right-generator", "read = row * heads * (N - 1) * layers", "read = row * heads * layers", ""),
    ("n-orders-read", "reads-an-order-more", "", "right-generator", "read = row * heads * (N - 1) * layers", "read = row * heads * N * layers", ""),
    ("first-layer", "holds-one-layer", "held", "right-known", "sum(rows) * row_bytes", "rows[0] * row_bytes", ""),
)  # fmt: skip
for name, key, breaks, of, old, new, why in BYTES:
    answers.wrong(name, key, check="memory", breaks=breaks, why=why, alone=True, of=of, old=old, new=new)

answers.wrong(
    "packed", "rows-not-whole-bytes", check="memory", alone=True, why="rows of bits, one behind the other",
    of="right-generator", edits=[("sum(row * n for n in rows)", "math.ceil(sum(rows) * width * bits / 8) + sum(rows) * scales"),
                                 ("read = row * heads * (N - 1) * layers", "read = math.ceil(heads * (N - 1) * layers * width * bits / 8) + heads * (N - 1) * layers * scales")],
)  # fmt: skip

answers.wrong(
    "blocks-run-on", "scales-of-whole-table", check="memory", alone=True,
    of="right-generator", edits=[("    row = math.ceil(width * bits / 8) + scales\n", "    row = math.ceil(width * bits / 8)\n"),
                                 ("sum(row * n for n in rows)", "sum(row * n for n in rows) + (math.ceil(sum(rows) * width / block) if block else 0)"),
                                 ("read = row * heads * (N - 1) * layers", "read = (row + scales) * heads * (N - 1) * layers")],
)  # fmt: skip

MORE = (
    ("from-three", "two-left-out", "rows", "primes(size), []", "primes(max(size, 3)), []"),
    ("bytes-for-numbers", "numbers-whole-bytes", "memory", "math.ceil(width * bits / 8)", "width * math.ceil(bits / 8)"),
    ("one-scale-more", "block-too-many", "memory", "math.ceil(width / block) if", "width // block + 1 if"),
    ("wide-scales", "scale-bytes", "memory", "math.ceil(width / block) if", "2 * math.ceil(width / block) if"),
)  # fmt: skip
for name, key, check, old, new in MORE:
    answers.wrong(name, key, check=check, of="right-generator", old=old, new=new)

answers.spoiled("([n + 1 for n in right[0]], *right[1:])", "right[1:]", "(right[0], 3 * right[1], right[2])", "None")
answers.spoiled("(right[0], right[1], right[2] + 5)", keeps=("rows",))
