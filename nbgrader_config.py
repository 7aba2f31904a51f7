"""nbgrader's settings, for plain `nbgrader` in this folder and for a course folder elsewhere.

A course folder elsewhere holds a file of the same name with two lines:

    c = get_config()
    load_subconfig("nbgrader_config.py", path="PATH/OF/THIS/REPOSITORY")

The path is that of this file's folder; for an installed grader, `embedding-course --version` prints it.
The course folder then has its own submitted/, autograded/, feedback/, exercises/ and gradebook.db.

Another course has its `solutions/` and `assignments/` in a folder of its own. A file of this name there, or
in a course folder for it, begins with a line more:

    import os; os.environ["AUTOGRADER_CONTENT"] = "PATH/OF/THE/OTHER/COURSE"
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def put_first(variable, folder):
    """Put a folder at the head of a path variable, once: nbgrader loads this file twice."""
    rest = [p for p in os.environ.get(variable, "").split(os.pathsep) if p and p != str(folder)]
    os.environ[variable] = os.pathsep.join([str(folder), *rest])


# nbgrader runs a bare `alembic`, and the kernel that runs a submission must find `autograder`,
# which the hidden tests import. Both inherit this environment.
put_first("PATH", Path(sys.executable).parent)
if (ROOT / "autograder").is_dir():  # a checkout; an installed grader is found as it is
    put_first("PYTHONPATH", ROOT)
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))

from autograder.settings import content, course_toml  # noqa: E402

# The kernel inherits this environment, and takes the hidden tests from the same course.
CONTENT = content.of(Path(), Path(os.environ.get("AUTOGRADER_CONTENT", ROOT)).resolve())
if CONTENT != ROOT:
    os.environ["AUTOGRADER_CONTENT"] = str(CONTENT)

from autograder.grading import late  # noqa: E402
from autograder.release.release import STUB, write_sources  # noqa: E402
from autograder.topics import source_folder  # noqa: E402

write_sources(CONTENT)  # nbgrader reads notebooks; a fresh clone has only solutions/*.py

c = get_config()  # noqa: F821  (nbgrader defines it)

# Absolute, so that a course folder elsewhere uses the same sources; relative, so that it
# writes its own exercises/ and never this repository's.
c.CourseDirectory.source_directory = str(source_folder(CONTENT))
c.CourseDirectory.release_directory = "exercises"

# exercises/ is committed: without this, nbgrader skips what exists, and autograde then finds
# no assignment in its gradebook.
c.GenerateAssignment.force = True
c.ClearSolutions.code_stub = {"python": STUB}

late.configure(c, course_toml.read(Path()).late)

# Seconds for one cell. The first one imports PyTorch, which takes long on a cold disk.
c.ExecutePreprocessor.timeout = 120
