"""The class of a soak: submissions on all topics in the mix of a real class, the same for the same seed."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from autograder.selftest import bank, demo_class
from autograder.selftest.attacks import harness
from autograder.selftest.bench import CONFIG
from autograder.selftest.demo_class import fill, right_answers
from autograder.topics import exercise_path, topics as all_topics

# Shares of the class, in per cent.
MIX = {"right": 35, "nearly right": 20, "wrong": 25, "unfinished": 8, "broken": 5, "harmful": 4, "hostile": 3}

# Mistakes that harm the process that runs them, in place of a function's source.
HARMS = {
    "an endless loop in a cell": "while True:\n    pass",
    "an endless loop in the function": "def {name}(*args, **kwargs):\n    while True:\n        pass",
    "a cell that ends its process": "import os\nos._exit(1)",
    "a function that ends its process": "import os\ndef {name}(*args, **kwargs):\n    os._exit(1)",
    "a crash of the interpreter": "import ctypes\nctypes.string_at(0)",
    "unbounded recursion": "def {name}(*args, **kwargs):\n    return {name}(*args, **kwargs)",
    "more output than the limit": "while True:\n    print('x' * 1000)",
    "a pool of threads from an earlier cell": "from concurrent.futures import ThreadPoolExecutor\n"
    "_pool = ThreadPoolExecutor(2)\nlist(_pool.map(abs, [1, 2]))\n{right}\n_plain = {name}\n"
    "def {name}(*args, **kwargs):\n    return _pool.submit(_plain, *args, **kwargs).result()",
    "a sleep": "import time\ntime.sleep(3600)",
}
# As handed in by mistake; those of `demo` that do not earn full marks, and some that do.
BROKEN = (
    "06-broken-json",
    "07-empty-file",
    "08-no-notebook",
    "10-deleted-and-renamed",
    "11-duplicated-and-split",
    "09-other-kernel",
    "04-cells-of-its-own",
)

# The outcome of these depends on timing: which of two processes prints first, at which call threads run out.
_RACES = ("forked_head", "busy_threads")
_DRAWS = re.compile(
    r"\bdefault_rng\(\)|\bnp\.random\.(?!default_rng|Generator|SeedSequence)|(?<![\w.])random\.\w+\("
)


@dataclass(frozen=True)
class Place:
    """One submission: its student, topic and kind."""

    student: str
    topic: str
    kind: str


def places(students: int, seed: int) -> list[Place]:
    """Return who hands in what: topics in turn, kinds in the shares of `MIX`, shuffled."""
    kinds = [kind for kind, count in counts(students).items() for _ in range(count)]
    random.Random(seed).shuffle(kinds)
    topics, found = all_topics(), []
    for number, kind in enumerate(kinds):
        topic = harness.TOPIC if kind == "hostile" else topics[number % len(topics)]
        found.append(Place(f"student-{number:04d}", topic, kind))
    return found


def counts(students: int) -> dict[str, int]:
    """Return the number of submissions of each kind: whole numbers as near to the shares as possible."""
    exact = {kind: students * share / sum(MIX.values()) for kind, share in MIX.items()}
    found = {kind: int(value) for kind, value in exact.items()}
    for kind in sorted(exact, key=lambda k: found[k] - exact[k])[: students - sum(found.values())]:
        found[kind] += 1
    return found


def write(course: Path, students: int, seed: int) -> list[Place]:
    """Write the class's submissions in nbgrader's layout, and the course's two-line configuration."""
    course.mkdir(parents=True)
    (course / "nbgrader_config.py").write_text(CONFIG)
    made = _Class(seed, course.parent / "attempts")
    found = places(students, seed)
    for place in found:
        folder = course / "submitted" / place.student / place.topic
        folder.mkdir(parents=True)
        if (text := made.text(place)) is not None:
            (folder / f"{place.topic}.ipynb").write_text(text, "utf-8")
    return found


class _Class:
    """A source of notebooks, the same for the same seed and order."""

    def __init__(self, seed: int, folder: Path):
        self._random = random.Random(seed)
        self._turn = dict.fromkeys(MIX, -1)
        # An answer that draws without a seed prints something else each time.
        self._answers = {
            topic: [answer for answer in bank.answers(topic) if not _DRAWS.search(answer.source)]
            for topic in all_topics()
        }
        self._handed_out = {t: json.loads(exercise_path(t).read_text("utf-8")) for t in all_topics()}
        self._attempts = [a for a in harness.attempts() if _is_steady(a)]
        self._random.shuffle(self._attempts)
        self._place = harness.Place(folder, tokens={"channel": "", "reached": ""})

    def text(self, place: Place) -> str | None:
        """Return what the student hands in; None for a folder without a notebook."""
        self._turn[place.kind] += 1
        make: Callable = getattr(self, f"_{place.kind.replace(' ', '_')}")
        made = make(place.topic, self._turn[place.kind])
        return made if made is None or isinstance(made, str) else json.dumps(made, indent=1)

    def _some(self, topic: str, right: bool) -> dict[str, str]:
        """Return a right (or wrong) answer of the bank, drawn anew, for every function that has one."""
        found: dict[str, list[str]] = {}
        for answer in self._answers[topic]:
            if answer.right is right:
                found.setdefault(answer.function, []).append(answer.source)
        return {function: self._random.choice(sources) for function, sources in found.items()}

    def _with_mistakes(self, topic: str, count: int) -> dict:
        wrong = self._some(topic, right=False)
        chosen = self._random.sample(sorted(wrong), min(count, len(wrong)))
        return fill(self._handed_out[topic], self._some(topic, right=True) | {f: wrong[f] for f in chosen})

    def _right(self, topic: str, turn: int):
        return fill(self._handed_out[topic], self._some(topic, right=True))

    def _nearly_right(self, topic: str, turn: int):
        return self._with_mistakes(topic, 1)

    def _wrong(self, topic: str, turn: int):
        return self._with_mistakes(topic, self._random.randint(2, 4))

    def _unfinished(self, topic: str, turn: int):
        right = self._some(topic, right=True)
        done = list(right)[: len(right) // 2 if turn % 2 else 0]
        return fill(self._handed_out[topic], {name: right[name] for name in done})

    def _broken(self, topic: str, turn: int):
        make = demo_class.CLASS[BROKEN[turn % len(BROKEN)]]
        return None if make is None else make(topic, self._handed_out[topic])

    def _harmful(self, topic: str, turn: int):
        right = right_answers(topic)
        functions = [name for name, source in right.items() if re.search(rf"^def {name}\b", source, re.M)]
        name = self._random.choice(functions)
        harm = list(HARMS.values())[turn % len(HARMS)].replace("{right}", right[name]).replace("{name}", name)
        return fill(self._handed_out[topic], right | {name: harm})

    def _hostile(self, topic: str, turn: int):
        return harness.notebook_of(self._attempts[turn % len(self._attempts)], self._place)


def _is_steady(attempt: harness.Attempt) -> bool:
    """Return whether the attempt's outcome is the same each time, without planted secrets or an open port."""
    if "build" in attempt.sections or attempt.name in _RACES:
        return False
    return re.search(r"@[A-Z]+@", attempt.sections["cells"]) is None
