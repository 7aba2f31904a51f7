"""The progress of a run: a bar on a terminal, otherwise a line for each submission."""

import os
import sys
from collections import Counter
from collections.abc import Sequence

from autograder.grading.course import CourseError
from autograder.grading.feedback import points
from autograder.grading.plan import Task
from autograder.grading.standing import Standing
from autograder.results import Graded
from autograder.sandboxed.echo import clean


class OutputClosed(Exception):
    """The reader of standard output has closed it, as `head` does: the run ends here."""

    def __init__(self):
        super().__init__(
            "standard output was closed: what was graded so far is in the gradebook; run it again to go on"
        )


class Progress:
    """A bar with counts and time left on a terminal, otherwise a line for each submission."""

    def __init__(self, total: int, say, bar: bool = True):
        self._say, self._count, self._total, self._bar = say, 0, total, None
        if bar and sys.stderr.isatty() and say is not None:
            from tqdm import tqdm

            self._bar = tqdm(total=total, unit="notebook", file=sys.stderr)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        if self._bar is not None:
            self._bar.close()

    def step(self, task: Task, graded: Graded, now: Standing | None) -> None:
        """Show that a submission is done; `now` is what the gradebook holds of it."""
        self._count += 1
        if self._bar is not None:
            self._bar.update()
        elif self._say is not None:
            again = "" if task.stale is None else f" ({len(task.stale)} of its checks again)"
            kept = " (recorded)" if task.record else " (its page)"
            self._say(
                f"[{self._count}/{self._total}] {graded.student} {graded.topic}: "
                f"{summary(graded, now)}{again if task.examine else kept}"
            )


def tell(line: str) -> None:
    """Print a line at once, whatever characters the terminal can show.

    Raise `OutputClosed` if its reader has gone, `CourseError` if it cannot be written for another reason.
    """
    encoding = sys.stdout.encoding or "utf-8"
    try:
        print(clean(line).encode(encoding, "backslashreplace").decode(encoding), flush=True)
    except OSError as error:
        # At exit, Python would try again and print a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise OutputClosed from error
        raise CourseError(f"standard output: cannot be written ({error.strerror or error})") from error


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return lines for a terminal, with the cells of each column under one another."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in rows]


def summary(graded: Graded, now: Standing | None = None) -> str:
    """Return a submission's points by its checks, its score if different, and the count of each verdict."""
    got, most = (sum(getattr(r, f) for r in graded.results) for f in ("points", "max_points"))
    verdicts = Counter(r.verdict for r in graded.results)
    score = f"; score {points(now.score)}" if now is not None and abs(now.score - got) > 1e-9 else ""
    return f"{got:g}/{most:g} points, " + ", ".join(f"{n} {v}" for v, n in verdicts.most_common()) + score
