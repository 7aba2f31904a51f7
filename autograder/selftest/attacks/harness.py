"""Submissions that attack or break a grader, graded as a class (see `Report`).

`cases/` holds a file for each attempt. A header says what it attempts and how its control shows that the
attempt succeeds without a sandbox (`controls`):

    # attempt: what it does, in one line
    # reaches: what it could reach in the sandbox, in words
    # control: credit | secret | marker | connection | stops | alone | victim | function
    # naive: how the control's naive grader compares (optional)
    # earns: checks that its wrong answer passes by itself (optional)
    # loses: functions whose points its author throws away (optional)

`# --- cells` is followed by percent-style cells; a cell that begins with `# cell: NAME` stands in that
solution cell, any other is added before it or where it stands. `# --- build` is followed by `build(notebook,
folder, place)`, which writes an odd submission itself. `@COURSE@`, `@OUTSIDE@`, `@PORT@` and `@ROOT@` stand
for what an attacker could know. `@REACHED@` is a word written backwards: an attempt that reaches its aim
shows it forwards, and has succeeded if it is found. `@CHILDREN@` is the text of `cases/shared/children.py`.
"""

import contextlib
import json
import os
import re
import secrets
import socket
import string
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from autograder.cells import tags
from autograder.checks import loading
from autograder.execution.channel import Limits
from autograder.grading import feedback
from autograder.selftest import demo_class
from autograder.topics import CODE, ROOT, exercise_path

CASES = Path(__file__).parent / "cases"
TOPIC, ATTACKED = "lookup", "lookup"
WRONG = f"def {ATTACKED}(E, ids):\n    return None"
NEIGHBOURS = ("aa-neighbour", "zz-neighbour")


class Brief(Limits):
    """Little time for a notebook as a whole, since one attempt uses it all up."""

    notebook = 30.0


LIMITS = Brief(seconds=5, output=100_000)  # honest work must fit in, also on a busy machine
BOUNDS = {"memory": 1 << 30, "cpu": 20, "processes": 60, "disk": 16 << 20}
KEPT = 16 << 20  # most bytes that the grader may write of one submission
WARM = 3  # the warm process, and init and interpreter of the submission that it keeps ready
_HEADER = re.compile(r"^# (\w+): (.+)$")
_NEEDED, _KNOWN = {"attempt", "reaches", "control"}, {"naive", "earns", "loses"}


@dataclass(frozen=True)
class Attempt:
    name: str
    path: Path
    header: dict
    sections: dict  # "cells", "build", "control": their text

    def cells(self, place: "Place") -> list[tuple[str, str]]:
        """Return (solution cell or "", source) in order, with an attacker's knowledge filled in."""
        found = []
        for source in re.split(r"^# %%.*\n", place.filled(self.sections.get("cells", ""), self), flags=re.M):
            head = re.match(r"# cell: (\w+)\n", source)
            if source.strip():
                found.append((head[1], source[head.end() :]) if head else ("", source))
        if all(name != ATTACKED for name, _ in found):
            found.append((ATTACKED, WRONG))
        return found

    def define(self, section: str, place: "Place"):
        """Run the section and return what it defines under its own name; it may use CELLS and `build`."""
        names = {"CELLS": place.filled(self.sections.get("cells", ""), self)}
        for part in ("build", section):
            if part in self.sections:
                exec(compile(place.filled(self.sections[part], self), str(self.path), "exec"), names)
        return names[section]

    def listed(self, key: str) -> list[str]:
        return re.findall(r"\w+", self.header.get(key, "").split(":")[0])


@dataclass
class Place:
    """A course with secrets planted, and what an attempt may touch outside of the sandbox."""

    folder: Path
    port: int = 0
    tokens: dict = field(default_factory=dict)

    @property
    def course(self) -> Path:
        return self.folder / "course"

    def outside(self, attempt: Attempt) -> Path:
        path = self.folder / "outside" / attempt.name
        path.mkdir(parents=True, exist_ok=True)
        return path

    def filled(self, text: str, attempt: Attempt) -> str:
        known = {
            "COURSE": self.course,
            "OUTSIDE": self.outside(attempt),
            "PORT": self.port,
            "ROOT": ROOT,
            "CHANNEL": self.tokens["channel"],
            "REACHED": self.tokens["reached"][::-1],
            "CHILDREN": (CASES / "shared" / "children.py").read_text("utf-8").rstrip(),
        }
        return re.sub(r"@([A-Z]+)@", lambda m: str(known[m[1]]), text)


def attempts(folder: Path = CASES) -> list[Attempt]:
    """Return all attempts. Raise ValueError, naming the file, for an invalid header or section."""
    found = []
    for path in sorted(folder.glob("*.py")):
        text, header = path.read_text("utf-8"), {}
        for line in text.splitlines():
            if not (match := _HEADER.match(line)):
                break
            header[match[1]] = match[2].strip()
        parts = re.split(r"^# --- (\w+)\n", text, flags=re.M)
        sections = dict(zip(parts[1::2], parts[2::2]))
        if not _NEEDED <= set(header) <= _NEEDED | _KNOWN:
            raise ValueError(f"{path}: the header has {sorted(header)}, expected {sorted(_NEEDED)}")
        if not sections or not set(sections) <= {"cells", "build", "control"}:
            raise ValueError(f"{path}: the sections are {sorted(sections)}, expected cells or build")
        found.append(Attempt(path.stem, path, header, sections))
    return found


