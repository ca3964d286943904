#!/usr/bin/env python3
"""Compares `assay agree table` with the usual Python packages on random tables.

    python benches/agreement_against_python.py path/to/assay [tables] [seed]

Needs numpy, scipy, scikit-learn, statsmodels and krippendorff. Every table is drawn at random:
2 to 8 raters, 1 to 60 items, 2 to 6 categories of which some are never used, skewed shares, missing
ratings, constant and silent raters, ordered or not. Whatever Python's tools define must be equal to
1e-9; whatever they do not define must be undefined with a reason. Fleiss' general kappa, AC1, AC2
and their standard errors have no such package: they are implemented here from their
definitions, over dense matrices. Ends with the times of both for one large table.
"""

import csv
import io
import json
import math
import subprocess
import sys
import time
import warnings
from fractions import Fraction

import krippendorff
import numpy as np
from scipy import stats
from sklearn import metrics
from statsmodels.stats import inter_rater
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

warnings.filterwarnings("ignore")
np.seterr(all="ignore")
TOLERANCE = 1e-9
MISSING = -1


class Table:
    """A matrix items x raters of category numbers, and how it is handed to assay."""

    def __init__(self, random):
        self.q = int(random.integers(2, 7))
        raters = int(random.integers(2, 9))
        items = int(random.integers(1, 61))
        used = int(random.integers(1, self.q + 1))
        shares = random.dirichlet(np.full(used, random.choice([0.2, 1.0, 5.0])))
        truth = random.choice(used, size=items, p=shares)
        skill = random.uniform(0.1, 1.0, raters)
        guess = random.choice(used, size=(items, raters), p=shares)
        self.codes = np.where(random.random((items, raters)) < skill, truth[:, None], guess)
        self.codes[random.random((items, raters)) < random.choice([0, 0, 0.1, 0.5])] = MISSING
        if random.random() < 0.1:
            self.codes[:, random.integers(raters)] = random.integers(used)
        if random.random() < 0.05:
            self.codes[:, random.integers(raters)] = MISSING
        self.codes = self.codes[:, np.argsort(random.random(raters))]
        self.ordered = bool(random.random() < 0.5)
        self.name()

    def name(self):
        numbers = self.ordered and self.q % 2 == 0
        # Numbers with gaps, so that values and positions differ.
        values = [k * k for k in range(self.q)] if numbers else range(self.q)
        self.values = np.array(values, float)
        self.categories = [str(v) for v in values] if numbers else list("ABCDZX"[: self.q])
        self.raters = [f"r{k}" for k in range(self.codes.shape[1])]

    def long_csv(self):
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(["item", "rater", "label"])
        for item, row in enumerate(self.codes):
            for rater, code in zip(self.raters, row):
                writer.writerow([f"{item:04}", rater, "" if code == MISSING else self.categories[code]])
        return out.getvalue()

    def arguments(self, assay):
        order = ["--ordered"] if self.ordered else []
        reference = ["--reference", "r0"] + (["--compare", "--resamples", "100"] if len(self.raters) > 2 else [])
        return [assay, "agree", "table", "-", "--categories", ",".join(self.categories), *order,
                *reference, "-o", "json"]

    def counts(self):
        return np.stack([(self.codes == k).sum(1) for k in range(self.q)], 1).astype(float)


def run_assay(assay, table):
    result = subprocess.run(table.arguments(assay), input=table.long_csv(), capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"assay failed: {result.stderr}\n{table.long_csv()}")
    return json.loads(result.stdout)


class Comparison:
    def __init__(self):
        self.compared = self.undefined = self.exact = 0
        self.largest = 0.0
        self.failures = []

    def statistic(self, what, found, expected):
        if expected is None or not math.isfinite(expected):
            self.undefined += 1
            if not found.get("undefined"):
                self.failures.append(f"{what}: {found} should be undefined")
        else:
            self.number(what, found.get("value"), expected)

    def number(self, what, found, expected):
        self.compared += 1
        if found is None or not abs(found - expected) < TOLERANCE:
            self.failures.append(f"{what}: {found} should be {expected}")
        else:
            self.largest = max(self.largest, abs(found - expected))


def compare(check, table, found):
    by_raters = iter(found["pairs"])
    for a in range(len(table.raters)):
        for b in range(a + 1, len(table.raters)):
            compare_pair(check, table, next(by_raters), table.codes[:, a], table.codes[:, b])
    compare_overall(check, table, found["overall"])
    compare_against(check, table, found["against"])


