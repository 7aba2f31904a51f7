"""Try every assert and quiz condition of the book: `python book/asserts.py [PAGE ...]`.

Each page's cells run in order. Wherever an assert or a quiz condition is met, the values under it are
replaced, one at a time: by zeros, by rows shifted by one, by the negated value, by 1.05 times the
value. A condition that none of them turns over says nothing of the value. So does an identity, a
literal, and a bound that the value could miss by a factor of a thousand. Each such condition needs a
reason in book/asserts.yml, and each reason a condition; otherwise the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path

BOOK = Path(__file__).resolve().parent
ROOT = BOOK.parent
REASONS = BOOK / "asserts.yml"
WHY = {
    "survives": "no replacement of a value turns it over",
    "literal": "a literal decides it",
    "identity": "both sides are the same expression",
    "wide": "the value could be a thousand times as large or as small",
    "not executed": "the page's cells never came here",
}


def pages(root: Path = ROOT) -> list[str]:
    """The pages of _toc.yml, as "chapters/lookup"."""
    import yaml

    sys.path.insert(0, str(BOOK / "_ext"))
    from course.check import toc_pages

    toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    return [page.removeprefix("book/") for page in toc_pages(toc)]


def chosen(names: list[str], known: list[str]) -> list[str]:
    """The pages named, by chapter or page ("lookup", "gather") or in full; all without arguments."""
    found = []
    for name in names:
        plain = name.removeprefix("book/").removesuffix(".md")
        matching = [page for page in known if plain in (page, page.partition("/")[2], *page.split("/")[1:])]
        if not matching:
            raise SystemExit(f"asserts: {name}: no such page; there are {', '.join(known)}")
        found += matching
    return found or known


def examine_alone(page: str) -> list[dict]:
    """The findings of one page, from an interpreter of its own in an empty folder."""
    environment = dict(os.environ)
    environment.pop("BOOK_BUILD", None)
    paths = [str(BOOK), *environment.get("PYTHONPATH", "").split(os.pathsep)]
    environment |= {
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(path for path in paths if path)),
        "MPLBACKEND": "Agg",
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": environment.get("OMP_NUM_THREADS", "1"),
    }
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "findings.json"
        work = Path(folder) / "work"
        work.mkdir()
        command = [sys.executable, str(Path(__file__).resolve()), "--examine", page, "--write", str(out)]
        done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{page}: the page failed:\n{done.stderr[-3000:]}")
        return json.loads(out.read_text(encoding="utf-8"))


def examine_all(names: list[str], jobs: int, say) -> tuple[list[dict], list[str]]:
    """The findings of all pages, in their order, and what failed."""
    results, failed = {}, []
    with ThreadPoolExecutor(jobs) as pool:
        begin = time.monotonic()
        waiting = {pool.submit(examine_alone, name): name for name in names}
        for number, future in enumerate(as_completed(waiting), 1):
            name = waiting[future]
            try:
                results[name] = future.result()
                state = f"{len(results[name])} claims"
            except RuntimeError as error:
                failed.append(str(error))
                state = "FAILED"
            seconds = time.monotonic() - begin
            say(f"asserts: {name}: {state} ({number} of {len(names)} pages, {seconds:.0f} s)")
    return [finding for name in names for finding in results.get(name, [])], failed


def load_reasons(path: Path) -> list[dict]:
    """The entries of book/asserts.yml, each with page, text and reason."""
    import yaml

    entries = (yaml.safe_load(path.read_text(encoding="utf-8")) or []) if path.is_file() else []
    for entry in entries:
        empty = [value for value in entry.values() if not str(value or "").strip()]
        if set(entry) != {"page", "text", "reason"} or empty:
            raise SystemExit(f"{path.name}: {entry}: expected page, text and reason, none of them empty")
    return entries


def key(entry: dict) -> tuple[str, str]:
    """What a finding and its reason have in common."""
    return entry["page"], " ".join(str(entry["text"]).split())


def compared(findings: list[dict], reasons: list[dict], names: list[str]) -> tuple[list, list, list]:
    """(listed with a reason, listed without one, reasons for nothing) of the pages `names`."""
    listed = [finding for finding in findings if finding["problem"]]
    known, found = {key(entry) for entry in reasons}, {key(finding) for finding in listed}
    idle = [entry for entry in reasons if entry["page"] in names and key(entry) not in found]
    return (
        [finding for finding in listed if key(finding) in known],
        [finding for finding in listed if key(finding) not in known],
        idle,
    )


def shown(finding: dict) -> str:
    """A condition in two lines: where and what, then what became of it."""
    problem, detail = finding["problem"], finding["detail"]
    state = f"{problem}: {WHY[problem]}; {detail}" if problem else f"turned over by {detail}"
    return f"book/{finding['page']}.md:{finding['line']}: {finding['kind']}: {finding['text']}\n    {state}"


def as_reasons(findings: list[dict]) -> str:
    """Entries for book/asserts.yml, whose reasons are still to be written."""
    import yaml

    entries = [{"page": finding["page"], "text": finding["text"], "reason": ""} for finding in findings]
    return yaml.safe_dump(entries, sort_keys=False, allow_unicode=True, width=110)


COLUMNS = ("asserts", "options", "claims", "tried", "survive", "trivial", "wide", "reason", "without")


def counts(mine: list[dict], excused: list[dict]) -> list[int]:
    """The numbers of one line of the table, one for each of COLUMNS."""
    sites = Counter(kind for kind, *_ in {(f["kind"], f["page"], f["site"]) for f in mine})
    problems = Counter(finding["problem"] for finding in mine)
    listed, reasons = len(mine) - problems[""], sum(finding in excused for finding in mine)
    return [
        sites["assert"],
        sites["option"] + sites["number"],
        len(mine),
        sum(finding["tried"] for finding in mine),
        problems["survives"] + problems["not executed"],
        problems["literal"] + problems["identity"],
        problems["wide"],
        reasons,
        listed - reasons,
    ]


def table(findings: list[dict], names: list[str], excused: list[dict]) -> str:
    """Counts of each page, and of all together."""
    rows = [(name, [finding for finding in findings if finding["page"] == name]) for name in names]
    lines = [f"{'page':32}" + "".join(f"{name:>9}" for name in COLUMNS)]
    for name, mine in [*rows, ("all", findings)]:
        if mine:
            lines.append(f"{name:32}" + "".join(f"{count:9,d}" for count in counts(mine, excused)))
    return "\n".join(lines)


def arguments(argv: list[str] | None) -> argparse.Namespace:
    shape = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python book/asserts.py", description=__doc__, formatter_class=shape
    )
    cores = min(4, len(os.sched_getaffinity(0)))
    parser.add_argument("page", nargs="*", help="these pages, by topic or as chapters/lookup (default: all)")
    parser.add_argument("--jobs", type=int, default=cores, metavar="N", help="pages at once")
    parser.add_argument("--all", action="store_true", help="list every condition, with what turned it over")
    parser.add_argument("--reasons", action="store_true", help="print entries for book/asserts.yml as well")
    parser.add_argument("--examine", metavar="PAGE", help=argparse.SUPPRESS)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the findings as JSON")
    args = parser.parse_args(argv)
    if args.jobs < 1:
        parser.error(f"--jobs {args.jobs}: expected 1 or more")
    return args


def main(argv: list[str] | None = None) -> int:
    args = arguments(argv)
    if args.examine:
        from mutation.page import examine_file

        found = [asdict(finding) for finding in examine_file(BOOK / f"{args.examine}.md", ROOT)]
        args.write.write_text(json.dumps(found), encoding="utf-8")
        return 0
    names = chosen(args.page, pages())
    findings, failed = examine_all(names, args.jobs, lambda text: print(text, file=sys.stderr, flush=True))
    excused, without, idle = compared(findings, load_reasons(REASONS), names)
    if args.write:
        args.write.write_text(json.dumps(findings, indent=1), encoding="utf-8")
    for finding in findings if args.all else without:
        print(shown(finding))
    if args.reasons:
        print(as_reasons(without))
    for entry in idle:
        where = f"book/asserts.yml: {entry['page']}: {entry['text']!r}"
        print(f"{where}: a reason for nothing: no such condition is listed")
    for error in failed:
        print(error, file=sys.stderr)
    print(table(findings, names, excused))
    tail = f"{len(idle)} reasons for nothing, {len(failed)} pages failed"
    print(f"asserts: {len(excused)} listed with a reason, {len(without)} without, {tail}")
    return 1 if without or idle or failed else 0


if __name__ == "__main__":
    sys.exit(main())
