# how: back to the dtype of x before the weight, as Llama's code has it
class RMSNorm(torch.nn.Module):
    def __init__(self, d, eps=1e-6, device=None, dtype=None):
        super().__init__()
        if d <= 0:
            raise ValueError("d must be positive")
        self.eps = eps
        self.weight = torch.nn.Parameter(torch.empty(d, device=device, dtype=dtype))
        torch.nn.init.ones_(self.weight)

    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        if x.shape[-1:] != self.weight.shape:
            raise ValueError(f"{tuple(x.shape)} does not end in {len(self.weight)}")
        wide = x.double() if x.dtype == torch.float64 else x.float()
        return (self._norm(wide).type_as(x) * self.weight).type_as(x)
