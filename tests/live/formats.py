#!/usr/bin/env python3
"""Parquet files that other people's libraries wrote, read by Assay, and the other way round.

usage: formats.py ASSAY [--venv DIR]

pyarrow, Hugging Face's datasets, polars and DuckDB write one small benchmark in many forms: every
compression, pages of version 2, other encodings, other types of text and numbers, base64, lists, pictures
in files, shards, columns that the layout does not have. All must import as the same questions, with their
pictures copied and referenced. Then datasets, pandas, polars and DuckDB read what the four exports wrote as
Parquet, and what is exported is imported again to equality.

Exit status: 0 all is right, or skipped because the wheels cannot be had; 1 something is wrong.
"""

import base64
import json
import pathlib
import struct
import subprocess
import tempfile
import zlib

from others import circular_rows, run, told

MODULES = {"pyarrow": None, "datasets": None, "PIL": "pillow", "pandas": None, "polars": None, "duckdb": None}


def png(number):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    pixels = b"".join(b"\0" + bytes([number * 37 % 256, number * 91 % 256, x * 8]) * 8 for x in range(8))
    header = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels))
            + chunk(b"IEND", b""))


def rows():
    """CircularEval's rows of 40 questions, as MMBench has them, with a picture for each question."""
    found = []
    for row in circular_rows(40):
        question = row["index"] % 1_000_000
        found.append({**row, "hint": "nan" if question % 3 else None,
                      "image": {"bytes": png(question), "path": None}, "source": "s",
                      "L2-category": "coarse_perception", "comment": None})
    return found


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
    write("byte-stream-split.parquet", use_dictionary=False, column_encoding={"index": "BYTE_STREAM_SPLIT"})
    write("small-pages.parquet", data_page_size=64, write_batch_size=3, dictionary_pagesize_limit=64,
          write_page_index=True, write_page_checksum=True, write_statistics=False)
    write("no-arrow-schema.parquet", store_schema=False, use_compliant_nested_type=False)

    def texts_as(kind):
        return lambda _, values: values.cast(kind) if values.type == pa.string() else values

    def index_as(kind):
        return lambda name, values: values.cast(kind) if name == "index" else values

    write("large-string.parquet", texts_as(pa.large_string()))
    write("string-view.parquet", texts_as(pa.string_view()))
    write("dictionary.parquet", lambda name, values:
          values.dictionary_encode() if name in ("category", "split", "answer") else values)
    for kind in [pa.string(), pa.uint32(), pa.float64(), pa.decimal128(19, 0), pa.decimal128(21, 2)]:
        name = "".join(c if c.isalnum() else "-" for c in str(kind))
        write(f"index-{name}.parquet", index_as(kind))
    write("null-comment.parquet", lambda name, values:
          pa.nulls(len(values)) if name == "comment" else values)

    def images(change):
        return lambda name, values: change(values) if name == "image" else values

    def base64_of(values):
        return [base64.b64encode(value["bytes"]).decode() for value in values.to_pylist()]

    def of_type(kind):
        return images(lambda values: pa.array(values.to_pylist(), type=kind))

    write("base64.parquet", images(lambda values: pa.array(base64_of(values))))
    write("base64-bytes.parquet", images(lambda values: pa.array(base64_of(values)).cast(pa.binary())))
    write("base64-struct.parquet", images(lambda values: pa.array(
        [{"bytes": text, "path": None} for text in base64_of(values)],
        type=pa.struct([("bytes", pa.string()), ("path", pa.string())]))))
    write("python-list.parquet", images(lambda values: pa.array(
        [f"['{text}']" for text in base64_of(values)])))
    write("bytes.parquet", images(lambda values: pa.array([v["bytes"] for v in values.to_pylist()])))
    write("large-struct.parquet", of_type(
        pa.struct([("path", pa.large_string()), ("bytes", pa.large_binary())])))
    write("null-path.parquet", of_type(pa.struct([("bytes", pa.binary()), ("path", pa.null())])))
    for name, kind in [("list", pa.list_), ("large-list", pa.large_list), ("list-view", pa.list_view)]:
        write(f"{name}.parquet", images(lambda values, kind=kind: pa.array(
            [[value] for value in values.to_pylist()], type=kind(values.type))))
    write("list-with-nulls.parquet", images(lambda values: pa.array(
        [[None, value, {"bytes": None, "path": None}] for value in values.to_pylist()],
        type=pa.list_(values.type))), data_page_version="2.0")
    write_by_others(folder, whole)
    with pq.ParquetWriter(folder / "empty-groups.parquet", table.schema) as writer:
        for part in [table.slice(0, 0), table.slice(0, 9), table.slice(0, 0), table.slice(9)]:
            writer.write_table(part)
    (folder / "files" / "images").mkdir(parents=True)
    for question in range(1, 41):
        (folder / "files" / "images" / f"{question}.png").write_bytes(png(question))
    paths = [f"images/{row['index'] % 1_000_000}.png" for row in rows()]
    write("files/q.parquet", images(lambda values: pa.array(
        [{"bytes": None, "path": path} for path in paths], type=values.type)))
    # As a repository, whose middle shard has nothing but null in a column and no type for it.
    (folder / "shards" / "data").mkdir(parents=True)
    for at in range(3):
        shard = table.slice(at * 50, 50)
        if at == 1:
            place = shard.column_names.index("comment")
            shard = shard.set_column(place, "comment", pa.nulls(len(shard)))
        pq.write_table(shard, folder / "shards" / "data" / f"dev-0000{at}-of-00003.parquet")
    (folder / "shards" / "README.md").write_text("---\n---\n")
    return sorted([*folder.glob("*.parquet"), folder / "files" / "q.parquet", folder / "shards"])


