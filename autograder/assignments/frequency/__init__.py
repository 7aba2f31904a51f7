"""The hidden tests of `frequency`. Importing a part registers its checks, in the notebook's order."""

from autograder.assignments.frequency.mistakes import SUITE
import autograder.assignments.frequency.zipf_probabilities.checks
import autograder.assignments.frequency.expected_distinct.checks
import autograder.assignments.frequency.expected_updates.checks
import autograder.assignments.frequency.norms_by_frequency.checks
import autograder.assignments.frequency.spearman.checks
import autograder.assignments.frequency.adagrad_rows.checks
import autograder.assignments.frequency.adam_rows.checks
import autograder.assignments.frequency.examples

__all__ = ["SUITE"]
