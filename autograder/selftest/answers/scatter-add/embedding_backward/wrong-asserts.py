# misconception: wrong-exception
# check: errors
# why: asserts instead of raising what was asked for
def embedding_backward(grad_out, ids, V, padding_idx=None):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    assert ids.size == 0 or (ids.min() >= 0 and ids.max() < V), f"ids {ids.min()}..{ids.max()}"
    assert padding_idx is None or 0 <= padding_idx < V, f"padding_idx {padding_idx}"
    assert grad_out.shape == (*ids.shape, grad_out.shape[-1])
    dE = np.zeros((V, grad_out.shape[-1]), np.promote_types(grad_out.dtype, np.float32))
    np.add.at(dE, ids, grad_out)
    if padding_idx is not None:
        dE[padding_idx] = 0
    return dE.astype(grad_out.dtype)
