# misconception: empty-fails
# check: shapes
# why: stacks the vectors of a list
def layer_norm(x, weight, bias, eps=1e-5):
    if x.ndim == 0 or not weight.shape == bias.shape == (x.shape[-1],):
        raise ValueError("shapes do not fit")
    rows = []
    for row in x.reshape(-1, x.shape[-1]) if x.size else []:
        row = row.astype(np.promote_types(x.dtype, np.float32))
        rows.append((row - row.mean()) / np.sqrt(row.var() + eps) * weight + bias)
    return np.stack(rows).reshape(x.shape).astype(x.dtype)
