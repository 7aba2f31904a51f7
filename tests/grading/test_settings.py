"""A setting that a notebook leaves on costs a right solution nothing, and the page names it once."""

import json

import pytest
from sample import few

from autograder.execution import examine
from autograder.grading.intake import rebuild
from autograder.grading.plan import assignments
from autograder.selftest import demo_class
from autograder.topics import exercise_path, topics as all_topics

LEFT_ON = {
    "torch.set_default_dtype": "torch.set_default_dtype(torch.float64)",
    "torch.set_default_device": "torch.set_default_device('meta')",
    "torch.set_grad_enabled": "torch.set_grad_enabled(False)",
    "torch.inference_mode": "mode = torch.inference_mode(); mode.__enter__()",
    "torch.autocast": "mode = torch.autocast('cpu'); mode.__enter__()",
    "torch.use_deterministic_algorithms": "torch.use_deterministic_algorithms(True)",
    "torch.autograd.set_detect_anomaly": "torch.autograd.set_detect_anomaly(True)",
    "torch.set_num_threads": "torch.set_num_threads(2)",
    "torch.set_float32_matmul_precision": "torch.set_float32_matmul_precision('medium')",
    "torch.set_flush_denormal": "torch.set_flush_denormal(True)",
    "torch.set_printoptions": "torch.set_printoptions(precision=1)",
    "np.seterr": "np.seterr(all='raise')",
    "np.set_printoptions": "np.set_printoptions(precision=1)",
    "": "import random, warnings; warnings.simplefilter('error')\n"
    "random.seed(3); np.random.seed(3); torch.manual_seed(3)",
}
TOPICS = all_topics()
PAIRS = [
    (topic, name) for shift in range(len(LEFT_ON)) for n, topic in enumerate(TOPICS)
    for name in [list(LEFT_ON)[(n + shift) % len(LEFT_ON)]]
]  # fmt: skip


@pytest.mark.parametrize("topic, name", few(PAIRS, 13))
def test_a_right_solution_keeps_every_point(warm, tmp_path, topic, name):
    notebook = demo_class.fill(
        json.loads(exercise_path(topic).read_text("utf-8")), demo_class.right_answers(topic)
    )
    notebook["cells"].insert(0, demo_class.code(f"import numpy as np, torch\n{LEFT_ON[name]}"))
    (tmp_path / f"{topic}.ipynb").write_text(json.dumps(notebook), "utf-8")
    now = assignments([topic])[topic]
    script = rebuild(now.source, tmp_path, "ada", now.suite)
    graded = examine.examine(script, warm, seed=1)
    lost = [(r.check, r.verdict, r.message) for r in graded.results if r.verdict != "right"]
    assert lost == []
    assert [note for note in graded.notes if f"`{name}`" in note] == graded.notes[: bool(name)]
