# misconception: float-accepted
# check: errors
# why: takes what can be compared
def format_bytes(n, binary=False):
    if isinstance(n, bool):
        raise TypeError("n is a bool")
    if n < 0:
        raise ValueError("n is negative")
    step = 1024 if binary else 1000
    units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] if binary else ["B", "kB", "MB", "GB", "TB", "PB"]
    k = 0
    while n >= step ** (k + 1) and k < 5:
        k += 1
    if k == 0:
        return f"{n} B"
    return f"{n / step**k:.2f} {units[k]}"
