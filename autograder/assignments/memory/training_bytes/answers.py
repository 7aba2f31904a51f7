"""Answers to `training_bytes` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "branches", how="a chain of ifs, a plain tuple",
    source='''
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
''')

answers.right(
    "list-index", how="the place in a list says how many numbers are kept",
    source='''
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
''')

answers.right(
    "replace", how="mixed precision as a change of the plain answer",
    source='''
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
''')

answers.wrong(
    "no-master", "master-forgotten", check="mixed",
    source='''
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
''')

answers.wrong(
    "states-half", "states-halved", check="states", breaks="float32",
    why="everything is halved",
    source='''
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
''')

answers.wrong(
    "adam-one", "adam-one", check="states", breaks="each",
    of="wrong-no-master", edits=[('    states = {"sgd": 0, "momentum": 4, "adagrad": 4, "adam": 8}', '    states = {"sgd": 0, "momentum": 4, "adagrad": 4, "adam": 4}'), ("        weights, gradients, master = 2, 2, 0", "        weights, gradients, master = 2, 2, 4")])

answers.wrong(
    "adam-three", "adam-three", check="states",
    of="wrong-no-master", edits=[('    states = {"sgd": 0, "momentum": 4, "adagrad": 4, "adam": 8}', '    states = {"sgd": 0, "momentum": 4, "adagrad": 4, "adam": 12}'), ("        weights, gradients, master = 2, 2, 0", "        weights, gradients, master = 2, 2, 4")])

answers.wrong(
    "any-optimizer", "name-unchecked", check="errors", breaks="optimizers",
    why="what it does not know is like sgd",
    of="wrong-states-half", edits=[('''
    if optimizer not in states:
        raise ValueError(f"no optimizer {optimizer!r}")
''', ""), ("    kept = states[optimizer] // (2 if mixed else 1)", "    kept = states.get(optimizer, 0)")])

answers.wrong(
    "gradients-full", "gradients-not-halved", check="mixed", breaks="gradients",
    of="wrong-no-master", 
    old="        weights, gradients, master = 2, 2, 0",
    new="        weights, gradients, master = 2, 4, 4")

answers.wrong(
    "ignored", "mixed-ignored", check="mixed", breaks="mixed",
    of="wrong-no-master", old='''
    if mixed:
        weights, gradients, master = 2, 2, 0
    else:
        weights, gradients, master = 4, 4, 0
''', new='''
    weights, gradients, master = 4, 4, 0
''')

answers.wrong(
    "master-always", "master-always", check="plain", breaks="plain",
    of="wrong-no-master", edits=[("        weights, gradients, master = 2, 2, 0", "        weights, gradients, master = 2, 2, 4"), ("        weights, gradients, master = 4, 4, 0", "        weights, gradients, master = 4, 4, 4")])

answers.wrong(
    "master-half", "master-halved", check="mixed", breaks="master",
    of="wrong-no-master", 
    old="        weights, gradients, master = 2, 2, 0",
    new="        weights, gradients, master = 2, 2, 2")

answers.spoiled(
    "shifted(right)",
    keeps=('errors',))

answers.wrong(
    "swapped", "states-before-master", check="states", breaks="order",
    of="right-branches", old='''
full if mixed else 0, full * kept)''', new='''
full * kept, full if mixed else 0)''')

answers.wrong(
    "float", "float-result", check="plain", breaks="int",
    why="bytes as floats",
    of="right-branches", old='''
    full, half = 4 * parameters, 2 * parameters''', new='''
    full, half = 4.0 * parameters, 2.0 * parameters''')

answers.wrong(
    "through-floats", "digits-lost", check="plain", breaks="exact",
    why="int() of a float",
    of="right-branches", old='''
    full, half = 4 * parameters, 2 * parameters''', new='''
    full, half = int(4.0 * parameters), int(2.0 * parameters)''')

answers.wrong(
    "any-case", "name-unchecked", check="errors",
    why="takes names in any case",
    of="right-branches", old='''
    if optimizer == "sgd":''', new='''
    optimizer = optimizer.lower().strip()
    if optimizer == "sgd":''')

answers.wrong(
    "nameless", "name-not-named", check="errors", breaks="named",
    why="says that something is unknown, and not what",
    of="right-branches", old='''
        raise ValueError("unknown optimizer " + str(optimizer))''', new='''
        raise ValueError("unknown optimizer")''')

answers.wrong(
    "unchecked", "types-unchecked", check="errors", breaks="types",
    why="leaves the size to arithmetic",
    of="right-branches", old='''
    check_sizes(parameters=parameters)''', new='''
    parameters = +parameters''')

answers.wrong(
    "zero", "zero-accepted", check="errors", breaks="small",
    why="nothing is trained in no bytes",
    of="right-branches", old='''
    check_sizes(parameters=parameters)''', new='''
    check_sizes(0, parameters=parameters)''')

answers.wrong(
    "substring", "name-unchecked", check="errors", alone=True,
    why="looks for the optimizer within a text",
    source='''
def training_bytes(parameters, optimizer, mixed=False):
    check_sizes(parameters=parameters)
    if optimizer not in "sgd momentum adagrad adam":
        raise ValueError(f"unknown optimizer {optimizer}")
    states = {"sgd": 0, "adam": 8}.get(optimizer, 4) * parameters
    width = 2 if mixed else 4
    return TrainingBytes(width * parameters, width * parameters, 4 * parameters if mixed else 0, states)
''')

answers.wrong(
    "some-states-halved", "states-halved", check="states", alone=True,
    why="keeps the states of momentum and Adagrad in two bytes with mixed precision",
    source='''
STATES = {"sgd": 0, "momentum": 1, "adagrad": 1, "adam": 2}

def training_bytes(parameters, optimizer, mixed=False):
    check_sizes(parameters=parameters)
    if optimizer not in STATES:
        raise ValueError(f"unknown optimizer {optimizer}")
    low = 2 * parameters if mixed else 4 * parameters
    master = 4 * parameters if mixed else 0
    states = STATES[optimizer] * (4 * parameters if optimizer == "adam" else low)
    return TrainingBytes(low, low, master, states)
''')

answers.wrong(
    "master-for-some", "master-for-some", check="mixed", alone=True,
    why="a master copy for SGD and Adam alone",
    source='''
STATES = {"sgd": 0, "momentum": 1, "adagrad": 1, "adam": 2}

def training_bytes(parameters, optimizer, mixed=False):
    check_sizes(parameters=parameters)
    if optimizer not in STATES:
        raise ValueError(f"unknown optimizer {optimizer}")
    width = 2 if mixed else 4
    master = 4 * parameters if mixed and STATES[optimizer] != 1 else 0
    return TrainingBytes(width * parameters, width * parameters, master, 4 * parameters * STATES[optimizer])
''')

answers.wrong(
    "list", "list-for-tuple", check="plain", alone=True, breaks="tuple",
    why="returns a list",
    of="right-branches", edits=[("    return (half if", "    return [half if"), ("full * kept)", "full * kept]")])

answers.wrong(
    "master-with-states", "master-for-some", check="mixed", alone=True,
    why="no master copy where the optimizer remembers nothing",
    of="right-branches", old="full if mixed else 0, full * kept)", new="full if mixed and kept else 0, full * kept)")

answers.wrong(
    "counter", "counter-counted", check="states", alone=True,
    of="right-branches", old="full * kept)", new="full * kept + (4 if kept == 2 else 0))")

answers.wrong(
    "nothing-remembered", "types-unchecked", check="errors", alone=True,
    why="answers for sgd before it checks the size",
    of="right-branches", edits=[("    check_sizes(parameters=parameters)\n", '''
    if optimizer == "sgd":
        return (2 * parameters, 2 * parameters, 4 * parameters, 0) if mixed else (4 * parameters, 4 * parameters, 0, 0)
    check_sizes(parameters=parameters)
''')])

answers.wrong(
    "integral", "numpy-accepted", check="errors", alone=True,
    why="takes integers of NumPy",
    of="right-branches", old="    check_sizes(parameters=parameters)", new='''
    import numpy as np
    parameters = int(parameters) if isinstance(parameters, np.integer) else parameters
    check_sizes(parameters=parameters)''')
