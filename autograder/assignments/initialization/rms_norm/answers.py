"""Answers to `rms_norm` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop", how="one vector after the other, in Python",
    source='''
def rms_norm(x, weight, eps=1e-6):
    if not x.ndim or weight.shape != x.shape[-1:]:
        raise ValueError("weight must have the shape (d,)")
    out = np.empty(x.shape, x.dtype)
    wide = np.result_type(x.dtype, np.float32)
    for i in np.ndindex(x.shape[:-1]):
        v = x[i].astype(wide)
        out[i] = v / math.sqrt(float(v @ v) / len(v) + eps) * weight
    return out
''')

answers.right(
    "quotient", how="divides by the root",
    source='''
def rms_norm(x, weight, eps=1e-6):
    if x.ndim < 1 or weight.shape != (x.shape[-1],):
        raise ValueError(f"x {x.shape} and weight {weight.shape} do not fit")
    a = x.astype(np.float64 if x.dtype == np.float64 else np.float32)
    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)
    return (a / rms * weight).astype(x.dtype)
''')

answers.right(
    "torch", how="PyTorch's function on shared memory",
    source='''
def rms_norm(x, weight, eps=1e-6):
    if x.ndim == 0 or weight.shape != (x.shape[-1],):
        raise ValueError(f"{weight.shape} for {x.shape}")
    wide = torch.float64 if x.dtype == np.float64 else torch.float32
    t = torch.from_numpy(np.ascontiguousarray(x)).to(wide)
    w = torch.from_numpy(np.ascontiguousarray(weight)).to(wide)
    return torch.nn.functional.rms_norm(t, (x.shape[-1],), w, eps).numpy().astype(x.dtype)
''')

answers.wrong(
    "all-axes", "wrong-axis", check="values", breaks="each",
    of="right-quotient", 
    old="    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)",
    new="    rms = np.sqrt((a * a).mean() + eps)")

answers.wrong(
    "axis-one", "two-axes-only", check="shapes", breaks="axes",
    why="axis=1 for the last axis",
    of="right-quotient", 
    old="    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)",
    new="    rms = np.sqrt((a * a).mean(axis=1, keepdims=True) + eps)")

answers.wrong(
    "eps-outside", "eps-outside", check="eps", breaks="eps", alone=True,
    why="adds eps to the root",
    of="right-quotient", 
    old="    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)",
    new="    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True)) + eps")

answers.wrong(
    "gemma", "one-plus-weight", check="values",
    of="right-quotient", 
    old="    return (a / rms * weight).astype(x.dtype)",
    new="    return (a / rms * (1 + weight)).astype(x.dtype)")

answers.wrong(
    "half", "computed-in-half", check="dtypes", breaks="half", alone=True,
    why="squares in the dtype of x",
    of="right-quotient", 
    old="    a = x.astype(np.float64 if x.dtype == np.float64 else np.float32)",
    new="    a = x")

answers.wrong(
    "in-place", "arguments-changed", check="values", breaks="new",
    source='''
def rms_norm(x, weight, eps=1e-6):
    if x.ndim < 1 or weight.shape != (x.shape[-1],):
        raise ValueError(f"x {x.shape} and weight {weight.shape} do not fit")
    a = np.asarray(x, dtype=np.float64 if x.dtype == np.float64 else np.float32)
    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)
    a /= rms
    a *= weight
    return a.astype(x.dtype)
''')

answers.wrong(
    "length", "unit-length", check="values",
    of="right-quotient", 
    old="    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)",
    new="    rms = np.sqrt((a * a).sum(axis=-1, keepdims=True) + eps)")

answers.wrong(
    "mean-square", "root-forgotten", check="values", breaks="root",
    why="forgets the root",
    of="right-quotient", 
    old="    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)",
    new="    rms = (a * a).mean(axis=-1, keepdims=True) + eps")

answers.wrong(
    "mean-subtracted", "mean-subtracted", check="values",
    of="right-quotient", old='''
    a = x.astype(np.float64 if x.dtype == np.float64 else np.float32)
''', new='''
    a = x.astype(np.float64 if x.dtype == np.float64 else np.float32)
    a = a - a.mean(axis=-1, keepdims=True)
''')

answers.wrong(
    "no-weight", "weight-forgotten", check="values", breaks="weight",
    of="right-quotient", 
    old="    return (a / rms * weight).astype(x.dtype)",
    new="    return (a / rms).astype(x.dtype)")

answers.wrong(
    "own-eps", "eps-ignored", check="eps", breaks="given-eps",
    why="a constant of its own",
    of="right-quotient", 
    old="    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)",
    new="    rms = np.sqrt((a * a).mean(axis=-1, keepdims=True) + 1e-6)")

answers.wrong(
    "promoted", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="returns what NumPy's promotion gives",
    of="right-quotient", 
    old="    return (a / rms * weight).astype(x.dtype)",
    new="    return (a / rms * weight)")

answers.spoiled(
    "right + 1e-3",
    "-right",
    "right * 1.01",
    "np.roll(right, 1, -1)",
    "right[..., :-1]",
    "right.sum()",
    "None")

answers.wrong(
    "float32", "float64-narrowed", check="dtypes", breaks="wide",
    why="float32 for everything",
    of="right-loop", old='''
    wide = np.result_type(x.dtype, np.float32)''', new='''
    wide = np.float32''')

answers.wrong(
    "stacked", "empty-fails", check="shapes", breaks="none",
    why="stacks the vectors of a list, and there are none",
    of="right-loop", old='''
    return out''', new='''
    if x.ndim > 1:
        np.stack(list(out.reshape(-1, x.shape[-1])))
    return out''')

answers.wrong(
    "broadcast", "shapes-unchecked", check="errors", breaks="shapes",
    why="lets the weight broadcast",
    of="right-loop", old='''
    if not x.ndim or weight.shape != x.shape[-1:]:''', new='''
    if not x.ndim:''')

answers.wrong(
    "llama", "rounded-early", check="dtypes", alone=True, breaks="half",
    why="rounds the quotient before the weight",
    of="right-quotient", old="(a / rms * weight).astype(x.dtype)",
    new="((a / rms).astype(x.dtype) * weight).astype(x.dtype)")

answers.wrong(
    "half-quotient", "rounded-early", check="dtypes", alone=True, breaks="half",
    why="squares in float32, and divides in float16",
    of="right-quotient", old="(a / rms * weight)", new="(x / rms.astype(x.dtype) * weight)")

answers.wrong(
    "narrow-weight", "weight-rounded", check="dtypes", alone=True,
    why="converts the weight to the dtype of x",
    of="right-quotient", old="(a / rms * weight)", new="(a / rms * weight.astype(x.dtype))")

answers.wrong(
    "narrow-eps", "eps-rounded", check="dtypes", alone=True,
    why="converts eps to the dtype of x",
    of="right-quotient", old="keepdims=True) + eps)", new="keepdims=True) + a.dtype.type(x.dtype.type(eps)))")

answers.wrong(
    "eps-or", "zero-eps-replaced", check="eps", alone=True,
    why="takes zero for no eps",
    of="right-quotient", old="keepdims=True) + eps)", new="keepdims=True) + (eps or 1e-6))")

answers.wrong(
    "three-axes", "four-axes", check="shapes", alone=True, breaks="axes",
    why="counts up to three axes, and takes all means together beyond",
    of="right-quotient", old="    return (a", new='''
    if x.ndim > 3:
        rms = rms.mean(axis=(0, 1), keepdims=True)
    return (a''')

answers.wrong(
    "scalar", "shapes-unchecked", check="errors", alone=True, breaks="no-axis",
    why="takes a number for a vector of one entry",
    of="right-quotient", edits=[
        ("    if x.ndim < 1 or weight.shape != (x.shape[-1],):", "    if weight.shape != x.shape[-1:]:"),
        ("(a * a).mean(axis=-1, keepdims=True)", "(a * a).mean(axis=-1 if x.ndim else None, keepdims=True)")])

answers.wrong(
    "empty-as-it-is", "argument-returned", check="shapes", alone=True,
    why="returns x itself where there is nothing to do",
    source='''
def rms_norm(x, weight, eps=1e-6):
    check_vectors(x, weight)
    if x.size == 0:
        return x
    wide = x.astype(np.float64 if x.dtype == np.float64 else np.float32)
    r = np.sqrt((wide ** 2).mean(axis=-1, keepdims=True) + eps)
    return (wide / r * weight).astype(x.dtype)
''')

answers.wrong(
    "one-row", "axis-lost", check="shapes", alone=True, breaks="dtype",
    why="makes a table of one row a vector",
    of="right-quotient", old="    return (a / rms * weight).astype(x.dtype)", new='''
    y = (a / rms * weight).astype(x.dtype)
    return y[0] if y.ndim == 2 and len(y) == 1 else y''')

answers.wrong(
    "three-at-most", "four-axes", check="shapes", alone=True, breaks="axes",
    why="refuses more than three axes",
    of="right-quotient", old="    a = x.astype(", new='''
    if x.ndim > 3:
        raise ValueError("too many axes")
    a = x.astype(''')

answers.wrong(
    "floor", "eps-as-floor", check="eps", alone=True, breaks="eps",
    why="takes the larger of eps and the mean of the squares",
    of="right-quotient", old="np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)",
    new="np.sqrt(np.maximum((a * a).mean(axis=-1, keepdims=True), eps))")

answers.wrong(
    "layer-norm-eps", "default-eps", check="eps", alone=True, breaks="eps",
    why="has the default of layer_norm",
    of="right-quotient", old="eps=1e-6", new="eps=1e-5")

answers.wrong(
    "standard-deviation", "deviation-for-rms", check="values", breaks="root",
    of="right-quotient", old="(a * a).mean(axis=-1, keepdims=True)", new="a.var(axis=-1, keepdims=True)")

answers.wrong(
    "width-of-weight", "width-of-weight", check="dtypes", alone=True, breaks="wide",
    why="computes in the dtype of the weight",
    of="right-quotient", old="np.float64 if x.dtype == np.float64 else np.float32",
    new="np.float64 if weight.dtype == np.float64 else np.float32")
