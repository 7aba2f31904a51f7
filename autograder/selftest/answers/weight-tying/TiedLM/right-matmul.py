# how: indexes the table and multiplies with its transpose
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
