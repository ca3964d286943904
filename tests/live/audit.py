#!/usr/bin/env python3
"""An audit by the commands of the program, from the import to "fewer than 10 %", judged by labels that it does not see.

    tests/live/audit.py ASSAY [LABELS.csv] [--audits 200]

LABELS.csv has a column `error` (1 or 0), a row for each question; without it 5,700 questions are made, of which 6.5 % are
wrong. One audit is reviewed question by question: `audit next`, `decide review`, and `decide verify` where the label says
wrong, until `report audit` certifies the rate; then as many again in plain lines, in one process. Each report must be
that of an independent computation (benches/certified_error_rate.py). Other orders go through `audit sequence`.
"""

import argparse
import collections
import csv
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "benches"))
from certified_error_rate import limits

BELOW, EVERY, ALWAYS = 0.1, 20, ("--benchmark", "labelled")


class Program:
    """The program in a folder, with the time that each command took."""

    def __init__(self, path, folder):
        self.path, self.folder, self.times = path, folder, collections.defaultdict(list)

    def run(self, *arguments, lines=None):
        begun = time.perf_counter()
        command = [self.path, *map(str, arguments)]
        done = subprocess.run(command, cwd=self.folder, input=lines, capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)
        self.times[" ".join(arguments[:2])].append(time.perf_counter() - begun)
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.run(*arguments, "-o", "json"))


def write_questions(path, count):
    with open(path, "w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out, delimiter="\t", lineterminator="\n")
        rows.writerow("index question A B C D answer category".split())
        for at in range(count):
            claims = [f"claim {at}{letter}" for letter in "abcd"]
            rows.writerow([at, f"Which follows from statement {at}?", *claims, answer(at), f"subject {at % 57}"])


def answer(key):
    return "ABCD"[int(key) * 7 % 4]


def check(report, errors, population):
    """The report beside the independent limits after these reviews."""
    steps, empty_after = limits(errors, population)
    assert (report["reviewed"], report["errors"], report["open"]) == (len(errors), sum(errors), 0), report
    assert report["empty_after"] == empty_after
    assert all(abs(own - other) < 1e-9 for own, other in zip(report["interval"], steps[-1][2:])), (report, steps[-1])
    certified = next((n for n, _, _, high in steps if high is not None and high < BELOW), None)
    assert report["below"][0] == {"rate": BELOW, "certified": certified is not None, "after": certified}, report
    return certified


def review(program, labels, order):
    """Reviews by commands until the rate is certified; returns after how many it was."""
    errors = []
    for key in order:
        item = program.json("audit", "next", "--as", "expert")["item"]
        assert item == key, (item, key)
        is_error = labels[int(key)]
        verdict = ["wrong", "--reason", "no-correct-choice"] if is_error else ["keep"]
        program.run("decide", "review", key, "--as", "expert", "--answer", answer(key), "--verdict", *verdict)
        if is_error:
            program.run("decide", "verify", key, "--as", "lead", "--verdict", "remove")
        errors.append(is_error)
        if len(errors) % EVERY == 0:
            report = program.json("report", "audit", "--below", BELOW)
            if certified := check(report, errors, len(labels)):
                return certified, errors
    return None, errors


def review_in_lines(program, labels, order, errors):
    """As many reviews again, in one process of plain lines."""
    more = order[len(errors):2 * len(errors)]
    lines = [line for key in more for line in (answer(key), "w 5" if labels[int(key)] else "y")]
    program.run("annotate", "review", "--plain", "--as", "expert", lines="\n".join([*lines, "q", ""]))
    for key in (key for key in more if labels[int(key)]):
        program.run("decide", "verify", key, "--as", "lead", "--verdict", "remove")
    errors = errors + [labels[int(key)] for key in more]
    check(program.json("report", "audit", "--below", BELOW), errors, len(labels))
    return len(more)


def other_orders(program, labels, audits):
    """After how many reviews other orders certify the rate; those that never do are infinite."""
    path, found, misses = program.folder / "order.csv", [], 0
    for seed in range(audits):
        order = random.Random(seed).sample(labels, len(labels))
        path.write_text("error\n" + "\n".join(map(str, order[: 2_000])) + "\n")
        report = program.json("audit", "sequence", path, "--population", len(labels), "--below", BELOW)
        found.append(report["below"][0]["after"] or float("inf"))
        rate = sum(labels) / len(labels)
        misses += any(step["lo"] is None or not step["lo"] <= rate <= step["hi"] for step in report["steps"])
    return found, misses


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("labels", nargs="?")
    parser.add_argument("--audits", type=int, default=200)
    options = parser.parse_args()
    if options.labels:
        labels = [int(row["error"]) for row in csv.DictReader(open(options.labels, encoding="utf-8"))]
    else:
        labels = random.Random(29).sample([1] * 370 + [0] * 5_330, 5_700)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(str(pathlib.Path(options.program).resolve()), pathlib.Path(folder))
        write_questions(program.folder / "q.tsv", len(labels))
        program.run("import", "questions", "q.tsv", *ALWAYS)
        program.run("audit", "start", "--seed", "20261126", "--as", "lead")
        program.run("assign", "review", "--per-item", "1", "--order", "audit", "--as", "lead")
        order = program.json("audit", "order")["order"]
        certified, errors = review(program, labels, order)
        print(f"{len(labels)} questions, {100 * sum(labels) / len(labels):.1f} % wrong: fewer than {100 * BELOW:.0f} % "
              f"after {certified} reviews by commands, {sum(errors)} of the first {len(errors)} wrong")
        in_lines = review_in_lines(program, labels, order, errors)
        program.times["annotate review"][-1] /= in_lines
        print("milliseconds: " + ", ".join(
            f"{name} {1000 * statistics.median(times):.0f}" for name, times in program.times.items()))
        found, misses = other_orders(program, labels, options.audits)
        print(f"{len(found)} other orders: median {statistics.median(found):.0f} reviews, nine of ten at most "
              f"{sorted(found)[9 * len(found) // 10]:.0f}; the limits missed the truth in {misses}")


if __name__ == "__main__":
    main()
