# misconception: batch-averaged
# check: values
# why: averages over the batch
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
    dP[:T] = sequences.mean(axis=0) if leading else 0
    return dP.astype(grad_out.dtype)
