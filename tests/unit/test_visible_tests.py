"""A right answer passes the visible tests: each one of the bank, in its notebook."""

import pytest

from autograder import topics
from autograder.release import solutions
from autograder.selftest import bank


def outcomes(answer) -> dict[str, str]:
    """What the visible tests of the answer's function came to, and those of `together`, if there are any.

    The other functions are the reference's. So is what stands in the answer's own cell beside it:
    other reference functions may use a helper there.
    """
    namespace: dict = {"__name__": "__main__"}
    for cell in solutions.filled(topics.solution_path(answer.topic)):
        source = solutions.outside(cell.node["source"], solutions.HIDDEN)
        other_tests = cell.grade_id.startswith("try-") and cell.grade_id not in (
            f"try-{answer.function}",
            "try-together",
        )
        if cell.node["cell_type"] != "code" or cell.grade_id == "summary" or other_tests:
            continue
        exec(compile(source, cell.grade_id, "exec"), namespace)
        if cell.grade_id == answer.function:
            exec(compile(answer.source, answer.name, "exec"), namespace)
    return namespace["OUTCOMES"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("topic", topics.topics())
def test_every_right_answer_passes_the_visible_tests(topic, capsys, long_form):
    right = [answer for answer in bank.answers(topic) if answer.right]
    contradictions = {}
    for answer in right if long_form else right[::4]:
        found = outcomes(answer)
        if not found or set(found.values()) != {"the visible tests pass"}:
            contradictions[answer.name] = found, capsys.readouterr().err
    assert contradictions == {}
