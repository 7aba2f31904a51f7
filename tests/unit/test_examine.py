"""A submission's run: what a step does costs that step, and its neighbours keep their state."""

import os
import socket
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from autograder import sections
from autograder.checks import checking
from autograder.checks.checking import Check, Diagnosis, Misconception, Suite, Unexplained, array
from autograder.execution import bwrap, examine
from autograder.execution.channel import Limits
from autograder.execution.device_report import ReportDevice
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.sandboxed import forkserver, jail, syscalls
from autograder.topics import ROOT

SUITE = Suite({"zeros": Misconception("gives zeros", "It gives zeros.", "lookup-the-identity")}, "t")


@SUITE.check("lookup", "values", 2)
def _(student, rng):
    E, ids = rng.normal(size=(7, 3)).astype(np.float32), rng.integers(0, 7, (2, 4))
    diagnosis = Diagnosis("`lookup` gives wrong values.")
    got = array(student.call("lookup", E, ids), "numpy", "`lookup` gives no array.")
    diagnosis.see(got, E[ids], 0.0, zeros=0 * E[ids])
    diagnosis.conclude()


@SUITE.check("twice", "calls back", 1)
def _(student, rng):
    f = student.function("f", lambda x: x + 1)
    if student.call("twice", f, 1) != 3 or student.calls("f") != 2:
        raise Unexplained("`twice` does not call f twice.")


LOOKUP, TWICE = SUITE.checks
RIGHT = "def lookup(E, ids): return E[ids]"


@pytest.fixture(scope="module", params=["fenced", "unfenced"])
def fork_server(request):
    bounds = None
    if request.param == "fenced":
        if absent := bwrap.missing():
            pytest.skip(f"student code is NOT tested in the sandbox: {'; '.join(absent)}")
        bounds = jail.Bounds()
    with ForkServer(bounds) as n:
        yield n


@pytest.fixture
def submission(fork_server):
    with fork_server.submission(Limits(seconds=3, output=10_000)) as submission:
        yield submission


def ask(submission, check):
    return submission.run_checks([check], seed=1)[0]


def test_cells_share_their_names_and_print(submission):
    ran = submission.run_cell("x = 20\nprint('hello')")
    assert (ran.text, ran.error, ran.stopped) == ("hello\n", None, "")
    assert submission.run_cell("x + 1").text.strip() == "21"
    ran = submission.run_cell("import sys\nprint('to stderr', file=sys.stderr)")
    assert "to stderr" in ran.text and ran.error is None


def test_an_error_is_shown_and_its_cell_keeps_what_it_did(submission):
    ran = submission.run_cell("y = 5\n1 / 0")
    assert ran.error == "ZeroDivisionError: division by zero" and "1 / 0" in ran.text
    assert submission.run_cell("y").text.strip() == "5"
    assert submission.run_cell("def broken(:").error.startswith("SyntaxError")


def test_right_wrong_and_missing_answers(submission):
    result = ask(submission, LOOKUP)
    assert (result.verdict, result.points, result.message) == ("missing", 0, "`lookup` is not defined.")
    submission.run_cell("def lookup(E, ids): raise NotImplementedError")
    assert ask(submission, LOOKUP).verdict == "missing"
    submission.run_cell("def lookup(E, ids): return E[ids] * 0")
    result = ask(submission, LOOKUP)
    assert (result.verdict, result.misconception) == ("wrong", "zeros")
    assert result.message == f"It gives zeros. {sections.pointer('lookup-the-identity', 'this test')}"
    submission.run_cell("def lookup(E, ids): return E[ids] + 1")
    assert ask(submission, LOOKUP).misconception is None
    submission.run_cell(RIGHT)
    assert ask(submission, LOOKUP).points == 2


def test_a_callback_reaches_the_examiner(submission):
    submission.run_cell("def twice(f, x): return f(f(x))")
    assert ask(submission, TWICE).verdict == "right"


def test_a_check_leaves_no_trace_in_later_ones(submission):
    submission.run_cell("calls = []\n" + RIGHT.replace("return", "calls.append(1); return"))
    ask(submission, LOOKUP)
    assert submission.run_cell("calls").text.strip() == "[]"


