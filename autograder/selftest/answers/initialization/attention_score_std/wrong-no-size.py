# misconception: sizes-unchecked
# check: errors
# why: does not look at d
def attention_score_std(d, std_q, std_k, scaled=True):
    if std_q < 0 or std_k < 0:
        raise ValueError("a standard deviation is negative")
    return std_q * std_k if scaled else abs(d) ** 0.5 * std_q * std_k
