#!/usr/bin/env python3
"""Rules of short answers against the functions of lmms-eval and VLMEvalKit, 1,000 made-up cases for each rule.

    tests/live/short_answers.py ASSAY [SITE]

ASSAY is the program. SITE is a folder `site-packages` with the sources of `lmms_eval` and `vlmeval`; their functions are
read from the files, so that what these import is not needed. All cases go through `assay score --rows`.
"""

import ast
import copy
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import types
from pathlib import Path

CASES = 1_000
RANDOM = random.Random(29)
SITE = Path(sys.argv[2] if len(sys.argv) > 2 else "/tmp/venv29/lib/python3.11/site-packages")


def functions(path, names, scope=None, of_class=None):
    """The functions or classes of these names in a source file."""
    body = ast.parse((SITE / path).read_text()).body
    if of_class:
        body = [inner for node in body if getattr(node, "name", None) == of_class for inner in node.body]
    found = [node for node in body if getattr(node, "name", None) in names]
    assert len(found) == len(names), (path, names)
    for node in found:
        node.decorator_list = []
    scope = {"re": re, "statistics": statistics, **(scope or {})}
    exec(compile(ast.Module(found, []), path, "exec"), scope)
    return types.SimpleNamespace(**{name: scope[name] for name in names})


LOG = {"eval_logger": types.SimpleNamespace(info=print)}
MATHVISTA = functions(
    "lmms_eval/tasks/mathvista/mathvista_evals.py",
    ["normalize_extracted_answer", "safe_equal"],
    LOG,
    "MathVistaEvaluator",
)
MMMU_NAMES = ["extract_numbers", "check_is_number", "normalize_str", "parse_open_response", "eval_open"]
MMMU = functions("lmms_eval/tasks/mmmu/utils.py", MMMU_NAMES)
EVAL_AI = functions("lmms_eval/tasks/_task_utils/vqa_eval_metric.py", ["EvalAIAnswerProcessor"])
VQA = functions("lmms_eval/tasks/vqav2/utils.py", ["vqav2_process_results"], vars(EVAL_AI))
ANLS = functions("lmms_eval/api/metrics.py", ["levenshtein_distance", "anls"])
PUNCTUATION = functions("vlmeval/smp/misc.py", ["process_punctuation"])
YES_NO = functions("vlmeval/dataset/utils/yorn.py", ["YOrN_Extraction"], vars(PUNCTUATION))

WORDS = (
    "the a an red blue Cat dog's isnt dont theyre two three Ten None ten-speed 3.5 1,000 5. No. 12 -7 .5 1e5 3.14e-2 "
    "2,500,000 answer is so = result: final 50% $4.00 (left) yes no Yes, NO! not don't café ß straße İstanbul 中文 km/h "
    "T-shirt ? ! : ; . , 7.0 0.05 1.005 2.675 -0 12,34 x2 y= A B"
).split(" ")


def phrase(most=6):
    joint = RANDOM.choice([" ", " ", " ", "  ", "\n", ", ", ". "])
    return joint.join(RANDOM.choice(WORDS) for _ in range(RANDOM.randint(1, most)))


def number():
    return RANDOM.choice([
        str(RANDOM.randint(-20, 400)),
        f"{RANDOM.uniform(-9, 99):.{RANDOM.randint(0, 4)}f}",
        f"{RANDOM.randint(1, 999)},{RANDOM.randint(100, 999)}",
        f"{RANDOM.uniform(0, 1):.3e}",
    ])


def mathvista():
    kind = RANDOM.choice(["integer", "float", "list", "text"])
    precision = RANDOM.choice([1, 2]) if kind == "float" else None
    if kind == "integer":
        answer = str(RANDOM.randint(-5, 30))
        near = f"{float(answer) + RANDOM.choice([0, 0.4, 0.9])}"
        texts = [answer, f" {answer}", near, str(RANDOM.randint(-5, 30)), "inf", "1_0", "nan", "1e1", "+3"]
    elif kind == "float":
        value = RANDOM.uniform(-3, 3)
        answer = str(round(value, precision))
        texts = [answer, f"{value:.4f}", f" {answer}\t", answer + "0", "1e-7", "-.5", "0.125", "2.675", "1e22"]
    elif kind == "list":
        answer = str([RANDOM.randint(0, 3), RANDOM.randint(0, 3)])
        texts = [answer, answer.replace(" ", ""), f" {answer} ", "[1, 2]"]
    else:
        answer = RANDOM.choice(["left", "A", "two"])
        texts = ["left", "A", "two", " left ", "Left"]
    text = RANDOM.choice(texts)
    value = MATHVISTA.normalize_extracted_answer(None, text, [], "free_form", kind, precision)
    return text, [answer], float(MATHVISTA.safe_equal(None, value, answer)), precision


