"""Lines on the scores that a run has changed: old score, new score and causes."""

from collections.abc import Iterator

from autograder.grading.feedback import points
from autograder.grading.standing import CellPoints, Standing
from autograder.results import Graded
from autograder.sandboxed.echo import clean

MOST = 5  # causes named; a notebook that fails as a whole changes every check


def lines(
    before: Standing | None, now: Standing | None, kept: Graded | None, graded: Graded
) -> Iterator[str]:
    """Yield the lines on a submission; none without a change, or without an earlier score.

    `before` and `now` are the gradebook's standings, `kept` and `graded` the outcomes recorded in them;
    without `kept`, graded cells are named instead of checks. A line also says where a score given by hand
    hides that the checks now give other points.
    """
    if before is None or now is None:
        return
    if abs(before.score - now.score) > 1e-9 or before.possible != now.possible:
        yield _changed(before, now, kept, graded)
    for name, cell in now.cells.items():
        old = before.cells.get(name)
        if old is not None and cell.manual is not None and old.checks != cell.checks:
            yield (
                f"score given by hand: {clean(graded.student)}, {graded.topic}: {points(cell.manual)} for "
                f"{name} stands; its checks now give {_points(cell.checks)} of {points(cell.possible)}, "
                f"before {_points(old.checks)} of {points(old.possible)}"
            )


def _changed(before: Standing, now: Standing, kept: Graded | None, graded: Graded) -> str:
    causes = list(_checks(kept, graded) if kept else ()) or list(_cells(before, now))
    if before.penalty != now.penalty:
        causes.append(_change("late penalty", before.penalty, now.penalty))
    if before.possible != now.possible:
        causes.append(_change("maximum", before.possible, now.possible))
    more = [f"{len(causes) - MOST} more"] if len(causes) > MOST else []
    attempt = f", attempt {graded.attempt}" if kept and kept.attempt != graded.attempt else ""
    scores = [f"{points(held.score)} of {points(held.possible)}" for held in (before, now)]
    return (
        f"score changed: {clean(graded.student)}, {graded.topic}{attempt}: "
        f"from {' to '.join(scores)} points by {', '.join(causes[:MOST] + more)}"
    )


def _checks(kept: Graded, graded: Graded) -> Iterator[str]:
    """Yield the checks whose points changed; a check missing before or now counts as 0 points."""
    old, new = ({r.check: r.points for r in one.results} for one in (kept, graded))
    for check in (*new, *(check for check in old if check not in new)):
        if old.get(check, 0.0) != new.get(check, 0.0):
            yield _change(check, old.get(check, 0.0), new.get(check, 0.0))


def _cells(before: Standing, now: Standing) -> Iterator[str]:
    """Yield the graded cells whose points in the gradebook changed."""
    none = CellPoints(None, None, None, 0.0)
    for name in sorted({*before.cells, *now.cells}):
        old, new = before.cells.get(name, none).total, now.cells.get(name, none).total
        if old != new:
            yield _change(name, old, new)


def _points(value: float | None) -> str:
    return "none" if value is None else points(value)


def _change(what: str, old: float, new: float) -> str:
    return f"{what} (from {points(old)} to {points(new)})"
