# misconception: settings-unchecked
# check: errors
# why: looks at V alone
def zipf_probabilities(V, s=1.0):
    if V < 1:
        raise ValueError(f"V={V}, s={s}")
    weights = np.arange(1, V + 1) ** -float(s)
    return weights / weights.sum()
