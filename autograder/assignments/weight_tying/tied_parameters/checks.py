"""Checks of `tied_parameters`: groups of names of one Parameter, in modules with random names."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from autograder.checks.checking import Unexplained, Wrong, check
from autograder.checks.shared import device_name
from autograder.checks.student import Student, StudentError

NAME = "tied_parameters"
NEUTRAL = "The groups of names are wrong."
Groups = list[tuple[str, ...]]


# -- modules and what is right for them -----------------------------------------------------------


@dataclass(frozen=True)
class Slot:
    """One name of a parameter."""

    name: str
    parameter: int  # which object
    values: int  # which numbers, up to a transpose
    memory: int  # which storage
    frozen: bool = False
    turned: bool = False  # the transpose of the numbers that have `values`, and another matrix
    again: bool = False  # reached through a module that was listed already
    buffer: bool = False  # no parameter, and in no group
    none: bool = False  # None in place of a parameter, and in no group


@dataclass
class Tree:
    """A module as statements that build it under random names, and the list of its slots."""

    rng: np.random.Generator
    lines: list[str] = field(default_factory=lambda: ["model = torch.nn.Module()"])
    slots: list[Slot] = field(default_factory=list)
    made: int = 0

    def name(self) -> str:
        return "m" + "".join(self.rng.choice(list("0123456789abcdef"), 6))

    def fresh(self) -> int:
        """Return a number that no parameter has yet."""
        self.made += 1
        return self.made

    def module(self, path: str, made: str) -> None:
        """Put a module, an expression, at a path; the modules on the way are made."""
        *above, last = path.split(".")
        for n in range(1, len(above) + 1):
            self.lines.append(
                f"model.get_submodule({'.'.join(above[: n - 1])!r}).add_module({above[n - 1]!r}, "
                f"model.get_submodule({'.'.join(above[: n - 1])!r})._modules.get({above[n - 1]!r}) "
                "or torch.nn.Module())"
            )
        self.lines.append(f"model.get_submodule({'.'.join(above)!r}).add_module({last!r}, {made})")

    def parameter(self, path: str, made: str, **slot) -> int:
        """Put a Parameter, an expression, at a path whose modules are there, and list its slot."""
        at, _, key = path.rpartition(".")
        self.lines.append(f"model.get_submodule({at!r}).register_parameter({key!r}, {made})")
        return self.slot(path, **slot)

    def slot(self, name: str, parameter=None, values=None, memory=None, **more) -> int:
        """List a slot, with a new parameter, values and memory unless given; return its parameter."""
        parameter = self.fresh() if parameter is None else parameter
        values, memory = (parameter if x is None else x for x in (values, memory))
        self.slots.append(Slot(name, parameter, values, memory, **more))
        return parameter

    def new(self, shape=(3, 2)) -> str:
        """Return an expression for a new Parameter."""
        return f"torch.nn.Parameter(torch.tensor({self.rng.normal(size=shape).round(3).tolist()}))"


def grouped(slots: list[Slot], key: Callable = lambda s: s.parameter, least=2, buffers=False) -> Groups:
    """Return tuples of the names of slots with the same key, those of at least `least` names."""
    found: dict = {}
    for slot in slots:
        if (buffers or not slot.buffer) and not slot.none:
            found.setdefault(key(slot), []).append(slot.name)
    return [tuple(names) for names in found.values() if len(names) >= least]


def predicted(slots: list[Slot]) -> dict[str, list[Groups]]:
    """What each mistake gives for a module: its forms."""
    right = grouped(slots)
    pairs = [pair for group in right for pair in combinations(group, 2)]
    to_first = [(group[0], name) for group in right for name in group[1:]]
    side_by_side = [pair for group in right for pair in zip(group, group[1:])]
    last = {s.name: s.name.split(".")[-1] for s in slots}

    def only(wanted: Callable) -> Groups:
        return grouped([s for s in slots if wanted(s)])

    return {
        "duplicates-removed": [[]],
        "by-name": [
            only(lambda s: any(word in s.name for word in ("embed", "head"))),
            only(lambda s: s.name in ("embed.weight", "lm_head.weight")),
        ],
        "equal-numbers": [grouped(slots, lambda s: s.values), grouped(slots, lambda s: (s.values, s.turned))],
        "one-memory": [grouped(slots, lambda s: s.memory)],
        "singles-listed": [grouped(slots, least=1)],
        "pairs-only": [
            *(pairs, to_first, side_by_side, [group[:2] for group in right]),
            [group for group in right if len(group) == 2],
        ],
        "shared-modules-missed": [only(lambda s: not s.again)],
        "weights-only": [only(lambda s: last[s.name] == "weight"), only(lambda s: "weight" in s.name)],
        "frozen-skipped": [only(lambda s: not s.frozen)],
        "buffers-listed": [grouped(slots, buffers=True)],
        "none-listed": [grouped([replace(s, none=False) for s in slots])],
        "root-skipped": [
            only(lambda s: "." in s.name),
            only(lambda s: "." in s.name and not (s.again and s.name.count(".") == 1)),
        ],
        "not-deep": [only(lambda s: s.name.count(".") < most) for most in (2, 3)],
        "own-names": [[tuple(last[name] for name in group) for group in right]],
    }


# -- asking ---------------------------------------------------------------------------------------


def canonical(found: Groups) -> Groups:
    return sorted(tuple(sorted(group)) for group in found)


def asked(student: Student, prepare: str) -> Groups:
    """Return the answer for `model` after the statements, as sorted tuples."""
    return read(student.evaluate(prepare, f"{NAME}(model)"))


def read(value) -> Groups:
    whole = isinstance(value, list | tuple)
    if not whole or not all(
        isinstance(g, list | tuple) and all(isinstance(n, str) for n in g) for g in value
    ):
        raise Unexplained(f"{NEUTRAL} A list of tuples of names is expected, empty where nothing is tied.")
    return canonical(value)


def judge(student: Student, trees: list[Tree], after: str = "") -> None:
    """Compare the answers for some modules, naming a mistake that alone predicts all of them."""
    seen = [(asked(student, "\n".join([*tree.lines, after])), tree.slots) for tree in trees]
    if all(got == canonical(grouped(slots)) for got, slots in seen):
        return
    explains: set[str] | None = None
    for got, slots in seen:
        fits = {m for m, forms in predicted(slots).items() if any(got == canonical(f) for f in forms)}
        explains = fits if explains is None else explains & fits
    raise Wrong(*explains) if explains and len(explains) == 1 else Unexplained(f"{NEUTRAL} {seen_of(seen)}")


def seen_of(seen: list[tuple[Groups, list[Slot]]]) -> str:
    """Say what can be seen of wrong groups, each with the slots of its module."""
    of = [(got, {s.name: s.parameter for s in slots}, canonical(grouped(slots))) for got, slots in seen]
    if any(name not in known for got, known, _ in of for group in got for name in group):
        return "Names are among them that are no names of parameters."
    if any(len({known[name] for name in group}) > 1 for got, known, _ in of for group in got):
        return "Names of different Parameters stand in one group."
    if any(len(group) < 2 for got, _, _ in of for group in got):
        return "A group has less than two names."
    if any(not set(group) <= set().union(*got) for got, _, right in of for group in right):
        return "Names of a Parameter that is tied are missing."
    return "Names of one Parameter stand in several groups, or more than once."


# -- modules --------------------------------------------------------------------------------------


def tied_head(rng: np.random.Generator) -> Tree:
    """An embedding, a layer, and a head that shares the embedding's Parameter."""
    tree = Tree(rng)
    first, middle, last = sorted(tree.name() for _ in range(3))[::-1]
    tree.module(first, "torch.nn.Embedding(3, 2)")
    tree.module(middle, "torch.nn.Linear(2, 2)")
    tree.module(last, "torch.nn.Linear(2, 3)")
    shared = tree.slot(f"{first}.weight")
    tree.slot(f"{middle}.weight")
    tree.slot(f"{middle}.bias")
    tree.parameter(f"{last}.weight", f"model.get_parameter('{first}.weight')", parameter=shared)
    tree.slot(f"{last}.bias")
    return tree


