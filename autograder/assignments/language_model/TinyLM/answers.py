"""Answers to `TinyLM`."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "plain", how="attributes one by one, attention written out",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, heads, hidden, device=None, dtype=None):
        super().__init__()

        def matrix(rows, columns, std):
            return nn.Parameter(std * torch.randn(rows, columns, device=device, dtype=dtype))

        self.heads = heads
        self.E = matrix(V, d, 0.02)
        self.P = matrix(window, d, 0.02)
        self.Wq = matrix(d, d, d**-0.5)
        self.Wk = matrix(d, d, d**-0.5)
        self.Wv = matrix(d, d, d**-0.5)
        self.Wo = matrix(d, d, d**-0.5)
        self.Wup = matrix(d, hidden, d**-0.5)
        self.Wdown = matrix(hidden, d, hidden**-0.5)

    def attention(self, u):
        B, T, d = u.shape
        width = d // self.heads
        q = (u @ self.Wq).reshape(B, T, self.heads, width).transpose(1, 2)
        k = (u @ self.Wk).reshape(B, T, self.heads, width).transpose(1, 2)
        v = (u @ self.Wv).reshape(B, T, self.heads, width).transpose(1, 2)
        scores = q @ k.transpose(-1, -2) / math.sqrt(width)
        later = torch.ones(T, T, dtype=torch.bool, device=u.device).triu(1)
        scores = scores.masked_fill(later, -math.inf)
        mixed = scores.softmax(dim=-1) @ v
        return mixed.transpose(1, 2).reshape(B, T, d)

    def forward(self, ids):
        x = self.E[ids]
        x = x + self.P[: ids.shape[1]]
        u = rms_norm(x)
        y = x + self.attention(u) @ self.Wo
        w = rms_norm(y)
        h = y + torch.relu(w @ self.Wup) @ self.Wdown
        out = rms_norm(h)
        return out @ self.E.T
''')

answers.right(
    "slices", how="a loop over heads that cuts columns, normal_ in place",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, heads, hidden, device=None, dtype=None):
        super().__init__()
        self.width = d // heads
        sizes = [("E", V, d), ("P", window, d), ("Wq", d, d), ("Wk", d, d), ("Wv", d, d), ("Wo", d, d)]
        for name, rows, columns in sizes + [("Wup", d, hidden), ("Wdown", hidden, d)]:
            p = nn.Parameter(torch.empty((rows, columns), device=device, dtype=dtype))
            nn.init.normal_(p, std=0.02 if name in ("E", "P") else 1 / math.sqrt(rows))
            self.register_parameter(name, p)

    def forward(self, ids):
        at = torch.arange(ids.size(1), device=ids.device)
        x = F.embedding(ids, self.E) + F.embedding(at, self.P)
        u, found = F.rms_norm(x, x.shape[-1:], eps=EPS), []
        for s in range(0, x.shape[-1], self.width):
            columns = slice(s, s + self.width)
            q, k, v = (F.linear(u, W.T[columns]) for W in (self.Wq, self.Wk, self.Wv))
            found.append(F.scaled_dot_product_attention(q, k, v, is_causal=True))
        x = x + torch.cat(found, dim=-1) @ self.Wo
        x = x + F.relu(F.rms_norm(x, x.shape[-1:], eps=EPS) @ self.Wup) @ self.Wdown
        return F.linear(F.rms_norm(x, x.shape[-1:], eps=EPS), self.E)
''')

answers.right(
    "einsum", how="einsum over heads, a normal distribution object for the start",
    source='''
class TinyLM(nn.Module):
    def __init__(self, V, d, window, heads, hidden, device=None, dtype=None):
        super().__init__()
        self.d, self.heads = d, heads
        tables = {"E": (V, d), "P": (window, d)}
        matrices = {name: (d, d) for name in ("Wq", "Wk", "Wv", "Wo")} | {"Wup": (d, hidden), "Wdown": (hidden, d)}
        for name, shape in {**tables, **matrices}.items():
            start = torch.normal(0.0, 0.02 if name in tables else shape[0] ** -0.5, shape)
            if dtype is not None or device is not None:
                start = start.to(device=device, dtype=dtype)
            setattr(self, name, nn.Parameter(start))

    def forward(self, ids):
        B, T = ids.shape
        x = self.E.index_select(0, ids.reshape(-1)).view(B, T, self.d) + self.P.narrow(0, 0, T)
        n = rms_norm(x)
        q, k, v = (torch.einsum("bti,ijh->bthj", n, W.view(self.d, self.heads, -1).transpose(1, 2)) for W in (self.Wq, self.Wk, self.Wv))
        scores = torch.einsum("bthj,bshj->bhts", q, k) * (self.d // self.heads) ** -0.5
        mask = torch.full((T, T), float("-inf"), dtype=x.dtype, device=x.device).triu(diagonal=1)
        A = torch.softmax(scores + mask, dim=-1)
        mixed = torch.einsum("bhts,bshj->bthj", A, v).flatten(2)
        y = x + mixed.matmul(self.Wo)
        h = y + rms_norm(y).matmul(self.Wup).clamp(min=0).matmul(self.Wdown)
        return torch.einsum("btd,vd->btv", rms_norm(h), self.E)
''')

# -- the logits

answers.wrong(
    "no-positions", "positions-missing", check="forward", breaks="positions",
    of="right-plain", old="        x = x + self.P[: ids.shape[1]]\n", new="        x = x + 0 * self.P[: ids.shape[1]]\n")

answers.wrong(
    "last-positions", "last-places", check="forward",
    of="right-plain", old="self.P[: ids.shape[1]]", new="self.P[-ids.shape[1] :]")

answers.wrong(
    "single-head", "one-head", check="forward", breaks="heads",
    of="right-plain", old="self.heads = heads", new="self.heads = 1")

answers.wrong(
    "interleaved", "heads-interleaved", check="forward", breaks="columns",
    why="views (B, T, width, heads)",
    of="right-plain", edits=[(f"(u @ self.W{n}).reshape(B, T, self.heads, width).transpose(1, 2)", f"(u @ self.W{n}).reshape(B, T, width, self.heads).permute(0, 3, 1, 2)") for n in "qkv"])

answers.wrong(
    "viewed", "heads-interleaved", check="forward",
    why="views (B, heads, T, width) without a transpose",
    of="right-plain", edits=[(f"(u @ self.W{n}).reshape(B, T, self.heads, width).transpose(1, 2)", f"(u @ self.W{n}).reshape(B, self.heads, T, width)") for n in "qkv"])

answers.wrong(
    "joined", "heads-interleaved", check="forward",
    why="forgets to turn the heads back",
    of="right-plain", old="mixed.transpose(1, 2).reshape(B, T, d)", new="mixed.reshape(B, T, d)")

answers.wrong(
    "whole-width", "scale-of-whole-width", check="forward", breaks="its-width",
    of="right-plain", old="math.sqrt(width)", new="math.sqrt(d)")

answers.wrong(
    "unmasked", "future-seen", check="forward",
    of="right-plain", old="        scores = scores.masked_fill(later, -math.inf)\n", new="")

answers.wrong(
    "first-norm", "norm-missing", check="forward", breaks="norms",
    of="right-plain", old="u = rms_norm(x)", new="u = x")

answers.wrong(
    "last-norm", "norm-missing", check="forward",
    why="no norm before the head",
    of="right-plain", old="out = rms_norm(h)", new="out = h")

answers.wrong(
    "replaced", "residual-missing", check="forward", breaks="stream",
    of="right-plain", old="y = x + self.attention", new="y = self.attention")

answers.wrong(
    "gelu", "other-activation", check="forward",
    of="right-plain", old="torch.relu(w @ self.Wup)", new='F.gelu(w @ self.Wup, approximate="tanh")')

answers.wrong(
    "linear", "other-activation", check="forward",
    why="nothing between the two matrices",
    of="right-plain", old="torch.relu(w @ self.Wup)", new="(w @ self.Wup)")

answers.wrong(
    "library-eps", "other-eps", check="forward", alone=True,
    why="the eps of PyTorch's norm",
    of="right-slices", old="u, found = F.rms_norm(x, x.shape[-1:], eps=EPS), []", new="u, found = F.rms_norm(x, x.shape[-1:]), []")

answers.wrong(
    "probabilities", "normalised-scores", check="forward", breaks="logits",
    of="right-plain", old="return out @ self.E.T", new="return (out @ self.E.T).softmax(dim=-1)")

answers.wrong(
    "last-logits", "logits-of-last", check="forward",
    of="right-plain", old="return out @ self.E.T", new="return out[:, -1] @ self.E.T")

# -- the parameters

answers.wrong(
    "second-table", "untied", check="forward", breaks="no-others",
    of="right-plain", edits=[("        self.P = ", "        self.head = matrix(V, d, 0.02)\n        self.P = "), ("out @ self.E.T", "out @ self.head.T")])

answers.wrong(
    "gains", "more-parameters", check="forward",
    why="a norm with gains",
    of="right-plain", edits=[("        self.P = ", "        self.gain = nn.Parameter(torch.ones(d, device=device, dtype=dtype))\n        self.P = "), ("u = rms_norm(x)", "u = rms_norm(x) * self.gain")])

answers.wrong(
    "buffer", "not-a-parameter", check="forward", breaks="parameters",
    why="the positions are a buffer",
    of="right-plain", old="self.P = matrix(window, d, 0.02)", new='self.register_buffer("P", matrix(window, d, 0.02).detach())')

answers.wrong(
    "turned", "weights-transposed", check="forward",
    of="right-plain", edits=[("self.Wup = matrix(d, hidden, d**-0.5)", "self.Wup = matrix(hidden, d, d**-0.5)"), ("w @ self.Wup", "w @ self.Wup.T")])

# -- the gradients

answers.wrong(
    "lookup-detached", "input-detached", check="gradient", breaks="both-ends",
    of="right-plain", old="x = self.E[ids]", new="x = self.E.data[ids]")

answers.wrong(
    "head-detached", "output-detached", check="gradient",
    of="right-plain", old="out @ self.E.T", new="out @ self.E.detach().T")

answers.wrong(
    "frozen-positions", "parts-frozen", check="gradient",
    of="right-plain", old="x = x + self.P[", new="x = x + self.P.detach()[")

answers.wrong(
    "no-attention-gradient", "parts-frozen", check="gradient",
    why="computes the weights of attention without a gradient",
    of="right-plain", edits=[("scores = q @ k.transpose(-1, -2)", "scores = q.detach() @ k.detach().transpose(-1, -2)")])

# -- the start

answers.wrong(
    "all-small", "small-everywhere", check="start", breaks="matrices", alone=True,
    of="right-slices", old='std=0.02 if name in ("E", "P") else 1 / math.sqrt(rows)', new="std=0.02")

answers.wrong(
    "randn", "as-large-as-one", check="start", breaks="tables", alone=True,
    why="tables as torch.randn makes them",
    of="right-slices", old='0.02 if name in ("E", "P")', new='1.0 if name in ("E", "P")')

answers.wrong(
    "by-columns", "root-of-columns", check="start", alone=True,
    of="right-slices", old="1 / math.sqrt(rows)", new="1 / math.sqrt(columns)")

answers.wrong(
    "uniform", "library-start", check="start", alone=True,
    why="matrices as nn.Linear makes them",
    of="right-slices", old='            nn.init.normal_(p, std=0.02 if name in ("E", "P") else 1 / math.sqrt(rows))', new='            nn.init.normal_(p, std=0.02) if name in ("E", "P") else nn.init.kaiming_uniform_(p.data.T, a=math.sqrt(5))')

answers.wrong(
    "zero-out", "starts-at-zero", check="start", alone=True,
    why="the last matrix begins at zero",
    of="right-slices", old="            self.register_parameter", new='            nn.init.zeros_(p) if name == "Wdown" else None\n            self.register_parameter')

answers.wrong(
    "even", "not-normal", check="start", alone=True,
    why="uniform numbers of the right standard deviation",
    of="right-slices", old='            nn.init.normal_(p, std=0.02 if name in ("E", "P") else 1 / math.sqrt(rows))', new='            reach = math.sqrt(3) * (0.02 if name in ("E", "P") else 1 / math.sqrt(rows))\n            nn.init.uniform_(p, -reach, reach)')

answers.wrong(
    "seeded", "same-start", check="start", alone=True,
    why="sets a seed in the model",
    of="right-slices", old="        self.width", new="        torch.manual_seed(0)\n        self.width")

answers.wrong(
    "one-draw", "same-start", check="start", alone=True,
    why="queries and keys start with the same numbers",
    of="right-plain", old="self.Wk = matrix(d, d, d**-0.5)", new="self.Wk = nn.Parameter(self.Wq.detach().clone())")

# -- another device

answers.wrong(
    "mask-on-cpu", "wrong-device", check="device", breaks="device", alone=True,
    why="makes the mask without saying where",
    of="right-plain", old="torch.ones(T, T, dtype=torch.bool, device=u.device)", new="torch.ones(T, T, dtype=torch.bool)")

answers.wrong(
    "device-ignored", "wrong-device", check="device", alone=True,
    why="makes the Parameters on the CPU",
    of="right-plain", old="torch.randn(rows, columns, device=device, dtype=dtype)", new="torch.randn(rows, columns, dtype=dtype)")

answers.wrong(
    "numpy", "through-numpy", check="device", alone=True,
    why="compares with NumPy which keys are later",
    of="right-plain", old="later = torch.ones", new="ids = u.detach().numpy()\n        later = torch.ones")

answers.wrong(
    "kept-mask", "left-behind", check="device", alone=True,
    why="keeps the mask as a plain tensor",
    of="right-plain", edits=[("self.heads = heads", "self.heads = heads\n        self.later = torch.ones(window, window, dtype=torch.bool, device=device).triu(1)"), ("later = torch.ones(T, T, dtype=torch.bool, device=u.device).triu(1)", "later = self.later[:T, :T]")])

answers.wrong(
    "copied-table", "lost-off-the-cpu", check="device", breaks="both-device", alone=True,
    why="brings a copy of the table to the ids' device, which has no graph",
    of="right-plain", old="x = self.E[ids]", new='E = self.E if ids.device.type == "cpu" else self.E.data.to(ids.device)\n        x = E[ids]')

answers.wrong(
    "new-tensor", "lost-off-the-cpu", check="device", alone=True,
    why="makes a new tensor of the table on the device of the hidden states",
    of="right-plain", old="return out @ self.E.T", new='E = self.E if out.device.type == "cpu" else torch.tensor(self.E.tolist(), device=out.device, dtype=out.dtype)\n        return out @ E.T')

answers.wrong(
    "no-grad-there", "lost-off-the-cpu", check="device", alone=True,
    why="switches gradients off for the feed-forward part on another device",
    of="right-plain", old="        w = rms_norm(y)", new='        w = rms_norm(y) if y.device.type == "cpu" else rms_norm(y.detach())')

answers.wrong(
    "around-norm", "residual-from-norm", check="forward",
    of="right-plain", old='y = x + self.attention', new='y = u + self.attention')

answers.wrong(
    "post-norm", "norm-after", check="forward",
    of="right-plain", edits=[('u = rms_norm(x)', 'u = x'),
                   ('y = x + self.attention(u) @ self.Wo', 'y = rms_norm(x + self.attention(u) @ self.Wo)'),
                   ('w = rms_norm(y)', 'w = y')])

answers.wrong(
    "layer-norm", "norm-centred", check="forward",
    of="right-plain", old='u = rms_norm(x)', new='u = rms_norm(x - x.mean(dim=-1, keepdim=True))')

answers.wrong(
    "turned-weights", "used-transposed", check="forward",
    of="right-plain", edits=[('u @ self.Wq', 'u @ self.Wq.T'),
                   ('u @ self.Wk', 'u @ self.Wk.T'),
                   ('u @ self.Wv', 'u @ self.Wv.T')])

answers.wrong(
    "keys-as-values", "matrix-for-another", check="forward",
    of="right-plain", old='u @ self.Wv', new='u @ self.Wk')

answers.wrong(
    "no-output-matrix", "output-matrix-missing", check="forward",
    of="right-plain", old='self.attention(u) @ self.Wo', new='self.attention(u)')

answers.wrong(
    "cooled", "logits-times-factor", check="forward",
    of="right-plain", old='return out @ self.E.T', new='return out @ self.E.T / math.sqrt(self.E.shape[1])')

answers.wrong(
    "rows-times-root", "looked-up-rows-scaled", check="forward",
    of="right-plain", old='x = self.E[ids]\n', new='x = self.E[ids] * math.sqrt(self.E.shape[1])\n')

answers.wrong(
    "one-over-n", "variance-for-deviation", check="start",
    of="right-slices", old='1 / math.sqrt(rows)', new='1 / rows')

answers.wrong(
    "for-relu", "start-of-another-rule", check="start",
    of="right-slices", old='1 / math.sqrt(rows)', new='math.sqrt((2 if name == "Wup" else 1) / rows)')


answers.spoiled(
    "1.01 * right",
    "right[..., :-1]",
    "right.flip(-1)",
    "right + 1e-3 * right.square()",
    "right.mT",
    "None",
    method="forward")
