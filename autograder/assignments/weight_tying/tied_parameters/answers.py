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
    "trainable", "frozen-skipped", check="modules", breaks="frozen",
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
    "data-ptr", "by-memory", check="lookalikes", breaks="not-memory",
    why="compares addresses of memory",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(p.data_ptr(), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
''')

answers.wrong(
    "default", "duplicates-removed", check="groups", breaks="groups",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters():
        groups.setdefault(id(p), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
''')

answers.wrong(
    "equal", "by-value", check="lookalikes", breaks="not-values",
    why="compares numbers",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault((tuple(p.shape), tuple(p.detach().reshape(-1).tolist())), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
''')

answers.wrong(
    "named-modules", "shared-modules-missed", check="modules", breaks="shared-module",
    source='''
def tied_parameters(model):
    groups = {}
    for prefix, module in model.named_modules():
        for name, p in module.named_parameters(prefix, recurse=False):
            groups.setdefault(p, []).append(name)
    return [tuple(names) for names in groups.values() if len(names) > 1]
''')

answers.wrong(
    "numpy", "through-numpy", check="device", breaks="device",
    why="asks NumPy for the address",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault((id(p), p.detach().numpy().ctypes.data), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
''')

answers.wrong(
    "pairs", "pairs-only", check="groups", breaks="two-or-more",
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
    "pokes", "arguments-changed", check="groups", breaks="unchanged",
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
    "singles", "singles-listed", check="groups", breaks="groups-only",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(p), []).append(name)
    return [tuple(names) for names in groups.values()]
''')

answers.wrong(
    "sorted", "unordered", check="groups", breaks="order-of-names",
    why="sorts the names",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(p), []).append(name)
    return [tuple(sorted(names)) for names in groups.values() if len(names) >= 2]
''')

answers.wrong(
    "weights", "weights-only", check="modules", breaks="any-name",
    of="wrong-trainable", 
    old="        if not p.requires_grad:",
    new='        if name.split(".")[-1] != "weight":')

answers.wrong(
    "sorted-groups", "unordered", check="groups", breaks="order-of-groups",
    why="sorts the groups",
    of="wrong-trainable", edits=[('        if not p.requires_grad:\n            continue\n', ''), ('    return [tuple(names) for names in groups.values() if len(names) >= 2]', '    return sorted(tuple(names) for names in groups.values() if len(names) >= 2)')])

answers.wrong(
    "embed-and-head", "by-name", check="groups",
    of="wrong-trainable", edits=[('        if not p.requires_grad:', '        if "embed" not in name and "head" not in name:')])

answers.wrong(
    "not-empty", "empty-skipped", check="modules", breaks="empty",
    of="wrong-trainable", edits=[('        if not p.requires_grad:', '        if p.numel() == 0:')])

answers.wrong(
    "state-dict", "buffers-listed", check="modules", breaks="no-buffers",
    of="wrong-trainable", edits=[('    for name, p in model.named_parameters(remove_duplicate=False):', '    for name, p in model.state_dict(keep_vars=True).items():'), ('        if not p.requires_grad:\n            continue\n', '')])

answers.wrong(
    "children", "root-skipped", check="groups",
    of="wrong-trainable", edits=[('    for name, p in model.named_parameters(remove_duplicate=False):', '    for name, p in ((f"{n}.{k}", p) for n, c in model.named_children() for k, p in c.named_parameters(remove_duplicate=False)):'), ('        if not p.requires_grad:\n            continue\n', '')])

answers.wrong(
    "one-level", "not-deep", check="groups", breaks="any-depth",
    of="wrong-trainable", edits=[('        if not p.requires_grad:', '        if name.count(".") > 1:')])

answers.wrong(
    "last-part", "own-names", check="groups", breaks="names",
    of="wrong-trainable", edits=[('        if not p.requires_grad:\n            continue\n', ''), ('    return [tuple(names) for names in groups.values() if len(names) >= 2]', '    return [tuple(name.split(".")[-1] for name in names) for names in groups.values() if len(names) >= 2]')])

answers.wrong(
    "none-for-none", "no-list", check="groups", breaks="empty-list",
    why="returns None without a tie",
    of="wrong-trainable", edits=[('        if not p.requires_grad:\n            continue\n', ''), ('    return [tuple(names) for names in groups.values() if len(names) >= 2]', '    return [tuple(names) for names in groups.values() if len(names) >= 2] or None')])

answers.wrong(
    "tuple-of-tuples", "no-list", check="groups", breaks="list",
    why="returns a tuple",
    of="wrong-trainable", edits=[('        if not p.requires_grad:\n            continue\n', ''), ('    return [tuple(names) for names in groups.values() if len(names) >= 2]', '    return tuple(tuple(names) for names in groups.values() if len(names) >= 2)')])

