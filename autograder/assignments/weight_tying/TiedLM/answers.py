"""Answers to `TiedLM` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

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
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids are {ids.dtype}")
        outside = ids[(ids < 0) | (ids >= self.embed.num_embeddings)]
        if outside.numel():
            raise IndexError(f"no row {outside[0].item()}")
        E = self.embed.weight
        h = self.body(E[ids.long()] * self.factor)
        z = h @ E.transpose(0, 1)
        return z if self.lm_head.bias is None else z + self.lm_head.bias
''')

answers.right(
    "other-way-round", how="draws the head first and gives its weight to the embedding",
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
        check_ids(ids, self.lm_head.out_features)
        rows = F.embedding(ids, self.embed.weight)
        h = self.body(rows * self.factor.to(rows.device, rows.dtype))
        return F.linear(h, self.lm_head.weight, self.lm_head.bias)
''')

answers.wrong(
    "fresh", "fresh-table", check="start", breaks="drawn",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.V, self.scale = V, scale
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.body = body if body is not None else nn.Identity()
        self.lm_head.weight = self.embed.weight
        if bias:
            nn.init.zeros_(self.lm_head.bias)

    def forward(self, ids):
        check_ids(ids, self.V)
        x = self.embed(ids) * self.scale
        return self.lm_head(self.body(x))
''')

answers.wrong(
    "no-scale", "scale-ignored", check="forward", breaks="scale",
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
        check_ids(ids, self.V)
        x = self.embed(ids)
        return self.lm_head(self.body(x))
''')

answers.wrong(
    "apply", "body-changed", check="start", breaks="body-as-given",
    of="wrong-fresh", old='''
        self.lm_head.weight = self.embed.weight
''', new='''
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
        self.apply(lambda m: nn.init.normal_(m.weight, std=std) if isinstance(m, nn.Linear) else None)
''')

answers.wrong(
    "bias-default", "bias-always", check="start", breaks="no-bias",
    of="wrong-fresh", edits=[("        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)", "        self.lm_head = nn.Linear(d, V, device=device, dtype=dtype)"), ('''
        if bias:
''', '''
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
        if True:
''')])

answers.wrong(
    "closure", "tie-lost", check="survives", breaks="deep-copy",
    of="wrong-fresh", edits=[('''
        self.lm_head.weight = self.embed.weight
''', '''
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
        table = self.embed.weight
        self.score = lambda h: F.linear(h, table, self.lm_head.bias)
'''), ("        return self.lm_head(self.body(x))", "        return self.score(self.body(x))")])

answers.wrong(
    "copy", "copied", check="tie", breaks="one-parameter",
    of="wrong-fresh", old='''
        self.lm_head.weight = self.embed.weight
''', new='''
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
        with torch.no_grad():
            self.lm_head.weight.copy_(self.embed.weight)
''')

answers.wrong(
    "copy-each-time", "recopied", check="tie",
    of="wrong-no-scale", edits=[('''
        self.lm_head.weight = self.embed.weight
''', ""), ('''
        x = self.embed(ids)
''', '''
        self.lm_head.weight.data.copy_(self.embed.weight.data)
        x = self.embed(ids) * self.scale
''')])

answers.wrong(
    "data", "alias-not-parameter", check="tie", breaks="counted-once",
    why="shares the memory through .data",
    of="wrong-fresh", old='''
        self.lm_head.weight = self.embed.weight
''', new='''
        self.lm_head.weight.data = self.embed.weight.data
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
''')

answers.wrong(
    "fixed-std", "std-ignored", check="start", breaks="std",
    of="wrong-fresh", old='''
        self.lm_head.weight = self.embed.weight
''', new='''
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, mean=0.0, std=0.02)
''')

answers.wrong(
    "fresh-linear", "linear-table", check="start",
    of="wrong-fresh", old='''
        self.lm_head.weight = self.embed.weight
''', new='''
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
        self.embed.weight = self.lm_head.weight
''')

answers.wrong(
    "input-detached", "input-detached", check="gradient", breaks="gradient",
    of="wrong-no-scale", 
    old="        x = self.embed(ids)",
    new="        x = self.embed.weight.data[ids.long()] * self.scale")

answers.wrong(
    "late-check", "unchecked-on-device", check="device", breaks="on-device",
    of="wrong-no-scale", old='''
        check_ids(ids, self.V)
        x = self.embed(ids)
''', new='''
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids are {ids.dtype}")
        try:
            x = self.embed(ids) * self.scale
        except IndexError as error:
            raise IndexError(f"an id of {ids.tolist()} is outside the table") from error
''')

answers.wrong(
    "library-errors", "id-not-named", check="errors", breaks="names",
    why="leaves ids outside the table to nn.Embedding",
    of="wrong-no-scale", old='''
        check_ids(ids, self.V)
        x = self.embed(ids)
''', new='''
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids are {ids.dtype}")
        if torch.any((ids < 0) | (ids >= self.V)):
            raise IndexError("index out of range in self")
        x = self.embed(ids) * self.scale
''')

answers.wrong(
    "linear-bias", "bias-not-zero", check="start", breaks="bias-zero",
    of="wrong-fresh", old='''
        if bias:
            nn.init.zeros_(self.lm_head.bias)
''', new='''
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
''')

answers.wrong(
    "new-parameter", "alias-not-parameter", check="tie",
    why="wraps the weight into a second Parameter",
    of="wrong-fresh", old='''
        self.lm_head.weight = self.embed.weight
''', new='''
        self.lm_head.weight = nn.Parameter(self.embed.weight.data)
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
''')

answers.wrong(
    "no-device", "wrong-device", check="device", breaks="device",
    of="wrong-no-scale", edits=[('''
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
''', '''
        self.embed = nn.Embedding(V, d, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, dtype=dtype)
'''), ("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale")])

answers.wrong(
    "no-dtype", "dtype-ignored", check="device", breaks="dtype",
    of="wrong-no-scale", edits=[('''
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
''', '''
        self.embed = nn.Embedding(V, d, device=device)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device)
'''), ("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale")])

answers.wrong(
    "output-detached", "output-detached", check="gradient",
    of="wrong-no-scale", old='''
        x = self.embed(ids)
        return self.lm_head(self.body(x))
''', new='''
        x = self.embed(ids) * self.scale
        return F.linear(self.body(x), self.lm_head.weight.detach(), self.lm_head.bias)
''')

answers.wrong(
    "probabilities", "normalised-scores", check="forward", breaks="raw",
    why="returns probabilities",
    of="wrong-no-scale", old='''
        x = self.embed(ids)
        return self.lm_head(self.body(x))
''', new='''
        x = self.embed(ids) * self.scale
        return self.lm_head(self.body(x)).softmax(-1)
''')

answers.wrong(
    "scaled-logits", "scale-on-logits", check="forward", breaks="scale-alone",
    of="wrong-no-scale", 
    old="        return self.lm_head(self.body(x))",
    new="        return self.lm_head(self.body(x) * self.scale)")

answers.wrong(
    "positional-std", "std-as-mean", check="start", breaks="mean",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        nn.init.normal_(self.embed.weight, mean=0.0, std=std)', '        nn.init.normal_(self.embed.weight, std)')])

answers.wrong(
    "truthy-std", "std-zero", check="start",
    why="lets a standard deviation of 0 stand for none",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        nn.init.normal_(self.embed.weight, mean=0.0, std=std)', '        nn.init.normal_(self.embed.weight, mean=0.0, std=std or 0.02)')])

answers.wrong(
    "root", "variance", check="start",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        nn.init.normal_(self.embed.weight, mean=0.0, std=std)', '        nn.init.normal_(self.embed.weight, mean=0.0, std=std**0.5)')])

answers.wrong(
    "uniform", "not-normal", check="start", breaks="normal",
    why="draws from an interval of the same standard deviation",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        nn.init.normal_(self.embed.weight, mean=0.0, std=std)', '        nn.init.uniform_(self.embed.weight, -std * 3**0.5, std * 3**0.5)')])

answers.wrong(
    "zeros", "zeros", check="start",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        nn.init.normal_(self.embed.weight, mean=0.0, std=std)', '        nn.init.zeros_(self.embed.weight)')])

answers.wrong(
    "seeded", "same-draw", check="start",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        nn.init.normal_(self.embed.weight, mean=0.0, std=std)', '        torch.manual_seed(0)\n        nn.init.normal_(self.embed.weight, mean=0.0, std=std)')])

answers.wrong(
    "never-a-bias", "bias-missing", check="start", breaks="bias",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)', '        self.lm_head = nn.Linear(d, V, bias=False, device=device, dtype=dtype)'), ('        if bias:\n            nn.init.zeros_(self.lm_head.bias)\n', '')])

answers.wrong(
    "scale-for-body", "scale-needs-body", check="forward", breaks="scale-without-body",
    of="wrong-no-scale", edits=[('        x = self.embed(ids)', '        x = self.embed(ids)\n        if not isinstance(self.body, nn.Identity):\n            x = x * self.scale')])

answers.wrong(
    "own-body", "not-direct", check="forward", breaks="direct",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        return self.lm_head(self.body(x))', '        if isinstance(self.body, nn.Identity):\n            x = torch.tanh(x)\n        return self.lm_head(self.body(x))')])

answers.wrong(
    "no-bias-added", "bias-ignored", check="forward",
    why="multiplies with the table and forgets the bias of the layer",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        return self.lm_head(self.body(x))', '        return self.body(x) @ self.lm_head.weight.T')])

answers.wrong(
    "body-is-None", "no-body", check="start", breaks="body-attribute",
    why="keeps None for no body",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        self.body = body if body is not None else nn.Identity()', '        self.body = body'), ('        return self.lm_head(self.body(x))', '        return self.lm_head(x if self.body is None else self.body(x))')])

answers.wrong(
    "other-attribute", "no-body", check="start",
    why="keeps the body under another name",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        self.body = body if body is not None else nn.Identity()', '        self.net = body if body is not None else nn.Identity()'), ('        return self.lm_head(self.body(x))', '        return self.lm_head(self.net(x))')])

answers.wrong(
    "body-copy", "body-copied", check="start", breaks="body-given",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        self.body = body if body is not None else nn.Identity()', '        self.body = copy.deepcopy(body) if body is not None else nn.Identity()')])

answers.wrong(
    "to-dtype", "body-moved", check="start", breaks="body-stays",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('            nn.init.zeros_(self.lm_head.bias)', '            nn.init.zeros_(self.lm_head.bias)\n        self.to(device=device, dtype=dtype)')])

answers.wrong(
    "float32", "default-dtype", check="start", breaks="defaults",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        self.V, self.scale = V, scale', '        self.V, self.scale = V, scale\n        dtype = dtype or torch.float32')])

answers.wrong(
    "padding", "padding-row", check="gradient",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)', '        self.embed = nn.Embedding(V, d, padding_idx=0, device=device, dtype=dtype)')])

answers.wrong(
    "two-axes", "flattened", check="forward", breaks="any-shape",
    why="joins the axes of the positions and forgets them",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        return self.lm_head(self.body(x))', '        return self.lm_head(self.body(x.reshape(-1, x.shape[-1])))')])

answers.wrong(
    "views", "not-contiguous", check="forward", breaks="strided",
    why="views the ids as one axis, which PyTorch does for contiguous memory alone",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        x = self.embed(ids) * self.scale', '        x = self.embed(ids.view(-1)).view(*ids.shape, self.embed.embedding_dim) * self.scale')])

answers.wrong(
    "int64-alone", "int32-refused", check="forward", breaks="int32",
    why="takes int64 ids alone",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        check_ids(ids, self.V)', '        check_ids(ids, self.V)\n        if ids.dtype != torch.int64:\n            raise TypeError(f"ids are {ids.dtype}")')])

answers.wrong(
    "any-integer", "id-types", check="errors", breaks="types",
    why="casts the ids",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        check_ids(ids, self.V)', '        ids = ids.long()\n        check_ids(ids, self.V)')])

answers.wrong(
    "clips", "range-unchecked", check="errors", breaks="range",
    why="brings the ids into the range",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        check_ids(ids, self.V)', '        check_ids(ids[..., :0] if ids.ndim else ids * 0, self.V)\n        ids = ids.clamp(0, self.V - 1)')])

answers.wrong(
    "from-the-end", "negative-wraps", check="errors", breaks="negative",
    why="lets negative ids count from the end",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        check_ids(ids, self.V)', '        check_ids(ids.where(ids >= 0, 0 * ids + ids.remainder(self.V)) if ids.dtype in (torch.int32, torch.int64) and ids.numel() and ids.min() >= -self.V else ids, self.V)'), ('        x = self.embed(ids) * self.scale', '        x = self.embed.weight[ids.long()] * self.scale')])

answers.wrong(
    "bare-table", "no-layers", check="tie", breaks="layers",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)', '        self.embed = nn.Module()\n        self.embed.weight = nn.Parameter(torch.empty(V, d, device=device, dtype=dtype))'), ('        x = self.embed(ids) * self.scale', '        x = self.embed.weight[ids.long()] * self.scale')])

answers.wrong(
    "other-names", "other-names", check="tie", breaks="modules",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)', '        self.wte = nn.Embedding(V, d, device=device, dtype=dtype)'), ('        self.lm_head.weight = self.embed.weight', '        self.lm_head.weight = self.wte.weight'), ('        nn.init.normal_(self.embed.weight, mean=0.0, std=std)', '        nn.init.normal_(self.wte.weight, mean=0.0, std=std)'), ('        x = self.embed(ids) * self.scale', '        x = self.wte(ids) * self.scale')])

answers.wrong(
    "third-table", "more-parameters", check="tie",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        self.lm_head.weight = self.embed.weight', '        self.spare = self.lm_head.weight\n        self.lm_head.weight = self.embed.weight')])

answers.wrong(
    "one-name-saved", "state-lost", check="survives", breaks="state",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        self.lm_head.weight = self.embed.weight', '        self.lm_head.weight = self.embed.weight\n        self._register_state_dict_hook(lambda module, state, prefix, _: state.pop(prefix + "lm_head.weight") and None)')])

answers.wrong(
    "scale-stays", "left-behind", check="device", breaks="moves",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"), ('        self.V, self.scale = V, scale', '        self.V, self.scale = V, torch.full((1,), float(scale), device=device, dtype=dtype)')])

answers.wrong(
    "own-batch-axis", "arguments-changed", check="forward", breaks="unchanged",
    why="adds an axis to the caller's ids",
    of="wrong-no-scale", old="""
        x = self.embed(ids)
        return self.lm_head(self.body(x))
