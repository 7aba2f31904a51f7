# how: PyTorch's function
def layer_norm(x, weight, bias, eps=1e-5):
    if x.ndim < 1 or weight.shape != (x.shape[-1],) or bias.shape != (x.shape[-1],):
        raise ValueError("shapes do not fit")
    wide = np.float64 if x.dtype == np.float64 else np.float32
    t, w, b = (torch.from_numpy(a.astype(wide)) for a in (x, weight, bias))
    return torch.nn.functional.layer_norm(t, (x.shape[-1],), w, b, eps).numpy().astype(x.dtype)
