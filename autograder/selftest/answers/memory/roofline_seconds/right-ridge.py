# how: asks on which side of the ridge the intensity lies
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
