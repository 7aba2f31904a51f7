"""Ways to add rows into a table: the gradient of a lookup."""

import torch
import torch.nn.functional as F

from autograder.conformance.case import D, V, cotangent, ids, refused, runs, table


def flat(up):
    """Return ids (n,) and cotangents (n, D) on the device."""
    return up(ids()).flatten(), up(cotangent()).reshape(-1, D)


@runs
def index_add(device, up):
    i, g = flat(up)
    return torch.zeros(V, D, device=g.device).index_add_(0, i, g)


@runs
def index_add_scaled(device, up):
    i, g = flat(up)
    return torch.zeros(V, D, device=g.device).index_add(0, i, g, alpha=-0.5)


@runs
def index_add_of_nothing(device, up):
    none = up(torch.zeros(0, dtype=torch.long))
    return torch.zeros(V, D, device=device).index_add_(0, none, up(torch.zeros(0, D)))


@refused
def index_add_into_cpu_zeros(device, up):
    i, g = flat(up)
    return torch.zeros(V, D).index_add_(0, i, g)


@refused
def index_add_with_cpu_ids(device, up):
    _, g = flat(up)
    return torch.zeros(V, D, device=g.device).index_add_(0, ids().flatten(), g)


@refused
def index_add_of_cpu_rows(device, up):
    i, _ = flat(up)
    return torch.zeros(V, D, device=i.device).index_add_(0, i, cotangent().reshape(-1, D))


@runs
def index_put_accumulates(device, up):
    i, g = flat(up)
    return g.new_zeros(V, D).index_put_((i,), g, accumulate=True)


@runs
def index_put_with_cpu_ids(device, up):
    _, g = flat(up)
    return g.new_zeros(V, D).index_put_((ids().flatten(),), g, accumulate=True)


@refused
def index_put_of_cpu_rows(device, up):
    i, g = flat(up)
    return g.new_zeros(V, D).index_put_((i,), cotangent().reshape(-1, D), accumulate=True)


@runs
def scatter_add(device, up):
    i, g = flat(up)
    return torch.zeros_like(up(table())).scatter_add_(0, i[:, None].expand_as(g), g)


@refused
def scatter_add_with_cpu_ids(device, up):
    _, g = flat(up)
    rows = ids().reshape(-1, 1).expand(-1, D)
    return torch.zeros(V, D, device=g.device).scatter_add_(0, rows, g)


@runs
def scatter_reduce_sum(device, up):
    i, g = flat(up)
    return torch.zeros_like(up(table())).scatter_reduce(0, i[:, None].expand_as(g), g, "sum")


@runs
def scatter_reduce_largest(device, up):
    i, g = flat(up)
    return torch.zeros(V, D, device=g.device).scatter_reduce(0, i[:, None].expand_as(g), g, "amax")


@runs
def loop_over_ids(device, up):
    i, g = flat(up)
    total = torch.zeros(V, D, device=g.device)
    for position, row in enumerate(i):
        total[row] += g[position]
    return total


@runs
def loop_over_python_ids(device, up):
    i, g = flat(up)
    total = torch.zeros(V, D, device=g.device)
    for position, row in enumerate(i.tolist()):
        total[row] += g[position]
    return total


@refused
def loop_into_cpu_zeros_in_place(device, up):
    i, g = flat(up)
    total = torch.zeros(V, D)
    for position, row in enumerate(i.tolist()):
        total[row] += g[position]
    return total


@runs
def loop_over_distinct_ids(device, up):
    i, g = flat(up)
    total = torch.zeros(V, D, device=g.device)
    for row in torch.unique(i):
        total[row] = g[i == row].sum(0)
    return total


@runs
def assignment_keeps_one_of_equal_rows(device, up):
    """Assign at repeated ids, of which one stays; if the rows are equal, it does not matter which."""
    total = torch.zeros(V, D, device=device)
    total[up(ids())] += 1.0
    return total


