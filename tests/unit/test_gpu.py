"""`make gpu` on a machine without a GPU: the command, what it counts, and how a fault is contained."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from autograder import topics
from autograder.checks.checking import Suite, Unexplained
from autograder.checks.student import Local, StudentError
from autograder.execution import bwrap, examine, forkserver as forkservers
from autograder.execution.channel import Limits
from autograder.execution.device_report import ReportDevice
from autograder.execution.forkserver import ForkServer
from autograder.execution.steps import CheckStep, CodeStep, Script
from autograder.gpu import __main__ as command, faults, record, verdicts
from autograder.gpu.verdicts import Heard, compare
from autograder.gpu.workers import Workers
from autograder.sandboxed import devices, jail
from autograder.selftest import bank

ROOT = Path(__file__).resolve().parents[2]
no_cuda = pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
BLOCKED = (
    "nbgrader",
    "nbformat",
    "jupyter",
    "jupyter_core",
    "jupytext",
    "IPython",
    "tqdm",
    "yaml",
    "traitlets",
    "matplotlib",
)
SITE = f"""
import sys
class Without:
    def __init__(self, finder):
        self.finder = finder
    def __getattr__(self, name):
        return getattr(self.finder, name)
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {BLOCKED!r}:
            return None
        return self.finder.find_spec(name, path, target)
sys.meta_path[:] = [Without(finder) for finder in sys.meta_path]
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory) -> Path:
    """A folder for PYTHONPATH, with which a Python has PyTorch and NumPy and nothing of Jupyter."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "sitecustomize.py").write_text(SITE)
    (folder / "autograder").symlink_to(ROOT / "autograder", target_is_directory=True)
    return folder


# -- the command ----------------------------------------------------------------------------


def test_command_writes_a_valid_file_with_pytorch_and_numpy_alone(bare, tmp_path):
    out = tmp_path / "gpu.json"
    line = [
        sys.executable,
        "-c",
        RUN_WITH_A_MEASUREMENT,
        "--device",
        "cpu",
        "--quick",
        "--topic",
        "memory",
        "--out",
        str(out),
    ]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, env=_environment(bare))
    assert done.returncode == 0, done.stderr
    data = json.loads(out.read_text())
    assert data["schema"] == 1 and data["complete"] is False and data["seed"] == 0
    assert data["device"]["type"] == "cpu" and data["versions"]["torch"] == torch.__version__
    assert data["command"].startswith("python -m autograder.gpu --device cpu --quick")
    assert data["measurements"] == {"gather": {"unit": "s", "cells": [{"samples": [0.5]}]}}
    skipped = {s["part"]: s["reason"] for s in data["skipped"]}
    assert "no CUDA device" in skipped["verdicts.answers on CUDA"]
    assert "--device cuda" in skipped["verdicts.faults: an id out of range in F.embedding"]
    found = data["verdicts"]
    total = sum(found["answers"][k] for k in COUNTS)
    assert found["device"] == "cpu" and 0 < total <= found["bank"]["answers"]
    assert sum(found["conformance"][k] for k in COUNTS) > 150 and found["conformance"]["departures"] == []
    assert all(row["as_expected"] for row in found["faults"]) and "questions" in done.stderr


COUNTS = ("both_pass", "both_fail", "standin_only_passes", "device_only_passes")
# Faults have a test of their own below; measurements have theirs elsewhere.
RUN_WITH_A_MEASUREMENT = """
import sys, types
from autograder.gpu import __main__ as command, faults
measure = types.ModuleType("autograder.gpu.measure")
measure.measure = lambda device, seed, quick, say, into: into.update(
    gather={"unit": "s", "cells": [{"samples": [0.5]}]})
sys.modules["autograder.gpu.measure"] = measure
class Nowhere:
    def __init__(self, *a): pass
    def __enter__(self): return self
    def __exit__(self, *a): pass
