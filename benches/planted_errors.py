"""Benchmarks with planted errors, for `stakes.py` and `probable_error.py`: made-up models of made-up questions, or
the real outputs in ../shared/data, written as files, imported and reported by the program.

Four kinds of errors: 1 another key, 2 two right choices, 3 answered without the picture, 4 a wrong picture.
"""

import csv
import json
import pathlib
import subprocess

import numpy as np

CHOICES, PASSES = 4, 4
KINDS = {1: "wrong key", 2: "two right", 3: "text-only", 4: "wrong picture"}
REAL = pathlib.Path(__file__).parents[2] / "shared/data/extraction_real.jsonl"


class World:
    """Questions with their keys, and what each model says: the original choice, by question and pass, or None."""

    def __init__(self, kinds, keys, said, text_said, texts=None):
        self.kinds, self.keys = kinds, keys
        self.said, self.text_said = said, text_said
        self.texts = texts  # of real outputs: by model and question the text, and the choices of each question

    @property
    def errors(self):
        return self.kinds > 0


def simulated(seed, models, questions=500, rate=0.08, text_models=3, attractive=0.4):
    """A model knows a question with a probability that falls with its difficulty. Else, on questions with an
    attractive wrong choice, it may hold that; else it guesses each pass."""
    random = np.random.default_rng(seed)
    kinds = np.zeros(questions, int)
    for number, question in enumerate(random.permutation(questions)[: int(questions * rate)]):
        kinds[question] = 1 + number % 4
    difficulty = random.normal(0, 1.5, questions)
    attracts = random.random(questions) < attractive
    guessable = random.random(questions) < 0.12
    true = random.integers(0, CHOICES, questions)
    other = lambda: (true + random.integers(1, CHOICES, questions)) % CHOICES
    distractor, second, wrong_key = other(), other(), other()
    keys = np.where(kinds == 1, wrong_key, true)

    def says(held, slip):
        guess = held is None or random.random() < slip
        return random.integers(0, CHOICES) if guess else held

    said = np.zeros((models, questions, PASSES), int)
    for model, skill in enumerate(random.uniform(-0.3, 2.2, models)):
        for at in range(questions):
            knows = 1 / (1 + np.exp(-1.7 * (skill - difficulty[at])))
            lured = attracts[at] and random.random() < 0.5
            held = None
            if kinds[at] == 4:
                held = distractor[at] if lured and random.random() < 0.7 else None
            elif random.random() < (max(knows, 0.85) if kinds[at] == 3 else knows):
                held = second[at] if kinds[at] == 2 and random.random() < 0.5 else true[at]
            elif lured:
                held = distractor[at]
            said[model, at] = [says(held, 0.07) for _ in range(PASSES)]
    text_said = np.zeros((text_models, questions, PASSES), int)
    for model in range(text_models):
        for at in range(questions):
            knows = 0.85 if kinds[at] == 3 else 0.5 if guessable[at] else 0.12
            held = true[at] if random.random() < knows else None
            if held is None and random.random() < 0.3:
                held = distractor[at]
            text_said[model, at] = [says(held, 0.1) for _ in range(PASSES)]
    return World(kinds, keys, said, text_said)


