"""Functions of checks that student code calls: their limits, and the process in which they run."""

import os

import numpy as np
import pytest

from autograder.checks.callbacks import CALLS, MEMORY, NUMBERS, Callbacks
from autograder.sandboxed import protocol

HERE = os.getpid()


@pytest.fixture(params=[False, True], ids=["here", "forked"])
def callbacks(request):
    made = Callbacks(request.param)
    yield made
    made.close()


def register(callbacks, name, function, calls) -> str:
    """The name under which student code calls the function."""
    return callbacks.register(name, function, calls).name


def told(value) -> str:
    assert isinstance(value, protocol.Failure)
    return value.message


def test_arguments_come_by_place_and_by_name(callbacks):
    f = register(callbacks, "f", lambda x, *, times: x.values * times, CALLS)
    answer = callbacks.answer(f, [protocol.Array(np.arange(3))], {"times": 2})
    values = answer.values if isinstance(answer, protocol.Array) else answer
    assert values.tolist() == [0, 2, 4]


def test_only_so_many_calls_are_answered_and_all_are_counted(callbacks):
    f = register(callbacks, "f", lambda: 5, 3)
    assert [callbacks.answer(f, [], {}) for _ in range(3)] == [5, 5, 5]
    assert "may not be called again" in told(callbacks.answer(f, [], {}))
    assert callbacks.made("f") == 4


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ([protocol.Array(np.zeros(NUMBERS + 1))], {}),
        ([], {"x": protocol.Array(np.zeros(NUMBERS + 1))}),
        ([[protocol.Array(np.zeros(NUMBERS // 2 + 1))] * 2], {}),
        ([{"x": protocol.Array(np.zeros(NUMBERS + 1))}], {}),
    ],
)
def test_more_numbers_than_the_limit_are_refused(callbacks, args, kwargs):
    f = register(callbacks, "f", lambda *args, **kwargs: 5, CALLS)
    assert f"at most {NUMBERS:,} numbers" in told(callbacks.answer(f, args, kwargs))
    assert callbacks.answer(f, [protocol.Array(np.zeros(NUMBERS))], {}) == 5


def test_an_error_of_the_function_reaches_the_student_without_its_text(callbacks):
    f = register(callbacks, "f", lambda x: 1 // 0, CALLS)
    assert told(callbacks.answer(f, [1], {})) == "the function cannot take these arguments"
    assert told(callbacks.answer(f, [1, 2], {})) == "the function cannot take these arguments"


def test_what_was_never_sent_is_refused(callbacks):
    f = register(callbacks, "f", lambda: 5, CALLS)
    for call in (("f", [], {}), ("g", [], {}), (None, [], {}), (f, 3, {}), (f, [], None)):
        with pytest.raises(protocol.ProtocolError):
            callbacks.answer(*call)


def test_the_name_that_student_code_sees_says_nothing(callbacks):
    seen = {register(callbacks, "right", lambda: 5, CALLS) for _ in range(20)}
    assert len(seen) == 20 and not any("right" in name for name in seen)


def test_more_calls_than_the_limit_are_a_mistake_of_the_check(callbacks):
    with pytest.raises(ValueError, match=f"found {CALLS + 1} calls, expected at most {CALLS}"):
        callbacks.register("f", lambda: 5, CALLS + 1)


def test_the_fork_is_another_process_and_ends():
    callbacks = Callbacks(True)
    f = register(callbacks, "f", os.getpid, CALLS)
    pid = callbacks.answer(f, [], {})
    assert pid != HERE and callbacks.answer(f, [], {}) == pid
    callbacks.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_memory_beyond_the_limit_costs_the_call_alone():
    callbacks = Callbacks(True)
    f = register(callbacks, "f", lambda n: float(np.ones(n).sum()), CALLS)
    assert "cannot take" in told(callbacks.answer(f, [MEMORY // 4], {}))
    assert callbacks.answer(f, [7], {}) == 7.0
    callbacks.close()


def test_a_function_that_ends_its_process_is_told_of_and_the_next_call_is_answered():
    callbacks = Callbacks(True)
    f = register(callbacks, "f", lambda ends: os._exit(0) if ends else 5, CALLS)
    assert "too much time or memory" in told(callbacks.answer(f, [True], {}))
    assert callbacks.answer(f, [False], {}) == 5
    callbacks.close()


def test_a_later_function_is_known_to_the_next_fork():
    callbacks = Callbacks(True)
    f = register(callbacks, "f", lambda: 1, CALLS)
    assert callbacks.answer(f, [], {}) == 1
    g = register(callbacks, "g", lambda: 2, CALLS)
    assert (callbacks.answer(g, [], {}), callbacks.answer(f, [], {})) == (2, 1)
    callbacks.close()