def compare_pair(check, table, found, x, y):
    both = (x != MISSING) & (y != MISSING)
    x, y, n = x[both], y[both], int(both.sum())
    name = f"{found['a']}-{found['b']}"
    check.number(f"{name} n", found["n"], n)
    if n == 0:
        for statistic in ["raw", "kappa"]:
            check.statistic(f"{name} {statistic}", found[statistic], None)
        return
    labels = list(range(table.q))
    confusion = metrics.confusion_matrix(x, y, labels=labels)
    check.number(f"{name} confusion", float(np.abs(confusion - np.array(found["confusion"])).sum()), 0.0)
    agree = int((x == y).sum())
    check.statistic(f"{name} raw", found["raw"], metrics.accuracy_score(x, y))
    for end, bound in enumerate(proportion_confint(agree, n, method="wilson")):
        check.number(f"{name} wilson", found["raw"]["ci95"][end], min(1.0, max(0.0, bound)))
    kinds = [("kappa", None)]
    if table.ordered:
        kinds += [("kappa_linear", "linear"), ("kappa_quadratic", "quadratic")]
    for field, weights in kinds:
        constant = len(set(x) | set(y)) == 1
        expected = None if constant else metrics.cohen_kappa_score(x, y, labels=labels, weights=weights)
        check.statistic(f"{name} {field}", found[field], expected)
        if constant:
            continue
        theirs = inter_rater.cohens_kappa(confusion, wt=weights)
        # statsmodels subtracts two nearly equal numbers: near 0 its variance is rounding, or NaN
        # for the square root of less than 0, and the same formula is taken in fractions.
        if theirs.var_kappa * n > 1e-6:
            check.number(f"{name} {field} se", found[field]["se"], theirs.std_kappa)
            for end, bound in enumerate([theirs.kappa_low, theirs.kappa_upp]):
                check.number(f"{name} {field} interval", found[field]["ci95"][end], bound)
        else:
            exact = math.sqrt(variance_in_fractions(confusion, weights))
            check.number(f"{name} {field} se", found[field]["se"], exact)
            check.exact += 1


def variance_in_fractions(confusion, weights):
    """The variance of Fleiss, Cohen and Everitt without rounding."""
    q, n = len(confusion), int(confusion.sum())
    power = {None: 0, "linear": 1, "quadratic": 2}[weights]
    distance = [[Fraction(abs(a - b) ** power if a != b else 0) for b in range(q)] for a in range(q)]
    w = [[1 - d / max(1, (q - 1) ** power) for d in row] for row in distance]
    p = [[Fraction(int(cell), n) for cell in row] for row in confusion]
    rows = [sum(row) for row in p]
    columns = [sum(p[a][b] for a in range(q)) for b in range(q)]
    cells = [(a, b) for a in range(q) for b in range(q)]
    observed = sum(w[a][b] * p[a][b] for a, b in cells)
    chance = sum(w[a][b] * rows[a] * columns[b] for a, b in cells)
    kappa = (observed - chance) / (1 - chance)
    of_row = [sum(w[a][b] * columns[b] for b in range(q)) for a in range(q)]
    of_column = [sum(w[a][b] * rows[a] for a in range(q)) for b in range(q)]
    first = sum(p[a][b] * (w[a][b] - (of_row[a] + of_column[b]) * (1 - kappa)) ** 2 for a, b in cells)
    return (first - (kappa - chance * (1 - kappa)) ** 2) / ((1 - chance) ** 2 * n)


def chance_corrected(counts, weights, chance, chance_of):
    """Gwet's coefficient and standard error, over a dense matrix of counts."""
    counts = counts[counts.sum(1) > 0]
    r = counts.sum(1)
    two = r >= 2
    if not two.any():
        return None, None
    agreement = np.where(two, (counts * (counts @ weights - 1)).sum(1) / np.maximum(1, r * (r - 1)), 0)
    observed = agreement[two].mean()
    if not chance < 1 - 1e-12:
        return None, None
    value = (observed - chance) / (1 - chance)
    n = len(r)
    if n < 2:
        return value, None
    own = n / two.sum() * (agreement - chance * two) / (1 - chance)
    own_chance = counts @ chance_of / r
    influence = own - 2 * (1 - value) * (own_chance - chance) / (1 - chance)
    return value, math.sqrt(((influence - value) ** 2).sum() / (n * (n - 1)))


def compare_overall(check, table, found):
    counts = table.counts()
    r = counts.sum(1)
    rated = counts[r > 0]
    shares = (rated / rated.sum(1)[:, None]).mean(0) if len(rated) else np.zeros(table.q)
    two = counts[r >= 2]
    observed = None
    if len(two):
        m = two.sum(1)
        observed = ((two * (two - 1)).sum(1) / (m * (m - 1))).mean()
    check.statistic("percent agreement", found["percent_agreement"], observed)

    identity = np.eye(table.q)
    places = np.arange(table.q)
    apart = np.abs(places[:, None] - places) / (table.q - 1)
    coefficients = [("fleiss_kappa", identity, (shares**2).sum(), shares)]
    weighted = [("gwet_ac1", identity)]
    if table.ordered:
        weighted += [("gwet_ac2_linear", 1 - apart), ("gwet_ac2_quadratic", 1 - apart**2)]
    for field, weights in weighted:
        factor = weights.sum() / (table.q * (table.q - 1))
        coefficients.append((field, weights, factor * (shares * (1 - shares)).sum(), factor * (1 - shares)))
    for field, weights, chance, chance_of in coefficients:
        value, error = chance_corrected(counts, weights, chance, chance_of)
        check.statistic(field, found[field], value)
        if error is not None:
            check.number(f"{field} se", found[field]["se"], error)
    if (r == r[0]).all() and r[0] >= 2 and (shares > 0).sum() > 1:
        classical = inter_rater.fleiss_kappa(counts, method="fleiss")
        check.statistic("classical Fleiss", found["fleiss_kappa"], classical)

    metrics_of_alpha = [("alpha_nominal", "nominal", np.arange(table.q, dtype=float))]
    if table.ordered:
        metrics_of_alpha += [("alpha_ordinal", "ordinal", np.arange(table.q, dtype=float)),
                             ("alpha_interval", "interval", table.values)]
    pairable = (two.sum(0) > 0).sum()
    for field, level, values in metrics_of_alpha:
        expected = None
        if pairable > 1:
            expected = krippendorff.alpha(value_counts=counts, value_domain=values, level_of_measurement=level)
        check.statistic(field, found[field], expected)


