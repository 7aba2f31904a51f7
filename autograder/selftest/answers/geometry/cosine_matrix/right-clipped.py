# how: a floor far below every length, and clipping
def cosine_matrix(A, B=None):
    B = A if B is None else B
    check_table(A)
    check_table(B)
    if A.shape[1] != B.shape[1]:
        raise ValueError("A and B differ in width")
    if A.dtype.itemsize < 4:
        A, B = np.float32(A), np.float32(B)
    tiny = np.finfo(A.dtype).tiny
    a = A / np.maximum(np.linalg.norm(A, axis=1, keepdims=True), tiny)
    b = B / np.maximum(np.linalg.norm(B, axis=1, keepdims=True), tiny)
    return np.clip(a @ b.T, -1, 1)
