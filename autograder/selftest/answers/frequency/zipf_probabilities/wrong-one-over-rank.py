# misconception: exponent-ignored
# check: values
# why: the harmonic weights whatever s is
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = 1 / np.arange(1, V + 1)
    return weights / weights.sum()
