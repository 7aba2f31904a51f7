# misconception: bytes-only
# check: times
# why: a lookup has no arithmetic, so nothing has
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if flops < 0 or nbytes < 0 or peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("amounts must not be negative, rates must be positive")
    compute, move = flops / peak_flops, nbytes / bandwidth
    return move
