"""Checks of `embedding_parameters`: counts of tables, tied or not."""

from autograder.checks.checking import Diagnosis, check
from autograder.checks.shared import wrapped

from ..asking import integer, large, primes, refuses, see, sized
from ..shared import tied_forms

PARAMETERS = "embedding_parameters"


@check(points=1)
def matrices(student, rng):
    neutral = "The matrices are not counted right."
    diagnosis = Diagnosis(neutral)
    small = [tuple(primes(rng, 2)) for _ in range(3)]
    for V, d in (*small, *large(rng)):
        for options in ({"tied": True}, {"tied": False}, {}):
            tied = options.get("tied", True)
            count = V * d if tied else 2 * V * d
            with sized(count):
                answer = student.call(PARAMETERS, V, d, **options)
            got = integer(answer, neutral)
            see(
                diagnosis,
                [got],
                [count],
                **tied_forms(V * d, tied),
                **{
                    "digits-lost": [[int(float(V) * d * (1 if tied else 2))], [int(float(count))]],
                    "counts-overflow": [[wrapped(count)], [wrapped(V * d) * (1 if tied else 2)]],
                },
            )
    diagnosis.conclude()


@check(points=1)
def extras(student, rng):
    neutral = "Positions, segments or the bias are not counted right."
    diagnosis = Diagnosis(neutral)
    for tied in (True, False):
        for positions, segments, bias in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 1, 1)):
            V, d, p, s = primes(rng, 4)
            p, s, b = p * positions, s * segments, V * bias
            one = V * d
            table = one if tied else 2 * one
            got = student.call(PARAMETERS, V, d, tied=tied, positions=p, segments=s, output_bias=bool(bias))
            got = integer(got, neutral)
            want = table + (p + s) * d + b
            see(
                diagnosis,
                [got],
                [want],
                **{
                    "rows-without-width": [
                        [table + p + s + b],
                        [table + p * d + s + b],
                        [table + p + s * d + b],
                    ],
                    "positions-doubled": [want if tied else want + (p + s) * d],
                    "bias-of-width": [want - b + d * bias],
                    "bias-if-untied": [want - b if tied else want],
                    "bias-doubled": [want if tied else want + b],
                    "tied-inverted": [want - table + (2 * one if tied else one)],
                    "output-forgotten": [want - table + one],
                    "tied-counted-twice": [want - table + 2 * one],
                },
            )
    diagnosis.conclude()


@check(points=1)
def errors(student, rng):
    refuses(student, PARAMETERS, primes(rng, 2), {0: 1, 1: 1, "positions": 0, "segments": 0})
