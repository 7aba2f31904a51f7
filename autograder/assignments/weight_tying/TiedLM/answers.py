"""Answers to `TiedLM` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "plain", how="PyTorch's layers, the head's weight replaced by the embedding's",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.V, self.scale = V, scale
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.body = body if body is not None else nn.Identity()
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)

    def forward(self, ids):
        x = self.embed(ids) * self.scale
        return self.lm_head(self.body(x))
''')

answers.right(
    "matmul", how="indexes the table and multiplies with its transpose",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.body = nn.Identity() if body is None else body
        self.embed.weight.data.normal_(0, std)
        if bias:
            self.lm_head.bias.data.zero_()
        self.lm_head.register_parameter("weight", self.embed.weight)
        self.factor = scale

    def forward(self, ids):
        E = self.embed.weight
        h = self.body(E[ids.long()] * self.factor)
        z = h @ E.transpose(0, 1)
        return z if self.lm_head.bias is None else z + self.lm_head.bias
''')

answers.right(
    "other-way-round", how="draws the head first and gives its weight to the embedding; checks the ids",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        where = dict(device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias, **where)
        with torch.no_grad():
            self.lm_head.weight.normal_(std=std)
            if self.lm_head.bias is not None:
                self.lm_head.bias.zero_()
        self.embed = nn.Embedding(V, d, _weight=self.lm_head.weight)
        self.embed.weight = self.lm_head.weight
        self.body = nn.Identity() if body is None else body
        self.scale = float(scale)

    def forward(self, ids):
        check_ids(ids, self.embed.num_embeddings)
        return self.lm_head(self.body(self.scale * self.embed(ids)))
''')

answers.right(
    "parameter", how="one Parameter made by hand, put into both modules; plain functions in forward",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        table = nn.Parameter(torch.randn(V, d, device=device, dtype=dtype) * std)
        self.embed, self.lm_head = nn.Embedding(V, d, device="meta"), nn.Linear(d, V, bias=False, device="meta")
        self.embed.weight = table
        self.lm_head.weight = table
        if bias:
            self.lm_head.bias = nn.Parameter(torch.zeros(V, device=device, dtype=dtype))
        self.body = nn.Identity() if body is None else body
        self.register_buffer("factor", torch.tensor(scale), persistent=False)

    def forward(self, ids):
        rows = F.embedding(ids, self.embed.weight)
        h = self.body(rows * self.factor.to(rows.device, rows.dtype))
        return F.linear(h, self.lm_head.weight, self.lm_head.bias)
''')

TIE = "        self.lm_head.weight = self.embed.weight\n"
DRAW = "        nn.init.normal_(self.embed.weight, mean=0.0, std=std)"
ROWS = "        x = self.embed(ids) * self.scale"
OUT = "        return self.lm_head(self.body(x))"
EMBED = "        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)"
HEAD = "        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)"

# -- the start ----------------------------------------------------------------------------------------

answers.wrong("fresh", "fresh-table", check="start", breaks="drawn", of="right-plain", old=DRAW + "\n", new="")

answers.wrong(
    "fresh-linear", "linear-table", check="start",
    of="right-plain", edits=[(TIE, DRAW + "\n        self.embed.weight = self.lm_head.weight\n"), ("weight\n" + DRAW + "\n        if", "weight\n        if")])

answers.wrong(
    "fixed-std", "std-ignored", check="start", breaks="std",
    of="right-plain", old=DRAW, new="        nn.init.normal_(self.embed.weight, mean=0.0, std=0.02)")

answers.wrong(
    "positional-std", "std-as-mean", check="start", breaks="drawn",
    of="right-plain", old=DRAW, new="        nn.init.normal_(self.embed.weight, std)")

answers.wrong(
    "root", "variance", check="start", breaks="std",
    of="right-plain", old=DRAW, new="        nn.init.normal_(self.embed.weight, mean=0.0, std=std**0.5)")

answers.wrong(
    "uniform", "not-normal", check="start", breaks="drawn",
    why="draws from an interval of the same standard deviation",
    of="right-plain", old=DRAW, new="        nn.init.uniform_(self.embed.weight, -std * 3**0.5, std * 3**0.5)")

answers.wrong(
    "truncated", "not-normal", check="start", alone=True, breaks="drawn",
    why="draws from a normal distribution that is cut at -2 and 2",
    of="right-plain", old=DRAW, new="        nn.init.trunc_normal_(self.embed.weight, mean=0.0, std=std)")

answers.wrong(
    "zeros", "zeros", check="start",
    of="right-plain", old=DRAW, new="        nn.init.zeros_(self.embed.weight)")

answers.wrong(
    "apply", "body-changed", check="start", breaks="body",
    of="right-plain", old=DRAW,
    new=DRAW + "\n        self.apply(lambda m: nn.init.normal_(m.weight, std=std) if isinstance(m, nn.Linear) else None)")

answers.wrong(
    "all-converted", "body-changed", check="device",
    why="converts the body together with the table", alone=True,
    of="right-plain", edits=[("nn.Embedding(V, d, device=device, dtype=dtype)", "nn.Embedding(V, d)"),
                             ("nn.Linear(d, V, bias=bias, device=device, dtype=dtype)", "nn.Linear(d, V, bias=bias)"),
                             ("            nn.init.zeros_(self.lm_head.bias)\n", "            nn.init.zeros_(self.lm_head.bias)\n        self.to(device=device, dtype=dtype)\n        self.lm_head.weight = self.embed.weight\n")])

answers.wrong(
    "linear-bias", "bias-not-zero", check="start", breaks="bias-zero",
    of="right-plain", old="        if bias:\n            nn.init.zeros_(self.lm_head.bias)\n", new="")

answers.wrong(
    "bias-default", "bias-always", check="start", breaks="bias",
    of="right-plain", edits=[
        (HEAD, "        self.lm_head = nn.Linear(d, V, device=device, dtype=dtype)"), ("        if bias:\n", "        if True:\n")])

answers.wrong(
    "never-a-bias", "bias-missing", check="start", breaks="bias",
    of="right-plain", edits=[
        (HEAD, "        self.lm_head = nn.Linear(d, V, bias=False, device=device, dtype=dtype)"),
        ("        if bias:\n            nn.init.zeros_(self.lm_head.bias)\n", "")])

# -- logits -------------------------------------------------------------------------------------------

answers.wrong(
    "no-scale", "scale-ignored", check="forward", breaks="scale",
    of="right-plain", old=ROWS, new="        x = self.embed(ids)")

answers.wrong(
    "scaled-logits", "scale-on-logits", check="forward", breaks="scale-alone",
    of="right-plain", edits=[(ROWS, "        x = self.embed(ids)"), (OUT, "        return self.lm_head(self.body(x) * self.scale)")])

answers.wrong(
    "divided-back", "scale-divides", check="forward", breaks="scale-alone",
    of="right-plain", old=OUT, new="        return self.lm_head(self.body(x)) / self.scale")

answers.wrong(
    "scale-for-body", "scale-needs-body", check="forward", breaks="scale",
    of="right-plain", old=ROWS, new="        x = self.embed(ids)\n        if not isinstance(self.body, nn.Identity):\n            x = x * self.scale")

answers.wrong(
    "own-body", "not-direct", check="forward", breaks="direct",
    of="right-plain", old=OUT, new="        if isinstance(self.body, nn.Identity):\n            x = torch.tanh(x)\n" + OUT)

answers.wrong(
    "residual", "residual", check="forward",
    of="right-plain", old=OUT, new="        return self.lm_head(x + self.body(x) if not isinstance(self.body, nn.Identity) else x)")

answers.wrong(
    "no-bias-added", "bias-ignored", check="forward",
    why="multiplies with the table and forgets the bias of the layer",
    of="right-plain", old=OUT, new="        return self.body(x) @ self.lm_head.weight.T")

answers.wrong(
    "probabilities", "normalised-scores", check="forward", breaks="logits",
    why="returns probabilities",
    of="right-plain", old=OUT, new="        return self.lm_head(self.body(x)).softmax(-1)")

answers.wrong(
    "joined", "flattened", check="forward", breaks="any-shape",
    why="joins the axes of the positions and forgets them",
    of="right-plain", old=OUT, new="        return self.lm_head(self.body(x.reshape(-1, x.shape[-1])))")

answers.wrong(
    "body-of-one-axis", "body-flattened", check="forward", breaks="body", alone=True,
    why="joins the axes of the positions before the body, and parts them at the end",
    of="right-plain", old=OUT, new="        return self.lm_head(self.body(x.reshape(-1, x.shape[-1]))).reshape(*ids.shape, -1)")

answers.wrong(
    "body-for-each", "body-flattened", check="forward", alone=True,
    why="calls the body with each position by itself",
    of="right-plain", old=OUT, new="        alone = [self.body(row[None]) for row in x.reshape(-1, x.shape[-1])]\n        return self.lm_head(torch.cat(alone)).reshape(*ids.shape, -1)")

answers.wrong(
    "batches", "one-axis-only", check="forward", breaks="any-shape",
    why="takes the number of positions from the one axis",
    of="right-plain", old=ROWS, new="        (N,) = ids.shape\n        x = self.embed(ids).view(N, -1) * self.scale")

# -- the tie ------------------------------------------------------------------------------------------

answers.wrong(
    "copy", "copied", check="tie", breaks="one-parameter",
    of="right-plain", edits=[(TIE, ""), (DRAW, DRAW + "\n        with torch.no_grad():\n            self.lm_head.weight.copy_(self.embed.weight)")])

answers.wrong(
    "copy-each-time", "recopied", check="tie",
    of="right-plain", edits=[(TIE, ""), (ROWS, "        self.lm_head.weight.data.copy_(self.embed.weight.data)\n" + ROWS)])

answers.wrong(
    "data", "alias-not-parameter", check="tie", breaks="one-parameter",
    why="shares the memory through .data",
    of="right-plain", old=TIE, new="        self.lm_head.weight.data = self.embed.weight.data\n")

answers.wrong(
    "new-parameter", "alias-not-parameter", check="tie",
    why="wraps the weight into a second Parameter",
    of="right-plain", old=TIE, new="        self.lm_head.weight = nn.Parameter(self.embed.weight.data)\n")

answers.wrong(
    "third-table", "more-parameters", check="tie",
    of="right-plain", old=TIE, new="        self.spare = self.lm_head.weight\n" + TIE)

answers.wrong(
    "bare-table", "no-layers", check="tie", breaks="layers",
    of="right-plain", edits=[
        (EMBED, "        self.embed = nn.Module()\n        self.embed.weight = nn.Parameter(torch.empty(V, d, device=device, dtype=dtype))"),
        (ROWS, "        x = self.embed.weight[ids.long()] * self.scale")])

answers.wrong(
    "other-names", "other-names", check="tie", breaks="layers",
    of="right-plain", edits=[
        (EMBED, "        self.wte = nn.Embedding(V, d, device=device, dtype=dtype)"), (TIE, "        self.lm_head.weight = self.wte.weight\n"),
        (DRAW, "        nn.init.normal_(self.wte.weight, mean=0.0, std=std)"), (ROWS, "        x = self.wte(ids) * self.scale")])

answers.wrong(
    "input-detached", "input-detached", check="gradient", breaks="one-parameter",
    why="looks up in `.data`",
    of="right-plain", old=ROWS, new="        x = self.embed.weight.data[ids.long()] * self.scale")

answers.wrong(
    "output-detached", "output-detached", check="gradient",
    of="right-plain", old=OUT, new="        return F.linear(self.body(x), self.lm_head.weight.detach(), self.lm_head.bias)")

answers.wrong(
    "padding", "padding-row", check="gradient",
    of="right-plain", old=EMBED, new="        self.embed = nn.Embedding(V, d, padding_idx=0, device=device, dtype=dtype)")

answers.wrong(
    "by-frequency", "repeats-averaged", check="gradient",
    why="nn.Embedding with scale_grad_by_freq",
    of="right-plain", old=EMBED, new="        self.embed = nn.Embedding(V, d, scale_grad_by_freq=True, device=device, dtype=dtype)")

answers.wrong(
    "closure", "tie-lost", check="survives", breaks="stays-one",
    of="right-plain", edits=[
        (DRAW, DRAW + "\n        table = self.embed.weight\n        self.score = lambda h: F.linear(h, table, self.lm_head.bias)"),
        (OUT, "        return self.score(self.body(x))")])

answers.wrong(
    "one-name-saved", "state-lost", check="survives", breaks="stays-one",
    of="right-plain", old=TIE, new=TIE + '        self._register_state_dict_hook(lambda module, state, prefix, _: state.pop(prefix + "lm_head.weight") and None)\n')

answers.wrong(
    "float-in-forward", "dtype-in-forward", check="survives", breaks="stays-one",
    of="right-plain", old=ROWS, new="        x = self.embed(ids).float() * self.scale")

# -- devices ------------------------------------------------------------------------------------------

answers.wrong(
    "no-device", "wrong-device", check="device", breaks="device",
    of="right-plain", edits=[
        (EMBED, "        self.embed = nn.Embedding(V, d, dtype=dtype)"), (HEAD, "        self.lm_head = nn.Linear(d, V, bias=bias, dtype=dtype)")])

answers.wrong(
    "zeros-on-cpu", "wrong-device", check="device", alone=True, breaks="device",
    why="collects the rows in torch.zeros without a device",
    of="right-plain", old=ROWS, new="        x = torch.zeros(*ids.shape, self.embed.embedding_dim, dtype=self.embed.weight.dtype) + self.embed(ids) * self.scale")

answers.wrong(
    "logits-on-cpu", "wrong-device", check="device", alone=True, breaks="device",
    why="brings the logits to the CPU",
    of="right-plain", old=OUT, new="        return self.lm_head(self.body(x)).cpu()")

answers.wrong(
    "no-dtype", "dtype-ignored", check="device", alone=True, breaks="dtype",
    of="right-plain", edits=[
        (EMBED, "        self.embed = nn.Embedding(V, d, device=device)"), (HEAD, "        self.lm_head = nn.Linear(d, V, bias=bias, device=device)")])

answers.wrong(
    "scale-stays", "left-behind", check="device", breaks="moves",
    of="right-plain", old="        self.V, self.scale = V, scale", new="        self.V, self.scale = V, torch.full((1,), float(scale), device=device, dtype=dtype)")

answers.wrong(
    "numpy-ids", "through-numpy", check="device", alone=True, breaks="device",
    why="looks at the ids in NumPy",
    of="right-plain", old=ROWS, new="        assert ids.numpy().max(initial=0) < self.V\n" + ROWS)

answers.wrong(
    "input-through-data", "side-lost-on-device", check="device", alone=True, breaks="device",
    why="looks rows up on the CPU in a detached table, and brings them back",
    of="right-plain", old=ROWS, new="""
        if ids.device.type == "cpu":
            x = self.embed(ids) * self.scale
        else:
            x = F.embedding(ids.cpu(), self.embed.weight.data.cpu()).to(ids.device) * self.scale
