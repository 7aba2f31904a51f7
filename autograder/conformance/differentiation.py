"""Autograd: backward, custom functions, hooks, higher derivatives, transforms."""

import numpy as np
import torch
import torch.nn.functional as F
from torch.autograd.function import once_differentiable
from torch.utils.checkpoint import checkpoint

from autograder.conformance.case import cotangent, ids, refused, runs, table


def leaf(up):
    return up(table()).requires_grad_()


@runs
def gradient_of_index(device, up):
    E = leaf(up)
    return torch.autograd.grad(E[up(ids())], E, up(cotangent()))[0]


@runs
def gradient_of_embedding(device, up):
    E = leaf(up)
    return torch.autograd.grad(F.embedding(up(ids()), E), E, up(cotangent()))[0]


@runs
def gradient_with_padding_row(device, up):
    E = leaf(up)
    F.embedding(up(ids()), E, padding_idx=1).backward(up(cotangent()))
    return E.grad


@runs
def gradient_scaled_by_frequency(device, up):
    E = leaf(up)
    F.embedding(up(ids()), E, scale_grad_by_freq=True).backward(up(cotangent()))
    return E.grad


@runs
def gradient_stored_sparse(device, up):
    E = leaf(up)
    F.embedding(up(ids()), E, sparse=True).backward(up(cotangent()))
    return E.grad.is_sparse, E.grad.coalesce().indices(), E.grad.to_dense()


@runs
def leaf_made_before_the_move_gets_no_gradient(device, up):
    E = table().requires_grad_()
    moved = E.to(device)
    moved[up(ids())].sum().backward()
    return E.grad.tolist()


@runs
def up_keeps_leaves(device, up):
    E = up(table().requires_grad_())
    return E.is_leaf, E.requires_grad, up(table()).requires_grad


@runs
def gradients_add_up(device, up):
    E = leaf(up)
    for _ in range(2):
        E[up(ids())].sum().backward()
    return E.grad


@runs
def parameter_used_twice(device, up):
    E = leaf(up)
    (E[up(ids())] @ E.T).pow(2).sum().backward()
    return E.grad


@refused
def cotangent_on_the_cpu(device, up):
    leaf(up)[up(ids())].backward(cotangent())


@refused
def cotangent_on_the_device_of_a_result_on_the_cpu(device, up):
    leaf(up)[up(ids())].cpu().backward(up(cotangent()))


@runs
def single_cotangent_on_the_device_of_a_result_on_the_cpu(device, up):
    E = leaf(up)
    E[up(ids())].sum().cpu().backward(up(torch.tensor(2.0)))
    return E.grad


@refused
def cotangent_on_the_device_of_a_result_on_the_cpu_for_grad(device, up):
    E = leaf(up)
    torch.autograd.grad(E[up(ids())].cpu(), E, up(cotangent()))


@runs
def gradient_through_views_written_in_place(device, up):
    E = leaf(up)
    x = E * 1
    x[1] = 0
    x[2:4] *= 3
    x.t()[0].add_(1)
    x.sum().backward()
    return E.grad


@refused(on_cpu="refused")
def saved_tensor_changed_before_backward(device, up):
    x = leaf(up) * 1
    y = x**2
    x.add_(1)
    y.sum().backward()


@refused(on_cpu="refused")
def leaf_changed_in_place(device, up):
    leaf(up).add_(1)


@refused(on_cpu="refused")
def backward_twice_through_one_graph(device, up):
    loss = (leaf(up) ** 2).sum()
    loss.backward()
    loss.backward()


@runs
def hooks_and_retained_gradients(device, up):
    E = leaf(up)
    y = E * 2
    y.retain_grad()
    y.register_hook(lambda gradient: gradient * 3)
    y.sum().backward()
    return E.grad, y.grad


@runs
def detach_and_no_grad(device, up):
    E = leaf(up)
    with torch.no_grad():
        inside = E * 2
    return E.detach().requires_grad, inside.requires_grad, inside


@runs
def inference_mode(device, up):
    E, i = up(table()), up(ids())
    with torch.inference_mode():
        return F.embedding(i, E) @ E.T, torch.zeros(2, device=device), E.to(torch.float64)


class Lookup(torch.autograd.Function):
    """An embedding with its own backward."""

    @staticmethod
    def forward(ctx, E, ids, padding_idx=None):
        ctx.save_for_backward(ids)
        ctx.rows, ctx.padding_idx = E.shape[0], padding_idx
        return E[ids]

    @staticmethod
    def backward(ctx, grad):
        (ids,) = ctx.saved_tensors
        total = torch.zeros(ctx.rows, grad.shape[-1], dtype=grad.dtype, device=grad.device)
        total.index_add_(0, ids.flatten(), grad.reshape(-1, grad.shape[-1]))
        if ctx.padding_idx is not None:
            total[ctx.padding_idx] = 0
        return total, None, None


