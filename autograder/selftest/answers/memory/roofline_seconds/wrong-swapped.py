# misconception: rates-swapped
# check: times
# why: each amount over the other's rate
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if flops < 0 or nbytes < 0 or peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("amounts must not be negative, rates must be positive")
    compute, move = flops / bandwidth, nbytes / peak_flops
    return max(compute, move)
