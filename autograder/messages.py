"""Sentences that students read of a run, other than those of the checks.

Other texts stay with their subject: a mistake in `assignments/<topic>/mistakes.py`, another wrong answer in
its check, an answer that a check cannot use in `checks`, the section to read in `sections.pointer`,
unwritten code in `release.release.STUB`; headings of the page in `grading/feedback.html.j2`. Code that runs
beside student code imports nothing of the project, so it has its own texts: exceptions in `sandboxed/echo`,
answers that cannot be sent in `sandboxed/protocol`, faults and errors of a device in `sandboxed/devices`,
`standin`, `standin_rules` and `standin_tensor`.
"""

from autograder.results import CheckResult

# -- verdicts: beside each function and check of the page -----------------------------------------

VERDICTS = {
    "right": "Right",
    "partial": "Partly right",
    "wrong": "Not right yet",
    "error": "Your code raised an error",
    "time": "Stopped: it took too long",
    "memory": "Stopped: it needed more memory than the limit",
    "output": "Stopped: it printed more than the limit",
    "processes": "Stopped: it started more processes than the limit",
    "crash": "The process ended before it answered",
    "tampered": "The grading process was interfered with",
    "missing": "Missing",
    "invalid": "Could not be read",
}

# Below a check that ran on more than the CPU: what became of it on each device.
DEVICES = {"cpu": "CPU", "standin": "stand-in accelerator", "cuda": "CUDA"}
# Points never depend on hardware, and a student should not wonder about it.
ON_DEVICES = VERDICTS | {"not run": "not run (this costs no points)"}


# -- a cell or a check that was stopped -----------------------------------------------------------

# Why, by verdict, in the two sentences below.
STOPPED = {
    "time": "it, or the notebook as a whole, took longer than the time limit",
    "memory": "it needed more memory, with all that it had started, than the limit for a submission",
    "output": "it wrote more output than the limit",
    "processes": "it started more processes and threads than the limit for a submission",
    "crash": "its process ended",
    "tampered": "its process answered as the grader's own code in it never does",
}


def cell_stopped(verdict: str) -> str:
    """Return the text in place of a stopped cell's error."""
    return f"The cell was stopped: {STOPPED[verdict]}."


def function_stopped(function: str, verdict: str) -> str:
    """Return the message of a check that was stopped."""
    return f"`{function}` was stopped: {STOPPED[verdict]}."


# Added to the last sentence where a function ran out of time and a cell left threads running.
WAITS_FOR_THREADS = (
    "A cell before it has left threads running. Checks run in a copy of the process, which has none of those "
    "threads, so a function that waits for one of them, or for a pool that such a cell has made, waits for "
    "ever. Start the thread or the pool inside the function."
)


def not_defined(function: str, error: str) -> str:
    """Report a function whose own cell failed; `error` is that of the cell."""
    return f"The cell of `{function}` does not run, so `{function}` is not defined. {error}"


def swallowed(function: str, magic: str) -> str:
    """Report a function that is not defined because a magic keeps it from the notebook."""
    return (
        f"`{function}` is not defined: its cell begins with `{magic}`, so what it defines does not reach the "
        "notebook. Take that line out."
    )


# Added to an error: its cause, where known.
UNWRITTEN = "this part is not written yet"  # what an untouched function raises
TEST_FAILS = "a visible test fails"  # as the notebooks say it
NO_KEYBOARD = "There is no keyboard while a notebook is graded: write the value into the cell."
NO_EXIT = "`exit()` and its like end a cell of a notebook and nothing more: take the call out."
ONLY_THESE_PACKAGES = (
    "When a notebook is graded, only NumPy and PyTorch are there beside Python's own modules, and no other "
    "file of yours."
)


def mend_first(function: str, called: str) -> str:
    """Say that a function is wrong with one that it calls, itself or through others."""
    return f"`{function}` rests on `{called}`, which is not right yet: mend that first."


def newer_python(written: str, here: str) -> str:
    """Report that the notebook was written with a newer Python, which may explain an error."""
    return (
        f"The notebook was written with Python {written}; the grader has {here}, which knows nothing newer."
    )


