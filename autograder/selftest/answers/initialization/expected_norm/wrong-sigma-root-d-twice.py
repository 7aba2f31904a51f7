# misconception: rms-as-mean
# check: spread
# why: σ√d in both places, so that nothing is left of the spread
def expected_norm(d, std):
    if d < 1:
        raise ValueError(f"d must be at least 1, got {d}")
    if std < 0:
        raise ValueError(f"std must not be negative, got {std}")
    mean = math.sqrt(d)
    spread = max(0.0, d - mean * mean) ** 0.5
    return Norm(std * mean, std * spread)
