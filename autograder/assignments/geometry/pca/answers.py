"""Answers to `pca` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "shifted",
    how="sums of the rows less the very first one",
    source='''
def pca(blocks, k):
    first, n = None, 0
    for block in blocks:
        if first is None:
            first = block[0].copy()
            total, products = np.zeros(len(first)), np.zeros((len(first), len(first)))
        rows = block - first
        n += len(rows)
        total += rows.sum(axis=0)
        products += rows.T @ rows
    scatter = products - np.outer(total, total) / n
    squares, columns = np.linalg.eigh(scatter)
    largest = np.argsort(-squares)[:k]
    return first + total / n, columns[:, largest].T, squares[largest] / (n - 1)
''',
)

answers.right(
    "row-by-row",
    how="the running mean and products of Welford, and an SVD of the matrix",
    source='''
def pca(blocks, k):
    n = 0
    for block in blocks:
        for row in block:
            n += 1
            if n == 1:
                mean, M = row.astype(float), np.zeros((len(row), len(row)))
                continue
            before = row - mean
            mean = mean + before / n
            M += np.outer(before, row - mean)
    U, s, _ = np.linalg.svd((M + M.T) / 2 / (n - 1))
    return mean, U.T[:k], s[:k]
''',
)

answers.right(
    "triangles",
    how="keeps a triangle R for the rows so far, and decomposes it at the end",
    source='''
def pca(blocks, k):
    n, R = 0, None
    for block in blocks:
        m, of_block = len(block), np.mean(block, axis=0)
        rows = block - of_block
        if R is None:
            mean, R = of_block, rows
        else:
            step = np.sqrt(n * m / (n + m)) * (of_block - mean)
            R = np.vstack([R, rows, step])
            mean = (n * mean + m * of_block) / (n + m)
        R = np.linalg.qr(R, mode="r")
        n += m
    d = R.shape[1]
    R = np.vstack([R, np.zeros((d, d))])
    _, s, Qt = np.linalg.svd(R, full_matrices=False)
    return mean, Qt[:k], s[:k] ** 2 / (n - 1)
''',
)

answers.right(
    "torch",
    how="PyTorch, and the step between means as a product of three",
    source='''
def pca(blocks, k):
    count = 0
    for block in blocks:
        block = torch.tensor(block, dtype=torch.float64)
        own = block.mean(0)
        S = (block - own).T @ (block - own)
        if count == 0:
            mean, scatter = own, S
        else:
            delta = own - mean
            scatter = scatter + S + count * len(block) / (count + len(block)) * delta[:, None] * delta
            mean = mean + delta * len(block) / (count + len(block))
        count += len(block)
    values, vectors = torch.linalg.eigh(scatter)
    order = values.argsort(descending=True)[:k]
    return mean.numpy(), vectors[:, order].T.numpy(), values[order].numpy() / (count - 1)
''',
)

answers.right(
    "merged",
    how="a function that merges the moments of two parts, folded over the blocks",
    source='''
import functools


def pca(blocks, k):
    def moments(X):
        return len(X), X.mean(axis=0), (X - X.mean(axis=0)).T @ (X - X.mean(axis=0))

    def merge(one, two):
        (n, a, S), (m, b, T) = one, two
        step = b - a
        factor = n * m / (n + m)
        mean = a + step * m / (n + m)
        return n + m, mean, S + T + factor * np.outer(step, step)

    n, mean, S = functools.reduce(merge, map(moments, blocks))
    squares, Q = np.linalg.eigh(S)
    Q = Q[:, ::-1]
    variances = squares[::-1] / (n - 1)
    return mean, Q.T[:k], variances[:k]
''',
)


def wrong(name: str, mistake: str, check: str, breaks: str, *edits: tuple[str, str], why: str = "") -> None:
    answers.wrong(name, mistake, check=check, breaks=breaks, of="right-merged", edits=edits, why=why)


LAST = "    return mean, Q.T[:k], variances[:k]\n"
FOLD = "    n, mean, S = functools.reduce(merge, map(moments, blocks))\n"

wrong("raw", "not-centred", "blocks", "components", (FOLD, FOLD + "    S = S + n * np.outer(mean, mean)\n"))
wrong("inside-alone", "means-apart-lost", "blocks", "together", (" + factor * np.outer(step, step)", ""))
wrong("mean-of-means", "blocks-alike", "blocks", "mean", (FOLD, '''
    total, count, so_far = 0.0, 0, None
    for X in blocks:
        part = moments(X)
        so_far = merge(so_far, part) if count else part
        total, count = total + part[1], count + 1
    n, _, S = so_far
    mean = total / count
'''))
wrong("mean-of-covariances", "covariances-averaged", "blocks", "together", (FOLD, '''
    parts = [moments(X) for X in blocks]
    n, mean, _ = functools.reduce(merge, parts)
    S = np.mean([S / max(m - 1, 1) for m, _, S in parts], axis=0) * (n - 1)
'''))
wrong("covariance-of-each", "one-row-blocks", "blocks", "together", ("(X - X.mean(axis=0)).T @ (X - X.mean(axis=0))", "np.cov(X, rowvar=False) * (len(X) - 1)"), ("np.linalg.eigh(S)", "np.linalg.eigh(np.nan_to_num(S))"), why="np.cov of one row is nan")
wrong("mean-first", "step-weight", "blocks", "together", ("        step = b - a\n        factor = n * m / (n + m)\n        mean = a + step * m / (n + m)\n", "        factor = n * m / (n + m)\n        mean = (n * a + m * b) / (n + m)\n        step = b - mean\n"), why="the step from the mean that has taken in the block")
wrong("factor-m", "step-weight", "blocks", "together", ("factor = n * m / (n + m)", "factor = m"))
wrong("factor-one", "step-weight", "blocks", "together", ("factor = n * m / (n + m)", "factor = 1"), why="adds the step as it is")
wrong("k-at-a-time", "components-lost-early", "blocks", "together", (FOLD, '''
    n, mean, S = 0, 0.0, 0.0
    for X in blocks:
        n, mean, S = merge((n, mean, S), moments(X))
        squares, Q = np.linalg.eigh(S)
        S = (Q[:, -k:] * squares[-k:]) @ Q[:, -k:].T
'''), why="drops what it will not return, so that memory stays small")
wrong("first-block", "one-block", "blocks", "together", (FOLD, '''
    n, mean, S = moments(next(iter(blocks)))
    n = max(n, 2)
'''))
wrong("rising", "ascending", "blocks", "largest-first", ("    Q = Q[:, ::-1]\n", ""), ("squares[::-1]", "squares"))
wrong("variances-rising", "ascending", "blocks", "largest-first", ("squares[::-1]", "squares"), why="turns the components and not the variances")
wrong("columns", "components-in-columns", "blocks", "components", (LAST, "    return mean, Q[:, :k], variances[:k]\n"))
wrong("rows", "rows-of-Q", "blocks", "components", (LAST, "    return mean, Q[:k], variances[:k]\n"))
wrong("by-n", "divided-by-n", "blocks", "variances", ("squares[::-1] / (n - 1)", "squares[::-1] / n"))
wrong("sums", "not-divided", "blocks", "variances", ("squares[::-1] / (n - 1)", "squares[::-1]"))
wrong("deviations", "not-squared", "blocks", "variances", ("squares[::-1] / (n - 1)", "np.sqrt(np.maximum(squares[::-1], 0) / (n - 1))"))
wrong("shares", "ratios", "blocks", "variances", ("squares[::-1] / (n - 1)", "squares[::-1] / squares.sum()"))
wrong("scaled", "standardised", "blocks", "components", (FOLD, FOLD + '''
    deviation = np.sqrt(np.diag(S) / (n - 1))
    S = S / np.outer(deviation, deviation)
'''))
wrong("long-components", "not-unit", "blocks", "components", (LAST, "    return mean, Q.T[:k] * np.sqrt(np.maximum(variances, 0))[:k, None], variances[:k]\n"))
wrong("general", "flat-directions", "right-angles", "all-there", (FOLD + "    squares, Q = np.linalg.eigh(S)\n    Q = Q[:, ::-1]\n", FOLD + '''
    squares, Q = np.linalg.eig(S)
    squares, Q = np.real(squares), np.real(Q)
    order = np.argsort(squares)
    squares, Q = squares[order], Q[:, order[::-1]]
'''), why="np.linalg.eig")
wrong("whitened", "flat-directions", "right-angles", "all-there", (LAST, '''
    kept = variances[:k] > 1e-12 * variances[0]
    return mean, Q.T[:k][kept], variances[:k][kept]
'''), why="drops directions without variance")
wrong("sums-of-squares", "spread-digits-lost", "far", "far", (FOLD, '''
    n, total, products = 0, 0.0, 0.0
    for X in blocks:
        n, total, products = n + len(X), total + X.sum(axis=0), products + X.T @ X
    mean = total / n
    S = products - n * np.outer(mean, mean)
'''))
wrong("two-passes", "list-only", "stream", "once", (FOLD, '''
    n = sum(len(X) for X in blocks)
    mean = sum(X.sum(axis=0) for X in blocks) / n
    S = sum((X - mean).T @ (X - mean) for X in blocks)
'''))
wrong("indexed", "list-only", "stream", "list", (FOLD, '''
    n, mean, S = moments(blocks[0])
    for i in range(1, len(blocks)):
        n, mean, S = merge((n, mean, S), moments(blocks[i]))
'''), why="asks for the length of a generator")
wrong("stacked", "blocks-kept", "stream", "memory", (FOLD, "    n, mean, S = moments(np.concatenate(list(blocks)))\n"))
wrong("grown", "table-grows", "stream", "memory", (FOLD, "    n, mean, S = moments(functools.reduce(lambda X, Y: np.vstack([X, Y]), blocks))\n"), why="one row of blocks after the other is put below a growing table")
wrong("all-moments", "table-grows", "stream", "memory", (FOLD, "    n, mean, S = functools.reduce(merge, [moments(X) for X in blocks])\n"), why="a matrix is kept for each block")

answers.wrong(
    "thin",
    "flat-directions",
    check="right-angles",
    breaks="all-there",
    why="a factor has no more rows than the blocks together, so fewer than k components",
    source='''
def pca(blocks, k):
    n, mean, factor = 0, 0.0, None
    for block in blocks:
        m, of_block = len(block), block.mean(axis=0)
        rows = block - of_block
        if n:
            rows = np.vstack([factor, rows, np.sqrt(n * m / (n + m)) * (of_block - mean)])
        mean = mean + (of_block - mean) * m / (n + m)
        n += m
        _, s, Vt = np.linalg.svd(rows, full_matrices=False)
        factor = s[:, None] * Vt
    return mean, Vt[:k], s[:k] ** 2 / (n - 1)
''',
)

answers.spoiled(
    "(1.01 * right[0], right[1], right[2])",
    "(right[0], right[1] + 0.01, right[2])",
    "(right[0], right[1], 1.01 * right[2])",
    "right[:2]",
    "None",
)

for start in ("1.0", "-1.0"):
    answers.equivalent(
        "n, mean, scatter = 0, 0.0, 0.0",
        f"n, mean, scatter = 0, {start}, 0.0",
        because="before the first block there are no rows, so the first mean has no weight",
    )
