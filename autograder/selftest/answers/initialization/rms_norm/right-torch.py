# how: PyTorch's function on shared memory
def rms_norm(x, weight, eps=1e-6):
    if x.ndim == 0 or weight.shape != (x.shape[-1],):
        raise ValueError(f"{weight.shape} for {x.shape}")
    wide = torch.float64 if x.dtype == np.float64 else torch.float32
    t = torch.from_numpy(np.ascontiguousarray(x)).to(wide)
    w = torch.from_numpy(np.ascontiguousarray(weight)).to(wide)
    return torch.nn.functional.rms_norm(t, (x.shape[-1],), w, eps).numpy().astype(x.dtype)
