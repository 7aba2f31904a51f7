"""The hidden tests of `initialization`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.initialization.catalogue import SUITE
from autograder.checks.initialization import (  # noqa: E402, F401, I001
    table,
    closed_forms,
    norms,
    backward,
    module,
)

__all__ = ["SUITE"]