answers.wrong(
    "lists", "no-tuples", check="groups", breaks="tuples",
    of="wrong-trainable", edits=[('        if not p.requires_grad:\n            continue\n', ''), ('    return [tuple(names) for names in groups.values() if len(names) >= 2]', '    return [names for names in groups.values() if len(names) >= 2]')])

answers.wrong(
    "evaluates", "arguments-changed", check="groups",
    why="puts the model into evaluation mode",
    of="wrong-trainable", edits=[('    groups = {}\n', '    model.eval()\n    groups = {}\n'), ('        if not p.requires_grad:\n            continue\n', '')])

answers.spoiled(
    "[g[::-1] + g for g in right]",
    "right + [('a', 'b')]",
    "[', '.join(g) for g in right]")

answers.wrong(
    "first-two", "pairs-only", check="groups",
    why="lists the first two names of a group",
    source='''
def tied_parameters(model):
    names = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        names.setdefault(id(p), []).append(name)
    return [tuple(group[:2]) for group in names.values() if len(group) > 1]
''')

answers.wrong(
    "thaws", "arguments-changed", check="modules", breaks="unchanged",
    why="switches requires_grad on",
    source='''
def tied_parameters(model):
    names = {}
    for name, p in model.requires_grad_().named_parameters(remove_duplicate=False):
        names.setdefault(id(p), []).append(name)
    return [tuple(group) for group in names.values() if len(group) > 1]
''')

answers.wrong(
    "marks-the-model", "arguments-changed", check="groups", breaks="unchanged",
    why="keeps its dictionary on the model",
    source='''
def tied_parameters(model):
    model.tied = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        model.tied.setdefault(id(p), []).append(name)
    return [tuple(g) for g in model.tied.values() if len(g) > 1]
''')

answers.wrong(
    "names-on-parameters", "arguments-changed", check="modules",
    why="keeps the names on the parameters",
    source='''
def tied_parameters(model):
    everything = list(model.named_parameters(remove_duplicate=False))
    for name, p in everything:
        p.names = []
    for name, p in everything:
        p.names.append(name)
    return list(dict.fromkeys(tuple(p.names) for _, p in everything if len(p.names) > 1))
''')

answers.wrong(
    "inner-names", "names-in-one-module", check="modules", alone=True,
    source='''
def tied_parameters(model):
    groups = {}
    for path, module in model.named_modules(remove_duplicate=False):
        for name, p in module.named_parameters(prefix=path, recurse=False):
            groups.setdefault(id(p), []).append(name)
    return [tuple(g) for g in groups.values() if len(g) > 1]
''')

answers.wrong(
    "to-the-cpu", "model-moved", check="device", alone=True,
    source='''
def tied_parameters(model):
    model = model.cpu()
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(p), []).append(name)
    return [tuple(g) for g in groups.values() if len(g) > 1]
''')

answers.wrong(
    "clears-gradients", "arguments-changed", check="modules",
    why="clears the gradients of the model",
    source='''
def tied_parameters(model):
    model.zero_grad()
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(p), []).append(name)
    return [tuple(g) for g in groups.values() if len(g) > 1]
''')

answers.wrong(
    "cached", "remembered", check="groups", alone=True, breaks="groups",
    source='''
import functools


@functools.lru_cache
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(p), []).append(name)
    return [tuple(g) for g in groups.values() if len(g) > 1]
''')

answers.wrong(
    "missing-biases", "none-listed", check="groups", alone=True, breaks="groups",
    source='''
def tied_parameters(model):
    groups = {}
    for path, module in model.named_modules(remove_duplicate=False):
        for name, p in module._parameters.items():
            groups.setdefault(id(p), []).append(f"{path}.{name}" if path else name)
    return [tuple(g) for g in groups.values() if len(g) > 1]
''')

answers.wrong(
    "dotted", "root-dotted", check="groups", breaks="names",
    source='''
def tied_parameters(model):
    groups = {}
    for path, module in model.named_modules(remove_duplicate=False):
        for name, p in module._parameters.items():
            if p is not None:
                groups.setdefault(id(p), []).append(f"{path}.{name}")
    return [tuple(g) for g in groups.values() if len(g) > 1]
''')

answers.wrong(
    "addresses", "by-memory", check="lookalikes", alone=True, breaks="not-memory",
    why="compares addresses, and objects where there is no memory",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault((p.data_ptr(), p.shape) if p.numel() else id(p), []).append(name)
    return [tuple(g) for g in groups.values() if len(g) > 1]
''')

answers.wrong(
    "equal-numbers", "by-value", check="lookalikes", alone=True, breaks="not-values",
    why="compares numbers, and objects where there are none",
    of="wrong-trainable", edits=[("        if not p.requires_grad:\n            continue\n        groups.setdefault(id(p), [])", "        groups.setdefault(str(p.tolist()) if p.numel() else id(p), [])")])

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "return [tuple(group) for group in names.values() if len(group) > 1]",
    "return [tuple(group) for group in names.values() if len(group) != 1]",
    because="every group begins with a name, so none is empty",
)
