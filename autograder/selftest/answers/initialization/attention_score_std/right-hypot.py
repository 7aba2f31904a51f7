# how: the norm of d equal standard deviations
def attention_score_std(d, std_q, std_k, scaled=True):
    if not (d >= 1 and std_q >= 0 and std_k >= 0):
        raise ValueError("d must be at least 1, and no standard deviation negative")
    return math.hypot(*[std_q * std_k] * d) / (d**0.5 if scaled else 1.0)
