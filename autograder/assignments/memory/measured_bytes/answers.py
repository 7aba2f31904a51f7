"""Answers to `measured_bytes` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "device", how="devices and addresses as keys, the tensor's device and not the storage's",
    source='''
def measured_bytes(model, optimizer=None):
    def held(tensors):
        sizes = {}
        for tensor in tensors:
            storage = tensor.untyped_storage()
            sizes[str(tensor.device), storage.data_ptr()] = storage.nbytes()
        return sum(sizes.values())

    parameters = list(model.parameters())
    gradients = [p.grad for p in parameters if p.grad is not None]
    kept = []
    if optimizer is not None:
        for values in map(dict.values, optimizer.state.values()):
            kept += filter(torch.is_tensor, values)
    return Measured(held(parameters), held(gradients), held(kept))
''')

answers.right(
    "seen", how="a set of addresses seen, and a plain tuple",
    source='''
def measured_bytes(model, optimizer=None):
    def add_up(tensors):
        seen, total = set(), 0
        for tensor in tensors:
            if tensor is None:
                continue
            storage = tensor.untyped_storage()
            if storage.data_ptr() not in seen:
                seen.add(storage.data_ptr())
                total += len(storage)
        return total

    kept = []
    if optimizer:
        for p in optimizer.state:
            kept.extend(value for value in optimizer.state[p].values() if isinstance(value, torch.Tensor))
    every = [p for module in model.modules() for p in module._parameters.values()]
    return add_up(every), add_up(p.grad for p in every if p is not None), add_up(kept)
''')

answers.right(
    "state-dict", how="the states out of the optimizer's state_dict; pairs of address and size in sets",
    source='''
def measured_bytes(model, optimizer=None):
    def pairs(tensors):
        return {(t.untyped_storage().data_ptr(), t.untyped_storage().nbytes()) for t in tensors}

    states = set()
    if optimizer is not None:
        for entry in optimizer.state_dict()["state"].values():
            states |= pairs(v for v in entry.values() if isinstance(v, torch.Tensor))
    weights = pairs(p for _, p in model.named_parameters())
    grads = pairs(p.grad for p in model.parameters() if p.grad is not None)
    return Measured(*(sum(n for _, n in found) for found in (weights, grads, states)))
''')

answers.right(
    "typed", how="typed storages, three dictionaries",
    source='''
def measured_bytes(model, optimizer=None):
    sizes = [{}, {}, {}]

    def note(place, tensor):
        if isinstance(tensor, torch.Tensor):
            raw = tensor.detach().untyped_storage()
            sizes[place].setdefault(raw.data_ptr(), raw.size())

    for _, parameter in model.named_parameters(remove_duplicate=False):
        note(0, parameter)
        note(1, parameter.grad)
    for state in getattr(optimizer, "state", {}).values():
        for value in state.values():
            note(2, value)
    return Measured(*(sum(found.values()) for found in sizes))
''')

answers.wrong(
    "weights-first", "one-count-for-all", check="gradients",
    why="does not count gradients that lie in a storage of the weights",
    of="right-seen", edits=[("    def add_up(tensors):\n        seen, total = set(), 0\n", "    seen = set()\n\n    def add_up(tensors):\n        total = 0\n")])

answers.wrong(
    "address", "tensor-address", check="storages", breaks="once",
    source='''
def measured_bytes(model, optimizer=None):
    def size(tensors):
        storages = {}
        for t in tensors:
            s = t.untyped_storage()
            storages[t.data_ptr()] = s.nbytes()
        return sum(storages.values())

    states = []
    if optimizer is not None:
        for state in optimizer.state.values():
            states += [v for v in state.values() if torch.is_tensor(v)]
    parameters = list(model.parameters())
    gradients = [p.grad for p in parameters if p.grad is not None]
    return Measured(size(parameters), size(gradients), size(states))
''')

answers.wrong(
    "adam", "states-assumed", check="states", breaks="tensors",
    of="wrong-address", edits=[("            storages[t.data_ptr()] = s.nbytes()", "            storages[s.data_ptr()] = s.nbytes()"), ("    return Measured(size(parameters), size(gradients), size(states))", "    return Measured(size(parameters), size(gradients), 2 * size(parameters) if optimizer else 0)")])

answers.wrong(
    "assumed", "gradients-assumed", check="gradients", breaks="gradients",
    of="wrong-address", edits=[("            storages[t.data_ptr()] = s.nbytes()", "            storages[s.data_ptr()] = s.nbytes()"), ("    return Measured(size(parameters), size(gradients), size(states))", "    return Measured(size(parameters), size([p for p in parameters if p.requires_grad]), size(states))")])

answers.wrong(
    "buffers", "buffers-counted", check="parameters", breaks="buffers",
    of="wrong-address", edits=[("            storages[t.data_ptr()] = s.nbytes()", "            storages[s.data_ptr()] = s.nbytes()"), ("    return Measured(size(parameters), size(gradients), size(states))", "    return Measured(size(model.state_dict().values()), size(gradients), size(states))")])

answers.wrong(
    "cleared", "model-changed", check="gradients", breaks="unchanged",
    of="wrong-address", edits=[("            storages[t.data_ptr()] = s.nbytes()", "            storages[s.data_ptr()] = s.nbytes()"), ('''
    return Measured(size(parameters), size(gradients), size(states))
''', '''
    answer = Measured(size(parameters), size(gradients), size(states))
    model.zero_grad()
    return answer
''')])

answers.wrong(
    "counters", "counters-skipped", check="states", breaks="counters",
    of="wrong-address", edits=[("            storages[t.data_ptr()] = s.nbytes()", "            storages[s.data_ptr()] = s.nbytes()"), ("            states += [v for v in state.values() if torch.is_tensor(v)]", "            states += [v for v in state.values() if torch.is_tensor(v) and v.ndim > 0]")])

answers.wrong(
    "float32", "itemsize-fixed", check="parameters", breaks="dtype",
    why="four bytes for each number",
    of="wrong-address", 
    old="            storages[t.data_ptr()] = s.nbytes()",
    new="            storages[s.data_ptr()] = s.nbytes() // t.element_size() * 4")

answers.wrong(
    "no-optimizer", "no-optimizer-fails", check="states", breaks="no-optimizer",
    source='''
def measured_bytes(model, optimizer=None):
    def size(tensors):
        storages = {}
        for t in tensors:
            s = t.untyped_storage()
            storages[s.data_ptr()] = s.nbytes()
        return sum(storages.values())

    states = []
    for state in optimizer.state.values():
        states += [v for v in state.values() if torch.is_tensor(v)]
    parameters = list(model.parameters())
    gradients = [p.grad for p in parameters if p.grad is not None]
    return Measured(size(parameters), size(gradients), size(states))
''')

answers.wrong(
    "none", "missing-gradient-fails", check="gradients", breaks="none",
    of="wrong-address", edits=[("            storages[t.data_ptr()] = s.nbytes()", "            storages[s.data_ptr()] = s.nbytes()"), ("    gradients = [p.grad for p in parameters if p.grad is not None]", "    gradients = [p.grad for p in parameters]")])

answers.wrong(
    "numpy", "cpu-only", check="device", breaks="device",
    of="wrong-address", old='''
            storages[t.data_ptr()] = s.nbytes()
''', new='''
            if t.dtype != torch.bfloat16:  # which NumPy lacks
                t.detach().numpy()
            storages[s.data_ptr()] = s.nbytes()
''')

answers.wrong(
    "parameters", "shared-counted-twice", check="storages", breaks="shared",
    why="model.parameters() removes duplicates, and no more",
    of="wrong-address", old='''
        storages = {}
        for t in tensors:
            s = t.untyped_storage()
            storages[t.data_ptr()] = s.nbytes()
        return sum(storages.values())
''', new='''
        return sum(t.numel() * t.element_size() for t in tensors)
''')

answers.wrong(
    "part", "part-of-storage", check="storages", breaks="part",
    of="wrong-address", 
    old="            storages[t.data_ptr()] = s.nbytes()",
    new="            storages.setdefault(s.data_ptr(), t.nbytes)")

answers.wrong(
    "state-dict", "shared-counted-twice", check="parameters",
    why="the state_dict has an entry for each name",
    source='''
def measured_bytes(model, optimizer=None):
    def size(tensors):
        return sum(t.numel() * t.element_size() for t in tensors)

    states = []
    if optimizer is not None:
        for state in optimizer.state.values():
            states += [v for v in state.values() if torch.is_tensor(v)]
    parameters = list(model.parameters())
    gradients = [p.grad for p in parameters if p.grad is not None]
    named = [v for v in model.state_dict(keep_vars=True).values() if isinstance(v, nn.Parameter)]
    return Measured(size(named), size(gradients), size(states))
''')

answers.wrong(
    "trainable", "frozen-skipped", check="parameters", breaks="frozen",
    of="wrong-address", edits=[("            storages[t.data_ptr()] = s.nbytes()", "            storages[s.data_ptr()] = s.nbytes()"), ("    parameters = list(model.parameters())", "    parameters = [p for p in model.parameters() if p.requires_grad]")])

MORE = (
    ("by-size", "equal-sizes-once", "parameters", "(t.device, t.untyped_storage().data_ptr())", "t.untyped_storage().nbytes()"),
    ("order", "numbers-in-other-order", "gradients", "[total(params), total(grads), total(states)]", "[total(params), total(states), total(grads)]"),
    ("last-states", "states-of-one-parameter", "states", "[v for s in optimizer.state.values() for v in s.values() if", "[v for s in list(optimizer.state.values())[-1:] for v in s.values() if"),
    ("one-dtype", "states-of-one-dtype", "states", "if torch.is_tensor(v)]", "if torch.is_tensor(v) and v.dtype == params[0].dtype]"),
    ("groups", "states-by-groups", "states", "for s in optimizer.state.values() for v in s.values()", "for g in optimizer.param_groups for p in g['params'] if p in optimizer.state for v in optimizer.state[p].values()"),
)  # fmt: skip

answers.spoiled("shifted(right)", "None")

answers.wrong(
    "still-trainable", "frozen-gradient-skipped", check="gradients", alone=True,
    source='''
def measured_bytes(model, optimizer=None):
    def total(tensors):
        return sum({(t.device, t.untyped_storage().data_ptr()): t.untyped_storage().nbytes() for t in tensors}.values())
    params = list(model.parameters())
    grads = [p.grad for p in params if p.requires_grad and p.grad is not None]
    states = [v for s in optimizer.state.values() for v in s.values() if torch.is_tensor(v)] if optimizer is not None else []
    return Measured(total(params), total(grads), total(states))
''')

answers.wrong(
    "state-of-each", "state-grows", check="states", alone=True,
    source='''
def measured_bytes(model, optimizer=None):
    def total(tensors):
        return sum({(t.device, t.untyped_storage().data_ptr()): t.untyped_storage().nbytes() for t in tensors}.values())
    params = list(model.parameters())
    grads = [p.grad for p in params if p.grad is not None]
    states = []
    if optimizer is not None:
        for group in optimizer.param_groups:
            for p in group["params"]:
                states += [v for v in optimizer.state[p].values() if isinstance(v, torch.Tensor)]
    return Measured(total(params), total(grads), total(states))
''')

answers.wrong(
    "states-by-numel", "states-one-by-one", check="states", alone=True,
    source='''
def measured_bytes(model, optimizer=None):
    def total(tensors):
        return sum({(t.device, t.untyped_storage().data_ptr()): t.untyped_storage().nbytes() for t in tensors}.values())
    params = list(model.parameters())
    grads = [p.grad for p in params if p.grad is not None]
    states = 0
    if optimizer is not None:
        for state in optimizer.state.values():
            states += sum(v.numel() * v.element_size() for v in state.values() if torch.is_tensor(v))
    return Measured(total(params), total(grads), states)
''')

answers.wrong(
    "gradients-added", "gradients-one-by-one", check="gradients", alone=True,
    source='''
def measured_bytes(model, optimizer=None):
    def total(tensors):
        return sum({(t.device, t.untyped_storage().data_ptr()): t.untyped_storage().nbytes() for t in tensors}.values())
    params = list(model.parameters())
    grads = sum(p.grad.untyped_storage().nbytes() for p in params if p.grad is not None)
    states = [v for s in optimizer.state.values() for v in s.values() if torch.is_tensor(v)] if optimizer is not None else []
    return Measured(total(params), grads, total(states))
''')

answers.wrong(
    "seen-once", "one-count-for-all", check="states", breaks="several",
    source='''
def measured_bytes(model, optimizer=None):
    seen = set()
    def total(tensors):
        n = 0
        for t in tensors:
            s = t.untyped_storage()
            key = (t.device, s.data_ptr())
            if key not in seen:
                seen.add(key)
                n += s.nbytes()
        return n
    params = list(model.parameters())
    grads = [p.grad for p in params if p.grad is not None]
    states = [v for s in optimizer.state.values() for v in s.values() if torch.is_tensor(v)] if optimizer is not None else []
    return Measured(total(params), total(grads), total(states))
''')

answers.wrong(
    "own-states", "states-of-the-model", check="states", alone=True,
    source='''
def measured_bytes(model, optimizer=None):
    def total(tensors):
        return sum({(t.device, t.untyped_storage().data_ptr()): t.untyped_storage().nbytes() for t in tensors}.values())
    params = list(model.parameters())
    grads = [p.grad for p in params if p.grad is not None]
    states = []
    if optimizer is not None:
        for p in params:
            if p in optimizer.state:
                states += [v for v in optimizer.state[p].values() if torch.is_tensor(v)]
    return Measured(total(params), total(grads), total(states))
''')

answers.wrong(
    "float-states", "whole-states-skipped", check="states", alone=True,
    source='''
def measured_bytes(model, optimizer=None):
    def total(tensors):
        found = {}
        for t in tensors:
            found[t.device, t.untyped_storage().data_ptr()] = t.untyped_storage().nbytes()
        return sum(found.values())
    params = list(model.parameters())
    grads = [p.grad for p in params if p.grad is not None]
    states = [v for s in optimizer.state.values() for v in s.values() if isinstance(v, torch.Tensor) and v.is_floating_point()] if optimizer is not None else []
    return Measured(total(params), total(grads), total(states))
''')

answers.right(
    "list", how="a list, and one set of storages for each number",
    source='''
def measured_bytes(model, optimizer=None):
    def total(tensors):
        return sum({(t.device, t.untyped_storage().data_ptr()): t.untyped_storage().nbytes() for t in tensors}.values())
    params = list(model.parameters())
    grads = [p.grad for p in params if p.grad is not None]
    states = [v for s in optimizer.state.values() for v in s.values() if torch.is_tensor(v)] if optimizer is not None else []
    return [total(params), total(grads), total(states)]
''')

answers.wrong(
    "first-parameter", "no-parameters-fails", check="parameters", alone=True, breaks="bare",
    of="right-list", edits=[("    grads = [", '''
    device = next(model.parameters()).device
    grads = ['''), ("    return [total(params), total(grads), total(states)]",
    "    return Measured(total(params), total(grads), total(states))")])

answers.wrong(
    "every-value", "plain-values-fail", check="states", alone=True, breaks="others",
    of="right-list", edits=[(" if torch.is_tensor(v)]", "]"), ("    return [total(params), total(grads), total(states)]",
    "    return Measured(total(params), total(grads), total(states))")])

answers.wrong(
    "histories", "lists-opened", check="states", alone=True, breaks="others",
    of="right-list", old=" if torch.is_tensor(v)]", new='''
              for v in (v if isinstance(v, (list, tuple)) else [v]) if torch.is_tensor(v)]''')

answers.wrong(
    "gradients-in-part", "gradients-in-part", check="gradients", alone=True,
    of="right-list", old="    return [total(params), total(grads), total(states)]", new='''
    parts = {(g.device, g.untyped_storage().data_ptr()): g.nbytes for g in grads}
    return Measured(total(params), sum(parts.values()), total(states))''')

answers.wrong(
    "same-device", "one-device-only", check="device", alone=True,
    of="right-list", old="    return [total(params), total(grads), total(states)]", new='''
    here = params[0].device if params else None
    return Measured(total(params), total(grads), total(v for v in states if v.device == here))''')

answers.wrong(
    "copies", "copied-to-cpu", check="device", alone=True,
    of="right-list", old="    return [total(params), total(grads), total(states)]", new='''
    return [total([p.detach().cpu() for p in params]), total(grads), total(states)]''')

for name, key, check, old, new in MORE:
    answers.wrong(name, key, check=check, of="right-list", old=old, new=new)
