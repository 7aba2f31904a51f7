"""Checks of `cbow_mean_backward`: the gradient of that mean."""

import numpy as np

from autograder.checks.checking import check
from autograder.checks.refusals import refuses_values
from autograder.checks.shared import require, returns_new

from .. import shared
from ..asking import ask_array
from ..shared import NO_GRADIENT, compare, draw, mistaken_weights, no_examples, refuses, sizes

BACK = "cbow_mean_backward"


def buffered(case) -> list[np.ndarray]:
    """What `dE[contexts] += …` gives, which keeps one gradient of a word: at once, by example, by slot."""
    shares = case.weights[:, :, None] * case.grad[:, None, :]
    whole, by_example, slot_wise = np.zeros(case.E.shape), np.zeros(case.E.shape), np.zeros(case.E.shape)
    kept_only, plain = np.zeros(case.E.shape), case.contexts[case.mask]
    whole[case.contexts] += shares
    kept_only[plain] += shares[case.mask]
    for row, share, keep in zip(case.contexts, shares, case.mask):
        by_example[row[keep]] += share[keep]
    for s in range(case.mask.shape[1]):
        slot_wise[case.contexts[case.mask[:, s], s]] += shares[case.mask[:, s], s]
    return [whole, kept_only, by_example, slot_wise]


def gradient_mistakes(case) -> dict[str, list]:
    """What each mistake gives for the gradient of E, (V, d)."""
    found = {m: [case.backward(weights) for weights in forms] for m, forms in mistaken_weights(case).items()}
    found["repeats-once"] += buffered(case)
    empty = (~case.mask)[:, :, None] / case.mask.sum(axis=1)[:, None, None] * case.grad[:, None, :]
    for row in (0, -1):  # one row collects what empty slots would get
        right = case.backward(case.weights)
        right[row] += empty.sum(axis=(0, 1))
        found["mask-ignored"].append(right)
    found["rows-from-ids"] = [case.backward(case.weights)[: case.contexts.max() + 1]]
    return found


def gradient_of(student, case, contexts=None, strided=False):
    contexts = case.contexts if contexts is None else contexts
    return ask_array(
        student, BACK, case.grad, contexts, case.mask, len(case.E), neutral=NO_GRADIENT, strided=strided
    )


@check(points=2.25)
def values(student, rng):
    """Words in several examples and several slots; rows that are never used, such as the last."""
    cases = draw(rng), draw(rng, 8, 5, V=6, d=2)
    compare(lambda case: gradient_of(student, case), cases, "backward", gradient_mistakes, NO_GRADIENT)
    returns_new(student, f"{BACK}(np.ones((1, 2)), np.array([[1]]), np.array([[True]]), 3)")


@check(points=1)
def shapes(student, rng):
    """No examples, with slots and without; one; one slot; many; non-contiguous arrays."""

    def of_none(*none):
        return ask_array(student, BACK, np.zeros((0, 3), np.float32), *none, 5, neutral=NO_GRADIENT)

    no_examples(lambda case: gradient_of(student, case), of_none, rng, (5, 3))
    sizes(lambda case, **how: gradient_of(student, case, **how), rng, "backward", NO_GRADIENT)


@check(points=0.25)
def dtypes(student, rng):
    shared.dtypes(
        rng, lambda case, contexts=None: gradient_of(student, case, contexts), "backward", NO_GRADIENT
    )


@check(points=0.5)
def errors(student, rng):
    case, both = draw(rng), np.ones((1, 2), bool)
    grad = np.array([[2.0, 4.0]])
    require(
        BACK,
        lambda: student.call(BACK, grad, np.array([[0, 1]]), both, 3),
        np.array([[1, 2], [1, 2], [0, 0]]),
    )
    V = len(case.E)

    def call(contexts, mask):
        n = contexts.shape[-2] if contexts.ndim > 1 else 1
        return student.call(BACK, case.grad[:n], contexts, mask, V)

    refuses(case, call)
    more = np.concatenate([case.grad, case.grad])
    bad = (
        case.grad[:1],
        case.grad[:0],
        case.grad[:3],
        more,
        case.grad[0],
        case.grad[:, 0],
        case.grad[:, :, None],
    )
    refuses_values(lambda g: student.call(BACK, g, case.contexts, case.mask, V), bad)
    # One example or none: here NumPy does not stop a gradient with more rows.
    one, none = (case.contexts[:1, :1], both[:, :1]), (case.contexts[:0], case.mask[:0])
    refuses_values(lambda g: student.call(BACK, g, *one, V), [case.grad[:3]])
    lengths = grad, case.grad[:0, 0], case.grad[:0, :, None]
    refuses_values(lambda g: student.call(BACK, g, *none, V), lengths, if_accepted="unchecked-empty")
