"""Answers to `TinyLM` of language-model."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "einsum", how="rsqrt, einsum, positions looked up",
    source='''
def rms(x):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + EPS)


class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        self.window, self.d = window, d
        shapes = {"W2": (hidden, d), "W1": (window * d, hidden), "P": (window, d), "E": (V, d)}
        for name, shape in shapes.items():
            self.register_parameter(name, nn.Parameter(torch.empty(*shape, device=device, dtype=dtype)))
        for parameter in self.parameters():
            nn.init.normal_(parameter, 0.0, std)

    def forward(self, ids):
        if tuple(ids.shape[1:]) != (self.window,):
            raise ValueError(f"a batch of windows of {self.window} ids is expected, not {tuple(ids.shape)}")
        check_ids(ids, self.E.size(0))
        places = torch.arange(self.window, device=ids.device)
        x = F.embedding(ids, self.E) + F.embedding(places, self.P)
        weights = self.W1.view(self.window, self.d, -1)
        a = torch.einsum("bwd,wdm->bm", rms(x), weights).tanh()
        h = rms(torch.einsum("bm,md->bd", a, self.W2))
        return torch.einsum("bd,vd->bv", h, self.E)
''')

answers.right(
    "init-loop", how="drawn in one loop, a norm without a mean",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        sizes = ("E", V, d), ("P", window, d), ("W1", window * d, hidden), ("W2", hidden, d)
        for name, rows, columns in sizes:
            values = torch.zeros(rows, columns, device=device, dtype=dtype).normal_(0, std)
            setattr(self, name, nn.Parameter(values))

    def norm(self, x):
        return x / (x.square().sum(-1, keepdim=True) / x.shape[-1] + EPS) ** 0.5

    def forward(self, ids):
        check_ids(ids, self.E.shape[0])
        if ids.dim() != 2 or ids.shape[1] != self.P.shape[0]:
            raise ValueError(f"ids {tuple(ids.shape)} for a window of {self.P.shape[0]}")
        x = self.E[ids] + self.P
        flat = self.norm(x).reshape(len(ids), -1)
        a = torch.tanh(flat @ self.W1)
        h = self.norm(a @ self.W2)
        return h @ self.E.T
''')

answers.right(
    "linear", how="F.linear and F.rms_norm",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        where = {"device": device, "dtype": dtype}
        self.E = nn.Parameter(torch.randn(V, d, **where) * std)
        self.P = nn.Parameter(torch.randn(window, d, **where) * std)
        self.W1 = nn.Parameter(torch.randn(window * d, hidden, **where) * std)
        self.W2 = nn.Parameter(torch.randn(hidden, d, **where) * std)

    def forward(self, ids):
        check_ids(ids, self.E.shape[0])
        if ids.dim() != 2 or ids.shape[1] != self.P.shape[0]:
            raise ValueError(f"ids {tuple(ids.shape)} for a window of {self.P.shape[0]}")
        width = self.E.shape[1:]
        x = torch.index_select(self.E, 0, ids.flatten()).view(*ids.shape, -1) + self.P
        flat = F.rms_norm(x, width, eps=EPS).flatten(1)
        a = F.linear(flat, self.W1.T).tanh()
        return F.linear(F.rms_norm(F.linear(a, self.W2.T), width, eps=EPS), self.E)
''')

answers.right(
    "tied-linear", how="the table also hangs in a linear layer, as one Parameter of two names",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        where = {"device": device, "dtype": dtype}
        self.E = nn.Parameter(torch.randn(V, d, **where) * std)
        self.P = nn.Parameter(torch.randn(window, d, **where) * std)
        self.W1 = nn.Parameter(torch.randn(window * d, hidden, **where) * std)
        self.W2 = nn.Parameter(torch.randn(hidden, d, **where) * std)
        self.head = nn.Linear(d, V, bias=False, device="meta")
        self.head.weight = self.E

    def norm(self, x):
        return x / torch.sqrt((x * x).mean(dim=-1, keepdim=True) + EPS)

    def forward(self, ids):
        check_ids(ids, self.E.shape[0])
        if ids.dim() != 2 or ids.shape[1] != self.P.shape[0]:
            raise ValueError(f"ids {tuple(ids.shape)} for a window of {self.P.shape[0]}")
        x = self.E[ids] + self.P
        flat = self.norm(x).reshape(len(ids), -1)
        a = torch.tanh(flat @ self.W1)
        h = self.norm(a @ self.W2)
        return self.head(h)
''')

answers.right(
    "layers", how="the weights of two nn.Embedding, filled anew, stand at both ends",
    source="""
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        where = {"device": device, "dtype": dtype}
        self.tokens, self.places = nn.Embedding(V, d, **where), nn.Embedding(window, d, **where)
        self.E, self.P = self.tokens.weight, self.places.weight
        self.W1 = nn.Parameter(torch.empty(window * d, hidden, **where))
        self.W2 = nn.Parameter(torch.empty(hidden, d, **where))
        for weight in (self.E, self.P, self.W1, self.W2):
            nn.init.normal_(weight, std=std)

    def forward(self, ids):
        check_ids(ids, self.tokens.num_embeddings)
        if ids.shape[1:] != (self.places.num_embeddings,):
            raise ValueError(f"ids {tuple(ids.shape)} for a window of {self.places.num_embeddings}")
        x = self.tokens(ids) + self.places.weight
        flat = F.rms_norm(x, x.shape[-1:], eps=EPS).flatten(1)
        o = torch.tanh(flat @ self.W1) @ self.W2
        return F.linear(F.rms_norm(o, o.shape[-1:], eps=EPS), self.tokens.weight)
