#!/usr/bin/env python3
"""Parquet files that other people's libraries wrote, read by Assay, and the other way round.

usage: formats.py ASSAY [--venv DIR]

pyarrow and Hugging Face's datasets write one small benchmark in many forms: every compression, pages of
version 2, other encodings, other types of text, base64, lists, pictures in files, shards. All must
import as the same questions. Then datasets reads what `assay export questions --format parquet` wrote.

Exit status: 0 all is right, or skipped because the wheels cannot be had; 1 something is wrong.
"""

import argparse
import base64
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

WHEELS = ["pyarrow", "datasets", "pillow"]


def interpreter(venv):
    """This interpreter if it has the wheels, else one in `venv`, made if need be."""
    check = "import pyarrow, datasets, PIL"
    if subprocess.run([sys.executable, "-c", check], capture_output=True).returncode == 0:
        return sys.executable
    python = venv / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True, timeout=60)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *WHEELS], check=True, timeout=300)
    return str(python)


def png(number):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    pixels = b"".join(b"\0" + bytes([number * 37 % 256, number * 91 % 256, x * 8]) * 8 for x in range(8))
    header = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels))
            + chunk(b"IEND", b""))


def rows():
    """CircularEval's rows of 40 questions with three or four choices, as MMBench has them."""
    found = []
    for question in range(1, 41):
        count = 3 if question % 2 else 4
        choices = [f"{question}-{at}" for at in range(count)]
        for shift in range(count):
            shown = choices[shift:] + choices[:shift]
            found.append({
                "index": question + shift * 1_000_000, "question": f"Q {question}?",
                "hint": "nan" if question % 3 else None, "answer": "ABCD"[-shift % count],
                "A": shown[0], "B": shown[1], "C": shown[2], "D": shown[3] if count == 4 else "nan",
                "category": "ocr", "image": {"bytes": png(question), "path": None}, "source": "s",
                "L2-category": "coarse_perception", "comment": None, "split": "dev"})
    return sorted(found, key=lambda row: row["index"])


def write_forms(folder):
    import datasets
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = list(rows()[0])
    features = {name: datasets.Value("string") for name in names}
    features |= {"index": datasets.Value("int64"), "image": datasets.Image()}
    whole = folder / "datasets.parquet"
    datasets.Dataset.from_list(rows(), features=datasets.Features(features)).to_parquet(whole)
    table = pq.read_table(whole)

    def write(name, changed=None, **options):
        columns = [changed(column, values) if changed else values
                   for column, values in zip(table.column_names, table.columns)]
        (folder / name).parent.mkdir(exist_ok=True)
        pq.write_table(pa.table(columns, names=table.column_names), folder / name, **options)

    for codec in ["none", "snappy", "gzip", "zstd", "lz4", "brotli"]:
        write(f"{codec}.parquet", compression=codec, row_group_size=17)
    write("pages-2.parquet", data_page_version="2.0", version="2.6", compression="zstd")
    write("delta.parquet", use_dictionary=False, column_encoding={
        "question": "DELTA_BYTE_ARRAY", "index": "DELTA_BINARY_PACKED", "A": "DELTA_LENGTH_BYTE_ARRAY"})

    def texts_as(kind):
        return lambda _, values: values.cast(kind) if values.type == pa.string() else values

    write("large-string.parquet", texts_as(pa.large_string()))
    write("string-view.parquet", texts_as(pa.string_view()))
    write("dictionary.parquet", lambda name, values:
          values.dictionary_encode() if name in ("category", "split", "answer") else values)
    write("text-index.parquet", lambda name, values:
          values.cast(pa.string()) if name == "index" else values)

    def images(change):
        return lambda name, values: change(values) if name == "image" else values

    write("base64.parquet", images(lambda values: pa.array(
        [base64.b64encode(value["bytes"]).decode() for value in values.to_pylist()])))
    write("list.parquet", images(lambda values: pa.array(
        [[value] for value in values.to_pylist()], type=pa.list_(values.type))))
    (folder / "files" / "images").mkdir(parents=True)
    for question in range(1, 41):
        (folder / "files" / "images" / f"{question}.png").write_bytes(png(question))
    paths = [f"images/{row['index'] % 1_000_000}.png" for row in rows()]
    write("files/q.parquet", images(lambda values: pa.array(
        [{"bytes": None, "path": path} for path in paths], type=values.type)))
    (folder / "shards").mkdir()
    for at in range(3):
        pq.write_table(table.slice(at * 50, 50), folder / "shards" / f"dev-0000{at}-of-00003.parquet")
    return sorted([*folder.glob("*.parquet"), folder / "files" / "q.parquet", folder / "shards"])


def assay(binary, database, *arguments):
    return subprocess.run([binary, "--db", str(database), *map(str, arguments)],
                          capture_output=True, text=True)


def check(binary):
    import datasets

    wrong = 0
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        (place / "in").mkdir()
        expected = None
        for form in write_forms(place / "in"):
            database = place / f"{form.parent.name}-{form.stem}.db"
            said = assay(binary, database, "import", "questions", form, "--benchmark", "b", "-o", "json")
            lines = assay(binary, database, "export", "questions", "--format", "jsonl").stdout
            expected = expected or lines
            read = json.loads(said.stdout) if said.returncode == 0 else {}
            is_right = lines == expected and (read.get("questions"), read.get("rows")) == (40, 140)
            wrong += not is_right
            print("ok   " if is_right else "WRONG", form.relative_to(place / "in"), said.stderr[:200].strip())
        written = place / "written.parquet"
        assay(binary, database, "export", "questions", "--format", "parquet", "--file", written)
        back = datasets.Dataset.from_parquet(str(written), cache_dir=str(place / "cache"))
        lines = [json.loads(line) for line in expected.splitlines()]
        is_right = [row["question"] for row in back] == [line["question"] for line in lines]
        is_right = is_right and all(row["image"][0].size == (8, 8) for row in back)
        wrong += not is_right
        print("ok   " if is_right else "WRONG", "datasets reads our export, pictures decoded:", back.features)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("assay", type=pathlib.Path)
    parser.add_argument("--venv", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "assay-formats")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        sys.exit(1 if check(str(arguments.assay.resolve())) else 0)
    try:
        python = interpreter(arguments.venv)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"skipped: {' '.join(WHEELS)} cannot be installed ({type(error).__name__})")
        return
    sys.exit(subprocess.run([python, __file__, str(arguments.assay), "--inside"]).returncode)


if __name__ == "__main__":
    main()
