# how: in terms of the normalized vectors
def rms_norm_backward(grad_out, x, weight, eps=1e-6):
    if x.ndim == 0 or grad_out.shape != x.shape or weight.shape != (x.shape[-1],):
        raise ValueError(f"grad_out {grad_out.shape}, x {x.shape}, weight {weight.shape}")
    wide = np.promote_types(x.dtype, np.float32)
    g, a, w = grad_out.astype(wide), x.astype(wide), weight.astype(wide)
    r = 1 / np.sqrt((a * a).mean(axis=-1, keepdims=True) + eps)
    z = a * r
    gw = g * w
    dx = r * (gw - z * (gw * z).mean(axis=-1, keepdims=True))
    dweight = (g * z).sum(axis=tuple(range(x.ndim - 1)))
    return RMSNormGrads(dx.astype(x.dtype), dweight.astype(x.dtype))
