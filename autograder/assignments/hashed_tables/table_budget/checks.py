"""Checks of `table_budget`: the rows of each layer, and bytes that are held and read."""

import math
from collections.abc import Sequence

import numpy as np

from autograder.checks.checking import Diagnosis, Unexplained, check
from autograder.checks.student import Student
from autograder.sandboxed import protocol

NAME = "table_budget"
NEUTRAL = "The prediction of a table's size is wrong."
FIELDS = ("size", "layers", "N", "heads", "width", "bits", "block", "multiple")


def answer(student: Student, sizes: dict) -> tuple[list[int], int, int]:
    """Return (rows, held, read); `Unexplained` for anything but whole numbers of that form."""
    given = [sizes[name] for name in FIELDS]
    value = student.call(NAME, *(given[:5] if given[5:] == [16, None, 1] else given))
    if isinstance(value, (tuple, list)) and len(value) == 3:
        rows = value[0].values.tolist() if isinstance(value[0], protocol.Array) else value[0]
        if isinstance(rows, (tuple, list)) and all(map(whole, [*rows, *value[1:]])):
            return [int(row) for row in rows], int(value[1]), int(value[2])
    raise Unexplained(f"{NEUTRAL} It is to return (rows, held, read): a list of whole numbers, and two more.")


def whole(value) -> bool:
    return type(value) is int or (type(value) is float and value.is_integer())


def draw(rng: np.random.Generator, **given) -> dict:
    """Draw a configuration in which no two of the small numbers agree."""
    layers, N, heads = (int(n) for n in rng.permutation([2, 3, 4, 5])[:3])
    width, bits = int(rng.choice([18, 30, 45])), int(rng.choice([4, 8, 16]))
    sizes = dict(size=int(rng.integers(50, 5000)), layers=layers, N=N, heads=heads, width=width, bits=bits)
    return sizes | {"block": None, "multiple": 1} | given


def is_prime(n: int) -> bool:
    return n > 1 and all(n % q for q in range(2, math.isqrt(n) + 1))


def primes(start: int, count: int, step: int = 1) -> list[int]:
    """Return the first `count` primes from `start` on."""
    found: list[int] = []
    while len(found) < count:
        if is_prime(start):
            found.append(start)
        start += step
    return found


