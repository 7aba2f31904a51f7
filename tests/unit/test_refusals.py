"""How wrong input must be refused, and which misconception is named where it is not."""

import numpy as np
import pytest

from autograder.checks import refusals
from autograder.checks.checking import Wrong
from autograder.checks.student import Local, StudentError


def student(body: str) -> Local:
    """A student whose `f(x)` has this body."""
    namespace = {"np": np}
    exec(f"def f(x=None):\n    {body}", namespace)
    return Local(namespace)


def misconception(ask, *args, **options) -> str | None:
    with pytest.raises(Wrong) as caught:
        ask(*args, **options)
    return caught.value.misconception


@pytest.mark.parametrize(
    "body, result",
    [
        ("raise KeyError('id 9')", "other"),
        ("raise IndexError('bad')", "mute"),
        ("raise IndexError('id 9')", "mute"),
        ("return 0", "silent"),
    ],
)
def test_a_wanted_error_has_a_type_and_names_its_cause(body, result):
    attempt = student(body)
    told = {"if_accepted": "silent", "if_other_type": "other", "if_unnamed": "mute", "says": (9, "12")}
    assert misconception(refusals.must_refuse, lambda: attempt.call("f"), "IndexError", **told) == result


@pytest.mark.parametrize("kind", ["IndexError", "type('Out', (IndexError,), {})"])
def test_a_wanted_error_and_those_derived_from_it_are_welcome(kind):
    attempt = student(f"raise {kind}('id 9 of 12')")
    refusals.must_refuse(lambda: attempt.call("f"), "IndexError", if_accepted=None, says=(9, 12))


def test_without_a_misconception_the_message_says_what_was_seen():
    for body, seen in (("return 0", "Nothing was raised"), ("raise KeyError('9')", "It raised KeyError")):
        attempt = student(body)
        with pytest.raises(Wrong, match=f"^{refusals.REFUSE} {seen}; IndexError is expected.$"):
            refusals.must_refuse(
                lambda: attempt.call("f"), "IndexError", if_accepted=None, if_other_type=None
            )


@pytest.mark.parametrize("body", ["raise NotImplementedError", "x = TypeErorr", "x.colour", "import no_such"])
def test_code_that_is_not_written_or_slips_refuses_nothing(body):
    attempt = student(body)
    with pytest.raises(StudentError):
        refusals.refuses_types(lambda x: attempt.call("f", x), [1])


def refuse(unless: str, number="x.min(), x.max()") -> str:
    return f"if not ({unless}): raise IndexError({number})\n    return 0"


@pytest.mark.parametrize(
    "body, result",
    [
        (refuse("x.max() < 5"), "negative-wraps"),
        (refuse("x.min() >= 0"), None),
        (refuse("x.min() >= 0 and x.max() <= 5"), None),
        (refuse("x.min() >= 0 and x.max() < 5", "'bad'"), "id-not-named"),
        ("raise ValueError(x)", "wrong-exception"),
    ],
)
def test_ids_out_of_range_must_be_refused_by_name(body, result):
    attempt, good = student(body), np.array([[0, 4, 1], [2, 3, 1]])
    assert (
        misconception(refusals.refuses_range, lambda x: attempt.call("f", x), good, refusals.outside(5))
        == result
    )


def test_every_place_is_tried_and_only_some_numbers_need_a_name():
    seen = []
    attempt = student(refuse("x.min() >= 0 and x.max() < 5", "'9173' if x.max() == 9173 else ''"))

    def ask(ids):
        seen.append(ids.tolist())
        attempt.call("f", ids)

    numbers = dict.fromkeys((9173, -1), "unchecked")
    refusals.refuses_range(ask, np.array([0, 1]), numbers, named=[9173], places=range(2))
    assert seen == [[9173, 1], [0, 9173], [-1, 1], [0, -1]]


@pytest.mark.parametrize(
    "body, result",
    [
        ("return 0", "repeats-accepted"),
        ("if np.any(x[1:] == x[:-1]): raise ValueError(x)", "repeats-side-by-side"),
        ("if len(set(x.tolist())) < 5: raise KeyError(x)", "wrong-exception"),
    ],
)
def test_rows_listed_twice_must_be_refused(body, result):
    attempt = student(body)
    assert misconception(refusals.refuses_repeats, lambda x: attempt.call("f", x), np.arange(5)) == result


def test_a_step_that_is_refused_leaves_its_arguments():
    refusals.step_in_place(student("x[0] = 1"), "f", (np.zeros(2),), 1)
    with pytest.raises(StudentError, match="KeyError"):
        refusals.step_in_place(student("raise KeyError(1)"), "f", (np.zeros(2),), 1)
    late = student("x[0] = 1; raise KeyError(1)")
    assert misconception(refusals.step_in_place, late, "f", (np.zeros(2),), 1) == "changed-before-error"
