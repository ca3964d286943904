#!/usr/bin/env python3
"""Files that VLMEvalKit's and lmms-eval's own code writes after an evaluation, imported as predictions and labels.

usage: harnesses.py ASSAY [--venv DIR]

VLMEvalKit's evaluation of choices (circular and not) and of MathVista runs with a judge that is a function here;
its `_result` files are imported as labels and must be what that judge said, no more. lmms-eval's functions score
samples of seven tasks, which are written as its tracker writes them; each sample must find its question, and the
score of MMStar must be that of lmms-eval.

Exit status: 0 all is right, or skipped because the wheels cannot be had; 1 something is wrong.
"""

import importlib
import json
import pathlib
import re
import sqlite3
import tempfile

import formats
import layouts
import peers
from others import run, told

MODULES = {**layouts.MODULES, "xlsxwriter": None, "openpyxl": None, "lmms_eval": "lmms-eval", "vlmeval": "ms-vlmeval"}
CHOICES = [("Which barks?", ["cat", "dog", "hen"], "B"), ("Which purrs?", ["cat", "dog", "hen"], "A"),
           ("Which lays eggs?", ["cat", "dog", "hen"], "C"), ("哪个会叫?", ["猫", "狗", "鸡"], "B")]
SAID = ["({}) I think", "well, the one that meows", "The answer is {}", "我想是那个\n会叫的, Pre-fetched is {}."]


def prepared(place):
    """VLMEvalKit's module of choices with what it takes from elsewhere, and pandas."""
    import pandas

    module = importlib.import_module("vlmeval.dataset.utils.multiple_choice")
    read = {"xlsx": pandas.read_excel, "pkl": pandas.read_pickle}

    def dump(data, path):
        if str(path).endswith("xlsx"):
            return data.to_excel(path, index=False, engine="xlsxwriter")
        return pandas.to_pickle(data, path)

    def each(function, tasks, save=None, keys=(), **_):
        found = [function(**task) for task in tasks]
        known = pandas.read_pickle(save) if pathlib.Path(save).exists() else {}
        pandas.to_pickle({**known, **dict(zip(keys, found))}, save)
        return found

    module.pd, module.dump, module.track_progress_rich = pandas, dump, each
    module.load = lambda path: read[str(path).rpartition(".")[2]](path)
    module.can_infer = importlib.import_module("vlmeval.utils.matching_util").can_infer
    module.get_pred_file_format, module.timestr = (lambda: "xlsx"), (lambda: place.name)
    module.istype, module.cn_string = (lambda *_: True), (lambda text: "\u4e00" <= str(text)[0])
    module.build_option_str = lambda choices: "\n".join(f"{label}. {text}" for label, text in choices.items())
    return module, pandas


class Judge:
    """Knows cats, and answers Z to what it cannot read."""

    def generate(self, prompt, **_):
        cats = re.findall(r"(?:^|: )([ABC])\. cat$", prompt, re.M)
        return cats[-1] if cats else "Z"


def labels(database, extractor):
    query = ("select key, pass, outcome from extraction join prediction on prediction.id = prediction_id "
             "join question on question.id = question_id where extractor = ? order by 1, 2")
    return sqlite3.connect(database).execute(query, [extractor]).fetchall()


def check_vlmevalkit(binary, place):
    module, pandas = prepared(place)
    rows = []
    for number, ((stem, choices, right), said) in enumerate(zip(CHOICES, SAID), 1):
        for shift in range(3):
            shown = choices[shift:] + choices[:shift]
            letter = "ABC"[shown.index(choices["ABC".index(right)])]
            wrong = "A" if letter == "B" else "B"
            rows.append({"index": number + shift * 1_000_000, "g_index": number, "question": stem, "A": shown[0],
                         "B": shown[1], "C": shown[2], "answer": letter,
                         "prediction": said.format(wrong if number == 3 else letter)})
    table = pandas.DataFrame(rows)
    first = table[table["index"] == table["g_index"]].drop(columns="g_index")
    table.drop(columns="prediction").to_csv(place / "b.tsv", sep="\t", index=False)
    table.to_excel(place / "circular.xlsx", index=False)
    first.to_csv(place / "first.tsv", sep="\t", index=False)
    database = place / "kit.db"
    for arguments in (["questions", "b.tsv"], ["predictions", "circular.xlsx", "--model", "circular"],
                      ["predictions", "first.tsv", "--model", "first"]):
        said = formats.assay(binary, database, "import", arguments[0], place / arguments[1], *arguments[2:])
        assert said.returncode == 0, said.stderr
    judged = module.mcq_circular_eval(Judge(), table.copy(), table, 1, str(place / "c.pkl"), "MMBench_DEV_EN")
    module.dump(judged, place / "circular_openai_result.xlsx")
    judged = module.mcq_vanilla_eval(Judge(), first.copy(), first, 1, str(place / "v.pkl"), "AI2D_TEST")
    module.dump(judged, place / "first_openai_result.xlsx")
    mathvista = importlib.import_module("vlmeval.dataset.utils.mathvista")
    mathvista.can_infer, mathvista.FAIL_MSG = module.can_infer, "Failed to obtain answer via API."
    judge, lines = Judge(), first.assign(question_type="multi_choice", answer_option=first["answer"], answer_type="text",
                                         choices=[str(choices) for _, choices, _ in CHOICES])
    judge.generate = lambda prompt, **_: "(A) cat"
    found = [mathvista.MathVista_auxeval(judge, line) for _, line in lines.iterrows()]
    lines = lines.assign(res=[one["res"] for one in found], log=[one["log"] for one in found])
    module.dump(lines, place / "first_MathVista_gpt.xlsx")
    wrong = 0
    for name, model, expected in (("circular_openai_result", "circular", [("2", 0, "A"), ("2", 1, "C"), ("2", 2, "B")]),
                                  ("first_openai_result", "first", [("2", 0, "A")]),
                                  ("first_MathVista_gpt", "first", [("2", 0, "A")])):
        formats.assay(binary, database, "import", "labels", place / f"{name}.xlsx", "--model", model, "--extractor", name)
        found = labels(database, name)
        wrong += told(found == expected, f"{name}: the judge's labels are {found}")
    return wrong


