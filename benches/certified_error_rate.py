"""The limits of `assay audit sequence`, computed independently from the definition.

Waudby-Smith and Ramdas 2020, sampling without replacement, beta-binomial prior: every number of errors has a flag, every
step tests every number with scipy's gammaln, and what is out stays out. Prints literals for the unit tests
(crates/core/src/certify/sequence/tests.rs), or the steps of a CSV file as JSON:

    python3 benches/certified_error_rate.py
    python3 benches/certified_error_rate.py FILE.csv POPULATION [A B CONFIDENCE]
"""

import csv
import json
import sys

import numpy as np
from scipy.special import betaln, gammaln


def limits(errors, population, a=1.0, b=9.0, confidence=0.95):
    """The smallest and the largest rate left after each review, and the step after which none was."""
    numbers = np.arange(population + 1)
    left = np.ones(population + 1, dtype=bool)

    def ln_choose(n, k):
        return gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)

    steps, empty_after, wrong = [], None, 0
    for reviewed, error in enumerate(errors, start=1):
        wrong += error
        inside = (numbers >= wrong) & (numbers <= population - (reviewed - wrong))
        ratio = np.full(population + 1, np.inf)
        k = numbers[inside]
        ratio[inside] = (
            betaln(a + wrong, b + reviewed - wrong)
            - betaln(a, b)
            + ln_choose(population, k)
            - ln_choose(population - reviewed, k - wrong)
        )
        # Exact ties, as after the first review, are out whatever rounding says.
        left &= ratio < -np.log1p(-confidence) - 1e-9
        found = np.flatnonzero(left)
        if found.size == 0 and empty_after is None:
            empty_after = reviewed
        ends = (found[0] / population, found[-1] / population) if found.size else (None, None)
        steps.append((reviewed, int(wrong), *ends))
    return steps, empty_after


def cycle(n, period, first):
    """An error each `period` reviews: reproducible without a generator."""
    return [int(at % period == first) for at in range(n)]


CASES = {
    "60 questions, all of them, 1 in 7": (60, cycle(60, 7, 3), {}),
    "300, 1 in 20": (300, cycle(150, 20, 5), {}),
    "5,700, 1 in 16": (5_700, cycle(700, 16, 9), {}),
    "5,700, 1 in 16, Beta(2, 30) at 0.99": (5_700, cycle(700, 16, 9), {"a": 2.0, "b": 30.0, "confidence": 0.99}),
    "100,000, 1 in 50": (100_000, cycle(400, 50, 0), {}),
    "sorted: 40 right ones, then 30 errors": (400, [0] * 40 + [1] * 30, {}),
}

if __name__ == "__main__":
    if len(sys.argv) > 2:
        with open(sys.argv[1], newline="") as file:
            rows = [int(row["error"]) for row in csv.DictReader(file)]
        options = dict(zip(("a", "b", "confidence"), map(float, sys.argv[3:])))
        steps, empty_after = limits(rows, int(sys.argv[2]), **options)
        print(json.dumps({"steps": steps, "empty_after": empty_after}))
        sys.exit()
    for name, (population, errors, options) in CASES.items():
        steps, empty_after = limits(errors, population, **options)
        print(f"{name}: empty after {empty_after}")
        for at in sorted({1, 10, len(steps) // 2, len(steps)}):
            print("  ", steps[at - 1])
