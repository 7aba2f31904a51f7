# how: a helper inside, a plain tuple
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}  # fmt: skip


def activation_bytes(B, T, d, V, dtype="bfloat16", id_dtype="int64"):
    check_sizes(B=B, T=T, d=d, V=V)

    def size(dtype, *shape, known=tuple(BITS)):
        if dtype not in known:
            raise ValueError(f"{dtype} is not one of {known}")
        bits = BITS[dtype]
        for length in shape:
            bits *= length
        return bits // 8 + bool(bits % 8)

    return size(id_dtype, B, T, known=("int32", "int64")), size(dtype, B, T, d), size(dtype, B, T, V)
