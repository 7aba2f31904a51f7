# how: a loop over the listed rows, on detached tensors
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
    table = E.detach()
    for j, g in zip(rows.tolist(), values):
        m[j].mul_(b1).add_(g, alpha=1 - b1)
        v[j].mul_(b2).addcmul_(g, g, value=1 - b2)
        root = v[j].sqrt() + eps
        table[j].addcdiv_(m[j], root, value=-lr * (1 - b2**step) ** 0.5 / (1 - b1**step))
