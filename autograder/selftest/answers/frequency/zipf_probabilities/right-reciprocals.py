# how: divides 1 by a power of floats, in place
def zipf_probabilities(V, s=1.0):
    if not (V >= 1 and s >= 0):
        raise ValueError("V >= 1 and s >= 0 are needed")
    p = 1.0 / np.power(np.linspace(1.0, V, V), s)
    p /= np.sum(p)
    return p