faults.ForkServer, faults.FAULTS = Nowhere, tuple(f for f in faults.FAULTS if "cpu" not in f.on)
faults._untouched = lambda *a: {"as_expected": True}
sys.exit(command.main())
"""


def _environment(folder: Path) -> dict:
    return {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def test_every_module_of_the_command_imports_pytorch_and_numpy_alone(bare):
    names = sorted(
        f"autograder.gpu.{p.stem}"
        for p in (ROOT / "autograder" / "gpu").glob("*.py")
        if p.stem not in ("__init__", "__main__")
    )
    script = (
        "import importlib, sys\n"
        f"[importlib.import_module(n) for n in {names!r} + ['autograder.gpu.__main__']]\n"
        f"print([b for b in {BLOCKED!r} if b in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, env=_environment(bare)
    )
    assert done.stdout == "[]\n", done.stderr


@no_cuda
def test_without_a_cuda_device_it_says_so_in_a_line_and_fails(capsys, tmp_path):
    assert command.main(["--out", str(tmp_path / "gpu.json")]) == 2
    said = capsys.readouterr().err
    assert "no CUDA device" in said and said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_make_gpu_needs_no_environment_of_the_repository():
    done = subprocess.run(
        ["make", "--no-print-directory", "-n", "gpu", "PYTHON=python3"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split("\n")[0].strip() == "python3 -m autograder.gpu" and "venv" not in done.stdout


@pytest.fixture
def parts(monkeypatch):
    """The command with parts that take no time; each test says what they do."""
    steps = {"verdicts": [], "notebooks": [], "measurements": []}
    monkeypatch.setattr(
        command._Run,
        "_steps",
        lambda self, part, into: [(part, lambda run=run: run(into)) for run in steps[part]],
    )
    return steps


def test_an_interrupted_run_keeps_what_it_has_and_replaces_no_complete_file(parts, monkeypatch, tmp_path):
    monkeypatch.setattr(record, "BENCHMARKS", tmp_path)
    parts["verdicts"] = [lambda into: into.update(answers={"both_pass": 1})]
    assert command.main(["--device", "cpu"]) == 0
    whole = (tmp_path / "cpu.json").read_text()
    assert json.loads(whole)["complete"] is True

    def interrupted(into):
        into["gather"] = {"unit": "s"}
        raise KeyboardInterrupt

    parts["measurements"] = [interrupted]
    for out in ([], ["--out", str(tmp_path / "cpu.json")]):
        assert command.main(["--device", "cpu", *out]) == 130
        assert (tmp_path / "cpu.json").read_text() == whole
        partial = json.loads((tmp_path / "cpu.partial.json").read_text())
        assert partial["complete"] is False and partial["measurements"] == {"gather": {"unit": "s"}}
        assert partial["verdicts"] == {"answers": {"both_pass": 1}}
        assert {"part": "the rest", "reason": "interrupted"} in partial["skipped"]
    parts["measurements"] = []
    assert command.main(["--device", "cpu"]) == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cpu.json"]


@pytest.mark.parametrize("arguments", [["--quick"], ["--only", "verdicts"], ["--topic", "lookup"]])
def test_a_run_that_was_asked_for_less_is_not_complete(parts, monkeypatch, tmp_path, arguments):
    monkeypatch.setattr(record, "BENCHMARKS", tmp_path)
    assert command.main(["--device", "cpu", *arguments]) == 0
    assert [p.name for p in tmp_path.iterdir()] == ["cpu.partial.json"]


def test_runs_of_one_part_each_make_a_whole_file_and_a_changed_commit_begins_anew(
    parts, monkeypatch, tmp_path
):
    monkeypatch.setattr(record, "BENCHMARKS", tmp_path)
    monkeypatch.setattr(record, "commit", lambda: "one")
    parts["verdicts"] = [
        lambda into: into.update(answers={}, skipped=[{"part": "verdicts.faults: x", "reason": "y"}])
    ]
    parts["measurements"] = [lambda into: into.update(gather={})]
    for part in ("verdicts", "measurements", "verdicts"):
        assert command.main(["--device", "cpu", "--only", part]) == 0
    partial = json.loads((tmp_path / "cpu.partial.json").read_text())
    assert partial["measurements"] == {"gather": {}} and partial["complete"] is False
    assert [s["part"] for s in partial["skipped"]].count("verdicts.faults: x") == 1
    assert command.main(["--device", "cpu", "--only", "notebooks"]) == 0
    whole = json.loads((tmp_path / "cpu.json").read_text())
    assert [p.name for p in tmp_path.iterdir()] == ["cpu.json"] and whole["verdicts"] == {"answers": {}}
    assert whole["parts"]["notebooks"]["command"].endswith("--only notebooks")

    command.main(["--device", "cpu", "--only", "verdicts"])
    monkeypatch.setattr(record, "commit", lambda: "another")
    command.main(["--device", "cpu", "--only", "measurements"])
    assert "verdicts" not in json.loads((tmp_path / "cpu.partial.json").read_text())


def test_a_part_that_fails_costs_itself_and_is_told(parts, tmp_path, capfd):
    out = tmp_path / "x.json"
    parts["verdicts"] = [lambda into: into.update(answers={}), lambda into: 1 / 0]
    parts["measurements"] = [
        lambda into: into.update(gather={}, skipped=[{"part": "tying", "reason": "too little"}])
    ]
    assert command.main(["--device", "cpu", "--out", str(out)]) == 1
    data = json.loads(out.read_text())
    assert (
        data["complete"] is False
        and data["verdicts"] == {"answers": {}}
        and data["measurements"] == {"gather": {}}
    )
    reasons = {s["part"]: s["reason"] for s in data["skipped"]}
    assert reasons["verdicts"].startswith("failed: ZeroDivisionError") and reasons["tying"] == "too little"


def test_a_fault_that_spread_fails_the_command_and_stands_in_the_file(parts, tmp_path):
    out, row = tmp_path / "x.json", {"name": "kernels without end", "found": "right", "as_expected": False}
    parts["verdicts"] = [lambda into: into.update(faults=[row])]
    assert command.main(["--device", "cpu", "--out", str(out)]) == 1
    data = json.loads(out.read_text())
    assert data["complete"] is True and data["verdicts"]["faults"] == [row]


def test_a_folder_without_git_has_an_unknown_commit(tmp_path):
    assert record.commit(tmp_path) == "unknown"
    assert record.slug("NVIDIA H100 80GB HBM3") == "nvidia-h100-80gb-hbm3"


def test_samples_stand_on_one_line_and_read_as_they_were(tmp_path):
    data = {
        "complete": True,
        "device": {"slug": "cpu"},
        "samples": [1e-06, 2.5, -3],
        "text": "[ 1, 2 ]",
        "none": [],
    }
    text = record.write(data, tmp_path / "x.json").read_text()
    assert json.loads(text) == data and '"samples": [1e-06, 2.5, -3]' in text


# -- counting -------------------------------------------------------------------------------


def heard(*rows) -> Heard:
    found = Heard()
    for answer, device, *verdicts_ in rows:
        for verdict in verdicts_:
            found(
                {"answer": answer},
                {"check": "f.device", "device": device},
                {"verdict": verdict, "message": "why"},
            )
    return found


def test_counts_add_up_and_a_planted_difference_is_found():
    found = heard(
        ("a", "standin", "right", "right"),
        ("a", "cuda", "right", "right"),
        ("b", "standin", "wrong", "wrong"),
        ("b", "cuda", "error", "fault: device-side assert triggered"),
        ("c", "standin", "right", "right"),
        ("c", "cuda", "right", "wrong"),
        ("d", "standin", "error", "right"),
        ("d", "cuda", "right", "right"),
        ("e", "standin", "right", "right"),
        ("e", "cuda", "right"),  # interrupted: not counted
    )
    counts = compare(found, [(name, "f.device") for name in "abcde"], "cuda", 2)
    assert [counts[k] for k in COUNTS] == [1, 1, 1, 1] and counts["agreement"] == 0.5
    assert counts["differences"] == [
        {
            "answer": "c",
            "check": "f.device",
            "standin": "right",
            "device": "wrong",
            "detail": "why",
            "explained": "",
        },
        {
            "answer": "d",
            "check": "f.device",
            "standin": "error",
            "device": "right",
            "detail": "why",
            "explained": "",
        },
    ]
    assert compare(found, [], "cuda", 2)["agreement"] is None
    words = "\n".join(verdicts.disagreements({"answers": counts}))
    assert "agree on 50.00%" in words and words.count("no reason is given") == 2


def test_a_difference_with_a_reason_needs_no_further_look():
    (case, *_) = verdicts.KNOWN_GAPS["standin"]
    found = Heard()
    for device, verdict in (("standin", "refused"), ("cuda", "runs")):
        found({"answer": "leaving"}, {"check": case, "device": device}, {"verdict": verdict, "message": ""})
    counts = compare(found, [("leaving", case)], "cuda", 1)
    assert counts["differences"][0]["explained"] == verdicts.KNOWN_GAPS["standin"][case]
    assert not any("no reason" in line for line in verdicts.disagreements({"conformance": counts}))


def test_a_case_that_departs_is_told_and_an_assert_is_a_refusal(monkeypatch):
    monkeypatch.setattr(verdicts, "Workers", Planted)
    into = {}
    verdicts._conformance("cpu", lambda text: None, into, 1)
    (departure,) = into["conformance"]["departures"]
    assert departure["case"] == "index_with_ids" and departure["found"] == "differs"
    assert sum(into["conformance"][k] for k in COUNTS) == len(verdicts.CASES)
    assert {d["check"] for d in into["conformance"]["differences"]} == {"index_with_ids"}


class Planted:
    """Workers that say what is expected of every case, but of one; refusals come as asserts."""

    def __init__(self, *_):
        pass

    def run(self, tasks, told):
        for task in tasks:
            expected = verdicts.CASES[task["case"]].expected
            for question in task["questions"]:
                found = "fault: device-side assert" if expected == "refused" else "runs"
                if (task["case"], question["device"]) == ("index_with_ids", "cpu"):
                    found = "differs"
                told(task, question, {"verdict": found, "message": "", "expected": expected})


# -- workers --------------------------------------------------------------------------------

LOSES = faults.PLAYED + "def lookup_torch(E, ids):\n    Lost().__enter__()\n    return E[ids]\n"
ENDS = "import os\ndef lookup_torch(E, ids): os._exit(1)\n"
HANGS = "def lookup_torch(E, ids):\n    while True: pass\n"


def test_a_fault_costs_one_answer_and_one_worker():
    check = "lookup_torch.device"
    tasks = [t for t in verdicts._tasks("lookup", "cpu", range(2)) if "/lookup_torch/right-" in t["answer"]][
        :4
    ]
    for task, source in zip(tasks, (LOSES, ENDS, HANGS)):
        task["source"] = source
    for task in tasks:
        task["questions"] = [q for q in task["questions"] if q["check"] == check and q["device"] == "cpu"]
    found, workers = Heard(), Workers("cpu", 2, question=2.0)
    workers.run(tasks, found)
    told = [[reply["verdict"] for reply in found.of[t["answer"], check, "cpu"]] for t in tasks]
    assert told == [["fault: device-side assert triggered"] * 2, ["crash"] * 2, ["time"] * 2, ["right"] * 2]
    assert found.faults == 1 and workers.replaced == 3  # one for each, not for each seed


def test_workers_that_cannot_start_end_the_run_with_the_reason():
    with pytest.raises(RuntimeError, match="a worker for nowhere did not start"):
        Workers("nowhere", 1, memory="so much").run([{"questions": [{"check": "c", "device": "cpu"}]}], print)


# -- the grader with a device beside the stand-in ---------------------------------------------


def test_device_faults_are_reported_and_harm_nobody_else():
    into, fenced = {}, not bwrap.missing()
    faults.faults("cpu", lambda text: None, into, Limits(seconds=4.0), [fenced])
    rows = into["faults"]
    assert [r for r in rows if not r["as_expected"]] == []
    assert {r["found"] for r in rows} >= {"time", "crash", "right", "fault: device-side assert triggered"}
    assert {r["route"] for r in rows} == {"in the sandbox" if fenced else "without the sandbox"}
    assert any("out of range" in skip["part"] for skip in into["skipped"])


@pytest.fixture(scope="module")
def fork_server():
    with ForkServer() as n:
        yield n


SUITE = Suite({}, "t")


@SUITE.check("f", "device", 1, accelerator=True)
def _(student, rng):
    if student.call("f", 1) != 2:
        raise Unexplained("not two")


@SUITE.check("g", "device", 1, accelerator=True)
def _(student, rng):
    if student.call("g", 1) != 3:
        raise Unexplained("not three")


@pytest.fixture
def put(fork_server, monkeypatch):

    def put(*cells, seconds=3.0):
        steps = [
            CodeStep(cells[0], "solution", "f"),
            CheckStep("f"),
            *(CodeStep(c, "solution", "g") for c in cells[1:]),
            CheckStep("g"),
        ]
        graded = examine.examine(
            Script("s", SUITE, steps), fork_server, 1, Limits(seconds), None, ReportDevice("cpu", fork_server)
        )
        return [(r.verdict, r.points, r.devices["cpu"]) for r in graded.results]

    return put


G = "def g(x): return f(x) + 1"
FATAL = "RuntimeError('CUDA error: an illegal memory access was encountered')"


def there(statement: str) -> str:
    """A right `f` that does something else on the device.

    The stand-in's checks run in forks of the process that runs the cells, a device's in that one.
    """
    return f"import os\nHERE = os.getpid()\ndef f(x):\n    if os.getpid() == HERE: {statement}\n    return 2"


def test_a_fault_in_one_check_leaves_the_next_a_fresh_process_with_the_same_cells(put):
    cell = faults.PLAYED + there("Lost().__enter__()")
    assert put(cell, "def g(x): return 3") == [
        ("right", 1, "fault: device-side assert triggered"),
        ("right", 1, "right"),
    ]


def test_an_error_that_a_check_has_swallowed_is_reported_all_the_same(put):
    assert put(there(f"raise {FATAL}"), G) == [
        ("right", 1, "fault: an illegal memory access was encountered"),
        ("right", 1, "fault: an illegal memory access was encountered"),
    ]


def test_a_device_that_is_full_is_reported_as_memory(put):
    cell = "import torch\n" + there("raise torch.OutOfMemoryError('CUDA out of memory.')")
    assert put(cell, "def g(x): return 3") == [("right", 1, "memory"), ("right", 1, "right")]


def test_a_cell_that_ends_its_process_on_the_device_is_left_out_there(put):
    once = "import pathlib\nif pathlib.Path('/tmp/none').exists(): pass\n"
    ends = f"{once}import os\nif os.environ.get('MARK'): os._exit(0)\nos.environ['MARK'] = '1'"
    assert put("def f(x): return 2", ends, "def g(x): return 3")[1] == ("right", 1, "right")
    hangs = "def f(x): return 2\nwhile True: pass"  # left out there too: it gave nothing here
    assert [row[2] for row in put(hangs, "def g(x): return 3", seconds=1.0)] == ["missing", "right"]


def test_later_cells_see_what_the_first_have_made_and_a_check_runs_among_them(put):
    cells = "n = 1\ndef f(x): return x + n", "n = 5", "n -= 4\ndef g(x): return f(x) + n"
    assert put(*cells) == [("right", 1, "right"), ("right", 1, "right")]


@pytest.mark.parametrize(
    "types, message, found",
    [
        (
            ["AcceleratorError", "RuntimeError"],
            "CUDA error: device-side assert triggered\nCompile with ...",
            "fault: device-side assert triggered",
        ),
        (
            ["RuntimeError"],
            "CUDA error: an illegal memory access was encountered",
            "fault: an illegal memory access was encountered",
        ),
        (
            ["RuntimeError"],
            "CUDA error: \ud800 an error\tof its own" + 9 * " in a kernel",
            "fault: " + ("an error of its own" + 9 * " in a kernel")[:80],
        ),
        (["RuntimeError"], "CUDA error: " + 99 * "x", "fault"),
        (["OutOfMemoryError", "RuntimeError"], "CUDA out of memory. Tried to allocate 2 GiB", "memory"),
        (["RuntimeError"], "Expected all tensors to be on the same device", None),
        (["IndexError"], "index 9 is out of bounds", None),
    ],
)
def test_what_an_error_says_of_the_device(types, message, found):
    assert devices.fault(types, message) == found


def test_memory_errors_of_a_device_are_memory(fork_server):
    with fork_server.submission() as submission:
        submission.run_cell("import torch\ndef f(x): raise torch.OutOfMemoryError('CUDA out of memory.')")
        assert submission.run_checks(SUITE.checks[:1], 1)[0].verdict == "memory"


def test_points_are_decided_where_no_cuda_device_is_in_sight(fork_server):
    with fork_server.submission() as submission:
        assert submission.run_cell("import os; os.environ['CUDA_VISIBLE_DEVICES']").text.strip() == "''"
    assert forkservers._cuda_environment("cuda")["PYTORCH_NVML_BASED_CUDA_CHECK"] == "1"
    assert "CUDA_VISIBLE_DEVICES" not in forkservers._cuda_environment("cuda")


@no_cuda
def test_a_device_that_is_not_there_is_told_and_costs_no_point():
    bounds = None if bwrap.missing() else jail.Bounds()
    steps = [CodeStep("def f(x): return 2", "solution", "f"), CheckStep("f")]
    with ForkServer(bounds) as decides, ForkServer(bounds, "cuda") as there:
        graded = examine.examine(
            Script("s", SUITE, steps), decides, 1, Limits(5), None, ReportDevice("cuda", there)
        )
    (result,) = graded.results
    assert (result.verdict, result.points) == ("right", 1) and result.devices["standin"] == "right"
    assert result.devices["cuda"].startswith("not run: AssertionError: Torch not compiled with CUDA")


class Driver:
    """`torch.cuda` as far as limits of memory go: ten GiB, of which one is taken."""

    def __init__(self):
        self.fraction, self.set = 1.0, []

    def patch(self, monkeypatch):
        about = type("About", (), {"total_memory": 10 << 30})
        for name, value in {
            "current_device": lambda: 0,
            "get_device_properties": lambda _: about,
            "empty_cache": lambda: None,
            "memory_reserved": lambda: 1 << 30,
            "synchronize": lambda: None,
            "get_per_process_memory_fraction": lambda: self.fraction,
            "set_per_process_memory_fraction": self.put,
        }.items():
            monkeypatch.setattr(torch.cuda, name, value)

    def put(self, fraction):
        assert isinstance(fraction, float) and 0 <= fraction <= 1  # as torch demands
        self.fraction = fraction
        self.set.append(round(fraction, 6))


def test_limits_of_a_devices_memory_are_fractions_of_it_and_end_with_the_question(monkeypatch):
    driver = Driver()
    driver.patch(monkeypatch)
    devices.limit("cuda", 4 << 30)
    with devices.limited("cuda", 1 << 30):
        pass
    with devices.limited("cuda", 100 << 30):  # never more than before
        pass
    devices.limit("cuda", 20 << 30)
    assert driver.set == [0.4, 0.2, 0.4, 0.4, 0.4, 1.0]
    with devices.limited("cpu", 1), devices.limited("standin", 1):
        devices.limit("cpu", 1)
    assert len(driver.set) == 6


def test_memory_of_the_machine_stays_limited_beside_a_cuda_device(monkeypatch):
    Driver().patch(monkeypatch)
    student = Local({"f": lambda n: len(bytearray(n))}, "cuda")
    assert student.observe("f", 1 << 20, limit_bytes=64 << 20).value == 1 << 20
    with pytest.raises(StudentError, match="MemoryError"):
        student.observe("f", 1 << 30, limit_bytes=64 << 20)
    assert student.observe("f", 256 << 20).value == 256 << 20


# -- without IPython --------------------------------------------------------------------------


def test_cells_run_where_there_is_no_ipython(bare, monkeypatch):
    monkeypatch.setattr(forkservers, "CODE", bare)
    with ForkServer(None, "cuda") as fork_server, fork_server.submission(Limits(3)) as submission:
        assert submission.run_cell("import sys\nx = 2\nprint('IPython' in sys.modules)").text == "False\n"
        ran = submission.run_cell("1 / 0")
        assert ran.error == "ZeroDivisionError: division by zero" and "1 / 0" not in ran.error
        assert submission.run_cell("def broken(:").error.startswith("SyntaxError")
        assert submission.run_cell("print(x, __name__)").text == "2 __main__\n"
        assert (
            submission.run_cell("from autograder.sandboxed import devices\nprint(devices.touched())").text
            == "False\n"
        )


def test_the_order_of_topics_and_the_setup_cells_are_read_as_yaml_and_jupytext_read_them():
    import jupytext
    import yaml

    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    files = [
        chapter["file"] for part in toc["parts"] for chapter in part["chapters"]
    ]  # without their sections
    assert topics.pages() == [f.removeprefix(topics.CHAPTERS) for f in files if f.startswith(topics.CHAPTERS)]
    for topic in topics.topics():
        cells = jupytext.read(topics.solution_path(topic)).cells
        (setup,) = (c.source for c in cells if c.metadata.get("nbgrader", {}).get("grade_id") == "setup")
        assert bank.setup_source(topic) == setup
