"""Answers to `catch_up` of frequency."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "closed-form",
    how="powers as tensors of float64, divided series",
    source='''
def catch_up(E, m, v, rows, rested, lr, betas=(0.9, 0.999), weight_decay=0.0):
    b1, b2 = betas
    k = rested.to(torch.float64).unsqueeze(1)
    q, r = 1 - lr * weight_decay, b1 / b2**0.5
    keep, coast = q**k, r * (q**k - r**k) / (q - r)
    way = m[rows] / v[rows].sqrt()
    way[v[rows] == 0] = 0
    E[rows] = (keep * E[rows] - lr * coast * way).to(E.dtype)
    m[rows] = (b1**k * m[rows]).to(m.dtype)
    v[rows] = (b2**k * v[rows]).to(v.dtype)
''',
)

answers.right(
    "row-by-row",
    how="Python floats, a loop over the listed rows",
    source='''
def catch_up(E, m, v, rows, rested, lr, betas=(0.9, 0.999), weight_decay=0.0):
    q, r = 1 - lr * weight_decay, betas[0] / betas[1] ** 0.5
    for j, k in zip(rows.tolist(), rested.tolist()):
        way = torch.where(v[j] == 0, torch.zeros_like(m[j]), m[j] * v[j].clamp_min(1e-300 if E.dtype == torch.float64 else 1e-38).rsqrt())
        E[j].mul_(q**k).sub_(way, alpha=lr * r * (q**k - r**k) / (q - r))
        m[j].mul_(betas[0] ** k)
        v[j].mul_(betas[1] ** k)
''',
)

answers.right(
    "logarithms",
    how="powers by exp and log1p; the series as q^k (1 - (r/q)^k)",
    source='''
@torch.no_grad()
def catch_up(E, m, v, rows, rested, lr, betas=(0.9, 0.999), weight_decay=0.0):
    import math

    b1, b2 = betas
    k = rested[:, None].double()
    log_q, log_r = math.log1p(-lr * weight_decay), math.log(b1) - math.log(b2) / 2
    q, r = math.exp(log_q), math.exp(log_r)
    kept = torch.exp(k * log_q)
    moves = kept * -torch.expm1(k * (log_r - log_q)) * r / (q - r)
    old_m, old_v = m[rows].double(), v[rows].double()
    way = torch.nan_to_num(old_m / old_v.sqrt(), nan=0.0)
    E.index_copy_(0, rows, (kept * E[rows] - lr * moves * way).to(E.dtype))
    m.index_copy_(0, rows, (torch.exp(k * math.log(b1)) * old_m).to(E.dtype))
    v.index_copy_(0, rows, (torch.exp(k * math.log(b2)) * old_v).to(E.dtype))
''',
)

answers.right(
    "doubling",
    how="composes the step with itself, as for a power by squaring",
    source='''
def catch_up(E, m, v, rows, rested, lr, betas=(0.9, 0.999), weight_decay=0.0):
    b1, b2 = betas
    k = rested.clone()
    kept, coast = torch.ones(len(k), device=k.device).double(), torch.zeros(len(k), device=k.device).double()
    fade = torch.ones(len(k), device=k.device).double()  # of m / √v
    q, r, c = 1 - lr * weight_decay, b1 / b2**0.5, b1 / b2**0.5  # of 1, 2, 4, ... steps
    for _ in range(31):
        odd = k % 2 == 1
        coast = torch.where(odd, q * coast + c * fade, coast)
        kept, fade = torch.where(odd, q * kept, kept), torch.where(odd, r * fade, fade)
        q, r, c, k = q * q, r * r, q * c + c * r, k // 2
    k = rested.double()
    way = torch.where(v[rows] > 0, m[rows] / v[rows].sqrt(), torch.zeros_like(m[rows]))
    E[rows] = (kept[:, None] * E[rows] - lr * coast[:, None] * way).to(E.dtype)
    m[rows] = m[rows] * (b1**k)[:, None].to(E.dtype)
    v[rows] = v[rows] * (b2**k)[:, None].to(E.dtype)
''',
)

answers.wrong(
    "means-still",
    "means-kept",
    check="means",
    why="leaves both means",
    breaks="means",
    alone=True,
    of="right-closed-form",
    edits=[('''
    m[rows] = (b1**k * m[rows]).to(m.dtype)
    v[rows] = (b2**k * v[rows]).to(v.dtype)
''', "")],
)

answers.wrong(
    "second-mean-still",
    "means-kept",
    check="means",
    why="leaves v",
    breaks="means",
    alone=True,
    of="right-closed-form",
    edits=[("    v[rows] = (b2**k * v[rows]).to(v.dtype)\n", "")],
)

answers.wrong(
    "copies-of-means",
    "means-kept",
    check="means",
    why="fades the copies that indexing makes",
    breaks="means",
    alone=True,
    of="right-closed-form",
    edits=[('''
    m[rows] = (b1**k * m[rows]).to(m.dtype)
    v[rows] = (b2**k * v[rows]).to(v.dtype)
''', '''
    m[rows].mul_(b1**k)
    v[rows].mul_(b2**k)
''')],
)

answers.wrong(
    "decay-alone",
    "coasting-forgotten",
    check="motion",
    why="the remedy of the page",
    breaks="missed",
    of="right-closed-form",
    edits=[("    E[rows] = (keep * E[rows] - lr * coast * way).to(E.dtype)\n", "    E[rows] = (keep * E[rows]).to(E.dtype)\n")],
)

answers.wrong(
    "all-to-come",
    "coasts-for-ever",
    check="motion",
    breaks="missed",
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", "    keep, coast = q**k, r / (1 - r)\n")],
)

answers.wrong(
    "theorem",
    "coasts-for-ever",
    check="motion",
    why="the theorem of the page, for one gradient",
    breaks="missed",
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", "    keep, coast = q**k, 1 / (1 - r)\n")],
)

answers.wrong(
    "from-the-first",
    "first-not-faded",
    check="motion",
    breaks="missed",
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", "    keep, coast = q**k, (q**k - r**k) / (q - r)\n")],
)

answers.wrong(
    "even",
    "coasts-evenly",
    check="motion",
    breaks="missed",
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", "    keep, coast = q**k, k * r\n")],
)

answers.wrong(
    "at-the-end",
    "last-move-alone",
    check="motion",
    breaks="missed",
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", "    keep, coast = q**k, r**k\n")],
)

answers.wrong(
    "beta-one",
    "second-mean-still",
    check="motion",
    breaks="missed",
    of="right-closed-form",
    edits=[("    q, r = 1 - lr * weight_decay, b1 / b2**0.5\n", "    q, r = 1 - lr * weight_decay, b1\n")],
)

answers.wrong(
    "no-root",
    "second-root-forgotten",
    check="motion",
    breaks="missed",
    of="right-closed-form",
    edits=[("    q, r = 1 - lr * weight_decay, b1 / b2**0.5\n", "    q, r = 1 - lr * weight_decay, b1 / b2\n")],
)

answers.wrong(
    "uphill",
    "uphill",
    check="motion",
    breaks="missed",
    of="right-closed-form",
    edits=[("keep * E[rows] - lr", "keep * E[rows] + lr")],
)

answers.wrong(
    "one-step",
    "one-step",
    check="means",
    breaks="rested",
    of="right-closed-form",
    edits=[("    k = rested.to(torch.float64).unsqueeze(1)\n", "    k = rested.clamp(max=1).double().unsqueeze(1)\n")],
)

answers.wrong(
    "one-more",
    "steps-miscounted",
    check="means",
    why="counts the step of the read as well",
    breaks="rested",
    of="right-closed-form",
    edits=[("    k = rested.to(torch.float64).unsqueeze(1)\n", "    k = rested.double().unsqueeze(1) + 1\n")],
)

answers.wrong(
    "betas-swapped",
    "betas-swapped",
    check="means",
    breaks="settings",
    of="right-closed-form",
    edits=[("b1, b2 = betas", "b2, b1 = betas")],
)

answers.wrong(
    "own-betas",
    "settings-ignored",
    check="means",
    why="constants of its own",
    breaks="settings",
    of="right-closed-form",
    edits=[("b1, b2 = betas", "b1, b2 = 0.9, 0.999")],
)

answers.wrong(
    "no-decay",
    "settings-ignored",
    check="decay",
    why="forgets weight_decay",
    breaks="settings",
    of="right-closed-form",
    edits=[("1 - lr * weight_decay", "1")],
)

answers.wrong(
    "in-order",
    "values-in-order",
    check="means",
    why="sorts the rows and not the steps",
    breaks="any-order",
    of="right-closed-form",
    edits=[("    k = rested.to(torch.float64).unsqueeze(1)\n", '''
    rows = rows.sort().values
    k = rested.to(torch.float64).unsqueeze(1)
''')],
)

answers.wrong(
    "new-table",
    "not-in-place",
    check="motion",
    why="works on a copy of the table",
    breaks="in-place",
    of="right-closed-form",
    edits=[("    E[rows] = (keep * E[rows] - lr * coast * way).to(E.dtype)\n", '''
    E = E.clone()
    E[rows] = (keep * E[rows] - lr * coast * way).to(E.dtype)
''')],
)

answers.wrong(
    "whole-means",
    "others-change",
    check="means",
    why="fades all of m",
    breaks="others-stay",
    of="right-closed-form",
    edits=[("    m[rows] = (b1**k * m[rows]).to(m.dtype)\n", '''
    m *= b1
    m[rows] /= b1
    m[rows] = (b1**k * m[rows]).to(m.dtype)
''')],
)

answers.wrong(
    "apart",
    "decay-apart",
    check="decay",
    breaks="missed",
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", "    keep, coast = q**k, r * (1 - r**k) / (1 - r)\n")],
)

answers.wrong(
    "after",
    "decay-after-move",
    check="decay",
    breaks="missed",
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", "    keep, coast = q**k, q * r * (q**k - r**k) / (q - r)\n")],
)

answers.wrong(
    "no-rate",
    "decay-without-rate",
    check="decay",
    breaks="missed",
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", "    keep, coast = (1 - weight_decay) ** k, r * (q**k - r**k) / (q - r)\n")],
)

answers.wrong(
    "linear",
    "decay-added-up",
    check="decay",
    breaks="missed",
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", "    keep, coast = 1 - k * lr * weight_decay, r * (q**k - r**k) / (q - r)\n")],
)

answers.wrong(
    "once",
    "decay-once",
    check="decay",
    why="decays once a visit",
    breaks="missed",
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", "    keep, coast = q, r * (q**k - r**k) / (q - r)\n")],
)

answers.wrong(
    "nan",
    "never-reached",
    check="rest",
    breaks="never",
    alone=True,
    of="right-closed-form",
    edits=[("    way[v[rows] == 0] = 0\n", "")],
)

answers.wrong(
    "stands-still",
    "never-reached",
    check="rest",
    why="leaves rows without a gradient as they are, decay included",
    breaks="never",
    alone=True,
    of="right-closed-form",
    edits=[("    E[rows] = (keep * E[rows] - lr * coast * way).to(E.dtype)\n", '''
    changed = (keep * E[rows] - lr * coast * way).to(E.dtype)
    E[rows] = torch.where(v[rows] > 0, changed, E[rows])
''')],
)

answers.wrong(
    "guarded",
    "eps-added",
    check="rest",
    breaks="eps",
    alone=True,
    of="right-closed-form",
    edits=[("    way = m[rows] / v[rows].sqrt()\n    way[v[rows] == 0] = 0\n", "    way = m[rows] / (v[rows].sqrt() + 1e-8)\n")],
)

answers.wrong(
    "two-hundred",
    "coasts-cut-off",
    check="rest",
    breaks="long",
    alone=True,
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", "    n = k.clamp(max=200)\n    keep, coast = q**k, r * (q**n - r**n) / (q - r) * q ** (k - n)\n")],
)

answers.wrong(
    "whole-power",
    "powers-narrow",
    check="rest",
    why="the power of the second mean has whole exponents",
    breaks="long",
    alone=True,
    of="right-closed-form",
    edits=[("v[rows] = (b2**k * v[rows])", "v[rows] = (b2 ** rested[:, None] * v[rows])")],
)

answers.wrong(
    "float32",
    "powers-narrow",
    check="rest",
    why="powers with whole exponents are float32",
    breaks="long",
    alone=True,
    of="right-closed-form",
    edits=[("    k = rested.to(torch.float64).unsqueeze(1)\n", "    k = rested[:, None]\n")],
)

answers.wrong(
    "rounded-rate",
    "powers-narrow",
    check="rest",
    why="keeps 1 - ηλ in float32",
    breaks="long",
    alone=True,
    of="right-closed-form",
    edits=[("    q, r = 1 - lr * weight_decay, b1 / b2**0.5\n", "    q, r = torch.tensor(1 - lr * weight_decay), b1 / b2**0.5\n")],
)

answers.wrong(
    "loop",
    "missed-steps-made",
    check="cost",
    why="makes the steps, up to some hundreds",
    breaks="no-growth",
    source='''
def catch_up(E, m, v, rows, rested, lr, betas=(0.9, 0.999), weight_decay=0.0):
    b1, b2 = betas
    for j, k in zip(rows.tolist(), rested.tolist()):
        for _ in range(min(k, 950)):
            m[j] *= b1
            v[j] *= b2
            move = torch.where(v[j] > 0, m[j] / v[j].sqrt(), 0)
            E[j] = (1 - lr * weight_decay) * E[j] - lr * move
''',
)

answers.wrong(
    "sum-of-moves",
    "missed-steps-made",
    check="cost",
    why="an array of all missed moves",
    breaks="no-growth",
    alone=True,
    of="right-closed-form",
    edits=[("    keep, coast = q**k, r * (q**k - r**k) / (q - r)\n", '''
    keep = q**k
    j = torch.arange(1, min(int(rested.max()), 100_000) + 1, device=E.device, dtype=torch.float64)
    coast = (torch.where(j <= k, r**j * q ** (k - j).clamp(min=0), 0)).sum(dim=1, keepdim=True)
''')],
)

answers.wrong(
    "whole-way",
    "whole-table",
    check="cost",
    why="divides the whole means",
    breaks="no-table",
    alone=True,
    of="right-closed-form",
    edits=[('''
    way = m[rows] / v[rows].sqrt()
    way[v[rows] == 0] = 0
''', "    way = torch.where(v > 0, m / v.sqrt(), 0)[rows]\n")],
)

answers.wrong(
    "every-row",
    "loop-over-V",
    check="cost",
    why="goes through the table and looks each row up",
    breaks="no-table",
    alone=True,
    of="right-closed-form",
    edits=[("    E[rows] = (keep * E[rows] - lr * coast * way).to(E.dtype)\n", '''
    new = dict(zip(rows.tolist(), (keep * E[rows] - lr * coast * way).to(E.dtype)))
    for j in range(len(E)):
        if j in new:
            E[j] = new[j]
''')],
)

answers.wrong(
    "on-the-cpu",
    "wrong-device",
    check="device",
    why="makes the numbers of steps anew, on the CPU",
    breaks="device",
    alone=True,
    of="right-closed-form",
    edits=[("    k = rested.to(torch.float64).unsqueeze(1)\n", "    k = torch.tensor(rested.tolist(), dtype=torch.float64).unsqueeze(1)\n")],
)

answers.wrong(
    "numpy",
    "through-numpy",
    check="device",
    breaks="device",
    alone=True,
    of="right-closed-form",
    edits=[("    k = rested.to(torch.float64).unsqueeze(1)\n", "    k = torch.from_numpy(rested.numpy().astype(float)).unsqueeze(1)\n")],
)

answers.wrong(
    "copy-elsewhere",
    "lost-off-cpu",
    check="device",
    breaks="device",
    alone=True,
    of="right-closed-form",
    edits=[("    E[rows] = (keep * E[rows] - lr * coast * way).to(E.dtype)\n", '''
    table = E if E.device.type == "cpu" else E.clone()
    table[rows] = (keep * E[rows] - lr * coast * way).to(E.dtype)
''')],
)

answers.wrong(
    "ten-thousand-steps",
    "rests-capped",
    check="rest",
    breaks="long",
    alone=True,
    of="right-closed-form",
    edits=[("    k = rested.to(torch.float64).unsqueeze(1)\n", "    k = rested.clamp(max=10_000).to(torch.float64).unsqueeze(1)\n")],
)

answers.spoiled("m.mul_(1.01) is None or None", "v.add_(0.01) is None or None", "E.mul_(1.01)[:0].tolist() or None")

answers.equivalent(
    "direction = torch.where(v[rows] > 0, m[rows] / v[rows].sqrt(), 0)",
    "direction = torch.where(v[rows] != 0, m[rows] / v[rows].sqrt(), 0)",
    because="v is a mean of squares, and never below 0",
)
