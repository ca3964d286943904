"""`assay report stakes` against trying all outcomes, and how many verifications settle a ranking when the questions
come in the order of stakes, against a random order.

    python3 benches/stakes.py --program target/release/assay [--seeds 5]

Brute force: 11 made-up models under CircularEval, and the real models of MathVista (one pass); 12 questions are
open, and a question has as many outcomes as differ for the models. Then 40 open questions with planted errors are
settled one by one as they are (kept, removed, another key) until no open question can change a pair of models.
"""

import argparse
import itertools
import tempfile

import numpy as np

from planted_errors import CHOICES, REAL, Program, real, simulated


def right_under(world, at, key):
    """Which models are right on a question under a key: all passes hold it."""
    return tuple(all(choice == key for choice in said[at]) for said in world.said)


def outcomes_of(world, at, choices, kinds=("keep", "remove", "rekey")):
    """The outcomes of a question that differ for the models."""
    found = set()
    for key in range(choices):
        if ("keep" if key == world.keys[at] else "rekey") in kinds:
            found.add(right_under(world, at, key))
    if "remove" in kinds:
        found.add((False,) * len(world.said))
    return sorted(found)


def check(program, world, open_questions, kinds):
    """Compares the report with all joint outcomes."""
    program.load(world)
    report = program.report(
        "stakes", "--questions", ",".join(map(str, open_questions)), "--outcomes", ",".join(kinds)
    )
    choices = lambda at: len(world.texts[1][at]) if world.texts else CHOICES
    now = np.array([right_under(world, at, world.keys[at]) for at in range(len(world.keys))], int)
    settled = now.sum(0) - now[open_questions].sum(0)
    options = [outcomes_of(world, at, choices(at), kinds) for at in open_questions]
    sums = settled[None, :].astype(np.int16)
    for option in options:
        sums = (sums[:, None, :] + np.array(option, np.int16)[None, :, :]).reshape(-1, sums.shape[1])
    names = [f"image-{model}" for model in range(len(world.said))]
    for pair in report["pairs"]:
        a, b = names.index(pair["a"]), names.index(pair["b"])
        difference = sums[:, a] - sums[:, b]
        signs = np.unique(np.sign(difference))
        expected = (difference.min(), difference.max(), len(signs) == 1)
        assert expected == (pair["min"], pair["max"], pair["decided"]), (pair, expected)
        assert pair["difference"] == now.sum(0)[a] - now.sum(0)[b]
    for row in report["models"]:
        model = names.index(row["model"])
        places = 1 + (sums > sums[:, [model]]).sum(1)
        assert row["exact"], row
        assert (row["best"], row["worst"]) == (places.min(), places.max()), (row, places.min(), places.max())
        assert row["correct"] == now.sum(0)[model]
    counts = {str(at): count for at, count in zip(open_questions, pairs_turned(settled, options)[0])}
    assert {row["key"]: row["pairs"] for row in report["questions"]} == counts
    return len(sums)


def pairs_turned(settled, options):
    """For each open question the pairs that it turns and how far it moves them; and the undecided pairs."""
    models = len(settled)
    undecided, counts = 0, np.zeros((2, len(options)), int)
    arrays = [np.array(option, int) for option in options]
    for a, b in itertools.combinations(range(models), 2):
        gains = [sorted(set(option[:, a] - option[:, b])) for option in arrays]
        base = settled[a] - settled[b]
        least, most = base + sum(one[0] for one in gains), base + sum(one[-1] for one in gains)
        if np.sign(least) == np.sign(most):
            continue
        undecided += 1
        for at, own in enumerate(gains):
            if len(own) < 2:
                continue
            # Every sum of the others, tried out.
            sums = {base}
            for other, gain in enumerate(gains):
                if other != at and len(gain) > 1:
                    sums = {one + add for one in sums for add in gain}
                elif other != at:
                    sums = {one + gain[0] for one in sums}
            if any(np.sign(one + own[0]) != np.sign(one + own[-1]) for one in sums):
                counts[0, at] += 1
                counts[1, at] += own[-1] - own[0]
    return counts[0].tolist(), counts[1].tolist(), undecided


def needed(world, open_questions, order, every=1):
    """How many questions are settled until no pair can change, in the order that `order` gives after every few."""
    now = np.array([right_under(world, at, world.keys[at]) for at in range(len(world.keys))], int)
    settled = now.sum(0) - now[open_questions].sum(0)
    options = {at: outcomes_of(world, at, CHOICES) for at in open_questions}
    for count in range(len(open_questions) + 1):
        turned, moved, undecided = pairs_turned(settled, list(options.values()))
        if undecided == 0:
            return count
        if count % every == 0:
            left = list(options)
            queue = [left[place] for place in order(turned, moved)]
        at = queue.pop(0)
        del options[at]
        # Errors of the key get another key, others leave; the rest stays.
        if world.kinds[at] == 1:
            settled = settled + np.array(right_under(world, at, world.true_keys[at]), int)
        elif world.kinds[at] == 0:
            settled = settled + now[at]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--seeds", type=int, default=5)
    options = parser.parse_args()
    everything, tried = ("keep", "remove", "rekey"), 0
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.program, folder)
        for seed in range(options.seeds):
            random = np.random.default_rng(seed)
            worlds = [simulated(seed, 11, questions=40, text_models=0)]
            worlds += [real(seed, 4, as_letters=True)] if REAL.exists() else []
            for world in worlds:
                open_questions = sorted(random.permutation(len(world.keys))[:12].tolist())
                kinds = [everything, everything[:2], ("keep", "rekey")][seed % 3]
                tried += check(program, world, open_questions, kinds)
        print(f"equal to brute force: {tried} joint outcomes in {options.seeds} seeds")
    results = []
    for seed in range(options.seeds):
        world = simulated(1000 + seed, 11, questions=500, rate=0.1)
        world.true_keys = simulated_true_keys(world)
        random = np.random.default_rng(seed)
        wrong, sound = np.flatnonzero(world.errors), np.flatnonzero(~world.errors)
        chosen = [*random.permutation(wrong)[:20], *random.permutation(sound)[:20]]
        open_questions = sorted(int(at) for at in chosen)
        by_stakes = lambda turned, moved: sorted(range(len(turned)), key=lambda at: (-turned[at], -moved[at]))
        at_random = lambda turned, moved: random.permutation(len(turned)).tolist()
        stakes = [needed(world, open_questions, by_stakes, every) for every in (1, 5, len(open_questions))]
        results.append((*stakes, np.median([needed(world, open_questions, at_random) for _ in range(10)])))
    each, fifth, once, at_random = np.mean(results, axis=0)
    print(f"of {len(open_questions)} open questions settle the order, ranked after each {each:.1f}, after every fifth "
          f"{fifth:.1f}, once {once:.1f}; at random {at_random:.1f}: means of {options.seeds} seeds")


def simulated_true_keys(world):
    """The choice that most passes hold, which is the right one of a question with a wrong key."""
    counts = np.stack([(world.said == key).sum(axis=(0, 2)) for key in range(CHOICES)])
    return counts.argmax(axis=0)


if __name__ == "__main__":
    main()
