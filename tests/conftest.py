"""What all tests share: the short and the long form, the built book, a browser, and how workers share tests.

`pytest` runs the short form: a few draws of everything, the same ones every time. `pytest --all`
(`make test-all`) runs the long form: each answer of the bank with every draw, each attack,
the soak, and properties with other examples each time (its last line prints the seed that repeats them).
"""

import os
import signal
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadFileScheduling

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # workers share the cores, and forks do not hang
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell starts `make test &`; processes inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("short", derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile(
    "long", deadline=None, max_examples=300, database=None, suppress_health_check=[HealthCheck.too_slow]
)

ROOT = Path(__file__).resolve().parent.parent
# Files whose tests share nothing that takes time to make: any worker may take the next one.
SPREAD = ("test_bank.py", "test_asserts.py")


def pytest_addoption(parser):
    parser.addoption(
        "--all", action="store_true", help="the long form of each test: every draw, answer and attack"
    )


def pytest_configure(config):
    long = config.getoption("--all")
    settings.load_profile("long" if long else "short")
    if long and not config.getoption("--hypothesis-seed"):
        config.option.hypothesis_seed = str(int(time.time()))  # xdist hands it to its workers


def pytest_terminal_summary(terminalreporter, config):
    if config.getoption("--all"):
        seed = config.option.hypothesis_seed
        terminalreporter.write_line(f"long form; the same examples again: make test-all SEED={seed}")


def pytest_collection_modifyitems(config, items):
    """Leave what only the long form runs out of the short one."""
    if not config.getoption("--all"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in set(long)]


class _ByFile(LoadFileScheduling):
    """A file's tests to one worker, for they share what takes long to make; those of SPREAD one by one."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return nodeid if file.endswith(SPREAD) else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return _ByFile(config, log)


@pytest.fixture(scope="session")
def long_form(request) -> bool:
    """Is this `make test-all`?"""
    return request.config.getoption("--all")


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
