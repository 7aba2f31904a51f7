"""The hidden tests of `word2vec`. Importing a part registers its checks, in the notebook's order."""

from autograder.checks.word2vec.catalogue import SUITE
from autograder.checks.word2vec import pairs, cbow, noise, loss
from autograder.checks.word2vec import training, neighbours, examples

__all__ = ["SUITE"]
