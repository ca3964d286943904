"""How early planted errors are found: the area under the curve of errors found against questions reviewed, for each
signal of `assay report probable-error` alone and for all of them together.

    python3 benches/probable_error.py --program target/release/assay [--seeds 5] [--models 3,5,11]
    python3 benches/probable_error.py --literals

An area of 0.5 is a random order. `prior` orders by the weights before anything is verified, `calibrated` reviews in
batches of 20 and fits the weights again after each, without and with a tenth at random. The signals are those of the
program; the fit is repeated here in numpy, and `--literals` prints what scipy finds for the rows of the unit test.
"""

import argparse
import json
import tempfile

import numpy as np

from planted_errors import KINDS, REAL, Program, real, simulated

SIGNALS = ["contradicted", "wrong", "passes", "item-rest", "text-only", "duplicate", "doubts", "time"]
PRIOR = np.array([-2.5, 3.0, 0.8, 0.0, 0.6, 2.5, 2.0, 2.5, 0.3])
PRECISION = np.array([0.1] + [2.0] * len(SIGNALS))


def gradient(rows, errors, weights):
    probability = 1 / (1 + np.exp(-rows @ weights))
    return rows.T @ (errors - probability) - PRECISION * (weights - PRIOR), probability


def fit(rows, errors):
    """The weights of the largest penalized likelihood, by Newton's method."""
    weights = PRIOR.copy()
    for _ in range(200):
        slope, probability = gradient(rows, errors, weights)
        spread = probability * (1 - probability)
        step = np.linalg.solve((rows * spread[:, None]).T @ rows + np.diag(PRECISION), slope)
        weights = weights + step / max(1, np.abs(step).max())  # no step that overshoots
        if np.abs(step).max() < 1e-12:
            break
    return weights


def area(order, errors):
    """The area under the curve of errors found, both sides as shares."""
    found = np.concatenate([[0], np.cumsum(errors[order])]) / errors.sum()
    return (found[1:] + found[:-1]).mean() / 2


def by_score(score, errors, random):
    """Over random orders of equal scores."""
    orders = [np.lexsort((random.random(len(score)), -score)) for _ in range(10)]
    return np.mean([area(order, errors) for order in orders])


def calibrated(rows, errors, share, random, batch=20):
    count, due = len(errors), 0.0
    is_done, order, weights = np.zeros(count, bool), [], PRIOR
    drawn = iter(random.permutation(count))
    while len(order) < count:
        ranked = iter(np.argsort(-(rows @ weights), kind="stable"))
        for _ in range(min(batch, count - len(order))):
            due += share
            source, due = (drawn, due - 1) if due >= 1 else (ranked, due)
            at = next(at for at in source if not is_done[at])
            is_done[at] = True
            order.append(at)
        weights = fit(rows[order], errors[order].astype(float))
    return area(np.array(order), errors)


def flags(program, world):
    """How many filters flag each question, which is what the order `suspicion` begins with."""
    count = np.zeros(len(world.keys))
    for name in ["wrong", "contradicted"] + ["text-only"] * bool(len(world.text_said)):
        found = json.loads(program.run("filter", name, "--dry-run", "-o", "json"))
        for flagged in found["flagged"]:
            count[int(flagged["question"])] += 1
    return count


def measure(program, world, seed):
    program.load(world)
    report = program.report("probable-error")
    reported = {question["key"]: question for question in report["questions"]}
    questions = [reported[str(at)] for at in range(len(world.keys))]
    signals = np.array([[question["signals"][name] for name in SIGNALS] for question in questions])
    rows = np.hstack([np.ones((len(signals), 1)), signals])
    probability = np.array([question["probability"] for question in questions])
    assert np.allclose(probability, 1 / (1 + np.exp(-rows @ PRIOR)), atol=1e-12)
    errors, random = world.errors, np.random.default_rng(seed)
    results = {name: by_score(signals[:, at], errors, random) for at, name in enumerate(SIGNALS[:6])}
    results["number of flags"] = by_score(flags(program, world), errors, random)
    results["prior"] = by_score(probability, errors, random)
    results["calibrated"] = calibrated(rows, errors, 0.0, random)
    results["with 0.1 random"] = calibrated(rows, errors, 0.1, random)
    results["random"] = by_score(np.zeros(len(errors)), errors, random)
    for kind, name in KINDS.items():
        if (world.kinds == kind).any():
            results[f"prior: {name}"] = by_score(probability, world.kinds == kind, random)
    return results


def literals():
    from scipy.optimize import minimize

    numbers = range(len(SIGNALS))
    rows = np.array([[1] + [((at * 7 + n * n * 5 + 3) % 11) / 10 - 0.4 for n in numbers] for at in range(40)])
    errors = np.array([float(at * at % 5 == 1) for at in range(40)])

    def loss(weights):
        logits = rows @ weights
        likelihood = (errors * logits - np.logaddexp(0, logits)).sum()
        return (PRECISION * (weights - PRIOR) ** 2).sum() / 2 - likelihood

    slope = lambda weights: -gradient(rows, errors, weights)[0]
    found = minimize(loss, PRIOR, jac=slope, method="BFGS", options={"gtol": 1e-10}).x
    newton = fit(rows, errors)
    print("scipy ", ", ".join(f"{weight:.9f}" for weight in found))
    print("newton", ", ".join(f"{weight:.12f}" for weight in newton), np.abs(found - newton).max())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--program")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--models", default="3,5,11")
    parser.add_argument("--literals", action="store_true")
    options = parser.parse_args()
    if options.literals:
        return literals()
    worlds = {f"made up, {count} models": (simulated, int(count)) for count in options.models.split(",")}
    worlds["made up, 5 models, none without the picture"] = (
        lambda seed, models: simulated(seed, models, text_models=0), 5)
    worlds["made up, 5 models, few errors, many attractive choices"] = (
        lambda seed, models: simulated(seed, models, rate=0.03, attractive=0.7), 5)
    if REAL.exists():
        worlds |= {f"MathVista, {count} real models": (real, count) for count in (3, 4)}
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.program, folder)
        for name, (make, models) in worlds.items():
            results = [measure(program, make(100 * models + seed, models), seed) for seed in range(options.seeds)]
            print(name)
            for measured in results[0]:
                values = [result[measured] for result in results]
                print(f"  {measured:22} {np.mean(values):.3f} ± {np.std(values) / len(values) ** 0.5:.3f}")


if __name__ == "__main__":
    main()
