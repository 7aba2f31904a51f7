# misconception: states-halved
# check: states
# why: everything is halved
def training_bytes(parameters, optimizer, mixed=False):
    check_sizes(parameters=parameters)
    states = {"sgd": 0, "momentum": 4, "adagrad": 4, "adam": 8}
    if optimizer not in states:
        raise ValueError(f"no optimizer {optimizer!r}")
    if mixed:
        weights, gradients, master = 2, 2, 4
    else:
        weights, gradients, master = 4, 4, 0
    kept = states[optimizer] // (2 if mixed else 1)
    return TrainingBytes(*(parameters * size for size in (weights, gradients, master, kept)))
