"""Huge pages change where a process's memory lies, and nothing in it."""

import os
import platform
import subprocess
import sys

from bookpages import ROOT

KERNEL = tuple(int(part) for part in platform.release().split(".")[:2])
CAN = KERNEL >= (6, 1) and os.path.isdir("/sys/kernel/mm/transparent_hugepage")

SCRIPT = """
import numpy as np, os, sys
from autograder.sandboxed import hugepages
big = np.arange(4 << 20)                       # 32 MiB
before = big.copy()
made = hugepages.collapse()
sizes = [line.split() for line in open("/proc/self/smaps_rollup") if line.startswith("AnonHugePages")]
assert (int(sizes[0][1]) > 0) == (made > 0), (made, sizes)
if (pid := os.fork()) == 0:                    # a child's writes stay its own
    big[:] = 0
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0
assert (big == before).all()
print(made > 0)
"""


def test_memory_holds_the_same_and_a_fork_writes_into_its_own():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout == f"{CAN}\n", done.stderr
