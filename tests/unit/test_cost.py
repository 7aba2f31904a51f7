"""The meter counts bytes and steps the same every time, and leaves the process as it was."""

import gc
import sys
import tracemalloc

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from autograder.sandboxed import standin
from autograder.sandboxed.cost import Meter

V, D, N = 2_000, 8, 64
NOISE = 64_000  # Python's own objects, which tracemalloc counts beside NumPy's arrays
FLOAT, LONG = 4, 8


@pytest.fixture
def table():
    return torch.zeros(V, D)


@pytest.fixture
def ids():
    return torch.arange(N) * 7 % V


def measure(call, *args):
    with Meter() as meter:
        meter.result = call(*args)
    return meter


# -- bytes of PyTorch -----------------------------------------------------------------------


def test_a_lookup_costs_its_result(table, ids):
    meter = measure(lambda: table[ids])
    assert meter.torch_bytes == N * D * FLOAT
    assert meter.torch_bytes <= meter.peak_bytes < meter.torch_bytes + NOISE


def test_a_one_hot_route_costs_both_matrices(table, ids):
    meter = measure(lambda: F.one_hot(ids, V).float() @ table)
    assert meter.torch_bytes >= N * V * (LONG + FLOAT)


def test_views_and_writes_into_inputs_cost_nothing(table, ids):
    meter = measure(lambda: [table.t()[1:3].add_(1), table.view(-1).fill_(2.0)])
    assert meter.torch_bytes == 0


def test_shapes_without_memory_cost_nothing(table, ids):
    meter = measure(lambda: torch.empty(V, D, device="meta")[ids.to("meta")])
    assert meter.torch_bytes == 0


def test_inputs_made_from_numpy_cost_nothing():
    rows = np.zeros((V, D), dtype=np.float32)
    meter = measure(lambda: torch.from_numpy(rows).reshape(-1)[:5])
    assert meter.torch_bytes == 0 and meter.peak_bytes < NOISE


def test_numpy_memory_shared_with_torch_is_counted_once():
    meter = measure(lambda: torch.from_numpy(np.zeros(1_000_000)) * 1)
    assert meter.torch_bytes == 8_000_000
    assert abs(meter.peak_bytes - 16_000_000) < NOISE


def test_tensors_from_python_data_are_counted():
    assert measure(lambda: torch.tensor([1.0] * 500)).torch_bytes == 500 * FLOAT


def test_freed_memory_is_not_counted_twice():
    def one_after_another():
        for _ in range(10):
            torch.zeros(V, D)

    assert measure(one_after_another).torch_bytes == V * D * FLOAT


def test_what_is_kept_adds_up():
    assert measure(lambda: [torch.zeros(V, D) for _ in range(10)]).torch_bytes == 10 * V * D * FLOAT


def test_storage_kept_for_backward_stays_counted(table, ids):
    def forward_and_backward():
        weight = table.clone().requires_grad_()  # V * D
        y = weight.exp()  # V * D, kept by autograd when the name goes
        z = y.sum()
        del y
        torch.zeros(V, D)  # V * D
        z.backward()
        return weight.grad

    assert measure(forward_and_backward).torch_bytes >= 3 * V * D * FLOAT


def test_a_sparse_gradient_costs_its_rows(table, ids):
    weight = table.clone().requires_grad_()

    def gradient(sparse):
        (grad,) = torch.autograd.grad(F.embedding(ids, weight, sparse=sparse).sum(), weight)
        return grad

    assert measure(gradient, True).torch_bytes < 4 * N * D * FLOAT + N * LONG
    assert measure(gradient, False).torch_bytes >= V * D * FLOAT


def test_a_storage_that_grows_is_counted_at_its_new_size():
    assert measure(lambda: torch.zeros(10).resize_(1_000)).torch_bytes == 1_000 * FLOAT


# -- bytes of NumPy, and both ---------------------------------------------------------------


def test_numpy_peak_is_that_of_the_worst_moment():
    def temporary():
        np.ones((1_000, 1_000)).sum()
        return np.ones(10)

    assert abs(measure(temporary).peak_bytes - 8_000_000) < NOISE


