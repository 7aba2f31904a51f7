"""Answers to `sgns_loss_and_gradients` of word2vec."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "loop",
    how="example by example, with math; a plain tuple",
    source='''
import math


def softplus(s):
    return s + math.log1p(math.exp(-s)) if s > 0 else math.log1p(math.exp(s))


def logistic(s):
    return 1 / (1 + math.exp(-s)) if s > -30 else math.exp(max(s, -745.0))


def sgns_loss_and_gradients(E_in, E_out, center, context, negative):
    n = len(center)
    loss, d_in, d_out = 0.0, np.zeros_like(E_in), np.zeros_like(E_out)
    for c, o, drawn in zip(center.tolist(), context.tolist(), negative.tolist()):
        for word, sign in [(o, -1)] + [(j, 1) for j in drawn if j != o]:
            s = float(E_out[word] @ E_in[c])
            loss += softplus(sign * s) / n
            slope = sign * logistic(sign * s) / n
            d_in[c] += slope * E_out[word]
            d_out[word] += slope * E_in[c]
    return loss, d_in, d_out
''',
)

answers.right(
    "labels",
    how="all scores in one array with labels; errors σ − label",
    source='''
def sgns_loss_and_gradients(E_in, E_out, center, context, negative):
    n, k = negative.shape
    words = np.concatenate([context[:, None], negative], axis=1)
    label = np.zeros((n, k + 1))
    label[:, 0] = 1
    mask = np.ones((n, k + 1))
    mask[:, 1:] = negative != context[:, None]
    v, rows = E_in[center], E_out[words]
    score = np.sum(rows * v[:, None], axis=2)
    loss = (mask * (np.logaddexp(0, score) - label * score)).sum() / n
    small = np.exp(-np.abs(score))
    # σ(s) − 1 keeps its digits where s is large and the label is 1
    error = np.where(score >= 0, np.where(label == 1, -small, 1.0), np.where(label == 1, -1.0, small)) / (1 + small)
    error = mask * error / n
    d_in, d_out = np.zeros(E_in.shape), np.zeros(E_out.shape)
    np.add.at(d_in, center, (error[:, :, None] * rows).sum(axis=1))
    np.add.at(d_out, words, error[:, :, None] * v[:, None])
    return SGNS(loss, d_in, d_out)
''',
)

answers.right(
    "one-hot",
    how="scatter by products with one-hot matrices; the logistic function in two branches",
    source='''
def sigma(s):
    e = np.exp(-np.abs(s))
    return np.where(s >= 0, 1 / (1 + e), e / (1 + e))


def sgns_loss_and_gradients(E_in, E_out, center, context, negative):
    V, n = len(E_in), len(center)
    v, u, rows = E_in[center], E_out[context], E_out[negative]
    pull, push = (u * v).sum(axis=1), (rows @ v[:, :, None])[:, :, 0]
    counts = negative != context[:, None]
    loss = np.mean(np.logaddexp(0, -pull) + np.sum(np.logaddexp(0, push) * counts, axis=1))
    a, b = -sigma(-pull) / n, sigma(push) * counts / n
    by_v = a[:, None] * u + np.einsum("nk,nkd->nd", b, rows)
    ids = np.arange(V)
    d_in = (center == ids[:, None]) @ by_v
    d_out = (context == ids[:, None]) @ (a[:, None] * v)
    for j in range(negative.shape[1]):
        d_out += (negative[:, j] == ids[:, None]) @ (b[:, j, None] * v)
    return SGNS(float(loss), d_in, d_out)
''',
)

answers.right(
    "page",
    how="the function of the page with minus infinity for what does not count, then scatter-adds",
    source='''
def sigmoid(x):
    return np.exp(-np.logaddexp(0, -x))


def sgns_loss_and_gradients(E_in, E_out, center, context, negative):
    B = len(center)
    v, u, n = E_in[center], E_out[context], E_out[negative]
    pos = (u * v).sum(axis=1)
    neg = np.einsum("bkd,bd->bk", n, v)
    neg[negative == context[:, None]] = -np.inf
    loss = (np.logaddexp(0, -pos).sum() + np.logaddexp(0, neg).sum()) / B
    g_pos, g_neg = -sigmoid(-pos)[:, None] / B, sigmoid(neg)[..., None] / B
    d_in, d_out = np.zeros_like(E_in), np.zeros_like(E_out)
    np.add.at(d_in, center, g_pos * u + (g_neg * n).sum(axis=1))
    np.add.at(d_out, context, g_pos * v)
    np.add.at(d_out, negative, g_neg * v[:, None])
    return loss, d_in, d_out
''',
)

HIT = "    neg[negative == context[:, None]] = -np.inf\n"
LOSS = "    loss = (np.logaddexp(0, -pos).sum() + np.logaddexp(0, neg).sum()) / B\n"
SLOPES = "    g_pos, g_neg = -sigmoid(-pos)[:, None] / B, sigmoid(neg)[..., None] / B\n"
CENTER = "    np.add.at(d_in, center, g_pos * u + (g_neg * n).sum(axis=1))\n"
CONTEXT = "    np.add.at(d_out, context, g_pos * v)\n"
NEGATIVE = "    np.add.at(d_out, negative, g_neg * v[:, None])\n"


def wrong(name, mistake, check, breaks, *edits, why="", alone=False, of="right-page"):
    answers.wrong(name, mistake, check=check, breaks=breaks, why=why, alone=alone, of=of, edits=edits)


wrong("summed", "not-averaged", "loss", "mean", (LOSS, LOSS.replace(" / B", "")), (SLOPES, SLOPES.replace(" / B", "")))
wrong("loss-summed", "not-averaged", "loss", "mean", (LOSS, LOSS.replace(" / B", "")), why="the loss alone")
wrong("gradients-summed", "not-averaged", "gradients", "mean", (SLOPES, SLOPES.replace(" / B", "")), why="the gradients alone")
wrong("over-scores", "scores-averaged", "loss", "mean",
      (LOSS, LOSS.replace("/ B", "/ (B + negative.size)")), (SLOPES, SLOPES.replace("/ B", "/ (B + negative.size)")),
      why="binary cross-entropy with its mean over all scores")  # fmt: skip
wrong("loss-over-scores", "scores-averaged", "loss", "mean", (LOSS, LOSS.replace("/ B", "/ (B + negative.size)")),
      why="the loss alone, as the gradients of the page are")  # fmt: skip
wrong("over-negatives", "negatives-averaged", "loss", "sum",
      (LOSS, "    loss = np.mean(np.logaddexp(0, -pos)) + np.mean(np.logaddexp(0, neg))\n"),
      (SLOPES, SLOPES + "    g_neg = g_neg / negative.shape[1]\n"))  # fmt: skip
wrong("pulled", "negatives-pulled", "loss", "loss",
      (LOSS, LOSS.replace("np.logaddexp(0, neg)", "np.logaddexp(0, -neg)")),
      (SLOPES, SLOPES.replace("sigmoid(neg)", "-sigmoid(-neg)")), (HIT, HIT.replace("-np.inf", "np.inf")))  # fmt: skip
wrong("ascent", "uphill", "gradients", "both", (SLOPES, SLOPES + "    g_pos, g_neg = -g_pos, -g_neg\n"))
wrong("center-of-context", "center-incomplete", "gradients", "both", (CENTER, "    np.add.at(d_in, center, g_pos * u)\n"))
wrong("no-push", "out-incomplete", "gradients", "contexts", (NEGATIVE, ""), why="negatives get no gradient")
wrong("no-pull", "out-incomplete", "gradients", "contexts", (CONTEXT, ""), why="contexts get no gradient")
wrong("sigma", "sigma-for-residual", "gradients", "true", (SLOPES, SLOPES.replace("-sigmoid(-pos)", "sigmoid(pos)")))
wrong("no-log", "log-forgotten", "gradients", "both",
      (SLOPES, "    p, q = sigmoid(pos), sigmoid(neg)\n    g_pos, g_neg = -(p * (1 - p))[:, None] / B, (q * (1 - q))[..., None] / B\n"))  # fmt: skip
wrong("no-negatives", "negatives-idle", "loss", "sum",
      (LOSS, "    loss = np.logaddexp(0, -pos).sum() / B\n"), (SLOPES, SLOPES + "    g_neg = 0 * g_neg\n"))  # fmt: skip
wrong("bits", "other-logarithm", "loss", "nats", (LOSS, LOSS + "    loss /= np.log(2)\n"), alone=False)
wrong("likelihood", "loss-sign", "loss", "loss", (LOSS, LOSS + "    loss = -loss\n"))
wrong("tables", "tables-exchanged", "gradients", "centers",
      ("    B = len(center)\n", "    B = len(center)\n    E_in, E_out = E_out, E_in\n"))  # fmt: skip
wrong("tables-and-gradients", "tables-exchanged", "gradients", "centers",
      ("    B = len(center)\n", "    B = len(center)\n    E_in, E_out = E_out, E_in\n"),
      ("    return loss, d_in, d_out", "    return loss, d_out, d_in"), why="the gradients too")  # fmt: skip
wrong("plus-equals", "updates-lost", "gradients", "repeated",
      (CENTER, "    d_in[center] += g_pos * u + (g_neg * n).sum(axis=1)\n"),
      (CONTEXT, "    d_out[context] += g_pos * v\n"), (NEGATIVE, "    d_out[negative] += g_neg * v[:, None]\n"))  # fmt: skip
wrong("centers-once", "updates-lost", "gradients", "repeated",
      (CENTER, "    d_in[center] += g_pos * u + (g_neg * n).sum(axis=1)\n"), why="in one table")  # fmt: skip
wrong("vectors", "gradients-of-vectors", "loss", "shape",
      ("    return loss, d_in, d_out", "    return loss, g_pos * u + (g_neg * n).sum(axis=1), g_pos * v"))  # fmt: skip
wrong("as-on-the-page", "hits-counted", "hits", "hits", (HIT, ""), why="the page's batch, with scatter-adds", alone=True)
wrong("hits-in-loss", "hits-counted", "hits", "hits", (HIT, ""),
      (SLOPES, SLOPES + "    g_neg = g_neg * (negative != context[:, None])[..., None]\n"),
      why="in the loss, and in no gradient", alone=True)  # fmt: skip
wrong("hits-in-gradients", "hits-counted", "hits", "hits", (HIT, ""),
      (LOSS, LOSS.replace("np.logaddexp(0, neg)", "((negative != context[:, None]) * np.logaddexp(0, neg))")),
      why="in the gradients, and not in the loss", alone=True)  # fmt: skip
wrong("hits-score-zero", "hits-cost", "hits", "hits",
      (HIT, "    counts = negative != context[:, None]\n    neg = neg * counts\n"),
      (SLOPES, SLOPES + "    g_neg = g_neg * counts[..., None]\n"), alone=True)  # fmt: skip
wrong("any-context", "hits-of-the-batch", "hits", "hits", (HIT, "    neg[np.isin(negative, context)] = -np.inf\n"),
      alone=False)  # fmt: skip
wrong("whole-example", "hits-drop-examples", "hits", "hits",
      (HIT, '''
    clean = (negative != context[:, None]).all(axis=1)
    neg[~clean] = -np.inf
    pos[~clean] = np.inf
'''), alone=True)  # fmt: skip
wrong("no-center", "center-dropped", "hits", "hits", (HIT, HIT + "    neg[negative == center[:, None]] = -np.inf\n"))
wrong("naive", "overflow", "large", "large",
      (LOSS, LOSS.replace("np.logaddexp(0, -pos)", "np.log(1 + np.exp(-pos))").replace("np.logaddexp(0, neg)", "np.log(1 + np.exp(neg))")),
      alone=True)  # fmt: skip
wrong("clipped", "saturated", "large", "large",
      (HIT, "    pos, neg = np.clip(pos, -6, 6), np.clip(neg, -6, 6)\n" + HIT),
      why="scores held between -6 and 6", alone=True)  # fmt: skip
wrong("table", "saturated", "large", "large",
      (SLOPES, '''
    def of_table(x):
        return np.where(x > 6, 1.0, np.where(x < -6, 0.0, sigmoid(x)))

    g_pos, g_neg = (of_table(pos) - 1)[:, None] / B, of_table(neg)[..., None] / B
'''), why="a table of the logistic function that ends at 6, as in the C program", alone=True)  # fmt: skip
wrong("epsilon", "loss-capped", "large", "large",
      (LOSS, "    loss = -(np.log(sigmoid(pos) + 1e-12).sum() + np.log(sigmoid(-neg) + 1e-12).sum()) / B\n"),
      why="a small number inside the logarithm")  # fmt: skip
wrong("held", "loss-capped", "large", "large",
      (HIT, "    pos, neg = np.clip(pos, -50, 50), np.clip(neg, -50, 50)\n" + HIT),
      why="scores held between -50 and 50", alone=True)  # fmt: skip

answers.spoiled(
    "SGNS(right.loss * 1.01, right.d_in, right.d_out)",
    "SGNS(right.loss, np.roll(right.d_in, 1, axis=0), right.d_out)",
    "SGNS(right.loss, right.d_in, right.d_out * 1.01)",
    "None",
)

answers.wrong(
    "negatives-as-set",
    "negatives-once",
    check="loss",
    why="a set of negatives",
    of="right-loop",
    old='for j in drawn if',
    new='for j in set(drawn) if',
)

answers.wrong(
    "context-sign",
    "context-pushed",
    check="loss",
    why="the context's sign in the loss",
    of="right-loop",
    old='softplus(sign * s) / n',
    new='softplus(s) / n',
)

answers.wrong(
    "mean-of-places",
    "occurrences-averaged",
    check="gradients",
    why="averages over the places of a center",
    of="right-loop",
    old='    return loss, d_in, d_out',
    new='    d_in /= np.maximum(np.bincount(center, minlength=len(E_in)), 1)[:, None]\n    return loss, d_in, d_out',
)