def named_head(rng: np.random.Generator) -> Tree:
    """An embedding and a head under the names that `TiedLM` gives them, and a tie of the model's own."""
    tree = Tree(rng)
    own, name, key = tree.name(), tree.name(), tree.name()
    shared = tree.parameter(own, tree.new())
    tree.module(name, "torch.nn.Module()")
    tree.parameter(f"{name}.{key}", f"model.{own}", parameter=shared)
    tree.module("embed", "torch.nn.Embedding(3, 2)")
    tree.module("lm_head", "torch.nn.Linear(2, 3)")
    head = tree.slot("embed.weight")
    tree.parameter("lm_head.weight", "model.embed.weight", parameter=head)
    tree.slot("lm_head.bias")
    return tree


def three_names(rng: np.random.Generator) -> Tree:
    """Two groups, one of three names at different depths; no Parameter is called `weight`."""
    tree = Tree(rng)
    outer, inner, deep, side, one, two = (tree.name() for _ in range(6))
    far = f"{outer}.{inner}.{deep}"
    for path in (far, f"{outer}.{side}", side):
        tree.module(path, "torch.nn.Module()")
    a, b = (tree.parameter(f"{far}.{key}", tree.new()) for key in (one, two))
    tree.parameter(f"{outer}.{side}.{two}", f"model.get_parameter('{far}.{two}')", parameter=b)
    tree.parameter(f"{outer}.{side}.{one}", f"model.get_parameter('{far}.{one}')", parameter=a)
    tree.parameter(f"{side}.{one}", f"model.get_parameter('{far}.{one}')", parameter=a)
    return tree


