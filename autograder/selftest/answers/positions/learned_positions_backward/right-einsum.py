# how: einsum over a flattened batch, in float64
def learned_positions_backward(grad_out, L):
    if grad_out.ndim <= 1:
        raise ValueError(f"shape {grad_out.shape}: no axis of positions")
    if grad_out.shape[-2] > L:
        raise ValueError(f"T={grad_out.shape[-2]} does not fit into L={L}")
    flat = grad_out.astype(np.float64).reshape(math.prod(grad_out.shape[:-2]), *grad_out.shape[-2:])
    rows = np.einsum("ntd->td", flat)
    missing = L - len(rows)
    return np.pad(rows, ((0, missing), (0, 0))).astype(grad_out.dtype)
