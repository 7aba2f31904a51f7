"""`python -m autograder mutants`: small changes of the reference solutions, which the checks must notice.

Each function of a notebook is changed in one place by one operator of OPERATORS or OWN, and the changed
function is put to the function's checks, in process, once for each of SEEDS. A mutant is killed if, with
every seed, some check rejects it. The others either behave as the reference does, which the function's
`answers.py` proves (`Answers.equivalent`), or show what the checks do not test.

The operators are those of cosmic-ray, without pairs that ask nothing new (of the replacements of a comparison
three imply the rest: Kaminski, Ammann, Offutt, Better predicate testing, 2011) or that nobody would write
(`+` to `>>`), and three for code that is made of calls, as NumPy's is. A function's docstring, annotations
and the arguments of a raised exception (the text of a message) are not changed.
"""

import argparse
import ast
import difflib
import json
import os
import resource
import signal
import sys
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from tqdm import tqdm

from autograder import status
from autograder.checks import loading
from autograder.selftest import bank
from autograder.topics import solution_path, topics as all_topics

SEEDS = 3
SECONDS = 60  # for one mutant; an endless mutant is killed
MEMORY = 16 << 30  # of address space, which PyTorch takes freely

# Fixed before the first run.
_BINARY = """
    Add_Sub Add_Mul Sub_Add Mul_Add Mul_Div Div_Mul Div_FloorDiv FloorDiv_Div FloorDiv_Mul Mod_FloorDiv
    Pow_Mul LShift_RShift RShift_LShift BitOr_BitAnd BitAnd_BitOr
"""
_COMPARISON = """
    Eq_NotEq Eq_LtE Eq_GtE NotEq_Eq NotEq_Lt NotEq_Gt Lt_LtE Lt_NotEq Lt_GtE LtE_Lt LtE_Eq LtE_Gt
    Gt_GtE Gt_NotEq Gt_LtE GtE_Gt GtE_Eq GtE_Lt Is_IsNot IsNot_Is
"""
_OTHERS = """
    AddNot ReplaceTrueWithFalse ReplaceFalseWithTrue ReplaceAndWithOr ReplaceOrWithAnd
    ReplaceBreakWithContinue ReplaceContinueWithBreak ExceptionReplacer NumberReplacer
    RemoveDecorator ZeroIterationForLoop
"""
OPERATORS = [
    *(f"ReplaceBinaryOperator_{pair}" for pair in _BINARY.split()),
    *(f"ReplaceComparisonOperator_{pair}" for pair in _COMPARISON.split()),
    *(f"ReplaceUnaryOperator_Delete_{name}" for name in ("USub", "Invert", "Not")),
    *_OTHERS.split(),
]
OWN = ("DeleteStatement", "RemoveKeywordArgument", "RemoveEmptyCall")


@dataclass(frozen=True)
class Mutant:
    """A reference solution with one change."""

    topic: str
    function: str
    operator: str
    removed: str  # the lines that the change removes, without their indentation
    added: str
    source: str  # of the function alone

    @property
    def name(self) -> tuple[str, str, str]:
        """The key that identifies it among the function's mutants and equivalents."""
        return self.function, self.removed, self.added


