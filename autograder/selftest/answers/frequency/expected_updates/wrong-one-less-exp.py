# misconception: digits-lost
# check: rare
# why: log1p, and then 1 less an exponential near 1
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch={batch}, steps={steps}")
    if batch == 0:
        return np.zeros(len(p))
    return steps * (1 - np.exp(batch * np.log1p(-p)))
