"""Time and memory of `assay score` as a whole process.

    cargo build --release --example make_large_predictions && cargo build --release
    python3 benches/score_whole_process.py [--runs 7] [--rows 5000,50000,500000]

Files are generated once, in the system's folder for temporary files. Each is scored several times.
Prints the fastest and the median run, the largest resident memory of all runs, and the time for reading
the bytes of the file.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RELEASE = ROOT / "target" / "release"


def run(command):
    """Wall seconds and resident megabytes of one run."""
    with open(os.devnull, "wb") as nowhere:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    if status != 0:
        raise SystemExit(f"{command} ended with {status}")
    return seconds, usage.ru_maxrss / 1024


def read(path):
    """Seconds to read the file's bytes. In pieces, because a process that is started counts the
    memory of the one that starts it as its own."""
    start = time.perf_counter()
    piece = bytearray(1 << 20)
    with open(path, "rb", buffering=0) as file:
        while file.readinto(piece):
            pass
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--rows", default="5000,50000,500000")
    parser.add_argument("--forms", default="tsv,xlsx,json")
    parser.add_argument("--program", default=str(RELEASE / "assay"))
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.gettempdir()) / "assay_score_files"
    folder.mkdir(exist_ok=True)
    print(f"{'form':5} {'rows':>8} {'MB':>7} {'fastest s':>10} {'median s':>9} {'read s':>7} {'RSS MB':>7}")
    for form in options.forms.split(","):
        for rows in map(int, options.rows.split(",")):
            path = folder / f"{rows}.{form}"
            if not path.exists():
                maker = RELEASE / "examples" / "make_large_predictions"
                subprocess.run([maker, "--rows", str(rows), "--out", path], check=True)
            reading = min(read(path) for _ in range(3))
            runs = [run([options.program, "score", path, "-o", "json"]) for _ in range(options.runs)]
            seconds = [seconds for seconds, _ in runs]
            memory = max(megabytes for _, megabytes in runs)
            print(
                f"{form:5} {rows:8} {path.stat().st_size / 1e6:7.1f} {min(seconds):10.3f} "
                f"{statistics.median(seconds):9.3f} {reading:7.4f} {memory:7.0f}"
            )


if __name__ == "__main__":
    main()
