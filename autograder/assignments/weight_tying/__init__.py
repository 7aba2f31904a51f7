"""The hidden tests of `weight-tying`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.weight_tying.catalogue import SUITE
from autograder.checks.weight_tying import logits, output_side, both_ends, model, ties, savings, examples

__all__ = ["SUITE"]
