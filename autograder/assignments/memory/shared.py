"""What the checks of several functions share: draws, calls, and bodies that serve more than one."""


def tied_forms(one: int, tied: bool) -> dict:
    """What mistakes about tying give, where one matrix counts `one`."""
    return {
        "tied-inverted": [one * (2 if tied else 1)],
        "output-forgotten": [one],
        "tied-counted-twice": [2 * one],
    }
