"""Counts the file-lock calls (fcntl) and syncs of each key in a queue's screen: the real program in a
pseudo-terminal under strace.

    python3 benches/lock_calls.py --db COPY.db --queue review --keys ay --times 20
    python3 benches/lock_calls.py --db COPY.db --queue review --keys ay --times 20 --plain

It records decisions, so give it a copy of a database. A key's calls are those until the program has been
quiet for a moment; prefetching is among them.
"""

import argparse
import collections
import fcntl
import os
import pathlib
import pty
import re
import select
import struct
import tempfile
import termios
import time

QUIET_SECONDS = 0.5


def start(options, trace):
    """The program under strace in a terminal of 120x40; its process and the terminal."""
    command = ["strace", "-f", "-e", "trace=fcntl,fsync,fdatasync", "-o", trace, options.program]
    command += ["--db", options.db, "annotate", options.queue, "--as", options.annotator]
    command += ["--plain"] if options.plain else []
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    return process, terminal


def read_until_quiet(terminal, seconds=QUIET_SECONDS):
    received = b""
    while select.select([terminal], [], [], seconds)[0]:
        try:
            received += os.read(terminal, 1 << 16)
        except OSError:
            return received
    return received


def calls(trace):
    """Lock calls, and syncs, so far."""
    found = collections.Counter()
    for line in pathlib.Path(trace).read_text(errors="replace").splitlines():
        if re.search(r"F_(OFD_)?(SET|GET)LK", line):
            found["locks"] += 1
        if re.search(r"\bf(data)?sync\(", line):
            found["syncs"] += 1
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--db", required=True)
    parser.add_argument("--queue", default="review")
    parser.add_argument("--keys", default="ay", help="the keys that decide one item")
    parser.add_argument("--times", type=int, default=20, help="how many items")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--annotator", default=f"locks-{os.getpid()}")
    parser.add_argument("--program", default="target/release/assay")
    parser.add_argument("--show", action="store_true", help="print what the program shows at the end")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "trace")
        process, terminal = start(options, trace)
        shown = read_until_quiet(terminal, 4)
        locks, syncs = collections.defaultdict(list), collections.defaultdict(list)
        for _ in range(options.times):
            for key in options.keys:
                before = calls(trace)
                os.write(terminal, (key + ("\n" if options.plain else "")).encode())
                shown = read_until_quiet(terminal)
                after = calls(trace)
                locks[key].append(after["locks"] - before["locks"])
                syncs[key].append(after["syncs"] - before["syncs"])
        os.write(terminal, b"\x03")
        read_until_quiet(terminal, 1)
        os.close(terminal)
        os.waitpid(process, 0)
    if options.show:
        print(shown.decode(errors="replace"))
    for key in dict.fromkeys(options.keys):
        counts = sorted(locks[key])
        print(
            f"{options.queue} {key}: {counts[len(counts) // 2]} lock calls (median),"
            f" {counts[-1]} at most, {max(syncs[key])} syncs at most, n = {len(counts)}"
        )


if __name__ == "__main__":
    main()
