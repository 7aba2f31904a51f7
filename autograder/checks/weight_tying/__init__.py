"""The hidden tests of `weight-tying`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.weight_tying.catalogue import SUITE
from autograder.checks.weight_tying import logits, output_side, both_ends, model, ties, savings  # noqa: E402, F401, I001

__all__ = ["SUITE"]
