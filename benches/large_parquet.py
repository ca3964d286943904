"""Large sets of pictures and of predictions in Parquet: what importing takes against the disk and against
pyarrow, pictures copied and referenced; DuckDB over the predictions that Assay exports.

    cargo build --release
    python3 -m venv VENV && VENV/bin/pip install pyarrow duckdb
    VENV/bin/python benches/large_parquet.py pictures --folder /tmp/assay_large_parquet
    VENV/bin/python benches/large_parquet.py predictions --folder /tmp/assay_large_parquet [--models 100]

`pictures` makes 24,371 questions with a picture of 85 kB each, pixels of noise, which no compression makes
smaller: 2.1 GB as Parquet in VLMEvalKit's columns, with row groups of 100 rows as `datasets` writes them and
in one group as pyarrow does by itself, and as JSON lines with a folder of picture files. It needs 14 GB for
a while. `predictions` imports 100,000 rows for each model and exports them all. The folder is deleted at the
end. Each figure is of one run, in a process of its own; the file was read before by its maker, so that it is
in memory where the system has room for it.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import struct
import subprocess
import sys
import time
import zlib

from score_whole_process import RELEASE, run as run_and_measure

QUESTIONS = 24_371
SIDE = 168
PASSES = 4
ROWS_OF_A_MODEL = 100_000
MB = 1_000_000


class Run:
    """Wall and processor seconds of a process, and its resident megabytes."""

    def __init__(self, command):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds, self.megabytes = run_and_measure(command)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def picture():
    """A PNG of noise."""
    rows = b"".join(b"\0" + os.urandom(3 * SIDE) for _ in range(SIDE))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + data


def batches():
    """Columns of 100 questions at a time."""
    for begin in range(0, QUESTIONS, 100):
        numbers = range(begin, min(begin + 100, QUESTIONS))
        yield {
            "index": list(numbers),
            "question": [f"What does picture {number} show?" for number in numbers],
            "A": ["noise"] * len(numbers),
            "B": ["a farm"] * len(numbers),
            "answer": ["A"] * len(numbers),
            "category": ["ocr"] * len(numbers),
            "image": [{"bytes": picture(), "path": None} for _ in numbers],
        }


def make_files(folder):
    """The same questions in three forms."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    files = folder / "pictures"
    files.mkdir(parents=True)
    image = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    texts = [(name, pa.string()) for name in ("question", "A", "B", "answer", "category")]
    schema = pa.schema([("index", pa.int64()), *texts, ("image", image)])
    groups = pq.ParquetWriter(folder / "groups.parquet", schema)
    with open(folder / "questions.jsonl", "w") as lines:
        for columns in batches():
            groups.write_table(pa.Table.from_pydict(columns, schema), row_group_size=100)
            for at, number in enumerate(columns["index"]):
                (files / f"{number}.png").write_bytes(columns["image"][at]["bytes"])
                line = {name: columns[name][at] for name in ("index", "question", "A", "B", "answer")}
                lines.write(json.dumps({**line, "image": f"pictures/{number}.png"}) + "\n")
    groups.close()
    # In a process of its own: a process that is started counts the memory of the one that starts it.
    pq.write_table(pq.read_table(folder / "groups.parquet"), folder / "one.parquet")


def write_speed(folder):
    """Megabytes a second that the disk takes, until they are on it."""
    piece = os.urandom(8 << 20)
    start = time.perf_counter()
    with open(folder / "speed", "wb", buffering=0) as file:
        for _ in range(256):
            file.write(piece)
        os.fsync(file.fileno())
    seconds = time.perf_counter() - start
    (folder / "speed").unlink()
    return 256 * len(piece) / MB / seconds


READ = """
import sys, pyarrow.parquet as pq
total = 0
for batch in pq.ParquetFile(sys.argv[1]).iter_batches(batch_size=100):
    for picture in batch.column("image"):
        total += len(picture["bytes"].as_buffer())
print(total)
"""


def report(what, done, size):
    rate = f"{size / MB / done.seconds:6.0f} MB/s"
    print(f"{what:56} {done.seconds:7.2f} s {done.processor:7.2f} s {rate} {done.megabytes:6.0f} MB", flush=True)


