# how: keywords of the tuple, two dictionaries
def activation_bytes(B, T, d, V, dtype="bfloat16", id_dtype="int64"):
    check_sizes(B=B, T=T, d=d, V=V)
    ids = {"int32": 4, "int64": 8}.get(id_dtype)
    halves = {"int4": 1, "int8": 2, "float16": 4, "bfloat16": 4, "int32": 8, "float32": 8,
              "int64": 16, "float64": 16}.get(dtype)  # fmt: skip
    for name, found in ((id_dtype, ids), (dtype, halves)):
        if found is None:
            raise ValueError(f"unknown: {name}")
    positions = B * T
    return Activations(
        logits=-(-positions * V * halves // 2),
        embeddings=-(-positions * d * halves // 2),
        ids=ids * positions,
    )
