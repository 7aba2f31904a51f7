# how: a list of Python floats
def zipf_probabilities(V, s=1.0):
    if V <= 0:
        raise ValueError("no tokens")
    if s < 0:
        raise ValueError("the exponent is negative")
    powers = [1 / r**s for r in range(1, V + 1)]
    total = sum(powers)
    return np.array([power / total for power in powers])