def write_by_others(folder, whole):
    """What polars, pandas and DuckDB make of the same file."""
    import duckdb
    import pandas
    import polars

    frame = polars.read_parquet(whole)
    for codec in ["uncompressed", "snappy", "gzip", "brotli", "lz4", "zstd"]:
        frame.write_parquet(folder / f"polars-{codec}.parquet", compression=codec, row_group_size=30)
    texts = polars.col("category", "answer").cast(polars.Categorical)
    lists = polars.concat_list("image").alias("image")
    frame.with_columns(texts, lists).write_parquet(folder / "polars-types.parquet", statistics=False)
    pandas.read_parquet(whole).set_index("index").to_parquet(folder / "pandas-index.parquet")
    connection = duckdb.connect()
    for codec in ["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw"]:
        for version in ["v1", "v2"]:
            path = folder / f"duckdb-{codec}-{version}.parquet"
            connection.execute(f"COPY (FROM '{whole}') TO '{path}' (FORMAT parquet, COMPRESSION {codec},"
                               f" PARQUET_VERSION {version})")
    changed = "* REPLACE (index::DECIMAL(18, 0) AS index, answer::ENUM('A', 'B', 'C', 'D') AS answer, [image] AS image)"
    connection.execute(f"COPY (SELECT {changed} FROM '{whole}') TO '{folder / 'duckdb-types.parquet'}'"
                       " (FORMAT parquet)")


def assay(binary, database, *arguments):
    return subprocess.run([binary, "--db", str(database), *map(str, arguments)],
                          capture_output=True, text=True)


def check(binary):
    wrong = 0
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        (place / "in").mkdir()
        expected = None
        for form in write_forms(place / "in"):
            for pictures in ["copy", "reference"]:
                database = place / f"{form.parent.name}-{form.stem}-{pictures}.db"
                said = assay(binary, database, "import", "questions", form, "--benchmark", "b",
                             "--pictures", pictures, "-o", "json")
                lines = assay(binary, database, "export", "questions", "--format", "jsonl").stdout
                expected = expected or lines
                read = json.loads(said.stdout) if said.returncode == 0 else {}
                is_right = lines == expected and (read.get("questions"), read.get("rows")) == (40, 140)
                wrong += told(is_right, f"{form.relative_to(place / 'in')} {pictures}: {said.stderr[:200].strip()}")
                last = database
        wrong += check_extra_columns(binary, place)
        wrong += check_exports(binary, place, last, [json.loads(line) for line in expected.splitlines()])
    return wrong


