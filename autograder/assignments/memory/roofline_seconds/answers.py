"""Answers to `roofline_seconds` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "recursive",
    how="calls itself for each piece",
    source="""
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if isinstance(flops, (list, tuple)):
        return sum(roofline_seconds(f, n, peak_flops, bandwidth) for f, n in zip(flops, nbytes))
    compute, move = flops / peak_flops, nbytes / bandwidth
    return max(compute, move)
""",
)

answers.right(
    "numpy",
    how="arrays of at least one axis",
    source="""
import numpy as np

def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    work = np.atleast_1d(np.asarray(flops, np.float64)) / peak_flops
    moved = np.atleast_1d(np.asarray(nbytes, np.float64)) / bandwidth
    return np.maximum(work, moved).sum()
""",
)

answers.right(
    "torch",
    how="tensors in float64",
    source="""
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    flops, nbytes = (torch.tensor(x, dtype=torch.float64) for x in (flops, nbytes))
    return torch.maximum(flops / peak_flops, nbytes / bandwidth).sum().item()
""",
)

answers.right(
    "ridge",
    how="asks for each piece on which side of the ridge its intensity lies",
    source="""
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if not hasattr(flops, "__len__"):
        flops, nbytes = [flops], [nbytes]
    seconds = 0
    for i in range(len(flops)):
        if flops[i] * bandwidth > nbytes[i] * peak_flops:
            seconds += flops[i] / peak_flops
        else:
            seconds += nbytes[i] / bandwidth
    return seconds
""",
)

ONE = "    return max(compute, move)\n"
PIECE = (
    ("added", "times-added", "overlap", "compute + move", ""),
    ("shorter", "shorter-time", "bound", "min(compute, move)", ""),
    ("compute", "compute-only", "", "compute", ""),
    ("bytes", "bytes-only", "", "move", ""),
    ("swapped", "rates-swapped", "rates", "max(flops / bandwidth, nbytes / peak_flops)", ""),
    ("amounts", "amounts-compared", "", "compute if flops > nbytes else move", ""),
    ("bits", "bandwidth-in-bits", "bytes", "max(compute, 8 * move)", ""),
    ("whole", "whole-seconds", "", "max(flops // peak_flops, nbytes // bandwidth)", ""),
    ("idle", "idle-is-zero", "none", "max(compute, move) if flops and nbytes else 0.0", ""),
    ("rounded", "seconds-rounded", "digits", "round(max(compute, move), 6)", ""),
)
for name, key, breaks, result, why in PIECE:
    answers.wrong(
        name, key, check="one", breaks=breaks, why=why, of="right-recursive", old=ONE, new=f"    return {result}\n"
    )
answers.wrong(
    "float32", "single-precision", check="one", of="right-torch", old="dtype=torch.float64", new="dtype=torch.float32"
)  # fmt: skip

SUM = "sum(roofline_seconds(f, n, peak_flops, bandwidth) for f, n in zip(flops, nbytes))"
SEVERAL = (
    ("merged", "pieces-merged", "sequence", "max(sum(flops) / peak_flops, sum(nbytes) / bandwidth)", ""),
    ("longest", "longest-work", "several", "max(roofline_seconds(f, n, peak_flops, bandwidth) for f, n in zip(flops, nbytes))", ""),
    ("first", "one-piece", "each", "roofline_seconds(flops[0], nbytes[0], peak_flops, bandwidth)", ""),
)  # fmt: skip
for name, key, breaks, result, why in SEVERAL:
    answers.wrong(
        name, key, check="several", breaks=breaks, why=why, alone=True, of="right-recursive", old=SUM, new=result
    )
answers.wrong(
    "added-in-lists", "times-added", check="several", alone=True, why="only of several pieces",
    of="right-recursive", old=SUM, new="sum(flops) / peak_flops + sum(nbytes) / bandwidth",
)  # fmt: skip

MORE = (
    ("halved", "amount-doubled", "max(compute / 2, move)"),
    ("milliseconds", "units-converted", "1000 * max(compute, move)"),
    ("for-safety", "constant-added", "max(flops / (peak_flops + 1e-6), nbytes / (bandwidth + 1e-6))"),
)
for name, key, result in MORE:
    answers.wrong(name, key, check="one", of="right-recursive", old=ONE, new=f"    return {result}\n")
answers.wrong(
    "mean", "pieces-averaged", check="several", alone=True, of="right-recursive", old=SUM, new=f"{SUM} / len(flops)"
)
answers.wrong(
    "not-the-last", "a-piece-left-out", check="several", alone=True,
    of="right-recursive", old="zip(flops, nbytes)", new="list(zip(flops, nbytes))[: max(1, len(flops) - 1)]",
)  # fmt: skip

answers.spoiled("right + 1", "None", "right * 1.01", "str(right)")
