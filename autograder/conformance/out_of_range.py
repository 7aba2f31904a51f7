"""Ids outside the table, which CUDA detects in a kernel.

CUDA reports these by a device-side assert: a RuntimeError at some later call, after which the process can no
longer use the GPU. The stand-in raises at once. Neither wraps.
"""

import torch
import torch.nn.functional as F

from autograder.conformance.case import D, V, cotangent, ids, refused, runs, table

KERNEL_ERRORS = {"errors": (RuntimeError,), "on_cpu": "refused", "asserts": True}


def bad_ids(value):
    i = ids()
    i[0, 1] = value
    return i


@refused(**KERNEL_ERRORS)
def embedding_past_the_end(device, up):
    return F.embedding(up(bad_ids(V)), up(table()))


@refused(**KERNEL_ERRORS)
def embedding_of_a_negative_id(device, up):
    return F.embedding(up(bad_ids(-1)), up(table()))


@refused(**KERNEL_ERRORS)
def index_past_the_end(device, up):
    return up(table())[up(bad_ids(V))]


@refused(**KERNEL_ERRORS)
def index_before_the_start(device, up):
    return up(table())[up(bad_ids(-V - 1))]


@refused(errors=(RuntimeError,), asserts=True)
def index_error_caught(device, up):
    """Catch an IndexError, which the CPU raises and a device does not."""
    try:
        return up(table())[up(bad_ids(V))]
    except IndexError:
        return "caught"


@refused(**KERNEL_ERRORS)
def index_select_of_a_negative_id(device, up):
    return up(table()).index_select(0, up(bad_ids(-1)).flatten())


@refused(**KERNEL_ERRORS)
def gather_past_the_end(device, up):
    return torch.gather(up(table()), 0, up(bad_ids(V)).reshape(-1, 1).expand(-1, D))


@refused(**KERNEL_ERRORS)
def index_add_past_the_end(device, up):
    total = torch.zeros(V, D, device=device)
    return total.index_add_(0, up(bad_ids(V)).flatten(), up(cotangent()).reshape(-1, D))


@refused(**KERNEL_ERRORS)
def index_add_at_a_negative_id(device, up):
    total = torch.zeros(V, D, device=device)
    return total.index_add_(0, up(bad_ids(-1)).flatten(), up(cotangent()).reshape(-1, D))


@refused(**KERNEL_ERRORS)
def index_put_past_the_end(device, up):
    total = torch.zeros(V, D, device=device)
    return total.index_put_((up(bad_ids(V)),), up(cotangent()), accumulate=True)


@refused(**KERNEL_ERRORS)
def scatter_add_at_a_negative_id(device, up):
    rows = up(bad_ids(-1)).reshape(-1, 1).expand(-1, D)
    return torch.zeros(V, D, device=device).scatter_add_(0, rows, up(cotangent()).reshape(-1, D))


@refused(**KERNEL_ERRORS)
def target_past_the_last_class(device, up):
    return F.cross_entropy(up(torch.zeros(6, V)), up(bad_ids(V)).flatten())


@refused(**KERNEL_ERRORS)
def one_hot_past_the_last_class(device, up):
    return F.one_hot(up(bad_ids(V)), V)


@refused(errors=(IndexError,), on_cpu="refused")
def python_integer_past_the_end(device, up):
    """Index with a Python integer, which is checked before anything reaches the device."""
    return up(table())[V]


@runs
def ignored_target_outside_the_classes(device, up):
    return F.cross_entropy(up(torch.zeros(6, V)), up(bad_ids(-100)).flatten())
