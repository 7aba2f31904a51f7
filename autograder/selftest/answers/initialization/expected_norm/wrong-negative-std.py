# misconception: negative-std
# check: errors
# why: does not look at std
def expected_norm(d, std):
    if d < 1:
        raise ValueError(f"d must be at least 1, got {d}")
    mean = math.sqrt(2) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    spread = math.sqrt(d - mean * mean)
    return Norm(std * mean, std * spread)
