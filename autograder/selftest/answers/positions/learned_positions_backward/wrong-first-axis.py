# misconception: one-sequence-only
# check: shapes
# why: sums over axis 0, whatever it is
def learned_positions_backward(grad_out, L):
    if grad_out.ndim < 2:
        raise ValueError(f"grad_out needs two axes, it has the shape {grad_out.shape}")
    T, d = grad_out.shape[-2:]
    if T > L:
        raise ValueError(f"T = {T} is more than L = {L}")
    wide = np.promote_types(grad_out.dtype, np.float32)
    summed = grad_out.astype(wide).sum(axis=0)
    dP = np.zeros((L, d), wide)
    dP[:T] = summed
    return dP.astype(grad_out.dtype)
