# how: draws the head first and gives its weight to the embedding
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
