"""Answers to `tied_parameters` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "from-first", how="starts from each distinct Parameter and collects its names",
    source='''
def tied_parameters(model):
    everything = list(model.named_parameters(remove_duplicate=False))
    found = []
    for _, p in model.named_parameters():
        group = tuple(name for name, other in everything if other is p)
        if len(group) > 1:
            found.append(group)
    return found
''')

answers.right(
    "pairs", how="compares each name with the names before it",
    source='''
def tied_parameters(model):
    groups = []
    for name, p in model.named_parameters(remove_duplicate=False):
        for known, names in groups:
            if known is p:
                names.append(name)
                break
        else:
            groups.append((p, [name]))
    return [tuple(names) for _, names in groups if len(names) > 1]
''')

answers.right(
    "walk", how="walks the tree of modules itself",
    source='''
def tied_parameters(model):
    def walk(module, prefix):
        for name, p in module._parameters.items():
            if p is not None:
                yield prefix + name, p
        for name, child in module._modules.items():
            if child is not None:
                yield from walk(child, prefix + name + ".")

    names = {}
    for name, p in walk(model, ""):
        names.setdefault(p, []).append(name)
    return [tuple(group) for group in names.values() if len(group) > 1]
''')

answers.wrong(
    "trainable", "frozen-skipped", check="modules",
    why="skips what does not learn",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        if not p.requires_grad:
            continue
        groups.setdefault(id(p), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
''')

answers.wrong(
    "data-ptr", "by-memory", check="lookalikes",
    why="compares addresses of memory",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(p.data_ptr(), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
''')

answers.wrong(
    "default", "duplicates-removed", check="groups",
    why="named_parameters leaves out the second name",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters():
        groups.setdefault(id(p), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
''')

answers.wrong(
    "equal", "by-value", check="lookalikes",
    why="compares numbers",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault((tuple(p.shape), tuple(p.detach().reshape(-1).tolist())), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
''')

answers.wrong(
    "named-modules", "shared-modules-missed", check="modules",
    why="walks named_modules, which lists a module once",
    source='''
def tied_parameters(model):
    groups = {}
    for prefix, module in model.named_modules():
        for name, p in module.named_parameters(prefix, recurse=False):
            groups.setdefault(p, []).append(name)
    return [tuple(names) for names in groups.values() if len(names) > 1]
''')

answers.wrong(
    "numpy", "through-numpy", check="device",
    why="asks NumPy for the address",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault((id(p), p.detach().numpy().ctypes.data), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
''')

answers.wrong(
    "pairs", "pairs-only", check="groups",
    why="lists a name with the first one of its Parameter",
    source='''
def tied_parameters(model):
    first, pairs = {}, []
    for name, p in model.named_parameters(remove_duplicate=False):
        if p in first:
            pairs.append((first[p], name))
        else:
            first[p] = name
    return pairs
''')

answers.wrong(
    "pokes", "arguments-changed", check="groups",
    why="adds one to each parameter and looks which others move",
    source='''
def tied_parameters(model):
    everything = list(model.named_parameters(remove_duplicate=False))
    seen, found = set(), []
    for name, p in everything:
        before = {n: q.detach().clone() for n, q in everything}
        with torch.no_grad():
            p.add_(1.0)
        group = tuple(n for n, q in everything if not torch.equal(before[n], q))
        if len(group) > 1 and group not in seen:
            seen.add(group)
            found.append(group)
    return found
''')

answers.wrong(
    "singles", "singles-listed", check="groups",
    why="lists every Parameter",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(p), []).append(name)
    return [tuple(names) for names in groups.values()]
''')

answers.wrong(
    "sorted", "unordered", check="groups",
    why="sorts the names",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(p), []).append(name)
    return [tuple(sorted(names)) for names in groups.values() if len(names) >= 2][::-1]
''')

answers.wrong(
    "weights", "weights-only", check="modules",
    why="looks at the weights alone",
    of="wrong-trainable", 
    old="        if not p.requires_grad:",
    new='        if name.split(".")[-1] != "weight":')

answers.spoiled(
    "[g[::-1] + g for g in right]",
    "right + [('a', 'b')]",
    "tuple(right)",
    "None",
    "[list(g) for g in right]",
    "[', '.join(g) for g in right]")