@pytest.mark.parametrize(
    "cell, words",
    [
        ("while True: pass", "took longer than the time limit"),
        ("import os; os._exit(0)", "its process ended"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "its process ended"),
        ("print('x' * 50_000)", "more output than the limit"),
        ("import os\nwhile True: os.write(1, b'flood' * 1000)", "more output than the limit"),
        (
            "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))\nwhile True: pass",
            "time limit",
        ),
    ],
)
def test_a_cell_that_ends_badly_costs_itself_alone(submission, cell, words):
    submission.run_cell("before = 1")
    assert words in submission.run_cell(cell).error
    assert submission.run_cell("before").text.strip() == "1"
    submission.run_cell(RIGHT)
    assert ask(submission, LOOKUP).verdict == "right"


# A thread that ends its process as soon as a byte is written, by whichever step.
ENDS = """
import os, threading
asked, ask = os.pipe()
def end():
    os.read(asked, 1)
    os._exit(0)
threading.Thread(target=end).start()
mine = 2
"""


@pytest.mark.parametrize(
    "cell",
    [
        "os.write(ask, b'.')\nlater = 3",  # it would end the process in the midst of this cell,
        "later = mine + 1\nos.write(ask, b'.')",  # or behind it
    ],
)
def test_a_thread_that_ends_its_process_later_costs_no_cell(submission, cell):
    submission.run_cell("before = 1\n" + RIGHT)
    assert submission.run_cell(ENDS).error is None
    assert submission.run_cell(cell).error is None
    assert ask(submission, LOOKUP).verdict == "right"
    assert submission.run_cell("before, mine, later").text.strip() == "(1, 2, 3)"


def test_a_state_whose_process_has_ended_is_made_again(submission):
    submission.run_cell("before = 1\n" + RIGHT)
    after_the_cell = "import os, threading\nthreading.Timer(0.4, os._exit, [0]).start()\nmine = 2"
    assert submission.run_cell(after_the_cell).error is None
    time.sleep(0.8)  # the timer of the one process that has this state: nothing outside can be waited for
    assert submission.run_cell("before, mine").text.strip() == "(1, 2)"


def test_a_thread_that_ends_its_process_during_a_check_costs_nothing(submission):
    submission.run_cell(ENDS)
    submission.run_cell(RIGHT.replace("return", "os.write(ask, b'.'); return"))
    submission.run_cell("def twice(f, x): return f(f(x))")
    assert ask(submission, LOOKUP).verdict == "right"
    assert ask(submission, TWICE).verdict == "right"


def test_a_thread_of_a_cell_is_gone_in_the_next_and_prints_nothing_more(submission):
    submission.run_cell("import threading, time\nthreading.Thread(target=lambda: time.sleep(60)).start()")
    assert submission.run_cell("threading.active_count()").text.strip() == "1"
    assert submission.run_cell("import os; os._exit(0)").stopped == "crash"  # which the state before outlives
    assert submission.run_cell("threading.active_count()").text.strip() == "1"


def test_threads_are_counted_where_proc_is_empty(monkeypatch):
    counted = []
    for listed in (os.listdir, None):
        monkeypatch.setattr(
            os, "listdir", listed or (lambda path: (_ for _ in ()).throw(FileNotFoundError()))
        )
        before = forkserver._threads()
        with ThreadPoolExecutor(1) as pool:
            pool.submit(int).result()
            counted.append(forkserver._threads() - before)
    assert counted == [1, 1]


@pytest.mark.parametrize(
    "body, verdict",
    [
        ("while True: pass", "time"),
        ("import os; os._exit(0)", "crash"),
        ("import os; os.kill(os.getpid(), 11)", "crash"),
        ("print('x' * 50_000, flush=True); return E[ids]", "output"),
        ("raise SystemExit(0)", "error"),
        ("return input()", "error"),
        ("return E[ids].tolist()", "wrong"),
        ("return object()", "wrong"),
        ("return lookup(E, ids)", "error"),
        ("return 10 ** 5000", "error"),
    ],
)
def test_an_answer_that_ends_badly_has_a_verdict_and_leaves_the_rest(submission, body, verdict):
    submission.run_cell(f"def lookup(E, ids):\n    {body}")
    submission.run_cell("def twice(f, x): return f(f(x))")
    result = ask(submission, LOOKUP)
    assert (result.verdict, result.points) == (verdict, 0) and result.message
    assert ask(submission, TWICE).verdict == "right"


