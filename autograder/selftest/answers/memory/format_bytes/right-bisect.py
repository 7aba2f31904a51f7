# how: looks the unit up in a sorted list of sizes; decimal arithmetic
from bisect import bisect_right
from decimal import Decimal, getcontext

def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    getcontext().prec = 60
    step = 1024 if binary else 1000
    sizes = [step**k for k in range(1, 6)]
    names = "KiB MiB GiB TiB PiB".split() if binary else "kB MB GB TB PB".split()
    k = bisect_right(sizes, n)
    if not k:
        return f"{n} B"
    return f"{(Decimal(n) / sizes[k - 1]).quantize(Decimal('0.01'))} {names[k - 1]}"
