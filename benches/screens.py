"""Photographs every screen of `assay demo` in real terminals, and lays the pictures out on contact sheets.

usage: screens.py PROGRAM OUT [--shot COMMAND] [--only NAME,...] [--sizes ...] [--terminals ...]
                  [--themes ...] [--languages ...]

The pictures are taken by another command, which is given with --shot or in SCREENSHOT. It must accept
`--terminal kitty|xterm --size COLUMNSxROWS --do STEPS -- PROGRAM ARGUMENT...`, where the steps are
separated by ";": `wait SECONDS`, `key NAME...`, `type TEXT`, `shot FILE`.

Within tmux (--tmux on|off) the program runs with `allow-passthrough` on or off; TMUX_PROGRAM names tmux.
"""
import argparse, os, pathlib, shlex, subprocess, sys, tempfile

# Arguments of `assay demo`, and the steps; `@NAME` takes the picture of a screen.
TOURS = {
    "home": ([], "key q; wait 3; @home; key b; wait 3; @board; key Escape; wait 1; key 9; wait 1; @settings; key Escape;"
                 "wait 1; key 3; wait 1; @history; key Escape; wait 1; key 0; wait 4; @description"),
    "review": ([], "@blind; key question; wait 1; @help; key Escape; wait 1; key ctrl+p; wait 1; @palette; key Escape;"
                   "wait 1; key c; wait 1; @revealed; key w; wait 1; @panel; key Escape; wait 1; key n; wait 1; @note;"
                   "key Escape; wait 1; key y; key y; wait 2; key G; wait 1; @guideline; key Escape; wait 1; key v; wait 2;"
                   "@full"),
    "browse": ([], "key q; wait 2; key 2; wait 3; @browse; key slash; type dog; wait 2; @find; key Escape; wait 1;"
                   "key ctrl+f; wait 1; @filter; key Escape; wait 1; key numbersign; wait 4; @grid"),
    "models": ([], "key q; wait 2; key 4; wait 3; @models; key Return; wait 2; @model_abilities; key Return; wait 2;"
                   "@model_questions; key Return; wait 2; @passes"),
    "agreement": ([], "key q; wait 2; key 6; wait 3; @agreement; key exclam; wait 2; @differences; key Escape; wait 1;"
                      "key ampersand; wait 1; @pairs; key Escape; wait 1; key Return; wait 2; @texts"),
    "queues": ([], "key q; wait 2; key 5; wait 3; @extract; key Tab; wait 1; @extract_words; key Escape; wait 1; key Escape;"
                   "wait 2; key 7; wait 3; @verify; key c; wait 1; @verify_evidence; key F; wait 1; @verify_form"),
    "adjudicate": (["--as", "eve"], "key q; wait 2; key a; wait 3; @adjudicate"),
    "kinds": (["--kinds"], "@kind_1; key n; wait 1; @kind_note; key Escape; key s; wait 2; @kind_2; key s; wait 2; @kind_3;"
                           "key s; wait 2; @kind_4; key s; wait 2; @kind_5"),
    "judges": (["--judges"], "@judges_home; key l; wait 3; @leaderboard; key T; wait 2; @trust; key Escape; wait 1;"
                             "key Return; wait 2; @matrix"),
}


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--shot", default=os.environ.get("SCREENSHOT"))
    parser.add_argument("--tmux", choices=["on", "off"])
    several = lambda words: words.split(",")
    parser.add_argument("--only", type=several, default=list(TOURS))
    parser.add_argument("--sizes", type=several, default=["80x24", "120x40", "200x60"])
    parser.add_argument("--terminals", type=several, default=["kitty", "xterm"])
    parser.add_argument("--themes", type=several, default=["dark", "light"])
    parser.add_argument("--languages", type=several, default=["en", "zh"])
    chosen = parser.parse_args()
    if not chosen.shot:
        parser.error("--shot or SCREENSHOT is the command that takes pictures")
    return chosen


def within_tmux(command, passthrough, scratch):
    """The command in a server of tmux that ends with it."""
    configuration = pathlib.Path(scratch) / "tmux.conf"
    configuration.write_text(f"set -g allow-passthrough {passthrough}\nset -g status off\n"
                             "set -g default-terminal tmux-256color\n")
    tmux = os.environ.get("TMUX_PROGRAM", "tmux")
    return [tmux, "-L", f"screens-{passthrough}", "-f", str(configuration), "new-session", shlex.join(command)]


def tour(chosen, name, size, terminal, theme, language):
    arguments, steps = TOURS[name]
    prefix = f"{size}-{terminal}-{theme}-{language}"
    shown = lambda step: f"shot {chosen.out / f'{prefix}-{step[1:]}.png'}" if step.startswith("@") else step
    steps = "; ".join(shown(step.strip()) for step in ["wait 5", *steps.split(";")])
    command = [chosen.program, "demo", *arguments, "--theme", theme, "--language", language]
    with tempfile.TemporaryDirectory() as scratch:
        if chosen.tmux:
            command = within_tmux(command, chosen.tmux, scratch)
        shot = [*shlex.split(chosen.shot), "--terminal", terminal, "--size", size, "--do", steps, "--", *command]
        done = subprocess.run(shot, stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        print(f"{prefix} {name}: the command ended with {done.returncode}", file=sys.stderr)
    return prefix


def contact_sheet(out, prefix, width=1800, columns=3):
    from PIL import Image, ImageDraw

    pictures = sorted(out.glob(f"{prefix}-*.png"), key=lambda path: path.stat().st_mtime)
    if not pictures:
        return
    each = width // columns
    tiles = [(path.stem.removeprefix(prefix + "-"), Image.open(path).convert("RGB")) for path in pictures]
    height = max(round(each * tile.height / tile.width) for _, tile in tiles) + 16
    sheet = Image.new("RGB", (width, height * -(-len(tiles) // columns)), "white")
    for at, (name, tile) in enumerate(tiles):
        x, y = at % columns * each, at // columns * height
        ImageDraw.Draw(sheet).text((x + 2, y + 2), name, fill="black")
        tile.thumbnail((each - 4, height - 16))
        sheet.paste(tile, (x, y + 15))
    sheet.save(out / f"sheet-{prefix}.png")


def main():
    chosen = options()
    chosen.out = chosen.out.absolute()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for size in chosen.sizes:
        for terminal in chosen.terminals:
            for theme in chosen.themes:
                for language in chosen.languages:
                    for name in chosen.only:
                        prefix = tour(chosen, name, size, terminal, theme, language)
                    contact_sheet(chosen.out, prefix)
                    print(prefix, flush=True)


if __name__ == "__main__":
    main()
