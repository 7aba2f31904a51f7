# how: torch's interpolate with align_corners
def interpolate_positions(P, length):
    if length <= 0:
        raise ValueError(f"no table has {length} rows")
    dtype = torch.float64 if P.dtype == np.float64 else torch.float32
    columns = torch.tensor(np.ascontiguousarray(P)).to(dtype).T[None]  # (1, d, L)
    out = torch.nn.functional.interpolate(columns, size=length, mode="linear", align_corners=True)
    return np.array(out[0].T.contiguous().numpy(), dtype=P.dtype)
