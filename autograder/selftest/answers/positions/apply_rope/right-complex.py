# how: a product with complex numbers, in float32 or float64
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
    wide = torch.float64 if x.dtype == torch.float64 else torch.float32
    rates = theta ** (-torch.arange(0, d, 2, device=x.device).to(wide) / d)
    angle = places[..., None].to(wide) * rates
    turn = torch.polar(torch.ones_like(angle), -angle if inverse else angle)
    if layout == "adjacent":
        pairs = x.to(wide).reshape(*x.shape[:-1], d // 2, 2)
    else:
        pairs = x.to(wide).reshape(*x.shape[:-1], 2, d // 2).transpose(-1, -2)
    out = torch.view_as_real(torch.view_as_complex(pairs.contiguous()) * turn)  # (..., d/2, 2)
    if layout == "halves":
        out = out.transpose(-1, -2)
    return out.reshape(x.shape).to(x.dtype)