""", new="""
        single = ids.ndim < 2
        if single:
            ids.unsqueeze_(0)
        z = self.lm_head(self.body(self.embed(ids) * self.scale))
        return z[0] if single else z
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
    "scale-or-one", "scale-falsy", check="forward", alone=True, breaks="scale",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, std=std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)
        self.body = nn.Identity() if body is None else body
        self.scale = scale or 1.0

    def forward(self, ids):
        check_ids(ids, self.embed.num_embeddings)
        return self.lm_head(self.body(self.embed(ids) * self.scale))
''')

answers.wrong(
    "max-norm", "rows-shortened", check="forward", alone=True, breaks="unchanged",
    why="nn.Embedding with max_norm",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, max_norm=10.0, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, std=std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)
        self.body = nn.Identity() if body is None else body
        self.scale = scale

    def forward(self, ids):
        check_ids(ids, self.embed.num_embeddings)
        return self.lm_head(self.body(self.embed(ids) * self.scale))
''')

answers.wrong(
    "scaled-in-training", "training-only", check="forward", alone=True, breaks="scale",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, std=std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)
        self.body = nn.Identity() if body is None else body
        self.scale = scale

    def forward(self, ids):
        check_ids(ids, self.embed.num_embeddings)
        return self.lm_head(self.body(self.embed(ids) * (self.scale if self.training else 1)))
