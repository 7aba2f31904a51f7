# misconception: column-lengths
# check: values
# why: takes the norm along the wrong axis
def cosine_matrix(A, B=None):
    B = A if B is None else B
    check_table(A)
    check_table(B)
    if A.shape[1] != B.shape[1]:
        raise ValueError(f"A {A.shape} does not fit B {B.shape}")
    wide = np.promote_types(A.dtype, np.float32)
    A, B = A.astype(wide, copy=False), B.astype(wide, copy=False)
    a = np.linalg.norm(A, axis=0, keepdims=True)
    b = np.linalg.norm(B, axis=0, keepdims=True)
    a = np.where(a == 0, np.ones_like(a), a)
    b = np.where(b == 0, np.ones_like(b), b)
    return (A / a) @ (B / b).T
