# misconception: rarest-first
# check: values
# why: sorts at the end
def zipf_probabilities(V, s=1.0):
    if V < 1 or s < 0:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(1, V + 1) ** -float(s)
    return np.sort(weights / weights.sum())
