"""A class in one picture: what `report --html` shows, computed from what the grader keeps."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder import messages, sections
from autograder.checks import loading
from autograder.grading import alike, feedback, report
from autograder.grading.cache import ResultCache
from autograder.grading.standing import Standing, standings
from autograder.grading.telling import link
from autograder.results import Graded, Verdict
from autograder.topics import ROOT

BINS = 10
LEAST = 5  # students below which no correlation is shown: it would be noise
LIMITS: tuple[Verdict, ...] = ("time", "memory", "output", "processes", "crash", "tampered")


@dataclass(frozen=True)
class FunctionPicture:
    """One function: how hard it was, and whether it tells good work from poor."""

    name: str
    share: float  # the mean share of its points: the item's difficulty, where 1 is easy
    full: int  # students with all of its points
    tells: float | None  # correlation of its share with that of the topic's other functions


@dataclass(frozen=True)
class Mistake:
    """A misconception, the students who have it, and where to teach it again."""

    students: int
    functions: list[str]  # whose checks named it
    what: str
    title: str
    address: str  # in the book; empty where there is none


@dataclass(frozen=True)
class TopicPicture:
    """One topic of a class."""

    topic: str
    students: list[str]
    shares: list[float]  # of the points, of each student
    functions: list[FunctionPicture]
    mistakes: list[Mistake]
    attempts: list[tuple[int, int, float]]  # number, students who came so far, their mean share then
    again: tuple[int, float, float] | None  # students who came again, their mean shares at first and at last
    limits: list[tuple[str, Verdict, int]]  # function, which limit, students
    unwritten: list[tuple[str, int]]  # function, students who left it as it was handed out
    damaged: list[str]  # students whose notebook could not be read
    alike: list[alike.Pair]

    @property
    def bins(self) -> list[int]:
        """Return the students by share: below 10 %, below 20 %, ...; the last bin holds full points."""
        found = Counter(min(int(share * BINS + 1e-9), BINS - 1) for share in self.shares)
        return [found[number] for number in range(BINS)]

    @property
    def alike_once(self) -> int:
        """Return how many pairs of students have the same code in one function alone."""
        return sum(len(functions) == 1 for _, _, functions in self.alike)

    @property
    def median(self) -> float:
        return statistics.median(self.shares)


def pictures(course: Path, topics: Iterable[str], book: str = "") -> list[TopicPicture]:
    """Return the picture of each topic on which somebody has work, in order.

    `book` is the address or the folder of a built book, for links. Raise `CourseError` if the course's
    gradebook or verdicts cannot be read.
    """
    topics = list(topics)
    by_topic: dict[str, list[Graded]] = defaultdict(list)
    results, held = ResultCache(course), standings(course)
    for graded in results.everything(topics):
        by_topic[graded.topic].append(graded)
    told = report.rows(course, topics)
    return [
        _picture(topic, by_topic[topic], held, results, [row for row in told if row.topic == topic], book)
        for topic in topics
        if by_topic[topic]
    ]


def page(found: list[TopicPicture], names: bool = False, root: Path = ROOT) -> str:
    """Return the pictures as one HTML page, which needs nothing else; only with `names` it names students."""
    return feedback.template("report.html.j2").render(
        topics=found,
        titles={picture.topic: feedback.title(picture.topic, root) for picture in found},
        students=len({student for picture in found for student in picture.students}),
        names=names,
        verdicts=messages.VERDICTS,
    )


def _picture(
    topic: str,
    class_: list[Graded],
    held: dict[tuple[str, str], Standing],
    results: ResultCache,
    told: list[report.Row],
    book: str,
) -> TopicPicture:
    read = [g for g in class_ if g.attempt is not None]
    return TopicPicture(
        topic,
        [g.student for g in class_],
        [_score(g, held.get((g.student, topic))) for g in class_],
        _functions(read),
        [_mistake(row, read, book) for row in told],
        *_attempts(read, results),
        _limits(read),
        _unwritten(read),
        [g.student for g in class_ if g.attempt is None],
        alike.pairs({g.student: _code(g) for g in read}),
    )


def _score(graded: Graded, standing: Standing | None) -> float:
    """Return the share of the points: the gradebook's, or without it that of the checks."""
    if standing is not None and standing.possible:
        return standing.score / standing.possible
    possible = sum(r.max_points for r in graded.results)
    return sum(r.points for r in graded.results) / possible if possible else 0.0


