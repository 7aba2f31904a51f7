"""The hidden tests of `geometry`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.geometry.catalogue import SUITE
from autograder.checks.geometry import angles, analogies, components, spectrum, cone, removal, examples

__all__ = ["SUITE"]
