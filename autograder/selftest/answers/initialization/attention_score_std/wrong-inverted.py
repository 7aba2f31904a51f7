# misconception: scaled-inverted
# check: scaled
# why: takes scaled for a statement about the input
def attention_score_std(d, std_q, std_k, scaled=True):
    if d < 1:
        raise ValueError(f"d is {d}")
    if std_q < 0 or std_k < 0:
        raise ValueError("a standard deviation is negative")
    std = math.sqrt(d) * std_q * std_k
    return std / math.sqrt(d) if not scaled else std
