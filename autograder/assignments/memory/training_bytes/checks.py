"""Checks of `training_bytes`: weights, gradients, master copy and optimizer states."""

from autograder.checks.checking import Diagnosis, Wrong, check
from autograder.checks.shared import wrapped

from ..asking import a_tuple, integers, odd, refuses, see

TRAINING = "training_bytes"
REMEMBERED = {"sgd": 0, "momentum": 1, "adagrad": 1, "adam": 2}


def amounts(rng):
    """One small number of parameters and two very large ones."""
    return odd(rng, 5, 999), odd(rng, 2**56, 2**57), odd(rng, 2**61, 2**62)


@check(points=1)
def plain(student, rng):
    """Weights, gradients and master copy without mixed precision."""
    neutral = "Weights, gradients or master copy are not right without mixed precision."
    diagnosis = Diagnosis(neutral)
    for optimizer in rng.permutation(list(REMEMBERED)):
        for P in amounts(rng):
            for options in ({}, {"mixed": False}):
                answer = student.call(TRAINING, P, str(optimizer), **options)
                got = integers(answer, 4, neutral)[:3]
                see(
                    diagnosis,
                    got,
                    [4 * P, 4 * P, 0],
                    **{
                        "master-always": [4 * P, 4 * P, 4 * P],
                        "elements-for-bytes": [P, P, 0],
                        "bits-for-bytes": [32 * P, 32 * P, 0],
                        "mixed-ignored": [2 * P, 2 * P, 4 * P],
                        "states-before-master": [4 * P, 4 * P, 4 * P * REMEMBERED[optimizer]],
                        "digits-lost": [int(4.0 * P)] * 2 + [0],
                        "counts-overflow": [wrapped(4 * P)] * 2 + [0],
                    },
                )
    diagnosis.conclude()
    a_tuple(answer)


@check(points=1)
def mixed(student, rng):
    """Weights, gradients and master copy with mixed precision."""
    neutral = "Weights, gradients or master copy are not right with mixed precision."
    diagnosis = Diagnosis(neutral)
    copies = {}  # by optimizer, whether it has a master copy of four bytes, or none; None for anything else
    for optimizer in rng.permutation(list(REMEMBERED)):
        for P in amounts(rng):
            got = integers(student.call(TRAINING, P, str(optimizer), True), 4, neutral)[:3]
            found = {4 * P: True, 0: False}.get(got[2]) if got[:2] == [2 * P, 2 * P] else None
            copies[optimizer] = found if copies.get(optimizer, found) == found else None
            see(
                diagnosis,
                got,
                [2 * P, 2 * P, 4 * P],
                **{
                    "mixed-ignored": [4 * P, 4 * P, 0],
                    "master-forgotten": [2 * P, 2 * P, 0],
                    "master-halved": [2 * P, 2 * P, 2 * P],
                    "states-before-master": [2 * P, 2 * P, 4 * P * REMEMBERED[optimizer]],
                    "gradients-not-halved": [2 * P, 4 * P, 4 * P],
                    "elements-for-bytes": [P, P, P],
                    "bits-for-bytes": [16 * P, 16 * P, 32 * P],
                    "digits-lost": [int(2.0 * P), int(2.0 * P), int(4.0 * P)],
                    "counts-overflow": [wrapped(2 * P), wrapped(2 * P), wrapped(4 * P)],
                },
            )
    if set(copies.values()) == {True, False}:
        raise Wrong("master-for-some")
    diagnosis.conclude()


@check(points=1)
def states(student, rng):
    """The states of each optimizer, in float32 with mixed precision too."""
    neutral = "The states are not right."
    diagnosis = Diagnosis(neutral)
    for mixed in (False, True):
        for optimizer in rng.permutation(list(REMEMBERED)):
            for P in amounts(rng):
                got = integers(student.call(TRAINING, P, str(optimizer), mixed=mixed), 4, neutral)[3:]
                want = 4 * P * REMEMBERED[optimizer]

                def only(name, value):
                    return [value if optimizer == name else want]

                see(
                    diagnosis,
                    got,
                    [want],
                    **{
                        "adam-one": only("adam", 4 * P),
                        "adam-three": [only("adam", 12 * P), only("adam", 12 * P if mixed else want)],
                        "counter-counted": [only("adam", want + 4), [want + 4 * bool(want)]],
                        "states-halved": [
                            [want // 2 if mixed else want],
                            [want // 2 if mixed and optimizer != "adam" else want],
                        ],
                        "states-before-master": [4 * P if mixed else 0],
                        "bits-for-bytes": [8 * want],
                        "elements-for-bytes": [want // 4],
                        "digits-lost": [int(4.0 * P) * REMEMBERED[optimizer]],
                        "counts-overflow": [wrapped(want)],
                    },
                )
    diagnosis.conclude()


@check(points=1)
def errors(student, rng):
    unknown = {1: ("lion", "rmsprop", "nadam", "Adam", "adam ", "", "ada", "sgd momentum")}
    refuses(student, TRAINING, [odd(rng, 5, 99), "adam"], {0: 1}, unknown)
    refuses(student, TRAINING, [odd(rng, 5, 99), "sgd", True], {0: 1})
