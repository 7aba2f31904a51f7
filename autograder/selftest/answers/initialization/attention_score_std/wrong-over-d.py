# misconception: divided-by-d
# check: scaled
# why: divides by d
def attention_score_std(d, std_q, std_k, scaled=True):
    if d < 1:
        raise ValueError(f"d is {d}")
    if std_q < 0 or std_k < 0:
        raise ValueError("a standard deviation is negative")
    std = math.sqrt(d) * std_q * std_k
    return std / d if scaled else std
