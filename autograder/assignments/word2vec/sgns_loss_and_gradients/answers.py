"""Answers to `sgns_loss_and_gradients` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop", how="example by example, with math; a plain tuple",
    source='''
import math


def softplus(s):
    return s + math.log1p(math.exp(-s)) if s > 0 else math.log1p(math.exp(s))


def logistic(s):
    return 1 / (1 + math.exp(-s)) if s > -30 else math.exp(max(s, -745.0))


def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative {negative.shape}")
    loss = 0.0
    dv, du, dn = (np.zeros(a.shape) for a in (center, context, negative))
    for i in range(n):
        v = center[i].astype(float)
        s = float(context[i].astype(float) @ v)
        loss += softplus(-s)
        weight = -logistic(-s)
        dv[i] += weight * context[i]
        du[i] = weight * v
        for j in range(negative.shape[1]):
            s = float(negative[i, j].astype(float) @ v)
            loss += softplus(s)
            dv[i] += logistic(s) * negative[i, j]
            dn[i, j] = logistic(s) * v
    return (loss / n, *((g / n).astype(center.dtype) for g in (dv, du, dn)))
''')

answers.right(
    "naive-sigmoid", how="1 / (1 + exp(-s)) for the weights, logaddexp for the loss; einsum",
    source='''
def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative {negative.shape}")
    pull = np.einsum("ij,ij->i", center, context)
    push = np.einsum("ij,ikj->ik", center, negative)
    loss = np.mean(np.logaddexp(0, -pull) + np.logaddexp(0, push).sum(axis=1))
    with np.errstate(over="ignore"):
        a = 1 / (1 + np.exp(-pull)) - 1
        b = 1 / (1 + np.exp(-push))
    a, b = a / n, b / n
    d_center = a[:, None] * context + np.einsum("ik,ikj->ij", b, negative)
    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])
''')

answers.right(
    "one-array", how="context and negatives in one array with labels; matmul",
    source='''
def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative {negative.shape}")
    others = np.concatenate([context[:, None, :], negative], axis=1)  # (n, 1 + k, d)
    label = np.zeros(others.shape[:2], center.dtype)
    label[:, 0] = 1
    scores = np.matmul(others, center[:, :, None])[:, :, 0]
    # One formula for both signs: max(s, 0) - s y + log(1 + exp(-|s|)).
    terms = np.maximum(scores, 0) - scores * label + np.log1p(np.exp(-np.abs(scores)))
    small = np.exp(-np.abs(scores))
    p = np.where(scores >= 0, 1 / (1 + small), small / (1 + small))
    g = ((p - label) / n).astype(center.dtype)
    d_others = g[:, :, None] * center[:, None, :]
    d_center = np.matmul(g[:, None, :], others)[:, 0, :]
    return SGNS(float(terms.sum(axis=1).mean()), d_center, d_others[:, 0].copy(), d_others[:, 1:].copy())
''')

answers.right(
    "torch", how="lets PyTorch differentiate it",
    source='''
import torch


def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative {negative.shape}")
    v, u, N = (torch.tensor(a.copy(), requires_grad=True) for a in (center, context, negative))
    pull, push = (u * v).sum(1), (N * v[:, None]).sum(2)
    loss = -(torch.nn.functional.logsigmoid(pull).sum() + torch.nn.functional.logsigmoid(-push).sum()) / n
    loss.backward()
    return loss.item(), v.grad.numpy(), u.grad.numpy(), N.grad.numpy()
''')

answers.wrong(
    "sigma", "sigma-for-residual", check="context", breaks="gradient",
    source='''
def sigmoid(s):
    return np.exp(-np.logaddexp(0, -s))


def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:
        raise ValueError(f"center {center.shape}, context {context.shape}")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError(f"negative {negative.shape}")
    pull = (context * center).sum(axis=1)
    push = (negative * center[:, None, :]).sum(axis=2)
    loss = float((np.logaddexp(0, -pull).sum() + np.logaddexp(0, push).sum()) / n)
    a = (sigmoid(pull) / n)[:, None]
    b = (sigmoid(push) / n)[:, :, None]
    d_center = a * context + (b * negative).sum(axis=1)
    return SGNS(loss, d_center, a * center, b * center[:, None, :])
''')

answers.wrong(
    "ascent", "uphill", check="center", breaks="gradient",
    of="wrong-sigma", old='''
    a = (sigmoid(pull) / n)[:, None]
    b = (sigmoid(push) / n)[:, :, None]
''', new='''
    a = (sigmoid(-pull) / n)[:, None]
    b = (-sigmoid(push) / n)[:, :, None]
''')

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors", breaks="fit",
    why="lets one context serve all centers",
    of="wrong-sigma",
    edits=[("    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:",
            "    if center.ndim != 2 or context.ndim != 2 or len(center) == 0:"),
           ("    a = (sigmoid(pull) / n)[:, None]",
            "    a = (-sigmoid(-pull) / n)[:, None]")])

answers.wrong(
    "context-alone", "center-incomplete", check="center", breaks="gradient",
    of="wrong-sigma",
    edits=[("    a = (sigmoid(pull) / n)[:, None]", "    a = (-sigmoid(-pull) / n)[:, None]"),
           ("    d_center = a * context + (b * negative).sum(axis=1)", "    d_center = a * context")])

answers.wrong(
    "float64", "dtype-not-kept", check="shapes", breaks="dtype",
    why="converts to float64 and stays there",
    of="wrong-sigma", edits=[('''
        raise ValueError(f"negative {negative.shape}")
''', '''
        raise ValueError(f"negative {negative.shape}")
    center, context, negative = (x.astype(np.float64) for x in (center, context, negative))
'''), ("    a = (sigmoid(pull) / n)[:, None]", "    a = (-sigmoid(-pull) / n)[:, None]")])

answers.wrong(
    "log-sigma", "overflow", check="stable", breaks="large-scores",
    of="wrong-sigma", old='''
    loss = float((np.logaddexp(0, -pull).sum() + np.logaddexp(0, push).sum()) / n)
    a = (sigmoid(pull) / n)[:, None]
''', new='''
    loss = float(-(np.log(1 / (1 + np.exp(-pull))).sum() + np.log(1 / (1 + np.exp(push))).sum()) / n)
    a = (-sigmoid(-pull) / n)[:, None]
''')

answers.wrong(
    "mean-of-negatives", "negatives-averaged", check="negative", breaks="summed",
    of="wrong-sigma", old='''
    loss = float((np.logaddexp(0, -pull).sum() + np.logaddexp(0, push).sum()) / n)
    a = (sigmoid(pull) / n)[:, None]
    b = (sigmoid(push) / n)[:, :, None]
''', new='''
    loss = float((np.logaddexp(0, -pull).sum() + np.logaddexp(0, push).sum() / max(1, push.shape[1])) / n)
    a = (-sigmoid(-pull) / n)[:, None]
    b = (sigmoid(push) / n / max(1, push.shape[1]))[:, :, None]
''')

answers.wrong(
    "no-log", "log-forgotten", check="center", breaks="gradient",
    of="wrong-sigma", old='''
    a = (sigmoid(pull) / n)[:, None]
    b = (sigmoid(push) / n)[:, :, None]
''', new='''
    a = (-sigmoid(pull) * sigmoid(-pull) / n)[:, None]
    b = (sigmoid(push) * sigmoid(-push) / n)[:, :, None]
''')

answers.wrong(
    "own", "own-vector", check="context", breaks="gradient",
    of="wrong-sigma",
    edits=[("    a = (sigmoid(pull) / n)[:, None]",
            "    a = (-sigmoid(-pull) / n)[:, None]"),
           ("    return SGNS(loss, d_center, a * center, b * center[:, None, :])",
            "    return SGNS(loss, d_center, a * context, b * center[:, None, :])")])

answers.wrong(
    "pulled", "negatives-pulled", check="loss", breaks="loss",
    of="wrong-sigma", old='''
    loss = float((np.logaddexp(0, -pull).sum() + np.logaddexp(0, push).sum()) / n)
    a = (sigmoid(pull) / n)[:, None]
    b = (sigmoid(push) / n)[:, :, None]
''', new='''
    loss = float((np.logaddexp(0, -pull).sum() + np.logaddexp(0, -push).sum()) / n)
    a = (-sigmoid(-pull) / n)[:, None]
    b = (-sigmoid(-push) / n)[:, :, None]
''')

answers.wrong(
    "small-number", "loss-capped", check="stable", breaks="no-ceiling",
    why="log(σ + 1e-10)",
    of="wrong-sigma", old='''
    loss = float((np.logaddexp(0, -pull).sum() + np.logaddexp(0, push).sum()) / n)
    a = (sigmoid(pull) / n)[:, None]
''', new='''
    loss = float(-(np.log(sigmoid(pull) + 1e-10).sum() + np.log(sigmoid(-push) + 1e-10).sum()) / n)
    a = (-sigmoid(-pull) / n)[:, None]
''')

answers.wrong(
    "summed", "not-averaged", check="loss", breaks="mean",
    why="loss and gradients of the sum",
    of="wrong-sigma", old='''
    loss = float((np.logaddexp(0, -pull).sum() + np.logaddexp(0, push).sum()) / n)
    a = (sigmoid(pull) / n)[:, None]
    b = (sigmoid(push) / n)[:, :, None]
''', new='''
    loss = float((np.logaddexp(0, -pull).sum() + np.logaddexp(0, push).sum()))
    a = (-sigmoid(-pull))[:, None]
    b = (sigmoid(push))[:, :, None]
''')

answers.wrong(
    "bits", "other-logarithm", check="loss", breaks="nats",
    of="right-naive-sigmoid",
    old="    loss = np.mean(np.logaddexp(0, -pull) + np.logaddexp(0, push).sum(axis=1))",
    new="    loss = np.mean(np.logaddexp(0, -pull) + np.logaddexp(0, push).sum(axis=1)) / np.log(2)")

answers.wrong(
    "likelihood", "loss-sign", check="loss", breaks="loss",
    of="right-naive-sigmoid",
    old="    loss = np.mean(np.logaddexp(0, -pull) + np.logaddexp(0, push).sum(axis=1))",
    new="    loss = -np.mean(np.logaddexp(0, -pull) + np.logaddexp(0, push).sum(axis=1))")

answers.wrong(
    "no-push", "negatives-idle", check="negative", breaks="gradient",
    of="right-naive-sigmoid",
    old="    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])",
    new="    return SGNS(loss, d_center, a[:, None] * center, 0 * b[..., None] * center[:, None])")

answers.wrong(
    "clipped", "loss-capped", check="stable", breaks="large-scores",
    why="clips the scores to ±6, as the program does",
    of="right-naive-sigmoid", old='''
    pull = np.einsum("ij,ij->i", center, context)
    push = np.einsum("ij,ikj->ik", center, negative)''', new='''
    pull = np.einsum("ij,ij->i", center, context)
    push = np.einsum("ij,ikj->ik", center, negative)
    pull, push = np.clip(pull, -6, 6), np.clip(push, -6, 6)''')

answers.wrong(
    "merged", "rows-merged", check="center", breaks="own-gradients",
    of="right-naive-sigmoid",
    old="    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])",
    new='''
    same = (center[:, None] == center[None]).all(axis=-1).astype(center.dtype)
    d_center = same @ d_center
    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])''')

answers.wrong(
    "needs-negatives", "no-negatives", check="shapes", breaks="no-negatives", alone=True,
    of="right-naive-sigmoid", old='''
    pull = np.einsum("ij,ij->i", center, context)
    push = np.einsum("ij,ikj->ik", center, negative)''', new='''
    pull = np.einsum("ij,ij->i", center, context)
    push = np.einsum("ij,ikj->ik", center, negative)
    push = np.minimum(push, push.max())''')

answers.wrong(
    "list", "no-tuple", check="loss", breaks="tuple",
    of="right-naive-sigmoid",
    old="    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])",
    new="    return [loss, d_center, a[:, None] * center, b[..., None] * center[:, None]]")

answers.wrong(
    "losses", "loss-no-float", check="loss", breaks="float",
    why="keeps an axis of the loss",
    of="right-naive-sigmoid",
    old="    loss = np.mean(np.logaddexp(0, -pull) + np.logaddexp(0, push).sum(axis=1))",
    new="    loss = np.mean(np.logaddexp(0, -pull) + np.logaddexp(0, push).sum(axis=1), keepdims=True)")

answers.wrong(
    "extra-axis", "gradient-shape", check="context", breaks="shapes",
    of="right-naive-sigmoid",
    old="    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])",
    new="    return SGNS(loss, d_center, a[:, None, None] * center[:, None], b[..., None] * center[:, None])")

answers.wrong(
    "squeezed", "single-fails", check="shapes", breaks="one-of-each", alone=True,
    of="right-naive-sigmoid",
    old='    push = np.einsum("ij,ikj->ik", center, negative)',
    new='    push = np.einsum("ij,ikj->ik", center, negative).squeeze()')

answers.wrong(
    "float32", "narrow-floats", check="loss", breaks="computed-in",
    why="computes in float32",
    of="right-naive-sigmoid",
    edits=[("    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:", '''
    dtype = center.dtype
    center, context, negative = (x.astype(np.float32) for x in (center, context, negative))
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:'''),
           ("    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])", '''
    loss, wide = float(loss), dtype
    found = d_center, a[:, None] * center, b[..., None] * center[:, None]
    return SGNS(loss, *(g.astype(wide) for g in found))''')])

answers.wrong(
    "lists", "no-array", check="center", breaks="numpy",
    why="returns the gradients as lists",
    of="right-naive-sigmoid",
    old="    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])",
    new='''
    found = d_center, a[:, None] * center, b[..., None] * center[:, None]
    return SGNS(loss, *(g.tolist() for g in found))''')

answers.wrong(
    "in-place", "arguments-changed", check="loss", breaks="inputs-kept",
    why="weighs the negatives in place",
    of="right-naive-sigmoid",
    old="    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])",
    new='''
    negative *= b[..., None]
    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])''')

answers.wrong(
    "flat-view", "gaps", check="shapes", breaks="gaps", alone=True,
    why="flattens without a copy, which needs contiguous memory",
    of="right-naive-sigmoid", old='''
    pull = np.einsum("ij,ij->i", center, context)
    push = np.einsum("ij,ikj->ik", center, negative)''', new='''
    flat = negative.view()
    flat.shape = (negative.size,)
    pull = np.einsum("ij,ij->i", center, context)
    push = np.einsum("ij,ikj->ik", center, negative)''')

answers.wrong(
    "one-vector", "axes-unchecked", check="errors", breaks="axes", alone=True,
    why="takes one example without its axis",
    of="right-naive-sigmoid",
    old="    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:",
    new='''
    if center.ndim == 1 and context.ndim == 1 and negative.ndim == 2:
        center, context, negative = center[None], context[None], negative[None]
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:''')

answers.wrong(
    "flat-negatives", "axes-unchecked", check="errors", breaks="axes", alone=True,
    why="takes one negative for each example without its axis",
    of="right-naive-sigmoid",
    old="    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:",
    new='''
    if negative.ndim == 2:
        negative = negative[:, None]
    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:''')

answers.wrong(
    "nothing", "mean-of-nothing", check="errors", breaks="no-examples", alone=True,
    of="right-naive-sigmoid",
    edits=[("    if center.ndim != 2 or context.shape != center.shape or len(center) == 0:",
            "    if center.ndim != 2 or context.shape != center.shape:"),
           ("    loss = np.mean(np.logaddexp(0, -pull) + np.logaddexp(0, push).sum(axis=1))",
            '''
    with np.errstate(all="ignore"):
        loss = np.float64((np.logaddexp(0, -pull).sum() + np.logaddexp(0, push).sum()) / np.float64(n))''')])

answers.wrong(
    "one-set", "shapes-unchecked", check="errors", breaks="fit", alone=True,
    why="one set of negatives serves all examples",
    of="right-naive-sigmoid",
    old="    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:",
    new='''
    if negative.ndim == 3 and len(negative) == 1:
        negative = np.repeat(negative, n, axis=0)
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:''')

answers.spoiled(
    "(right[0] * 1.5, right[1], right[2], right[3])",
    loses=('loss',))

answers.spoiled(
    "(right[0], right[1] * np.asarray(0.3, center.dtype), right[2], right[3])",
    loses=('center',))

answers.spoiled(
    "(right[0], right[1], right[2] * np.asarray(1.7, center.dtype), right[3])",
    loses=('context',))

answers.spoiled(
    "(right[0], right[1], right[2], right[3] * np.asarray(-0.4, center.dtype))",
    loses=('negative',))

answers.spoiled(
    "right if center.dtype == np.float64 else (right[0], *(g * np.float32(1.1) for g in right[1:]))")

answers.wrong(
    "clip-3000", "loss-capped", check="stable", alone=True, breaks="no-ceiling",
    why="clips scores at three thousand",
    source='''
def sgns_loss_and_gradients(center, context, negative):
    if center.ndim != 2 or context.shape != center.shape:
        raise ValueError("center and context must be (n, d)")
    n, d = center.shape
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:
        raise ValueError("negative must be (n, k, d)")
    if n == 0:
        raise ValueError("no examples")
    pos = np.clip((center * context).sum(axis=-1), -3000, 3000)
    neg = np.clip((center[:, None, :] * negative).sum(axis=-1), -3000, 3000)
    loss = (np.logaddexp(0, -pos) + np.logaddexp(0, neg).sum(axis=1)).mean()
    gp = -np.exp(-np.logaddexp(0, pos)) / n
    gn = np.exp(-np.logaddexp(0, -neg)) / n
    d_center = gp[:, None] * context + (gn[:, :, None] * negative).sum(axis=1)
    return SGNS(float(loss), d_center, gp[:, None] * center, gn[:, :, None] * center[:, None, :])
''')

answers.wrong(
    "loss-array", "loss-no-float", check="loss", alone=True, breaks="float",
    why="the loss as an array without axes",
    of="right-naive-sigmoid",
    old="    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])",
    new="""
    loss = np.array(loss, center.dtype)
    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])""")

for place, name, check in ((0, "center", "center"), (1, "context", "context"), (2, "negative", "negative")):
    answers.wrong(
        f"kept-{name}", "result-kept", check=check, alone=True, breaks="new",
        why=f"hands out the gradient by the {name} in a buffer of the module",
        of="right-naive-sigmoid", edits=[
            ("def sgns_loss_and_gradients(", """
