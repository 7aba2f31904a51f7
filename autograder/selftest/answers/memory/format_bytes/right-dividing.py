# how: divides a float again and again, and looks at the float
def format_bytes(n, binary=False):
    check_sizes(0, n=n)
    if binary:
        step, units = 1024, ("B", "KiB", "MiB", "GiB", "TiB", "PiB")
    else:
        step, units = 1000, ("B", "kB", "MB", "GB", "TB", "PB")
    power = 0
    rest = n
    while rest >= step and power < len(units) - 1:
        rest //= step
        power += 1
    if power == 0:
        return "{} B".format(n)
    return "{:.2f} {}".format(n / step**power, units[power])