def without_biases(rng: np.random.Generator) -> Tree:
    """Layers that share nothing and hold None in the places of some parameters."""
    tree = Tree(rng)
    nothing = tree.fresh()
    for _ in range(2):
        name = tree.name()
        tree.module(name, "torch.nn.Linear(2, 2, bias=False)")
        tree.slot(f"{name}.weight")
        tree.slot(f"{name}.bias", nothing, none=True)
    return tree


def shared_module(rng: np.random.Generator, frozen: bool = False) -> Tree:
    """One module under three names, at two depths."""
    tree = Tree(rng)
    first, branch, inner, last = (tree.name() for _ in range(4))
    tree.module(first, f"torch.nn.Linear(2, 2).requires_grad_({not frozen})")
    paths = first, f"{branch}.{inner}", last
    weight, bias = (tree.slot(f"{first}.{part}", frozen=frozen) for part in ("weight", "bias"))
    for path in paths[1:]:
        tree.module(path, f"model.{first}")
        tree.slot(f"{path}.weight", weight, frozen=frozen, again=True)
        tree.slot(f"{path}.bias", bias, frozen=frozen, again=True)
    return tree


def with_buffers(rng: np.random.Generator) -> Tree:
    """A shared module that has buffers, which are no parameters."""
    tree, first = Tree(rng), {}
    names = [tree.name() for _ in range(2)]
    tree.module(names[0], "torch.nn.BatchNorm1d(2)")
    tree.module(names[1], f"model.{names[0]}")
    for again, name in enumerate(names):
        for part in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
            buffer = part not in ("weight", "bias")
            first[part] = tree.slot(f"{name}.{part}", first.get(part), again=bool(again), buffer=buffer)
    return tree


def alike(rng: np.random.Generator, first: str, second: str, turned: bool = False) -> Tree:
    """Two square Parameters that are no tie, the second made of the first, `a`; and one tie."""
    tree = Tree(rng)
    names = [tree.name() for _ in range(4)]
    for name in names:
        tree.module(name, "torch.nn.Module()")
    memory, tied = tree.fresh(), tree.fresh()
    at = memory if "data" in second else None
    tree.parameter(f"{names[0]}.table", f"torch.nn.Parameter({first})", values=memory, memory=at)
    tree.lines.append(f"a = model.{names[0]}.table")
    tree.parameter(
        f"{names[1]}.table", f"torch.nn.Parameter({second})", values=memory, memory=at, turned=turned
    )
    tree.parameter(f"{names[2]}.table", tree.new(), parameter=tied)
    tree.parameter(f"{names[3]}.table", f"model.{names[2]}.table", parameter=tied)
    return tree


# -- checks ---------------------------------------------------------------------------------------


