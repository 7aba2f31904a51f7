"""Tensors made on the device: factories, Python data, NumPy data, random numbers."""

import warnings

import numpy as np
import torch
from torch import tensor as tensor_imported_by_name

from autograder.conformance.case import D, V, ids, refused, runs, table


@runs
def factories(device, up):
    return (
        torch.zeros(2, 3, device=device),
        torch.ones(2, device=device, dtype=torch.float64),
        torch.full((2,), 7, device=device),
        torch.eye(3, device=device),
        torch.arange(5, device=device),
        torch.linspace(0, 1, 5, device=device),
    )


@runs
def factories_like_another(device, up):
    E = up(table())
    return torch.zeros_like(E), torch.ones_like(E), torch.full_like(E[0], 3.0), torch.empty_like(E).shape


@runs
def factories_of_a_tensor(device, up):
    E = up(table())
    return E.new_zeros(2), E.new_ones(2, 3), E.new_full((2,), 4.0), E.new_empty(3).shape


@runs
def factories_under_a_device_context(device, up):
    with torch.device(device):
        return torch.ones(3) + up(torch.ones(3)), torch.tensor([1.0, 2.0])


@runs
def device_given_as_text(device, up):
    return torch.ones(2, device=str(device)), table().to(str(device))


@runs
def device_taken_from_a_tensor(device, up):
    E = up(table())
    made = torch.arange(V, device=E.device)
    return made.device == E.device, made


@runs
def tensor_from_lists(device, up):
    return torch.tensor([[1.0, 2.0], [3.0, 4.0]], device=device), torch.tensor(3, device=device)


@runs
def tensor_from_lists_with_gradient(device, up):
    E = torch.tensor([1.0, 2.0], device=device, requires_grad=True)
    (E**2).sum().backward()
    return E.is_leaf, E.grad


@runs
def tensor_function_imported_by_name(device, up):
    return tensor_imported_by_name([1.0, 2.0], device=device)


@runs
def tensor_from_numpy_data(device, up):
    rows = np.arange(6, dtype=np.float32).reshape(2, 3)
    return (
        torch.tensor(rows, device=device),
        torch.as_tensor(rows, device=device),
        torch.asarray(rows, device=device),
        torch.from_numpy(rows).to(device),
    )


@runs
def tensor_from_device_tensor(device, up):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch recommends clone().detach()
        return torch.tensor(up(table()), device=device), torch.tensor(up(table()))


@runs
def tensor_from_cpu_tensor(device, up):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.tensor(table(), device=device), torch.as_tensor(table(), device=device)


@runs
def as_tensor_keeps_a_device_tensor(device, up):
    E = up(table()).requires_grad_()
    return torch.as_tensor(E) is E, torch.as_tensor(E, device=device) is E


@runs
def as_tensor_keeps_the_graph(device, up):
    E = table().requires_grad_()
    torch.as_tensor(E, device=device).sum().backward()
    return E.grad.tolist()


@runs
def new_tensor_from_lists(device, up):
    E = up(table())
    return E.new_tensor([1.0, 2.0]), E.new_tensor(5), E.new_tensor([1], dtype=torch.long)


@runs
def legacy_new(device, up):
    return up(table()).new([1.0, 2.0]), up(table()).new(2, 3).shape


@runs
def move_and_cast_at_once(device, up):
    return ids().to(device, torch.float32), table().to(device=device, dtype=torch.bfloat16).float()


@runs
def move_without_waiting(device, up):
    return table().to(device, non_blocking=True)


@runs
def move_to_where_another_is(device, up):
    return ids().float().to(up(table())), ids().type_as(up(table()))


@runs
def move_where_it_already_is(device, up):
    E = up(table())
    return E.to(E.device) is E, E.to(E.device, copy=True) is E


@runs
def casts(device, up):
    E = up(table())
    return E.double(), E.half().float(), E.long(), E.bool(), E.to(torch.int32), E.type(torch.float64)


@runs
def complex_numbers(device, up):
    z = torch.polar(up(torch.ones(3)), up(torch.tensor([0.0, 0.5, 1.0])))
    return torch.view_as_real(z * z.conj()), z.imag, z.conj().imag.clone()


@runs
def random_numbers(device, up):
    real = torch.rand(5, device=device), torch.randn(5, device=device)
    whole = torch.randint(0, 9, (5,), device=device)
    return [x.shape for x in (*real, whole)], sorted(torch.randperm(4, device=device).tolist())


@runs
def random_numbers_with_a_cpu_generator_then_moved(device, up):
    return torch.randn(3, generator=torch.Generator().manual_seed(1)).to(device)


@runs
def random_numbers_with_a_device_generator(device, up):
    draws = []
    for _ in range(2):
        generator = torch.Generator(device=device).manual_seed(3)
        draws.append(torch.randn(3, device=device, generator=generator))
    return torch.equal(*draws), isinstance(generator, torch.Generator), generator.device.type == device.type


@refused
def random_numbers_with_a_generator_of_the_cpu(device, up):
    return torch.randn(3, device=device, generator=torch.Generator())


@refused
def random_cpu_numbers_with_a_generator_of_the_device(device, up):
    return torch.randn(3, generator=torch.Generator(device=device))


@runs
def random_numbers_in_place(device, up):
    E = torch.empty(V, D, device=device)
    drawn = E.normal_(), E.uniform_(0, 1), E.bernoulli_(0.5)
    return all(x is E for x in drawn)


@runs
def same_seed_same_numbers(device, up):
    draws = []
    for _ in range(2):
        torch.manual_seed(5)
        draws.append(torch.randn(4, device=device))
    return torch.equal(*draws)


@runs
def result_written_into_out(device, up):
    into = torch.empty(V, D, device=device)
    returned = torch.mul(up(table()), 2, out=into)
    return returned is into, into


@refused
def result_written_into_cpu_out(device, up):
    return torch.mul(up(table()), 2, out=torch.empty(V, D))
