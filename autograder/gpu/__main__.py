"""`make gpu`: the whole run on a device, and the file with its results."""

import argparse
import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import torch

from autograder.gpu import record
from autograder.topics import INSTALLED, UnknownName, known

PARTS = ("verdicts", "notebooks", "measurements")


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if all is well, 1 if something must be examined, 2 if nothing ran, 130 if interrupted."""
    arguments = sys.argv[1:] if arguments is None else arguments
    options = _parser().parse_args(arguments)
    if options.device == "cuda" and not torch.cuda.is_available():
        print(
            "autograder.gpu: PyTorch finds no CUDA device here, so nothing was run or written "
            "(--device cpu runs what needs none)",
            file=sys.stderr,
        )
        return 2
    try:
        options.topic = [known(t) for t in options.topic]
    except UnknownName as error:
        print(error, file=sys.stderr)
        return 2
    return _Run(options, arguments).all()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m autograder.gpu",
        description="Put the bank, the conformance list and whole notebooks to a device, fault it, measure "
        "it; write one JSON file, each part as it ends.",
    )
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument(
        "--only",
        choices=PARTS,
        help="only this part, beside those that earlier runs of the same commit left on the same device; "
        "the file is complete when all are there",
    )
    parser.add_argument(
        "--topic", action="append", default=[], metavar="TOPIC", help="only answers of this topic"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        required=INSTALLED,  # which has no benchmarks/
        help="write here (default: the checkout's benchmarks/DEVICE.json)",
    )
    parser.add_argument("--seed", type=int, default=0, help="of all draws (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="one seed and small sizes, to try the command")
    parser.add_argument("--jobs", type=int, default=0, help="worker processes for the verdicts")
    return parser


class _Run:
    """One run: its parts one after the other, and their results so far."""

    def __init__(self, options: argparse.Namespace, arguments: list[str]):
        self._options = options
        self._data = record.provenance(options.device, options.seed, arguments)
        self._data |= {"complete": False, "parts": {}, "skipped": []}
        self._command = self._data["command"]
        self._data |= record.continued(self._data, options.out) if options.only else {}
        self._began, self._failed = time.monotonic(), False
        self._whole = not (options.topic or options.quick)

    def all(self) -> int:
        """Run the parts; whatever ends them, write the results."""
        self._say(f"device: {self._data['device']['name']}")
        ended = 130
        try:
            for part in PARTS:
                if self._options.only in (None, part):
                    self._part(part)
            ended = 1 if self._failed or self._to_look_into() else 0
        except KeyboardInterrupt:
            self._skip("the rest", "interrupted")
        finally:
            path = self._write()
            whole = "complete" if self._data["complete"] else "not complete"
            self._say(f"wrote {_short(path)} ({whole}, {time.monotonic() - self._began:.0f} s)")
        return ended

    def _part(self, part: str) -> None:
        """Run one part; an error in it costs only that part, and the file is then not complete."""
        into: dict = {}
        self._data[part] = into
        self._data["parts"].pop(part, None)
        self._data["skipped"] = [s for s in self._data["skipped"] if not s["part"].startswith(part)]
        began, failed = time.monotonic(), False
        try:
            for name, run in self._steps(part, into):
                self._say(f"{part}: {name}")
                run()
        except Exception as error:  # noqa: BLE001 - hours of a borrowed device: keep the other parts
            traceback.print_exc()
            failed = True
            self._skip(part, f"failed: {type(error).__name__}: {error}"[:300])
        finally:
            told = into.pop("skipped", [])
            self._data["skipped"] += told
        if part == "verdicts":
            self._not_on_the_cpu()
        if failed or any(skip["reason"].startswith("failed") for skip in told):
            self._failed = True
        elif self._whole:
            seconds = round(time.monotonic() - began, 1)
            self._data["parts"][part] = {"command": self._command, "seconds": seconds}
        self._write()

    def _write(self) -> Path:
        whole = self._data["parts"]
        self._data["complete"] = all(part in whole for part in PARTS)
        self._data["seconds"] = round(sum(part["seconds"] for part in whole.values()), 1)
        return record.write(self._data, self._options.out)

    def _steps(self, part: str, into: dict) -> list[tuple[str, Callable[[], object]]]:
        o, quick = self._options, self._options.quick
        if part == "measurements":
            from autograder.gpu.measure import measure

            return [("all", lambda: measure(o.device, o.seed, quick, self._say, into))]
        if part == "notebooks":
            from autograder.gpu.notebooks import notebooks

            taken = {"topics": o.topic or (["lookup"] if quick else []), "seed": o.seed, "jobs": o.jobs}
            return [("a class, and the visible tests", lambda: notebooks(o.device, self._say, into, **taken))]
        from autograder.gpu import faults, verdicts

        how = {"seed": o.seed, "seeds": 1 if quick else verdicts.SEEDS, "topics": o.topic, "jobs": o.jobs}
        return [
            ("bank and conformance", lambda: verdicts.verdicts(o.device, self._say, into, **how)),
            ("device faults", lambda: faults.faults(o.device, self._say, into)),
        ]

    def _not_on_the_cpu(self) -> None:
        """Skip, by name, what a CPU cannot answer."""
        if self._options.device == "cuda":
            return
        reason = "no CUDA device: this file was made with --device cpu"
        for part in (
            "verdicts.answers on CUDA",
            "verdicts.elsewhere on CUDA",
            "verdicts.conformance on CUDA",
        ):
            self._skip(part, reason)

    def _to_look_into(self) -> list[str]:
        """Return faults not contained, and unexplained differences of stand-in and CUDA; print each."""
        from autograder.gpu import notebooks, verdicts

        found = self._data.get("verdicts", {})
        words = [f"fault not contained: {row}" for row in found.get("faults", []) if not row["as_expected"]]
        if self._options.device == "cuda":
            words += verdicts.disagreements(found)
        words += notebooks.disagreements(self._data.get("notebooks", {}), self._options.device)
        for line in words:
            self._say(line)
        return words

    def _skip(self, part: str, reason: str) -> None:
        self._data["skipped"].append({"part": part, "reason": reason})

    def _say(self, text: str) -> None:
        record.say(f"[{time.monotonic() - self._began:5.0f} s] {text}")


def _short(path: Path) -> str:
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)


if __name__ == "__main__":
    sys.exit(main())