buffers = {}


def kept(array):
    held = buffers.setdefault((array.shape, array.dtype.str), np.empty_like(array))
    held[:] = array
    return held


def sgns_loss_and_gradients("""),
            ("    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])", f"""
    gradients = [d_center, a[:, None] * center, b[..., None] * center[:, None]]
    gradients[{place}] = kept(gradients[{place}])
    return SGNS(loss, *gradients)""")])

answers.wrong(
    "half-summed", "not-averaged", check="negative", breaks="mean",
    why="averages the first term and sums the others over the examples",
    of="right-naive-sigmoid", edits=[
        ("np.mean(np.logaddexp(0, -pull) + np.logaddexp(0, push).sum(axis=1))",
         "np.mean(np.logaddexp(0, -pull)) + np.logaddexp(0, push).sum()"),
        ("    a, b = a / n, b / n", "    a = a / n")])

answers.wrong(
    "one-column", "shapes-unchecked", check="errors", alone=True, breaks="fit",
    why="compares the lengths of centers and contexts, and not their widths",
    of="right-naive-sigmoid", old="    if center.ndim != 2 or", new="""
    if center.ndim == context.ndim == 2 and context.shape[1] == 1:
        context = np.broadcast_to(context, (len(context), center.shape[1]))
    if center.ndim != 2 or""")

answers.wrong(
    "none-of-any-shape", "shapes-unchecked", check="errors", alone=True, breaks="fit",
    why="looks at the shape of the negatives only where there are some",
    of="right-naive-sigmoid", edits=[
        ("    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:", """
    if negative.ndim == 3 and negative.shape[1] == 0:
        negative = np.zeros((n, 0, d), center.dtype)
    if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:""")])

answers.wrong(
    "one-of-three", "dtype-not-kept", check="shapes", alone=True, breaks="dtype",
    why="the gradient by the negatives in an array of the default dtype",
    of="right-naive-sigmoid",
    old="    return SGNS(loss, d_center, a[:, None] * center, b[..., None] * center[:, None])",
    new="""
    d_negative = np.zeros(negative.shape)
    d_negative[:] = b[..., None] * center[:, None]
    return SGNS(loss, d_center, a[:, None] * center, d_negative)""")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if center.ndim != 2 or context.shape != center.shape or len(center) == 0:",
    "if center.ndim != 2 or context.shape != center.shape or len(center) <= 0:",
    because="A length is never negative.",
)
answers.equivalent(
    "if center.ndim != 2 or context.shape != center.shape or len(center) == 0:",
    "if center.ndim < 2 or context.shape != center.shape or len(center) == 0:",
    because="With more than two axes `n, d = center.shape` raises a ValueError, too.",
)
answers.equivalent(
    "if negative.ndim != 3 or negative.shape[0] != n or negative.shape[2] != d:",
    "if negative.ndim < 3 or negative.shape[0] != n or negative.shape[2] != d:",
    because="With more than three axes np.einsum raises a ValueError for the subscripts nkd, too.",
)
