# misconception: steps-without
# check: values
# why: the steps without a gradient
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch={batch}, steps={steps}")
    if batch == 0:
        return np.full(len(p), float(steps))
    return steps * np.exp(batch * np.log1p(-p))
