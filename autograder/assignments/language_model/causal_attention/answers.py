"""Answers to `causal_attention`."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "where", how="the mask by comparing positions, the given softmax",
    source='''
def causal_attention(q, k, v):
    T, S = q.shape[-2], k.shape[-2]
    scores = np.matmul(q, np.swapaxes(k, -1, -2)) / np.sqrt(q.shape[-1]).astype(q.dtype)
    at = np.arange(S - T, S)
    hidden = np.arange(S)[None, :] > at[:, None]
    scores = np.where(hidden, -np.inf, scores)
    return softmax(scores) @ v
''')

answers.right(
    "loop", how="one query after the other sees a slice of keys, float64 inside",
    source='''
def causal_attention(q, k, v):
    T, S, d = q.shape[-2], k.shape[-2], q.shape[-1]
    rows = []
    for t in range(T):
        seen = S - T + t + 1
        scores = (k[..., :seen, :].astype(np.float64) * q[..., t : t + 1, :]).sum(axis=-1) / d**0.5
        scores = scores - scores.max(axis=-1, keepdims=True)
        a = np.exp(scores)
        a = a / a.sum(axis=-1, keepdims=True)
        rows.append((a[..., None] * v[..., :seen, :]).sum(axis=-2))
    return np.stack(rows, axis=-2).astype(v.dtype)
''')

answers.right(
    "torch", how="PyTorch's attention with a mask of its own",
    source='''
def causal_attention(q, k, v):
    T, S = q.shape[-2], k.shape[-2]
    mask = torch.ones(T, S, dtype=torch.bool).tril(diagonal=S - T)
    tensors = [torch.tensor(a) for a in (q, k, v)]
    axes = torch.broadcast_shapes(*(t.shape[:-2] for t in tensors))
    q, k, v = (t.expand(*axes, *t.shape[-2:]) for t in tensors)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask).numpy()
''')

answers.right(
    "einsum", how="einsum, an additive mask, log-sum-exp",
    source='''
def causal_attention(q, k, v):
    T, S = q.shape[-2], k.shape[-2]
    q = q / np.asarray(math.sqrt(q.shape[-1]), q.dtype)
    scores = np.einsum("...td,...sd->...ts", q, k)
    mask = np.triu(np.full((T, S), -np.inf, q.dtype), k=S - T + 1)
    scores = scores + mask
    top = scores.max(axis=-1, keepdims=True)
    log_sum = top + np.log(np.exp(scores - top).sum(axis=-1, keepdims=True))
    return np.einsum("...ts,...sd->...td", np.exp(scores - log_sum), v)
''')

answers.wrong(
    "unmasked", "future-seen", check="values", breaks="earlier",
    of="right-where", old="    scores = np.where(hidden, -np.inf, scores)\n", new="")

answers.wrong(
    "times-mask", "masked-a-little", check="values",
    why="scores times the mask",
    of="right-where", old="np.where(hidden, -np.inf, scores)", new="scores * ~hidden")

answers.wrong(
    "weights-cut", "masked-after", check="values",
    of="right-where", edits=[("    scores = np.where(hidden, -np.inf, scores)\n", ""),
                             ("softmax(scores) @ v", "np.where(hidden, 0, softmax(scores)) @ v")])

answers.wrong(
    "ten-thousand", "masked-a-little", check="large",
    why="hidden scores lowered by ten thousand",
    of="right-where", old="-np.inf, scores)", new="scores - np.asarray(1e4, scores.dtype), scores)")

answers.wrong(
    "hundred", "masked-a-little", check="large", breaks="large",
    why="a mask of -100",
    of="right-where", old="-np.inf, scores)", new="-100.0, scores)")

answers.wrong(
    "hundred-less", "masked-a-little", check="large",
    why="a thousand less than the score",
    of="right-where", old="-np.inf, scores)", new="scores - 1000.0, scores)")

answers.wrong(
    "strictly-before", "self-hidden", check="values", breaks="own",
    of="right-where", old=" > at[:, None]", new=" >= at[:, None]")

answers.wrong(
    "strictly-before-finite", "self-hidden", check="values",
    why="the first position sees all alike, since a finite number is added to all of its scores",
    of="right-where", edits=[(" > at[:, None]", " >= at[:, None]"), ("-np.inf, scores)", "-1e9, scores)")])

answers.wrong(
    "next-too", "one-too-many", check="values",
    of="right-where", old="> at[:, None]", new="> at[:, None] + 1")

answers.wrong(
    "tri", "queries-first", check="last", breaks="last",
    of="right-where", old="np.arange(S - T, S)", new="np.arange(T)")

answers.wrong(
    "square", "as-many-queries-as-keys", check="last",
    of="right-where", old="at = np.arange(S - T, S)", new="at = np.arange(S)")

answers.wrong(
    "turned", "one-sequence-only", check="values", breaks="axes",
    of="right-where", old="np.swapaxes(k, -1, -2)", new="k.T")

answers.wrong(
    "front-axis", "one-sequence-only", check="values",
    why="counts positions along the first axis",
    of="right-where", old="T, S = q.shape[-2], k.shape[-2]", new="T, S = len(q), len(k)")

answers.wrong(
    "one-by-one", "axes-paired", check="last", breaks="axes", alone=True,
    why="brings the axes in front into one, and goes through queries, keys and values side by side",
    source='''
def causal_attention(q, k, v):
    (T, d), (S, width) = q.shape[-2:], v.shape[-2:]
    hidden = ~np.tri(T, S, S - T, dtype=bool)
    mixed = []
    for Q, K, V in zip(q.reshape(-1, T, d), k.reshape(-1, S, d), v.reshape(-1, S, width), strict=True):
        scores = Q @ K.T / np.sqrt(d).astype(q.dtype)
        mixed.append(softmax(np.where(hidden, -np.inf, scores)) @ V)
    return np.stack(mixed).reshape(*q.shape[:-1], width)
''')

answers.wrong(
    "unscaled", "scale-missing", check="values",
    of="right-where", old=" / np.sqrt(q.shape[-1]).astype(q.dtype)", new="")

answers.wrong(
    "by-d", "scale-wrong", check="values",
    why="divides by d",
    of="right-where", old="np.sqrt(q.shape[-1]).astype(q.dtype)", new="q.shape[-1]")

answers.wrong(
    "scaled-after", "scale-wrong", check="values",
    why="divides the weights",
    of="right-where", edits=[(" / np.sqrt(q.shape[-1]).astype(q.dtype)", ""),
                             ("softmax(scores) @ v", "softmax(scores) / math.sqrt(q.shape[-1]) @ v")])

answers.wrong(
    "columns", "softmax-over-queries", check="values",
    of="right-where", old="softmax(scores) @ v", new="softmax(scores.swapaxes(-1, -2)).swapaxes(-1, -2) @ v")

answers.wrong(
    "raw-exp", "overflow", check="large", breaks="large",
    why="exp of raw scores", alone=True,
    of="right-where", old="softmax(scores) @ v", new="np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True) @ v")

answers.wrong(
    "top-of-all", "outweighed", check="large",
    why="shifts by the largest of all scores, hidden ones too, and a row is left without weight",
    of="right-where", edits=[("    scores = np.where(hidden, -np.inf, scores)\n", "    top = scores.max(axis=-1, keepdims=True)\n    scores = np.where(hidden, -np.inf, scores)\n"),
                             ("softmax(scores) @ v", "(lambda e: e / e.sum(axis=-1, keepdims=True))(np.exp(scores - top)) @ v")])

answers.wrong(
    "fewer-see-all", "fewer-unmasked", check="last",
    of="right-where", old='    scores = np.where(hidden, -np.inf, scores)\n', new='    scores = np.where(hidden, -np.inf, scores) if T == S else scores\n')

answers.wrong(
    "clipped", "scores-clipped", check="large",
    of="right-where", old='    scores = np.where', new='    scores = np.clip(scores, -50, 50)\n    scores = np.where')

answers.wrong(
    "sum-raised", "weights-sum-to-less", check="values",
    of="right-loop", old='a = a / a.sum(axis=-1, keepdims=True)', new='a = a / (a.sum(axis=-1, keepdims=True) + 1e-6)')


answers.spoiled(
    "right * 1.01",
    "right + 1e-4",
    "right[..., ::-1] * 1",
    "right[..., :1, :]",
    "right.tolist()",
    "None",
    "noisy(right)")

answers.equivalent(
    "seen = np.tri(T, S, S - T, dtype=bool)",
    "seen = np.tri(T, S, S - T)",
    because="np.where takes any number that is not zero for true.",
)
