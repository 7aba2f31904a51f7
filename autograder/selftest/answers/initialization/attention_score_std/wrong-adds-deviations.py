# misconception: score-root-forgotten
# check: unscaled
# why: d products, so d times the standard deviation
def attention_score_std(d, std_q, std_k, scaled=True):
    if d < 1:
        raise ValueError(f"d is {d}")
    if std_q < 0 or std_k < 0:
        raise ValueError("a standard deviation is negative")
    std = d * std_q * std_k
    return std / math.sqrt(d) if scaled else std
