#!/usr/bin/env python3
"""What Assay writes for the hub, read by datasets, lmms-eval and VLMEvalKit.

usage: hub.py ASSAY [--venv DIR]

A small benchmark with CircularEval passes and pictures is exported in each layout, as a folder and as a
file. `datasets` loads each folder by its card; lmms-eval's own functions of the tasks MMBench, MMMU and
SEED-Bench ask and score every row; VLMEvalKit's own class loads the table and builds every prompt.

Exit status: 0 all is right, or skipped because the wheels cannot be had; 1 something is wrong.
"""

import importlib
import json
import os
import pathlib
import tempfile

import formats
import peers
from others import run, told

MODULES = {"datasets": None, "PIL": "pillow", "pandas": None, "lmms_eval": "lmms-eval", "vlmeval": "ms-vlmeval"}
QUESTIONS, ROWS = 40, 140


def task(name):
    return importlib.import_module(f"lmms_eval.tasks.{name}")


def exported(binary, database, place, layout, *flags):
    """A folder in a layout, as datasets loads it: the only split."""
    import datasets

    folder = place / f"{layout}{len(flags)}"
    layouts = [] if layout == "own" else ["--layout", layout]
    said = formats.assay(binary, database, "export", "questions", *layouts, *flags, "--out", folder)
    assert said.returncode == 0, said.stderr
    loaded = datasets.load_dataset(str(folder), cache_dir=str(place / "cache"))
    return folder, loaded["dev"], list(loaded)


def check_card(folder, data, splits):
    from huggingface_hub import DatasetCard

    card = DatasetCard.load(folder / "README.md")
    info = card.data.to_dict()
    wanted = {"license": "unknown", "size_categories": ["n<1K"]}
    is_right = {name: info[name] for name in wanted} == wanted and splits == ["dev"]
    return told(is_right and "## Cleaning" in card.text, f"{folder.name}: the card reads {sorted(info)}")


def check_mmbench(binary, database, place):
    folder, data, splits = exported(binary, database, place, "mmbench-hf", "--circular")
    utils, wrong = task("mmbench.en_utils"), check_card(folder, data, splits)
    types = {name: str(feature) for name, feature in data.features.items()}
    is_right = types["index"].startswith("Value('int64'") and types["image"].startswith("Image(")
    wrong += told(is_right and len(data) == ROWS, f"mmbench-hf in datasets: {len(data)} rows, {types}")
    hints = {doc["hint"] for doc in data}
    prompts = [utils.mmbench_doc_to_text(doc, {"post_prompt": "Answer."}) for doc in data]
    images = [utils.mmbench_doc_to_visual(doc)[0] for doc in data]
    wrong += told(all(image.size == (8, 8) for image in images), "lmms-eval has each picture")
    shown = [prompt.count("\n") == 4 + (doc["D"] is not None) for doc, prompt in zip(data, prompts)]
    wrong += told(all(shown) and not any("nan" in one or "None" in one for one in prompts),
                  f"lmms-eval shows each choice and nothing else (hints {hints}): {prompts[0]!r}")
    results = [utils.mmbench_process_results(doc, [doc["answer"]])["gpt_eval_score"] for doc in data]
    overall = utils.mmbench_evaluator.eval_result(results, eval_method="static")
    wrong += told(overall[0] == 1.0 and set(overall[2]) == {"coarse_perception"},
                  f"lmms-eval scores right answers in every pass: {overall}")
    results[0]["prediction"] = "Z" if results[0]["answer"] != "Z" else "A"
    overall = utils.mmbench_evaluator.eval_result(results, eval_method="static")[0]
    wrong += told(overall == 1 - 1 / QUESTIONS, f"one wrong pass is one wrong question: {overall}")
    sizes = sum(path.stat().st_size for path in folder.glob("data/*"))
    pictures = sum(len(formats.png(number)) for number in range(1, QUESTIONS + 1))
    return wrong + told(sizes < 3 * pictures, f"pictures are not repeated: {sizes} bytes, {pictures} of pictures")


