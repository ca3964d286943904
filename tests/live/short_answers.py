#!/usr/bin/env python3
"""Rules of short answers against the functions of lmms-eval and VLMEvalKit: 1,000 made-up cases for each rule, and
hard ones made by hand: digits of other scripts, empty references, numbers that are none, long texts.

    tests/live/short_answers.py ASSAY [SITE]

ASSAY is the program. SITE is a folder `site-packages` with the sources of `lmms_eval` and `vlmeval`, without it that of
this Python; their functions are read from the files, so that what these import is not needed. All cases go through `assay score --rows`.
"""

import ast
import copy
import itertools
import json
import random
import re
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import types
import typing
from pathlib import Path

CASES = 1_000
RANDOM = random.Random(29)
SITE = Path(sys.argv[2] if len(sys.argv) > 2 else sysconfig.get_paths()["purelib"])


def functions(path, names, scope=None, of_class=None):
    """The functions or classes of these names in a source file."""
    body = ast.parse((SITE / path).read_text()).body
    if of_class:
        body = [inner for node in body if getattr(node, "name", None) == of_class for inner in node.body]
    found = [node for node in body if getattr(node, "name", None) in names]
    assert len(found) == len(names), (path, names)
    for node in found:
        node.decorator_list = []
    scope = {"re": re, "statistics": statistics, "Optional": typing.Optional, **(scope or {})}
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
CHARTQA = functions("lmms_eval/tasks/chartqa/utils.py", ["relaxed_correctness"])
OCRBENCH = functions("lmms_eval/tasks/ocrbench/utils.py", ["_fold_fullwidth_ascii", "ocrbench_process_results"])
MISC = functions("vlmeval/smp/misc.py", ["process_punctuation", "istype"])
YES_NO = functions("vlmeval/dataset/utils/yorn.py", ["YOrN_Extraction"], vars(MISC))
MME = functions("lmms_eval/tasks/mme/utils.py", ["parse_pred_ans"])
KIT = functions("vlmeval/dataset/utils/vqa_eval.py", ["process_line", "relaxed_correctness"], vars(MISC))
POST_CHECK = functions("vlmeval/dataset/utils/mathvista.py", ["post_check"])


FORMULAS = "Handwritten Mathematical Expression Recognition"


class Rows(list):
    """A table as VLMEvalKit's OCRBench reads it."""

    iloc = property(lambda self: self)


TABLE, SCORES = Rows(), []
OCRBENCH_KIT = functions(
    "vlmeval/dataset/utils/ocrbench.py",
    ["OCRBench_eval"],
    {
        "load": lambda _: TABLE,
        "tqdm": lambda rows: rows,
        "dump": lambda scores, _: SCORES.append(scores["Final Score"]),
        "get_intermediate_file_path": lambda *_: None,
        "logger": types.SimpleNamespace(info=lambda _: None),
    },
)


def mathvista(text, answers, precision):
    """The kind of the answer is in the form of the reference, as in MathVista's data."""
    (answer,) = answers
    kind = "text"
    if answer.startswith("["):
        kind = "list"
    elif precision is not None:
        kind = "float"
    elif re.fullmatch(r"[+-]?\d+", answer):
        kind = "integer"
    elif decimals := re.fullmatch(r"[+-]?\d*\.(\d+)", answer):
        kind, precision = "float", len(decimals[1])
    value = MATHVISTA.normalize_extracted_answer(None, text, [], "free_form", kind, precision)
    return float(MATHVISTA.safe_equal(None, value, answer))


def mmmu_open(text, answers, _):
    gold = answers if len(answers) > 1 else answers[0]
    return float(MMMU.eval_open(gold, MMMU.parse_open_response(text)))


def vqa(text, answers, _):
    people = [{"answer": answer, "answer_id": at} for at, answer in enumerate(answers)]
    return VQA.vqav2_process_results({"question_id": 1, "answers": people}, [text])["exact_match"]


def anls(text, answers, _):
    return float(ANLS.anls(answers, [text])["anls"])


def yes_no(text, answers, _):
    said = YES_NO.YOrN_Extraction(text)
    if said == "Unknown" and len(text.strip().replace(".", "")) == 1:
        said = MME.parse_pred_ans(text).capitalize()
    return float(said == answers[0]) if said in ("Yes", "No") else None


def relaxed(text, answers, _):
    score = float(any(CHARTQA.relaxed_correctness(text, answer) for answer in answers))
    # VLMEvalKit leaves out the spaces around an answer first.
    if text == text.strip():
        line = {"answer": repr(answers), "prediction": text}
        assert score == float(any(KIT.process_line(line, "relaxed_accuracy")["match"])), (text, answers)
    return score


