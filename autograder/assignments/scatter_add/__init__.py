"""The hidden tests of `scatter-add`. Importing a part registers its checks, in the notebook's order."""

from autograder.assignments.scatter_add.mistakes import SUITE
import autograder.assignments.scatter_add.embedding_backward.checks
import autograder.assignments.scatter_add.embedding_backward_rows.checks
import autograder.assignments.scatter_add.embedding_backward_torch.checks
import autograder.assignments.scatter_add.EmbeddingFunction.checks
import autograder.assignments.scatter_add.sgd_rows.checks
import autograder.assignments.scatter_add.gradient_check.checks
import autograder.assignments.scatter_add.examples

__all__ = ["SUITE"]