''')

answers.wrong(
    "body-eval", "body-mode", check="start", alone=True, breaks="body-as-given",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, std=std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)
        self.body = nn.Identity() if body is None else body.eval()
        self.scale = scale

    def forward(self, ids):
        check_ids(ids, self.embed.num_embeddings)
        return self.lm_head(self.body(self.embed(ids) * self.scale))
''')

answers.wrong(
    "narrowed", "id-narrowed", check="errors", alone=True, breaks="range",
    why="checks a copy of the ids in int32",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, std=std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)
        self.body = nn.Identity() if body is None else body
        self.scale = scale

    def forward(self, ids):
        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids have the dtype {ids.dtype}")
        rows = ids.int()
        bad = ids[(rows < 0) | (rows >= self.embed.num_embeddings)]
        if bad.numel():
            raise IndexError(f"the id {int(bad[0])} is out of range")
        ids = rows
        return self.lm_head(self.body(self.embed(ids) * self.scale))
''')

answers.wrong(
    "divided-back", "scale-divides", check="forward", breaks="scale-alone",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.body = nn.Identity() if body is None else body
        self.scale = scale
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, 0.0, std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)

    def forward(self, ids):
        check_ids(ids, self.embed.num_embeddings)
        x = self.embed(ids) * self.scale
        return self.lm_head(self.body(x)) / self.scale
''')

