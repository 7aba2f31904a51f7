"""The hidden tests of `scatter-add`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.scatter_add.catalogue import SUITE
from autograder.checks.scatter_add import gradients, rows, tensors, step, difference, examples

__all__ = ["SUITE"]
