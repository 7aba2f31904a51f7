"""The command itself, as `python -m autograder` and as `embedding-course`."""

import sys
from pathlib import Path

from autograder import status
from autograder.settings import content
from autograder.settings.course_toml import SettingsError


def main() -> int:
    """Run the command of this process's command line, with the content of the course that it names."""
    try:
        content.enter(sys.argv[1:])
    except SettingsError as error:
        print(error, file=sys.stderr)
        return status.REFUSED
    from autograder import cli  # after `enter`: what is loaded follows from the course

    return cli.main(prog=cli.MODULE if Path(sys.argv[0]).name == "__main__.py" else cli.NAME)


if __name__ == "__main__":
    sys.exit(main())
