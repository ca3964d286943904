#!/usr/bin/env python3
"""Records half a minute of the review as an asciinema file.

usage: record.py ASSAY [FILE.cast]

Runs `assay demo` in a pseudo-terminal of 100x30 with true colour and quadrants, types the keys below
as a person would, and writes what the terminal is sent (asciicast version 2). Play it with
`asciinema play assets/recording/review.cast`. Uses nothing beyond Python's library.
"""

import codecs
import fcntl
import json
import os
import pathlib
import pty
import select
import struct
import sys
import tempfile
import termios
import time

COLUMNS, ROWS = 100, 30
# Seconds to wait, then keys: two questions kept, the second although the reference differs, one flagged, one undone, the picture in full.
KEYS = [
    (3.0, "b"), (1.8, "y"),
    (2.5, "c"), (1.8, "y"), (1.4, "y"),
    (2.2, "+"), (0.8, "+"), (1.2, "0"),
    (1.2, "a"), (1.8, "w"), (1.4, "4"), (1.6, "\r"),
    (2.0, "u"), (1.8, "v"), (2.0, "\x1b"),
    (1.5, "?"), (2.4, "\x1b"), (1.0, "q"),
]


def record(assay, file):
    folder = tempfile.mkdtemp(prefix="assay-recording-")
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", HOME=folder, USER="alice",
                          XDG_CONFIG_HOME=folder, LANG="C.UTF-8")
        os.execv(assay, [assay, "demo", "--dir", folder, "--pictures", "quadrants"])
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    begun = time.monotonic()
    events = []

    def read_until(moment):
        """Keeps what arrives until then; false when the program has ended."""
        while (left := moment - time.monotonic()) > 0:
            if not select.select([terminal], [], [], left)[0]:
                continue
            try:
                data = os.read(terminal, 1 << 16)
            except OSError:  # the other side is closed
                return False
            if not data:
                return False
            events.append([round(time.monotonic() - begun, 3), "o", decoder.decode(data)])
        return True

    for wait, keys in KEYS:
        if not read_until(time.monotonic() + wait):
            break
        os.write(terminal, keys.encode())
    read_until(time.monotonic() + 2)
    os.close(terminal)
    os.waitpid(child, 0)
    head = {"version": 2, "width": COLUMNS, "height": ROWS, "title": "Assay: review of the made-up sample",
            "env": {"TERM": "xterm-256color"}}
    lines = [head, *events]
    pathlib.Path(file).write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    print(f"{file}: {events[-1][0]:.1f} s, {os.path.getsize(file)} bytes")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    here = pathlib.Path(__file__).parent
    record(os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) == 3 else here / "review.cast")