def told(result: CheckResult) -> str:
    """Return the text of a failed check; a neutral text points to a check that names a mistake."""
    if not result.begin_with:
        return result.message
    return f"{result.message} {begin_with(result.begin_with)}"


def begin_with(check: str) -> str:
    """Return the sentence that sends from a check that names no mistake to one that does."""
    return f"Begin with `{check}`: the reason may be the same."


# -- a submission that cannot be read -------------------------------------------------------------


def nothing_graded(reason: str) -> str:
    """Report, at every check and in the notes, that nothing was graded, for one of the reasons below."""
    return f"Nothing could be graded: {reason}."


# Reason: the student, the topic or the notebook is a link.
LINK = "the submission is a symbolic link; hand in the notebook itself"
# Reasons: the file is not a notebook.
EMPTY = "the notebook is an empty file"
NOT_UTF8 = "the notebook is not UTF-8 text"
NOT_JSON = "the notebook is not valid JSON"
NO_CELLS = "the file is not a notebook of format 4 (it has no list of cells)"


def no_notebook(expected: str) -> str:
    """Return the reason that the folder holds no notebook, or several without the expected name."""
    return f"the submission holds no notebook {expected}"


def too_large(most: int, of: str = "") -> str:
    """Return the reason that the file, or what is left of it (as `of` says), has more than `most` bytes."""
    return (
        f"the notebook has more than the {most / 1e6:.0f} MB that are read{' ' if of else ''}{of}; "
        "clear its outputs and take large texts out of its cells"
    )


# Reason: far more cells, or lines of them, than a person writes.
TOO_MANY_PARTS = "the notebook has so many cells, lines or values that a program must have written them"
# Reason: a zip file, alone in the folder, is damaged.
BAD_ZIP = "the zip file cannot be unpacked; hand in the notebook itself"


# -- notes: what was unusual in a notebook, and how it was handled --------------------------------


def other_name(found: str, expected: str) -> str:
    """Report that the folder's only notebook has another name; it is graded."""
    return f"The notebook is named {found[:100]}; {expected} was expected."


def one_folder_deeper(folder: str, expected: str) -> str:
    """Report that the notebook lies in a folder, handed in alone; it is graded."""
    return f"The notebook lies in a folder {folder[:100]} of its own; {expected} itself was expected."


def unpacked(archive: str, expected: str) -> str:
    """Report that the notebook lies in a zip file, handed in alone; it is graded."""
    return f"The notebook was taken out of {archive[:100]}; {expected} itself was expected."


def other_language(language: str) -> str:
    """Report that the notebook's metadata does not name Python."""
    return f"The notebook names the language {language[:40]!r}; it was run as Python."


# Parts of the notebook that break its format.
NOT_A_CELL = "A cell that is not a cell was left out."
NOT_TEXT = "A cell whose source is not text was left out."


def not_code(grade_id: str) -> str:
    """Report a solution cell that was turned into text."""
    return f"The cell `{grade_id}` is not a code cell any more, so it did not run. Make it one again."


def solution_missing(grade_id: str) -> str:
    """Report a solution cell that was deleted or renamed; no other defines its function."""
    return f"The cell `{grade_id}` is missing."


def solution_again(grade_id: str, times: int) -> str:
    """Report a solution cell that was copied or split."""
    return f"The cell `{grade_id}` appears {_times(times)} ran, in order."


def solution_undone(grade_id: str) -> str:
    """Report an unchanged copy below the cell that the student wrote."""
    return (
        f"The cell `{grade_id}` appears more than once, and the last one is as it was handed out: it takes "
        "the place of what the one above it defines. Delete it."
    )


def recognised(grade_id: str) -> str:
    """Report a solution cell that has lost its name."""
    return f"The cell `{grade_id}` has lost its name; it was recognised by what it defines."


# All cells have lost their names.
NAMES_LOST = (
    "No cell has the name with which it was handed out: a program has removed the cells' metadata, or this "
    "is another notebook. Your cells were recognised by what they define, and the locked cells were put back."
)


def _times(number: int) -> str:
    return "twice; both" if number == 2 else f"{number} times; all"


