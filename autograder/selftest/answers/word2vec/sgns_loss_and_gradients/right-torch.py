# how: lets PyTorch differentiate it
import torch


def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative {negative.shape}")
    v, u, N = (torch.tensor(a, requires_grad=True) for a in (center, context, negative))
    pull, push = (u * v).sum(1), (N * v[:, None]).sum(2)
    loss = -(torch.nn.functional.logsigmoid(pull).sum() + torch.nn.functional.logsigmoid(-push).sum()) / n
    loss.backward()
    return loss.item(), v.grad.numpy(), u.grad.numpy(), N.grad.numpy()
