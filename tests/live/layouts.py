#!/usr/bin/env python3
"""Files in the layouts of published benchmarks, written by other people's libraries over our own pictures.

usage: layouts.py ASSAY [--venv DIR]

datasets, pandas and polars write a few questions in each layout that comes with the program: with the real names
and types of the columns, as Parquet, as save_to_disk, as JSON, as tables, and as the folders of the hub with
subsets, splits and shards. Each must be recognised and import as the same questions, with its pictures. Then some
files of layouts that the program does not know are explained, and imported by the command that is printed.

Exit status: 0 all is right, or skipped because the wheels cannot be had; 1 something is wrong.
"""

import io
import json
import pathlib
import shlex
import subprocess
import tempfile

from others import run, told

MODULES = {"pyarrow": None, "datasets": None, "PIL": "pillow", "pandas": None, "polars": None}
COLOURS = ["red", "green", "blue", "black", "white", "grey"]


def drawn(number):
    from PIL import Image

    return Image.new("RGB", (16 + number, 12), COLOURS[number % 6])


def png(number):
    out = io.BytesIO()
    drawn(number).save(out, "PNG")
    return out.getvalue()


def typed(rows, **special):
    """A data set with pictures decoded, whose features are as on the hub."""
    import datasets

    def feature(name, values):
        if name in special:
            return special[name]
        first = next((value for value in values if value is not None), None)
        if hasattr(first, "save") or (name.startswith("image") and first is None):
            return datasets.Image()
        if isinstance(first, list):
            inner = datasets.Image() if first and hasattr(first[0], "save") else datasets.Value("string")
            return datasets.Sequence(inner)
        if isinstance(first, dict):
            return {key: feature(key, [value[key] for value in values]) for key in first}
        kinds = {int: "int64", float: "float64", bool: "bool"}
        return datasets.Value(kinds.get(type(first), "string"))

    features = {name: feature(name, [row[name] for row in rows]) for name in rows[0]}
    return datasets.Dataset.from_list(rows, features=datasets.Features(features))


def mmmu(subject, split, count=3):
    def row(number):
        is_open = number == 2
        options = [] if is_open else ["<image 1>", "it's <image 2>", 'a "third"']
        return {
            "id": f"{split}_{subject}_{number}", "question": "Which is <image 1>, next to <image 2>?",
            "options": str(options), "explanation": "", **{
                f"image_{at}": drawn(number + at) if at < 3 else None for at in range(1, 8)},
            "img_type": "['Pictures']", "answer": "['0.5', '1/2']" if is_open else "B",
            "topic_difficulty": "Easy", "question_type": "open" if is_open else "multiple-choice",
            "subfield": "Drawing"}

    return [row(number) for number in range(count)]


def mathvista(pid, is_free):
    return {
        "pid": str(pid), "question": "How high is it?", "image": f"images/{pid}.jpg", "decoded_image": drawn(pid),
        "choices": None if is_free else ["cat", "B", "dog"], "unit": "cm" if is_free else None,
        "precision": 1.0 if is_free else None, "answer": "2.5" if is_free else "dog",
        "question_type": "free_form" if is_free else "multi_choice", "answer_type": "float" if is_free else "text",
        "metadata": {"category": "math", "context": "chart", "grade": "daily life", "img_height": 12, "img_width": 16,
                     "language": "english", "skills": ["numeric"], "source": "ours", "split": "testmini",
                     "task": "figure question answering"}, "query": "Hint: .. How high is it?"}


