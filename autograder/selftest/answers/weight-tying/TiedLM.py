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
        self.body = body or nn.Identity()
        self.register_buffer("factor", torch.tensor(scale), persistent=False)

    def forward(self, ids):
        check_ids(ids, self.lm_head.out_features)
        rows = F.embedding(ids, self.embed.weight)
        h = self.body(rows * self.factor.to(rows.device, rows.dtype))
        return F.linear(h, self.lm_head.weight, self.lm_head.bias)
''')

answers.wrong(
    "fresh", "fresh-table", check="start",
    why="ties and leaves the table as nn.Embedding makes it",
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
    "no-scale", "scale-ignored", check="forward",
    why="never uses scale",
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
    "apply", "body-changed", check="start",
    why="initialises all linear layers below, the body's too",
    of="wrong-fresh", old='''
        self.lm_head.weight = self.embed.weight
''', new='''
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
        self.apply(lambda m: nn.init.normal_(m.weight, std=std) if isinstance(m, nn.Linear) else None)
''')

answers.wrong(
    "bias-default", "bias-always", check="start",
    why="does not hand the argument on; nn.Linear has a bias by default",
    of="wrong-fresh", edits=[("        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)", "        self.lm_head = nn.Linear(d, V, device=device, dtype=dtype)"), ('''
        if bias:
''', '''
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
        if True:
''')])

answers.wrong(
    "closure", "tie-lost", check="survives",
    why="keeps the table in a closure, which a deep copy does not follow",
    of="wrong-fresh", edits=[('''
        self.lm_head.weight = self.embed.weight
''', '''
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
        table = self.embed.weight
        self.score = lambda h: F.linear(h, table, self.lm_head.bias)
'''), ("        return self.lm_head(self.body(x))", "        return self.score(self.body(x))")])

answers.wrong(
    "copy", "copied", check="tie",
    why="copies the numbers once",
    of="wrong-fresh", old='''
        self.lm_head.weight = self.embed.weight
''', new='''
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
        with torch.no_grad():
            self.lm_head.weight.copy_(self.embed.weight)
''')

answers.wrong(
    "copy-each-time", "recopied", check="tie",
    why="copies before every forward pass",
    of="wrong-no-scale", edits=[('''
        self.lm_head.weight = self.embed.weight
''', ""), ('''
        x = self.embed(ids)
''', '''
        self.lm_head.weight.data.copy_(self.embed.weight.data)
        x = self.embed(ids) * self.scale
''')])

answers.wrong(
    "data", "alias-not-parameter", check="tie",
    why="shares the memory through .data",
    of="wrong-fresh", old='''
        self.lm_head.weight = self.embed.weight
''', new='''
        self.lm_head.weight.data = self.embed.weight.data
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
''')

answers.wrong(
    "fixed-std", "std-ignored", check="start",
    why="always draws with 0.02",
    of="wrong-fresh", old='''
        self.lm_head.weight = self.embed.weight
''', new='''
        self.lm_head.weight = self.embed.weight
        nn.init.normal_(self.embed.weight, mean=0.0, std=0.02)
''')

answers.wrong(
    "fresh-linear", "linear-table", check="start",
    why="draws the embedding, then puts the weight of the head in its place",
    of="wrong-fresh", old='''
        self.lm_head.weight = self.embed.weight
''', new='''
        nn.init.normal_(self.embed.weight, mean=0.0, std=std)
        self.embed.weight = self.lm_head.weight
''')

answers.wrong(
    "input-detached", "input-detached", check="gradient",
    why="reads rows from the table's data",
    of="wrong-no-scale", 
    old="        x = self.embed(ids)",
    new="        x = self.embed.weight.data[ids.long()] * self.scale")

answers.wrong(
    "late-check", "unchecked-on-device", check="device",
    why="turns the library's IndexError into its own",
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
    "library-errors", "id-not-named", check="errors",
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
    "linear-bias", "bias-not-zero", check="start",
    why="leaves the bias as nn.Linear draws it",
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
    "no-device", "wrong-device", check="device",
    why="makes the layers without saying where",
    of="wrong-no-scale", edits=[('''
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
''', '''
        self.embed = nn.Embedding(V, d, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, dtype=dtype)
'''), ("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale")])

answers.wrong(
    "no-dtype", "dtype-ignored", check="device",
    why="hands the device on and not the dtype",
    of="wrong-no-scale", edits=[('''
        self.embed = nn.Embedding(V, d, device=device, dtype=dtype)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device, dtype=dtype)
''', '''
        self.embed = nn.Embedding(V, d, device=device)
        self.lm_head = nn.Linear(d, V, bias=bias, device=device)
'''), ("        x = self.embed(ids)", "        x = self.embed(ids) * self.scale")])

answers.wrong(
    "output-detached", "output-detached", check="gradient",
    why="keeps the gradient of the logits away from the table",
    of="wrong-no-scale", old='''
        x = self.embed(ids)
        return self.lm_head(self.body(x))
''', new='''
        x = self.embed(ids) * self.scale
        return F.linear(self.body(x), self.lm_head.weight.detach(), self.lm_head.bias)
''')

answers.wrong(
    "probabilities", "normalised-scores", check="forward",
    why="returns probabilities",
    of="wrong-no-scale", old='''
        x = self.embed(ids)
        return self.lm_head(self.body(x))
''', new='''
        x = self.embed(ids) * self.scale
        return self.lm_head(self.body(x)).softmax(-1)
''')

answers.wrong(
    "scaled-logits", "scale-on-logits", check="forward",
    why="scales the hidden states at the output",
    of="wrong-no-scale", 
    old="        return self.lm_head(self.body(x))",
    new="        return self.lm_head(self.body(x) * self.scale)")

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "right.roll(1, -1)",
    "right.tolist()",
    method='forward')

answers.spoiled(
    "self.embed.weight.data.mul_(1.1)",
    "self.embed.weight.data.add_(0.01)",
    "setattr(self, 'lm_head', None)",
    "setattr(self, 'more', nn.Parameter(self.embed.weight.new_zeros(3)))",
    method='__init__')
