"""Answers to `apply_rope` of positions."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "complex", how="a product with complex numbers, in float32 or float64",
    source='''
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
    out = torch.view_as_real(torch.complex(*pairs.unbind(-1)) * turn)  # (..., d/2, 2)
    if layout == "halves":
        out = out.transpose(-1, -2)
    return out.reshape(x.shape).to(x.dtype)
''')

answers.right(
    "matrices", how="a 2 x 2 matrix for each position and pair",
    source='''
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
''')

answers.right(
    "permuted", how="brings halves into the adjacent order and back; writes into a new tensor",
    source='''
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
''')

answers.right(
    "rotate-half", how="the form x cos + rotate(x) sin, with cosine and sine in the dtype of x",
    source='''
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
''')

answers.right(
    "two-branches", how="a branch for each layout, angles in float32",
    source='''
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
''')

answers.wrong(
    "always-adjacent", "other-layout", check="halves", breaks="halves",
    why="ignores the argument layout",
    of="right-two-branches", edits=[('''
    if layout == "adjacent":
        a, b = x[..., ::2], x[..., 1::2]
    else:
        a, b = x[..., : d // 2], x[..., d // 2 :]
''', '''
    a, b = x[..., ::2], x[..., 1::2]
'''), ('''
    if layout == "adjacent":
        out = torch.stack([first, second], dim=-1).flatten(-2)
    else:
        out = torch.cat([first, second], dim=-1)
''', '''
    out = torch.stack([first, second], dim=-1).flatten(-2)
''')])

answers.wrong(
    "always-halves", "other-layout", check="adjacent", breaks="adjacent",
    why="knows the Hugging Face form only",
    of="right-two-branches", edits=[('''
    if layout == "adjacent":
        a, b = x[..., ::2], x[..., 1::2]
    else:
        a, b = x[..., : d // 2], x[..., d // 2 :]
''', '''
    a, b = x.chunk(2, dim=-1)
'''), ('''
    if layout == "adjacent":
        out = torch.stack([first, second], dim=-1).flatten(-2)
    else:
        out = torch.cat([first, second], dim=-1)
''', '''
    out = torch.cat([first, second], dim=-1)
''')])

answers.wrong(
    "both-plus", "no-rotation", check="adjacent", breaks="rotation",
    of="right-two-branches", old="    first = a * cos - b * sin", new="    first = a * cos + b * sin")

answers.wrong(
    "clockwise", "wrong-way", check="adjacent", breaks="turn",
    of="right-two-branches", old='''
    first = a * cos - b * sin
    second = a * sin + b * cos
''', new='''
    first = a * cos + b * sin
    second = b * cos - a * sin
''')

answers.wrong(
    "counts", "positions-ignored", check="positions", breaks="positions",
    of="right-two-branches", 
    old="    angle = places.unsqueeze(-1).float() * freqs",
    new="    angle = torch.arange(x.shape[-2], device=x.device)[:, None] * freqs")

answers.wrong(
    "detached", "detached", check="gradient", breaks="gradient",
    of="right-two-branches", old='''
    cos, sin = torch.cos(angle), torch.sin(angle)
''', new='''
    cos, sin = torch.cos(angle), torch.sin(angle)
    x = x.detach()
''')

answers.wrong(
    "else-halves", "layout-unchecked", check="errors", breaks="layout",
    why="anything but adjacent is halves",
    of="right-two-branches", old='''
    if layout not in ("adjacent", "halves"):
        raise ValueError(f"unknown layout {layout!r}")
''', new="")

answers.wrong(
    "fixed-theta", "base-ignored", check="theta", breaks="theta",
    why="10,000 in the formula",
    of="right-two-branches", 
    old="    freqs = theta ** (-2.0 * k / d)",
    new="    freqs = 10000.0 ** (-2.0 * k / d)")

answers.wrong(
    "float32-result", "dtype-not-kept", check="dtypes", breaks="dtype",
    why="leaves the result in the dtype of the angles",
    of="right-two-branches", old="    return out.to(x.dtype)", new="    return out")

answers.wrong(
    "half-angles", "angles-in-half", check="dtypes", breaks="wide-angles",
    why="angles in the dtype of x",
    of="right-two-branches", 
    old="    angle = places.unsqueeze(-1).float() * freqs",
    new="    angle = places.unsqueeze(-1).to(x.dtype) * freqs.to(x.dtype)")

answers.wrong(
    "in-place", "arguments-changed", check="adjacent", breaks="inputs-kept",
    why="writes the rotated numbers into x",
    of="right-two-branches", old='''
    if layout == "adjacent":
        out = torch.stack([first, second], dim=-1).flatten(-2)
    else:
        out = torch.cat([first, second], dim=-1)
''', new='''
    with torch.no_grad():
        if layout == "adjacent":
            x[..., ::2], x[..., 1::2] = first, second
        else:
            x[..., : d // 2], x[..., d // 2 :] = first, second
    out = x.clone()
''')

answers.wrong(
    "int64", "positions-int64-only", check="positions", breaks="int32",
    of="right-two-branches", 
    old="    if positions.dtype not in (torch.int32, torch.int64):",
    new="    if positions.dtype != torch.int64:")

answers.wrong(
    "no-inverse", "inverse-ignored", check="inverse", breaks="inverse",
    of="right-two-branches", old='''
    if inverse:
        angle = -angle
    cos, sin = torch.cos(angle), torch.sin(angle)
''', new='''
    cos, sin = torch.cos(-angle if inverse else angle), torch.sin(angle)
''')

answers.wrong(
    "numpy", "through-numpy", check="device", breaks="own-device",
    of="right-two-branches", old='''
    k = torch.arange(d // 2, device=x.device)
    freqs = theta ** (-2.0 * k / d)
    angle = places.unsqueeze(-1).float() * freqs
''', new='''
    freqs = theta ** (-2.0 * np.arange(d // 2) / d)
    angle = torch.from_numpy(places.numpy()[..., None] * freqs).float()
''')

answers.wrong(
    "on-the-cpu", "wrong-device", check="device", breaks="device",
    of="right-two-branches", 
    old="    k = torch.arange(d // 2, device=x.device)",
    new="    k = torch.arange(d // 2)")

answers.wrong(
    "outer", "positions-one-axis", check="positions", breaks="broadcast",
    of="right-two-branches", 
    old="    angle = places.unsqueeze(-1).float() * freqs",
    new="    angle = torch.outer(positions.float(), freqs)")

answers.wrong(
    "put-back-as-halves", "layout-mixed", check="adjacent", breaks="places",
    of="right-two-branches", old='''
    if layout == "adjacent":
        out = torch.stack([first, second], dim=-1).flatten(-2)
    else:
        out = torch.cat([first, second], dim=-1)
''', new='''
    out = torch.cat([first, second], dim=-1)
''')

answers.wrong(
    "rates-of-the-other", "rates-misplaced", check="halves", breaks="one-angle",
    source='''
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
''')

answers.wrong(
    "twice-two", "exponent-doubled", check="adjacent", breaks="rates",
    why="the 2 of the exponent twice",
    of="right-two-branches", 
    old="    k = torch.arange(d // 2, device=x.device)",
    new="    k = torch.arange(0, d, 2, device=x.device)")

answers.wrong(
    "view", "contiguous-only", check="adjacent", breaks="gaps",
    why="view makes one axis of all vectors, which a tensor with gaps does not allow",
    of="right-two-branches", edits=[('''
    cos, sin = torch.cos(angle), torch.sin(angle)
''', '''
    cos, sin = torch.cos(angle), torch.sin(angle)
    shape, x = x.shape, x.view(-1, d)
    cos, sin = cos.reshape(-1, d // 2), sin.reshape(-1, d // 2)
'''), ("    return out.to(x.dtype)", "    return out.to(x.dtype).view(shape)")])

answers.wrong(
    "nothing-to-turn", "memory-shared", check="positions", breaks="new", alone=True,
    why="returns x where all positions are 0",
    of="right-two-branches",
    old="    if inverse:",
    new="""    if not positions.any() and x.numel():
        return x
    if inverse:""")

answers.wrong(
    "half-cosines", "angles-in-half", check="dtypes", breaks="wide-cosines",
    why="brings the angles into the dtype of x before it takes cosine and sine",
    of="right-two-branches",
    old="    cos, sin = torch.cos(angle), torch.sin(angle)",
    new="""    angle = angle.to(x.dtype)
    cos, sin = torch.cos(angle), torch.sin(angle)""")

answers.wrong(
    "half-positions", "angles-in-half", check="dtypes", breaks="wide-angles",
    why="brings the positions into the dtype of x, in which distant ones are the same",
    of="right-two-branches",
    old="    angle = places.unsqueeze(-1).float() * freqs",
    new="    angle = places.unsqueeze(-1).to(x.dtype).float() * freqs")

answers.wrong(
    "one-batch", "one-sequence-only", check="adjacent", breaks="any-axes",
    why="brings batches and heads into one axis, and takes x for one with both",
    of="right-two-branches", old='''
    k = torch.arange(d // 2, device=x.device)
''', new='''
    if x.ndim > 2:
        batch, heads, length, d = x.shape
    k = torch.arange(d // 2, device=x.device)
''')

answers.wrong(
    "table-of-angles", "empty-fails", check="positions", breaks="empty", alone=True,
    why="makes a table up to the largest position, and there may be none",
    of="right-two-branches",
    old="    angle = places.unsqueeze(-1).float() * freqs",
    new="    angle = (torch.arange(int(positions.max()) + 1, device=x.device)[:, None] * freqs)[places]")

answers.wrong(
    "float-positions", "not-integers", check="errors", breaks="no-integers", alone=True,
    why="takes positions between the tokens as well",
    of="right-two-branches", old='''
    if positions.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"positions are {positions.dtype}, not integers")
''', new="")

answers.wrong(
    "bool-positions", "not-integers", check="errors", breaks="bool", alone=True,
    why="refuses floating point numbers only",
    of="right-two-branches",
    old="    if positions.dtype not in (torch.int32, torch.int64):",
    new="    if positions.is_floating_point():")

answers.wrong(
    "odd", "odd-width", check="errors", breaks="odd", alone=True,
    why="leaves the last number of an odd row as it is",
    of="right-two-branches", old='''
    if d % 2 == 1:
        raise ValueError(f"d must be even, not {d}")
''', new='''
    if d % 2 == 1:
        rest = x[..., -1:]
        return torch.cat([apply_rope(x[..., :-1], positions, theta, layout, inverse), rest], dim=-1)
''')

answers.wrong(
    "library-shapes", "wrong-exception", check="errors", breaks="shapes", alone=True,
    why="leaves positions that do not fit to PyTorch",
    of="right-two-branches", old='''
    try:
        places = positions.broadcast_to(x.shape[:-1])
    except RuntimeError as error:
        raise ValueError(f"positions {positions.shape}, x {x.shape}") from error
''', new='''
    places = positions.broadcast_to(x.shape[:-1])
''')

answers.wrong(
    "more-axes", "shapes-unchecked", check="errors", breaks="shapes", alone=True,
    why="takes positions with more axes than x, and returns more vectors",
    of="right-two-branches", old='''
    try:
        places = positions.broadcast_to(x.shape[:-1])
    except RuntimeError as error:
''', new='''
    try:
        places, _ = torch.broadcast_tensors(positions, x[..., 0])
    except RuntimeError as error:
''')

answers.wrong(
    "any-case", "layout-unchecked", check="errors", breaks="layout", alone=True,
    why="takes the names in capitals and with blanks too",
    of="right-two-branches",
    old='    if layout not in ("adjacent", "halves"):',
    new='''    layout = layout.strip().lower()
    if layout not in ("adjacent", "halves"):''')

answers.spoiled(
    "noisy(right)")

answers.wrong(
    "substring", "layout-unchecked", check="errors", alone=True, breaks="layout",
    why="looks for the layout within a text",
    source='''
def apply_rope(x, positions, theta=10000.0, layout="adjacent", inverse=False):
    if positions.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"positions have the dtype {positions.dtype}")
    d = x.shape[-1]
    if d % 2 or layout not in "adjacent halves":
        raise ValueError(f"d is {d}, the layout {layout!r}")
    try:
        fits = torch.broadcast_shapes(positions.shape, x.shape[:-1]) == x.shape[:-1]
    except RuntimeError:
        fits = False
    if not fits:
        raise ValueError(f"positions {tuple(positions.shape)} for x {tuple(x.shape)}")
    rates = theta ** (-2 * torch.arange(d // 2, device=x.device, dtype=torch.float64) / d)
    angles = positions[..., None] * (-rates if inverse else rates)
    cos, sin, wide = angles.cos(), angles.sin(), x.double()
    if layout == "adjacent":
        a, b = wide[..., 0::2], wide[..., 1::2]
        out = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)
    else:
        a, b = wide.chunk(2, dim=-1)
        out = torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
    return out.to(x.dtype)
''')

answers.wrong(
    "half-detached", "detached-in-half", check="gradient", alone=True, breaks="gradient",
    source='''
def apply_rope(x, positions, theta=10000.0, layout="adjacent", inverse=False):
    if positions.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"positions have the dtype {positions.dtype}")
    d = x.shape[-1]
    if d % 2 or layout not in ("adjacent", "halves"):
        raise ValueError(f"d is {d}, the layout {layout!r}")
    try:
        fits = torch.broadcast_shapes(positions.shape, x.shape[:-1]) == x.shape[:-1]
    except RuntimeError:
        fits = False
    if not fits:
        raise ValueError(f"positions {tuple(positions.shape)} for x {tuple(x.shape)}")
    rates = theta ** (-2 * torch.arange(d // 2, device=x.device, dtype=torch.float64) / d)
    angles = positions[..., None] * (-rates if inverse else rates)
    cos, sin, wide = angles.cos(), angles.sin(), x.double() if x.dtype in (torch.float32, torch.float64) else x.detach().double()
    if layout == "adjacent":
        a, b = wide[..., 0::2], wide[..., 1::2]
        out = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)
    else:
        a, b = wide.chunk(2, dim=-1)
        out = torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
    return out.to(x.dtype)
''')

answers.wrong(
    "empty-first", "unchecked-when-empty", check="errors", alone=True, breaks="bool",
    why="answers for no tokens before it checks anything",
    source='''
def apply_rope(x, positions, theta=10000.0, layout="adjacent", inverse=False):
    if x.numel() == 0:
        return torch.empty_like(x)
    if positions.dtype not in (torch.int32, torch.int64):
        raise TypeError(f"positions have the dtype {positions.dtype}")
    d = x.shape[-1]
    if d % 2 or layout not in ("adjacent", "halves"):
        raise ValueError(f"d is {d}, the layout {layout!r}")
    try:
        fits = torch.broadcast_shapes(positions.shape, x.shape[:-1]) == x.shape[:-1]
    except RuntimeError:
        fits = False
    if not fits:
        raise ValueError(f"positions {tuple(positions.shape)} for x {tuple(x.shape)}")
    rates = theta ** (-2 * torch.arange(d // 2, device=x.device, dtype=torch.float64) / d)
    angles = positions[..., None] * (-rates if inverse else rates)
    cos, sin, wide = angles.cos(), angles.sin(), x.double()
    if layout == "adjacent":
        a, b = wide[..., 0::2], wide[..., 1::2]
        out = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)
    else:
        a, b = wide.chunk(2, dim=-1)
        out = torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)
    return out.to(x.dtype)
''')

answers.wrong(
    "kept-tensor", "result-kept", check="positions", alone=True, breaks="new",
    why="writes all results of a shape into one tensor",
    of="right-two-branches", edits=[
    ("def apply_rope(", "_kept = {}\n\n\ndef apply_rope("),
    ("    return out.to(x.dtype)", """    if x.requires_grad:
        return out.to(x.dtype)
    return _kept.setdefault((x.shape, x.dtype, x.device), torch.empty_like(x)).copy_(out)""")])

answers.wrong(
    "negates-positions", "arguments-changed", check="inverse", breaks="inputs-kept",
    why="turns back by negating the caller's positions",
    of="right-two-branches", edits=[("""
    if inverse:
        angle = -angle
