"""What the checks with other people's libraries share: where those come from, and the questions."""

import argparse
import pathlib
import subprocess
import sys
import tempfile


def run(about, name, modules, check):
    """Runs `check`, which takes the path of the program and returns how much is wrong.

    It runs under an interpreter that has `modules` (what is imported, and the wheel's name where that is
    another one): this one, or one of a virtual environment, which is made if need be.
    """
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("assay", type=pathlib.Path)
    parser.add_argument("--venv", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / f"assay-{name}")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        sys.exit(1 if check(str(arguments.assay.resolve())) else 0)
    wheels = [wheel or module for module, wheel in modules.items()]
    try:
        python = interpreter(arguments.venv, modules, wheels)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"skipped: {' '.join(wheels)} cannot be installed ({type(error).__name__})")
        return
    sys.exit(subprocess.run([python, sys.argv[0], str(arguments.assay), "--inside"]).returncode)


def interpreter(venv, modules, wheels):
    """This interpreter if it has the modules, else one in `venv`, made if need be."""
    if subprocess.run([sys.executable, "-c", f"import {', '.join(modules)}"], capture_output=True).returncode == 0:
        return sys.executable
    python = venv / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True, timeout=60)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *wheels], check=True, timeout=600)
    return str(python)


def circular_rows(questions):
    """CircularEval's rows of so many questions with three or four choices, by their index."""
    found = []
    for question in range(1, questions + 1):
        count = 3 if question % 2 else 4
        choices = [f"{question}-{at}" for at in range(count)]
        for shift in range(count):
            shown = choices[shift:] + choices[:shift]
            found.append({
                "index": question + shift * 1_000_000, "question": f"Q {question}?",
                "A": shown[0], "B": shown[1], "C": shown[2], "D": shown[3] if count == 4 else "nan",
                "answer": "ABCD"[-shift % count], "category": "ocr", "split": "dev"})
    return sorted(found, key=lambda row: row["index"])


def told(is_right, what):
    """Says how it went in one line; returns how much is wrong."""
    print("ok   " if is_right else "WRONG", what.replace("\n", " / "))
    return int(not is_right)