def test_a_check_that_ends_its_process_leaves_the_next_one_a_fresh_one(submission):
    submission.run_cell("import os\ndef lookup(E, ids): os._exit(0)\ndef twice(f, x): return f(f(x))")
    results = submission.run_checks([LOOKUP, TWICE, LOOKUP, TWICE], seed=1)
    assert [r.verdict for r in results] == ["crash", "right", "crash", "right"]


def test_printing_and_warning_cost_nothing(submission):
    submission.run_cell(
        "import sys, warnings\n"
        + RIGHT.replace("return", "print('hi'); print('err', file=sys.stderr); warnings.warn('w'); return")
    )
    assert ask(submission, LOOKUP).points == 2


def test_a_traceback_does_not_tell_where_python_lies(submission):
    ran = submission.run_cell("import numpy, sys\nprint(sys.prefix + '/lib')\nnumpy.zeros(3).reshape(7, 9)")
    assert "reshape" in ran.text and sys.prefix not in ran.text + ran.error
    ran = submission.run_cell("raise ValueError(numpy.__file__)")
    assert ran.error.endswith("numpy/__init__.py") and sys.prefix not in ran.text + ran.error


def test_no_table_of_mounts_tells_where_things_lie_on_this_machine(fork_server, submission):
    ran = submission.run_cell("print(open('/proc/self/mountinfo').read(), open('/proc/self/mounts').read())")
    if ran.error:
        return  # some containers have no such table
    if fork_server._bounds is None:
        assert "/proc" in ran.text
        return
    places = [
        str(ROOT),
        tempfile.gettempdir() + "/",
        sys.prefix,
        sys.base_prefix,
        os.path.realpath(sys.prefix),
    ]
    assert [place for place in places if place in ran.text] == []


# What a cell can do to where its output goes, after which its function is to be there all the same.
STREAMS = [
    "sys.stdout.close()",
    "sys.stderr.close()",
    "sys.stdout = sys.stderr = None",
    "class Raises:\n    def write(self, text=''): raise OSError('full')\n    flush = write\n"
    "sys.stdout = Raises()",
    "class Exits:\n    def write(self, text): pass\n    def flush(self): sys.exit(3)\nsys.stderr = Exits()",
    "print('buffered', end=''); os.close(1)",
    "os.close(1); os.close(2)",
    "os.closerange(0, 3)",
]


@pytest.mark.parametrize("stream", STREAMS)
def test_a_cell_that_spoils_its_output_keeps_its_function(fork_server, submission, stream):
    cell = f"import os, sys\n{RIGHT}\n{stream}"
    later = "def twice(f, x): return f(f(x))"
    steps = [CodeStep(cell, "solution", "lookup"), CheckStep("lookup")]
    steps += [CodeStep(later, "solution", "twice"), CheckStep("twice")]
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=Limits(5))
    assert [r.verdict for r in graded.results] == ["right", "right"]
    for source in (cell, later):
        assert not submission.run_cell(source).stopped
    assert [ask(submission, check).verdict for check in (LOOKUP, TWICE)] == ["right", "right"]


def test_in_the_sandbox_no_one_gets_rights_again(fork_server, submission):
    if fork_server._bounds is None:
        return  # nothing is promised there
    clone, clone3 = syscalls.number("clone"), syscalls.number("clone3")
    ran = submission.run_cell(
        "import ctypes, os, threading\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "print(libc.unshare(0x10000000), libc.unshare(0x20000), ctypes.get_errno())\n"
        f"print(libc.syscall({clone3}, 0, 0), libc.syscall({clone}, 0x10000011, 0, 0, 0, 0))\n"
        "threading.Thread(target=lambda: print('a thread')).start()\nprint(os.system('exit 3') >> 8)"
    )
    assert ran.text.split("\n")[:2] == ["-1 -1 1", "-1 -1"]
    assert "a thread" in ran.text and "\n3" in ran.text and ran.error is None


def test_lies_about_equality_do_not_help(submission):
    submission.run_cell(
        "import numpy as np\n"
        "class Liar(np.ndarray):\n"
        "    __eq__ = __le__ = lambda self, other: True\n"
        "    def __array_ufunc__(self, *a, **k): return True\n"
        "def lookup(E, ids): return np.zeros((2, 4, 3), np.float32).view(Liar)"
    )
    assert ask(submission, LOOKUP).misconception == "zeros"


