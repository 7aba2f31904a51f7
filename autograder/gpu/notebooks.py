"""Whole notebooks on a device: a class graded with it, and the student notebooks' visible tests.

The demo's class goes through intake, forks and examination as for `grade --device`, without a gradebook. Then
each student notebook, with right answers filled in, runs from its first cell to its last in a process of its
own, where its visible tests take the device by themselves.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from autograder.checks import loading
from autograder.execution import bwrap
from autograder.execution.channel import Limits
from autograder.execution.device_report import ReportDevice
from autograder.execution.examine import examine
from autograder.execution.forkserver import ForkServer
from autograder.grading import intake
from autograder.results import Graded
from autograder.sandboxed.forkserver import THREADS
from autograder.sandboxed.jail import Bounds
from autograder.selftest import demo_class
from autograder.topics import CODE, exercise_path, topics as all_topics

LIMITS = Limits(seconds=6.0)
JOBS = 5  # topics at once, at most: each holds processes on the device
VISIBLE = 240.0  # seconds that a student notebook may take

# Run with the cells on stdin: it says which devices the notebook takes, and where it stopped.
RUNNER = """\
import json, os, sys, traceback
cells, said = json.load(sys.stdin), os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
namespace, ran, error, missing = {"__name__": "__main__"}, 0, "", ""
for cell in cells:
    try:
        exec(compile(cell, f"cell {ran + 1}", "exec"), namespace)
    except ModuleNotFoundError as absent:
        missing = absent.name
        break
    except BaseException:
        error = traceback.format_exc(limit=-2)[-1500:]
        break
    ran += 1
found = {"devices": namespace.get("DEVICES", []), "ran": ran, "error": error, "missing": missing}
said.write(json.dumps(found))
"""


def notebooks(
    device: str, say: Callable, into: dict, *, seed: int = 0, topics=(), jobs: int = 0, fenced: bool = True
) -> None:
    """Fill `into` with "visible" and "graded", a row for each topic, and list what was skipped.

    The class is graded in the sandbox if `fenced`, and without it where the machine has none.
    """
    taken, jobs = list(topics) or all_topics(), jobs or min(JOBS, os.cpu_count() or 1)
    _visible(device, say, into, taken, jobs)
    _graded(device, say, into, taken, seed, jobs, fenced)


# -- the class ----------------------------------------------------------------------------------


def _graded(device, say, into, topics, seed, jobs, fenced) -> None:
    rows = into.setdefault("graded", [])
    if fenced and (missing := bwrap.missing()):
        reason = {"part": "notebooks.graded in the sandbox", "reason": "; ".join(missing)}
        into.setdefault("skipped", []).append(reason)
        fenced = False
    bounds, route = (Bounds(), "in the sandbox") if fenced else (None, "without the sandbox")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        demo_class.write_class(Path(folder), topics)
        submitted = Path(folder) / "submitted"
        for row in pool.map(lambda topic: _class(submitted, topic, seed, bounds, device), topics):
            rows.append(row | {"route": route})
            say(
                f"{row['topic']}: {row['submissions']} submissions, {row['on_device']} checks on {device}, "
                f"{len(row['differences'])} unlike the stand-in, {row['seconds']} s"
            )


def _class(submitted: Path, topic: str, seed: int, bounds: Bounds | None, device: str) -> dict:
    """Grade the topic's submissions, those that are notebooks, one after the other."""
    source, suite = json.loads(exercise_path(topic).read_text("utf-8")), loading.suite(topic)
    graded: list[Graded] = []
    with ForkServer(bounds) as decides, ForkServer(bounds, device) as theirs:
        for student in sorted(p.name for p in submitted.iterdir()):
            script = intake.rebuild(source, submitted / student / topic, student, suite)
            if not script.invalid:
                there = ReportDevice(device, theirs)
                graded.append(examine(script, decides, seed, LIMITS, None, there))
    put = [(g.student, r, r.devices[device]) for g in graded for r in g.results if device in r.devices]
    differences = [
        {"submission": student, "check": result.check, "standin": result.verdict, "device": found}
        for student, result, found in put
        if (result.verdict == "right") != (found == "right")
    ]
    return {
        "topic": topic,
        "submissions": len(graded),
        "full_points": sum(all(r.points == r.max_points for r in g.results) for g in graded),
        "on_device": len(put),
        "alike": len(put) - len(differences),
        "differences": differences,
        "seconds": round(sum(g.seconds for g in graded), 1),
    }


# -- the student notebooks ----------------------------------------------------------------------


def _visible(device, say, into, topics, jobs) -> None:
    rows = into.setdefault("visible", [])
    with ThreadPoolExecutor(jobs) as pool:
        for row in pool.map(lambda topic: _run(device, topic), topics):
            rows.append(row)
            if row["missing"]:
                reason = f"its cell {row['ran'] + 1} needs {row['missing']}, which is not installed here"
                part = f"notebooks.visible: {row['topic']}, from that cell on"
                into.setdefault("skipped", []).append({"part": part, "reason": reason})
            where = ", ".join(row["devices"]) or "no device"
            say(f"{row['topic']}: {row['ran']} of {row['cells']} cells on {where}, {row['seconds']} s")


def _run(device: str, topic: str) -> dict:
    notebook = json.loads(exercise_path(topic).read_text("utf-8"))
    filled = demo_class.fill(notebook, demo_class.right_answers(topic))
    cells = ["".join(cell["source"]) for cell in filled["cells"] if cell["cell_type"] == "code"]
    hidden = {} if device == "cuda" else {"CUDA_VISIBLE_DEVICES": ""}
    begin = time.perf_counter()
    try:
        done = subprocess.run(
            [sys.executable, "-c", RUNNER],
            input=json.dumps(cells),
            capture_output=True,
            text=True,
            cwd=CODE,
            env={**os.environ, **THREADS, **hidden, "MPLBACKEND": "Agg"},
            timeout=VISIBLE,
        )
        found = json.loads(done.stdout) if done.returncode == 0 else {"error": done.stderr[-1500:]}
    except subprocess.TimeoutExpired:
        found = {"error": f"not finished after {VISIBLE:.0f} s"}
    seconds = round(time.perf_counter() - begin, 1)
    row = {"topic": topic, "cells": len(cells), "devices": [], "ran": 0, "seconds": seconds}
    return row | {"error": "", "missing": ""} | found


def disagreements(found: dict, device: str) -> list[str]:
    """Return what must be examined, in words: cells that failed, and differences of class and device."""
    words = [
        f"{row['topic']}: the student notebook, cell {row['ran'] + 1}: {row['error']}"
        for row in found.get("visible", [])
        if row["error"]
    ]
    words += [
        f"{row['topic']}: {d['submission']}, {d['check']}: {d['standin']} on the stand-in, {d['device']} on "
        f"the device"
        for row in found.get("graded", [])
        for d in row["differences"]
        if device == "cuda"  # on the CPU nothing is on another device
    ]
    return words