""")

answers.wrong(
    "numpy-ids", "through-numpy", check="device",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        where = {"device": device, "dtype": dtype}
        self.E = nn.Parameter(torch.randn(V, d, **where) * std)
        self.P = nn.Parameter(torch.randn(window, d, **where) * std)
        self.W1 = nn.Parameter(torch.randn(window * d, hidden, **where) * std)
        self.W2 = nn.Parameter(torch.randn(hidden, d, **where) * std)

    def norm(self, x):
        return x / torch.sqrt((x * x).mean(dim=-1, keepdim=True) + EPS)

    def forward(self, ids):
        check_ids(ids, self.E.shape[0])
        assert np.all(ids.numpy() >= 0)
        if ids.dim() != 2 or ids.shape[1] != self.P.shape[0]:
            raise ValueError(f"ids {tuple(ids.shape)} for a window of {self.P.shape[0]}")
        x = self.E[ids] + self.P
        flat = self.norm(x).reshape(len(ids), -1)
        a = torch.tanh(flat @ self.W1)
        h = self.norm(a @ self.W2)
        return h @ self.E.T
''')

answers.wrong(
    "as-linear", "weights-transposed", check="parameters", breaks="four",
    of="wrong-numpy-ids", edits=[('''
        self.W1 = nn.Parameter(torch.randn(window * d, hidden, **where) * std)
        self.W2 = nn.Parameter(torch.randn(hidden, d, **where) * std)
''', '''
        self.W1 = nn.Parameter(torch.randn(hidden, window * d, **where) * std)
        self.W2 = nn.Parameter(torch.randn(d, hidden, **where) * std)
'''), ('''
        assert np.all(ids.numpy() >= 0)
''', ""), ('''
        a = torch.tanh(flat @ self.W1)
        h = self.norm(a @ self.W2)
''', '''
        a = torch.tanh(flat @ self.W1.T)
        h = self.norm(a @ self.W2.T)
''')])

answers.wrong(
    "biases", "more-parameters", check="parameters", breaks="no-others",
    of="right-tied-linear", edits=[('''
        self.head = nn.Linear(d, V, bias=False, device="meta")
        self.head.weight = self.E
''', '''
        self.b1 = nn.Parameter(torch.zeros(hidden, **where))
'''), ("        a = torch.tanh(flat @ self.W1)", "        a = torch.tanh(flat @ self.W1 + self.b1)"), ("        return self.head(h)", "        return h @ self.E.T")])

answers.wrong(
    "buffer", "not-a-parameter", check="parameters", breaks="registered",
    of="wrong-numpy-ids", edits=[("        self.P = nn.Parameter(torch.randn(window, d, **where) * std)", '        self.register_buffer("P", torch.randn(window, d, **where) * std)'), ('''
        assert np.all(ids.numpy() >= 0)
''', "")])

answers.wrong(
    "cpu-places", "wrong-device", check="device", breaks="on-device",
    why="makes the places on the CPU",
    of="wrong-numpy-ids", edits=[('''
        assert np.all(ids.numpy() >= 0)
''', ""), ("        x = self.E[ids] + self.P", "        x = self.E[ids] + F.embedding(torch.arange(ids.shape[1]), self.P)")])

answers.wrong(
    "fixed-std", "std-ignored", check="start", breaks="std",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        where = {"device": device, "dtype": dtype}
        self.E = nn.Parameter(torch.randn(V, d, **where) * 0.02)
        self.P = nn.Parameter(torch.randn(window, d, **where) * 0.02)
        self.W1 = nn.Parameter(torch.randn(window * d, hidden, **where) * 0.02)
        self.W2 = nn.Parameter(torch.randn(hidden, d, **where) * 0.02)

    def norm(self, x):
        return x / torch.sqrt((x * x).mean(dim=-1, keepdim=True) + EPS)

    def forward(self, ids):
        check_ids(ids, self.E.shape[0])
        if ids.dim() != 2 or ids.shape[1] != self.P.shape[0]:
            raise ValueError(f"ids {tuple(ids.shape)} for a window of {self.P.shape[0]}")
        x = self.E[ids] + self.P
        flat = self.norm(x).reshape(len(ids), -1)
        a = torch.tanh(flat @ self.W1)
        h = self.norm(a @ self.W2)
        return h @ self.E.T
''')

answers.wrong(
    "flat-norm", "norm-over-window", check="forward", breaks="each-row",
    of="wrong-numpy-ids", edits=[('''
        assert np.all(ids.numpy() >= 0)
''', ""), ("        flat = self.norm(x).reshape(len(ids), -1)", "        flat = self.norm(x.reshape(len(ids), -1))")])

answers.wrong(
    "fresh", "fresh-rows", check="start", breaks="all-four",
    of="wrong-numpy-ids", edits=[('''
        self.E = nn.Parameter(torch.randn(V, d, **where) * std)
        self.P = nn.Parameter(torch.randn(window, d, **where) * std)
''', '''
        self.E = nn.Parameter(torch.randn(V, d, **where))
        self.P = nn.Parameter(torch.randn(window, d, **where))
'''), ('''
        assert np.all(ids.numpy() >= 0)
''', "")])

answers.wrong(
    "input-data", "input-detached", check="gradient", breaks="both-ends",
    of="wrong-numpy-ids", edits=[('''
        assert np.all(ids.numpy() >= 0)
''', ""), ("        x = self.E[ids] + self.P", "        x = self.E.data[ids] + self.P")])

answers.wrong(
    "late-check", "unchecked-on-device", check="device", breaks="checked-on-device",
    why="catches the error of the lookup",
    of="wrong-numpy-ids", old='''
        check_ids(ids, self.E.shape[0])
        assert np.all(ids.numpy() >= 0)
''', new='''
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids are {ids.dtype}")
        try:
            F.embedding(ids, self.E)
        except IndexError:
            V = self.E.shape[0]
            outside = ids[(ids < 0) | (ids >= V)].tolist()
            raise IndexError(f"ids {outside} are outside 0 ... {V - 1}") from None
''')

answers.wrong(
    "layer-norm", "other-norm", check="forward",
    of="wrong-numpy-ids", edits=[("        return x / torch.sqrt((x * x).mean(dim=-1, keepdim=True) + EPS)", "        return F.layer_norm(x, x.shape[-1:], eps=EPS)"), ('''
        assert np.all(ids.numpy() >= 0)
''', "")])

answers.wrong(
    "layers", "library-start", check="start",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        where = {"device": device, "dtype": dtype}
        self.E = nn.Embedding(V, d, **where).weight
        self.P = nn.Embedding(window, d, **where).weight
        self.W1 = nn.Parameter(nn.Linear(window * d, hidden, **where).weight.detach().T.clone())
        self.W2 = nn.Parameter(nn.Linear(hidden, d, **where).weight.detach().T.clone())

    def norm(self, x):
        return x / torch.sqrt((x * x).mean(dim=-1, keepdim=True) + EPS)

    def forward(self, ids):
        check_ids(ids, self.E.shape[0])
        if ids.dim() != 2 or ids.shape[1] != self.P.shape[0]:
            raise ValueError(f"ids {tuple(ids.shape)} for a window of {self.P.shape[0]}")
        x = self.E[ids] + self.P
        flat = self.norm(x).reshape(len(ids), -1)
        a = torch.tanh(flat @ self.W1)
        h = self.norm(a @ self.W2)
        return h @ self.E.T
''')

answers.wrong(
    "library-eps", "other-eps", check="forward", breaks="eps",
    of="wrong-numpy-ids", edits=[("        return x / torch.sqrt((x * x).mean(dim=-1, keepdim=True) + EPS)", "        return F.rms_norm(x, x.shape[-1:])"), ('''
        assert np.all(ids.numpy() >= 0)
''', "")])

answers.wrong(
    "no-dtype", "dtype-ignored", check="device", breaks="dtype",
    why="leaves dtype out",
    of="wrong-numpy-ids", edits=[('        where = {"device": device, "dtype": dtype}', '        where = {"device": device}'), ('''
        assert np.all(ids.numpy() >= 0)
''', "")])

answers.wrong(
    "no-places", "positions-missing", check="forward", breaks="places",
    why="P is there and never used",
    of="wrong-numpy-ids", edits=[('''
        assert np.all(ids.numpy() >= 0)
''', ""), ("        x = self.E[ids] + self.P", "        x = self.E[ids]")])

answers.wrong(
    "one-norm", "norm-missing", check="forward", breaks="norms",
    of="wrong-numpy-ids", edits=[('''
        assert np.all(ids.numpy() >= 0)
''', ""), ("        flat = self.norm(x).reshape(len(ids), -1)", "        flat = x.reshape(len(ids), -1)")])

answers.wrong(
    "output-data", "output-detached", check="gradient",
    of="wrong-numpy-ids", edits=[('''
        assert np.all(ids.numpy() >= 0)
''', ""), ("        return h @ self.E.T", "        return h @ self.E.detach().T")])

answers.wrong(
    "own-head", "untied", check="parameters", breaks="one-table",
    of="right-tied-linear", old='''
        self.head = nn.Linear(d, V, bias=False, device="meta")
        self.head.weight = self.E
''', new='''
        self.head = nn.Linear(d, V, bias=False, **where)
''')

answers.wrong(
    "transposed-window", "places-interleaved", check="forward", breaks="flattened",
    of="wrong-numpy-ids", edits=[('''
        assert np.all(ids.numpy() >= 0)
''', ""), ("        flat = self.norm(x).reshape(len(ids), -1)", "        flat = self.norm(x).transpose(1, 2).reshape(len(ids), -1)")])

answers.wrong(
    "relu", "other-activation", check="forward", breaks="tanh",
    of="right-init-loop", edits=[("torch.tanh(flat @ self.W1)", "torch.relu(flat @ self.W1)")])

answers.wrong(
    "length-one", "sum-of-squares", check="forward",
    of="right-init-loop", edits=[(" / x.shape[-1] + EPS", " + EPS")])

answers.wrong(
    "by-id", "place-by-id", check="forward",
    why="looks up the rows of P with the ids, the last one for ids beyond it",
    of="right-init-loop", edits=[("self.E[ids] + self.P", "self.E[ids] + self.P[ids.clamp(max=len(self.P) - 1)]")])

answers.wrong(
    "sqrt-d", "rows-scaled", check="forward",
    why="scales the rows as the Transformer does",
    of="right-init-loop", edits=[("self.E[ids] + self.P", "self.E[ids] * self.E.shape[1] ** 0.5 + self.P")])

answers.wrong(
    "padded", "padding", check="forward",
    why="gives no row to id 0",
    of="right-init-loop", edits=[("self.E[ids] + self.P", "self.E[ids] * (ids > 0)[..., None] + self.P")])

answers.wrong(
    "softmax", "normalised-scores", check="forward", breaks="logits",
    why="returns probabilities",
    of="right-init-loop", edits=[("return h @ self.E.T", "return (h @ self.E.T).softmax(-1)")])

answers.wrong(
    "scaled", "logits-scaled", check="forward",
    why="divides by √d as attention does",
    of="right-init-loop", edits=[("return h @ self.E.T", "return h @ self.E.T / self.E.shape[1] ** 0.5")])

answers.wrong(
    "squeezed", "one-window", check="forward", breaks="one-window",
    why="drops axes of length 1",
    of="right-init-loop", edits=[("return h @ self.E.T", "return (h @ self.E.T).squeeze()")])

answers.wrong(
    "long-only", "ids-in-own-dtype", check="forward", breaks="int32",
    why="refuses int32",
    of="right-init-loop", edits=[("        check_ids(ids, self.E.shape[0])", """
        check_ids(ids, self.E.shape[0])
        if ids.dtype != torch.int64:
            raise TypeError(f"ids are {ids.dtype}")
