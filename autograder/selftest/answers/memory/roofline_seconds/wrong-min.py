# misconception: shorter-time
# check: times
# why: the roof is a minimum, of rates though
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if flops < 0 or nbytes < 0 or peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("amounts must not be negative, rates must be positive")
    compute, move = flops / peak_flops, nbytes / bandwidth
    return min(compute, move)
