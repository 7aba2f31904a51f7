"""Answers to `cosine_matrix` of geometry."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "clipped", how="a floor far below every length, and clipping",
    source='''
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
''')

answers.right(
    "divide-after", how="divides the products by the outer product of the lengths",
    source='''
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
''')

answers.right(
    "loop", how="pair by pair, in float64",
    source='''
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
''')

answers.right(
    "nan-to-num", how="lets zero through zero be nan and replaces it",
    source='''
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
''')

answers.wrong(
    "dot", "dot-product", check="values", breaks="cosine",
    why="returns the dot products",
    source='''
def cosine_matrix(A, B=None):
    B = A if B is None else B
    check_table(A)
    check_table(B)
    if A.shape[1] != B.shape[1]:
        raise ValueError(f"A {A.shape} does not fit B {B.shape}")
    wide = np.promote_types(A.dtype, np.float32)
    A, B = A.astype(wide, copy=False), B.astype(wide, copy=False)
    a = np.linalg.norm(A, axis=1, keepdims=True)
    b = np.linalg.norm(B, axis=1, keepdims=True)
    a = np.where(a == 0, np.ones_like(a), a)
    b = np.where(b == 0, np.ones_like(b), b)
    return A @ B.T
''')

answers.wrong(
    "absolute", "absolute", check="values", breaks="sign",
    why="drops the sign",
    of="wrong-dot", old="    return A @ B.T", new="    return np.abs((A / a) @ (B / b).T)")

answers.wrong(
    "broadcasts", "shapes-unchecked", check="errors", breaks="widths",
    why="einsum stretches a width of one",
    of="wrong-dot", edits=[('''
    if A.shape[1] != B.shape[1]:
        raise ValueError(f"A {A.shape} does not fit B {B.shape}")
''', ""), ("    return A @ B.T", '    return np.einsum("id,jd->ij", A / a, B / b)')])

answers.wrong(
    "columns", "column-lengths", check="values", breaks="rows",
    why="takes the norm along the wrong axis",
    of="wrong-dot", edits=[('''
    a = np.linalg.norm(A, axis=1, keepdims=True)
    b = np.linalg.norm(B, axis=1, keepdims=True)
''', '''
    a = np.linalg.norm(A, axis=0, keepdims=True)
    b = np.linalg.norm(B, axis=0, keepdims=True)
'''), ("    return A @ B.T", "    return (A / a) @ (B / b).T")])

answers.wrong(
    "correlation", "correlation", check="values", breaks="as-they-are",
    why="takes the mean of each row off, as a correlation does",
    of="wrong-dot", edits=[('''
    A, B = A.astype(wide, copy=False), B.astype(wide, copy=False)
''', '''
    A, B = A.astype(wide, copy=False), B.astype(wide, copy=False)
    A, B = A - A.mean(axis=1, keepdims=True), B - B.mean(axis=1, keepdims=True)
'''), ("    return A @ B.T", "    return (A / a) @ (B / b).T")])

answers.wrong(
    "distance", "cosine-distance", check="values", breaks="cosine",
    why="returns what SciPy calls the cosine distance",
    of="wrong-dot", old="    return A @ B.T", new="    return 1 - (A / a) @ (B / b).T")

answers.wrong(
    "epsilon", "epsilon", check="zeros", breaks="short",
    why="adds 1e-8 to the lengths",
    of="wrong-dot", old='''
    a = np.where(a == 0, np.ones_like(a), a)
    b = np.where(b == 0, np.ones_like(b), b)
    return A @ B.T
''', new='''
    return (A / (a + 1e-8)) @ (B / (b + 1e-8)).T
''')

answers.wrong(
    "float64", "dtype-not-kept", check="shapes", breaks="dtype",
    why="computes in float64 and leaves it there",
    of="wrong-dot", old="    return A @ B.T", new="    return (A / a).astype(float) @ (B / b).T")

answers.wrong(
    "half", "half-precision", check="half", breaks="half",
    why="leaves float16 as it is",
    of="wrong-dot", edits=[('''
    wide = np.promote_types(A.dtype, np.float32)
    A, B = A.astype(wide, copy=False), B.astype(wide, copy=False)
''', ""), ("    return A @ B.T", "    return (A / a) @ (B / b).T")])

answers.wrong(
    "in-place", "arguments-changed", check="values", breaks="inputs-kept",
    why="divides in place",
    of="wrong-dot", old='''
    return A @ B.T
''', new='''
    same = B is A
    A /= a
    return A @ (A if same else B / b).T
''')

answers.wrong(
    "nan", "zero-row", check="zeros", breaks="zeros",
    why="divides rows of zeros by their length",
    of="wrong-dot", old='''
    a = np.where(a == 0, np.ones_like(a), a)
    b = np.where(b == 0, np.ones_like(b), b)
    return A @ B.T
''', new='''
    return (A / a) @ (B / b).T
''')

answers.wrong(
    "one-length", "one-length", check="values", breaks="both-lengths",
    why="divides by the lengths of A alone",
    of="wrong-dot", old="    return A @ B.T", new="    return (A / a) @ B.T")

answers.wrong(
    "one-table", "B-ignored", check="values", breaks="B",
    why="forgets B after checking it",
    of="wrong-dot", old="    return A @ B.T", new="    return (A / a) @ (A / a).T")

answers.wrong(
    "squared", "squared-lengths", check="values", breaks="lengths",
    why="forgets the root of the length",
    of="wrong-dot", old="    return A @ B.T", new="    return (A / a**2) @ (B / b**2).T")

answers.wrong(
    "float32", "narrowed", check="values", breaks="computed-in",
    why="computes in float32, and brings the result to the dtype at the end",
    of="wrong-dot", edits=[
    ("np.promote_types(A.dtype, np.float32)",
     "np.float32"),
    ("    A, B = A.astype(wide, copy=False)",
     '''
    dtype = np.result_type(A, wide)
    A, B = A.astype(wide, copy=False)'''),
    ("    return A @ B.T",
     "    return ((A / a) @ (B / b).T).astype(dtype)")])

answers.wrong(
    "at-least", "epsilon", check="zeros", breaks="any-length",
    why="takes lengths below 1e-8 for 1e-8, as PyTorch does",
    of="wrong-dot", old='''
    a = np.where(a == 0, np.ones_like(a), a)
    b = np.where(b == 0, np.ones_like(b), b)
    return A @ B.T
''', new='''
    return (A / np.maximum(a, 1e-8)) @ (B / np.maximum(b, 1e-8)).T
''')

answers.wrong(
    "first-row", "no-rows", check="shapes", breaks="no-rows", alone=True,
    why="stacks the rows of the result, of which there may be none",
    of="wrong-dot", old="    return A @ B.T", new="    return np.stack([(B / b) @ row for row in A / a])")

answers.wrong(
    "new-shape", "contiguous-only", check="shapes", breaks="gaps", alone=True,
    why="sets the shape of a view, which numbers with gaps do not allow",
    of="wrong-dot", old="    return A @ B.T", new="""    flat = A.view()
    flat.shape = (A.size,)
    return (A / a) @ (B / b).T""")

answers.wrong(
    "one-axis", "shapes-unchecked", check="errors", breaks="axes", alone=True,
    why="takes a vector for a table of one row",
    of="wrong-dot", edits=[('''
    check_table(A)
    check_table(B)
''', '''
    A, B = np.atleast_2d(A), np.atleast_2d(B)
    check_table(A)
    check_table(B)
'''), ("    return A @ B.T", "    return (A / a) @ (B / b).T")])

answers.wrong(
    "half-lengths", "half-precision", check="half", breaks="half-range",
    why="widens the products, and takes the lengths before that",
    of="wrong-dot", edits=[('''
    A, B = A.astype(wide, copy=False), B.astype(wide, copy=False)
    a = np.linalg.norm(A, axis=1, keepdims=True)
    b = np.linalg.norm(B, axis=1, keepdims=True)
''', '''
    a = np.linalg.norm(A, axis=1, keepdims=True).astype(wide)
    b = np.linalg.norm(B, axis=1, keepdims=True).astype(wide)
    A, B = A.astype(wide, copy=False), B.astype(wide, copy=False)
'''), ("    return A @ B.T", "    return (A / a) @ (B / b).T")])

answers.spoiled(
    "right * 1.01",
    "right[::-1] * 1",
    "right + 1e-3",
    "right[..., :-1]",
    "right.tolist()",
    "None")

answers.wrong(
    "empty-first", "unchecked-without-rows", check="errors", alone=True, breaks="widths",
    why="answers for no rows before it compares shapes",
    source='''
def cosine_matrix(A, B=None):
    B = A if B is None else B
    if not A.size:
        return np.zeros((len(A), len(B)), np.promote_types(A.dtype, np.float32))
    if A.ndim != 2 or B.ndim != 2 or A.shape[1] != B.shape[1]:
        raise ValueError("s")
    wide = np.promote_types(A.dtype, np.float32)
    A, B = A.astype(wide), B.astype(wide)
    def unit(X):
        n = np.linalg.norm(X, axis=1, keepdims=True)
        return X / np.where(n > 0, n, 1)
    return unit(A) @ unit(B).T
''')
