# misconception: batch-lost
# check: values
# why: += with repeated positions keeps one sequence
def learned_positions_backward(grad_out, L):
    if grad_out.ndim < 2:
        raise ValueError(f"grad_out needs two axes, it has the shape {grad_out.shape}")
    T, d = grad_out.shape[-2:]
    if T > L:
        raise ValueError(f"T = {T} is more than L = {L}")
    wide = np.promote_types(grad_out.dtype, np.float32)
    leading = int(np.prod(grad_out.shape[:-2]))
    sequences = grad_out.reshape(leading, T, d).astype(wide)
    dP = np.zeros((L, d), wide)
    places = np.tile(np.arange(T), leading)
    dP[places] += sequences.reshape(leading * T, d)
    return dP.astype(grad_out.dtype)
