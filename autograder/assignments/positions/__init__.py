"""The hidden tests of `positions`. Importing a part registers its checks, in the notebook's order."""

from autograder.assignments.positions.mistakes import SUITE
import autograder.assignments.positions.embed_input.checks
import autograder.assignments.positions.learned_positions_backward.checks
import autograder.assignments.positions.interpolate_positions.checks
import autograder.assignments.positions.sinusoidal_table.checks
import autograder.assignments.positions.apply_rope.checks
import autograder.assignments.positions.alibi_bias.checks
import autograder.assignments.positions.examples

__all__ = ["SUITE"]
