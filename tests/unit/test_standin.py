"""The stand-in accelerator does what CUDA does, and leaves torch as it was."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from autograder.conformance import CASES, KNOWN_GAPS, __main__ as command
from autograder.conformance.running import run_all
from autograder.sandboxed import standin

ROOT = Path(__file__).resolve().parents[2]
THEMES = list(dict.fromkeys(case.theme for case in CASES.values()))
needs_cuda = pytest.mark.skipif(not torch.cuda.is_available(), reason="this machine has no CUDA device")


def departures(device, theme):
    names = [case.name for case in CASES.values() if case.theme == theme]
    return {o.name: f"{o.found}: {o.detail}" for o in run_all(device, names) if not o.as_expected}


def gaps(device, theme):
    return {name for name in KNOWN_GAPS[device] if CASES[name].theme == theme}


# -- the conformance list -------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_standin_departs_from_cuda_in_the_known_gaps_alone(theme):
    found = departures("standin", theme)
    assert set(found) == gaps("standin", theme), found


@pytest.mark.parametrize("theme", THEMES)
def test_cases_refused_because_of_the_device_run_on_the_cpu(theme):
    found = departures("cpu", theme)
    assert set(found) == gaps("cpu", theme), found


@needs_cuda
@pytest.mark.parametrize("theme", THEMES)
def test_cuda_does_what_the_list_says(theme):
    found = departures("cuda", theme)
    assert set(found) == gaps("cuda", theme), found


def test_list_is_long_and_asks_for_both_outcomes():
    refused = [case for case in CASES.values() if case.expected == "refused"]
    assert len(CASES) >= 150
    assert len(refused) >= 50
    assert sum(case.on_cpu == "runs" for case in refused) >= 50, "refused because of the device"


def test_every_known_gap_is_a_case_and_has_a_reason():
    for listed in KNOWN_GAPS.values():
        for name, reason in listed.items():
            assert name in CASES and len(reason.split()) > 5


def test_command_prints_counts_and_succeeds(capsys):
    assert command.main(["--case", "index_with_ids", "--case", "cpu_table_added"]) == 0
    assert "2 cases on standin: 0 mismatches" in capsys.readouterr().out


def test_command_fails_on_a_gap_that_is_not_listed(monkeypatch, capsys):
    (name, *_) = KNOWN_GAPS["standin"]
    monkeypatch.setitem(KNOWN_GAPS, "standin", {})
    assert command.main(["--case", name]) == 1
    assert re.search(rf"MISMATCH\s+\w+\.{name}: expected", capsys.readouterr().out)


def test_command_fails_on_a_listed_gap_that_is_mended(monkeypatch, capsys):
    monkeypatch.setitem(KNOWN_GAPS, "standin", {"index_with_ids": "not a gap at all"})
    assert command.main(["--case", "index_with_ids"]) == 1
    assert "take it off the list" in capsys.readouterr().out


def test_command_refuses_a_case_it_does_not_know(capsys):
    assert command.main(["--case", "no_such_case"]) == 2
    assert "no_such_case" in capsys.readouterr().err


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
def test_command_says_when_there_is_no_cuda(capsys):
    assert command.main(["--device", "cuda"]) == 2
    assert "no CUDA device" in capsys.readouterr().err


# -- to the device and back -----------------------------------------------------------------


def test_to_device_copies_and_to_host_copies_back():
    table = torch.arange(6.0).reshape(2, 3)
    moved = standin.to_device(table)
    table.zero_()
    back = standin.to_host(moved)
    assert standin.is_on_device(moved) and moved.device == standin.DEVICE
    assert type(back) is torch.Tensor and back.tolist() == [[0, 1, 2], [3, 4, 5]]
    back.zero_()
    assert standin.to_host(moved).sum() == 15


def test_to_device_makes_a_leaf_that_requires_grad_as_its_source_does():
    plain, asked = torch.ones(2), torch.ones(2, requires_grad=True)
    assert not standin.to_device(plain).requires_grad
    moved = standin.to_device(asked * 1)
    assert moved.is_leaf and moved.requires_grad
    (moved * 3).sum().backward()
    assert standin.to_host(moved.grad).tolist() == [3, 3] and asked.grad is None


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16, torch.int32, torch.bool, torch.complex64])
def test_dtypes_survive_the_round_trip(dtype):
    tensor = torch.tensor([0, 1, 1]).to(dtype)
    back = standin.to_host(standin.to_device(tensor))
    assert back.dtype == dtype and torch.equal(back, tensor)


def test_to_host_refuses_a_cpu_tensor():
    with pytest.raises(RuntimeError, match="expected a tensor on accel:0, found one on cpu"):
        standin.to_host(torch.ones(2))


def test_to_device_refuses_a_tensor_without_values():
    with pytest.raises(RuntimeError, match="from the CPU; this one is on meta"):
        standin.to_device(torch.ones(2, device="meta"))


def test_values_never_come_from_uninitialised_memory():
    with pytest.raises(RuntimeError, match="holds no values"):
        torch.Tensor.__getitem__(standin.to_device(torch.ones(4)), [1, 2])


# -- what a refusal says --------------------------------------------------------------------


@pytest.mark.parametrize(
    "program, message",
    [
        (lambda up: up(torch.ones(2)) + torch.ones(2), "two devices, accel:0 and cpu! .*argument other"),
        (lambda up: F.embedding(torch.tensor([1]), up(torch.ones(2, 2))), "same device.*argument indices"),
        (lambda up: torch.ones(2)[up(torch.tensor([1]))], r"on cpu or on the same device .*\(cpu\)"),
        (lambda up: up(torch.ones(2)).numpy(), "can't convert accel:0 .* to numpy. Use Tensor.cpu"),
        (lambda up: up(torch.ones(2).int()) @ up(torch.ones(2).int()), "not implemented for 'Int'"),
    ],
)
def test_refusals_read_like_cudas_and_name_the_stand_in(program, message):
    with standin.active(), pytest.raises((RuntimeError, TypeError), match=message) as refusal:
        program(standin.to_device)
    assert "cuda" not in str(refusal.value).lower()


def test_id_out_of_range_is_an_assert_and_no_index_error():
    table, ids = standin.to_device(torch.ones(3, 2)), standin.to_device(torch.tensor([1, 3]))
    for lookup in (lambda: table[ids], lambda: F.embedding(ids, table), lambda: F.embedding(-ids, table)):
        with pytest.raises(standin.DeviceAssert, match="device-side assert.*out of") as refusal:
            lookup()
        assert not isinstance(refusal.value, IndexError)


def test_gradient_left_on_the_cpu_is_refused_where_it_is_read():
    class Stray(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return torch.ones(2)

    leaf = standin.to_device(torch.ones(2, requires_grad=True))
    Stray.apply(leaf).sum().backward()
    with pytest.raises(RuntimeError, match="expected device accel:0 but got cpu"):
        leaf.grad


# -- modules --------------------------------------------------------------------------------


def tied_model():
    model = nn.ModuleDict({"embed": nn.Embedding(5, 3), "head": nn.Linear(3, 5, bias=False)})
    model["head"].weight = model["embed"].weight
    return model


def test_ties_survive_the_move_and_training():
    with standin.active() as device:
        model = tied_model().to(device)
        optimizer = torch.optim.AdamW(model.parameters(), 0.1)
        for _ in range(2):
            optimizer.zero_grad()
            model["head"](model["embed"](torch.tensor([1, 4], device=device))).sum().backward()
            optimizer.step()
    assert model["head"].weight is model["embed"].weight
    assert model["head"].weight.data_ptr() == model["embed"].weight.data_ptr()
    assert standin.is_on_device(model["embed"].weight) and isinstance(model["embed"].weight, nn.Parameter)


def test_tensors_of_the_device_still_work_after_the_context():
    with standin.active() as device:
        layer = nn.Linear(2, 2).to(device)
    out = layer(standin.to_device(torch.ones(1, 2)))
    out.sum().backward()
    assert standin.is_on_device(out) and standin.is_on_device(layer.weight.grad)


# -- leaving torch alone --------------------------------------------------------------------


def state_of_torch():
    owners = (torch, torch.amp, torch.autograd, torch.nn.functional, torch.Tensor, nn.Module, nn.Parameter)
    names = {(str(o), name): id(value) for o in owners for name, value in vars(o).items()}
    flags = torch.__future__.get_swap_module_params_on_conversion(), torch.get_default_device()
    modes = torch._C._len_torch_function_stack(), torch._C._len_torch_dispatch_stack()
    return names, flags, modes


def test_context_changes_torch_and_leaving_it_undoes_everything():
    original = torch.tensor
    before = state_of_torch()
    with standin.active():
        assert torch.tensor is not original
        assert state_of_torch() != before
        with standin.active():
            torch.ones(2, device=standin.DEVICE)
        assert standin.is_on_device(torch.tensor([1.0], device=standin.DEVICE))
    assert torch.tensor is original
    assert state_of_torch() == before


def test_an_error_inside_the_context_undoes_everything():
    before = state_of_torch()
    with pytest.raises(KeyError), standin.active():
        raise KeyError("a student's fault")
    assert state_of_torch() == before


def test_swapping_that_was_on_before_stays_on():
    future = torch.__future__
    future.set_swap_module_params_on_conversion(True)
    try:
        with standin.active():
            pass
        assert future.get_swap_module_params_on_conversion()
    finally:
        future.set_swap_module_params_on_conversion(False)


def test_meta_tensors_are_plain_outside_the_context():
    assert not standin.is_on_device(torch.ones(2, device="meta"))


FRESH_PROCESS = """
import torch
import torch._dynamo  # torch imports it in the first mode, and it replaces manual_seed
owners = (torch, torch.amp, torch.autograd, torch.nn.functional, torch.Tensor)
state = lambda: {(str(o), n): id(v) for o in owners for n, v in vars(o).items() if not n.startswith("_")}
before, methods = state(), set(vars(torch.Tensor))
from autograder.sandboxed import standin
assert state() == before, "importing changed torch"
with standin.active() as device, torch.device(device):
    assert standin.is_on_device(torch.tensor([1.0])) and standin.is_on_device(torch.zeros(2))
assert state().items() >= before.items(), "something is replaced"
assert set(vars(torch.Tensor)) == methods, "something is left behind"
with torch.device("meta"):
    assert torch.tensor([1.0]).device.type == "meta", "torch remembers the replacements"
print("as before")
"""


def test_fresh_process_is_left_as_it_was():
    """In a process of its own: what torch looks up once, it may look up inside the context."""
    done = subprocess.run([sys.executable, "-c", FRESH_PROCESS], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "as before\n", done.stderr


def test_conformance_needs_torch_and_numpy_alone():
    """The list also runs where nothing else of the course's requirements is installed."""
    script = (
        "import sys, torch, numpy; known = set(sys.modules)\n"
        "import autograder.conformance.running, autograder.conformance.__main__, autograder.sandboxed.cost\n"
        "new = {m.__spec__.origin for n, m in sys.modules.items() if n not in known and m.__spec__}\n"
        "known = lambda path: any(part in path for part in ('/torch/', '/numpy/'))\n"
        "print([path for path in new if path and 'site-packages' in path and not known(path)])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stdout + done.stderr