""".strip("\n"))])

answers.wrong(
    "views", "needs-contiguous", check="forward", breaks="contiguous",
    why="takes a view where a slice has none",
    of="right-init-loop", edits=[("        x = self.E[ids] + self.P", "        x = self.E[ids.view(-1)].view(*ids.shape, -1) + self.P")])

answers.wrong(
    "unsqueezes", "arguments-changed", check="forward", breaks="unchanged",
    why="adds an axis to the ids in place, for gather",
    of="right-init-loop", edits=[("        x = self.E[ids] + self.P", """
        rows = ids.unsqueeze_(-1).long().expand(*ids.shape[:2], self.E.shape[1])
        x = self.E.expand(len(ids), *self.E.shape).gather(1, rows) + self.P
""".strip("\n"))])

answers.wrong(
    "uniform", "not-normal", check="start", breaks="normal",
    why="draws from an interval with the right standard deviation",
    of="right-init-loop", edits=[(".normal_(0, std)", ".uniform_(-std * 3**0.5, std * 3**0.5)")])

answers.wrong(
    "seeded", "same-start", check="start", breaks="anew",
    of="right-init-loop", edits=[("        super().__init__()", "        super().__init__()\n        torch.manual_seed(0)")])

answers.wrong(
    "float32", "default-dtype", check="start", breaks="default",
    of="right-init-loop", edits=[("device=device, dtype=dtype)", "device=device, dtype=dtype or torch.float32)")])

answers.wrong(
    "no-device", "wrong-device", check="device", breaks="device",
    why="leaves device out",
    of="right-init-loop", edits=[("device=device, dtype=dtype)", "dtype=dtype)")])

answers.wrong(
    "computes-float", "dtype-ignored", check="moved", breaks="double",
    why="computes and returns float32 whatever the model is",
    of="right-init-loop", edits=[("return h @ self.E.T", "return (h @ self.E.T).float()")])

answers.wrong(
    "computes-double", "dtype-ignored", check="forward", breaks="logits-dtype",
    why="computes and returns float64 whatever the model is",
    of="right-init-loop", edits=[("return h @ self.E.T", "return h.double() @ self.E.T.double()")])

answers.wrong(
    "narrow", "too-narrow", check="forward",
    why="computes in float32 and converts back",
    of="right-init-loop", edits=[("return h @ self.E.T", "return (h.float() @ self.E.T.float()).to(h.dtype)")])

answers.wrong(
    "closure", "own-parameters", check="moved", breaks="own",
    of="right-init-loop", edits=[("""
            setattr(self, name, nn.Parameter(values))
