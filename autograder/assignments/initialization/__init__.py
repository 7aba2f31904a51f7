"""The hidden tests of `initialization`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.initialization.catalogue import SUITE
from autograder.checks.initialization import table, closed_forms, norms, backward, module, examples

__all__ = ["SUITE"]
