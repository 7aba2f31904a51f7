# misconception: variance-for-spread
# check: spread
# why: forgets the root of the variance
def expected_norm(d, std):
    if d < 1:
        raise ValueError(f"d must be at least 1, got {d}")
    if std < 0:
        raise ValueError(f"std must not be negative, got {std}")
    mean = math.sqrt(2) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    spread = d - mean * mean
    return Norm(std * mean, std**2 * spread)
