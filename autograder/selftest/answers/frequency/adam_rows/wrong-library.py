# misconception: whole-table
# check: cost
# why: hands a gradient of the whole table to a mask
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
    with torch.no_grad():
        g = torch.zeros_like(E)
        g[rows] = values
        listed = torch.zeros(len(E), 1, dtype=torch.bool, device=E.device)
        listed[rows] = True
        m.copy_(torch.where(listed, b1 * m + (1 - b1) * g, m))
        v.copy_(torch.where(listed, b2 * v + (1 - b2) * g**2, v))
        size = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        E -= torch.where(listed, size * m / (v.sqrt() + eps), torch.zeros_like(E))
