# how: F.linear and F.rms_norm
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        where = {"device": device, "dtype": dtype}
        self.E = nn.Parameter(torch.randn(V, d, **where) * std)
        self.P = nn.Parameter(torch.randn(window, d, **where) * std)
        self.W1 = nn.Parameter(torch.randn(window * d, hidden, **where) * std)
        self.W2 = nn.Parameter(torch.randn(hidden, d, **where) * std)

    def forward(self, ids):
        check_ids(ids, self.E.shape[0])
        if ids.dim() != 2 or ids.shape[1] != self.P.shape[0]:
            raise ValueError(f"ids {tuple(ids.shape)} for a window of {self.P.shape[0]}")
        width = self.E.shape[1:]
        x = torch.index_select(self.E, 0, ids.flatten()).view(*ids.shape, -1) + self.P
        flat = F.rms_norm(x, width, eps=EPS).flatten(1)
        a = F.linear(flat, self.W1.T).tanh()
        return F.linear(F.rms_norm(F.linear(a, self.W2.T), width, eps=EPS), self.E)
