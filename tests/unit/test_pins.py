"""Every distribution that is installed for the project is pinned."""

import re
from importlib import metadata

from packaging.requirements import Requirement

from autograder.topics import ROOT

# Installed by other means, or different on each platform: PyTorch's own parts.
_NOT_PINNED = re.compile(r"pip|triton|nvidia-.*|cuda-.*")


def pins(name):
    lines = (ROOT / name).read_text("utf-8").splitlines()
    found = (re.fullmatch(r"([\w.-]+)==(\S+)", line.strip()) for line in lines)
    return {spelled(match[1]): match[2] for match in found if match}


def spelled(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(name):
    """What an installed distribution needs here, without extras."""
    parsed = map(Requirement, metadata.requires(name) or ())
    return {spelled(r.name) for r in parsed if r.marker is None or r.marker.evaluate({"extra": ""})}


def test_what_the_requirements_pull_in_is_pinned():
    seen, rest = set(), set(pins("requirements.txt"))
    while rest:
        name = rest.pop()
        if name in seen or _NOT_PINNED.fullmatch(name):
            continue
        seen.add(name)
        rest |= needed(name)
    assert seen - set(pins("constraints.txt")) - set(pins("requirements.txt")) == set()


def test_make_lock_leaves_out_nothing_that_is_pinned():
    (line,) = [line for line in (ROOT / "Makefile").read_text("utf-8").splitlines() if "grep -viE" in line]
    (left_out,) = re.findall(r"grep -viE '(.*?)'", line)
    assert "setuptools" in needed("nbgrader") and re.match(left_out, "torch==2.13.0")
    assert not any(
        re.match(left_out, f"{name}=={version}") for name, version in pins("constraints.txt").items()
    )
