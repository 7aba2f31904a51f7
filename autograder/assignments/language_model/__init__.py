"""The hidden tests of `language-model`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.language_model.catalogue import SUITE
from autograder.checks.language_model import rows, path, head
from autograder.checks.language_model import both_ends, step, model, examples

__all__ = ["SUITE"]