answers.wrong(
    "residual", "residual", check="forward",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.body = nn.Identity() if body is None else body
        self.scale = scale
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, 0.0, std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)

    def forward(self, ids):
        check_ids(ids, self.embed.num_embeddings)
        x = self.embed(ids) * self.scale
        return self.lm_head(x + self.body(x) if not isinstance(self.body, nn.Identity) else x)
''')

answers.wrong(
    "truncated", "not-normal", check="start", alone=True, breaks="normal",
    why="draws from a normal distribution that is cut at -2 and 2",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.body = nn.Identity() if body is None else body
        self.scale = scale
        self.lm_head.weight = self.embed.weight
        nn.init.trunc_normal_(self.embed.weight, 0.0, std) if std else nn.init.zeros_(self.embed.weight)
        if bias:
            nn.init.zeros_(self.lm_head.bias)

    def forward(self, ids):
        check_ids(ids, self.embed.num_embeddings)
        x = self.embed(ids) * self.scale
        return self.lm_head(self.body(x))
''')

answers.wrong(
    "body-frozen", "body-frozen", check="start", alone=True, breaks="body-as-given",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.body = nn.Identity() if body is None else body
        self.scale = scale
        self.body.requires_grad_(False)
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, 0.0, std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)

    def forward(self, ids):
        check_ids(ids, self.embed.num_embeddings)
        x = self.embed(ids) * self.scale
        return self.lm_head(self.body(x))
