# how: leaves impossible ids out; certain ones by a clip
def expected_distinct(p, n):
    if n < 0 or p.ndim != 1 or p.size == 0 or (p < 0).any() or not np.isclose(p.sum(), 1, rtol=0, atol=1e-6):
        raise ValueError("bad draws or bad probabilities")
    q = p[p > 0]
    if len(q) == 1:
        return float(min(n, 1))
    return -np.expm1(n * np.log1p(-q)).sum().item()