def plant(folder: Path, port: int = 0) -> Place:
    """Create a course folder with one secret in each place where a grader's machine keeps some."""
    place = Place(folder, port)
    places = ("hidden", "environment", "neighbour", "gradebook", "seed", "channel")
    place.tokens = {name: f"planted-{name}-{secrets.token_hex(8)}" for name in places}
    # Letters alone, so that it is never the reason why a text is left out.
    place.tokens["reached"] = "".join(secrets.choice(string.ascii_lowercase) for _ in range(14))
    hidden = place.course / "source" / TOPIC / f"{TOPIC}.ipynb"
    hidden.parent.mkdir(parents=True)
    hidden.write_text(json.dumps({"cells": [], "hidden tests": place.tokens["hidden"]}), "utf-8")
    (place.course / ".autograder").mkdir(mode=0o700)
    (place.course / ".autograder" / "notes").write_text(place.tokens["seed"])
    notebook = handed_out()
    answers = demo_class.right_answers(TOPIC)
    for n, student in enumerate(NEIGHBOURS):
        mine = answers | {ATTACKED: f"# {place.tokens['neighbour']}-{n}\n{answers[ATTACKED]}"}
        _write(place, student, json.dumps(demo_class.fill(notebook, mine)))
    return place


def handed_out() -> dict:
    return json.loads(exercise_path(TOPIC).read_text("utf-8"))


def _write(place: Place, student: str, text: str) -> None:
    folder = place.course / "submitted" / student / TOPIC
    folder.mkdir(parents=True)
    (folder / f"{TOPIC}.ipynb").write_text(text, "utf-8")


def submit(attempt: Attempt, place: Place) -> None:
    """Hand the attempt in: right answers for all other functions, its cells for the attacked function."""
    if "build" in attempt.sections:
        folder = place.course / "submitted" / attempt.name / TOPIC
        folder.mkdir(parents=True)
        right = demo_class.fill(handed_out(), demo_class.right_answers(TOPIC) | {ATTACKED: WRONG})
        attempt.define("build", place)(right, folder, place)
        return
    _write(place, attempt.name, json.dumps(notebook_of(attempt, place)))


def notebook_of(attempt: Attempt, place: Place) -> dict:
    """Return the notebook of an attempt that is made of cells."""
    answers, notebook = demo_class.right_answers(TOPIC), handed_out()
    cells, mine = [], attempt.cells(place)
    filled = demo_class.fill(notebook, answers | {name: source for name, source in mine if name})
    for cell in filled["cells"]:
        if tags(cell).grade_id == ATTACKED:
            cells += [
                cell if name == ATTACKED else demo_class.code(source)
                for name, source in mine
                if name in ("", ATTACKED)
            ]
        else:
            cells.append(cell)
    return filled | {"cells": cells}


@dataclass
class Report:
    """The results of grading the attempts as a class."""

    place: Place
    status: int
    output: str
    connections: int
    verdicts: dict  # student -> check -> (verdict, points, message)

    def row(self, attempt: Attempt) -> tuple[str, float, float]:
        """Return (verdicts on the attacked function, its points, points of the other functions)."""
        mine = self.verdicts.get(attempt.name, {})
        here = {c: v for c, v in mine.items() if c.split(".")[0] == ATTACKED}
        said = ", ".join(dict.fromkeys(v["verdict"] for v in here.values()))
        return (
            said,
            sum(v["points"] for v in here.values()),
            sum(v["points"] for c, v in mine.items() if c not in here),
        )


