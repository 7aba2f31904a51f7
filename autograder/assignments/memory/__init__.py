"""The hidden tests of `memory`. Importing a part registers its checks, in the notebook's order."""

from autograder.assignments.memory.mistakes import SUITE
import autograder.assignments.memory.embedding_parameters.checks
import autograder.assignments.memory.embedding_share.checks
import autograder.assignments.memory.table_bytes.checks
import autograder.assignments.memory.format_bytes.checks
import autograder.assignments.memory.activation_bytes.checks
import autograder.assignments.memory.kv_cache_bytes.checks
import autograder.assignments.memory.training_bytes.checks
import autograder.assignments.memory.largest_vocabulary.checks
import autograder.assignments.memory.roofline_seconds.checks
import autograder.assignments.memory.measured_bytes.checks
import autograder.assignments.memory.examples

__all__ = ["SUITE"]
