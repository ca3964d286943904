"""How long `assay score` takes as a whole process, as a multiple of the time that Python's csv reader
needs to read the same file.

    cargo build --release --example make_large_predictions && cargo build --release
    python3 benches/score_against_python_csv.py [--runs 21] [--rows 50000]

The file is tab-separated with every cell in quotes, as pandas writes it with QUOTE_ALL; every fifth
prediction has a tab, line breaks and doubled quotes. It is made once, below the system's folder for
temporary files. Both programs run by turns, and each pair gives a ratio, so that other programs on
the machine disturb both alike. Python's time is measured inside Python, around the loop that reads
the rows; its start does not count. Assay's time is that of the process, its start included. Printed
are wall time and processor time, which other programs disturb less; the ratios are medians over pairs.
"""

import argparse
import csv
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from score_whole_process import RELEASE

READ = """
import csv, sys, time
wall, processor = time.perf_counter(), time.process_time()
for row in csv.reader(open(sys.argv[1], newline="", encoding="utf-8"), delimiter="\\t"):
    pass
print(time.perf_counter() - wall, time.process_time() - processor)
"""


def make(path, rows):
    """Writes the file: the made-up predictions of the example, some with what needs quotes."""
    plain = path.with_suffix(".plain.tsv")
    maker = RELEASE / "examples" / "make_large_predictions"
    subprocess.run([maker, "--rows", str(rows), "--out", plain], check=True)
    csv.field_size_limit(sys.maxsize)
    with open(plain, newline="", encoding="utf-8") as source:
        table = list(csv.reader(source, delimiter="\t"))
    plain.unlink()
    for number, row in enumerate(table[1:]):
        if number % 5 == 0:
            row[-1] = f'Let me look.\n\n- "{row[3]}":\tno\n- "{row[4]}":\tperhaps\n\n{row[-1]}'
    with open(path, "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out, delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerows(table)


def score(program, path, pinned):
    """Wall and processor seconds of the whole process."""
    command = [*pinned, program, "score", str(path), "-o", "json"]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if status != 0:
        raise SystemExit(f"{command} ended with {status}")
    return wall, usage.ru_utime + usage.ru_stime


def read_in_python(path, pinned):
    """Wall and processor seconds that the csv reader needs, without the start of Python."""
    command = [*pinned, sys.executable, "-c", READ, str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    wall, processor = map(float, done.stdout.split())
    return wall, processor


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=21)
    parser.add_argument("--rows", type=int, default=50_000)
    parser.add_argument("--program", default=str(RELEASE / "assay"))
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.gettempdir()) / "assay_score_files"
    folder.mkdir(exist_ok=True)
    path = folder / f"{options.rows}.quoted.tsv"
    if not path.exists():
        make(path, options.rows)
    print(f"{options.rows} rows, {path.stat().st_size / 1e6:.1f} MB, {options.runs} pairs of runs")
    print(f"{'cores':5} {'seconds':9} {'assay':>8} {'csv':>8} {'ratio':>6} {'lowest':>7} {'highest':>8}")
    one_core = [["taskset", "-c", "0"]] if shutil.which("taskset") else []
    for pinned in [*one_core, []]:
        runs = range(options.runs)
        pairs = [(score(options.program, path, pinned), read_in_python(path, pinned)) for _ in runs]
        for kind, name in enumerate(["wall", "processor"]):
            ours = [assay[kind] for assay, _ in pairs]
            theirs = [reader[kind] for _, reader in pairs]
            ratios = [one / other for one, other in zip(ours, theirs)]
            print(
                f"{'one' if pinned else 'all':5} {name:9} {statistics.median(ours):8.4f} "
                f"{statistics.median(theirs):8.4f} {statistics.median(ratios):6.2f} "
                f"{min(ratios):7.2f} {max(ratios):8.2f}"
            )


if __name__ == "__main__":
    main()
