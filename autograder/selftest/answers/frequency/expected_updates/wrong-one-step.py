# misconception: one-step
# check: values
# why: the probability for one batch
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch={batch}, steps={steps}")
    if batch == 0:
        return np.zeros(len(p))
    return -np.expm1(batch * np.log1p(-p))
