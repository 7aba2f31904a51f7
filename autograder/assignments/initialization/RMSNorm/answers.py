"""Answers to `RMSNorm` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "library", how="PyTorch's function on widened numbers",
    source='''
class RMSNorm(nn.Module):
    def __init__(self, d, eps=1e-6, device=None, dtype=None):
        super().__init__()
        self.d, self.eps = d, eps
        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))

    def forward(self, x):
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
        self.d, self.eps = d, eps
        self.weight = nn.Parameter(torch.ones(d, device=device, dtype=dtype))

    def forward(self, x):
        wide = x if x.dtype == torch.float64 else x.float()
        rms = torch.sqrt(wide.pow(2).mean(dim=-1, keepdim=True) + self.eps)
        return (wide / rms * self.weight).to(x.dtype)
''')

answers.wrong(
    "only-halves", "result-dtype", check="half", alone=True,
    why="brings halves back to their dtype, and float32 beside a weight of float64 not",
    of="right-library", edits=[("        weight = self.weight.to(wide.dtype)\n        return nn.functional.rms_norm(wide, (self.d,), weight, self.eps).to(x.dtype)", "        out = nn.functional.rms_norm(wide, (self.d,), None, self.eps) * self.weight\n        return out.to(x.dtype) if x.dtype.itemsize == 2 else out")])

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
    "half", "computed-in-half", check="half", breaks="half", alone=True,
    why="computes in the dtype of x",
    of="right-quotient", 
    old="        wide = x if x.dtype == torch.float64 else x.float()",
    new="        wide = x")

answers.wrong(
    "promoted-width", "weight-sets-width", check="half", breaks="half", alone=True,
    why="computes in the wider dtype of x and weight, which a weight in half precision does not widen",
    of="right-quotient",
    old="        wide = x if x.dtype == torch.float64 else x.float()",
    new="        wide = x.to(torch.promote_types(x.dtype, self.weight.dtype))")

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
    "ones-on-cpu", "wrong-device", check="device", breaks="on-device",
    of="right-quotient", old='''
        rms = torch.sqrt(wide.pow(2).mean(dim=-1, keepdim=True) + self.eps)
''', new='''
        offset = torch.full(x.shape[:-1], self.eps, dtype=wide.dtype).unsqueeze(-1)
        rms = torch.sqrt(wide.pow(2).mean(dim=-1, keepdim=True) + offset)
''')

answers.wrong(
    "own-eps", "eps-replaced", check="eps", breaks="eps",
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
    "bias", "state-holds-more", check="parameters", breaks="only", alone=True,
    why="adds a bias, as LayerNorm has one",
    of="right-quotient", old='''
        self.weight = ''', new='''
        self.bias = nn.Parameter(torch.zeros(d, device=device, dtype=dtype))
        self.weight = ''')

answers.wrong(
    "promoted", "result-dtype", check="half", breaks="shape",
    why="returns the dtype that it computes in",
    of="right-quotient", old='''
* self.weight).to(x.dtype)''', new='''
* self.weight)''')

answers.wrong(
    "llama", "rounded-early", check="half", alone=True,
    why="back to the dtype of x before the weight, as Llama's code has it",
    source='''
class RMSNorm(torch.nn.Module):
    def __init__(self, d, eps=1e-6, device=None, dtype=None):
        super().__init__()
        self.eps = eps
        self.weight = torch.nn.Parameter(torch.empty(d, device=device, dtype=dtype))
        torch.nn.init.ones_(self.weight)

    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        wide = x.double() if x.dtype == torch.float64 else x.float()
        return (self._norm(wide).type_as(x) * self.weight).type_as(x)
''')

answers.right(
    "einsum", how="as a product of three, in the widest dtype of the two, and at least float32",
    source='''
class RMSNorm(nn.Module):
    def __init__(self, d: int, eps: float = 1e-6, device=None, dtype=None):
        super().__init__()
        self.d, self.eps = d, eps
        self.weight = nn.Parameter(torch.empty((d,), device=device, dtype=dtype))
        nn.init.ones_(self.weight)

    def forward(self, x):
        work = torch.float64 if torch.float64 in (x.dtype, self.weight.dtype) else torch.float32
        v = x.type(work)
        inverse = torch.rsqrt(torch.einsum("...i,...i->...", v, v) / self.d + self.eps)
        return torch.einsum("...i,...,i->...i", v, inverse, self.weight.type(work)).type_as(x)
''')

answers.wrong(
    "weight-narrowed", "weight-rounded", check="half", alone=True,
    why="converts the weight to the dtype of x",
    of="right-quotient", old="rms * self.weight)", new="rms * self.weight.to(x.dtype))")

answers.wrong(
    "float16-alone", "bfloat16-narrow", check="half", alone=True,
    why="float16 overflows, so it is widened; bfloat16 does not",
    of="right-quotient", old='''
        wide = x if x.dtype == torch.float64 else x.float()''', new='''
        wide = x.float() if x.dtype == torch.float16 else x''')

answers.wrong(
    "eps-or", "zero-eps-replaced", check="eps", alone=True,
    why="takes zero for no eps",
    of="right-quotient", old="self.d, self.eps = d, eps", new="self.d, self.eps = d, eps or 1e-6")

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
    "first-weight", "weight-remembered", check="values", alone=True, breaks="learned",
    of="right-quotient", edits=[("        self.weight = ", '''
        self.widened = {}
        self.weight = '''), ("        return (wide / rms * self.weight).to(x.dtype)", '''
        weight = self.widened.setdefault((wide.dtype, x.device), self.weight.to(wide.dtype))
        return (wide / rms * weight).to(x.dtype)''')])

answers.wrong(
    "through-numpy", "through-numpy", check="device", alone=True, breaks="on-device",
    why="takes the root in NumPy where no gradient is asked for",
    of="right-quotient", old="        return (wide / rms * self.weight).to(x.dtype)", new='''
        if not bool(np.isfinite(x.detach().float().numpy()).all()):
            print("x is not finite")
        return (wide / rms * self.weight).to(x.dtype)''')

answers.wrong(
    "back-to-cpu", "wrong-device", check="device", alone=True, breaks="on-device",
    why="brings the result back with .cpu()",
    of="right-quotient", old="* self.weight).to(x.dtype)", new="* self.weight).to(x.dtype).cpu()")

answers.wrong(
    "detached-off-cpu", "lost-off-cpu", check="device", alone=True, breaks="gradient",
    why="takes the root without gradients on an accelerator, to save memory",
    of="right-quotient", old="        return (wide / rms", new='''
        if not x.device.type == "cpu":
            rms = rms.detach()
        return (wide / rms''')

answers.wrong(
    "weight-data-off-cpu", "lost-off-cpu", check="device", alone=True,
    why="multiplies with weight.data on an accelerator",
    of="right-quotient", old="rms * self.weight)",
    new="rms * (self.weight if x.device.type == 'cpu' else self.weight.data))")

answers.wrong(
    "matrices", "two-axes-only", check="values", breaks="axes",
    why="takes the mean over axis 1",
    of="right-quotient", old="mean(dim=-1, keepdim=True)", new="mean(dim=1, keepdim=True)")

answers.wrong(
    "over-all", "mean-of-other-numbers", check="values",
    why="takes the mean over all vectors",
    of="right-quotient", old="mean(dim=-1, keepdim=True)", new="mean()")

answers.wrong(
    "layer-norm", "mean-subtracted", check="values",
    of="right-quotient", old="        rms = ", new="        wide = wide - wide.mean(dim=-1, keepdim=True)\n        rms = ")

answers.wrong(
    "deviation", "deviation-for-rms", check="values",
    of="right-quotient", old="wide.pow(2).mean(dim=-1, keepdim=True)",
    new="wide.var(dim=-1, keepdim=True, unbiased=False)")

answers.wrong(
    "length", "unit-length", check="values",
    of="right-quotient", old="wide.pow(2).mean(dim=-1", new="wide.pow(2).sum(dim=-1")

answers.wrong(
    "no-weight", "weight-forgotten", check="values",
    why="adds zero times the weight, so that it has a gradient",
    of="right-quotient", old="(wide / rms * self.weight)", new="(wide / rms + 0 * self.weight)")

answers.wrong(
    "gemma", "one-plus-weight", check="values",
    of="right-quotient", old="(wide / rms * self.weight)", new="(wide / rms * (1 + self.weight))")

answers.wrong(
    "eps-outside", "eps-outside", check="eps",
    of="right-quotient", old="keepdim=True) + self.eps)", new="keepdim=True)) + self.eps")

answers.wrong(
    "floor", "eps-as-floor", check="eps",
    of="right-quotient", old="wide.pow(2).mean(dim=-1, keepdim=True) + self.eps",
    new="wide.pow(2).mean(dim=-1, keepdim=True).clamp(min=self.eps)")

answers.wrong(
    "layer-norm-eps", "default-eps", check="eps",
    of="right-quotient", old="eps=1e-6", new="eps=1e-5")
