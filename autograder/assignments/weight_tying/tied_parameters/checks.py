"""Checks of `tied_parameters`: groups of names of one Parameter, in modules with random names."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, check
from autograder.checks.shared import device_name
from autograder.checks.student import StudentError

from ..building import Slot, Tree, arrays_of

NAME = "tied_parameters"
NEUTRAL = "The groups of names are wrong."
Groups = list[tuple[str, ...]]


def grouped(slots: list[Slot], key: Callable = lambda s: s.parameter, least=2, buffers=False) -> Groups:
    """Tuples of the names of slots with the same key, those of at least `least` names."""
    found: dict = {}
    for slot in slots:
        if (buffers or not slot.buffer) and not slot.none:
            found.setdefault(key(slot), []).append(slot.name)
    return [tuple(names) for names in found.values() if len(names) >= least]


def mistakes(slots: list[Slot]) -> dict[str, list[Groups]]:
    """What each mistake gives for a module: its forms."""
    right = grouped(slots)
    pairs = [pair for group in right for pair in combinations(group, 2)]
    to_first = [(group[0], name) for group in right for name in group[1:]]
    side_by_side = [pair for group in right for pair in zip(group, group[1:])]
    last = {s.name: s.name.split(".")[-1] for s in slots}

    def unless_empty(key: str) -> Callable:
        return lambda s: ("object", s.parameter) if s.empty else getattr(s, key)

    def only(wanted: Callable) -> Groups:
        return grouped([s for s in slots if wanted(s)])

    return {
        "duplicates-removed": [[]],
        "by-name": [
            only(lambda s: any(word in s.name for word in ("embed", "head"))),
            only(lambda s: s.name in ("embed.weight", "lm_head.weight")),
        ],
        # Empty parameters have equal numbers and no memory; whoever leaves them out compares the others.
        "by-value": [grouped(slots, lambda s: s.values), grouped(slots, unless_empty("values"))],
        "by-memory": [grouped(slots, lambda s: s.memory), grouped(slots, unless_empty("memory"))],
        "singles-listed": [grouped(slots, least=1)],
        "pairs-only": [pairs, to_first, side_by_side, [group[:2] for group in right]],
        "shared-modules-missed": [only(lambda s: not s.again)],
        "weights-only": [only(lambda s: last[s.name] == "weight"), only(lambda s: "weight" in s.name)],
        "frozen-skipped": [only(lambda s: not s.frozen)],
        "empty-skipped": [only(lambda s: not s.empty)],
        "buffers-listed": [grouped(slots, buffers=True)],
        "none-listed": [grouped([replace(s, none=False) for s in slots])],
        "root-dotted": [[tuple(n if "." in n else f".{n}" for n in group) for group in right]],
        "root-skipped": [
            only(lambda s: "." in s.name),
            only(lambda s: "." in s.name and not (s.again and s.name.count(".") == 1)),
        ],
        "not-deep": [only(lambda s: s.name.count(".") < most) for most in (2, 3)],
        "own-names": [[tuple(last[name] for name in group) for group in right]],
    }


def canonical(found: Groups) -> Groups:
    """The same groups, sorted."""
    return sorted(tuple(sorted(group)) for group in found)


def state(student, tree: Tree):
    """What the function must leave as it is: is the module in training mode, its parameters and gradients."""
    found = {"parameters": arrays_of(student, tree.module), "gradients": student.gradients(tree.module)}
    values = [
        (k, n, None if a is None else a.values) for k, arrays in found.items() for n, a in arrays.items()
    ]
    return student.get(tree.module, "training"), values


def asked(student, tree: Tree) -> Groups:
    """The answer, as a list of tuples; `Wrong` if the module has changed."""
    training, before = state(student, tree)
    names = student.get(tree.module, "__dict__")
    value = student.call(NAME, tree.module)
    still, after = state(student, tree)
    same = len(before) == len(after) and all(
        (a is None) == (b is None) and (a is None or np.array_equal(a, b)) and keys == others
        for (*keys, a), (*others, b) in zip(before, after)
    )
    thawed = any(student.get(tree.module, f"{s.name}.requires_grad") for s in tree.slots if s.frozen)
    now = student.get(tree.module, "__dict__")
    marked = isinstance(names, dict) and isinstance(now, dict) and names.keys() != now.keys()
    if not same or training is not still or thawed or marked:
        raise Wrong("arguments-changed")
    if value is None or not isinstance(value, list):
        raise Wrong("no-list")
    if any(isinstance(group, list) for group in value):
        raise Wrong("no-tuples")
    if not all(isinstance(group, tuple) and all(isinstance(n, str) for n in group) for group in value):
        raise Unexplained(f"{NEUTRAL} A list of tuples of names is expected.")
    return value


def judge(student, trees) -> None:
    """Compare the answers for some modules, naming a mistake that alone predicts all of them."""
    seen = [(asked(student, tree), tree.slots) for tree in trees]
    if all(got == grouped(slots) for got, slots in seen):
        return
    if all(canonical(got) == canonical(grouped(slots)) for got, slots in seen):
        raise Wrong("unordered")
    explains = None
    for got, slots in seen:
        forms = mistakes(slots)
        fits = {m for m, fs in forms.items() if any(canonical(got) == canonical(f) for f in fs)}
        explains = fits if explains is None else explains & fits
    raise Wrong(*explains) if len(explains) == 1 else Unexplained(NEUTRAL)


def named_head(student, rng) -> Tree:
    """An embedding and a head under the names that `TiedLM` gives them, and a tie of the model's own."""
    tree = Tree(student, rng)
    key, name = tree.name(), tree.name()
    table, own = tree.source("weight"), tree.source(key)
    tree.share(tree.module, own)
    holder = tree.layer("ParameterDict")
    student.method(holder, "update", own)
    tree.put(tree.module, name, holder)
    shared = tree.slot(key)
    tree.slot(f"{name}.{key}", shared)
    head = tree.fresh()
    for name, kind, sizes in (("embed", "Embedding", (3, 2)), ("lm_head", "Linear", (2, 3))):
        layer = tree.layer(kind, *sizes)
        tree.share(layer, table)
        tree.put(tree.module, name, layer)
        tree.slot(f"{name}.weight", head)
    tree.slot("lm_head.bias")
    return tree