@check(points=1)
def groups(student: Student, rng: np.random.Generator) -> None:
    """Ties at any depth, under any name, of the model's own parameters too; and none."""
    judge(student, [make(rng) for make in (tied_head, three_names, named_head, without_biases)])


@check(points=1)
def modules(student: Student, rng: np.random.Generator) -> None:
    """A module under several names ties all its parameters, frozen ones too, and no buffers."""
    trees = [make(rng) for make in (tied_head, named_head, shared_module, with_buffers)]
    judge(student, [*trees, shared_module(rng, frozen=True)])
    two = "model = torch.nn.Module(); model.a = torch.nn.Parameter(torch.ones(2)); model.b = model.a"
    if asked(student, two) != [("a", "b")]:
        raise Wrong("names-in-one-module")
    kept = "model = torch.nn.Linear(2, 2); before = [p.tolist() for p in model.parameters()]"
    if not student.evaluate(f"{kept}; {NAME}(model)", "before == [p.tolist() for p in model.parameters()]"):
        raise Wrong("arguments-changed")


SQUARES = ("torch.zeros(2, 2)", "torch.eye(2)", "torch.tensor([[1.5, -0.5], [2.0, 0.25]])")


@check(points=1)
def lookalikes(student: Student, rng: np.random.Generator) -> None:
    """Equal numbers, transposes and one memory are no tie."""
    same, transpose = "a.detach().clone()", "a.detach().T.clone()"
    trees = [alike(rng, first, same) for first in SQUARES] + [alike(rng, SQUARES[2], transpose, turned=True)]
    judge(student, [named_head(rng), tied_head(rng), *trees, alike(rng, SQUARES[2], "a.data")])


LAYERS = "{'embed': torch.nn.Embedding(3, 2), 'head': torch.nn.Linear(2, 3, bias=False)}"
UNTIED = f"model = torch.nn.ModuleDict({LAYERS})"
TIE = "model['head'].weight = model['embed'].weight"
TIED = f"{UNTIED}\n{TIE}"
# What becomes of a tied model, and what its two weights then share: the object, the numbers, the memory.
FATES = (
    ("model = copy.deepcopy(model)", (1, 1, 1)),
    ("model.load_state_dict(copy.deepcopy(model.state_dict()))", (1, 1, 1)),
    ("model.double()", (1, 1, 1)),
    ("model = torch.nn.ModuleDict({n: copy.deepcopy(part) for n, part in model.items()})", (2, 1, 2)),
    ("model.load_state_dict(model.state_dict(), assign=True)", (2, 1, 1)),
    ("model['embed'] = torch.nn.Embedding(5, 2)", (2, 2, 2)),
    ("model['head'].weight = torch.nn.Parameter(model['embed'].weight.detach().clone())", (2, 1, 2)),
)


def fated(rng: np.random.Generator, fate: str, second: tuple[int, int, int]) -> Tree:
    return Tree(rng, [TIED, fate], [Slot("embed.weight", 1, 1, 1), Slot("head.weight", *second)])


@check(points=1)
def fates(student: Student, rng: np.random.Generator) -> None:
    """Copies, loaded states, a change of dtype, a replaced table; asked before as well."""
    judge(student, [tied_head(rng), named_head(rng), *(fated(rng, *fate) for fate in FATES)])
    one = [("embed.weight", "head.weight")]
    for before, change, want in ((TIED, FATES[5][0], []), (UNTIED, TIE, one)):
        if asked(student, f"{before}\n{NAME}(model)\n{change}") != want:
            raise Wrong("remembered")


@check(points=1, accelerator=True)
def device(student: Student, rng: np.random.Generator) -> None:
    """A module that was moved to the device with its ties."""
    try:
        judge(student, [make(rng) for make in (tied_head, named_head, three_names)], move(student))
    except StudentError as error:
        if error.is_a("TypeError") and "numpy" in error.message:
            raise Wrong("through-numpy") from error
        raise
    moved = f"model = torch.nn.Linear(2, 2)\n{move(student)}\nbefore = str(model.weight.device)"
    if not student.evaluate(f"{moved}\n{NAME}(model)", "str(model.weight.device) == before"):
        raise Wrong("model-moved")


def move(student: Student) -> str:
    return f"model.to({device_name(student)!r})"