def mmmu_open():
    text = RANDOM.choice([
        phrase(9),
        f"So the answer is {number()}",
        f"x = {number()} m\nTherefore {phrase(3)} is {number()}.",
        number(),
    ])
    answers = [RANDOM.choice([number(), phrase(1), phrase(2), "5", "c"]) for _ in range(RANDOM.randint(1, 2))]
    if RANDOM.random() < 0.5:
        answers = [RANDOM.choice(MMMU.extract_numbers(text) or [text])]
    gold = answers if len(answers) > 1 else answers[0]
    return text, answers, float(MMMU.eval_open(gold, MMMU.parse_open_response(text))), None


def vqa():
    pool = [phrase(3) for _ in range(3)]
    text = RANDOM.choice([*pool, pool[0].upper(), "The " + pool[0], pool[0] + "."])
    answers = [RANDOM.choice(pool) for _ in range(10)]
    people = [{"answer": answer, "answer_id": at} for at, answer in enumerate(answers)]
    document = {"question_id": 1, "answers": people}
    return text, answers, VQA.vqav2_process_results(copy.deepcopy(document), [text])["exact_match"], None


def anls():
    answer = phrase(4)
    letters = list(answer)
    for _ in range(RANDOM.randint(0, max(1, len(letters) // 2))):
        letters[RANDOM.randrange(len(letters))] = RANDOM.choice("abcXYZ é")
    text = RANDOM.choice(["".join(letters), answer.upper(), "  " + answer, answer])
    answers = [answer] + [phrase(4) for _ in range(RANDOM.randint(0, 2))]
    return text, answers, float(ANLS.anls(answers, [text])["anls"]), None


def yes_no():
    texts = ["Yes", "no.", "Yes, it is.", "There is no dog", "No, not yes", "(yes)", "yes/no", "n0", '"No"', "Yes-it"]
    text, answer = RANDOM.choice([phrase(5), *texts]), RANDOM.choice(["Yes", "No"])
    said = YES_NO.YOrN_Extraction(text)
    return text, [answer], None if said == "Unknown" else float(said == answer), None


def exact():
    answer = RANDOM.choice(["Red Car", "left", "STOP", "12 cm", "café"])
    text = RANDOM.choice([answer, answer.upper(), f" {answer} ", answer.lower(), "other", "Red", "leftt"])
    # VLMEvalKit's `accuracy` in vqa_eval.py.
    return text, [answer], float(answer.strip().lower() == text.strip().lower()), None


def numeric():
    precision = RANDOM.choice([None, 1, 2])
    value = RANDOM.uniform(-50, 50)
    answer = f"{value:.{precision}f}" if precision else str(RANDOM.randint(-9, 99))
    text = RANDOM.choice([answer, f"{value:.4f}", str(RANDOM.randint(-9, 99)), str(float(answer))])
    # VLMEvalKit compares floats (mathvista.py, post_check); with a precision both are rounded first.
    one, other = float(text), float(answer)
    is_equal = round(one, precision) == round(other, precision) if precision else one == other
    return text, [answer], float(is_equal), precision


def of_list():
    answer = [RANDOM.choice([1, 2, 3, 1.5]) for _ in range(RANDOM.randint(1, 3))]
    said = RANDOM.choice([answer, answer[::-1], answer + [1], [float(entry) for entry in answer]])
    text = RANDOM.choice([str(said), str(said).replace(" ", "")])
    return text, [str(answer)], float(said == answer), None


RULES = {
    "mathvista": mathvista,
    "mmmu-open": mmmu_open,
    "vqa": vqa,
    "anls": anls,
    "yes-no": yes_no,
    "exact": exact,
    "numeric": numeric,
    "list": of_list,
}


def judged(program, folder, rule, cases):
    """The scores of the program; `None` where nothing was read."""
    lines = []
    for index, (text, answers, _, precision) in enumerate(cases):
        short = {"rule": rule, "answers": answers}
        if precision is not None:
            short["precision"] = precision
        row = {"index": index, "question": "?", "answer": answers[0], "short_answer": short, "prediction": text}
        lines.append(json.dumps(row))
    file = Path(folder, f"{rule}.jsonl")
    file.write_text("\n".join(lines))
    run = subprocess.run([program, "score", file, "--rows"], capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(rows) == len(cases), (rule, len(rows))
    return [row.get("score") for row in rows]


def main():
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for rule, make in RULES.items():
            cases = [make() for _ in range(CASES)]
            scores = judged(sys.argv[1], folder, rule, cases)
            differ = []
            for case, score in zip(cases, scores):
                expected = case[2]
                # Where a peer asks no language model, what it cannot read is wrong.
                if rule != "yes-no" and score is None:
                    score = 0.0
                if (score is None) != (expected is None) or score is not None and abs(score - expected) > 1e-9:
                    differ.append((case, score))
            right = sum(1 for case in cases if case[2])
            print(f"{rule}: {CASES} cases, {right} with a score above 0, {len(differ)} differ")
            for case, score in differ[:5]:
                print("   ", case, "ours:", score)
            wrong += len(differ)
    sys.exit(wrong > 0)


main()
