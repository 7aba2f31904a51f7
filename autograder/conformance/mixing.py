"""Tensors of two devices in one operation: what CUDA accepts and what it refuses."""

import torch
import torch.nn.functional as F

from autograder.conformance.case import D, V, cotangent, ids, refused, runs, table


@runs
def cpu_number_in_arithmetic(device, up):
    """Combine with a CPU tensor without dimensions, which counts as a number."""
    E, two = up(table()), torch.tensor(2.0)
    return E * two, two * E, E + two, E / two, E > two, two - E, torch.maximum(E, two)


@runs
def cpu_number_added_in_place(device, up):
    E = up(table())
    E += torch.tensor(1.0)
    return E


@runs
def cpu_number_times_device_number(device, up):
    return torch.tensor(2.0) * up(torch.tensor(3.0))


@runs
def cpu_number_filled_in(device, up):
    E = up(table())
    mask = E > 0
    return E.masked_fill(mask, torch.tensor(0.0)), E.clone().fill_(torch.tensor(2.0))


@runs
def cpu_number_in_where(device, up):
    E = up(table())
    return torch.where(E > 0, E, torch.tensor(0.0))


@refused
def cpu_vector_of_one_in_arithmetic(device, up):
    return up(table()) * torch.tensor([2.0])


@refused
def cpu_table_added(device, up):
    return up(table()) + table()


@refused
def cpu_table_added_in_place(device, up):
    E = up(table())
    E += table()
    return E


@refused
def device_table_added_into_cpu_table(device, up):
    E = table()
    E += up(table())
    return E


@refused
def device_number_times_cpu_table(device, up):
    return up(torch.tensor(2.0)) * table()


@refused
def cpu_table_compared(device, up):
    return up(table()) == table()


@refused
def cpu_table_in_equal(device, up):
    return torch.equal(up(table()), table())


@refused
def cpu_table_in_allclose(device, up):
    return torch.allclose(up(table()), table())


@refused(errors=(AssertionError,))
def cpu_table_in_assert_close(device, up):
    torch.testing.assert_close(up(table()), table())


@refused
def cpu_table_in_where(device, up):
    return torch.where(up(table()) > 0, up(table()), table())


@refused
def cpu_mask_in_masked_fill(device, up):
    return up(table()).masked_fill(table() > 0, 0.0)


@refused
def cpu_mask_on_attention_scores(device, up):
    x = up(cotangent())
    return (x @ x.mT).masked_fill(torch.ones(3, 3).triu(1).bool(), float("-inf"))


@refused
def cpu_rows_in_cat(device, up):
    return torch.cat([up(table()), table()])


@refused
def cpu_rows_in_stack(device, up):
    return torch.stack([up(table())[0], table()[1]])


@refused
def cpu_matrix_in_product(device, up):
    return up(table()) @ table().T


@refused
def device_matrix_after_cpu_matrix(device, up):
    return table() @ up(table()).T


@refused
def cpu_vector_in_product(device, up):
    return up(table()) @ torch.ones(D)


@refused
def cpu_vector_in_dot(device, up):
    return torch.dot(up(table())[0], table()[0])


@refused
def cpu_matrix_in_einsum(device, up):
    return torch.einsum("vd,wd->vw", up(table()), table())


@refused
def cpu_weight_in_linear(device, up):
    return F.linear(up(table()), table())


@refused
def cpu_bias_in_linear(device, up):
    return F.linear(up(table()), up(table()), torch.zeros(V))


@refused
def cpu_weight_in_layer_norm(device, up):
    return F.layer_norm(up(table()), (D,), torch.ones(D))


@refused
def cpu_keys_in_attention(device, up):
    x = up(cotangent())
    return F.scaled_dot_product_attention(x, cotangent(), x)


@refused
def cpu_angles_in_rotation(device, up):
    return up(cotangent()) * torch.cos(torch.arange(3.0)[:, None])


@refused
def cpu_tensor_in_minimum(device, up):
    return torch.minimum(up(table()), table())


@refused
def cpu_counts_in_repeat_interleave(device, up):
    return torch.repeat_interleave(up(table()), torch.ones(V, dtype=torch.long), dim=0)


@refused
def cpu_offsets_in_embedding_bag(device, up):
    return F.embedding_bag(up(ids()).flatten(), up(table()), torch.tensor([0, 3]))


@refused
def integer_matrix_product(device, up):
    """Multiply integer matrices, which the CPU can and CUDA cannot."""
    return up(ids()) @ up(ids()).T


@refused
def integer_dot_product(device, up):
    i = up(ids())
    return torch.dot(i[0], i[1])


@refused(on_cpu="refused")
def matrices_of_two_types(device, up):
    return up(table()) @ up(table()).double().T


@refused(on_cpu="refused")
def shapes_that_do_not_fit(device, up):
    return up(table()) + up(torch.ones(3))


@runs
def cpu_work_beside_device_work(device, up):
    """Compute with plain CPU tensors, which need not know of the device."""
    return (table() @ table().T).tolist(), up(table())


@runs
def branch_on_the_device(device, up):
    total = torch.zeros(V, D)
    E = up(table())
    if E.device.type != "cpu":
        total = total.to(E.device)
    return total + E