def ocrbench(text, answers, is_formula):
    TABLE[:] = [{"prediction": text, "answer": repr(answers), "category": FORMULAS if is_formula else "Doc-oriented VQA"}]
    OCRBENCH_KIT.OCRBench_eval("file")
    score = float(SCORES.pop())
    if not any("\uff01" <= letter <= "\uff5e" or letter == "\u3000" for letter in "".join([text, *answers])):
        document = {"answer": answers, "dataset": "HME100k" if is_formula else "x", "question_type": "?"}
        other = OCRBENCH.ocrbench_process_results(document, [text])["ocrbench_accuracy"]["score"]
        assert score == other, (text, answers)
    return score


def contains(text, answers, _):
    return ocrbench(text, answers, False)


def contains_formula(text, answers, _):
    return ocrbench(text, answers, True)


def exact(text, answers, _):
    return max(KIT.process_line({"answer": repr(answers), "prediction": text}, "accuracy")["match"])


def numeric(text, answers, precision):
    if precision is None:
        line = {"answer": answers[0], "prediction": text, "res": text, "question_type": "free_form", "answer_type": "float"}
        return float(POST_CHECK.post_check(line))
    return float(round(float(text), precision) == round(float(answers[0]), precision))


def of_list(text, answers, _):
    return float(ast.literal_eval(text) == ast.literal_eval(answers[0]))


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


def a_mathvista():
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
    return RANDOM.choice(texts), [answer], precision


def a_mmmu_open():
    text = RANDOM.choice([
        phrase(9),
        f"So the answer is {number()}",
        f"x = {number()} m\nTherefore {phrase(3)} is {number()}.",
        number(),
    ])
    answers = [RANDOM.choice([number(), phrase(1), phrase(2), "5", "c"]) for _ in range(RANDOM.randint(1, 2))]
    if RANDOM.random() < 0.5:
        answers = [RANDOM.choice(MMMU.extract_numbers(text) or [text])]
    return text, answers, None


def a_vqa():
    pool = [phrase(3) for _ in range(3)]
    text = RANDOM.choice([*pool, pool[0].upper(), "The " + pool[0], pool[0] + "."])
    return text, [RANDOM.choice(pool) for _ in range(10)], None


