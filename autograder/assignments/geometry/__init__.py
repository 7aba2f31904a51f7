"""The hidden tests of `geometry`. Importing a part registers its checks, in the notebook's order."""

from autograder.assignments.geometry.mistakes import SUITE
import autograder.assignments.geometry.cosine_matrix.checks
import autograder.assignments.geometry.analogy.checks
import autograder.assignments.geometry.pca.checks
import autograder.assignments.geometry.effective_rank.checks
import autograder.assignments.geometry.mean_pairwise_cosine.checks
import autograder.assignments.geometry.remove_top_directions.checks
import autograder.assignments.geometry.examples

__all__ = ["SUITE"]
