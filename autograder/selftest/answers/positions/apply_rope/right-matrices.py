# how: a 2 x 2 matrix for each position and pair
def apply_rope(x, positions, theta=10000.0, layout="adjacent", inverse=False):
    d = x.shape[-1]
    if d % 2 == 1:
        raise ValueError(f"d must be even, not {d}")
    if layout not in ("adjacent", "halves"):
        raise ValueError(f"unknown layout {layout!r}")
    if positions.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"positions are {positions.dtype}, not integers")
    try:
        places = positions.broadcast_to(x.shape[:-1])
    except RuntimeError as error:
        raise ValueError(f"positions {positions.shape}, x {x.shape}") from error
    rates = torch.tensor([theta ** (-2 * k / d) for k in range(d // 2)], device=x.device)
    angle = places.to(torch.float32).unsqueeze(-1) * rates
    c, s = angle.cos(), angle.sin()
    turn = torch.stack((torch.stack((c, -s), -1), torch.stack((s, c), -1)), -2)  # (..., d/2, 2, 2)
    if inverse:
        turn = turn.transpose(-1, -2)
    shape = (d // 2, 2) if layout == "adjacent" else (2, d // 2)
    pairs = x.to(turn.dtype if x.dtype != torch.float64 else torch.float64).unflatten(-1, shape)
    if layout == "halves":
        pairs = pairs.mT
    out = (turn.to(pairs.dtype) @ pairs.unsqueeze(-1)).squeeze(-1)
    return (out if layout == "adjacent" else out.mT).flatten(-2).to(x.dtype)
