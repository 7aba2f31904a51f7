"""Answers to `tied_parameters` of weight-tying."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "by-id", how="a dictionary from identity to names; lists in a list, sorted",
    source='''
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(p), []).append(name)
    return sorted(sorted(names) for names in groups.values() if len(names) >= 2)
''')

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

EACH = "    for name, p in model.named_parameters(remove_duplicate=False):\n"
ADD = "        groups.setdefault(id(p), []).append(name)\n"
RETURN = "    return sorted(sorted(names) for names in groups.values() if len(names) >= 2)"
GROUPS = "    groups = {}\n"


def keyed(key: str) -> str:
    return f"        groups.setdefault({key}, []).append(name)\n"


answers.wrong(
    "default", "duplicates-removed", check="groups", breaks="groups",
    of="right-by-id", old=EACH, new="    for name, p in model.named_parameters():\n")

answers.wrong(
    "trainable", "frozen-skipped", check="modules", breaks="any-module",
    of="right-by-id", old=ADD, new="        if not p.requires_grad:\n            continue\n" + ADD)

answers.wrong(
    "weights", "weights-only", check="modules", breaks="shared-module",
    of="right-by-id", old=ADD, new='        if name.split(".")[-1] != "weight":\n            continue\n' + ADD)

answers.wrong(
    "embed-and-head", "by-name", check="groups", breaks="any-module",
    of="right-by-id", old=ADD, new='        if "embed" not in name and "head" not in name:\n            continue\n' + ADD)

answers.wrong(
    "one-level", "not-deep", check="groups", breaks="any-module",
    of="right-by-id", old=ADD, new='        if name.count(".") > 1:\n            continue\n' + ADD)

answers.wrong(
    "data-ptr", "one-memory", check="lookalikes", breaks="not-memory",
    of="right-by-id", old=ADD, new=keyed("p.data_ptr()"))

answers.wrong(
    "loaded-alias", "one-memory", check="fates", breaks="not-memory",
    why="asks whether two tensors lie at one place",
    source='''
def tied_parameters(model):
    groups = []
    for name, p in model.named_parameters(remove_duplicate=False):
        for known, names in groups:
            if known.is_set_to(p):
                names.append(name)
                break
        else:
            groups.append((p, [name]))
    return [tuple(names) for _, names in groups if len(names) > 1]
''')

answers.wrong(
    "equal", "equal-numbers", check="lookalikes", breaks="not-values",
    of="right-by-id", old=ADD, new=keyed("(tuple(p.shape), str(p.tolist()))"))

answers.wrong(
    "equal-or-turned", "equal-numbers", check="fates", breaks="not-values",
    why="takes a transpose with equal numbers for a tie as well",
    source='''
def tied_parameters(model):
    def same(a, b):
        return a.shape == b.shape and torch.equal(a, b) or a.ndim == 2 and a.T.shape == b.shape and torch.equal(a.T, b)

    groups = []
    for name, p in model.named_parameters(remove_duplicate=False):
        for known, names in groups:
            if same(known, p):
                names.append(name)
                break
        else:
            groups.append((p, [name]))
    return [tuple(names) for _, names in groups if len(names) > 1]
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
    "inner-names", "names-in-one-module", check="modules", alone=True, breaks="any-module",
    of="wrong-named-modules", old="model.named_modules()", new="model.named_modules(remove_duplicate=False)")

answers.wrong(
    "missing-biases", "none-listed", check="groups", breaks="groups",
    source='''
def tied_parameters(model):
    groups = {}
    for path, module in model.named_modules(remove_duplicate=False):
        for name, p in module._parameters.items():
            groups.setdefault(id(p), []).append(f"{path}.{name}" if path else name)
    return [tuple(g) for g in groups.values() if len(g) > 1]
''')

answers.wrong(
    "to-first", "pairs-only", check="groups", breaks="groups",
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
    "first-two", "pairs-only", check="groups",
    why="lists the first two names of a group",
    of="right-by-id", old=RETURN, new="    return [tuple(names[:2]) for names in groups.values() if len(names) >= 2]")

answers.wrong(
    "singles", "singles-listed", check="groups", breaks="nothing",
    of="right-by-id", old=RETURN, new="    return [tuple(names) for names in groups.values()]")

answers.wrong(
    "state-dict", "buffers-listed", check="modules", breaks="no-buffers",
    of="right-by-id", old=EACH, new="    for name, p in model.state_dict(keep_vars=True).items():\n")

answers.wrong(
    "children", "root-skipped", check="groups",
    of="right-by-id", old=EACH, new='    for name, p in ((f"{n}.{k}", p) for n, c in model.named_children() for k, p in c.named_parameters(remove_duplicate=False)):\n')

answers.wrong(
    "last-part", "own-names", check="groups", breaks="names",
    of="right-by-id", old=RETURN, new='    return [tuple(n.split(".")[-1] for n in names) for names in groups.values() if len(names) >= 2]')

answers.wrong(
    "pokes", "arguments-changed", check="modules", breaks="unchanged",
    why="adds one to each parameter and looks which others move",
    source='''
def tied_parameters(model):
    everything = list(model.named_parameters(remove_duplicate=False))
    found = []
    for name, p in everything:
        before = [id(q) for _, q in everything]
        with torch.no_grad():
            p.add_(1.0)
        group = tuple(n for n, q in everything if q is p)
        if len(group) > 1 and group not in found:
            found.append(group)
    return found
''')

answers.wrong(
    "cached", "remembered", check="fates", alone=True, breaks="groups",
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
    "numpy", "through-numpy", check="device", breaks="device", alone=True,
    why="asks NumPy for the address",
    of="right-by-id", old=ADD, new=keyed("(id(p), p.detach().numpy().ctypes.data)"))

answers.wrong(
    "to-the-cpu", "model-moved", check="device", alone=True, breaks="unchanged",
    of="right-by-id", old=GROUPS, new="    model = model.cpu()\n    groups = {}\n")

answers.spoiled(
    "[g[::-1] + g for g in right]",
    "right + [('a', 'b')]",
    "[', '.join(g) for g in right]",
    "{}",
    "None")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "return [tuple(group) for group in names.values() if len(group) > 1]",
    "return [tuple(group) for group in names.values() if len(group) != 1]",
    because="every group begins with a name, so none is empty",
)
