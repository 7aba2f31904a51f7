"""`python -m autograder grade`: its options, and what it says of a class when it has been graded."""

import argparse
import contextlib
import functools
import shlex
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

from autograder import status
from autograder.checks import examiner_errors
from autograder.execution import bwrap, device_report
from autograder.execution.channel import Limits
from autograder.grading import contents, course as courses, incoming, report
from autograder.grading.cluster import Cluster, SchedulerLost, connected
from autograder.grading.course import CourseError
from autograder.grading.exchange import Exchange
from autograder.grading.grade import Tally, fences, grade
from autograder.grading.plan import counted
from autograder.grading.progress import OutputClosed, tell
from autograder.sandboxed.jail import Bounds
from autograder.settings import course_toml
from autograder.topics import COMMAND, known

MISCONCEPTIONS = 10  # of the class, shown at the end of a run


def _in_course(*kinds: contents.Kind) -> str:
    return ", ".join(f"COURSE/{path}" for path in contents.named(*kinds))


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "grade",
        help="grade a class",
        description=f"Read {_in_course('handed in')}; write {_in_course('kept', 'export', 'page')}. What is "
        "unchanged since the last run, or was graded before a run was interrupted, is not graded again.",
        epilog=status.EPILOG.format(
            found=": a submission on which the grader or a check's own code failed, or something in "
            "COURSE/submitted that is not graded or not understood"
        ),
    )
    parser.add_argument(
        "topic",
        nargs="*",
        help="only these topics (by default those with a submission, released, or in the gradebook)",
    )
    course_toml.add_argument(parser)
    parser.add_argument(
        "--student", action="append", metavar="ID", help="only this student (may be repeated)"
    )
    parser.add_argument(
        "--jobs", type=status.whole(0), default=0, help="submissions at once (default: one a core)"
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="let the workers of the Dask cluster at this address examine the submissions; this process "
        "alone reads and writes the course",
    )
    parser.add_argument(
        "--time-limit",
        type=status.seconds,
        default=Limits.seconds,
        metavar="SECONDS",
        help="wall time of one cell or one check; a notebook as a whole has fifteen "
        "times as much (default: %(default)s)",
    )
    parser.add_argument(
        "--memory-limit",
        type=status.whole(1),
        default=Bounds.memory >> 20,
        metavar="MIB",
        help="memory that one submission may hold, all of it together (default: %(default)s)",
    )
    parser.add_argument(
        "--device",
        choices=("standin", "cpu", "cuda"),
        default="standin",
        help="put the checks that need an accelerator on this device too; points are "
        "decided on the stand-in; a difference is told (default: %(default)s alone)",
    )
    parser.add_argument(
        "--device-memory",
        type=status.whole(1),
        default=device_report.MEMORY >> 20,
        metavar="MIB",
        help="memory of a CUDA device that one submission may take (default: %(default)s)",
    )
    when = parser.add_mutually_exclusive_group()
    when.add_argument("--again", action="store_true", help="grade everything again, changed or not")
    when.add_argument(
        "--watch",
        action="store_true",
        help="go on, and grade each submission as it comes in, until Ctrl-C; a stop loses nothing",
    )
    parser.add_argument(
        "--exchange",
        action="store_true",
        help="with --watch: collect from nbgrader's exchange, and give each page back there at once",
    )
    parser.add_argument(
        "--accept-loss",
        action="store_true",
        help="go on though something that was recorded in the gradebook is missing now, and with it what was "
        "given by hand",
    )
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="grade even where student code cannot be fenced in: it then has your rights",
    )
    parser.set_defaults(run=run)
    return parser


def _tell_misconceptions(course: Path, topics: list[str]) -> None:
    """Print the most frequent misconceptions of the class in these topics."""
    found = report.rows(course, topics)
    for line in report.table(found, MISCONCEPTIONS):
        tell(line)
    if (more := len(found) - MISCONCEPTIONS) > 0:
        tell(f"{more} more: {COMMAND} report --course {shlex.quote(str(course))}")


