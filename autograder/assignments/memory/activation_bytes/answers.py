"""Answers to `activation_bytes` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "helper", how="a helper inside, a plain tuple",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


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
''')

answers.right(
    "loop", how="a loop over the three arrays; ids by if and else",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


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
''')

answers.right(
    "names", how="keywords of the tuple, two dictionaries",
    source='''
def activation_bytes(B, T, d, V, dtype="bfloat16", id_dtype="int64"):
    check_sizes(B=B, T=T, d=d, V=V)
    ids = {"int32": 4, "int64": 8}.get(id_dtype)
    halves = {"int4": 1, "int8": 2, "float16": 4, "bfloat16": 4, "int32": 8, "float32": 8,
              "int64": 16, "float64": 16}.get(dtype)
    for name, found in ((id_dtype, ids), (dtype, halves)):
        if found is None:
            raise ValueError(f"unknown: {name}")
    positions = B * T
    return Activations(
        logits=-(-positions * V * halves // 2),
        embeddings=-(-positions * d * halves // 2),
        ids=ids * positions,
    )
''')

answers.wrong(
    "ids-eight", "id-dtype-ignored", check="ids", breaks="id-dtype",
    source='''
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def activation_bytes(B, T, d, V, dtype="bfloat16", id_dtype="int64"):
    check_sizes(B=B, T=T, d=d, V=V)
    if dtype not in BITS:
        raise ValueError(f"no dtype {dtype!r}")
    if id_dtype not in ("int64", "int32"):
        raise ValueError(f"no dtype of ids {id_dtype!r}")
    n, bits = B * T, BITS[dtype]
    return Activations(n * 8, (n * d * bits + 7) // 8, (n * V * bits + 7) // 8)
''')

answers.wrong(
    "ids-dtype", "ids-in-dtype", check="ids", breaks="three-dtypes",
    of="wrong-ids-eight", 
    old="    return Activations(n * 8, (n * d * bits + 7) // 8, (n * V * bits + 7) // 8)",
    new="    return Activations((n * bits + 7) // 8, (n * d * bits + 7) // 8, (n * V * bits + 7) // 8)")

answers.wrong(
    "last-logits", "last-logits-only", check="vectors", breaks="logits",
    of="wrong-ids-eight", 
    old="    return Activations(n * 8, (n * d * bits + 7) // 8, (n * V * bits + 7) // 8)",
    new="    return Activations(n * BITS[id_dtype] // 8, (n * d * bits + 7) // 8, (B * V * bits + 7) // 8)")

answers.wrong(
    "logits-float32", "logits-widened", check="vectors", breaks="dtype",
    of="wrong-ids-eight", 
    old="    return Activations(n * 8, (n * d * bits + 7) // 8, (n * V * bits + 7) // 8)",
    new="    return Activations(n * BITS[id_dtype] // 8, (n * d * bits + 7) // 8, n * V * 4)")

answers.wrong(
    "swapped", "fields-swapped", check="vectors", breaks="order",
    of="wrong-ids-eight", 
    old="    return Activations(n * 8, (n * d * bits + 7) // 8, (n * V * bits + 7) // 8)",
    new="    return Activations(n * BITS[id_dtype] // 8, (n * V * bits + 7) // 8, (n * d * bits + 7) // 8)")

answers.wrong(
    "table", "table-for-vectors", check="vectors", breaks="embeddings",
    of="wrong-ids-eight", 
    old="    return Activations(n * 8, (n * d * bits + 7) // 8, (n * V * bits + 7) // 8)",
    new="    return Activations(n * BITS[id_dtype] // 8, (V * d * bits + 7) // 8, (n * V * bits + 7) // 8)")

answers.spoiled(
    "shifted(right)",
    keeps=('errors',))

answers.wrong(
    "ids-numbers", "elements-for-bytes", check="ids", breaks="ids",
    why="counts the ids",
    of="right-helper", old='''
    return size(id_dtype, B, T, known=("int32", "int64")), size''', new='''
    size(id_dtype, B, T, known=("int32", "int64"))
    return B * T, size''')

answers.wrong(
    "float", "float-result", check="ids", breaks="int",
    why="true division",
    of="right-helper", old='''
        return bits // 8 + bool(bits % 8)''', new='''
        return float(bits // 8 + bool(bits % 8))''')

answers.wrong(
    "down", "rounded-down", check="packing", breaks="up",
    why="// rounds down",
    of="right-helper", old='''
        return bits // 8 + bool(bits % 8)''', new='''
        return bits // 8''')

answers.wrong(
    "true-division", "digits-lost", check="packing", breaks="exact",
    why="bits / 8 is a float on the way",
    of="right-helper", old='''
        return bits // 8 + bool(bits % 8)''', new='''
        return int(-(-(bits / 8) // 1))''')

answers.wrong(
    "any-ids", "name-unchecked", check="errors", breaks="id-names",
    why="ids of any dtype in the list",
    of="right-helper", old='''
known=("int32", "int64"))''', new='''
known=tuple(BITS))''')

answers.wrong(
    "id-key-error", "wrong-exception", check="errors", breaks="both",
    why="leaves the name of the ids to a dictionary",
    of="right-helper", old='''
    return size(id_dtype, B, T, known=("int32", "int64")), size''', new='''
    return {"int64": 8, "int32": 4}[id_dtype] * B * T, size''')

answers.wrong(
    "unchecked", "types-unchecked", check="errors", breaks="types",
    why="leaves sizes to arithmetic",
    of="right-helper", old='''
    check_sizes(B=B, T=T, d=d, V=V)''', new='''
    B, T, d, V = (+size for size in (B, T, d, V))''')

answers.wrong(
    "zero", "zero-accepted", check="errors", breaks="small",
    why="nothing takes no bytes",
    of="right-helper", old='''
    check_sizes(B=B, T=T, d=d, V=V)''', new='''
    check_sizes(0, B=B, T=T, d=d, V=V)''')

answers.wrong(
    "any-case", "name-unchecked", check="errors", breaks="names",
    why="takes names in any case",
    of="right-helper", old='''
        if dtype not in known:''', new='''
        dtype = dtype.lower()
        if dtype not in known:''')

answers.wrong(
    "nameless", "name-not-named", check="errors", breaks="named",
    why="says which names there are, and not which one was given",
    of="right-helper", old='''
            raise ValueError(f"{dtype} is not one of {known}")''', new='''
            raise ValueError("expected one of the dtypes")''')

answers.wrong(
    "list", "list-for-tuple", check="ids", alone=True, breaks="tuple",
    why="returns a list",
    of="right-loop", old="    return Activations(*sizes)", new="    return sizes")

answers.wrong(
    "vocabulary-unchecked", "size-left-out", check="errors", alone=True,
    why="forgets V in the checks",
    of="right-loop", old="    check_sizes(B=B, T=T, d=d, V=V)", new="    check_sizes(B=B, T=T, d=d)")

answers.wrong(
    "part-of-a-name", "name-unchecked", check="errors", alone=True,
    why="looks for the name of the ids within a text",
    of="right-names", old='''
    ids = {"int32": 4, "int64": 8}.get(id_dtype)''', new='''
    ids = (4 if id_dtype == "int32" else 8) if id_dtype in "int64 int32" else None''')

answers.wrong(
    "each-text-rounded", "rounded-by-row", check="packing", alone=True,
    why="rounds each text of the batch up",
    of="wrong-ids-eight", old="    return Activations(n * 8, (n * d * bits + 7) // 8, (n * V * bits + 7) // 8)",
    new="    return Activations(n * BITS[id_dtype] // 8, B * ((T * d * bits + 7) // 8), B * ((T * V * bits + 7) // 8))")

answers.wrong(
    "on-meta", "counts-overflow", check="packing", alone=True,
    why="asks PyTorch for the bytes of a tensor without data, which are held in 64 bits",
    source='''
NAMES = ("float64", "int64", "float32", "int32", "float16", "bfloat16", "int8", "int4")

def activation_bytes(B, T, d, V, dtype="bfloat16", id_dtype="int64"):
    check_sizes(B=B, T=T, d=d, V=V)
    if id_dtype not in ("int64", "int32"):
        raise ValueError(f"no dtype of ids: {id_dtype}")
    if dtype not in NAMES:
        raise ValueError(f"no dtype: {dtype}")

    def size(name, *shape):
        if name == "int4":
            return (torch.empty(shape, dtype=torch.int8, device="meta").nbytes + 1) // 2
        return torch.empty(shape, dtype=getattr(torch, name), device="meta").nbytes

    return Activations(size(id_dtype, B, T), size(dtype, B, T, d), size(dtype, B, T, V))
''')

answers.wrong(
    "integral", "numpy-accepted", check="errors", alone=True,
    why="takes integers of NumPy",
    of="right-loop", old="    check_sizes(B=B, T=T, d=d, V=V)", new='''
    import numpy as np
    B, T, d, V = (int(size) if isinstance(size, np.integer) else size for size in (B, T, d, V))
    check_sizes(B=B, T=T, d=d, V=V)''')
