"""Judging: tolerances follow from dtypes, and a mistake is named only if it alone explains."""

import numpy as np
import pytest

from autograder.checks.checking import Check, Diagnosis, Suite, Wrong, array, blame, bound, close, run
from autograder.checks.student import Student, StudentError
from autograder.sandboxed import protocol


def told(diagnosis):
    try:
        diagnosis.conclude()
    except Wrong as wrong:
        return wrong.misconception or wrong.message
    return "right"


def test_the_bound_admits_rounding_and_nothing_more():
    rng = np.random.default_rng(0)
    terms = rng.normal(size=(1000, 50)).astype(np.float32)
    exact, scale = terms.astype(np.float64).sum(0), np.abs(terms).sum(0)
    tolerance = bound("float32", 1000, scale)
    running = np.zeros(50, np.float32)
    for row in terms:
        running += row
    assert close(running, exact, tolerance)
    assert not close(exact + 2 * tolerance, exact, tolerance)
    assert close(exact.astype(np.float16), exact, bound("float32", 1000, scale, out="float16", value=exact))


def test_special_values_and_shapes_must_agree():
    assert close([np.nan, np.inf, 1], [np.nan, np.inf, 1], 0)
    assert not close([np.inf], [-np.inf], 1e9) and not close([np.nan], [1.0], 1e9)
    assert not close(np.zeros((2, 1)), np.zeros((1, 2)), 1)
    assert close(np.array([2**62 + 1]), np.array([2**62 + 1]), 0)
    assert not close(np.array([2**62 + 1]), np.array([2**62]), 0)


def test_one_explanation_is_named_and_two_are_not():
    d = Diagnosis("neutral")
    d.see(np.ones(2), np.zeros(2), 0, a=np.ones(2), b=np.ones(2))
    assert told(d) == "neutral"
    d.see(np.ones(2), np.zeros(2), 0, a=np.ones(2), b=np.full(2, 3.0))
    assert told(d) == "a"
    d.see(np.full(2, 7.0), np.zeros(2), 0, a=np.ones(2))
    assert told(d) == "neutral"


def test_a_mistake_must_explain_the_right_draws_too():
    d = Diagnosis("neutral")
    d.see(np.zeros(1), np.zeros(1), 0, a=np.ones(1))
    assert told(d) == "right"
    d.see(np.ones(1), np.zeros(1), 0, a=np.ones(1))
    assert told(d) == "neutral"


def test_a_mistake_without_a_prediction_is_taken_to_be_right_there():
    d = Diagnosis("neutral")
    d.see(np.zeros(1), np.zeros(1), 0)
    d.see(np.ones(1), np.zeros(1), 0, a=np.ones(1))
    assert told(d) == "a"
    d.see(np.ones(1), np.zeros(1), 0)
    assert told(d) == "neutral"


def test_an_answer_of_the_wrong_kind_is_told_or_named():
    with pytest.raises(Wrong) as caught:
        array(protocol.Array(np.ones(1), "torch"), "numpy", "x", torch="made-a-tensor")
    assert caught.value.misconception == "made-a-tensor"
    with pytest.raises(Wrong, match="It returned None; a NumPy array is expected"):
        array(None, "numpy", "`f` gives no array.")
    with pytest.raises(Wrong, match="an object of type Module"):
        array(protocol.Handle(0, "Module"), "torch", "`f` gives no tensor.")


def test_blame_names_only_the_errors_it_was_told_of():
    with pytest.raises(Wrong), blame("m", only=("TypeError",)):
        raise StudentError(["TypeError", "Exception"], "x")
    with pytest.raises(StudentError), blame("m", only=("TypeError",)):
        raise StudentError(["ValueError", "Exception"], "x")


@pytest.mark.parametrize(
    "said, verdict",
    [
        ("this part is not written yet", "missing"),
        ("", "missing"),
        ("the derivative for '_unique2' is not implemented.", "error"),
    ],
)
def test_what_pytorch_has_not_implemented_is_not_taken_for_unwritten_code(said, verdict):
    def body(student, rng):
        raise StudentError(["NotImplementedError", "RuntimeError", "Exception"], said)

    class Defined(Student):
        def exists(self, name):
            return True

    suite = Suite({}, "lookup")
    suite.checks.append(Check("f", "values", points=1, accelerator=False, body=body, suite=suite))
    result = run(suite.checks[0], Defined(), 1)
    assert result.verdict == verdict and (verdict == "missing" or said in result.message)
