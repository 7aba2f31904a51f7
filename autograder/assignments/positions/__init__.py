"""The hidden tests of `positions`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.positions.catalogue import SUITE
from autograder.checks.positions import embed, learned, sinusoids, rope, alibi, examples

__all__ = ["SUITE"]
