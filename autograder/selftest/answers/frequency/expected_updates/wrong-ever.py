# misconception: ever
# check: values
# why: whether the row is updated at all
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0 or steps < 0:
        raise ValueError(f"batch={batch}, steps={steps}")
    if batch == 0:
        return np.zeros(len(p))
    return -np.expm1(batch * steps * np.log1p(-p))