def pictures(folder, program):
    subprocess.run([sys.executable, __file__, "make", "--folder", folder], check=True)
    os.sync()
    print(f"{'the disk takes':56} {'':19} {write_speed(folder):6.0f} MB/s")
    print(f"{'what':56} {'time':>9} {'processor':>9} {'rate':>11} {'RSS':>9}")
    for name in ("groups.parquet", "one.parquet"):
        path = folder / name
        size = path.stat().st_size
        report(f"pyarrow reads {name}", Run([sys.executable, "-c", READ, path]), size)
        for placement in ("copy", "reference"):
            database = folder / f"{placement}-{name}.db"
            command = [program, "--db", database, "import", "questions", path, "--pictures", placement]
            report(f"import {name} --pictures {placement}", Run(command), size)
            if name == "groups.parquet":
                report(f"doctor, {placement}", Run([program, "--db", database, "doctor"]), size)
            look = [
                Run([program, "--db", database, "show", str(number), "--width", "20"])
                for number in range(7, QUESTIONS, QUESTIONS // 20)
            ]
            seconds = sorted(one.seconds for one in look)
            most = max(one.megabytes for one in look)
            middle, last = seconds[len(seconds) // 2] * 1000, seconds[-1] * 1000
            what = f"show, one of 20 questions, {placement}"
            print(f"{what:56} {middle:4.0f} to {last:4.0f} ms {most:14.0f} MB", flush=True)
            database.unlink()
    size = sum(file.stat().st_size for file in (folder / "pictures").iterdir())
    for more in (["--pictures", "reference"], ["--pictures", "copy"], []):
        database = folder / "files.db"
        command = [program, "--db", database, "import", "questions", folder / "questions.jsonl", *more]
        report(f"import questions.jsonl {' '.join(more)}", Run(command), size)
        database.unlink()


def predictions(folder, program, models):
    import duckdb

    questions, database = ROWS_OF_A_MODEL // PASSES, folder / "predictions.db"
    with open(folder / "q.tsv", "w") as table:
        table.write("index\tquestion\tA\tB\tC\tD\tanswer\tcategory\n")
        for number in range(questions):
            table.write(f"{number}\tHow many are in picture {number}?\tone\ttwo\tsix\tten\tB\tocr\n")
    Run([program, "--db", database, "import", "questions", folder / "q.tsv", "--benchmark", "b"])
    start = time.perf_counter()
    for model in range(models):
        with open(folder / "p.tsv", "w") as table:
            table.write("index\tA\tB\tC\tD\tprediction\n")
            for pass_ in range(PASSES):
                choices = ["one", "two", "six", "ten"][pass_:] + ["one", "two", "six", "ten"][:pass_]
                for number in range(questions):
                    said = "ABCD"[(number * (model + 3) + pass_) % 7 % 4]
                    row = [str(pass_ * 1_000_000 + number), *choices, f"The answer is {said}."]
                    table.write("\t".join(row) + "\n")
        command = ["import", "predictions", folder / "p.tsv", "--model", f"model-{model}"]
        Run([program, "--db", database, *command])
    rows = models * ROWS_OF_A_MODEL
    seconds = time.perf_counter() - start
    print(f"{rows:,} rows imported, files made on the way: {seconds:.0f} s, {database.stat().st_size / MB:.0f} MB")
    out = folder / "out"
    command = [program, "--db", database, "export", "predictions", "--dir", out, "--format", "parquet"]
    done = Run(command)
    size = sum(file.stat().st_size for file in out.iterdir())
    print(
        f"export predictions --format parquet: {done.seconds:.1f} s ({done.processor:.1f} s of a processor), {rows / done.seconds:,.0f} rows/s, {size / MB:.0f} MB in "
        f"{len(list(out.iterdir()))} files, {done.megabytes:.0f} MB resident"
    )
    connection = duckdb.connect()
    source = f"read_parquet('{out}/*.parquet', filename = true)"
    queries = [
        f"SELECT count(*), count(DISTINCT filename), min(length(prediction)) FROM {source}",
        f"SELECT filename, count(*) AS n, avg((prediction LIKE '%B.')::INT) AS b FROM {source} GROUP BY 1 ORDER BY b DESC",
        f"SELECT prediction, count(*) FROM {source} GROUP BY 1 ORDER BY 2 DESC",
    ]
    for query in queries:
        start = time.perf_counter()
        found = connection.execute(query).fetchall()
        print(f"DuckDB {duckdb.__version__}: {time.perf_counter() - start:.2f} s  {query.split(' FROM')[0]}: {found[0]}")
    (counted, files, _) = connection.execute(queries[0]).fetchone()
    described = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
    print("columns:", ", ".join(f"{name} {kind}" for name, kind, *_ in described))
    if (counted, files) != (rows, models):
        raise SystemExit(f"expected {rows} rows in {models} files, DuckDB found {counted} in {files}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["pictures", "predictions", "make"])
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=int, default=100)
    parser.add_argument("--program", default=str(RELEASE / "assay"))
    options = parser.parse_args()
    if options.what == "make":
        make_files(options.folder)
        return
    options.folder.mkdir(parents=True)
    try:
        if options.what == "pictures":
            pictures(options.folder, options.program)
        else:
            predictions(options.folder, options.program, options.models)
    finally:
        shutil.rmtree(options.folder)


if __name__ == "__main__":
    main()