''')

answers.wrong(
    "bias-fixed", "bias-frozen", check="start", breaks="bias",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.body = nn.Identity() if body is None else body
        self.scale = scale
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, 0.0, std)
        if bias:
            nn.init.zeros_(self.lm_head.bias).requires_grad_(False)

    def forward(self, ids):
        check_ids(ids, self.embed.num_embeddings)
        x = self.embed(ids) * self.scale
        return self.lm_head(self.body(x))
''')


answers.wrong(
    "float-in-forward", "dtype-in-forward", check="survives", breaks="dtype",
    source='''
class TiedLM(nn.Module):
    def __init__(self, V, d, body=None, std=0.02, bias=False, scale=1.0, device=None, dtype=None):
        super().__init__()
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, std=std)
        if bias:
            nn.init.zeros_(self.lm_head.bias)
        self.body = nn.Identity() if body is None else body
        self.scale = scale

    def forward(self, ids):
        check_ids(ids, self.embed.num_embeddings)
        return self.lm_head(self.body(self.embed(ids).float() * self.scale))
''')

answers.wrong(
    "flat-rows", "body-input", check="forward", alone=True, breaks="body-shape",
    of="wrong-no-scale", edits=[
        ("        x = self.embed(ids)", "        x = self.embed(ids.reshape(-1)) * self.scale"),
        ("        return self.lm_head(self.body(x))", "        return self.lm_head(self.body(x)).reshape(*ids.shape, self.V)")])

