# how: itemsize from PyTorch where it has one, numbers per byte for int4
def table_bytes(V, d, dtype="bfloat16", tied=True):
    check_sizes(V=V, d=d)
    known = {name: getattr(torch, name).itemsize for name in
             ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int8")}
    count = V * d
    if dtype in known:
        size = count * known[dtype]
    elif dtype == "int4":
        size = count // 2 + count % 2
    else:
        raise ValueError(f"dtype {dtype!r} is not one of {[*known, 'int4']}")
    return size if tied else size + size
