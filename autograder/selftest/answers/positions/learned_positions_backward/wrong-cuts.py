# misconception: limit-unchecked
# check: errors
# why: cuts what does not fit
def learned_positions_backward(grad_out, L):
    if grad_out.ndim < 2:
        raise ValueError(f"grad_out needs two axes, it has the shape {grad_out.shape}")
    T, d = grad_out.shape[-2:]
    wide = np.promote_types(grad_out.dtype, np.float32)
    leading = int(np.prod(grad_out.shape[:-2]))
    sequences = grad_out.reshape(leading, T, d).astype(wide)
    dP = np.zeros((L, d), wide)
    dP[:T] = sequences.sum(axis=0)[:L]
    return dP.astype(grad_out.dtype)
