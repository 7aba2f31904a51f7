# how: asks the types itself, and returns NumPy numbers
import numpy as np

def embedding_share(V, d, total, tied):
    for size in (V, d, total):
        if type(size) is not int:
            raise TypeError(f"{size!r} is no integer")
        if size <= 0:
            raise ValueError(f"{size} is too small")
    counts = np.array([V * d, V * d if tied else V * d * 2], dtype=object)
    if counts.max() > total:
        raise ValueError(f"{total} parameters cannot hold {counts.max()}")
    one, stored = counts / total
    return np.float64(one), np.float64(stored)
