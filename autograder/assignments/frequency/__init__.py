"""The hidden tests of `frequency`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.frequency.catalogue import SUITE
from autograder.checks.frequency import zipf, expectations, bands, correlation, adagrad, adam, examples

__all__ = ["SUITE"]
