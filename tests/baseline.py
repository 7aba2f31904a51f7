"""What the grader says today: each answer of the bank, and a demo class.

It is kept so that a change of the code is none of behaviour: `python tests/baseline.py` compares with
benchmarks/baseline.json, and names what differs.

Of each answer and each stub it keeps a hash of the verdicts, the points and the messages of all checks,
with seed 1; of the demo class what `autograder.selftest.compare` compares. What the attacks come to is in
benchmarks/attacks.json, which `python -m autograder attacks` makes.
"""

import argparse
import hashlib
import json
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from autograder.execution.channel import Limits  # noqa: E402
from autograder.grading.course import OWN  # noqa: E402
from autograder.grading.grade import fences, grade  # noqa: E402
from autograder.selftest import bank, compare, demo, demo_class  # noqa: E402
from autograder.topics import topics  # noqa: E402

FILE = ROOT / "benchmarks" / "baseline.json"
SEED = 1


def short(value) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:12]


def of_topic(topic: str) -> dict[str, str]:
    """What every check says of each answer of a topic, a line each."""
    setup, found = bank.setup_source(topic), {}
    for answer in [*bank.answers(topic), *bank.stubs(topic)]:
        (results,) = bank.run_in_process(answer, setup, [SEED])
        said = [
            f"{r.check}: {r.verdict}, {r.points:g} of {r.max_points:g}, {r.misconception}, {short(r.message)}"
            for r in results
        ]
        found[answer.name] = "; ".join(said)
    return found


def of_demo() -> dict[str, str]:
    """What a demo class comes to, by where it lies."""
    with tempfile.TemporaryDirectory() as folder:
        course = Path(folder) / "course"
        demo_class.write_class(course, topics())
        (course / OWN).mkdir()
        (course / OWN / "seed").write_text(str(SEED))
        grade(course, topics(), limits=Limits(seconds=demo.SECONDS), bounds=fences(unsafe=True))
        found = compare.contents(course)
        # What a result depends on is the code itself: what it says is compared.
        return {
            name: short(
                value[1:] if isinstance(value, list) and name.startswith(f"{OWN}/results/") else value
            )
            for name, value in found.items()
        }


def baseline() -> dict:
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(of_topic, topics()))
    answers = {name: said for topic in found for name, said in sorted(topic.items())}
    return {
        "answers": {name: short(said) for name, said in answers.items()},
        "demo": of_demo(),
        "said": answers,
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Compare what the grader says of the bank and of a demo class with "
        "benchmarks/baseline.json (some minutes). Exit 1 if anything differs."
    )
    parser.add_argument("--write", action="store_true", help="write benchmarks/baseline.json anew")
    args = parser.parse_args()
    now = baseline()
    said = now.pop("said")
    if args.write:
        FILE.write_text(json.dumps(now, indent=0) + "\n", "utf-8")
        return 0
    before, differ = json.loads(FILE.read_text("utf-8")), []
    for part in ("answers", "demo"):
        for name in sorted({*before[part], *now[part]}):
            if before[part].get(name) != now[part].get(name):
                differ.append(
                    f"{part}: {name}: {said.get(name, 'other than before') if name in now[part] else 'gone'}"
                )
    print(
        "\n".join(differ)
        or f"the same: {len(now['answers'])} answers and stubs, {len(now['demo'])} parts of the demo class"
    )
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
