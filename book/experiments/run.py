"""Run the long experiments of the chapters: `python book/experiments/run.py [NAME ...]`.

An experiment is a file beside this one, without a leading underscore, with a docstring that states
its question and a function `run(say)` that returns its result: a dict of numbers, texts, lists and
dicts, with the grid and the seeds among them. The result goes to `book/data/experiments/NAME.json`, together with what made it;
a chapter reads it with `wb.experiment("name")`. Without names, the experiments run whose file has
changed since its result was written.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import platform
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
BOOK = HERE.parent
RESULTS = BOOK / "data" / "experiments"
THREADS = "1"  # sums are then made in one order on every machine with the same libraries


def names() -> list[str]:
    """The experiments, in alphabetical order."""
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem != "run" and path.stem[0] != "_")


def source_hash(name: str) -> str:
    """A hash of the experiment's file: a result holds that of the file which made it."""
    return hashlib.sha256((HERE / f"{name}.py").read_bytes()).hexdigest()[:16]


def is_current(name: str) -> bool:
    """Was the result made by the experiment's file as it is now?"""
    path = RESULTS / f"{name}.json"
    return path.is_file() and json.loads(path.read_text("utf-8"))["made"]["source"] == source_hash(name)


def load(name: str):
    """The experiment's module."""
    spec = importlib.util.spec_from_file_location(f"experiment_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name: str, say=print) -> Path:
    """Run one experiment and write its result; the file of an earlier run is replaced in one step."""
    import numpy
    import torch

    torch.set_num_threads(int(THREADS))
    start, module = time.perf_counter(), load(name)
    result = module.run(say)
    made = {
        "command": f"python book/experiments/run.py {name}",
        "source": source_hash(name),
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "torch": torch.__version__,
        "machine": platform.machine(),
        "threads": int(THREADS),
        "seconds": round(time.perf_counter() - start),
    }
    question = " ".join((module.__doc__ or "").split("\n\n")[0].split())
    text = json.dumps({"question": question, **result, "made": made}, indent=1, allow_nan=False)
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.json"
    draft = path.with_suffix(".new")
    draft.write_text(text + "\n", "utf-8")
    os.replace(draft, path)
    return path


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python book/experiments/run.py", description=__doc__.split("\n\n")[0])
    parser.add_argument("name", nargs="*", help="these experiments (default: those whose file has changed)")
    parser.add_argument("--list", action="store_true", help="list the experiments and run none")
    args = parser.parse_args(argv)
    unknown = sorted(set(args.name) - set(names()))
    if unknown:
        print(f"no experiment {', '.join(unknown)}; there are {', '.join(names())}", file=sys.stderr)
        return 2
    if args.list:
        print("\n".join(f"{name:32} {'current' if is_current(name) else 'to be run'}" for name in names()))
        return 0
    todo = args.name or [name for name in names() if not is_current(name)]
    for name in todo:
        print(f"{name} ...", flush=True)
        path = run(name, lambda *words: print("  ", *words, flush=True))
        print(f"{name}: {json.loads(path.read_text('utf-8'))['made']['seconds']} s, in {path.relative_to(BOOK.parent)}")
    if not todo:
        print(f"all {len(names())} results are current")
    return 0


if __name__ == "__main__":
    os.environ["OMP_NUM_THREADS"] = THREADS  # read when the libraries load
    sys.path.insert(0, str(BOOK))  # an experiment may import workbench
    sys.exit(main())
