# misconception: settings-unchecked
# check: errors
# why: looks at the batch alone
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0:
        raise ValueError(f"batch={batch}, steps={steps}")
    if batch == 0:
        return np.zeros(len(p))
    return -steps * np.expm1(batch * np.log1p(-p))
