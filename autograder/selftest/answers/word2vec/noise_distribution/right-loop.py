# how: Python floats, one after the other
def noise_distribution(counts, power=0.75):
    if counts.ndim != 1 or power < 0:
        raise ValueError("one axis, and a power of 0 or more")
    values = [float(c) for c in counts]
    if any(not np.isfinite(c) or c < 0 for c in values) or sum(values) == 0:
        raise ValueError("counts are finite and not negative, and not all zero")
    powers = [c**power if c else 0.0 for c in values]
    total = sum(powers)
    return np.array([p / total for p in powers])
