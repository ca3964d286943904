"""Which pictures `assay diff` takes for the same picture, encoded again: the sample's pictures, drawn charts and, with
--pictures, those of a folder; each encoded again in many ways, and each edited, as it is and encoded again.

    python3 benches/re_encoded.py --program target/release/assay [--pictures FOLDER]
"""

import argparse
import base64
import csv
import io
import json
import pathlib
import random
import subprocess
import tempfile

from PIL import Image, ImageDraw, ImageFont

csv.field_size_limit(10**9)
ROOT = pathlib.Path(__file__).parents[1]
SCALE = Image.Resampling


def opaque(picture):
    picture = picture.convert("RGBA")
    white = Image.new("RGBA", picture.size, "white")
    white.alpha_composite(picture)
    return white.convert("RGB")


def coded(picture, kind="PNG", **how):
    file = io.BytesIO()
    picture.save(file, kind, **how)
    return file.getvalue()


def scaled(picture, by, how=SCALE.BICUBIC):
    return picture.resize((max(1, round(picture.width * by)), max(1, round(picture.height * by))), how)


def chart(size, seed, edit=None):
    """Bars with their numbers above and years below, and a title."""
    rng, (width, height) = random.Random(seed), size
    values = [rng.randint(12, 88) for _ in range(6)]
    numbers, years, title = [str(value) for value in values], [str(2001 + at) for at in range(6)], f"Exports {seed}"
    if edit == "number":
        numbers[2] = numbers[2][0] + str((values[2] + 3) % 10)
    if edit == "year":
        years[4] = "2009"
    if edit == "letter":
        title = title.replace("Exports", "Exparts")
    if edit == "bar":
        values[3] += 3
    picture = Image.new("RGB", size, "white")
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(max(10, height // 36))
    draw.text((width / 2, 4), title, "black", font, anchor="ma")
    for at, value in enumerate(values):
        left, top = width * (2 * at + 1) / 13, height * 0.9 - value * height * 0.78 / 100
        colour = "firebrick" if edit == "colour" and at == 1 else "steelblue"
        draw.rectangle((left, top, left + width / 13, height * 0.9), fill=colour)
        draw.text((left + width / 26, top - 2), numbers[at], "black", font, anchor="md")
        draw.text((left + width / 26, height * 0.91), years[at], "black", font, anchor="ma")
    return picture


def marked(picture, size, kind):
    """A mark near the lower right corner."""
    picture, (width, height) = picture.copy(), picture.size
    draw, left, top = ImageDraw.Draw(picture), width - 2 * size, height - 2 * size
    light = picture.convert("L").crop((left, top, left + size, top + size)).resize((1, 1), SCALE.BOX).getpixel((0, 0))
    ink = "black" if light > 127 else "white"
    if kind == "dot":
        draw.ellipse((left, top, left + size, top + size), fill=ink)
    if kind == "letter":
        draw.text((left, top), "B", ink, ImageFont.load_default(size))
    if kind == "patch":
        draw.rectangle((left, top, left + size, top + size), fill=(220, 40, 40) if abs(light - 90) > 30 else (40, 60, 220))
    return picture


AGAIN = {f"JPEG, quality {quality}": (lambda it, quality=quality: coded(it, "JPEG", quality=quality)) for quality in (95, 75, 50, 30)}
AGAIN |= {
    "JPEG 50, then 75": lambda it: coded(Image.open(io.BytesIO(coded(it, "JPEG", quality=50))), "JPEG", quality=75),
    "WebP, quality 80": lambda it: coded(it, "WEBP", quality=80),
    "WebP, quality 50": lambda it: coded(it, "WEBP", quality=50),
    "half size": lambda it: coded(scaled(it, 0.5)),
    "half size (Lanczos)": lambda it: coded(scaled(it, 0.5, SCALE.LANCZOS)),
    "half size, JPEG 50": lambda it: coded(scaled(it, 0.5), "JPEG", quality=50),
    "double size": lambda it: coded(scaled(it, 2)),
    "four fifths": lambda it: coded(scaled(it, 0.8)),
    "256 colours": lambda it: coded(it.quantize(256)),
    "GIF, web colours": lambda it: coded(it.convert("P"), "GIF"),
    "half size, every other pixel": lambda it: coded(scaled(it, 0.5, SCALE.NEAREST)),
    "64 colours": lambda it: coded(it.quantize(64)),
}
EDITED = {"": coded, ", JPEG 50": AGAIN["JPEG, quality 50"], ", half size, JPEG 75": lambda it: coded(scaled(it, 0.5), "JPEG", quality=75)}


def pictures(folder):
    for row in csv.DictReader(open(ROOT / "sample_data/sample_en.tsv"), delimiter="\t"):
        if len(row["image"]) > 100:
            yield opaque(Image.open(io.BytesIO(base64.b64decode(row["image"]))))
    for file in sorted(folder.iterdir()) if folder else []:
        yield opaque(Image.open(file))


def recognised(program, pairs):
    """Of pairs of files, how many are called the same picture encoded again."""
    with tempfile.TemporaryDirectory() as place:
        for side in (0, 1):
            lines = ({"index": at, "question": f"What is in picture {at}?", "A": "a cat", "B": "a dog", "answer": "A",
                      "image": base64.b64encode(pair[side]).decode()} for at, pair in enumerate(pairs))
            pathlib.Path(place, f"{side}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        said = subprocess.run([program, "diff", "0.jsonl", "1.jsonl", "-o", "json"], cwd=place, capture_output=True, check=True)
    found = json.loads(said.stdout)
    return found["unchanged"] + sum(one["what"] == ["re-encoded"] for one in found["changed"])


def main():
    flags = argparse.ArgumentParser()
    flags.add_argument("--program", required=True)
    flags.add_argument("--pictures", type=pathlib.Path)
    flags = flags.parse_args()
    program = str(pathlib.Path(flags.program).resolve())
    sizes = [(320, 240), (480, 360), (640, 480), (900, 600)]
    charts = [(size, seed) for size in sizes for seed in range(5)]
    shown = list(pictures(flags.pictures))
    every = shown + [chart(*which) for which in charts]
    for name, encode in AGAIN.items():
        print(f"same      {name:36} {recognised(program, [(coded(it), encode(it)) for it in every])} of {len(every)}", flush=True)
    edits = {f"a {kind} in a corner": [(it, marked(it, max(8, min(it.size) // 40), kind)) for it in shown] for kind in ("dot", "letter", "patch")}
    edits["shifted by 2 %"] = [(it, Image.eval(it.transform(it.size, Image.Transform.AFFINE, (1, 0, max(2, it.width // 50), 0, 1, 0)), int)) for it in shown]
    for edit in ("number", "year", "letter", "bar", "colour"):
        edits[f"a {edit} in a chart"] = [(chart(*which), chart(*which, edit)) for which in charts]
    for name, pairs in edits.items():
        for how, encode in EDITED.items():
            print(f"different {name + how:36} {recognised(program, [(coded(a), encode(b)) for a, b in pairs])} of {len(pairs)}", flush=True)


if __name__ == "__main__":
    main()
