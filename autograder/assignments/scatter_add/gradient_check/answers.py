"""Answers to `gradient_check` of scatter-add."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "copies", how="moves a copy for each side, x is never touched",
    source='''
def gradient_check(f, x, grad, eps=1e-6):
    worst = []
    for i in np.ndindex(*x.shape):
        up, down = x.copy(), x.copy()
        up[i] += eps
        down[i] -= eps
        n, g = (f(up) - f(down)) / (2 * eps), grad[i]
        worst.append(abs(n - g) / max(1.0, abs(n), abs(g)))
    return np.max(worst)
''')

answers.right(
    "directions", how="one unit vector at a time, with numbers for positions",
    source='''
def gradient_check(f, x, grad, eps=1e-6):
    errors = []
    for k in range(x.size):
        step = np.zeros(x.size)
        step[k] = eps
        step = step.reshape(x.shape)
        n = (f(x + step) - f(x - step)) / (2.0 * eps)
        g = grad.flat[k]
        errors.append(abs(n - g) / np.max([1.0, abs(n), abs(g)]))
    return float(np.max(errors))
''')

answers.right(
    "flat-iterator", how="x.flat reaches into x whatever its strides; prints its result",
    source='''
def gradient_check(f, x, grad, eps=1e-6):
    found = 0.0
    for k, old in enumerate(x.ravel().tolist()):
        try:
            x.flat[k] = old + eps
            above = float(f(x))
            x.flat[k] = old - eps
            below = float(f(x))
        finally:
            x.flat[k] = old
        n, g = (above - below) / (2 * eps), float(grad.flat[k])
        error = abs(n - g) / max(1, abs(n), abs(g))
        found = error if error > found or error != error else found
        if found != found:
            break
    print("worst entry:", found)
    return found
''')

answers.right(
    "nditer", how="goes by nditer and puts a copy of x back at the end",
    source='''
def gradient_check(f, x, grad, eps=1e-6):
    before = x.copy()
    n = np.empty_like(x)
    try:
        walk = np.nditer(x, flags=["multi_index"])
        while not walk.finished:
            i = walk.multi_index
            x[i] = before[i] + eps
            n[i] = f(x)
            x[i] = before[i] - eps
            n[i] -= f(x)
            x[i] = before[i]
            walk.iternext()
    finally:
        x[...] = before
    n /= 2 * eps
    errors = abs(n - grad) / np.maximum(np.maximum(abs(n), abs(grad)), 1)
    return errors.max().item()
''')

answers.wrong(
    "all-entries", "all-at-once", check="value", breaks="alone",
    source='''
def gradient_check(f, x, grad, eps=1e-6):
    numeric = np.full(x.shape, (f(x + eps) - f(x - eps)) / (2 * eps))
    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))
    return float(np.max(np.abs(numeric - grad) / scale))
''')

answers.wrong(
    "fixed-eps", "eps-ignored", check="value", breaks="eps",
    source='''
def gradient_check(f, x, grad, eps=1e-6):
    eps = 1e-6
    numeric = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        old = x[i]
        try:
            x[i] = old + eps
            above = f(x)
            x[i] = old - eps
            below = f(x)
        finally:
            x[i] = old
        numeric[i] = (above - below) / (2 * eps)
    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))
    return float(np.max(np.abs(numeric - grad) / scale))
''')

answers.wrong(
    "absolute", "absolute-only", check="value", breaks="relative",
    of="wrong-fixed-eps", edits=[('''
    eps = 1e-6
''', ""), ('''
    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))
    return float(np.max(np.abs(numeric - grad) / scale))
''', '''
    return float(np.max(np.abs(numeric - grad)))
''')])

answers.wrong(
    "summed", "errors-combined", check="value", breaks="largest",
    of="right-copies", old="return np.max(worst)", new="return np.sum(worst)")

answers.wrong(
    "one-more", "lengths-added", check="value", breaks="relative",
    why="adds 1 to the larger of the two",
    of="right-copies", old="max(1.0, abs(n), abs(g))", new="(1.0 + max(abs(n), abs(g)))")

answers.wrong(
    "threshold", "small-errors-lost", check="value", breaks="largest",
    of="right-copies", old="return np.max(worst)", new="return max([e for e in worst if not e < 1e-3], default=0.0)")

answers.wrong(
    "back-and-forth", "x-not-restored", check="restores", breaks="x-unchanged",
    why="adding and subtracting steps does not lead back exactly",
    of="wrong-all-entries", old='''
    numeric = np.full(x.shape, (f(x + eps) - f(x - eps)) / (2 * eps))
''', new='''
    numeric = np.zeros(x.shape)
    before = x.copy()
    try:
        for i in np.ndindex(x.shape):
            x[i] += eps
            above = f(x)
            x[i] -= 2 * eps
            below = f(x)
            x[i] += eps
            numeric[i] = (above - below) / (2 * eps)
    except Exception:
        x[...] = before
        raise
''')

answers.wrong(
    "backward", "one-sided", check="value", breaks="two-sides",
    why="backward difference",
    of="wrong-all-entries", old='''
    numeric = np.full(x.shape, (f(x + eps) - f(x - eps)) / (2 * eps))
''', new='''
    here = f(x)
    numeric = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        old = x[i]
        try:
            x[i] = old - eps
            numeric[i] = (here - f(x)) / eps
        finally:
            x[i] = old
''')

answers.wrong(
    "forward", "one-sided", check="value",
    why="forward difference, which is right to the first order only",
    of="wrong-fixed-eps", edits=[("    eps = 1e-6", "    here = f(x)"), ('''
            above = f(x)
            x[i] = old - eps
            below = f(x)
''', '''
            numeric[i] = (f(x) - here) / eps
'''), ('''
        numeric[i] = (above - below) / (2 * eps)
''', "")])

answers.wrong(
    "mean", "mean-not-max", check="value", breaks="largest",
    of="wrong-fixed-eps", edits=[('''
    eps = 1e-6
''', ""), ("    return float(np.max(np.abs(numeric - grad) / scale))", "    return float(np.mean(np.abs(numeric - grad) / scale))")])

answers.wrong(
    "never-back", "x-not-restored", check="restores",
    why="goes on to the next entry without putting this one back",
    of="wrong-all-entries", old='''
    numeric = np.full(x.shape, (f(x + eps) - f(x - eps)) / (2 * eps))
''', new='''
    numeric = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        x[i] += eps
        above = f(x)
        x[i] -= 2 * eps
        numeric[i] = (above - f(x)) / (2 * eps)
''')

answers.wrong(
    "no-finally", "x-not-restored-on-error", check="restores", breaks="x-unchanged-error",
    of="wrong-all-entries", old='''
    numeric = np.full(x.shape, (f(x + eps) - f(x - eps)) / (2 * eps))
''', new='''
    numeric = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        old = x[i]
        x[i] = old + eps
        above = f(x)
        x[i] = old - eps
        below = f(x)
        x[i] = old
        numeric[i] = (above - below) / (2 * eps)
''')

answers.wrong(
    "norms", "norm-ratio", check="value",
    why="compares the norms of whole arrays",
    of="wrong-fixed-eps", edits=[('''
    eps = 1e-6
''', ""), ('''
    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))
    return float(np.max(np.abs(numeric - grad) / scale))
''', '''
    size = max(1, np.linalg.norm(numeric), np.linalg.norm(grad))
    return float(np.linalg.norm(numeric - grad) / size)
''')])

answers.wrong(
    "norms-sum", "norm-ratio", check="value",
    why="the ratio of norms of many course notes",
    of="wrong-fixed-eps", edits=[('''
    eps = 1e-6
''', ""), ('''
    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))
    return float(np.max(np.abs(numeric - grad) / scale))
''', '''
    size = np.linalg.norm(numeric) + np.linalg.norm(grad)
    return float(np.linalg.norm(numeric - grad) / size)
''')])

answers.wrong(
    "one-axis", "x-one-axis", check="shapes", breaks="any-shape",
    why="x[i] is a whole row if x has two axes",
    of="wrong-fixed-eps", edits=[('''
    eps = 1e-6
''', ""), ('''
    for i in np.ndindex(x.shape):
        old = x[i]
''', '''
    for i in range(len(x)):
        old = np.copy(x[i])
''')])

answers.wrong(
    "one-eps", "half-step", check="value", breaks="over-two-eps",
    of="wrong-fixed-eps", edits=[('''
    eps = 1e-6
''', ""), ("        numeric[i] = (above - below) / (2 * eps)", "        numeric[i] = (above - below) / eps")])

answers.wrong(
    "python-max", "nan-lost", check="nan", breaks="nan",
    why="no number is larger than nan, so max keeps what it had",
    source='''
def gradient_check(f, x, grad, eps=1e-6):
    worst = 0.0
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += eps
        down[i] -= eps
        n, g = (f(up) - f(down)) / (2 * eps), grad[i]
        worst = max(worst, abs(n - g) / max(1, abs(n), abs(g)))
    return float(worst)
''')

answers.wrong(
    "relative", "no-floor", check="value", breaks="floor",
    why="relative to the larger of the two alone",
    of="wrong-fixed-eps", edits=[('''
    eps = 1e-6
''', ""), ("    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))", "    scale = np.maximum(np.abs(numeric), np.abs(grad)) + 1e-300")])

answers.wrong(
    "relative-to-sum", "no-floor", check="value",
    why="relative to the sum of the two, as in many course notes",
    of="wrong-fixed-eps", edits=[('''
    eps = 1e-6
''', ""), ("    scale = np.maximum(1, np.maximum(np.abs(numeric), np.abs(grad)))", "    scale = np.maximum(1e-8, np.abs(numeric) + np.abs(grad))")])

answers.wrong(
    "signed", "sign-lost", check="value", breaks="absolute-value",
    of="wrong-fixed-eps", edits=[('''
    eps = 1e-6
''', ""), ("    return float(np.max(np.abs(numeric - grad) / scale))", "    return float(np.max((numeric - grad) / scale))")])

answers.wrong(
    "swallows", "exception-swallowed", check="restores", breaks="passed-on",
    of="wrong-fixed-eps", edits=[('''
    eps = 1e-6
''', ""), ('''
        finally:
            x[i] = old
''', '''
        except Exception:
            above, below = np.inf, -np.inf
        x[i] = old
''')])

answers.wrong(
    "all-errors", "not-a-float", check="value", breaks="number",
    why="returns the errors of all entries",
    of="wrong-fixed-eps", edits=[('''
    eps = 1e-6
''', ""), ("    return float(np.max(np.abs(numeric - grad) / scale))", "    return np.abs(numeric - grad) / scale")])

answers.wrong(
    "flat-argument", "x-one-axis", check="shapes", breaks="f-argument",
    why="hands f a flat array",
    of="wrong-all-entries", old='''
    numeric = np.full(x.shape, (f(x + eps) - f(x - eps)) / (2 * eps))
''', new='''
    numeric = np.zeros(x.shape)
    for i, where in enumerate(np.ndindex(x.shape)):
        step = np.zeros(max(x.size, 1))
        step[i] = eps
        numeric[where] = (f(x.flatten() + step) - f(x.flatten() - step)) / (2 * eps)
''')

answers.wrong(
    "nan-of-quotient", "nan-lost", check="nan", alone=True,
    why="looks for nan in the gradient, and max passes over that of a quotient",
    of="wrong-python-max", old='''
    worst = 0.0
''', new='''
    if np.isnan(grad).any():
        return float("nan")
    worst = 0.0
''')

answers.spoiled(
    "right + 1e-3",
    "-right",
    "right * 1.01 + 1e-4",
    "1 - right",
    "str(right)",
    "right < 1e-4",
    "None")

answers.wrong(
    "lengths", "lengths-compared", check="value",
    of="right-copies", old='''
        worst.append(abs(n - g) / max''', new='''
        worst.append(abs(abs(n) - abs(g)) / max''')

answers.wrong(
    "zero-skipped", "zero-skipped", check="value",
    of="right-copies", old='''
        n, g = (f(up)''', new='''
        if grad[i] == 0:
            worst.append(0.0)
            continue
        n, g = (f(up)''')

answers.wrong(
    "except-exception", "x-not-restored-on-exit", check="restores", alone=True, breaks="x-unchanged-error",
    of="wrong-all-entries", old='''
    numeric = np.full(x.shape, (f(x + eps) - f(x - eps)) / (2 * eps))
''', new='''
    numeric = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        old = x[i]
        try:
            x[i] = old + eps
            above = f(x)
            x[i] = old - eps
            below = f(x)
        except Exception:
            x[i] = old
            raise
        x[i] = old
        numeric[i] = (above - below) / (2 * eps)
''')

answers.wrong(
    "scale-of-n", "one-length", check="value", breaks="relative",
    of="right-copies", old='''
max(1.0, abs(n), abs(g))''', new='''
max(1.0, abs(n))''')

answers.wrong(
    "maxima-apart", "parts-apart", check="value", breaks="relative",
    of="right-copies", edits=[('''
    worst = []
''', '''
    errors, lengths = [], [1.0]
'''), ('''
        worst.append(abs(n - g) / max(1.0, abs(n), abs(g)))
    return np.max(worst)
''', '''
        errors.append(abs(n - g))
        lengths += [abs(n), abs(g)]
    return np.max(errors) / np.max(lengths)
''')])

answers.wrong(
    "step-of-x", "scaled-step", check="value", breaks="eps",
    of="right-copies", edits=[('''
        up, down = x.copy(), x.copy()
        up[i] += eps
        down[i] -= eps
        n, g = (f(up) - f(down)) / (2 * eps), grad[i]
''', '''
        up, down, step = x.copy(), x.copy(), eps * max(1.0, abs(x[i]))
        up[i] += step
        down[i] -= step
        n, g = (f(up) - f(down)) / (2 * step), grad[i]
''')])

answers.wrong(
    "back-at-the-end", "neighbours-moved", check="value", alone=True, breaks="alone",
    of="right-nditer", old='''
            x[i] = before[i]
            walk.iternext()
''', new='''
            walk.iternext()
''')

answers.wrong(
    "signed-lengths", "length-signed", check="value", breaks="relative",
    of="right-copies", old='''
max(1.0, abs(n), abs(g))''', new='''
max(1.0, n, g)''')

answers.wrong(
    "wraps-errors", "exception-replaced", check="restores", alone=True, breaks="passed-on",
    of="right-copies", old='''
        n, g = (f(up) - f(down)) / (2 * eps), grad[i]
''', new='''
        try:
            above, below = f(up), f(down)
        except Exception as error:
            raise RuntimeError(f"f raises near {i}") from error
        n, g = (above - below) / (2 * eps), grad[i]
''')


answers.wrong(
    "first-hundred", "entries-left-out", check="value", alone=True, breaks="largest",
    why="looks at a hundred entries at most, to save time",
    of="right-copies", old="    for i in np.ndindex(*x.shape):", new="    for i in list(np.ndindex(*x.shape))[:100]:")

answers.wrong(
    "step-of-a-course", "other-step", check="value", alone=True, breaks="eps",
    of="right-copies", old="eps=1e-6", new="eps=1e-5")
