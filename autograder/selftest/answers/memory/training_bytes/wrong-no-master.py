# misconception: master-forgotten
# check: mixed
# why: mixed precision halves, and that is all
def training_bytes(parameters, optimizer, mixed=False):
    check_sizes(parameters=parameters)
    states = {"sgd": 0, "momentum": 4, "adagrad": 4, "adam": 8}
    if optimizer not in states:
        raise ValueError(f"no optimizer {optimizer!r}")
    if mixed:
        weights, gradients, master = 2, 2, 0
    else:
        weights, gradients, master = 4, 4, 0
    return TrainingBytes(*(parameters * size for size in (weights, gradients, master, states[optimizer])))
