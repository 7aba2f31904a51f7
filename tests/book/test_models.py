"""The list of published models that chapters read: totals against the shapes of released configurations."""

import json
import sys

import pytest
from bookpages import ROOT
from course import execute

wb = execute.load(ROOT / "book" / "workbench.py")
MODELS = {model.name: model for model in wb.models()}
# name: (width of the MLP, key-value heads, width of a head, query heads, biases of Q, K and V)
GATED = {
    "Llama-2 7B": (11_008, 32, 128, 32, False),
    "Llama-2 13B": (13_824, 40, 128, 40, False),
    "Llama-2 70B": (28_672, 8, 128, 64, False),
    "Llama-3 8B": (14_336, 8, 128, 32, False),
    "Llama-3 70B": (28_672, 8, 128, 64, False),
    "Llama-3.1 405B": (53_248, 8, 128, 128, False),
    "Llama-3.2 1B": (8192, 8, 64, 32, False),
    "Llama-3.2 3B": (8192, 8, 128, 24, False),
    "Mistral 7B v0.1": (14_336, 8, 128, 32, False),
    "Qwen2 0.5B": (4864, 2, 64, 14, True),
    "Qwen2 7B": (18_944, 4, 128, 28, True),
    "Gemma 2B": (16_384, 1, 256, 8, False),
    "Gemma 7B": (24_576, 16, 256, 16, False),
    "TinyLlama 1.1B": (5632, 4, 64, 32, False),
    "SmolLM2-135M": (1536, 3, 64, 9, False),
}
POSITIONS = {
    "GPT-2 small": 1024,
    "GPT-2 medium": 1024,
    "GPT-2 large": 1024,
    "GPT-2 XL": 1024,
    "GPT-3 175B": 2048,
}


@pytest.mark.parametrize("name", GATED)
def test_the_total_of_a_gated_model_follows_from_its_shapes(name):
    model, (hidden, kv_heads, head, heads, biases) = MODELS[name], GATED[name]
    query, key = heads * head, kv_heads * head
    layer = 2 * model.d * query + 2 * model.d * key + 3 * model.d * hidden + 2 * model.d
    layer += query + 2 * key if biases else 0
    tables = (1 if model.tied else 2) * model.V * model.d
    assert model.total == tables + model.layers * layer + model.d


@pytest.mark.parametrize("name", POSITIONS)
def test_the_total_of_a_classic_model_follows_from_its_shapes(name):
    model, d = MODELS[name], MODELS[name].d
    assert model.total == (model.V + POSITIONS[name]) * d + model.layers * (12 * d * d + 13 * d) + 2 * d


def test_every_model_is_named_once_and_has_a_source_and_sensible_sizes():
    rows = json.loads((ROOT / "book" / "data" / "models.json").read_text("utf-8"))
    assert len(MODELS) == len(rows["models"]) >= 20
    assert {row["source"] for row in rows["models"]} == set(rows["sources"])
    for model in MODELS.values():
        assert model.source and isinstance(model.tied, bool)
        assert 0 < (1 if model.tied else 2) * model.V * model.d < model.total


def test_a_notebook_on_its_own_reads_the_same_models(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "workbench", None)  # the cell puts its own there; put back afterwards
    scope: dict = {}
    exec(wb.standalone_source(), scope)
    assert [tuple(m) for m in scope["workbench"].models()] == [tuple(m) for m in wb.models()]