""")

answers.wrong(
    "output-through-detach", "side-lost-on-device", check="device", alone=True, breaks="device",
    why="takes the head's weight out of the graph where it brings it to the device of the hidden states",
    of="right-plain", old=OUT, new="""
        h, E = self.body(x), self.lm_head.weight
        if h.device.type != "cpu":
            E = E.detach().to(h.device)
        return F.linear(h, E, self.lm_head.bias)
""")

answers.wrong(
    "copied-once-moved", "tie-lost", check="device", alone=True, breaks="moves",
    why="gives the head a copy of the table when the model is moved",
    of="right-plain", old="    def forward(self, ids):", new="""
    def to(self, *args, **options):
        super().to(*args, **options)
        if self.embed.weight.device.type != "cpu":
            self.lm_head.weight = nn.Parameter(self.embed.weight.detach().clone())
        return self

    def forward(self, ids):
""")

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "right.roll(1, -1)",
    "right.tolist()",
    method='forward')

answers.spoiled(
    "self.embed.weight.data.mul_(1.1)",
    "self.embed.weight.data.add_(0.01)",
    method='__init__')

answers.wrong(
    "sequences", "batches-only", check="forward", breaks="any-shape",
    why="takes the sizes of a batch of sequences from the shape",
    of="right-plain", old=ROWS, new="        B, T = ids.shape\n        x = self.embed(ids).view(B, T, -1) * self.scale")

answers.wrong(
    "body-copied", "body-copied", check="tie", alone=True, breaks="body",
    of="right-plain", old="body if body is not None else nn.Identity()", new="copy.deepcopy(body) if body is not None else nn.Identity()")

answers.wrong(
    "body-frozen", "body-changed", check="start", alone=True, breaks="body",
    why="takes the body to be trained already, and freezes it",
    of="right-plain", old=TIE, new="        self.body.requires_grad_(False)\n" + TIE)

answers.wrong(
    "kept-transpose", "not-copied", check="survives",
    why="keeps the transpose of the table",
    of="right-plain", old="        if bias:\n", new="        self.turned = self.embed.weight.T\n        if bias:\n")

answers.wrong(
    "no-body", "body-ignored", check="forward",
    why="does not call the body",
    of="right-plain", old="self.lm_head(self.body(x))", new="self.lm_head(x)")

answers.wrong(
    "root-of-d", "width-for-scale", check="forward",
    why="takes the root of d for scale",
    of="right-plain", old="self.embed(ids) * self.scale", new="self.embed(ids) * self.embed.embedding_dim**0.5")

answers.wrong(
    "std-of-rows", "std-by-size", check="start",
    why="divides std by the root of d",
    of="right-plain", old="std=std)", new="std=std / d**0.5)")
