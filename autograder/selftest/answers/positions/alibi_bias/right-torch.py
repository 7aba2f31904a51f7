# how: in torch, with triu for the mask
def alibi_bias(heads, length, causal=True):
    if heads < 1:
        raise ValueError(heads)
    p = 1
    while 2 * p <= heads:
        p *= 2
    exponents = [8 * (h + 1) / p for h in range(p)] + [4 * (2 * h + 1) / p for h in range(heads - p)]
    slopes = torch.tensor([2.0**-e for e in exponents])
    at = torch.arange(length)
    bias = -(at[:, None] - at).abs() * slopes.reshape(-1, 1, 1)
    if causal:
        bias = bias + torch.full((length, length), -torch.inf).triu(diagonal=1)
    return bias.float().numpy()