def real(seed, models, rate=0.08, as_letters=False):
    """Bard, Claude, LLaVA and InstructBLIP on MathVista: other keys, and pictures exchanged for those of another
    question, whose outputs then stand for what the models said. One pass. `as_letters`: only the letters that VLMEvalKit's late
    rules read, so that nothing depends on our reading."""
    random = np.random.default_rng(seed)
    rows = [json.loads(line) for line in open(REAL, encoding="utf-8")]
    outputs = {}
    for row in rows:
        if row["set"] == "mathvista":
            outputs.setdefault(row["id"].rsplit("/", 1)[1], {})[row["model"]] = row
    names = ["bard", "claude", "llava", "instruct_blip2"]
    names = [names[at] for at in sorted(random.permutation(len(names))[:models])]
    questions = [question for question in outputs.values() if question["bard"]["answer"]]
    any_row = [question["bard"] for question in questions]
    keys = np.array(["ABCDEFGHI".index(row["answer"]) for row in any_row])
    counts = np.array([len(row["choices"]) for row in any_row])
    kinds = np.zeros(len(questions), int)
    shown = list(range(len(questions)))
    for number, at in enumerate(random.permutation(len(questions))[: int(len(questions) * rate)]):
        kinds[at] = (1, 4)[number % 2]
        if kinds[at] == 1:
            keys[at] = random.choice([key for key in range(counts[at]) if key != keys[at]])
        else:
            shown[at] = random.choice(np.flatnonzero(counts == counts[at]))
    said = [[[outputs_of(questions[shown[at]][name])] for at in range(len(questions))] for name in names]
    text = lambda row: (row["late"] or "?") if as_letters else row["prediction"]
    texts = [[text(questions[shown[at]][name]) for at in range(len(questions))] for name in names]
    return World(kinds, keys, said, [], (texts, [row["choices"] for row in any_row]))


def outputs_of(row):
    """What VLMEvalKit's late rules read, as the position of a choice; None for no choice."""
    late = row["late"]
    return "ABCDEFGHI".index(late) if late and late in "ABCDEFGHI" else None


class Program:
    """The program with a database of its own."""

    def __init__(self, path, folder):
        self.path, self.folder = path, pathlib.Path(folder)
        self.database = self.folder / "world.db"

    def run(self, *arguments):
        command = [self.path, "--db", self.database, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command))}\n{done.stderr}")
        return done.stdout

    def report(self, *arguments):
        return json.loads(self.run("report", *arguments, "-o", "json"))

    def load(self, world):
        """A new database with the benchmark and the answers of its models."""
        for old in self.folder.glob("world.db*"):
            old.unlink()
        self.run("init")
        rows, shown = self.questions(world)
        benchmark = self.write("benchmark.tsv", rows)
        self.run("import", "questions", benchmark, "--benchmark", "planted")
        for kind, models in (("image", world.said), ("text", world.text_said)):
            for model, said in enumerate(models):
                name = f"{kind}-{model}"
                answers = self.answers(world, model, said, rows, shown)
                path = self.write(f"{name}.tsv", answers)
                self.run("import", "predictions", path, "--model", name, "--input", kind)

    def questions(self, world):
        """The rows of the benchmark, and for each the question, the pass and the rotation."""
        rows, shown = [], []
        real = world.texts is not None
        for at, key in enumerate(world.keys):
            texts = list(world.texts[1][at].values()) if real else [f"thing {at}-{c}" for c in range(CHOICES)]
            for turn in range(1 if real else PASSES):
                turned = texts[turn:] + texts[:turn]
                row = {"index": turn * 1_000_000 + at, "question": f"What is shown in picture {at}?"}
                row |= {letter: "" for letter in "ABCDEFGHI"} | dict(zip("ABCDEFGHI", turned))
                row |= {"answer": "ABCDEFGHI"[(key - turn) % len(texts)], "category": "made-up"}
                rows.append(row)
                shown.append((at, turn))
        return rows, shown

    def answers(self, world, model, said, rows, shown):
        answers = []
        for row, (at, turn) in zip(rows, shown):
            if world.texts is not None:
                text = world.texts[0][model][at]
            else:
                text = "ABCD"[(int(said[at][turn]) - turn) % CHOICES]
            answers.append({"index": row["index"], "prediction": text})
        return answers

    def write(self, name, rows):
        path = self.folder / name
        with open(path, "w", newline="", encoding="utf-8") as out:
            writer = csv.DictWriter(out, rows[0].keys(), delimiter="\t", quoting=csv.QUOTE_ALL)
            writer.writeheader()
            writer.writerows(rows)
        return path
