# how: a branch for each layout, angles in float32
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
    k = torch.arange(d // 2, device=x.device)
    freqs = theta ** (-2.0 * k / d)
    angle = places.unsqueeze(-1).float() * freqs
    if inverse:
        angle = -angle
    cos, sin = torch.cos(angle), torch.sin(angle)
    if layout == "adjacent":
        a, b = x[..., ::2], x[..., 1::2]
    else:
        a, b = x[..., : d // 2], x[..., d // 2 :]
    first = a * cos - b * sin
    second = a * sin + b * cos
    if layout == "adjacent":
        out = torch.stack([first, second], dim=-1).flatten(-2)
    else:
        out = torch.cat([first, second], dim=-1)
    return out.to(x.dtype)
