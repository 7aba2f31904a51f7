"""nbgrader in half the time: what is left out comes back, and the database is nbgrader's own."""

import gc
import sys

import pytest

from autograder import importing
from autograder.grading import gradebook
from autograder.release.release import environment_on_path


def test_what_is_left_out_can_be_imported_afterwards(monkeypatch):
    monkeypatch.delitem(sys.modules, "rfc3987_syntax", raising=False)
    with importing.quickly():
        with pytest.raises(ImportError):
            import rfc3987_syntax
        assert not gc.isenabled()
    assert "rfc3987_syntax" not in sys.modules and gc.isenabled()
    import rfc3987_syntax

    with importing.quickly():  # loaded already: it stays
        assert sys.modules["rfc3987_syntax"] is rfc3987_syntax


def test_an_error_in_the_block_leaves_nothing_changed():
    gc.disable()
    try:
        with pytest.raises(ZeroDivisionError), importing.quickly():
            raise ZeroDivisionError
        assert not gc.isenabled()
    finally:
        gc.enable()
    assert sys.modules.get("rfc3987_syntax", True) is not None


def test_the_newest_schema_is_the_one_that_nbgrader_asks_alembic_for():
    import nbgrader.api

    with environment_on_path():
        assert gradebook.newest_schema() == nbgrader.api.get_alembic_version()
    with gradebook._alembic_here():
        assert nbgrader.api.get_alembic_version is gradebook.newest_schema
    assert nbgrader.api.get_alembic_version is not gradebook.newest_schema
