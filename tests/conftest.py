"""What all tests share: the built book, a browser, property tests that draw the same examples every time."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # two workers on two cores, and forks without a hang

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("repeatable")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def built_site(tmp_path_factory) -> Path:
    """The folder of the built book. `make test` has built it; a lone pytest builds it once."""
    from bookpages import built_site
    from filelock import FileLock

    with FileLock(tmp_path_factory.getbasetemp().parent / "book.lock"):
        return built_site()


@pytest.fixture(scope="module")
def chromium():
    """The system's Chromium, started once for a file of tests."""
    import browser

    with browser.browser() as started:
        yield started
