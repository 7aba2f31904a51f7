"""`python -m autograder.conformance`: run the list and print where a device departs from it."""

import argparse
import sys
from collections import Counter

from autograder.conformance import KNOWN_GAPS
from autograder.conformance.running import as_json, run_all


def main(arguments=None) -> int:
    """Return 0 if every case is as expected or a known gap, and no gap is listed that is mended."""
    parser = argparse.ArgumentParser(prog="python -m autograder.conformance", description=__doc__)
    parser.add_argument("--device", choices=["standin", "cpu", "cuda"], default="standin")
    parser.add_argument("--case", action="append", default=[], metavar="NAME", help="only this case")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each case")
    options = parser.parse_args(arguments)

    try:
        outcomes = run_all(options.device, options.case)
    except (RuntimeError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        for outcome in outcomes:
            print(as_json(outcome))

    gaps = KNOWN_GAPS[options.device]
    departures = [o for o in outcomes if not o.as_expected and o.name not in gaps]
    mended = [o for o in outcomes if o.as_expected and o.name in gaps]
    if not options.json:
        _print_report(options.device, outcomes, departures, mended, gaps)
    return 1 if departures or mended else 0


def _print_report(device, outcomes, departures, mended, gaps):
    for outcome in outcomes:
        if outcome.name in gaps and outcome not in mended:
            print(f"known gap  {outcome.name}: {gaps[outcome.name]}")
    for outcome in departures:
        print(f"MISMATCH   {outcome.theme}.{outcome.name}: expected {outcome.expected}, ", end="")
        print(f"found {outcome.found}. {outcome.detail}")
    for outcome in mended:
        print(f"MENDED     {outcome.name} is as expected: take it off the list of known gaps")

    themes = list(dict.fromkeys(o.theme for o in outcomes))
    cases = Counter(o.theme for o in outcomes)
    refused = Counter(o.theme for o in outcomes if o.expected == "refused")
    wrong = Counter(o.theme for o in departures + mended)
    print(f"{'theme':<18}{'runs':>6}{'refused':>9}{'wrong':>7}")
    for theme in themes:
        print(f"{theme:<18}{cases[theme] - refused[theme]:>6}{refused[theme]:>9}{wrong[theme]:>7}")
    known = sum(o.name in gaps for o in outcomes) - len(mended)
    print(
        f"{len(outcomes)} cases on {device}: {len(departures)} mismatches, "
        f"{known} known gaps, {len(mended)} gaps that are mended"
    )


if __name__ == "__main__":
    sys.exit(main())
