"""What the short form of the tests takes of a long list."""

from collections.abc import Sequence

import pytest


def few(items: Sequence, every: int, first: int = 0) -> list:
    """Parameters of a test: each `every`-th of the items, from `first` on; in the long form the others too.

    An item that is a tuple holds several parameters.
    """
    marks = [() if n % every == first % every else pytest.mark.long for n in range(len(items))]
    values = [item if isinstance(item, tuple) else (item,) for item in items]
    return [pytest.param(*value, marks=mark) for value, mark in zip(values, marks)]
