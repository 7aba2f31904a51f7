# misconception: not-normalised
# check: values
# why: returns the powers
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(1, V + 1) ** -float(s)
    return weights
