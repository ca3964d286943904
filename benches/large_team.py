"""Times the reports over a team's decisions: 62,650 reviews by 200 people, two of each question, added to a
copy of the database of `large_database.py`; and a merge of a whole copy, with somebody else writing.

    python3 benches/large_team.py --db /tmp/assay_large/large.db --folder /tmp/team --program NAME=PATH ...

With several programs each command is run by one after the other in turn, so that both meet the same load.
Prints the seconds of wall and processor time, the fastest of `--runs`.
"""

import argparse
import json
import pathlib
import random
import resource
import shutil
import sqlite3
import statistics
import subprocess
import threading
import time
import uuid

PEOPLE = 200
REPORTS = [["status", "-o", "json"], ["agree", "review", "-o", "json"], ["describe", "-o", "json"]]


def decisions(database, seed=20261123):
    """Two reviews of each question, as `export decisions` writes them."""
    random_source = random.Random(seed)
    with sqlite3.connect(database) as connection:
        name = connection.execute("SELECT name FROM benchmark").fetchone()[0]
        questions = connection.execute(
            "SELECT key, revision, content_hash, answer FROM question WHERE is_current = 1 ORDER BY id"
        ).fetchall()
    moment = 1_790_000_000_000
    for number, (key, revision, content_hash, reference) in enumerate(questions):
        for person in ((2 * number) % PEOPLE, (2 * number + 1) % PEOPLE):
            moment += 7
            is_right = random_source.random() < 0.93
            answer = reference if is_right else random_source.choice("ABCD")
            verdict = "keep" if random_source.random() < 0.95 else "wrong"
            created = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment / 1000))
            yield {
                "id": str(uuid.UUID(int=(moment << 80) | (7 << 76) | (2 << 62) | number * 2 + person % 2)),
                "queue": "review",
                "benchmark": name,
                "item": key,
                "question_revision": revision,
                "question_hash": content_hash,
                "annotator": f"person-{person:03}",
                "act": "review",
                "answer": answer,
                "verdict": verdict,
                "reasons": ["ambiguous-question"] if verdict == "wrong" else [],
                "supersedes": None,
                "guideline": None,
                "exposure": {"screen": "script", "reference": False},
                "active_ms": random_source.randrange(3_000, 60_000),
                "created": f"{created}.{moment % 1000:03}Z",
            }


def run(command):
    """Wall seconds, processor seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise SystemExit(f"{command}: {done.stderr}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def longest_decision(program, database, is_done):
    """The longest time that a decision takes while something else writes."""
    longest, number = 0.0, 0
    while not is_done.is_set():
        start, number = time.perf_counter(), number + 1
        command = [program, "--db", database, "decide", "review", str(number), "--as", "other"]
        subprocess.run([*command, "--answer", "A", "--verdict", "keep"], capture_output=True)
        longest = max(longest, time.perf_counter() - start)
    return longest


def merge(program, team, questions, folder):
    """A merge of everything that the team decided into a copy without it."""
    target = folder / "target.db"
    shutil.copyfile(questions, target)
    is_done, longest = threading.Event(), []
    other = threading.Thread(target=lambda: longest.append(longest_decision(program, target, is_done)))
    other.start()
    times = run([program, "--db", target, "merge", team])
    is_done.set()
    other.join()
    target.unlink()
    return *times, longest[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--db", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--program", action="append", required=True, help="NAME=PATH")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", help="a report, or merge")
    options = parser.parse_args()
    programs = [one.split("=", 1) for one in options.program]
    options.folder.mkdir(parents=True, exist_ok=True)
    team, rows = options.folder / "team.db", options.folder / "decisions.jsonl"
    if not team.exists():
        with rows.open("w") as out:
            out.writelines(json.dumps(row) + "\n" for row in decisions(options.db))
        being_made = options.folder / "being-made.db"
        shutil.copyfile(options.db, being_made)
        run([programs[0][1], "--db", being_made, "import", "decisions", rows])
        being_made.rename(team)
    for report in REPORTS:
        if options.only not in (None, report[0]):
            continue
        times = {name: [] for name, _ in programs}
        for _ in range(options.runs):
            for name, program in programs:
                times[name].append(run([program, "--db", team, *report]))
        for name, found in times.items():
            wall, processor = (min(one) for one in zip(*found))
            median = statistics.median(wall for wall, _ in found)
            print(
                f"{' '.join(report[:-2])}, {name}: {wall:.2f} s (median {median:.2f}), processor"
                f" {processor:.2f} s",
                flush=True,
            )
    if options.only in (None, "merge"):
        for name, program in programs:
            wall, processor, longest = merge(program, team, options.db, options.folder)
            print(
                f"merge, {name}: {wall:.2f} s, processor {processor:.2f} s,"
                f" longest decision of others {longest:.2f} s"
            )


if __name__ == "__main__":
    main()
