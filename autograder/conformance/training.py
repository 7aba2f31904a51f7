"""Optimizers, updates by hand, gradients assigned by hand, mixed precision."""

import torch
import torch.nn.functional as F
from torch import nn

from autograder.conformance.case import D, V, cotangent, ids, refused, runs, table


def layer_on(device, sparse=False):
    return nn.Embedding.from_pretrained(table(), freeze=False, sparse=sparse).to(device)


def two_steps(optimizer_of, device, up, sparse=False):
    layer = layer_on(device, sparse)
    optimizer = optimizer_of(layer.parameters())
    for _ in range(2):
        optimizer.zero_grad()
        layer(up(ids())).backward(up(cotangent()))
        optimizer.step()
    return layer.weight


@runs
def sgd(device, up):
    return two_steps(lambda p: torch.optim.SGD(p, 0.1), device, up)


@runs
def sgd_with_momentum(device, up):
    return two_steps(lambda p: torch.optim.SGD(p, 0.1, momentum=0.9), device, up)


@runs
def sgd_on_sparse_gradients(device, up):
    return two_steps(lambda p: torch.optim.SGD(p, 0.1), device, up, sparse=True)


@runs
def adam(device, up):
    return two_steps(lambda p: torch.optim.Adam(p, 0.1), device, up)


@runs
def adamw(device, up):
    return two_steps(lambda p: torch.optim.AdamW(p, 0.1), device, up)


@runs
def adagrad(device, up):
    return two_steps(lambda p: torch.optim.Adagrad(p, 0.1), device, up)


@runs
def adagrad_on_sparse_gradients(device, up):
    return two_steps(lambda p: torch.optim.Adagrad(p, 0.1), device, up, sparse=True)


@runs
def sparse_adam(device, up):
    return two_steps(lambda p: torch.optim.SparseAdam(p, 0.1), device, up, sparse=True)


@runs
def rmsprop(device, up):
    return two_steps(lambda p: torch.optim.RMSprop(p, 0.1), device, up)


@runs
def optimizer_made_before_the_move(device, up):
    layer = nn.Embedding.from_pretrained(table(), freeze=False)
    optimizer = torch.optim.SGD(layer.parameters(), 0.1)
    layer.to(device)
    layer(up(ids())).backward(up(cotangent()))
    optimizer.step()
    return layer.weight


@refused
def optimizer_state_left_on_the_cpu(device, up):
    layer = nn.Embedding.from_pretrained(table(), freeze=False)
    optimizer = torch.optim.Adam(layer.parameters(), 0.1)
    layer(ids()).backward(cotangent())
    optimizer.step()
    optimizer.zero_grad()
    layer.to(device)
    layer(up(ids())).backward(up(cotangent()))
    optimizer.step()


@runs
def optimizer_state_saved_and_loaded(device, up):
    layer = layer_on(device)
    first, second = (torch.optim.Adam(layer.parameters(), 0.1) for _ in range(2))
    layer(up(ids())).backward(up(cotangent()))
    first.step()
    second.load_state_dict(first.state_dict())
    second.step()
    return layer.weight


@runs
def learning_rate_schedule(device, up):
    layer = layer_on(device)
    optimizer = torch.optim.SGD(layer.parameters(), 1.0)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)
    for _ in range(2):
        layer(up(ids())).backward(up(cotangent()))
        optimizer.step()
        schedule.step()
    return layer.weight, schedule.get_last_lr()


@runs
def gradient_norm_clipped(device, up):
    layer = layer_on(device)
    layer(up(ids())).backward(up(cotangent()))
    norm = nn.utils.clip_grad_norm_(layer.parameters(), 0.1)
    return norm, layer.weight.grad


@runs
def gradient_zeroed_in_place(device, up):
    layer = layer_on(device)
    layer(up(ids())).backward(up(cotangent()))
    layer.zero_grad(set_to_none=False)
    return layer.weight.grad


@runs
def update_by_hand_without_grad(device, up):
    E = up(table()).requires_grad_()
    (E**2).sum().backward()
    with torch.no_grad():
        E -= 0.1 * E.grad
        E.grad.zero_()
    return E, E.grad


@runs
def update_by_hand_through_data(device, up):
    E = nn.Parameter(up(table()))
    (E**2).sum().backward()
    E.data.add_(E.grad, alpha=-0.1)
    E.data = E.data * 2
    return E


@runs
def data_of_a_cpu_parameter_set_to_the_device(device, up):
    E = nn.Parameter(table())
    E.data = E.data.to(device)
    E[up(ids())].sum().backward()
    return isinstance(E, nn.Parameter), E, E.grad


@runs
def data_of_a_device_parameter_set_to_the_cpu(device, up):
    E = nn.Parameter(up(table()))
    E.data = table() * 2
    return E.device.type, E.tolist()


@runs
def gradient_assigned(device, up):
    E = nn.Parameter(up(table()))
    E.grad = torch.ones_like(E)
    torch.optim.SGD([E], 0.1).step()
    return E, E.grad


@refused
def gradient_assigned_from_the_cpu(device, up):
    E = nn.Parameter(up(table()))
    E.grad = torch.ones(V, D)


@runs
def only_touched_rows_move(device, up):
    E = two_steps(lambda p: torch.optim.SGD(p, 0.1), device, up)
    return (E != up(table())).any(-1)


@runs
def rows_of_zero_gradient_move_under_adam_with_momentum(device, up):
    layer = layer_on(device)
    optimizer = torch.optim.Adam(layer.parameters(), 0.1)
    for i in (torch.tensor([1, 2]), torch.tensor([3])):
        optimizer.zero_grad()
        layer(up(i)).sum().backward()
        optimizer.step()
    return layer.weight


@runs
def autocast_lowers_products(device, up):
    E, layer = up(table()), nn.Linear(D, 2).to(device)
    with torch.autocast(device.type, dtype=torch.bfloat16):
        return (E @ E.T).dtype, layer(E).dtype, torch.einsum("vd,wd->vw", E, E).dtype


@runs
def autocast_can_be_switched_off(device, up):
    E = up(table())
    with torch.autocast(device.type, dtype=torch.bfloat16):
        with torch.autocast(device.type, enabled=False):
            return (E @ E.T).dtype


@runs
def autocast_as_a_decorator(device, up):
    @torch.autocast(device.type, dtype=torch.bfloat16)
    def scores(E):
        return E @ E.T

    return scores(up(table())).dtype


@runs
def autocast_trains(device, up):
    layer, head = layer_on(device), nn.Linear(D, V, bias=False).to(device)
    with torch.autocast(device.type, dtype=torch.bfloat16):
        loss = F.cross_entropy(head(layer(up(ids()))).reshape(-1, V), up(ids()).flatten())
    loss.backward()
    return loss.dtype, layer.weight.grad.dtype, head.weight.grad.shape
