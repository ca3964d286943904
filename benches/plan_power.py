"""`assay plan` against simulated benchmarks: do as many questions as it asks for show the difference as often as it says?

    python3 benches/plan_power.py --program target/release/assay [--benchmarks 4000]

Two made-up models under CircularEval, four questions about each picture, which are hard or easy together. The program
plans from one database of 1,200 such questions; then benchmarks of the size that it names are drawn, and the difference is
tested with the variance of their pictures. Printed beside the planned power: the share of them that show it, and what a
plan that takes questions for independent would have reached.
"""

import argparse
import base64
import io
import json
import tempfile

import numpy as np
from PIL import Image
from scipy.stats import norm

from planted_errors import CHOICES, PASSES, Program

SHARED, KNOWN = 4, 1_200


def answers(random, pictures, advantage=0.45):
    """Which of two models knows each question: a row for each, the questions of a picture side by side."""
    about = np.repeat(random.normal(0, 1.2, (2, pictures)), SHARED, axis=1)
    both = np.repeat(random.normal(0, 0.8, pictures), SHARED) + random.normal(0, 0.8, pictures * SHARED)
    logit = about + both + np.array([[0.5], [0.5 + advantage]])
    return random.random(logit.shape) < 1 / (1 + np.exp(-logit))


def z_of(known):
    """The difference of two models in standard errors, with pictures as clusters."""
    difference = known[1].astype(float) - known[0]
    sums = (difference - difference.mean()).reshape(-1, SHARED).sum(1)
    variance = len(sums) / (len(sums) - 1) * (sums**2).sum() / len(difference) ** 2
    return difference.mean() / np.sqrt(variance)


def load(program, known, random):
    program.run("init")
    rows, said = [], ([], [])
    for at in range(known.shape[1]):
        picture = Image.fromarray(np.random.default_rng(at // SHARED).integers(0, 255, (8, 8, 3), np.uint8))
        out = io.BytesIO()
        picture.save(out, "PNG")
        texts = [f"thing {at}-{choice}" for choice in range(CHOICES)]
        held = [0 if knows else int(random.integers(1, CHOICES)) for knows in known[:, at]]
        for turn in range(PASSES):
            row = {"index": turn * 1_000_000 + at, "question": f"What is {at}?"}
            row |= dict(zip("ABCD", texts[turn:] + texts[:turn])) | {"answer": "ABCD"[-turn % CHOICES]}
            rows.append(row | {"image": base64.b64encode(out.getvalue()).decode()})
            for model in range(2):
                said[model].append({"index": row["index"], "prediction": "ABCD"[(held[model] - turn) % CHOICES]})
    program.run("import", "questions", program.write("b.tsv", rows), "--benchmark", "b")
    for model in range(2):
        program.run("import", "predictions", program.write(f"{model}.tsv", said[model]), "--model", f"m{model}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--benchmarks", type=int, default=4_000)
    options = parser.parse_args()
    random = np.random.default_rng(30)
    large = answers(random, 500_000)
    difference = float(large[1].mean() - large[0].mean())
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.program, folder)
        known = answers(random, KNOWN // SHARED)
        load(program, known, random)
        own = known[1].astype(float) - known[0]
        independent = own.var(ddof=1)
        for power in (0.5, 0.8, 0.95):
            plan = json.loads(program.run("plan", "--difference", difference, "--power", power, "-o", "json"))
            needed = int(plan["questions_needed"]["value"])
            pictures = -(-needed // SHARED)
            shown = np.mean([z_of(answers(random, pictures)) > 1.959964 for _ in range(options.benchmarks)])
            reach = norm.ppf(0.975) + norm.ppf(power)
            few = -(-int(independent * (reach / difference) ** 2) // SHARED)
            less = np.mean([z_of(answers(random, few)) > 1.959964 for _ in range(options.benchmarks)])
            print(f"a difference of {100 * difference:.2f} points with a power of {power}: {needed} questions show it in "
                  f"{shown:.3f} of benchmarks; {few * SHARED}, as if questions were independent, in {less:.3f}")
        print(plan["questions_needed"]["assumption"])


if __name__ == "__main__":
    main()