def task(name):
    return importlib.import_module(f"lmms_eval.tasks.{name}.utils")


def tasks():
    """Of each task the layout of its documents, how it asks, how it scores, and the answers."""
    plain = {"pre_prompt": "", "post_prompt": "\nAnswer."}

    def mathvista(document, replies):
        return {"gpt_eval_score": {"question_id": document["pid"], "prediction": replies[0], "true_false": True}}

    return {
        "mmmu": (lambda doc: task("mmmu").construct_prompt(doc, "Answer.", "Answer.", "format"),
                 lambda *given: task("mmmu").mmmu_process_results(*given), ["B", "A.", "0.5"]),
        "mathvista": (lambda doc: doc["query"], mathvista, ["2.5", "dog"]),
        "mmstar": (lambda doc: task("mmstar").mmstar_doc_to_text(doc, plain),
                   lambda *given: task("mmstar").mmstar_process_results(*given), ["C", "A"]),
        "pope": (lambda doc: task("pope").pope_doc_to_text(doc, plain),
                 lambda *given: task("pope").pope_process_results(*given), ["Yes", "no"]),
        "ocrbench": (lambda doc: task("ocrbench").ocrbench_doc_to_text(doc, plain),
                     lambda *given: task("ocrbench").ocrbench_process_results(*given), ["centre"]),
        "scienceqa": (lambda doc: task("scienceqa").sqa_doc_to_text(doc, {"format": "default", **plain}),
                      lambda *given: task("scienceqa").sqa_process_results(*given), ["A", "B", "C. z"]),
        "realworldqa": (lambda doc: task("realworldqa").realworldqa_doc_to_text(doc, plain),
                        lambda *given: task("realworldqa").realworldqa_process_results(*given), ["2", "B"]),
    }


def check_lmms_eval(binary, place, documents):
    wrong = 0
    for name, (asked, scored, replies) in tasks().items():
        samples = []
        for number, (document, reply) in enumerate(zip(documents[name], replies)):
            sample = {"doc_id": number, "target": str(document["answer"]), "filtered_resps": reply, "doc_hash": "x",
                      "token_counts": [None], "input": asked(document), **scored(document, [reply])}
            samples.append(json.dumps(sample, ensure_ascii=False, default=str))
        (place / f"{name}.jsonl").write_text("\n".join(samples))
        database = place / f"{name}.db"
        formats.assay(binary, database, "import", "questions", place / f"{name}.parquet")
        said = formats.assay(binary, database, "import", "predictions", place / f"{name}.jsonl", "--model", "m",
                             "-o", "json")
        read = json.loads(said.stdout) if said.returncode == 0 else {}
        is_right = read.get("questions") == len(samples) and read.get("unknown") == 0
        wrong += told(is_right, f"lmms-eval's {name}: {len(samples)} samples, {read.get('questions')} linked {said.stderr}")
    score = json.loads(formats.assay(binary, place / "mmstar.db", "eval", "-o", "json").stdout)
    return wrong + told(score["models"][0]["results"][0]["correct"] == 1, "MMStar is scored as lmms-eval scores it")


def check(binary):
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        # Before the sources of others, whose stand-ins for what is missing confuse `datasets`.
        documents = {}
        for name, (rows, special, _) in layouts.layouts().items():
            documents[name] = rows
            if name in ("mmmu", "mathvista", "mmstar", "pope", "ocrbench", "scienceqa", "realworldqa"):
                layouts.typed(rows, **special).to_parquet(place / f"{name}.parquet")
        peers.enter()
        return check_vlmevalkit(binary, place) + check_lmms_eval(binary, place, documents)


if __name__ == "__main__":
    run(__doc__, "harnesses", MODULES, check)
