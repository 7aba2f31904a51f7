# how: brings halves into the adjacent order and back; writes into a new tensor
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
    if layout == "halves":
        order = torch.arange(d, device=x.device).reshape(2, d // 2).T.reshape(-1)
        back = torch.argsort(order)
        return apply_rope(x[..., order], positions, theta, "adjacent", inverse)[..., back]
    exponent = torch.arange(0, d, 2, dtype=torch.float64, device=x.device) / d
    angle = places.double()[..., None] * torch.exp(-exponent * math.log(theta))
    cos, sin = angle.cos(), angle.sin() * (-1 if inverse else 1)
    out = torch.empty_like(x, dtype=torch.float64)
    out[..., 0::2] = x[..., 0::2] * cos - x[..., 1::2] * sin
    out[..., 1::2] = x[..., 0::2] * sin + x[..., 1::2] * cos
    return out.to(x.dtype)