def test_a_script_runs_from_first_to_last_with_checks_in_place(fork_server):
    steps = [
        CodeStep(RIGHT, "solution", "lookup"),
        CheckStep("lookup"),
        CodeStep("del lookup", "added"),
        CheckStep("twice"),
    ]
    graded = examine.examine(Script("s", SUITE, steps, ["a note"]), fork_server, seed=1, limits=Limits(5))
    assert [(r.check, r.verdict) for r in graded.results] == [
        ("lookup.values", "right"),
        ("twice.calls back", "missing"),
    ]
    assert [c.kind for c in graded.cells] == ["solution", "added"] and graded.notes == ["a note"]


LEAVES = {  # where a check's process may leave something for a later cell
    "a file": (
        "",
        "open('left', 'w').write(text)",
        "print(open('left').read() if os.path.exists('left') else 'nothing')",
    ),
    "memory": (
        "import mmap; shared = mmap.mmap(-1, 4096)",
        "shared[: len(text)] = text.encode()",
        "print(shared[:].strip(b'\\0').decode() or 'nothing')",
    ),
    "a pipe": (
        "r, w = os.pipe(); os.set_blocking(r, False)",
        "os.write(w, text.encode())",
        "try: print(os.read(r, 9999).decode())\nexcept BlockingIOError: print('nothing')",
    ),
}


@pytest.mark.parametrize("where", LEAVES)
@pytest.mark.parametrize(
    "last", ["", "\nraise ValueError(os.environ['HOME'])", "\nimport sys; sys.stdout.flush(); os._exit(0)"]
)
@pytest.mark.parametrize("first", ["quick = True", "import os; os._exit(0)"])
def test_what_a_check_was_sent_is_not_printed_by_a_later_cell(fork_server, where, last, first):
    before, leave, read = LEAVES[where]
    mine = (
        f"import os\n{before}\ndef lookup(E, ids):\n    text = repr(E.tolist())\n"
        f"    {leave}\n    return E[ids]"
    )
    steps = [
        CodeStep(first, "added"),
        CodeStep(mine, "solution", "lookup"),
        CheckStep("lookup"),
        CodeStep(read + last, "added"),
        CodeStep("print(2 ** 9)", "added"),
    ]
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=Limits(5))
    assert [r.verdict for r in graded.results] == ["right"]
    assert [cell.text.split("\n")[0] for cell in graded.cells] == ["", "", "nothing", "512"]
    assert bool(graded.cells[2].error) == bool(last)


def test_cells_run_again_only_where_they_print_more_than_a_few_words(fork_server, counted):
    """That is, where a cell that ends its process has made them run between the checks."""
    given = "print('a number: 12')\nprint(\"f: all of this is right, 3 of 3\")"
    ends = "import os; os._exit(1)"
    for printed, kind, times in (
        (given.partition("\n")[2], "given", 1),
        (given, "given", 2),
        ('for name in "f", "g":\n    print(name, "2 of 3 tests pass", sep=": ")', "given", 1),
        ('for name in "f", "f":\n    print(name, "2 of 3 tests pass", sep=": ")', "given", 2),
        ('for name in "f", "g":\n    print(name, "2 of 3 tests pass", sep=": ")', "added", 2),
        ('print("f", 3, sep=": ")', "given", 2),
        ("print('it works')", "added", 1),
        ("print(12)", "added", 2),
        ("1 / 0", "added", 2),
        ("print('a' * 400)", "added", 2),
        (given.partition("\n")[2], "added", 2),
    ):
        steps = [CodeStep(RIGHT, "solution", "lookup"), CheckStep("lookup"), CodeStep(printed, kind)]
        for first, runs in (
            ([], {RIGHT: 1, printed: 1, "lookup": 1}),
            ([CodeStep(ends, "added")], {RIGHT: 2 * times, printed: 2 * times - 1, "lookup": 1}),
        ):
            counted.clear()
            graded = examine.examine(Script("s", SUITE, first + steps), fork_server, seed=1, limits=Limits(5))
            counted.pop(ends, None)
            assert counted == runs, printed
            assert graded.cells[-1].text or graded.cells[-1].error


