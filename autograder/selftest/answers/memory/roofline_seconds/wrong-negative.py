# misconception: negative-accepted
# check: errors
# why: checks rates only
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("amounts must not be negative, rates must be positive")
    compute, move = flops / peak_flops, nbytes / bandwidth
    return max(compute, move)