class LookupIntoCpuZeros(Lookup):
    @staticmethod
    def backward(ctx, grad):
        (ids,) = ctx.saved_tensors
        total = torch.zeros(ctx.rows, grad.shape[-1])
        return total.index_add_(0, ids.flatten(), grad.reshape(-1, grad.shape[-1])), None, None


class LookupLeavesGradientOnCpu(Lookup):
    @staticmethod
    def backward(ctx, grad):
        (ids,) = ctx.saved_tensors
        total = torch.zeros(ctx.rows, grad.shape[-1])
        flat = grad.cpu().reshape(-1, grad.shape[-1])
        return total.index_add_(0, ids.cpu().flatten(), flat), None, None


class LookupThroughNumpy(Lookup):
    @staticmethod
    def backward(ctx, grad):
        (ids,) = ctx.saved_tensors
        total = np.zeros((ctx.rows, grad.shape[-1]), dtype=np.float32)
        np.add.at(total, ids.numpy(), grad.numpy())
        return torch.from_numpy(total), None, None


class LookupMakesTensorsFromPython(Lookup):
    @staticmethod
    def backward(ctx, grad):
        (ids,) = ctx.saved_tensors
        zero = torch.tensor([0.0], device=grad.device)
        total = zero.expand(ctx.rows, grad.shape[-1]).clone()
        return total.index_add_(0, ids.flatten(), grad.reshape(-1, grad.shape[-1])), None, None


class LookupWithSetupContext(torch.autograd.Function):
    @staticmethod
    def forward(E, ids):
        return F.embedding(ids, E)

    @staticmethod
    def setup_context(ctx, inputs, output):
        E, ids = inputs
        ctx.save_for_backward(ids)
        ctx.rows = E.shape[0]

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        (ids,) = ctx.saved_tensors
        return grad.new_zeros(ctx.rows, grad.shape[-1]).index_put_((ids,), grad, accumulate=True), None


def gradient_by(function, up, *rest):
    E = leaf(up)
    function.apply(E, up(ids()), *rest).backward(up(cotangent()))
    return E.grad


@runs
def custom_function(device, up):
    return gradient_by(Lookup, up, 3)


@runs
def custom_function_makes_tensors_from_python(device, up):
    return gradient_by(LookupMakesTensorsFromPython, up)


@runs
def custom_function_with_setup_context(device, up):
    return gradient_by(LookupWithSetupContext, up)


@refused
def custom_function_into_cpu_zeros(device, up):
    return gradient_by(LookupIntoCpuZeros, up)


@refused
def custom_function_leaves_gradient_on_cpu(device, up):
    return gradient_by(LookupLeavesGradientOnCpu, up)


@refused
def custom_function_leaves_gradient_on_cpu_for_grad(device, up):
    E = leaf(up)
    y = LookupLeavesGradientOnCpu.apply(E, up(ids()))
    return torch.autograd.grad(y, E, up(cotangent()))[0]


@refused
def custom_function_through_numpy(device, up):
    return gradient_by(LookupThroughNumpy, up)


@runs
def gradcheck(device, up):
    E, i = up(table().double()).requires_grad_(), up(ids())
    return torch.autograd.gradcheck(lambda w: F.embedding(i, w), (E,))


@runs
def gradgradcheck(device, up):
    E, i = up(table().double()).requires_grad_(), up(ids())
    return torch.autograd.gradgradcheck(lambda w: F.embedding(i, w) ** 2, (E,))


@runs
def derivative_of_a_gradient(device, up):
    E = leaf(up)
    (first,) = torch.autograd.grad((E[up(ids())] ** 3).sum(), E, create_graph=True)
    return torch.autograd.grad(first.sum(), E)[0]


@runs
def gradient_checkpointing(device, up):
    E = leaf(up)
    checkpoint(lambda w: w * w, E, use_reentrant=False).sum().backward()
    return E.grad


@runs
def transform_grad(device, up):
    i = up(ids())
    return torch.func.grad(lambda w: (w[i] ** 2).sum())(up(table()))


@runs
def transform_vmap(device, up):
    return torch.func.vmap(lambda row: row.pow(2).sum())(up(table()))


@runs
def transform_jacobian(device, up):
    return torch.func.jacrev(lambda w: (w * w).sum(0))(up(table()))


@runs
def transform_jvp(device, up):
    E = up(table())
    return torch.func.jvp(lambda w: w**3, (E,), (torch.ones_like(E),))


@runs
def transform_hessian(device, up):
    return torch.func.hessian(lambda w: (w**3).sum())(up(table())[0])


@runs
def functional_jacobian(device, up):
    return torch.autograd.functional.jacobian(lambda w: (w * w).sum(1), up(table()))
