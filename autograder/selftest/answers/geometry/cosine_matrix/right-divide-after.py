# how: divides the products by the outer product of the lengths
def cosine_matrix(A, B=None):
    if B is None:
        B = A
    check_table(A)
    check_table(B)
    if A.shape[1] != B.shape[1]:
        raise ValueError(f"widths {A.shape[1]} and {B.shape[1]}")
    if A.dtype == np.float16:
        A, B = A.astype(np.float32), B.astype(np.float32)
    scale = np.outer(np.linalg.norm(A, axis=1), np.linalg.norm(B, axis=1))
    return np.divide(A @ B.T, scale, out=np.zeros_like(scale), where=scale > 0)
