"""Ways to look rows up in a table."""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.conformance.case import D, V, ids, refused, runs, table


@runs
def index_with_ids(device, up):
    return up(table())[up(ids())]


@runs
def index_with_cpu_ids(device, up):
    """Index a device table with CPU ids, which CUDA accepts."""
    return up(table())[ids()]


@runs
def index_with_cpu_mask(device, up):
    return up(table())[torch.tensor([True, False, True, False, False, False, True])]


@refused
def index_cpu_table_with_device_ids(device, up):
    return table()[up(ids())]


@refused
def index_cpu_table_with_device_mask(device, up):
    return table()[up(table())[:, 0] > 0]


@runs
def index_cpu_table_with_one_device_id(device, up):
    """Index with an id without dimensions, which becomes a Python integer first."""
    return table()[up(torch.tensor(3))].tolist()


@runs
def index_with_list(device, up):
    return up(table())[[1, 1, 5]]


@runs
def index_with_list_in_tuple(device, up):
    return up(table())[[1, 1, 5], [0, 2, 3]]


@runs
def index_with_empty_list(device, up):
    return up(table())[[]]


@runs
def index_with_numpy_array(device, up):
    return up(table())[np.array([[1, 1], [5, 3]])]


@runs
def index_with_nested_list(device, up):
    return up(table())[([[1, 1], [5, 3]],)], up(table())[range(2)], up(table())[[True] * V]


@runs
def index_with_list_of_device_numbers(device, up):
    """Index with a list of tensors, which torch takes for a tuple: one entry."""
    row, column = up(torch.tensor(5)), up(torch.tensor(2))
    return up(table())[[row, column]]


@runs
def index_with_int32(device, up):
    return up(table())[up(ids().int())]


@runs
def index_counts_negative_ids_from_the_end(device, up):
    return up(table())[up(torch.tensor([-1, -V]))]


@runs
def index_with_no_ids(device, up):
    return up(table())[up(torch.zeros(0, dtype=torch.long))]


@runs
def index_with_slices_and_steps(device, up):
    E = up(table())
    return E[1:6:2, ::3], E[..., -1], E[None, 2]


@runs
def embedding(device, up):
    return F.embedding(up(ids()), up(table()))


@runs
def embedding_with_int32(device, up):
    return F.embedding(up(ids().int()), up(table()))


@runs
def embedding_of_one_id(device, up):
    return F.embedding(up(torch.tensor(5)), up(table()))


@runs
def embedding_of_no_ids(device, up):
    return F.embedding(up(torch.zeros(2, 0, dtype=torch.long)), up(table()))


@runs
def embedding_in_bfloat16(device, up):
    return F.embedding(up(ids()), up(table()).bfloat16()).float()


@runs
def embedding_with_largest_norm(device, up):
    return F.embedding(up(ids()), up(table()), max_norm=0.5)


@refused
def embedding_with_cpu_ids(device, up):
    return F.embedding(ids(), up(table()))


@refused
def embedding_with_one_cpu_id(device, up):
    return F.embedding(torch.tensor(5), up(table()))


@refused
def embedding_of_cpu_table(device, up):
    return F.embedding(up(ids()), table())


@refused(on_cpu="refused")
def embedding_with_float_ids(device, up):
    return F.embedding(up(ids().float()), up(table()))


@runs
def embedding_bag_mean(device, up):
    return F.embedding_bag(up(ids()), up(table()), mode="mean")


@runs
def embedding_bag_with_offsets(device, up):
    offsets = up(torch.tensor([0, 2, 5]))
    return F.embedding_bag(up(ids()).flatten(), up(table()), offsets, mode="sum")


@runs
def index_select(device, up):
    return up(table()).index_select(0, up(ids()).flatten()).reshape(2, 3, D)


@refused
def index_select_with_cpu_ids(device, up):
    return up(table()).index_select(0, ids().flatten())


@runs
def gather(device, up):
    rows = up(ids()).reshape(-1, 1).expand(-1, D)
    return torch.gather(up(table()), 0, rows)


@refused
def gather_with_cpu_ids(device, up):
    rows = ids().reshape(-1, 1).expand(-1, D)
    return torch.gather(up(table()), 0, rows)


@runs
def take_along_dim(device, up):
    return torch.take_along_dim(up(table()), up(ids()).reshape(-1, 1), 0)


@runs
def take_from_the_flat_table(device, up):
    return up(table()).take(up(ids()) * D)


@refused
def take_with_cpu_ids(device, up):
    return up(table()).take(ids())


@runs
def one_hot_product(device, up):
    return F.one_hot(up(ids()), V).float() @ up(table())


@runs
def one_hot_counts_its_classes(device, up):
    return F.one_hot(up(ids())), F.one_hot(up(torch.tensor(2)))


@refused
def one_hot_product_in_integers(device, up):
    """Multiply integer matrices, which the CPU can and CUDA cannot."""
    return F.one_hot(up(ids()), V) @ up(table()).long()


@refused
def one_hot_product_with_cpu_table(device, up):
    return F.one_hot(up(ids()), V).float() @ table()


@runs
def one_hot_from_identity(device, up):
    return torch.eye(V, device=device)[up(ids())] @ up(table())


@runs
def one_hot_by_comparison(device, up):
    i = up(ids())
    return (i[..., None] == torch.arange(V, device=i.device)).float() @ up(table())


@refused
def one_hot_by_comparison_with_cpu_range(device, up):
    return (up(ids())[..., None] == torch.arange(V)).float()


@runs
def one_hot_by_scatter(device, up):
    i = up(ids())
    return torch.zeros(*i.shape, V, device=i.device).scatter_(-1, i[..., None], 1.0)


@runs
def one_hot_einsum(device, up):
    return torch.einsum("btv,vd->btd", F.one_hot(up(ids()), V).float(), up(table()))


@runs
def rows_stacked_one_by_one(device, up):
    E = up(table())
    return torch.stack([E[i] for i in up(ids()).flatten()])


@runs
def rows_stacked_by_python_integers(device, up):
    E = up(table())
    return torch.stack([E[i] for i in up(ids()).flatten().tolist()])


@runs
def ids_checked_before_the_lookup(device, up):
    i = up(ids())
    if i.numel() and (i.min() < 0 or i.max() >= V):
        raise IndexError(f"id {i.max().item()} is outside the table")
    return up(table())[i]