def check_extra_columns(binary, place):
    """Columns that the layout does not have are kept, whatever their type."""
    import datetime
    import decimal
    import pyarrow as pa
    import pyarrow.parquet as pq

    extra = {
        "who": [{"name": "Ann", "ages": [1, 2]}], "pairs": pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int64())),
        "boxes": [[[1.5, 2.0]]], "price": [decimal.Decimal("1.50")], "day": [datetime.date(2024, 5, 6)],
        "small": pa.array([0.1], pa.float32()), "yes": [True], "endless": [float("inf")], "nothing": pa.nulls(1),
    }
    pq.write_table(pa.table({"id": ["7"], "question": ["Q?"], **extra}), place / "extra.parquet")
    database = place / "extra.db"
    assay(binary, database, "import", "questions", place / "extra.parquet")
    lines = assay(binary, database, "export", "questions", "--format", "jsonl").stdout
    found = json.loads(lines)["extra"] if lines else None
    wanted = {"who": {"name": "Ann", "ages": [1, 2]}, "pairs": {"a": 1}, "boxes": [[1.5, 2.0]], "price": "1.50",
              "day": "2024-05-06", "small": 0.1, "yes": True, "endless": "inf"}
    return told(found == wanted, f"columns that the layout does not have: {found}")


def check_exports(binary, place, database, lines):
    """Every export as Parquet in every engine, and back again."""
    import datasets
    import duckdb
    import pandas
    import polars

    wrong = 0
    answers = place / "answers.jsonl"
    answers.write_text("".join(json.dumps({"index": row["index"], "prediction": row["answer"]}) + "\n"
                               for row in rows()))
    assay(binary, database, "import", "predictions", answers, "--model", "m")
    assay(binary, database, "decide", "review", "1", "--as", "ann", "--answer", "A", "--verdict", "keep")
    exports = {"questions": 40, "circular": 140, "predictions": 140, "results": 40, "decisions": 1}
    for what, count in exports.items():
        path = place / f"{what}.parquet"
        command = ["questions", "--circular"] if what == "circular" else [what]
        assay(binary, database, "export", *command, "--format", "parquet", "--file", path)
        loaded = datasets.load_dataset("parquet", data_files=str(path), cache_dir=str(place / "cache"))["train"]
        counts = [len(pandas.read_parquet(path)), len(polars.read_parquet(path)), len(loaded),
                  duckdb.sql(f"SELECT count(*) FROM '{path}'").fetchall()[0][0]]
        wrong += told(counts == [count] * 4, f"{what} in pandas, polars, datasets and DuckDB: {counts}")
        if what in ("questions", "circular"):
            is_right = all(row["image"][0].size == (8, 8) for row in loaded)
            wrong += told(is_right, f"datasets decodes the pictures of {what}: {loaded.features['image']}")
            other = place / f"{what}-again.db"
            assay(binary, other, "import", "questions", path, "--benchmark", "b")
            again = assay(binary, other, "export", "questions", "--format", "jsonl").stdout
            again = [json.loads(line) for line in again.splitlines()]
            wrong += told(again == lines, f"{what} come back to equality")
    again = assay(binary, database, "import", "predictions", place / "predictions.parquet", "--model", "m",
                  "-o", "json")
    is_right = again.returncode == 0 and json.loads(again.stdout)["new"] is False
    return wrong + told(is_right, f"predictions come back to equality {again.stderr[:200]}")


if __name__ == "__main__":
    run(__doc__, "formats", MODULES, check)
