# misconception: step-shifted
# check: step
# why: takes step for the number of steps before
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
    step += 1
    with torch.no_grad():
        m[rows] = b1 * m[rows] + (1 - b1) * values
        v[rows] = b2 * v[rows] + (1 - b2) * values**2
        size = lr * (1 - b2**step) ** 0.5 / (1 - b1**step)
        E[rows] -= size * m[rows] / (v[rows].sqrt() + eps)
