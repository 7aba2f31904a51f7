"""How answers of `weight-tying` with several fields are read."""

import numpy as np

from autograder.checks.framework.checking import Wrong, array
from autograder.checks.framework.shared import loss


def record(value, names: tuple[str, ...], neutral: str) -> dict[str, np.ndarray]:
    """An answer that must be a tuple of a loss and arrays, as a dict of arrays by name."""
    if not isinstance(value, tuple) or len(value) != len(names):
        raise Wrong(None, f"{neutral} A tuple ({', '.join(names)}) is expected.")
    fields = {names[0]: np.asarray(loss(value[0], neutral))}
    return fields | {name: array(v, "numpy", neutral) for name, v in zip(names[1:], value[1:])}