def run(args: argparse.Namespace) -> int:
    # NumPy's warnings about a student's numbers in a check: no student code runs in this process.
    warnings.simplefilter("ignore", RuntimeWarning)
    if args.exchange and not args.watch:
        raise CourseError("--exchange goes with --watch; without it, `nbgrader collect` comes before `grade`")
    if args.scheduler and (args.jobs or args.unsafe):
        raise CourseError(
            f"{'--jobs' if args.jobs else '--unsafe'} does not go with --scheduler: workers examine as many "
            "submissions at once as they have threads, and always in the sandbox"
        )
    if args.device == "cuda" and not args.scheduler and not bwrap.has_cuda():
        raise CourseError("--device cuda: PyTorch finds no CUDA device here")
    topics = [known(t) for t in args.topic]
    if not args.watch and not (args.course / "submitted").is_dir():  # reported first
        courses.submissions(args.course, topics, args.student)
    limits = {"memory": args.memory_limit << 20, "cpu": round(2 * args.time_limit) + 30}
    bounds = Bounds(**limits) if args.scheduler else fences(args.unsafe, **limits)  # workers are asked
    one_run = functools.partial(
        grade,
        args.course,
        students=args.student,
        jobs=args.jobs,
        bounds=bounds,
        limits=Limits(seconds=args.time_limit),
        device="" if args.device == "standin" else args.device,
        device_memory=args.device_memory << 20,
        accept_loss=args.accept_loss,
    )
    try:
        with _cluster(args) as cluster:
            one_run = functools.partial(one_run, cluster=cluster)
            if args.watch:
                return _watch(args, topics, one_run)
            topics = topics or counted(args.course)
            tally = one_run(topics, again=args.again)
        if not args.student:
            _tell_misconceptions(args.course, topics)
        tell(f"{tally}; scores are in {args.course / contents.GRADES}")
    except KeyboardInterrupt:
        print(
            "interrupted: what was graded so far is in the gradebook; run it again to go on", file=sys.stderr
        )
        return status.INTERRUPTED
    except SchedulerLost as lost:
        print(lost, file=sys.stderr)
        return status.INTERRUPTED
    except OutputClosed as closed:
        with contextlib.suppress(BrokenPipeError):  # stderr may be the same pipe
            print(closed, file=sys.stderr)
        return status.CLOSED
    found = _complaints(args.course, tally)
    for line in found:
        print(line, file=sys.stderr)
    return status.FOUND if found else status.DONE


def _cluster(args: argparse.Namespace) -> contextlib.AbstractContextManager[Cluster | None]:
    if not args.scheduler:
        return contextlib.nullcontext()
    return connected(args.scheduler, "" if args.device == "standin" else args.device)


def _watch(args: argparse.Namespace, topics: list[str], one_run: Callable[..., Tally]) -> int:
    """Grade as work comes in; return the exit status once the user ends it."""
    if not args.course.is_dir():
        raise CourseError(f"{args.course}: no such folder")
    exchange = Exchange(args.course) if args.exchange else None
    told: set[str] = set()

    def run(wanted: list[str], **how) -> Tally:
        tally = one_run(wanted, **how)
        for line in _complaints(args.course, tally):
            if line not in told:
                print(line, file=sys.stderr)
        told.update(_complaints(args.course, tally))
        return tally

    tell(f"waiting for work in {args.course / 'submitted'}; Ctrl-C ends it, and loses nothing")
    with contextlib.suppress(KeyboardInterrupt):
        for _ in incoming.watch(args.course, topics, exchange, run):
            pass
    return status.DONE


def _complaints(course: Path, tally: Tally) -> list[str]:
    """Return what a run found that somebody should see to, in lines."""
    found = [examiner_errors.summary(tally.examiner_errors)] if tally.examiner_errors else []
    found += [f"the grader failed on {tally.failures} more (see above)"] if tally.failures else []
    place = course / "submitted"
    left_out = courses.few(tally.left_out, course / contents.OWN / "left-out")
    for lines, number, what in (
        (tally.roster, len(tally.roster), "left out of the list of students"),
        (tally.twins, len(tally.twins), "students who may be the same as another"),
        (tally.times, len(tally.times), f"graded, though the time in {place} cannot be read"),
        (left_out, len(tally.left_out), f"not graded of what lies in {place}"),
    ):
        found += [*lines, f"{what}: {number} (see above)"] if number else []
    return found
