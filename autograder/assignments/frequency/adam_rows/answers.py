"""Answers to `adam_rows` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "data", how="index_copy_ into .data; corrected means with a corrected eps",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    if E.dim() != 2 or m.shape != E.shape or v.shape != E.shape:
        raise ValueError(f"{E.shape}, {m.shape} and {v.shape}")
    if rows.dim() != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"{rows.shape} and {values.shape}")
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
    if step < 1:
        raise ValueError(f"step {step}")
    b1, b2 = betas
    c1, c2 = 1 - b1**step, 1 - b2**step
    where = rows.to(torch.int64)
    mean = torch.lerp(values, m[where], b1)
    square = b2 * v[where] + (1 - b2) * values.square()
    m.index_copy_(0, where, mean)
    v.index_copy_(0, where, square)
    root_of_corrected = (square / c2).sqrt() + eps / c2**0.5
    E.data.index_copy_(0, where, E.data[where] - lr * (mean / c1) / root_of_corrected)
''')

answers.right(
    "lerp", how="the steps of SparseAdam: means moved towards the gradient, index_add_",
    source='''
import math


@torch.no_grad()
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    if step < 1:
        raise ValueError("steps are counted from 1")
    if E.ndim != 2 or not (m.shape == v.shape == E.shape):
        raise ValueError("E, m and v have one shape")
    if rows.ndim != 1 or values.shape != (rows.shape[0], E.shape[1]):
        raise ValueError("one gradient for each row")
    if rows.unique().numel() != rows.numel():
        raise ValueError("merge repeated rows")
    rows, (beta1, beta2) = rows.long(), betas
    old_m, old_v = m.index_select(0, rows), v.index_select(0, rows)
    dm = (values - old_m) * (1 - beta1)
    dv = (values.pow(2) - old_v) * (1 - beta2)
    m.index_add_(0, rows, dm)
    v.index_add_(0, rows, dv)
    step_size = lr * math.sqrt(1 - beta2**step) / (1 - beta1**step)
    E.index_add_(0, rows, (dm + old_m) / (dv + old_v).sqrt().add_(eps), alpha=-step_size)
''')

answers.right(
    "row-by-row", how="a loop over the listed rows, on detached tensors",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    if E.dim() != 2 or m.shape != E.shape or v.shape != E.shape:
        raise ValueError(f"{E.shape}, {m.shape} and {v.shape}")
    if rows.dim() != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"{rows.shape} and {values.shape}")
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
    if step < 1:
        raise ValueError(f"step {step}")
    b1, b2 = betas
    table = E.detach()
    for j, g in zip(rows.tolist(), values):
        m[j].mul_(b1).add_(g, alpha=1 - b1)
        v[j].mul_(b2).addcmul_(g, g, value=1 - b2)
        root = v[j].sqrt() + eps
        table[j].addcdiv_(m[j], root, value=-lr * (1 - b2**step) ** 0.5 / (1 - b1**step))
''')

answers.wrong(
    "sum-of-gradients", "not-averaged", check="step", breaks="means",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    if E.dim() != 2 or m.shape != E.shape or v.shape != E.shape:
        raise ValueError(f"{E.shape}, {m.shape} and {v.shape}")
    if rows.dim() != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"{rows.shape} and {values.shape}")
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
    if step < 1:
        raise ValueError(f"step {step}")
    b1, b2 = betas
    with torch.no_grad():
        m[rows] = b1 * m[rows] + values
        v[rows] = b2 * v[rows] + (1 - b2) * values**2
        size = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)
''')

answers.wrong(
    "all-moments-decay", "other-rows-move", check="step", breaks="others-stay",
    of="wrong-sum-of-gradients", old='''
        m[rows] = b1 * m[rows] + values
        v[rows] = b2 * v[rows] + (1 - b2) * values**2
''', new='''
        m *= b1
        v *= b2
        m[rows] += (1 - b1) * values
        v[rows] += (1 - b2) * values**2
''')

answers.wrong(
    "as-adam", "eps-as-adam", check="step", breaks="eps",
    of="wrong-sum-of-gradients", edits=[("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values"), ('''
        size = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)
''', '''
        first = m[rows] / (1 - b1**step)
        second = v[rows] / (1 - b2**step)
        E[rows] -= lr * first / (second.sqrt() + eps)
''')])

answers.wrong(
    "betas-swapped", "betas-swapped", check="step", breaks="betas",
    of="wrong-sum-of-gradients", edits=[("    b1, b2 = betas", "    b2, b1 = betas"), ("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values")])

answers.wrong(
    "copies-of-moments", "state-not-kept", check="step", breaks="m-v-changed",
    why="changes the copies that indexing makes",
    of="wrong-sum-of-gradients", edits=[('''
        m[rows] = b1 * m[rows] + values
        v[rows] = b2 * v[rows] + (1 - b2) * values**2
''', '''
        mean, square = m[rows], v[rows]
        mean.mul_(b1).add_(values, alpha=1 - b1)
        square.mul_(b2).addcmul_(values, values, value=1 - b2)
'''), ("        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)", "        E[rows] -= size * mean / (square.sqrt() + eps)")])

answers.wrong(
    "cpu-tensor", "wrong-device", check="device", breaks="device",
    why="makes the updates in a tensor on the CPU",
    of="wrong-sum-of-gradients", edits=[("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values"), ('''
        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)
''', '''
        moves = torch.zeros(len(rows), E.shape[1], dtype=E.dtype)
        moves += size * m[rows] / (v[rows].sqrt() + eps)
        E[rows] -= moves
''')])

answers.wrong(
    "library", "whole-table", check="cost", breaks="no-table",
    why="hands a gradient of the whole table to a mask",
    of="wrong-sum-of-gradients", edits=[('''
        m[rows] = b1 * m[rows] + values
        v[rows] = b2 * v[rows] + (1 - b2) * values**2
''', '''
        g = torch.zeros_like(E)
        g[rows] = values
        listed = torch.zeros(len(E), 1, dtype=torch.bool, device=E.device)
        listed[rows] = True
        m.copy_(torch.where(listed, b1 * m + (1 - b1) * g, m))
        v.copy_(torch.where(listed, b2 * v + (1 - b2) * g**2, v))
'''), ("        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)", "        E -= torch.where(listed, size * m / (v.sqrt() + eps), torch.zeros_like(E))")])

answers.wrong(
    "no-correction", "no-correction", check="step", breaks="step-size",
    of="wrong-sum-of-gradients", edits=[("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values"), ("        size = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)", "        size = lr")])

answers.wrong(
    "range-unchecked", "negative-row", check="errors", breaks="negative",
    why="leaves rows to the indexing",
    of="wrong-sum-of-gradients", edits=[('''
    check_rows(rows, len(E))
''', '''
    if rows.dtype not in (torch.int32, torch.int64):
        raise TypeError(rows.dtype)
'''), ("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values")])

answers.wrong(
    "recorded", "leaf-refused", check="parameter", breaks="no-graph",
    of="wrong-sum-of-gradients", old='''
    with torch.no_grad():
        m[rows] = b1 * m[rows] + values
''', new='''
    with torch.enable_grad():
        m[rows] = b1 * m[rows] + (1 - b1) * values
''')

answers.wrong(
    "steps-from-zero", "step-shifted", check="step", breaks="from-one",
    of="wrong-sum-of-gradients", edits=[('''
    b1, b2 = betas
''', '''
    b1, b2 = betas
    step += 1
'''), ("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values")])

answers.wrong(
    "through-numpy", "through-numpy", check="device", breaks="any-device",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    if E.dim() != 2 or m.shape != E.shape or v.shape != E.shape:
        raise ValueError(f"{E.shape}, {m.shape} and {v.shape}")
    if rows.dim() != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"{rows.shape} and {values.shape}")
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
    if step < 1:
        raise ValueError(f"step {step}")
    b1, b2 = betas
    index, g = rows.numpy(), values.numpy()
    table, mean, square = E.detach().numpy(), m.numpy(), v.numpy()
    mean[index] = b1 * mean[index] + (1 - b1) * g
    square[index] = b2 * square[index] + (1 - b2) * g**2
    size = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
    table[index] -= size * mean[index] / (np.sqrt(square[index]) + eps)
''')

answers.wrong(
    "wraps", "rows-unchecked", check="errors", breaks="range",
    why="takes rows modulo the size of the table",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    check_rows(rows, len(E))\n', '    check_rows(rows[:0], len(E))\n'), ('    b1, b2 = betas\n', '    b1, b2 = betas\n    rows = rows % len(E)\n')])

answers.wrong(
    "casts", "row-types", check="errors", breaks="types",
    why="casts the rows",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    check_rows(rows, len(E))\n', '    rows = rows.long()\n    check_rows(rows, len(E))\n')])

answers.wrong(
    "mute", "row-not-named", check="errors", breaks="names",
    why="does not say which row",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    check_rows(rows, len(E))\n', '    check_rows(rows[:0], len(E))\n    if ((rows < 0) | (rows >= len(E))).any():\n        raise IndexError("a row is outside the table")\n')])

answers.wrong(
    "m-broadcasts", "state-shape-unchecked", check="errors", breaks="state-shape",
    why="compares how many rows the means have",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    if E.dim() != 2 or m.shape != E.shape or v.shape != E.shape:\n', '    if E.dim() != 2 or len(m) != len(E) or len(v) != len(E):\n'), ('    b1, b2 = betas\n', '    b1, b2 = betas\n    m, v = (a if a.shape == E.shape else a.reshape(len(E), -1).expand(E.shape).clone() for a in (m, v))\n')])

answers.wrong(
    "one-axis-table", "table-axes-unchecked", check="errors", breaks="table-axes",
    why="takes a table of one axis as well",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    if E.dim() != 2 or m.shape != E.shape or v.shape != E.shape:\n', '    if E.dim() > 2 or m.shape != E.shape or v.shape != E.shape:\n'), ('    if rows.dim() != 1 or values.shape != (len(rows), E.shape[1]):\n', '    if rows.dim() != 1 or values.shape != (len(rows), *E.shape[1:]):\n')])

answers.wrong(
    "any-rows", "shapes-unchecked", check="errors", breaks="rows-shape",
    why="makes one axis of the rows",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    if rows.dim() != 1 or values.shape != (len(rows), E.shape[1]):\n', '    rows, values = rows.reshape(-1), values.reshape(-1, values.shape[-1])\n    if rows.dim() != 1 or values.shape != (len(rows), E.shape[1]):\n')])

answers.wrong(
    "one-gradient", "shapes-unchecked", check="errors", breaks="values-shape",
    why="one gradient for all rows",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    if rows.dim() != 1 or values.shape != (len(rows), E.shape[1]):\n', '    if rows.dim() != 1:\n')])

answers.wrong(
    "twice", "repeats-accepted", check="repeats", breaks="listed-twice",
    why="does not look for repeats",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    if len(set(rows.tolist())) < len(rows):\n        raise ValueError("a row is listed twice")\n', '')])

answers.wrong(
    "neighbours", "repeats-side-by-side", check="repeats",
    why="compares neighbours without sorting",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    if len(set(rows.tolist())) < len(rows):', '    if (rows[1:] == rows[:-1]).any():')])

answers.wrong(
    "step-zero", "step-unchecked", check="errors", breaks="step-range",
    why="lets a step 0 pass",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    if step < 1:\n        raise ValueError(f"step {step}")\n', '    if step < 0:\n        raise ValueError(f"step {step}")\n    step = max(step, 1)\n')])

answers.wrong(
    "late", "changed-before-error", check="repeats", breaks="untouched",
    why="looks for repeats after the means",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    if len(set(rows.tolist())) < len(rows):\n        raise ValueError("a row is listed twice")\n', ''), ('        size = lr *', '        if len(set(rows.tolist())) < len(rows):\n            raise ValueError("a row is listed twice")\n        size = lr *')])

answers.wrong(
    "no-rows", "no-rows", check="sequence", breaks="no-rows",
    why="looks for the largest row",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    b1, b2 = betas\n', '    b1, b2 = betas\n    most = int(rows.max())\n')])

answers.wrong(
    "returns-E", "returns-something", check="step", breaks="none",
    why="returns the table",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)', '        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)\n    return E')])

answers.wrong(
    "scales-values", "arguments-changed", check="step", breaks="values-kept",
    why="squares the gradients in place",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values\n        v[rows] = b2 * v[rows] + (1 - b2) * values**2\n', '        m[rows] = b1 * m[rows] + (1 - b1) * values\n        v[rows] = b2 * v[rows] + (1 - b2) * values.square_()\n')])

answers.wrong(
    "views", "not-contiguous", check="sequence", breaks="strided",
    why="views the table as one axis",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)', '        flat, d = E.view(-1), E.shape[1]\n        places = rows[:, None] * d + torch.arange(d, device=E.device)\n        flat[places] -= size * m[rows] / (v[rows].sqrt() + eps)')])

answers.wrong(
    "int64-alone", "row-dtypes", check="sequence", breaks="int32",
    why="takes int64 rows alone",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    check_rows(rows, len(E))\n', '    check_rows(rows, len(E))\n    if rows.dtype != torch.int64:\n        raise TypeError(rows.dtype)\n')])

answers.wrong(
    "sorted-rows", "values-in-order", check="step", breaks="any-order",
    why="sorts the rows and not their gradients",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    b1, b2 = betas\n', '    b1, b2 = betas\n    rows = rows.sort().values\n')])

answers.wrong(
    "every-row", "loop-over-V", check="cost", breaks="no-loop",
    why="goes through the table and looks each row up in the list",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)', '        place = {j: k for k, j in enumerate(rows.tolist())}\n        for j in range(len(E)):\n            if j in place:\n                E[j] -= size * m[j] / (v[j].sqrt() + eps)')])

answers.wrong(
    "new-table", "not-in-place", check="step", breaks="in-place",
    why="subtracts into a new tensor",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)', '        E = E.index_add(0, rows, -size * m[rows] / (v[rows].sqrt() + eps))')])

answers.wrong(
    "own-eps", "settings-ignored", check="step", breaks="eps-used",
    why="a constant of its own",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)', '        E[rows] -= size * m[rows] / (v[rows].sqrt() + 1e-8)')])

answers.wrong(
    "uphill", "uphill", check="step", breaks="step",
    why="adds the step",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)', '        E[rows] += size * m[rows] / (v[rows].sqrt() + eps)')])

answers.wrong(
    "library-range", "unchecked-on-device", check="device",
    of="wrong-sum-of-gradients", edits=[('        m[rows] = b1 * m[rows] + values', '        m[rows] = b1 * m[rows] + (1 - b1) * values'), ('    check_rows(rows, len(E))\n', '    if rows.dtype not in (torch.int32, torch.int64):\n        raise TypeError(rows.dtype)\n    if (rows < 0).any():\n        raise IndexError(f"row {rows.min().item()}")\n')])

answers.spoiled(
    "m.mul_(1.01) is None or None",
    "v.add_(0.01) is None or None",
    "E.detach().mul_(1.01)[:0].tolist() or None")

answers.wrong(
    "narrowed", "row-narrowed", check="errors", alone=True, breaks="range",
    why="checks a copy of the rows in int32",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    if rows.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"rows have the dtype {rows.dtype}")
    if step < 1 or E.ndim != 2 or m.shape != E.shape or v.shape != E.shape:
        raise ValueError("step below 1, or shapes that do not fit")
    if rows.ndim != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"rows {tuple(rows.shape)}, values {tuple(values.shape)}")
    places = rows.int()
    bad = rows[(places < 0) | (places >= len(E))]
    if bad.numel():
        raise IndexError(f"the row {int(bad[0])} is outside 0 ... {len(E) - 1}")
    if len(places.unique()) < len(places):
        raise ValueError("a row is listed twice")
    places, (b1, b2) = places.long(), betas
    with torch.no_grad():
        m[places] = b1 * m[places] + (1 - b1) * values
        v[places] = b2 * v[places] + (1 - b2) * values**2
        rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        E[places] -= rate * m[places] / (v[places].sqrt() + eps)
''')

answers.wrong(
    "mask-on-cpu", "wrong-device", check="device", alone=True, breaks="device",
    why="marks listed rows in a tensor of the CPU",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    if E.ndim != 2:
        raise ValueError("E needs two axes")
    if m.shape != E.shape:
        raise ValueError("m")
    if v.shape != E.shape:
        raise ValueError("v")
    if rows.ndim != 1:
        raise ValueError("rows")
    if values.shape != (len(rows), E.shape[1]):
        raise ValueError("values")
    if step < 1:
        raise ValueError("step")
    check_rows(rows, len(E))
    seen = torch.zeros(len(E), dtype=torch.bool)
    seen[rows] = True
    if int(seen.sum()) != len(rows):
        raise ValueError("a row twice")
    b1, b2 = betas
    rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
    with torch.no_grad():
        mean = b1 * m[rows] + (1 - b1) * values
        square = b2 * v[rows] + (1 - b2) * values**2
        m[rows] = mean
        v[rows] = square
        E[rows] -= rate * mean / (square.sqrt() + eps)
''')

answers.wrong(
    "switches-on", "recording-changed", check="parameter", alone=True, breaks="no-graph",
    why="switches requires_grad off for the step and always on after it",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    if E.ndim != 2:
        raise ValueError("E needs two axes")
    if m.shape != E.shape:
        raise ValueError("m")
    if v.shape != E.shape:
        raise ValueError("v")
    if rows.ndim != 1:
        raise ValueError("rows")
    if values.shape != (len(rows), E.shape[1]):
        raise ValueError("values")
    if step < 1:
        raise ValueError("step")
    check_rows(rows, len(E))
    if len(torch.unique(rows)) != len(rows):
        raise ValueError("a row twice")
    b1, b2 = betas
    rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
    E.requires_grad_(False)
    if True:
        mean = b1 * m[rows] + (1 - b1) * values
        square = b2 * v[rows] + (1 - b2) * values**2
        m[rows] = mean
        v[rows] = square
        E[rows] -= rate * mean / (square.sqrt() + eps)
    E.requires_grad_(True)
''')

answers.wrong(
    "reshapes-values", "shapes-unchecked", check="errors", alone=True, breaks="values-shape",
    why="reshapes the gradients, whatever their shape",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    if E.ndim != 2:
        raise ValueError("E needs two axes")
    if m.shape != E.shape:
        raise ValueError("m")
    if v.shape != E.shape:
        raise ValueError("v")
    if rows.ndim != 1:
        raise ValueError("rows")
    if values.numel() != len(rows) * E.shape[1]:
        raise ValueError("values")
    if step < 1:
        raise ValueError("step")
    check_rows(rows, len(E))
    if len(torch.unique(rows)) != len(rows):
        raise ValueError("a row twice")
    values = values.reshape(len(rows), E.shape[1])
    b1, b2 = betas
    rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
    with torch.no_grad():
        mean = b1 * m[rows] + (1 - b1) * values
        square = b2 * v[rows] + (1 - b2) * values**2
        m[rows] = mean
        v[rows] = square
        E[rows] -= rate * mean / (square.sqrt() + eps)
''')

answers.wrong(
    "two-axes-of-rows", "shapes-unchecked", check="errors", alone=True, breaks="rows-shape",
    why="does not look at the number of axes of rows",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    if E.ndim != 2:
        raise ValueError("E needs two axes")
    if m.shape != E.shape:
        raise ValueError("m")
    if v.shape != E.shape:
        raise ValueError("v")
    if values.shape != (len(rows), E.shape[1]):
        raise ValueError("values")
    if step < 1:
        raise ValueError("step")
    check_rows(rows, len(E))
    if len(torch.unique(rows)) != len(rows):
        raise ValueError("a row twice")
    b1, b2 = betas
    rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
    with torch.no_grad():
        mean = b1 * m[rows] + (1 - b1) * values
        square = b2 * v[rows] + (1 - b2) * values**2
        m[rows] = mean
        v[rows] = square
        E[rows] -= rate * mean / (square.sqrt() + eps)
''')

answers.wrong(
    "by-the-cpu", "table-moved", check="device", alone=True, breaks="no-table",
    source='''
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    if E.dim() != 2 or not E.shape == m.shape == v.shape:
        raise ValueError("shapes of tables that do not fit")
    if rows.dim() != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError("shapes that do not fit")
    if len(torch.unique(rows)) < len(rows):
        raise ValueError("a row is listed twice")
    if step < 1:
        raise ValueError("steps are counted from 1")
    b1, b2 = betas
    with torch.no_grad():
        e, mm, vv = E.detach().cpu(), m.cpu(), v.cpu()
        r, g = rows.cpu(), values.cpu()
        mm[r] = b1 * mm[r] + (1 - b1) * g
        vv[r] = b2 * vv[r] + (1 - b2) * g**2
        rate = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        e[r] -= rate * mm[r] / (vv[r].sqrt() + eps)
        E.copy_(e); m.copy_(mm); v.copy_(vv)
''')

answers.wrong(
    "empty-of-any-type", "unchecked-without-rows", check="errors", alone=True, breaks="types",
    why="makes rows int64 if there are none, since torch.tensor([]) is of float32",
    of="right-lerp",
    old="    check_rows(rows, len(E))",
    new="""    if rows.numel() == 0:
        rows = rows.long()
    check_rows(rows, len(E))""")

answers.wrong(
    "lost-on-error", "recording-changed", check="parameter", alone=True, breaks="untouched",
    why="switches requires_grad off before the checks, which may raise",
    of="right-lerp",
    edits=[
        ("    check_rows(rows, len(E))", """    asked = E.requires_grad
    E.requires_grad_(False)
    check_rows(rows, len(E))"""),
        ("alpha=-step_size)", """alpha=-step_size)
    E.requires_grad_(asked)"""),
    ])

answers.wrong(
    "square-before", "state-before", check="step", breaks="step-size",
    why="divides by the root of v from before this gradient",
    of="right-lerp",
    old="(dm + old_m) / (dv + old_v).sqrt().add_(eps)",
    new="(dm + old_m) / old_v.sqrt().add_(eps)")

answers.wrong(
    "zero-alone", "step-unchecked", check="errors", alone=True, breaks="step-range",
    why="refuses step 0 and no negative one",
    of="right-lerp",
    old="    if step < 1:",
    new="    if step == 0:")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if len(torch.unique(rows)) < len(rows):",
    "if len(torch.unique(rows)) != len(rows):",
    because="there are never more different rows than rows",
)