def _functions(class_: list[Graded]) -> list[FunctionPicture]:
    """Return the functions in the order of the notebook."""
    shares: dict[str, list[float]] = defaultdict(list)
    rests: dict[str, list[float]] = defaultdict(list)
    for graded in class_:
        earned: dict[str, float] = defaultdict(float)
        possible: dict[str, float] = defaultdict(float)
        for r in graded.results:
            name = r.check.partition(".")[0]
            earned[name] += r.points
            possible[name] += r.max_points
        for name in possible:
            rest = sum(possible.values()) - possible[name]
            shares[name].append(earned[name] / possible[name] if possible[name] else 0.0)
            rests[name].append((sum(earned.values()) - earned[name]) / rest if rest else 0.0)
    return [
        FunctionPicture(
            name,
            statistics.fmean(found),
            sum(share > 1 - 1e-9 for share in found),
            _tells(found, rests[name]),
        )
        for name, found in shares.items()
    ]


def _tells(shares: Sequence[float], rests: Sequence[float]) -> float | None:
    """Return the correlation of a function with the rest; None where there are too few, or all are equal."""
    if len(shares) < LEAST or min(shares) == max(shares) or min(rests) == max(rests):
        return None
    return statistics.correlation(shares, rests)


def _mistake(row: report.Row, class_: list[Graded], book: str) -> Mistake:
    named = [r.check.partition(".")[0] for g in class_ for r in g.results if r.misconception == row.id]
    entry = loading.suite(row.topic).misconceptions.get(row.id)
    address = ""
    if entry and entry.section and book and sections.has(entry.section):
        address = link(sections.find(entry.section, row.id).address, book)
    return Mistake(
        row.students, list(dict.fromkeys(named)), row.misconception or row.id, row.section, address
    )


def _attempts(
    class_: list[Graded], results: ResultCache
) -> tuple[list[tuple[int, int, float]], tuple[int, float, float] | None]:
    """Return the fields `attempts` and `again` of a topic's picture."""
    found: dict[int, list[float]] = defaultdict(list)
    ends: list[tuple[float, float]] = []
    for graded in class_:
        possible = sum(r.max_points for r in graded.results)
        kept = results.find(graded.student, graded.topic)
        if kept is not None and kept.attempt is not None and possible:
            outcomes = {**kept.earlier, kept.attempt: kept.points}
            shares = {number: sum(points.values()) / possible for number, points in outcomes.items()}
            for number, share in shares.items():
                found[number].append(share)
            if len(shares) > 1:
                ends.append((shares[min(shares)], shares[max(shares)]))
    attempts = [(number, len(found[number]), statistics.fmean(found[number])) for number in sorted(found)]
    first, last = zip(*ends) if ends else ((), ())
    return attempts, (len(ends), statistics.fmean(first), statistics.fmean(last)) if ends else None


def _limits(class_: list[Graded]) -> list[tuple[str, Verdict, int]]:
    """Return which functions met which limit, with the number of students."""
    met: Counter[tuple[str, Verdict]] = Counter()
    for graded in class_:
        each = [(r.check.partition(".")[0], r.verdict) for r in graded.results if r.verdict in LIMITS]
        met.update(dict.fromkeys(each, 1))
    return [(function, verdict, number) for (function, verdict), number in met.most_common()]


def _unwritten(class_: list[Graded]) -> list[tuple[str, int]]:
    """Return the functions that some students have not written, with their number."""
    found: Counter[str] = Counter()
    for graded in class_:
        found.update(
            dict.fromkeys((r.check.partition(".")[0] for r in graded.results if r.verdict == "missing"), 1)
        )
    return found.most_common()


def _code(graded: Graded) -> dict[str, str]:
    """Return what stands in the cell of each function that is written."""
    missing = {r.check.partition(".")[0] for r in graded.results if r.verdict == "missing"}
    return {
        cell.grade_id: cell.source
        for cell in graded.cells
        if cell.kind == "solution" and cell.grade_id and cell.grade_id not in missing
    }
