# misconception: labels-without-i
# check: binary
# why: right numbers, labels of the other units
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step = 1024 if binary else 1000
    units = ["B", "kB", "MB", "GB", "TB", "PB"]
    k = 0
    while n >= step ** (k + 1) and k < 5:
        k += 1
    if k == 0:
        return f"{n} B"
    return f"{n / step**k:.2f} {units[k]}"
