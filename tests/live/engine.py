#!/usr/bin/env python3
"""The engine against real servers: ask, kill and resume, extract, filter, batch files.

usage: engine.py ASSAY [--shared DIR] [--venv DIR] [--keep]

Starts four tiny models (llama.cpp over HTTP, random weights) and asks them about the 20 real
questions of the MMBench samples, through a proxy that counts requests and keeps the replies. Each
step prints one line with its figures; what is wrong is printed below it. Labels and flags are
recomputed here from the questions' file and from what the servers replied.

Exit status: 0 all steps are right, or skipped because the models, the samples or the wheels
(`pip install xllamacpp gguf numpy`) cannot be had; 1 something is wrong.
"""

import argparse
import base64
import collections
import contextlib
import csv
import hashlib
import http.server
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
WHEELS = ["xllamacpp", "gguf", "numpy"]
# Name, seed, gain: the first three answer one letter, the last sometimes repeats letters.
MODELS = [("letters", 2, 8), ("constant-c", 0, 8), ("constant-b", 1, 8), ("babble", 5, 20)]
CONCURRENCY = 4


class Skip(Exception):
    """The servers cannot be started here; the text says why."""


# ---- what is needed: an interpreter with the wheels, servers -------------------------------------


def has_wheels(python):
    command = [str(python), "-c", "import " + ", ".join(WHEELS)]
    return subprocess.run(command, capture_output=True).returncode == 0


def interpreter(venv):
    """An interpreter that has the wheels; makes `venv` if need be."""
    if has_wheels(sys.executable):
        return sys.executable
    python = venv / "bin" / "python"
    if python.exists() and has_wheels(python):
        return python
    try:
        subprocess.run([sys.executable, "-m", "venv", str(venv)],
                       check=True, capture_output=True, timeout=20)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--retries", "0",
                        "--timeout", "10", "--disable-pip-version-check", *WHEELS],
                       check=True, capture_output=True, timeout=45)
    except (OSError, subprocess.SubprocessError) as error:
        raise Skip(f"{' '.join(WHEELS)} cannot be installed ({type(error).__name__})") from error
    return python


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class TinyServer:
    """A llama.cpp server over one tiny model."""

    def __init__(self, python, tools, folder, name, seed, gain):
        weights = folder / name
        weights.mkdir()
        subprocess.run([python, tools / "make_tiny.py", weights, str(seed), str(gain)], check=True)
        self.port = free_port()
        self.log = folder / f"{name}.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [python, tools / "serve_tiny.py", weights / "tiny.gguf", str(self.port),
                 weights / "tiny-mmproj.gguf"], stdout=log, stderr=log)

    def wait(self):
        limit = time.monotonic() + 30
        while time.monotonic() < limit and self.process.poll() is None:
            with contextlib.suppress(OSError):
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health") as reply:
                    if reply.status == 200:
                        return
            time.sleep(0.05)
        raise RuntimeError(f"the server does not start:\n{self.log.read_text()[-2000:]}")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Proxy:
    """Passes requests on to a server, counts them, and keeps what was asked and replied."""

    def __init__(self, port):
        self.upstream = f"http://127.0.0.1:{port}"
        self.lock = threading.Lock()
        self.seen = 0  # chat requests since `start`
        self.delay = 0.0  # seconds before a request is passed on
        self.asked = []  # (text, hashes of pictures, reply)
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                self.pass_on(None)

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.path.endswith("/chat/completions"):
                    with proxy.lock:
                        proxy.seen += 1
                    time.sleep(proxy.delay)
                self.pass_on(body)

            def pass_on(self, body):
                status, reply = send(proxy.upstream + self.path, body)
                if body is not None and status == 200 and self.path.endswith("/chat/completions"):
                    proxy.keep(json.loads(body), json.loads(reply))
                # The program that asked may have been killed.
                with contextlib.suppress(OSError):
                    self.send_response(status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(reply)))
                    self.end_headers()
                    self.wfile.write(reply)

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass  # connections of killed programs

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def keep(self, body, reply):
        text, pictures = [], []
        for message in body.get("messages", []):
            parts = message["content"]
            for part in [{"type": "text", "text": parts}] if isinstance(parts, str) else parts:
                if part["type"] == "text":
                    text.append(part["text"])
                else:
                    data = part["image_url"]["url"].split(",", 1)[1]
                    pictures.append(hashlib.sha256(base64.b64decode(data)).hexdigest())
        said = reply["choices"][0]["message"].get("content")
        with self.lock:
            self.asked.append(("\n".join(text), tuple(pictures), said))

    def start(self):
        """Counts from here."""
        with self.lock:
            self.seen = 0

    def replies(self, row, pictures):
        """What was replied to one pass of a question, with these pictures."""
        wanted = [row["question"], *(f"{k}. {row[k]}" for k in "ABCD" if row[k])]
        return {said for text, shown, said in self.asked
                if shown == pictures and in_order(wanted, text)}


