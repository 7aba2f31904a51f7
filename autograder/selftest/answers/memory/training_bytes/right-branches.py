# how: a chain of ifs, a plain tuple
def training_bytes(parameters, optimizer, mixed=False):
    check_sizes(parameters=parameters)
    if optimizer == "sgd":
        kept = 0
    elif optimizer in ("momentum", "adagrad"):
        kept = 1
    elif optimizer == "adam":
        kept = 2
    else:
        raise ValueError("unknown optimizer " + str(optimizer))
    full, half = 4 * parameters, 2 * parameters
    return (half if mixed else full, half if mixed else full, full if mixed else 0, full * kept)
