"""Answers to `norms_by_frequency` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "places", how="gives each row its rank, and each band the rows whose rank is in it",
    source='''
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2 or counts.shape != (len(E),):
        raise ValueError(f"{E.shape} and {counts.shape}")
    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):
        raise ValueError(f"edges {edges}")
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    V = len(E)
    rank = np.empty(V, dtype=np.int64)
    _, level = np.unique(counts, return_inverse=True)
    rank[np.argsort(-level, kind="stable")] = np.arange(V)
    band = np.digitize(rank, edges) - 1  # -1 before the first edge, k after the last
    lengths = np.linalg.norm(E.astype(float), axis=1)
    return np.array([lengths[band == j].mean() for j in range(len(edges) - 1)])
''')

answers.right(
    "reduceat", how="sums between the edges, over the sizes of the bands",
    source='''
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2 or counts.shape != (len(E),):
        raise ValueError(f"{E.shape} and {counts.shape}")
    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):
        raise ValueError(f"edges {edges}")
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    order = np.argsort(-np.unique(counts, return_inverse=True)[1], kind="stable")
    lengths = np.sqrt((E.astype(np.float64) ** 2).sum(axis=1))[order]
    sums = np.add.reduceat(lengths[: edges[-1]], edges[:-1])
    return sums / np.diff(edges)
''')

answers.right(
    "running-sums", how="differences of running sums, over the sizes of the bands",
    source='''
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2 or counts.shape != (len(E),):
        raise ValueError(f"{E.shape} and {counts.shape}")
    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):
        raise ValueError(f"edges {edges}")
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    _, level = np.unique(counts, return_inverse=True)
    order = np.argsort(-level, kind="stable")
    running = np.append(0, np.cumsum(np.linalg.norm(E, axis=1)[order].astype(np.float64)))
    return np.diff(running[edges]) / np.diff(edges)
''')

answers.right(
    "sorted", how="Python sorts pairs of counts and ids",
    source='''
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2:
        raise ValueError("a table has two axes")
    V = E.shape[0]
    if counts.ndim != 1 or len(counts) != V:
        raise ValueError("one count for each row")
    if edges.ndim != 1 or len(edges) < 2:
        raise ValueError("two edges or more")
    limits = edges.tolist()
    if limits[0] < 0 or limits[-1] > V or any(a >= b for a, b in zip(limits, limits[1:])):
        raise ValueError("the edges ascend within the table")
    ids = sorted(range(V), key=lambda i: (-counts[i].item(), i))
    means = []
    for a, b in zip(limits, limits[1:]):
        total = 0.0
        for i in ids[a:b]:
            total += float(np.sqrt(np.dot(E[i], E[i])))
        means.append(total / (b - a))
    return np.array(means)
''')

answers.wrong(
    "float32", "float32-returned", check="dtypes", breaks="dtype",
    why="leaves the means in the dtype of the table",
    source='''
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2 or counts.shape != (len(E),):
        raise ValueError(f"{E.shape} and {counts.shape}")
    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):
        raise ValueError(f"edges {edges}")
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    order = np.lexsort((-np.arange(len(E)), counts))[::-1]
    norms = np.linalg.norm(E, axis=1)[order]
    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])
''')

answers.wrong(
    "rank-of-each", "order-for-rank", check="bands", breaks="rank",
    source='''
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2 or counts.shape != (len(E),):
        raise ValueError(f"{E.shape} and {counts.shape}")
    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):
        raise ValueError(f"edges {edges}")
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    order = np.lexsort((-np.arange(len(E)), counts))[::-1]
    norms = np.linalg.norm(E, axis=1)[np.argsort(order)]
    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)
''')

answers.wrong(
    "rare-first", "rare-first", check="bands", breaks="largest-first",
    source='''
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2 or counts.shape != (len(E),):
        raise ValueError(f"{E.shape} and {counts.shape}")
    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):
        raise ValueError(f"edges {edges}")
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    order = np.argsort(counts, kind="stable")
    norms = np.linalg.norm(E, axis=1)[order]
    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)
''')

answers.wrong(
    "any-edges", "edges-unchecked", check="errors", breaks="ascending",
    of="wrong-rare-first", old='''
    if np.any(np.diff(edges) <= 0):
        raise ValueError(f"edges {edges}")
    order = np.argsort(counts, kind="stable")
''', new='''
    order = np.lexsort((-np.arange(len(E)), counts))[::-1]
''')

answers.wrong(
    "closed", "upper-edge", check="bands", breaks="upper",
    of="wrong-float32", 
    old="    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])",
    new="    return np.array([norms[a : b + 1].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)")

answers.wrong(
    "float-counts", "counts-converted", check="dtypes", breaks="large-counts",
    why="makes floats of counts, so that they can be negated",
    of="wrong-rare-first", 
    old='    order = np.argsort(counts, kind="stable")',
    new='    order = np.argsort(-counts.astype(float), kind="stable")')

answers.wrong(
    "negative-counts", "unsigned", check="dtypes", breaks="unsigned",
    of="wrong-rare-first", 
    old='    order = np.argsort(counts, kind="stable")',
    new='    order = np.argsort(-counts, kind="stable")')

answers.wrong(
    "norm-of-mean", "norm-of-mean", check="bands", breaks="mean-of-lengths",
    of="wrong-float32", old='''
    norms = np.linalg.norm(E, axis=1)[order]
    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])
''', new='''
    means = [E[order[a:b]].mean(axis=0) for a, b in zip(edges, edges[1:])]
    return np.array([np.linalg.norm(mean) for mean in means])
''')

answers.wrong(
    "not-sorted", "not-sorted", check="bands", breaks="bands",
    of="wrong-rare-first", old='''
    order = np.argsort(counts, kind="stable")
    norms = np.linalg.norm(E, axis=1)[order]
''', new='''
    norms = np.linalg.norm(E, axis=1)
''')

answers.wrong(
    "open-end", "last-band-open", check="bands", breaks="no-band",
    of="wrong-float32", old='''
    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])
''', new='''
    sums = np.add.reduceat(norms, edges[:-1])
    return sums / np.diff(np.append(edges[:-1], len(E)))
''')

answers.wrong(
    "reversed", "ties-reversed", check="ties", breaks="ties",
    of="wrong-rare-first", 
    old='    order = np.argsort(counts, kind="stable")',
    new='    order = np.argsort(counts, kind="stable")[::-1]')

answers.wrong(
    "root-mean-square", "mean-square", check="bands",
    of="wrong-float32", 
    old="    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])",
    new="    return np.array([np.sqrt((norms[a:b] ** 2).mean()) for a, b in zip(edges, edges[1:])], dtype=np.float64)")

answers.wrong(
    "whole-counts", "counts-converted", check="dtypes", breaks="fractions",
    why="makes whole numbers of counts, so that they can be negated",
    of="wrong-rare-first", 
    old='    order = np.argsort(counts, kind="stable")',
    new='    order = np.argsort(-counts.astype(np.int64), kind="stable")')

answers.wrong(
    "any-edges-shape", "edges-shape-unchecked", check="errors", breaks="edges-axis",
    why="makes one axis of the edges",
    of="wrong-float32", edits=[('    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])', '    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)'), ('    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):\n', '    edges = edges.reshape(-1)\n    if len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):\n')])

answers.wrong(
    "one-edge", "edges-shape-unchecked", check="errors", breaks="two-edges",
    why="one edge makes no band, and an empty answer",
    of="wrong-float32", edits=[('    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])', '    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)'), ('    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):\n', '    if edges.ndim != 1 or len(edges) < 1 or edges.min() < 0 or edges.max() > len(E):\n')])

answers.wrong(
    "beyond", "edges-outside", check="errors", breaks="edges-range",
    of="wrong-float32", edits=[('    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])', '    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)'), ('    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0 or edges.max() > len(E):\n', '    if edges.ndim != 1 or len(edges) < 2 or edges.min() < 0:\n')])

answers.wrong(
    "three-axes", "table-axes-unchecked", check="errors", breaks="table-axes",
    why="takes lengths along the second axis, and the mean over what is left",
    of="wrong-float32", edits=[('    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])', '    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)'), ('    if E.ndim != 2 or counts.shape != (len(E),):\n', '    if E.ndim < 2 or counts.shape != (len(E),):\n')])

answers.wrong(
    "first-counts", "shapes-unchecked", check="errors", breaks="counts-shape",
    why="takes the rows that have a count",
    of="wrong-float32", edits=[('    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])', '    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)'), ('    if E.ndim != 2 or counts.shape != (len(E),):\n', '    if E.ndim != 2 or counts.ndim != 1:\n'), ('    order = np.lexsort((-np.arange(len(E)), counts))[::-1]', '    order = np.lexsort((-np.arange(len(counts)), counts))[::-1]\n    order = order[order < len(E)]')])

answers.wrong(
    "small-ranks", "many-rows", check="dtypes", breaks="any-dtype",
    of="wrong-float32", edits=[('    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])', '    rank = np.empty_like(counts)\n    rank[order] = np.arange(len(E)) % 2**31 if counts.dtype.kind == "f" else np.arange(len(E)).astype(counts.dtype)\n    norms = np.linalg.norm(E, axis=1)[np.argsort(rank, kind="stable")]\n    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)')])

answers.wrong(
    "single", "lengths-narrow", check="bands", breaks="accuracy",
    of="wrong-float32", edits=[('    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])', '    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)'), ('np.linalg.norm(E, axis=1)', 'np.linalg.norm(E.astype(np.float32), axis=1)')])

answers.wrong(
    "strided", "not-contiguous", check="dtypes", breaks="strided",
    why="hands the memory to PyTorch as it lies",
    of="wrong-float32", edits=[('    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])', '    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])], dtype=np.float64)'), ('np.linalg.norm(E, axis=1)', 'np.linalg.norm(torch.as_strided(torch.from_numpy(E), E.shape, (E.shape[1], 1)).numpy(), axis=1)')])

answers.wrong(
    "edges-in-place", "arguments-changed", check="bands", breaks="unchanged",
    why="closes the bands for a loop, in the caller's edges",
    of="wrong-float32", edits=[('    return np.array([norms[a:b].mean() for a, b in zip(edges, edges[1:])])', '    edges[1:] -= 1\n    return np.array([norms[a : b + 1].mean() for a, b in zip([edges[0], *(edges[1:-1] + 1)], edges[1:])], dtype=np.float64)')])

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "np.roll(right, 1)",
    "right.tolist()",
    "None",
    "right[:, None]")

answers.wrong(
    "int64-counts", "counts-converted", check="dtypes", alone=True, breaks="large-counts",
    why="converts integer counts to int64, also those of uint64",
    source='''
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2:
        raise ValueError("E needs two axes")
    V = len(E)
    if counts.shape != (V,):
        raise ValueError("counts")
    if edges.ndim != 1 or len(edges) < 2 or (np.diff(edges) <= 0).any() or edges[0] < 0 or edges[-1] > V:
        raise ValueError("edges")
    order = np.argsort(-(counts.astype(np.int64) if counts.dtype.kind in "iu" else counts), kind="stable")
    lengths = np.sqrt((E.astype(np.float64) ** 2).sum(axis=1))[order]
    return np.array([lengths[a:b].mean() for a, b in zip(edges[:-1], edges[1:])], dtype=np.float64)
''')

answers.wrong(
    "below-the-largest", "counts-converted", check="dtypes", alone=True, breaks="fractions",
    why="sorts by the distance to the largest count, where small fractions vanish",
    source='''
def norms_by_frequency(E, counts, edges):
    if E.ndim != 2:
        raise ValueError("E needs two axes")
    V = len(E)
    if counts.shape != (V,):
        raise ValueError("counts")
    if edges.ndim != 1 or len(edges) < 2 or (np.diff(edges) <= 0).any() or edges[0] < 0 or edges[-1] > V:
        raise ValueError("edges")
    order = np.argsort(counts.max() - counts, kind="stable")
    lengths = np.sqrt((E.astype(np.float64) ** 2).sum(axis=1))[order]
    return np.array([lengths[a:b].mean() for a, b in zip(edges[:-1], edges[1:])], dtype=np.float64)
''')

answers.wrong(
    "running-float32", "small-after-large", check="dtypes", alone=True, breaks="accuracy",
    of="right-running-sums",
    old="np.append(0, np.cumsum(np.linalg.norm(E, axis=1)[order].astype(np.float64)))",
    new="np.append(E.dtype.type(0), np.cumsum(np.linalg.norm(E, axis=1)[order]))")
