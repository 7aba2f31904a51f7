# misconception: digits-lost
# check: rare
# why: the formula as it stands
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch={batch}, steps={steps}")
    if batch == 0:
        return np.zeros(len(p))
    return steps * (1 - (1 - p) ** batch)