def grade_class(chosen: list[Attempt], folder: Path) -> Report:
    """Grade the attempts as one class, between two honest neighbours, in a new process."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = plant(folder, server.getsockname()[1])
        for attempt in chosen:
            submit(attempt, place)
        environment = os.environ | {"GRADER_SECRET": place.tokens["environment"]}
        command = [
            sys.executable,
            "-m",
            "autograder.selftest.attacks.harness",
            str(place.course),
            place.tokens["gradebook"],
        ]
        done = subprocess.run(
            command,
            cwd=CODE,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
        )
        connections = waiting_connections(server)
    verdicts: dict = {}
    path = place.course / "verdicts.jsonl"
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        v = json.loads(line)
        verdicts.setdefault(v["student"], {})[v["check"]] = v
    return Report(place, done.returncode, done.stdout + done.stderr, connections, verdicts)


def waiting_connections(server: socket.socket) -> int:
    """Count the connections to the server, which has accepted none so far."""
    server.setblocking(False)
    for count in range(1000):
        try:
            server.accept()[0].close()
        except BlockingIOError:
            return count
    return 1000


def problems(attempt: Attempt, report: Report) -> list[str]:
    """Return what the attempt gained, broke or saw, in words; empty if nothing."""
    suite, mine, found = loading.suite(TOPIC), report.verdicts.get(attempt.name, {}), []
    throws, own = set(attempt.listed("loses")), set(attempt.listed("earns"))
    for check in suite.checks:
        got = mine.get(check.id)
        if got is None:
            found.append(f"{check.id} has no verdict")
        elif check.function == ATTACKED and got["points"] > 0 and check.name not in own:
            found.append(f"{check.id}: {got['points']:g} points are not earned")
        elif check.function not in {ATTACKED, *throws} and got["points"] != check.points:
            found.append(f"{check.id}: lost its points ({got['verdict']}: {got['message']})")
    found += [f"{name} leaked to {where}" for where, name in leaks(attempt, report)]
    if (size := sum(path.stat().st_size for path in written(attempt, report))) > KEPT:
        found.append(f"{size >> 20} MiB were written of it, more than {KEPT >> 20}")
    if marks := sorted(p.name for p in report.place.outside(attempt).iterdir()):
        found.append(f"left outside: {', '.join(marks)}")
    return found


def leaks(attempt: Attempt, report: Report) -> list[tuple[str, str]]:
    """Return (where, what) of planted secrets and live markup in what the grader wrote of an attempt."""
    said = {"a verdict": json.dumps(report.verdicts.get(attempt.name, {}))}
    for path in written(attempt, report):
        kind = path.relative_to(report.place.course).parts[0]
        if kind != ".autograder":  # the grader's own, which nobody is shown
            text = path.read_text("utf-8", "replace")
            said[f"{kind}/{path.name}"] = text.replace(f"<script>{feedback.script()}</script>", "")
    own = "@CHANNEL@" in attempt.sections.get("cells", "")  # its page shows its own code
    secret = {n: t for n, t in report.place.tokens.items() if not (own and n == "channel")}
    found = [(where, name) for where, text in said.items() for name, t in secret.items() if t in text]
    live = ("<script", "<img", "<svg", "<iframe", "</style><style", "\x1b", "\u202e")
    return found + [
        (where, repr(mark))
        for where, text in said.items()
        if where.endswith(".html")
        for mark in live
        if mark in text
    ]


def written(attempt: Attempt, report: Report) -> list[Path]:
    """Return every file that the grader wrote of an attempt."""
    folders = ("feedback", "autograded", ".autograder/results")
    return [
        path
        for folder in folders
        for path in (report.place.course / folder / attempt.name).rglob("*")
        if path.is_file()
    ]


def class_problems(report: Report) -> list[str]:
    """Return what is wrong with the class as a whole, neighbours first, in words."""
    most, found = sum(c.points for c in loading.suite(TOPIC).checks), []
    for student in NEIGHBOURS:
        earned = sum(v["points"] for v in report.verdicts.get(student, {}).values())
        if earned != most:
            found.append(f"{student} has {earned:g} of {most:g} points")
    if report.status != 0:
        found.append(f"the grader ended with status {report.status}: {report.output[-2000:]}")
    if set("\x1b\x07\x9b") & set(report.output):
        found.append("a terminal's codes are in the output")
    if report.connections:
        found.append(f"{report.connections} connections got out")
    return found + [
        f"{name} is in the output" for name, token in report.place.tokens.items() if token in report.output
    ]


# -- the class's own process --------------------------------------------------------------------


def _grade(course: Path, token: str) -> int:
    from autograder.grading.grade import fences, grade
    from autograder.grading.gradebook import Gradebook

    with Gradebook(course) as book:
        book.book.update_or_create_student("someone-else", last_name=token)
    total = sum(1 for _ in (course / "submitted").iterdir())
    left: list[str] = []

    def say(line):
        print(line)
        if line.startswith(f"[{total}/"):  # every submission is done, the warm process still lives
            left.extend(survivors())

    tally = grade(course, [TOPIC], jobs=2, limits=LIMITS, bounds=fences(False, **BOUNDS), say=say)
    print("\n".join(f"survived: {line}" for line in left), file=sys.stderr)
    return 1 if tally.failures or left else 0


def survivors(wait: float = 5.0) -> list[str]:
    """Return this process's living descendants, without the fork server, its sandbox and spare submission."""
    deadline = time.monotonic() + wait
    while True:  # a killed process takes a moment to end
        children: dict[int, list] = {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                pid, _, rest = path.read_text(errors="replace").partition(" (")
                name, _, rest = rest.rpartition(") ")
                state, parent = rest.split()[:2]
                if state not in "ZX":
                    children.setdefault(int(parent), []).append((int(pid), name))
        family, seen = [os.getpid()], []
        while family:
            below = children.get(family.pop(), [])
            seen += below
            family += [pid for pid, _ in below]
        left = [f"{pid} {name}" for pid, name in seen if name != "bwrap"]
        if len(left) <= WARM or time.monotonic() > deadline:
            return left[WARM:]
        time.sleep(0.05)


if __name__ == "__main__":
    sys.exit(_grade(Path(sys.argv[1]), sys.argv[2]))
