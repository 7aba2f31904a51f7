"""Answers to `layer_norm` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop", how="vector by vector in float64",
    source='''
def layer_norm(x, weight, bias, eps=1e-5):
    for p in (weight, bias):
        if x.shape[-1:] != p.shape or p.ndim != 1:
            raise ValueError(f"expected a vector of the length of x's last axis, got {p.shape}")
    d = x.shape[-1]
    rows, out = x.reshape(-1, d).astype(np.float64), np.zeros((x.size // d, d))
    for i, row in enumerate(rows):
        centred = row - sum(row) / d
        out[i] = centred / math.sqrt(sum(centred**2) / d + eps)
    return (out * weight + bias).reshape(x.shape).astype(x.dtype)
''')

answers.right(
    "torch", how="PyTorch's function",
    source='''
def layer_norm(x, weight, bias, eps=1e-5):
    if x.ndim < 1 or weight.shape != (x.shape[-1],) or bias.shape != (x.shape[-1],):
        raise ValueError("shapes do not fit")
    wide = np.float64 if x.dtype == np.float64 else np.float32
    t, w, b = (torch.from_numpy(a.astype(wide)) for a in (x, weight, bias))
    return torch.nn.functional.layer_norm(t, (x.shape[-1],), w, b, eps).numpy().astype(x.dtype)
''')

answers.right(
    "var", how="mean and var of NumPy",
    source='''
def layer_norm(x, weight, bias, eps=1e-5):
    if x.ndim == 0 or not weight.shape == bias.shape == (x.shape[-1],):
        raise ValueError(f"x {x.shape}, weight {weight.shape} and bias {bias.shape} do not fit")
    a = x.astype(np.promote_types(x.dtype, "f4"))
    mean = a.mean(axis=-1, keepdims=True)
    var = a.var(axis=-1, keepdims=True)
    return ((a - mean) / np.sqrt(var + eps) * weight + bias).astype(x.dtype)
''')

answers.wrong(
    "bessel", "bessel", check="values", breaks="deviation",
    of="right-var", 
    old="    var = a.var(axis=-1, keepdims=True)",
    new="    var = a.var(axis=-1, ddof=1, keepdims=True)")

answers.wrong(
    "bias-unchecked", "shapes-unchecked", check="errors", breaks="both",
    why="looks at the weight alone",
    of="right-var", 
    old="    if x.ndim == 0 or not weight.shape == bias.shape == (x.shape[-1],):",
    new="    if x.ndim == 0 or weight.shape != (x.shape[-1],):")

answers.wrong(
    "difference", "variance-by-difference", check="offset", breaks="offset",
    of="right-var", 
    old="    var = a.var(axis=-1, keepdims=True)",
    new="    var = np.abs((a * a).mean(axis=-1, keepdims=True) - mean * mean)")

answers.wrong(
    "float32", "float64-narrowed", check="dtypes", breaks="wide",
    why="float32 for everything",
    source='''
def layer_norm(x, weight, bias, eps=1e-5):
    if x.ndim == 0 or not weight.shape == bias.shape == (x.shape[-1],):
        raise ValueError(f"x {x.shape}, weight {weight.shape} and bias {bias.shape} do not fit")
    a = x.astype(np.float32)
    mean = a.mean(axis=-1, keepdims=True)
    var = a.var(axis=-1, keepdims=True)
    return ((a - mean) / np.sqrt(var + eps) * weight.astype(np.float32) + bias.astype(np.float32)).astype(x.dtype)
''')

answers.wrong(
    "no-bias", "bias-forgotten", check="values", breaks="bias",
    of="right-var", 
    old="    return ((a - mean) / np.sqrt(var + eps) * weight + bias).astype(x.dtype)",
    new="    return ((a - mean) / np.sqrt(var + eps) * weight).astype(x.dtype)")

answers.wrong(
    "root-mean-square", "mean-kept", check="values", breaks="mean",
    source='''
def layer_norm(x, weight, bias, eps=1e-5):
    if x.ndim == 0 or not weight.shape == bias.shape == (x.shape[-1],):
        raise ValueError(f"x {x.shape}, weight {weight.shape} and bias {bias.shape} do not fit")
    a = x.astype(np.promote_types(x.dtype, "f4"))
    mean = a.mean(axis=-1, keepdims=True)
    var = (a**2).mean(axis=-1, keepdims=True)
    return (a / np.sqrt(var + eps) * weight + bias).astype(x.dtype)
''')

answers.wrong(
    "stacked", "empty-fails", check="shapes", breaks="none",
    why="stacks the vectors of a list",
    source='''
def layer_norm(x, weight, bias, eps=1e-5):
    if x.ndim == 0 or not weight.shape == bias.shape == (x.shape[-1],):
        raise ValueError("shapes do not fit")
    rows = []
    for row in x.reshape(-1, x.shape[-1]) if x.size else []:
        row = row.astype(np.promote_types(x.dtype, np.float32))
        rows.append((row - row.mean()) / np.sqrt(row.var() + eps) * weight + bias)
    return np.stack(rows).reshape(x.shape).astype(x.dtype)
''')

answers.spoiled(
    "right + 1e-3",
    "-right",
    "right * 1.01",
    "np.roll(right, 1, -1)",
    "right[..., :-1]",
    "right.sum()",
    "None")

answers.wrong(
    "eps-outside", "eps-outside", check="eps", breaks="eps",
    why="adds eps to the root",
    of="right-var", old='''
np.sqrt(var + eps)''', new='''
(np.sqrt(var) + eps)''')

answers.wrong(
    "promoted", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="returns what the promotion gives",
    of="right-var", old='''
weight + bias).astype(x.dtype)''', new='''
weight + bias)''')

answers.wrong(
    "half", "computed-in-half", check="dtypes", breaks="half",
    why="computes in the dtype of x",
    of="right-var", old='''
    a = x.astype(np.promote_types(x.dtype, "f4"))''', new='''
    a = x''')

answers.wrong(
    "mean-of-half", "mean-rounded", check="dtypes", alone=True,
    why="takes the mean of the array as it came",
    of="right-var", old="    mean = a.mean(axis=-1, keepdims=True)",
    new="    mean = x.mean(axis=-1, keepdims=True)")

answers.wrong(
    "narrow-parameters", "weight-rounded", check="dtypes", alone=True,
    why="converts weight and bias to the dtype of x",
    of="right-var", old="* weight + bias)", new="* weight.astype(x.dtype) + bias.astype(x.dtype))")

answers.wrong(
    "rounded-product", "rounded-early", check="dtypes", alone=True, breaks="half",
    why="rounds before the bias is added",
    of="right-var", old="((a - mean) / np.sqrt(var + eps) * weight + bias)",
    new="(((a - mean) / np.sqrt(var + eps) * weight).astype(x.dtype) + bias)")

answers.wrong(
    "memory-order", "contiguous-only", check="shapes", alone=True, breaks="gaps",
    why="flattens in the order of the memory",
    of="right-var", old='a = x.astype(np.promote_types(x.dtype, "f4"))',
    new='a = x.astype(np.promote_types(x.dtype, "f4")).ravel(order="K").reshape(x.shape)')

answers.wrong(
    "scalar", "shapes-unchecked", check="errors", alone=True, breaks="no-axis",
    why="takes numbers for vectors of one entry",
    of="right-loop", edits=[
        ("    for p in (weight, bias):",
         "    shape, x = x.shape, np.atleast_1d(x)\n    for p in (weight, bias):"),
        ("if x.shape[-1:] != p.shape or p.ndim != 1:", "if shape[-1:] != p.shape:"),
        (".reshape(x.shape)", ".reshape(shape)")])

answers.wrong(
    "one-row", "axis-lost", check="shapes", alone=True, breaks="dtype",
    why="makes a table of one row a vector",
    of="right-var", old="    return ((a - mean) / np.sqrt(var + eps) * weight + bias).astype(x.dtype)", new='''
    y = ((a - mean) / np.sqrt(var + eps) * weight + bias).astype(x.dtype)
    return y[0] if y.ndim == 2 and len(y) == 1 else y''')

answers.wrong(
    "bias-first", "bias-before-weight", check="values", breaks="bias",
    of="right-var", old="((a - mean) / np.sqrt(var + eps) * weight + bias)",
    new="(((a - mean) / np.sqrt(var + eps) + bias) * weight)")

answers.wrong(
    "uncentred", "numerator-uncentred", check="values", breaks="mean",
    of="right-var", old="(a - mean)", new="a")

answers.wrong(
    "rms-norm-eps", "default-eps", check="eps", alone=True, breaks="eps",
    why="has the default of rms_norm",
    of="right-var", old="eps=1e-5", new="eps=1e-6")

answers.wrong(
    "floor", "eps-as-floor", check="eps", alone=True, breaks="eps",
    why="takes the larger of eps and the variance",
    of="right-var", old="np.sqrt(var + eps)", new="np.sqrt(np.maximum(var, eps))")

answers.wrong(
    "variance-of-half", "computed-in-half", check="dtypes", alone=True, breaks="half",
    why="takes the variance of the array as it came",
    of="right-var", old="    var = a.var(axis=-1, keepdims=True)",
    new="    var = x.var(axis=-1, keepdims=True).astype(a.dtype)")

answers.wrong(
    "variance-to-half", "computed-in-half", check="dtypes", alone=True, breaks="half",
    why="stores the variance in the dtype of x",
    of="right-var", old="    var = a.var(axis=-1, keepdims=True)",
    new="    var = a.var(axis=-1, keepdims=True).astype(x.dtype).astype(a.dtype)")

answers.wrong(
    "centred-in-half", "mean-rounded", check="dtypes", alone=True, breaks="half",
    why="subtracts the mean before it widens",
    of="right-var", old='''
    mean = a.mean(axis=-1, keepdims=True)
    var = a.var(axis=-1, keepdims=True)
''', new='''
    a, mean = (x - x.mean(axis=-1, keepdims=True)).astype(a.dtype), 0
    var = (a * a).mean(axis=-1, keepdims=True)
''')
