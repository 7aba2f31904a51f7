# misconception: nothing-to-do-fails
# check: nothing
# why: divides by the bytes
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if flops < 0 or nbytes < 0 or peak_flops <= 0 or bandwidth <= 0:
        raise ValueError("amounts must not be negative, rates must be positive")
    intensity = flops / nbytes
    if intensity > peak_flops / bandwidth:
        return flops / peak_flops
    return nbytes / bandwidth