def test_a_cell_behind_a_check_that_never_ends_is_not_run_again(fork_server, counted):
    endless = "print(12, flush=True)\nwhile True: pass"
    steps = [
        CodeStep(RIGHT, "solution", "lookup"),
        CheckStep("lookup"),
        CodeStep(endless, "added"),
        CodeStep("print(13)", "added"),
    ]
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=Limits(3))
    assert counted[endless] == 1 and [cell.text for cell in graded.cells] == ["", "12\n", "13\n"]
    assert "time limit" in graded.cells[1].error


@pytest.fixture
def counted(monkeypatch):
    """How often each check was put, and each cell run."""
    seen = {}

    def count(name, label):
        original = getattr(examine.SubmissionProcess, name)

        def spy(self, *args, **more):
            for key in label(*args):
                seen[key] = seen.get(key, 0) + 1
            return original(self, *args, **more)

        monkeypatch.setattr(examine.SubmissionProcess, name, spy)

    count("run_cell", lambda source: [source])
    count("run_cells", lambda sources: sources)
    count("run_checks", lambda checks, *_: [c.function for c in checks])
    return seen


@pytest.mark.parametrize(
    "cell, verdict",
    [
        ("import os; os._exit(0)", "its process ended"),
        ("while True: pass", "took longer than the time limit"),
        ("while True: print('flood' * 1000)", "more output than the limit"),
    ],
)
def test_a_cell_that_ends_badly_costs_itself_alone_in_a_script_too(fork_server, counted, cell, verdict):
    twice = "def twice(f, x): return f(f(x))"
    steps = [
        CodeStep(f"print('once')\n{RIGHT}", "solution", "lookup"),
        CheckStep("lookup"),
        CodeStep(cell, "added"),
        CodeStep(twice, "solution", "twice"),
        CheckStep("twice"),
        CodeStep("lookup, twice", "added"),
    ]
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=Limits(3, 10_000))
    assert [r.verdict for r in graded.results] == ["right", "right"]
    assert verdict in graded.cells[1].error and [bool(c.error) for c in graded.cells] == [0, 1, 0, 0]
    assert graded.cells[0].text == "once\n"
    assert counted["lookup"] == counted["twice"] == 1  # what was found is not asked for again
    assert counted[cell] == (1 if "while True: pass" in cell else 2)  # nor is a time limit waited for twice
    assert [c.source for c in graded.cells] == [s.source for s in steps if isinstance(s, CodeStep)]


def test_a_later_cell_that_ends_the_fork_kept_for_a_check_costs_it_nothing(fork_server):
    if fork_server._bounds is None:
        pytest.skip("it would end processes of the tests, which the sandbox alone prevents")
    steps = [
        CodeStep(RIGHT, "solution", "lookup"),
        CheckStep("lookup"),
        CodeStep("import os; os.kill(-1, 9)", "added"),
    ]
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=Limits(5))
    assert [r.verdict for r in graded.results] == ["right"] and not graded.cells[1].error


STAYS = """
import subprocess, sys
stays = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"], start_new_session=True)
"""
COUNTS = """
import os
print(sum(name.isdigit() for name in os.listdir("/proc")))
"""


@pytest.mark.parametrize("listed", [True, False], ids=["by /proc", "by number"])
def test_what_a_cell_leaves_running_ends_before_the_next_step_and_a_kept_fork_does_not(listed):
    if absent := bwrap.missing():
        pytest.skip(f"student code is NOT tested in the sandbox: {'; '.join(absent)}")
    # As in a container that refuses a new /proc: the process that sweeps finds nothing listed.
    blind = (
        "import types; from autograder.sandboxed import jail\n"
        "jail.os = types.SimpleNamespace(**{**vars(jail.os), 'listdir': lambda at: []})"
    )
    with ForkServer(jail.Bounds()) as server, server.submission(Limits(10), forkserver.QUICK) as submission:
        submission.run_cells([RIGHT] if listed else [RIGHT, blind])
        with submission.kept() as kept:
            counts = [submission.run_cells([cell])[0].text.strip() for cell in (STAYS, COUNTS)]
            assert counts[1] == "3", "process 1, the interpreter, the fork"
            assert [r.verdict for r in submission.run_checks([LOOKUP], 1, False, kept)] == ["right"]


