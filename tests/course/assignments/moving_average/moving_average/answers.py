"""Answers to `moving_average` of the sample course."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "convolution",
    how="convolves with a window of equal weights",
    source="""
def moving_average(x, width):
    if width < 1 or width > len(x):
        raise ValueError("no window fits")
    return np.convolve(x, np.full(width, 1 / width), "valid")
""",
)

answers.right(
    "differences",
    how="takes differences of the running sum",
    source="""
def moving_average(x, width):
    if width not in range(1, len(x) + 1):
        raise ValueError(width)
    total = np.concatenate([[0.0], np.cumsum(x)])
    return (total[width:] - total[:-width]) / width
""",
)

answers.wrong(
    "sum",
    "sum",
    check="values",
    breaks="means",
    why="forgets to divide",
    of="right-differences",
    old=" / width",
    new="",
)

answers.wrong(
    "padded",
    "padded",
    check="values",
    breaks="inside",
    why="keeps the length of x",
    of="right-convolution",
    old='"valid"',
    new='"same"',
)

answers.wrong(
    "range-end",
    "one-short",
    check="values",
    breaks="inside",
    why="counts n - width windows",
    source="""
def moving_average(x, width):
    if not 0 < width <= len(x):
        raise ValueError("width")
    return np.array([x[k:k + width].mean() for k in range(len(x) - width)])
""",
)

answers.wrong(
    "no-check",
    "any-width",
    check="errors",
    alone=True,
    breaks="widths",
    why="looks at the lower end alone",
    of="right-convolution",
    old="width < 1 or width > len(x)",
    new="width < 1",
)

answers.wrong(
    "sums-in-place",
    "input-changed",
    check="in-place",
    alone=True,
    breaks="unchanged",
    why="makes the running sum in x itself",
    source="""
def moving_average(x, width):
    if not 0 < width <= len(x):
        raise ValueError("width")
    np.cumsum(x, out=x)
    means = x[width - 1:] / width
    means[1:] -= x[:-width] / width
    return means
""",
)

answers.spoiled("right + 1e-3", "right[::-1].copy()", keeps=("errors", "in-place"))

