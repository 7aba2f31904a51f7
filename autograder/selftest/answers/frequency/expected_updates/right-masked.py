# how: certain ids apart
def expected_updates(p, batch, steps):
    check_probabilities(p)
    if batch < 0:
        raise ValueError(f"a batch of {batch}")
    if steps < 0:
        raise ValueError(f"{steps} steps")
    hit = np.empty_like(p)
    certain = p >= 1
    hit[certain] = 1.0 if batch else 0.0
    hit[~certain] = -np.expm1(np.log1p(-p[~certain]) * batch)
    return hit * steps
