"""Ways off the device: NumPy, Python numbers, text, copies, files."""

import copy
import io

import numpy as np
import torch
from torch import nn

from autograder.conformance.case import D, V, ids, refused, runs, table


@refused
def numpy_of_a_device_tensor(device, up):
    return up(table()).numpy()


@runs
def numpy_by_force(device, up):
    return up(table()).requires_grad_().numpy(force=True).tolist()


@runs
def numpy_by_way_of_the_cpu(device, up):
    return torch.from_numpy(up(table()).cpu().numpy()).to(device)


@runs
def numpy_by_way_of_detach_and_cpu(device, up):
    return up(table()).requires_grad_().detach().cpu().numpy().tolist()


@refused(on_cpu="refused")
def numpy_of_a_tensor_with_gradient(device, up):
    return up(table()).requires_grad_().cpu().numpy()


@refused
def asarray_of_a_device_tensor(device, up):
    return np.asarray(up(table()))


@refused
def numpy_function_of_a_device_tensor(device, up):
    return np.exp(up(table()))


@refused
def numpy_array_added_to_a_device_tensor(device, up):
    return np.add(np.zeros((V, D), dtype=np.float32), up(table()))


@refused
def device_tensor_times_a_numpy_array(device, up):
    return up(table()) * np.ones(D, dtype=np.float32)


@refused
def numpy_table_indexed_with_device_ids(device, up):
    return table().numpy()[up(ids())]


@refused
def numpy_add_at_with_device_ids(device, up):
    total = np.zeros((V, D), dtype=np.float32)
    np.add.at(total, up(ids()), 1.0)
    return total


@refused(on_cpu="refused")
def from_numpy_of_a_device_tensor(device, up):
    return torch.from_numpy(up(table()))


@runs
def numpy_numbers_beside_a_device_tensor(device, up):
    E = up(table())
    return E * np.float32(2), np.float32(2) * E, E + np.int64(1)


@runs
def numpy_number_as_an_index(device, up):
    return up(table())[np.int64(3)]


@runs
def python_numbers(device, up):
    i = up(ids())
    return int(i.max()), i.min().item(), bool((i >= 0).all()), float(i.sum()), i.tolist()


@runs
def device_number_as_a_list_index(device, up):
    return ["a", "b", "c"][up(torch.tensor(1))], list(range(up(torch.tensor(3))))


@runs
def device_condition_in_an_if(device, up):
    return "positive" if up(table()).sum() > 0 else "not positive"


@runs
def length_iteration_and_membership(device, up):
    E = up(table())
    return len(E), sum(row.sum() for row in E), 9.0 in E, [int(i) for i in up(ids()).flatten()]


@runs
def shape_questions(device, up):
    E = up(table())
    return E.shape, E.size(0), E.dim(), E.ndim, E.numel(), E.stride(), E.is_contiguous(), E.dtype


@runs
def device_questions(device, up):
    E = up(table())
    return E.is_cuda == (device.type != "cpu"), E.is_cpu == (device.type == "cpu"), E.is_meta


@runs
def kind_questions(device, up):
    E = up(table())
    return isinstance(E, torch.Tensor), torch.is_tensor(E), E.is_floating_point(), E.is_sparse


@runs
def printing_shows_the_values(device, up):
    E = up(torch.tensor([1.25, -3.0]))
    return "1.25" in repr(E), "-3.0" in str(E), f"{E.sum():.3f}", f"{up(torch.tensor(7))}"


@runs
def printing_says_what_requires_grad(device, up):
    E = nn.Parameter(up(torch.ones(2)))
    return repr(E).startswith("Parameter"), "requires_grad=True" in repr(E), "grad_fn" in repr(E * 2)


@runs
def copy_to_the_cpu_is_a_copy(device, up):
    E = up(table())
    E.to("cpu", copy=True).zero_()
    return E


@runs
def copy_from_the_device_into_a_cpu_tensor(device, up):
    into = torch.zeros(V, D)
    returned = into.copy_(up(table()))
    return returned is into, into.tolist()


@runs
def copy_from_the_cpu_into_a_device_tensor(device, up):
    into = torch.zeros(V, D, device=device)
    returned = into.copy_(table())
    return returned is into, into


@runs
def gradient_crosses_devices(device, up):
    E = table().requires_grad_()
    (E.to(device) ** 2).cpu().sum().backward()
    return E.grad.tolist()


@runs
def deep_copy_of_a_tensor(device, up):
    E = up(table())
    twin = copy.deepcopy(E)
    twin.zero_()
    return E, twin


@runs
def shallow_copy_of_a_tensor(device, up):
    E = up(table())
    twin = copy.copy(E)
    return twin is E, twin


@refused(on_cpu="refused")
def deep_copy_of_a_result(device, up):
    return copy.deepcopy(up(table()).requires_grad_() * 2)


@runs
def deep_copy_keeps_the_gradient_of_a_leaf(device, up):
    E = up(table()).requires_grad_()
    (E**2).sum().backward()
    twin = copy.deepcopy(E)
    return twin.requires_grad, twin.grad, twin.grad is E.grad


@runs
def deep_copy_drops_the_gradient_of_a_parameter(device, up):
    E = nn.Parameter(up(table()), requires_grad=True)
    (E**2).sum().backward()
    twin = copy.deepcopy(E)
    return twin.grad, isinstance(twin, nn.Parameter), twin


@runs
def clone_keeps_the_graph(device, up):
    E = up(table()).requires_grad_()
    (E.clone() * 3).sum().backward()
    return E.grad


def saved(value):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return file


@runs
def saved_tensors_load_on_the_cpu_when_told(device, up):
    layer = nn.Embedding.from_pretrained(table()).to(device)
    loaded = torch.load(saved(layer.state_dict()), map_location="cpu")
    return loaded["weight"].device.type, loaded["weight"].tolist()


@runs
def saved_tensors_load_where_they_were_saved(device, up):
    return torch.load(saved({"E": up(table())}))["E"]
