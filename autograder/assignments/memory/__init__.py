"""The hidden tests of `memory`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.memory.catalogue import SUITE
from autograder.checks.memory import tables, text, batch, training, fitting
from autograder.checks.memory import roofline, measured, examples

__all__ = ["SUITE"]
