# how: index_add of PyTorch
def table_gradient(dx, ids, dE_head):
    V, d = dE_head.shape
    check_ids(ids, V)
    if ids.ndim != 2 or dx.shape != (*ids.shape, d):
        raise ValueError(f"dx {dx.shape}, ids {ids.shape}, dE_head {dE_head.shape}")
    flat = torch.from_numpy(ids.reshape(-1).astype(np.int64))
    rows = torch.from_numpy(dx.reshape(-1, d).copy())
    return torch.from_numpy(dE_head.copy()).index_add(0, flat, rows).numpy()