def check_mmmu(binary, database, place):
    folder, data, splits = exported(binary, database, place, "mmmu")
    utils, wrong = task("mmmu.utils"), check_card(folder, data, splits)
    kwargs = {"prompt_type": "format", "multiple_choice_prompt": "Answer.", "open_ended_prompt": "Answer."}
    for doc in data:
        prompt, visual = utils.mmmu_doc_to_text(doc, kwargs), utils.mmmu_doc_to_visual(doc)
        right = utils.mmmu_process_results(doc, [doc["answer"]])["mmmu_acc"]
        is_right = [image.size for image in visual] == [(8, 8)] and prompt.count("\nC. ") == 1
        if not is_right or right["parsed_pred"] != [doc["answer"]] or right["subdomain"] != "ocr":
            wrong += told(False, f"mmmu: {doc['id']} {prompt!r} {right}")
    score = utils.mmmu_aggregate_results([utils.mmmu_process_results(doc, [doc["answer"]])["mmmu_acc"] for doc in data])
    return wrong + told(score == 1.0 and len(data) == QUESTIONS, f"lmms-eval's MMMU over {len(data)} rows: {score}")


def check_seed_bench(binary, database, place):
    folder, data, splits = exported(binary, database, place, "seed-bench")
    utils, wrong = task("seedbench.utils"), check_card(folder, data, splits)
    texts = [utils.seed_doc_to_text(doc) for doc in data]
    images = [utils.seed_doc_to_visual(doc) for doc in data]
    results = [utils.seed_process_result(doc, [doc["answer"]])["seed_image"] for doc in data]
    score = utils.seed_aggregation_result(results)
    is_right = score == 1.0 and all(len(one) == 1 for one in images) and len(set(texts)) == QUESTIONS
    wrong += told(is_right, f"lmms-eval's SEED-Bench over {len(data)} rows: {score}")
    file = place / "seed.json"
    formats.assay(binary, database, "export", "questions", "--layout", "seed-bench", "--file", file)
    document = json.loads(file.read_text())
    names = [item["data_id"] for item in document["questions"]]
    found = all((place / "seed-images" / name).exists() for name in names)
    return wrong + told(found and document["question_type"] == {"ocr": 101}, f"seed.json: {names[:2]}")


def check_own(binary, database, place):
    folder, data, splits = exported(binary, database, place, "own")
    wrong = check_card(folder, data, splits)
    is_right = len(data) == QUESTIONS and data[0]["image"][0].size == (8, 8)
    is_right &= data.features["category"].names == ["ocr"]
    wrong += told(is_right, f"all data in datasets: {len(data)} rows")
    other = place / "own.db"
    formats.assay(binary, other, "import", "questions", folder, "--benchmark", "b")
    lines = [formats.assay(binary, one, "export", "questions", "--layout", "jsonl").stdout for one in (database, other)]
    return wrong + told(lines[0] == lines[1] and lines[0], "all data come back to equality")


def check_vlmevalkit(binary, database, place):
    os.environ["LMUData"] = str(place)
    file = place / "ours.tsv"
    formats.assay(binary, database, "export", "questions", "--layout", "vlmevalkit", "--circular", "--file", file)
    kit = importlib.import_module("vlmeval.dataset.image_mcq").ImageMCQDataset("ours")
    from PIL import Image

    wrong = told(len(kit.data) == ROWS and kit.data["g_index"].nunique() == QUESTIONS,
                 f"VLMEvalKit loads {len(kit.data)} rows")
    for at in range(len(kit.data)):
        *images, text = kit.build_prompt(at)
        row = kit.data.iloc[at]
        answer = row[row["answer"]]
        sizes = [Image.open(image["value"]).size for image in images]
        is_right = sizes == [(8, 8)] and f"{row['answer']}. {answer}\n" in text["value"]
        if not is_right or answer != f"{row['g_index']}-0":
            wrong += told(False, f"vlmevalkit: row {row['index']}: {text} {sizes}")
    return wrong + told(True, "VLMEvalKit builds each prompt with its picture")


def check(binary):
    import datasets
    import pandas  # noqa: F401, before the stand-ins
    import PIL.Image  # noqa: F401
    from huggingface_hub import DatasetCard  # noqa: F401

    peers.enter()
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        names = list(formats.rows()[0])
        features = {name: datasets.Value("string") for name in names}
        features |= {"index": datasets.Value("int64"), "image": datasets.Image()}
        data = datasets.Dataset.from_list(formats.rows(), features=datasets.Features(features))
        data.to_parquet(place / "in.parquet")
        database = place / "assay.db"
        said = formats.assay(binary, database, "import", "questions", place / "in.parquet", "--benchmark", "b")
        wrong = told(said.returncode == 0, f"imported {said.stderr.strip()[:200]}")
        for one in [check_mmbench, check_mmmu, check_seed_bench, check_own, check_vlmevalkit]:
            wrong += one(binary, database, place)
    return wrong


if __name__ == "__main__":
    run(__doc__, "hub", MODULES, check)
