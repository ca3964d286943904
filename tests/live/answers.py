#!/usr/bin/env python3
"""What models answered in files that other people's libraries wrote, read by Assay.

usage: answers.py ASSAY [--venv DIR]

pandas (with openpyxl) and polars write VLMEvalKit's table in every form; lines follow lmms-eval's and
lm-evaluation-harness's writers; Inspect AI itself runs a task with a model that answers from a list. Each
must import as the same predictions, from a file and from a pipe.

Exit status: 0 all is right, or skipped because the wheels cannot be had; 1 something is wrong.
"""

import csv
import json
import pathlib
import subprocess
import tempfile

from others import circular_rows, run, told

MODULES = {"pandas": None, "openpyxl": None, "pyarrow": None, "polars": None, "inspect_ai": None, "tiktoken": None}


def rows():
    """CircularEval's rows of 12 questions, and what a model said to each."""
    found = []
    for row in circular_rows(12):
        shift, question = divmod(row["index"], 1_000_000)
        said = ["A", f"B. {row['B']}", "The answer is C", "=A", "None"][(question + shift) % 5]
        found.append({**row, "hint": None, "prediction": row["answer"] if question % 3 == 0 else said})
    return found


class Checks:
    def __init__(self, binary, place):
        self.binary, self.place, self.wrong, self.models = binary, place, 0, 0

    def assay(self, *arguments, database="a.db", stdin=None):
        command = [self.binary, "--db", str(self.place / database), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, input=stdin)

    def compare(self, what, path, expected, *more, database="a.db", pipe=True):
        """Imports a file by its name and from a pipe, and compares the predictions."""
        for source, stdin in [(path, None), ("-", path.read_bytes())][:2 if pipe else 1]:
            self.models += 1
            model = f"m{self.models}"
            said = self.assay("import", "predictions", source, "--model", model, *more, database=database,
                              stdin=stdin)
            out = self.assay("export", "predictions", "--model", model, "--format", "jsonl",
                             database=database).stdout.decode()
            found = [json.loads(line) for line in out.splitlines()]
            found = {row["index"]: row.get("prediction") for row in found}
            self.say(found == expected, f"{what}{' from a pipe' if stdin else ''}: {said.stderr.decode()[-160:].strip()}")

    def say(self, is_right, what):
        self.wrong += told(is_right, what)


def lines(path, records):
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
    return path


def check_tables(checks):
    import pandas
    import polars

    place, expected = checks.place, {row["index"]: row["prediction"] for row in rows()}
    frame = pandas.DataFrame(rows())
    frame.drop(columns="prediction").to_csv(place / "q.tsv", sep="\t", index=False)
    checks.assay("import", "questions", place / "q.tsv", "--benchmark", "b")
    writers = {
        "p.tsv": lambda path: frame.to_csv(path, sep="\t", index=False, quoting=csv.QUOTE_ALL),
        "p.csv": lambda path: frame.to_csv(path),
        "p.json": lambda path: path.write_text(json.dumps(frame.to_dict("records"), indent=4)),
        "p.jsonl": lambda path: frame.to_json(path, orient="records", lines=True),
        "p.parquet": frame.to_parquet,
        "polars.parquet": lambda path: polars.from_dicts(rows()).write_parquet(path),
    }
    for name, write in writers.items():
        write(place / name)
        checks.compare(name, place / name, expected)
    frame.to_excel(place / "p.xlsx", index=False)
    checks.compare("p.xlsx", place / "p.xlsx", expected)
    odd = place / "odd.xlsx"
    pandas.DataFrame({"index": [1], "prediction": ["one\r\ntwo\r"]}).to_csv(place / "odd.csv", index=False)
    checks.assay("import", "predictions", place / "odd.csv", "--model", "odd")
    checks.assay("export", "predictions", "--model", "odd", "--file", odd)
    import openpyxl
    cells = [cell.value for cell in next(openpyxl.load_workbook(odd).active.iter_rows(min_row=2))]
    read = pandas.read_excel(odd)["prediction"][0]
    checks.say("one\r\ntwo\r" in cells and read == "one\r\ntwo\r", f"carriage returns in xlsx: {cells[-1]!r} {read!r}")
    scores = set()
    for name in [*writers, "p.xlsx"]:
        for source, stdin in [(place / name, None), ("-", (place / name).read_bytes())]:
            said = checks.assay("score", source, "-o", "json", stdin=stdin)
            overall = json.loads(said.stdout)["results"][0] if said.returncode == 0 else {}
            scores.add((overall.get("questions"), overall.get("correct")))
    checks.say(scores == {(12, 4)}, f"every form has one score, from a pipe too: {scores}")


def check_samples(checks):
    """lmms-eval 0.7 and older, appended twice; lm-evaluation-harness."""
    place, expected = checks.place, {row["index"]: row["prediction"] for row in rows()}
    new, old, harness = [], [], []
    for number, row in enumerate(rows()):
        text, document = row["prediction"], {key: row[key] for key in row if key != "prediction"}
        new.append({"doc_id": number, "target": row["answer"], "filtered_resps": text, "acc": float("nan"),
                    "submission": {**document, "prediction": text, "E": "nan"}, "input": "prompt"})
        old.append({"doc_id": number, "doc": document, "target": row["answer"], "arguments": [["prompt", {}]],
                    "resps": [[text]], "filtered_resps": [text], "submission": {"index": row["index"]}})
        harness.append({"doc_id": number, "doc": document, "target": row["answer"], "resps": [[text]],
                        "filtered_resps": [text], "filter": "none", "metrics": ["acc"], "acc": float("nan")})
    checks.compare("lmms-eval 0.7", lines(place / "new.jsonl", new), expected, "--format", "lmms-eval")
    checks.compare("lmms-eval, older", lines(place / "old.jsonl", old), expected)
    checks.compare("lmms-eval, appended twice", lines(place / "twice.jsonl", new + new), expected)
    checks.compare("lm-evaluation-harness", lines(place / "h.jsonl", harness), expected, "--format", "lm-eval")


