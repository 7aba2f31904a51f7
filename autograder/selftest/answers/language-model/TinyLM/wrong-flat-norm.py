# misconception: norm-over-window
# check: forward
# why: normalises after flattening
class TinyLM(nn.Module):
    def __init__(self, V, d, window, hidden, std=0.02, device=None, dtype=None):
        super().__init__()
        where = {"device": device, "dtype": dtype}
        self.E = nn.Parameter(torch.randn(V, d, **where) * std)
        self.P = nn.Parameter(torch.randn(window, d, **where) * std)
        self.W1 = nn.Parameter(torch.randn(window * d, hidden, **where) * std)
        self.W2 = nn.Parameter(torch.randn(hidden, d, **where) * std)

    def norm(self, x):
        return x / torch.sqrt((x * x).mean(dim=-1, keepdim=True) + EPS)

    def forward(self, ids):
        check_ids(ids, self.E.shape[0])
        if ids.dim() != 2 or ids.shape[1] != self.P.shape[0]:
            raise ValueError(f"ids {tuple(ids.shape)} for a window of {self.P.shape[0]}")
        x = self.E[ids] + self.P
        flat = self.norm(x.reshape(len(ids), -1))
        a = torch.tanh(flat @ self.W1)
        h = self.norm(a @ self.W2)
        return h @ self.E.T
