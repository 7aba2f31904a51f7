"""The hidden tests of `lookup`. Importing a part registers its checks, in the notebook's order."""

from autograder.assignments.lookup.mistakes import SUITE
import autograder.assignments.lookup.one_hot.checks
import autograder.assignments.lookup.lookup.checks
import autograder.assignments.lookup.lookup_torch.checks
import autograder.assignments.lookup.lookup_cost.checks
import autograder.assignments.lookup.cross_entropy_from_logits.checks
import autograder.assignments.lookup.examples

__all__ = ["SUITE"]
