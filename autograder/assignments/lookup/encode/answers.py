"""Answers to `encode` of lookup."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "stamps", how="a heap of places in a doubly linked list of objects",
    source='''
class Piece:
    def __init__(self, id, place):
        self.id, self.place, self.before, self.after = id, place, None, None


def encode(text, joins):
    pieces = [Piece(byte, place) for place, byte in enumerate(text.encode("utf-8"))]
    if not pieces:
        return []
    for a, b in zip(pieces, pieces[1:]):
        a.after, b.before = b, a
    queue = []

    def offer(a):
        if a is not None and a.after is not None and (a.id, a.after.id) in joins:
            new = joins[a.id, a.after.id]
            heapq.heappush(queue, (new, a.place, a.id, a.after.id))

    for piece in pieces:
        offer(piece)
    alive = set(range(len(pieces)))
    while queue:
        new, place, one, two = heapq.heappop(queue)
        piece = pieces[place]
        if place not in alive or piece.id != one or piece.after is None or piece.after.id != two:
            continue
        alive.discard(piece.after.place)
        piece.id, piece.after = new, piece.after.after
        if piece.after is not None:
            piece.after.before = piece
        offer(piece.before)
        offer(piece)
    out, piece = [], pieces[0]
    while piece is not None:
        out.append(piece.id)
        piece = piece.after
    return out
''')

answers.right(
    "waiting-lists", how="for each new id the places that wait for it, sorted; new ids in order",
    source='''
def encode(text, joins):
    ids = list(text.encode())
    left, right = list(range(-1, len(ids) - 1)), list(range(1, len(ids) + 1))
    waiting, turns = {}, []

    def wait(k):
        if 0 <= k and right[k] < len(ids):
            new = joins.get((ids[k], ids[right[k]]))
            if new is not None:
                if new not in waiting:
                    waiting[new] = []
                    heapq.heappush(turns, new)
                waiting[new].append(k)

    for k in range(len(ids)):
        wait(k)
    while turns:
        new = heapq.heappop(turns)
        for k in sorted(waiting.pop(new)):
            r = right[k]
            if ids[k] < 0 or r >= len(ids) or joins.get((ids[k], ids[r])) != new:
                continue
            ids[k], ids[r] = new, -1
            right[k] = right[r]
            if right[k] < len(ids):
                left[right[k]] = k
            wait(left[k])
            wait(k)
    return [i for i in ids if i >= 0]
''')

answers.right(
    "letters", how="every id is a letter of a string, and str.replace joins; only joins of present letters",
    source='''
def encode(text, joins):
    line = "".join(map(chr, text.encode()))
    order = sorted(joins.items(), key=lambda item: item[1])
    for (a, b), new in order:
        line = line.replace(chr(a) + chr(b), chr(new))
    return [ord(letter) for letter in line]
''')

answers.right(
    "numpy", how="the places of the lowest pair by NumPy, runs of overlapping ones by their parity",
    source='''
def encode(text, joins):
    ids = np.frombuffer(text.encode(), np.uint8).astype(np.int64)
    while len(ids) > 1 and joins:
        present = set(zip(ids[:-1].tolist(), ids[1:].tolist())) & joins.keys()
        if not present:
            break
        a, b = min(present, key=joins.get)
        at = np.flatnonzero((ids[:-1] == a) & (ids[1:] == b))
        if a == b:
            start = np.flatnonzero(np.diff(at, prepend=-2) > 1)
            run = np.arange(len(at)) - np.repeat(start, np.diff(np.append(start, len(at))))
            at = at[run % 2 == 0]
        ids[at] = joins[a, b]
        ids = np.delete(ids, at + 1)
    return ids
''')

answers.wrong(
    "stale-left", "stale-turn", check="overlaps",
    why="looks whether the right piece is the same, and not at the left one",
    source='''
def encode(text, joins):
    ids = list(text.encode("utf-8"))
    n = len(ids)
    prev, nxt = list(range(-1, n - 1)), list(range(1, n + 1))
    alive = [True] * n
    heap = []

    def offer(i, j):
        if i >= 0 and j < n and (ids[i], ids[j]) in joins:
            heapq.heappush(heap, (joins[ids[i], ids[j]], i, ids[j]))

    for i in range(n - 1):
        offer(i, i + 1)
    while heap:
        new, i, right = heapq.heappop(heap)
        j = nxt[i]
        if not alive[i] or j >= n or ids[j] != right:
            continue
        ids[i] = new
        alive[j] = False
        nxt[i] = nxt[j]
        if nxt[i] < n:
            prev[nxt[i]] = i
        offer(prev[i], i)
        offer(i, nxt[i])
    return [ids[i] for i in range(n) if alive[i]]
''')

answers.wrong(
    "right-neighbour-alone", "left-pair-missed", check="order", breaks="until",
    why="after a join looks at the pair that begins with the new piece",
    of="right-stamps", old="        offer(piece.before)\n", new="")

answers.wrong(
    "left-neighbour-alone", "right-pair-missed", check="order", breaks="until",
    why="after a join looks at the pair that ends with the new piece",
    of="right-stamps", old="        offer(piece)\n    out", new="    out")

answers.wrong(
    "places-alive", "stale-turn", check="order",
    why="looks whether the place is still there, and not what stands at it",
    of="wrong-stale-left", old=" or ids[j] != right:", new=":")

answers.wrong(
    "most-frequent", "frequent-first", check="order", breaks="first",
    why="joins as in training, where the most frequent pair comes first",
    of="right-numpy", old="min(present, key=joins.get)",
    new="max(sorted(present, key=joins.get), key=[*zip(ids[:-1].tolist(), ids[1:].tolist())].count)")

answers.wrong(
    "pair-of-smallest-ids", "smallest-pair", check="order", breaks="first",
    why="the minimum of the pairs, and not of what they give",
    of="right-numpy", old="min(present, key=joins.get)", new="min(present)")

answers.wrong(
    "first-place-alone", "one-place", check="order", breaks="until",
    why="replaces a pair once",
    of="right-letters", old="chr(new))", new="chr(new), 1)")

answers.wrong(
    "composed", "text-cleaned", check="any-text",
    why="brings letters in two parts together",
    of="right-letters", edits=[("def encode", "import unicodedata\n\n\ndef encode"), ("text.encode()", 'unicodedata.normalize("NFC", text).encode()')])

answers.wrong(
    "stale", "stale-turn", check="overlaps",
    source='''
def encode(text, joins):
    ids = list(text.encode("utf-8"))
    n = len(ids)
    prev = [i - 1 for i in range(n)]
    nxt = [i + 1 for i in range(n)]
    heap = [(joins[p], i) for i, p in enumerate(zip(ids, ids[1:])) if p in joins]
    heapq.heapify(heap)
    while heap:
        _, i = heapq.heappop(heap)
        if ids[i] is None or nxt[i] >= n:
            continue
        j = nxt[i]
        pair = (ids[i], ids[j])
        if pair not in joins:  # out of date
            continue
        ids[i], ids[j] = joins[pair], None
        nxt[i] = nxt[j]
        if nxt[i] < n:
            prev[nxt[i]] = i
            if (ids[i], ids[nxt[i]]) in joins:
                heapq.heappush(heap, (joins[ids[i], ids[nxt[i]]], i))
        if prev[i] >= 0 and (ids[prev[i]], ids[i]) in joins:
            heapq.heappush(heap, (joins[ids[prev[i]], ids[i]], prev[i]))
    return [i for i in ids if i is not None]
''')

answers.wrong(
    "lowest-again", "text-read-again", check="long-text", alone=True, breaks="long",
    why="looks for the join learned first, replaces it everywhere, and begins again",
    source='''
def encode(text, joins):
    ids = list(text.encode())
    while len(ids) > 1:
        pair = min(zip(ids, ids[1:]), key=lambda pair: joins.get(pair, float("inf")))
        if pair not in joins:
            break
        out, k = [], 0
        while k < len(ids):
            if k + 1 < len(ids) and (ids[k], ids[k + 1]) == pair:
                out.append(joins[pair])
                k += 2
            else:
                out.append(ids[k])
                k += 1
        ids = out
    return ids
''')

answers.wrong(
    "one-at-a-time", "text-read-again", check="long-text", alone=True, breaks="long",
    why="makes one join, then looks at the whole text again",
    source='''
def encode(text, joins):
    ids = list(text.encode())
    while True:
        best = None
        for k in range(len(ids) - 1):
            new = joins.get((ids[k], ids[k + 1]))
            if new is not None and (best is None or new < best[0]):
                best = new, k
        if best is None:
            return ids
        new, k = best
        ids[k : k + 2] = [new]
''')

answers.wrong(
    "each-join-in-turn", "every-join-tried", check="idle-joins", breaks="idle",
    why="the chapter's recipe without its cut into words",
    source='''
def join(ids, pair, new):
    out = []
    for i in ids:
        if out and (out[-1], i) == pair:
            out[-1] = new
        else:
            out.append(i)
    return out


def encode(text, joins):
    ids = list(text.encode())
    for pair, new in sorted(joins.items(), key=lambda item: item[1]):
        ids = join(ids, pair, new)
    return ids
''')

answers.wrong(
    "in-words", "words-apart", check="order", breaks="uncut",
    why="the chapter's cut into words, each with the space before it",
    of="right-letters", edits=[
        ("def encode(text, joins):\n", "import re\n\n\ndef encode_word(text, joins):\n"),
        ("    return [ord(letter) for letter in line]\n",
         "    return [ord(letter) for letter in line]\n\n\n"
         "def encode(text, joins):\n"
         "    words = re.findall(r\" ?\\S+|\\s\", text)\n"
         "    return [i for word in words for i in encode_word(word, joins)]\n")])

answers.wrong(
    "code-points", "letters-for-bytes", check="any-text", alone=True, breaks="bytes",
    why="takes the numbers of letters for bytes",
    of="right-letters", old='"".join(map(chr, text.encode()))', new="text")

answers.wrong(
    "ascii", "letters-for-bytes", check="any-text", alone=True, breaks="bytes",
    why="drops what ASCII lacks",
    of="right-letters", old="text.encode()", new='text.encode("ascii", "ignore")')

answers.wrong(
    "stripped", "text-cleaned", check="any-text", breaks="any-text",
    why="strips spaces at both ends",
    of="right-letters", old="text.encode()", new="text.strip().encode()")

answers.wrong(
    "lower", "text-cleaned", check="any-text", alone=True, breaks="any-text",
    why="makes capitals small, as the vocabulary of an older model needs it",
    of="right-letters", old="text.encode()", new="text.lower().encode()")

answers.wrong(
    "as-it-reads", "reading-order", check="order", breaks="first",
    why="joins a byte to the piece before it as soon as they fit",
    source='''
def encode(text, joins):
    out = []
    for byte in text.encode():
        if out and (out[-1], byte) in joins:
            out[-1] = joins[out[-1], byte]
        else:
            out.append(byte)
    return out
''')

answers.wrong(
    "first-place", "reading-order", check="order", breaks="first",
    why="takes the first place where any join fits",
    of="wrong-one-at-a-time",
    old="            if new is not None and (best is None or new < best[0]):",
    new="            if new is not None and best is None:")

answers.wrong(
    "longest", "longest-piece", check="order", breaks="first",
    why="looks for the longest piece that the rest begins with",
    source='''
def encode(text, joins):
    spelled = {bytes([i]): i for i in range(256)}
    piece = {i: bytes([i]) for i in range(256)}
    for (a, b), new in sorted(joins.items(), key=lambda item: item[1]):
        piece[new] = piece[a] + piece[b]
        spelled.setdefault(piece[new], new)
    longest, rest, out = max(map(len, spelled)), text.encode(), []
    while rest:
        size = next(n for n in range(longest, 0, -1) if rest[:n] in spelled)
        out.append(spelled[rest[:size]])
        rest = rest[size:]
    return out
''')

answers.wrong(
    "largest", "learned-last-first", check="order", breaks="first",
    why="takes the largest id, which stands for the longest piece as it seems",
    of="wrong-one-at-a-time", old="new < best[0]", new="new > best[0]")

answers.wrong(
    "as-listed", "order-of-dict", check="order", alone=True, breaks="given-order",
    why="trusts the order of the dict",
    of="right-letters", old="sorted(joins.items(), key=lambda item: item[1])", new="joins.items()")

answers.wrong(
    "bytes-only", "pieces-not-joined", check="order", breaks="until",
    why="goes through the pairs of the text once, in the order of learning, and stops",
    of="right-letters", old="    for (a, b), new in order:\n", new="    for (a, b), new in order:\n        if max(a, b) > 255:\n            continue\n")

answers.wrong(
    "backwards", "from-the-right", check="overlaps", breaks="leftmost",
    why="goes through the places from the end, so that deleting moves nothing",
    source='''
def encode(text, joins):
    line = "".join(map(chr, text.encode()))[::-1]
    for (a, b), new in sorted(joins.items(), key=lambda item: item[1]):
        line = line.replace(chr(b) + chr(a), chr(new))
    return [ord(letter) for letter in line[::-1]]
''')

answers.wrong(
    "both-places", "joined-twice", check="overlaps", breaks="leftmost",
    why="lists the places of a pair first, and joins all of them",
    source='''
def encode(text, joins):
    ids = list(text.encode())
    while True:
        known = [pair for pair in set(zip(ids, ids[1:])) if pair in joins]
        if not known:
            return ids
        pair = min(known, key=joins.get)
        places = {k for k in range(len(ids) - 1) if (ids[k], ids[k + 1]) == pair}
        out = []
        for k, i in enumerate(ids):
            if k in places:
                out.append(joins[pair])
            elif k - 1 not in places:
                out.append(i)
        ids = out
''')

answers.wrong(
    "no-pair", "nothing-to-join", check="any-text", alone=True, breaks="any-text",
    why="the smallest of no pairs is an error",
    of="right-numpy", old="    while len(ids) > 1 and joins:", new="    while min(joins.values()) and max(ids):")

answers.spoiled(
    "right[::-1]",
    "right[:-1]",
    "[*right, 0]",
    "[i + 1 for i in right]",
    "[int(i > 255) for i in right]",
    "list(text.encode()) * 2",
    "''.join(map(str, right))",
    "{i: i for i in right}",
    "[[i] for i in right]",
    "len(right)")
