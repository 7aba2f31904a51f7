# misconception: name-unchecked
# check: errors
# why: what it does not know is like sgd
def training_bytes(parameters, optimizer, mixed=False):
    check_sizes(parameters=parameters)
    states = {"sgd": 0, "momentum": 4, "adagrad": 4, "adam": 8}
    if mixed:
        weights, gradients, master = 2, 2, 4
    else:
        weights, gradients, master = 4, 4, 0
    kept = states.get(optimizer, 0)
    return TrainingBytes(*(parameters * size for size in (weights, gradients, master, kept)))
