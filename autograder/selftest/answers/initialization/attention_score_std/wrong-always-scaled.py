# misconception: scaled-ignored
# check: unscaled
# why: scaled for every call
def attention_score_std(d, std_q, std_k, scaled=True):
    if d < 1:
        raise ValueError(f"d is {d}")
    if std_q < 0 or std_k < 0:
        raise ValueError("a standard deviation is negative")
    return float(std_q * std_k)