# For each layout: its rows, and what the questions must be: number of choices, answer, number of pictures.
def layouts():
    import datasets

    return {
        "mmmu": (mmmu("Art", "validation"), {}, [(3, "B", 2), (3, "B", 2), (0, "mmmu-open ['0.5', '1/2']", 2)]),
        "mmmu-pro": ([{"id": "test_Art_1", "question": "Which <image 1>?", "options": str([f"o{n}" for n in range(10)]),
                       "explanation": "?", **{f"image_{n}": drawn(n) if n == 1 else None for n in range(1, 8)},
                       "img_type": "['x']", "answer": "J", "topic_difficulty": "Easy", "subject": "Art"}],
                     {}, [(10, "J", 1)]),
        "mmmu-pro-vision": ([{"id": "test_Art_1", "image": drawn(1), "options": "['x', 'y']", "answer": "A",
                              "subject": "Art"}], {}, [(2, "A", 1)]),
        "mmstar": ([{"index": n, "question": "Which?\nOptions: A: A: red, B: 3, 4, or B: 5, C: none., D: both" if n else
                     "How far?\nChoices:\nA:1°\nB:2°\nC:3°\nD:4°", "image": drawn(n), "answer": "C", "category": "logical reasoning", "l2_category": "diagram",
                     "meta_info": {"source": "MMBench", "split": "val", "image_path": f"images/{n}.jpg"}}
                    for n in range(2)], {}, [(4, "C", 1)] * 2),
        "scienceqa": ([{"image": drawn(1) if n else None, "question": f"Which {n}?", "choices": ["x", "y", "z"],
                        "answer": n, "hint": "", "task": "closed choice", "grade": "grade2", "subject": "natural science",
                        "topic": "physics", "category": "Materials", "skill": "Compare", "lecture": "", "solution": "s"}
                       for n in range(3)], {"answer": datasets.Value("int8")},
                      [(3, "A", 0), (3, "B", 1), (3, "C", 1)]),
        "ai2d": ([{"question": f"Q{n}", "options": ["x", "y", "z", "w"], "answer": str(n), "image": drawn(n)}
                  for n in range(4)], {}, [(4, letter, 1) for letter in "ABCD"]),
        "blink": ([{"idx": f"val_Counting_{n}", "question": "How many?", "sub_task": "Counting", "image_1": drawn(n),
                    "image_2": drawn(2) if n else None, "image_3": None, "image_4": None, "choices": ["1", "2"],
                    "answer": "(B)" if n else "hidden", "prompt": "How many? (A) 1 (B) 2", "explanation": ""}
                   for n in range(2)], {}, [(2, None, 1), (2, "B", 2)]),
        "cv-bench": ([{"idx": n, "type": "2D", "task": "Count", "image": drawn(n), "question": "How many?",
                       "choices": ["4", "3", "2"], "answer": "(C)", "prompt": "..", "filename": "2D/count/x.png",
                       "source": "ADE20K", "source_dataset": "ADE20K Dataset", "source_filename": "x", "target_class": None,
                       "target_size": None, "bbox": None} for n in range(2)], {}, [(3, "C", 1)] * 2),
        "muirbench": ([{"idx": str(n), "task": "Counting", "image_relation": "Temporal", "image_type": "Photography",
                        "question": "Which is like <image>?", "options": ["<image>", "<image>", "none"], "answer": "C",
                        "image_list": [drawn(n), drawn(n + 1), drawn(n + 2)], "counterpart_idx": "1"} for n in range(2)],
                      {}, [(3, "C", 3)] * 2),
        "mathvista": ([mathvista(1, False), mathvista(2, True)], {}, [(3, "C", 1), (0, "mathvista ['2.5'] 1 cm", 1)]),
        "realworldqa": ([{"image": drawn(n), "question": "Where to?\n\nA. Left\nB. Right\nPlease answer directly with only "
                          "the letter of the correct option and nothing else." if n else "How many?\nPlease answer "
                          "directly with a single word or number.", "answer": "B" if n else "2", "image_path": f"{n}.webp"}
                         for n in range(2)], {}, [(0, "exact ['2']", 1), (2, "B", 1)]),
        "pope": ([{"id": str(n), "question_id": "1", "question": "Is there a car in the image?", "answer": "no" if n else "yes",
                   "image_source": "COCO_1", "image": drawn(n), "category": ["popular", "random"][n]} for n in range(2)],
                 {}, [(0, "yes-no ['yes']", 1), (0, "yes-no ['no']", 1)]),
        "mme": ([{"question_id": f"count/{n // 2}.jpg", "image": drawn(n // 2), "question": f"{'Two' if n % 2 else 'One'}?",
                  "answer": "No" if n % 2 else "Yes", "category": "count"} for n in range(4)],
                {}, [(0, "yes-no ['yes']", 1), (0, "yes-no ['no']", 1)] * 2),
        "hallusionbench": ([{"category": "VD", "subcategory": "figure", "visual_input": str(n), "set_id": "0",
                             "figure_id": str(n), "sample_note": "circle", "question_id": "0", "question": "Is it larger?",
                             "gt_answer_details": "It is.", "gt_answer": str(n), "filename": "./x.png" if n else None,
                             "image": drawn(n) if n else None} for n in range(2)],
                           {}, [(0, "yes-no ['no']", 0), (0, "yes-no ['yes']", 1)]),
        "ocrbench": ([{"dataset": "IIIT5K", "question": "what is written?", "question_type": "Regular Text Recognition",
                       "answer": ["CENTRE", "centre"], "image": drawn(1)}], {}, [(0, "contains ['CENTRE', 'centre']", 1)]),
        "docvqa": ([{"questionId": "7", "question": "When?", "question_types": ["handwritten"], "image": drawn(1),
                     "docId": 1, "ucsf_document_id": "x", "ucsf_document_page_no": "1", "answers": ["1999", "99"],
                     "data_split": "val"}], {}, [(0, "anls ['1999', '99']", 1)]),
        "textvqa": ([{"image_id": "a", "question_id": 3, "question": "what?", "question_tokens": ["what"], "image": drawn(1),
                      "image_width": 16, "image_height": 12, "answers": ["a", "a", "b"], "image_classes": ["x"],
                      "set_name": "val"}], {}, [(0, "vqa ['a', 'a', 'b']", 1)]),
        "mmvp": ([{"Index": n, "Question": "Open or closed?", "Options": "(a) Open (b) Closed",
                   "Correct Answer": "(b)" if n else "(a)", "image": drawn(n)} for n in range(2)],
                 {}, [(2, "A", 1), (2, "B", 1)]),
        "mm-vet": ([{"question_id": "v1_0", "image": drawn(0), "question": "What is x?", "answer": "-1<AND>-5",
                     "image_source": "v1", "capability": "ocr,math"}], {}, [(0, "-1<AND>-5", 1)]),
    }


def seen(question):
    """Number of choices, answer in words, number of pictures."""
    choices = sum(len(name) == 1 and name.isupper() for name in question)
    short = question.get("short_answer")
    answer = question.get("answer")
    if short:
        answer = " ".join(str(part) for part in (short["rule"], short["answers"], short.get("precision"),
                                                  short.get("unit")) if part is not None)
    elif not choices:
        answer = question.get("extra", {}).get("answer")
    return choices, answer, len(question.get("pictures", [])) + ("image" in question)


class Assay:
    def __init__(self, binary, place):
        self.binary, self.place, self.number = binary, place, 0

    def __call__(self, *arguments):
        return subprocess.run([self.binary, "--db", str(self.place / f"{self.number}.db"), *map(str, arguments)],
                              capture_output=True, text=True, cwd=self.place)

    def imported(self, *arguments):
        """The layout and the questions of an import into a new database, or its complaint."""
        self.number += 1
        said = self("import", "questions", *arguments, "--benchmark", "b", "-o", "json")
        if said.returncode:
            return said.stderr.strip(), []
        lines = self("export", "questions", "--format", "jsonl").stdout.splitlines()
        return json.loads(said.stdout)["format"], [json.loads(line) for line in lines]


def check(binary):
    wrong = 0
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        assay = Assay(binary, place)
        for name, (rows, special, expected) in layouts().items():
            data = typed(rows, **special)
            data.to_parquet(place / f"{name}.parquet")
            data.save_to_disk(place / f"{name}-saved")
            results = {}
            for form in [f"{name}.parquet", f"{name}-saved"]:
                layout, questions = assay.imported(form)
                is_right = layout == name and [seen(question) for question in questions] == expected
                wrong += told(is_right, f"{form}: {layout[:300]} {[seen(question) for question in questions]}")
                results[form] = questions
            one, other = results.values()
            wrong += told(one == other, f"{name}: Parquet and save_to_disk give the same questions")
        wrong += check_texts(assay)
        wrong += check_arrow(assay, place)
        wrong += check_tables(assay, place)
        wrong += check_folders(assay, place)
        wrong += check_unknown(assay, place)
    return wrong


def check_texts(assay):
    """What is within texts: choices, and marks of pictures of which one is missing."""
    wrong = 0
    _, questions = assay.imported("mmstar.parquet")
    found = [[question[letter] for letter in "ABCD"] for question in questions]
    expected = [["1°", "2°", "3°", "4°"], ["A: red", "3, 4, or B: 5", "none.", "both"]]
    wrong += told(found == expected, f"choices with colons and commas: {found}")
    row = {**mmmu("Art", "dev")[0], "question": "Is <image 3> like <image 1>?", "options": "['<image 3>', '<image 1>']"}
    row |= {"image_2": None, "image_3": drawn(5)}
    typed([row]).to_parquet(assay.place / "gap.parquet")
    layout, questions = assay.imported("gap.parquet")
    found = [(question["question"], question["A"], len(question["pictures"])) for question in questions]
    wrong += told(found == [("Is <image 2> like <image 1>?", "<image 2>", 2)], f"a picture is missing: {layout} {found}")
    return wrong


def check_arrow(assay, place):
    """Arrow files of polars and Feather give the same questions as Parquet, however they are packed."""
    import polars
    import pyarrow.feather

    wrong = 0
    for name in ["muirbench", "mathvista", "mmmu", "pope"]:
        _, expected = assay.imported(f"{name}.parquet")
        frame = polars.read_parquet(place / f"{name}.parquet")
        words = [column for column, kind in frame.schema.items() if column in ("category", "task", "img_type")]
        frame = frame.with_columns(polars.col(words).cast(polars.Categorical))
        for packed in ["uncompressed", "lz4", "zstd"]:
            for level in [polars.CompatLevel.oldest(), polars.CompatLevel.newest()]:
                frame.write_ipc(place / "polars.arrow", compression=packed, compat_level=level)
                layout, questions = assay.imported("polars.arrow")
                wrong += told(questions == expected, f"{name}, polars, {packed}, {level}: {layout[:300]} {len(questions)}")
            frame.write_ipc_stream(place / "stream.arrow", compression=packed)
            pyarrow.feather.write_feather(frame.to_arrow(), str(place / "feather.feather"), compression=packed, chunksize=2)
            for form in ["stream.arrow", "feather.feather"]:
                layout, questions = assay.imported(form)
                wrong += told(questions == expected, f"{name}, {form}, {packed}: {layout[:300]} {len(questions)}")
    return wrong


def check_tables(assay, place):
    """Tables, lines and documents, whose pictures are files."""
    import pandas
    import polars

    wrong = 0
    (place / "images").mkdir()
    (place / "MMVP Images").mkdir()
    for number in range(1, 4):
        (place / "images" / f"{number}.png").write_bytes(png(number))
        (place / "MMVP Images" / f"{number}.jpg").write_bytes(png(number))
    table = pandas.DataFrame([{"Index": n, "Question": "Open?", "Options": "(a) Open (b) Closed",
                               "Correct Answer": "(a)"} for n in range(1, 4)])
    table.to_csv(place / "Questions.csv", index=False)
    (place / "mm-vet.json").write_text(json.dumps({f"v1_{n}": {
        "imagename": f"{n}.png", "question": "What?", "answer": "x<OR>y", "capability": ["ocr", "math"],
        "imagesource": "u"} for n in range(1, 4)}))
    (place / "folder").mkdir()
    (place / "folder" / "1.png").write_bytes(png(1))
    polars.DataFrame({"file_name": ["1.png"] * 2, "question": ["Which?", "Who?"], "A": ["x", "x"], "B": ["y", "y"],
                      "answer": ["A", "B"]}).write_ndjson(place / "folder" / "metadata.jsonl")
    lines = [{"question_id": n, "image": f"images/{n}.png", "text": "Is there a car?", "label": "no"} for n in range(1, 4)]
    (place / "pope.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (place / "testmini.json").write_text(json.dumps({"1": {
        **{key: value for key, value in mathvista(1, False).items() if key != "decoded_image"},
        "image": "images/1.png"}}))
    expected = {
        "Questions.csv": ("mmvp", [(2, "A", 1)] * 3, ["--image-root", "."]),
        "mm-vet.json": ("mm-vet-document", [(0, "x<OR>y", 1)] * 3, []),
        "folder": ("imagefolder", [(2, "A", 1), (2, "B", 1)], []),
        "pope.jsonl": ("pope-lines", [(0, "yes-no ['no']", 1)] * 3, []),
        "testmini.json": ("mathvista", [(3, "C", 1)], []),
    }
    for form, (name, questions_expected, flags) in expected.items():
        layout, questions = assay.imported(form, *flags)
        found = [seen(question) for question in questions]
        wrong += told(layout == name and found == questions_expected, f"{form}: {layout[:300]} {found}")
    return wrong


