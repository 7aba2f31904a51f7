# how: the form x cos + rotate(x) sin, with cosine and sine in the dtype of x
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
    rates = 1.0 / theta ** (torch.arange(0, d, 2, dtype=torch.float32, device=x.device) / d)
    half = places[..., None] * rates
    if layout == "halves":
        angle = torch.cat((half, half), dim=-1)
        rotated = torch.cat((-x[..., d // 2 :], x[..., : d // 2]), dim=-1)
    else:
        angle = half.repeat_interleave(2, dim=-1)
        rotated = torch.stack((-x[..., 1::2], x[..., ::2]), dim=-1).reshape(x.shape)
    sin = angle.sin().to(x.dtype)
    return x * angle.cos().to(x.dtype) + rotated * (-sin if inverse else sin)