def test_peaks_at_different_moments_are_not_added():
    def one_then_the_other():
        np.ones(1_000_000).sum()
        torch.zeros(500_000, dtype=torch.float64).sum()

    meter = measure(one_then_the_other)
    assert meter.torch_bytes == pytest.approx(4_000_000, abs=100)
    assert abs(meter.peak_bytes - 8_000_000) < NOISE


def test_peaks_at_the_same_moment_are_added():
    def both():
        return np.ones(1_000_000), torch.zeros(500_000, dtype=torch.float64)

    assert abs(measure(both).peak_bytes - 12_000_000) < NOISE


def test_numpy_inputs_are_not_counted():
    rows = np.zeros((V, D))
    assert measure(lambda: rows[5:].sum()).peak_bytes < NOISE


def test_scatter_without_a_dense_table_is_told_from_one_with():
    ids = np.arange(N)
    rows = lambda V: np.unique(ids)  # noqa: E731
    dense = lambda V: np.zeros((V, D))  # noqa: E731
    for size in (100_000, 400_000):
        assert measure(rows, size).peak_bytes < NOISE
        assert measure(dense, size).peak_bytes >= size * D * 8


# -- steps ----------------------------------------------------------------------------------


def growth(call, size=200):
    return measure(call, 4 * size).steps / measure(call, size).steps


def statement_loop(size):
    total = 0
    for v in range(size):
        total += v
    return total


LOOPS = {
    "statements": statement_loop,
    "while": lambda size: next(v for v in iter(range(size)) if v == size - 1),
    "list comprehension": lambda size: [v + 1 for v in range(size)],
    "generator": lambda size: sum(v + 1 for v in range(size)),
    "map": lambda size: list(map(lambda v: v + 1, range(size))),
    "numpy calls": lambda size: [np.zeros(2) for _ in range(size)],
    "np.vectorize": lambda size: np.vectorize(lambda v: v + 1)(np.arange(size)),
    "apply_along_axis": lambda size: np.apply_along_axis(np.sum, 1, np.ones((size, 2))),
    "torch operations": lambda size: sum(map(torch.abs, torch.zeros(size))),
}


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_over_rows_grows_with_the_rows(name):
    assert growth(LOOPS[name]) > 3


WHOLE_ARRAYS = {
    "numpy": lambda size: np.add.at(np.zeros((size, 2)), [1, 1, 3], 1.0),
    "torch": lambda size: torch.zeros(size, 2).index_add_(0, torch.tensor([1, 1]), torch.ones(2, 2)),
}


@pytest.mark.parametrize("name", WHOLE_ARRAYS)
def test_whole_array_operations_do_not_grow_with_the_rows(name):
    assert growth(WHOLE_ARRAYS[name]) == 1


def test_the_count_is_the_same_every_time(table, ids):
    def step():
        weight = table.clone().requires_grad_()
        F.embedding(ids, weight).sum().backward()
        return weight.grad

    step()
    first, second = measure(step), measure(step)
    assert (first.operations, first.lines) == (second.operations, second.lines)
    assert first.torch_bytes == second.torch_bytes


def test_a_loop_in_the_block_itself_counts():
    with Meter() as meter:
        for v in range(100):
            v + 1
    assert meter.lines >= 200


def test_torchs_own_python_is_counted_as_operations_alone(table, ids):
    layer = torch.nn.Embedding.from_pretrained(table)
    layer(ids)
    meter = measure(layer, ids)
    assert meter.operations >= 1
    assert meter.lines <= 5, "only the lines of this file"


