"""Tied weights: shared memory must stay shared, separate memory must stay separate."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

from autograder.conformance.case import D, V, ids, runs, table


class Model(nn.Module):
    """Table, tanh layer and head; the head's weight is the table or a copy of it."""

    def __init__(self, tied=True):
        super().__init__()
        torch.manual_seed(0)
        self.embed, self.body = nn.Embedding(V, D), nn.Linear(D, D)
        self.head = nn.Linear(D, V, bias=False)
        shared = self.embed.weight
        self.head.weight = shared if tied else nn.Parameter(shared.detach().clone())

    def forward(self, ids):
        return self.head(torch.tanh(self.body(self.embed(ids))))

    def loss(self, ids):
        return F.cross_entropy(self(ids).reshape(-1, V), ids.flatten())


@runs
def tied_model_gradient(device, up):
    model = Model().to(device)
    model.loss(up(ids())).backward()
    return model.embed.weight.grad


@runs
def tie_survives_the_move(device, up):
    model = Model().to(device)
    return model.head.weight is model.embed.weight, len(list(model.parameters()))


@runs
def tie_survives_the_move_and_back(device, up):
    model = Model().to(device).to("cpu")
    return model.head.weight is model.embed.weight, len(list(model.parameters()))


@runs
def tie_survives_a_cast(device, up):
    model = Model().to(device).to(torch.bfloat16)
    return model.head.weight is model.embed.weight


@runs
def tie_survives_a_loaded_state(device, up):
    model = Model().to(device)
    model.load_state_dict(Model(tied=False).to(device).state_dict())
    return model.head.weight is model.embed.weight, model.head.weight.detach()


@runs
def tie_ends_where_a_state_is_assigned(device, up):
    model = Model().to(device)
    model.load_state_dict(model.state_dict(), assign=True)
    return model.head.weight is model.embed.weight, len(list(model.parameters()))


@runs
def tie_survives_a_step(device, up):
    model = Model().to(device)
    optimizer = torch.optim.SGD(model.parameters(), 0.5)
    model.loss(up(ids())).backward()
    optimizer.step()
    return model.head.weight is model.embed.weight, model.head.weight


@runs
def tie_survives_loading(device, up):
    model = Model().to(device)
    model.load_state_dict(Model().state_dict())
    return model.head.weight is model.embed.weight


@runs
def tie_survives_a_deep_copy(device, up):
    model = Model().to(device)
    twin = copy.deepcopy(model)
    return twin.head.weight is twin.embed.weight, twin.embed.weight is model.embed.weight


@runs
def copies_stay_apart(device, up):
    model = Model(tied=False).to(device)
    return model.head.weight is model.embed.weight, len(list(model.parameters()))


@runs
def tied_weights_share_an_address(device, up):
    model = Model().to(device)
    return model.head.weight.data_ptr() == model.embed.weight.data_ptr()


@runs
def copies_have_addresses_of_their_own(device, up):
    model = Model(tied=False).to(device)
    return model.head.weight.data_ptr() == model.embed.weight.data_ptr()


@runs
def tied_weights_share_a_storage(device, up):
    model = Model().to(device)
    storages = [w.untyped_storage().data_ptr() for w in (model.head.weight, model.embed.weight)]
    return storages[0] == storages[1]


@runs
def copies_have_storages_of_their_own(device, up):
    model = Model(tied=False).to(device)
    storages = [w.untyped_storage().data_ptr() for w in (model.head.weight, model.embed.weight)]
    return storages[0] == storages[1]


@runs
def deep_copy_has_a_storage_of_its_own(device, up):
    model = Model().to(device)
    twin = copy.deepcopy(model)
    return model.embed.weight.data_ptr() == twin.embed.weight.data_ptr()


@runs
def detached_alias_shares_an_address(device, up):
    E = nn.Parameter(up(table()))
    return E.detach().data_ptr() == E.data_ptr(), E.detach() is E, E.data.data_ptr() == E.data_ptr()


@runs
def views_share_a_storage(device, up):
    E = up(table())
    rows = E[2:]
    return (
        E.t().data_ptr() == E.data_ptr(),
        rows.untyped_storage().data_ptr() == E.untyped_storage().data_ptr(),
        rows.data_ptr() - E.data_ptr(),
        rows.storage_offset(),
    )


@runs
def lookups_do_not_share_a_storage(device, up):
    E = up(table())
    rows = E[up(torch.tensor([2, 3]))]
    rows.zero_()
    return rows.data_ptr() == E.data_ptr(), E


@runs
def writes_reach_the_other_name(device, up):
    model = Model().to(device)
    with torch.no_grad():
        model.embed.weight.fill_(0.5)
    return model.head.weight


@runs
def sizes_in_bytes(device, up):
    E = up(table())
    return E.untyped_storage().nbytes(), E.nbytes, E.numel() * E.element_size(), E.bfloat16().nbytes


@runs
def bytes_of_parameters_counted_once(device, up):
    weights = Model().to(device).state_dict(keep_vars=True).values()
    storages = [weight.untyped_storage() for weight in weights]
    return sum({storage.data_ptr(): storage.nbytes() for storage in storages}.values())


@runs
def one_table_used_on_both_sides(device, up):
    E = nn.Parameter(up(table()))
    F.linear(E[up(ids())], E).pow(2).sum().backward()
    return E.grad
