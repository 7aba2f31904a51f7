# how: pair by pair, in float64
def cosine_matrix(A, B=None):
    B = A if B is None else B
    if A.ndim != 2 or B.ndim != 2 or A.shape[1] != B.shape[1]:
        raise ValueError(f"shapes {A.shape} and {B.shape}")
    out = np.zeros((len(A), len(B)), np.result_type(A, np.float32))
    for i, x in enumerate(A.astype(float)):
        for j, y in enumerate(B.astype(float)):
            lengths = np.sqrt(x @ x) * np.sqrt(y @ y)
            if lengths:
                out[i, j] = x @ y / lengths
    return out
