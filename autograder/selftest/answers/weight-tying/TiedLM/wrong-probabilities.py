# misconception: normalised-scores
# check: forward
# why: returns probabilities
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
        x = self.embed(ids) * self.scale
        return self.lm_head(self.body(x)).softmax(-1)
