# how: PyTorch's lgamma in float64, NumPy numbers in a plain tuple
def expected_norm(d, std):
    if d <= 0 or std < 0.0:
        raise ValueError(f"d={d}, std={std}")
    halves = torch.tensor([(d + 1) / 2, d / 2], dtype=torch.float64)
    above, below = torch.lgamma(halves).numpy()
    mean = np.exp(above - below + 0.5 * np.log(2.0))
    return std * mean, std * np.sqrt(d - mean**2)
