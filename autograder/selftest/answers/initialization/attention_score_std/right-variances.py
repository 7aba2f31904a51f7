# how: by variances, in NumPy
def attention_score_std(d, std_q, std_k, scaled=True):
    if d <= 0 or min(std_q, std_k) < 0:
        raise ValueError((d, std_q, std_k))
    variance = d * np.square(std_q) * np.square(std_k)
    if scaled:
        variance = variance / d
    return np.sqrt(variance)
