"""Answers to `roofline_seconds` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "if", how="compares the products and divides once",
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if min(flops, nbytes) < 0:
        raise ValueError("negative amount")
    if min(peak_flops, bandwidth) <= 0:
        raise ValueError("rate not positive")
    if flops * bandwidth > nbytes * peak_flops:
        return float(flops / peak_flops)
    return float(nbytes / bandwidth)
''')

answers.right(
    "numpy", how="a maximum of NumPy's",
    source='''
import numpy as np

def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    amounts = np.array([flops, nbytes], dtype=np.float64)
    rates = np.array([peak_flops, bandwidth], dtype=np.float64)
    if (amounts < 0).any() or (rates <= 0).any():
        raise ValueError(f"amounts {amounts}, rates {rates}")
    return np.max(amounts / rates)
''')

answers.right(
    "ridge", how="asks on which side of the ridge the intensity lies",
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    for name, amount in (("flops", flops), ("nbytes", nbytes)):
        if amount < 0:
            raise ValueError(f"{name} is {amount}")
    for name, rate in (("peak_flops", peak_flops), ("bandwidth", bandwidth)):
        if not rate > 0:
            raise ValueError(f"{name} is {rate}")
    if nbytes == 0:
        return flops / peak_flops
    attainable = min(peak_flops, flops / nbytes * bandwidth)
    return flops / attainable if attainable else nbytes / bandwidth
''')

answers.wrong(
    "bytes", "bytes-only", check="times",
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if flops < 0 or nbytes < 0 or peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("amounts must not be negative, rates must be positive")
    compute, move = flops / peak_flops, nbytes / bandwidth
    return move
''')

answers.wrong(
    "swapped", "rates-swapped", check="times", breaks="seconds",
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if flops < 0 or nbytes < 0 or peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("amounts must not be negative, rates must be positive")
    compute, move = flops / bandwidth, nbytes / peak_flops
    return max(compute, move)
''')

answers.wrong(
    "bits", "bandwidth-in-bits", check="times", breaks="bytes",
    of="wrong-swapped", 
    old="    compute, move = flops / bandwidth, nbytes / peak_flops",
    new="    compute, move = flops / peak_flops, 8 * nbytes / bandwidth")

answers.wrong(
    "compute", "compute-only", check="times",
    of="wrong-bytes", old="    return move", new="    return compute")

answers.wrong(
    "intensity", "nothing-to-do-fails", check="nothing", breaks="no-bytes",
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if flops < 0 or nbytes < 0 or peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("amounts must not be negative, rates must be positive")
    intensity = flops / nbytes
    if intensity > peak_flops / bandwidth:
        return flops / peak_flops
    return nbytes / bandwidth
''')

answers.wrong(
    "min", "shorter-time", check="times", breaks="bound",
    of="wrong-bytes", old="    return move", new="    return min(compute, move)")

answers.wrong(
    "negative", "negative-accepted", check="errors", breaks="negative",
    why="checks rates only",
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("amounts must not be negative, rates must be positive")
    compute, move = flops / peak_flops, nbytes / bandwidth
    return max(compute, move)
''')

answers.wrong(
    "sum", "times-added", check="times", breaks="together",
    of="wrong-bytes", old="    return move", new="    return compute + move")

answers.wrong(
    "unchecked", "wrong-exception", check="errors", breaks="rates",
    why="a rate of zero raises ZeroDivisionError",
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if min(flops, nbytes, peak_flops, bandwidth) < 0:
        raise ValueError("negative")
    compute, move = flops / peak_flops, nbytes / bandwidth
    return max(compute, move)
''')

answers.spoiled(
    "shifted(right)",
    keeps=('errors',))

answers.wrong(
    "no-work", "zero-refused", check="nothing", breaks="no-work",
    why="work without operations is refused",
    of="right-if", old='''
    if min(flops, nbytes) < 0:''', new='''
    if flops <= 0 or nbytes < 0:''')

answers.wrong(
    "slow", "slow-refused", check="errors", breaks="slow",
    of="right-if", old='''
    if min(peak_flops, bandwidth) <= 0:''', new='''
    if min(peak_flops, bandwidth) < 1:''')

answers.wrong(
    "small-negative", "negative-accepted", check="errors",
    why="whole amounts are looked at",
    of="right-if", old='''
    if min(flops, nbytes) < 0:''', new='''
    if min(flops, nbytes) <= -1:''')

answers.wrong(
    "idle-first", "unchecked-without-work", check="errors", alone=True,
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if flops < 0 or nbytes < 0:
        raise ValueError("negative amount")
    if flops == nbytes == 0:
        return 0.0
    if peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("rates must be positive")
    return max(flops / peak_flops, nbytes / bandwidth)
''')

answers.wrong(
    "int-zero", "whole-number", check="nothing", alone=True,
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if min(flops, nbytes) < 0 or min(peak_flops, bandwidth) <= 0:
        raise ValueError("bad sign")
    times = [0]
    if flops:
        times.append(flops / peak_flops)
    if nbytes:
        times.append(nbytes / bandwidth)
    return max(times)
''')

answers.wrong(
    "floor", "whole-seconds", check="times",
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if flops < 0 or nbytes < 0:
        raise ValueError("negative amount")
    if peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("rates must be positive")
    return float(max(flops // peak_flops, nbytes // bandwidth))
''')

answers.wrong(
    "float32", "single-precision", check="times",
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if flops < 0 or nbytes < 0:
        raise ValueError("negative amount")
    if peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("rates must be positive")
    return (torch.tensor([flops, nbytes], dtype=torch.float32) / torch.tensor([peak_flops, bandwidth], dtype=torch.float32)).max().item()
''')

answers.right(
    "fractions", how="exact fractions of ints and floats",
    source='''
from fractions import Fraction

def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    flops, nbytes, peak_flops, bandwidth = map(Fraction, (flops, nbytes, peak_flops, bandwidth))
    if flops < 0 or nbytes < 0:
        raise ValueError("negative amount")
    if peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("rate not above 0")
    return float(max(flops / peak_flops, nbytes / bandwidth))
''')

answers.wrong(
    "microseconds", "seconds-rounded", check="times",
    of="wrong-bytes", old="    return move", new="    return round(max(compute, move), 6)")

answers.wrong(
    "whole-amounts", "floats-refused", check="times", breaks="either",
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    check_sizes(0, flops=flops, nbytes=nbytes)
    if peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("rates must be above 0")
    return max(flops / peak_flops, nbytes / bandwidth)
''')

answers.wrong(
    "in-64-bits", "range-narrowed", check="times", alone=True, breaks="sizes",
    of="wrong-bytes", edits=[("    compute, move =", '''
    import numpy as np
    flops, nbytes = (np.int64(x) if isinstance(x, int) else x for x in (flops, nbytes))
    compute, move ='''), ("    return move", "    return float(max(compute, move))")])

answers.wrong(
    "nothing-computed", "idle-is-zero", check="nothing", alone=True,
    of="right-ridge", old='''
    if nbytes == 0:''', new='''
    if flops == 0:
        return 0.0
    if nbytes == 0:''')

answers.wrong(
    "quotients", "signs-of-quotients", check="errors", alone=True,
    source='''
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if peak_flops == 0 or bandwidth == 0:
        raise ValueError("a rate is 0")
    compute, move = flops / peak_flops, nbytes / bandwidth
    if compute < 0 or move < 0:
        raise ValueError("a time is negative")
    return max(compute, move)
''')
