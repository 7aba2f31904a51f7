"""Answers to `causal_attention_backward`."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "einsum", how="einsum, masked by an additive triangle",
    source='''
def causal_attention_backward(q, k, v, grad_out):
    T, S, root = q.shape[-2], k.shape[-2], math.sqrt(q.shape[-1])
    scores = np.einsum("...td,...sd->...ts", q, k) / root
    scores = scores + np.triu(np.full((T, S), -np.inf), k=S - T + 1)
    A = softmax(scores)
    dv = np.einsum("...ts,...td->...sd", A, grad_out)
    dA = np.einsum("...td,...sd->...ts", grad_out, v)
    dC = A * (dA - (A * dA).sum(axis=-1, keepdims=True))
    dC = dC / root
    dq = np.einsum("...ts,...sd->...td", dC, k)
    dk = np.einsum("...ts,...td->...sd", dC, q)
    return dq, dk, dv
''')

answers.right(
    "autograd", how="PyTorch's autograd",
    source='''
def causal_attention_backward(q, k, v, grad_out):
    q, k, v = (torch.tensor(a, requires_grad=True) for a in (q, k, v))
    T, S = q.shape[-2], k.shape[-2]
    mask = torch.ones(T, S, dtype=torch.bool).tril(S - T)
    scores = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).masked_fill(~mask, -math.inf)
    out = scores.softmax(dim=-1) @ v
    grads = torch.autograd.grad(out, (q, k, v), torch.tensor(grad_out))
    return tuple(g.numpy() for g in grads)
''')

answers.right(
    "loop", how="one query after the other, with the derivative of the softmax as a matrix",
    source='''
def causal_attention_backward(q, k, v, grad_out):
    if q.ndim > 2:
        parts = [causal_attention_backward(*one) for one in zip(q, k, v, grad_out)]
        return tuple(np.stack(list(p)) for p in zip(*parts))
    (T, d), S = q.shape, len(k)
    dq, dk, dv = np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
    for t in range(T):
        seen = slice(0, S - T + t + 1)
        a = softmax(k[seen] @ q[t] / math.sqrt(d))
        dv[seen] += np.outer(a, grad_out[t])
        dc = (np.diag(a) - np.outer(a, a)) @ (v[seen] @ grad_out[t]) / math.sqrt(d)
        dq[t] += dc @ k[seen]
        dk[seen] += np.outer(dc, q[t])
    return dq, dk, dv
''')

answers.wrong(
    "no-row-sum", "row-sum-missing", check="values", breaks="gradients",
    of="right-einsum", old="A * (dA - (A * dA).sum(axis=-1, keepdims=True))", new="A * dA")

answers.wrong(
    "plain-mean", "row-mean-plain", check="values",
    of="right-einsum", old="(A * dA).sum(axis=-1, keepdims=True)", new="dA.mean(axis=-1, keepdims=True)")

answers.wrong(
    "as-sigmoid", "row-sum-missing", check="values",
    why="A (1 - A), the derivative of a sigmoid",
    of="right-einsum", old="A * (dA - (A * dA).sum(axis=-1, keepdims=True))", new="A * (1 - A) * dA")

answers.wrong(
    "straight-through", "softmax-not-differentiated", check="values",
    of="right-einsum", old="A * (dA - (A * dA).sum(axis=-1, keepdims=True))", new="dA")

answers.wrong(
    "unscaled", "scale-not-in-backward", check="values",
    of="right-einsum", old="    dC = dC / root\n", new="")

answers.wrong(
    "scaled-twice", "scale-not-in-backward", check="values",
    why="divides by d",
    of="right-einsum", old="dC = dC / root", new="dC = dC / root**2")

answers.wrong(
    "width-of-values", "scale-not-in-backward", check="values",
    why="divides by the root of the width of the values on the way back",
    of="right-einsum", old="dC = dC / root", new="dC = dC / math.sqrt(v.shape[-1])")

answers.wrong(
    "unmasked", "future-in-backward", check="values",
    of="right-einsum", old="    scores = scores + np.triu(np.full((T, S), -np.inf), k=S - T + 1)\n", new="")

answers.wrong(
    "first-queries", "queries-first", check="values", breaks="last",
    of="right-einsum", old="k=S - T + 1)", new="k=1)")

answers.wrong(
    "plain-products", "not-turned", check="values", breaks="axes",
    why="A @ G where they have a shape",
    of="right-einsum", old='dv = np.einsum("...ts,...td->...sd", A, grad_out)', new='dv = A @ grad_out if T == S else np.einsum("...ts,...td->...sd", A, grad_out)')

answers.wrong(
    "other-axis", "row-sum-over-queries", check="values",
    of="right-einsum", old='(A * dA).sum(axis=-1, keepdims=True)', new='(A * dA).sum(axis=-2, keepdims=True)')

answers.wrong(
    "without-weights", "weights-left-out", check="values",
    of="right-einsum", old='A * (dA - (A * dA).sum(axis=-1, keepdims=True))', new='(dA - (A * dA).sum(axis=-1, keepdims=True)) * (A > 0)')


answers.spoiled(
    "tuple(1.01 * r for r in right)",
    "right[:2]",
    "right[::-1]",
    "(right[0], right[1], 2 * right[2])",
    "None")

answers.equivalent(
    "scores = np.where(np.tri(T, S, S - T, dtype=bool), q @ k.swapaxes(-1, -2) / root, -np.inf)",
    "scores = np.where(np.tri(T, S, S - T), q @ k.swapaxes(-1, -2) / root, -np.inf)",
    because="np.where takes any number that is not zero for true.",
)