@refused
def assignment_of_cpu_rows_at_ids(device, up):
    total = torch.zeros(V, D, device=device)
    total[up(torch.tensor([1, 2]))] = torch.ones(2, D)
    return total


@refused
def assignment_of_device_rows_into_cpu_zeros(device, up):
    total = torch.zeros(V, D)
    total[torch.tensor([1, 2])] = up(torch.ones(2, D))
    return total


@runs
def assignment_of_a_cpu_number_at_ids(device, up):
    total = torch.zeros(V, D, device=device)
    total[up(torch.tensor([1, 2]))] = torch.tensor(3.0)
    return total


@runs
def assignment_of_cpu_rows_at_a_slice(device, up):
    """Assign at a slice, which is a view: copying into a view crosses devices."""
    total = torch.zeros(V, D, device=device)
    total[1:3] = torch.ones(2, D)
    total[5] = torch.full((D,), 2.0)
    return total


@runs
def assignment_of_device_rows_at_a_cpu_slice(device, up):
    total = torch.zeros(V, D)
    total[1:3] = up(torch.ones(2, D))
    return total.tolist()


@runs
def assignment_at_list(device, up):
    total = torch.zeros(V, D, device=device)
    total[[1, 4]] = 2.0
    total[[0, 2], [1, 3]] = up(torch.tensor([5.0, 6.0]))
    return total


@runs
def assignment_at_mask(device, up):
    E = up(table()).clone()
    E[E < 0] = 0
    return E


@runs
def one_hot_transposed_product(device, up):
    i, g = flat(up)
    return F.one_hot(i, V).to(g.dtype).T @ g


@runs
def sort_and_segment_sum(device, up):
    i, g = flat(up)
    order = torch.argsort(i, stable=True)
    rows, counts = torch.unique_consecutive(i[order], return_counts=True)
    total = torch.zeros(V, D, device=g.device)
    total[rows] = torch.segment_reduce(g[order], "sum", lengths=counts)
    return total


@runs
def sort_and_cumulative_sum(device, up):
    i, g = flat(up)
    i, order = i.sort(stable=True)
    running = torch.cat([g.new_zeros(1, D), g[order].cumsum(0)])
    bounds = torch.searchsorted(i, torch.arange(V + 1, device=i.device))
    return running[bounds[1:]] - running[bounds[:-1]]


@refused
def searchsorted_with_cpu_bounds(device, up):
    i, _ = flat(up)
    return torch.searchsorted(i.sort().values, torch.arange(V + 1))


@runs
def distinct_rows_and_inverse(device, up):
    i, g = flat(up)
    rows, inverse = torch.unique(i, return_inverse=True)
    values = torch.zeros(len(rows), D, device=g.device).index_add_(0, inverse, g)
    return rows, values


@runs
def bincount(device, up):
    return torch.bincount(up(ids()).flatten(), minlength=V)


@runs
def sparse_matrix_product(device, up):
    i, g = flat(up)
    places = torch.stack([i, torch.arange(len(i), device=i.device)])
    onehot = torch.sparse_coo_tensor(places, torch.ones(len(i), device=i.device), (V, len(i)))
    return torch.sparse.mm(onehot, g)


@runs
def sparse_rows_coalesce(device, up):
    i, g = flat(up)
    total = torch.sparse_coo_tensor(i[None], g, (V, D)).coalesce()
    return total.indices(), total.values(), total.to_dense()


@runs
def compressed_sparse_product(device, up):
    i, g = flat(up)
    return F.one_hot(i, V).float().T.contiguous().to_sparse_csr() @ g


@runs
def sparse_tensor_from_python(device, up):
    return torch.sparse_coo_tensor([[0, 1], [1, 2]], [1.0, 2.0], (3, 3), device=device).to_dense()


@runs
def updates_in_place_at_rows(device, up):
    E, (i, g) = up(table()), flat(up)
    rows, inverse = torch.unique(i, return_inverse=True)
    step = torch.zeros(len(rows), D, device=g.device).index_add_(0, inverse, g)
    E[rows] -= 0.1 * step
    return E
