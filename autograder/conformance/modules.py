"""Modules: layers on the device, buffers and parameters that stay behind."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

from autograder.conformance.case import D, V, cotangent, ids, refused, runs, table


def seeded(build):
    torch.manual_seed(0)
    return build()


@runs
def embedding_layer(device, up):
    layer = nn.Embedding.from_pretrained(table(), freeze=False).to(device)
    layer(up(ids())).backward(up(cotangent()))
    return layer.weight.grad


@runs
def embedding_layer_with_padding(device, up):
    layer = seeded(lambda: nn.Embedding(V, D, padding_idx=1)).to(device)
    layer(up(ids())).backward(up(cotangent()))
    return layer.weight, layer.weight.grad


@runs
def embedding_layer_made_on_the_device(device, up):
    layer = nn.Embedding(V, D, device=device, dtype=torch.float64)
    return layer(up(ids())).shape, layer.weight.dtype, layer.weight.device.type == device.type


@refused
def layer_left_on_the_cpu(device, up):
    return nn.Embedding(V, D)(up(ids()))


@refused
def ids_left_on_the_cpu(device, up):
    return nn.Embedding(V, D).to(device)(ids())


@runs
def linear_layer(device, up):
    return seeded(lambda: nn.Linear(D, 3)).to(device)(up(table()))


@runs
def layer_norm(device, up):
    x = up(cotangent()).requires_grad_()
    nn.LayerNorm(D).to(device)(x).pow(3).sum().backward()
    return x.grad


@runs
def rms_norm(device, up):
    x = up(cotangent()).requires_grad_()
    nn.RMSNorm(D).to(device)(x).pow(3).sum().backward()
    return x.grad


@runs
def batch_norm_and_its_running_mean(device, up):
    layer = nn.BatchNorm1d(D).to(device)
    return layer(up(table())), layer.running_mean


@runs
def dropout_of_nothing(device, up):
    return nn.Dropout(0.0)(up(table())), nn.Dropout(0.5).eval()(up(table()))


@runs
def recurrent_layer(device, up):
    return seeded(lambda: nn.RNN(D, 3, batch_first=True)).to(device)(up(cotangent()))[0]


@runs
def gated_recurrent_layer(device, up):
    return seeded(lambda: nn.GRU(D, 3, batch_first=True)).to(device)(up(cotangent()))[0]


@runs
def attention_layer(device, up):
    x = up(cotangent())
    return seeded(lambda: nn.MultiheadAttention(D, 2, batch_first=True)).to(device)(x, x, x)[0]


@runs
def encoder_layer(device, up):
    layer = seeded(lambda: nn.TransformerEncoderLayer(D, 2, 8, dropout=0.0, batch_first=True))
    return layer.to(device).eval()(up(cotangent()))


class Positions(nn.Module):
    """A learned row added for each position; `indices` says where the range is made."""

    def __init__(self, indices):
        super().__init__()
        self.rows, self.indices = nn.Embedding(3, D), indices

    def forward(self, x):
        return x + self.rows(self.indices(x))


@runs
def positions_ranged_on_the_device(device, up):
    model = seeded(lambda: Positions(lambda x: torch.arange(x.shape[1], device=x.device)))
    return model.to(device)(up(cotangent()))


@refused
def positions_ranged_on_the_cpu(device, up):
    model = seeded(lambda: Positions(lambda x: torch.arange(x.shape[1])))
    return model.to(device)(up(cotangent()))


class Shift(nn.Module):
    """A constant added that is a plain attribute, a buffer, or a parameter in a list."""

    def __init__(self, kind):
        super().__init__()
        shift = torch.arange(D, dtype=torch.float32)
        if kind == "buffer":
            self.register_buffer("shift", shift)
        elif kind == "list":
            self.shifts = [nn.Parameter(shift)]
        elif kind == "parameter list":
            self.shifts = nn.ParameterList([nn.Parameter(shift)])
        else:
            self.shift = shift

    def forward(self, x):
        return x + (self.shifts[0] if hasattr(self, "shifts") else self.shift)


@runs
def buffer_moves_with_the_module(device, up):
    return Shift("buffer").to(device)(up(table()))


@refused
def plain_attribute_stays_behind(device, up):
    return Shift("attribute").to(device)(up(table()))


@runs
def parameter_list_moves_with_the_module(device, up):
    return Shift("parameter list").to(device)(up(table()))


@refused
def parameter_in_a_python_list_stays_behind(device, up):
    return Shift("list").to(device)(up(table()))


@runs
def module_in_double(device, up):
    return seeded(lambda: nn.Linear(D, 2)).to(device).double()(up(table()).double())


@runs
def module_moved_and_cast_at_once(device, up):
    layer = nn.Linear(D, 2).to(device, torch.bfloat16)
    return layer.weight.dtype, layer(up(table()).bfloat16()).dtype


@runs
def module_moved_while_its_graph_lives(device, up):
    layer = seeded(lambda: nn.Linear(D, 2))
    loss = layer(table()).sum()
    layer.to(device)
    return layer(up(table())), float(loss)


@runs
def module_moved_while_a_view_of_its_weight_is_kept(device, up):
    layer = seeded(lambda: nn.Linear(D, 2))
    turned = layer.weight.T
    layer.to(device)
    return layer(up(table())), layer.weight.device.type == device.type, turned.device.type, turned.tolist()


@runs
def data_moved_while_a_view_of_it_is_kept(device, up):
    E = nn.Parameter(table())
    first = E[0]
    E.data = up(table())
    return E, E.device.type == device.type, first.device.type


@runs
def module_moved_and_back(device, up):
    layer = seeded(lambda: nn.Linear(D, 2))
    before = layer.weight.detach().clone()
    layer.to(device).to("cpu")
    return torch.equal(before, layer.weight), layer.weight.device.type


@runs
def module_on_meta_made_empty_on_the_device(device, up):
    layer = nn.Linear(D, 2, device=device).to_empty(device=device)
    return layer.weight.shape, layer.weight.device.type == device.type


@runs(on_cpu="either")
def module_and_tensor_moved_by_cuda(device, up):
    layer = nn.Linear(D, 2).cuda()
    return layer(table().cuda()).shape


@runs
def deep_copy_of_a_module(device, up):
    layer = seeded(lambda: nn.Linear(D, 2)).to(device)
    twin = copy.deepcopy(layer)
    with torch.no_grad():
        twin.weight.zero_()
    return layer.weight, twin.weight, isinstance(twin.weight, nn.Parameter)


@runs
def state_dict_of_one_loads_into_another(device, up):
    first = seeded(lambda: nn.Linear(D, 2)).to(device)
    second = nn.Linear(D, 2).to(device)
    second.load_state_dict(first.state_dict())
    return second.weight, second.bias


@runs
def cpu_state_dict_loads_into_a_moved_module(device, up):
    first, second = seeded(lambda: nn.Linear(D, 2)), nn.Linear(D, 2).to(device)
    second.load_state_dict(first.state_dict())
    return second.weight


@runs
def functional_call_with_other_parameters(device, up):
    layer = nn.Linear(D, 2, bias=False).to(device)
    weights = {"weight": torch.ones(2, D, device=device)}
    return torch.func.functional_call(layer, weights, (up(table()),))


@runs
def parameters_flattened_and_restored(device, up):
    layer = seeded(lambda: nn.Linear(D, 2)).to(device)
    flat = nn.utils.parameters_to_vector(layer.parameters())
    nn.utils.vector_to_parameters(flat * 2, layer.parameters())
    return flat, layer.weight


@runs
def initializers(device, up):
    E = torch.empty(V, D, device=device)
    nn.init.normal_(E, 0.0, 0.02)
    drawn = E.abs().max() < 1
    nn.init.xavier_uniform_(E)
    nn.init.trunc_normal_(E, std=0.02)
    return bool(drawn), nn.init.ones_(E), F.normalize(nn.init.constant_(E, 2.0), dim=-1)


@runs
def parameter_of_a_device_tensor(device, up):
    E = nn.Parameter(up(table()))
    return isinstance(E, nn.Parameter), E.is_leaf, E.requires_grad, E


@refused
def parameter_list_with_one_left_on_the_cpu(device, up):
    weights = [nn.Parameter(up(table())), nn.Parameter(table())]
    return weights[0] @ weights[1].T
