"""`make quick`: what a change to one function, one page or one module has broken, in under a minute.

It looks at the files that differ from the last commit, or from `--since REVISION`, and runs what concerns
them: of a function of an assignment its answers, promises and reference tests; of a page its form and prose;
of a module the test file of its name; of all of them ruff and mypy. `make test` runs everything.
"""

import argparse
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTEST = ["-m", "pytest", "-n", "0", "-p", "no:cacheprovider"]
AT_ONCE = 2
PAGE_TESTS = [f"tests/book/test_book_{name}.py" for name in ("form", "prose", "sources", "page_parts")]


def changed(since: str) -> list[Path]:
    """Return the files that differ from a revision, new ones included, by their paths below the root."""
    listed = []
    for command in (["diff", "--name-only", since], ["ls-files", "--others", "--exclude-standard"]):
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"make quick: git {' '.join(command)}: {done.stderr.strip()}")
        listed += done.stdout.splitlines()
    return [Path(name) for name in dict.fromkeys(listed) if (ROOT / name).exists()]


def commands(files: list[Path]) -> dict[str, list[str]]:
    """Return what is to be run for these files, arguments of Python by what they look at."""
    found: dict[str, list[str]] = {}
    python = [str(path) for path in files if path.suffix == ".py"]
    if python:
        found["form of the code"] = ["-m", "ruff", "check", "--force-exclude", *python]
        found["types"] = ["-m", "mypy"]
    topics: set[str] = set()
    tests: set[str] = set()
    for path in files:
        parts = path.parts
        if parts[:2] == ("autograder", "assignments") and len(parts) == 5:
            topic = parts[2].replace("_", "-")
            name = f"{topic}/{parts[3]}"
            found[f"answers to {name}"] = ["-m", "autograder", "answers", name, "--seeds", "1"]
            topics.add(topic)
        elif parts[:2] == ("autograder", "assignments") or parts[0] == "solutions":
            topics.add(Path(parts[2 if parts[0] == "autograder" else 1]).stem.replace("_", "-"))
        elif parts[0] == "book" and path.suffix == ".md":
            tests |= set(PAGE_TESTS)
        elif path.suffix == ".py" and parts[0] == "tests" and path.name.startswith("test_"):
            tests.add(str(path))
        elif path.suffix == ".py":
            tests |= {str(test.relative_to(ROOT)) for test in ROOT.glob(f"tests/*/test_{path.stem}.py")}
    for topic in sorted(topics):
        found[f"promises of {topic}"] = ["-m", "autograder", "clauses", "--gaps", topic]
        tests.add(f"tests/references/test_reference_{topic.replace('-', '_')}.py")
    if topics:
        found["exercises/"] = ["-m", "autograder", "release", "--check", *sorted(topics)]
    tests = {test for test in tests if (ROOT / test).is_file()}
    if tests:  # first, since they take longest
        found = {"tests": [*PYTEST, *sorted(tests)], **found}
    return found


def run(arguments: list[str]) -> tuple[subprocess.CompletedProcess, float]:
    """Run Python with these arguments; return how it ended, and the seconds that it took."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True)
    return done, time.perf_counter() - start


def main() -> int:
    parser = argparse.ArgumentParser(prog="make quick", description=__doc__.split("\n\n")[0])
    parser.add_argument("--since", default="HEAD", metavar="REVISION", help="(default: the last commit)")
    files = changed(parser.parse_args().since)
    todo, failed, start = commands(files), [], time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        running = {what: pool.submit(run, arguments) for what, arguments in todo.items()}
        for what, future in running.items():
            done, seconds = future.result()
            print(f"{'ok  ' if done.returncode == 0 else 'FAIL'} {what} ({seconds:.0f} s)", flush=True)
            if done.returncode:
                failed.append(what)
                print(done.stdout + done.stderr)
    told = f"{len(files)} files changed, {len(todo)} things looked at in {time.perf_counter() - start:.0f} s"
    print(
        f"{told}: {', '.join(failed) or 'nothing'} failed"
        if todo
        else f"{len(files)} files changed, no test is theirs"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