def compare_against(check, table, found):
    x = table.codes[:, 0]
    labels = list(range(table.q))
    for position, candidate in enumerate(found["candidates"], 1):
        y = table.codes[:, position]
        both = (x != MISSING) & (y != MISSING)
        if not both.any():
            check.statistic("accuracy", candidate["accuracy"], None)
            continue
        scores = metrics.precision_recall_fscore_support(
            x[both], y[both], labels=labels, zero_division=0.0)
        for k, ours in enumerate(candidate["per_category"]):
            for field, theirs in zip(["precision", "recall", "f1", "support"], scores):
                check.number(f"{field} of {table.categories[k]}", ours[field], float(theirs[k]))
        macro = metrics.f1_score(x[both], y[both], labels=labels, average="macro", zero_division=0.0)
        check.number("macro F1", candidate["macro_declared"]["f1"], macro)
        observed = metrics.f1_score(x[both], y[both], average="macro", zero_division=0.0)
        check.number("macro F1, observed", candidate["macro_observed"]["f1"], observed)
    for pair in found.get("comparisons", []):
        a, b = (table.codes[:, table.raters.index(pair[side])] for side in "ab")
        all_three = (x != MISSING) & (a != MISSING) & (b != MISSING)
        right_a, right_b = (a == x)[all_three], (b == x)[all_three]
        only_a, only_b = int((right_a & ~right_b).sum()), int((right_b & ~right_a).sum())
        if only_a + only_b:
            p = mcnemar([[0, only_a], [only_b, 0]], exact=True).pvalue
            check.number("McNemar", pair["mcnemar"]["exact_p"], p)
            fewer, n = min(only_a, only_b), only_a + only_b
            mid = 2 * stats.binom.cdf(fewer, n, 0.5) - stats.binom.pmf(fewer, n, 0.5)
            check.number("mid-p", pair["mcnemar"]["mid_p"], min(1.0, mid))


def large_table(random, items=100_000, raters=6):
    table = Table(random)
    table.q, table.ordered = 5, True
    truth = random.integers(5, size=items)
    guess = random.integers(5, size=(items, raters))
    table.codes = np.where(random.random((items, raters)) < 0.8, truth[:, None], guess)
    table.codes[random.random((items, raters)) < 0.1] = MISSING
    table.name()
    return table


def time_both(assay, random):
    table = large_table(random)
    text = table.long_csv()
    arguments = [assay, "agree", "table", "-", "--categories", ",".join(table.categories), "--ordered", "-o", "json"]
    start = time.perf_counter()
    result = subprocess.run(arguments, input=text, capture_output=True, text=True, check=True)
    ours = time.perf_counter() - start
    found = json.loads(result.stdout)
    start = time.perf_counter()
    rows = list(csv.reader(io.StringIO(text)))[1:]
    reading = time.perf_counter() - start
    assert len(rows) == table.codes.size
    start = time.perf_counter()
    check = Comparison()
    found["against"] = {"candidates": []}
    compare(check, table, found)
    theirs = time.perf_counter() - start
    print(f"6 raters x 100,000 items, ordered: assay {ours:.3f} s with reading the CSV; "
          f"Python {theirs:.3f} s, and {reading:.3f} s for reading the CSV: {(theirs + reading) / ours:.0f} times")
    return check


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    assay = sys.argv[1]
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    random = np.random.default_rng(seed)
    check = Comparison()
    for number in range(tables):
        table = Table(random)
        before = len(check.failures)
        compare(check, table, run_assay(assay, table))
        if len(check.failures) > before:
            print(f"table {number}:\n{table.long_csv()}" if len(check.failures) < 5 else f"table {number}")
            for failure in check.failures[before:]:
                print(f"  {failure}")
    print(f"{tables} tables (seed {seed}): {check.compared} numbers equal to {TOLERANCE:g}, largest difference "
          f"{check.largest:.1e}, of them {check.exact} standard errors by exact fractions; {check.undefined} undefined on both sides; {len(check.failures)} failures")
    large = time_both(assay, random)
    for failure in large.failures:
        print(f"large table: {failure}")
    sys.exit(bool(check.failures or large.failures))


if __name__ == "__main__":
    main()
