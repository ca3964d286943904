//! Writes a large file of generated questions in VLMEvalKit's layout, to measure import and latency.
//!
//! Every question has its own picture. Drawing and encoding tens of thousands of pictures would take
//! minutes, so a small pool is drawn and each use of it gets different bytes in places that decoders
//! ignore: a comment segment in a JPEG, the bytes after the end of a PNG.
//!
//! ```text
//! cargo run --release --example make_large_benchmark -- --questions 4000 --out large.tsv \
//!     --kilobytes-per-picture 25
//! ```

use std::fs::File;
use std::io::{self, BufWriter, Cursor, Write};
use std::path::PathBuf;

use assay::benchmark::taxonomy::Taxonomy;
use clap::Parser;
use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, Rgb, RgbImage};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Width, height, JPEG quality (0 for PNG), and how many of 16 pictures are of this kind.
const KINDS: [(u32, u32, u8, usize); 7] = [
    (640, 480, 75, 5),
    (640, 480, 0, 1),
    (1024, 768, 75, 4),
    (1600, 1200, 70, 2),
    (1920, 1080, 70, 2),
    (2560, 1920, 60, 1),
    (4000, 3000, 50, 1),
];

const CHOICES: [&str; 8] = ["circle", "square", "star", "cross", "ring", "arrow", "spiral", "wave"];

#[derive(Debug, Parser)]
struct Options {
    /// How many questions
    #[arg(long, default_value_t = 4_000)]
    questions: usize,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
    /// Only pictures of at most this size, padded to it; without it each has its natural size
    #[arg(long)]
    kilobytes_per_picture: Option<usize>,
    /// Write all CircularEval passes, not only the first
    #[arg(long)]
    circular: bool,
}

fn main() -> io::Result<()> {
    let options = Options::parse();
    let target = options.kilobytes_per_picture.map(|kilobytes| kilobytes * 1_000);
    let pool = pool(target);
    if pool.is_empty() {
        return Err(io::Error::other("no picture is that small; try --kilobytes-per-picture 25"));
    }
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&options.out)?);
    let columns =
        "index\tquestion\thint\tA\tB\tC\tD\tanswer\tcategory\timage\tsource\tl2-category\tsplit";
    writeln!(out, "{columns}")?;
    let abilities = abilities();
    let mut random = ChaCha8Rng::seed_from_u64(20261120);
    let passes = if options.circular { 4 } else { 1 };
    for pass in 0..passes {
        for number in 0..options.questions {
            let index = pass * 1_000_000 + number;
            write_texts(&mut out, index, number, pass)?;
            let (category, l2_category) = &abilities[number % abilities.len()];
            write!(out, "{category}\t")?;
            if pass == 0 {
                let picture = &pool[random.next_u32() as usize % pool.len()];
                write_picture(&mut out, picture, number, target, &mut random)?;
            } else {
                write!(out, "{number}")?;
            }
            let split = if number.is_multiple_of(5) { "test" } else { "dev" };
            writeln!(out, "\tmade up\t{l2_category}\t{split}")?;
        }
    }
    out.flush()
}

/// Everything up to the answer, inclusive: the choices rotated left once per pass.
fn write_texts(out: &mut impl Write, index: usize, number: usize, pass: usize) -> io::Result<()> {
    let hint = if number.is_multiple_of(3) { "The picture was drawn by a program." } else { "" };
    write!(out, "{index}\tWhich shape is largest in drawing {number}?\t{hint}\t")?;
    for place in 0..4 {
        write!(
            out,
            "{} {}\t",
            CHOICES[(number + (place + pass) % 4) % CHOICES.len()],
            number % 97
        )?;
    }
    let right = (number * 7) % 4;
    write!(out, "{}\t", ["A", "B", "C", "D"][(right + 4 - pass) % 4])
}

fn abilities() -> Vec<(String, String)> {
    let taxonomy = Taxonomy::mmbench();
    let l2 = taxonomy.l1.iter().flat_map(|l1| &l1.l2);
    l2.flat_map(|l2| l2.l3.iter().map(|l3| (l3.name.clone(), l2.name.clone()))).collect()
}

/// Encoded pictures, each kind as often as it should be drawn.
fn pool(largest: Option<usize>) -> Vec<Vec<u8>> {
    let mut pool = Vec::new();
    for (seed, (width, height, quality, share)) in (0u64..).zip(KINDS) {
        for variant in 0..share as u64 {
            let picture = drawing(width, height, seed * 100 + variant);
            let mut bytes = Vec::new();
            let encoded = match quality {
                0 => picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png),
                quality => {
                    JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&picture)
                }
            };
            encoded.expect("a picture in memory can be encoded");
            if largest.is_none_or(|largest| bytes.len() + 64 <= largest) {
                pool.push(bytes);
            }
        }
    }
    pool
}

/// A soft background with sharp shapes.
fn drawing(width: u32, height: u32, seed: u64) -> RgbImage {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut below = |limit: u32| random.next_u32() % limit;
    let tint = [below(128), below(128), below(128)];
    let shapes: Vec<(u32, u32, u32, [u8; 3])> = (0..12)
        .map(|_| {
            let colour = [below(256) as u8, below(256) as u8, below(256) as u8];
            (below(width), below(height), 10 + below(height / 6), colour)
        })
        .collect();
    RgbImage::from_fn(width, height, |x, y| {
        let inside = |&&(left, top, size, _): &&(u32, u32, u32, [u8; 3])| {
            x.abs_diff(left) < size && y.abs_diff(top) < size
        };
        let shade = [x * 128 / width, y * 128 / height, (x + y) * 64 / (width + height)];
        match shapes.iter().find(inside) {
            Some(&(.., colour)) => Rgb(colour),
            None => Rgb(std::array::from_fn(|i| (tint[i] + shade[i]).min(255) as u8)),
        }
    })
}

/// Writes a picture in base64 with unique bytes: its number, and noise up to the target size.
fn write_picture(
    out: &mut impl Write,
    picture: &[u8],
    number: usize,
    target: Option<usize>,
    random: &mut ChaCha8Rng,
) -> io::Result<()> {
    let mut noise = vec![0; target.map_or(0, |target| target - picture.len() - 64)];
    random.fill_bytes(&mut noise);
    let mut own = format!("question {number} ").into_bytes();
    own.extend(noise);
    let mut bytes = Vec::with_capacity(picture.len() + own.len() + 64);
    if picture.starts_with(&[0xFF, 0xD8]) {
        bytes.extend(&picture[..2]);
        for part in own.chunks(60_000) {
            bytes.extend([0xFF, 0xFE]);
            bytes.extend((part.len() as u16 + 2).to_be_bytes());
            bytes.extend(part);
        }
        bytes.extend(&picture[2..]);
    } else {
        bytes.extend(picture);
        bytes.extend(own);
    }
    out.write_all(base64_simd::STANDARD.encode_to_string(&bytes).as_bytes())
}
