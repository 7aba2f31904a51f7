"""Whatever a student's code gives back, a check has a verdict for it.

Each reply of each check in turn is replaced by generated values (see `anything`). The frame makes
"wrong" of whatever a check's own code raises then; here that is a failure, for a check should
know what it looks at. `python tests/anything.py TOPIC` tries every value and shows the places.
"""

import anything
import pytest

from autograder.checks import checking, loading
from autograder.topics import topics as all_topics

VALUES = 2  # changes of each reply in the short form; the seed draws others
FUNCTIONS = [(t, f) for t in all_topics() for f in loading.suite(t).functions()]


@pytest.mark.parametrize("topic, function", FUNCTIONS)
def test_no_check_raises_anything_but_its_verdicts(topic, function, long_form):
    found = anything.failures(topic, function, 3 * VALUES if long_form else VALUES)
    assert not found, "\n" + anything.table(found)


def test_a_check_that_trusts_a_reply_is_found_with_its_place(monkeypatch):
    suite = checking.Suite({})

    @suite.check("one_hot", "trusts", 1)
    def _(student, rng):
        import numpy as np

        if student.call("one_hot", np.array([1, 0]), 3).values.shape != (2, 3):
            raise checking.Unexplained("no")

    monkeypatch.setattr(suite, "misconceptions", loading.suite("lookup").misconceptions)
    prepared = anything.Prepared("lookup", "one_hot")
    trials = list(prepared.trials(suite.checks[0], None, 0, None))
    found = [t for t in trials if t.error]
    assert 50 < len(found) < len(trials) - 50
    assert {t.place.split()[1] for t in found} == {"AttributeError"}
    assert found[0].place.startswith("tests/unit/test_checks_take_anything.py:")
    assert [str(t) for t in prepared.trials(suite.checks[0], None, 0, None)] == [str(t) for t in trials]
