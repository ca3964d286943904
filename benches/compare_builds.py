#!/usr/bin/env python3
"""Compares what two builds of assay print: every reporting command over the sample data.

    python3 benches/compare_builds.py OLD NEW [--show]

Makes the demo database with OLD, gives each build a copy, runs the same commands with both, and reports
each command whose exit status, standard output or standard error differs. Ids, moments and paths are
replaced by placeholders. It ends with exit status 1 where anything differs: every difference of a
restructuring should be meant.
"""
import argparse
import difflib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parent / "sample_data"
RULES = ["vlmevalkit-early", "vlmevalkit-mid", "vlmevalkit-late", "assay"]
STRATEGIES = ["circular", "first-pass", "every-pass"]
MISSING = ["kit", "wrong", "exclude"]
FORMS = ["table", "json", "csv", "markdown"]


def scores():
    files = sorted(SAMPLE.glob("predictions/*"))
    yield ["export", "questions", "--circular", "--file", "circular.tsv"]
    for file, dataset in itertools.product(files, ["circular.tsv", str(SAMPLE / "sample_en.tsv")]):
        for rules in RULES:
            yield ["score", str(file), "--dataset", dataset, "--rules", rules, "-o", "json"]
        for strategy in STRATEGIES:
            for missing in MISSING:
                yield ["score", str(file), "--strategy", strategy, "--missing", missing, "-o", "json"]
                yield ["score", str(file), "--dataset", dataset, "--strategy", strategy, "--missing", missing, "-o", "json"]
        for form in FORMS:
            yield ["score", str(file), "-o", form]
        yield ["score", str(file), "--rows"]
        yield ["score", str(file), "--groups"]
        yield ["score", str(file), "--dataset", dataset, "--rows", "--rules", "assay"]
        yield ["score", str(file), "--dataset", dataset, "--groups", "--rules", "assay"]


def evaluations(models):
    for rules in RULES:
        for strategy in STRATEGIES:
            for missing in MISSING:
                yield ["eval", "--rules", rules, "--strategy", strategy, "--missing", missing, "-o", "json"]
    for form in FORMS:
        yield ["eval", "-o", form]
    for extractor in ["lexical", "sim-reviewer-1", "sim-reviewer-2"]:
        yield ["eval", "--extractor", extractor, "-o", "json"]
    yield ["eval", "--input", "text", "-o", "json"]
    vision = [model for model in models if not model.startswith("sim-text")]
    text = [model for model in models if model.startswith("sim-text")]
    for rules in RULES:
        for strategy in STRATEGIES[:2]:
            for rule in ["majority", "all", "at-least=2"]:
                yield ["filter", "text-only", "--models", ",".join(text or models), "--rule", rule,
                       "--strategy", strategy, "--rules", rules, "-o", "json"]
            yield ["filter", "wrong", "--models", ",".join(vision), "--strategy", strategy,
                   "--rules", rules, "-o", "json"]


def reports():
    for form in FORMS:
        for command in (["status"], ["models"], ["agree", "review"], ["agree", "extraction"], ["filter", "list"]):
            yield [*command, "-o", form]
    yield ["agree", "extraction", "--resamples", "200", "-o", "json"]
    for table in ["vanilla", "hardest", "overview", "matching", "choices", "refusals", "compare"]:
        for form in ["json", "markdown"]:
            yield ["tables", table, "-o", form]
    yield ["doctor"]
    yield ["doctor", "-o", "json"]
    yield ["export", "decisions"]
    for what in (["questions"], ["questions", "--circular"], ["predictions", "--model", "sim-strong"], ["results"]):
        for ending in ["tsv", "csv", "jsonl"]:
            yield ["export", *what, "--file", f"OUT.{ending}"]
    yield ["show", "1"]
    yield ["show", "1", "--answer"]
    yield ["config", "show"]


def agreement():
    for table in sorted((HERE.parent.parent / "shared/data/agreement").glob("*.csv")):
        yield ["agree", "table", str(table), "-o", "json"]
        yield ["agree", "table", str(table), "--ordered", "-o", "json"]


