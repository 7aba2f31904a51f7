# misconception: unit-after-rounding
# check: edges
# why: rounds and then chooses the unit
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step = 1024 if binary else 1000
    units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] if binary else ["B", "kB", "MB", "GB", "TB", "PB"]
    k = 0
    while k < 5 and (n >= step if k == 0 else round(n / step**k, 2) >= step):
        k += 1
    if k == 0:
        return f"{n} B"
    return f"{n / step**k:.2f} {units[k]}"
