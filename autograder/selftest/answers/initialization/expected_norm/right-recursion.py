# how: μ_{d+1} = d / μ_d from μ_1, and a series for large d
def expected_norm(d, std):
    if d < 1 or std < 0:
        raise ValueError("d >= 1 and std >= 0 are needed")
    if d > 5000:
        x = 1 / d
        mean = math.sqrt(d) * (1 - x / 4 + x * x / 32 + 5 * x**3 / 128)
        return Norm(std * mean, std * math.sqrt(0.5 - x / 8 - x * x / 16))
    mean = math.sqrt(2 / math.pi)
    for k in range(1, d):
        mean = k / mean
    return Norm(std * mean, std * math.sqrt(d - mean**2))
