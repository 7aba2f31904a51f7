# misconception: rates-misplaced
# check: halves
# why: repeat_interleave for both layouts
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
    rates = theta ** (-torch.arange(0, d, 2, dtype=torch.float32, device=x.device) / d)
    angle = (places[..., None] * rates).repeat_interleave(2, dim=-1)
    if layout == "halves":
        rotated = torch.cat((-x[..., d // 2 :], x[..., : d // 2]), dim=-1)
    else:
        rotated = torch.stack((-x[..., 1::2], x[..., ::2]), dim=-1).reshape(x.shape)
    sin = -angle.sin() if inverse else angle.sin()
    return (x * angle.cos() + rotated * sin).to(x.dtype)
