"""The hidden tests of `initialization`. Importing a part registers its checks, in the notebook's order."""

from autograder.assignments.initialization.mistakes import SUITE
import autograder.assignments.initialization.init_table.checks
import autograder.assignments.initialization.expected_norm.checks
import autograder.assignments.initialization.gpt2_init_std.checks
import autograder.assignments.initialization.attention_score_std.checks
import autograder.assignments.initialization.rms_norm.checks
import autograder.assignments.initialization.layer_norm.checks
import autograder.assignments.initialization.rms_norm_backward.checks
import autograder.assignments.initialization.RMSNorm.checks
import autograder.assignments.initialization.examples

__all__ = ["SUITE"]
