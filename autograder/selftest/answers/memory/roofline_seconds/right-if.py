# how: compares the products and divides once
def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    if min(flops, nbytes) < 0:
        raise ValueError("negative amount")
    if min(peak_flops, bandwidth) <= 0:
        raise ValueError("rate not positive")
    if flops * bandwidth > nbytes * peak_flops:
        return float(flops / peak_flops)
    return float(nbytes / bandwidth)