def earlier_edition(functions: list[str]) -> str:
    """Report a notebook that was handed out before the assignment was changed, by functions it asked for."""
    asked = ", ".join(f"`{name[:60]}`" for name in functions[:5])
    return (
        f"This notebook is of an earlier edition of the assignment: it asks for {asked}, which the present "
        "one does not. What both ask for was graded; points of the two editions cannot be compared."
    )


def unknown_name(grade_id: str) -> str:
    """Report a cell with nbgrader's metadata and a name that the assignment lacks."""
    return f"A cell has the unknown name `{grade_id[:60]}`; it ran where it stands."


def locked_changed(grade_id: str) -> str:
    """Report a locked cell whose content was changed."""
    return f"The locked cell `{grade_id}` was changed; the original was used."


def locked_again(grade_id: str, times: int) -> str:
    """Report a locked cell that was copied."""
    return f"The locked cell `{grade_id}` appears {_times(times).partition(';')[0]}; once is enough."


def locked_missing(grade_id: str) -> str:
    """Report a locked cell that was deleted or renamed."""
    return f"The locked cell `{grade_id}` is missing; it was put back."


def locked_moved(grade_id: str, function: str) -> str:
    """Report a cell of hidden tests above the cell of its function."""
    return f"The locked cell `{grade_id}` stood above `{function}`; it ran after it."


def settings_left(names: list[str]) -> str:
    """Report settings of PyTorch or NumPy that cells left changed for all later code."""
    one = len(names) == 1
    said = " and ".join([", ".join(f"`{name}`" for name in names[:-1]), f"`{names[-1]}`"][one:])
    return (
        f"Your notebook leaves {'a setting' if one else 'settings'} on that {'changes' if one else 'change'} "
        f"how all later cells work: {said}. Each check ran without {'it' if one else 'them'}, as PyTorch and "
        "NumPy start."
    )


def output_cut(characters: int, most: int) -> str:
    """Report that the notebook's cells together printed more than is kept."""
    return (
        f"Your cells printed {characters:,} characters more than are kept: {most:,} bytes of a notebook. "
        "Where output is cut, it says so."
    )


def cells_left_out(number: int, kept: int) -> str:
    """Report that the student added more cells than are kept."""
    return f"{number:,} more cells of your own ran; {kept:,} are kept."


def more_notes(number: int) -> str:
    """Report how many more notes there are, where there are too many."""
    return f"There are {number:,} more notes like these."


# On the page, in place of a function's code: it is not defined, or something else defines it.
NO_CELL = "Your notebook holds no code cell for this function."
ELSEWHERE = (
    "No cell of your notebook has this function's name; what defines it stands elsewhere in the notebook."
)


# -- what the instructor gave by hand -----------------------------------------------------------------


def scored_by_hand(given: str, by_checks: str | None) -> str:
    """Return the line on points given by hand, below a function and in the table of points."""
    return f"Score from your instructor: {given}" + ("" if by_checks is None else f" in place of {by_checks}")


BY_CHECKS = "Points by the checks"
EXTRA_CREDIT = "Extra credit from your instructor"
LATE_PENALTY = "Taken off because it was handed in late"
NEVER_BELOW_ZERO = "A total is never below 0"
NOT_SCORED = "Your instructor has not scored this yet"
COMMENT = "Comment from your instructor"


# -- the cells as the page and formgrader show them -----------------------------------------------

# Above a cell, by its kind.
CELLS = {"solution": "Your code", "added": "A cell of your own", "given": "A given cell"}
# nbgrader's comment on a written answer that is as it was handed out.
NO_RESPONSE = "No response."


def code_not_kept(characters: int) -> str:
    """Return the end of code that is kept in part."""
    return f"# [... cut here: {characters:,} more characters of this cell ran and are not kept ...]"


def output_not_kept(characters: int) -> str:
    """Return the end of output that is kept in part."""
    return f"[... {characters:,} more characters are not kept: the notebook as a whole printed too much ...]"


def not_shown(characters: int) -> str:
    """Return the middle of a text that is kept whole but too long to show."""
    return f"[... cut here: {characters:,} characters in all ...]"