""", """
            setattr(self, name, nn.Parameter(values))
        self.score = lambda h: h @ made.E.T
        made = self
"""), ("return h @ self.E.T", "return self.score(h)")])

answers.wrong(
    "frozen", "parts-frozen", check="gradient",
    of="right-init-loop", edits=[("            setattr(self, name, nn.Parameter(values))", '            setattr(self, name, nn.Parameter(values, requires_grad=name != "P"))')])

answers.wrong(
    "casts", "id-types", check="errors", breaks="types",
    why="turns any ids into integers",
    of="right-init-loop", edits=[("        check_ids(ids,", "        ids = ids.long()\n        check_ids(ids,")])

answers.wrong(
    "wraps", "negative-wraps", check="errors", breaks="range",
    why="looks only for ids that are too large",
    of="right-init-loop", edits=[("        check_ids(ids, self.E.shape[0])", """
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids are {ids.dtype}")
        if int(ids.max()) >= len(self.E):
            raise IndexError(f"no row {int(ids.max())}")
""".strip("\n"))])

answers.wrong(
    "mute", "id-not-named", check="errors", breaks="named",
    why="says that an id is outside, not which",
    of="right-init-loop", edits=[("        check_ids(ids, self.E.shape[0])", """
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids are {ids.dtype}")
        if ids.min() < 0 or ids.max() >= len(self.E):
            raise IndexError("an id is outside the table")