def tied_head(student, rng) -> Tree:
    """An embedding, a layer, and a head that shares the embedding's Parameter."""
    tree = Tree(student, rng)
    table, first, middle, last = tree.source("weight"), *(tree.name() for _ in range(3))
    embed, layer, head = tree.layer("Embedding", 3, 2), tree.layer("Linear", 2, 2), tree.layer("Linear", 2, 3)
    tree.share(embed, table)
    tree.share(head, table)
    # Registered in reverse alphabetical order.
    names = sorted((first, middle, last))[::-1]
    for name, module in zip(names, (embed, layer, head)):
        tree.put(tree.module, name, module)
    shared = tree.slot(f"{names[0]}.weight")
    tree.slot(f"{names[1]}.weight")
    tree.slot(f"{names[1]}.bias")
    tree.slot(f"{names[2]}.weight", shared)
    tree.slot(f"{names[2]}.bias")
    return tree


def three_names(student, rng) -> Tree:
    """Two groups, one of three names at different depths; no Parameter is called `weight`."""
    tree = Tree(student, rng)
    key, other = tree.name(), tree.name()
    one, two = tree.source(key), tree.source(other)
    outer, inner, deep, side = (tree.name() for _ in range(4))
    branch, leaf = tree.layer("Module"), tree.layer("ModuleDict")
    tree.put(tree.module, outer, branch)
    tree.put(branch, inner, leaf)
    holders = [tree.layer("ParameterDict") for _ in range(3)]
    for holder, sources in zip(holders, ((one, two), (two, one), (one,))):
        for source in sources:
            tree.student.method(holder, "update", source)
    tree.put(leaf, deep, holders[0])
    tree.put(branch, side, holders[1])
    tree.put(tree.module, side, holders[2])
    a = tree.slot(f"{outer}.{inner}.{deep}.{key}")
    b = tree.slot(f"{outer}.{inner}.{deep}.{other}")
    tree.slot(f"{outer}.{side}.{other}", b)
    tree.slot(f"{outer}.{side}.{key}", a)
    tree.slot(f"{side}.{key}", a)
    return tree


def untied(student, rng) -> Tree:
    """Two layers that share nothing."""
    tree = Tree(student, rng)
    for _ in range(2):
        name = tree.name()
        tree.put(tree.module, name, tree.layer("Linear", 2, 2))
        tree.slot(f"{name}.weight")
        tree.slot(f"{name}.bias")
    return tree


def without_biases(student, rng) -> Tree:
    """Layers that share nothing and hold None in the places of some parameters."""
    tree, nothing = Tree(student, rng), None
    for _ in range(2):
        name = tree.name()
        tree.put(tree.module, name, tree.layer("Linear", 2, 2, bias=False))
        tree.slot(f"{name}.weight")
        nothing = tree.slot(f"{name}.bias", nothing, none=True)
    return tree


def shared_module(student, rng, frozen=False) -> Tree:
    """One module under three names, at two depths."""
    tree = Tree(student, rng)
    layer, branch = tree.layer("Linear", 2, 2), tree.layer("Module")
    if frozen:
        student.method(layer, "requires_grad_", False)
    names, inner = [tree.name() for _ in range(3)], tree.name()
    tree.put(tree.module, names[0], layer)
    tree.put(branch, inner, layer)
    tree.put(tree.module, names[1], branch)
    tree.put(tree.module, names[2], layer)
    weight = tree.slot(f"{names[0]}.weight", frozen=frozen)
    bias = tree.slot(f"{names[0]}.bias", frozen=frozen)
    for path in (f"{names[1]}.{inner}", names[2]):
        tree.slot(f"{path}.weight", weight, frozen=frozen, again=True)
        tree.slot(f"{path}.bias", bias, frozen=frozen, again=True)
    return tree


