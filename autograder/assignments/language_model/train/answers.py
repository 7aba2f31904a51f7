"""Answers to `train`."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "shares", how="each call holds its share of the mean",
    source='''
def train(model, ids, steps, batch, window, lr, seed, at_once=None):
    rng = np.random.default_rng(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.1)
    losses = []
    for step in range(steps):
        starts = rng.integers(0, len(ids) - window, size=batch)
        w = torch.stack([ids[s : s + window + 1] for s in starts.tolist()])
        optimizer.zero_grad()
        loss_here = 0.0
        for first in range(0, batch, at_once or batch):
            part = w[first : first + (at_once or batch)]
            x, y = part[:, :-1], part[:, 1:]
            z = model(x)
            loss = F.cross_entropy(z.reshape(-1, z.shape[-1]), y.reshape(-1))
            share = len(part) / batch
            (loss * share).backward()
            loss_here += loss.item() * share
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss_here)
    return losses
''')

answers.right(
    "sums", how="sums over all positions, divided once; unfolded windows",
    source='''
def train(model, ids, steps, batch, window, lr, seed, at_once=None):
    torch.manual_seed(seed)
    every = ids.unfold(0, window + 1, 1)
    parameters = list(model.parameters())
    optimizer = torch.optim.AdamW(parameters, lr, weight_decay=0.1)
    losses = []
    for _ in range(steps):
        chosen = every[torch.randint(len(every), (batch,)).to(ids.device)]
        model.zero_grad(set_to_none=True)
        loss = 0.0
        for part in torch.split(chosen, at_once or batch):
            z = model(part[:, :-1]).transpose(1, 2)
            some = F.cross_entropy(z, part[:, 1:], reduction="sum") / (batch * window)
            some.backward()
            loss += float(some.detach())
        nn.utils.clip_grad_norm_(parameters, max_norm=1.0)
        optimizer.step()
        losses += [loss]
    return losses
''')

answers.right(
    "by-hand", how="gradients by autograd.grad, clipping by hand, losses kept on the device until the end",
    source='''
def train(model, ids, steps, batch, window, lr, seed, at_once=None):
    g = torch.Generator()
    g.manual_seed(seed)
    parameters = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=lr, weight_decay=0.1)
    losses = torch.zeros(steps, dtype=torch.float64)
    size = min(at_once or batch, batch)
    for n in range(steps):
        begin = torch.randint(0, len(ids) - window, (batch,), generator=g)
        places = begin[:, None] + torch.arange(window + 1)[None]
        windows = ids[places.to(ids.device)]
        total = [torch.zeros_like(p) for p in parameters]
        for part in [windows[i : i + size] for i in range(0, batch, size)]:
            log_p = model(part[:, :-1]).log_softmax(dim=-1)
            loss = -log_p.gather(-1, part[:, 1:, None]).sum() / (batch * window)
            total = [t + s for t, s in zip(total, torch.autograd.grad(loss, parameters))]
            losses[n] += loss.detach().cpu()
        norm = torch.stack([t.square().sum() for t in total]).sum().sqrt()
        scale = (1 / norm).clamp(max=1.0)
        for p, t in zip(parameters, total):
            p.grad = t * scale
        optimizer.step()
    return losses.tolist()
''')

answers.wrong(
    "unshifted", "targets-not-shifted", check="steps", breaks="targets",
    of="right-shares", old="part[:, :-1], part[:, 1:]", new="part[:, :-1], part[:, :-1]")

answers.wrong(
    "last", "only-last-position", check="steps", breaks="mean",
    of="right-shares", edits=[("z = model(x)", "z = model(x)[:, -1]"), ("y.reshape(-1)", "y[:, -1]")])

answers.wrong(
    "kept", "gradients-kept", check="steps",
    of="right-shares", old="        optimizer.zero_grad()\n", new="")

answers.wrong(
    "unclipped", "norm-not-clipped", check="steps", breaks="clips",
    of="right-shares", old="        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n", new="")

answers.wrong(
    "each-number", "norm-not-clipped", check="steps",
    why="clips every number on its own",
    of="right-shares", old="clip_grad_norm_", new="clip_grad_value_")

answers.wrong(
    "clip-apart", "parameters-clipped-apart", check="steps",
    of="right-shares", old="        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n", new="        for p in model.parameters():\n            torch.nn.utils.clip_grad_norm_(p, 1.0)\n")

answers.wrong(
    "normed", "short-stretched", check="steps",
    why="brings short gradients to the length 1 too",
    of="right-by-hand", old="(1 / norm).clamp(max=1.0)", new="1 / norm")

answers.wrong(
    "clip-late", "norm-not-clipped", check="steps",
    why="clips after the step",
    of="right-shares", edits=[("        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n        optimizer.step()", "        optimizer.step()\n        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)")])

answers.wrong(
    "sgd", "other-optimizer", check="steps",
    of="right-shares", old="torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.1)", new="torch.optim.SGD(model.parameters(), lr=lr)")

answers.wrong(
    "adam", "other-optimizer", check="steps",
    why="Adam, whose decay is a part of the gradient",
    of="right-shares", old="torch.optim.AdamW", new="torch.optim.Adam")

answers.wrong(
    "vectors", "vectors-undecayed", check="steps", breaks="adamw",
    of="right-shares", old="torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.1)", new="torch.optim.AdamW([{'params': [p], 'weight_decay': 0.1 * (p.ndim > 1)} for p in model.parameters()], lr=lr)")

answers.wrong(
    "usual-decay", "other-optimizer", check="steps", breaks="adamw",
    why="the decay of the library",
    of="right-shares", old=", weight_decay=0.1", new="")

answers.wrong(
    "not-yet", "step-too-early", check="steps",
    why="steps and forgets before it goes back",
    of="right-shares", edits=[("        optimizer.zero_grad()\n", ""), ("            loss = F.", "            optimizer.step() if first == 0 else None\n            optimizer.zero_grad() if first == 0 else None\n            loss = F."),
                              ("        optimizer.step()\n        losses", "        losses")])

answers.wrong(
    "early", "step-too-early", check="steps",
    why="steps with the gradient that is still there",
    of="right-shares", edits=[("        optimizer.zero_grad()\n", "        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n        optimizer.step()\n        optimizer.zero_grad()\n"),
                              ("        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n        optimizer.step()\n        losses", "        losses")])

answers.wrong(
    "after", "loss-after-step", check="steps", breaks="before",
    of="right-shares", old="        losses.append(loss_here)", new="        with torch.no_grad():\n            losses.append(F.cross_entropy(model(w[:, :-1]).flatten(0, 1), w[:, 1:].flatten()).item())")

answers.wrong(
    "sum", "sum-in-place-of-mean", check="steps",
    of="right-shares", old="y.reshape(-1))", new='y.reshape(-1), reduction="sum")')

answers.wrong(
    "tensors", "losses-are-tensors", check="steps", breaks="floats",
    why="appends the loss itself",
    of="right-shares", old="loss_here += loss.item() * share", new="loss_here = loss_here + loss * share")

answers.wrong(
    "one-tensor", "losses-are-tensors", check="steps",
    why="returns a tensor of all",
    of="right-by-hand", old="losses.tolist()", new="losses")

answers.wrong(
    "copy", "model-not-moved", check="steps", breaks="in-place",
    why="trains a deep copy",
    of="right-shares", old="    losses = []", new="    import copy\n\n    model = copy.deepcopy(model)\n    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.1)\n    losses = []")

answers.wrong(
    "zeroed", "model-not-moved", check="steps",
    why="forgets the gradients before the step",
    of="right-shares", edits=[("        optimizer.zero_grad()\n", ""), ("        optimizer.step()", "        optimizer.zero_grad()\n        optimizer.step()")])

answers.wrong(
    "no-step", "model-not-moved", check="steps",
    why="never steps",
    of="right-shares", old="        optimizer.step()\n", new="")

answers.wrong(
    "one-beginning", "one-window", check="steps", breaks="batch",
    of="right-shares", old="starts.tolist()]", new="starts[:1].tolist() * batch]")

answers.wrong(
    "again", "same-batch-again", check="steps",
    of="right-shares", old="        starts = ", new="        rng = np.random.default_rng(seed)\n        starts = ")

answers.wrong(
    "scattered", "no-neighbours", check="steps",
    why="draws every id on its own",
    of="right-shares", old="torch.stack([ids[s : s + window + 1] for s in starts.tolist()])", new="ids[torch.tensor(rng.integers(0, len(ids), (batch, window + 1))).to(ids.device)]")

answers.wrong(
    "short", "last-window-missing", check="steps", breaks="whole-text",
    of="right-shares", old="len(ids) - window, size", new="max(len(ids) - window - 1, 1), size")

answers.wrong(
    "beyond", "last-window-missing", check="steps",
    why="draws a window that ends behind the text",
    of="right-by-hand", old="len(ids) - window, (batch,)", new="len(ids) - window + 1, (batch,)")

answers.wrong(
    "unseeded", "seed-ignored", check="steps", breaks="seed",
    of="right-shares", old="np.random.default_rng(seed)", new="np.random.default_rng()")

answers.wrong(
    "global", "seed-ignored", check="steps",
    why="a generator is seeded and not used",
    of="right-by-hand", old="(batch,), generator=g)", new="(batch,))")

answers.wrong(
    "zero-seed", "seed-fixed", check="steps",
    of="right-shares", old="np.random.default_rng(seed)", new="np.random.default_rng(0)")

answers.wrong(
    "added", "calls-added-up", check="pieces", breaks="pieces", alone=True,
    of="right-shares", old="share = len(part) / batch", new="share = 1.0")

answers.wrong(
    "equal", "calls-weigh-equal", check="pieces",
    of="right-shares", old="share = len(part) / batch", new="share = 1 / math.ceil(batch / (at_once or batch))")

answers.wrong(
    "step-each", "step-in-each-call", check="pieces",
    of="right-shares", edits=[("            (loss * share).backward()", "            optimizer.zero_grad()\n            loss.backward()\n            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n            optimizer.step()"),
                              ("            loss_here += loss.item() * share", "            loss_here = loss.item()"),
                              ("        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n        optimizer.step()\n        losses", "        losses")])

answers.wrong(
    "clip-each", "clipped-in-each-call", check="pieces", breaks="pieces", alone=True,
    of="right-sums", edits=[("        nn.utils.clip_grad_norm_(parameters, max_norm=1.0)\n", ""),
                            ("            some.backward()\n", "            some.backward()\n            nn.utils.clip_grad_norm_(parameters, max_norm=1.0)\n")])

answers.wrong(
    "zero-each", "only-last-call", check="pieces",
    of="right-shares", edits=[("        optimizer.zero_grad()\n", ""), ("            (loss * share).backward()", "            optimizer.zero_grad()\n            loss.backward()")])

answers.wrong(
    "last-loss", "loss-of-last-call", check="pieces",
    of="right-shares", old="loss_here += loss.item() * share", new="loss_here = loss.item()")

answers.wrong(
    "all", "batch-at-once", check="pieces", breaks="most", alone=True,
    of="right-shares", old="    losses = []", new="    losses, at_once = [], None")

answers.wrong(
    "one-backward", "graphs-kept", check="pieces", breaks="in-memory", alone=True,
    of="right-shares", edits=[("loss_here = 0.0", "loss_here, whole = 0.0, 0.0"), ("            (loss * share).backward()\n", "            whole = whole + loss * share\n"),
                              ("        torch.nn.utils", "        whole.backward()\n        torch.nn.utils")])

answers.wrong(
    "from-lists", "wrong-device", check="device", breaks="device", alone=True,
    why="makes windows of Python lists, on the CPU",
    of="right-shares", old="torch.stack([ids[s : s + window + 1] for s in starts.tolist()])", new="torch.tensor([ids[s : s + window + 1].tolist() for s in starts.tolist()])")

answers.wrong(
    "windows-of-numpy", "through-numpy", check="device", alone=True,
    why="cuts windows out of a NumPy array",
    of="right-shares", old="    losses = []", new="    text = ids.numpy()\n    ids = torch.from_numpy(text)\n    losses = []")

answers.wrong(
    "side-by-side", "windows-in-a-row", check="steps",
    of="right-shares", old='starts = rng.integers(0, len(ids) - window, size=batch)', new='starts = (rng.integers(0, len(ids) - window) + np.arange(batch)) % (len(ids) - window)')

answers.wrong(
    "last-dropped", "windows-lost", check="pieces",
    of="right-shares", old='            x, y = part', new='            if first and len(part) < (at_once or batch):\n                continue\n            x, y = part')

answers.wrong(
    "backwards", "asked-backwards", check="steps",
    of="right-shares", old='part[:, :-1], part[:, 1:]', new='part[:, 1:], part[:, :-1]')

answers.wrong(
    "new-optimizer", "moments-forgotten", check="steps",
    of="right-shares", old='        optimizer.zero_grad()\n', new='        optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.1)\n        optimizer.zero_grad()\n')

answers.spoiled(
    "[1.01 * loss for loss in right]",
    "right[1:]",
    "sum(right)",
    "None",
    "[loss + 0.1 for loss in right]",
    "right[::-1]")

answers.equivalent(
    "generator, losses = torch.Generator().manual_seed(seed), []",
    "generator, losses = torch.manual_seed(seed), []",
    because="PyTorch's own generator, set to the seed, draws the same numbers.",
)