def test_a_process_that_is_lost_between_cells_costs_no_earlier_or_later_points(fork_server):
    cell = "import os\nfor fd in range(3, 256):\n    try: os.close(fd)\n    except OSError: pass"
    later = "def twice(f, x): return f(f(x))"
    steps = [
        CodeStep(RIGHT, "solution", "lookup"),
        CodeStep(cell, "added"),
        CheckStep("lookup"),
        CodeStep(later, "solution", "twice"),
        CheckStep("twice"),
    ]
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=Limits(5))
    assert [r.verdict for r in graded.results] == ["right", "right"]


def test_a_notebook_as_a_whole_has_a_limit(fork_server):
    class Short(Limits):
        notebook = 1.0

    cells = [CodeStep(f"import time; time.sleep(0.3)  # {n}", "added") for n in range(500)]
    steps = [CodeStep(RIGHT, "solution", "lookup"), CheckStep("lookup"), *cells, CheckStep("twice")]
    start = time.monotonic()
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=Short(5))
    assert time.monotonic() - start < 10
    assert [r.verdict for r in graded.results] == ["right", "time"]
    assert "time limit" in graded.cells[-1].error


def test_a_candidate_that_takes_no_steps_any_more_does_not_hold_up_the_examiner():
    class Patient(Limits):
        notebook = 60.0

    ours, theirs = socket.socketpair()  # whose other end is held open, as a stopped process holds it
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
    with ours, theirs:
        submission, start = examine.SubmissionProcess(ours, Patient(seconds=0.02)), time.monotonic()
        assert {submission.run_cell("x = 1").stopped for _ in range(100)} == {"time"}
        assert ask(submission, LOOKUP).verdict == "time" and time.monotonic() - start < 30


def test_checks_asked_for_alone_are_put_alone_and_no_cell_runs_after_them(fork_server, counted):
    steps = [
        CodeStep(RIGHT, "solution", "lookup"),
        CheckStep("lookup"),
        CodeStep("1 / 0", "added"),
        CheckStep("twice"),
    ]
    graded = examine.examine(
        Script("s", SUITE, steps), fork_server, seed=1, limits=Limits(5), only={LOOKUP.id}
    )
    assert [r.check for r in graded.results] == [LOOKUP.id]
    assert counted == {RIGHT: 1, "lookup": 1}


def test_another_device_is_told_beside_and_decides_nothing(fork_server, monkeypatch):
    suite = Suite({}, "t")

    @suite.check("f", "device", 1, accelerator=True)
    def _(student, rng):
        if student.call("f", student.tensor(np.ones(2))).device != "standin":
            raise Unexplained("not there")

    steps = [CodeStep("def f(x): return 2 * x", "solution", "f"), CheckStep("f")]
    graded = examine.examine(
        Script("s", suite, steps),
        fork_server,
        seed=1,
        limits=Limits(5),
        report_on=ReportDevice("cpu", fork_server),
    )
    (result,) = graded.results
    assert (result.verdict, result.points) == ("right", 1)
    assert result.devices == {"standin": "right", "cpu": "wrong", "cuda": "not run"}


def test_bytes_that_the_graders_own_code_never_sends_are_told_as_such(fork_server):
    forged = (
        "import gc, socket, os\n"
        "def lookup(E, ids):\n"
        "    for s in gc.get_objects():\n"
        "        if isinstance(s, socket.socket) and s.fileno() > 2:\n"
        "            s.sendall(b'\\x02\\0\\0\\0\\0\\0\\0\\0[]')\n"
        "    return E[ids]"
    )
    steps = [
        CodeStep(forged, "solution", "lookup"),
        CheckStep("lookup"),
        CodeStep("def twice(f, x): return f(f(x))", "added"),
        CheckStep("twice"),
    ]
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=Limits(5))
    assert [(r.verdict, r.points) for r in graded.results] == [("tampered", 0), ("right", 1)]


def test_a_cell_that_does_not_run_is_told_as_the_reason(fork_server):
    steps = [CodeStep("def lookup(:", "solution", "lookup"), CheckStep("lookup"), CheckStep("twice")]
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1, limits=Limits(5))
    lookup, twice = graded.results
    assert lookup.verdict == "error" and "SyntaxError" in lookup.message
    assert twice.verdict == "missing"


