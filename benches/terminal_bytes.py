"""Counts the bytes that the program sends to the terminal for its first screens.

usage: terminal_bytes.py PROGRAM [--size 120x40] [--graphics kitty|sixel|cells]

Runs `PROGRAM demo` in a pseudo-terminal that answers queries as a terminal with these graphics does, and prints the
bytes of Home, of a question, of the next question, and of a popup that opens and closes over it. Over a slow line
each should stay below 250 kB.
"""
import argparse, fcntl, os, pty, re, select, signal, struct, termios, time

# The silence after which a screen is complete.
QUIET = 1.5
CELL = (9, 18)
ATTRIBUTES = {"kitty": b"\x1b[?62;c", "sixel": b"\x1b[?62;4;c", "cells": b"\x1b[?62;c"}


class Terminal:
    def __init__(self, command, size, graphics):
        self.graphics = graphics
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            for name in ["NO_COLOR", "TMUX", "SSH_CONNECTION", "SSH_TTY", "TERM_PROGRAM"]:
                os.environ.pop(name, None)
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.execvp(command[0], command)
        columns, rows = size
        pixels = (columns * CELL[0], rows * CELL[1])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, *pixels))

    def answer(self, data):
        for number in re.findall(rb"\x1b_Gi=(\d+)[^\x1b]*a=q", data):
            if self.graphics == "kitty":
                os.write(self.fd, b"\x1b_Gi=" + number + b";OK\x1b\\")
        if b"\x1b[>q" in data and self.graphics == "kitty":
            os.write(self.fd, b"\x1bP>|kitty(0.41.1)\x1b\\")
        if b"\x1b[16t" in data:
            os.write(self.fd, b"\x1b[6;%d;%dt" % (CELL[1], CELL[0]))
        if b"\x1b[c" in data:
            os.write(self.fd, ATTRIBUTES[self.graphics])

    def bytes_until_quiet(self, keys=b"", least=0.0):
        os.write(self.fd, keys)
        count, since = 0, time.monotonic() + least
        while time.monotonic() - since < QUIET:
            if not select.select([self.fd], [], [], 0.1)[0]:
                continue
            data = os.read(self.fd, 1 << 16)
            self.answer(data)
            count, since = count + len(data), max(since, time.monotonic())
        return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--size", default="120x40")
    parser.add_argument("--graphics", choices=list(ATTRIBUTES), default="kitty")
    chosen = parser.parse_args()
    size = tuple(map(int, chosen.size.split("x")))
    terminal = Terminal([chosen.program, "demo"], size, chosen.graphics)
    screens = [("question, at the start", b"", 4), ("home", b"q", 2), ("question again", b"\r", 0), ("help over it", b"?", 0),
               ("help closed", b"\x1b", 0), ("answer", b"a", 0), ("next question", b"yy", 0)]
    for name, keys, least in screens:
        print(f"{name:24}{terminal.bytes_until_quiet(keys, least) / 1000:8.0f} kB", flush=True)
    os.kill(terminal.pid, signal.SIGTERM)


if __name__ == "__main__":
    main()
