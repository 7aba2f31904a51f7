"""The hidden tests of `word2vec`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.word2vec.catalogue import SUITE
from autograder.checks.word2vec import pairs, cbow, noise, loss  # noqa: E402, F401, I001
from autograder.checks.word2vec import training, neighbours  # noqa: E402, F401, I001

__all__ = ["SUITE"]
