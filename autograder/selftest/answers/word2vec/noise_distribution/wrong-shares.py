# misconception: power-ignored
# check: values
# why: the plain shares
def noise_distribution(counts, power=0.75):
    f = np.asarray(counts, dtype=np.float64)
    if f.ndim != 1 or power < 0:
        raise ValueError(f"counts {f.shape}, power {power}")
    if not np.isfinite(f).all() or (f < 0).any() or not (f > 0).any():
        raise ValueError("counts that no text can have")
    weights = np.where(f > 0, f, 0.0)
    return weights / weights.sum()
