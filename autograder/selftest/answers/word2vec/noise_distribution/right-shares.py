# how: shares first, then the power, then shares again
def noise_distribution(counts, power=0.75):
    if counts.ndim != 1 or power < 0 or counts.size == 0:
        raise ValueError(f"counts {counts.shape}, power {power}")
    wide = counts.astype(np.float64)
    if not np.all(np.isfinite(wide)) or wide.min() < 0 or wide.max() == 0:
        raise ValueError("not counts")
    p = np.zeros(len(wide))
    seen = wide > 0
    p[seen] = (wide[seen] / wide.sum()) ** power
    return p / p.sum()
