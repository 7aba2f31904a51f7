"""Answers to `rms_norm_backward` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd", how="lets PyTorch's autograd do it",
    source='''
def rms_norm_backward(grad_out, x, weight, eps=1e-6):
    if x.ndim == 0 or grad_out.shape != x.shape or weight.shape != x.shape[-1:]:
        raise ValueError("shapes do not fit")
    wide = torch.float64 if x.dtype == np.float64 else torch.float32
    a, w, g = (torch.tensor(np.ascontiguousarray(v)).to(wide) for v in (x, weight, grad_out))
    a.requires_grad_()
    w.requires_grad_()
    (a / (a.pow(2).mean(-1, keepdim=True) + eps).sqrt() * w).backward(g)
    return a.grad.numpy().astype(x.dtype), w.grad.numpy().astype(x.dtype)
''')

answers.right(
    "jacobian", how="multiplies with the Jacobian of each vector, in float64",
    source='''
def rms_norm_backward(grad_out, x, weight, eps=1e-6):
    if x.ndim < 1 or x.shape != grad_out.shape or weight.ndim != 1 or len(weight) != x.shape[-1]:
        raise ValueError("shapes do not fit")
    d = len(weight)
    rows, ups = x.reshape(-1, d).astype(float), grad_out.reshape(-1, d).astype(float)
    dx, dweight = np.zeros_like(rows), np.zeros(d)
    for i, (v, g) in enumerate(zip(rows, ups)):
        m = v @ v / d + eps
        jacobian = np.diag(weight / m**0.5) - np.outer(weight * v, v) / (d * m**1.5)
        dx[i] = g @ jacobian
        dweight += g * v / m**0.5
    return RMSNormGrads(dx.reshape(x.shape).astype(x.dtype), dweight.astype(x.dtype))
''')

answers.right(
    "normalized", how="in terms of the normalized vectors",
    source='''
def rms_norm_backward(grad_out, x, weight, eps=1e-6):
    if x.ndim == 0 or grad_out.shape != x.shape or weight.shape != (x.shape[-1],):
        raise ValueError(f"grad_out {grad_out.shape}, x {x.shape}, weight {weight.shape}")
    wide = np.promote_types(x.dtype, np.float32)
    g, a, w = grad_out.astype(wide), x.astype(wide), weight.astype(wide)
    r = 1 / np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)
    z = a * r
    gw = g * w
    dx = r * (gw - z * (gw * z).mean(axis=-1, keepdims=True))
    dweight = (g * z).sum(axis=tuple(range(x.ndim - 1)))
    return RMSNormGrads(dx.astype(x.dtype), dweight.astype(x.dtype))
''')

answers.wrong(
    "averaged", "dweight-averaged", check="dweight", breaks="sum",
    of="right-normalized", old='''
    dweight = (g * z).sum(axis=tuple(range(x.ndim - 1)))
''', new='''
    dweight = (g * z).reshape(-1, x.shape[-1])
    dweight = dweight.sum(axis=0) / max(len(dweight), 1)
''')

answers.wrong(
    "constant-root", "root-constant", check="dx", breaks="product",
    of="right-normalized", 
    old="    dx = r * (gw - z * (gw * z).mean(axis=-1, keepdims=True))",
    new="    dx = gw * r")

answers.wrong(
    "first-axis", "two-axes-only", check="shapes", breaks="axes",
    why="sums over the first axis",
    of="right-normalized", 
    old="    dweight = (g * z).sum(axis=tuple(range(x.ndim - 1)))",
    new="    dweight = (g * z).sum(axis=0)")

answers.wrong(
    "half", "computed-in-half", check="dtypes", breaks="half", alone=True,
    why="computes and adds in the dtype of x",
    of="right-normalized", 
    old="    wide = np.promote_types(x.dtype, np.float32)",
    new="    wide = x.dtype")

answers.wrong(
    "mean-without-weight", "weight-not-in-mean", check="dx",
    of="right-normalized", 
    old="    dx = r * (gw - z * (gw * z).mean(axis=-1, keepdims=True))",
    new="    dx = r * (gw - z * (g * z).mean(axis=-1, keepdims=True))")

answers.wrong(
    "per-position", "dweight-unsummed", check="dweight", breaks="one",
    of="right-normalized", 
    old="    dweight = (g * z).sum(axis=tuple(range(x.ndim - 1)))",
    new="    dweight = (g * z)")

answers.wrong(
    "plus", "sign-flipped", check="dx",
    of="right-normalized", 
    old="    dx = r * (gw - z * (gw * z).mean(axis=-1, keepdims=True))",
    new="    dx = r * (gw + z * (gw * z).mean(axis=-1, keepdims=True))")

answers.wrong(
    "raw-x", "dweight-unnormalized", check="dweight", breaks="normed",
    of="right-normalized", 
    old="    dweight = (g * z).sum(axis=tuple(range(x.ndim - 1)))",
    new="    dweight = (g * a).sum(axis=tuple(range(x.ndim - 1)))")

answers.wrong(
    "sum", "sum-for-mean", check="dx", breaks="dx",
    of="right-normalized", 
    old="    dx = r * (gw - z * (gw * z).mean(axis=-1, keepdims=True))",
    new="    dx = r * (gw - z * (gw * z).sum(axis=-1, keepdims=True))")

answers.wrong(
    "unchecked", "shapes-unchecked", check="errors", breaks="shapes",
    why="grad_out may broadcast",
    of="right-normalized", 
    old="    if x.ndim == 0 or grad_out.shape != x.shape or weight.shape != (x.shape[-1],):",
    new="    if x.ndim == 0 or weight.shape != (x.shape[-1],):")

answers.spoiled(
    "(right[0] * 1.01, right[1])",
    "(right[0], right[1] * 1.01)",
    "(-right[0], right[1])",
    "(right[0], -right[1])",
    "(right[0][..., :-1], right[1])",
    "right[0]",
    "(right[0], None)",
    "None")

answers.wrong(
    "none", "empty-fails", check="shapes", breaks="none",
    why="the mean of no positions",
    of="right-normalized", old='''
    wide = np''', new='''
    if not x.size:
        raise ZeroDivisionError("there are no positions")
    wide = np''')

answers.wrong(
    "own-eps", "eps-ignored", check="eps", breaks="eps",
    why="a constant of its own",
    of="right-normalized", old='''
+ eps)''', new='''
+ 1e-6)''')

answers.wrong(
    "promoted", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="returns the dtype that it computes in",
    of="right-normalized", old='''
dx.astype(x.dtype), dweight.astype(x.dtype)''', new='''
dx, dweight''')

answers.wrong(
    "float32", "float64-narrowed", check="dtypes", breaks="wide",
    why="float32 for everything",
    of="right-normalized", old='''
    wide = np.promote_types(x.dtype, np.float32)''', new='''
    wide = np.float32''')

answers.wrong(
    "weight-broadcasts", "shapes-unchecked", check="errors", breaks="weight",
    why="a weight of one number serves all",
    of="right-normalized", old='''
 or weight.shape != (x.shape[-1],):''', new='''
 or weight.shape not in ((1,), (x.shape[-1],)):''')

answers.wrong(
    "number", "shapes-unchecked", check="errors", breaks="no-axis",
    why="takes a number for a vector of one entry",
    of="right-normalized", old='''
    if x.ndim == 0 or''', new='''
    x, grad_out = np.atleast_1d(x), np.atleast_1d(grad_out)
    if x.ndim == 0 or''')

answers.wrong(
    "flattened", "shapes-unchecked", check="errors", alone=True, breaks="shapes",
    why="flattens both before it compares them",
    of="right-normalized", edits=[
        ("or grad_out.shape != x.shape or",
         "or grad_out.size != x.size or grad_out.shape[-1:] != x.shape[-1:] or"),
        ("g, a, w = grad_out.astype(wide)", "g, a, w = grad_out.reshape(x.shape).astype(wide)")])

answers.wrong(
    "scalar", "shapes-unchecked", check="errors", alone=True, breaks="no-axis",
    why="takes numbers for vectors of one entry",
    of="right-normalized", edits=[("x.ndim == 0 or grad_out", "grad_out"),
        ("weight.shape != (x.shape[-1],):", "weight.shape != x.shape[-1:]:"),
        ("    wide = np",
         "    shape, x, grad_out = x.shape, np.atleast_1d(x), np.atleast_1d(grad_out)\n    wide = np"),
        ("(dx.astype(x.dtype),", "(dx.reshape(shape).astype(x.dtype),")])

answers.wrong(
    "two-of-three", "four-axes", check="shapes", alone=True, breaks="axes",
    why="sums over the first two axes",
    of="right-normalized", old="sum(axis=tuple(range(x.ndim - 1)))", new="sum(axis=(0, 1)[: x.ndim - 1])")

answers.wrong(
    "batch-mean", "four-axes", check="shapes", alone=True,
    why="averages over the first axis if there are more than three",
    of="right-normalized", old="    return RMSNormGrads(", new='''
    if x.ndim > 3:
        dweight = dweight / max(1, len(x))
    return RMSNormGrads(''')

answers.wrong(
    "memory-order", "contiguous-only", check="shapes", alone=True,
    why="flattens in the order of the memory",
    of="right-normalized", old="g, a, w = grad_out.astype(wide), x.astype(wide), weight.astype(wide)",
    new="g, a, w = (v.astype(wide).ravel(order='K').reshape(v.shape) for v in (grad_out, x, weight))")

answers.wrong(
    "empty-as-it-is", "argument-returned", check="shapes", alone=True,
    why="returns the gradient itself where there are no vectors",
    source='''
def rms_norm_backward(grad_out, x, weight, eps=1e-6):
    check_vectors(x, weight)
    if grad_out.shape != x.shape:
        raise ValueError("grad_out and x differ in shape")
    work = np.float64 if x.dtype == np.float64 else np.float32
    g, v, w = (a.astype(work) for a in (grad_out, x, weight))
    r = np.sqrt((v ** 2).mean(axis=-1, keepdims=True) + eps)
    hat = v / r
    dweight = (g * hat).reshape(-1, x.shape[-1]).sum(axis=0)
    gw = g * w
    dx = (gw - hat * (gw * hat).mean(axis=-1, keepdims=True)) / r
    if x.size == 0:
        return RMSNormGrads(grad_out, dweight.astype(x.dtype))
    return RMSNormGrads(dx.astype(x.dtype), dweight.astype(x.dtype))
''')

answers.wrong(
    "product-in-half", "computed-in-half", check="dtypes", alone=True, breaks="half",
    why="multiplies grad_out with the weight before it widens",
    of="right-normalized", old="    gw = g * w", new="    gw = (grad_out * weight).astype(wide)")

answers.wrong(
    "dweight-in-half", "computed-in-half", check="dtypes", alone=True, breaks="half",
    why="multiplies grad_out with x before it widens",
    of="right-normalized", old="    dweight = (g * z)", new="    dweight = ((grad_out * x).astype(wide) * r)")

answers.wrong(
    "cube-in-half", "computed-in-half", check="dtypes", alone=True, breaks="half",
    why="stores the root in the dtype of x and cubes it there",
    of="right-normalized", old="    dx = r * (gw - z * (gw * z).mean(axis=-1, keepdims=True))", new='''
    cube = (1 / r).astype(x.dtype) ** 3
    dx = r * gw - a * (gw * a).mean(axis=-1, keepdims=True) / cube''')

answers.wrong(
    "one-row", "axis-lost", check="shapes", alone=True, breaks="dx",
    why="makes a table of one row a vector",
    of="right-normalized", old="RMSNormGrads(dx.astype(x.dtype)",
    new="RMSNormGrads((dx[0] if dx.ndim == 2 and len(dx) == 1 else dx).astype(x.dtype)")

answers.wrong(
    "weight-last", "weight-at-end", check="dx", breaks="product",
    of="right-normalized", old="    dx = r * (gw - z * (gw * z).mean(axis=-1, keepdims=True))",
    new="    dx = w * r * (g - z * (g * z).mean(axis=-1, keepdims=True))")

answers.wrong(
    "weight-twice", "dweight-weighted", check="dweight", breaks="normed",
    of="right-normalized", old="    dweight = (g * z)", new="    dweight = (gw * z)")

answers.wrong(
    "projected-out", "eps-in-one-part", check="eps", alone=True, breaks="eps",
    of="right-normalized", old="    dx = r * (gw - z * (gw * z).mean(axis=-1, keepdims=True))", new='''
    squares = (a * a).sum(axis=-1, keepdims=True)
    dx = r * (gw - a * (gw * a).sum(axis=-1, keepdims=True) / np.where(squares == 0, 1, squares))''')

answers.wrong(
    "layer-norm-eps", "default-eps", check="eps", breaks="eps",
    why="has the default of layer_norm",
    of="right-normalized", old="eps=1e-6", new="eps=1e-5")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "dweight = (g * normed).reshape(-1, len(weight)).sum(axis=0)",
    "dweight = (g * normed).reshape(- 2, len(weight)).sum(axis=0)",
    because="NumPy takes any negative size for the one that it is to find.",
)
