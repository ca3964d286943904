#!/usr/bin/env python3
"""A batch file on a Ray cluster of two nodes, one of which is killed in the middle.

usage: cluster.py ASSAY [--venv DIR]

Both nodes are on this machine, on the loopback address, and share a token, which the driver has too. Two
servers answer after a moment and count what they were asked. Each step prints one line.

Exit status: 0 all steps are right, or skipped because Ray cannot be installed; 1 something is wrong.
"""

import collections
import http.server
import json
import os
import pathlib
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time

import others

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PORT = 6400
SLOW = 0.4  # seconds until a server answers: the second node is killed while requests are under way


class Server(http.server.ThreadingHTTPServer):
    """An OpenAI-compatible server that answers "B" after a moment."""

    daemon_threads = True

    def __init__(self, asked):
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked = asked
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(json.dumps(request["messages"], sort_keys=True))
        time.sleep(SLOW)
        reply = json.dumps({"object": "chat.completion", "choices": [
            {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "B"}}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_):
        pass


class Cluster:
    """A head node and a second node, with one CPU each."""

    def __init__(self, directory):
        self.directory = directory
        self.environment = {
            **{name: value for name, value in os.environ.items() if "proxy" not in name.lower()},
            "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
        self.start("--head", f"--port={PORT}", "--include-dashboard=false", f"--temp-dir={directory}/ray")
        before = raylets()
        self.start(f"--address=127.0.0.1:{PORT}")
        self.second_node = raylets() - before

    def start(self, *arguments):
        command = [self.ray(), "start", *arguments, "--node-ip-address=127.0.0.1", "--num-cpus=2",
                   "--object-store-memory=100000000", "--disable-usage-stats"]
        subprocess.run(command, env=self.environment, check=True, capture_output=True, timeout=120)

    def ray(self):
        return str(pathlib.Path(sys.executable).parent / "ray")

    def kill_second_node(self):
        """Its raylet, and with it the workers that the raylet started."""
        for process in self.second_node:
            os.kill(process, signal.SIGKILL)

    def stop(self):
        subprocess.run([self.ray(), "stop", "--force"], env=self.environment, capture_output=True, timeout=60)


def raylets():
    """The processes named raylet."""
    found = set()
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "comm").read_text().strip() == "raylet":
                found.add(int(entry.name))
        except OSError:
            continue
    return found


def answered(path):
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line)["custom_id"] for line in lines if json.loads(line)["error"] is None]


def check(assay):
    with tempfile.TemporaryDirectory() as directory:
        return check_in(assay, pathlib.Path(directory))


def check_in(assay, directory):
    def run(*arguments):
        command = [assay, *arguments, "--db", str(directory / "assay.db"), "-o", "json"]
        return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

    subprocess.run([assay, "demo", "--no-tui", "--dir", str(directory)], check=True, capture_output=True)
    total = run("batch", "write", "--model", "clustered", "--dir", str(directory))["requests"]
    requests, output = directory / "clustered-image-000.jsonl", directory / "out.jsonl"
    asked = []
    servers = [Server(asked), Server(asked)]
    cluster = Cluster(directory)
    wrong = others.told(len(cluster.second_node) == 1, "two nodes with one token")
    driver = [sys.executable, str(REPOSITORY / "examples" / "ray_batch.py"), str(requests), str(output),
              "--address", f"127.0.0.1:{PORT}", "--workers", "2", "--at-once", "8"]
    driver += [word for server in servers for word in ("--url", server.url())]
    try:
        began = time.monotonic()
        first = subprocess.Popen(driver, env=cluster.environment, stderr=subprocess.PIPE, text=True)
        while len(asked) < total // 3 and first.poll() is None:
            time.sleep(0.05)
        cluster.kill_second_node()
        seen = len(asked)
        said = first.communicate(timeout=600)[1].strip().splitlines()
        whole = len(answered(output))
        wrong += others.told(first.returncode == 0 and whole == total,
                             f"second node killed after {seen} of {total} requests; the call ended with "
                             f"{first.returncode}, {whole} answered, {time.monotonic() - began:.0f} s")
        if first.returncode:
            print("\n".join(said[-5:]))
            again = subprocess.run(driver, env=cluster.environment, capture_output=True, timeout=600)
            wrong += others.told(again.returncode == 0, f"the same call again: {len(answered(output))} answered")
        ids = answered(output)
        wrong += others.told(len(ids) == len(set(ids)) == total, f"{len(set(ids))} ids, none twice")
        read = run("batch", "read", str(output))
        wrong += others.told((read["answered"], read["missing"], read["unknown"]) == (total, 0, 0),
                             f"batch read: {read}")
        twice = sum(count - 1 for count in collections.Counter(asked).values())
        wrong += others.told(len(set(asked)) == total, f"{len(asked)} requests, {twice} of them asked again")
    finally:
        cluster.stop()
    return wrong


if __name__ == "__main__":
    others.run(__doc__, "cluster", {"ray.data": "ray[data]", "aiohttp": None, "pydantic": None}, check)