# What a cell can leave on, and how the page names it. All change what some call in a check does.
LEFT_ON = {
    "torch.set_default_dtype(torch.float64)": "torch.set_default_dtype",
    "torch.set_default_device('meta')": "torch.set_default_device",
    "torch.set_grad_enabled(False)": "torch.set_grad_enabled",
    "mode = torch.inference_mode(); mode.__enter__()": "torch.inference_mode",
    "mode = torch.autocast('cpu'); mode.__enter__()": "torch.autocast",
    "torch.use_deterministic_algorithms(True)": "torch.use_deterministic_algorithms",
    "torch.autograd.set_detect_anomaly(True)": "torch.autograd.set_detect_anomaly",
    "torch.set_num_threads(2)": "torch.set_num_threads",
    "torch.set_float32_matmul_precision('medium')": "torch.set_float32_matmul_precision",
    "torch.set_flush_denormal(True)": "torch.set_flush_denormal",
    "torch.set_printoptions(precision=1)": "torch.set_printoptions",
    "np.seterr(all='raise')": "np.seterr",
    "np.set_printoptions(precision=1)": "np.set_printoptions",
}
LOOKS = """
import numpy as np, torch
from autograder.sandboxed import settings
def now(): return {name: setting.read() for name, setting in settings._settings.items()}
began, found = now(), {}
def lookup(E, ids):
    found.update({name: value for name, value in now().items() if value != began[name]})
    if found:
        raise ValueError(" ".join(found))
    return E[ids]
"""


@pytest.mark.parametrize("cell", LEFT_ON)
def test_checks_run_under_the_settings_at_the_start_and_the_page_names_what_was_left_on(fork_server, cell):
    steps = [CodeStep(LOOKS, "solution", "lookup"), CodeStep(cell, "added"), CheckStep("lookup")]
    steps.append(CodeStep("print([name for name in began if now()[name] != began[name]])", "added"))
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1)
    assert [r.verdict for r in graded.results] == ["right"], graded.results[0].message
    assert len(graded.notes) == 1 and f"`{LEFT_ON[cell]}`" in graded.notes[0] and "it" in graded.notes[0]
    assert LEFT_ON[cell] in graded.cells[-1].text, "later cells go on as the student has it"


def test_seeds_are_no_setting_and_no_draw_of_a_check_depends_on_them(submission):
    seeded = "import random, numpy as np, torch\n{0}.seed(1); np.{0}.seed({1}); torch.manual_seed({1})"
    drawn = set()
    submission.run_cell(
        "def lookup(E, ids):\n"
        "    open('drawn', 'w').write(f'{random.random()} {np.random.rand()} {torch.rand(1).item()}')"
    )
    for seed in (1, 2):
        submission.run_cell(seeded.format("random", seed))
        ask(submission, LOOKUP)
        drawn.add(submission.run_cell("print(open('drawn').read())").text)
    assert len(drawn) == 1 and drawn.pop().count("0.") >= 3
    assert submission.left_on == set()


def test_a_setting_that_a_function_makes_is_its_own(fork_server):
    source = (
        "import numpy as np, torch\ndef lookup(E, ids):\n    torch.set_default_dtype(torch.float64)\n"
        "    return E[ids] + (torch.get_default_dtype() is torch.float32)"
    )
    steps = [CodeStep(source, "solution", "lookup"), CheckStep("lookup")]
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1)
    assert ([r.verdict for r in graded.results], graded.notes) == (["right"], [])


@pytest.mark.parametrize("said", ["5", "['<b>', 'np.seterr', 'x' * 10**6]", "{}", "1 / 0"])
def test_what_a_process_says_of_its_settings_is_a_choice_of_known_names(fork_server, said):
    patch = (
        "from autograder.sandboxed import agent\n"
        f"agent.Agent.do_settings = lambda self, request: {{'value': {said}}}\n{RIGHT}"
    )
    steps = [CodeStep(patch, "solution", "lookup"), CheckStep("lookup")]
    graded = examine.examine(Script("s", SUITE, steps), fork_server, seed=1)
    assert [r.verdict for r in graded.results] == ["right"]
    assert len(graded.notes) == ("seterr" in said) and "<b>" not in "".join(graded.notes)


def test_draws_depend_on_seed_and_check_alone():
    def draw(seed, check):
        return checking.generator(seed, check).integers(1 << 60)

    other = Check("lookup", "errors", 1, None, False, SUITE)
    assert draw(1, LOOKUP) == draw(1, LOOKUP)
    assert len({draw(1, LOOKUP), draw(2, LOOKUP), draw(1, other)}) == 3