def test_backward_written_in_python_counts():
    class Slow(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            for _ in range(500):
                pass
            return grad * 2

    x = torch.ones(2, requires_grad=True)
    for to in (lambda t: t, standin.to_device):
        leaf = to(x)
        with standin.active():
            meter = measure(lambda: Slow.apply(leaf).sum().backward())
        assert meter.lines > 500


def test_imports_count_neither_as_lines_nor_as_bytes(tmp_path, monkeypatch):
    (tmp_path / "heavy_to_import.py").write_text("x = list(range(200_000))\n" + "y = 1\n" * 3_000)
    monkeypatch.syspath_prepend(tmp_path)

    def call():
        import heavy_to_import

        return heavy_to_import.y

    try:
        meter = measure(call)
    finally:
        sys.modules.pop("heavy_to_import", None)
    assert meter.result == 1
    assert meter.lines < 20
    assert meter.peak_bytes < NOISE


# -- beside the stand-in --------------------------------------------------------------------


def test_bytes_on_the_stand_in_are_those_of_the_cpu(table, ids):
    def call(device):
        weight = torch.zeros(V, D, device=device, requires_grad=True)
        i = torch.arange(N, device=device)
        return torch.autograd.grad(F.embedding(i, weight).sum(), weight)

    call("cpu")
    on_cpu = measure(call, "cpu").torch_bytes
    with standin.active() as device:
        inside = measure(call, device).torch_bytes
    with Meter() as outside, standin.active() as device:
        call(device)
    assert inside == on_cpu == outside.torch_bytes


def test_stand_in_inputs_are_not_counted(table, ids):
    moved, where = standin.to_device(table), standin.to_device(ids)
    with standin.active():
        meter = measure(lambda: moved[where])
    assert meter.torch_bytes == N * D * FLOAT
    assert standin.is_on_device(meter.result)


def test_steps_on_the_stand_in_do_not_grow_with_the_table():
    def call(size):
        with standin.active() as device:
            return torch.zeros(size, D, device=device)[torch.tensor([1, 2], device=device)]

    measure(lambda: call(10))  # the first call on a device fills caches
    assert growth(call) == 1


class Cyclic:
    """Only the garbage collector frees it, and then it runs many lines."""

    def __init__(self):
        self.me = self

    def __del__(self):
        for _ in range(100):
            pass


def test_garbage_from_before_the_call_costs_it_nothing():
    Cyclic()
    assert measure(gc.collect).lines < 20

    def own():
        Cyclic()
        gc.collect()

    assert measure(own).lines > 100, "its own does"


# -- leaving things as they were ------------------------------------------------------------


def tracer(frame, event, argument):
    return None


def test_trace_function_and_tracemalloc_are_restored():
    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        measure(lambda: np.zeros(3))
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)
    assert not tracemalloc.is_tracing()


def test_objects_are_collected_again_afterwards():
    before = gc.get_freeze_count()
    measure(lambda: None)
    assert gc.get_freeze_count() == before


def test_what_a_fork_server_has_frozen_stays_so_and_is_never_counted(monkeypatch):
    monkeypatch.setattr(Meter, "frozen_for_good", True)
    count = gc.get_freeze_count
    monkeypatch.setattr(
        gc, "get_freeze_count", None
    )  # walks through all that is frozen: 1 s of checks a submission
    try:
        measure(lambda: None)
        assert count() > 0
    finally:
        gc.unfreeze()


def test_running_tracemalloc_goes_on():
    tracemalloc.start()
    try:
        kept = np.ones(100_000)
        meter = measure(lambda: np.ones(10_000))
        assert tracemalloc.is_tracing()
        assert tracemalloc.get_traced_memory()[0] >= kept.nbytes
        assert meter.peak_bytes < 80_000 + NOISE
    finally:
        tracemalloc.stop()


def test_an_error_in_the_block_restores_everything_and_keeps_the_count():
    before = sys.gettrace(), torch._C._len_torch_dispatch_stack()
    meter = Meter()
    with pytest.raises(ZeroDivisionError), meter:
        torch.zeros(1_000)
        1 / 0
    assert (sys.gettrace(), torch._C._len_torch_dispatch_stack()) == before
    assert not tracemalloc.is_tracing()
    assert meter.torch_bytes == 1_000 * FLOAT
    assert measure(lambda: torch.zeros(5)).torch_bytes == 5 * FLOAT


def test_a_meter_inside_a_meter_is_refused_and_the_outer_goes_on():
    with Meter() as outer:
        with pytest.raises(RuntimeError, match="already measuring"):
            with Meter():
                pass
        torch.zeros(10)
    assert outer.torch_bytes == 10 * FLOAT
