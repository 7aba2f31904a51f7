"""Everyday operations on tensors that are all on the device."""

import torch
import torch.nn.functional as F

from autograder.conformance.case import D, V, cotangent, ids, runs, table


@runs
def operators(device, up):
    E = up(table())
    return 1 - E**2 / (-E).abs().clamp(min=1), E // 0.5, E % 0.5, 2**E, E > 0, ~(E > 0)


@runs
def operators_in_place(device, up):
    E = up(table())
    before = E
    E += 1
    E *= 2
    E -= up(table())
    E /= 4
    return before is E, E


@runs
def writes_through_views(device, up):
    E = up(table()).clone()
    E[1:3].mul_(2)
    E.t()[0] += 1
    E.view(-1)[0] = 9
    E.unbind(0)[5].zero_()
    return E


@runs
def shapes_changed_in_place(device, up):
    E = up(table()).clone()
    shapes = [E.unsqueeze_(0).shape, E.squeeze_(0).shape, E.t_().shape]
    return shapes, E, E.is_contiguous()


@runs
def resized_in_place(device, up):
    E = up(table()).clone()
    return E.resize_(2, D) is E, E.shape, E


@runs
def shapes_changed(device, up):
    x = up(cotangent())
    copied = x[0].t().contiguous().view(-1)
    return x.reshape(-1, D), x.transpose(1, 2), x.permute(2, 0, 1), x.flatten(1), copied


@runs
def expanded_and_repeated(device, up):
    row = up(table())[:1]
    return row.expand(3, D), row.repeat(2, 2), row.repeat_interleave(2, dim=1), row.expand(3, D).stride()


@runs
def joined_and_split(device, up):
    E = up(table())
    left, right = E.chunk(2, -1)
    return torch.cat([right, left], -1), torch.stack(E.unbind(0)), E.split([3, 4])[1]


@runs
def reductions(device, up):
    E = up(table())
    return E.sum(), E.mean(0), E.std(0), E.var(), E.prod(1), E.amax(1), E.argmax(1), E.logsumexp(1)


@runs
def norms_and_distances(device, up):
    E = up(table())
    return E.norm(dim=-1), torch.linalg.vector_norm(E), torch.cdist(E, E), F.normalize(E, dim=-1)


@runs
def cosine_similarity(device, up):
    E = up(table())
    return F.cosine_similarity(E[None], E[:, None], dim=-1)


@runs
def order_and_selection(device, up):
    E = up(table())
    top = E.topk(2, dim=-1)
    return top.values, top.indices, E.argsort(-1), E.sort(0).values, (E > 0).nonzero(), E.kthvalue(2).values


@runs
def nearest_rows(device, up):
    E = F.normalize(up(table()), dim=-1)
    similarity = E @ E.T
    similarity.fill_diagonal_(float("-inf"))
    return similarity.argmax(-1)


@runs
def counts_and_quantiles(device, up):
    E = up(table())
    return torch.unique(up(ids()), return_counts=True), torch.quantile(E, 0.5), E.median(), torch.histc(E, 3)


@runs
def singular_values(device, up):
    E = up(table())
    values = torch.linalg.svdvals(E)
    return values, torch.linalg.matrix_norm(E), torch.linalg.eigvalsh(E.T @ E)


@runs
def principal_components(device, up):
    E = up(table())
    centred = E - E.mean(0)
    u, s, vt = torch.linalg.svd(centred, full_matrices=False)
    return (u * s) @ vt, s


@runs
def batched_products(device, up):
    x = up(cotangent())
    return x @ x.mT, torch.bmm(x, x.mT), torch.einsum("btd,bsd->bts", x, x), torch.dot(x[0, 0], x[0, 1])


@runs
def integer_arithmetic(device, up):
    i = up(ids())
    return i * 2 + 1, i.cumsum(-1), i // 2, i % 3, i.float().mean(), i & 1


@runs
def integer_outer_product(device, up):
    i = up(ids()).flatten()
    return i[:, None] * i[None, :]


@runs
def comparisons(device, up):
    E = up(table())
    return torch.equal(E, E.clone()), torch.allclose(E, E + 1e-9), torch.isclose(E, E), E.eq(E)


@runs
def assertions_of_torch(device, up):
    torch.testing.assert_close(up(table()), up(table()))
    return "equal"


@runs
def choices_by_mask(device, up):
    E = up(table())
    positive = E > 0
    chosen = torch.where(positive, E, -E), torch.where(positive, E, 0.0)
    return chosen, E.masked_fill(~positive, 0.0), E.masked_select(positive)


@runs
def causal_mask(device, up):
    x = up(cotangent())
    scores = x @ x.mT
    mask = torch.tril(torch.ones(3, 3, dtype=torch.bool, device=x.device))
    return scores.masked_fill(~mask, float("-inf")).softmax(-1)


@runs
def attention(device, up):
    x = up(cotangent())[:, None].requires_grad_()
    out = F.scaled_dot_product_attention(x, x, x, is_causal=True)
    out.pow(2).sum().backward()
    return out, x.grad


@runs
def rotary_positions(device, up):
    x = up(cotangent())
    place = torch.arange(x.shape[-2], device=x.device, dtype=torch.float32)
    speed = 10000.0 ** (-torch.arange(0, D, 2, device=x.device) / D)
    angle = place[:, None] * speed
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = even * angle.cos() - odd * angle.sin(), even * angle.sin() + odd * angle.cos()
    return torch.stack(turned, -1).flatten(-2)


@runs
def rotary_positions_as_complex_numbers(device, up):
    x = up(cotangent())
    angle = torch.arange(3.0, device=x.device)[:, None] * torch.ones(D // 2, device=x.device)
    turn = torch.polar(torch.ones_like(angle), angle)
    pairs = torch.view_as_complex(x.reshape(2, 3, D // 2, 2))
    return torch.view_as_real(pairs * turn).flatten(-2)


@runs
def sinusoids_written_into_slices(device, up):
    positions = torch.arange(5.0, device=device)[:, None]
    speed = torch.exp(torch.arange(0, D, 2, device=device) * -2.0 / D)
    out = torch.empty(5, D, device=device)
    out[:, 0::2] = torch.sin(positions * speed)
    out[:, 1::2] = torch.cos(positions * speed)
    return out


@runs
def linear_bias_by_distance(device, up):
    place = torch.arange(4, device=device)
    slopes = torch.tensor([0.5, 0.25], device=device)
    return -slopes[:, None, None] * (place[:, None] - place[None, :]).clamp(min=0)


@runs
def rows_interpolated(device, up):
    rows = up(table()).T[None]
    return F.interpolate(rows, size=10, mode="linear", align_corners=True)[0].T


@runs
def activations(device, up):
    E = up(table())
    return F.gelu(E), F.relu(E), F.silu(E), torch.tanh(E), torch.sigmoid(E), F.softmax(E, -1)


@runs
def lists_of_tensors_at_once(device, up):
    """Apply the operations that optimizers use on whole lists."""
    weights = [up(table()), up(torch.ones(3))]
    torch._foreach_mul_(weights, 2.0)
    return torch._foreach_add(weights, weights, alpha=0.5)


@runs
def inplace_clamp_and_fill(device, up):
    E = up(table()).clone()
    E.clamp_(-0.5, 0.5)
    E[V - 1].fill_(8.0)
    return E, E.zero_() is E
