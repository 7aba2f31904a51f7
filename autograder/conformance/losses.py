"""Losses with integer targets."""

import torch
import torch.nn.functional as F

from autograder.conformance.case import D, V, cotangent, ids, refused, runs, table


def logits(up):
    """Return (2, 3, V) logits."""
    return up(cotangent()) @ up(table()).T


@runs
def cross_entropy(device, up):
    return F.cross_entropy(logits(up).reshape(-1, V), up(ids()).flatten())


@runs
def cross_entropy_gradient(device, up):
    z = logits(up).reshape(-1, V).requires_grad_()
    F.cross_entropy(z, up(ids()).flatten()).backward()
    return z.grad


@runs
def cross_entropy_smoothed_and_ignoring(device, up):
    z, t = logits(up).reshape(-1, V), up(ids()).flatten()
    return F.cross_entropy(z, t, ignore_index=3, label_smoothing=0.1)


@runs
def cross_entropy_with_class_dimension_second(device, up):
    return F.cross_entropy(logits(up).transpose(1, 2), up(ids()), reduction="none")


@refused
def cross_entropy_with_cpu_targets(device, up):
    return F.cross_entropy(logits(up).reshape(-1, V), ids().flatten())


@refused
def cross_entropy_with_one_cpu_target(device, up):
    return F.cross_entropy(logits(up)[0, 0], torch.tensor(3))


@runs
def cross_entropy_by_logsumexp_and_index(device, up):
    z, t = logits(up).reshape(-1, V), up(ids()).flatten()
    return (torch.logsumexp(z, -1) - z[torch.arange(len(t)), t]).mean()


@runs
def cross_entropy_by_gather(device, up):
    return -torch.log_softmax(logits(up), -1).gather(-1, up(ids())[..., None]).mean()


@runs
def nll_loss(device, up):
    return F.nll_loss(torch.log_softmax(logits(up).reshape(-1, V), -1), up(ids()).flatten())


@refused
def mse_loss_with_cpu_target(device, up):
    return F.mse_loss(up(table()), table())


@runs
def loss_as_a_python_number(device, up):
    loss = F.cross_entropy(logits(up).reshape(-1, V), up(ids()).flatten())
    return loss.item(), float(loss), round(float(loss), 2)


@runs
def losses_collected_in_python(device, up):
    history = [(up(table()) * k).pow(2).mean() for k in range(3)]
    return torch.tensor(history).tolist(), torch.stack(history)


@refused
def device_loss_added_to_a_cpu_total_in_place(device, up):
    total = torch.zeros(())
    total += up(table()).sum()
    return total


@runs
def sigmoid_loss_of_pairs(device, up):
    E, i = up(table()), up(ids())
    scores = (E[i[0]] * E[i[1]]).sum(-1)
    return F.binary_cross_entropy_with_logits(scores, torch.ones_like(scores))


@runs
def negatives_drawn_on_the_device(device, up):
    weights = up(torch.ones(V)).pow(0.75)
    drawn = torch.multinomial(weights, 12, replacement=True)
    return drawn.shape, bool(((drawn >= 0) & (drawn < V)).all())


@runs
def perplexity_of_a_uniform_guess(device, up):
    z = up(torch.zeros(6, V))
    return F.cross_entropy(z, up(ids()).flatten()).exp(), D
