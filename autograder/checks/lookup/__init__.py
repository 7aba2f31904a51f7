"""The hidden tests of `lookup`: one-hot vectors, lookups, their cost, and labels as ids."""

from autograder.checks.lookup.catalogue import SUITE

# Each module registers its function's checks; the order is that of the notebook.
# isort: off
from autograder.checks.lookup import one_hot, lookup, lookup_torch, lookup_cost, cross_entropy  # noqa: F401

__all__ = ["SUITE"]