def alike_but_untied(student, rng) -> Tree:
    """No ties: Parameters with equal numbers, with shared memory, without entries. And one tie."""
    tree = Tree(student, rng)
    numbers, key = tree.numbers(), tree.name()
    copies, value = [tree.source(key, numbers) for _ in range(2)], tree.fresh()
    for holder in copies:
        name = tree.name()
        tree.put(tree.module, name, holder)
        tree.slot(f"{name}.{key}", values=value)
    # Parameters made of a buffer lie in the buffer's memory.
    owner, memory = tree.layer("Module"), tree.fresh()
    student.method(owner, "register_buffer", tree.name(), student.tensor(tree.numbers(), device="cpu"))
    for _ in range(2):
        name = tree.name()
        tree.put(tree.module, name, tree.layer("ParameterList", student.method(owner, "buffers")))
        tree.slot(f"{name}.0", values=memory, memory=memory)
    nothing = tree.fresh()
    for _ in range(2):
        name = tree.name()
        tree.put(tree.module, name, tree.source(key, np.zeros((0, 2), np.float32)))
        tree.slot(f"{name}.{key}", values=nothing, memory=nothing, empty=True)
    source, names = tree.source(key), [tree.name() for _ in range(2)]
    shared = tree.fresh()
    for name in names:
        holder = tree.layer("ParameterDict")
        student.method(holder, "update", source)
        tree.put(tree.module, name, holder)
        tree.slot(f"{name}.{key}", shared)
    return tree


def small_parts(student, rng) -> Tree:
    """Ties of what is easily left out: a Parameter without entries; and a shared module with buffers."""
    tree = Tree(student, rng)
    key = tree.name()
    nothing, shared = tree.source(key, np.zeros((0, 2), np.float32)), tree.fresh()
    for _ in range(2):
        name, holder = tree.name(), tree.layer("ParameterDict")
        student.method(holder, "update", nothing)
        tree.put(tree.module, name, holder)
        tree.slot(f"{name}.{key}", shared, empty=True)
    norm, first = tree.layer("BatchNorm1d", 2), {}
    for again in (False, True):
        name = tree.name()
        tree.put(tree.module, name, norm)
        for part in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
            buffer = part not in ("weight", "bias")
            first[part] = tree.slot(f"{name}.{part}", first.get(part), again=again, buffer=buffer)
    return tree


@check(points=1)
def groups(student, rng):
    """Ties at any depth, under any name, of the model's own parameters too; and none."""
    made = (tied_head, three_names, untied, named_head, without_biases)
    judge(student, [make(student, rng) for make in made])
    # A model that changes between two calls: its tie is undone, and then made again.
    model = "part = torch.nn.Linear(2, 2, bias=False); model = torch.nn.Sequential(part, part)"
    undone = f"{model}; {NAME}(model); model[1] = torch.nn.Linear(2, 2, bias=False)"
    made_again = f"{undone}; {NAME}(model); model[1].weight = part.weight"
    for said, want in ((undone, []), (made_again, [("0.weight", "1.weight")])):
        if student.evaluate(said, f"{NAME}(model)") != want:
            raise Wrong("remembered")


@check(points=1)
def modules(student, rng):
    """A module under several names ties all its parameters, frozen ones too, and no buffers."""
    trees = [make(student, rng) for make in (tied_head, named_head, shared_module, small_parts)]
    judge(student, [*trees, shared_module(student, rng, frozen=True)])
    two = "model = torch.nn.Module(); model.a = torch.nn.Parameter(torch.ones(2)); model.b = model.a"
    if student.evaluate(two, f"{NAME}(model)") != [("a", "b")]:
        raise Wrong("names-in-one-module")
    layer = "model = torch.nn.Linear(2, 2); model.weight.grad = torch.ones((2, 2))"
    if student.evaluate(
        f"{layer}; {NAME}(model)", "(model.weight.grad is None, len(vars(model.weight)))"
    ) != (False, 0):
        raise Wrong("arguments-changed")


@check(points=1)
def lookalikes(student, rng):
    made = (named_head, tied_head, three_names, alike_but_untied)
    judge(student, [make(student, rng) for make in made])


@check(points=1, accelerator=True)
def device(student, rng):
    """A module that was moved to the device with its ties."""
    trees = [make(student, rng) for make in (tied_head, named_head, three_names)]
    for tree in trees:
        student.method(tree.module, "to", device_name(student))
    try:
        judge(student, trees)
    except StudentError as error:
        if error.is_a("TypeError") and "numpy" in error.message:
            raise Wrong("through-numpy") from error
        raise
    moved = f"model = torch.nn.Linear(2, 2).to({device_name(student)!r}); before = str(model.weight.device)"
    if not student.evaluate(f"{moved}; {NAME}(model)", "str(model.weight.device) == before"):
        raise Wrong("model-moved")
