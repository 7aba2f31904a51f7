"""The hidden tests of `word2vec`. Importing a part registers its checks, in the notebook's order."""

from autograder.assignments.word2vec.mistakes import SUITE
import autograder.assignments.word2vec.skipgram_pairs.checks
import autograder.assignments.word2vec.cbow_mean.checks
import autograder.assignments.word2vec.cbow_mean_backward.checks
import autograder.assignments.word2vec.noise_distribution.checks
import autograder.assignments.word2vec.sgns_loss_and_gradients.checks
import autograder.assignments.word2vec.train_sgns.checks
import autograder.assignments.word2vec.nearest.checks
import autograder.assignments.word2vec.examples

__all__ = ["SUITE"]
