# misconception: counts-unchecked
# check: errors
# why: divides whatever comes
def noise_distribution(counts, power=0.75):
    f = np.asarray(counts, dtype=np.float64)
    if f.ndim != 1 or power < 0:
        raise ValueError(f"counts {f.shape}, power {power}")
    weights = np.where(f > 0, f**power, 0.0)
    return weights / weights.sum()
