# misconception: wrong-exception
# check: errors
# why: a rate of zero raises ZeroDivisionError
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if min(flops, nbytes, peak_flops, bandwidth) < 0:
        raise ValueError("negative")
    compute, move = flops / peak_flops, nbytes / bandwidth
    return max(compute, move)
