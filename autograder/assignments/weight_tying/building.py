"""PyTorch modules built in the student's process from library calls, with their right logits and ties."""

from dataclasses import dataclass

import numpy as np

from autograder.checks.checking import Wrong, bound
from autograder.sandboxed import protocol


def arrays_of(student, module) -> dict:
    """The parameters of a module by every name."""
    found = student.parameters(module)
    if not isinstance(found, dict) or not all(isinstance(p, protocol.Array) for p in found.values()):
        raise protocol.ProtocolError("parameters that are no tensors")
    return found


def parameters_of(student, model) -> dict:
    """The parameters by every name; `embed.weight` and `lm_head.weight` are among them."""
    found = arrays_of(student, model)
    if not {"embed.weight", "lm_head.weight"} <= found.keys():
        raise Wrong("other-names")
    return found


class Head:
    """A `TiedLM` of the student's with known numbers, and with `body` a linear layer in the middle.

    With `softmax` the middle is a softmax along that axis, which has no parameters.
    """

    def __init__(
        self,
        student,
        rng,
        V=9,
        d=4,
        scale=1.0,
        bias=False,
        body=False,
        device=None,
        write=True,
        dtype=None,
        softmax=None,
    ):
        self.student, self.V, self.d, self.scale, self.has_bias = student, V, d, scale, bias
        self.E = rng.normal(size=(V, d)).astype(np.float32)
        self.W, self.c = rng.normal(size=(d, d)).astype(np.float32), rng.normal(size=d).astype(np.float32)
        self.b = rng.normal(size=V).astype(np.float32) if bias else np.zeros(V, np.float32)
        options = {"scale": scale} if scale != 1 else {}
        options |= {"bias": True} if bias else {}
        where = {"device": device} if device else {}
        self.body, self.softmax = None, softmax
        if softmax is not None:
            options["body"] = student.call("torch.nn.Softmax", softmax)
        if body:
            self.body = options["body"] = student.call("torch.nn.Linear", d, d, **where)
            self.fill_body()
        self.model = student.call("TiedLM", V, d, **options, **where, **({"dtype": dtype} if dtype else {}))
        if bias:
            found = parameters_of(student, self.model).get("lm_head.bias")
            if found is None or found.values.shape != (V,):
                raise Wrong("bias-missing")
        if write:
            self.fill()

    def fill(self) -> None:
        """Write the numbers, the table under both names, so that it works without a tie as well."""
        names = parameters_of(self.student, self.model)
        for name, values in (("embed.weight", self.E), ("lm_head.weight", self.E), ("lm_head.bias", self.b)):
            if name in names and names[name].values.shape == values.shape:
                self.student.set_parameter(self.model, name, self.student.tensor(values))

        if self.body:
            self.fill_body()

    def fill_body(self) -> None:
        self.student.set_parameter(self.body, "weight", self.student.tensor(self.W))
        self.student.set_parameter(self.body, "bias", self.student.tensor(self.c))

    @property
    def bias(self) -> np.ndarray:
        return self.b.astype(np.float64)

    def hidden(self, ids, scale=None) -> np.ndarray:
        """The hidden states in float64, (*ids.shape, d)."""
        x = self.E.astype(np.float64)[ids] * (self.scale if scale is None else scale)
        if self.softmax is not None:
            p = np.exp(x - x.max(axis=self.softmax, keepdims=True))
            return p / p.sum(axis=self.softmax, keepdims=True)
        return x @ self.W.astype(np.float64).T + self.c if self.body else x

    def logits(self, ids, scale=None) -> np.ndarray:
        return self.hidden(ids, scale) @ self.E.astype(np.float64).T + self.bias

    def rounding(self, ids) -> np.ndarray:
        """The rounding error allowed of the logits: of two products in float32, or a softmax and one."""
        if self.softmax is not None:
            terms = 2 * self.d + 8 + int(4 * np.abs(self.E).max() * abs(self.scale))
            return bound("float32", terms, self.hidden(ids) @ np.abs(self.E.astype(np.float64)).T)
        E, W = np.abs(self.E.astype(np.float64)), np.abs(self.W.astype(np.float64))
        x = E[ids] * abs(self.scale)
        h = x @ W.T + np.abs(self.c) if self.body else x
        return bound("float32", 2 * self.d + 4, h @ E.T + np.abs(self.bias))

    def gradients(self, ids, upstream) -> tuple:
        """Gradients (V, d) of the table from both sides, and the rounding error allowed of their sum."""
        flat, g = ids.reshape(-1), upstream.reshape(-1, self.V).astype(np.float64)
        E, W, h = self.E.astype(np.float64), self.W.astype(np.float64), self.hidden(flat)
        outputs, inputs, scale = g.T @ h, np.zeros_like(E), np.zeros_like(E)
        np.add.at(inputs, flat, g @ E @ W * self.scale)
        np.add.at(scale, flat, np.abs(g) @ np.abs(E) @ np.abs(W) * abs(self.scale))
        h_scale = np.abs(E[flat]) @ np.abs(W).T * abs(self.scale) + np.abs(self.c)
        terms = len(flat) + self.V + 2 * self.d
        return inputs, outputs, bound("float32", terms, scale + np.abs(g).T @ h_scale)


@dataclass(frozen=True)
class Slot:
    """One name of a parameter, in the order in which PyTorch lists them."""

    name: str
    parameter: int  # which object
    values: int  # which numbers
    memory: int  # which storage
    frozen: bool = False
    again: bool = False  # reached through a module that was listed already
    empty: bool = False
    buffer: bool = False  # no parameter, and in no group
    none: bool = False  # None in place of a parameter, and in no group


class Tree:
    """A module built step by step under random names, with the list of its slots."""

    def __init__(self, student, rng):
        self.student, self.rng, self.made = student, rng, 0
        self.module, self.slots = student.call("torch.nn.Module"), []

    def name(self) -> str:
        return "m" + "".join(self.rng.choice(list("0123456789abcdef"), 6))

    def numbers(self, shape=(3, 2)) -> np.ndarray:
        return self.rng.normal(size=shape).astype(np.float32)

    def fresh(self) -> int:
        """A number that no parameter has yet."""
        self.made += 1
        return self.made

    def source(self, key: str, values=None) -> protocol.Handle:
        """A ParameterDict with one new Parameter, from which modules can take it."""
        tensor = self.student.tensor(self.numbers() if values is None else values, device="cpu")
        return self.student.call("torch.nn.ParameterDict", {key: tensor})

    def put(self, parent, name: str, child) -> None:
        self.student.method(parent, "add_module", name, child)

    def layer(self, kind: str, *sizes, **options) -> protocol.Handle:
        return self.student.call(f"torch.nn.{kind}", *sizes, **options)

    def share(self, layer, source) -> None:
        """Give `layer` the Parameters of `source`, under their keys."""
        self.student.method(layer, "_parameters.update", source)

    def slot(self, name, parameter=None, values=None, memory=None, **more) -> int:
        """List a slot, with a new parameter, values and memory unless given; returns its parameter."""
        parameter = self.fresh() if parameter is None else parameter
        values = parameter if values is None else values
        memory = parameter if memory is None else memory
        self.slots.append(Slot(name, parameter, values, memory, **more))
        return parameter
