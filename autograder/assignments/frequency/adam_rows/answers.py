"""Answers to `adam_rows` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "data",
    how="index_copy_ into .data; corrected means with a corrected eps; sums by a matrix of equal rows",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    b1, b2 = betas
    c1, c2 = 1 - b1**step, 1 - b2**step
    where = rows.unique().long()
    g = (where[:, None] == rows).to(values.dtype) @ values
    mean = torch.lerp(g, m[where], b1)
    square = b2 * v[where] + (1 - b2) * g.square()
    m.index_copy_(0, where, mean)
    v.index_copy_(0, where, square)
    root_of_corrected = (square / c2).sqrt() + eps / c2**0.5
    E.data.index_copy_(0, where, E.data[where] - lr * (mean / c1) / root_of_corrected)
''',
)

answers.right(
    "lerp",
    how="the steps of SparseAdam: means moved towards the gradient, index_add_",
    source='''
import math


@torch.no_grad()
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    rows, place = rows.long().unique(return_inverse=True)
    values = torch.zeros(len(rows), E.shape[1], dtype=E.dtype, device=E.device).index_add(0, place, values)
    beta1, beta2 = betas
    old_m, old_v = m.index_select(0, rows), v.index_select(0, rows)
    dm = (values - old_m) * (1 - beta1)
    dv = (values.pow(2) - old_v) * (1 - beta2)
    m.index_add_(0, rows, dm)
    v.index_add_(0, rows, dv)
    step_size = lr * math.sqrt(1 - beta2**step) / (1 - beta1**step)
    E.index_add_(0, rows, (dm + old_m) / (dv + old_v).sqrt().add_(eps), alpha=-step_size)
''',
)

answers.right(
    "row-by-row",
    how="adds up in a dict, then a loop over the rows in it, on a detached table",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    gradient = {}
    for j, g in zip(rows.tolist(), values):
        gradient[j] = gradient[j] + g if j in gradient else g
    b1, b2 = betas
    table = E.detach()
    for j, g in gradient.items():
        m[j].mul_(b1).add_(g, alpha=1 - b1)
        v[j].mul_(b2).addcmul_(g, g, value=1 - b2)
        root = v[j].sqrt() + eps
        table[j].addcdiv_(m[j], root, value=-lr * (1 - b2**step) ** 0.5 / (1 - b1**step))
''',
)

answers.right(
    "page",
    how="the code of the page on merged rows",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    distinct, place = torch.unique(rows, return_inverse=True)
    g = torch.zeros(len(distinct), E.shape[1], dtype=E.dtype, device=E.device)
    g.index_add_(0, place, values)
    b1, b2 = betas
    with torch.no_grad():
        m[distinct] = b1 * m[distinct] + (1 - b1) * g
        v[distinct] = b2 * v[distinct] + (1 - b2) * g**2
        rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        E[distinct] -= rate * m[distinct] / (v[distinct].sqrt() + eps)
''',
)

answers.wrong(
    "cancelled",
    "sum-zero-skipped",
    check="repeats",
    alone=True,
    of="right-row-by-row",
    edits=[("    for j, g in gradient.items():\n", "    for j, g in gradient.items():\n        if not g.any():\n            continue\n")],
)

answers.wrong(
    "sum-of-gradients",
    "gradient-unweighted",
    check="step",
    breaks="means",
    of="right-page",
    edits=[("        m[distinct] = b1 * m[distinct] + (1 - b1) * g\n", "        m[distinct] = b1 * m[distinct] + g\n")],
)

answers.wrong(
    "all-moments-decay",
    "others-change",
    check="step",
    breaks="others-stay",
    of="right-page",
    edits=[('''
        m[distinct] = b1 * m[distinct] + (1 - b1) * g
        v[distinct] = b2 * v[distinct] + (1 - b2) * g**2
''', '''
        m *= b1
        v *= b2
        m[distinct] += (1 - b1) * g
        v[distinct] += (1 - b2) * g**2
''')],
)

answers.wrong(
    "as-adam",
    "eps-as-adam",
    check="eps",
    breaks="eps",
    alone=True,
    of="right-page",
    edits=[('''
        rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        E[distinct] -= rate * m[distinct] / (v[distinct].sqrt() + eps)
''', '''
        first = m[distinct] / (1 - b1**step)
        second = v[distinct] / (1 - b2**step)
        E[distinct] -= lr * first / (second.sqrt() + eps)
''')],
)

answers.wrong(
    "eps-inside",
    "eps-inside",
    check="eps",
    breaks="eps",
    alone=True,
    of="right-page",
    edits=[("(v[distinct].sqrt() + eps)", "(v[distinct] + eps).sqrt()")],
)

answers.wrong(
    "own-eps",
    "settings-ignored",
    check="eps",
    why="a constant of its own",
    breaks="eps",
    alone=True,
    of="right-page",
    edits=[("+ eps)", "+ 1e-8)")],
)

answers.wrong(
    "own-betas",
    "settings-ignored",
    check="step",
    why="constants of its own",
    breaks="betas",
    of="right-page",
    edits=[("b1, b2 = betas", "b1, b2 = 0.9, 0.999")],
)

answers.wrong(
    "betas-swapped",
    "betas-swapped",
    check="step",
    breaks="betas",
    of="right-page",
    edits=[("b1, b2 = betas", "b2, b1 = betas")],
)

answers.wrong(
    "copies-of-moments",
    "state-not-kept",
    check="step",
    why="changes the copies that indexing makes",
    breaks="m-v-changed",
    of="right-page",
    edits=[('''
        m[distinct] = b1 * m[distinct] + (1 - b1) * g
        v[distinct] = b2 * v[distinct] + (1 - b2) * g**2
''', '''
        mean, square = m[distinct], v[distinct]
        mean.mul_(b1).add_(g, alpha=1 - b1)
        square.mul_(b2).addcmul_(g, g, value=1 - b2)
'''), ("        E[distinct] -= rate * m[distinct] / (v[distinct].sqrt() + eps)\n", "        E[distinct] -= rate * mean / (square.sqrt() + eps)\n")],
)

answers.wrong(
    "square-before",
    "state-before",
    check="step",
    why="divides by the root of v from before this gradient",
    breaks="step-size",
    of="right-page",
    edits=[("        m[distinct] = b1 * m[distinct] + (1 - b1) * g\n", '''
        old = v[distinct]
        m[distinct] = b1 * m[distinct] + (1 - b1) * g
'''), ("v[distinct].sqrt() + eps", "old.sqrt() + eps")],
)

answers.wrong(
    "no-correction",
    "no-correction",
    check="step",
    breaks="step-size",
    of="right-page",
    edits=[("        rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)\n", "        rate = lr\n")],
)

answers.wrong(
    "steps-from-zero",
    "step-shifted",
    check="step",
    breaks="from-one",
    of="right-page",
    edits=[("    b1, b2 = betas\n", '''
    b1, b2 = betas
    step += 1
''')],
)

answers.wrong(
    "uphill",
    "uphill",
    check="step",
    breaks="step",
    of="right-page",
    edits=[("        E[distinct] -= rate * m[distinct] / (v[distinct].sqrt() + eps)\n", "        E[distinct] += rate * m[distinct] / (v[distinct].sqrt() + eps)\n")],
)

answers.wrong(
    "no-root",
    "no-root",
    check="step",
    breaks="step-size",
    of="right-page",
    edits=[("v[distinct].sqrt() + eps", "v[distinct] + eps")],
)

answers.wrong(
    "new-table",
    "not-in-place",
    check="step",
    why="subtracts into a new tensor",
    breaks="in-place",
    of="right-page",
    edits=[("        E[distinct] -= rate * m[distinct] / (v[distinct].sqrt() + eps)\n", "        E = E.index_add(0, distinct, -rate * m[distinct] / (v[distinct].sqrt() + eps))\n")],
)

answers.wrong(
    "sorted-rows",
    "values-in-order",
    check="step",
    why="the gradients keep their order, the rows do not",
    breaks="any-order",
    of="right-page",
    edits=[("    g.index_add_(0, place, values)\n", "    g.index_add_(0, place.sort().values, values)\n")],
)

answers.wrong(
    "distinct-rows",
    "duplicates-lost",
    check="repeats",
    why="the code of the page, for distinct rows",
    breaks="repeated",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    b1, b2 = betas
    with torch.no_grad():
        m[rows] = b1 * m[rows] + (1 - b1) * values
        v[rows] = b2 * v[rows] + (1 - b2) * values**2
        rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        E[rows] -= rate * m[rows] / (v[rows].sqrt() + eps)
''',
)

answers.wrong(
    "mean",
    "duplicates-averaged",
    check="repeats",
    breaks="repeated",
    of="right-page",
    edits=[("    g.index_add_(0, place, values)\n", '''
    g.index_add_(0, place, values)
    g /= torch.bincount(place)[:, None]
''')],
)

answers.wrong(
    "squares-at",
    "squares-summed",
    check="repeats",
    breaks="repeated",
    of="right-page",
    edits=[("        v[distinct] = b2 * v[distinct] + (1 - b2) * g**2\n", '''
        squares = torch.zeros_like(g).index_add_(0, place, values**2)
        v[distinct] = b2 * v[distinct] + (1 - b2) * squares
''')],
)

answers.wrong(
    "one-by-one",
    "gradients-in-turn",
    check="repeats",
    breaks="repeated",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    b1, b2 = betas
    rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
    with torch.no_grad():
        for j, g in zip(rows, values):
            m[j] = b1 * m[j] + (1 - b1) * g
            v[j] = b2 * v[j] + (1 - b2) * g**2
            E[j] -= rate * m[j] / (v[j].sqrt() + eps)
''',
)

answers.wrong(
    "recorded",
    "leaf-refused",
    check="parameter",
    breaks="no-graph",
    alone=True,
    of="right-page",
    edits=[("    with torch.no_grad():\n", "    with torch.enable_grad():\n")],
)

answers.wrong(
    "switches-on",
    "recording-changed",
    check="parameter",
    why="switches requires_grad off for the step and always on after it",
    breaks="no-graph",
    alone=True,
    of="right-page",
    edits=[("    with torch.no_grad():\n", '''
    E.requires_grad_(False)
    with torch.no_grad():
'''), ("        E[distinct] -= rate * m[distinct] / (v[distinct].sqrt() + eps)\n", '''
        E[distinct] -= rate * m[distinct] / (v[distinct].sqrt() + eps)
    E.requires_grad_(True)
''')],
)

answers.wrong(
    "dense",
    "whole-table",
    check="cost",
    why="adds up in a tensor as large as the table",
    breaks="no-table",
    of="right-page",
    edits=[('''
    g = torch.zeros(len(distinct), E.shape[1], dtype=E.dtype, device=E.device)
    g.index_add_(0, place, values)
''', "    g = torch.zeros_like(E).index_add_(0, rows, values)[distinct]\n"), ("    b1, b2", '''
    rows = rows.long()
    b1, b2''')],
)

answers.wrong(
    "every-row",
    "loop-over-V",
    check="cost",
    why="goes through the table and looks each row up",
    breaks="no-loop",
    alone=True,
    of="right-page",
    edits=[("        E[distinct] -= rate * m[distinct] / (v[distinct].sqrt() + eps)\n", '''
        listed = set(distinct.tolist())
        for j in range(len(E)):
            if j in listed:
                E[j] -= rate * m[j] / (v[j].sqrt() + eps)
''')],
)

answers.wrong(
    "cpu-sums",
    "wrong-device",
    check="device",
    why="adds up in a tensor on the CPU",
    breaks="any-device",
    alone=True,
    of="right-page",
    edits=[(", device=E.device", "")],
)

answers.wrong(
    "numpy-sums",
    "through-numpy",
    check="device",
    why="finds the different rows with NumPy",
    breaks="any-device",
    alone=True,
    of="right-page",
    edits=[("    distinct, place = torch.unique(rows, return_inverse=True)\n", '''
    distinct, place = np.unique(rows.numpy(), return_inverse=True)
    distinct, place = torch.from_numpy(distinct).to(E.device), torch.from_numpy(place).to(E.device)
''')],
)

answers.wrong(
    "by-the-cpu",
    "table-moved",
    check="device",
    breaks="any-device",
    alone=True,
    of="right-page",
    edits=[("    b1, b2 = betas\n", '''
    tables = E, m, v
    E, m, v = E.detach().cpu(), m.cpu(), v.cpu()
    g, distinct = g.cpu(), distinct.cpu()
    b1, b2 = betas
'''), ("        E[distinct] -= rate * m[distinct] / (v[distinct].sqrt() + eps)\n", '''
        E[distinct] -= rate * m[distinct] / (v[distinct].sqrt() + eps)
        for table, new in zip(tables, (E, m, v)):
            table.copy_(new)
''')],
)

answers.wrong(
    "early-corrections",
    "corrections-end",
    check="step",
    breaks="step-size",
    alone=True,
    of="right-page",
    edits=[("        rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)\n", "        rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step) if step <= 1000 else lr\n")],
)

answers.spoiled("m.mul_(1.01) is None or None", "v.add_(0.01) is None or None", "E.detach().mul_(1.01)[:0].tolist() or None")
