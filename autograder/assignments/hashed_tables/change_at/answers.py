"""Answers to `change_at`."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "dict", how="a dictionary from rows to gradients",
    source='''
def change_at(rows, upstream, lr, other):
    T, H = rows.shape
    w = upstream.shape[1] // H
    gradient = {}
    for t in range(T):
        for h in range(H):
            row, part = int(rows[t, h]), upstream[t, h * w : (h + 1) * w]
            gradient[row] = gradient.get(row, 0) + part
    zero = np.zeros(w, upstream.dtype)
    lines = [np.concatenate([gradient.get(int(row), zero) for row in line]) for line in other]
    return (-lr * np.array(lines)).astype(upstream.dtype)
''')

answers.right(
    "pairs", how="compares each row that was read with each that others read, and sums where they agree",
    source='''
def change_at(rows, upstream, lr, other):
    T, H = rows.shape
    parts = upstream.reshape(T * H, -1)
    alike = other.reshape(-1, 1) == rows.reshape(1, -1)
    moved = -lr * (alike.astype(upstream.dtype) @ parts)
    return moved.reshape(other.shape[0], -1).astype(upstream.dtype)
''')

answers.right(
    "numbered", how="numbers all rows of both sides, and takes the step in a table of these",
    source='''
def change_at(rows, upstream, lr, other):
    both = np.concatenate([rows.ravel(), other.ravel()])
    known, place = np.unique(both, return_inverse=True)
    place = place.reshape(-1)
    read, asked = place[: rows.size], place[rows.size :]
    parts = upstream.reshape(rows.size, -1)
    before = np.zeros((len(known), parts.shape[1]), upstream.dtype)
    after = before.copy()
    np.add.at(after, read, -lr * parts)
    return (after - before)[asked].reshape(len(other), -1)
''')

answers.right(
    "autograd", how="a small table in PyTorch, whose rows are numbered by np.unique",
    source='''
def change_at(rows, upstream, lr, other):
    known, place = np.unique(np.concatenate([rows.ravel(), other.ravel()]), return_inverse=True)
    place = torch.from_numpy(place.reshape(-1))
    w = upstream.shape[1] // rows.shape[1]
    table = torch.zeros(len(known), w, dtype=torch.from_numpy(upstream).dtype, requires_grad=True)
    read = table[place[: rows.size].reshape(rows.shape)].flatten(1)
    read.backward(torch.from_numpy(upstream))
    step = -lr * table.grad
    return step[place[rows.size :].reshape(other.shape)].flatten(1).numpy()
''')

ADD = "    np.add.at(after, read, -lr * parts)\n"
GET = "            gradient[row] = gradient.get(row, 0) + part\n"

answers.wrong(
    "buffered", "duplicates-lost", check="values", breaks="step",
    of="right-numbered", old=ADD, new="    after[read] += -lr * parts\n")

answers.wrong(
    "overwritten", "duplicates-lost", check="values",
    of="right-dict", old=GET, new="            gradient[row] = part\n")

answers.wrong(
    "first-kept", "duplicates-lost", check="values",
    of="right-dict", old=GET, new="            gradient.setdefault(row, part)\n")

answers.wrong(
    "by-position", "duplicates-lost", check="anywhere", breaks="repeat", alone=True,
    why="position by position, which loses what repeats inside one",
    of="right-numbered", old=ADD, new='''
    for one, part in zip(read.reshape(rows.shape), parts.reshape(*rows.shape, -1)):
        after[one] += -lr * part
''')

answers.wrong(
    "mean", "duplicates-averaged", check="values",
    of="right-numbered", old="(after - before)[asked]", new="(after / np.maximum(np.bincount(read, minlength=len(known)), 1)[:, None])[asked]")

answers.wrong(
    "mean-of-all", "divided-by-positions", check="values",
    of="right-pairs", old="moved = -lr *", new="moved = -lr / T *")

answers.wrong(
    "plus", "uphill", check="values", breaks="minus",
    of="right-pairs", old="moved = -lr *", new="moved = lr *")

answers.wrong(
    "no-rate", "rate-left-out", check="values", breaks="rate",
    of="right-autograd", old="step = -lr *", new="step = -")

answers.wrong(
    "columns", "columns-across", check="values", breaks="side-by-side",
    of="right-pairs", old="parts = upstream.reshape(T * H, -1)", new="parts = upstream.reshape(T, -1, H).swapaxes(1, 2).reshape(T * H, -1)")

answers.wrong(
    "strided", "columns-across", check="values",
    why="takes every H-th column",
    of="right-dict", old="upstream[t, h * w : (h + 1) * w]", new="upstream[t, h::H]")

answers.wrong(
    "nearest", "unread-rows-change", check="values",
    of="right-numbered", edits=[("    both = np.concatenate([rows.ravel(), other.ravel()])\n    known, place = np.unique(both, return_inverse=True)\n", '''
    known, place = np.unique(rows.ravel(), return_inverse=True)
    found = np.minimum(np.searchsorted(known, other.ravel()), len(known) - 1)
    place = np.concatenate([place.reshape(-1), found])
''')])

answers.wrong(
    "same-head", "heads-apart", check="anywhere",
    of="right-pairs", old="    moved = -lr", new='''
    alike = alike & (np.arange(other.size)[:, None] % other.shape[1] == np.arange(rows.size) % H)
    moved = -lr''')

answers.wrong(
    "whole-line", "whole-n-grams-only", check="values", breaks="others",
    of="right-pairs", old="    moved = -lr", new='''
    if other.shape[1] == H:
        line = (other[:, None] == rows[None]).all(axis=2)
        alike = alike & np.kron(line, np.eye(H, dtype=bool))
    moved = -lr''')

answers.wrong(
    "as-many", "as-many-rows-only", check="anywhere", breaks="any-number", alone=True,
    of="right-numbered", old="[asked].reshape(len(other), -1)", new="[asked].reshape(len(other), upstream.shape[1])")

answers.wrong(
    "dense", "as-long-as-the-table", check="memory", breaks="long", alone=True,
    of="right-numbered", edits=[("    known, place = np.unique(both, return_inverse=True)\n    place = place.reshape(-1)\n", "    known, place = range(int(both.max()) + 1), both\n")])

answers.wrong(
    "flags", "as-long-as-the-table", check="memory", alone=True,
    why="a number for each row of the table",
    of="right-numbered", old="    known, place = np.unique(both, return_inverse=True)\n", new='''
    known = np.unique(both)
    numbers = np.zeros(int(both.max()) + 1, np.int64)
    numbers[known] = np.arange(len(known))
    place = numbers[both]
''')

answers.wrong(
    "rate-squared", "rate-twice", check="values", of="right-pairs", old="moved = -lr *", new="moved = -lr * lr *")

answers.wrong(
    "harmless-row", "a-row-never-learns", check="values",
    of="right-numbered", old=ADD, new=ADD + "    after[read.min()] = 0\n")

answers.wrong(
    "rows-as-floats", "large-rows-run-together", check="memory", alone=True,
    of="right-numbered", old="np.concatenate([rows.ravel(), other.ravel()])", new="np.concatenate([rows.ravel(), other.ravel()]).astype(float)")

answers.spoiled("right * 1.01", "right.T", "right + 0.1", "right[::-1]", "None", "right[:, :-1]")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "return changed.reshape(len(other), -1).astype(upstream.dtype)",
    "return changed.reshape(len(other), - 2).astype(upstream.dtype)",
    because="NumPy takes every negative length of a new shape for the one that it is to find",
)
