# misconception: geometric
# check: values
# why: a softmax of -s r, without the logarithm
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.exp(-s * np.arange(1, V + 1))
    return weights / weights.sum()