def writes():
    sample = str(SAMPLE / "sample_zh.tsv")
    yield ["import", "questions", sample, "--benchmark", "zh", "-o", "json"]
    yield ["import", "questions", sample, "--benchmark", "zh", "-o", "json"]
    for file in sorted(SAMPLE.glob("predictions/*")):
        yield ["import", "predictions", str(file), "--model", f"again-{file.stem}", "--benchmark", "zh", "-o", "json"]
        yield ["import", "predictions", str(file), "--model", f"again-{file.stem}", "--benchmark", "sample_en", "-o", "json"]
    yield ["extract", "sample", "--name", "second", "--only", "all", "--rate", "0.1", "--seed", "1", "--benchmark", "sample_en", "-o", "json"]
    yield ["decide", "review", "3", "--as", "zoe", "--answer", "B", "--verdict", "keep", "--benchmark", "zh"]
    yield ["decide", "review", "4", "--as", "zoe", "--answer", "A", "--verdict", "wrong", "--reason", "wrong-reference-answer",
           "--note", "n", "--benchmark", "zh"]
    yield ["decide", "extract", "1/sim-strong/0", "--as", "zoe", "--label", "A", "--benchmark", "sample_en"]
    yield ["decide", "review", "no-such-key", "--as", "zoe", "--answer", "B", "--verdict", "keep", "--benchmark", "zh"]
    yield ["decide", "review", "3", "--as", "zoe", "--answer", "Q", "--verdict", "keep", "--benchmark", "zh"]
    yield ["decide", "review", "3", "--as", "zoe", "--answer", "B", "--verdict", "perhaps"]
    yield ["score", sample]
    yield ["score", "no-such-file.tsv"]
    yield ["score", sample, "--rules", "nobody"]
    yield ["status", "-o", "json"]
    yield ["export", "decisions"]


PLACEHOLDERS = [
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"), "ROW"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)"), "MOMENT"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d"), "MOMENT"),
]


def neutral(text, folder):
    text = text.replace(str(folder), "FOLDER")
    for pattern, name in PLACEHOLDERS:
        text = pattern.sub(name, text)
    return text


def run(build, command, folder):
    environment = {**os.environ, "ASSAY_DB": str(folder / "assay.db"), "NO_COLOR": "1", "XDG_CONFIG_HOME": str(folder)}
    for old in folder.glob("OUT.*"):
        old.unlink()
    done = subprocess.run([build, *command], cwd=folder, env=environment, capture_output=True, timeout=300,
                          stdin=subprocess.DEVNULL)
    written = [path.read_bytes().decode(errors="replace") for path in sorted(folder.glob("OUT.*"))]
    texts = [done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"), *written]
    return done.returncode, [neutral(text, folder) for text in texts]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--show", action="store_true", help="print the differing lines")
    parser.add_argument("--failing", action="store_true", help="print the commands that fail with OLD")
    asked = parser.parse_args()
    builds = [str(Path(build).resolve()) for build in (asked.old, asked.new)]
    with tempfile.TemporaryDirectory() as scratch:
        folders = [Path(scratch) / "old", Path(scratch) / "new"]
        folders[0].mkdir()
        subprocess.run([builds[0], "demo", "--dir", folders[0], "--no-tui"], check=True, capture_output=True)
        shutil.copytree(folders[0], folders[1])
        listed = run(builds[0], ["models", "-o", "json"], folders[0])
        models = [run_["model"] for run_ in json.loads(listed[1][0]).get("models", [])]
        commands = [*scores(), *evaluations(models), *reports(), *agreement(), *writes()]
        failed, differing, refused = 0, 0, 0
        for command in commands:
            results = [run(build, command, folder) for build, folder in zip(builds, folders)]
            failed += results[0][0] == 1
            refused += results[0][0] == 2
            if asked.failing and results[0][0]:
                print(f"exits with {results[0][0]}: assay {' '.join(command)}: {results[0][1][1][:160]!r}")
            if results[0] == results[1]:
                continue
            differing += 1
            names = ["exit status", "stdout", "stderr", "file"]
            parts = [str(result[0]) for result in results], *zip(*(result[1] for result in results))
            what = [name for name, (old, new) in zip(names, parts) if old != new]
            print(f"differs in {', '.join(what)}: assay {' '.join(command)}")
            if asked.show:
                for old, new in parts:
                    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "old", "new", lineterm="", n=0)
                    print("\n".join(line[:400] for line in list(lines)[:40]))
        print(f"{len(commands)} commands ({failed} of them failing, {refused} refused as wrong usage, as intended or "
              f"not: look), {differing} differ")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
