# how: powers by exp and log, shifted
def noise_distribution(counts, power=0.75):
    wide = np.array(counts, dtype=float)
    if wide.ndim != 1 or power < 0:
        raise ValueError("shape or power")
    if not ((wide >= 0) & np.isfinite(wide)).all() or not wide.any():
        raise ValueError("counts")
    out, seen = np.zeros_like(wide), wide > 0
    logs = np.log(wide[seen]) - np.log(wide.max())
    out[seen] = np.exp(power * logs)
    out /= out.sum()
    return out
