# how: mixed precision as a change of the plain answer
def training_bytes(parameters, optimizer, mixed=False):
    check_sizes(parameters=parameters)
    try:
        states = {"sgd": 0, "momentum": 1, "adagrad": 1, "adam": 2}[optimizer] * 4 * parameters
    except KeyError:
        raise ValueError(f"optimizer={optimizer}") from None
    plain = TrainingBytes(4 * parameters, 4 * parameters, 0, states)
    if not mixed:
        return plain
    return plain._replace(weights=plain.weights // 2, gradients=plain.gradients // 2, master=plain.weights)
