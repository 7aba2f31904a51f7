# how: a loop over the three arrays; ids by if and else
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}  # fmt: skip


def activation_bytes(B, T, d, V, dtype="bfloat16", id_dtype="int64"):
    check_sizes(B=B, T=T, d=d, V=V)
    if id_dtype == "int64":
        sizes = [B * T * 8]
    elif id_dtype == "int32":
        sizes = [B * T * 4]
    else:
        raise ValueError("ids cannot be " + str(id_dtype))
    try:
        bits = BITS[dtype]
    except KeyError as error:
        raise ValueError(f"unknown dtype {error}") from None
    for last in (d, V):
        whole, odd = divmod(B * T * last * bits, 8)
        sizes.append(whole + 1 if odd else whole)
    return Activations(*sizes)
