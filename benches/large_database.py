"""Makes the large database for the measurements of latency, start and memory, and times the import and
the scoring of predictions: 31,325 questions with pictures, 8 models with four passes each, which is
1,002,400 predictions.

    cargo build --release && cargo build --release --examples
    python3 benches/large_database.py --folder /tmp/assay_large [--runs 5] [--db QUESTIONS.db]

The first run writes about 5 GB. `--db` copies a database that already has the questions. Every import
is run `--runs` times on a copy of the database with all earlier imports. Prints the fastest and the
median of the runs; `eval` is timed with the labels cached by the import and without.
"""

import argparse
import pathlib
import shutil
import sqlite3
import statistics
import time

from score_whole_process import RELEASE, run

QUESTIONS = 31_325
MODELS = 8


def make(command):
    start = time.perf_counter()
    run(command)
    return time.perf_counter() - start


def copy_of(path, name):
    """A copy of a database that nobody has open."""
    copy = path.with_name(name)
    shutil.copyfile(path, copy)
    return copy


def forget_labels(path):
    """Labels are a cache: without them `eval` reads every text."""
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM run_labels")


def report(what, seconds, megabytes, rows=None):
    fastest, median = min(seconds), statistics.median(seconds)
    rate = f" {rows / fastest:12,.0f} rows/s" if rows else ""
    print(f"{what:46} {fastest:7.3f} s {median:7.3f} s {megabytes:5.0f} MB{rate}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--db", type=pathlib.Path)
    parser.add_argument("--program", default=str(RELEASE / "assay"))
    options = parser.parse_args()
    folder, program = options.folder, options.program
    folder.mkdir(parents=True, exist_ok=True)
    database = folder / "large.db"

    def timed(arguments, before, runs=options.runs):
        """Seconds of each run and the most megabytes; every run has a database as before the first."""
        seconds, memory = [], 0
        for _ in range(runs):
            path = before()
            taken, megabytes = run([program, "--db", path, *arguments])
            seconds.append(taken)
            memory = max(memory, megabytes)
        return seconds, memory

    print(f"{'what':42} {'fastest':>9} {'median':>9} {'RSS':>8}")
    if not database.exists() and options.db:
        shutil.copyfile(options.db, database)
    elif not database.exists():
        questions = folder / "large.tsv"
        maker = RELEASE / "examples" / "make_large_benchmark"
        make([maker, "--questions", str(QUESTIONS), "--out", questions])
        arguments = ["import", "questions", questions, "--benchmark", "large"]
        report("import questions", *timed(arguments, lambda: database, runs=1))
    for model in range(MODELS):
        rows = 4 * QUESTIONS
        predictions = folder / f"model-{model}.tsv"
        if not predictions.exists():
            maker = RELEASE / "examples" / "make_large_predictions"
            make([maker, "--rows", str(rows), "--seed", str(model), "--out", predictions])
        arguments = ["import", "predictions", predictions, "--model", f"model-{model}"]
        if model in (0, MODELS - 1):
            times = timed(arguments, lambda: copy_of(database, "copy.db"))
            report(f"import predictions, model {model + 1}", *times, rows)
        run([program, "--db", database, *arguments])
    copy = copy_of(database, "copy.db")
    report("eval, labels kept", *timed(["eval", "-o", "json"], lambda: copy))

    def without_labels():
        forget_labels(copy)
        return copy

    for rules in ("vlmevalkit-late", "assay"):
        arguments = ["eval", "--rules", rules, "-o", "json"]
        report(f"eval --rules {rules}, no labels kept", *timed(arguments, without_labels))
    copy.unlink()


if __name__ == "__main__":
    main()
