# how: whole numbers only; a tie goes up, where Python's format goes to the even digit
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step = 1024 if binary else 1000
    units = "KiB MiB GiB TiB PiB".split() if binary else "kB MB GB TB PB".split()
    power = max([k for k in range(1, 6) if n >= step**k], default=0)
    if not power:
        return f"{n} B"
    hundredths = (200 * n + step**power) // (2 * step**power)
    return f"{hundredths // 100}.{hundredths % 100:02} {units[power - 1]}"
