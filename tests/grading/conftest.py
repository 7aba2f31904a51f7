"""One warm fork server for all tests that grade in this process."""

import contextlib

import pytest

from autograder.execution.forkserver import ForkServer


@pytest.fixture(scope="session")
def warm():
    """Outside the sandbox, for runs with `bounds=None`: to start it takes longer than most of them do."""
    with ForkServer(None) as fork_server:
        yield fork_server


@pytest.fixture
def quick(warm, monkeypatch):
    """`grade.grade` uses the warm fork server in place of one of its own."""

    def of(bounds, *device):
        return (
            contextlib.nullcontext(warm)
            if bounds is None and not any(device)
            else ForkServer(bounds, *device)
        )

    monkeypatch.setattr("autograder.execution.warm.ForkServer", of)
