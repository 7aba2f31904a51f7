"""`TiedLM` made in the student's process with known numbers, and what it should give."""

import numpy as np

from autograder.checks.checking import Wrong, bound
from autograder.checks.student import Student
from autograder.sandboxed import protocol


def parameters_of(student: Student, model: protocol.Handle) -> dict[str, protocol.Array]:
    """Return the parameters by every name; `embed.weight` and `lm_head.weight` are among them."""
    found = student.parameters(model)
    if not all(isinstance(p, protocol.Array) for p in found.values()):
        raise protocol.ProtocolError("parameters that are no tensors")
    if not {"embed.weight", "lm_head.weight"} <= found.keys():
        raise Wrong("other-names")
    return found


class Head:
    """A `TiedLM` of the student's with known numbers, and with `body` a linear layer in the middle."""

    def __init__(
        self,
        student: Student,
        rng: np.random.Generator,
        V: int = 9,
        d: int = 4,
        *,
        scale: float = 1.0,
        bias: bool = False,
        body: bool = False,
        device: str | None = None,
        write: bool = True,
    ):
        self.student, self.V, self.d, self.scale, self.has_bias = student, V, d, scale, bias
        self.device = device
        self.E = rng.normal(size=(V, d)).astype(np.float32)
        self.W, self.c = rng.normal(size=(d, d)).astype(np.float32), rng.normal(size=d).astype(np.float32)
        self.b = rng.normal(size=V).astype(np.float32) if bias else np.zeros(V, np.float32)
        options: dict = {"scale": scale} if scale != 1 else {}
        options |= {"bias": True} if bias else {}
        where = {"device": device} if device else {}
        self.body = None
        if body:
            self.body = options["body"] = student.call("torch.nn.Linear", d, d, **where)
            self.fill_body()
        self.model = student.call("TiedLM", V, d, **options, **where)
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
                self.student.set_parameter(self.model, name, self.sent(values))
        if self.body:
            self.fill_body()

    def fill_body(self) -> None:
        self.student.set_parameter(self.body, "weight", self.sent(self.W))
        self.student.set_parameter(self.body, "bias", self.sent(self.c))

    def sent(self, values: np.ndarray) -> protocol.Array:
        """Return the values as a tensor on the model's device."""
        return self.student.tensor(values, device=None if self.device else "cpu")

    @property
    def bias(self) -> np.ndarray:
        return self.b.astype(np.float64)

    def hidden(self, ids, scale=None) -> np.ndarray:
        """The hidden states in float64, (*ids.shape, d)."""
        x = self.E.astype(np.float64)[ids] * (self.scale if scale is None else scale)
        return x @ self.W.astype(np.float64).T + self.c if self.body else x

    def logits(self, ids, scale=None) -> np.ndarray:
        return self.hidden(ids, scale) @ self.E.astype(np.float64).T + self.bias

    def rounding(self, ids) -> np.ndarray:
        """The rounding error allowed of the logits: of two products in float32."""
        E, W = np.abs(self.E.astype(np.float64)), np.abs(self.W.astype(np.float64))
        x = E[ids] * abs(self.scale)
        h = x @ W.T + np.abs(self.c) if self.body else x
        return bound("float32", 2 * self.d + 4, h @ E.T + np.abs(self.bias))

    def gradients(self, ids, upstream) -> tuple:
        """Gradients (V, d) of the table from both sides, and the rounding error allowed of their sum."""
        flat, g = ids.reshape(-1), upstream.reshape(-1, self.V).astype(np.float64)
        E, h = self.E.astype(np.float64), self.hidden(flat)
        W = self.W.astype(np.float64) if self.body else np.eye(self.d)
        outputs, inputs, scale = g.T @ h, np.zeros_like(E), np.zeros_like(E)
        np.add.at(inputs, flat, g @ E @ W * self.scale)
        np.add.at(scale, flat, np.abs(g) @ np.abs(E) @ np.abs(W) * abs(self.scale))
        h_scale = np.abs(E[flat]) @ np.abs(W).T * abs(self.scale) + np.abs(self.c)
        terms = len(flat) + self.V + 2 * self.d
        return inputs, outputs, bound("float32", terms, scale + np.abs(g).T @ h_scale)
