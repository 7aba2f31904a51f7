"""The warm fork server of the grading tests, and a gradebook as a class leaves it."""

import warnings

import pytest
from grading.conftest import quick, warm  # noqa: F401

TOPICS = {"lookup": 40.0, "scatter-add": 10.0}
CLASS = {  # id: first name, last name, email, platform's number; points for each topic handed in
    "ada": ("Ada", "Lovelace", "ada@example.org", "1234", {"lookup": 30.0, "scatter-add": 7.5}),
    "ben": ("Ben", "Söderström", "ben@example.org", "1235", {"lookup": 100 / 3}),
    "cyd": ("Cyd", "Two", "cyd@example.org", "", {"lookup": 0.0}),
    "dan": ("Dan", "Three", "", "", {}),
}


@pytest.fixture(scope="session")
def graded(tmp_path_factory):
    """A course with that class in its gradebook; ben has lost a point for late work."""
    from nbgrader.api import Gradebook

    from autograder.release.release import environment_on_path

    course = tmp_path_factory.mktemp("class") / "course"
    course.mkdir()
    url = f"sqlite:///{course / 'gradebook.db'}"
    with warnings.catch_warnings(), environment_on_path(), Gradebook(url, "") as book:
        warnings.filterwarnings("ignore", "Object of type <Submitted")  # nbgrader's own order
        for topic, most in TOPICS.items():
            book.add_assignment(topic)
            book.add_notebook(topic, topic)
            book.add_grade_cell("check", topic, topic, max_score=most, cell_type="code")
        for student, (first, last, email, number, points) in CLASS.items():
            about = {"first_name": first, "last_name": last, "email": email, "lms_user_id": number}
            book.add_student(student, **about)
            for topic, value in points.items():
                book.add_submission(topic, student)
                book.find_grade("check", topic, topic, student).auto_score = value
        book.find_submission_notebook("lookup", "lookup", "ben").late_submission_penalty = 1
        book.db.commit()
    return course
