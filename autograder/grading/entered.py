"""What `course.toml` says, entered into the gradebook: the list of students, and due dates.

Both are compared first with what the gradebook holds, without nbgrader, whose import takes longer than a run
with nothing to do.
"""

from collections.abc import Callable
from pathlib import Path

from autograder.grading.gradebook import Gradebook
from autograder.grading.roster import Roster
from autograder.grading.standing import due_dates, people_on_record
from autograder.settings.course_toml import Settings


def enter(
    course: Path, settings: Settings, people: Roster | None, topics: list[str], book: Callable[[], Gradebook]
) -> None:
    """Enter what differs: the students `people`, and the due dates of `topics`.

    `book` opens the gradebook, with these topics; it is called only if there is something to enter.
    """
    if people is not None:
        names = ("first_name", "last_name", "email", "lms_user_id")
        there = {student: dict(zip(names, said)) for student, *said in people_on_record(course)}
        new = {
            student: about
            for student, about in people.people.items()
            if student not in there or not about.items() <= there[student].items()
        }
        if new:
            book().enter(new.items())
    dates = due_dates(course)
    for topic in topics:
        due = settings.topics[topic].due if topic in settings.topics else None
        if due is not None and dates.get((None, topic)) != f"{due:%Y-%m-%d %H:%M:%S.%f}":
            book().set_due(topic, due)
