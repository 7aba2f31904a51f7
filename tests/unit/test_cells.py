"""nbgrader's metadata of a cell is read without trust in its types."""

import pytest
from hypothesis import given, strategies as st

from autograder.cells import CellTags, metadata, tags

SOLUTION = {"grade_id": "f", "grade": False, "solution": True}
CHECK = {"grade_id": "check-f", "grade": True, "solution": False}
ODD = [None, True, 0, 1, 2.5, "true", ["f"], {"f": 1}]
odd = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 10**400, "f"]),
    lambda x: (
        st.lists(x, max_size=2)
        | st.dictionaries(st.sampled_from(["metadata", "nbgrader", *SOLUTION]), x, max_size=4)
    ),
    max_leaves=12,
)


def cell(nbgrader) -> dict:
    return {"cell_type": "code", "metadata": {"nbgrader": nbgrader}}


@pytest.mark.parametrize(
    "nbgrader, role",
    [
        (SOLUTION, "solution"),
        (CHECK, "check"),
        (CHECK | {"points": 2}, "check"),
        (CHECK | {"points": 0}, "given"),
        (SOLUTION | {"grade": True}, "solution"),
        ({}, "given"),
    ],
)
def test_the_role_of_a_cell(nbgrader, role):
    assert tags(cell(nbgrader)).role == role and tags(cell(nbgrader)).grade_id == nbgrader.get("grade_id", "")


@pytest.mark.parametrize("value", ODD)
def test_odd_types_are_no_metadata(value):
    for held in (value, {"metadata": value}, cell(value)):
        assert tags(held) == CellTags() and metadata(held) in ({}, value)
    if value is not True:
        assert not tags(cell({"grade": value, "solution": value})).grade
    if not isinstance(value, str):
        assert tags(cell({"grade_id": value})).grade_id == ""


@given(odd)
def test_no_json_makes_it_raise(value):
    for held in (value, cell(value)):
        assert isinstance(hash(tags(held)), int) and isinstance(metadata(held), dict)
