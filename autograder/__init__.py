"""The course's grader. `python -m autograder --help` lists the commands.

Importing the package is cheap: a hidden test cell needs `check` alone, and
everything heavier is loaded where it is used.
"""

__all__ = ["check"]


def __getattr__(name):
    if name == "check":
        from autograder.checks.nbgrader_hook import check

        return check
    raise AttributeError(f"module 'autograder' has no attribute {name!r}")


def load_ipython_extension(shell) -> None:
    """`%load_ext autograder` in a notebook: the magic `%check`."""
    from autograder.grading.magic import Check

    Check(shell)
