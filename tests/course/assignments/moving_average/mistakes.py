"""The mistakes of the sample course: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception

MISTAKES = {
    "sum": Misconception(
        "adds the window up", "The numbers of a window are added, and not divided by how many they are."
    ),
    "padded": Misconception(
        "windows over the ends", "There are windows that reach over the ends of the series."
    ),
    "one-short": Misconception("the last window is left out", "The last window is missing."),
    "any-width": Misconception("takes every width", "A width that fits no window should be an error."),
    "input-changed": Misconception("writes into x", "The series that was given is changed."),
}