def check_inspect(checks):
    """Inspect's own logs: in both forms, with shuffled choices, with several epochs."""
    import tiktoken
    from inspect_ai import Epochs, Task, eval as evaluate
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import choice
    from inspect_ai.solver import multiple_choice

    class Tokens:
        """Counts without the files that the real one downloads."""

        def encode(self, text, **_):
            return [0] * len(text)

    tiktoken.get_encoding = tiktoken.encoding_for_model = lambda _: Tokens()
    place = checks.place
    # In another order than they are counted in.
    questions = [row for row in rows() if row["index"] < 1_000_000][::-1]
    lines(place / "q.jsonl", [{key: row[key] for key in row if key != "prediction"} for row in questions])
    checks.assay("import", "questions", place / "q.jsonl", "--benchmark", "b", database="i.db")

    def data(shuffled, counted):
        samples = [Sample(id=None if counted else row["index"], input=row["question"], target=row["answer"],
                          choices=[row[c] for c in "ABCD" if row[c] != "nan"]) for row in questions]
        dataset = MemoryDataset(samples)
        if shuffled:
            dataset.shuffle_choices(seed=3)
        return dataset

    for name, form, shuffled, epochs, counted in [
            ("eval", "eval", False, 1, False), ("json", "json", False, 1, False),
            ("epochs", "eval", False, 3, False), ("shuffled", "eval", True, 1, False),
            ("ids that Inspect counted", "eval", False, 1, True),
            ("counted and shuffled, three epochs", "json", True, 3, True)]:
        outputs = []
        for number in range(len(questions) * epochs):
            output = ModelOutput.from_content("mockllm/model", f"ANSWER: {'ABC'[number * 7 % 11 % 3]}")
            output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
            outputs.append(output)
        task = Task(dataset=data(shuffled, counted), solver=multiple_choice(), scorer=choice())
        log = evaluate(task, model=get_model("mockllm/model", custom_outputs=outputs),
                       epochs=Epochs(epochs, ["mean", "mode"]), log_dir=str(place / name), log_format=form,
                       display="none", max_samples=1)[0]
        path = next((place / name).glob(f"*.{form}"))
        theirs = {scores.reducer or "mean": scores.metrics["accuracy"].value for scores in log.results.scores}
        of_question = {row["question"]: row["index"] for row in questions}
        if epochs == 1:
            said = {of_question[sample.input]: sample.output.completion for sample in log.samples}
            checks.compare(f"Inspect AI, {name}", path, said, "--format", "inspect", database="i.db")
        else:
            checks.models += 1
            checks.assay("import", "predictions", path, "--model", f"m{checks.models}", database="i.db")
        if epochs == 1 or not shuffled:
            scored = checks.assay("eval", "--model", f"m{checks.models}", "--rules", "assay", "-o", "json",
                                  database="i.db")
            ours = json.loads(scored.stdout)["models"][0]["results"][0]["accuracy"]
            ours = ours["value"] if isinstance(ours, dict) else ours
            compared = majority(log, of_question) if epochs > 1 else theirs["mean"]
            checks.say(abs(ours - compared) < 1e-9, f"{name}: Inspect's accuracy {compared:.3f}, ours {ours:.3f}")
        for dataset in [[], ["--dataset", place / "q.jsonl"]]:
            scored = checks.assay("score", path, "-o", "json", *dataset)
            found = json.loads(scored.stdout) if scored.returncode == 0 else {}
            ours = found.get("samples", {}).get("mean_accuracy") or found.get("results", [{}])[0].get("accuracy")
            is_right = isinstance(ours, float) and abs(ours - theirs["mean"]) < 1e-9
            checks.say(is_right, f"score, {name}{' with its data set' if dataset else ''}: Inspect's accuracy "
                                 f"{theirs['mean']:.3f}, ours {ours} {scored.stderr.decode()[-100:]}")


def majority(log, of_question):
    """The accuracy of the most frequent answer of each question, of equals the first. Inspect's reducer `mode`
    takes the most frequent score, right or wrong, which is another figure with more than two choices."""
    said = {}
    for sample in sorted(log.samples, key=lambda sample: sample.epoch):
        said.setdefault(of_question[sample.input], []).append((sample.scores["choice"].answer, sample.target))
    right = [max(answers, key=lambda one: [answer for answer, _ in answers].count(one[0])) for answers in said.values()]
    return sum(answer in target for answer, target in right) / len(right)


def check(binary):
    with tempfile.TemporaryDirectory() as place:
        checks = Checks(binary, pathlib.Path(place))
        for one in [check_tables, check_samples, check_inspect]:
            one(checks)
    return checks.wrong


if __name__ == "__main__":
    run(__doc__, "answers", MODULES, check)
