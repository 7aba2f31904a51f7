# how: a softmax of -s ln r
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"cannot make {V} probabilities with the exponent {s}")
    logits = -s * np.log(np.arange(V) + 1)
    e = np.exp(logits - logits.max())
    return e / e.sum()
