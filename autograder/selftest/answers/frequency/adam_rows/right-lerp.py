# how: the steps of SparseAdam: means moved towards the gradient, index_add_
import math


@torch.no_grad()
def adam_rows(E, m, v, step, rows, values, lr, betas=(0.9, 0.999), eps=1e-8):
    check_rows(rows, len(E))
    if step < 1:
        raise ValueError("steps are counted from 1")
    if E.ndim != 2 or not (m.shape == v.shape == E.shape):
        raise ValueError("E, m and v have one shape")
    if rows.ndim != 1 or values.shape != (rows.shape[0], E.shape[1]):
        raise ValueError("one gradient for each row")
    if rows.unique().numel() != rows.numel():
        raise ValueError("merge repeated rows")
    rows, (beta1, beta2) = rows.long(), betas
    old_m, old_v = m.index_select(0, rows), v.index_select(0, rows)
    dm = (values - old_m) * (1 - beta1)
    dv = (values.pow(2) - old_v) * (1 - beta2)
    m.index_add_(0, rows, dm)
    v.index_add_(0, rows, dv)
    step_size = lr * math.sqrt(1 - beta2**step) / (1 - beta1**step)
    E.index_add_(0, rows, (dm + old_m) / (dv + old_v).sqrt().add_(eps), alpha=-step_size)
