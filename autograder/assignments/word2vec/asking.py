"""How arrays are asked for in `word2vec`."""

import numpy as np

from autograder.checks.checking import array
from autograder.checks.student import Student


def ask_array(student: Student, name: str, *args, neutral: str, **options) -> np.ndarray:
    """Return the values of a call that must give a NumPy array."""
    return array(student.call(name, *args, **options), "numpy", neutral)