def mutants(topic: str) -> list[Mutant]:
    """Return every mutant of a topic's functions, each source once."""
    found = []
    for function, source in references(topic).items():
        reference = ast.parse(source)
        seen, signatures = {ast.dump(reference)}, _signatures(reference)
        for operator, changed in _changed(source):
            try:
                tree = ast.parse(changed)
            except SyntaxError:  # an operator does not know what surrounds its place
                continue
            if ast.dump(tree) in seen or _signatures(tree) != signatures:
                continue
            seen.add(ast.dump(tree))
            lines = [line for line in difflib.ndiff(source.splitlines(), changed.splitlines())]
            removed, added = (
                "\n".join(line[2:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
            )
            found.append(Mutant(topic, function, operator, removed, added, changed))
    return found


def _signatures(tree: ast.Module) -> list[tuple[int, int, int]]:
    """Count each function's arguments of each kind: a `*` between them is not a product."""
    found = [node.args for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [(len(a.posonlyargs), len(a.args), len(a.kwonlyargs)) for a in found]


def references(topic: str) -> dict[str, str]:
    """Return the source of each checked function of a topic's solutions, unchanged."""
    text = solution_path(topic).read_text("utf-8")
    wanted, lines = loading.suite(topic).functions(), text.splitlines(keepends=True)
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in wanted:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            found[node.name] = "".join(lines[first - 1 : node.end_lineno])
    return {name: found[name] for name in wanted}


def _changed(source: str) -> Iterator[tuple[str, str]]:
    """Yield the name of an operator and the source that it makes, for every place where it applies."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import mutate_code

    tree, left_out = get_ast(source), _left_out(source)
    for name, operator in _operators():
        places = [start for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node)]
        for occurrence, place in enumerate(places):
            if not any(start <= place < end for start, end in left_out):
                yield name, mutate_code(source, operator, occurrence)


def _left_out(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return ranges to leave unchanged, as (line, column): docstrings, annotations, texts of errors."""
    found: list[ast.AST] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            found.append(node.body[0])
        if isinstance(node, ast.FunctionDef) and node.returns:
            found.append(node.returns)
        if isinstance(node, (ast.arg, ast.AnnAssign)) and node.annotation:
            found.append(node.annotation)
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            found += [*node.exc.args, *node.exc.keywords]
    return [((n.lineno, n.col_offset), (n.end_lineno, n.end_col_offset)) for n in found]  # type: ignore[attr-defined]


def _operators() -> list[tuple[str, Any]]:
    import parso
    from cosmic_ray import plugins
    from cosmic_ray.operators.operator import Operator

    class DeleteStatement(Operator):
        """An assignment, a call, an assert or a raise is left out."""

        def mutation_positions(self, node):
            kinds = ("expr_stmt", "atom_expr", "raise_stmt", "assert_stmt")
            if node.type == "simple_stmt" and node.children[0].type in kinds:
                yield node.start_pos, node.end_pos

        def mutate(self, node, index):
            nothing = parso.parse("pass").children[0]
            nothing.prefix = node.get_first_leaf().prefix
            node.children[0] = nothing
            return node

        @classmethod
        def examples(cls):
            return ()

    class RemoveKeywordArgument(Operator):
        """A call's keyword argument is left out."""

        def mutation_positions(self, node):
            if node.type in ("arglist", "trailer"):
                for child in self._named(node):
                    yield child.start_pos, child.end_pos

        @staticmethod
        def _named(node):
            return [
                c for c in node.children if c.type == "argument" and c.children[1].get_code().strip() == "="
            ]

        def mutate(self, node, index):
            at = node.children.index(self._named(node)[index])
            if node.type == "trailer":
                del node.children[at]
            elif at:
                del node.children[at - 1 : at + 1]
            else:
                del node.children[at : at + 2]
            return node

        @classmethod
        def examples(cls):
            return ()

    class RemoveEmptyCall(Operator):
        """`x.name()` becomes `x`."""

        def mutation_positions(self, node):
            if node.type in ("atom_expr", "power"):
                for at in self._calls(node):
                    yield node.children[at].start_pos, node.children[at + 1].end_pos

        @staticmethod
        def _calls(node):
            trailers = [child.get_code().strip() for child in node.children]
            pairs = zip(trailers, trailers[1:])
            return [n for n, (name, call) in enumerate(pairs) if n and name.startswith(".") and call == "()"]

        def mutate(self, node, index):
            at = self._calls(node)[index]
            del node.children[at : at + 2]
            return node

        @classmethod
        def examples(cls):
            return ()

    own = [DeleteStatement(), RemoveKeywordArgument(), RemoveEmptyCall()]
    named = [(name, plugins.get_operator(f"core/{name}")()) for name in OPERATORS]
    return named + [(type(operator).__name__, operator) for operator in own]


# -- running ----------------------------------------------------------------------------------


class _TooLong(BaseException):
    """Raised in a mutant that does not end; its own `except Exception` does not catch it."""


def _stop(*_):
    raise _TooLong


def _quietly() -> None:
    """Set up a worker process before its first mutant."""
    os.environ["OMP_NUM_THREADS"] = "1"
    import torch

    torch.set_num_threads(1)
    signal.signal(signal.SIGALRM, _stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def killers(mutant: Mutant, seeds: range = range(SEEDS)) -> list[str]:
    """Return the check that rejects the mutant, for each seed, up to the first seed without any."""
    suite = loading.suite(mutant.topic)
    answer = bank.BankAnswer(suite, mutant.function, "mutant", _with_the_others(mutant), {})
    setup, found = bank.setup_source(mutant.topic), []
    for seed in seeds:
        killer = ""
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            for check in suite.of(mutant.function):
                ((result,),) = bank.run_in_process(answer, setup, [seed], [check])
                if result.verdict != "right":
                    killer = check.name
                    break
        except _TooLong:
            killer = "time"
        except Exception as error:  # noqa: BLE001 - a mutant may fail as a whole in any way
            killer = type(error).__name__
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if not killer:
            break
        found.append(killer)
    return found


def _with_the_others(mutant: Mutant) -> str:
    """Return the mutant among the other functions of its notebook, which it may call."""
    others = bank.reference_sources(mutant.topic)
    return "\n\n".join([*(text for name, text in others.items() if name != mutant.function), mutant.source])


def _survives(mutant: Mutant) -> bool:
    return len(killers(mutant)) < SEEDS


def rejected_references(topic: str, function: str = "") -> list[str]:
    """Return a line for each reference that its own checks reject: then no mutant says anything."""
    found = []
    signal.signal(signal.SIGALRM, _stop)
    for name, source in references(topic).items():
        if function in ("", name):
            same = Mutant(topic, name, "none", "", "", source)
            if rejected := killers(same, range(1)):
                found.append(f"{topic}/{name}: the reference itself is rejected by {rejected[0]}")
    return found


def survivors(chosen: list[Mutant], jobs: int = 0) -> list[Mutant]:
    """Return the mutants that no check rejects with some seed."""
    with ProcessPoolExecutor(
        jobs or os.cpu_count(), mp_context=get_context("spawn"), initializer=_quietly
    ) as pool:
        answers = tqdm(pool.map(_survives, chosen), total=len(chosen), unit="mutant", disable=None)
        return [mutant for mutant, survives in zip(chosen, answers) if survives]


# -- equivalents ------------------------------------------------------------------------------


def equivalents(topic: str) -> dict[tuple[str, str, str], str]:
    """Map the name of each mutant that behaves as the reference to its proof."""
    return {
        (function, *change): proof
        for _, function, written in bank.files(topic)
        for change, proof in written.equivalents.items()
    }


# -- the command ------------------------------------------------------------------------------


def add_parser(subparsers) -> argparse.ArgumentParser:
    parser = subparsers.add_parser(
        "mutants",
        help="change the reference solutions, and see which changes the hidden tests do not notice",
        epilog=status.EPILOG.format(
            found=": a mutant that no check rejects and no line proves to be equivalent"
        ),
    )
    parser.add_argument(
        "topic", nargs="*", help="only these topics, or functions such as lookup/encode (all by default)"
    )
    parser.add_argument(
        "--jobs", type=status.whole(0), default=0, help="mutants at once (default: one a core)"
    )
    parser.add_argument("--list", action="store_true", help="print every mutant and run none")
    parser.add_argument(
        "--write",
        metavar="FILE",
        type=status.file_to_write,
        help="keep the counts, of all topics, for the book",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Print a row for each topic and every mutant that is left; exit 1 if there is one."""
    from autograder.selftest.answers import chosen as of_name

    try:
        names = [of_name(name) for name in args.topic] or [(topic, "") for topic in all_topics()]
        known_equal = {topic: equivalents(topic) for topic, _ in names}
    except ValueError as error:
        print(error, file=sys.stderr)
        return status.REFUSED
    if args.write and args.topic:
        print("--write: expected all topics, found some", file=sys.stderr)
        return status.REFUSED
    rows, left = {}, 0
    for topic, function in names:
        everything = [m for m in mutants(topic) if function in ("", m.function)]
        if args.list:
            print(*(_told(m) for m in everything), sep="\n")
            continue
        start, proofs = time.perf_counter(), known_equal[topic]
        if refused := rejected_references(topic, function):
            print(*refused, sep="\n")
            left += len(refused)
            continue
        found = survivors(everything, args.jobs)
        open_ = [m for m in found if m.name not in proofs]
        names_left = {m.name for m in found}
        stale = [n for n in proofs if function in ("", n[0]) and n not in names_left]
        rows[topic] = row = {
            "mutants": len(everything),
            "killed": len(everything) - len(found),
            "equivalent": len(found) - len(open_),
        }
        differ = row["mutants"] - row["equivalent"]
        whole, share = f"{topic}{'/' + function if function else ''}", row["killed"] / max(row["mutants"], 1)
        print(
            f"{whole}: {row['mutants']} mutants, {row['killed']} killed, {row['equivalent']} equivalent, "
            f"{len(open_)} left; killed {share:.1%} of all, {row['killed'] / max(differ, 1):.1%} of those "
            f"that differ ({time.perf_counter() - start:.0f} s)"
        )
        print(*(_told(m) for m in open_), sep="\n", end="\n" if open_ else "")
        for name in stale:
            print(
                f"  {topic}/{name[0]}: listed as equivalent, and killed or no mutant: "
                f"{name[1]!r} -> {name[2]!r}"
            )
        left += len(open_) + len(stale)
    if args.write and not args.list:
        counts = {"seeds": SEEDS, "operators": len(OPERATORS) + len(OWN), "topics": rows}
        args.write.write_text(json.dumps(counts, indent=1) + "\n", "utf-8")
    return status.FOUND if left else status.DONE


def _told(mutant: Mutant) -> str:
    change = "\n".join(
        [
            *(f"- {line}" for line in mutant.removed.split("\n")),
            *(f"+ {line}" for line in mutant.added.split("\n")),
        ]
    )
    return f"  {mutant.topic}/{mutant.function}, {mutant.operator}\n{textwrap.indent(change, '    ')}"
