"""A core for each examination, and for the submission that it talks to."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from autograder.execution import bwrap, cores
from autograder.execution.channel import Limits
from autograder.execution.forkserver import ForkServer
from autograder.sandboxed import forkserver, jail

WHERE = "import os\nprint(*os.sched_getaffinity(0))"


def test_each_thread_has_a_core_of_its_own_and_one_too_many_has_them_all():
    everywhere = os.sched_getaffinity(0)
    lent, meeting = cores.Cores(), threading.Barrier(len(everywhere) + 1, timeout=60)

    def work(_):
        with lent.one():
            meeting.wait()
            found = frozenset(os.sched_getaffinity(0))
            meeting.wait()
        return found, os.sched_getaffinity(0)

    with ThreadPoolExecutor(len(everywhere) + 1) as pool:
        found = list(pool.map(work, range(len(everywhere) + 1)))
    at_work = [mine for mine, _ in found]
    assert set(at_work) == {frozenset({core}) for core in everywhere} | {frozenset(everywhere)}
    assert len(set(at_work)) == len(at_work) or len(everywhere) == 1
    assert all(after == everywhere for _, after in found), "and goes where it likes afterwards"


def test_cores_that_were_taken_away_are_no_error(monkeypatch):
    def refused(*how):
        raise OSError("no such core")

    lent, everywhere = cores.Cores(), os.sched_getaffinity(0)
    monkeypatch.setattr(os, "sched_setaffinity", refused)
    with lent.one():
        assert os.sched_getaffinity(0) == everywhere


@pytest.mark.parametrize("kind", [forkserver.QUICK, forkserver.CAREFUL])
def test_a_submission_runs_on_the_core_of_the_thread_that_examines_it(kind):
    if absent := bwrap.missing():
        pytest.skip(f"student code is NOT tested in the sandbox: {'; '.join(absent)}")
    last = max(os.sched_getaffinity(0))
    with ForkServer(jail.Bounds()) as server:

        def where(_):
            with server.submission(Limits(10), kind) as submission:
                quick = kind == forkserver.QUICK
                ran = submission.run_cells([WHERE])[0] if quick else submission.run_cell(WHERE)
            return {int(core) for core in ran.text.split()}

        everywhere = where(None)
        with ThreadPoolExecutor(1, initializer=os.sched_setaffinity, initargs=(0, {last})) as pool:
            assert list(pool.map(where, range(2))) == [{last}, {last}]  # the second was made ahead
        assert everywhere == where(None) == os.sched_getaffinity(0)
