"""Run the notebooks, filled in with the solutions, on the oldest versions that they say they need.

    python tests/oldest.py [--python PYTHON]

Makes a virtual environment in a temporary folder with the versions of `release/given/start.py` and nothing
else, and runs every cell that students have, with the reference solutions in place of the stubs. Exit
status 1 if a visible test does not pass, 2 if the versions cannot be installed. `make test-all` calls it;
it needs the package index and, where PyTorch comes with CUDA, five gigabytes of disk.
"""

import argparse
import json
import runpy
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from autograder.release import release, solutions
from autograder.topics import source_notebook_path, topics

START = Path(solutions.__file__).with_name("given") / "start.py"
RUN = """
import sys
from pathlib import Path
namespace = {"__name__": "__main__"}
for cell in sorted(Path(sys.argv[1]).iterdir()):
    exec(compile(cell.read_text("utf-8"), cell.name, "exec"), namespace)
wanted, found = namespace["PASS"], namespace["OUTCOMES"]
sys.exit(any(outcome != wanted for outcome in found.values()) or not found)
"""


def environment(folder: Path, python: str, oldest: dict[str, str]) -> str | None:
    """The interpreter of a new virtual environment with these versions; None if pip cannot install them."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    inside = str(folder / "bin" / "python")
    wanted = [f"{package}=={oldest[name]}.*" for name, package in (("NumPy", "numpy"), ("PyTorch", "torch"))]
    print("installing", *wanted, flush=True)
    done = subprocess.run([inside, "-m", "pip", "install", "--quiet", *wanted])
    return None if done.returncode else inside


def write_cells(topic: str, folder: Path) -> None:
    """The code cells of the student's notebook, with the solutions in, as files in their order."""
    folder.mkdir()
    cells = json.loads(source_notebook_path(topic).read_text("utf-8"))["cells"]
    for i, cell in enumerate(cell for cell in cells if cell["cell_type"] == "code"):
        visible = solutions.outside("".join(cell["source"]), solutions.HIDDEN)
        (folder / f"{i:03}-{cell['id']}").write_text(visible, "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--python", default=sys.executable, help="the interpreter (default: this one)")
    python, oldest = parser.parse_args().python, runpy.run_path(str(START))["OLDEST"]
    release.write_sources()
    with tempfile.TemporaryDirectory(prefix="oldest-") as scratch:
        inside = environment(Path(scratch, "env"), python, oldest)
        if inside is None:
            print(f"pip cannot install {oldest}: nothing was tried", file=sys.stderr)
            return 2
        failed = []
        for topic in topics():
            write_cells(topic, Path(scratch, topic))
            print(f"== {topic}", flush=True)
            if subprocess.run([inside, "-c", RUN, Path(scratch, topic)]).returncode:
                failed.append(topic)
    print("failed: " + ", ".join(failed) if failed else f"all {len(topics())} notebooks pass")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
