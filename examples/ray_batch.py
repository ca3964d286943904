#!/usr/bin/env python3
"""Run a batch file of `assay batch write` on a Ray cluster, over Ray Data's HTTP processor.

usage: ray_batch.py IN.jsonl OUT.jsonl --url URL [--url URL].. [--address ADDRESS] [options]

needs: pip install "ray[data]" aiohttp pydantic

Requests go to the endpoints in turn. OUT.jsonl gets a line in OpenAI's form for each request, as it
is answered; `assay batch read OUT.jsonl` takes it. A request that failed is a line with `error`.
Run again after an interruption, it asks only what OUT.jsonl has no answer for: lines with an error
are taken out and asked again, and a last line that was cut is dropped.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import sys
import time

# Worth another try: the server is busy, restarting, or behind a gateway that is.
RETRIED = {408, 409, 429, 500, 502, 503, 504, 529}


class Reply:
    """What the HTTP processor reads of a response: always a status of 200 and the output line.

    The processor drops the status of a response, and one response without JSON ends the job. The
    line is a string, since Arrow would fill the fields that other rows have with nulls.
    """

    status, reason = 200, "OK"

    def __init__(self, line):
        self.line = line

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return None

    async def json(self):
        return {"line": self.line}


class Session:
    """Takes the place of `aiohttp.ClientSession`: sends a batch's requests at once, to all endpoints."""

    def __init__(self, urls, key, attempts, timeout):
        self.urls, self.turn = urls, itertools.count(random.randrange(len(urls)))
        self.headers = {"Authorization": f"Bearer {key}"} if key else {}
        self.attempts, self.timeout = attempts, timeout

    async def __aenter__(self):
        import aiohttp

        self.http = aiohttp.ClientSession(
            headers=self.headers, timeout=aiohttp.ClientTimeout(total=self.timeout),
            connector=aiohttp.TCPConnector(limit=0))
        return self

    async def __aexit__(self, *_):
        await self.http.close()

    def post(self, url, headers, data):
        # The processor awaits one after the other; a task begins now.
        return asyncio.ensure_future(self.ask(json.loads(json.loads(data)["line"])))

    async def ask(self, request):
        status, body, error = None, None, None
        turn = next(self.turn)
        for attempt in range(self.attempts):
            if attempt:
                await asyncio.sleep(random.uniform(0.5, 1.0) * min(2 ** attempt, 60))
            status, body, error = await self.ask_once(
                self.urls[(turn + attempt) % len(self.urls)], request)
            if status is not None and status not in RETRIED:
                break
        response = None
        if status is not None:
            response = {"status_code": status, "request_id": "", "body": body}
        return Reply(json.dumps({"id": "ray-" + request["custom_id"],
                                 "custom_id": request["custom_id"],
                                 "response": response, "error": error}))

    async def ask_once(self, url, request):
        """Status, body and error of one attempt."""
        import aiohttp

        body = json.dumps(request["body"])
        try:
            # A redirect is not followed: it would carry the key to another host.
            async with self.http.post(url + request["url"], data=body, allow_redirects=False,
                                      headers={"Content-Type": "application/json"}) as response:
                text = await response.text()
        except (aiohttp.ClientError, asyncio.TimeoutError, OSError) as failure:
            return None, None, {"code": type(failure).__name__, "message": str(failure)[:300]}
        try:
            body = json.loads(text)
        except ValueError:
            body = None
        if response.status == 200 and isinstance(body, dict) and "choices" in body:
            return 200, body, None
        given = body.get("error") if isinstance(body, dict) else None
        message = given.get("message") if isinstance(given, dict) else given
        return response.status, body, {"code": str(response.status),
                                       "message": str(message or text)[:300]}


def keep_answered(path):
    """The ids that the output has an answer for; other lines are taken out of it."""
    if not os.path.exists(path):
        return set()
    done, partial = set(), path + ".partial"
    with open(path, encoding="utf-8") as old, open(partial, "w", encoding="utf-8") as new:
        for line in old:
            try:
                record = json.loads(line)
            except ValueError:
                continue  # cut when the program was killed
            if record["error"] is None and record["custom_id"] not in done:
                done.add(record["custom_id"])
                new.write(json.dumps(record) + "\n")
        new.flush()
        os.fsync(new.fileno())
    os.replace(partial, path)
    return done


def base(url):
    """The lines have `/v1` in their own address."""
    return url.rstrip("/").removesuffix("/v1")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("requests", metavar="IN.jsonl")
    parser.add_argument("output", metavar="OUT.jsonl")
    parser.add_argument("--url", action="append", required=True, help="an endpoint; several in turn")
    parser.add_argument("--address", help="the cluster (`auto`, `ray://HOST:10001`); without it, "
                                          "one node is started here")
    parser.add_argument("--cpus", type=int, default=2, help="CPUs of that node")
    parser.add_argument("--workers", type=int, default=1, help="processes that send requests")
    parser.add_argument("--at-once", type=int, default=8, help="requests of a batch of a worker")
    parser.add_argument("--attempts", type=int, default=4, help="how often a request is tried")
    parser.add_argument("--timeout", type=float, default=300, help="seconds for an attempt")
    parser.add_argument("--api-key-env", metavar="VAR", help="the variable that holds the key")
    return parser.parse_args()


def main():
    options = arguments()
    key = os.environ.get(options.api_key_env, "") if options.api_key_env else ""
    if options.api_key_env and not key:
        sys.exit(f"{options.api_key_env} is not set")
    done = keep_answered(options.output)
    with open(options.requests, encoding="utf-8") as lines:
        waiting = [{"line": line.strip()} for line in lines
                   if line.strip() and json.loads(line)["custom_id"] not in done]
    print(f"{len(done)} answered before, {len(waiting)} to ask", file=sys.stderr)
    if not waiting:
        return 0

    import ray
    from ray.data.llm import HttpRequestProcessorConfig, build_processor

    if options.address:
        ray.init(address=options.address)
    else:
        ray.init(num_cpus=options.cpus, include_dashboard=False, _node_ip_address="127.0.0.1")
    urls = [base(url) for url in options.url]
    config = HttpRequestProcessorConfig(
        url=urls[0], concurrency=options.workers, batch_size=options.at_once,
        session_factory=lambda: Session(urls, key, options.attempts, options.timeout))
    processor = build_processor(config, preprocess=lambda row: {"payload": {"line": row["line"]}},
                                postprocess=lambda row: {"line": row["http_response"]["line"]})
    # Small blocks: an answer reaches the file when its block is whole.
    blocks = max(1, len(waiting) // options.at_once)
    answers = processor(ray.data.from_items(waiting, override_num_blocks=blocks))
    failed, begun, first = 0, time.monotonic(), None
    with open(options.output, "a", encoding="utf-8") as output:
        for row in answers.iter_rows():
            first = first or time.monotonic()
            failed += json.loads(row["line"])["error"] is not None
            output.write(row["line"] + "\n")
            output.flush()
    now = time.monotonic()
    print(f"{len(waiting) - failed} answered, {failed} failed, {now - begun:.1f} s, "
          f"of which {(first or now) - begun:.1f} s to the first answer", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
