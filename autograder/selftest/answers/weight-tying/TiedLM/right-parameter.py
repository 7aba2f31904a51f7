# how: one Parameter made by hand, put into both modules; plain functions in forward
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
