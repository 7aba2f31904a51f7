"""The reference solutions as tests use them: what a solutions file defines, run without its hidden tests."""

import functools
from types import SimpleNamespace

from autograder.release import solutions
from autograder.topics import solution_path


@functools.cache
def load(topic: str) -> SimpleNamespace:
    """What the code cells of a topic's solutions define; their visible tests run on the way.

    The last cell builds nothing: another test runs it.
    """
    path = solution_path(topic)
    namespace: dict = {"__name__": f"reference_{path.stem}"}
    for cell in solutions.filled(path):
        if cell.node["cell_type"] == "code" and cell.grade_id != "build":
            # Empty lines keep the numbers in a traceback those of the file.
            visible = "\n" * cell.line + solutions.outside(cell.node["source"], solutions.HIDDEN)
            exec(compile(visible, str(path), "exec"), namespace)
    failed = {
        name: outcome for name, outcome in namespace["OUTCOMES"].items() if outcome != namespace["PASS"]
    }
    assert not failed, f"{path}: {failed}"
    return SimpleNamespace(**namespace)