def check_folders(assay, place):
    """Folders of the hub: subsets, splits, shards; a Croissant description."""
    import datasets

    wrong = 0
    hub = place / "MMMU"
    for subject in ["Art", "Biology"]:
        (hub / subject).mkdir(parents=True)
        for split in ["dev", "validation"]:
            typed(mmmu(subject, split)).to_parquet(hub / subject / f"{split}-00000-of-00001.parquet")
    layout, questions = assay.imported(hub)
    found = {(question["l2-category"], question["split"]) for question in questions}
    is_right = layout == "mmmu" and len(questions) == 12 and len(found) == 4
    wrong += told(is_right, f"two subsets with two splits: {layout[:200]} {sorted(found)}")
    layout, questions = assay.imported(hub, "--split", "dev", "--subset", "Art")
    wrong += told(layout == "mmmu" and len(questions) == 3, f"one split of one subset: {layout[:200]} {len(questions)}")
    complaint, _ = assay.imported(hub, "--split", "test")
    wrong += told("there are: dev, validation" in complaint, f"a split that is not there: {complaint}")
    pro = place / "MMMU_Pro"
    for subset in ["standard (4 options)", "standard (10 options)"]:
        (pro / subset).mkdir(parents=True)
        typed(layouts()["mmmu-pro"][0]).to_parquet(pro / subset / "test-00000-of-00001.parquet")
    complaint, _ = assay.imported(pro)
    wrong += told("standard (10 options), standard (4 options); choose one with --subset" in complaint,
                  f"subsets with the same questions: {complaint}")
    layout, questions = assay.imported(pro, "--subset", "standard (4 options)")
    wrong += told(layout == "mmmu-pro" and len(questions) == 1, f"one of them: {layout[:200]}")
    rows = layouts()["ai2d"][0]
    splits = datasets.DatasetDict({"train": typed(rows[:2]), "test": typed(rows[2:])})
    splits.save_to_disk(place / "splits")
    layout, questions = assay.imported("splits")
    found = [question["split"] for question in questions]
    wrong += told(found == ["train", "train", "test", "test"], f"splits of save_to_disk: {layout[:200]} {found}")
    typed(rows * 50).save_to_disk(place / "many", num_shards=3)
    layout, questions = assay.imported("many")
    wrong += told(len(questions) == 200, f"three shards of save_to_disk: {layout[:200]} {len(questions)}")
    croissant = place / "croissant"
    (croissant / "data").mkdir(parents=True)
    typed(rows).to_parquet(croissant / "data" / "test-00000-of-00001.parquet")
    (croissant / "croissant.json").write_text(json.dumps({"@type": "sc:Dataset", "distribution": [
        {"@type": "cr:FileObject", "contentUrl": "https://hub/x", "encodingFormat": "git+https"},
        {"@type": "cr:FileSet", "includes": "data/*.parquet", "encodingFormat": "application/x-parquet"}]}))
    description = (croissant / "croissant.json").read_text()
    for name in ["croissant.json", "metadata.json", "ours.json"]:
        (croissant / "croissant.json").unlink(missing_ok=True)
        described = {"@context": {"@language": "en", "cr": "http://mlcommons.org/croissant/"}, **json.loads(description)}
        (croissant / name).write_text(json.dumps(described))
        layout, questions = assay.imported(croissant / name)
        wrong += told(layout == "ai2d" and len(questions) == 4, f"{name}: {layout[:200]} {len(questions)}")
    for name, file in [("MMVP", "Questions.csv"), ("mm-vet", "mm-vet.json")]:
        folder = place / name
        folder.mkdir()
        (folder / file).write_bytes((place / file).read_bytes())
        (folder / "bard_set.json").write_text('["v1_0"]')
        (place / ("MMVP Images" if name == "MMVP" else "images")).rename(folder / (
            "MMVP Images" if name == "MMVP" else "images"))
        layout, questions = assay.imported(folder)
        found = [seen(question)[2] for question in questions]
        wrong += told(found == [1, 1, 1], f"the folder {name}: {layout[:200]} {found}")
    return wrong


