# misconception: rms-as-mean
# check: mean
# why: the familiar σ√d as the mean
def expected_norm(d, std):
    if d < 1:
        raise ValueError(f"d must be at least 1, got {d}")
    if std < 0:
        raise ValueError(f"std must not be negative, got {std}")
    mean = math.sqrt(2) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    spread = math.sqrt(d - mean * mean)
    return Norm(std * math.sqrt(d), std * spread)
