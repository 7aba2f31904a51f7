# misconception: float64-narrowed
# check: dtypes
# why: float32 for everything
class RMSNorm(nn.Module):
    def __init__(self, d, eps=1e-6, device=None, dtype=None):
        super().__init__()
        if d < 1:
            raise ValueError(f"d must be at least 1, got {d}")
        self.d, self.eps = d, eps
        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))

    def forward(self, x):
        if x.ndim == 0 or x.shape[-1] != self.d:
            raise ValueError(f"the last axis of x should be {self.d} long, x is {tuple(x.shape)}")
        wide = x.float()
        rms = torch.sqrt(wide.pow(2).mean(dim=-1, keepdim=True) + self.eps)
        return (wide / rms * self.weight).to(x.dtype)
