# how: a match statement, and a KeyError turned round
def table_bytes(V, d, dtype="bfloat16", tied=True):
    for name, size in (("V", V), ("d", d)):
        check_sizes(**{name: size})
    match dtype:
        case "float64" | "int64":
            half_bytes = 16
        case "float32" | "int32":
            half_bytes = 8
        case "float16" | "bfloat16":
            half_bytes = 4
        case "int8":
            half_bytes = 2
        case "int4":
            half_bytes = 1
        case other:
            raise ValueError(f"dtype must not be {other}")
    return (V * d * half_bytes + 1) // 2 * (1 if tied else 2)
