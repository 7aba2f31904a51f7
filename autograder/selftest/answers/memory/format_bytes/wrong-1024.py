# misconception: binary-for-decimal
# check: decimal
# why: divides by 1024 and writes MB
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step = 1024
    units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] if binary else ["B", "kB", "MB", "GB", "TB", "PB"]
    k = 0
    while n >= step ** (k + 1) and k < 5:
        k += 1
    if k == 0:
        return f"{n} B"
    return f"{n / step**k:.2f} {units[k]}"
