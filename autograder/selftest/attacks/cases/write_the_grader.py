# attempt: appends code to the grader's own files, for the next candidate to import
# reaches: nothing: the grader's files cannot be written
# control: function
# --- cells
# %%
import sys
from pathlib import Path

folder = Path("/grader/autograder")
if not folder.is_dir():
    folder = Path(sys.path[0]) / "autograder"
for path in folder.rglob("*.py"):
    try:
        path.chmod(0o777)
        with open(path, "a") as file:
            file.write("\nprint('score', 7.0)\n")
        print("changed", path.name)
    except OSError as error:
        print(error)
# --- control
def control(place):
    import subprocess
    import sys

    from autograder.execution import bwrap

    folder = place.folder / "grader"
    for file in bwrap.sandboxed_files():
        copy = folder / file.relative_to(bwrap.PACKAGE.parent)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    code = f"import sys; sys.path.insert(0, {str(folder)!r})\n{CELLS}"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    return "score" in (folder / "autograder" / "sandboxed" / "protocol.py").read_text()