""", ""), ("    k = torch.arange(d // 2, device=x.device)", """    if inverse:
        positions.neg_()
    k = torch.arange(d // 2, device=x.device)""")])

answers.wrong(
    "into-double", "arguments-changed", check="dtypes", alone=True, breaks="inputs-kept",
    why="writes the result into x brought to float64, which for such an x is no copy",
    of="right-two-branches",
    old="    return out.to(x.dtype)",
    new="""    if x.requires_grad:
        return out.to(x.dtype)
    return x.double().copy_(out).to(x.dtype, copy=True)""")

answers.wrong(
    "kept-without-theta", "angles-kept", check="theta", alone=True, breaks="theta",
    why="keeps the angles for each list of positions, whatever the base",
    of="right-two-branches", edits=[
    ("def apply_rope(", "_angles = {}\n\n\ndef apply_rope("),
    ("    if inverse:", """    if x.device.type == "cpu":
        key = tuple(places.flatten().tolist()), places.shape, d
        angle = _angles.setdefault(key, angle)
    if inverse:""")])

answers.wrong(
    "kept-without-direction", "angles-kept", check="inverse", breaks="inverse",
    why="keeps the angles for positions and base, whatever the direction",
    of="right-two-branches", edits=[
    ("def apply_rope(", "_angles = {}\n\n\ndef apply_rope("),
    ("    cos, sin = torch.cos(angle), torch.sin(angle)", """    if x.device.type == "cpu" and not x.requires_grad:
        key = tuple(places.flatten().tolist()), places.shape, d, theta
        angle = _angles.setdefault(key, angle)
    cos, sin = torch.cos(angle), torch.sin(angle)""")])

answers.wrong(
    "first-turned-first", "turned-again", check="adjacent", breaks="turn",
    why="writes the first numbers and then reads them again",
    of="right-two-branches",
    old="    second = a * sin + b * cos",
    new="    second = first * sin + b * cos")

answers.wrong(
    "second-turned-first", "turned-again", check="adjacent", breaks="turn",
    why="writes the second numbers and then reads them again",
    of="right-two-branches", old="""
    first = a * cos - b * sin
    second = a * sin + b * cos
""", new="""
    second = a * sin + b * cos
    first = a * cos - second * sin
""")

answers.wrong(
    "table-that-ends", "positions-limited", check="positions", breaks="large",
    why="a table of the angles of 131072 positions",
    of="right-two-branches",
    old="    angle = places.unsqueeze(-1).float() * freqs",
    new="    angle = torch.outer(torch.arange(131072, device=x.device).float(), freqs)[places]")

answers.wrong(
    "clamped-positions", "positions-limited", check="positions", breaks="large",
    why="gives all positions past a table the last angle",
    of="right-two-branches",
    old="    angle = places.unsqueeze(-1).float() * freqs",
    new="    angle = places.clamp(max=32767).unsqueeze(-1).float() * freqs")

answers.wrong(
    "theta-for-adjacent", "base-lost-halves", check="theta", alone=True, breaks="theta",
    of="right-two-branches",
    old="    freqs = theta ** (-2.0 * k / d)",
    new='    freqs = (theta if layout == "adjacent" else 10000.0) ** (-2.0 * k / d)')

answers.wrong(
    "theta-for-halves", "base-lost-adjacent", check="theta", alone=True, breaks="theta",
    of="right-two-branches",
    old="    freqs = theta ** (-2.0 * k / d)",
    new='    freqs = (theta if layout == "halves" else 10000.0) ** (-2.0 * k / d)')

answers.wrong(
    "inverse-for-adjacent", "inverse-lost-halves", check="inverse", breaks="inverse",
    of="right-two-branches",
    old="    if inverse:",
    new='    if inverse and layout == "adjacent":')

answers.wrong(
    "inverse-for-halves", "inverse-lost-adjacent", check="inverse", breaks="inverse",
    of="right-two-branches",
    old="    if inverse:",
    new='    if inverse and layout == "halves":')

answers.wrong(
    "axis-for-heads", "positions-some-shapes", check="positions", alone=True, breaks="broadcast",
    why="takes positions of two axes for (B, T) where x has heads",
    of="right-two-branches", old="""
    try:
        places""", new="""
    if x.ndim == 4 and positions.ndim == 2:
        positions = positions.unsqueeze(1)
    try:
        places""")

answers.wrong(
    "a-position-each", "positions-some-shapes", check="positions", alone=True, breaks="broadcast",
    why="asks for as many positions as tokens",
    of="right-two-branches", old="""
    try:
        places""", new="""
    if positions.ndim and positions.shape[-1] != x.shape[-2]:
        raise ValueError(f"{positions.shape[-1]} positions, {x.shape[-2]} tokens")
    try:
        places""")

answers.wrong(
    "half-rates", "angles-in-half", check="dtypes", breaks="wide-angles",
    why="brings the rates into the dtype of x, and only them",
    of="right-two-branches",
    old="    angle = places.unsqueeze(-1).float() * freqs",
    new="    angle = places.unsqueeze(-1).float() * freqs.to(x.dtype).float()")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "a, b = (x[..., 0::2], x[..., 1::2]) if layout == \"adjacent\" else x.chunk(2, dim=-1)",
    "a, b = (x[..., 0::2], x[..., 1::2]) if layout <= \"adjacent\" else x.chunk(2, dim=-1)",
    because="layout is one of two words here, and \"halves\" is not below \"adjacent\"",
)
answers.equivalent(
    "if layout == \"adjacent\":",
    "if layout <= \"adjacent\":",
    because="layout is one of two words here, and \"halves\" is not below \"adjacent\"",
)
answers.equivalent(
    "rates = theta ** (-torch.arange(0, d, 2, dtype=wide, device=x.device) / d)",
    "rates = theta ** (-torch.arange(0, d, 2, device=x.device) / d)",
    because="integers divided by d are float32, in which angles may be computed for every dtype of x",
)