def in_order(parts, text):
    at = 0
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True


def send(url, body, timeout=60):
    """The status and the body of the reply; HTTP errors are replies too."""
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=timeout) as reply:
            return reply.status, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


# ---- the program and the benchmark ---------------------------------------------------------------


class Assay:
    """The binary, over a database and a configuration file of its own."""

    def __init__(self, binary, folder, config):
        self.binary = str(pathlib.Path(binary).resolve())
        self.folder = folder
        home = folder / "config"
        (home / "assay").mkdir(parents=True)
        (home / "assay" / "config.toml").write_text(config)
        self.environment = {**os.environ, "XDG_CONFIG_HOME": str(home), "HOME": str(folder),
                            "ASSAY_DB": str(folder / "live.db"), "NO_COLOR": "1"}
        self.environment.pop("http_proxy", None)

    def start(self, *arguments):
        return subprocess.Popen([self.binary, *map(str, arguments)], env=self.environment,
                                cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments, status=0):
        """Standard output; an error where the exit status is another."""
        process = self.start(*arguments)
        out, error = process.communicate(timeout=100)
        if process.returncode != status:
            raise RuntimeError(f"assay {' '.join(map(str, arguments))}: exit status "
                               f"{process.returncode}, not {status}: {error.decode().strip()}")
        return out.decode()

    def json(self, *arguments, status=0):
        return json.loads(self.run(*arguments, "-o", "json", status=status))

    def texts(self, model, kind="image"):
        """What the database has of a model: (key, pass) -> text."""
        lines = self.run("export", "predictions", "--model", model, "--input", kind,
                         "--format", "jsonl").splitlines()
        rows = map(json.loads, lines)
        return {(int(row["index"]) % 1_000_000, int(row["index"]) // 1_000_000): row["prediction"]
                for row in rows}


class Benchmark:
    """The samples as the file has them, read by Python's own reader."""

    def __init__(self, file, expected):
        csv.field_size_limit(1 << 30)
        with open(file, newline="", encoding="utf-8") as lines:
            rows = list(csv.DictReader(lines, delimiter="\t"))
        self.file = file
        self.rows = {(int(r["index"]) % 1_000_000, int(r["index"]) // 1_000_000): r for r in rows}
        self.keys = list(dict.fromkeys(key for key, _ in self.rows))
        self.pictures = {int(key): (sha,) for key, sha in expected["image_sha256"].items()}
        self.passes = len(rows)

    def right_at_first(self, texts):
        """The questions that a model of single letters answers in their first pass."""
        return {key for key in self.keys if texts[key, 0] == self.rows[key, 0]["answer"]}


# ---- checks --------------------------------------------------------------------------------------


class Report:
    """One line a step; remembers whether all was right."""

    def __init__(self):
        self.wrong = 0
        self.steps = 0

    @contextlib.contextmanager
    def step(self, name):
        step = Step()
        begun = time.monotonic()
        try:
            yield step
        except Exception as error:  # the next steps say more
            step.wrong.append(f"{type(error).__name__}: {error}")
        self.steps += 1
        self.wrong += bool(step.wrong)
        state = "WRONG" if step.wrong else "ok"
        print(f"{state:5} {time.monotonic() - begun:5.1f} s  {name}: {step.figures}", flush=True)
        for text in step.wrong:
            print(f"        {text}", flush=True)


class Step:
    def __init__(self):
        self.figures = ""
        self.wrong = []

    def equal(self, what, found, wanted):
        if found != wanted:
            self.wrong.append(f"{what}: {shorten(found)}, expected {shorten(wanted)}")

    def true(self, what, holds):
        if not holds:
            self.wrong.append(what)


def shorten(value):
    text = repr(value)
    return text if len(text) < 300 else text[:300] + " .."


def accounted(infer):
    names = ("answered", "refused", "failed", "reused", "spared", "left")
    return sum(infer[name] for name in names)


def check_infer(step, infer, passes, proxy, requests=None):
    """Every pass has one outcome, and the server saw what was counted."""
    step.equal("answered+refused+failed+reused+spared+left", accounted(infer), passes)
    step.equal("failed", infer["failed"], 0)
    step.equal("requests at the server", proxy.seen, infer["attempts"])
    if requests is not None:
        step.equal("requests", infer["requests"], requests)


def check_texts(step, benchmark, texts, proxy, kind):
    """Each stored text is what the server replied to that question with its choices so ordered."""
    for (key, number), text in texts.items():
        pictures = benchmark.pictures[key] if kind == "image" else ()
        replies = proxy.replies(benchmark.rows[key, number], pictures)
        step.true(f"{key} pass {number}: {text!r} is stored, the server replied {replies}",
                  text in replies)


# ---- the steps -----------------------------------------------------------------------------------


def run_steps(report, assay, benchmark, proxies, folder):
    passes, letters = benchmark.passes, proxies["letters"]

    with report.step("import questions") as step:
        assay.run("init")
        out = assay.json("import", "questions", benchmark.file, "--benchmark", "mmbench")
        step.equal("questions, rows", (out["questions"], out["rows"]), (20, passes))
        step.figures = f"{out['questions']} questions, {out['rows']} passes, {out['images']} pictures"

    with report.step("endpoints check") as step:
        for name in proxies:
            out = assay.json("endpoints", "check", name)
            found = (out["pictures"], out["logprobs"], len(out["models"]))
            step.equal(f"{name}: pictures, log-probabilities, models", found, (True, True, 1))
        step.figures = f"{len(proxies)} servers, pictures and log-probabilities on each"

    for kind in ("image", "text"):
        with report.step(f"infer, {kind}") as step:
            common = ("infer", "--model", "letters", "--endpoint", "letters", "--input", kind)
            letters.start()
            first = assay.json(*common)
            check_infer(step, first, passes, letters)
            letters.start()
            again = assay.json(*common)
            check_infer(step, again, passes, letters, requests=0)
            letters.start()
            full = assay.json(*common, "--all-passes")
            check_infer(step, full, passes, letters, requests=passes - first["answered"])
            step.equal("spared with --all-passes", full["spared"], 0)
            texts = assay.texts("letters", kind)
            step.equal("stored texts", len(texts), passes)
            check_texts(step, benchmark, texts, letters, kind)
            step.figures = (f"{first['requests']} asked and {first['spared']} spared of {passes}; "
                            f"again {again['requests']}; --all-passes {full['requests']} more")

    with report.step("infer, three more models") as step:
        asked = 0
        for name in [name for name in proxies if name != "letters"]:
            for kind in ("image", "text"):
                proxies[name].start()
                out = assay.json("infer", "--model", name, "--endpoint", name, "--input", kind,
                                 "--all-passes")
                check_infer(step, out, passes, proxies[name], requests=passes)
                check_texts(step, benchmark, assay.texts(name, kind), proxies[name], kind)
                asked += out["requests"]
        step.figures = f"{asked} requests"

    with report.step("infer --samples") as step:
        letters.start()
        out = assay.json("infer", "--model", "sampled", "--endpoint", "babble-letters", "--samples", 3,
                         "--strategy", "first-pass")
        questions = len(benchmark.keys)
        step.equal("passes", accounted(out), questions)
        step.equal("requests at the server", letters.seen, 3 * questions)
        lines = assay.run("export", "predictions", "--model", "sampled", "--samples",
                          "--format", "jsonl").splitlines()
        samples = collections.defaultdict(list)
        for row in map(json.loads, lines):
            samples[int(row["index"])].append((row.get("label"), row.get("prediction", "")))
        step.equal("samples kept", sum(map(len, samples.values())), 3 * questions)
        for (key, _), text in assay.texts("sampled").items():
            labels = [label for label, _ in samples[key]]
            most = max(labels, key=lambda label: (labels.count(label), -labels.index(label)))
            first = next(text for label, text in samples[key] if label == most)
            step.equal(f"{key}: the prediction of {labels}", text, first)
        differ = sum(len(set(texts)) > 1 for texts in samples.values())
        step.true("the samples of no question differ", differ)
        step.figures = f"{3 * questions} samples of {questions} passes, {differ} passes differ"

    with report.step("infer --scoring likelihood") as step:
        # llama.cpp gives log-probabilities of what it writes, none of the prompt.
        for kind in ("image", "text"):
            letters.start()
            process = assay.start("infer", "--model", "ranked", "--endpoint", "letters",
                                  "--input", kind, "--scoring", "likelihood")
            error = process.communicate(timeout=100)[1].decode()
            step.equal(f"{kind}: exit status", process.returncode, 1)
            step.true(f"{kind}: {error!r} does not name what is missing",
                      "prompt_logprobs" in error or "prompt log-probabilities" in error)
            step.true(f"{kind}: {letters.seen} requests", letters.seen <= 4)
        models = assay.json("models")
        step.true("a run was begun", "ranked" not in json.dumps(models))
        step.figures = "refused before a question is asked: " + error.strip().splitlines()[-1][:120]

    with report.step("kill -9 and resume") as step:
        common = ("infer", "--model", "killed", "--endpoint", "letters", "--all-passes",
                  "--concurrency", CONCURRENCY)
        letters.start()
        letters.delay = 0.03
        kills = 0
        for at in (20, 47, 70):
            process = assay.start(*common, "-o", "json")
            while letters.seen < at and process.poll() is None:
                time.sleep(0.002)
            kills += process.poll() is None
            process.send_signal(signal.SIGKILL)
            process.communicate()
        before = letters.seen
        letters.delay = 0.0
        out = assay.json(*common)
        step.equal("kills", kills, 3)
        step.equal("answered+refused+failed+reused+spared+left", accounted(out), passes)
        step.equal("requests of the last call", out["requests"], letters.seen - before)
        twice = letters.seen - passes
        step.true(f"{twice} requests asked again: more than {CONCURRENCY} for each of 3 kills",
                  0 <= twice <= CONCURRENCY * kills)
        texts = assay.texts("killed")
        step.equal("stored texts", len(texts), passes)
        check_texts(step, benchmark, texts, letters, "image")
        step.figures = (f"{kills} kills, {letters.seen} requests at the server for {passes} "
                        f"passes: {twice} asked again, at most {CONCURRENCY * kills}")

    with report.step("extract run") as step:
        figures = []
        for name in ("letters", "constant-b"):
            common = ("extract", "run", "--extractor", f"by-{name}", "--endpoint", name,
                      "--models", "babble")
            proxies[name].start()
            out = assay.json(*common)
            parts = ("reused", "labelled", "none", "refused", "unresolved", "failed", "left")
            step.true("the rules read all: nothing to extract", out["texts"] > 0)
            step.equal("sum of outcomes", sum(out[part] for part in parts), out["texts"])
            step.equal("requests at the server", proxies[name].seen, out["attempts"])
            again = assay.json(*common)
            step.equal("requests, texts reused of the second call",
                       (again["requests"], again["reused"]), (0, out["texts"]))
            figures.append(f"by-{name} {out['labelled']} of {out['texts']} texts labelled")
        step.figures = ", ".join(figures)

    with report.step("agree extraction") as step:
        sample = assay.json("extract", "sample", "--rate", 1, "--models", "babble")
        read = {at: text for at, text in assay.texts("babble").items() if len(text.strip()) != 1}
        for (key, number), text in read.items():
            # Two readers: the first letter that is a choice, else none of them.
            row = benchmark.rows[key, number]
            label = next((c for c in text if c in "ABCD" and row[c]), "Z")
            for reader in ("reader-1", "reader-2"):
                assay.run("decide", "extract", f"{key}/babble/{number}", "--as", reader,
                          "--label", label)
        out = assay.json("agree", "extraction", "--resamples", 200)
        found = {entry["extractor"]: entry for entry in out["extractors"]}
        for name in ("by-letters", "by-constant-b"):
            step.true(f"{name} is not in the table", name in found)
            # --only unmatched: an extractor has labels of the sample alone.
            step.true(f"{name} has {found[name]['n']} labels, the sample {sample['drawn']} texts",
                      0 < found[name]["n"] <= sample["drawn"])
        rates = [f"{name} {found[name]['alignment'].get('value', 'undefined')}"
                 for name in ("by-letters", "by-constant-b")]
        step.figures = f"{len(read)} texts read by two; alignment {', '.join(rates)}"

    with report.step("eval --extractor") as step:
        common = ("eval", "--model", "babble", "--input", "image", "--rules", "assay")
        plain = assay.json(*common)["models"][0]["extraction"]
        out = assay.json(*common, "--extractor", "by-letters")["models"][0]
        step.equal("labels of the extractor", out["stand_in"]["labels"],
                   out["extraction"]["matched"] - plain["matched"])
        step.true("no label of the extractor", out["stand_in"]["labels"] > 0)
        step.figures = (f"{plain['matched']} of {passes} labels by rules, "
                        f"{out['stand_in']['labels']} more by by-letters")

    check_filters(report, assay, benchmark, proxies)
    check_batch(report, assay, benchmark, letters, folder)

    with report.step("doctor") as step:
        assay.run("doctor")
        step.figures = "all checks ok"


def check_filters(report, assay, benchmark, proxies):
    """Filters by the first pass over models that answer one letter each: recomputed from texts."""
    known, asked = ["letters", "constant-c"], "fresh"
    proxy = proxies["constant-b"]
    for name, kind, rule in (("text-only", "text", ("--rule", "at-least=1")),
                             ("wrong", "image", ())):
        with report.step(f"filter {name} --ask") as step:
            common = ("filter", name, "--models", ",".join(known), "--strategy", "first-pass",
                      "--ask", f"{asked}=constant-b", *rule)
            proxy.start()
            out = assay.json(*common)
            requests = proxy.seen
            step.equal("models", set(out["models"]), {*known, asked})
            step.equal("incomplete", out["incomplete"], [])
            # What was not asked of the third model had been decided by the others.
            texts = {m: assay.texts(m, kind) for m in known}
            texts[asked] = assay.texts("constant-b", kind)
            right = collections.Counter(
                key for t in texts.values() for key in benchmark.right_at_first(t))
            wanted = {key for key in benchmark.keys if (right[key] > 0) == (name == "text-only")}
            flagged = {int(flag["question"]) for flag in out["flagged"]}
            step.equal("flagged", sorted(flagged), sorted(wanted))
            step.true(f"{requests} requests for 20 questions", 0 < requests <= 20)
            proxy.start()
            again = assay.json(*common)
            step.equal("requests of the second call", proxy.seen, 0)
            step.equal("flags of the second call", again["kept"]["unchanged"], len(flagged))
            step.figures = (f"{requests} requests for 20 questions, {len(flagged)} flagged as "
                            f"recomputed, second call {proxy.seen} requests")

    with report.step("filter contradicted") as step:
        out = assay.json("filter", "contradicted", "--models",
                         "letters,constant-c,constant-b,babble", "--strategy", "first-pass")
        strengths = [flag["strength"] for flag in out["flagged"]]
        step.equal("order", strengths, sorted(strengths, reverse=True))
        step.equal("checked and incomplete", out["checked"] + len(out["incomplete"]) >= 20, True)
        for flag in out["flagged"]:
            answer = benchmark.rows[int(flag["question"]), 0]["answer"]
            step.true(f"{flag['question']}: the choice is the reference", flag["choice"] != answer)
            step.true(f"{flag['question']}: chance {flag['chance']}", 0 < flag["chance"] <= 1)
        step.figures = f"{out['checked']} checked, {len(out['flagged'])} flagged"


def check_batch(report, assay, benchmark, proxy, folder):
    """A batch file answered by a runner here: shuffled, one line left out, one failed."""
    passes = benchmark.passes
    with report.step("batch write and read") as step:
        out = assay.json("batch", "write", "--model", "batched", "--dir", folder / "batch",
                         "--endpoint", "letters")
        step.equal("requests", out["requests"], passes)
        lines = batch_lines(assay, out)
        answers = answer(lines, proxy)
        random.Random(1).shuffle(answers)
        late, lost, *rest = answers
        late = {**late, "response": None, "error": {"code": "batch_expired", "message": "late"}}
        stray = {**rest[0], "custom_id": "of-nobody"}
        write_lines(folder / "output.jsonl", [*rest, stray])
        write_lines(folder / "errors.jsonl", [late])
        read = assay.json("batch", "read", folder / "output.jsonl", folder / "errors.jsonl",
                          status=1)
        parts = ("answered", "refused", "failed", "missing", "unknown")
        step.equal(f"{parts}", [read[part] for part in parts], [passes - 2, 0, 1, 1, 1])
        step.equal("stored texts", len(assay.texts("batched")), passes - 2)
        step.figures = (f"{passes} lines, {sum(f['bytes'] for f in out['files'])} bytes; "
                        + ", ".join(f"{part} {read[part]}" for part in parts))

    with report.step("batch, what is missing") as step:
        out = assay.json("batch", "write", "--model", "batched", "--dir", folder / "rest",
                         "--endpoint", "letters")
        lines = batch_lines(assay, out)
        step.equal("requests", [line["custom_id"] for line in lines],
                   sorted((late["custom_id"], lost["custom_id"]),
                          key=[line["custom_id"] for line in lines].index))
        write_lines(folder / "rest.jsonl", answer(lines, proxy))
        read = assay.json("batch", "read", folder / "rest.jsonl")
        step.equal("answered, missing", (read["answered"], read["missing"]), (2, 0))
        texts = assay.texts("batched")
        step.equal("stored texts", len(texts), passes)
        check_texts(step, benchmark, texts, proxy, "image")
        step.figures = f"{out['requests']} requests, {read['answered']} answered"

    with report.step("infer after a batch") as step:
        proxy.start()
        out = assay.json("infer", "--model", "batched", "--endpoint", "letters", "--all-passes")
        check_infer(step, out, passes, proxy, requests=0)
        step.figures = f"{out['requests']} requests, {out['reused']} reused"


def batch_lines(assay, written):
    files = [assay.folder / file["file"] for file in written["files"]]
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def answer(lines, proxy):
    """Output lines, as OpenAI writes them."""
    def one(line):
        status, reply = send(proxy.url + line["url"], json.dumps(line["body"]).encode())
        response = {"status_code": status, "request_id": "", "body": json.loads(reply)}
        return {"id": "batch_req_" + line["custom_id"], "custom_id": line["custom_id"],
                "response": response, "error": None}
    with ThreadPoolExecutor(CONCURRENCY) as pool:
        return list(pool.map(one, lines))


def write_lines(file, records):
    file.write_text("".join(json.dumps(record) + "\n" for record in records))


def configuration(proxies):
    tables = []
    for name, proxy in proxies.items():
        temperature = 1.5 if name == "babble" else 0  # so that the rules cannot read all of it
        tables.append(f'[endpoint.{name}]\nurl = "{proxy.url}"\nmodel_id = "tiny"\n'
                      f"set = {{ temperature = {temperature} }}\nmax_tokens = 16\n"
                      f"concurrency = {CONCURRENCY}\n")
    # The same server, asked so that its answers vary.
    tables.append(f'[endpoint.babble-letters]\nurl = "{proxies["letters"].url}"\n'
                  f'model_id = "tiny"\nset = {{ temperature = 1.5 }}\nmax_tokens = 16\n'
                  f"concurrency = {CONCURRENCY}\n")
    return "\n".join(tables)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("assay", help="the binary")
    parser.add_argument("--shared", type=pathlib.Path, default=REPOSITORY.parent / "shared",
                        help="the folder that has tools/tiny_llm and data/mmbench_samples")
    parser.add_argument("--venv", type=pathlib.Path, default=REPOSITORY / "target" / "live-venv")
    parser.add_argument("--keep", action="store_true", help="keep the folder of the run")
    options = parser.parse_args()
    # So that the servers are stopped too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by a signal"))
    begun = time.monotonic()
    tools = options.shared.resolve() / "tools" / "tiny_llm"
    samples = options.shared.resolve() / "data" / "mmbench_samples"
    servers, report = [], Report()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-live-"))
    try:
        if not (tools / "serve_tiny.py").exists() or not (samples / "expected.json").exists():
            raise Skip(f"no tools/tiny_llm and data/mmbench_samples in {options.shared}")
        python = interpreter(options.venv)
        for name, seed, gain in MODELS:
            servers.append(TinyServer(python, tools, folder, name, seed, gain))
        for server in servers:
            server.wait()
        proxies = {name: Proxy(s.port) for (name, _, _), s in zip(MODELS, servers)}
        expected = json.loads((samples / "expected.json").read_text())
        file = next(samples.glob("*.tsv"))
        assay = Assay(options.assay, folder, configuration(proxies))
        run_steps(report, assay, Benchmark(file, expected), proxies, folder)
    except Skip as reason:
        print(f"skipped: {reason}")
        return 0
    finally:
        for server in servers:
            server.stop()
        if options.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"{report.steps} steps, {report.wrong} wrong, {time.monotonic() - begun:.1f} s")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
