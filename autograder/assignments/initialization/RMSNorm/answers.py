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
    of="right-quotient", 
    old="        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))",
    new="        self.weight = nn.Parameter(torch.ones(d, dtype=dtype))")

answers.wrong(
    "dtype-ignored", "weight-dtype", check="parameters", breaks="dtype",
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
    of="right-quotient", 
    old="        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))",
    new="        self.weight = torch.ones(d, device=device, dtype=dtype)")

answers.wrong(
    "random-weight", "weight-not-ones", check="parameters", breaks="ones",
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

answers.wrong(
    "llama", "rounded-early", check="dtypes", alone=True,
    why="back to the dtype of x before the weight, as Llama's code has it",
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
    "einsum", how="as a product of three, in the widest dtype of the two, and at least float32",
    source='''
class RMSNorm(nn.Module):
    def __init__(self, d: int, eps: float = 1e-6, device=None, dtype=None):
        if d < 1:
            raise ValueError("d")
        super().__init__()
        self.d, self.eps = d, eps
        self.weight = nn.Parameter(torch.empty((d,), device=device, dtype=dtype))
        nn.init.ones_(self.weight)

    def forward(self, x):
        if x.dim() == 0 or x.size(-1) != self.d:
            raise ValueError(f"expected (..., {self.d}), not {tuple(x.shape)}")
        work = torch.float64 if torch.float64 in (x.dtype, self.weight.dtype) else torch.float32
        v = x.type(work)
        inverse = torch.rsqrt(torch.einsum("...i,...i->...", v, v) / self.d + self.eps)
        return torch.einsum("...i,...,i->...i", v, inverse, self.weight.type(work)).type_as(x)
''')

answers.wrong(
    "weight-narrowed", "weight-rounded", check="dtypes", alone=True,
    why="converts the weight to the dtype of x",
    of="right-quotient", old="rms * self.weight)", new="rms * self.weight.to(x.dtype))")

answers.wrong(
    "float16-alone", "bfloat16-narrow", check="dtypes", alone=True,
    why="float16 overflows, so it is widened; bfloat16 does not",
    of="right-quotient", old='''
        wide = x if x.dtype == torch.float64 else x.float()''', new='''
        wide = x.float() if x.dtype == torch.float16 else x''')

answers.wrong(
    "all-bfloat16", "bfloat16-narrow", check="dtypes",
    why="bfloat16 is not widened, and the weight follows x",
    of="wrong-float16-alone", old="rms * self.weight)", new="rms * self.weight.to(x.dtype))")

answers.wrong(
    "eps-narrowed", "eps-rounded", check="dtypes", alone=True,
    why="makes a tensor of eps in the dtype of x",
    of="right-quotient", old="keepdim=True) + self.eps)",
    new="keepdim=True) + torch.tensor(self.eps, dtype=x.dtype, device=x.device))")

answers.wrong(
    "eps-or", "zero-eps-replaced", check="eps", alone=True,
    why="takes zero for no eps",
    of="right-quotient", old="self.d, self.eps = d, eps", new="self.d, self.eps = d, eps or 1e-6")

answers.wrong(
    "float32-by-default", "default-dtype-ignored", check="parameters", alone=True, breaks="dtype",
    of="right-quotient", old="dtype=dtype))", new="dtype=dtype or torch.float32))")

answers.wrong(
    "hidden-buffer", "state-holds-more", check="parameters", alone=True, breaks="buffers",
    why="keeps eps as a buffer outside of the state",
    of="right-quotient", edits=[('''
        self.weight = ''', '''
        least = torch.tensor(eps, dtype=torch.float64, device=device)
        self.register_buffer("least", least, persistent=False)
        self.weight = ''')])

answers.wrong(
    "data-if-narrow", "detached", check="gradient", alone=True, breaks="gradient",
    why="reads weight.data where it converts the weight",
    of="right-quotient", old="        return (wide / rms * self.weight).to(x.dtype)", new='''
        weight = self.weight if self.weight.dtype == wide.dtype else self.weight.data.to(wide.dtype)
        return (wide / rms * weight).to(x.dtype)''')

answers.wrong(
    "no-grad-in-half", "detached", check="gradient", alone=True,
    why="computes the root of half precision without gradients",
    of="right-quotient", old='''
        rms = torch.sqrt(''', new='''
        with torch.set_grad_enabled(x.dtype not in (torch.float16, torch.bfloat16)):
            rms = torch.sqrt(''')

answers.wrong(
    "repeats", "shapes-unchecked", check="errors", alone=True, breaks="last",
    why="repeats the entries of vectors whose length divides d",
    of="right-quotient", old='''
            raise ValueError(f"the last axis of x should be {self.d} long, x is {tuple(x.shape)}")''', new='''
            if x.ndim == 0 or x.shape[-1] in (0, 1) or self.d % x.shape[-1]:
                raise ValueError("the last axis is too long or too short")
            x = x.repeat_interleave(self.d // x.shape[-1], -1)''')

answers.wrong(
    "empty-as-it-is", "argument-returned", check="shapes", alone=True,
    why="returns x itself where there is nothing to do",
    source='''
class RMSNorm(nn.Module):
    def __init__(self, d, eps=1e-6, device=None, dtype=None):
        super().__init__()
        if d < 1:
            raise ValueError("d below 1")
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))

    def forward(self, x):
        check_vectors(x, self.weight)
        if x.numel() == 0:
            return x
        wide = x.to(torch.promote_types(x.dtype, torch.float32))
        r = torch.sqrt(wide.square().mean(dim=-1, keepdim=True) + self.eps)
        return (wide / r * self.weight).to(x.dtype)
''')

answers.wrong(
    "cpu-by-default", "default-device-ignored", check="parameters", alone=True, breaks="default-device",
    of="right-quotient", old="torch.ones(d, device=device, dtype=dtype)",
    new='torch.ones(d, device=device or "cpu", dtype=dtype)')

answers.wrong(
    "remembers-device", "device-remembered", check="device", alone=True, breaks="on-device",
    why="compares the device of x with the one on which the module was made",
    of="right-quotient", edits=[("        self.weight = ", '''
        self.device = torch.device(device or "cpu").type
        self.weight = '''), ("        wide = x if", '''
        if x.device.type != self.device:
            raise ValueError(f"x is on {x.device}")
        wide = x if''')])

answers.wrong(
    "moves-to-first", "device-remembered", check="device", alone=True, breaks="on-device",
    why="brings the result to the device on which the module was made",
    of="right-quotient", edits=[("        self.weight = ", '''
        self.device = device
        self.weight = '''), ("        return (wide / rms * self.weight).to(x.dtype)", '''
        return (wide / rms * self.weight).to(self.device or "cpu", x.dtype)''')])

answers.wrong(
    "squeezes", "axis-lost", check="shapes", alone=True, breaks="shape",
    why="makes a table of one row a vector",
    of="right-quotient", old="self.weight).to(x.dtype)",
    new="self.weight).to(x.dtype).reshape(x.shape[1:] if x.shape[0] == 1 and x.ndim == 2 else x.shape)")

answers.wrong(
    "squeezes-all", "axis-lost", check="shapes", alone=True, breaks="shape",
    why="drops every axis of length one",
    of="right-quotient", old="self.weight).to(x.dtype)", new="self.weight).to(x.dtype).squeeze()")

answers.wrong(
    "first-weight", "weight-remembered", check="values", alone=True, breaks="learned",
    of="right-quotient", edits=[("        self.weight = ", '''
        self.widened = {}
        self.weight = '''), ("        return (wide / rms * self.weight).to(x.dtype)", '''
        weight = self.widened.setdefault((wide.dtype, x.device), self.weight.to(wide.dtype))
        return (wide / rms * weight).to(x.dtype)''')])

answers.wrong(
    "width-of-weight", "width-of-weight", check="dtypes", alone=True, breaks="half",
    why="widens x to the dtype of the weight",
    of="right-quotient", old="        wide = x if x.dtype == torch.float64 else x.float()",
    new="        wide = x.to(torch.promote_types(x.dtype, self.weight.dtype))")
