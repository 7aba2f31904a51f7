"""Answers to `RMSNorm` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "library", how="PyTorch's function on widened numbers",
    source='''
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
        wide = x if x.dtype == torch.float64 else x.float()
        weight = self.weight.to(wide.dtype)
        return nn.functional.rms_norm(wide, (self.d,), weight, self.eps).to(x.dtype)
''')

answers.right(
    "llama", how="back to the dtype of x before the weight, as Llama's code has it",
    source='''
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
''')

answers.right(
    "quotient", how="divides by the root",
    source='''
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
        wide = x if x.dtype == torch.float64 else x.float()
        rms = torch.sqrt(wide.pow(2).mean(dim=-1, keepdim=True) + self.eps)
        return (wide / rms * self.weight).to(x.dtype)
''')

answers.wrong(
    "data", "detached", check="gradient", breaks="gradient",
    why="reads weight.data",
    of="right-quotient", 
    old="        return (wide / rms * self.weight).to(x.dtype)",
    new="        return (wide / rms * self.weight.data).to(x.dtype)")

answers.wrong(
    "device-ignored", "device-ignored", check="device", breaks="device",
    why="does not pass device on",
    of="right-quotient", 
    old="        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))",
    new="        self.weight = nn.Parameter(torch.ones(d, dtype=dtype))")

answers.wrong(
    "dtype-ignored", "dtype-not-kept", check="parameters", breaks="dtype",
    why="does not pass dtype on",
    of="right-quotient", 
    old="        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))",
    new="        self.weight = nn.Parameter(torch.ones(d, device=device))")

answers.wrong(
    "float32", "float64-narrowed", check="dtypes", breaks="wide",
    why="float32 for everything",
    of="right-quotient", 
    old="        wide = x if x.dtype == torch.float64 else x.float()",
    new="        wide = x.float()")

answers.wrong(
    "half", "computed-in-half", check="dtypes", breaks="half", alone=True,
    why="computes in the dtype of x",
    of="right-quotient", 
    old="        wide = x if x.dtype == torch.float64 else x.float()",
    new="        wide = x")

answers.wrong(
    "no-grad-root", "detached", check="gradient",
    why="computes the root without gradients, since it is a statistic",
    of="right-quotient", old='''
        rms = torch.sqrt(wide.pow(2).mean(dim=-1, keepdim=True) + self.eps)
''', new='''
        with torch.no_grad():
            rms = torch.sqrt(wide.pow(2).mean(dim=-1, keepdim=True) + self.eps)
''')

answers.wrong(
    "ones-on-cpu", "made-on-cpu", check="device", breaks="on-device",
    why="fills the root's array on the CPU",
    of="right-quotient", old='''
        rms = torch.sqrt(wide.pow(2).mean(dim=-1, keepdim=True) + self.eps)
''', new='''
        offset = torch.full(x.shape[:-1], self.eps, dtype=wide.dtype).unsqueeze(-1)
        rms = torch.sqrt(wide.pow(2).mean(dim=-1, keepdim=True) + offset)
''')

answers.wrong(
    "own-eps", "eps-ignored", check="eps", breaks="eps",
    why="PyTorch's function without eps",
    of="right-library", old='''
        weight = self.weight.to(wide.dtype)
        return nn.functional.rms_norm(wide, (self.d,), weight, self.eps).to(x.dtype)
''', new='''
        y = nn.functional.rms_norm(wide, (self.d,))
        return (y * self.weight).to(x.dtype)
''')

answers.wrong(
    "plain-tensor", "weight-no-parameter", check="parameters", breaks="learned",
    why="assigns a tensor",
    of="right-quotient", 
    old="        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))",
    new="        self.weight = torch.ones(d, device=device, dtype=dtype)")

answers.wrong(
    "random-weight", "weight-not-ones", check="parameters", breaks="ones",
    why="draws the weight like that of a linear layer",
    of="right-quotient", 
    old="        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))",
    new="        self.weight = nn.Parameter(0.02 * torch.randn(d, device=device, dtype=dtype))")

answers.wrong(
    "view", "contiguous-only", check="shapes", breaks="gaps",
    why="flattens with view",
    of="right-quotient", edits=[("        wide = x if x.dtype == torch.float64 else x.float()", "        wide = x.view(-1, self.d).to(torch.promote_types(x.dtype, torch.float32))"), ("        return (wide / rms * self.weight).to(x.dtype)", "        return (wide / rms * self.weight).to(x.dtype).reshape(x.shape)")])

answers.spoiled(
    "right * 1.01",
    "-right",
    "right + 1e-2",
    "right.roll(1, -1)",
    "None",
    method='forward')

answers.wrong(
    "mean-square", "root-forgotten", check="values", breaks="root",
    why="forgets the root",
    of="right-quotient", old='''
torch.sqrt(wide.pow(2).mean(dim=-1, keepdim=True) + self.eps)''', new='''
(wide.pow(2).mean(dim=-1, keepdim=True) + self.eps)''')

answers.wrong(
    "bias", "state-holds-more", check="parameters", breaks="only",
    why="adds a bias, as LayerNorm has one",
    of="right-quotient", old='''
        self.weight = ''', new='''
        self.bias = nn.Parameter(torch.zeros(d, device=device, dtype=dtype))
        self.weight = ''')

answers.wrong(
    "eps-buffer", "state-holds-more", check="parameters", breaks="buffers",
    why="keeps eps as a buffer",
    of="right-quotient", old='''
        self.weight = ''', new='''
        self.register_buffer("least", torch.tensor(eps, device=device))
        self.weight = ''')

answers.wrong(
    "promoted", "dtype-not-kept", check="dtypes", breaks="shape",
    why="returns the dtype that it computes in",
    of="right-quotient", old='''
* self.weight).to(x.dtype)''', new='''
* self.weight)''')

answers.wrong(
    "no-size", "sizes-unchecked", check="errors", breaks="size",
    why="a length of zero makes an empty weight",
    of="right-quotient", old='''
        if d < 1:''', new='''
        if d < 0:''')

answers.wrong(
    "broadcast", "shapes-unchecked", check="errors", breaks="last",
    why="looks for an axis and not at its length",
    of="right-quotient", old='''
        if x.ndim == 0 or x.shape[-1] != self.d:''', new='''
        if x.ndim == 0:''')
