# misconception: shapes-unchecked
# check: errors
# why: einsum stretches a width of one
def cosine_matrix(A, B=None):
    B = A if B is None else B
    check_table(A)
    check_table(B)
    wide = np.promote_types(A.dtype, np.float32)
    A, B = A.astype(wide, copy=False), B.astype(wide, copy=False)
    a = np.linalg.norm(A, axis=1, keepdims=True)
    b = np.linalg.norm(B, axis=1, keepdims=True)
    a = np.where(a == 0, np.ones_like(a), a)
    b = np.where(b == 0, np.ones_like(b), b)
    return np.einsum("id,jd->ij", A / a, B / b)
