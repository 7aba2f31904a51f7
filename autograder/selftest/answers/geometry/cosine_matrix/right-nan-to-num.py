# how: lets zero through zero be nan and replaces it
def cosine_matrix(A, B=None):
    check_table(A)
    other = A if B is None else B
    check_table(other)
    if other.shape[-1] != A.shape[-1]:
        raise ValueError(f"A has {A.shape[-1]} columns, B {other.shape[-1]}")

    def unit(M):
        M = M.astype(max(M.dtype, np.dtype(np.float32)))
        with np.errstate(invalid="ignore"):
            return np.nan_to_num(M / np.sqrt(np.einsum("id,id->i", M, M))[:, None])

    return np.einsum("id,jd->ij", unit(A), unit(other))
