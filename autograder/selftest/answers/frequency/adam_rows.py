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
    "sum-of-gradients", "not-averaged", check="step",
    why="adds the gradient without its weight",
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
    "all-moments-decay", "other-rows-move", check="step",
    why="decays both means of the whole table",
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
    "as-adam", "eps-as-adam", check="step",
    why="corrects the means first, as torch.optim.Adam",
    of="wrong-sum-of-gradients", edits=[("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values"), ('''
        size = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)
''', '''
        first = m[rows] / (1 - b1**step)
        second = v[rows] / (1 - b2**step)
        E[rows] -= lr * first / (second.sqrt() + eps)
''')])

answers.wrong(
    "betas-swapped", "betas-swapped", check="step",
    why="unpacks the betas the wrong way round",
    of="wrong-sum-of-gradients", edits=[("    b1, b2 = betas", "    b2, b1 = betas"), ("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values")])

answers.wrong(
    "copies-of-moments", "state-not-kept", check="step",
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
    "cpu-tensor", "wrong-device", check="device",
    why="makes the updates in a tensor on the CPU",
    of="wrong-sum-of-gradients", edits=[("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values"), ('''
        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)
''', '''
        moves = torch.zeros(len(rows), E.shape[1], dtype=E.dtype)
        moves += size * m[rows] / (v[rows].sqrt() + eps)
        E[rows] -= moves
''')])

answers.wrong(
    "library", "whole-table", check="cost",
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
    "no-correction", "no-correction", check="step",
    why="leaves the corrections away",
    of="wrong-sum-of-gradients", edits=[("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values"), ("        size = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)", "        size = lr")])

answers.wrong(
    "range-unchecked", "rows-unchecked", check="errors",
    why="leaves rows to the indexing",
    of="wrong-sum-of-gradients", edits=[('''
    check_rows(rows, len(E))
''', '''
    if rows.dtype not in (torch.int32, torch.int64):
        raise TypeError(rows.dtype)
'''), ("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values")])

answers.wrong(
    "recorded", "leaf-refused", check="parameter",
    why="steps inside of a graph",
    of="wrong-sum-of-gradients", old='''
    with torch.no_grad():
        m[rows] = b1 * m[rows] + values
''', new='''
    with torch.enable_grad():
        m[rows] = b1 * m[rows] + (1 - b1) * values
''')

answers.wrong(
    "steps-from-zero", "step-shifted", check="step",
    why="takes step for the number of steps before",
    of="wrong-sum-of-gradients", edits=[('''
    b1, b2 = betas
''', '''
    b1, b2 = betas
    step += 1
'''), ("        m[rows] = b1 * m[rows] + values", "        m[rows] = b1 * m[rows] + (1 - b1) * values")])

answers.wrong(
    "through-numpy", "through-numpy", check="device",
    why="computes in NumPy",
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

answers.spoiled(
    "m.mul_(1.01) and None",
    "v.add_(0.01)",
    "E.detach().mul_(1.01)[:0].tolist() or None",
    "m")