def up(n: int, multiple: int) -> int:
    return -(-n // multiple) * multiple


def rows_of(s: dict) -> list[int]:
    each = (s["N"] - 1) * s["heads"]
    found = primes(s["size"], s["layers"] * each)
    return [up(sum(found[i : i + each]), s["multiple"]) for i in range(0, len(found), each)]


def row_mistakes(s: dict) -> dict[str, list[list[int]]]:
    """Return the rows that each mistake leads to, in its forms."""
    layers, orders, heads, of = s["layers"], s["N"] - 1, s["heads"], s["multiple"]
    right, size = rows_of(s), s["size"]

    def each(of_one: list[int]) -> list[int]:
        """Return the rows of each layer, given the sizes of one."""
        return [up(sum(of_one), of)] * layers

    plain, numbers = rows_of(s | {"multiple": 1}), primes(size, layers * orders * heads)
    return {
        "size-not-prime": [each([size] * orders * heads), rows_of_numbers(s, range(size, 10**9))]
        + [rows_of_numbers(s, range(size | 1, 10**9, 2))]
        + [rows_of_numbers(s, squares_too(size, layers * orders * heads))],
        "two-left-out": [rows_of(s | {"size": max(size, 3)})],
        "prime-shared": [each(primes(size, 1) * orders * heads), each(primes(size, heads) * orders)]
        + [each([p for p in primes(size, orders) for _ in range(heads)])],
        "layers-interleaved": [[up(sum(numbers[n::layers]), of) for n in range(layers)]],
        "layers-share-primes": [each(primes(size, orders * heads))],
        "size-itself-left-out": [rows_of(s | {"size": size + 1})],
        "an-order-too-many": [rows_of(s | {"N": s["N"] + 1})],
        "heads-not-counted": [rows_of(s | {"heads": 1})],
        "rounded-to-multiple": [plain, [n // of * of for n in plain], [up(n + 1, of) for n in plain]]
        + [[sum(up(p, of) for p in part) for part in parts(s)]]
        + [differences([up(n, of) for n in np.cumsum(plain).tolist()])]
        + [[*plain[:-1], plain[-1] + -sum(plain) % of], [plain[0] + -sum(plain) % of, *plain[1:]]],
        "one-table-for-all": [[up(sum(plain), of)], [sum(right)]],
    }


def differences(sums: list[int]) -> list[int]:
    return [b - a for a, b in zip([0, *sums], sums)]


def parts(s: dict) -> list[list[int]]:
    each = (s["N"] - 1) * s["heads"]
    found = primes(s["size"], s["layers"] * each)
    return [found[i : i + each] for i in range(0, len(found), each)]


def squares_too(start: int, count: int) -> list[int]:
    """Return what a search gives that tries no divisor as large as the root."""
    found: list[int] = []
    while len(found) < count:
        if all(start % q for q in range(2, math.isqrt(start))):
            found.append(start)
        start += 1
    return found


def rows_of_numbers(s: dict, numbers: Sequence[int]) -> list[int]:
    each = (s["N"] - 1) * s["heads"]
    return [up(sum(numbers[i * each : (i + 1) * each]), s["multiple"]) for i in range(s["layers"])]


@check(points=2)
def rows(student: Student, rng: np.random.Generator) -> None:
    """Sizes that are prime and not, several layers, rows rounded up; and a size of millions."""
    prime = primes(int(rng.integers(100, 1000)), 1)[0]
    cases = [
        draw(rng),
        draw(rng, multiple=64),
        draw(rng, size=prime),
        draw(rng, size=2),
        draw(rng, size=prime + 1),
    ]
    cases += [
        draw(rng, multiple=128),
        draw(rng, size=int(rng.integers(10**7, 2 * 10**7)), layers=1, N=2, heads=2),
    ]
    diagnosis, wrong = Diagnosis("The rows of the tables are wrong."), []
    for sizes in cases:
        found, *_ = answer(student, sizes)
        if not diagnosis.see(np.array(found), np.array(rows_of(sizes)), 0, row_mistakes, sizes):
            wrong.append((sizes, found))
    try:
        diagnosis.conclude()
    except Unexplained:
        raise Unexplained(f"{diagnosis.neutral} {observed(wrong)}") from None
    sizes = draw(rng, bits=16, N=2, heads=3)  # an odd number of odd primes, with what is the default
    if answer(student, sizes)[0] != rows_of(sizes):
        raise Unexplained("The rows of the tables are wrong where the defaults are taken.")


def observed(wrong: list[tuple[dict, list[int]]]) -> str:
    """Return in which cases alone the rows were wrong, and whether too large or too small."""
    told = {
        "where `size` is 2": all(s["size"] == 2 for s, _ in wrong),
        "where `size` is a prime": all(is_prime(s["size"]) for s, _ in wrong),
        "with a `multiple`": all(s["multiple"] > 1 for s, _ in wrong),
        "where `size` is large": all(s["size"] >= 10**7 for s, _ in wrong),
    }
    if any(len(found) != s["layers"] for s, found in wrong):
        return "The list has not an entry for each layer."
    signs = {sum(found) > sum(rows_of(s)) for s, found in wrong if sum(found) != sum(rows_of(s))}
    way = {(True,): "too large", (False,): "too small"}.get(tuple(signs), "wrong, in both directions")
    return f"They are {way}{next((f', only {where}' for where, so in told.items() if so), '')}."


def row_bytes(s: dict) -> int:
    return up(s["width"] * s["bits"], 8) // 8 + (
        up(s["width"], s["block"]) // s["block"] if s["block"] else 0
    )


def byte_mistakes(s: dict, rows: list[int]) -> dict[str, list[list[int]]]:
    """Return [held, read] as each mistake gives them, given the number of rows."""
    width, bits, block = s["width"], s["bits"], s["block"]
    reads = s["layers"] * (s["N"] - 1) * s["heads"]
    total, one = sum(rows), row_bytes(s)
    bare = up(width * bits, 8) // 8

    def both(of: int) -> list[int]:
        return [total * of, reads * of]

    held = total * one
    found = {
        "bits-as-bytes": [both(width * bits + (one - bare))],
        "numbers-as-bytes": [both(width + one - bare)],
        "numbers-whole-bytes": [both(up(bits, 8) // 8 * width + one - bare)],
        "rows-not-whole-bytes": [both(width * bits // 8 + one - bare)]
        + [
            [
                up(total * width * bits, 8) // 8 + total * (one - bare),
                up(reads * width * bits, 8) // 8 + reads * (one - bare),
            ]
        ],
        "reads-of-one-layer": [[held, reads // s["layers"] * one]],
        "reads-of-one-head": [[held, reads // s["heads"] * one]],
        "reads-of-one-order": [[held, reads // (s["N"] - 1) * one]],
        "reads-an-order-more": [[held, s["layers"] * s["N"] * s["heads"] * one]],
        "holds-one-layer": [[rows[0] * one, reads * one], [rows[-1] * one, reads * one]],
    }
    if block:
        blocks = [min(block, width - begin) for begin in range(0, width, block)]
        found |= {
            "scales-left-out": [both(bare), [total * bare, reads * one], [held, reads * bare]],
            "one-scale-a-row": [both(bare + 1)],
            "last-block-left-out": [both(bare + width // block)],
            "block-too-many": [both(bare + width // block + 1)],
            "scale-bytes": [both(bare + n * (one - bare)) for n in (2, 4)],
            "blocks-whole-bytes": [both(sum(up(n * bits, 8) // 8 for n in blocks) + one - bare)],
            "scales-of-whole-table": [[total * bare + up(total * width, block) // block, reads * one]]
            + [
                [
                    total * bare + up(total * width, block) // block,
                    reads * bare + up(reads * width, block) // block,
                ]
            ],
        }
    return found


@check(points=2)
def memory(student: Student, rng: np.random.Generator) -> None:
    """Bytes in terms of the rows that the function returns: a mistake in these does not count twice."""
    cases = [draw(rng, bits=16), draw(rng, bits=8, width=45, block=32), draw(rng, bits=8, width=64, block=16)]
    cases += [
        draw(rng, bits=4, width=45),
        draw(rng, bits=4, width=45, block=20),
        draw(rng, bits=4, width=47, block=15),
        draw(rng, bits=16, width=30, block=8),
    ]
    diagnosis, parts = Diagnosis("The bytes that are held or read are wrong."), set()
    for sizes in cases:
        rows, held, read = answer(student, sizes)
        if len(rows) != sizes["layers"] or min(rows) <= 0:
            raise Unexplained(
                "The list of rows has not an entry for each layer yet; the bytes count once it has."
            )
        total, reads = sum(rows), sizes["layers"] * (sizes["N"] - 1) * sizes["heads"]
        want = [total * row_bytes(sizes), reads * row_bytes(sizes)]
        diagnosis.see(np.array([held, read]), np.array(want), 0, byte_mistakes, sizes, rows)
        for name, got, right in (("held", held, want[0]), ("read", read, want[1])):
            if got != right:
                parts.add(f"{name}: too {'large' if got > right else 'small'}")
    try:
        diagnosis.conclude()
    except Unexplained:
        raise Unexplained(f"{diagnosis.neutral} Seen: {', '.join(sorted(parts))}.") from None
