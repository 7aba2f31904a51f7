"""The hidden tests of `language-model`. Importing a part registers its checks, in the notebook's order."""

from autograder.assignments.language_model.mistakes import SUITE
import autograder.assignments.language_model.embed.checks
import autograder.assignments.language_model.forward.checks
import autograder.assignments.language_model.head_backward.checks
import autograder.assignments.language_model.table_gradient.checks
import autograder.assignments.language_model.train_step.checks
import autograder.assignments.language_model.TinyLM.checks
import autograder.assignments.language_model.examples

__all__ = ["SUITE"]
