# misconception: batch-for-steps
# check: values
# why: batch and steps mixed up
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch={batch}, steps={steps}")
    if batch == 0:
        return np.zeros(len(p))
    return -batch * np.expm1(steps * np.log1p(-p))
