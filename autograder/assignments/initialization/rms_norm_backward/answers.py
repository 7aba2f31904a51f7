"""Answers to `rms_norm_backward` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "autograd", how="lets PyTorch's autograd do it",
    source='''
def rms_norm_backward(grad_out, x, weight, eps=1e-6):
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
    dweight = (g * z).reshape(-1, x.shape[-1]).mean(axis=0)
''')

answers.wrong(
    "constant-root", "root-constant", check="dx", breaks="product",
    of="right-normalized", 
    old="    dx = r * (gw - z * (gw * z).mean(axis=-1, keepdims=True))",
    new="    dx = gw * r")

answers.wrong(
    "mean-without-weight", "weight-not-in-mean", check="dx",
    of="right-normalized", 
    old="    dx = r * (gw - z * (gw * z).mean(axis=-1, keepdims=True))",
    new="    dx = r * (gw - z * (g * z).mean(axis=-1, keepdims=True))")

answers.wrong(
    "per-position", "dweight-unsummed", check="dweight", breaks="sum",
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
    "own-eps", "eps-replaced", check="eps", breaks="eps",
    why="a constant of its own",
    of="right-normalized", old='''
+ eps)''', new='''
+ 1e-6)''')

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

answers.right(
    "einsum", how="sums by einsum, in float64 throughout",
    source='''
def rms_norm_backward(grad_out, x, weight, eps=1e-6):
    d, kind = x.shape[-1], x.dtype
    g, v, w = (np.asarray(a, np.float64) for a in (grad_out, x, weight))
    inverse = (np.einsum("...i,...i->...", v, v) / d + eps) ** -0.5
    dot = np.einsum("...i,...i,i->...", g, v, w)
    dx = inverse[..., None] * g * w - (inverse**3 * dot / d)[..., None] * v
    dweight = np.einsum("ni,ni,n->i", g.reshape(-1, d), v.reshape(-1, d), inverse.reshape(-1))
    return dx.astype(kind), dweight.astype(kind)
''')

answers.wrong(
    "first-axis", "dweight-axes", check="dweight", alone=True, breaks="axes",
    why="sums over the first axis",
    of="right-normalized", old="    dweight = (g * z).sum(axis=tuple(range(x.ndim - 1)))",
    new="    dweight = (g * z).sum(axis=0) if x.ndim > 1 else g * z")

answers.wrong(
    "all-but-first", "dweight-axes", check="dweight", alone=True, breaks="axes",
    why="sums over the sentence and not over the batch",
    of="right-normalized", old="    dweight = (g * z).sum(axis=tuple(range(x.ndim - 1)))",
    new="    dweight = (g * z).sum(axis=-2) if x.ndim > 1 else g * z")

answers.wrong(
    "matrices", "two-axes-only", check="dx", breaks="axes",
    why="takes the mean over axis 1",
    of="right-normalized", old="(a * a).mean(axis=-1, keepdims=True)", new="(a * a).mean(axis=1, keepdims=True)")

answers.wrong(
    "over-vectors", "mean-of-other-numbers", check="dx",
    why="takes the mean of the squares over all vectors",
    of="right-normalized", old="(a * a).mean(axis=-1, keepdims=True)", new="(a * a).mean()")

answers.wrong(
    "half", "computed-in-half", check="half", breaks="half", alone=True,
    why="computes and adds in the dtype of x",
    of="right-normalized", old="    wide = np.promote_types(x.dtype, np.float32)", new="    wide = x.dtype")

answers.wrong(
    "squares-in-half", "computed-in-half", check="half", alone=True,
    why="widens after the squares are taken",
    of="right-normalized", old="(a * a).mean(", new="(x * x).astype(wide).mean(")

answers.wrong(
    "product-in-half", "dx-in-half", check="half", alone=True, breaks="half",
    why="multiplies grad_out with the weight before it widens",
    of="right-normalized", old="    gw = g * w", new="    gw = (grad_out * weight).astype(wide)")

answers.wrong(
    "dweight-in-half", "dweight-in-half", check="half", alone=True, breaks="half",
    why="multiplies grad_out with x before it widens",
    of="right-normalized", old="    dweight = (g * z)", new="    dweight = ((grad_out * x).astype(wide) * r)")

answers.wrong(
    "sum-in-half", "dweight-in-half", check="half", alone=True, breaks="half",
    why="adds dweight position by position in the dtype of x",
    of="right-normalized", old="    dweight = (g * z).sum(axis=tuple(range(x.ndim - 1)))", new='''
    dweight = np.zeros(x.shape[-1], x.dtype)
    for row in (g * z).reshape(-1, x.shape[-1]):
        dweight += row.astype(x.dtype)''')

answers.wrong(
    "products-in-half", "both-in-half", check="half", alone=True, breaks="half",
    why="widens for the squares alone: the products with grad_out and the sum of dweight stay in half precision",
    of="right-normalized", edits=[
        ("    gw = g * w", "    gw = (grad_out * weight).astype(wide)"),
        ("    dweight = (g * z).sum(axis=tuple(range(x.ndim - 1)))",
         "    dweight = np.add.reduce((grad_out * z.astype(x.dtype)).reshape(-1, x.shape[-1]), axis=0)")])

answers.wrong(
    "exchanged", "pair-swapped", check="dx",
    of="right-normalized", old="RMSNormGrads(dx.astype(x.dtype), dweight.astype(x.dtype))",
    new="RMSNormGrads(dweight.astype(x.dtype), dx.astype(x.dtype))")

answers.wrong(
    "centred", "mean-subtracted", check="dx",
    why="the gradient of LayerNorm",
    of="right-normalized", old="    dx = r * (gw - z", new="    dx = r * (gw - gw.mean(axis=-1, keepdims=True) - z")

answers.wrong(
    "no-weight", "weight-forgotten", check="dx",
    of="right-normalized", old="    gw = g * w", new="    gw = g")

answers.wrong(
    "floor", "eps-as-floor", check="eps", breaks="eps",
    of="right-normalized", old="np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)",
    new="np.sqrt(np.maximum((a * a).mean(axis=-1, keepdims=True), eps))")

answers.wrong(
    "outside", "eps-outside", check="eps", breaks="eps",
    of="right-normalized", old="np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)",
    new="(np.sqrt((a * a).mean(axis=-1, keepdims=True)) + eps)")

answers.wrong(
    "or", "zero-eps-replaced", check="eps", breaks="eps",
    of="right-normalized", old="keepdims=True) + eps)", new="keepdims=True) + (eps or 1e-6))")

answers.wrong(
    "over-entries", "dweight-axes", check="dweight", breaks="sum",
    why="sums over the last axis",
    of="right-normalized", old="    dweight = (g * z).sum(axis=tuple(range(x.ndim - 1)))",
    new="    dweight = (g * z).sum(axis=-1)")

answers.equivalent(
    "dweight = (g * normed).reshape(-1, len(weight)).sum(axis=0)",
    "dweight = (g * normed).reshape(- 2, len(weight)).sum(axis=0)",
    because="NumPy takes any negative length for the one that is left over",
)

answers.wrong(
    "zero-vectors", "zero-vectors-skipped", check="eps", alone=True, breaks="eps",
    why="takes a vector of zeros to have no direction, and so no gradient",
    of="right-jacobian", old="        dx[i] = g @ jacobian\n", new="        dx[i] = g @ jacobian if v.any() else 0\n")

answers.wrong(
    "root-not-divided", "dx-root-power", check="dx", breaks="dx",
    why="forgets that both parts are divided by the root",
    of="right-normalized", old="dx = r * (gw", new="dx = (gw")

answers.wrong(
    "x-for-normalized", "dx-not-normalized", check="dx", breaks="dx",
    why="takes x for the normalized x in the part through the root",
    of="right-normalized", old="- z * (gw", new="- a * (gw")