""".strip("\n"))])

answers.wrong(
    "any-axes", "shapes-unchecked", check="errors", breaks="shape",
    why="looks at the second axis alone",
    of="right-init-loop", edits=[("ids.dim() != 2 or ids.shape[1] != self.P.shape[0]", "ids.dim() < 2 or ids.shape[1] != self.P.shape[0]"), ("reshape(len(ids), -1)", "reshape(len(ids), -1)[:, : len(self.W1)]")])

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "right.roll(1, -1)",
    "right.tolist()",
    method='forward')

answers.spoiled(
    "self.E.data.mul_(1.1)",
    "self.W1.data.add_(0.01)",
    "setattr(self, 'more', nn.Parameter(self.E.new_zeros(3, 17)))",
    method='__init__')

answers.wrong(
    "keeps-hidden", "keeps-tensors", check="moved", alone=True,
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        def make(*shape):
            return nn.Parameter(torch.randn(*shape, device=device, dtype=dtype) * std)
        self.E = make(V, d)
        self.P = make(window, d)
        self.W1 = make(window * d, hidden)
        self.W2 = make(hidden, d)

    @staticmethod
    def norm(x):
        return x / torch.sqrt(x.square().mean(-1, keepdim=True) + EPS)

    def forward(self, ids):
        check_ids(ids, len(self.E))
        if ids.ndim != 2 or ids.shape[1] != len(self.P):
            raise ValueError(f"ids have the shape {tuple(ids.shape)}; expected (B, {len(self.P)})")
        x = self.E[ids] + self.P
        flat = self.norm(x).flatten(1)
        h = self.norm(torch.tanh(flat @ self.W1) @ self.W2)
        self.h = h  # to look at later
        return h @ self.E.T
''')

answers.wrong(
    "padding-index", "padding", check="gradient",
    why="looks up with padding_idx=0",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        def make(*shape):
            return nn.Parameter(torch.randn(*shape, device=device, dtype=dtype) * std)
        self.E = make(V, d)
        self.P = make(window, d)
        self.W1 = make(window * d, hidden)
        self.W2 = make(hidden, d)

    @staticmethod
    def norm(x):
        return x / torch.sqrt(x.square().mean(-1, keepdim=True) + EPS)

    def forward(self, ids):
        check_ids(ids, len(self.E))
        if ids.ndim != 2 or ids.shape[1] != len(self.P):
            raise ValueError(f"ids have the shape {tuple(ids.shape)}; expected (B, {len(self.P)})")
        x = F.embedding(ids, self.E, padding_idx=0) + self.P
        flat = self.norm(x).flatten(1)
        h = self.norm(torch.tanh(flat @ self.W1) @ self.W2)
        return h @ self.E.T
''')

answers.wrong(
    "truncated", "not-normal", check="start", alone=True,
    why="draws from a normal distribution that is cut off at three standard deviations",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        def make(*shape):
            return nn.Parameter(nn.init.trunc_normal_(torch.empty(*shape, device=device, dtype=dtype), std=std, a=-3 * std, b=3 * std))
        self.E = make(V, d)
        self.P = make(window, d)
        self.W1 = make(window * d, hidden)
        self.W2 = make(hidden, d)

    @staticmethod
    def norm(x):
        return x / torch.sqrt(x.square().mean(-1, keepdim=True) + EPS)

    def forward(self, ids):
        check_ids(ids, len(self.E))
        if ids.ndim != 2 or ids.shape[1] != len(self.P):
            raise ValueError(f"ids have the shape {tuple(ids.shape)}; expected (B, {len(self.P)})")
        x = self.E[ids] + self.P
        flat = self.norm(x).flatten(1)
        h = self.norm(torch.tanh(flat @ self.W1) @ self.W2)
        return h @ self.E.T
''')

answers.wrong(
    "off-by-one", "unchecked-on-device", check="device", alone=True,
    why="lets the id V pass, which the library refuses on the CPU",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        def make(*shape):
            return nn.Parameter(torch.randn(*shape, device=device, dtype=dtype) * std)
        self.E = make(V, d)
        self.P = make(window, d)
        self.W1 = make(window * d, hidden)
        self.W2 = make(hidden, d)

    @staticmethod
    def norm(x):
        return x / torch.sqrt(x.square().mean(-1, keepdim=True) + EPS)

    def forward(self, ids):
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids have the dtype {ids.dtype}")
        if (ids < 0).any():
            raise IndexError(f"the id {int(ids.min())} is negative")
        if (ids > len(self.E)).any():
            raise IndexError(f"the id {int(ids.max())} is too large")
        if ids.ndim != 2 or ids.shape[1] != len(self.P):
            raise ValueError(f"ids have the shape {tuple(ids.shape)}; expected (B, {len(self.P)})")
        x = self.E[ids] + self.P
        flat = self.norm(x).flatten(1)
        h = self.norm(torch.tanh(flat @ self.W1) @ self.W2)
        return h @ self.E.T
''')

answers.wrong(
    "narrowed", "id-narrowed", check="errors", alone=True,
    why="converts the ids to int32 before they are checked",
    of="wrong-keeps-hidden", edits=[("        check_ids(ids", "        ids = ids.int() if ids.dtype == torch.int64 else ids\n        check_ids(ids"), ("        self.h = h  # to look at later\n", "")])

answers.wrong(
    "narrow-name", "other-number", check="errors", alone=True,
    why="checks the ids as they are, and names the id as an int32",
    of="right-init-loop", old="        check_ids(ids, self.E.shape[0])", new='''
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids are {ids.dtype}")
        bad = ids[(ids < 0) | (ids >= len(self.E))]
        if bad.numel():
            raise IndexError(f"there is no row {int(bad[0].int())}")
'''.strip("\n"))

answers.wrong(
    "uint8-ids", "id-types", check="errors", alone=True,
    why="takes all integer dtypes",
    of="right-init-loop", old="        check_ids(ids,", new="        ids = ids.long() if ids.dtype in (torch.uint8, torch.int8, torch.int16) else ids\n        check_ids(ids,")

answers.wrong(
    "softmax-in-eval", "eval-differs", check="forward",
    of="right-init-loop", old="        return h @ self.E.T", new="        return h @ self.E.T if self.training else (h @ self.E.T).softmax(-1)")

answers.wrong(
    "no-grad-in-eval", "eval-gradient", check="gradient", alone=True, breaks="modes",
    of="right-init-loop", old="        return h @ self.E.T", new="        return h @ self.E.T if self.training else (h @ self.E.T).detach()")

answers.wrong(
    "on-the-cpu", "default-device", check="start", alone=True,
    of="right-init-loop", old="device=device, dtype=dtype)", new='device=device or "cpu", dtype=dtype)')

answers.wrong(
    "cut-in-numbers", "cut-at-two", check="start", alone=True,
    of="right-einsum", old="nn.init.normal_(parameter, 0.0, std)", new="nn.init.trunc_normal_(parameter, 0.0, std)")

answers.wrong(
    "std-for-tables", "std-in-part", check="start", breaks="drawn",
    of="right-linear", edits=[("W1 = nn.Parameter(torch.randn(window * d, hidden, **where) * std)", "W1 = nn.Parameter(torch.randn(window * d, hidden, **where) * 0.02)"),
    ("W2 = nn.Parameter(torch.randn(hidden, d, **where) * std)", "W2 = nn.Parameter(torch.randn(hidden, d, **where) * 0.02)")])

answers.wrong(
    "zero-places", "starts-at-zero", check="start", alone=True,
    of="right-linear", old="torch.randn(window, d, **where) * std", new="torch.zeros(window, d, **where)")

answers.wrong(
    "turned-at-the-start", "keeps-derived", check="moved",
    of="right-init-loop", edits=[("            setattr(self, name, nn.Parameter(values))\n", "            setattr(self, name, nn.Parameter(values))\n        self.turned = self.E.T\n"), ("return h @ self.E.T", "return h @ self.turned")])

answers.wrong(
    "eps-left-behind", "left-behind", check="device", alone=True,
    of="right-init-loop", edits=[('        sizes = ("E"', '        self.eps = torch.tensor([EPS], device=device, dtype=dtype)\n        sizes = ("E"'), (" / x.shape[-1] + EPS", " / x.shape[-1] + self.eps")])

answers.right(
    "other-generator", how="torch.normal, which does not go by the default device, and logits turned",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        for name, *shape in (("W2", hidden, d), ("W1", window * d, hidden), ("P", window, d), ("E", V, d)):
            drawn = torch.normal(0.0, 1.0, shape, device=device, dtype=dtype)
            self.register_parameter(name, nn.Parameter(drawn * std))

    def forward(self, ids):
        if ids.ndim != 2 or ids.shape[1] != len(self.P):
            raise ValueError(f"ids {tuple(ids.shape)}: expected (B, {len(self.P)})")
        check_ids(ids, len(self.E))
        B, d = len(ids), self.E.shape[1]
        x = torch.index_select(self.E, 0, ids.reshape(-1)).view(B, -1, d) + self.P
        n = x / torch.sqrt((x * x).mean(-1, keepdim=True) + EPS)
        o = torch.tanh(n.reshape(B, -1) @ self.W1) @ self.W2
        h = o / torch.sqrt((o * o).mean(-1, keepdim=True) + EPS)
        return (self.E @ h.T).T
''')
