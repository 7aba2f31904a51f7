"""The hidden tests of `weight-tying`. Importing a part registers its checks, in the notebook's order."""

from autograder.assignments.weight_tying.mistakes import SUITE
import autograder.assignments.weight_tying.output_logits.checks
import autograder.assignments.weight_tying.output_side_gradient.checks
import autograder.assignments.weight_tying.tied_gradient.checks
import autograder.assignments.weight_tying.TiedLM.checks
import autograder.assignments.weight_tying.tied_parameters.checks
import autograder.assignments.weight_tying.tying_savings.checks
import autograder.assignments.weight_tying.examples

__all__ = ["SUITE"]
