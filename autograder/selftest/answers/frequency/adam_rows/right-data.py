# how: index_copy_ into .data; corrected means with a corrected eps
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    if E.dim() != 2 or m.shape != E.shape or v.shape != E.shape:
        raise ValueError(f"{E.shape}, {m.shape} and {v.shape}")
    if rows.dim() != 1 or values.shape != (len(rows), E.shape[1]):
        raise ValueError(f"{rows.shape} and {values.shape}")
    if len(set(rows.tolist())) < len(rows):
        raise ValueError("a row is listed twice")
    if step < 1:
        raise ValueError(f"step {step}")
    b1, b2 = betas
    c1, c2 = 1 - b1**step, 1 - b2**step
    where = rows.to(torch.int64)
    mean = torch.lerp(values, m[where], b1)
    square = b2 * v[where] + (1 - b2) * values.square()
    m.index_copy_(0, where, mean)
    v.index_copy_(0, where, square)
    root_of_corrected = (square / c2).sqrt() + eps / c2**0.5
    E.data.index_copy_(0, where, E.data[where] - lr * (mean / c1) / root_of_corrected)
