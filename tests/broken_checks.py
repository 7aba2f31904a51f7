"""Break checks on purpose: does the bank's short form report what its long form reports?

    python tests/broken_checks.py                 break checks until fifty are seen, and print by which form
    python tests/broken_checks.py --count 5 lookup

A break is one edit of one check's code: a statement that says or compares something is left out, a loop
looks at its first case only, a tolerance is a thousand times as wide, or a mistake is told by another's name.
The check then meets every answer of its function, in this process; a mismatch is an answer with what is
wrong about it (`bank.problems`). The long form has all seeds, the short one those of `bankrun.FEW`.
"""

import argparse
import ast
import inspect
import json
import os
import sys
import textwrap
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402
from tqdm import tqdm  # noqa: E402

from autograder.checks import checking  # noqa: E402
from autograder.selftest import bank, bankrun  # noqa: E402
from autograder.topics import topics as all_topics  # noqa: E402

FILE = ROOT / "benchmarks" / "broken_checks.json"
TELLING = ("see", "conclude", "answers", "right")  # and whatever begins with refuse, must or check


class _Break(ast.NodeTransformer):
    """Counts the places that can be broken; with `at`, breaks that one and says how."""

    def __init__(self, misconceptions: list[str], at: int | None = None):
        self.misconceptions, self.at, self.count, self.how = misconceptions, at, 0, ""

    def _here(self, how: str) -> bool:
        self.count += 1
        if self.count - 1 == self.at:
            self.how = how
            return True
        return False

    def visit_Expr(self, node):
        called = node.value.func if isinstance(node.value, ast.Call) else None
        name = getattr(called, "attr", getattr(called, "id", ""))
        if name in TELLING or name.startswith(("refuse", "must", "check")):
            if self._here(f"leaves out line {node.lineno}, {name}"):
                return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Raise(self, node):
        if self._here(f"leaves out line {node.lineno}, raise"):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_For(self, node):
        if self._here(f"ends the loop of line {node.lineno} after its first case"):
            node.body.append(ast.copy_location(ast.Break(), node))
        return self.generic_visit(node)

    def visit_Call(self, node):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if (
            name == "close"
            and len(node.args) == 3
            and self._here(f"a tolerance times 1000 in line {node.lineno}")
        ):
            node.args[2] = ast.BinOp(node.args[2], ast.Mult(), ast.Constant(1000))
        return self.generic_visit(node)

    def visit_Constant(self, node):
        if node.value in self.misconceptions and isinstance(node.value, str):
            if self._here(f"tells another mistake in line {node.lineno}"):
                others = [m for m in self.misconceptions if m != node.value]
                return ast.copy_location(ast.Constant(others[self.count % len(others)]), node)
        return node


def breaks(topic: str, check: checking.Check) -> Iterator[tuple[str, checking.Check]]:
    """Every broken form of a check, with what is broken; none if it is no plain function."""
    body = check.body
    if not inspect.isfunction(body) or body.__closure__:
        return
    tree = ast.parse(textwrap.dedent(inspect.getsource(body)))
    keys = sorted(checking.suite(topic).misconceptions)
    places = _Break(keys)
    places.visit(tree)
    for at in range(places.count):
        tree = ast.parse(textwrap.dedent(inspect.getsource(body)))
        tree.body[0].decorator_list = []
        broken = _Break(keys, at)
        broken.visit(tree)
        names = dict(body.__globals__)
        exec(compile(ast.fix_missing_locations(tree), inspect.getsourcefile(body), "exec"), names)
        made = names[body.__name__]
        made.__defaults__, made.__kwdefaults__ = body.__defaults__, body.__kwdefaults__
        yield broken.how, replace(check, body=made)


class Function:
    """One function's answers, and what its checks as they are say of each of them with each seed."""

    def __init__(self, topic: str, function: str, seeds):
        self.topic, self.checks, self.seeds = topic, checking.suite(topic).of(function), seeds
        self.setup = bank.setup_source(topic)
        everything = [*bank.answers(topic), *bank.stubs(topic), *bank.spoiled(topic)]
        self.answers = [a for a in everything if a.function == function]
        self.sound = {a.name: self._put(a, self.checks) for a in self.answers}

    def _put(self, answer, checks) -> list[list]:
        return list(bank.run_in_process(answer, self.setup, self.seeds, checks))

    def mismatches(self, broken: checking.Check) -> dict[tuple[str, str], list[int]]:
        """(answer, problem) with the seeds that show it, once `broken` stands in its check's place."""
        place, found = [c.id for c in self.checks].index(broken.id), {}
        for answer in self.answers:
            for seed, sound, [new] in zip(self.seeds, self.sound[answer.name], self._put(answer, [broken])):
                for problem in bank.problems(answer, [*sound[:place], new, *sound[place + 1 :]]):
                    found.setdefault((answer.name, problem), []).append(seed)
        return found


def candidates(topic: str) -> Iterator[tuple[str, str, checking.Check]]:
    """(function, break, broken check), one of each check of a topic; the same ones each time."""
    rng = np.random.default_rng(zlib.crc32(topic.encode()))
    checks = [(c, forms) for c in checking.suite(topic).checks if (forms := list(breaks(topic, c)))]
    for k in rng.permutation(len(checks)):
        check, forms = checks[k]
        how, broken = forms[rng.integers(len(forms))]
        yield check.function, how, broken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("topic", nargs="*", help="only these topics (all by default)")
    parser.add_argument(
        "--count", type=int, default=50, help="breaks that the long form is to see (default: %(default)s)"
    )
    parser.add_argument("--write", action="store_true", help=f"write {FILE.relative_to(ROOT)}")
    args = parser.parse_args()
    topics, rows = args.topic or all_topics(), []
    bar = tqdm(total=args.count, unit="break")
    for n, topic in enumerate(topics):
        known: dict[str, Function] = {}
        wanted = args.count // len(topics) + (n < args.count % len(topics))
        for function, how, broken in candidates(topic):
            if not wanted:
                break
            if function not in known:
                known[function] = Function(topic, function, range(bankrun.SEEDS))
            found = known[function].mismatches(broken)
            missed = {m: seeds for m, seeds in found.items() if not set(seeds) & set(bankrun.FEW)}
            rows.append({"check": f"{topic}/{broken.id}", "break": how, "long": len(found)})
            rows[-1] |= {"short": len(found) - len(missed), "missed": [f"{m}: {missed[m]}" for m in missed]}
            bar.write(", ".join(f"{key}: {value}" for key, value in rows[-1].items()))
            if found:
                wanted -= 1
                bar.update()
    bar.close()
    long_form, short_form = (sum(row[form] for row in rows) for form in ("long", "short"))
    seen = sum(row["long"] > 0 for row in rows)
    print(
        f"{len(rows)} checks broken, {seen} of them seen by the long form; {long_form} mismatches, "
        f"{short_form} of them in the short form ({len(bankrun.FEW)} of {bankrun.SEEDS} seeds)"
    )
    if args.write:
        FILE.write_text(
            json.dumps({"seeds": bankrun.SEEDS, "short": list(bankrun.FEW), "breaks": rows}, indent=1) + "\n"
        )
    return long_form != short_form


if __name__ == "__main__":
    sys.exit(main())