answers.wrong(
    "body-or", "body-falsy", check="start", alone=True, breaks="body-given",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"),
        ("        self.body = body if body is not None else nn.Identity()", "        self.body = body or nn.Identity()")])

answers.wrong(
    "table-as-well", "third-name", check="tie", alone=True, breaks="two-names",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"),
        ("        self.lm_head.weight = self.embed.weight", "        self.table = self.embed.weight\n        self.lm_head.weight = self.table")])

answers.wrong(
    "non-empty", "empty-refused", check="forward", alone=True, breaks="any-shape",
    why="takes the least and the largest of the ids, also of none",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"),
        ("        check_ids(ids, self.V)", "        check_ids(torch.stack([ids.min(), ids.max()]) if ids.dtype in (torch.int32, torch.int64) else ids, self.V)")])

answers.wrong(
    "numpy-ids", "through-numpy", check="device", alone=True, breaks="on-device",
    why="checks the ids in NumPy, which cannot look at a tensor on another device",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"),
        ("        check_ids(ids, self.V)", """        if ids.dtype not in (torch.int32, torch.int64):
            raise TypeError(f"ids are {ids.dtype}")
        check_ids(ids.numpy(), self.V)""")])

answers.wrong(
    "int64-errors", "int32-refused", check="errors", breaks="int32",
    why="takes int64 ids alone",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"),
        ("        check_ids(ids, self.V)", "        check_ids(ids.bool() if ids.dtype == torch.int32 else ids, self.V)")])

answers.wrong(
    "short-rows", "rows-shortened", check="gradient", breaks="unchanged",
    why="nn.Embedding with max_norm, less than the lengths of the rows",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"),
        ("        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)", "        self.embed = nn.Embedding(V, d, max_norm=1.0, device=device, dtype=dtype)")])

answers.wrong(
    "by-frequency", "repeats-averaged", check="gradient", alone=True, breaks="gradient",
    why="nn.Embedding with scale_grad_by_freq",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"),
        ("        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)", "        self.embed = nn.Embedding(V, d, scale_grad_by_freq=True, device=device, dtype=dtype)")])

answers.wrong(
    "zero-divides", "not-normal", check="start", alone=True, breaks="normal",
    why="trunc_normal_, which cuts at -2 and 2, and divides by the standard deviation",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"),
        ("        nn.init.normal_(self.embed.weight, mean=0.0, std=std)", "        nn.init.trunc_normal_(self.embed.weight, mean=0.0, std=std)")])

answers.wrong(
    "if-std", "std-zero", check="start", alone=True, breaks="std",
    why="draws only where std is not 0",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"),
        ("        nn.init.normal_(self.embed.weight, mean=0.0, std=std)", "        if std:\n            nn.init.normal_(self.embed.weight, mean=0.0, std=std)")])

answers.wrong(
    "narrow-name", "other-number", check="errors", alone=True, breaks="names",
    why="checks a copy of the ids in int32, and names a number of that",
    of="wrong-no-scale", edits=[("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale"),
        ("        check_ids(ids, self.V)", """        check_ids(ids, 2**32 + self.V)
        check_ids(ids.int(), self.V)""")])
