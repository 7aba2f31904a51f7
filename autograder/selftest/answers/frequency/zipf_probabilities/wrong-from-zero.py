# misconception: ranks-shifted
# check: values
# why: ranks as Python counts
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(V, dtype=float) ** -float(s)
    return weights / weights.sum()
