"""What mistakes about bytes lead to, for the checks of several functions."""


def packed(count: int, bits: int) -> int:
    """Return the bytes of `count` numbers of so many bits, rounded up."""
    return (count * bits + 7) // 8


def through_floats(count: int, bits: int) -> list[int]:
    """Return the bytes of `count` numbers if computed in floats: rounded down, and rounded up."""
    x = count * (bits / 8)
    return [int(x), int(-(-x // 1))]


def scaled(total: int, count: int) -> dict:
    """Return what mistakes with bits and bytes give for `count` numbers of `total` bytes."""
    return {
        "bits-for-bytes": [8 * total],
        "elements-for-bytes": [count],
        "itemsize-fixed": [[2 * count], [4 * count]],
    }


def tied_forms(one: int, tied: bool) -> dict:
    """Return what mistakes with tying give, where one matrix counts `one`."""
    return {
        "tied-inverted": [one * (2 if tied else 1)],
        "output-forgotten": [one],
        "tied-counted-twice": [2 * one],
    }
