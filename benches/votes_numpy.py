"""Tables of a million votes by assay and by numpy in one run: seconds of each whole process, and their ratio.

    python3 benches/votes_numpy.py ASSAY VOTES.csv DATABASE

The database has the votes of the file (`assay import votes`). Both compute win rates of each pair and Bradley-Terry
strengths with 1,000 resamples of the questions; numpy counts by question and pair as assay does, and moves the
strengths of a resample by Newton steps from those of all votes. `--numpy VOTES.csv` runs that part alone.
"""

import json
import subprocess
import sys
import time


def numpy_tables(path, resamples=1_000):
    import numpy as np

    with open(path) as file:
        next(file)
        rows = [line.rstrip("\n").split(",") for line in file]
    codes = [{}, {}]
    code = lambda table, name: table.setdefault(name, len(table))
    question = np.array([code(codes[0], row[0]) for row in rows])
    left = np.array([code(codes[1], row[1]) for row in rows])
    right = np.array([code(codes[1], row[2]) for row in rows])
    value = np.array([{"left": 1.0, "tie": 0.5, "right": 0.0}[row[4]] for row in rows])
    models, questions = len(codes[1]), len(codes[0])
    a, b = np.minimum(left, right), np.maximum(left, right)
    for_a = np.where(left == a, value, 1 - value)
    pair = a * models + b
    pairs, place = np.unique(pair, return_inverse=True)
    first, second = pairs // models, pairs % models
    cell = question * len(pairs) + place
    size = questions * len(pairs)
    n = np.bincount(cell, minlength=size).reshape(questions, -1).astype(float)
    wins = np.bincount(cell, for_a, minlength=size).reshape(questions, -1)
    rates = wins.sum(0) / n.sum(0)

    def fit(wins, n, start, steps):
        strengths = start.copy()
        for _ in range(steps):
            p = 1 / (1 + np.exp(strengths[second] - strengths[first]))
            residual, weight = wins - n * p, n * p * (1 - p)
            gradient = np.bincount(first, residual, models) - np.bincount(second, residual, models)
            hessian = np.zeros((models, models))
            np.add.at(hessian, (first, first), weight)
            np.add.at(hessian, (second, second), weight)
            np.add.at(hessian, (first, second), -weight)
            np.add.at(hessian, (second, first), -weight)
            strengths += np.linalg.lstsq(hessian, gradient, rcond=None)[0]
            strengths -= strengths.mean()
        return strengths

    whole = fit(wins.sum(0), n.sum(0), np.zeros(models), 12)
    random = np.random.default_rng(1)
    drawn = []
    for _ in range(resamples):
        weights = np.bincount(random.integers(0, questions, questions), minlength=questions)
        drawn.append(fit(weights @ wins, weights @ n, whole, 3))
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    names = list(codes[1])
    strengths = {name: (whole[at], low[at], high[at]) for at, name in enumerate(names)}
    return strengths, dict(zip(zip(first.tolist(), second.tolist()), rates.tolist()))


def seconds(command):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return time.perf_counter() - start, done.stdout


def main():
    if sys.argv[1] == "--numpy":
        strengths, _ = numpy_tables(sys.argv[2])
        json.dump(strengths, sys.stdout)
        return
    assay, votes, database = sys.argv[1:]
    by_assay = {}
    for table in (["rank"], ["tally"]):
        command = [assay, "votes", *table, "--db", database, "-o", "json"]
        by_assay[table[0]] = seconds(command)
        print(f"{by_assay[table[0]][0]:8.2f} s  assay votes {table[0]}")
    by_numpy = seconds([sys.executable, __file__, "--numpy", votes])
    print(f"{by_numpy[0]:8.2f} s  numpy, reading the file included")
    found = {row["model"]: row["strength"] for row in json.loads(by_assay["rank"][1])["models"]}
    other = json.loads(by_numpy[1])
    value = max(abs(found[name]["value"] - other[name][0]) for name in found)
    limits = [abs(found[name]["ci95"][at] - other[name][1 + at]) for name in found for at in (0, 1)]
    print(f"largest difference of a strength {value:.1e}, of a limit {max(limits):.1e} (other draws)")
    together = sum(took for took, _ in by_assay.values())
    print(f"ratio numpy / assay: {by_numpy[0] / together:.1f}")


if __name__ == "__main__":
    main()