def check_unknown(assay, place):
    """Layouts that the program does not know: the command that it prints imports them."""
    wrong = 0
    choice = [{"uid": f"u{n}", "prompt": f"Which {n}?", "candidates": ["x", "y", "z"], "gold": n, "picture": drawn(n)}
              for n in range(3)]
    spread = [{"qid": n, "query": f"Which {n}?", "option_a": "x", "option_b": "y", "label": "(b)", "img": drawn(n)}
              for n in range(3)]
    words = [{"sample_id": n, "problem": f"How many {n}?", "ground_truth": str(n), "photo": drawn(n)} for n in range(3)]
    for name, rows, expected in [("choice", choice, [(3, letter, 1) for letter in "ABC"]),
                                 ("spread", spread, [(2, "B", 1)] * 3),
                                 ("words", words, [(0, f"numeric ['{n}']", 1) for n in range(3)])]:
        form = f"unknown-{name}.parquet"
        typed(rows).to_parquet(place / form)
        complaint, questions = assay.imported(form)
        wrong += told(not questions and "--explain" in complaint, f"{form} is refused: {complaint}")
        said = assay("import", "questions", "--explain", form, "-o", "json")
        command = json.loads(said.stdout)["command"] if said.returncode == 0 else said.stderr
        layout, questions = assay.imported(*shlex.split(command)[3:])
        found = [seen(question) for question in questions]
        wrong += told(found == expected, f"{command}: {layout[:200]} {found}")
    return wrong


if __name__ == "__main__":
    run(__doc__, "layouts", MODULES, check)
