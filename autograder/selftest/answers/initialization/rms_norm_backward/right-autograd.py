# how: lets PyTorch's autograd do it
def rms_norm_backward(grad_out, x, weight, eps=1e-6):
    if x.ndim == 0 or grad_out.shape != x.shape or weight.shape != x.shape[-1:]:
        raise ValueError("shapes do not fit")
    wide = torch.float64 if x.dtype == np.float64 else torch.float32
    a, w, g = (torch.tensor(np.ascontiguousarray(v)).to(wide) for v in (x, weight, grad_out))
    a.requires_grad_()
    w.requires_grad_()
    (a / (a.pow(2).mean(-1, keepdim=True) + eps).sqrt() * w).backward(g)
    return a.grad.numpy().astype(x.dtype), w.grad.numpy().astype(x.dtype)
