# how: from the largest unit to the smallest
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    step = 1024 if binary else 1000
    for power, letter in ((5, "P"), (4, "T"), (3, "G"), (2, "M"), (1, "K" if binary else "k")):
        if n >= step**power:
            return "%.2f %s%sB" % (n / step**power, letter, "i" if binary else "")
    return str(n) + " B"
