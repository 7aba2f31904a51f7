"""Answers to `apply_rope` of positions."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "complex", how="a product with complex numbers, in float32 or float64",
    source='''
def apply_rope(x, positions, theta=10000.0, layout="adjacent", inverse=False):
    d = x.shape[-1]
    places = positions.broadcast_to(x.shape[:-1])
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
    places = positions.broadcast_to(x.shape[:-1])
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
    places = positions.broadcast_to(x.shape[:-1])
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
    places = positions.broadcast_to(x.shape[:-1])
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
    places = positions.broadcast_to(x.shape[:-1])
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
    "positions-negated", "arguments-changed", check="contract", alone=True,
    why="turns the sign of the positions in place",
    of="right-matrices", edits=[("    places = positions.broadcast_to(x.shape[:-1])\n", "    if inverse:\n        positions.neg_()\n    places = positions.broadcast_to(x.shape[:-1])\n"), ("    if inverse:\n        turn = turn.transpose(-1, -2)\n", "")])

answers.wrong(
    "table-of-4096", "positions-limited", check="positions", breaks="positions", alone=True,
    why="looks angles up in a table for the usual lengths",
    of="right-two-branches",
    old="    angle = places.unsqueeze(-1).float() * freqs",
    new="    angle = (torch.arange(4096, device=x.device)[:, None] * freqs)[places]")

answers.wrong(
    "at-rest", "result-shared", check="contract", alone=True,
    why="has nothing to do at position 0 and hands x back",
    of="right-two-branches",
    old="    d = x.shape[-1]\n", new="    if not positions.any():\n        return x\n    d = x.shape[-1]\n")

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
    "detached", "detached", check="device", breaks="gradient",
    of="right-two-branches", old='''
    cos, sin = torch.cos(angle), torch.sin(angle)
''', new='''
    cos, sin = torch.cos(angle), torch.sin(angle)
    x = x.detach()
''')

answers.wrong(
    "fixed-theta", "base-ignored", check="adjacent", breaks="theta",
    why="10,000 in the formula",
    of="right-two-branches", 
    old="    freqs = theta ** (-2.0 * k / d)",
    new="    freqs = 10000.0 ** (-2.0 * k / d)")

answers.wrong(
    "half-angles", "angles-in-half", check="half", breaks="wide-angles",
    why="angles in the dtype of x",
    of="right-two-branches", 
    old="    angle = places.unsqueeze(-1).float() * freqs",
    new="    angle = places.unsqueeze(-1).to(x.dtype) * freqs.to(x.dtype)")

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
    places = positions.broadcast_to(x.shape[:-1])
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
    "half-cosines", "angles-in-half", check="half", breaks="wide-angles",
    why="brings the angles into the dtype of x before it takes cosine and sine",
    of="right-two-branches",
    old="    cos, sin = torch.cos(angle), torch.sin(angle)",
    new="""    angle = angle.to(x.dtype)
    cos, sin = torch.cos(angle), torch.sin(angle)""")

answers.wrong(
    "half-positions", "angles-in-half", check="half", breaks="wide-angles",
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
    "axis-for-heads", "positions-some-shapes", check="positions", alone=True, breaks="broadcast",
    why="takes positions of two axes for (B, T) where x has heads",
    of="right-two-branches",
    old="    places =",
    new="""    if x.ndim == 4 and positions.ndim == 2:
        positions = positions.unsqueeze(1)
    places =""")

answers.wrong(
    "a-position-each", "positions-some-shapes", check="positions", alone=True, breaks="broadcast",
    why="asks for as many positions as tokens",
    of="right-two-branches",
    old="    places =",
    new="""    if positions.ndim and positions.shape[-1] != x.shape[-2]:
        raise ValueError(f"{positions.shape[-1]} positions, {x.shape[-2]} tokens")
    places =""")

answers.wrong(
    "half-rates", "angles-in-half", check="half", breaks="wide-angles",
    why="brings the rates into the dtype of x, and only them",
    of="right-two-branches",
    old="    angle = places.unsqueeze(-1).float() * freqs",
    new="    angle = places.unsqueeze(-1).float() * freqs.to(x.dtype).float()")

# Changes of the reference that no legal input tells from it.

answers.wrong(
    "moved-to-the-cpu", "wrong-device", check="device", breaks="device", alone=True,
    why="brings x to the CPU and leaves the result there",
    of="right-two-branches",
    old="    places =",
    new="""    x, positions = x.cpu(), positions.cpu()
    places =""")

answers.wrong(
    "into-zeros", "wrong-device", check="device", breaks="device", alone=True,
    why="writes the result into zeros that are on the CPU",
    of="right-two-branches",
    old="    return out.to(x.dtype)",
    new="""    result = torch.zeros(x.shape, dtype=x.dtype)
    result[...] = out
    return result""")

answers.wrong(
    "rates-from-a-list", "wrong-device", check="device", breaks="device", alone=True,
    why="makes the rates from a list, on the CPU",
    of="right-matrices",
    old="for k in range(d // 2)], device=x.device)",
    new="for k in range(d // 2)])")

answers.wrong(
    "data", "detached", check="device", breaks="gradient", alone=True,
    why="takes the numbers out of x with .data",
    of="right-two-branches",
    old="    places =",
    new="""    x = x.data
    places =""")

answers.wrong(
    "no-grad", "detached", check="device", breaks="gradient", alone=True,
    why="writes into a copy without recording",
    of="right-two-branches", old="""
    first = a * cos - b * sin
    second = a * sin + b * cos
""", new="""
    with torch.no_grad():
        first = a * cos - b * sin
        second = a * sin + b * cos
""")

answers.wrong(
    "second-numbers-as-data", "gradient-in-part", check="device", breaks="gradient", alone=True,
    why="computes the second numbers from a copy without gradients",
    of="right-two-branches",
    old="    second = a * sin + b * cos",
    new="    second = a.data * sin + b.data * cos")

answers.wrong(
    "rotated-as-data", "gradient-in-part", check="device", breaks="gradient", alone=True,
    why="makes x with the numbers of each pair exchanged from a copy without gradients",
    of="right-rotate-half",
    old="    sin = angle.sin().to(x.dtype)",
    new="    sin, rotated = angle.sin().to(x.dtype), rotated.detach()")

answers.wrong(
    "one-exponent", "exponent-halved", check="adjacent", breaks="rates",
    why="forgets the 2 of the exponent",
    of="right-two-branches", old="theta ** (-2.0 * k / d)", new="theta ** (-1.0 * k / d)")

answers.wrong(
    "growing-rates", "rate-inverted", check="adjacent", breaks="rates",
    of="right-two-branches", old="theta ** (-2.0 * k / d)", new="theta ** (2.0 * k / d)")

answers.wrong(
    "from-one", "positions-from-one", check="positions", breaks="positions",
    why="counts the positions that it is given from 1",
    of="right-two-branches",
    old="places.unsqueeze(-1).float()",
    new="(places + 1).unsqueeze(-1).float()")

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

answers.spoiled("noisy(right)", "roll(right)")
