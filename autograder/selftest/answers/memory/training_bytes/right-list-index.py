# how: the place in a list says how many numbers are kept
def training_bytes(parameters, optimizer, mixed=False):
    check_sizes(parameters=parameters)
    kinds = [["sgd"], ["momentum", "adagrad"], ["adam"]]
    for kept, names in enumerate(kinds):
        if optimizer in names:
            break
    else:
        raise ValueError(f"{optimizer} is not one of {sum(kinds, [])}")
    width = 4 >> bool(mixed)
    return TrainingBytes(
        weights=parameters * width, gradients=parameters * width,
        master=parameters * 4 * bool(mixed), states=parameters * 4 * kept,
    )