def an_anls():
    answer = phrase(4)
    letters = list(answer)
    for _ in range(RANDOM.randint(0, max(1, len(letters) // 2))):
        letters[RANDOM.randrange(len(letters))] = RANDOM.choice("abcXYZ é")
    text = RANDOM.choice(["".join(letters), answer.upper(), "  " + answer, answer])
    return text, [answer] + [phrase(4) for _ in range(RANDOM.randint(0, 2))], None


def a_yes_no():
    texts = ["Yes", "no.", "Yes, it is.", "There is no dog", "No, not yes", "(yes)", "yes/no", "n0", '"No"', "Yes-it"]
    return RANDOM.choice([phrase(5), *texts, "y", "N."]), [RANDOM.choice(["Yes", "No"])], None


def a_relaxed():
    answer = RANDOM.choice([number(), number() + "%", phrase(2), "0"])
    texts = [answer, answer.upper(), answer + "%", answer + ".", f" {answer} ", number(), phrase(2)]
    try:
        value = float(answer.rstrip("%"))
        sign = "%" if answer.endswith("%") else ""
        texts += [f"{value * factor}{sign}" for factor in (0.94, 0.95, 0.951, 1, 1.049, 1.05, 1.06)]
        texts += [str(value / 100), str(value * 100) + "%"]
    except ValueError:
        pass
    return RANDOM.choice(texts), [answer] + [phrase(1)] * RANDOM.randint(0, 1), None


def a_contains():
    answers = [phrase(2) for _ in range(RANDOM.randint(1, 3))]
    inside = RANDOM.choice(answers)
    inside = RANDOM.choice([inside, inside.upper(), inside.replace(" ", "\n"), inside.replace(" ", "  "), inside[:-1]])
    return RANDOM.choice([inside, f"It says {inside}.", phrase(6), f"  {inside}\n"]), answers, None


def a_contains_formula():
    signs = ["x", "X", "^", "{", "}", "2", "\\frac", "\\alpha", "+", "="]
    answer = " ".join(RANDOM.choice(signs) for _ in range(RANDOM.randint(1, 6)))
    inside = RANDOM.choice([answer, answer.replace(" ", ""), answer.replace(" ", "\n"), answer.upper(), answer[2:], answer + "\t"])
    return RANDOM.choice([inside, f"$$ {inside} $$", f"So\t{inside}"]), [answer], None


def an_exact():
    answer = RANDOM.choice(["Red Car", "left", "STOP", "12 cm", "café"])
    texts = [answer, answer.upper(), f" {answer} ", answer.lower(), "other", "Red", "leftt"]
    return RANDOM.choice(texts), [answer, RANDOM.choice(["left", "x"])], None


def a_numeric():
    precision = RANDOM.choice([None, 1, 2])
    value = RANDOM.uniform(-50, 50)
    answer = f"{value:.{precision}f}" if precision else str(RANDOM.randint(-9, 99))
    return RANDOM.choice([answer, f"{value:.4f}", str(RANDOM.randint(-9, 99)), str(float(answer))]), [answer], precision


def a_list():
    answer = [RANDOM.choice([1, 2, 3, 1.5]) for _ in range(RANDOM.randint(1, 3))]
    said = RANDOM.choice([answer, answer[::-1], answer + [1], [float(entry) for entry in answer]])
    return RANDOM.choice([str(said), str(said).replace(" ", "")]), [str(answer)], None


# Each rule with the peer's function and made-up cases.
RULES = {
    "mathvista": (mathvista, a_mathvista),
    "mmmu-open": (mmmu_open, a_mmmu_open),
    "vqa": (vqa, a_vqa),
    "anls": (anls, an_anls),
    "yes-no": (yes_no, a_yes_no),
    "relaxed": (relaxed, a_relaxed),
    "contains": (contains, a_contains),
    "contains-formula": (contains_formula, a_contains_formula),
    "exact": (exact, an_exact),
    "numeric": (numeric, a_numeric),
    "list": (of_list, a_list),
}
HARD = [
    "", " \n", "３", "３.５", "-٤٢", "१२", "𝟙𝟘", "１，０００", "1,000", "²", "½", "三", "1e999", "-1e999", "nan", "NaN", "inf", "-Infinity",
    "1_0", "0x10", "-0", "0.0", ".5", "5.", "50%", "%", "$3", "3 cm", "[1, 2]", "[1,2]", "[]", "y", "Y.", "n", "yes no", "YES",
    "no\n", "it is ３", "so x = ٣", "answer is: 3.", "the answer is", "is ", "=", "…", "’", "a", "A.", "İ", "ß", "ΑΣ", "é", "e\u0301",
    "\u00a0 3 \u00a0", "3\u2003", "x" * 5000 + " 3", "1" * 400, "0." + "3" * 400, "-", "--3", "1.2.3", "1,23,456", "1e5", "1E+5",
]
REFERENCES = ["", "3", "３", "-42", "1000", "1,000", "Yes", "No", "a", "ß", "[1, 2]", "inf", "nan", "0", "0.5", "50%", "x", "."]


def is_number(text):
    try:
        return bool(float(text)) or True
    except ValueError:
        return False


def hard(rule):
    """Every hard text with every reference. Rules of our own are other ones there by design, and for texts in which
    MathVista reads no number it asks a language model."""
    if rule in ("exact", "numeric", "list"):
        return []
    precisions = [None, 1] if rule == "mathvista" else [None]
    references = [reference for reference in REFERENCES if rule != "yes-no" or reference in ("Yes", "No")]
    repeated = 10 if rule == "vqa" else 1
    cases = itertools.product(HARD, references, precisions)
    if rule == "mathvista":
        cases = ((text, *case) for text, *case in cases if is_number(text) or case == ["x", None])
    return [(text, [reference] * repeated, precision) for text, reference, precision in cases]


def judged(program, folder, rule, cases):
    """The scores of the program; `None` where nothing was read."""
    lines = []
    for index, (text, answers, precision) in enumerate(cases):
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
        for rule, (peer, make) in RULES.items():
            cases = [make() for _ in range(CASES)]
            by_hand = hard(rule)
            cases += by_hand
            differ, right = [], 0
            for case, score in zip(cases, judged(sys.argv[1], folder, rule, cases)):
                # An empty answer says nothing here; peers find an empty reference in it.
                expected = peer(*copy.deepcopy(case)) if case[0].strip() else None
                right += bool(expected)
                # Where a peer asks no language model, what it cannot read is wrong.
                if rule != "yes-no":
                    score, expected = score or 0.0, expected or 0.0
                if (score is None) != (expected is None) or score is not None and abs(score - expected) > 1e-9:
                    differ.append((case, score))
            print(f"{rule}: {CASES} cases and {len(by_hand)} hard ones, {right} with a score above 0, {len(differ)} differ")
            for (text, *case), score in differ[:10]:
                print("   ", repr(text[:60]), *case, "ours:", score)
            wrong += len(differ)
    sys.exit(wrong > 0)


main()
